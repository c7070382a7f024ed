//! A part of the records as a program, `tests/mixed/records.rs`: what rustc makes of them
//! is run there.

use std::fmt::Write;

use layout_algebra::Condition;

use super::written::written;
use super::{Found, Groups, Member};
use crate::conformance::text;

/// One of so many records is compiled.
const PART: usize = 3;

/// The program is that of the records; it is written where snapshots are updated.
pub(super) fn check(groups: &Groups) {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/mixed/records.rs");
    let program = program(groups);
    if std::env::var("INSTA_UPDATE").is_ok_and(|update| update == "always") {
        std::fs::write(path, program).expect("the program is written");
        return;
    }
    let found = std::fs::read_to_string(path).expect("the program is in the repository");
    assert!(found == program, "{path} is not that of the records: run with INSTA_UPDATE=always");
}

fn program(groups: &Groups) -> String {
    let mut program = String::from(
        "//! CuTe's records over symbols, which `it/conformance_mixed` has written.\n\n\
         use layout_view::layout;\n\n\
         use crate::{Answer, answer, run};\n\n",
    );
    let mut answers = String::new();
    let agree = [Found::Agree, Found::AgreeIf, Found::AgreeUnder];
    for member in agree.iter().filter_map(|found| groups.get(found)).flat_map(|of| part(of)) {
        define(&mut program, &mut answers, "Record", member, &member.assumed);
    }
    let under = groups.get(&Found::AgreeUnder).map_or(&[][..], Vec::as_slice);
    for member in part(under) {
        define(&mut program, &mut answers, "Usual", member, &[]);
    }
    write!(program, "pub(crate) fn answers() -> Vec<Answer> {{\n    vec![\n{answers}    ]\n}}\n")
        .expect("a string takes it");
    program
}

/// A part of the members with symbols.
fn part(of: &[Member]) -> impl Iterator<Item = &Member> {
    of.iter().filter(|member| !written(&member.record).1.is_empty()).step_by(PART)
}

/// A named layout of a record, and its answer at the values.
fn define(
    program: &mut String,
    answers: &mut String,
    kind: &str,
    of: &Member,
    assumed: &[Condition],
) {
    let (expression, values) = written(&of.record);
    let id = text(&of.record, "id");
    let name = format!("{kind}{}", id.trim_start_matches("pub-"));
    // In the order in which they are counted.
    let symbols: Vec<String> = (0..values.len()).map(|i| format!("x{i}")).collect();
    let assumed: Vec<String> = assumed.iter().map(Condition::assumption).collect();
    let assume = match assumed.as_slice() {
        [] => String::new(),
        _ => format!("    #[assume({})]\n", assumed.join(", ")),
    };
    let list = symbols.join(", ");
    write!(
        program,
        "layout! {{\n    #[allow(non_injective, padding)]\n{assume}    \
         struct {name}<{list}> = {expression};\n}}\n\n"
    )
    .expect("a string takes it");
    let values: Vec<String> =
        symbols.iter().map(|symbol| format!("run({})", values[symbol])).collect();
    let values = values.join(", ");
    writeln!(answers, "        answer(\"{id}\", \"{kind}\", {name}::new({values})),")
        .expect("a string takes it");
}
