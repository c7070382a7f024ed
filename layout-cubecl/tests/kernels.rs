//! Kernels on a device, against the same layouts in Rust; where there is no device, the reason is printed.
#![allow(missing_docs)]

use cubecl::prelude::*;
use layout_cubecl::relayout as relayout_kernel;
use layout_cubecl::*;
use layout_runtime::dynamic::{StridedLayout, strided};
use layout_runtime::layout;

layout! {
    pub struct Row = (128,64):(64,1);
    pub struct Nested = ((4,32),8):((256,1),32);
    pub struct Swizzled = Sw<3,4,3> o 0 o (8,64):(64,1);
    pub struct Tiles = zipped_divide((96,100):(100,1),(16,20));
    pub struct Morton = ((2,2,2,2),(2,2,2,2)):((1,4,16,64),(2,8,32,128));
    pub struct Odd = (3,5,7):(35,7,1);
    pub struct Offset = Sw<2,3,3> o 5 o (6,10):(16,1);
    #[allow(padding)]
    pub struct Padded = zipped_divide((10,13):(13,1),(4,5));
    pub struct Line = (77):(3);
    /// A kernel is compiled once for each value of what is known while it is compiled.
    #[derive(Debug, PartialEq, Eq, Hash)]
    pub struct Keyed = (8,8):(8,1);
    pub struct Matrix<m, n> = (m,n):(n,1);
    pub struct Turned<m, n> = (m,n):(1,m);
    pub struct Blocked<m, n> = zipped_divide(Matrix, (4,8));
    pub struct Banked<m> = Sw<3,2,3> o 0 o (m,32):(32,1);
    pub struct Twice<m> = Sw<2,1,-4> o 0 o (Sw<3,2,3> o 0 o (m,32):(32,1));
    #[allow(padding)]
    pub struct Far = logical_divide(3000000001, 4);
    #[allow(padding)]
    pub struct Cut<m, n> = zipped_divide(Matrix, (4,5));
    #[allow(padding)]
    pub struct CutLine<m> = logical_divide(m, 6);
    pub struct Rows = (32,32):(32,1);
    pub struct Columns = (32,32);
    pub struct Tile = Sw<5,0,5> o 0 o (32,32):(32,1);
}

// What is here for other languages is dead code.
#[allow(dead_code)]
#[path = "../../tests/tests/languages/copied.rs"]
mod copied;
#[allow(dead_code)]
#[path = "../../tests/tests/languages/layouts.rs"]
mod layouts;

/// The layout of a matrix of another library: extents and strides.
type Strided = StridedLayout<2>;

/// The device of this machine. cubecl panics where there is none.
fn client() -> Option<cubecl::client::Client> {
    let client = std::panic::catch_unwind(|| cubecl::Device::default().client());
    client.map_err(|_| println!("skipped: cubecl finds no device")).ok()
}

/// A kernel of every function of a layout: the offsets of all 1-D coordinates.
macro_rules! kernels {
    ($($name:ident: $L:ident, $i:ident, $at:expr, $natural:expr;)+) => {
        $(mod $name {
            use super::*;

            #[cube(launch_unchecked)]
            pub fn index(out: &mut [u32]) {
                if ABSOLUTE_POS < out.len() {
                    out[ABSOLUTE_POS] = $L.index_u32(ABSOLUTE_POS as u32);
                }
            }

            #[cube(launch_unchecked)]
            pub fn at(out: &mut [u32]) {
                if ABSOLUTE_POS < out.len() {
                    let $i = ABSOLUTE_POS as u32;
                    out[ABSOLUTE_POS] = $at;
                }
            }

            #[cube(launch_unchecked)]
            pub fn natural(out: &mut [u32]) {
                if ABSOLUTE_POS < out.len() {
                    let $i = ABSOLUTE_POS as u32;
                    out[ABSOLUTE_POS] = $natural;
                }
            }
        })+

        #[test]
        fn functions_have_the_offsets_of_rust() {
            let Some(client) = client() else { return };
            let mut answers = 0;
            $(
                let expected: Vec<u32> = (0..$L::SIZE as u32).map(|i| $L.index_u32(i)).collect();
                #[allow(unsafe_code)] // The kernels write within the buffer.
                unsafe {
                    let launch = [$name::index::launch_unchecked, $name::at::launch_unchecked, $name::natural::launch_unchecked];
                    for launch in launch {
                        let zeros = client.create_from_slice(u32::as_bytes(&vec![u32::MAX; $L::SIZE]));
                        let argument = BufferArg::from_raw_parts(zeros.clone(), $L::SIZE);
                        let cubes = CubeCount::Static(($L::SIZE as u32).div_ceil(64), 1, 1);
                        launch(&client, cubes, CubeDim::new_1d(64), argument);
                        let said = client.read_one_unchecked(zeros);
                        assert_eq!(u32::from_bytes(&said), expected, stringify!($L));
                        answers += $L::SIZE;
                    }
                }
            )+
            println!("{answers} answers");
        }
    };
}

kernels! {
    row: Row, i, Row.at_u32(i % 128, i / 128), Row.crd2idx_u32((i % 128, i / 128));
    nested: Nested, i, Nested.at_u32(i % 128, i / 128), Nested.crd2idx_u32(((i % 4, i / 4 % 32), i / 128));
    swizzled: Swizzled, i, Swizzled.at_u32(i % 8, i / 8), Swizzled.crd2idx_u32((i % 8, i / 8));
    tiles: Tiles, i, Tiles.at_u32(i % 320, i / 320), Tiles.crd2idx_u32(((i % 16, i / 16 % 20), (i / 320 % 6, i / 1920)));
    morton: Morton, i, Morton.at_u32(i % 16, i / 16), Morton.crd2idx_u32(((i % 2, i / 2 % 2, i / 4 % 2, i / 8 % 2), (i / 16 % 2, i / 32 % 2, i / 64 % 2, i / 128)));
    odd: Odd, i, Odd.at_u32(i % 3, i / 3 % 5, i / 15), Odd.crd2idx_u32((i % 3, i / 3 % 5, i / 15));
    offset: Offset, i, Offset.at_u32(i % 6, i / 6), Offset.crd2idx_u32((i % 6, i / 6));
    padded: Padded, i, Padded.at_u32(i % 20, i / 20), Padded.crd2idx_u32(((i % 4, i / 4 % 5), (i / 20 % 3, i / 60)));
    line: Line, i, Line.at_u32(i), Line.crd2idx_u32((i,));
}

/// A transpose, by a tile in which neither a row nor a column meets itself in a bank.
#[cube(launch_unchecked)]
fn transpose(input: &[f32], output: &mut [f32]) {
    let mut tile = Shared::<[f32]>::new_slice(1024usize);
    let (x, y) = (UNIT_POS_X, UNIT_POS_Y);
    tile[Tile.at_u32(y, x) as usize] = input[Rows.at_u32(y, x) as usize];
    sync_cube();
    output[Columns.at_u32(x, y) as usize] = tile[Tile.at_u32(x, y) as usize];
}

#[test]
fn a_transpose_is_right() {
    let Some(client) = client() else { return };
    let input: Vec<f32> = (0..1024u16).map(f32::from).collect();
    let source = client.create_from_slice(f32::as_bytes(&input));
    let target = client.create_from_slice(f32::as_bytes(&[0.0; 1024]));
    #[allow(unsafe_code)] // The kernel reads and writes within the buffers.
    unsafe {
        transpose::launch_unchecked(
            &client,
            CubeCount::Static(1, 1, 1),
            CubeDim::new_2d(32, 32),
            BufferArg::from_raw_parts(source, 1024),
            BufferArg::from_raw_parts(target.clone(), 1024),
        );
    }
    let said = client.read_one_unchecked(target);
    let output = f32::from_bytes(&said);
    for row in 0..32 {
        for column in 0..32 {
            assert_eq!(output[Columns.at(row, column)], input[Rows.at(row, column)]);
        }
    }
}

/// A coordinate that is known while the kernel is compiled, beside one that is not; and one of a
/// generic layout.
#[cube(launch_unchecked)]
fn mixed<L: ComptimeLayout>(out: &mut [u32], #[comptime] layout: L) {
    if ABSOLUTE_POS < 64 {
        out[ABSOLUTE_POS] = Swizzled.at_u32(3, ABSOLUTE_POS as u32);
        out[ABSOLUTE_POS + 64] = layout.index_u32(ABSOLUTE_POS as u32);
    }
}

#[test]
fn coordinates_and_layouts_may_be_known() {
    let Some(client) = client() else { return };
    let out = client.create_from_slice(u32::as_bytes(&[0; 128]));
    #[allow(unsafe_code)] // The kernel writes within the buffer.
    unsafe {
        let argument = BufferArg::from_raw_parts(out.clone(), 128);
        let cubes = CubeCount::Static(1, 1, 1);
        mixed::launch_unchecked(&client, cubes, CubeDim::new_1d(64), argument, Keyed);
    }
    let said = client.read_one_unchecked(out);
    let rows = (0..64).map(|column| Swizzled.at_u32(3, column));
    let expected: Vec<u32> = rows.chain((0..64).map(|i| Keyed.index_u32(i))).collect();
    assert_eq!(u32::from_bytes(&said), expected);
}

/// A kernel of every function of a layout that is an argument: the offsets of all 1-D coordinates by three functions, and whether
/// they are in bounds. Of the sizes come the coordinates.
macro_rules! launched {
    ($($name:ident, $L:ident: $new:expr, $sizes:expr, |$i:ident, $m:ident, $n:ident| $at:expr, $natural:expr;)+) => {
        $(mod $name {
            #![allow(unused_variables, clippy::manual_div_ceil)] // Not all take both sizes; `div_ceil` is no word of kernels.
            use super::*;

            #[cube(launch_unchecked)]
            pub fn run(out: &mut [u32], size: u32, $m: u32, $n: u32, l: Launched<$L>, #[comptime] places: usize) {
                let $i = ABSOLUTE_POS as u32;
                if $i < size {
                    let (c0, c1) = $at;
                    out[ABSOLUTE_POS] = l.index_u32($i);
                    out[ABSOLUTE_POS + places] = l.at_u32(c0, c1);
                    out[ABSOLUTE_POS + 2 * places] = l.crd2idx_u32($natural);
                    out[ABSOLUTE_POS + 3 * places] = select(l.in_bounds_u32($natural), 1, 0);
                }
            }

            /// The answers of a device, and those of Rust.
            pub fn both(client: &cubecl::client::Client, $m: u32, $n: u32) -> (Vec<u32>, Vec<u32>) {
                let new: fn(usize, usize) -> Result<$L, layout_runtime::ShapeError> = $new;
                let layout = new($m as usize, $n as usize).expect("a layout");
                let l = Launched::new(layout).expect("a layout of 32 bits");
                let size = layout.size();
                let expected = [0, 1, 2, 3].into_iter().flat_map(|function| (0..size as u32).map(move |$i| {
                    let index = layout.index($i as usize) as u32;
                    let in_bounds = layout.in_bounds($i as usize);
                    let (c0, c1) = $at;
                    assert_eq!([l.index_u32($i), l.at_u32(c0, c1), l.crd2idx_u32($natural)], [index; 3]);
                    assert_eq!(l.in_bounds_u32($natural), in_bounds);
                    if function == 3 { in_bounds.into() } else { index }
                })).collect();
                let places = 4096;
                assert!(size <= places);
                let zeros = client.create_from_slice(u32::as_bytes(&vec![u32::MAX; 4 * places]));
                #[allow(unsafe_code)] // The kernel writes within the buffer.
                unsafe {
                    let argument = BufferArg::from_raw_parts(zeros.clone(), 4 * places);
                    let cubes = CubeCount::Static((size as u32).div_ceil(64).max(1), 1, 1);
                    run::launch_unchecked(client, cubes, CubeDim::new_1d(64), argument, size as u32, $m, $n, l, places);
                }
                let said = client.read_one_unchecked(zeros);
                let said = u32::from_bytes(&said);
                let said = (0..4).flat_map(|k| said[k * places..][..size].iter().copied()).collect();
                (said, expected)
            }
        })+

        #[test]
        fn arguments_have_the_offsets_of_rust() {
            let Some(client) = client() else { return };
            let mut answers = 0;
            $(for (m, n) in $sizes {
                let (said, expected) = $name::both(&client, m, n);
                assert_eq!(said, expected, "{} of {m} and {n}", stringify!($L));
                answers += said.len();
            })+
            println!("{answers} answers");
        }
    };
}

launched! {
    matrix, Matrix: Matrix::new, [(7, 9), (64, 33), (1, 5), (5, 1), (0, 3)],
        |i, m, n| (i % m, i / m), (i % m, i / m);
    turned, Turned: Turned::new, [(7, 9), (64, 33), (3, 1)],
        |i, m, n| (i % m, i / m), (i % m, i / m);
    blocked, Blocked: Blocked::new, [(8, 16), (12, 40), (4, 8)],
        |i, m, n| (i % 32, i / 32), ((i % 4, i / 4 % 8), (i / 32 % (m / 4), i / 32 / (m / 4)));
    banked, Banked: |m, _| Banked::new(m), [(8, 0), (40, 0), (1, 0)],
        |i, m, n| (i % m, i / m), (i % m, i / m);
    cut, Cut: Cut::new, [(8, 10), (9, 11), (3, 4), (23, 37), (0, 5)],
        |i, m, n| (i % 20, i / 20), ((i % 4, i / 4 % 5), (i / 20 % ((m + 3) / 4), i / 20 / ((m + 3) / 4)));
    cut_line, CutLine: |m, _| CutLine::new(m), [(100, 0), (6, 0), (7, 0)],
        |i, m, n| (i % 6, i / 6), (i % 6, i / 6);
    offset_swizzle, Offset: |_, _| Ok(Offset), [(0, 0)],
        |i, m, n| (i % 6, i / 6), (i % 6, i / 6);
    nested_constants, Nested: |_, _| Ok(Nested), [(0, 0)],
        |i, m, n| (i % 128, i / 128), ((i % 4, i / 4 % 32), i / 128);
    any_strides, Strided: |m, n| strided([m, n], [1, m as isize + 3]), [(7, 9), (1, 4), (0, 3)],
        |i, m, n| (i % m, i / m), (i % m, i / m);
    repeated, Strided: |m, n| strided([m, n], [0, 1]), [(7, 9)],
        |i, m, n| (i % m, i / m), (i % m, i / m);
    twice_swizzled, Twice: |m, _| Twice::new(m), [(4, 0), (33, 0)],
        |i, m, n| (i % m, i / m), (i % m, i / m);
    constants, Padded: |_, _| Ok(Padded), [(0, 0)],
        |i, m, n| (i % 20, i / 20), ((i % 4, i / 4 % 5), (i / 20 % 3, i / 60));
}

/// Bounds of a layout of constants.
#[cube(launch_unchecked)]
fn bounds(out: &mut [u32]) {
    let i = ABSOLUTE_POS as u32;
    if ABSOLUTE_POS < out.len() {
        let c = ((i % 4, i / 4 % 5), (i / 20 % 3, i / 60));
        out[ABSOLUTE_POS] = select(Padded.in_bounds_u32(c), 1, 0);
    }
}

#[test]
fn bounds_are_those_of_rust() {
    let Some(client) = client() else { return };
    let out = client.create_from_slice(u32::as_bytes(&[7; Padded::SIZE]));
    #[allow(unsafe_code)] // The kernel writes within the buffer.
    unsafe {
        let argument = BufferArg::from_raw_parts(out.clone(), Padded::SIZE);
        let cubes = CubeCount::Static((Padded::SIZE as u32).div_ceil(64), 1, 1);
        bounds::launch_unchecked(&client, cubes, CubeDim::new_1d(64), argument);
    }
    let said = client.read_one_unchecked(out);
    let expected: Vec<u32> = (0..Padded::SIZE).map(|i| Padded.in_bounds(i).into()).collect();
    assert_eq!(u32::from_bytes(&said), expected);
    assert_eq!(expected.iter().sum::<u32>(), 130);
}

#[test]
fn what_needs_more_bits_is_no_argument() {
    let error = Launched::new(Matrix::new(1 << 20, 1 << 20).unwrap()).unwrap_err();
    assert_eq!(error.to_string(), "size = 1099511627776 and the size must fit `i32`");
    let reversed = layout!((4,5):(-5,1));
    assert!(Launched::new(reversed).unwrap_err().to_string().contains("min_offset = -15"));
    let error = Launched::new(Far).unwrap_err();
    assert_eq!(error.to_string(), "size = 3000000004 and the size must fit `i32`");
}

#[test]
#[should_panic(expected = "in_bounds_u32 of a layout of size 3000000004")]
fn bounds_of_more_bits_are_refused() {
    let _ = Far.in_bounds_u32((0, 750_000_000));
}

/// Any matrix to any other, whose layouts are both arguments.
#[cube(launch)]
fn relayout<From: LaunchedLayout, To: LaunchedLayout>(
    input: &[f32],
    output: &mut [f32],
    from: Launched<From>,
    to: Launched<To>,
    size: u32,
) {
    let i = ABSOLUTE_POS as u32;
    if i < size {
        output[to.index_u32(i) as usize] = input[from.index_u32(i) as usize];
    }
}

#[test]
fn a_generic_kernel_takes_any_layouts() {
    let Some(client) = client() else { return };
    for (m, n) in [(5, 8), (31, 17), (40, 1)] {
        let (from, to) =
            (Matrix::new(m, n).unwrap(), strided([m, n], [1, m as isize + 2]).unwrap());
        let input: Vec<f32> = (0..m * n).map(|i| i as f32).collect();
        let source = client.create_from_slice(f32::as_bytes(&input));
        let target = client.create_from_slice(f32::as_bytes(&vec![-1.0; to.cosize()]));
        let (reads, writes, size) = (input.len(), to.cosize(), (m * n) as u32);
        #[allow(unsafe_code)] // The buffers have as many elements.
        let (input_arg, output_arg) = unsafe {
            (
                BufferArg::from_raw_parts(source, reads),
                BufferArg::from_raw_parts(target.clone(), writes),
            )
        };
        let cubes = CubeCount::Static(size.div_ceil(64), 1, 1);
        let (from_arg, to_arg) = (Launched::new(from).unwrap(), Launched::new(to).unwrap());
        relayout::launch(
            &client,
            cubes,
            CubeDim::new_1d(64),
            input_arg,
            output_arg,
            from_arg,
            to_arg,
            size,
        );
        let said = client.read_one_unchecked(target);
        let mut expected = vec![-1.0; writes];
        for row in 0..m {
            for column in 0..n {
                expected[row + column * (m + 2)] = input[row * n + column];
            }
        }
        assert_eq!(f32::from_bytes(&said), expected, "{m} x {n}");
    }
}

/// The number of copies, and the most elements of one.
const COPIES: usize = 40;
const ELEMENTS: u64 = 20_000;

#[test]
fn copies_are_those_of_their_definition() {
    let Some(client) = client() else { return };
    let mut seed = layouts::Seed(0x9e37_79b9_7f4a_7c15);
    let mut shared = 0;
    for _ in 0..COPIES {
        let mut copied = copied::Copied::random(&mut seed, ELEMENTS, &[4]);
        // A buffer begins at offset 0.
        for stride in copied.source.iter_mut().chain(&mut copied.target) {
            *stride = stride.abs();
        }
        let [from, into] = copied.notations();
        let functions = [&from, &into].map(|text| text.parse().expect("a layout"));
        let kernel = Copied::new(&functions[0], &functions[1], 4).expect("a copy");
        shared += usize::from(kernel.is_shared());
        let [before, after] = copied.twists;
        let room = |strides: &[i64], twist: copied::Twist| {
            let reach = copied.extents.iter().zip(strides).map(|(n, d)| (n - 1).cast_signed() * d);
            ((reach.sum::<i64>() + twist.offset) | twist.changed()) as usize + 1
        };
        let (reads, writes) = (room(&copied.source, before), room(&copied.target, after));
        let input: Vec<u32> = (0..reads as u32).map(|i| !i).collect();
        let mut expected = vec![0; writes];
        for c in 0..copied.extents.iter().product::<u64>() {
            let (mut rest, mut from, mut into) = (c, 0, 0);
            for (k, extent) in copied.extents.iter().enumerate() {
                from += (rest % extent).cast_signed() * copied.source[k];
                into += (rest % extent).cast_signed() * copied.target[k];
                rest /= extent;
            }
            expected[after.moved(into) as usize] = input[before.moved(from) as usize];
        }
        let source = client.create_from_slice(u32::as_bytes(&input));
        let target = client.create_from_slice(u32::as_bytes(&vec![0; writes]));
        #[allow(unsafe_code)] // The buffers have as many elements.
        let (input_arg, output_arg) = unsafe {
            (
                BufferArg::from_raw_parts(source, reads),
                BufferArg::from_raw_parts(target.clone(), writes),
            )
        };
        let (cubes, threads) = (kernel.cubes(), kernel.threads());
        relayout_kernel::launch::<u32>(&client, cubes, threads, input_arg, output_arg, kernel);
        let said = client.read_one_unchecked(target);
        assert!(u32::from_bytes(&said) == expected, "{from} to {into}");
    }
    println!("{COPIES} copies, {shared} of them through shared memory");
    assert!(shared > COPIES / 4);
}

#[test]
fn what_is_no_copy_says_why() {
    let refused = |from: &str, into: &str, bytes| {
        let functions = [from, into].map(|text| text.parse().expect("a layout"));
        Copied::new(&functions[0], &functions[1], bytes).unwrap_err().to_string()
    };
    let twice = refused("(4,6):(6,1)", "(4,6):(1,2)", 4);
    assert!(twice.contains("is not injective"), "{twice}");
    assert_eq!(
        refused("(4,6):(-6,1)", "(4,6):(1,4)", 4),
        "offsets of (4,6):(-6,1) are no indices of 32 bits: none may be negative, nor above 4294967295"
    );
    assert!(refused("(4,6):(6,1)", "Sw<1,0,1>", 4).contains("shape"));
    assert!(refused("(4,6):(6,1)", "(4,6):(1,4)", 3).contains('3'));
}

#[cfg(feature = "cubecl-std")]
mod views {
    use super::*;
    use cubecl_std::tensor::layout::Layout as _;
    use cubecl_std::tensor::{AsView, AsViewExpand, AsViewMut, AsViewMutExpand};

    /// A transpose by views of cubecl-std, which check their bounds.
    #[cube(launch)]
    fn transposed(input: &[f32], output: &mut [f32], from: Launched<Matrix>, to: Launched<Turned>) {
        let source = input.view(from);
        let mut target = output.view_mut(to);
        let at = (ABSOLUTE_POS_Y, ABSOLUTE_POS_X);
        if source.is_in_bounds(at) {
            target.write(at, source.read(at) + 1.0f32);
        }
    }

    #[test]
    fn views_of_cubecl_go_through_layouts() {
        let Some(client) = client() else { return };
        for (m, n) in [(5, 8), (31, 17), (40, 1)] {
            let (from, to) = (Matrix::new(m, n).unwrap(), Turned::new(m, n).unwrap());
            let input: Vec<f32> = (0..m * n).map(|i| i as f32).collect();
            let source = client.create_from_slice(f32::as_bytes(&input));
            let target = client.create_from_slice(f32::as_bytes(&vec![0.0; m * n]));
            #[allow(unsafe_code)] // The buffers have as many elements.
            let (input_arg, output_arg) = unsafe {
                (
                    BufferArg::from_raw_parts(source, m * n),
                    BufferArg::from_raw_parts(target.clone(), m * n),
                )
            };
            let cubes = CubeCount::Static((n as u32).div_ceil(8), (m as u32).div_ceil(8), 1);
            let (from, to) = (Launched::new(from).unwrap(), Launched::new(to).unwrap());
            transposed::launch(
                &client,
                cubes,
                CubeDim::new_2d(8, 8),
                input_arg,
                output_arg,
                from,
                to,
            );
            let said = client.read_one_unchecked(target);
            let said = f32::from_bytes(&said);
            for (i, j) in (0..m).flat_map(|i| (0..n).map(move |j| (i, j))) {
                assert_eq!(said[i + j * m], input[i * n + j] + 1.0, "{m} x {n}");
            }
        }
    }

    #[test]
    fn hosts_have_the_same_functions() {
        let rows = Launched::new(Matrix::new(3, 5).unwrap()).unwrap();
        assert_eq!(rows.shape(), (3, 5));
        assert_eq!(rows.to_source_pos_checked((2, 4)), (14, true));
        assert!(!rows.is_in_bounds((3, 0)) && !rows.is_in_bounds((0, 5)));
        let cut = Launched::new(Cut::new(9, 11).unwrap()).unwrap();
        assert_eq!(cut.shape(), (20, 9));
        assert!(cut.is_in_bounds((0, 8)) && !cut.is_in_bounds((1, 8)));
        let line = Launched::new(Line).unwrap();
        assert_eq!((line.shape(), line.to_source_pos(5)), (77, 15));
    }
}
