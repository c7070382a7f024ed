//! An operation of each mode, `op[_](A)`, and a closure of each leaf: `transform` and `fold`.

use layout_algebra::{HTuple, Int, IntTuple, Layout, ops};
use layout_codegen::Allow;
use layout_tests::{STRIDES, small_shapes};

use crate::language::{eval, everything};

fn answer(expression: &str) -> Option<String> {
    eval(expression, everything()).ok().map(|value| value.to_string())
}

#[track_caller]
fn refused(expression: &str, words: &str) {
    let message = eval(expression, Allow::default()).expect_err(expression);
    assert!(message.contains(words), "{expression}: {message}");
}

/// Layouts of every small shape, with strides that differ.
fn layouts() -> impl Iterator<Item = Layout> {
    small_shapes().into_iter().filter(HTuple::is_tuple).enumerate().map(|(i, shape)| {
        let mut strides = STRIDES.iter().cycle().skip(i);
        let strides = shape.map(&mut |_| Int::new(strides.next().copied().unwrap_or(1)).into());
        Layout::new(shape, strides).expect("a layout")
    })
}

/// The operation of each mode is the layout of what it makes of each, and of a query the tuple.
#[test]
fn law_an_operation_of_each_mode() {
    let operations = ["coalesce", "flatten", "reverse", "filter", "sort", "wrap"];
    let with_two = ["logical_divide", "composition", "logical_product"];
    let queries = ["size", "cosize", "shape", "stride", "rank", "depth"];
    let mut answered = 0;
    for layout in layouts() {
        let modes: Vec<String> = layout.modes().iter().map(Layout::to_string).collect();
        let each = |op: &str, more: &str| -> Option<Vec<String>> {
            modes.iter().map(|mode| answer(&format!("{op}({mode}{more})"))).collect()
        };
        let all = operations.iter().map(|op| (op, "")).chain(with_two.iter().map(|op| (op, ", 2")));
        for (op, more) in all {
            let expected = each(op, more).map(|modes| {
                let modes: Vec<Layout> =
                    modes.iter().map(|mode| mode.parse().expect("a layout")).collect();
                Layout::from_modes(&modes).expect("a layout").to_string()
            });
            assert_eq!(answer(&format!("{op}[_]({layout}{more})")), expected, "{op} of {layout}");
            answered += usize::from(expected.is_some());
        }
        for op in queries {
            let expected = each(op, "").map(|answers| format!("({})", answers.join(",")));
            assert_eq!(answer(&format!("{op}[_]({layout})")), expected, "{op} of {layout}");
        }
    }
    assert!(answered > 1000, "{answered}");
}

#[test]
fn paths_with_each_mode() {
    for (expression, value) in [
        (
            "logical_divide[_,0](((4,8),(6,2)), 2)",
            "(((2,2),8),((2,3),2)):(((1,2),4),((32,64),192))",
        ),
        ("logical_divide[1,_]((4,(8,6)), 2)", "(4,((2,4),(2,3))):(1,((4,8),(32,64)))"),
        ("size[1,_]((4,(8,6)))", "(8,6)"),
        ("get[_,0](((4,8),(6,2)))", "(4,6)"),
        ("size[_,_](((4,8),(6,2)))", "((4,8),(6,2))"),
        ("take[_](((4,8,3),(6,2,5)), 0, 2)", "((4,8),(6,2))"),
    ] {
        assert_eq!(answer(expression).as_deref(), Some(value), "{expression}");
    }
    refused("is_major[_]((8,9):(1,8))", "`is_major` of a mode changes no layout");
    refused("logical_divide[_]((8,9), 2)", "tile 2:1 does not divide 9:8");
    refused("coalesce[2 * 1]((8,9))", "is a number, or `_` for each");
    refused("size[3,_]((8,9))", "there is no mode 3 in (8,9)");
    refused("size[_](tuple_repeat(2, 65))", "takes at most 64 leaves");
    // Of no modes, too.
    refused("coalesce[_]()", "coalesce takes 1 or 2 operands (layout, profile), not 0");
    refused(
        "logical_divide[_]((), 1, 2)",
        "logical_divide takes 2 operands (layout, tiler), not 3",
    );
    refused("nothing[_](())", "unknown operation `nothing`");
}

/// A closure makes of every leaf what Rust's own arithmetic does.
#[test]
fn law_closures_of_every_leaf() {
    let known = |int: &Int| int.known().expect("known");
    for shape in small_shapes() {
        let strides = ops::prefix_product(&shape, &Int::ONE).expect("strides");
        let mut others = strides.leaves().into_iter();
        let one = shape.map(&mut |a| Int::new(known(a) * 3 - (known(a) ^ 5)));
        let two: IntTuple = shape.map(&mut |a| {
            let b = others.next().map_or(0, known);
            Int::new(((known(a) << 3) | (b % 7)) - b / known(a))
        });
        let folded = shape.leaves().into_iter().fold(1, |so_far, a| so_far * 10 - known(a));
        for (expression, expected) in [
            (format!("transform({shape}, |a| a * 3 - (a ^ 5))"), one.to_string()),
            (
                format!("transform({shape}, {strides}, |a, b| (a << 3 | b % 7) - b / a)"),
                two.to_string(),
            ),
            (format!("fold({shape}, 1, |so_far, a| so_far * 10 - a)"), folded.to_string()),
        ] {
            assert_eq!(answer(&expression), Some(expected), "{expression}");
        }
    }
}

/// As NVIDIA's Python package (nvidia-cutlass-dsl 4.8.1) answers `transform_leaf` and `transform_apply`.
#[test]
fn closures_as_the_dsl_has_them() {
    for (expression, value) in [
        ("transform((4,(2,3)), |a| a * 2 + 1)", "(9,(5,7))"),
        ("transform((4,(2,3)), (6,(3,1)), |a, b| (a - 1) * b)", "(18,(3,2))"),
        ("fold((4,(2,3)), 0, |sum, a| sum + a + 1)", "12"),
    ] {
        assert_eq!(answer(expression).as_deref(), Some(value), "{expression}");
    }
}

#[test]
fn closures_of_symbols_and_what_they_refuse() {
    for (expression, value) in [
        ("fold((), 7, |a, b| a + b)", "7"),
        ("fold((4,3), 0, |_, a| a)", "3"),
        ("transform(7, |a| -a)", "-7"),
        ("(4,8):transform(stride((4,8):(8,1)), |d| d * 3)", "(4,8):(24,3)"),
    ] {
        assert_eq!(answer(expression).as_deref(), Some(value), "{expression}");
    }
    refused("transform((4,8), |a, b| a)", "transform: the closure is called with 1 integer");
    refused("transform((4,8), |(a, b)| a)", "transform: the closure is called with 1 integer");
    refused("fold((4,8), 0, |a| a)", "fold: the closure is called with 2 integers");
    refused("transform((4,8), 2)", "expected a closure, such as `|a| a * 2`");
    refused("transform((4,0), |a| 8 / a)", "transform: 8 / 0 divides by zero");
    refused(
        "transform((4,8), (2,(3,4)), |a, b| a)",
        "(4,8) and (2,(3,4)) differ in rank or nesting",
    );
    refused("transform((9223372036854775807,2), |a| a * a * a * a)", "overflows");
    refused("transform((4,8):(8,1), |a| a)", "expected an integer or a tuple of integers");
    refused("transform((4,8), |a| a + m)", "`m` is no argument of the closure");
}
