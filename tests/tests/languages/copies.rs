//! The kernels that copy from one random layout to another, against loops over the coordinates in the same program.
//!
//! C is itself. CUDA, HIP, Metal and OpenCL are compiled as C++ with their words defined away, and a block is so many
//! threads of the processor. WGSL is validated by naga; `examples/wgpu` runs it.

use std::fmt::Write as _;
use std::path::PathBuf;
use std::process::Command;

use layout_codegen::{Language, Print};

use crate::copied::{Copied, Twist};
use crate::layouts::Seed;
use crate::programs::output;
use crate::shaders;

/// The number of copies in C.
const COPIES: usize = 200;
/// The number of copies whose threads are those of the processor.
const FEW: usize = 20;

/// The program that holds a copy to its definition: of the memory of both layouts, each byte.
const CHECK: &str = r#"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
/* What follows an offset: another offset, and a swizzle of bits, base and shift. */
static long moved(long offset, const long *twist) {
    const long shift = twist[3], x = offset + twist[0];
    const long read = x & (((1L << twist[1]) - 1) << (twist[2] + (shift > 0 ? shift : 0)));
    return x ^ (shift < 0 ? read << -shift : read >> shift);
}
static void check(int number, void (*run)(const void *, void *), int rank, const long *extents,
                  const long *source, const long *target, const long twists[2][4], long bytes) {
    long first[2] = {0, 0}, last[2] = {0, 0}, size = 1;
    for (int k = 0; k < rank; ++k) {
        const long reach[2] = {(extents[k] - 1) * source[k], (extents[k] - 1) * target[k]};
        for (int of = 0; of < 2; ++of) {
            if (reach[of] < 0) first[of] += reach[of]; else last[of] += reach[of];
        }
        size *= extents[k];
    }
    for (int of = 0; of < 2; ++of) {
        const long *twist = twists[of];
        const long up = twist[1] + twist[2] + (twist[3] < 0 ? -twist[3] : 0);
        const long changed = twist[1] ? (1L << up) - 1 : 0;
        first[of] = (first[of] + twist[0]) & ~changed;
        last[of] = (last[of] + twist[0]) | changed;
    }
    unsigned char *memory[3];
    long zero[2], length[2];
    for (int of = 0; of < 2; ++of) {
        zero[of] = (-first[of] * bytes + 63) / 16 * 16;
        length[of] = (zero[of] + (last[of] + 1) * bytes + 63) / 16 * 16;
    }
    for (int of = 0; of < 3; ++of) {
        const long n = length[of > 0];
        memory[of] = (unsigned char *)aligned_alloc(16, (size_t)n);
        for (long i = 0; i < n; ++i) memory[of][i] = (unsigned char)(of ? 0xa5 : (i * 2654435761u) >> 13);
    }
    for (long c = 0; c < size; ++c) {
        long rest = c, from = 0, into = 0;
        for (int k = 0; k < rank; ++k) {
            from += rest % extents[k] * source[k];
            into += rest % extents[k] * target[k];
            rest /= extents[k];
        }
        from = moved(from, twists[0]);
        into = moved(into, twists[1]);
        memcpy(memory[2] + zero[1] + into * bytes, memory[0] + zero[0] + from * bytes, (size_t)bytes);
    }
    run(memory[0] + zero[0], memory[1] + zero[1]);
    const int same = memcmp(memory[1], memory[2], (size_t)length[1]) == 0;
    printf("%d %s\n", number, same ? "right" : "WRONG");
    for (int of = 0; of < 3; ++of) free(memory[of]);
}
"#;

/// A block of threads, and what languages of GPUs have that C++ has not.
const THREADS: &str = r#"
#include <barrier>
#include <cstdint>
#include <memory>
#include <thread>
#include <vector>
struct uint2 { unsigned x, y; };
struct uint3 { unsigned x, y, z; };
struct uint4 { unsigned x, y, z, w; };
typedef unsigned uint;
typedef unsigned char uchar;
typedef unsigned short ushort;
typedef unsigned long ulong;
static thread_local uint3 blockIdx, threadIdx;
static std::unique_ptr<std::barrier<>> everybody;
static void __syncthreads() { everybody->arrive_and_wait(); }
static uint get_group_id(int axis) { return axis ? blockIdx.y : blockIdx.x; }
static uint get_local_id(int) { return threadIdx.x; }
namespace mem_flags { enum { mem_threadgroup }; }
static void threadgroup_barrier(int) { __syncthreads(); }
#define barrier(of) __syncthreads()
#define __global__ static
#define __host__
#define __device__
#define __forceinline__ inline
#define __launch_bounds__(...)
#define __align__(n) __attribute__((aligned(n)))
#define __shared__ static
#define kernel
#define device
#define global
#define constant
#define local static
#define threadgroup static
#define restrict __restrict__
template <class F> static void launch(unsigned x, unsigned y, unsigned threads, F run) {
    everybody = std::make_unique<std::barrier<>>(threads);
    std::vector<std::thread> all;
    for (unsigned t = 0; t < threads; ++t) {
        all.emplace_back([=] {
            threadIdx = {t, 0, 0};
            for (unsigned j = 0; j < y; ++j) for (unsigned i = 0; i < x; ++i) {
                blockIdx = {i, j, 0};
                run();
                __syncthreads();
            }
        });
    }
    for (auto &thread : all) thread.join();
}
template <class T> static void call(void (*run)(const T *, T *), const void *s, void *d) { run((const T *)s, (T *)d); }
template <class T> static void call(void (*run)(const T *, T *, uint3, uint), const void *s, void *d) {
    run((const T *)s, (T *)d, blockIdx, threadIdx.x);
}
"#;

fn numbers(Twist { offset, bits, base, shift }: Twist) -> [i64; 4] {
    [offset, bits, base, shift]
}

/// Compiles the kernels of random copies as one program, and runs it.
#[track_caller]
fn check(language: Language, count: usize, most: u64) {
    let mut seed = Seed(0x2545_f491_4f6c_dd1d ^ language.name().len() as u64);
    let random = || Copied::random(&mut seed, most, &[1, 2, 4, 8, 16]);
    check_each(language, std::iter::repeat_with(random).take(count).collect());
}

/// Compiles the kernels of copies as one program, and runs it.
#[track_caller]
fn check_each(language: Language, all: Vec<Copied>) {
    let count = all.len();
    let is_c = language == Language::C;
    let print = Print { language, bits: None };
    let mut text = print.preamble().to_owned() + CHECK;
    if !is_c {
        text.push_str(THREADS);
    }
    let (mut main, mut copies) = (String::new(), Vec::new());
    for (number, copied) in all.iter().enumerate() {
        let [source, target] = copied.notations();
        let name = format!("copy{number}");
        let layouts = [&source, &target].map(|text| text.parse().expect("a layout"));
        let printed = print.relayout(&name, &layouts[0], &layouts[1], copied.bytes);
        let printed = printed.unwrap_or_else(|reason| panic!("{source} to {target}: {reason}"));
        // Kernels of C++ have no linkage to lose.
        text.push_str(&printed.replace("extern \"C\" ", ""));
        let call = match is_c {
            true => format!("{name}(s, d);"),
            false => format!(
                "launch({name}_BLOCKS_X, {name}_BLOCKS_Y, {name}_THREADS, [=] {{ call({name}, s, d); }});"
            ),
        };
        let list = |of: &[i64]| of.iter().map(i64::to_string).collect::<Vec<_>>().join(",");
        let extents: Vec<i64> = copied.extents.iter().map(|&extent| extent as i64).collect();
        let _ = writeln!(
            text,
            "static void run{number}(const void *s, void *d) {{ {call} }}\n\
             static const long numbers{number}[3][5] = {{{{{}}}, {{{}}}, {{{}}}}};\n\
             static const long twists{number}[2][4] = {{{{{}}}, {{{}}}}};",
            list(&extents),
            list(&copied.source),
            list(&copied.target),
            list(&numbers(copied.twists[0])),
            list(&numbers(copied.twists[1])),
        );
        let _ = writeln!(
            main,
            "    check({number}, run{number}, {}, numbers{number}[0], numbers{number}[1], numbers{number}[2], twists{number}, {});",
            extents.len(),
            copied.bytes
        );
        copies.push(format!("{source} to {target}, {} bytes", copied.bytes));
    }
    let _ = writeln!(text, "int main(void) {{\n{main}    return 0;\n}}");
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR"));
    let stem = format!("copies_{language}_{}", std::process::id());
    let source = folder.join(format!("{stem}.{}", if is_c { "c" } else { "cc" }));
    let program = folder.join(stem);
    std::fs::write(&source, text).expect("a writable folder");
    let mut command = Command::new(if is_c { "cc" } else { "c++" });
    match is_c {
        true => command.args(["-std=c11", "-Wall", "-Wextra", "-Werror"]),
        false => command.args(["-std=c++20", "-pthread", "-w"]),
    };
    command.args([
        "-O1",
        "-Wno-unused-parameter",
        "-Wno-type-limits",
        "-Wno-maybe-uninitialized",
        // A vector of a tile is another type than its elements.
        "-fno-strict-aliasing",
        "-o",
    ]);
    if output(command.arg(&program).arg(&source), &source).is_none() {
        return;
    }
    let Some(said) = output(&mut Command::new(&program), &source) else { return };
    let mut lines = said.lines();
    for (number, copy) in copies.iter().enumerate() {
        assert_eq!(lines.next(), Some(format!("{number} right").as_str()), "{language}: {copy}");
    }
    println!("{language}: {count} copies");
}

#[test]
fn c() {
    check(Language::C, COPIES, 60_000);
}

#[test]
fn of_gpus() {
    for language in [Language::Cuda, Language::Hip, Language::Metal, Language::OpenCl] {
        check(language, FEW, 9_000);
    }
}

/// Large enough for vectors and for squares, which random copies are not.
#[test]
fn of_vectors() {
    let copy = |bytes, extents: &[u64], order: &[usize]| {
        let strides = |order: &mut dyn Iterator<Item = usize>| {
            let (mut strides, mut reach) = (vec![0; extents.len()], 1);
            for k in order {
                strides[k] = reach;
                reach *= extents[k].cast_signed();
            }
            strides
        };
        let source = strides(&mut (0..extents.len()));
        let target = strides(&mut order.iter().copied());
        Copied { extents: extents.to_vec(), source, target, twists: Default::default(), bytes }
    };
    let all = vec![
        copy(2, &[1024, 1152], &[1, 0]),
        copy(2, &[701, 1003], &[1, 0]),
        copy(4, &[67, 71, 61], &[2, 0, 1]),
        copy(8, &[29, 31, 37, 7], &[1, 3, 2, 0]),
    ];
    let print = Print { language: Language::Cuda, bits: None };
    for copied in &all {
        let layouts = copied.notations().map(|text| text.parse().expect("a layout"));
        let text = print.relayout("copied", &layouts[0], &layouts[1], copied.bytes);
        assert!(text.expect("a kernel").contains("union copied_vector"));
    }
    check_each(Language::Cuda, all);
}

#[test]
fn wgsl() {
    let print = Print { language: Language::Wgsl, bits: None };
    let mut seed = Seed(0x9e37_79b9_7f4a_7c15);
    for _ in 0..COPIES {
        let copied = Copied::random(&mut seed, 60_000, &[4, 8, 16]);
        let layouts = copied.notations().map(|text| text.parse().expect("a layout"));
        let text = print.relayout("copied", &layouts[0], &layouts[1], copied.bytes);
        shaders::validate(Language::Wgsl, &text.expect("a kernel"));
    }
}

#[test]
fn what_is_refused() {
    let refused = |language, from: &str, into: &str, bytes| {
        let layouts = [from, into].map(|text| text.parse().expect("a layout"));
        let print = Print { language, bits: None };
        let refused = print.relayout("copied", &layouts[0], &layouts[1], bytes);
        refused.expect_err("no kernel").to_string()
    };
    let (rows, columns) = ("(4,6):(6,1)", "(4,6):(1,4)");
    assert_eq!(
        refused(Language::Glsl, rows, columns, 4),
        "glsl has no kernels that a copy is printed as"
    );
    assert_eq!(
        refused(Language::Wgsl, "(5,7):(7,1)", "(5,7):(1,5)", 2),
        "wgsl has no elements of 2 bytes in memory, as this copy moves at a time"
    );
    assert_eq!(
        refused(Language::Wgsl, "(3,5):(4000000000,1)", "(3,5):(1,3)", 4),
        "an offset of a tile of (3,5):(4000000000,1) is 8000000004, which 32 bits do not hold"
    );
    assert_eq!(
        refused(Language::C, rows, "(4,6):(1,2)", 4).lines().next(),
        Some("relayout: (4,6):(1,2) is not injective: coordinates (2,0) and (0,1) share offset 2")
    );
    assert_eq!(
        refused(Language::C, rows, "(6,4):(4,1)", 4),
        "relayout: neither of 4 and 6 divides the other"
    );
}
