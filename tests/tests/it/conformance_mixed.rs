//! CuTe's records of static and run-time integers together.
//!
//! A dynamic integer of a record is a symbol here, through the algebra and through the
//! language. The answer over symbols, at the values of the record, is held as a
//! function against the record's table. Each record is in one group, which says why it
//! is there; one that is in none fails. A part of them is compiled, in `tests/mixed`.

mod compiled;
mod operands;
mod settle;
mod written;

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::fmt::Write;

use layout_algebra::{Condition, Error, ErrorKind, Facts, HTuple, Int, Layout, ops, prove};
use layout_laws as laws;
use serde_json::Value as Json;

use crate::conformance::{records, text};
use operands::Operands;
use settle::{Answer, Settled, Values, settle};
use written::written;

/// The outcome of a record.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Found {
    Agree,
    AgreeIf,
    AgreeUnder,
    Wrong,
    Begins,
    Nowhere,
    Answered,
    BothRefuse,
}

/// The groups, and why their records are there.
const GROUPS: [(Found, &str); 8] = [
    (Found::Agree, "the same function for all values"),
    (Found::AgreeIf, "the same function under obligations, which hold"),
    (
        Found::AgreeUnder,
        "the same function where it is assumed which case the values are: the structure of the \
         answer depends on them, and another case is the usual one",
    ),
    (
        Found::Wrong,
        "CuTe's answer is another function than its definition says: it drops its checks, or takes \
         a stride of 0 for one that is not; ours meets the definition, or the error shows that no \
         layout does",
    ),
    (
        Found::Begins,
        "CuTe's inverse ends at the first stride or extent that is dynamic, ours goes on",
    ),
    (
        Found::Nowhere,
        "CuTe's answer has an extent of 0, where a dynamic extent is 1 or strides are not in the \
         order of the modes; ours meets the definition",
    ),
    (Found::Answered, "CuTe refuses, and ours meets the definition"),
    (Found::BothRefuse, "both refuse, also for the numbers"),
];

fn table(layout: &Layout) -> Vec<i128> {
    let size = ops::size(layout).unwrap().known().expect("a size");
    let at = |i| match ops::evaluate(&HTuple::Leaf(Int::new(i)), layout) {
        Ok(HTuple::Leaf(offset)) => offset.known().expect("an offset"),
        other => panic!("{other:?} is no offset"),
    };
    (0..size).map(at).collect()
}

/// The symbols of a record, by the algebra alone, and their values.
fn symbols(record: &Json) -> (Facts, Values) {
    let noted = RefCell::new((Facts::new(), Values::new()));
    let note = |i: usize, value: i128, extent: bool| {
        let name = format!("x{i}");
        let mut noted = noted.borrow_mut();
        if extent {
            noted.0.extent(&name)
        } else {
            noted.0.integer(&name)
        }
        noted.1.insert(name, value);
        Int::new(value)
    };
    // Only to see the symbols.
    let _ = Operands { record, make: &note }.answer();
    noted.into_inner()
}

/// The answer of the algebra under assumptions.
fn by_algebra(record: &Json, facts: &Facts, assumed: &[Condition]) -> Result<Answer, String> {
    let mut facts = facts.clone();
    for condition in assumed {
        facts.assume(condition).map_err(|refused| format!("{condition}: {refused:?}"))?;
    }
    let proved = prove(&facts, |facts| {
        let make = |i: usize, _: i128, _: bool| facts.int(&format!("x{i}")).expect("a symbol");
        Operands { record, make: &make }.answer()
    });
    let proved = proved.map_err(|error| error.to_string())?;
    let needs = proved.obligations.into_iter().map(|obligation| obligation.condition);
    Ok(Answer { layout: proved.value, obligations: assumed.iter().cloned().chain(needs).collect() })
}

/// Holds if an answer for the values is right: the function that the algebra answers for
/// the numbers, which is held against its definition elsewhere, or another one that
/// satisfies the definition.
fn lawful(record: &Json, answer: &Layout) -> Result<(), String> {
    let make = |_: usize, value: i128, _: bool| Int::new(value);
    let operands = Operands { record, make: &make };
    if operands.answer().is_ok_and(|known| table(&known) == table(answer)) {
        return Ok(());
    }
    let error = |error: Error| error.to_string();
    let layout = operands.layout(0).map_err(error)?;
    match text(record, "op") {
        "composition" => {
            let tiler = laws::convert::tiler(&operands.tiler(1).map_err(error)?)?;
            laws::composition_with(&layout, &tiler, answer)
        }
        "right_inverse" => laws::right_inverse(&layout, answer),
        "left_inverse" => laws::left_inverse(&layout, answer),
        op => Err(format!("{op} has no law here")),
    }
}

/// True if an error shows a point at which no layout is right.
fn shows(error: &Error) -> bool {
    matches!(error.kind(), ErrorKind::NotAdditive { .. } | ErrorKind::BrokenRun { .. })
}

fn one_line(text: &str) -> String {
    text.lines().collect::<Vec<_>>().join("; ")
}

/// The group of a record, and what belongs to it.
fn group(record: &Json, settled: Result<&Settled, String>) -> Result<(Found, String), String> {
    let theirs: Option<Vec<i128>> = record["table"]
        .as_array()
        .map(|table| table.iter().map(|v| v.as_i64().expect("a number").into()).collect());
    let make = |_: usize, value: i128, _: bool| Int::new(value);
    let settled = match settled {
        Ok(settled) => settled,
        Err(why) => {
            let refuses = record.get("error").is_some();
            let found = if refuses { Found::BothRefuse } else { Found::Wrong };
            return match (Operands { record, make: &make }).answer() {
                Err(error) if refuses || shows(&error) => Ok((found, one_line(&why))),
                Err(error) => Err(format!("{why}; {error}")),
                Ok(known) => Err(format!("{why}, but {known}")),
            };
        }
    };
    let ours = &settled.layout;
    let list = |conditions: &[Condition]| {
        conditions.iter().map(Condition::assumption).collect::<Vec<_>>().join(", ")
    };
    let under = match settled.assumed.as_slice() {
        [] => ours.to_string(),
        assumed => format!("{ours} under {}", list(assumed)),
    };
    if record.get("error").is_some() {
        return lawful(record, ours).map(|()| (Found::Answered, under));
    }
    let theirs = theirs.expect("a table");
    let ours = table(ours);
    if ours == theirs {
        return Ok(match (settled.assumed.as_slice(), settled.obligations.as_slice()) {
            ([], []) => (Found::Agree, String::new()),
            ([], needs) => (Found::AgreeIf, list(needs)),
            (assumed, _) => (Found::AgreeUnder, list(assumed)),
        });
    }
    lawful(record, &settled.layout).map_err(|why| format!("{under}: {why}"))?;
    match text(record, "op") {
        _ if theirs.is_empty() => Ok((Found::Nowhere, under)),
        "right_inverse" if ours.starts_with(&theirs) => Ok((Found::Begins, under)),
        // By their definitions there is only one function.
        "composition" | "filter" | "make_layout_like" => Ok((Found::Wrong, under)),
        _ => Err(format!("{under}: {ours:?}, not {theirs:?}")),
    }
}

/// A record in its group.
struct Member {
    record: Json,
    name: String,
    what: String,
    assumed: Vec<Condition>,
}

type Groups = BTreeMap<Found, Vec<Member>>;

/// The records in their groups, by one way of computing them.
fn grouped(run: impl Fn(&Json) -> Result<Settled, String>) -> Groups {
    let (mut groups, mut wrong) = (Groups::new(), Vec::new());
    for record in records().into_iter().filter(|record| record["mixed"].as_bool() == Some(true)) {
        let operands = record["args"].as_array().into_iter().flatten();
        let operands: Vec<&str> = operands.filter_map(Json::as_str).collect();
        let name =
            format!("{} {}({})", text(&record, "id"), text(&record, "op"), operands.join(", "));
        let settled = run(&record);
        match group(&record, settled.as_ref().map_err(Clone::clone)) {
            Ok((found, what)) => {
                let assumed = settled.map_or_else(|_| Vec::new(), |settled| settled.assumed);
                groups.entry(found).or_default().push(Member { record, name, what, assumed });
            }
            Err(why) => wrong.push(format!("{name}: {why}\n  {record}")),
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    groups
}

fn report(groups: &Groups) -> String {
    let mut report = String::new();
    for (found, why) in GROUPS {
        let of = groups.get(&found).map_or(&[][..], Vec::as_slice);
        writeln!(report, "\n{} {why}", of.len()).expect("a string takes it");
        // What agrees without more is no news.
        for Member { name, what, .. } in of.iter().filter(|_| found > Found::AgreeIf) {
            writeln!(report, "    {name}: {what}").expect("a string takes it");
        }
    }
    report
}

#[test]
fn mixed_records_hold_in_the_algebra() {
    let groups = grouped(|record| {
        let (facts, values) = symbols(record);
        settle(&values, &|assumed| by_algebra(record, &facts, assumed))
    });
    insta::assert_snapshot!("conformance_mixed_algebra", report(&groups));
}

#[test]
fn mixed_records_hold_in_the_language() {
    let groups = grouped(|record| {
        let (expression, values) = written(record);
        settle(&values, &|assumed| written::attempt(&expression, assumed))
    });
    insta::assert_snapshot!("conformance_mixed_language", report(&groups));
    compiled::check(&groups);
}
