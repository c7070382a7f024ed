//! Expressions that CuTe accepts in silence, or refuses without need, where integers are dynamic: here
//! each is refused where the layout is made, or answered right.

use layout_codegen::{Evaluated, Scope, Unevaluated, expand, parse_expression, prove};
use layout_view::{ShapeError, layout};

fn proved(expression: &str) -> Result<Evaluated, String> {
    let parsed = parse_expression(expression.parse().expect("tokens")).expect("an expression");
    prove(&parsed, &Scope::new()).map_err(|error| match error {
        Unevaluated::Wrong(diagnostic) => diagnostic.text(),
        Unevaluated::Tainted(name) => format!("{} is tainted", name.text),
    })
}

/// The value and what must hold, as the command line prints it.
#[track_caller]
fn answers(expression: &str, value: &str, conditions: &[&str]) {
    let Evaluated { value: found, obligations, .. } = proved(expression).expect("a value");
    let found_conditions: Vec<String> =
        obligations.iter().map(|obligation| obligation.condition.assumption()).collect();
    assert_eq!(found.to_string(), value, "{expression}");
    assert_eq!(found_conditions, conditions, "{expression}");
}

#[track_caller]
fn refused(expression: &str, words: &str) {
    let error = proved(expression).map(|found| found.value.to_string()).unwrap_err();
    assert!(error.contains(words), "{expression}: {error}");
}

fn text(error: ShapeError) -> String {
    error.to_string()
}

/// The message for values that the layout was not compiled for.
fn other_case(values: &str, case: &str, assume: &str) -> String {
    format!(
        "{values} and it was compiled for {case}; `#[assume({assume})]` in front asks for this case"
    )
}

layout! {
    struct Leading<ld> = (8,8):(ld,8);
    struct Padded<m, n, ld> = (m,n):(ld,1);
    struct Columns<n, ld> = (8,n):(1,ld);
    struct Cube<a, b, c> = (1048576,1048576,1048576):(a,b,c);
    struct Steps<k> = (8,8):(8,1) o 4:k;
    struct Rows<m> = logical_divide((m,3):(3,1), 4);
    struct Gaps<k> = logical_divide((8,4):(1,16), 2:k);
    #[allow(non_injective)]
    struct Thirds<n> = zipped_divide((12,(4,8)):(7,(1,30)), n:1);
    struct FirstRows<m> = (32,128):(128,1) o (m,128):(1,32);
    struct Threads<n> = (64,128):(1,64) o (32,n / 8,8,2):(1@0,8@1,1@1,32@0);
}

/// `(8,8):(8,1) o 4:3` with a dynamic 3 is `(3,1):(24,1)` in CuTe, of size 3.
#[test]
fn a_composition_keeps_its_size_whatever_the_stride() {
    answers("(8,8):(8,1) o 4:k", "4:k / 8", &["1 <= k", "k % 8 == 0", "3 * k + 1 <= 64"]);
    let error = Steps::new(3).map(|l| l.size()).map_err(text);
    assert_eq!(error, Err(other_case("Steps: k = 3", "k % 8 == 0, for composition", "k == 3")));
    let steps = Steps::of(16);
    assert!((0..4).all(|c| steps.index(c) == layout!((8,8):(8,1)).index(16 * c)));
    // The case of small steps has to be assumed, and 3 is none of it.
    let expression = "#[assume(8 % k == 0)] (8,8):(8,1) o 4:k";
    answers(expression, "4:8 * k", &["1 <= k", "8 % k == 0", "3 * k + 1 <= 8"]);
}

/// `(4,6):(2,9) o 8:3` with a dynamic 3 is `(2,4):(6,9)` in CuTe, 9 for 13 at 2.
#[test]
fn a_composition_is_the_function_at_every_point() {
    // Steps over whole rows leave the layout, and others are not decided.
    refused("(4,6):(2,9) o 8:k", "position 7 * k is outside of (4,6):(2,9)");
    refused("(4,n):(2,9) o 8:3", "cannot decide whether (4,n):(2,9) o 8:3 is a layout");
    refused("(8,n):(n,1) o 4:3", "cannot decide whether (8,n):(n,1) o 4:3 is a layout");
}

/// A divide of 10 rows by a tile of 4, and one by every third element, with dynamic
/// extents: CuTe covers 12 rows in silence, and puts 40 of 48 elements elsewhere.
#[test]
fn a_divide_covers_its_layout() {
    answers(
        "logical_divide((m,3):(3,1), 4)",
        "(4,(m / 4,3)):(3,(12,1))",
        &["1 <= m", "m % 4 == 0"],
    );
    let error = Rows::new(10).map(|l| l.size()).map_err(text);
    let rule = other_case("Rows: m = 10", "m % 4 == 0, for logical_divide", "m == 10");
    assert_eq!(error, Err(rule));
    assert_eq!(Rows::of(12).size(), 36);
    let error = Gaps::new(3).map(|l| l.size()).map_err(text);
    let rule = other_case("Gaps: k = 3", "16 % k == 0, for logical_divide", "k == 3");
    assert_eq!(error, Err(rule));
    let gaps = Gaps::of(8);
    let mut offsets: Vec<usize> = gaps.indices().collect();
    offsets.sort();
    assert!(offsets.into_iter().eq((0..32).map(|i| i % 8 + 16 * (i / 8))));
}

/// NVIDIA/cutlass#3513: a static layout by a dynamic tile that does not divide it has
/// size 288 for 384.
#[test]
fn a_dynamic_tile_divides_a_static_layout() {
    let whole = layout!(#[allow(non_injective)] (12,(4,8)):(7,(1,30)));
    let error = Thirds::new(128).map(|l| l.size()).map_err(text);
    let rule = other_case("Thirds: n = 128", "n % 48 == 0, for zipped_divide", "n == 128");
    assert_eq!(error, Err(rule));
    let tiles = Thirds::of(192);
    assert_eq!((tiles.size(), whole.size()), (384, 384));
    for i in 0..384 {
        assert_eq!(tiles.at(i % 192, i / 192), whole.index(i), "{i}");
    }
}

/// An answer that depends on the order of symbols, or on whether one is 0 or 1, has that
/// condition.
#[test]
fn what_symbols_decide_is_a_condition() {
    let allowed = |expression: &str| format!("#[allow(non_injective)] {expression}");
    let one = ["1 <= m", "1 <= n"];
    answers("sort((m,n):(n,1))", "(n,m):(1,n)", &one);
    answers(&allowed("sort((4,8):(m,n))"), "(4,8):(m,n)", &["m <= n"]);
    answers(&allowed("sort((2,m):(1,1))"), "(2,m):(1,1)", &["1 <= m", "2 <= m"]);
    answers("elem_min((m,8), (n,k))", "(min(m, n),min(8, k))", &[]);
    answers("elem_max((m,8), (n,k))", "(max(m, n),max(8, k))", &[]);
    answers("lex_less((max(16,m),2), (m,k))", "false", &["m + 1 <= max(16, m)"]);
    answers("colex_less((m,n), (4,n))", "true", &["m + 1 <= 4"]);
    answers(&allowed("filter_zeros((m,8):(n,1))"), "(m,8):(n,1)", &one);
    answers("nullspace((m,8):(n,1))", "1:0", &one);
    answers("leading_dim((m,n):(n,1))", "1", &["1 <= m", "1 <= n", "2 <= n"]);
    answers("leading_dim((4,8):(n,4))", "0", &["n == 1"]);
    answers(&allowed("is_major((4,8):(n,4), 0)"), "true", &["n == 1"]);
    answers("is_major((4,8):(2,8), 0)", "false", &[]);
}

/// NVIDIA/cutlass#2432: the first 30 rows of a tile, which static integers were refused
/// and dynamic ones let through unchecked, also for 33.
#[test]
fn a_dynamic_part_of_the_rows_is_within_them() {
    answers("(32,128):(128,1) o (m,128):(1,32)", "(m,128):(128,1)", &["1 <= m", "m <= 32"]);
    let rows = FirstRows::of(30);
    assert_eq!(rows.to_string(), "(30,128):(128,1)");
    assert_eq!(rows.to_string(), layout!((32,128):(128,1) o (30,128):(1,32)).notation());
    let error = FirstRows::new(33).map(|l| l.size()).map_err(text);
    let rule = other_case("FirstRows: m = 33", "m <= 32, for composition", "m == 33");
    assert_eq!(error, Err(rule));
}

/// NVIDIA/cutlass#3470: a right operand with a dynamic extent and strides over a basis,
/// which the DSL refuses; its kin, `coalesce` and `right_inverse` of dynamic extents.
#[test]
fn a_dynamic_right_operand_is_composed() {
    answers(
        "(4096,8192):(1,4096) o (32,n / 8,8,128):(1@0,8@1,1@1,32@0)",
        "(32,n / 8,8,128):(1,32768,4096,32)",
        &["1 <= n / 8", "8 * (n / 8) <= 8192"],
    );
    let threads = Threads::of(128);
    let whole = layout!((64,128):(1,64));
    for (t, c, r, w) in [(0, 0, 0, 0), (31, 15, 7, 1), (5, 3, 2, 1)] {
        assert_eq!(threads.at(t, c, r, w), whole.at(t + 32 * w, 8 * c + r));
    }
    assert!(Threads::new(136).is_err() && Threads::of(7).size() == 0);
    answers("coalesce((192,n):(1,192))", "192 * n:1", &["1 <= n"]);
    answers("right_inverse((16,n):(1,16))", "16 * n:1", &["1 <= n"]);
}

/// No stride between 1 and 57 is above what the columns reach, and every odd one is right.
#[test]
fn whatever_is_injective_is_a_layout() {
    let apart = |offsets: Vec<usize>| {
        let all: std::collections::BTreeSet<_> = offsets.iter().collect();
        all.len() == offsets.len()
    };
    let matrix = |m: usize, n: usize, a: usize, b: usize| {
        apart((0..m * n).map(|i| i % m * a + i / m * b).collect())
    };
    let mut counts = [0; 2];
    for ld in 0..130 {
        let made = Leading::new(ld);
        assert_eq!(made.is_ok(), matrix(8, 8, ld, 8), "{ld}");
        assert_eq!(
            made.map_or(0, |layout| layout.at(3, 2)),
            if made.is_ok() { 3 * ld + 16 } else { 0 }
        );
        counts[usize::from(made.is_ok())] += 1;
        for n in 1..12 {
            assert_eq!(Columns::new(n, ld).is_ok(), matrix(8, n, 1, ld), "{n} {ld}");
            assert_eq!(Padded::new(5, n, ld).is_ok(), matrix(5, n, ld, 1), "{n} {ld}");
        }
    }
    assert_eq!(counts, [16, 114]);
    const ONE: usize = 1;
    let columns = layout!((8,8):(ONE,8));
    assert_eq!((columns.at(3, 2), columns.notation()), (19, "(8,8):(1,8)"));
    fn of<const LD: usize>() -> usize {
        layout!((8,8):(LD,8)).at(7, 7)
    }
    assert_eq!([of::<1>(), of::<9>(), of::<57>(), of::<64>()], [63, 119, 455, 504]);
    let error = Leading::new(16).map(|l| l.size()).map_err(text);
    let rule = "Leading: ld = 16 and (8,8):(ld,8) must be injective, so that no two coordinates \
                share an offset; `#[allow(non_injective)]` lets them";
    assert_eq!(error, Err(rule.into()));
}

/// A search that ends says that, and not that there is a collision.
#[test]
fn what_is_not_decided_is_said_to_be_so() {
    assert!(Cube::new(1 << 40, 1, 1 << 20).is_ok());
    let error = Cube::new((1 << 40) - 7, (1 << 39) + 9, (1 << 39) - 31).map(|l| l.size());
    let error = text(error.unwrap_err());
    let rule = "it is not decided within the steps of a search that \
                (1048576,1048576,1048576):(a,b,c) is injective";
    assert!(error.ends_with(rule), "{error}");
    assert!(text(Cube::new(4, 2, 8).unwrap_err()).contains("must be injective"));
}

/// Tiles and parts of a layout that is injective are, without a check of their own.
#[test]
fn parts_of_an_injective_layout_are_injective() {
    let whole = "injective((m,n):(ld,1))";
    let of = |expression: &str| format!("#[assume({whole})] {expression}");
    answers(
        &of("zipped_divide((m,n):(ld,1), (4,2))"),
        "((4,2),(m / 4,n / 2)):((ld,1),(4 * ld,2))",
        &["1 <= m", "1 <= n", whole, "m % 4 == 0", "n % 2 == 0"],
    );
    answers(&of("(n,m):(1,ld)"), "(n,m):(1,ld)", &["1 <= n", "1 <= m", whole]);
    let square = "injective((8,8):(ld,8))";
    let of = |layout: &str| format!("#[assume({square})] {layout}");
    answers(&of("(4,8):(2 * ld,8)"), "(4,8):(2 * ld,8)", &[square]);
    // Five steps of two rows leave it, and two modes along one may meet.
    for more in ["(5,8):(2 * ld,8)", "(2,3,8):(2 * ld,2 * ld,8)", "(8,9):(ld,8)"] {
        let own = format!("injective({more})");
        answers(&of(more), more, &[square, &own]);
    }
}

/// A fact of one case is not said of all values, and another case is offered that there is.
#[test]
fn an_error_says_in_which_case_it_is_so() {
    let expression = "(4,6):(2,9) o 8:k";
    refused(expression, "position 7 * k is outside of (4,6):(2,9), which has size 24");
    refused(expression, "\nwhere k % 4 == 0, for composition: the case that is compiled");
    refused(expression, "\nhelp: `#[assume(k < 4)]` in front is another case");
    answers(
        "#[assume(k < 4)] (4,6):(2,9) o 8:k",
        "(4 / k,2 * k):(2 * k,9)",
        &["k + 1 <= 4", "4 % k == 0"],
    );
    // No other case is known to be one.
    let expression = "(4,6):(2,9) o 40:k";
    refused(expression, "where k % 4 == 0");
    let error = proved(expression).map(|found| found.value.to_string()).unwrap_err();
    assert!(!error.contains("another case"), "{error}");
}

/// Where a name is used by numbers, the case is that of its definition.
#[test]
fn an_instance_says_what_its_definition_was_compiled_for() {
    let definitions = "[krate] layout struct Steps<k> = (8,8):(8,1) o 4:k; struct One = Steps<1>;";
    let mut unique = || "0".to_owned();
    let expansion = expand(definitions.parse().expect("tokens"), &mut unique).to_string();
    let words = "`Steps`: k = 1 and it was compiled for k % 8 == 0, for composition";
    assert!(expansion.contains(words), "{expansion}");
    assert!(expansion.contains("`#[assume(k == 1)]` at its definition asks for this case"));
}
