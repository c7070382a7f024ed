//! `layout print EXPR`.

use crate::command::{Run, run};

#[track_caller]
fn table(arguments: &[&str]) -> String {
    let Run { status, out, err } = run(&[&["print"], arguments].concat());
    assert_eq!((status, err.as_str()), (0, ""));
    out
}

#[track_caller]
fn errors(expression: &str) -> String {
    let Run { status, out, err } = run(&["print", expression]);
    assert_eq!((status, out.as_str()), (1, ""));
    err
}

#[test]
fn table_of_two_modes() {
    insta::assert_snapshot!(table(&["(4,(2,2)):(2,(1,8))"]));
}

#[test]
fn table_of_a_value() {
    assert_eq!(table(&["(4,8) o (2,2):(1,16)"]), table(&["(2,2):(1,16)"]));
}

#[test]
fn table_of_an_allowed_layout() {
    insta::assert_snapshot!(table(&["--allow", "non_injective", "(2,4):(1,0)"]));
}

#[test]
fn table_of_a_swizzled_layout() {
    insta::assert_snapshot!(table(&["Sw<2,1,3> o 0 o (4,8):(8,1)"]));
}

#[test]
fn table_of_composed_layouts() {
    let text = table(&["(8,8):(4,33) o 1 o Sw<1,0,2> o 0 o (2,3):(3,1)"]);
    let (notation, cells) = text.split_once('\n').expect("a line with the notation");
    assert_eq!(notation, "(8,8):(4,33) o 1 o Sw<1,0,2> o 0 o (2,3):(3,1)");
    // 1 + Sw(x), eight to a column.
    let row = |offsets: &str| cells.lines().any(|line| line.ends_with(offsets));
    assert!(row("|  4 |  8 | 12 |") && row("| 16 | 24 | 20 |"), "{cells}");
}

#[test]
fn error_of_a_swizzle() {
    insta::assert_snapshot!(errors("Sw<2,1,3>"));
}

#[test]
fn tables_of_a_swizzled_layout_of_three_modes() {
    insta::assert_snapshot!(table(&["Sw<1,0,2> o 0 o (2,3,2)"]));
}

#[test]
fn table_of_coordinates() {
    insta::assert_snapshot!(table(&["(2,3):(1@1,2@0)"]));
}

#[test]
fn error_of_a_wrong_expression() {
    insta::assert_snapshot!(errors("(2,4):(1,0)"));
}

#[test]
fn error_of_many_tables() {
    insta::assert_snapshot!(errors("make_layout(2:1, 3:2, 40:6)"));
}

#[test]
fn error_of_a_huge_layout() {
    insta::assert_snapshot!(errors("(1000000,1000000)"));
}

#[test]
fn error_of_an_integer() {
    insta::assert_snapshot!(errors("cosize(4:2)"));
}

/// A table of more columns than a terminal has is printed in pieces.
#[test]
fn a_wide_table_fits_a_width() {
    let wide = table(&["(2,40):(40,1)"]);
    let fitted = table(&["--width", "60", "(2,40):(40,1)"]);
    assert!(wide.lines().all(|line| line.len() > 200 || line.starts_with('(')));
    assert!(fitted.lines().all(|line| line.len() <= 60), "{fitted}");
    let cells = |text: &str| -> Vec<String> {
        let rows = text.lines().filter(|line| line.starts_with(" 1 "));
        rows.flat_map(|row| {
            row.split('|').skip(1).map(|cell| cell.trim().to_owned()).collect::<Vec<_>>()
        })
        .filter(|cell| !cell.is_empty())
        .collect()
    };
    assert_eq!(cells(&wide), cells(&fitted));
    assert_eq!(table(&["--width", "0", "(2,40):(40,1)"]), wide);
}
