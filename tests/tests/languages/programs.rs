//! Programs that print what functions answer.

use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::process::Command;

use layout_codegen::Language;

use crate::layouts::Random;
use crate::offsets::Expected;

/// A program in a language, as far as it is written.
pub(crate) struct Program {
    language: Language,
    functions: String,
    calls: String,
}

/// The words of other languages of the family that C++ does not have.
const WORDS: &str = "\
#include <cstdio>
#include <cstdint>
typedef unsigned uint;
typedef unsigned long ulong;
typedef uint u32;
typedef int i32;
#define constant
#define __host__
#define __device__
#define __forceinline__ inline
template <class T> T min(T a, T b) { return a < b ? a : b; }
template <class T> T max(T a, T b) { return a > b ? a : b; }
";

/// The instructions of PTX, as functions: `add.u32` is `add_u32`.
const INSTRUCTIONS: &str = "\
#define INSTRUCTIONS(bits, word) \\
    static inline word mov_b##bits(word a) { return a; } \\
    static inline word add_u##bits(word a, word b) { return a + b; } \\
    static inline word sub_u##bits(word a, word b) { return a - b; } \\
    static inline word mul_lo_u##bits(word a, word b) { return a * b; } \\
    static inline word and_b##bits(word a, word b) { return a & b; } \\
    static inline word or_b##bits(word a, word b) { return a | b; } \\
    static inline word xor_b##bits(word a, word b) { return a ^ b; } \\
    static inline word shl_b##bits(word a, unsigned b) { return b < bits ? a << b : 0; } \\
    static inline word shr_u##bits(word a, unsigned b) { return b < bits ? a >> b : 0; } \\
    static inline word div_u##bits(word a, word b) { return a / b; } \\
    static inline word rem_u##bits(word a, word b) { return a % b; }
INSTRUCTIONS(32, uint32_t)
INSTRUCTIONS(64, uint64_t)
typedef uint32_t b32;
typedef uint64_t b64;
";

/// The function that prints an answer. A compiler takes long for one function that calls all.
const ANSWER: &str = "\
#ifdef __GNUC__
#define APART __attribute__((noinline))
#else
#define APART
#endif
static APART void answer(long long of) { printf(\"%lld \", of); }
";

impl Program {
    pub(crate) fn new(language: Language, preamble: &str) -> Self {
        let functions = match language {
            Language::Python => String::new(),
            Language::C => format!("{preamble}#include <stdio.h>\n{ANSWER}"),
            Language::Ptx => format!("{preamble}{WORDS}{INSTRUCTIONS}{ANSWER}"),
            _ => format!("{preamble}{WORDS}{ANSWER}"),
        };
        Program { language, functions, calls: String::new() }
    }

    /// Adds the functions of a layout, and calls at all its coordinates.
    pub(crate) fn add(&mut self, name: &str, text: &str, random: &Random, expected: &Expected) {
        self.functions.push_str(&match self.language {
            Language::Wgsl => spelled_as_cpp(text),
            Language::Ptx => instructions_as_cpp(text),
            _ => text.to_owned(),
        });
        let size: u64 = expected.modes.iter().product();
        let symbols: Vec<String> =
            random.symbols.iter().map(|(_, value)| value.to_string()).collect();
        // A symbol may have any sign, so that the functions of symbols may be called otherwise.
        let is_signed = text.contains("_offset_at_flat");
        assert!(is_signed || !expected.is_signed, "{text}");
        let names = if is_signed {
            ["offset", "offset_at", "offset_at_flat"]
        } else {
            ["index", "at", "at_flat"]
        };
        let (mut calls, end) = match self.language {
            Language::Python => (String::new(), ""),
            _ => (format!("static APART void {name}_answers(void) {{\n"), "}\n"),
        };
        for (function, extents) in
            names.into_iter().zip([&vec![size], &expected.modes, &expected.leaves])
        {
            calls += &self.call(&format!("{name}_{function}"), &symbols, extents);
        }
        if expected.bounds.is_some() {
            calls += &self.call(&format!("{name}_in_bounds"), &symbols, &expected.leaves);
        }
        if self.language == Language::Python {
            self.calls.push_str(&calls);
        } else {
            self.functions.push_str(&(calls + end));
            self.calls.push_str(&format!("    {name}_answers();\n"));
        }
    }

    /// A line of what a function answers: the coordinates count up, the first fastest.
    fn call(&self, function: &str, symbols: &[String], extents: &[u64]) -> String {
        let coordinates: Vec<String> = (0..extents.len()).map(|c| format!("c{c}")).collect();
        let takes = [symbols, &coordinates].concat().join(", ");
        if self.language == Language::Python {
            let loops = coordinates.iter().zip(extents).rev();
            let loops = loops.map(|(c, extent)| format!("for {c} in range({extent})"));
            let loops = loops.collect::<Vec<_>>().join(" ");
            return format!("print(*(int({function}({takes})) {loops}))\n");
        }
        let mut line = String::from("    ");
        for (c, extent) in coordinates.iter().zip(extents).rev() {
            line.push_str(&format!("for (unsigned {c} = 0; {c} < {extent}u; {c}++) "));
        }
        line.push_str(&format!("answer((long long){function}({takes}));\n"));
        line + "    printf(\"\\n\");\n"
    }

    /// The output of the program; nothing, with the reason printed, where it cannot be compiled here.
    pub(crate) fn run(&self) -> Option<String> {
        let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR"));
        let number = std::process::id();
        let stem = format!("layouts_{}_{number}", self.language);
        let (ending, compiler, main) = match self.language {
            Language::Python => ("py", None, self.calls.clone()),
            Language::C => ("c", Some(("cc", "-std=c99")), self.main()),
            _ => ("cc", Some(("c++", "-std=c++17")), self.main()),
        };
        let source = folder.join(format!("{stem}.{ending}"));
        std::fs::write(&source, format!("{}\n{main}", self.functions)).expect("a writable folder");
        let program = match compiler {
            None => return output(Command::new("python3").arg(&source), &source),
            Some((compiler, standard)) => {
                let program = folder.join(&stem);
                // Unsigned sums wrap where they should: nothing else may.
                let flags = [
                    standard,
                    "-O1",
                    "-Wall",
                    "-Wextra",
                    "-Werror",
                    "-Wno-unused-function",
                    "-Wno-unused-const-variable",
                ];
                let mut command = Command::new(compiler);
                command.args(flags).args(["-Wno-unused-parameter", "-Wno-type-limits", "-o"]);
                output(command.arg(&program).arg(&source), &source)?;
                program
            }
        };
        output(&mut Command::new(&program), &source)
    }

    fn main(&self) -> String {
        format!("int main(void) {{\n{}    return 0;\n}}\n", self.calls)
    }
}

/// The output of a command; nothing, with the reason printed, where there is no such program.
pub(crate) fn output(command: &mut Command, source: &Path) -> Option<String> {
    let output = match command.output() {
        Err(error) if error.kind() == ErrorKind::NotFound => {
            println!("skipped: there is no {:?}", command.get_program());
            return None;
        }
        output => output.expect("a program that starts"),
    };
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{}: {said}", source.display());
    Some(String::from_utf8(output.stdout).expect("text"))
}

/// Functions of WGSL as C++ spells them.
fn spelled_as_cpp(text: &str) -> String {
    let line = |line: &str| -> String {
        if let Some(rest) = line.strip_prefix("fn ") {
            let (head, answers) = rest.split_once(" -> ").expect("what a function answers");
            let (name, takes) = head.split_once('(').expect("parameters");
            let takes = takes.trim_end_matches(')').split(", ").filter(|it| !it.is_empty());
            let typed = takes
                .map(|it| it.split_once(": ").expect("a type"))
                .map(|(c, of)| format!("{of} {c}"));
            let typed = typed.collect::<Vec<_>>().join(", ");
            return format!("inline {} {name}({typed}) {{", answers.trim_end_matches(" {"));
        }
        if let Some(rest) = line.strip_prefix("const ") {
            let (name, rest) = rest.split_once(": ").expect("a type");
            return format!("const {} {name} = {}", &rest[..3], &rest[6..]);
        }
        line.replace("    let ", "    const u32 ")
    };
    text.lines().map(|text| line(text) + "\n").collect()
}

/// Functions whose bodies are inline PTX, each instruction a call: operand `%0` is what the function answers, and the
/// others are its inputs.
fn instructions_as_cpp(text: &str) -> String {
    let (mut out, mut body) = (String::new(), Vec::new());
    for line in text.lines() {
        let Some(quoted) = line.trim_start().strip_prefix('"') else {
            if !line.starts_with("    asm(") {
                out.push_str(&format!("{line}\n"));
            }
            continue;
        };
        let Some(operands) = quoted.strip_prefix("}\"") else {
            body.push(quoted.split(";\\n").next().expect("an instruction").to_owned());
            continue;
        };
        let names: Vec<&str> =
            operands.split('(').skip(1).map(|of| of.split(')').next().expect("a name")).collect();
        for instruction in body.drain(..) {
            if let Some(registers) = instruction.strip_prefix(".reg .") {
                out.push_str(&format!("    {registers};\n"));
                continue;
            }
            let (operation, rest) = instruction.split_once(' ').expect("operands");
            let named = rest.split(", ").map(|operand| match operand.strip_prefix('%') {
                Some(place) => names[place.parse::<usize>().expect("a place")],
                None => operand,
            });
            let named: Vec<&str> = named.collect();
            let (into, operands) = named.split_first().expect("a register");
            let operation = operation.replace('.', "_");
            out.push_str(&format!("    {into} = {operation}({});\n", operands.join(", ")));
        }
    }
    out
}
