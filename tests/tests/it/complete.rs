//! Nothing public in the algebra is without a law, and nothing in the language without an answer
//! that is measured and a place in the documentation.

use std::collections::BTreeSet;
use std::fs;

use layout_algebra::Tiler;
use layout_codegen::{
    GROUPS, Group, Operation, Scope, Value, operation_names, parse_expression, prove,
};
use layout_tests::document;
use layout_tests::samples::{Sample, calls, layouts, small};

/// The public functions of the files in a folder of the algebra.
fn functions_in(folder: &str, prefix: &str, functions: &mut Vec<String>) {
    let entries = fs::read_dir(document::root().join(folder)).expect("a folder");
    for entry in entries.map(|entry| entry.expect("an entry").path()) {
        let path = match entry {
            list if list.ends_with("mod.rs") => continue,
            folder if folder.is_dir() => folder.join("mod.rs"),
            file => file,
        };
        let file = syn::parse_file(&fs::read_to_string(path).expect("a file")).expect("Rust");
        functions.extend(file.items.into_iter().filter_map(|item| match item {
            syn::Item::Fn(syn::ItemFn { vis: syn::Visibility::Public(_), sig, .. }) => {
                Some(format!("{prefix}{}", sig.ident))
            }
            _ => None,
        }));
    }
}

/// Every public function of `ops` and of `ops::swizzled`.
fn functions() -> Vec<String> {
    let mut functions = Vec::new();
    functions_in("layout-algebra/src/ops", "", &mut functions);
    functions_in("layout-algebra/src/ops/swizzled", "swizzled::", &mut functions);
    functions_in("layout-algebra/src/ops/vectors", "vectors::", &mut functions);
    functions
}

const TILED: &str = "composed of operations with laws, and held against CuTe in `tiled`";

const BY_NAME: &str = "held to its definition in `laws_patterns`";

const BY_CLOSURE: &str = "held to its definition in `language_each`";

/// Operations of the language that have the function of another name, or none, and why
/// they need no law of their own.
const LANGUAGE: &[(&str, &str)] = &[
    ("align_as", BY_NAME),
    ("axis", "an accessor"),
    ("einsum", BY_NAME),
    ("fold_as", BY_NAME),
    ("rearrange", BY_NAME),
    ("reduce", BY_NAME),
    ("rename", BY_NAME),
    ("colex_geq", "colex_less of the same tuples, negated"),
    ("colex_gtr", "colex_less of the other order"),
    ("colex_leq", "colex_less of the other order, negated"),
    ("compact_order", "the strides of make_ordered_layout"),
    ("composed_eval", "swizzled::evaluate at some coordinates"),
    ("depth", "an accessor"),
    ("elem_geq", "elem_less of the same tuples, negated"),
    ("elem_gtr", "elem_less of the other order"),
    ("elem_leq", "elem_less of the other order, negated"),
    ("equal", "equality of values"),
    ("eval", "evaluate at every coordinate"),
    ("eval_crd", "evaluate at some coordinates"),
    ("get_nonswizzle_portion", "an accessor"),
    ("get_swizzle_portion", "an accessor"),
    ("lex_geq", "lex_less of the same tuples, negated"),
    ("fixed_points", "the cycles of one coordinate"),
    ("permutation_parity", "the lengths of the cycles"),
    ("lex_gtr", "lex_less of the other order"),
    ("lex_leq", "lex_less of the other order, negated"),
    ("make_basis_like", "the strides of make_identity_layout"),
    ("make_layout", "the constructor of layouts"),
    ("rank", "an accessor"),
    ("shape", "an accessor"),
    ("stride", "an accessor"),
    ("swizzle", "Swizzle::apply, whose law has a test of its own"),
    ("get_layoutA_TV", TILED),
    ("get_layoutB_TV", TILED),
    ("get_layoutC_TV", TILED),
    ("get_layoutD_TV", TILED),
    ("get_layoutS_TV", TILED),
    ("get_layout_TV", TILED),
    ("get_thr_layout_vmnk", TILED),
    ("make_layout_tv", TILED),
    ("make_tiled_copy", TILED),
    ("make_tiled_copy_A", TILED),
    ("make_tiled_copy_B", TILED),
    ("make_tiled_copy_C", TILED),
    ("make_tiled_mma", TILED),
    ("partition_A", TILED),
    ("partition_B", TILED),
    ("partition_C", TILED),
    ("partition_D", TILED),
    ("partition_S", TILED),
    ("partition_fragment_A", TILED),
    ("partition_fragment_B", TILED),
    ("partition_fragment_C", TILED),
    ("relayout", TILED),
    ("relayout_price", TILED),
    ("retile", TILED),
    ("thrfrg_A", TILED),
    ("thrfrg_B", TILED),
    ("thrfrg_C", TILED),
    ("tidfrg_D", TILED),
    ("tidfrg_S", TILED),
    ("tile_shape", TILED),
    ("fold", BY_CLOSURE),
    ("transform", BY_CLOSURE),
];

#[test]
fn every_operation_has_a_law() {
    let checked: BTreeSet<&str> =
        layout_laws::checks().flat_map(|check| check.ops).copied().collect();
    let functions = functions();
    for name in &functions {
        assert!(checked.contains(name.as_str()), "ops::{name} has no check in layout_laws");
    }
    for name in &checked {
        assert!(functions.iter().any(|function| function == name), "there is no ops::{name}");
    }
    let excused: BTreeSet<&str> = LANGUAGE.iter().map(|(name, _)| *name).collect();
    let language: BTreeSet<&str> = operation_names().collect();
    // An operation on any kind of layout may have its law there alone.
    let has_law = |name: &str| {
        checked.contains(name) || checked.contains(format!("swizzled::{name}").as_str())
    };
    for name in &language {
        let lawful = has_law(name) != excused.contains(name);
        assert!(lawful, "{name} has to have a law, or a reason why not, and not both");
    }
    let unknown: Vec<&&str> = excused.difference(&language).collect();
    assert!(unknown.is_empty(), "excused, but no operations: {unknown:?}");
}

#[test]
fn every_operation_answers_what_its_row_lists() {
    let mut layouts = layouts();
    layouts.push(small());
    let (tiler, mut silent) = (Tiler::Size(2.into()), Vec::new());
    let is_tiled = |name| LANGUAGE.contains(&(name, TILED));
    let operations = GROUPS.iter().flat_map(|group| group.operations);
    for operation in operations.filter(|operation| !is_tiled(operation.name())) {
        let answers = |(_, layout): &(_, _)| {
            let sample = Sample { layout, other: layout, tiler: &tiler };
            calls(operation, &sample).iter().any(|values| operation.answer(values).is_some())
        };
        if !layouts.iter().any(answers) {
            silent.push(operation.name());
        }
    }
    assert!(silent.is_empty(), "no answer: {silent:?}");
}

/// True if an answer has coordinates.
fn has_layout(value: &Value) -> bool {
    match value {
        Value::Layout(_) | Value::Composed(_) | Value::Vectors(_) => true,
        Value::List(values) => values.iter().any(has_layout),
        _ => false,
    }
}

/// No new row can forget what it makes of padding.
#[test]
fn every_operation_that_answers_a_layout_of_one_says_what_becomes_of_its_bounds() {
    let mut layouts = layouts();
    layouts.push(small());
    let (tiler, mut silent) = (Tiler::Size(2.into()), Vec::new());
    let operations = GROUPS.iter().flat_map(|group| group.operations);
    for operation in operations {
        if operation.keeps_bounds() || operation.loses_bounds().is_some() {
            continue;
        }
        // What is tiled with an instruction has the row of its operand: a tensor or registers.
        let takes = |word: &str| operation.operands().iter().any(|it| it.word() == word);
        let is_tiled = LANGUAGE.contains(&(operation.name(), TILED));
        let answers = |(_, layout): &(_, _)| {
            let sample = Sample { layout, other: layout, tiler: &tiler };
            calls(operation, &sample).iter().any(|values| {
                let of_layout = values.iter().any(has_layout);
                of_layout && operation.answer(values).as_ref().is_some_and(has_layout)
            })
        };
        let forgets = match is_tiled {
            true => takes("tensor") || takes("fragment"),
            false => layouts.iter().any(answers),
        };
        if forgets {
            silent.push(operation.name());
        }
    }
    assert!(silent.is_empty(), "neither `bounded` nor `unbounded`: {silent:?}");
}

const LIMITS: &str = "docs/limits.md";

#[test]
fn the_limits_list_the_operations_that_lose_bounds() {
    let page = document::read(LIMITS);
    let head = "| operation | why the bounds of its result are unknown |\n|---|---|\n";
    let (before, rest) = page.split_once(head).expect("a table");
    let (_, after) = rest.split_once("\n- ").expect("text after it");
    let operations = || GROUPS.iter().flat_map(|group| group.operations);
    let row = |operation: &Operation| {
        Some(format!("| `{}` | {} |\n", operation.name(), operation.loses_bounds()?))
    };
    let rows: String = operations().filter_map(row).collect();
    let made = format!("{before}{head}{rows}\n- {after}");
    let count = |of: fn(&Operation) -> bool| operations().filter(|operation| of(operation)).count();
    println!(
        "{} operations keep bounds, {} lose them",
        count(Operation::keeps_bounds),
        count(|operation| operation.loses_bounds().is_some())
    );
    if document::is_asked_for() {
        document::write(LIMITS, &made);
        return;
    }
    let command = "WRITE=1 cargo test -p layout-tests --test it complete";
    assert!(page == made, "{LIMITS} is stale: `{command}` writes it anew");
}

const PAGE: &str = "layout-runtime/doc/layout.md";

/// A row of the documentation: what operations are for, and their names.
fn row(group: &Group) -> String {
    let name = |operation: &Operation| match operation.described() {
        "" => format!("`{}`", operation.name()),
        described => format!("`{}` ({described})", operation.name()),
    };
    let names: Vec<String> = group.operations.iter().map(name).collect();
    format!("| {} | {} |\n", group.title, names.join(", "))
}

#[test]
fn the_documentation_of_the_macro_lists_the_operations() {
    let page = document::read(PAGE);
    let head = "| for | operations |\n|---|---|\n";
    let (before, rest) = page.split_once(head).expect("a table");
    let (_, after) = rest.split_once("\n\n").expect("text after it");
    let rows: String = GROUPS.iter().map(row).collect();
    let made = format!("{before}{head}{rows}\n{after}");
    if document::is_asked_for() {
        document::write(PAGE, &made);
        return;
    }
    let command = "WRITE=1 cargo test -p layout-tests --test it complete";
    assert!(page == made, "{PAGE} is stale: `{command}` writes it anew");
}

const OPERATIONS: &str = "docs/OPERATIONS.md";

const OPERATIONS_HEAD: &str = "\
# Operations

Each operation of the language: its operands, what it answers, and an example with its value. `R` is the answer; `L`, `A`, `S`, `T` and `a` are
the first layout, shape or tuple, `B` and `b` the second one, `c` a coordinate, `i` a 1-D coordinate; `sᵢ` and `dᵢ` are the extents and
strides of leaves. `layout help OPERATION` prints the same with a table of the example, and rustdoc of `layout_algebra::ops` has each
with its errors.

An operation that makes a layout of one also acts on a mode of it alone: `logical_divide[1](A, B)` is `A` with mode 1 divided,
`coalesce[0,2](A)` with mode 2 of mode 0 coalesced. Of a query, `size[1](A)` is `size(A, 1)`. Modes count from 0, or back from -1; `_` is each of them:
`coalesce[_](A)` coalesces every mode, and `size[_](A)` is the tuple of their sizes.
";

/// The value of an example, as `layout eval` prints it.
fn value(operation: &Operation) -> String {
    let (name, example) = (operation.name(), operation.example());
    let is_shown = example.match_indices(name).any(|(at, _)| {
        let before = example[..at].chars().next_back();
        let is_start = before.is_none_or(|before| !before.is_alphanumeric() && before != '_');
        is_start && example[at + name.len()..].starts_with('(')
    });
    assert!(is_shown, "{name} has the example `{example}`");
    assert!(!operation.equation().is_empty(), "{name} has no equation");
    let tokens = example.parse().unwrap_or_else(|error| panic!("{name}: {error}"));
    let parsed = parse_expression(tokens).unwrap_or_else(|error| panic!("{name}: {error:?}"));
    let proved = prove(&parsed, &Scope::new()).unwrap_or_else(|error| panic!("{name}: {error:?}"));
    assert!(proved.obligations.is_empty() && proved.bounds.is_everywhere(), "{name} is not plain");
    proved.value.to_string()
}

/// The entry of an operation: a heading to link to, its operands, its equation, and its example with the value below.
fn entry(operation: &Operation) -> String {
    let (name, usage, equation) = (operation.name(), operation.usage(), operation.equation());
    let (example, value) = (operation.example(), value(operation));
    format!("\n### {name}\n\n`{name}({usage})`: {equation}\n\n```text\n{example}\n{value}\n```\n")
}

#[test]
fn every_operation_has_an_equation_and_an_example_with_a_value() {
    let mut page = OPERATIONS_HEAD.to_owned();
    for group in GROUPS {
        let link = |operation: &Operation| {
            format!("[`{0}`](#{1})", operation.name(), operation.name().to_lowercase())
        };
        let links: Vec<String> = group.operations.iter().map(link).collect();
        page.push_str(&format!("\n## {}\n\n{}\n", group.title, links.join(", ")));
        group.operations.iter().for_each(|operation| page.push_str(&entry(operation)));
    }
    if document::is_asked_for() {
        document::write(OPERATIONS, &page);
        return;
    }
    let command = "WRITE=1 cargo test -p layout-tests --test it complete";
    assert!(
        document::read(OPERATIONS) == page,
        "{OPERATIONS} is stale: `{command}` writes it anew"
    );
}
