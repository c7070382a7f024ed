//! `layout diff A B`.

use crate::command::{Run, run};

#[track_caller]
fn check(a: &str, b: &str, status: i32, lines: &[&str]) {
    let out = lines.iter().map(|line| format!("{line}\n")).collect();
    assert_eq!(run(&["diff", a, b]), Run { status, out, err: String::new() });
}

#[test]
fn the_first_coordinate_that_differs_is_printed_and_how_many_do() {
    check(
        "(4,8):(8,1)",
        "(4,8):(1,4)",
        1,
        &["(1,0) is at 8 in the first and at 1 in the second", "30 of 32 coordinates differ"],
    );
    check(
        "Sw<1,0,2> o 0 o 8:1",
        "8:1",
        1,
        &["4 is at 5 in the first and at 4 in the second", "4 of 8 coordinates differ"],
    );
    check(
        "(4,2):(2,1)",
        "8:1",
        1,
        &[
            "1-D coordinate 1 is at 2 in the first and at 1 in the second",
            "6 of 8 coordinates differ",
        ],
    );
}

#[test]
fn layouts_of_other_sizes_and_equal_layouts() {
    check("(4,8):(8,1)", "((2,2),8):((8,16),1)", 0, &["no coordinate differs"]);
    check(
        "(4,8)",
        "32:1",
        0,
        &["no 1-D coordinate differs; the modes do, so that other coordinates name an element"],
    );
    check("4:1", "5:1", 1, &["the first has 4 coordinates and the second 5"]);
}

#[test]
fn what_cannot_be_compared_has_a_status_of_its_own() {
    let wrong = run(&["diff", "4:1", "size(4)"]);
    assert_eq!(wrong.status, 2);
    assert!(wrong.err.contains("only layouts are compared"), "{}", wrong.err);
    assert_eq!(run(&["diff", "(4", "4"]).status, 2);
}

#[test]
fn differences_are_outlined_in_a_picture() {
    let file = std::env::temp_dir().join(format!("layout-diff-{}.svg", std::process::id()));
    let name = file.display().to_string();
    assert_eq!(run(&["diff", "(2,2):(2,1)", "(2,2):(1,2)", "-o", &name]).status, 1);
    let picture = std::fs::read_to_string(&file).expect("it is written");
    assert!(picture.contains("coordinates that differ"), "{picture}");
    std::fs::remove_file(&file).expect("it is there");
}
