//! The examples of the public notes that people learn CuTe from.

use layout_codegen::{Allow, Value};

use crate::language::{eval, everything};

/// `expression = value`, without the remark.
fn cases() -> Vec<(String, String)> {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/data/notes.txt");
    let text = std::fs::read_to_string(path).expect("the notes are in the repository");
    let lines = text.lines().filter(|line| !line.is_empty() && !line.starts_with("# "));
    let lines = lines.filter(|line| !line.starts_with("## ") && !line.starts_with("#later"));
    lines
        .map(|line| {
            let line = line.split("  # ").next().unwrap_or(line);
            let (expression, value) = line.rsplit_once(" = ").expect("a case has a value");
            (expression.to_owned(), value.to_owned())
        })
        .collect()
}

/// The offsets of a layout of rank 2, row by row.
fn table(expression: &str) -> String {
    let size = |mode: usize| match eval(&format!("size({expression}, {mode})"), everything()) {
        Ok(Value::Int(size)) => size.known().expect("a size is known"),
        other => panic!("{expression}: {other:?}"),
    };
    let at = |m: i128, n: i128| {
        eval(&format!("crd2idx(({m},{n}), {expression})"), everything())
            .expect("a coordinate of the layout")
            .to_string()
    };
    let row = |m| (0..size(1)).map(|n| at(m, n)).collect::<Vec<_>>().join(" ");
    (0..size(0)).map(row).collect::<Vec<_>>().join(" / ")
}

#[test]
fn examples_of_the_notes_hold() {
    let cases = cases();
    for (expression, value) in &cases {
        let ours = match expression.strip_prefix("table ") {
            Some(layout) => table(layout),
            None => match eval(expression, Allow::default()) {
                Ok(value) => value.to_string(),
                Err(error) => error,
            },
        };
        assert_eq!(ours, *value, "{expression}");
    }
    assert_eq!(cases.len(), 141, "every example is run");
}
