//! Layouts in the notation of other libraries: what is written reads back as the same layout, and
//! what the libraries themselves print has the offsets that they compute.

use layout_algebra::ops::{self, swizzled};
use layout_algebra::{HTuple, Int};
use layout_codegen::{Evaluated, Notation, Scope, Value, parse_expression, prove};
use serde_json::Value as Json;

use crate::cases;

const ALLOW: &str = "#[allow(non_injective, padding)]";

fn evaluated(text: &str) -> Evaluated {
    let tokens = text.parse().unwrap_or_else(|error| panic!("{text}: {error}"));
    let parsed = parse_expression(tokens);
    let parsed = parsed.unwrap_or_else(|error| panic!("{text}: {}", error.text()));
    prove(&parsed, &Scope::new()).unwrap_or_else(|error| panic!("{text}: {error:?}"))
}

/// The leaves alone, which are all that an array has.
fn flat(value: &Value) -> String {
    match value {
        Value::Layout(layout) => {
            let leaves: Vec<String> = layout
                .leaves()
                .into_iter()
                .map(|(extent, stride)| format!("{extent}:{stride}"))
                .collect();
            leaves.join(", ")
        }
        value => value.to_string(),
    }
}

#[test]
fn random_layouts_read_back() {
    for notation in Notation::ALL {
        let is_array = matches!(notation, Notation::NumPy | Notation::Torch);
        let (mut read, mut unwritten) = (0, 0);
        for case in cases() {
            let layout = evaluated(&case.random.text);
            let Ok(written) = notation.write(&layout) else {
                // Padding, and what arrays have not; the rest has words everywhere.
                let is_padded = !layout.bounds.is_everywhere();
                let is_symbolic = layout.is_symbolic();
                assert!(is_padded || is_array || is_symbolic, "{notation}: {}", case.random.text);
                unwritten += 1;
                continue;
            };
            // What Python says of conditions is a comment there, and none in Rust.
            let text = written.split_once("  # ").map_or(written.as_str(), |(text, _)| text);
            let again = evaluated(&format!("{ALLOW} {text}"));
            match is_array {
                true => assert_eq!(flat(&again.value), flat(&layout.value), "{written}"),
                false => {
                    assert_eq!(again.value.to_string(), layout.value.to_string(), "{written}");
                }
            }
            read += 1;
        }
        println!("{notation}: {read} layouts read back, {unwritten} have no words");
        let least = if is_array { cases().len() / 4 } else { cases().len() / 2 };
        assert!(read >= least, "{notation}: {read}");
    }
}

#[test]
fn what_libraries_print_has_their_offsets() {
    let records = include_str!("../../data/conformance/notations.jsonl");
    let mut read = 0;
    for line in records.lines() {
        let record: Json = serde_json::from_str(line).expect("a record");
        let text = record["text"].as_str().expect("a text");
        let offsets = record["offsets"].as_array().expect("offsets");
        let value = evaluated(&format!("{ALLOW} {text}")).value;
        for (i, offset) in offsets.iter().enumerate() {
            let at = HTuple::Leaf(Int::new(i as i128));
            let ours = match &value {
                Value::Layout(layout) => ops::evaluate(&at, layout).map(|it| it.to_string()),
                Value::Composed(layout) => swizzled::evaluate(&at, layout).map(|it| it.to_string()),
                other => panic!("{text}: {other}"),
            };
            assert_eq!(ours.ok(), Some(offset.to_string()), "{text} at {i}");
        }
        read += 1;
    }
    assert_eq!(read, RECORDS);
}

/// How many records there are.
const RECORDS: usize = 360;
