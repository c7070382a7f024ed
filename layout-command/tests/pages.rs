//! `layout explain L0008`: the pages of the codes of errors.

use layout_algebra::ErrorKind;

use crate::command::{Run, run};

/// The codes of errors that no expression has: it is answered with a condition instead.
const CONDITIONS: &[&str] = &["L0006", "L0007", "L0009"];

#[test]
fn every_code_has_a_page_whose_mistake_has_the_code() {
    for code in ErrorKind::CODES {
        let Run { status, out, err } = run(&["explain", code]);
        assert_eq!((status, err.as_str()), (0, ""), "{code}");
        assert!(out.starts_with(&format!("{code}: ")), "{code}: {out}");
        let errors = usize::from(!CONDITIONS.contains(code));
        assert_eq!(out.matches(&format!("error[{code}]: ")).count(), errors, "{code}: {out}");
        // The ways out are none.
        assert_eq!(out.matches("error").count(), errors, "{code}: {out}");
        assert!(out.matches("$ layout eval '").count() > errors, "{code}: {out}");
    }
}

#[test]
fn a_page() {
    insta::assert_snapshot!(run(&["explain", "L0018"]).out);
}

#[test]
fn what_is_no_code_is_an_expression() {
    assert_eq!(run(&["explain", "L9999"]).status, 1);
    assert_eq!(run(&["explain", "L0001", "(4,8)"]).status, 0);
}

#[test]
fn values_and_mistakes_are_objects() {
    let Run { status, out, err } =
        run(&["eval", "--format", "json", "(4,8):(1,2)", "(4,8)", "(4,8"]);
    assert_eq!((status, err.as_str()), (1, ""));
    insta::assert_snapshot!(out);
}

#[test]
fn repairs_are_texts_for_bytes_with_which_the_expression_is_right() {
    for (source, better) in [
        ("(4,8):(1,(2,3))", "(4,8):(1,4)"),
        ("(4,-8):(1, 4)", "(4,8):(1,-4)"),
        ("4,8:8,1", "(4,8):(8,1)"),
        ("get((4,8):(8,1), 2)", "get((4,8):(8,1), 1)"),
        ("complement((2,3):(1,1), 12)", "complement((2,3):(1,2), 12)"),
        ("logical_divde(8, 4)", "logical_divide(8, 4)"),
        ("flatten((4,8), 1)", "flatten((4,8))"),
        ("(4,8) (8,1)", "(4,8) :(8,1)"),
        ("(4,8)(8,1)", "(4,8):(8,1)"),
    ] {
        let Run { out, .. } = run(&["eval", "--format", "json", source]);
        let repair =
            out.split("\"repairs\":[{").nth(1).unwrap_or_else(|| panic!("{source}: {out}"));
        let field = |name: &str| repair.split(&format!("\"{name}\":")).nth(1).expect(name);
        let number = |name: &str| -> usize {
            let digits = field(name).split(',').next().expect(name);
            digits.parse().expect(name)
        };
        let text = field("text").split('"').nth(1).expect("a text");
        let repaired = [&source[..number("start")], text, &source[number("end")..]].concat();
        assert_eq!(repaired, better);
        assert_eq!(run(&["eval", &repaired]).status, 0, "{repaired}");
    }
}

#[test]
fn steps_are_objects() {
    let Run { status, out, err } =
        run(&["explain", "--format", "json", "logical_divide(24:2, 4:2)", "(4,8):(7,1)", "L0008"]);
    assert_eq!((status, err.as_str()), (1, ""));
    insta::assert_snapshot!(out);
}
