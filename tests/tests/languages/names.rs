//! The names of others' functions and classes: each is read, or its error says what to write.

use std::collections::BTreeSet;

use layout_codegen::{Scope, Unevaluated, operation_names, parse_expression, prove};
use layout_tests::document;

/// The end of an error that does not know the name.
const UNKNOWN: &str = "operations have CuTe's names";

/// The answer to the call of a name.
#[derive(Clone, Copy, PartialEq)]
enum Answer {
    /// It is an operation here.
    Read,
    /// It is none, and the error says what to write.
    Helped,
    Unknown,
}

/// The error of an expression; none where it has a value.
fn error(expression: &str) -> Option<String> {
    let tokens = format!("#[allow(non_injective, padding)] {expression}").parse();
    let parsed = match parse_expression(tokens.expect("tokens")) {
        Ok(parsed) => parsed,
        Err(diagnostic) => return Some(diagnostic.text()),
    };
    match prove(&parsed, &Scope::new()) {
        Ok(_) => None,
        Err(Unevaluated::Wrong(diagnostic)) => Some(diagnostic.text()),
        Err(other) => Some(format!("{other:?}")),
    }
}

fn answer(expression: &str, operations: &BTreeSet<&str>) -> Answer {
    let Some(error) = error(expression) else { return Answer::Read };
    // An operation that has other operands says which.
    let (first, _) = error.split_once([':', ' ']).unwrap_or((&error, ""));
    if operations.contains(first) {
        Answer::Read
    } else if error.contains("help: ") && !error.contains(UNKNOWN) {
        Answer::Helped
    } else {
        Answer::Unknown
    }
}

/// The calls of a name as its package's authors write them.
fn calls(package: &str, name: &str) -> Vec<String> {
    const LAYOUT: &str = "((4,8):(8,1))";
    let plain = format!("{name}{LAYOUT}");
    match package.split_once(' ').map(|(first, _)| first) {
        _ if package.starts_with("CuTe C++") => vec![
            format!("{name}<0>{LAYOUT}"),
            format!("{name}<1,0>{LAYOUT}"),
            format!("{name}<Layout<Shape<_4,_8>,Stride<_8,_1>>>"),
            format!("{name}<_4,_8>{{}}"),
            format!("cute::{name}{LAYOUT}"),
            plain,
        ],
        _ if package.starts_with("CuTe DSL") => vec![
            format!("cute.{name}({LAYOUT}, (_,3))"),
            format!("cute.{name}(16, 32, {LAYOUT})"),
            format!("cute.{name}(2, 0)"),
            format!("cute.{name}(2, 4, 3)"),
            format!("cute.{name}{LAYOUT}"),
        ],
        Some("pycute") => vec![
            format!("{name}({LAYOUT}, (_,3))"),
            format!("{name}(2, 4, 3)"),
            format!("pycute.{name}{LAYOUT}"),
            plain,
        ],
        _ => vec![format!("{name}(2, 4, 3)"), format!("tensor_layouts.{name}{LAYOUT}"), plain],
    }
}

const PAGE: &str = "docs/coming-from.md";
const HEAD: &str = "| package | names | read as they stand | an error that says what to write |\n|---|---|---|---|\n";

#[test]
fn names_of_other_packages_are_read_or_have_a_help() {
    let operations: BTreeSet<&str> = operation_names().collect();
    let (mut without, mut rows) = (Vec::new(), String::new());
    let lines = include_str!("../../data/names.txt").lines().filter(|line| !line.starts_with('#'));
    for (package, all) in lines.filter_map(|line| line.split_once(": ")) {
        let (mut names, mut read) = (0, 0);
        for name in all.split_whitespace() {
            names += 1;
            let calls = calls(package, name);
            if calls.iter().any(|call| answer(call, &operations) == Answer::Read) {
                read += 1;
                continue;
            }
            // Of what is not read the plain call, the last one, has the error.
            let plain = &calls[calls.len() - 1];
            if answer(plain, &operations) != Answer::Helped {
                let error = error(plain).unwrap_or_default();
                without.push(format!("{package}: {plain}: {error}"));
            }
        }
        rows.push_str(&format!("| {package} | {names} | {read} | {} |\n", names - read));
        assert!(names >= 40 && read > names / 3, "{package}: {read} of {names}");
    }
    assert!(without.is_empty(), "{}:\n{}", without.len(), without.join("\n"));
    let page = document::read(PAGE);
    let (before, rest) = page.split_once(HEAD).expect("a table");
    let (_, after) = rest.split_once("\n\n").expect("text after it");
    let made = format!("{before}{HEAD}{rows}\n{after}");
    if document::is_asked_for() {
        document::write(PAGE, &made);
        return;
    }
    let command = "WRITE=1 cargo test -p layout-tests --test languages names_of_other_packages";
    assert!(page == made, "{PAGE} is stale: `{command}` writes it anew");
}
