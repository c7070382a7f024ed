//! Writes the seeds of the targets of text: the expressions of the conformance
//! records and of the notes, and the values they print, one a file; and a dictionary
//! of the words of the language.
//!
//! `cargo run --example seeds`, in this folder.

use std::collections::BTreeSet;
use std::fs;

use serde_json::Value as Json;

/// The words that are no operations, and numbers at the ends of integer types.
const WORDS: [&str; 14] = [
    "LayoutLeft",
    "LayoutRight",
    "Sw<2,0,3>",
    " o ",
    " o 0 o ",
    "@0",
    "_",
    "(2,2):(1,2)",
    "#[allow(padding)]",
    "#[allow(non_injective)]",
    "true",
    "4294967296",
    "18446744073709551616",
    "170141183460469231731687303715884105727",
];

fn main() -> std::io::Result<()> {
    let root = concat!(env!("CARGO_MANIFEST_DIR"), "/");
    let read = |file: &str| fs::read_to_string(format!("{root}../tests/data/{file}"));
    let mut texts = BTreeSet::new();
    for line in read("conformance/records.jsonl")?.lines() {
        let record: Json = serde_json::from_str(line)?;
        texts.insert(format!("{}({})", text(&record["op"]), text(&record["args"])));
        texts.insert(text(&record["result"]));
    }
    for line in read("notes.txt")?.lines() {
        texts.extend(line.split(" = ").map(str::to_owned));
    }
    for target in ["evaluate", "parse_roundtrip"] {
        let folder = format!("{root}corpus/{target}");
        fs::create_dir_all(&folder)?;
        for (k, text) in texts.iter().enumerate() {
            fs::write(format!("{folder}/seed-{k:05}"), text)?;
        }
    }
    let words = layout_codegen::operation_names().chain(WORDS);
    let lines: String = words.map(|word| format!("\"{word}\"\n")).collect();
    fs::write(format!("{root}corpus/words.dict"), lines)?;
    println!("{} seeds for each target of text", texts.len());
    Ok(())
}

/// An operand as the language writes it; lists become further operands.
fn text(value: &Json) -> String {
    match value {
        Json::String(text) => text.clone(),
        Json::Array(items) => items.iter().map(text).collect::<Vec<_>>().join(", "),
        other => other.to_string(),
    }
}
