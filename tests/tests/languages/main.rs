//! The functions of random layouts as text of other languages, compiled and run where their
//! compilers are, against the offsets of the layouts.
//!
//! C, C++ and Python are themselves. CUDA, HIP, GLSL, HLSL, Metal, OpenCL and Slang are
//! compiled as C++ with their words defined away, WGSL after its functions are spelled as
//! C++ spells them: that holds what they compute, not that their own compilers take them.
//! `LAYOUTS=2000` tries more layouts than the few of every run.

mod layouts;
mod offsets;
mod programs;

use layout_codegen::{Language, Print, Scope, parse_expression, prove};

use layouts::{Random, Seed};
use offsets::Expected;
use programs::Program;

/// A layout, its functions and what they answer.
struct Case {
    name: String,
    random: Random,
    expected: Expected,
}

fn cases(seed: u64) -> Vec<Case> {
    let count = std::env::var("LAYOUTS").ok().and_then(|count| count.parse().ok()).unwrap_or(48);
    let mut seed = Seed(seed);
    let mut cases = Vec::new();
    while cases.len() < count {
        let random = seed.layout();
        if let Some(expected) = offsets::of(&random.numbers) {
            cases.push(Case { name: format!("l{}", cases.len()), random, expected });
        }
    }
    cases
}

/// The functions of a layout.
fn text(print: Print, case: &Case) -> String {
    let tokens = case.random.text.parse().expect("tokens");
    let parsed = parse_expression(tokens).unwrap_or_else(|error| panic!("{}", error.text()));
    let evaluated = prove(&parsed, &Scope::new()).expect("a layout");
    let printed = print.evaluated(&case.name, &evaluated);
    printed.unwrap_or_else(|reason| panic!("{}: {reason}", case.random.text))
}

/// Runs the functions of all layouts at all their coordinates.
#[track_caller]
fn check(language: Language, bits: Option<u32>) {
    let print = Print { language, bits };
    let cases = cases(0x9e37_79b9_7f4a_7c15);
    let mut program = Program::new(language, print.preamble());
    for case in &cases {
        program.add(&case.name, &text(print, case), &case.random, &case.expected);
    }
    let Some(lines) = program.run() else { return };
    let mut lines = lines.lines();
    let mut offsets = 0;
    for case in &cases {
        for (function, expected) in case.expected.lines() {
            let said = lines.next().unwrap_or_default();
            assert_eq!(said.trim_end(), expected, "{language}: {function} of {}", case.random.text);
            offsets += expected.split(' ').count();
        }
    }
    println!("{language}: {} layouts, {offsets} answers", cases.len());
}

#[test]
fn c() {
    check(Language::C, None);
    check(Language::C, Some(32));
}

#[test]
fn cpp() {
    check(Language::Cpp, None);
}

#[test]
fn python() {
    check(Language::Python, None);
}

#[test]
fn wgsl() {
    check(Language::Wgsl, None);
}

#[test]
fn of_the_family_of_c() {
    for language in Language::ALL {
        if !matches!(language, Language::C | Language::Cpp | Language::Python | Language::Wgsl) {
            check(language, None);
        }
    }
}
