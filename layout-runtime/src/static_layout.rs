//! `Static`: a layout as a value without data.

/// The sum of offsets.
macro_rules! sum {
    ($first:expr $(, $rest:expr)*) => { $first$(.wrapping_add($rest))* };
}

mod by_leaf;
mod by_mode;
#[cfg(test)]
mod tests;

use core::fmt;
use core::marker::PhantomData;

use crate::bounds::{Bounds, Everywhere, Known};
use crate::geometry::Coordinate;
use crate::geometry::{Geometry, Profile};
use crate::layout::{Layout, Map, NotNegative, assert_u32, indexed};
use crate::map::values::{cosize, located, range};
use crate::map::{Identity, mapped, mapped_u32};
use crate::notation::notation;
use crate::plan::Plan;

/// The layout of the profile `P` with `LEAVES` leaves: what `layout!` makes of a
/// layout without a name, and what a named one dereferences to.
///
/// `Linear` is the same function of 1-D coordinates as `P`, on `0..SIZE`, with
/// the fewest leaves. `Index` is the [`Plan`] of a 1-D coordinate, `At` a tuple with
/// one for each mode, `M` what follows the profile, and `B` says which coordinates are
/// padding. A function whose plan is not one of its profile does not compile.
///
/// All functions that need no trait are `const`. They compute what is left of
/// the sum of products once the constants are folded: nothing for an extent of 1
/// or a stride of 0, no check and no load. `index` and `at` do not compile where
/// an offset is negative, those in 32 bits where the size or an offset needs more.
///
/// ```
/// use layout_runtime::{Leaf, Static};
///
/// type Tile = Static<(Leaf<2, 4>, (Leaf<2, 2>, Leaf<2, 1>)), 3>;
/// const TILE: Tile = Tile::NEW;
/// const LAST: usize = TILE.index(Tile::SIZE - 1);
///
/// assert_eq!(LAST, 7);
/// assert_eq!((TILE.index(5), TILE.at(1, 2), TILE.at_flat([1, 0, 1])), (5, 5, 5));
/// assert_eq!(format!("{TILE:?}"), "(2,(2,2)):(4,(2,1))");
/// assert_eq!(size_of::<Tile>(), 0);
/// ```
///
/// The macros spell a plan where it is cheaper than to split coordinates over the
/// leaves. It is part of the type: to write a type down, name the layout, or write the macro
/// where the type stands.
///
/// Where a function does not exist, the program does not compile:
///
/// ```compile_fail
/// # use layout_runtime::layout;
/// let mirror = layout!(4:-1);
/// assert_eq!(mirror.offset(3), -3);
/// mirror.index(3); // this layout has negative offsets: use `offset`
/// ```
pub struct Static<
    P,
    const LEAVES: usize,
    Linear = P,
    Index = Linear,
    At = P,
    M = Identity,
    B = Everywhere,
>(PhantomData<Parameters<P, Linear, Index, At, M, B>>);

type Parameters<P, Linear, Index, At, M, B> = fn() -> (P, Linear, Index, At, M, B);

impl<P, const LEAVES: usize, Linear, Index, At, M, B> Static<P, LEAVES, Linear, Index, At, M, B> {
    /// The only value of the type, which has no size.
    pub const NEW: Self = Static(PhantomData);
}

impl<P: Geometry, const LEAVES: usize, Linear: Geometry, Index: Plan, At, M: Map, B>
    Static<P, LEAVES, Linear, Index, At, M, B>
{
    /// The number of modes; a layout of a single integer extent has one.
    pub const RANK: usize = P::RANK;
    /// The levels of nesting.
    pub const DEPTH: usize = P::DEPTH;
    /// The number of coordinates.
    pub const SIZE: usize = P::SIZE;
    /// The number of offsets from the smallest to the largest, and 0.
    pub const COSIZE: usize = cosize::<P, M>();
    /// The smallest offset.
    pub const MIN_OFFSET: isize = range::<P, M>().0;
    /// The largest offset.
    pub const MAX_OFFSET: isize = range::<P, M>().1;
    /// The extents of the leaves.
    pub const SHAPE: &'static [usize] = P::TABLE.shape();
    /// The strides of the leaves.
    pub const STRIDE: &'static [isize] = P::TABLE.stride();
    /// The layout in CuTe's notation.
    pub const NOTATION: &'static str = notation::<P, M>();

    /// The index of the 1-D coordinate `i`.
    #[inline(always)]
    #[must_use]
    pub const fn index(self, i: usize) -> usize {
        let () = NotNegative::<P, M>::SHOWN;
        indexed!(offset_of, value_of, mapped: P, Index, M; i) as usize
    }

    /// The offset of the 1-D coordinate `i`.
    #[inline(always)]
    #[must_use]
    pub const fn offset(self, i: usize) -> isize {
        indexed!(offset_of, value_of, mapped: P, Index, M; i)
    }

    /// The index of the 1-D coordinate `i` in 32 bits.
    #[inline(always)]
    #[must_use]
    pub const fn index_u32(self, i: u32) -> u32 {
        const { assert_u32::<P, M>() };
        indexed!(offset_of_u32, value_of_u32, mapped_u32: P, Index, M; i)
    }

    /// The index of any coordinate: an integer, or a tuple nested like the shape.
    #[inline(always)]
    #[must_use]
    pub fn crd2idx<C: Coordinate<P>>(self, coordinate: C) -> usize {
        let () = NotNegative::<P, M>::SHOWN;
        located::<M, P, _, C>(coordinate)
    }

    /// The index of any coordinate in 32 bits: a `u32`, or a tuple nested like the shape.
    #[inline(always)]
    #[must_use]
    pub fn crd2idx_u32<C: Coordinate<P, u32>>(self, coordinate: C) -> u32 {
        const { assert_u32::<P, M>() };
        located::<M, P, _, C>(coordinate)
    }

    /// The offset of any coordinate: an integer, or a tuple nested like the shape.
    #[inline(always)]
    #[must_use]
    pub fn crd2offset<C: Coordinate<P>>(self, coordinate: C) -> isize {
        located::<M, P, usize, C>(coordinate) as isize
    }

    /// The natural coordinate of the 1-D coordinate `i`, nested like the shape.
    #[inline(always)]
    #[must_use]
    pub fn idx2crd(self, i: usize) -> P::Natural<usize> {
        const { P::VALUE }.digits_last(i)
    }

    /// Returns true if a coordinate is no padding: any coordinate, an integer or a tuple nested like
    /// the shape. A layout without padding answers `true`; [`crate::bounds`] has more.
    ///
    /// ```
    /// use layout_runtime::layout;
    ///
    /// let tiles = layout!(#[allow(padding)] logical_divide((10,16), (4,8)));
    /// assert!(tiles.in_bounds((9, 15)));
    /// assert!(!tiles.in_bounds(((2, 2), 0)));
    /// ```
    #[inline(always)]
    #[must_use]
    pub fn in_bounds<C: Coordinate<P>>(self, coordinate: C) -> bool
    where
        B: Bounds<P> + Known,
    {
        let geometry = const { P::VALUE };
        (const { B::VALUE }).contain::<usize>(&geometry, coordinate.natural(&geometry))
    }

    /// The number of coordinates.
    #[inline(always)]
    #[must_use]
    pub const fn size(self) -> usize {
        P::SIZE
    }

    /// The number of offsets from the smallest to the largest, and 0.
    #[inline(always)]
    #[must_use]
    pub const fn cosize(self) -> usize {
        Self::COSIZE
    }

    /// The extents of the leaves.
    #[inline(always)]
    #[must_use]
    pub const fn shape(self) -> &'static [usize] {
        Self::SHAPE
    }

    /// The strides of the leaves.
    #[inline(always)]
    #[must_use]
    pub const fn stride(self) -> &'static [isize] {
        Self::STRIDE
    }

    /// The layout in CuTe's notation.
    #[inline(always)]
    #[must_use]
    pub const fn notation(self) -> &'static str {
        Self::NOTATION
    }
}

/// A layout by one name in both namespaces: an expansion does not know whether it stands where a
/// value does or where a type does.
pub trait ValueOrType {
    /// The type of the layout.
    type NEW;
    /// The layout.
    const NEW: Self::NEW;
}

#[diagnostic::do_not_recommend]
impl<P, const LEAVES: usize, Linear, Index, At, M, B> Layout
    for Static<P, LEAVES, Linear, Index, At, M, B>
where
    P: Profile,
    Linear: Geometry,
    Index: Plan,
    M: Map,
    B: Bounds<P>,
{
    type Geometry = P;
    type Linear = Linear;
    type Index = Index;
    type Map = M;
    type Bounds = B;
}

impl<P, const LEAVES: usize, Linear, Index, At, M, B> ValueOrType
    for Static<P, LEAVES, Linear, Index, At, M, B>
{
    type NEW = Self;
    const NEW: Self = Static(PhantomData);
}

/// A layout, beside those that it is computed of.
impl<Names, P, const LEAVES: usize, Linear, Index, At, M, B> ValueOrType
    for (Names, Static<P, LEAVES, Linear, Index, At, M, B>)
{
    type NEW = Static<P, LEAVES, Linear, Index, At, M, B>;
    const NEW: Self::NEW = Static(PhantomData);
}

impl<P, const LEAVES: usize, Linear, Index, At, M, B> Clone
    for Static<P, LEAVES, Linear, Index, At, M, B>
{
    #[inline(always)]
    fn clone(&self) -> Self {
        *self
    }
}

impl<P, const LEAVES: usize, Linear, Index, At, M, B> Copy
    for Static<P, LEAVES, Linear, Index, At, M, B>
{
}

impl<P, const LEAVES: usize, Linear, Index, At, M, B> Default
    for Static<P, LEAVES, Linear, Index, At, M, B>
{
    #[inline(always)]
    fn default() -> Self {
        Self::NEW
    }
}

impl<P, const LEAVES: usize, Linear, Index, At, M, B> PartialEq
    for Static<P, LEAVES, Linear, Index, At, M, B>
{
    #[inline(always)]
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl<P, const LEAVES: usize, Linear, Index, At, M, B> Eq
    for Static<P, LEAVES, Linear, Index, At, M, B>
{
}

impl<P: Profile, const LEAVES: usize, Linear, Index, At, M: Map, B> fmt::Display
    for Static<P, LEAVES, Linear, Index, At, M, B>
{
    /// The notation.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(const { notation::<P, M>() })
    }
}

impl<P: Profile, const LEAVES: usize, Linear, Index, At, M: Map, B> fmt::Debug
    for Static<P, LEAVES, Linear, Index, At, M, B>
{
    /// The notation.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(const { notation::<P, M>() })
    }
}
