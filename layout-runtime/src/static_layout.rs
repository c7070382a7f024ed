//! `Static`: a layout as a value without data.

/// The sum of offsets.
macro_rules! sum {
    ($first:expr $(, $rest:expr)*) => { $first$(.wrapping_add($rest))* };
}

mod by_leaf;
mod by_mode;
mod sweeps;
#[cfg(test)]
mod tests;

use core::fmt;
use core::marker::PhantomData;

use crate::layout::{assert_index, assert_u32};
use crate::notation::notation;
use crate::offset::{offset_of, offset_of_u32};
use crate::{Coordinate, Layout, Profile};

/// The layout of the profile `P` with `LEAVES` leaves: what `layout!` makes of a
/// layout without a name, and what a named one dereferences to.
///
/// `Linear` is the same function of 1-D coordinates as `P`, on `0..SIZE`, with
/// the fewest leaves; one that is not is a wrong layout, not an unsafe one.
///
/// All functions that need no trait are `const`. They compute what is left of
/// the sum of products once the constants are folded: nothing for an extent of 1
/// or a stride of 0, no check and no load. `index` and `at` do not compile where
/// an offset is negative, those in 32 bits where the size or an offset needs more.
///
/// ```
/// use layout_runtime::{Leaf, Static, layout};
///
/// type Tile = Static<(Leaf<2, 4>, (Leaf<2, 2>, Leaf<2, 1>)), 3>;
/// const TILE: Tile = layout!((2,(2,2)):(4,(2,1)));
/// const LAST: usize = TILE.index(Tile::SIZE - 1);
///
/// assert_eq!(LAST, 7);
/// assert_eq!((TILE.index(5), TILE.at(1, 2), TILE.at_flat(1, 0, 1)), (5, 5, 5));
/// assert_eq!(format!("{TILE:?}"), "(2,(2,2)):(4,(2,1))");
/// assert_eq!(size_of::<Tile>(), 0);
/// ```
///
/// Where a function does not exist, the program does not compile:
///
/// ```compile_fail
/// # use layout_runtime::layout;
/// let mirror = layout!(4:-1);
/// assert_eq!(mirror.offset(3), -3);
/// mirror.index(3); // this layout has negative offsets: use `offset`
/// ```
pub struct Static<P, const LEAVES: usize, Linear = P>(PhantomData<(P, Linear)>);

impl<P, const LEAVES: usize, Linear> Static<P, LEAVES, Linear> {
    /// The one value.
    pub const NEW: Self = Static(PhantomData);
}

impl<P: Profile, const LEAVES: usize, Linear: Profile> Static<P, LEAVES, Linear> {
    /// The number of modes; a layout of a single integer extent has one.
    pub const RANK: usize = P::RANK;
    /// The levels of nesting.
    pub const DEPTH: usize = P::DEPTH;
    /// The number of coordinates.
    pub const SIZE: usize = P::SIZE;
    /// The number of offsets from the smallest to the largest.
    pub const COSIZE: usize = P::COSIZE;
    /// The smallest offset: 0, or below with negative strides.
    pub const MIN_OFFSET: isize = P::MIN_OFFSET;
    /// The largest offset.
    pub const MAX_OFFSET: isize = P::MAX_OFFSET;
    /// The extents of the leaves.
    pub const SHAPE: &'static [usize] = P::TABLE.shape();
    /// The strides of the leaves.
    pub const STRIDE: &'static [isize] = P::TABLE.stride();
    /// The layout in CuTe's notation.
    pub const NOTATION: &'static str = notation::<P>();

    /// The index of the 1-D coordinate `i`.
    #[inline(always)]
    #[must_use]
    pub const fn index(self, i: usize) -> usize {
        const { assert_index::<P>() };
        offset_of::<Linear>(i) as usize
    }

    /// The offset of the 1-D coordinate `i`.
    #[inline(always)]
    #[must_use]
    pub const fn offset(self, i: usize) -> isize {
        offset_of::<Linear>(i)
    }

    /// The index of the 1-D coordinate `i` in 32 bits.
    #[inline(always)]
    #[must_use]
    pub const fn index_u32(self, i: u32) -> u32 {
        const { assert_u32::<P>() };
        offset_of_u32::<Linear>(i)
    }

    /// The index of any coordinate: an integer, or a tuple nested like the shape.
    #[inline(always)]
    #[must_use]
    pub fn crd2idx<C: Coordinate<P>>(self, coordinate: C) -> usize {
        const { assert_index::<P>() };
        coordinate.offset() as usize
    }

    /// The offset of any coordinate: an integer, or a tuple nested like the shape.
    #[inline(always)]
    #[must_use]
    pub fn crd2offset<C: Coordinate<P>>(self, coordinate: C) -> isize {
        coordinate.offset()
    }

    /// The natural coordinate of the 1-D coordinate `i`, nested like the shape.
    #[inline(always)]
    #[must_use]
    pub fn idx2crd(self, i: usize) -> P::Natural {
        P::idx2crd(i)
    }

    /// The number of coordinates.
    #[inline(always)]
    #[must_use]
    pub const fn size(self) -> usize {
        P::SIZE
    }

    /// The number of offsets from the smallest to the largest.
    #[inline(always)]
    #[must_use]
    pub const fn cosize(self) -> usize {
        P::COSIZE
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

impl<P: Profile, const LEAVES: usize, Linear: Profile> Layout for Static<P, LEAVES, Linear> {
    type Profile = P;
    type Linear = Linear;
}

impl<P, const LEAVES: usize, Linear> Clone for Static<P, LEAVES, Linear> {
    #[inline(always)]
    fn clone(&self) -> Self {
        *self
    }
}

impl<P, const LEAVES: usize, Linear> Copy for Static<P, LEAVES, Linear> {}

impl<P, const LEAVES: usize, Linear> Default for Static<P, LEAVES, Linear> {
    #[inline(always)]
    fn default() -> Self {
        Self::NEW
    }
}

impl<P, const LEAVES: usize, Linear> PartialEq for Static<P, LEAVES, Linear> {
    #[inline(always)]
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl<P, const LEAVES: usize, Linear> Eq for Static<P, LEAVES, Linear> {}

impl<P: Profile, const LEAVES: usize, Linear> fmt::Debug for Static<P, LEAVES, Linear> {
    /// The notation.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(const { notation::<P>() })
    }
}
