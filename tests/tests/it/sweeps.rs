//! Sweeps of what macros make: every layout of `runtime.rs`'s kind, named or not,
//! and iterators driven from both ends at random.

use std::fmt::Debug;

use layout_view::{Geometry, OffsetMap, StaticLayout, layout};
use proptest::prelude::*;

type Natural<L> = <<L as layout_view::Layout>::Geometry as Geometry>::Natural<usize>;

/// Both orders, in loops and step by step, against the functions of one coordinate.
fn check<L: StaticLayout>(l: L)
where
    Natural<L>: PartialEq + Debug,
{
    let text = L::NOTATION;
    let offsets: Vec<isize> = (0..l.size()).map(|i| l.offset(i)).collect();
    let mut by_loops = Vec::new();
    l.offsets().for_each(|offset| by_loops.push(offset));
    assert_eq!(by_loops, offsets, "{text}");
    assert!(l.offsets().eq(offsets.iter().copied()), "{text}");
    assert!(l.coordinates().eq((0..l.size()).map(|i| l.idx2crd(i))), "{text}");

    let stored = l.in_storage_order();
    let mut by_loops = Vec::new();
    stored.offsets().for_each(|offset| by_loops.push(offset));
    assert!(stored.offsets().eq(by_loops.iter().copied()), "{text}");
    assert!(
        stored.coordinates().map(|crd| l.crd2offset(crd)).eq(by_loops.iter().copied()),
        "{text}"
    );
    // A swizzle may happen to sort.
    let is_sorted = by_loops.is_sorted() && <L::Map as OffsetMap>::IDENTITY;
    assert_eq!(is_sorted, stored.is_sorted(), "{text}");
    let mut sorted = offsets;
    sorted.sort_unstable();
    by_loops.sort_unstable();
    assert_eq!(by_loops, sorted, "{text}");
}

macro_rules! check {
    ($([$($tokens:tt)*])*) => { $(check(layout!(#[allow(non_injective, padding)] $($tokens)*));)* };
}

#[test]
fn macros_are_swept_as_they_answer() {
    check! {
        [8:1] [(24):(1)] [4:0] [1:0] [4:-3]
        [(4,8):(8,1)] [(4,8):(1,4)] [(4,8):(1,0)] [(3,6):(1,1)] [(4,1,8):(1,9,4)] [(4,8):(33,4)]
        [(2,(2,2)):(4,(2,1))] [((2,2),(2,2)):((1,4),(2,8))] [(((2,2)),2):(((1,2)),4)]
        [(5,7,3):(21,3,1)] [(2,3,2,2):(12,1,3,6)] [(((3),2),(1,5)):(((1),3),(7,6))]
        [(64,64):(1,64)] [(64,64):(64,1)] [(32,32):(33,1)] [((4,32),8):((256,1),32)]
        [((4,32),(4,32)):((1,16),(4,512))] [((3,4),(5,7)):((1,15),(3,60))]
        [((4,8),(2,2,2)):((32,1),(16,8,128))] [((2,2,2),(2,2,2)):((1,4,16),(2,8,32))]
        [(4,3):(-1,4)] [(4,(2,3)):(-59,(13,0))] [(8,8):(-1,-8)]
        [zipped_divide((8,12):(12,1), (4,6))] [zipped_product((2,2):(1,2), (4,2))]
        [logical_divide(10:1, 4)] [complement(4:2, 24)] [logical_divide((8,4):(-1,8), (2,2))]
        [slice((_,(1,_)), (2,(2,2)):(4,(2,1)))] [make_ordered_layout((2,3,4), (2,0,1))]
        [(2,3):(3,2)] [(2,2,3):(2,4,3)]
    }
}

#[test]
fn swizzled_layouts_are_swept_as_they_answer() {
    check! {
        [Sw<3,4,3> o 0 o (8,64):(64,1)] [Sw<3,4,3> o 0 o (64,8):(1,64)] [Sw<3,3,3> o 0 o (8,64):(64,1)]
        [tile_to_shape(Sw<3,4,3> o 0 o (8,64):(64,1), (128,64))]
        [tile_to_shape(Sw<2,4,3> o 0 o (32,8):(1,32), (64,32))]
        [zipped_divide(Sw<3,4,3> o 0 o (64,64):(64,1), (8,16))]
        [Sw<2,0,3> o 5 o (8,8):(8,1)] [Sw<2,0,3> o 64 o (8,8):(8,1)] [Sw<2,0,-3> o 0 o (8,8):(1,8)]
        [Sw<2,0,3> o 0 o (12,7):(8,1)] [Sw<2,0,3> o 0 o (8,8):(9,1)] [Sw<1,2,2> o -8 o (4,8):(-8,1)]
    }
}

layout! { struct Tile = zipped_divide((16,8):(8,1), (4,8)); }

#[test]
fn names_are_swept() {
    check(Tile);
    let mut seen = [0; Tile::SIZE];
    Tile.for_each(|i| seen[i] += 1);
    for (crd, i) in Tile.entries() {
        assert_eq!(Tile.crd2idx(crd), i);
        seen[i] += 1;
    }
    assert_eq!(seen, [2; Tile::SIZE]);
    assert!(Tile.indices().eq((0..Tile.size()).map(|i| Tile.index(i))));
    assert!(Tile.in_storage_order().indices().eq(0..Tile::COSIZE));
}

/// A call of an iterator.
#[derive(Clone, Copy, Debug)]
enum Step {
    Next,
    NextBack,
    Nth(usize),
    NthBack(usize),
}

fn step() -> impl Strategy<Value = Step> {
    prop_oneof![
        Just(Step::Next),
        Just(Step::NextBack),
        (0usize..700).prop_map(Step::Nth),
        (0usize..700).prop_map(Step::NthBack),
        any::<usize>().prop_map(Step::Nth),
    ]
}

/// An iterator and what it is to yield, taken apart alike.
fn take<T: Copy + PartialEq + Debug>(
    mut it: impl DoubleEndedIterator<Item = T> + ExactSizeIterator + Clone,
    expected: &[T],
    steps: &[Step],
) {
    let mut expected = expected.iter().copied();
    for &step in steps {
        let (answer, right) = match step {
            Step::Next => (it.next(), expected.next()),
            Step::NextBack => (it.next_back(), expected.next_back()),
            Step::Nth(n) => (it.nth(n), expected.nth(n)),
            Step::NthBack(n) => (it.nth_back(n), expected.nth_back(n)),
        };
        assert_eq!((answer, it.len()), (right, expected.len()), "{step:?} of {steps:?}");
        let ends = (it.clone().next(), it.clone().next_back());
        assert_eq!(ends, (expected.clone().next(), expected.clone().next_back()), "{steps:?}");
    }
    let mut rest = Vec::new();
    it.for_each(|item| rest.push(item));
    assert!(expected.eq(rest), "{steps:?}");
}

fn take_all<L: StaticLayout>(l: L, steps: &[Step])
where
    Natural<L>: PartialEq + Debug,
{
    let all: Vec<isize> = (0..l.size()).map(|i| l.offset(i)).collect();
    let natural: Vec<Natural<L>> = (0..l.size()).map(|i| l.idx2crd(i)).collect();
    take(l.offsets(), &all, steps);
    take(l.coordinates(), &natural, steps);
    let stored = l.in_storage_order();
    let mut coordinates = Vec::new();
    stored.coordinates().for_each(|crd| coordinates.push(crd));
    let offsets: Vec<isize> = coordinates.iter().map(|&crd| l.crd2offset(crd)).collect();
    take(stored.offsets(), &offsets, steps);
    take(stored.coordinates(), &coordinates, steps);
}

proptest! {
    #[test]
    fn sweeps_are_taken_from_both_ends(steps in prop::collection::vec(step(), 0..12)) {
        take_all(layout!((64,64):(64,1)), &steps);
        take_all(layout!(((3,4),(5,7)):((1,15),(3,60))), &steps);
        take_all(layout!((8,(9,10)):(-1,(100,8))), &steps);
        take_all(layout!(((2,2,2,2),(2,2,2,2)):((1,4,16,64),(2,8,32,128))), &steps);
        take_all(layout!(Sw<3,4,3> o 0 o (8,64):(64,1)), &steps);
        take_all(layout!(Sw<2,0,3> o 5 o (12,8):(8,1)), &steps);
    }
}
