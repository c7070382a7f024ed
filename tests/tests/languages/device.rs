//! A program of CUDA that runs functions of random layouts on a GPU, as C++ and as inline PTX, at all coordinates. There is
//! no GPU where these tests run: `CUDA=FOLDER` writes `layouts.cu` there, which prints how many answers are wrong.
//!
//! ```text
//! CUDA=/tmp cargo test -p layout-tests --test languages device
//! nvcc -o layouts /tmp/layouts.cu && ./layouts
//! ```

use std::fmt::Write as _;
use std::path::Path;

use layout_codegen::{Language, Print};

use crate::{Case, cases, text};

/// The number of layouts.
const LAYOUTS: usize = 200;

/// The program that compares the answers of a kernel with the expected ones.
const CHECK: &str = r#"
#include <cstdio>
#include <vector>
static long answers = 0, wrong = 0;
static void check(const char *name, void (*kernel)(long long *), unsigned size, const long long *expected) {
    long long *out;
    std::vector<long long> said(3 * (size_t)size);
    cudaMalloc(&out, said.size() * sizeof(long long));
    kernel<<<(size + 63) / 64, 64>>>(out);
    const cudaError_t error = cudaMemcpy(said.data(), out, said.size() * sizeof(long long), cudaMemcpyDeviceToHost);
    if (error != cudaSuccess) { printf("%s: %s\n", name, cudaGetErrorString(error)); ++wrong; }
    cudaFree(out);
    for (size_t i = 0; i < said.size(); ++i) {
        ++answers;
        if (said[i] != expected[i % size]) {
            if (++wrong < 10) printf("%s: %lld for %lld at %zu\n", name, said[i], expected[i % size], i);
        }
    }
}
"#;

/// The functions of a layout as a kernel: each thread has a 1-D coordinate.
fn kernel(language: Language, case: &Case) -> String {
    let functions = text(Print { language, bits: None }, case);
    let name = format!("{}_{language}", case.name);
    let functions = functions.replace(&format!("{}_", case.name), &format!("{name}_"));
    let is_signed = functions.contains("_offset_at_flat(");
    let names = match is_signed {
        true => ["offset", "offset_at", "offset_at_flat"],
        false => ["index", "at", "at_flat"],
    };
    let size = case.expected.offsets.len();
    let symbols: String =
        case.random.symbols.iter().map(|(_, value)| format!("{value}u, ")).collect();
    let extents = [&vec![size as u64], &case.expected.modes, &case.expected.leaves];
    let mut calls = String::new();
    for (place, (function, extents)) in names.into_iter().zip(extents).enumerate() {
        let (mut before, mut coordinates) = (1, Vec::new());
        for extent in extents {
            coordinates.push(format!("i / {before}u % {extent}u"));
            before *= extent;
        }
        let coordinates = coordinates.join(", ");
        let at = place * size;
        let _ = writeln!(
            calls,
            "    out[{at}u + i] = (long long){name}_{function}({symbols}{coordinates});"
        );
    }
    format!(
        "{functions}static __global__ void {name}_run(long long *out) {{\n    \
         const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;\n    if (i >= {size}u) return;\n{calls}}}\n"
    )
}

#[test]
fn a_program_for_a_device() {
    let mut program = CHECK.to_owned();
    let mut main = String::new();
    for case in cases().iter().take(LAYOUTS) {
        let offsets: Vec<String> = case.expected.offsets.iter().map(i64::to_string).collect();
        let name = &case.name;
        let _ = writeln!(
            program,
            "static const long long {name}_expected[] = {{{}}};",
            offsets.join(",")
        );
        for language in [Language::Cuda, Language::Ptx] {
            program.push_str(&kernel(language, case));
            let _ = writeln!(
                main,
                "    check(\"{} {language}\", {name}_{language}_run, {}u, {name}_expected);",
                case.random.text.replace('"', ""),
                offsets.len()
            );
        }
    }
    let _ = writeln!(
        program,
        "int main() {{\n{main}    printf(\"%ld answers, %ld wrong\\n\", answers, wrong);\n    return wrong != 0;\n}}"
    );
    assert_eq!(program.matches("static __global__ void").count(), 2 * LAYOUTS.min(cases().len()));
    match std::env::var("CUDA") {
        Ok(folder) => std::fs::write(Path::new(&folder).join("layouts.cu"), program)
            .expect("a writable folder"),
        Err(_) => println!("not run: CUDA names no folder for layouts.cu"),
    }
}
