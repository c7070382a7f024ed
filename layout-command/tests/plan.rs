//! `layout plan EXPR`.

use crate::command::{Run, run};

#[track_caller]
fn plan(arguments: &[&str]) -> String {
    let Run { status, out, err } = run(&[&["plan"], arguments].concat());
    assert_eq!((status, err.as_str()), (0, ""));
    out
}

#[track_caller]
fn errors(arguments: &[&str]) -> String {
    let Run { status, out, err } = run(&[&["plan"], arguments].concat());
    assert_eq!((status, out.as_str()), (1, ""));
    err
}

#[test]
fn plan_of_a_layout() {
    insta::assert_snapshot!(plan(&["((4,32),8):((256,1),32)"]));
}

#[test]
fn plan_of_bits_that_are_interleaved() {
    insta::assert_snapshot!(plan(&["((2,2,2),(2,2,2)):((1,4,16),(2,8,32))"]));
}

#[test]
fn plan_of_a_layout_over_a_basis() {
    insta::assert_snapshot!(plan(&["zipped_divide(make_identity_layout((8,8)), (2,4))"]));
}

#[test]
fn plan_of_a_padded_layout() {
    insta::assert_snapshot!(plan(&["#[allow(padding)] zipped_divide((10,16):(16,1), (4,8))",]));
}

#[test]
fn plan_of_a_swizzled_layout() {
    insta::assert_snapshot!(plan(&["Sw<3,4,3> o 0 o (8,64):(64,1)"]));
}

#[test]
fn plan_of_a_layout_with_symbols() {
    insta::assert_snapshot!(plan(&["Sw<3,4,3> o 0 o zipped_divide((m,64):(64,1), (32,16))"]));
}

#[test]
fn plan_of_negative_strides() {
    insta::assert_snapshot!(plan(&["(3,5):(-5,1)"]));
}

#[test]
fn plan_of_a_shape_is_that_of_its_layout() {
    assert_eq!(plan(&["(4,8)"]), plan(&["(4,8):(1,4)"]));
}

#[test]
fn plan_of_an_allowed_layout() {
    assert!(plan(&["--allow", "non_injective", "(4,8):(1,0)"]).starts_with("(4,8):(1,0)\n"));
}

#[test]
fn error_of_an_integer() {
    insta::assert_snapshot!(errors(&["cosize(4:2)"]));
}

#[test]
fn error_of_a_layout_without_functions() {
    insta::assert_snapshot!(errors(&["(4,2):(1,9223372036854775808)"]));
}

/// The instructions differ between machines and compilers: their frame does not.
#[test]
fn assembly_of_every_function() {
    for source in ["((3,4),(5,7)):((1,15),(3,60))", "((3,4),(5,7)):((1@0,7@1),(3@0,1@1))"] {
        let text = plan(&["--asm", source]);
        let (facts, assembly) = text.split_once("\n\n").expect("an empty line between both");
        assert_eq!(facts, plan(&[source]).trim_end());
        for name in ["index:", "at:", "at_flat:"] {
            let label = |line: &str| line.trim_start_matches('_').starts_with(name);
            assert!(assembly.lines().any(label), "{name} in {assembly}");
        }
        assert!(!assembly.contains("panic"), "{assembly}");
    }
}

#[test]
fn error_of_an_unknown_target() {
    let text = plan(&["(4,8)"]);
    let Run { status, out, err } = run(&["plan", "--asm", "--target", "no-such-target", "(4,8)"]);
    assert_eq!((status, out), (1, text));
    assert!(err.starts_with("error: `rustc` fails: ") && err.contains("no-such-target"), "{err}");
}

#[test]
fn error_without_a_compiler() {
    let mut command = crate::command::layout(&["plan", "--asm", "(4,8)"]);
    let run = command.env("RUSTC", "/no/such/rustc").output().expect("the command starts");
    let Run { status, err, .. } = run.into();
    let expected = "error: there is no `/no/such/rustc`: install Rust, or set RUSTC\n";
    assert_eq!((status, err.as_str()), (1, expected));
}

#[test]
fn what_it_takes_is_printed() {
    let Run { status, out, err } = run(&["plan", "--time", "zipped_divide((64,64), (16,16))"]);
    assert_eq!((status, err.as_str()), (0, ""));
    let rows: Vec<&str> =
        out.lines().map(|line| line.split("  ").next().unwrap_or_default()).collect();
    assert_eq!(rows, ["evaluated", "planned", "in all"]);
    assert!(out.lines().all(|line| line.ends_with(" ms")), "{out}");
    assert_eq!(run(&["plan", "--time", "(4,8):(8,8)"]).status, 1);
}
