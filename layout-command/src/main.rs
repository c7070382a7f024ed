//! The command `layout`: the language of `layout!` on the command line.
//!
//! Nothing is decided here: `layout-codegen` parses and evaluates, this crate
//! reads arguments and lines and prints values, tables and mistakes.
#![forbid(unsafe_code)]

mod access;
mod asm;
mod check;
mod diff;
mod draw;
mod emit;
mod eval;
mod explain;
mod explore;
mod files;
mod help;
mod import;
mod json;
mod lines;
mod man;
mod mesh;
mod pages;
mod plan;
mod print;
mod render;
#[cfg(feature = "repl")]
mod repl;
mod terminal;
mod tune;
mod watch;

use std::error::Error;
use std::fs;
use std::io::{self, Write};
use std::process::ExitCode;
use std::str::FromStr;

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::error::ErrorKind;
use clap::{ColorChoice, CommandFactory, Parser, Subcommand};
use clap_complete::Shell;
use layout_algebra::hardware::TensorElement;
use layout_codegen::{Allow, Language, Lint, Notation};
use layout_command::bindings::{self, Bindings};
use layout_command::expression::Settings;
use render::{Failure, Form, Format};
use terminal::Width;

const EXAMPLES: &str = "\
Examples:
  layout eval 'composition((6,2):(8,2), (4,3):(3,1))'
  layout print '(4,(2,2)):(2,(1,8))'
  layout explain 'logical_divide(24:2, 4:2)'
  layout help eval
  layout help logical_divide";

const HELP: &str = "\
Prints this text, that of a command, or what an operation of the language answers: its
operands, its equation, and an example with its value and its table.
`layout help operations` lists the operations, `layout help notation` how layouts are written, and
`layout help instructions` the matrix and copy instructions, `layout help machines` the machines whose memory is
counted. `eval` is both: `layout help 'eval()'` is the operation.";

const COMPLETIONS: &str = "\
Prints a script that makes a shell complete commands, options, and the names of operations
after `layout help`.";

const COMPLETIONS_EXAMPLES: &str = "\
Examples:
  layout completions bash > ~/.local/share/bash-completion/completions/layout
  layout completions zsh > ~/.zfunc/_layout
  layout completions fish > ~/.config/fish/completions/layout.fish";

const EXPLAIN: &str = "\
Prints how an expression comes to its value: each operation with its rule, what it is made of,
why no digit carries and why no two coordinates share an offset. Inner calls come before outer
ones. Of an expression that is wrong it prints the steps up to the one that fails, with the
point that breaks it, and the error as `layout eval` does; the exit status is then 1.

What is said as `expression = value` is in the language, and `layout eval` says the same.

With --format json, each expression is answered by one line of standard output: the object of
`layout eval --format json`, with the `steps`. A step is a sentence, which it `says`; an `expression`
and its `value`; or a call with its `rule`, its `value` or `error`, and the `steps` it is made of.

Of the code of an error, as in `error[L0008]`, it prints the page: a mistake of that kind, why
it is one, and what to write instead.";

const EXPLAIN_EXAMPLES: &str = "\
Examples:
  layout explain 'logical_divide(24:2, 4:2)'
  layout explain 'composition((4,6):(6,1), 8:2)'
  layout explain '(4,8):(7,1)'
  layout explain --format json '(4,8):(7,1)'
  layout explain L0008";

const ACCESS: &str = "\
Prints what memory does with the accesses of threads by a layout (thread, values): how many
wavefronts of the banks of shared memory they take, which lanes meet in which bank, how many
sectors and lines of global memory they need, and the swizzle with which they meet least.

All is counted, not estimated: an NVIDIA H200 counts the same. Lanes move as many bytes at a
time as their values have in one piece, or --bytes.";

const ACCESS_EXAMPLES: &str = "\
Examples:
  layout access --bits 16 '(8,8):(64,1)'
  layout access --bits 16 'Sw<3,3,3> o 0 o (8,8):(64,1)'
  layout access --bits 32 --bytes 4 '(32,8):(8,1)'";

const EXPLORE: &str = "\
Opens the explorer: a page in the browser that shows the picture, table, steps, plan and text of
an expression as it is typed, and follows a coordinate from one layout to another. It
is one file, which needs no network.";

const EXPLORE_EXAMPLES: &str = "\
Examples:
  layout explore
  layout explore 'Sw<3,3,3> o 0 o (8,64):(64,1)' '(8,64):(64,1)'
  layout explore -o explorer.html --print";

const EVAL: &str = "\
Evaluates expressions of CuTe's layout algebra and prints each value, one a
line, as CuTe prints it (without the `_` before static integers).

An expression is a layout `shape:stride`, a shape (whose strides are then
column-major), a composition `A o B`, a tiler `<A, B>`, an integer, or an
operation under CuTe's name: coalesce, complement, composition,
logical_divide, zipped_divide, logical_product, slice, crd2idx, cosize, …

A lower-case word in a tuple is an integer known only at run time, one in upper
case a constant of Rust. What a value then needs of them follows it after `where`;
--with gives them values, and checks; `#[assume(n % 16 == 0)]` in front of an
expression says what is known of them. Which coordinates of a padded layout are no
padding follows it after `in bounds`. Of several expressions, each takes the values
of its own symbols; a value for a symbol that none of them has is an error.

Definitions may stand in front of an expression, `struct A = (4,8):(8,1); let t = …; size(t)`, also
in `layout! { … }`; without an expression the value is that of the last definition. `-` is the
expression on standard input, `@FILE` that in a file.

A wrong expression prints its error, underlined, to standard error; the
others are still evaluated. The exit status is 1 if any was wrong.

With --notation, layouts, swizzles and integers are written as another library writes them,
so that they can be pasted there. What they print is read as well: `layout help notations` lists
the notations, each with what it has words for.

With --format json, each expression is answered by one line of standard output, an object: its
`expression`, and its `value`; or its `error`, with the `code` of its kind (null for what is not
in the language), the `message`, the rules as `notes`, the bytes at fault from `start` to before
`end`, and the ways out as `helps`; `repairs` has those of them that are other text, each with the
bytes from `start` to before `end` and the `text` that stands there instead. Each was tried: with it
the expression is right. `layout explain L0008` has the page of a code.

With --stdin, each line of standard input is one expression and is answered
by exactly one line of standard output: the value, or `error: …`. An empty
line, or one with only a `//` comment, is an error like any other. The exit
status is then 0 whatever the lines hold, unless --with gives a value to a symbol
that no line has.";

const EVAL_EXAMPLES: &str = "\
Examples:
  $ layout eval '(4,8):(8,1)' 'cosize((4,8):(16,1))'
  (4,8):(8,1)
  56

  $ layout eval 'logical_divide((4,8), (2,4))'
  ((2,2),(4,2)):((1,2),(4,16))

  $ layout eval --allow non_injective '(4,4):(1,0)'
  (4,4):(1,0)

  $ layout eval 'logical_divide((m,n):(n,1), (32,16))'
  ((32,m / 32),(16,n / 16)):((n,32 * n),(1,16)) where 1 <= m, 1 <= n, m % 32 == 0, n % 16 == 0

  $ layout eval '#[assume(n % 16 == 0)] recast((m,n):(n,1), 8, 16)'
  (m,n / 2):(n / 2,1) where 1 <= m, 1 <= n, n % 16 == 0

  $ layout eval --notation cute-cpp 'logical_divide((4,8):(8,1), (2,4))'
  Layout<Shape<Shape<_2,_2>,Shape<_4,_2>>,Stride<Stride<_8,_16>,Stride<_1,_4>>>{}

  $ layout eval 'cute.make_layout((4, 8), stride=(8, 1))' 'Layout<Shape<_4,_8>,Stride<_8,_1>>{}'
  (4,8):(8,1)
  (4,8):(8,1)

  $ layout eval --with m=128,n=64 'logical_divide((m,n):(n,1), (32,16))'
  ((32,4),(16,4)):((64,2048),(1,16))

  $ printf '%s\\n' '(4,8)' '(4,8):8' | layout eval --stdin
  (4,8):(1,4)
  error: …";

const PRINT: &str = "\
Draws the table of CuTe's print_layout: the offset of every coordinate of a
layout of rank 2, mode 0 down and mode 1 across. A layout of rank 1 is one row. That
of a swizzled layout has the offsets after the swizzle. Of more modes there is a table
for each coordinate of the others, and over a basis one of coordinates.

The expression is as for `layout eval`. The exit status is 1 if it is wrong
or its layout has no such table.";

const PRINT_EXAMPLES: &str = "\
Examples:
  layout print '(4,(2,2)):(2,(1,8))'
  layout print 'zipped_divide((8,8):(8,1), (4,4))'
  layout print 'Sw<3,3,3> o 0 o (8,64):(64,1)'
  layout print --allow non_injective '(4,4):(1,0)'";

const PLAN: &str = "\
Prints what `layout!` emits for a layout: its facts, and for each function the
arithmetic that was chosen, with its operations and its divisions (by what is no
power of two). `#[cost(div = 0, ops <= 6)]` in front of a layout holds it to them.

Of a layout with symbols it prints what is checked where it is made, and the same
functions, without their cost: factors are computed where it is made, and to divide by
what is known only at run time takes a multiplication and a shift.

With --asm, the functions are compiled by the `rustc` at hand (or $RUSTC),
optimised, and their instructions follow.

With --time, it prints instead what the steps of a macro's invocation take here: the median of
several runs. A macro is compiled as `[profile.dev.build-override]` or that of release says: Cargo's
default is not to optimise it, and `opt-level = 2` makes it as fast as this command.";

const PLAN_EXAMPLES: &str = "\
Examples:
  layout plan '((4,32),8):((256,1),32)'
  layout plan --asm 'Sw<3,4,3> o 0 o (8,64):(64,1)'
  layout plan --asm --target aarch64-unknown-linux-gnu '(3,4):(4,1)'";

const EMIT: &str = "\
Prints the functions of layouts as text of another language: for each layout
its table as a comment, its size, cosize, extents and strides as constants, and
`NAME_index` of a 1-D coordinate, `NAME_at` of one a mode, `NAME_at_flat` of one a
leaf (`NAME_offset`, `NAME_offset_at`, `NAME_offset_at_flat` where an offset is
negative). They compute what `layout!` computes in Rust. `NAME_in_bounds` of a padded
layout says which natural coordinates are no padding. The functions of a layout over
a basis are those of each number that it answers, `NAME_0_at`, `NAME_1_at`.

The symbols of a layout are the first parameters of its functions; `NAME_holds`
says whether the layout may be made of their values.

Coordinates and offsets have the bits that the language mostly has: 32 in shaders,
64 in C, C++. A layout that they do not hold is an error with the number.

With --relayout, layouts come in pairs, and what is printed is a kernel that copies elements
of so many bytes from the first to the second: `target[B(c)] = source[A(c)]`. It runs
in NAME_BLOCKS_X by NAME_BLOCKS_Y blocks of NAME_THREADS threads; both memories begin at a
multiple of 16 bytes.

With --host, what is printed is what a program in C++ or Python passes to a kernel:
`NAME_shape`, the extents, of which a grid is made, and `NAME_argument`, the words of a layout
that the kernel takes by value. With --tensor-map, layouts come in pairs, a matrix in global memory
and a tile of shared memory, and `NAME_tensor_map` makes the tensor map of the matrix at an
address, by CUDA's driver. Both are functions of the symbols.

With --sweep, what is printed are loops over all coordinates, the first fastest, around the lines
given, in which `offset` is the offset, and `c0`, `c1` and so on is the coordinate of each leaf.";

const EMIT_EXAMPLES: &str = "\
Examples:
  layout emit --lang wgsl --name tile '(128,64):(64,1)'
  layout emit --lang cuda --name smem 'Sw<3,4,3> o 0 o (8,64):(64,1)'
  layout emit --lang c --bits 32 --name a --name b '(4,8):(8,1)' '(4,8):(1,4)'
  layout emit --lang metal --name rows '(m,n):(n,1)'
  layout emit --lang ptx --name smem 'Sw<3,4,3> o 0 o (8,64):(64,1)'
  layout emit --lang wgsl --sweep 'sum += data[offset];' '(4,8):(1,5)'
  layout emit --lang cuda --relayout 2 --name transpose '(4096,4096):(4096,1)' '(4096,4096):(1,4096)'
  layout emit --lang python --host --name tiles '#[allow(padding)] zipped_divide((m,n):(n,1), (32,16))'
  layout emit --lang cpp --tensor-map bf16 --name a '(m,k):(k,1)' 'Sw<3,3,3> o 0 o (128,64):(64,1)'";

/// The help of `layout import`, with the notations by their names.
fn import_about() -> String {
    let width = Notation::ALL.iter().map(|notation| notation.name().len()).max().unwrap_or(0);
    let mut text = IMPORT.to_owned();
    for notation in Notation::ALL {
        text += &format!("  {:width$}  {}\n", notation.name(), notation.of());
    }
    text + "\n" + IMPORT_OF_TENSORS
}

const IMPORT: &str = "\
Reads a layout as another library prints it, or as one writes it with that library, and prints it
in CuTe's notation. All of them may stand wherever a layout does. `layout help notations` has examples
of each, and `layout eval --notation NAME` is the way back:

";

const IMPORT_OF_TENSORS: &str = "\
With --shape and --strides, the layout is that of a tensor: its strides are in elements, as those of
PyTorch and DLPack, or in bytes with --itemsize, as NumPy's `x.strides`.

Of what CuTe's `print(tensor)` shows, the pointer is left out, with a note, and so are the elements.";

const IMPORT_EXAMPLES: &str = "\
Examples:
  layout import 'Layout<Shape<_4,_8>,Stride<_8,_1>>{}'
  layout import 'Sw<3,4,3> o smem_ptr[16b](unset) o (_8,_64):(_64,_1)'
  layout import 'cute.make_layout((4, 8), stride=(8, 1))'
  layout import 'Sw<3,4,3>_smem_ptr[16b](0x7f0000000400) o (_8,_64):(_64,_1)'
  layout import 'Swizzle::<3, 4, 7>'
  layout import 'f32[16,256]{1,0:T(8,128)}'
  layout import '#ttg.nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = [2, 2], instrShape = [16, 8]}>'
  layout import --shape '(4, 8)' --strides '(64, 4)' --itemsize 4
  layout import --shape 2,3,4 --strides 12,4,1";

const DRAW: &str = "\
Draws layouts: the offset of each coordinate, with the levels of nested modes, as SVG,
HTML, LaTeX (TikZ) or text. Mode 0 goes down, mode 1 across, and each coordinate of the
further modes has a table. A layout over a basis shows the coordinates that it answers,
one with padding hatches it, and one with symbols takes values by --with and keeps their
names. Several layouts stand beside each other.

Layouts of more than 1024 cells are drawn as tables of blocks, which say the answer at
every element exactly. A picture has at most 4096 cells, one by one.

--kind tv shows who holds each element of a tile, `T3` over `V1`, for a layout from
(thread, value) to `row + column * rows` or to (row,column); --kind copy two such layouts,
with the values of one thread; --kind mma those of A (m,k), B (n,k) and C (m,n), around
each other. The name of a matrix instruction, a `make_tiled_mma(…)` and a `make_tiled_copy(…)`
are drawn so by themselves, and --kind gemm the offsets of three matrices. --banks colours
by the bank of shared memory, and with --slice says whether what is read at once is in
conflict.";

const DRAW_EXAMPLES: &str = "\
Examples:
  layout draw '((2,4),(4,2)):((1,8),(2,32))' -o nested.svg
  layout draw --tile '(4,8)' '(10,13):(13,1)' -o tiles.html
  layout draw --order --format tikz '((2,2),(2,2)):((1,4),(2,8))'
  layout draw --banks 32 --bits 16 --vector 8 --slice '(_,16)' '(8,64):(64,1)' 'Sw<3,3,3> o 0 o (8,64):(64,1)'
  layout draw --kind tv --tile '(16,8)' --thread 5 '((4,8),(2,2)):((32,1),(16,8))'
  layout draw --thread 5 SM80_16x8x16_F32F16F16F32_TN -o mma.svg
  layout draw --fill '(8,8):(1,0)' --coordinates '(8,8):(8,1)'
  layout draw --with m=4,n=6 --format text '(m,n):(n,1)'";

const DIFF: &str = "\
Prints the first coordinate at which two layouts differ, and how many do: coordinates of their modes
if both have modes of the same sizes, else 1-D coordinates. `-o FILE` draws both layouts, with the
coordinates that differ outlined.

The exit status is 0 if none differs, 1 if one does, and 2 if they cannot be compared.";

const DIFF_EXAMPLES: &str = "\
Examples:
  layout diff '(4,8):(8,1)' '(4,8):(1,4)'
  layout diff '(8,64):(64,1)' 'Sw<3,3,3> o 0 o (8,64):(64,1)' -o swizzle.svg";

const MESH: &str = "\
Prints who sends what to whom, so that a tensor over devices with placement A has placement B.

A placement is a layout whose values are (device, place): its strides step along @0, devices,
and @1, places in a device. A mode named `copy` has devices that hold the same, one named `sum`
devices that hold summands, as (4,copy: 2):(1@1,1@0). With --mesh, placements are those of DTensor,
`Shard(0), Replicate()`, with `_StridedShard` and `Partial()`, or of JAX, `P('x', None)`. Two of these
need --shape; one has the shape of the layout beside it.

The table has the elements from each device to each other one; `-o FILE` draws it. Then come the messages of --rank:
for each the first place and the layout of the places there, on both sides.

With --format json, the answer is one object: the `collective`, the `bytes` that are kept and that
move inside of nodes and between them, and for each of the `steps` the `messages` that the rank sends.";

const MESH_EXAMPLES: &str = "\
Examples:
  layout mesh '((2,4),12):((12@1,1@0),1@1)' '(8,(3,4)):(3@1,(1@1,1@0))'
  layout mesh --node 2 '(8,copy: 4):(1@1,1@0)' '(2,4):(1@1,1@0)'
  layout mesh --mesh dp=4,tp=2 --shape 16,48 'Shard(0), Shard(0)' 'Shard(1), Shard(1)'";

const TUNE: &str = "\
Prints the wavefronts of shared memory that accesses by layouts (thread, values) take, of
those who write and read one buffer, and those with the swizzle and with the padding that
are the best for all of them together.

Offsets are in elements of that buffer, before any swizzle. A padding is printed as the layout
of offsets that it is; put it, or the swizzle, in front of each layout: `Sw<3,3,3> o 0 o …`,
`(64,8):(1,72) o …`.";

const TUNE_EXAMPLES: &str = "\
Examples:
  layout tune --bits 16 --as store --as ldmatrix '((8,4),8):((8,64),1)' '(8,(8,8)):(64,(1,8))'
  layout tune --bits 32 --as store '(32,32):(1,32)' '(32,32):(32,1)'
  layout tune --bits 32 --as store --bytes 16 --bytes 4 '((8,4),4):((4,32),1)' '(32,8):(32,1)'";

const MAN: &str = "\
Prints the manual page of this program, or of one of its commands, as `man` reads it. With -o, all
pages are written into a folder.";

const MAN_EXAMPLES: &str = "\
Examples:
  layout man -o ~/.local/share/man/man1
  layout man eval | man -l -";

const REPL: &str = "\
Evaluates line by line. A definition, `struct A = (4,8):(8,1)` or `let t = …`, stays for the lines after
it; to define a name again replaces it in what uses it, too. An open bracket goes on in the next line.

A line that begins with a colon is a command of `layout` on an expression that may use the
definitions: `:explain size(A)`, `:draw --tile=(2,4) A`; options stand in front, each one word.
`:definitions` lists what is defined, `:forget` forgets it, `:allow` and `:with` are --allow and --with for the
lines after it, and `:quit`, or the end of input, ends.

The tabulator completes operations, instructions, commands and what is defined. The history
is kept in $XDG_STATE_HOME/layout/history, or else in ~/.local/state.";

const REPL_EXAMPLES: &str = "\
Examples:
  $ layout repl
  layout> let rows = (8,8):(8,1)
  rows = (8,8):(8,1)
  layout> zipped_divide(rows, (2,4))
  ((2,4),(4,2)):((8,1),(16,4))
  layout> :print --width=40 rows
  layout> :help zipped_divide";

const WATCH: &str = "\
Runs a command of `layout` on what is in a file, and again each time the file changes, until it is
stopped. Without a command that is `eval`. Mistakes are printed, and it goes on.

The file is read five times a second, which works on every file system.";

const WATCH_EXAMPLES: &str = "\
Examples:
  layout watch tile.layout
  layout watch tile.layout print
  layout watch tile.layout draw --tile '(4,8)' -o tile.svg";

/// CuTe's layout algebra on the command line.
#[derive(Parser)]
#[command(name = "layout", version, after_help = EXAMPLES, disable_help_subcommand = true)]
struct Arguments {
    /// When to colour errors, and pictures in a terminal.
    #[arg(long, value_name = "WHEN", default_value = "auto", global = true)]
    color: ColorChoice,
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Print what memory does with accesses by layouts: banks, sectors, lines.
    #[command(long_about = ACCESS, after_help = ACCESS_EXAMPLES)]
    Access {
        #[command(flatten)]
        options: AnswerOptions,
        #[command(flatten)]
        memory: access::AccessArguments,
        /// Layouts (thread, values), such as '(32,8):(8,1)'.
        #[arg(value_name = "EXPR", required = true, allow_negative_numbers = true, value_parser = source)]
        expressions: Vec<String>,
    },
    /// Print a completion script.
    #[command(long_about = COMPLETIONS, after_help = COMPLETIONS_EXAMPLES)]
    Completions {
        /// The shell.
        #[arg(value_name = "SHELL")]
        shell: Shell,
    },
    /// Print where two layouts differ.
    #[command(long_about = DIFF, after_help = DIFF_EXAMPLES)]
    Diff {
        #[command(flatten)]
        options: AnswerOptions,
        #[command(flatten)]
        compared: diff::DiffArguments,
    },
    /// Draw layouts as SVG, HTML, LaTeX or text.
    #[command(long_about = DRAW, after_help = DRAW_EXAMPLES)]
    Draw {
        #[command(flatten)]
        given: Given,
        #[command(flatten)]
        drawing: Box<draw::DrawArguments>,
        /// Layouts, such as '(4,8):(8,1)'.
        #[arg(value_name = "EXPR", required = true, allow_negative_numbers = true, value_parser = source)]
        expressions: Vec<String>,
    },
    /// Print the functions of layouts in another language.
    #[command(long_about = EMIT, after_help = EMIT_EXAMPLES)]
    Emit {
        #[command(flatten)]
        options: AnswerOptions,
        /// The language.
        #[arg(long, value_name = "LANG", value_parser = named::<Language>(Language::ALL.map(Language::name)))]
        lang: Language,
        /// The name of the next layout; `layout`, `layout2`, … without.
        #[arg(long = "name", value_name = "NAME")]
        names: Vec<String>,
        /// The bits of coordinates and offsets.
        #[arg(long, value_parser = named::<u32>(["32", "64"]))]
        bits: Option<u32>,
        /// Have the language's compiler read the text, if it is at hand.
        #[arg(long)]
        check: bool,
        /// Print kernels instead, which copy elements of so many bytes from a layout to the next.
        #[arg(long, value_name = "BYTES")]
        relayout: Option<usize>,
        /// Print loops over all coordinates instead, around these lines.
        #[arg(long, value_name = "LINES", conflicts_with_all = ["relayout", "check", "names"])]
        sweep: Option<String>,
        /// Print what a program in C++ or Python passes to a kernel instead.
        #[arg(long, conflicts_with_all = ["relayout", "sweep", "bits"])]
        host: bool,
        /// Print functions that make tensor maps of matrices instead, each for the tile that is next: the type of the next matrix, and of those
        /// after it.
        #[arg(long, value_name = "TYPE", conflicts_with_all = ["relayout", "sweep", "bits", "host"], value_parser = element_parser())]
        tensor_map: Vec<TensorElement>,
        /// Layouts, such as '(4,8):(8,1)'.
        #[arg(value_name = "EXPR", required = true, allow_negative_numbers = true, value_parser = source)]
        expressions: Vec<String>,
    },
    /// Evaluate expressions and print their values in CuTe's notation.
    #[command(long_about = EVAL, after_help = EVAL_EXAMPLES)]
    Eval {
        #[command(flatten)]
        options: AnswerOptions,
        /// Write values as another library does.
        #[arg(long, value_name = "NOTATION", value_parser = named::<Notation>(Notation::ALL.map(Notation::name)))]
        notation: Option<Notation>,
        /// Read one expression a line and answer each with one line.
        #[arg(long, conflicts_with = "expressions")]
        stdin: bool,
        /// Expressions, such as '(4,8):(8,1)' or 'complement(4:2, 24)'.
        #[arg(value_name = "EXPR", required_unless_present = "stdin")]
        #[arg(allow_negative_numbers = true, value_parser = source)]
        expressions: Vec<String>,
    },
    /// Print how expressions come to their values, step by step.
    #[command(long_about = EXPLAIN, after_help = EXPLAIN_EXAMPLES)]
    Explain {
        #[command(flatten)]
        options: AnswerOptions,
        /// Expressions, such as 'logical_divide(24:2, 4:2)', or codes of errors.
        #[arg(value_name = "EXPR", required = true, allow_negative_numbers = true, value_parser = source)]
        expressions: Vec<String>,
    },
    /// Explore layouts in the browser.
    #[command(long_about = EXPLORE, after_help = EXPLORE_EXAMPLES)]
    Explore(explore::ExploreArguments),
    /// Print this message, or the help of a command or an operation.
    #[command(long_about = HELP)]
    Help {
        /// A command, such as eval, an operation, such as logical_divide, `operations`, `notation`, `instructions` or `machines`.
        #[arg(value_name = "OF")]
        of: Option<String>,
    },
    /// Print manual pages.
    #[command(long_about = MAN, after_help = MAN_EXAMPLES)]
    Man(man::ManArguments),
    /// Read layouts as other libraries print them, and print them in CuTe's notation.
    #[command(long_about = import_about(), after_help = IMPORT_EXAMPLES)]
    Import {
        #[command(flatten)]
        options: AnswerOptions,
        #[command(flatten)]
        tensor: import::Tensor,
        /// A layout as another library prints it.
        #[arg(value_name = "TEXT", required_unless_present = "shape", conflicts_with = "shape")]
        texts: Vec<String>,
    },
    /// Print what the functions of a layout compute, and what it costs.
    #[command(long_about = PLAN, after_help = PLAN_EXAMPLES)]
    Plan {
        #[command(flatten)]
        options: AnswerOptions,
        /// Compile the functions, and print their instructions.
        #[arg(long)]
        asm: bool,
        /// The target of --asm, an installed one of `rustc --print target-list`.
        #[arg(long, value_name = "TRIPLE", requires = "asm")]
        target: Option<String>,
        /// Print what it takes to read the expression, to compute its value, and to plan its functions.
        #[arg(long)]
        time: bool,
        /// A layout, such as '(4,8):(8,1)'.
        #[arg(value_name = "EXPR", allow_negative_numbers = true, value_parser = source)]
        expression: String,
    },
    /// Draw the table of CuTe's print_layout.
    #[command(long_about = PRINT, after_help = PRINT_EXAMPLES)]
    Print {
        #[command(flatten)]
        options: AnswerOptions,
        /// The most columns of the table; those of the terminal without, 0 for any.
        #[arg(long, value_name = "COLUMNS")]
        width: Option<usize>,
        /// A layout, such as '(4,8):(8,1)'.
        #[arg(value_name = "EXPR", allow_negative_numbers = true, value_parser = source)]
        expression: String,
    },
    /// Print who sends what to whom between two placements of a tensor over devices.
    #[command(long_about = MESH, after_help = MESH_EXAMPLES)]
    Mesh {
        #[command(flatten)]
        options: AnswerOptions,
        #[command(flatten)]
        placements: mesh::MeshArguments,
    },
    /// Evaluate line by line, with a history and completion.
    #[cfg(feature = "repl")]
    #[command(long_about = REPL, after_help = REPL_EXAMPLES)]
    Repl(repl::ReplArguments),
    /// Print the swizzle and the padding that are the best for accesses by several layouts.
    #[command(long_about = TUNE, after_help = TUNE_EXAMPLES)]
    Tune {
        #[command(flatten)]
        options: AnswerOptions,
        #[command(flatten)]
        sharing: tune::TuneArguments,
        /// Layouts (thread, values), such as '(32,8):(8,1)'.
        #[arg(value_name = "EXPR", required = true, allow_negative_numbers = true, value_parser = source)]
        expressions: Vec<String>,
    },
    /// Run a command on a file, again when the file changes.
    #[command(long_about = WATCH, after_help = WATCH_EXAMPLES)]
    Watch(watch::WatchArguments),
}

/// The text of an expression: the argument, standard input for `-`, or the file after `@`.
fn source(argument: &str) -> io::Result<String> {
    match argument.strip_prefix('@') {
        _ if argument == "-" => io::read_to_string(io::stdin()),
        Some(file) => fs::read_to_string(file),
        None => Ok(argument.to_owned()),
    }
}

#[derive(clap::Args)]
struct Given {
    /// Accept what is refused otherwise, as `#[allow(…)]` does in `layout!`.
    #[arg(long, value_name = "LINTS", value_delimiter = ',', value_parser = lint_parser())]
    allow: Vec<Lint>,
    /// Give symbols values, and check what the value needs of them.
    #[arg(long, value_name = "SYMBOLS", value_delimiter = ',', value_parser = bindings::parse)]
    with: Vec<(String, i128)>,
}

fn lint_parser() -> impl TypedValueParser<Value = Lint> {
    let values = Lint::ALL.map(|lint| {
        PossibleValue::new(lint.name()).help(match lint {
            Lint::NonInjective => "Layouts with two coordinates for one offset",
            Lint::Padding => "Tiles and compositions that reach past their layout",
        })
    });
    PossibleValuesParser::new(values).try_map(|name| {
        Lint::ALL.into_iter().find(|lint| lint.name() == name).ok_or("unknown lint")
    })
}

/// A parser of values by their names.
fn named<T>(names: impl Into<PossibleValuesParser>) -> impl TypedValueParser<Value = T>
where
    T: FromStr<Err: Into<Box<dyn Error + Send + Sync>>> + Clone + Send + Sync + 'static,
{
    names.into().try_map(|name| name.parse())
}

fn element_parser() -> impl TypedValueParser<Value = TensorElement> {
    PossibleValuesParser::new(TensorElement::ALL.iter().map(|element| element.name)).try_map(
        |name| {
            let found = TensorElement::ALL.iter().find(|element| element.name == name);
            found.copied().ok_or("no type of tensor maps")
        },
    )
}

/// The settings of expressions, and the format of the answer.
#[derive(clap::Args)]
struct AnswerOptions {
    #[command(flatten)]
    given: Given,
    /// The form of the answer.
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    format: Format,
}

impl Given {
    fn settings(&self) -> Settings {
        let mut allow = Allow::default();
        for lint in &self.allow {
            allow.permit(*lint);
        }
        if let Some((name, first, second)) = bindings::duplicate(&self.with) {
            let message = format!("`--with` gives `{name}` two values, {first} and {second}");
            Arguments::command().error(ErrorKind::ArgumentConflict, message).exit();
        }
        Settings { allow, bindings: Bindings(self.with.clone()) }
    }
}

fn main() -> ExitCode {
    let Arguments { color, command } = Arguments::parse();
    let mut out = io::stdout().lock();
    let mut err = render::stderr(color);
    let done = command.run(color, &mut out, &mut err);
    match done.and_then(|status| out.flush().map(|()| status)) {
        Ok(status) => status,
        // Nobody reads any more.
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => ExitCode::SUCCESS,
        Err(error) => {
            // If this cannot be written either, the status has to do.
            let _ = writeln!(err, "error: {error}");
            ExitCode::FAILURE
        }
    }
}

impl Command {
    /// Answers on `out`, with mistakes on `err`.
    fn run(
        &self,
        color: ColorChoice,
        out: &mut impl Write,
        err: &mut impl Write,
    ) -> io::Result<ExitCode> {
        self.answer(color, out, err).or_else(|failure| failure.write(out, err))
    }

    fn answer(
        &self,
        color: ColorChoice,
        out: &mut impl Write,
        err: &mut impl Write,
    ) -> Result<ExitCode, Failure> {
        Ok(match self {
            Command::Access { options, memory, expressions } => {
                memory.print(expressions, &options.given.settings(), options.format, out, err)?
            }
            Command::Completions { shell } => help::completions(*shell, out)?,
            Command::Explain { options, expressions } => {
                explain::explain(expressions, &options.given.settings(), options.format, out, err)?
            }
            Command::Explore(exploration) => exploration.open(out)?,
            Command::Help { of } => match of.as_deref() {
                Some("operations") => help::operations(out)?,
                of => help::help(of, out, err)?,
            },
            Command::Diff { options, compared } => {
                compared.print(&options.given.settings(), options.format, out, err)?
            }
            Command::Draw { given, drawing, expressions } => {
                drawing.draw(expressions, &given.settings(), color, out)?
            }
            Command::Emit {
                options,
                lang,
                names,
                bits,
                check,
                relayout,
                sweep,
                host,
                tensor_map,
                expressions,
            } => {
                let (language, bits, check, format) = (*lang, *bits, *check, options.format);
                let emission = match (relayout, sweep, tensor_map.as_slice()) {
                    (Some(bytes), ..) => emit::Emission::Relayout(*bytes),
                    (_, Some(body), _) => emit::Emission::Sweep(body),
                    (.., types @ [_, ..]) => emit::Emission::TensorMap(types),
                    _ if *host => emit::Emission::Host,
                    _ => emit::Emission::Functions,
                };
                let arguments =
                    emit::EmitArguments { language, bits, names, check, emission, format };
                arguments.print(expressions, &options.given.settings(), out)?
            }
            Command::Eval { options, notation, stdin: true, .. } => {
                let form = Form { notation: *notation, format: options.format };
                lines::answer_lines(io::stdin().lock(), form, out, err, &options.given.settings())?
            }
            Command::Eval { options, notation, expressions, .. } => {
                let form = Form { notation: *notation, format: options.format };
                eval::eval(expressions, form, &options.given.settings(), out, err)?
            }
            Command::Import { options, tensor, texts } => {
                // A text of others may hold an element twice.
                let mut settings = options.given.settings();
                if !texts.is_empty() {
                    settings.allow.permit(Lint::NonInjective);
                }
                import::import(texts, tensor, &settings, options.format, out, err)?
            }
            Command::Man(pages) => pages.print(out)?,
            Command::Plan { options, time: true, expression, .. } => {
                plan::time(expression, &options.given.settings(), options.format, out)?
            }
            Command::Plan { options, asm, target, expression, .. } => {
                let compiler = asm.then_some(asm::Compiler { target: target.clone() });
                let (settings, compiler) = (options.given.settings(), compiler.as_ref());
                plan::print(expression, &settings, options.format, compiler, out)?
            }
            Command::Print { options, width, expression } => {
                let (settings, width) = (options.given.settings(), Width::of(*width));
                print::print(expression, &settings, options.format, width, out)?
            }
            Command::Mesh { options, placements } => {
                placements.print(&options.given.settings(), options.format, out)?
            }
            #[cfg(feature = "repl")]
            Command::Repl(session) => session.run(color, out, err)?,
            Command::Tune { options, sharing, expressions } => {
                sharing.print(expressions, &options.given.settings(), options.format, out)?
            }
            Command::Watch(watched) => watched.run(color, out, err)?,
        })
    }
}
