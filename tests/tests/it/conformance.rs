//! CuTe's answers, held against ours.
//!
//! Three rules, for each record of `tests/data/conformance/records.jsonl`:
//!
//! 1. CuTe accepts and is not known to be inexact: our answer is CuTe's, to the letter.
//! 2. CuTe accepts and is inexact: our answer is an error, or a layout that is exact.
//! 3. CuTe rejects: our answer is an error, or a layout that is exact.
//!
//! CuTe's answer is also inexact where it fails the law of its operation, although
//! the record does not say so; the snapshot lists these with the point that shows it.
//! Deviations on purpose are listed, each with its reason; nothing else deviates.

use std::collections::BTreeMap;
use std::fmt::Write;

use layout_algebra::ops::{self, swizzled};
use layout_algebra::{Crd, Function, HTuple, IntTuple};
use layout_codegen::Value;
use layout_laws as laws;
use serde_json::Value as Json;

use crate::language::{eval, everything};
use crate::swizzled_answers::{self, function};

/// Records where CuTe's answer is wrong although the record does not say so, by
/// the kind that `DIFFERENCES.md` has a row for, with its reason. Each has the point
/// of our error that proves it, or, where we have an answer, the first point at which
/// CuTe's is wrong. The composition and the products by mode were not checked when
/// the records were made; the divide was, but not as far as the positions that it
/// leaves out.
const DEVIATIONS: &[(&str, &[(&str, &str)])] = &[
    (
        "composition that is no layout",
        &[
            (
                "pub-02589",
                "at coordinate (1,0,7) it is ((8,8),3):((1@0@0,2@1@0),1@1) at 8, which is ((0,2),0), but its modes add up to ((8,0),0)",
            ),
            (
                "pub-04952",
                "at coordinate (1,1,0) it is (8,2):(1,48) at 8, which is 48, but its modes add up to 8",
            ),
            (
                "pub-06481",
                "at coordinate ((1,0),0,1) it is (8,2):(1,80) at 8, which is 80, but its modes add up to 8",
            ),
            (
                "pub-06516",
                "at coordinate (0,0,10,0) it is (10,6):(1,80) at 40, which is 320, but its modes add up to 250",
            ),
            (
                "pub-06565",
                "at coordinate ((0,1),1,0) it is (9,4):(1,27) at 9, which is 27, but its modes add up to 9",
            ),
            (
                "pub-06569",
                "at coordinate 9 it is (9,9):(1,72) at 45, which is 360, but its modes add up to 297",
            ),
            (
                "pub-06581",
                "at coordinate (0,0,0,3,(0)) it is (4,12):(1,40) at 9, which is 81, but its modes add up to 45",
            ),
            (
                "pub-06622",
                "at coordinate ((0),(0,2,2)) it is (8,2):(1,24) at 8, which is 24, but its modes add up to 8",
            ),
            (
                "pub-09931",
                "at coordinate (0,0,3,(0)) it is (12,3):(1,48) at 24, which is 96, but its modes add up to 60",
            ),
            (
                "pub-10482",
                "at coordinate (2,(3,0,0,0)) it is (16,3):(1,64) at 33, which is 129, but its modes add up to 81",
            ),
            (
                "pub-10497",
                "at coordinate (11,((0)),0) it is (16,3):(1,48) at 33, which is 97, but its modes add up to 65",
            ),
            (
                "pub-10536",
                "at coordinate (0,(10)) it is (5,5):(1,15) at 20, which is 60, but its modes add up to 50",
            ),
            (
                "pub-10538",
                "at coordinate (2,1,0,0) it is (9,2):(1,36) at 10, which is 37, but its modes add up to 10",
            ),
        ],
    ),
    (
        "divide that leaves positions out",
        &[("pub-04800", "no tile holds position 16"), ("pub-06265", "no tile holds position 10")],
    ),
    (
        "swizzled composition",
        &[
            ("pub-02562", "Sw<3,0,-4> o 0 o ((2,2),2,4):((2,1),2,4) at 1 is 34, not 2"),
            ("pub-02566", "Sw<3,0,-3> o 0 o (((4,2),2)):(((16,8),1)) at 8 is 9, not 17"),
            ("pub-02573", "Sw<3,0,3> o 0 o ((4,2),2,2):((2,1),8,16) at 8 is 9, not 10"),
        ],
    ),
    (
        "swizzled slice",
        &[
            ("pub-09139", "((2,2),4):((1,-2),4) at 12 is 12, not 13"),
            ("pub-09142", "(2):(16) at 1 is 16, not 13"),
            ("pub-09293", "(((2,4),2)):(((8,144),576)) at 0 is 0, not 128"),
            ("pub-09300", "((2,2)):((36,8)) at 1 is 36, not -60"),
            ("pub-09317", "((8,2)):((33,8)) at 7 is 231, not -25"),
        ],
    ),
    (
        "swizzled inverse",
        &[(
            "pub-05918",
            "Sw<3,0,5> o 0 o (2,2,16):(32,16,1) at 1 is 33, where Sw<3,2,5> o 0 o (16,2,2,1):(4,2,1,0) is 5",
        )],
    ),
];

/// The listed deviations, whatever their kind.
fn deviations() -> impl Iterator<Item = &'static (&'static str, &'static str)> {
    DEVIATIONS.iter().flat_map(|(_, records)| *records)
}

/// The outcome of a record.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Outcome {
    /// Our answer is CuTe's.
    Agree,
    /// CuTe is inexact and we reject.
    InexactRejected,
    /// CuTe is inexact and we find an exact layout.
    InexactFound,
    /// Both reject.
    BothReject,
    /// CuTe rejects and we find an exact layout.
    Found,
    /// A listed deviation.
    Deviates,
    /// Outside of what the language says so far.
    Skipped,
}

const OUTCOMES: [(Outcome, &str); 7] = [
    (Outcome::Agree, "agree"),
    (Outcome::InexactRejected, "CuTe inexact, we reject"),
    (Outcome::InexactFound, "CuTe inexact, we find"),
    (Outcome::BothReject, "both reject"),
    (Outcome::Found, "CuTe rejects, we find"),
    (Outcome::Deviates, "deviates on purpose"),
    (Outcome::Skipped, "skipped"),
];

pub(crate) fn records() -> Vec<Json> {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/data/conformance/records.jsonl");
    let text = std::fs::read_to_string(path).expect("the records are in the repository");
    text.lines().map(|line| serde_json::from_str(line).expect("a record is JSON")).collect()
}

pub(crate) fn text<'a>(record: &'a Json, field: &str) -> &'a str {
    record[field].as_str().unwrap_or_default()
}

/// `op(arg, …)`: lists become further arguments.
fn expression(record: &Json) -> String {
    fn argument(value: &Json) -> String {
        match value {
            Json::String(text) => text.clone(),
            Json::Array(items) => items.iter().map(argument).collect::<Vec<_>>().join(", "),
            other => other.to_string(),
        }
    }
    format!("{}({})", text(record, "op"), argument(&record["args"]))
}

/// A result as we print it.
pub(crate) fn printed(result: &Json) -> String {
    match result {
        Json::String(text) => text.clone(),
        Json::Array(items) => {
            format!("({})", items.iter().map(printed).collect::<Vec<_>>().join(","))
        }
        other => other.to_string(),
    }
}

/// The reason for which a record is not run, if it is not.
fn skip(record: &Json) -> Option<&'static str> {
    if record["mixed"].as_bool() == Some(true) {
        return Some("run-time integers");
    }
    None
}

/// Runs a record; where CuTe's answer fails a law, `unlawful` is told how.
fn run(record: &Json, unlawful: &mut Vec<String>) -> Result<Outcome, String> {
    if skip(record).is_some() {
        return Ok(Outcome::Skipped);
    }
    let id = text(record, "id");
    let expression = expression(record);
    let answer = eval(&expression, everything());
    if matches!(&answer, Err(error) if error.starts_with("unknown operation")) {
        return Ok(Outcome::Skipped);
    }
    let listed = deviations().find(|(listed, _)| *listed == id).map(|(_, why)| *why);
    let rejects = record.get("error").is_some();
    let mut inexact = record["exact"].as_bool() == Some(false);
    let theirs = printed(&record["result"]);
    let agree = matches!(&answer, Ok(ours) if ours.to_string() == theirs);
    if !rejects && !inexact && !agree && listed.is_none() {
        // A tuple that stands alone would be a shape.
        let operand = match text(record, "op") {
            "crd2crd" => format!("get(({theirs}, 0), 0)"),
            _ => theirs.clone(),
        };
        let law = match eval(&operand, everything()) {
            Ok(theirs) => law(record, &theirs),
            Err(error) => Err(error),
        };
        if let Err(why) = law {
            let why = why.lines().next().unwrap_or_default();
            unlawful.push(format!("{id}: {expression} = {theirs}: {why}"));
            inexact = true;
        }
    }
    Ok(match answer {
        Err(_) if rejects => Outcome::BothReject,
        Err(_) if inexact => Outcome::InexactRejected,
        Ok(ours) if rejects || inexact => {
            if inexact && ours.to_string() == theirs {
                return Err(format!("{id}: {expression} = {ours} is inexact"));
            }
            check_exact(record, &ours)?;
            swizzled_answers::check(record, &ours)?;
            if rejects { Outcome::Found } else { Outcome::InexactFound }
        }
        Ok(ours) if agree => {
            if listed.is_some() {
                return Err(format!("{id}: {expression} is listed as a deviation, but agrees"));
            }
            // CuTe's inverse from the right may lead past the size, where a layout
            // continues.
            if text(record, "op") != "right_inverse" {
                swizzled_answers::check(record, &ours)?;
            }
            Outcome::Agree
        }
        Ok(ours) if listed.is_some() => {
            let wrong = swizzled_answers::check_cute(record).err();
            if wrong.as_deref() != listed {
                return Err(format!("{id}: {expression} = {ours}, CuTe: {wrong:?}"));
            }
            swizzled_answers::check(record, &ours)?;
            Outcome::Deviates
        }
        Err(error) if listed.is_some_and(|why| error.contains(why)) => Outcome::Deviates,
        Ok(ours) => return Err(format!("{id}: {expression}\n  CuTe {theirs}\n  ours {ours}")),
        Err(error) => return Err(format!("{id}: {expression}\n  CuTe {theirs}\n  ours {error}")),
    })
}

/// An answer that CuTe does not have equals its definition at every point.
fn check_exact(record: &Json, ours: &Value) -> Result<(), String> {
    law(record, ours)
        .map_err(|why| format!("{}: {} = {ours}: {why}", text(record, "id"), expression(record)))
}

/// Holds an answer against the law of its operation.
fn law(record: &Json, answer: &Value) -> Result<(), String> {
    let argument = |i: usize| match &record["args"][i] {
        Json::String(text) => eval(text, everything()),
        other => eval(&other.to_string(), everything()),
    };
    match text(record, "op") {
        "crd2crd" => {
            let operand = |i: usize| {
                let text = format!("get(({}, 0), 0)", printed(&record["args"][i]));
                tuple(&eval(&text, everything())?)
            };
            return laws::crd2crd(&operand(0)?, &operand(1)?, &operand(2)?, &tuple(answer)?);
        }
        "max_common_vector" => {
            let operands = [argument(0)?, argument(1)?].map(|value| function(&value));
            let [Some(a), Some(b)] = operands else { return Ok(()) };
            return vector(&a, &b, answer);
        }
        _ => {}
    }
    let (Value::Layout(result), Ok(Value::Layout(lhs))) = (answer, argument(0)) else {
        return Ok(());
    };
    match (text(record, "op"), argument(1)) {
        ("composition", Ok(Value::Layout(rhs))) => laws::composition(&lhs, &rhs, result),
        ("blocked_product", Ok(Value::Layout(rhs))) => laws::blocked_product(&lhs, &rhs, result),
        ("raked_product", Ok(Value::Layout(rhs))) => laws::raked_product(&lhs, &rhs, result),
        ("max_common_layout", Ok(Value::Layout(rhs))) => {
            laws::max_common_layout(&lhs, &rhs, result)
        }
        ("left_inverse", _) => laws::left_inverse(&lhs, result),
        ("right_inverse", _) => laws::right_inverse(&lhs, result),
        ("nullspace", _) => laws::nullspace(&lhs, result),
        ("upcast", Ok(Value::Int(factor))) => laws::upcast(&lhs, &factor, result),
        ("downcast", Ok(Value::Int(factor))) => laws::downcast(&lhs, &factor, result),
        _ => Ok(()),
    }
}

/// A value as a tuple of integers.
fn tuple(value: &Value) -> Result<IntTuple, String> {
    let coordinate = value.as_coordinate().ok_or_else(|| format!("{value} is no tuple"))?;
    coordinate.try_flat_map(&mut |crd| match crd {
        Crd::At(int) => Ok(HTuple::Leaf(int.clone())),
        Crd::All => Err(format!("{value} is open")),
    })
}

/// A number of elements is that of the largest lawful common layout.
fn vector(a: &Function, b: &Function, answer: &Value) -> Result<(), String> {
    let common = swizzled::max_common_layout(a, b).map_err(|error| error.to_string())?;
    laws::swizzle::max_common_layout(a, b, &common)?;
    let size = ops::size(&common).map_err(|error| error.to_string())?;
    match answer == &Value::Int(size) {
        true => Ok(()),
        false => Err(format!("{answer} is not the size of {common}")),
    }
}

/// The text of a file at the root of the repository.
fn root(file: &str) -> String {
    let path = format!("{}/../{file}", env!("CARGO_MANIFEST_DIR"));
    std::fs::read_to_string(path).expect("the file is in the repository")
}

/// The rows of `DIFFERENCES.md`: their kinds, and what stands beside.
fn documented() -> BTreeMap<String, String> {
    let text = root("DIFFERENCES.md");
    let rows = text.lines().filter_map(|line| line.strip_prefix("| ")?.split_once(" | "));
    rows.map(|(kind, rest)| (kind.to_owned(), rest.to_owned())).collect()
}

#[test]
fn every_kind_of_deviation_is_documented() {
    assert!(root("README.md").contains("(DIFFERENCES.md)"), "the README leads to the list");
    let documented = documented();
    for (kind, records) in DEVIATIONS {
        let row = documented.get(*kind).unwrap_or_else(|| panic!("no row for {kind}"));
        let reason = row.rsplit(" | ").next().unwrap_or_default();
        assert!(reason.len() > 20, "{kind} has no reason: {row}");
        assert!(!records.is_empty(), "{kind} has no record");
    }
}

/// Every operation with a record of which our answer is not CuTe's is in a row of
/// `DIFFERENCES.md`.
fn check_documented(table: &BTreeMap<String, BTreeMap<Outcome, usize>>) {
    let documented = documented();
    for (op, row) in table {
        let same = [Outcome::Agree, Outcome::BothReject, Outcome::Skipped];
        let differs = row.keys().any(|outcome| !same.contains(outcome));
        let named = documented.values().any(|row| row.contains(&format!("`{op}`")));
        assert!(!differs || named, "{op} differs from CuTe, and no row says how");
    }
}

#[test]
fn static_records_hold() {
    let mut table: BTreeMap<String, BTreeMap<Outcome, usize>> = BTreeMap::new();
    let (mut differences, mut unlawful) = (Vec::new(), Vec::new());
    for record in records() {
        match run(&record, &mut unlawful) {
            Ok(outcome) => {
                let row = table.entry(text(&record, "op").to_owned()).or_default();
                *row.entry(outcome).or_default() += 1;
            }
            Err(difference) => differences.push(difference),
        }
    }
    assert!(differences.is_empty(), "{}", differences.join("\n"));
    check_documented(&table);
    let mut report = String::new();
    let mut total: BTreeMap<Outcome, usize> = BTreeMap::new();
    for (op, row) in &table {
        let cells: Vec<String> = OUTCOMES
            .iter()
            .filter_map(|(outcome, name)| row.get(outcome).map(|n| format!("{n} {name}")))
            .collect();
        writeln!(report, "{op}: {}", cells.join(", ")).expect("a string takes text");
        for (outcome, n) in row {
            *total.entry(*outcome).or_default() += n;
        }
    }
    writeln!(report).expect("a string takes text");
    for (outcome, name) in OUTCOMES {
        writeln!(report, "{} {name}", total.get(&outcome).unwrap_or(&0))
            .expect("a string takes text");
    }
    for (id, reason) in deviations() {
        writeln!(report, "{id}: {reason}").expect("a string takes text");
    }
    for line in unlawful {
        writeln!(report, "{line}").expect("a string takes text");
    }
    println!("{report}");
    insta::assert_snapshot!("conformance", report);
}
