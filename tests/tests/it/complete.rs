//! Nothing public in the algebra is without a law, nothing without a measurement, and no operation
//! of the language without documentation.

use std::collections::BTreeSet;

use layout_codegen::operation_names;
use layout_tests::checks;

// The names alone count here.
#[allow(dead_code)]
#[path = "../../../layout-algebra/benches/operations/cases.rs"]
mod cases;

/// The public functions that a module re-exports, from its source.
fn exports(source: &str, prefix: &str) -> Vec<String> {
    let statements = source.split(';').filter_map(|statement| {
        let (_, names) = statement.trim().strip_prefix("pub use ")?.split_once("::")?;
        Some(names.trim_matches(['{', '}']).split(','))
    });
    let names = statements.flatten().map(str::trim);
    // A type begins in upper case.
    let functions = names.filter(|name| name.starts_with(|c: char| c.is_ascii_lowercase()));
    functions.map(|name| format!("{prefix}{name}")).collect()
}

/// Every public function of `ops` and of `ops::swizzled`.
fn functions() -> Vec<String> {
    let ops = include_str!("../../../layout-algebra/src/ops/mod.rs");
    let swizzled = include_str!("../../../layout-algebra/src/ops/swizzled/mod.rs");
    let mut functions = exports(ops, "");
    functions.extend(exports(swizzled, "swizzled::"));
    assert!(functions.len() > 120, "the source lists {} functions", functions.len());
    functions
}

const TILED: &str = "composed of operations with laws, and held against CuTe in `tiled`";

/// Operations of the language that have the function of another name, or none, and why
/// they need no law of their own.
const LANGUAGE: &[(&str, &str)] = &[
    ("colex_geq", "colex_less of the same tuples, negated"),
    ("colex_gtr", "colex_less of the other order"),
    ("colex_leq", "colex_less of the other order, negated"),
    ("compact_order", "the strides of make_ordered_layout"),
    ("composed_eval", "swizzled::evaluate at some coordinates"),
    ("concat", "the constructor of layouts from modes"),
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
    ("lex_gtr", "lex_less of the other order"),
    ("lex_leq", "lex_less of the other order, negated"),
    ("make_basis_like", "the strides of make_identity_layout"),
    ("make_composed_layout", "swizzled::make_composed_layout"),
    ("make_layout", "the constructor of layouts"),
    ("make_swizzle", "swizzled::make_swizzle"),
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
];

#[test]
fn every_operation_has_a_law() {
    let checked: BTreeSet<&str> = checks::all().flat_map(|check| check.ops).copied().collect();
    let functions = functions();
    for name in &functions {
        assert!(checked.contains(name.as_str()), "ops::{name} has no law in layout_tests::checks");
    }
    for name in &checked {
        assert!(functions.iter().any(|function| function == name), "there is no ops::{name}");
    }
    let excused: BTreeSet<&str> = LANGUAGE.iter().map(|(name, _)| *name).collect();
    let language: BTreeSet<&str> = operation_names().collect();
    for name in &language {
        let lawful = checked.contains(name) != excused.contains(name);
        assert!(lawful, "{name} has to have a law, or a reason why not, and not both");
    }
    let unknown: Vec<&&str> = excused.difference(&language).collect();
    assert!(unknown.is_empty(), "excused, but no operations: {unknown:?}");
}

#[test]
fn every_operation_is_measured() {
    let measured: BTreeSet<&str> = cases::CASES.iter().map(|(name, ..)| *name).collect();
    let excused: BTreeSet<&str> = cases::EXCUSED.iter().map(|(name, _)| *name).collect();
    let functions = functions();
    for name in functions.iter().map(String::as_str) {
        let named = measured.contains(name) != excused.contains(name);
        assert!(named, "benches/operations measures ops::{name}, or excuses it, and not both");
    }
    let named = measured.union(&excused).filter(|name| !functions.iter().any(|f| f == *name));
    assert_eq!(named.collect::<Vec<_>>(), Vec::<&&str>::new(), "measured, but no operations");
}

/// The words in backticks of the table of operations, but for those in parentheses, which say more
/// of an operation.
fn documented() -> Vec<&'static str> {
    let documentation = include_str!("../../../layout-runtime/doc/layout.md");
    let (_, rest) = documentation.split_once("# Operations").expect("a section");
    let (section, _) = rest.split_once("\n# ").expect("a next section");
    let rows = section.lines().filter_map(|line| line.strip_prefix('|')?.split_once('|'));
    let cells = rows.skip(2).flat_map(|(_, cell)| cell.split(['(', ')']).step_by(2));
    cells.flat_map(|text| text.split('`').skip(1).step_by(2)).collect()
}

#[test]
fn every_operation_is_in_the_documentation_of_the_macro() {
    let mut documented = documented();
    documented.sort_unstable();
    let mut operations: Vec<&str> = operation_names().collect();
    operations.sort_unstable();
    assert_eq!(documented, operations);
}
