//! `Computed`: a leaf whose numbers are constants of a type.

use core::fmt;
use core::marker::PhantomData;

use super::{Leaf, Profile, Table, sealed};
use crate::dynamic::{Constant, Mode, positive};
use crate::iterate::{Level, Loop};

/// The extents and strides of a layout with constant parameters: what a [`Computed`]
/// leaf looks up.
///
/// Rust takes no expression of a constant parameter as an argument of a type, as in
/// `Leaf<BM, { BK as isize }>`; an associated constant can be any.
///
/// ```
/// use layout_runtime::{Computed, Numbers, Static};
///
/// struct Tile<const BM: usize, const BK: usize>;
///
/// impl<const BM: usize, const BK: usize> Numbers for Tile<BM, BK> {
///     const NUMBERS: &'static [isize] = &[BM as isize, BK as isize, 1];
/// }
///
/// // (BM,BK):(BK,1)
/// type Rows<const BM: usize, const BK: usize> =
///     Static<(Computed<Tile<BM, BK>, 0, 1>, Computed<Tile<BM, BK>, 1, 2>), 2>;
///
/// assert_eq!(Rows::<4, 8>::NEW.at(3, 7), 31);
/// assert_eq!(Rows::<4, 8>::NOTATION, "(4,8):(8,1)");
/// ```
pub trait Numbers: 'static {
    /// The extents and strides, in any order.
    const NUMBERS: &'static [isize];

    /// Whether it is demanded elsewhere that extents are at least 1. Another is 1 then.
    #[doc(hidden)]
    const IS_DEMANDED: bool = false;
}

/// A number of a type as an extent.
pub(crate) const fn extent<T: Numbers>(number: usize) -> usize {
    let number = T::NUMBERS[number];
    if T::IS_DEMANDED && number < 1 {
        return 1;
    }
    positive(number)
}

/// A profile of one leaf, `NUMBERS[EXTENT]:NUMBERS[STRIDE]` of the type `T`: a
/// [`Leaf`] in all but spelling.
///
/// An extent that is 0 or negative does not compile:
///
/// ```compile_fail
/// # use layout_runtime::{Computed, Numbers, Static};
/// struct Empty;
///
/// impl Numbers for Empty {
///     const NUMBERS: &'static [isize] = &[0, 1];
/// }
///
/// Static::<Computed<Empty, 0, 1>, 1>::NEW.size(); // the extent of a leaf is not positive
/// ```
pub struct Computed<T, const EXTENT: usize, const STRIDE: usize>(PhantomData<fn() -> T>);

impl<T, const EXTENT: usize, const STRIDE: usize> Clone for Computed<T, EXTENT, STRIDE> {
    #[inline(always)]
    fn clone(&self) -> Self {
        *self
    }
}

impl<T, const EXTENT: usize, const STRIDE: usize> Copy for Computed<T, EXTENT, STRIDE> {}

impl<T, const EXTENT: usize, const STRIDE: usize> Default for Computed<T, EXTENT, STRIDE> {
    #[inline(always)]
    fn default() -> Self {
        Computed(PhantomData)
    }
}

impl<T: Numbers, const EXTENT: usize, const STRIDE: usize> fmt::Debug
    for Computed<T, EXTENT, STRIDE>
{
    /// The notation.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", Self::SIZE, Self::TABLE.stride()[0])
    }
}

impl<T: Numbers, const EXTENT: usize, const STRIDE: usize> Computed<T, EXTENT, STRIDE> {
    const STRIDE: isize = T::NUMBERS[STRIDE];
    /// From coordinate 0 to the last.
    const SPAN: isize = (Self::SIZE as isize - 1) * Self::STRIDE;
}

impl<T: Numbers, const EXTENT: usize, const STRIDE: usize> sealed::Sealed
    for Computed<T, EXTENT, STRIDE>
{
}

impl<T: Numbers, const EXTENT: usize, const STRIDE: usize> Profile for Computed<T, EXTENT, STRIDE> {
    type Natural = usize;
    type Head = Self;
    type Tail = Self;
    type Loops<Inner: Level> = Loop<Inner>;
    type Tuple = Leaf<1, 0>;
    type Modes = Mode<Constant<T, EXTENT>, Constant<T, STRIDE>>;

    const MODES: Self::Modes = Mode { extent: Constant::NEW, stride: Constant::NEW };
    const RANK: usize = 1;
    const DEPTH: usize = 0;
    const SIZE: usize = extent::<T>(EXTENT);
    const MIN_OFFSET: isize = if Self::SPAN < 0 { Self::SPAN } else { 0 };
    const MAX_OFFSET: isize = if Self::SPAN > 0 { Self::SPAN } else { 0 };
    const TABLE: Table = Table::leaf(Self::SIZE, Self::STRIDE);
    const STEP: Option<isize> = Some(if Self::SIZE == 1 { 0 } else { Self::STRIDE });

    #[inline(always)]
    fn idx2crd(i: usize) -> usize {
        i
    }

    #[inline(always)]
    fn digit(natural: &mut usize, _: usize) -> &mut usize {
        natural
    }
}

#[cfg(test)]
mod tests {
    extern crate std;

    use core::ops::Deref;
    use std::format;
    use std::vec::Vec;

    use super::*;
    use crate::{Coordinate, Identity, Layout, Static, View, ViewMut};

    /// `((4,-3),5)`-like numbers from two parameters.
    struct Of<const A: usize, const B: usize>;

    impl<const A: usize, const B: usize> Numbers for Of<A, B> {
        const NUMBERS: &'static [isize] =
            &[A as isize, B as isize, 1, (A * B) as isize, -(A as isize)];
    }

    /// `(A,(B,2)):(1,(A,A*B))`, with one leaf that is spelled.
    type Columns<const A: usize, const B: usize> =
        (Computed<Of<A, B>, 0, 2>, (Computed<Of<A, B>, 1, 0>, Twice<Of<A, B>>));
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
        assert_eq!(<Columns<3, 5> as Profile>::STEP, Some(1));
        let (ours, theirs) = (Static::<Columns<3, 5>, 3>::NEW, Static::<Leaves, 3>::NEW);
        assert!(ours.coordinates().eq(theirs.coordinates()));
        assert!(ours.entries().eq(theirs.entries()));
        assert_eq!((ours.at(2, 9), ours.at_flat([2, 4, 1]), ours.at_u32(2, 9)), (29, 29, 29));
        assert_eq!((ours.crd2idx((1, (2, 1))), ours.index_u32(7)), (22, 7));
        assert_eq!(Coordinate::<Columns<3, 5>>::offset((1, 9)), 28);
    }

    #[test]
    fn a_leaf_alone_is_a_layout() {
        type Backwards = Computed<Of<4, 3>, 1, 4>;
        let l = Static::<Backwards, 1>::NEW;
        assert_eq!((l.offset(2), l.offset_at(2), l.offset_at_flat([1])), (-8, -8, -4));
        assert_eq!((Backwards::MIN_OFFSET, Backwards::MAX_OFFSET), (-8, 0));
        assert_eq!((l.notation(), format!("{:?}", Backwards::default())), ("3:-4", "3:-4".into()));
        assert!(l.offsets().eq([0, -4, -8]));
        let ones = Static::<Computed<Of<1, 7>, 0, 1>, 1>::NEW;
        assert_eq!((ones.at(0), ones.size(), ones.cosize(), ones.notation()), (0, 1, 1, "1:7"));
    }

    /// The evidence of views is computed from the numbers.
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
        type Profile = (Computed<Self, 0, 1>, Computed<Self, 1, 2>);
        type Linear = Self::Profile;
        type Index = Self::Profile;
        type Map = Identity;
        type Bounds = crate::bounds::Everywhere;
    }

    impl<const BM: usize, const BK: usize> Deref for Tile<BM, BK> {
        type Target = Static<<Self as Layout>::Profile, 2>;

        fn deref(&self) -> &Self::Target {
            &Static::NEW
        }
    }

    /// What a kernel does, generic over its tile.
    fn staged<const BM: usize, const BK: usize>() -> (usize, &'static str, Vec<usize>) {
        let tile = Tile::<BM, BK>;
        let buffer: Vec<usize> = (0..Tile::<BM, BK>::COSIZE).collect();
        let v = View::new(&buffer, tile);
        let row = v.slice((BM - 1, ..)).iter().copied().collect();
        (tile.at(BM - 1, BK - 1), Tile::<BM, BK>::NOTATION, row)
    }

    #[test]
    fn named_layouts_have_their_own_numbers() {
        assert_eq!(staged::<4, 3>(), (11, "(4,3):(3,1)", Vec::from([9, 10, 11])));
        assert_eq!(staged::<2, 1>(), (1, "(2,1):(1,1)", Vec::from([1])));
    }
}
