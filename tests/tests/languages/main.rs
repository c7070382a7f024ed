//! The functions of random layouts as text of other languages, compiled and run where their
//! compilers are, against the offsets of the layouts.
//!
//! C, C++ and Python are themselves. Inline PTX is compiled as C++ with each instruction a call. CUDA, HIP, GLSL, HLSL, Metal, OpenCL and Slang are
//! compiled as C++ with their words defined away, WGSL after its functions are spelled as
//! C++ spells them: that holds what they compute. That their own compilers take them is held
//! by naga for WGSL and GLSL, and by glslang, where it is, for GLSL and HLSL.
//! `LAYOUTS=20000` tries more layouts, in all languages.

// The tests of examples/wgpu and of layout-cubecl apply twists in Rust.
#[allow(dead_code)]
mod copied;
mod copies;
mod device;
mod host;
mod layouts;
mod names;
mod notations;
mod offsets;
mod others;
mod programs;
mod shaders;
mod sweeps;

use std::sync::OnceLock;

use layout_codegen::{Language, Print, Scope, parse_expression, prove};

use layouts::{Random, Seed};
use offsets::Expected;
use programs::Program;

/// The number of layouts.
const LAYOUTS: usize = 800;
/// The number of them that are run where that says little more: their arithmetic is that of the others.
const FEW: usize = 250;

/// The number of layouts that are run, if nobody says.
fn wanted() -> Option<usize> {
    std::env::var("LAYOUTS").ok()?.parse().ok()
}

/// A layout, its functions and what they answer.
struct Case {
    name: String,
    random: Random,
    expected: Expected,
}

/// The layouts of all languages.
fn cases() -> &'static [Case] {
    static CASES: OnceLock<Vec<Case>> = OnceLock::new();
    CASES.get_or_init(|| {
        let count = wanted().unwrap_or(LAYOUTS);
        let mut seed = Seed(0x9e37_79b9_7f4a_7c15);
        let mut cases = Vec::new();
        while cases.len() < count {
            let random = seed.layout();
            if let Some(expected) = offsets::of(&random.numbers) {
                cases.push(Case { name: format!("l{}", cases.len()), random, expected });
            }
        }
        cases
    })
}

/// The functions of a layout.
fn text(print: Print, case: &Case) -> String {
    let tokens = case.random.text.parse().expect("tokens");
    let parsed = parse_expression(tokens).unwrap_or_else(|error| panic!("{}", error.text()));
    let evaluated = prove(&parsed, &Scope::new()).expect("a layout");
    let printed = print.evaluated(&case.name, &evaluated);
    printed.unwrap_or_else(|reason| panic!("{}: {reason}", case.random.text))
}

/// Has compilers of shaders read the functions of all layouts, and runs those of the first at all
/// their coordinates.
#[track_caller]
fn check(language: Language, bits: Option<u32>, run: usize) {
    let print = Print { language, bits };
    let (cases, run) = (cases(), wanted().unwrap_or(run));
    let mut program = Program::new(language, print.preamble());
    let mut all = print.preamble().to_owned();
    for (place, case) in cases.iter().enumerate() {
        let text = text(print, case);
        shaders::validate(language, &text);
        all.push_str(&text);
        if place >= run {
            continue;
        }
        program.add(&case.name, &text, &case.random, &case.expected);
    }
    shaders::compile(language, &all);
    let Some(lines) = program.run() else { return };
    let mut lines = lines.lines();
    let mut offsets = 0;
    for case in cases.iter().take(run) {
        for (function, expected) in case.expected.lines() {
            let said = lines.next().unwrap_or_default();
            assert_eq!(said.trim_end(), expected, "{language}: {function} of {}", case.random.text);
            offsets += expected.split(' ').count();
        }
    }
    println!("{language}: {} layouts, {offsets} answers of the first {run}", cases.len());
}

#[test]
fn c() {
    check(Language::C, None, LAYOUTS);
    check(Language::C, Some(32), FEW);
}

#[test]
fn cpp() {
    check(Language::Cpp, None, FEW);
}

#[test]
fn python() {
    check(Language::Python, None, LAYOUTS);
}

#[test]
fn wgsl() {
    check(Language::Wgsl, None, FEW);
}

#[test]
fn ptx() {
    check(Language::Ptx, None, FEW);
    check(Language::Ptx, Some(64), FEW);
}

#[test]
fn of_the_family_of_c() {
    use Language::{C, Cpp, Ptx, Python, Wgsl};
    for language in Language::ALL {
        if !matches!(language, C | Cpp | Ptx | Python | Wgsl) {
            check(language, None, FEW);
        }
    }
}
