//! `layout access EXPR…`.

use crate::command::{Run, run};

#[track_caller]
fn said(arguments: &[&str]) -> String {
    let Run { status, out, err } = run(&[&["access"], arguments].concat());
    assert_eq!((status, err.as_str()), (0, ""));
    out
}

#[test]
fn lanes_that_meet_in_a_bank_and_the_swizzle() {
    insta::assert_snapshot!(said(&[
        "--bits",
        "16",
        "(8,8):(64,1)",
        "Sw<3,3,3> o 0 o (8,8):(64,1)"
    ]));
}

#[test]
fn sectors_of_single_words() {
    insta::assert_snapshot!(said(&["--bits", "32", "--bytes", "4", "(32,8):(8,1)"]));
}

#[test]
fn lanes_of_another_machine() {
    insta::assert_snapshot!(said(&["--bits", "16", "--machine", "gfx942", "(64,8):(8,1)"]));
}

#[test]
fn errors_say_the_thread_and_the_value() {
    let mut all = String::new();
    for arguments in [
        ["--bytes", "16", "(8,8):(64,2)"],
        ["--bytes", "16", "(8,8):(60,1)"],
        ["--bytes", "3", "(8,8):(64,1)"],
        ["--bytes", "16", "cosize(4:1)"],
    ] {
        let Run { status, out, err } = run(&[&["access", "--bits", "16"], &arguments[..]].concat());
        assert_eq!((status, out.as_str()), (1, ""));
        all += &err;
    }
    insta::assert_snapshot!(all);
}

#[test]
fn lines_of_a_cpu() {
    let machine =
        |name| said(&["--bits", "32", "--machine", name, "(4,16):(16,1)", "(4,16):(1,4)"]);
    insta::assert_snapshot!(machine("x86-64-avx512") + &machine("apple-m"));
}
