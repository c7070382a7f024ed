//! `layout access EXPR…`.

use layout_algebra::hardware::Machine;

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

/// Every machine, by rows of 256 bytes: two of CDNA 4's groups of lanes, which have 64 banks for loads and 32 for stores.
#[test]
fn rows_on_every_machine() {
    let of = |machine: &Machine| {
        let bytes = machine.widest.min(16).to_string();
        let arguments =
            ["--bits", "16", "--bytes", &bytes, "--machine", machine.name, "(64,8):(128,1)"];
        said(&arguments)
    };
    insta::assert_snapshot!(Machine::ALL.iter().map(of).collect::<String>());
}

#[test]
fn a_tile_that_no_block_has_memory_for() {
    let of = |name| said(&["--bits", "16", "--machine", name, "(64,(8,2)):(1024,(1,65536))"]);
    insta::assert_snapshot!(of("gfx950") + &of("sm_100") + &of("sm_120"));
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
