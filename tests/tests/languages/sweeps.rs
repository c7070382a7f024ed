//! Loops over all coordinates, as `Print::sweep` prints them: what they visit is the offsets in the order of 1-D coordinates.

use std::fmt::Write as _;
use std::path::PathBuf;
use std::process::Command;

use layout_codegen::{Language, Print, Scope, parse_expression, prove};

use crate::layouts::Random;
use crate::programs::output;
use crate::shaders;
use crate::{Case, FEW, cases};

/// The loops of a layout around lines.
fn loops(language: Language, random: &Random, body: &str) -> String {
    let parsed = parse_expression(random.text.parse().expect("tokens"));
    let parsed = parsed.unwrap_or_else(|error| panic!("{}", error.text()));
    let evaluated = prove(&parsed, &Scope::new()).expect("a layout");
    let printed = Print { language, bits: None }.sweep(&evaluated, body);
    printed.unwrap_or_else(|reason| panic!("{}: {reason}", random.text))
}

fn few() -> &'static [Case] {
    &cases()[..FEW.min(cases().len())]
}

/// Compares lines of offsets with what they are.
#[track_caller]
fn check(language: Language, said: &str) {
    let mut lines = said.lines();
    for case in few() {
        let offsets = case.expected.offsets.iter().map(i64::to_string).collect::<Vec<_>>();
        let line = lines.next().unwrap_or_default().trim_end();
        assert_eq!(line, offsets.join(" "), "{language}: {}", case.random.text);
    }
}

fn folder() -> PathBuf {
    PathBuf::from(env!("CARGO_TARGET_TMPDIR"))
}

#[test]
fn c() {
    let mut text = String::from("#include <stdint.h>\n#include <stdio.h>\n");
    let mut main = String::new();
    for (place, case) in few().iter().enumerate() {
        let loops = loops(Language::C, &case.random, "printf(\"%lld \", (long long)offset);");
        let symbols = case.random.symbols.iter();
        let symbols: String = symbols
            .map(|(name, value)| format!("    const uint64_t {name} = {value};\n"))
            .collect();
        let _ = writeln!(
            text,
            "static void sweep{place}(void) {{\n{symbols}{loops}    printf(\"\\n\");\n}}"
        );
        let _ = writeln!(main, "    sweep{place}();");
    }
    let _ = writeln!(text, "int main(void) {{\n{main}    return 0;\n}}");
    let stem = format!("sweeps_{}", std::process::id());
    let (source, program) = (folder().join(format!("{stem}.c")), folder().join(stem));
    std::fs::write(&source, text).expect("a writable folder");
    let mut command = Command::new("cc");
    command.args(["-std=c99", "-O1", "-Wall", "-Wextra", "-Werror", "-Wno-type-limits", "-o"]);
    if output(command.arg(&program).arg(&source), &source).is_none() {
        return;
    }
    if let Some(said) = output(&mut Command::new(&program), &source) {
        check(Language::C, &said);
    }
}

#[test]
fn python() {
    let mut text = String::new();
    for case in few() {
        for (name, value) in &case.random.symbols {
            let _ = writeln!(text, "{name} = {value}");
        }
        text.push_str(&loops(Language::Python, &case.random, "print(offset, end=' ')"));
        text.push_str("print()\n");
    }
    let source = folder().join(format!("sweeps_{}.py", std::process::id()));
    std::fs::write(&source, text).expect("a writable folder");
    if let Some(said) = output(Command::new("python3").arg(&source), &source) {
        check(Language::Python, &said);
    }
}

/// Shaders have the loops within a function.
#[test]
fn shaders() {
    for case in few() {
        let names = case.random.symbols.iter().map(|(name, _)| *name);
        let wgsl: Vec<String> = names.clone().map(|name| format!("{name}: u32")).collect();
        let body = loops(Language::Wgsl, &case.random, "sum += i32(offset);");
        let head = format!("fn sweep({}) -> i32 {{\n    var sum = 0i;\n", wgsl.join(", "));
        shaders::parsed(Language::Wgsl, &format!("{head}{body}    return sum;\n}}\n"));
        let glsl: Vec<String> = names.map(|name| format!("uint {name}")).collect();
        let body = loops(Language::Glsl, &case.random, "sum += int(offset);");
        let head = format!("int sweep({}) {{\n    int sum = 0;\n", glsl.join(", "));
        shaders::parsed(Language::Glsl, &format!("{head}{body}    return sum;\n}}\n"));
    }
}

#[test]
fn a_layout_over_a_basis_has_each_number() {
    let random = Random {
        text: "(4,8):(1@1,1@0)".to_owned(),
        numbers: String::new(),
        symbols: vec![("offset", 3)],
    };
    let text = loops(Language::Cuda, &random, "visit(offset_0, offset_1);");
    assert_eq!(
        text,
        "// (4,8):(1@1,1@0)\n\
         for (unsigned c1 = 0u; c1 < 8u; ++c1) {\n    \
             for (unsigned c0 = 0u; c0 < 4u; ++c0) {\n        \
                 const unsigned offset_0 = c1;\n        \
                 const unsigned offset_1 = c0;\n        \
                 visit(offset_0, offset_1);\n    \
             }\n\
         }\n"
    );
    // A symbol keeps its name.
    let random = Random { text: "(offset,4):(4,1)".to_owned(), ..random };
    assert!(loops(Language::Cuda, &random, "").contains("const unsigned offset_ = "));
}
