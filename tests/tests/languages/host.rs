//! The arguments that hosts in C++ and Python pass to kernels: the words of layouts are those that a kernel in Rust reads, and tensor maps have the numbers
//! that CUDA's driver is given, in whose place a library of these tests stands.

use std::fs;
use std::path::PathBuf;
use std::process::Command;

use layout_algebra::Function;
use layout_algebra::hardware::TensorElement;
use layout_codegen::{Evaluated, Language, Print, Scope, Unprintable, parse_expression, prove};
use layout_view::{NarrowOf, layout};

use crate::programs::output;

layout! {
    struct Rows<m, n> = (m, n):(n, 1);
    struct Nested<m, k> = ((m,1,k),4):((4,0,4 * m),1);
    #[allow(padding)]
    struct Tiles<m, n> = zipped_divide((m, n):(n, 1), (32, 16));
    #[allow(padding)]
    #[assume(1 <= m, 1 <= n)]
    struct Copies<m, n> = composition(zipped_divide((m, n):(n, 1), (8, 32)), <(256,1):(1,0), _>);
    struct Swizzled<m> = Sw<2,1,3> o 0 o (m,16):(16,1);
}

const ROWS: &str = "(m,n):(n,1)";
const NESTED: &str = "((m,1,k),4):((4,0,4 * m),1)";
const TILES: &str = "#[allow(padding)] zipped_divide((m,n):(n,1), (32,16))";
const COPIES: &str = "#[allow(padding)] #[assume(1 <= m, 1 <= n)] \
                      composition(zipped_divide((m,n):(n,1), (8,32)), <(256,1):(1,0), _>)";
const SWIZZLED: &str = "Sw<2,1,3> o 0 o (m,16):(16,1)";

fn evaluated(text: &str) -> Evaluated {
    let parsed = parse_expression(text.parse().expect("tokens"));
    let parsed = parsed.unwrap_or_else(|error| panic!("{}", error.text()));
    prove(&parsed, &Scope::new()).expect("a layout")
}

fn print(language: Language) -> Print {
    Print { language, bits: None }
}

/// The lines that a program prints, which is made of functions and lines of Python or statements of C++ that call `show`; `None`, if no compiler
/// is here.
fn lines(language: Language, name: &str, functions: &str, calls: &str) -> Option<Vec<String>> {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("host_{name}_{language}"));
    fs::create_dir_all(&folder).expect("a folder");
    let write = |name: &str, text: &str| {
        let path = folder.join(name);
        fs::write(&path, text).expect("a writable folder");
        path
    };
    write("cuda.h", DRIVER);
    let out = if language == Language::Python {
        let driver = write("driver.c", "#include \"cuda.h\"\n");
        let mut build = Command::new("cc");
        build.args(["-shared", "-fPIC", "-o"]).arg(folder.join("libcuda.so.1"));
        output(build.arg(&driver), &driver)?;
        let source = write("host.py", &format!("{functions}\n{SHOW_IN_PYTHON}{calls}"));
        let mut run = Command::new("python3");
        output(run.arg(&source).env("LD_LIBRARY_PATH", &folder), &source)?
    } else {
        let main = format!("{functions}\n{SHOW_IN_CPP}int main() {{\n{calls}}}\n");
        let (source, program) = (write("host.cc", &main), folder.join("host"));
        let mut build = Command::new("c++");
        build.args(["-std=c++14", "-Wall", "-Wextra", "-Werror", "-Wno-unused-parameter", "-I"]);
        output(build.arg(&folder).arg("-o").arg(&program).arg(&source), &source)?;
        output(&mut Command::new(&program), &source)?
    };
    Some(out.lines().map(str::to_owned).collect())
}

/// A driver that writes what it is given to the map.
const DRIVER: &str = "\
#include <stdint.h>
typedef uint64_t cuuint64_t;
typedef uint32_t cuuint32_t;
typedef struct { cuuint64_t opaque[16]; } __attribute__((aligned(64))) CUtensorMap;
typedef enum { CUDA_SUCCESS } CUresult;
typedef enum { CU_TENSOR_MAP_DATA_TYPE_UINT8 } CUtensorMapDataType;
typedef enum { CU_TENSOR_MAP_INTERLEAVE_NONE } CUtensorMapInterleave;
typedef enum { CU_TENSOR_MAP_SWIZZLE_NONE } CUtensorMapSwizzle;
typedef enum { CU_TENSOR_MAP_L2_PROMOTION_L2_128B = 2 } CUtensorMapL2promotion;
typedef enum { CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE } CUtensorMapFloatOOBfill;
#ifdef __cplusplus
inline
#endif
CUresult cuTensorMapEncodeTiled(CUtensorMap *map, CUtensorMapDataType type, cuuint32_t rank, void *address, const cuuint64_t *sizes,
                                const cuuint64_t *strides, const cuuint32_t *box, const cuuint32_t *steps, CUtensorMapInterleave interleave,
                                CUtensorMapSwizzle swizzle, CUtensorMapL2promotion promotion, CUtensorMapFloatOOBfill fill) {
    cuuint64_t *word = map->opaque;
    *word++ = (cuuint64_t)address;
    *word++ = (cuuint64_t)type | rank << 8 | (cuuint64_t)interleave << 16 | (cuuint64_t)swizzle << 24 | (cuuint64_t)promotion << 32 | (cuuint64_t)fill << 40;
    cuuint64_t boxes = 0;
    for (cuuint32_t k = 0; k < rank; k++) {
        *word++ = sizes[k];
        boxes = boxes << 12 | (box[k] << 2 | steps[k]);
    }
    for (cuuint32_t k = 0; k + 1 < rank; k++) *word++ = strides[k];
    *word++ = boxes;
    while (word < map->opaque + 16) *word++ = 0;
    return CUDA_SUCCESS;
}
";

const SHOW_IN_PYTHON: &str = "\
def show(made):
    try:
        made = made()
    except ValueError as refused:
        return print(refused)
    if isinstance(made, bytes):
        word = 'Q' if len(made) == 128 else 'I'
        made = struct.unpack(f'{len(made) // struct.calcsize(word)}{word}', made)
    print(*made)

";

const SHOW_IN_CPP: &str = "\
#include <cstdio>
#include <exception>
template <std::size_t N> void words(const std::array<std::uint32_t, N> &all) {
    for (std::uint32_t word : all) std::printf(\"%u \", word);
}
void words(const CUtensorMap &map) {
    for (cuuint64_t word : map.opaque) std::printf(\"%llu \", (unsigned long long)word);
}
template <class F> void show(F make) {
    try { words(make()); } catch (const std::exception &refused) { std::printf(\"%s\", refused.what()); }
    std::printf(\"\\n\");
}
";

/// A call of a function with numbers.
fn call(language: Language, function: &str, numbers: &str) -> String {
    match language {
        Language::Python => format!("show(lambda: {function}({numbers}))\n"),
        _ => format!("    show([] {{ return {function}({numbers}); }});\n"),
    }
}

fn preambles(print: Print) -> String {
    let [narrow, map] = [print.host_preamble(), print.tensor_map_preamble()];
    narrow.expect("a language of hosts").to_owned() + map.expect("a language of hosts")
}

/// The layout that a kernel has of these words.
// A kernel reads an argument as it lies in memory.
#[allow(unsafe_code)]
fn of_words<L: Copy>(line: &str) -> L {
    let words: Vec<u32> = line.split_whitespace().map(|word| word.parse().expect(line)).collect();
    assert_eq!(4 * words.len(), size_of::<L>());
    // SAFETY: a layout of a kernel is words of 32 bits, as many as these.
    unsafe { words.as_ptr().cast::<L>().read() }
}

/// Compares the functions of a layout of a kernel with those of the layout of the host.
macro_rules! same {
    ($lines:ident, $L:ident($($number:literal),*)) => {{
        let line = $lines.next().expect("a line for each call");
        let (kernel, host) = (of_words::<NarrowOf<$L>>(&line), $L::new($($number),*).expect("a layout"));
        assert_eq!(kernel.size() as usize, host.size());
        for i in 0..host.size() {
            let index = host.index(i);
            assert_eq!(kernel.index_u32(i as u32) as usize, index, "{} at {i}", $L::NOTATION);
            assert_eq!(kernel.crd2idx_u32(i as u32) as usize, index, "{} at {i}", $L::NOTATION);
            assert_eq!(kernel.in_bounds_u32(i as u32), host.in_bounds(i), "{} at {i}", $L::NOTATION);
        }
    }};
}

fn layouts_by_value(language: Language) {
    let layouts = [
        ("rows", ROWS),
        ("nested", NESTED),
        ("tiles", TILES),
        ("copies", COPIES),
        ("swizzled", SWIZZLED),
    ];
    let mut functions = preambles(print(language));
    for (name, text) in layouts {
        functions += &print(language).host(name, &evaluated(text)).expect("functions of a host");
    }
    let calls = [
        ("rows", "5, 7"),
        ("nested", "3, 5"),
        ("nested", "1, 1"),
        ("tiles", "70, 100"),
        ("tiles", "1, 1"),
        ("tiles", "64, 32"),
        ("copies", "70, 100"),
        ("swizzled", "9"),
        ("tiles", "65536, 65536"),
        ("rows", "4, 2147483648"),
        ("copies", "0, 1"),
    ];
    let calls = calls.map(|(name, numbers)| call(language, &format!("{name}_argument"), numbers));
    let Some(lines) = lines(language, "layouts", &functions, &calls.concat()) else { return };
    let mut lines = lines.into_iter();
    same!(lines, Rows(5, 7));
    same!(lines, Nested(3, 5));
    same!(lines, Nested(1, 1));
    same!(lines, Tiles(70, 100));
    same!(lines, Tiles(1, 1));
    same!(lines, Tiles(64, 32));
    same!(lines, Copies(70, 100));
    same!(lines, Swizzled(9));
    let refused: Vec<String> = lines.collect();
    assert!(refused[0].contains("the size must fit `i32`"), "{refused:?}");
    assert!(refused[1].contains("the size must fit `i32`"), "{refused:?}");
    assert!(refused[2].contains("copies_holds says that there is no"), "{refused:?}");
}

#[test]
fn layouts_that_python_passes_are_those_that_a_kernel_reads() {
    layouts_by_value(Language::Python);
}

#[test]
fn layouts_that_cpp_passes_are_those_that_a_kernel_reads() {
    layouts_by_value(Language::Cpp);
}

fn tensor_map(
    print: Print,
    name: &str,
    [matrix, tile]: [&str; 2],
    element: TensorElement,
) -> Result<String, Unprintable> {
    let tile: Function = tile.parse().expect("a layout");
    print.tensor_map(name, &evaluated(matrix), &tile, element)
}

#[test]
fn tensor_maps_have_the_numbers_of_the_matrix_and_of_the_tile() {
    for language in [Language::Python, Language::Cpp] {
        let mut functions = preambles(print(language));
        let swizzled = "Sw<3,3,3> o 0 o (128,64):(64,1)";
        for (name, matrix, tile, element) in [
            ("a", ROWS, swizzled, TensorElement::BF16),
            ("c", ROWS, "(64,8):(8,1)", TensorElement::F32),
            ("columns", "(m,n):(1,m)", "Sw<3,3,3> o 0 o (64,32):(1,64)", TensorElement::F16),
            (
                "image",
                "(h,w,i,64):(w * 64,64,h * w * 64,1)",
                "(8,8,2,64):(512,64,4096,1)",
                TensorElement::U8,
            ),
        ] {
            functions +=
                &tensor_map(print(language), name, [matrix, tile], element).expect("a map");
        }
        let address = if language == Language::Python { "4096" } else { "(void *)4096" };
        let calls = [
            ("a", "1000, 4096"),
            ("c", "5, 8"),
            ("columns", "128, 3"),
            ("image", "14, 15, 3"),
            ("a", "1000, 4100"),
            ("a", "0, 4096"),
        ];
        let calls = calls.map(|(name, numbers)| {
            call(language, &format!("{name}_tensor_map"), &format!("{address}, {numbers}"))
        });
        let Some(lines) = lines(language, "maps", &functions, &calls.concat()) else { continue };
        let map =
            |[data_type, swizzle]: [u64; 2], sizes: &[u64], strides: &[u64], extents: &[u64]| {
                let boxes = extents.iter().fold(0, |boxes, extent| boxes << 12 | extent << 2 | 1);
                let head = data_type | (sizes.len() as u64) << 8 | swizzle << 24 | 2 << 32;
                let mut words = [&[4096, head][..], sizes, strides, &[boxes]].concat();
                words.resize(16, 0);
                words
            };
        let found = lines[..4]
            .iter()
            .map(|line| line.split_whitespace().map(|word| word.parse().expect(line)).collect());
        let found: Vec<Vec<u64>> = found.collect();
        assert_eq!(
            found,
            [
                map([9, 3], &[4096, 1000], &[8192], &[64, 128]),
                map([7, 0], &[8, 5], &[32], &[8, 64]),
                map([6, 3], &[128, 3], &[256], &[64, 32]),
                map([0, 0], &[64, 15, 14, 3], &[64, 960, 13440], &[64, 8, 8, 2]),
            ],
            "{language}"
        );
        assert!(
            lines[4].starts_with("stride in bytes = 8200, mode of the box = 1: "),
            "{}",
            lines[4]
        );
        assert_eq!(lines[5], "a_holds says that there is no (m,n):(n,1) of these numbers");
    }
}

#[test]
fn what_has_no_tensor_map_is_refused_where_it_is_printed() {
    let refused = |matrix, tile| {
        tensor_map(print(Language::Python), "a", [matrix, tile], TensorElement::BF16).unwrap_err()
    };
    let tile = "Sw<3,3,3> o 0 o (128,64):(64,1)";
    let said = [
        refused("(m,n):(n,1)", "(128,64):(72,1)"),
        refused("(m,n):(1,m)", tile),
        refused("(m,n):(n,2)", tile),
        refused("(m,(n,4)):(n,(1,7))", tile),
        refused("(m,4100):(4100,1)", tile),
        refused("m:1", tile),
    ];
    assert!(matches!(said[0], Unprintable::Tile { .. }));
    insta::assert_snapshot!(said.map(|reason| reason.to_string()).join("\n"));
}

#[test]
fn what_is_no_argument_of_a_kernel_is_refused() {
    let refused =
        |language, text| print(language).host("a", &evaluated(text)).unwrap_err().to_string();
    let said = [
        refused(Language::Wgsl, ROWS),
        refused(Language::Python, "make_identity_layout((4,8))"),
        refused(Language::Python, "(M,4):(4,1)"),
    ];
    insta::assert_snapshot!(said.join("\n"));
    // The kernel knows all numbers: there is a shape alone.
    let constant =
        print(Language::Python).host("a", &evaluated("((256,4),8):((4,1),1024)")).unwrap();
    assert_eq!(
        constant,
        "# ((256,4),8):((4,1),1024)\ndef a_shape():\n    return ((256, 4), 8)\n\n"
    );
}
