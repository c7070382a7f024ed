//! Layouts of constants with extents of 0, and their views: everything against the same at run time, and against plain
//! loops.

extern crate std;

use std::vec;
use std::vec::Vec;

use super::{Ragged, View, ViewMut};
use crate::bounds::Unpadded;
use crate::dynamic::{Dynamic, Extent, Fixed, Mode, Size};
use crate::{Layout, Leaf, OffsetMap, StaticLayout, layout};

/// A function of each coordinate, where there is none.
#[track_caller]
fn never() {
    panic!("a layout without coordinates has one");
}

/// All that needs no coordinate written down.
#[track_caller]
fn check<L: StaticLayout<Bounds: Unpadded>>(l: L, shape: &[usize]) {
    assert_eq!((L::SIZE, L::COSIZE, l.size(), l.cosize()), (0, 0, 0, 0));
    assert_eq!((L::MIN_OFFSET, L::MAX_OFFSET, L::SHAPE), (0, 0, shape));
    assert_eq!((l.offsets().count(), l.indices().rev().count()), (0, 0));
    l.for_each(|_| never());
    l.offsets().for_each(|_| never());
    l.coordinates().for_each(|_| never());
    l.entries().for_each(|_| never());
    assert_eq!(
        (l.offsets().nth(1), l.offsets().next_back(), l.offsets().last()),
        (None, None, None)
    );
    assert!(l.coordinates().next_back().is_none() && l.coordinates().nth_back(0).is_none());
    let stored = l.in_storage_order();
    assert!(stored.is_sorted() && stored.coordinates().next().is_none());
    stored.offsets().for_each(|_| never());
    // Some number, and no panic.
    let _ = (l.index(5), l.offset(5), l.index_u32(3), l.idx2crd(7), l.crd2idx(3));

    let mut none = [0i32; 0];
    let v = View::new(&none, l);
    assert_eq!((v.size(), v.iter().next(), v.iter().next_back()), (0, None, None));
    assert_eq!((v.get(0), v.as_slice().map(<[i32]>::len)), (None, Some(0)));
    assert!(v.indexed_iter().next().is_none());
    // A view of elements has none of them by this layout.
    assert_eq!(View::new(&[1, 2, 3], l).size(), 0);
    let mut target = [7; 4];
    v.copy_to(&mut target[..0]);
    v.copy_to(&mut ViewMut::new(&mut target, Leaf::<0, 5>));
    v.copy_to(&mut ViewMut::new(&mut target, (Leaf::<3, 1>, Leaf::<0, 3>)));
    let refused = v.try_copy_to(&mut target[..1]);
    assert!(refused.is_err());
    View::new(&target, Leaf::<0, 1>).copy_to(&mut ViewMut::new(&mut none, l));
    assert_eq!(target, [7; 4]);
    let mut v = ViewMut::new(&mut none, l);
    v.fill(1);
    v.for_each_mut(|_| never());
    v.iter_mut().for_each(|_| never());
    v.in_storage_order_mut().for_each(|_| never());
    v.zip_with(&[0; 0][..], |_, _| never());
}

macro_rules! cubes {
    ($([$a:literal $b:literal $c:literal] $d:literal, $e:literal, $f:literal;)*) => {$({
        type Nested = (Leaf<$a, $d>, (Leaf<$b, $e>, Leaf<$c, $f>));
        let nested: Nested = Default::default();
        check(nested, &[$a, $b, $c]);
        check(layout!(#[allow(non_injective)] (($a,$b),$c):(($d,$e),$f)), &[$a, $b, $c]);
        check(layout!(#[allow(non_injective)] ($a,$b,$c):($d,$e,$f)), &[$a, $b, $c]);
        against_run_time(nested, [$a, $b, $c], [$d, $e, $f]);
    })*};
}

fn leaf(extent: usize, stride: isize) -> Mode {
    Mode { extent: Extent::new(extent), stride }
}

/// Slices, parts and tiles, as those of the same numbers at run time.
fn against_run_time<
    const A: usize,
    const B: usize,
    const C: usize,
    const D: isize,
    const E: isize,
    const F: isize,
>(
    l: (Leaf<A, D>, (Leaf<B, E>, Leaf<C, F>)),
    [a, b, c]: [usize; 3],
    [d, e, f]: [isize; 3],
) {
    let modes = (leaf(a, d), (leaf(b, e), leaf(c, f)));
    let at_run_time = Dynamic::<_, 3>::new(modes).unwrap();
    let buffer: Vec<isize> = (0..64).collect();
    let (v, w) = (View::new(&buffer, l), View::new(&buffer, at_run_time));
    for i in 0..=a {
        for k in 0..=c {
            let (x, y) = (v.slice((i..a, (.., k..c))), w.slice((i..a, (.., k..c))));
            assert!(x.size() == y.size() && x.iter().eq(y.iter()));
        }
        assert_eq!(v.try_slice((i, ..)).is_ok(), w.try_slice((i, ..)).is_ok());
        if i < a {
            assert!(v.slice((i, ..)).iter().eq(w.slice((i, ..)).iter()));
        }
    }
    let tiler = (Fixed::<2>, (Size::<2>, ..));
    let count = |tiles: usize| tiles == a.div_ceil(2) * b.div_ceil(2);
    assert!(count(v.ragged_tiles(tiler).len()) && count(w.ragged_tiles(tiler).len()));
    let elements = v.ragged_tiles(tiler).map(|(_, tile)| match tile {
        Ragged::Full(tile) => View::size(&tile),
        Ragged::Edge(tile) => View::size(&tile),
    });
    assert_eq!(elements.sum::<usize>(), a * b * c);
    assert_eq!((v.tiles(l).len(), w.tiles(modes).len()), (b * c, b * c));
    assert!(v.tiles(l).zip(w.tiles(modes)).all(|(x, y)| x.iter().eq(y.iter())));
    let mut sums = (vec![0; b * c], vec![0; b * c]);
    v.fold_to(&mut sums.0[..], |sum, x| *sum += *x);
    w.fold_to(&mut sums.1[..], |sum, x| *sum += *x);
    assert_eq!(sums.0, sums.1);
    for k in 0..3 {
        let part = |size: &dyn Fn() -> usize| {
            std::panic::catch_unwind(std::panic::AssertUnwindSafe(size)).ok()
        };
        assert_eq!(part(&|| v.part(k).size()), part(&|| w.part(k).size()));
    }
}

#[test]
fn constants_of_nothing_are_nothing() {
    // Each place of nothing with some strides, and one place with all of them.
    cubes! {
        [0 1 1] 1, 3, 6;
        [0 2 3] 6, 2, 1;
        [2 0 3] 1, 3, 6;
        [2 0 3] 6, 2, 1;
        [2 0 3] 0, 1, 0;
        [2 0 3] 5, 5, 2;
        [2 3 0] 5, 5, 2;
        [0 0 2] 1, 3, 6;
        [0 2 0] 0, 1, 0;
        [3 0 0] 6, 2, 1;
        [0 0 0] 5, 5, 2;
        [1 0 1] 1, 3, 6;
    }
    check(Leaf::<0, 1>, &[0]);
    check(layout!(0:3), &[0]);
    check(layout!(logical_divide((0,8):(8,1), (4,8))), &[4, 0, 8, 1]);
    check(layout!(zipped_divide((0,8):(8,1), (4,8))), &[4, 8, 0, 1]);
    check(layout!(logical_product(4:1, 0:1)), &[4, 0]);
}

layout! {
    /// None of four.
    struct Named = (4, 0):(1, 4);
    /// Its tiles.
    struct Tiled = zipped_divide(Named, (2, 3));
    struct Turned = select(Named, 1, 0);
    /// The coordinates of nothing.
    struct Coordinates = make_identity_layout((0, 4));
}

#[test]
fn named_layouts_of_nothing_are_nothing() {
    check(Named, &[4, 0]);
    check(Tiled, &[2, 3, 2, 0]);
    check(Turned, &[0, 4]);
    assert_eq!((Named::SIZE, Named::COSIZE, Named::SHAPE), (0, 0, [4, 0]));
    assert_eq!((Named.index(3), Named.at(1, 2), Coordinates.size()), (0, Named.at(1, 2), 0));
    assert_eq!(std::format!("{Tiled:?}"), "Tiled(((2,3),(2,0)):((1,4),(2,12)))");
    let v = View::new(&[0u8; 0], Named);
    assert_eq!((v.tiles(Tiled).count(), v.slice((1, ..)).size()), (0, 0));
    const { assert!(<Named as Layout>::Map::IDENTITY) };
}

#[test]
fn constants_of_nothing_have_no_offset_of_others() {
    let buffer = [1, 2, 3];
    let v = View::new(&buffer, layout!(3:1));
    assert_eq!(v.with_layout(layout!((0,4):(100,1))).size(), 0);
    let v = View::new(&buffer, layout!((0,4):(100,1)));
    assert_eq!(v.with_layout(layout!((5,0):(1,1))).size(), 0);
    assert!(v.try_with_layout((leaf(1, 1), leaf(1, 1))).is_err());
}
