//! No bounds check and no division in the inner loops of the examples, and of the kernels that are measured (`benches/kernels`): their
//! assembly is searched for innermost loops that divide an integer, or may leave for a panic.
//!
//! With `WRITE=1` the loops are written to `benches/INNER_LOOPS.md`, as the compiler at hand
//! makes them; the test is about what they do not have, whatever the compiler.

#![cfg(all(target_arch = "x86_64", target_os = "linux"))]

mod asm;

use std::fmt::Write;
use std::fs;
use std::path::Path;
use std::process::Command;

use asm::{Function, Inner, functions};
use layout_tests::document::{self, root};

/// Where a program is.
#[derive(Clone, Copy, PartialEq)]
enum Place {
    Examples,
    Benches,
}
use Place::{Benches, Examples};

/// Functions that have the inner loops of a program: parts of their names, and what they do.
type Names = &'static [(&'static str, &'static str)];

/// Programs, and their functions.
const PROGRAMS: [(Place, &str, Names); 6] = [
    (
        Examples,
        "sgemm",
        &[
            ("single::avx512", "the kernel of `f32` with AVX-512"),
            ("double::avx512", "the kernel of `f64` with AVX-512"),
            ("single::avx2", "the kernel of `f32` with AVX2 and FMA"),
            ("double::avx2", "the kernel of `f64` with AVX2 and FMA"),
            ("single::portable", "the kernel of `f32` with what every processor has"),
            ("double::portable", "the kernel of `f64` with what every processor has"),
        ],
    ),
    (
        Examples,
        "relayout",
        &[("relayout::copy", "a copy"), ("tiles::copy_tile", "a tile of a copy")],
    ),
    (Examples, "stencil", &[("stencil::relax", "a step in a tile")]),
    (Examples, "parallel_transpose", &[("tiles::copy_tile", "a tile of the transpose")]),
    (
        Examples,
        "kernels",
        &[
            ("views::convolve_block", CHECKED),
            ("views::relax", CHECKED),
            ("transpose::copy_tiles", "a small transpose"),
            ("transpose::copy_few_tiles", "a transpose of a few register tiles"),
            ("contiguous::call_pieces", "a copy of short runs"),
            ("scalar::copy_three_loops", "a copy of single elements"),
        ],
    ),
    (
        Benches,
        "kernels",
        &[
            ("convolution::four", CHECKED),
            ("convolution::in_place", CHECKED),
            ("packing::by_index", CHECKED),
            ("attention::by_views", DIVIDED),
            ("q4::by_views", CHECKED),
            ("q4::by_halves", CHECKED),
            ("stencils::five", CHECKED),
            ("stencils::seven", CHECKED),
            ("lu::by_views", CHECKED),
            ("reductions::first", CHECKED),
            ("reductions::middle", CHECKED),
            ("reductions::last", CHECKED),
            ("orders::interleave", CHECKED),
            ("orders::separate", CHECKED),
            // Copies, which packing, im2col, transposes, reversed bits and blocked formats are, run in these.
            ("bit_permutation::copy", "bits that are moved"),
            ("transpose::copy_tiles", "a small transpose"),
            ("transpose::copy_few_tiles", "a transpose of a few register tiles"),
            ("transpose::copy::copy_loops", "a transpose that leaves out elements"),
            ("tiles::copy_tile", "a tile of a transpose"),
            ("pack_buffer::copy", "a transpose through a pack buffer"),
            ("strip_mined::copy", "a transpose by strips"),
            ("contiguous::call_pieces", "a copy of short runs"),
            ("contiguous::copy_memory", "a copy of long runs"),
            ("scalar::copy_three_loops", "a copy of single elements"),
        ],
    ),
];

/// Kernels whose coordinates can be compared only at run time with the extents of views, each once. The
/// message of a panic is computed where it panics, so that loops store nothing of it.
const CHECKED: &str = "a loop over coordinates";

/// The same, where the kernel divides a coordinate itself: a token by those of a page.
const DIVIDED: &str = "a loop over coordinates, of which the kernel divides one";

/// The most instructions of a loop that are shown.
const SHOWN: usize = 56;

/// The target folder of the workspace: macros that are built for release serve the examples, too.
fn target() -> &'static Path {
    Path::new(env!("CARGO_TARGET_TMPDIR")).parent().expect("a folder in the target folder")
}

/// The functions of a program, compiled for release.
fn compile(place: Place, name: &str) -> Vec<Function> {
    let (kind, folder) = match place {
        Examples => ("examples", "release/examples"),
        Benches => ("benches", "release/deps"),
    };
    let mut command = Command::new(root().join("tests/tests/inner_loops/compile.sh"));
    command.args([kind, name]).env("CARGO", env!("CARGO")).env("TARGET", target());
    assert!(command.status().expect("a shell").success(), "{name} does not compile");
    let files = fs::read_dir(target().join(folder)).expect("a folder");
    let files = files.map(|entry| entry.expect("an entry").path()).filter(|path| {
        let file = path.file_name().unwrap_or_default().to_string_lossy();
        file.starts_with(&format!("{name}-")) && file.ends_with(".s")
    });
    // Of several builds, the last.
    let last = files.max_by_key(|path| path.metadata().and_then(|data| data.modified()).ok());
    functions(&fs::read_to_string(last.expect("an assembly file")).expect("text"))
}

/// A name without the modules of what it has in it.
fn short(name: &str) -> String {
    let name = name.replace("::<", "<");
    let parts = name.split_inclusive(|c: char| !c.is_alphanumeric() && c != '_' && c != ':');
    parts.map(|part| part.rsplit("::").find(|last| !last.is_empty()).unwrap_or(part)).collect()
}

#[test]
fn inner_loops_have_no_bounds_check_and_no_division() {
    let (mut table, mut listings, mut wrong) = (String::new(), String::new(), String::new());
    for (place, program, names) in PROGRAMS {
        let functions = compile(place, program);
        let example =
            if place == Benches { format!("benches/{program}") } else { program.to_string() };
        for (name, what) in names {
            let mut found = 0;
            for function in &functions {
                let full = format!("{:#}", rustc_demangle::demangle(&function.symbol));
                let path = full.split('<').next().unwrap_or_default().trim_end_matches(':');
                if !path.ends_with(name) {
                    continue;
                }
                found += 1;
                let full = short(&full);
                let loops = function.inner_loops();
                let faults = loops.iter().map(|inner| inner.faults());
                let (divisions, checks) = faults.fold((0, 0), |a, b| (a.0 + b.0, a.1 + b.1));
                let is_wrong = |inner: &&Inner<'_>| match (*what, inner.faults()) {
                    (DIVIDED, _) | (CHECKED, (0, _)) => inner.spills() > 0,
                    (_, faults) => faults != (0, 0),
                };
                for inner in loops.iter().filter(is_wrong) {
                    let code: Vec<&str> = inner.instructions().collect();
                    let _ = writeln!(wrong, "{example}: {full}\n  {}\n", code.join("\n  "));
                }
                let main = loops.iter().max_by_key(|inner| inner.of_vectors());
                let main: Vec<&str> = main.expect("a loop").instructions().collect();
                let _ = writeln!(
                    table,
                    "| `{example}` | {what}: `{full}` | {} | {} | {divisions} | {checks} |",
                    loops.len(),
                    main.len()
                );
                if place == Benches {
                    continue;
                }
                let shown = &main[..main.len().min(SHOWN)];
                let _ = writeln!(listings, "### `{example}`: `{full}`\n");
                let _ = writeln!(listings, "```asm\n{}\n```\n", shown.join("\n"));
                if shown.len() < main.len() {
                    let more = main.len() - shown.len();
                    let _ = writeln!(listings, "And {more} more of this kind.\n");
                }
            }
            assert!(found > 0, "{example} has no function `{name}`");
        }
    }
    assert!(
        wrong.is_empty(),
        "inner loops that divide, check a bound or store coordinates:\n{wrong}"
    );
    if document::is_asked_for() {
        let version = Command::new("rustc").arg("--version").output().expect("rustc runs");
        let version = String::from_utf8_lossy(&version.stdout);
        let head = HEAD.replace("VERSION", version.trim());
        let text = format!("{head}{table}\n{}\n", listings.trim_end());
        document::write("benches/INNER_LOOPS.md", &text);
    }
}

const HEAD: &str = "\
# Inner loops

What the compiler makes of the inner loops of the examples: the innermost loops of their functions, or all of a function
without a loop. A division is one of integers; a check is a jump to a panic. `cargo test -p layout-tests --test inner_loops`
demands that no loop has either, with any compiler; a loop over coordinates of views, in `kernels` and `benches/kernels`, may check them,
but store nothing for the panic, and attention divides tokens by those of a page itself. What a loop stores for a function that it calls is not
counted: the inner loop is that of the function. With `WRITE=1` the test writes this, here with VERSION
for x86-64. Of each function of an example the loop with the most instructions of vectors is shown.

| example | function | inner loops | instructions of that shown | divisions | checks |
|---|---|--:|--:|--:|--:|
";

/// The test sees what it is for.
#[test]
fn a_check_and_a_division_are_found() {
    let output = Path::new(env!("CARGO_TARGET_TMPDIR")).join("checked.s");
    let source = root().join("tests/tests/inner_loops/checked.rs");
    let mut command = Command::new("rustc");
    command.args(["--crate-type=lib", "--edition=2024", "-Copt-level=3", "--emit=asm", "-o"]);
    assert!(command.arg(&output).arg(source).status().expect("rustc runs").success());
    let functions = functions(&fs::read_to_string(output).expect("text"));
    let faults = |name: &str| {
        let function = functions.iter().find(|function| function.symbol == name).expect(name);
        let loops = function.inner_loops();
        let faults = loops.iter().map(|inner| inner.faults());
        faults.fold((0, 0), |a, b| (a.0 + b.0, a.1 + b.1))
    };
    assert_eq!(faults("with_a_check").0, 0);
    assert!(faults("with_a_check").1 > 0);
    assert!(faults("with_a_division").0 > 0);
    assert_eq!(faults("with_a_division").1, 0);
    assert_eq!(faults("with_a_check_in_the_outer_loop"), (0, 0));
}
