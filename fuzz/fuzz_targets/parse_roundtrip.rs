//! Printed notation reads back: text to a value, its notation, and the value again.
#![no_main]

use layout_codegen::Value;
use layout_fuzz::{eval, everything};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    if let Ok(value) = eval(text, everything()) {
        reads_back(&value);
    }
});

fn reads_back(value: &Value) {
    let (written, expected) = match value {
        // Several values have no notation, but each of them has.
        Value::List(values) => return values.iter().for_each(reads_back),
        // A whole expression that is a written tuple means the layout of that shape.
        Value::Tuple(tuple) if tuple.is_tuple() => (format!("take({value}, 0, -1)"), value.clone()),
        _ => (value.to_string(), value.clone()),
    };
    match eval(&written, everything()) {
        Ok(again) => assert_eq!(again, expected, "{written}"),
        Err(error) => panic!("{written}: {error}"),
    }
}
