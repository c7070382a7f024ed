//! The names of others' functions and classes: each is read, or its error says what to write.

use layout_codegen::{Scope, Unevaluated, parse_expression, prove};

/// The end of an error that does not know the name.
const UNKNOWN: &str = "operations have CuTe's names";

/// The error of the call of a name with a layout; none where it has a value.
fn error(name: &str) -> Option<String> {
    let tokens = format!("#[allow(non_injective, padding)] {name}((4,8):(8,1))").parse();
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

#[test]
fn every_name_of_other_packages_is_read_or_has_a_help() {
    let (mut names, mut read, mut without) = (0, 0, Vec::new());
    let lines = include_str!("../../data/names.txt").lines().filter(|line| !line.starts_with('#'));
    for (package, all) in lines.filter_map(|line| line.split_once(": ")) {
        for name in all.split_whitespace() {
            names += 1;
            match error(name) {
                None => read += 1,
                // An operation that has other operands says which.
                Some(error)
                    if error.starts_with(&format!("{name}:")) || error.contains("operand") =>
                {
                    read += 1
                }
                Some(error) if error.contains("help: ") && !error.contains(UNKNOWN) => {}
                Some(error) => without.push(format!("{package}: {name}: {error}")),
            }
        }
    }
    assert!(without.is_empty(), "{} of {names}:\n{}", without.len(), without.join("\n"));
    assert!(names > 120 && read > 60, "{read} of {names}");
}
