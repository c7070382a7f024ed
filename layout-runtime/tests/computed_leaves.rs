//! Views by geometries whose leaves are computed, as those of named layouts over constants are.

use core::marker::PhantomData;
use core::ops::Deref;

use layout_view::bounds::Everywhere;
use layout_view::{Computed, Identity, Layout, Leaf, Numbers, Static, StaticLayout, View, ViewMut};

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

/// The numbers that views rest on are computed from these.
#[test]
fn views_have_computed_leaves() {
    let mut buffer: Vec<usize> = (0..30).collect();
    let l = Static::<Columns<3, 5>, 3>::NEW;
    let v = View::new(&buffer, l);
    assert_eq!((v[7], v[(1, (2, 1))], v.get((3, 0))), (7, 22, None));
    assert!(v.slice((1, (.., 1))).iter().copied().eq([16, 19, 22, 25, 28]));
    assert!(View::try_new(&buffer[1..], l).is_err());
    let mut v = ViewMut::new(&mut buffer, l);
    v.iter_mut().for_each(|x| *x *= 2);
    v.tiles_mut(Static::<Leaves, 3>::NEW).for_each(|mut tile| tile[0] = 0);
    assert_eq!((buffer[0], buffer[1], buffer[3], buffer[29]), (0, 2, 0, 58));
}

/// A named layout, whose leaves are its own numbers.
#[derive(Clone, Copy)]
struct Tile<const BM: usize, const BK: usize>;

impl<const BM: usize, const BK: usize> Numbers for Tile<BM, BK> {
    const NUMBERS: &'static [isize] = {
        assert!(BM.is_multiple_of(2), "BM must be a multiple of 2");
        &[BM as isize, BK as isize, 1]
    };
}

impl<const BM: usize, const BK: usize> Layout for Tile<BM, BK> {
    type Geometry = (Computed<Self, 0, 1>, Computed<Self, 1, 2>);
    type Linear = Self::Geometry;
    type Index = Self::Geometry;
    type Map = Identity;
    type Bounds = Everywhere;
}

impl<const BM: usize, const BK: usize> Deref for Tile<BM, BK> {
    type Target = Static<<Self as Layout>::Geometry, 2>;

    fn deref(&self) -> &Self::Target {
        &Static::NEW
    }
}

/// A kernel that is generic over its tile.
fn staged<const BM: usize, const BK: usize>() -> (usize, &'static str, Vec<usize>) {
    let tile = Tile::<BM, BK>;
    let buffer: Vec<usize> = (0..<Tile<BM, BK> as StaticLayout>::COSIZE).collect();
    let v = View::new(&buffer, tile);
    let row = v.slice((BM - 1, ..)).iter().copied().collect();
    (tile.at(BM - 1, BK - 1), <Tile<BM, BK> as StaticLayout>::NOTATION, row)
}

#[test]
fn named_layouts_have_their_own_numbers() {
    assert_eq!(staged::<4, 3>(), (11, "(4,3):(3,1)", Vec::from([9, 10, 11])));
    assert_eq!(staged::<2, 1>(), (1, "(2,1):(1,1)", Vec::from([1])));
}
