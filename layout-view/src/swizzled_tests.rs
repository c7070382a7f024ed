//! Views of swizzled layouts against the definition of a swizzle.

extern crate std;

use std::vec::Vec;
use std::{format, vec};

use super::copy_tests::{check_copy, check_copy_of};
use super::tests::{Plain, check_at, check_tiles, offsets, plain};
use super::*;
use crate::bounds::Unpadded;
use crate::{Coordinate, Leaf, Profile, StaticLayout, Swizzled, layout};

/// Each profile, whose notation is an expression, with each map: what to call with the layout
/// and the swizzles.
macro_rules! combined {
    ($check:ident; [$($map:tt)*] $profiles:tt) => {
        $(combined!(@ $check; $map $profiles);)*
    };
    (@ $check:ident; $map:tt [$($P:ty),* $(,)?]) => {
        $(combined!(@@ $check; $map $P);)*
    };
    (@@ $check:ident; ($bits:literal $base:literal $shift:literal $offset:literal) $P:ty) => {{
        // What a map says of itself is not believed.
        type Once = Swizzled<$bits, $base, { $shift }, { $offset }, 5, -7>;
        $check::<$P, Once>(&[($bits, $base, $shift, $offset)]);
    }};
}

fn check<P: Profile, O: Map>(map: &Plain)
where
    P::Natural<usize>: Coordinate<P>,
{
    let mut all = offsets(P::TABLE.shape(), P::TABLE.stride());
    all.iter_mut().for_each(|x| *x = plain(map, *x));
    check_at(PartLayout::<P, O>::NEW, &all);
    let (min, max) = all.iter().fold((all[0], all[0]), |(a, b), &x| (x.min(a), x.max(b)));
    assert_eq!((PartLayout::<P, O>::MIN_OFFSET, PartLayout::<P, O>::MAX_OFFSET), (min, max));
    assert_eq!(PartLayout::<P, O>::COSIZE, max.max(0).abs_diff(min.min(0)) + 1);
}

#[test]
#[cfg_attr(miri, ignore = "the same `unsafe` as elsewhere, for many layouts")]
fn views_are_the_swizzled_sum() {
    combined!(check;
        [(2 0 -2 0) (2 1 2 5) (1 2 -1 -6) (3 0 4 -40) (0 1 0 2)]
        [
            Leaf<1, 0>,
            Leaf<7, 3>,
            (Leaf<4, 8>, Leaf<8, 1>),
            (Leaf<3, -16>, Leaf<5, 2>),
            ((Leaf<2, 1>, Leaf<3, 4>), Leaf<4, 12>),
            (Leaf<3, 0>, (Leaf<2, 9>, Leaf<2, 2>)),
        ]
    );
    type Twice = Swizzled<1, 1, 2, 3, 0, 0, Swizzled<2, 1, 3, -6, 0, 0>>;
    type P = (Leaf<4, 8>, Leaf<8, 1>);
    check::<P, Twice>(&[(2, 1, 3, -6), (1, 1, 2, 3)]);
}

#[test]
fn views_are_what_the_macros_say() {
    fn check<L: StaticLayout<Bounds: Unpadded>>(layout: L)
    where
        <L::Geometry as Geometry>::Natural<usize>: Coordinate<L::Geometry>,
    {
        let all: Vec<isize> = (0..layout.size()).map(|i| layout.offset(i)).collect();
        check_at(layout, &all);
        assert!(View::try_new(&vec![(); L::COSIZE], layout).is_ok());
        let error = View::try_new(&vec![(); L::COSIZE - 1], layout).unwrap_err();
        let text = std::string::ToString::to_string(&error);
        // A layout with a name is told by it.
        let told = [format!("{}: ", L::NOTATION), "Banked: ".into(), "Backwards: ".into()];
        assert!(told.iter().any(|layout| text.contains(layout)), "{text}");
        assert!(text.contains(&format!("cosize = {} ", L::COSIZE)), "{text}");
    }
    check(layout!(Sw<3,4,3> o 0 o (8,64):(64,1)));
    check(layout!(Sw<3,0,3> o 0 o (8,8):(8,1)));
    check(layout!(Sw<2,1,2> o 8 o (5,6):(6,1)));
    check(layout!(Sw<2,0,-3> o 0 o ((2,3),4):((1,8),2)));
    check(layout!(Sw<2,1,3> o 4 o Sw<1,0,2> o 0 o (4,8):(8,1)));
    check(Banked);
    check(Backwards);
}

layout! {
    struct Rows = (8,16):(16,1);
    struct Columns = (8,16);
    struct Banked = Sw<2,2,2> o 0 o Rows;
    struct Blocked = zipped_divide(Banked, (4,8));
    struct Raked = zipped_divide(Banked, <4:2, 2:4>);
    struct Threads = composition(Banked, ((4,4),(2,4)):((2,8),(1,32)));
    struct Far = Sw<2,2,2> o 32 o Rows;
    struct FarBlocked = zipped_divide(Far, (2,4));
    struct Backwards = Sw<2,1,-3> o 200 o (6,10):(-10,-1);
    struct BackwardsTiles = zipped_divide(Backwards, (3,5));
}

#[test]
fn tiles_partition_the_view() {
    check_tiles(Banked, Blocked);
    check_tiles(Banked, Raked);
    check_tiles(Banked, Threads);
    check_tiles(Banked, layout!(tiled_divide(Banked, (8, 2))));
    check_tiles(Far, FarBlocked);
    check_tiles(Backwards, BackwardsTiles);
    type Twice = Swizzled<1, 1, 2, 3, 0, 0, Swizzled<2, 0, -2, 1, 0, 0>>;
    type P = ((Leaf<2, 4>, Leaf<3, 16>), (Leaf<4, 1>, Leaf<2, 8>));
    check_tiles(PartLayout::<P, Twice>::NEW, PartLayout::<P, Twice>::NEW);
}

#[test]
fn parts_of_parts_are_parts_of_the_view() {
    layout! {
        struct Block = Sw<2,2,2> o 0 o (4,8):(16,1);
        struct Pairs = zipped_divide(Block, (2,2));
        struct Row = Sw<2,2,2> o 32 o 16:1;
    }
    let buffer: Vec<usize> = (0..Banked::COSIZE).collect();
    let v = View::new(&buffer, Banked);
    for (i, j) in Rows.coordinates() {
        let x = v[(i, j)];
        assert_eq!(x, Banked.at(i, j));
        assert_eq!((v.slice((i, ..))[j], v.slice((.., j))[i]), (x, x));
        let tile = v.tiles(Blocked).nth(i / 4 + j / 8 * 2).unwrap();
        let (k, l) = (i % 4, j % 8);
        assert_eq!((tile[(k, l)], tile.slice((.., l)).slice((..,))[k]), (x, x));
        let pairs = tile.with_layout(Pairs);
        assert_eq!(pairs.tile((k / 2, l / 2))[(k % 2, l % 2)], x);
        assert_eq!(pairs.part((k % 2, l % 2))[(k / 2, l / 2)], x);
    }
    // A part that says itself what is added before the swizzle.
    assert!(v.with_layout(Row).iter().eq(v.slice((2, ..)).iter()));
    assert!(v.with_layout(Row).with_layout(Row).iter().copied().eq(Row.indices()));

    let mut buffer = buffer;
    let mut v = ViewMut::new(&mut buffer, Banked);
    v.slice_mut((3, ..)).slice_mut((..,)).fill(1000);
    v.with_layout_mut(Row).fill(2000);
    v.reborrow().into_layout(Blocked).tile_mut((1, 1)).slice_mut((3, ..)).fill(3000);
    for (i, j, &x) in v.indexed_iter().map(|((i, j), x)| (i, j, x)) {
        let expected = match (i, j) {
            (3, _) => 1000,
            (2, _) => 2000,
            (7, 8..) => 3000,
            _ => Banked.at(i, j),
        };
        assert_eq!(x, expected, "{i} {j}");
    }
}

#[test]
fn parts_know_where_they_are() {
    let buffer = [0; 128];
    let v = View::new(&buffer, Banked);
    let row = v.slice((2, ..));
    assert!(format!("{row:?}").starts_with("Sw<2,2,2> o 32 o (16):(1) [0, "));
    assert!(format!("{v:?}").starts_with("Sw<2,2,2> o 0 o (8,16):(16,1) [0, "));
    let far = [0; Far::COSIZE];
    let tile = View::new(&far, FarBlocked).tile((1, 0));
    assert_eq!(format!("{tile:?}"), "Sw<2,2,2> o 64 o (2,4):(16,1) [0, 0, 0, 0, 0, 0, 0, 0]");
    assert_eq!(format!("{:?}", tile.layout()), "Sw<2,2,2> o 32 o (2,4):(16,1)");
    // All else stays as large as a pointer.
    assert_eq!(size_of_val(&View::new(&buffer, Rows)), size_of::<usize>());
    assert_eq!(size_of_val(&v), 2 * size_of::<usize>());
    type Twice = Swizzled<1, 1, 2, 3, 0, 0, Swizzled<2, 0, -2, 1, 0, 0>>;
    type P = (Leaf<2, 1>, Leaf<2, 2>);
    let part = View::new(&[0; 64], PartLayout::<P, Twice>::NEW).slice((1, ..));
    assert_eq!(format!("{part:?}"), "Sw<1,1,2> o 3 o Sw<2,0,-2> o 2 o (2):(2) [0, 0]");
}

#[test]
#[should_panic(
    expected = "8 is not below the extent 8 of mode 0, in a coordinate of Sw<2,2,2> o 0 o (8,16)"
)]
fn index_outside_panics() {
    let _ = View::new(&[0; 128], Banked)[(8, 0)];
}

#[test]
fn copies_are_loops_over_coordinates() {
    check_copy(Rows, Banked);
    check_copy(Banked, Rows);
    check_copy(Columns, Banked);
    check_copy(Banked, Columns);
    check_copy(Banked, Far);
    check_copy(Far, layout!(Sw<3,1,3> o 2 o Columns));
    check_copy(layout!((6,10):(10,1)), Backwards);
    // No common loops, and more than are spelled out.
    check_copy(layout!((4,9):(9,1)), layout!(Sw<1,1,2> o 0 o (6,6):(6,1)));
    check_copy(
        layout!(Sw<1,1,5> o 0 o (2,2,2,2,2,2,2,2):(1,2,4,64,128,16,256,32)),
        layout!((2,2,2,2,2,2,2,2):(1,2,64,8,256,32,16,128)),
    );
    check_copy_of((Rows, Banked), |i| i as u8);
    check_copy_of((Rows, Banked), |_| ());
    check_copy_of((Rows, Banked), |i| [i; 3]);
}

#[test]
#[cfg_attr(miri, ignore = "many elements, and no other `unsafe` than small ones")]
fn large_copies_are_loops_over_coordinates() {
    check_copy(layout!((64,64):(64,1)), layout!(Sw<3,3,3> o 0 o (64,64):(64,1)));
    check_copy(layout!((64,64):(1,64)), layout!(Sw<3,3,3> o 0 o (64,64):(64,1)));
    check_copy(layout!(Sw<3,4,3> o 0 o (10,64):(64,1)), layout!((10,64):(70,1)));
    check_copy(layout!(Sw<3,4,3> o 8 o (10,64):(64,1)), layout!(Sw<2,3,3> o 0 o (10,64):(72,1)));
}

/// Tiles begin with runs, or in the midst of them.
#[test]
fn tiles_are_copied() {
    layout! {
        struct Halves = zipped_divide(Banked, (8,8));
        struct Odd = ((2,3),(2,3)):((16,1),(64,5));
        struct OddBanked = Sw<2,2,2> o 0 o Odd;
    }
    fn check<L: StaticLayout<Bounds: Unpadded>, M: StaticLayout<Bounds: Unpadded>>(
        whole: L,
        tiles: M,
    ) {
        let source: Vec<usize> = (1..=<M::Geometry as Geometry>::Head::SIZE).collect();
        let mut buffer = vec![0; L::COSIZE];
        let mut v = ViewMut::new(&mut buffer, whole);
        for k in 0..<M::Geometry as Geometry>::Tail::SIZE {
            let mut tile = v.with_layout_mut(tiles);
            let mut tile = tile.tile_mut(k);
            let rows = const { <<M::Geometry as Geometry>::Head as Geometry>::VALUE };
            let mut between = vec![0; rows.cosize()];
            let mut between = ViewMut::new(&mut between, rows);
            between.iter_mut().zip(&source).for_each(|(x, &y)| *x = y);
            between.as_view().copy_to(&mut tile);
            assert!(tile.iter().eq(&source));
            between.fill(0);
            tile.as_view().copy_to(&mut between);
            assert!(between.iter().eq(&source));
            assert_eq!(buffer.iter().filter(|&&x| x > 0).count(), source.len());
            v = ViewMut::new(&mut buffer, whole);
            v.fill(0);
        }
    }
    check(Banked, Blocked);
    check(Banked, Raked);
    check(Banked, Halves);
    check(OddBanked, OddBanked);
    check(Far, FarBlocked);
    check(Backwards, BackwardsTiles);
}

#[test]
fn folds_are_sums_over_a_mode() {
    let buffer: Vec<usize> = (0..Banked::COSIZE).collect();
    let v = View::new(&buffer, Banked);
    let mut sums = [0; 24];
    let mut target = ViewMut::new(&mut sums, layout!(Sw<1,0,1> o 4 o 16:1));
    v.fold_to(&mut target, |sum, x| *sum += x);
    assert!((0..16).all(|j| target[j] == v.slice((.., j)).iter().sum()));
}

#[test]
fn arrays_own_their_elements() {
    let mut array: Array<usize, Banked, { Banked::COSIZE }> = Array::filled(0, Banked);
    array[(3, 0)] = 3;
    array.as_view_mut().tiles_mut(Blocked).for_each(|mut tile| tile[0] += 1);
    assert_eq!((array[(3, 0)], array[(4, 8)], array.as_view().iter().sum::<usize>()), (3, 1, 7));
    assert_eq!(array.into_inner()[Banked.at(3, 0)], 3);
}

#[test]
fn threads_have_tiles_of_their_own() {
    let mut buffer = vec![0; Banked::COSIZE];
    let mut v = ViewMut::new(&mut buffer, Banked);
    std::thread::scope(|scope| {
        for (k, mut tile) in v.tiles_mut(Raked).enumerate() {
            scope.spawn(move || tile.iter_mut().for_each(|x| *x += k));
        }
    });
    assert!(v.as_view().tiles(Raked).enumerate().all(|(k, t)| t.iter().all(|&x| x == k)));
}
