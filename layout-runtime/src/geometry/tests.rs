//! Geometries of constants against sums of products.

extern crate std;

use core::marker::PhantomData;
use std::format;
use std::vec::Vec;

use super::mode::{Computed, Leaf};
use super::*;
use crate::number::Numbers;
use crate::plan::offset::{Nothing, offset_of, offset_of_u32};
use crate::static_layout::Static;

type Nested = (Leaf<2, 4>, (Leaf<2, 2>, Leaf<2, 1>));

#[test]
fn nested_profile_is_cutes_layout() {
    let offsets = [0, 4, 2, 6, 1, 5, 3, 7];
    for (i, offset) in offsets.into_iter().enumerate() {
        assert_eq!(offset_of::<Nested, Nothing>(i), offset);
        assert_eq!(offset_of_u32::<Nested, Nothing>(i as u32), offset as u32);
        assert_eq!(Coordinate::<Nested>::known(Nested::VALUE.digits_last(i)) as isize, offset);
    }
    assert_eq!((Nested::RANK, Nested::DEPTH), (2, 2));
    assert_eq!((Nested::SIZE, Nested::COSIZE), (8, 8));
}

#[test]
fn negative_strides_reach_below_zero() {
    type P = ((Leaf<4, -2>, Leaf<3, 10>),);
    assert_eq!((P::MIN_OFFSET, P::MAX_OFFSET, P::COSIZE), (-6, 20, 27));
    assert_eq!((P::RANK, P::DEPTH), (1, 2));
    assert_eq!(offset_of::<P, Nothing>(7), 4);
    assert_eq!(offset_of_u32::<P, Nothing>(7), 4);
}

#[test]
fn table_is_flat() {
    type P = ((Leaf<4, -2>, (Leaf<3, 10>,)), Leaf<5, 0>);
    assert_eq!(P::TABLE.shape(), [4, 3, 5]);
    assert_eq!(P::TABLE.stride(), [-2, 10, 0]);
}

struct Pair<const A: usize, const B: usize>;

impl<const A: usize, const B: usize> Numbers for Pair<A, B> {
    const NUMBERS: &'static [isize] = &[A as isize, B as isize, 1, (A * B) as isize, -(A as isize)];
}

/// `(A,(B,2)):(1,(A,A*B))`, with one leaf that is spelled.
type Columns<const A: usize, const B: usize> =
    (Computed<Pair<A, B>, 0, 2>, (Computed<Pair<A, B>, 1, 0>, Twice<Pair<A, B>>));
type Twice<T> = Computed<Two<T>, 0, 1>;

struct Two<T>(PhantomData<fn() -> T>);

impl<T: Numbers> Numbers for Two<T> {
    const NUMBERS: &'static [isize] = &[2, T::NUMBERS[3]];
}

type Leaves = (Leaf<3, 1>, (Leaf<5, 3>, Leaf<2, 15>));

/// All that a layout answers.
#[allow(clippy::type_complexity)]
fn answers<P: Profile>() -> (&'static str, Vec<isize>, Vec<isize>, [usize; 4], [isize; 2]) {
    let l = Static::<P, 3>::NEW;
    (
        l.notation(),
        (0..l.size()).map(|i| l.offset(i)).collect(),
        l.in_storage_order().offsets().collect(),
        [P::SIZE, P::COSIZE, P::RANK, P::DEPTH],
        [P::MIN_OFFSET, P::MAX_OFFSET],
    )
}

#[test]
fn computed_leaves_are_leaves() {
    assert_eq!(answers::<Columns<3, 5>>(), answers::<Leaves>());
    assert_eq!(<Columns<3, 5> as Geometry>::STEP, Some(1));
    let (ours, theirs) = (Static::<Columns<3, 5>, 3>::NEW, Static::<Leaves, 3>::NEW);
    assert!(ours.coordinates().eq(theirs.coordinates()));
    assert!(ours.entries().eq(theirs.entries()));
    assert_eq!((ours.at(2, 9), ours.at_flat([2, 4, 1]), ours.at_u32(2, 9)), (29, 29, 29));
    assert_eq!((ours.crd2idx((1, (2, 1))), ours.index_u32(7)), (22, 7));
    assert_eq!(Coordinate::<Columns<3, 5>>::known((1usize, 9usize)), 28);
}

#[test]
fn a_leaf_alone_is_a_layout() {
    type Backwards = Computed<Pair<4, 3>, 1, 4>;
    let l = Static::<Backwards, 1>::NEW;
    assert_eq!((l.offset(2), l.offset_at(2), l.offset_at_flat([1])), (-8, -8, -4));
    assert_eq!((Backwards::MIN_OFFSET, Backwards::MAX_OFFSET), (-8, 0));
    assert_eq!((l.notation(), format!("{:?}", Backwards::VALUE)), ("3:-4", "3:-4".into()));
    assert!(l.offsets().eq([0, -4, -8]));
    let ones = Static::<Computed<Pair<1, 7>, 0, 1>, 1>::NEW;
    assert_eq!((ones.at(0), ones.size(), ones.cosize(), ones.notation()), (0, 1, 1, "1:7"));
}
