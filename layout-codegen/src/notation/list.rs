//! The list of notations: a row each, from which the command, its help, the book, Python and the parser have them.

use layout_algebra::{Function, Layout};
use proc_macro2::{TokenStream, TokenTree};

use super::{Notation, arrays, blocked, ck, dialects, formulas, mojo, triton, xla};
use crate::cursor::Cursor;
use crate::limits::too_deep;
use crate::report::Diagnostic;
use crate::token::with_spans;

/// A form of a notation that the parser recognises by its first tokens.
pub(crate) struct Form {
    /// Returns whether it comes next.
    is_next: fn(&mut Cursor) -> bool,
    /// Takes it, and answers the expression that it is in the language.
    read: fn(&mut Cursor) -> Result<String, Diagnostic>,
}

/// The writer of values.
#[derive(Clone, Copy)]
pub(crate) enum Writer {
    /// By `Notation`, as far as the notation has words for all kinds of values.
    Values,
    /// A layout, or why not.
    Layouts(fn(&Layout) -> Result<String, String>),
    /// A layout, a swizzle or a composition, or why not.
    Functions(fn(&Function) -> Result<String, String>),
}

/// A notation.
pub(crate) struct Row {
    pub(crate) notation: Notation,
    /// The name on the command line.
    pub(crate) name: &'static str,
    /// The library or the compiler, and its texts.
    pub(crate) of: &'static str,
    /// The values that it has words for.
    pub(crate) holds: &'static str,
    /// Texts that are read, and their values here.
    pub(crate) examples: &'static [(&'static str, &'static str)],
    /// The definition.
    pub(crate) source: &'static str,
    pub(crate) forms: &'static [Form],
    pub(crate) writer: Writer,
}

/// All notations, in the order of their names.
pub(crate) const ROWS: [Row; 27] = [
    Row {
        notation: Notation::Ck,
        name: "ck",
        of: "AMD's Composable Kernel: `tile_distribution_encoding`",
        holds: "layouts of the lane, or of the warp and the lane, and of what a thread holds, to a tile that has each element; modes of stride 0 \
                are repeats",
        examples: &[(
            "tile_distribution_encoding<sequence<>, tuple<sequence<4, 16>, sequence<4, 8>>, tuple<sequence<1>, sequence<1, 2>>, \
             tuple<sequence<0>, sequence<1, 0>>, sequence<2>, sequence<1>>",
            "(4,(4,16),8):(16@0,(8@1,1@0),1@1)",
        )],
        source: "ck_tile/core/tensor/tile_distribution_encoding.hpp of <https://github.com/ROCm/composable_kernel>",
        forms: &[Form { is_next: ck::is_next, read: ck::read }],
        writer: Writer::Layouts(ck::write),
    },
    Row {
        notation: Notation::CublasLt,
        name: "cublaslt",
        of: "cuBLASLt: a matrix as its log prints it, in one of its orders",
        holds: "matrices in the orders COL, ROW, COL32, COL4_4R2_8C and COL32_2R_4R4, whose tiles are whole",
        examples: &[(
            "[type=R_8I rows=64 cols=64 ld=2048 order=COL32]",
            "(64,(32,2)):(32,(1,2048))",
        )],
        source: "`cublasLtOrder_t` in <https://docs.nvidia.com/cuda/cublas/>; COL4_4R2_8C as tests/python/contrib/test_cublas.py of <https://github.com/apache/tvm> fills it",
        forms: &[Form { is_next: blocked::is_cublaslt_next, read: blocked::read_cublaslt }],
        writer: Writer::Layouts(blocked::write_cublaslt),
    },
    Row {
        notation: Notation::CudaOxide,
        name: "cuda-oxide",
        of: "NVIDIA's compiler of Rust kernels, whose swizzles name the first bit that is read",
        holds: "swizzles",
        examples: &[("Swizzle::<3, 4, 7>", "Sw<3,4,3>")],
        source: "crates/cuda-device/src/swizzle.rs of <https://github.com/NVlabs/cuda-oxide>",
        forms: &[],
        writer: Writer::Values,
    },
    Row {
        notation: Notation::Cpp,
        name: "cute-cpp",
        of: "CuTe in C++",
        holds: "all; with symbols, calls instead of types",
        examples: &[("Layout<Shape<_4,_8>,Stride<_8,_1>>{}", "(4,8):(8,1)")],
        source: "include/cute of <https://github.com/NVIDIA/cutlass>",
        forms: &[],
        writer: Writer::Values,
    },
    Row {
        notation: Notation::Dsl,
        name: "cute-dsl",
        of: "CuTe's DSL for Python",
        holds: "all; a name stands for a quotient of symbols",
        examples: &[("cute.make_layout((4, 8), stride=(8, 1))", "(4,8):(8,1)")],
        source: "python/CuTeDSL of <https://github.com/NVIDIA/cutlass>",
        forms: &[],
        writer: Writer::Values,
    },
    Row {
        notation: Notation::CuteLayout,
        name: "cute-layout",
        of: "NVIDIA's Rust crate, as text that it parses",
        holds: "layouts of integers",
        examples: &[("(4,8):(8,1)", "(4,8):(8,1)")],
        source: "the crate `cute-layout`",
        forms: &[],
        writer: Writer::Values,
    },
    Row {
        notation: Notation::CuteMlir,
        name: "cute-mlir",
        of: "the types of CuTe's DSL in MLIR",
        holds: "layouts of known numbers, and a swizzle after one",
        examples: &[
            ("!cute.layout<\"(4,8):(8,1)\">", "(4,8):(8,1)"),
            (
                "!cute.composed_layout<\"S<3,4,3> o 0 o (8,64):(64,1)\">",
                "Sw<3,4,3> o 0 o (8,64):(64,1)",
            ),
        ],
        source: "what `cutlass.cute` of the package nvidia-cutlass-dsl prints",
        forms: &[Form { is_next: dialects::is_next, read: dialects::read }],
        writer: Writer::Functions(dialects::write_cute),
    },
    Row {
        notation: Notation::Einops,
        name: "einops",
        of: "a pattern of einops, of an array `x` in one dimension",
        holds: "layouts that have each element of an array once, and broadcasts of them; a nested mode is one group",
        examples: &[(
            "einops.rearrange(x, \"(a0 a1) -> a0 a1\", a0=4, a1=8)",
            "(a0: 4, a1: 8):(8,1)",
        )],
        source: "<https://einops.rocks>",
        forms: &[],
        writer: Writer::Values,
    },
    Row {
        notation: Notation::F2,
        name: "f2",
        of: "strides over bits, as the companion of NVIDIA's whitepaper on CuTe prints them",
        holds: "layouts, and swizzles after them, that are linear over the bits of their coordinates",
        examples: &[("(8,8):(F1,F9)", "Sw<3,0,3> o 0 o (8,8):(1,8)")],
        source: "the companion of NVIDIA's whitepaper on CuTe",
        forms: &[],
        writer: Writer::Values,
    },
    Row {
        notation: Notation::Fly,
        name: "flydsl",
        of: "FlyDSL: the types of its dialect of MLIR",
        holds: "layouts of known numbers, swizzles, and compositions of them",
        examples: &[
            ("!fly.layout<(3,2):(24,1)>", "(3,2):(24,1)"),
            ("!fly.layout<(4,8):(1E0,1E1)>", "(4,8):(1@0,1@1)"),
            ("Layout<(4,(2,2)):(4,(2,1))>", "(4,(2,2)):(4,(2,1))"),
        ],
        source: "lib/Dialect/Fly/IR/FlyAttrDefs.cpp of <https://github.com/ROCm/FlyDSL>",
        forms: &[],
        writer: Writer::Functions(dialects::write_fly),
    },
    Row {
        notation: Notation::Gluon,
        name: "gluon",
        of: "Triton's Gluon: the classes of layouts of registers",
        holds: "what `ttg` holds",
        examples: &[(
            "BlockedLayout(size_per_thread=[1, 4], threads_per_warp=[8, 4], warps_per_cta=[4, 1], order=[1, 0], cga_layout=[])",
            "(4,(4,8),4,1):(1@1,(4@1,1@0),8@0,0)",
        )],
        source: "python/triton/experimental/gluon/language/_layouts.py of <https://github.com/triton-lang/triton>",
        forms: &[Form { is_next: triton::is_gluon_next, read: triton::read_gluon }],
        writer: Writer::Layouts(triton::write_gluon),
    },
    Row {
        notation: Notation::GluonShared,
        name: "gluon-shared",
        of: "Triton's Gluon: the classes of layouts of shared memory",
        holds: "what `ttg-shared` holds",
        examples: &[(
            "to_linear_layout(SwizzledSharedLayout(vec=8, per_phase=1, max_phase=8, order=[1, 0], cga_layout=[]), [8, 64])",
            "Sw<3,3,3> o 0 o (8,64):(64,1)",
        )],
        source: "python/triton/experimental/gluon/language/_layouts.py of <https://github.com/triton-lang/triton>",
        forms: &[],
        writer: Writer::Functions(triton::write_gluon_shared),
    },
    Row {
        notation: Notation::Memref,
        name: "memref",
        of: "MLIR: a `memref`, `strided` or by an `affine_map`; the offset is the pointer's",
        holds: "layouts of known integers; nested modes by an affine map",
        examples: &[
            ("memref<4x8xf32, strided<[8, 1], offset: ?>>", "(4,8):(8,1)"),
            ("memref<4x8xf32, affine_map<(d0, d1) -> (d0 + d1 * 4)>>", "(4,8):(1,4)"),
        ],
        source: "<https://mlir.llvm.org/docs/Dialects/Builtin/#memreftype>",
        forms: &[Form { is_next: formulas::is_memref_next, read: formulas::read_memref }],
        writer: Writer::Layouts(formulas::write_memref),
    },
    Row {
        notation: Notation::Mojo,
        name: "mojo",
        of: "Mojo's `Layout` of two `IntTuple`s",
        holds: "layouts without swizzles and without tuples of one",
        examples: &[(
            "Layout(IntTuple(4, IntTuple(2, 2)), IntTuple(4, IntTuple(2, 1)))",
            "(4,(2,2)):(4,(2,1))",
        )],
        source: "max/kernels/src/layout/layout.mojo of <https://github.com/modular/modular>",
        forms: &[],
        writer: Writer::Values,
    },
    Row {
        notation: Notation::MojoCoord,
        name: "mojo-coord",
        of: "Mojo's layouts of `TileTensor`: `row_major[4, 4]()` and `Layout(Coord(…), Coord(…))`",
        holds: "layouts of known integers that are not negative",
        examples: &[
            ("row_major[4, 8]()", "(4,8):(8,1)"),
            ("Layout(Coord(Idx[4](), Idx[8]()), Coord(Idx[16](), Idx[1]()))", "(4,8):(16,1)"),
        ],
        source: "max/kernels/src/layout/tile_layout.mojo of <https://github.com/modular/modular>",
        forms: &[Form { is_next: mojo::is_next, read: mojo::read }],
        writer: Writer::Layouts(mojo::write),
    },
    Row {
        notation: Notation::NumPy,
        name: "numpy",
        of: "NumPy: `as_strided` with strides in bytes of an `x` that begins at offset 0, and `__array_interface__`",
        holds: "layouts without swizzles, with one mode for each leaf",
        examples: &[
            (
                "np.lib.stride_tricks.as_strided(x, (4, 8), (8 * x.itemsize, 1 * x.itemsize))",
                "(4,8):(8,1)",
            ),
            (
                "{'data': (0, False), 'strides': (64, 8), 'typestr': '<f8', 'shape': (4, 8), 'version': 3}",
                "(4,8):(8,1)",
            ),
        ],
        source: "<https://numpy.org/doc/stable/reference/arrays.interface.html>",
        forms: &[Form { is_next: arrays::is_interface_next, read: arrays::read_interface }],
        writer: Writer::Values,
    },
    Row {
        notation: Notation::OneDnn,
        name: "onednn",
        of: "oneDNN: a tag of a blocked format as its log prints it, and the extents behind it",
        holds: "layouts that have each place once, whose blocks lie inside of the order of the dimensions",
        examples: &[
            ("f32::blocked:aBcd16b::f0 2x32x7x7", "(2,(16,2),7,7):(1568,(1,784),112,16)"),
            (
                "wei_f32::blocked:OIhw4i16o4i::f0 32x32x3x3",
                "((16,2),(4,4,2),3,3):((4,4608),(1,64,2304),768,256)",
            ),
        ],
        source: "`dnnl_format_tag_t` in <https://oneapi-src.github.io/oneDNN/>",
        forms: &[Form { is_next: blocked::is_onednn_next, read: blocked::read_onednn }],
        writer: Writer::Layouts(blocked::write_onednn),
    },
    Row {
        notation: Notation::Pycute,
        name: "pycute",
        of: "pycute, which comes with CUTLASS",
        holds: "layouts and swizzles; no strides along a basis",
        examples: &[("Layout((4, 8), (8, 1))", "(4,8):(8,1)")],
        source: "python/pycute of <https://github.com/NVIDIA/cutlass>",
        forms: &[],
        writer: Writer::Values,
    },
    Row {
        notation: Notation::TensorLayouts,
        name: "tensor-layouts",
        of: "the Python package tensor-layouts",
        holds: "layouts and swizzles; no strides along a basis",
        examples: &[(
            "ComposedLayout(Swizzle(3, 4, 3), Layout((8, 64), (64, 1)), offset=0)",
            "Sw<3,4,3> o 0 o (8,64):(64,1)",
        )],
        source: "the package tensor-layouts 0.3.2",
        forms: &[],
        writer: Writer::Values,
    },
    Row {
        notation: Notation::TileLang,
        name: "tilelang",
        of: "TileLang: a `Layout` or a `Fragment` as it prints it; a fragment leads from coordinates, and copies, to `thread + threads * index`",
        holds: "layouts of known integers without negative strides",
        examples: &[
            ("Layout((4, 8) -> (32,), transform: (_i, _j) -> (_i * 8 + _j,))", "(4,8):(8,1)"),
            (
                "Fragment((8, 8) -> (2,), replicate: 1, thread: 32, forward_thread: _i * 4 + _j // 2, forward_index: (_j % 2,))",
                "(8,(2,4)):(4,(32,1))",
            ),
        ],
        source: "src/layout/layout.cc of <https://github.com/tile-ai/tilelang>",
        forms: &[Form { is_next: formulas::is_tilelang_next, read: formulas::read_tilelang }],
        writer: Writer::Layouts(formulas::write_tilelang),
    },
    Row {
        notation: Notation::Tirx,
        name: "tirx",
        of: "TIRx of TVM, and Axe: elements, replicas and an offset on named axes",
        holds: "layouts on named axes with replicas and an offset; a mode of several leaves is several, since the last is the fastest there",
        examples: &[("S[(2, 4):(1@warpid, 1@laneid)]", "(2,4):(1@warpid,1@laneid)")],
        source: "python/tvm/tirx and its tests in <https://github.com/apache/tvm>",
        forms: &[],
        writer: Writer::Values,
    },
    Row {
        notation: Notation::Torch,
        name: "torch",
        of: "PyTorch: `as_strided` with strides in elements, its graphs' `f32[4, 8][8, 1]`, and what its compiler prints",
        holds: "layouts without swizzles, with one mode for each leaf, without negative strides and symbols in strides",
        examples: &[
            ("torch.as_strided(x, (4, 8), (8, 1))", "(4,8):(8,1)"),
            ("f32[4, 8][16, 1]cuda:0", "(4,8):(16,1)"),
            ("FixedLayout('cuda:0', torch.float32, size=[4, 8], stride=[8, 1])", "(4,8):(8,1)"),
        ],
        source: "torch/_inductor/ir.py of <https://github.com/pytorch/pytorch>",
        forms: &[
            Form { is_next: arrays::is_next, read: arrays::read },
            Form { is_next: xla::is_strided_next, read: xla::read_strided },
        ],
        writer: Writer::Values,
    },
    Row {
        notation: Notation::Triton,
        name: "triton",
        of: "Triton's linear layouts, `#ttg.linear<{…}>`, and the table that it prints of one",
        holds: "up to four modes, registers, lanes, warps and blocks, of powers of two; with offsets in one dimension also swizzles; in several \
                dimensions the steps must share no bit, so that their sum is the exclusive or",
        examples: &[
            (
                "#ttg.linear<{register = [[0, 1]], lane = [[1, 0], [2, 0], [4, 0], [8, 0], [16, 0]], warp = [], block = []}>",
                "(2,32,1,1):(1@1,1@0,0,0)",
            ),
            (
                "- register=1 -> (0, 1) - lane=1 -> (1, 0) lane=2 -> (2, 0)",
                "(2,4,1,1):(1@1,1@0,0,0)",
            ),
        ],
        source: "lib/Tools/LinearLayout.cpp of <https://github.com/triton-lang/triton>",
        forms: &[Form { is_next: triton::is_table_next, read: triton::read_table }],
        writer: Writer::Functions(triton::write_linear),
    },
    Row {
        notation: Notation::Ttg,
        name: "ttg",
        of: "Triton: `#ttg.blocked`, `slice`, `dot_op`, `nvidia_mma`, `amd_mfma`, `amd_wmma` and `linear`, also as aliases in front of a type",
        holds: "layouts of registers, lanes, warps and blocks, written as the encoding that they are; `linear` if they are none other",
        examples: &[
            (
                "#blocked = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [8, 4], warpsPerCTA = [4, 1], order = [1, 0]}> \
                 tensor<32x64xf16, #blocked>",
                "((4,4),(4,8),4,1):((1@1,16@1),(4@1,1@0),8@0,0)",
            ),
            (
                "#ttg.nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = [2, 2], instrShape = [16, 8]}>",
                "((2,2),(4,8),(2,2),1):((1@1,8@0),(2@1,1@0),(8@1,16@0),0)",
            ),
        ],
        source: "lib/Dialect/TritonGPU/IR/LinearLayoutConversions.cpp of <https://github.com/triton-lang/triton>",
        forms: &[Form { is_next: triton::is_next, read: triton::read }],
        writer: Writer::Layouts(triton::write_registers),
    },
    Row {
        notation: Notation::TtgShared,
        name: "ttg-shared",
        of: "Triton: `#ttg.swizzled_shared`, `nvmma_shared`, `padded_shared` and `shared_linear`",
        holds: "layouts of offsets, of powers of two, that have each offset once, with swizzles or with padding; `shared_linear` if they are none \
                other",
        examples: &[
            (
                "!ttg.memdesc<8x64xf16, #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>, #smem, mutable>",
                "Sw<3,3,3> o 0 o (8,64):(64,1)",
            ),
            ("#ttg.padded_shared<[64:+8] {order = [1, 0], shape = [16, 64]}>", "(16,64):(72,1)"),
        ],
        source: "lib/Dialect/TritonGPU/IR/LinearLayoutConversions.cpp of <https://github.com/triton-lang/triton>",
        forms: &[],
        writer: Writer::Functions(triton::write_shared),
    },
    Row {
        notation: Notation::Tvm,
        name: "tvm",
        of: "TVM: `layout_transform` of a shape from a layout such as `OIHW` to one such as `OIHW16i4o`",
        holds: "layouts that have each place once, with at most one part of a dimension, inside of the order of the dimensions",
        examples: &[(
            "layout_transform((2, 32, 7, 7), \"NCHW\", \"NCHW16c\")",
            "(2,(16,2),7,7):(1568,(1,784),112,16)",
        )],
        source: "src/tir/ir/data_layout.cc of <https://github.com/apache/tvm>",
        forms: &[Form { is_next: blocked::is_tvm_next, read: blocked::read_tvm }],
        writer: Writer::Layouts(blocked::write_tvm),
    },
    Row {
        notation: Notation::Xla,
        name: "xla",
        of: "XLA: a shape, the dimensions from minor to major, and tiles",
        holds: "layouts that have each place once, whose blocks are those of a tile, or of one in another",
        examples: &[
            ("f32[8,128]{0,1}", "(8,128):(1,8)"),
            ("bf16[16,256]{1,0:T(8,128)(2,1)}", "((2,4,2),(128,2)):((1,256,2048),(2,1024))"),
        ],
        source: "<https://openxla.org/xla/tiled_layout>",
        forms: &[Form { is_next: xla::is_next, read: xla::read }],
        writer: Writer::Layouts(xla::write),
    },
];

/// The expression that a text of others is which comes next; none if it is in the language.
pub(crate) fn read(cursor: &mut Cursor) -> Option<Result<TokenStream, Diagnostic>> {
    // The first two tokens rule most forms out.
    let marks = match cursor.peek()? {
        TokenTree::Punct(punct) if !matches!(punct.as_char(), '#' | '!' | '-') => return None,
        TokenTree::Punct(_) | TokenTree::Group(_) => None,
        TokenTree::Literal(_) => Some(":"),
        TokenTree::Ident(_) => Some(":<=."),
    };
    let goes_on = match (marks, cursor.ahead(1)) {
        (None, _) => true,
        (Some(marks), Some(TokenTree::Punct(punct))) => marks.contains(punct.as_char()),
        (Some(marks), Some(TokenTree::Group(_))) => marks.len() > 1,
        _ => false,
    };
    if !goes_on {
        return None;
    }
    let form = ROWS.iter().flat_map(|row| row.forms).find(|form| (form.is_next)(cursor))?;
    let start = cursor.here();
    if !cursor.is_shallow() {
        return Some(Err(too_deep(start)));
    }
    let text = match (form.read)(cursor) {
        Ok(text) => text,
        Err(diagnostic) => return Some(Err(diagnostic)),
    };
    let range = cursor.since(start);
    let tokens: Result<TokenStream, _> = text.parse();
    Some(match tokens {
        // The last token is at the end of what they stand for, so that a range over them is that of all.
        Ok(tokens) => Ok(with_spans(tokens, &|_, is_last| match is_last {
            true => range.last,
            false => range.first,
        })),
        Err(_) => Err(Diagnostic::new(range, format!("it would be `{text}`, which has no tokens"))),
    })
}
