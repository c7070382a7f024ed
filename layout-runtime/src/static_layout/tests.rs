//! Every function against the sum of products, written plainly.

extern crate std;

use crate::geometry::Geometry;
use std::format;
use std::vec::Vec;

use super::Static;
use crate::geometry::mode::Leaf;
use crate::layout::{Layout, StaticLayout};
use crate::map::Swizzled;
use crate::plan::Term;

/// The offset of a 1-D coordinate over leaves, the last of which is not wrapped.
fn split(mut i: usize, shape: &[usize], stride: &[isize]) -> isize {
    let mut offset = 0;
    for (leaf, (&extent, &step)) in shape.iter().zip(stride).enumerate() {
        let digit = if leaf + 1 < shape.len() { i % extent } else { i };
        offset += digit as isize * step;
        i /= extent;
    }
    offset
}

/// Every coordinate below the extents, colexicographically.
fn coordinates(extents: &[usize]) -> Vec<Vec<usize>> {
    extents.iter().fold(Vec::from([Vec::new()]), |all, &extent| {
        let longer = |c| all.iter().map(move |crd: &Vec<usize>| [crd.as_slice(), &[c]].concat());
        (0..extent).flat_map(longer).collect()
    })
}

/// The layout as a generic function sees it.
fn offsets<L: Layout>(layout: L) -> Vec<isize> {
    (0..layout.size()).map(|i| Layout::offset(layout, i)).collect()
}

/// Checks a layout, whose leaves by mode are given, with the functions named.
macro_rules! check {
    ($notation:literal: $layout:ty; modes [$($modes:expr),*] at($($c:ident)*) flat($($f:ident)*)
        $index:ident $at:ident $at_flat:ident $crd2idx:ident $u32:tt) => {{
        type L = $layout;
        let l = L::NEW;
        let (shape, stride) = (L::SHAPE, L::STRIDE);
        let size: usize = shape.iter().product();
        assert_eq!((l.notation(), format!("{l:?}").as_str()), ($notation, $notation));
        assert_eq!(<L as StaticLayout>::NOTATION, $notation);
        assert_eq!((l.size(), l.shape(), l.stride()), (size, shape, stride));
        let mut all = Vec::new();
        for i in 0..size {
            let offset = split(i, shape, stride);
            assert_eq!((l.offset(i), l.$index(i) as isize), (offset, offset), "{l:?} at {i}");
            assert_eq!((l.crd2offset(i), l.$crd2idx(i) as isize), (offset, offset));
            assert_eq!(l.crd2offset(l.idx2crd(i)), offset, "{l:?} at {i}");
            check!(@$u32 l.index_u32(i as u32), offset);
            check!(@$u32 l.crd2idx_u32(i as u32), offset);
            check!(@$u32 StaticLayout::crd2idx_u32(l, i as u32), offset);
            all.push(offset);
        }
        assert_eq!(offsets(l), all);
        let ends = (all.iter().min().copied(), all.iter().max().copied());
        assert_eq!(ends, (Some(L::MIN_OFFSET), Some(L::MAX_OFFSET)), "{l:?}");
        assert_eq!(l.cosize(), L::MAX_OFFSET.abs_diff(L::MIN_OFFSET) + 1);
        let modes = [$($modes),*];
        let sizes: Vec<usize> = modes.iter().map(|&(from, to)| shape[from..to].iter().product()).collect();
        for crd in coordinates(&sizes) {
            let by_mode = crd.iter().zip(modes);
            let offset: isize =
                by_mode.map(|(&c, (from, to))| split(c, &shape[from..to], &stride[from..to])).sum();
            let &[$($c),*] = crd.as_slice() else { panic!("{l:?} has other modes") };
            assert_eq!((l.offset_at($($c),*), l.$at($($c),*) as isize), (offset, offset), "{l:?} at {crd:?}");
            check!(@$u32 l.at_u32($($c as u32),*), offset);
        }
        for crd in coordinates(shape) {
            let steps = crd.iter().zip(stride);
            let offset: isize = steps.map(|(&c, &d)| c as isize * d).sum();
            let &[$($f),*] = crd.as_slice() else { panic!("{l:?} has other leaves") };
            assert_eq!((l.offset_at_flat([$($f),*]), l.$at_flat([$($f),*]) as isize), (offset, offset), "{l:?} at {crd:?}");
            check!(@$u32 l.at_flat_u32([$($f as u32),*]), offset);
        }
    }};
    (@u32 $answer:expr, $offset:ident) => { assert_eq!($answer as isize, $offset) };
    (@wide $answer:expr, $offset:ident) => {};
}

macro_rules! unsigned {
    ($($case:tt)*) => { check!($($case)* index at at_flat crd2idx u32) };
}

macro_rules! signed {
    ($($case:tt)*) => { check!($($case)* offset offset_at offset_at_flat crd2offset wide) };
}

type Nested = (Leaf<2, 4>, (Leaf<2, 2>, Leaf<2, 1>));

#[test]
fn functions_are_the_sum() {
    unsigned!("24:2": Static<Leaf<24, 2>, 1>; modes [(0, 1)] at(a) flat(a));
    unsigned!("(24):(2)": Static<(Leaf<24, 2>,), 1>; modes [(0, 1)] at(a) flat(a));
    unsigned!("1:7": Static<Leaf<1, 7>, 1>; modes [(0, 1)] at(a) flat(a));
    unsigned!("5:0": Static<Leaf<5, 0>, 1>; modes [(0, 1)] at(a) flat(a));
    unsigned!("(2,(2,2)):(4,(2,1))": Static<Nested, 3>; modes [(0, 1), (1, 3)] at(a b) flat(a b c));
    unsigned!("((2,3),4):((20,1),5)":
        Static<((Leaf<2, 20>, Leaf<3, 1>), Leaf<4, 5>), 3, (Leaf<2, 20>, Leaf<3, 1>, Leaf<4, 5>)>;
        modes [(0, 2), (2, 3)] at(a b) flat(a b c));
    unsigned!("(3,(2,4)):(8,(1,2))": Static<(Leaf<3, 8>, (Leaf<2, 1>, Leaf<4, 2>)), 3>;
        modes [(0, 1), (1, 3)] at(a b) flat(a b c));
    unsigned!("(2,3,4):(1,2,6)": Static<(Leaf<2, 1>, Leaf<3, 2>, Leaf<4, 6>), 3>;
        modes [(0, 1), (1, 2), (2, 3)] at(a b c) flat(a b c));
    unsigned!("(4,1,3,5):(1,9,0,8)": Static<(Leaf<4, 1>, Leaf<1, 9>, Leaf<3, 0>, Leaf<5, 8>), 4>;
        modes [(0, 1), (1, 2), (2, 3), (3, 4)] at(a b c d) flat(a b c d));
    unsigned!("(3,4,1):(0,0,5)": Static<(Leaf<3, 0>, Leaf<4, 0>, Leaf<1, 5>), 3>;
        modes [(0, 1), (1, 2), (2, 3)] at(a b c) flat(a b c));
    unsigned!("(((3),2),(1,5)):(((1),3),(7,6))":
        Static<(((Leaf<3, 1>,), Leaf<2, 3>), (Leaf<1, 7>, Leaf<5, 6>)), 4>;
        modes [(0, 2), (2, 4)] at(a b) flat(a b c d));
}

#[test]
fn negative_offsets_are_offsets() {
    signed!("4:-3": Static<Leaf<4, -3>, 1>; modes [(0, 1)] at(a) flat(a));
    signed!("(4,(2,3)):(-59,(13,0))": Static<(Leaf<4, -59>, (Leaf<2, 13>, Leaf<3, 0>)), 3>;
        modes [(0, 1), (1, 3)] at(a b) flat(a b c));
    signed!("(4,3):(-1,-4)": Static<(Leaf<4, -1>, Leaf<3, -4>), 2>;
        modes [(0, 1), (1, 2)] at(a b) flat(a b));
}

/// 22 leaves in 3 modes, of which few have more than one coordinate.
type Row<const STRIDE: isize> = (
    Leaf<1, 0>,
    Leaf<2, STRIDE>,
    Leaf<1, 5>,
    Leaf<1, 0>,
    Leaf<3, { -1 }>,
    Leaf<1, 0>,
    Leaf<1, 0>,
    (Leaf<1, 0>, Leaf<1, 0>, Leaf<2, 0>),
);

#[test]
fn many_leaves_are_one_sum() {
    signed!("((1,2,1,1,3,1,1,(1,1,2)),4,(1,2,1,1,3,1,1,(1,1,2)),5):\
        ((0,100,5,0,-1,0,0,(0,0,0)),1000,(0,7,5,0,-1,0,0,(0,0,0)),20000)":
        Static<(Row<100>, Leaf<4, 1000>, Row<7>, Leaf<5, 20000>), 22>;
        modes [(0, 10), (10, 11), (11, 21), (21, 22)] at(a b c d)
        flat(a b c d e f g h i j k l m n o p q r s t u v));
}

type In<P> = (Leaf<2, 1>, (P,));
type In4<P> = In<In<In<In<P>>>>;
type In16<P> = In4<In4<In4<In4<P>>>>;

/// As deep as the language allows, with as many leaves as fit: the recursion over
/// types stays within that of the compiler.
#[test]
fn deepest_types_compile() {
    type Deep = In16<In16<Leaf<2, 3>>>;
    let deep = Static::<Deep, 33>::NEW;
    assert_eq!((<Deep as Geometry>::DEPTH, deep.shape().len()), (64, 33));
    let i = 0x1_5555_5555;
    assert_eq!(deep.offset(i), split(i, deep.shape(), deep.stride()));
    assert_eq!(deep.crd2offset(deep.idx2crd(i)), deep.offset(i));
    assert_eq!(deep.notation().len(), 2 * (2 * 64 + 33 + 32) + 1);
}

/// Every kind of coordinate of `((3,4),(5,(2,2)))`, as a value and by the trait.
fn check_u32<L>(l: L)
where
    L: Layout<Geometry = ((Leaf<3, 5>, Leaf<4, 160>), (Leaf<5, 1>, (Leaf<2, 40>, Leaf<2, 80>)))>,
{
    for crd in coordinates(&[3, 4, 5, 2, 2]) {
        let [a, b, c, d, e] = [0, 1, 2, 3, 4].map(|leaf| crd[leaf]);
        let [a32, b32, c32, d32, e32] = [a, b, c, d, e].map(|digit| digit as u32);
        let (row, rows) = (a + 3 * b, a32 + 3 * b32);
        let (column, columns) = (c + 5 * (d + 2 * e), c32 + 5 * (d32 + 2 * e32));
        let index = l.crd2idx(((a, b), (c, (d, e))));
        assert_eq!(l.crd2idx_u32(((a32, b32), (c32, (d32, e32)))) as usize, index);
        assert_eq!(l.crd2idx_u32(((a32, b32), (c32, d32 + 2 * e32))) as usize, index);
        assert_eq!(l.crd2idx_u32((rows, (c32, (d32, e32)))) as usize, index);
        assert_eq!(l.crd2idx_u32(((a32, b32), columns)) as usize, index);
        assert_eq!(l.crd2idx_u32((rows, columns)) as usize, index);
        assert_eq!(l.crd2idx_u32(rows + 12 * columns) as usize, index);
        assert_eq!(l.crd2idx((row, column)), index);
    }
}

#[test]
fn coordinates_of_32_bits_are_those_of_usize() {
    type P = ((Leaf<3, 5>, Leaf<4, 160>), (Leaf<5, 1>, (Leaf<2, 40>, Leaf<2, 80>)));
    check_u32(Static::<P, 5>::NEW);
    check_u32(Static::<P, 5, P, P, P, Swizzled<2, 1, 3, 7, 1, 0>>::NEW);
    let l = Static::<P, 5>::NEW;
    assert_eq!(l.crd2idx_u32(((1, 2), (3, 1))), 5 + 320 + 3 + 40);
}

/// Outside of the domain the answer is some number.
#[test]
fn coordinates_past_the_size_do_not_panic() {
    type Odd = (Leaf<3, 35>, (Leaf<5, 7>, Leaf<7, 1>));
    type Plan = Term<1, -1, 35, Term<3, -1, { -98 }, Term<5, -1, { -34 }>>>;
    for i in [11, 1 << 20, usize::MAX / 3, usize::MAX] {
        let _ = (Static::<Nested, 3>::NEW.index(i), Static::<Nested, 3>::NEW.at(i, i));
        let _ = (Static::<Odd, 3>::NEW.index(i), Static::<Odd, 3>::NEW.index_u32(i as u32));
        let _ = Static::<Odd, 3, Odd, Plan>::NEW.index(i);
    }
}

#[test]
fn constants_are_evaluated() {
    const L: Static<Nested, 3> = Static::NEW;
    const AT: [usize; 3] = [L.index(5), L.at(1, 2), L.at_flat([1, 0, 1])];
    const OFFSETS: [isize; 3] = [L.offset(5), L.offset_at(1, 2), L.offset_at_flat([1, 0, 1])];
    const NARROW: [u32; 3] = [L.index_u32(5), L.at_u32(1, 2), L.at_flat_u32([1, 0, 1])];
    const SIZES: [usize; 2] = [L.size(), L.cosize()];
    const NOTATION: &str = L.notation();
    const LAST: isize = L.stride()[2];
    assert_eq!((AT, OFFSETS, NARROW), ([5; 3], [5; 3], [5; 3]));
    assert_eq!((SIZES, NOTATION, LAST), ([8, 8], "(2,(2,2)):(4,(2,1))", 1));
    assert_eq!([0; L.index(6)].len(), 3);
}

#[test]
fn values_are_values() {
    fn cloned<T: Clone>(value: &T) -> T {
        value.clone()
    }
    let l = Static::<Nested, 3>::default();
    let (same, copy) = (l, cloned(&l));
    assert!(same == copy && size_of_val(&l) == 0);
    assert_eq!(format!("{l:>22?}|"), "   (2,(2,2)):(4,(2,1))|");
}
