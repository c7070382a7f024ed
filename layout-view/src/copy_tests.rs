//! Copies, elementwise functions and folds against plain loops over coordinates.

extern crate std;

use std::vec;
use std::vec::Vec;

use super::tests::offsets;
use super::*;
use crate::bounds::Unpadded;
use crate::{Leaf, StaticLayout, layout};
use layout_runtime::internals::mapped;

/// The places in a buffer of all coordinates.
fn places<L: StaticLayout>() -> Vec<usize> {
    let mut all = offsets(L::Geometry::TABLE.shape(), L::Geometry::TABLE.stride());
    all.iter_mut().for_each(|x| *x = mapped::<L::Map>(*x));
    let first = all.iter().fold(0, |first, &x| x.min(first));
    all.into_iter().map(|x| (x - first) as usize).collect()
}

/// The elements that a layout needs.
fn span<L: StaticLayout>() -> usize {
    places::<L>().into_iter().fold(0, usize::max) + 1
}

/// Copies between two layouts of one size, of elements made from numbers. Answers what the
/// target's buffer is then, with two elements of another kind to either side.
pub(super) fn check_copy_of<
    T: Copy + PartialEq,
    L: StaticLayout<Bounds: Unpadded>,
    M: StaticLayout<Bounds: Unpadded>,
>(
    (from, to): (L, M),
    of: impl Fn(usize) -> T,
) -> Vec<T> {
    let numbers: Vec<T> = (1..=span::<L>()).map(&of).collect();
    let mut buffer = vec![of(0); span::<M>() + 4];
    let mut expected = buffer.clone();
    for (s, t) in places::<L>().into_iter().zip(places::<M>()) {
        expected[2 + t] = numbers[s];
    }
    View::new(&numbers, from).copy_to(&mut ViewMut::new(&mut buffer[2..], to));
    assert!(buffer == expected, "{} to {}", L::NOTATION, M::NOTATION);
    buffer
}

/// Copies, pairs and fills between two layouts of one size.
pub(super) fn check_copy<L: StaticLayout<Bounds: Unpadded>, M: StaticLayout<Bounds: Unpadded>>(
    from: L,
    to: M,
) {
    let mut buffer = check_copy_of((from, to), |i| i);
    let numbers: Vec<usize> = (1..=span::<L>()).collect();
    let mut pairs = 0;
    ViewMut::new(&mut buffer[2..], to).zip_with(View::new(&numbers, from), |x, y| {
        pairs += usize::from(x == y);
        *x = 0;
    });
    let size = L::SIZE;
    assert!(pairs == size && buffer.iter().all(|&x| x == 0), "{}", M::NOTATION);
    ViewMut::new(&mut buffer[2..], to).fill(1);
    let mut filled = vec![0; buffer.len()];
    places::<M>().into_iter().for_each(|t| filled[2 + t] = 1);
    assert!(buffer == filled, "{}", M::NOTATION);
}

#[test]
fn copies_are_loops_over_coordinates() {
    check_copy(layout!((40,50):(50,1)), layout!((40,50):(1,40)));
    check_copy(layout!((40,50):(60,1)), layout!((40,50):(-1,-41)));
    check_copy(layout!((16,16):(16,1)), layout!((16, 16)));
    check_copy(layout!((16,17):(-17,-1)), layout!((16, 17)));
    check_copy(layout!((4,(8,2),6):(96,(1,8),16)), layout!((4,(8,2),6):(96,(1,8),16)));
    check_copy(layout!((2,32,5,7):(1120,35,7,1)), layout!((2,(16,2),5,7):(1120,(1,560),112,16)));
    check_copy(layout!((2,(16,2),5,7):(1120,(1,560),112,16)), layout!((2,32,5,7):(1120,35,7,1)));
    check_copy(layout!(#[allow(non_injective)] (3,5):(0,1)), layout!((3,5):(5,1)));
    check_copy(layout!(#[allow(non_injective)] (4,6):(1,1)), layout!((4,6):(6,1)));
    check_copy(layout!(1:0), layout!((1,1):(0,0)));
    // No common loops.
    check_copy(layout!((2,3):(3,1)), layout!((3,2):(2,1)));
    check_copy(layout!((4,9):(9,1)), layout!((6,6):(6,1)));
    // Row-major to Morton order: more loops than are spelled out.
    check_copy(layout!((16,16):(16,1)), layout!(((2,2,2,2),(2,2,2,2)):((1,4,16,64),(2,8,32,128))));
    check_copy(
        layout!((2,2,2,2,2,2,2,2):(1,-256,4,64,-2048,16,-8192,1024)),
        layout!((2,2,2,2,2,2,2,2):(-512,1,2048,8,128,-4096,32,-2)),
    );
}

/// Transposes of matrices, from and to strides that are given for their extents.
macro_rules! check_matrices {
    ($of:expr; $m:literal x $n:literal: $($strides:tt)*) => {
        $(check_matrices!(@ $of, $m, $n, $strides);)*
    };
    (@ $of:expr, $m:literal, $n:literal, [$s0:expr, $s1:expr => $t0:expr, $t1:expr]) => {
        let _ = check_copy_of(
            (
                PartLayout::<(Leaf<$m, { $s0 }>, Leaf<$n, { $s1 }>)>::NEW,
                PartLayout::<(Leaf<$m, { $t0 }>, Leaf<$n, { $t1 }>)>::NEW,
            ),
            $of,
        );
    };
}

/// Where squares are whole, something is left over to either side, and there are none.
#[test]
fn small_transposes_are_right() {
    let of = |i| i as u32;
    check_matrices!(of; 1 x 4: [4, 1 => 1, 1]);
    check_matrices!(of; 3 x 7: [7, 1 => 1, 3] [-7, -1 => 1, 3]);
    check_matrices!(of; 4 x 4: [4, 1 => 1, 4] [-4, -1 => 1, 6] [4, -1 => -1, 4] [1, 4 => 4, -1]);
    check_matrices!(of; 4 x 7: [9, 1 => 1, 4] [7, 1 => 1, -5]);
    check_matrices!(of; 9 x 6: [6, 1 => 1, 9] [6, 1 => -1, -9] [12, 2 => 1, 9]);
}

/// Where tiles and regions are whole, and something is left over to either side.
#[test]
#[cfg_attr(miri, ignore = "many elements, and no other `unsafe` than small ones")]
fn large_transposes_are_right() {
    let of = |i| i as u32;
    check_matrices!(of; 64 x 64: [64, 1 => 1, 64] [-64, 1 => 1, -64]);
    // Far apart by a power of two, where tiles begin with lines.
    check_matrices!(of; 192 x 130: [256, 1 => 1, 256] [256, -1 => 1, -256]);
    check_matrices!(of; 36 x 20: [21, -1 => -1, 40]);
    check_matrices!(of; 3 x 700: [700, 1 => 1, 3]);
    check_matrices!(of; 16 x 1027: [1027, 1 => 1, 16] [1, 16 => 1027, 1]);
    check_matrices!(of; 259 x 301: [301, 1 => 1, 259] [-303, -1 => -1, 260]);
}

/// Where the source leaves out elements between those of a row.
#[test]
#[cfg_attr(miri, ignore = "many elements, and no other `unsafe` than small ones")]
fn transposes_in_steps_are_right() {
    let of = |i| i as u32;
    check_matrices!(of; 64 x 64: [128, 2 => 1, 64] [-192, 3 => 1, -64] [64, 4096 => -1, 64]);
    check_matrices!(of; 192 x 130: [512, 2 => 1, 256] [2048, -8 => 1, -256] [2048, 9 => 1, 192]);
    check_matrices!(of; 259 x 301: [602, 2 => 1, 259] [-1806, -6 => -1, 260]);
    check_matrices!(|i| i as u8; 170 x 167: [334, 2 => 1, 170] [835, 5 => 1, 171]);
    check_matrices!(|i| i as f64; 128 x 70: [140, 2 => 1, 128]);
    check_matrices!(|i| [i as u8; 3]; 140 x 145: [435, 3 => 1, 140]);
    check_matrices!(|i| [i; 9]; 37 x 45: [360, 8 => 1, 37]);
    check_matrices!(|_| (); 64 x 70: [140, 2 => 1, 64]);
}

#[test]
fn small_transposes_in_steps_are_right() {
    let of = |i| i as u32;
    check_matrices!(of; 9 x 7: [14, 2 => 1, 9] [-42, -6 => -1, 10]);
    check_matrices!(|i| (i as u8, i as u16); 9 x 6: [18, 3 => 1, 9]);
}

#[test]
fn transposes_of_values_of_any_size_are_right() {
    check_matrices!(|_| (); 9 x 13: [13, 1 => 1, 9]);
    check_matrices!(|i| i as u8; 9 x 13: [13, 1 => 1, 9]);
    check_matrices!(|i| i as u16; 9 x 13: [13, 1 => 1, 9]);
    check_matrices!(|i| i as f64; 9 x 13: [13, 1 => 1, 9]);
    // A byte that is no value's.
    check_matrices!(|i| (i as u8, i as u16); 9 x 13: [13, 1 => 1, 9]);
    check_matrices!(|i| [i; 2]; 9 x 13: [13, 1 => 1, 9]);
    check_matrices!(|i| [i as u8; 3]; 9 x 13: [13, 1 => 1, 9]);
    check_matrices!(|i| [i; 9]; 9 x 13: [13, 1 => 1, 9]);
}

#[test]
#[cfg_attr(miri, ignore = "many elements, and no other `unsafe` than small ones")]
fn large_transposes_of_values_of_any_size_are_right() {
    check_matrices!(|i| i as u8; 170 x 267: [267, 1 => 1, 170]);
    check_matrices!(|i| i as u16; 170 x 167: [167, 1 => 1, 170]);
    check_matrices!(|i| i as f64; 128 x 70: [70, 1 => 1, 128] [72, -1 => -1, 128]);
    check_matrices!(|i| (i as u8, i as u16); 130 x 135: [135, 1 => 1, 130]);
    check_matrices!(|i| [i as u8; 3]; 140 x 145: [145, 1 => 1, 140]);
    check_matrices!(|i| [i; 9]; 37 x 45: [45, 1 => 1, 37]);
}

#[test]
#[should_panic(expected = "length = 1, cosize = 4539628424389460032")]
fn copies_larger_than_memory_compile() {
    type Far = PartLayout<(Leaf<64, { 1 << (isize::BITS - 8) }>, Leaf<64, 1>)>;
    type Wide = PartLayout<(Leaf<64, 1>, Leaf<64, { 1 << (isize::BITS - 8) }>)>;
    type Bits =
        PartLayout<(Leaf<2, 1>, Leaf<2, 4>, Leaf<2, 8>, Leaf<2, { 1 << (isize::BITS - 3) }>)>;
    let mut buffer = [[0u64; 16]];
    View::new(&[[0; 16]], Far::NEW).copy_to(&mut ViewMut::new(&mut buffer, Wide::NEW));
    View::new(&[[0; 16]], Bits::NEW).copy_to(&mut ViewMut::new(&mut buffer, Bits::NEW));
}

layout! {
    struct Plane = (128,128):(128,1);
    struct Morton = ((2,2,2,2,2,2,2),(2,2,2,2,2,2,2)):((2,8,32,128,512,2048,8192),(1,4,16,64,256,1024,4096));
    /// Bits in an order and directions that no layout of the algebra has.
    struct Scattered = ((2,2,2,2,2,2,2),(2,2,2,2,2,2,2)):
        ((1,-4096,4,64,-32768,16,-8192),(-512,2,2048,8,256,-1024,32));
}

#[test]
#[cfg_attr(miri, ignore = "many elements, and no other `unsafe` than small ones")]
fn copies_of_more_loops_than_are_spelled_out_are_right() {
    fn check<T: Copy + PartialEq>(of: impl Fn(usize) -> T + Copy) {
        check_copy_of((Plane, Morton), of);
        check_copy_of((Morton, Plane), of);
        check_copy_of((Plane, Scattered), of);
        check_copy_of((Scattered, Morton), of);
        check_copy_of((Morton, Scattered), of);
    }
    check(|i| i as u8);
    check(|i| i);
    check(|i| [i; 3]);
}

#[test]
fn gathers_of_a_broadcast_are_right() {
    fn check<L: StaticLayout<Bounds: Unpadded>, M: StaticLayout<Bounds: Unpadded>>(from: L, to: M) {
        let numbers: Vec<u32> = (0..L::COSIZE as u32).collect();
        let mut buffer = vec![0; M::COSIZE];
        let source = View::new(&numbers, from);
        source.copy_to(&mut ViewMut::new(&mut buffer, to));
        assert!(View::new(&buffer, to).iter().eq(source.iter()), "{}", L::NOTATION);
    }
    check(layout!(#[allow(non_injective)] (40,50):(0,1)), layout!((40,50):(50,1)));
    check(layout!(#[allow(non_injective)] (40,50):(0,1)), layout!((40,50):(1,40)));
    check(layout!(#[allow(non_injective)] (40,50):(1,0)), layout!((40,50):(-50,-1)));
    check(layout!(#[allow(non_injective)] (40,50):(0,0)), layout!((40,50):(1,41)));
    check(
        layout!(#[allow(non_injective)] ((3,3),(20,20)):((22,1),(22,1))),
        layout!(((3,3),(20,20)):((3,1),(180,9))),
    );
}

#[test]
fn folds_are_sums_over_a_mode() {
    let numbers: Vec<usize> = (0..120).collect();
    let v = View::new(&numbers, layout!(((2,3),4,5):((60,1),3,12)));
    let mut buffer = [0; 20];
    v.fold_to(&mut ViewMut::new(&mut buffer, layout!((4,5):(5,1))), |sum, x| *sum += x);
    for i in 0..4 {
        for j in 0..5 {
            assert_eq!(buffer[5 * i + j], v.slice((.., i, j)).iter().sum());
        }
    }
    // The shape of the target is none of the source's.
    let mut buffer = [0; 20];
    v.fold_to(&mut ViewMut::new(&mut buffer, layout!((10,2):(-1,-10))), |sum, x| *sum += x);
    assert!((0..20).all(|k| buffer[19 - k] == v.tile(k).iter().sum()));
}

#[test]
fn constants_in_loops_known_at_run_time_are_copied_as_they_lie() {
    layout! {
        struct Rows<n, ld> = (n, 64):(ld, 1);
        struct Pieces<n, ld> = (n, (8, 8)):(ld, (1, 128));
        struct Heads<m, n> = (m, n, 64):(64 * n, 64, 1);
        struct Cache<m, n> = (m, n, (8, 8)):(8, 1024, (1, 128));
        struct Down<m, n> = (m, n, (8, 8)):(1024, 8, (-1, 128));
        struct Turned<n, ld> = (n, (8, 8)):(ld, (128, 1));
        struct Short<n, ld> = (n, (2, 2)):(ld, (1, 16));
        struct Four<n, ld> = (n, 4):(ld, 1);
    }
    fn check<
        L: Layout<Bounds: Unpadded> + core::fmt::Debug,
        M: Layout<Bounds: Unpadded> + core::fmt::Debug,
    >(
        from: L,
        to: M,
    ) {
        // Offsets may be negative: views begin at the least.
        let offsets = |size: usize, at: &dyn Fn(usize) -> isize| -> Vec<usize> {
            let all: Vec<isize> = (0..size).map(at).collect();
            let least = all.iter().copied().min().unwrap_or(0).min(0);
            all.into_iter().map(|at| (at - least) as usize).collect()
        };
        let (s, t) =
            (offsets(from.size(), &|i| from.offset(i)), offsets(to.size(), &|i| to.offset(i)));
        let numbers: Vec<usize> = (1..=s.iter().max().map_or(0, |last| last + 1)).collect();
        let mut buffer = vec![0; t.iter().max().map_or(0, |last| last + 1)];
        let mut expected = buffer.clone();
        s.iter().zip(&t).for_each(|(s, t)| expected[*t] = numbers[*s]);
        View::new(&numbers, from).copy_to(&mut ViewMut::new(&mut buffer, to));
        assert!(buffer == expected, "{from:?} to {to:?}");
    }
    for n in [0, 1, 2, 3, 7, 16] {
        check(Rows::of(n, 64), Pieces::of(n, 1024));
        check(Pieces::of(n, 1024), Rows::of(n, 70));
        check(Rows::of(n, 64), Turned::of(n, 1024));
        check(Four::of(n, 5), Short::of(n, 32));
        for m in [0, 1, 5, 16] {
            check(Heads::of(m, n), Cache::of(m, n));
            check(Cache::of(m, n), Heads::of(m, n));
            check(Heads::of(m, n), Down::of(m, n));
            check(Heads::of(n, m), Down::of(m, n));
            check(Heads::of(m, n), Cache::of(n, m));
        }
    }
}
