//! tensor-layouts' tests of its analysis: what they ask has the same answers in the language.

use std::collections::BTreeMap;

use layout_codegen::Allow;
use serde_json::Value;

use crate::language::eval;

const RECORDS: &str = include_str!("../../data/conformance/analysis.jsonl");

#[test]
fn what_tensor_layouts_tests_ask_has_the_same_answers() {
    let mut tests: BTreeMap<String, usize> = BTreeMap::new();
    for line in RECORDS.lines() {
        let record: Value = serde_json::from_str(line).expect("a record");
        let expression = record["expression"].as_str().expect("an expression");
        let found = eval(expression, Allow::all());
        match (found, record["value"].as_str()) {
            (Ok(found), Some(value)) => {
                assert_eq!(found.to_string().replace(' ', ""), value, "{line}");
            }
            (Err(error), None) => {
                let refused = ["is no permutation", "is not linear"];
                assert!(refused.iter().any(|words| error.contains(words)), "{line}: {error}");
            }
            (found, _) => panic!("{line}: {found:?}"),
        }
        *tests.entry(record["test"].as_str().expect("a test").to_owned()).or_default() += 1;
    }
    let asked: usize = tests.values().sum();
    assert_eq!((tests.len(), asked), TESTS, "tests, and what they ask");
}

/// The tests, of 155, that ask something which the language has, and how often.
const TESTS: (usize, usize) = (88, 517);
