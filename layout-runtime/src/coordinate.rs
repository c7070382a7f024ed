//! `Coordinate` and `CoordinateU32`: where to evaluate a layout.

use crate::Profile;
use crate::offset::{Nothing, offset_of, offset_of_u32};

/// A coordinate of the profile `P`: one integer, or a tuple with a coordinate
/// for each mode.
///
/// An integer in the place of a mode is its 1-D coordinate and is split
/// colexicographically.
///
/// ```
/// use layout_runtime::{Coordinate, Leaf};
///
/// type P = (Leaf<2, 4>, (Leaf<2, 2>, Leaf<2, 1>));
/// assert_eq!(Coordinate::<P>::offset((1, (0, 1))), 5);
/// assert_eq!(Coordinate::<P>::offset((1, 2)), 5);
/// assert_eq!(Coordinate::<P>::offset(5), 5);
/// ```
///
/// A tuple of another rank, or one in the place of an integer mode, is none:
///
/// ```compile_fail
/// # use layout_runtime::{Coordinate, Leaf};
/// # type P = (Leaf<2, 4>, (Leaf<2, 2>, Leaf<2, 1>));
/// Coordinate::<P>::offset((1, 0, 1));
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a coordinate of this layout",
    label = "not compatible with the shape",
    note = "each mode takes one integer, or a tuple of its rank",
    note = "the shape is nested like `{P}`"
)]
pub trait Coordinate<P: Profile> {
    /// The offset at this coordinate.
    #[must_use]
    fn offset(self) -> isize;

    /// The offset in 32 bits, for coordinates and offsets below 2³².
    #[must_use]
    fn offset_u32(self) -> u32;

    /// The integer for each leaf, nested like the profile.
    #[must_use]
    fn natural(self) -> P::Natural;
}

impl<P: Profile> Coordinate<P> for usize {
    #[inline(always)]
    fn offset(self) -> isize {
        offset_of::<P, Nothing>(self)
    }

    #[inline(always)]
    fn offset_u32(self) -> u32 {
        offset_of_u32::<P, Nothing>(self as u32)
    }

    #[inline(always)]
    fn natural(self) -> P::Natural {
        P::idx2crd(self)
    }
}

/// A coordinate of the profile `P` in 32 bits: one `u32`, or a tuple with a coordinate for
/// each mode, as a [`Coordinate`] is of `usize`.
///
/// ```
/// use layout_runtime::{divide, layout};
///
/// let tiles = divide!((128,64):(64,1), (32,16)); // ((32,4),(16,4)):((64,2048),(1,16))
/// assert_eq!(tiles.crd2idx_u32(((5, 3), (7, 2))), (5 + 3 * 32) * 64 + 7 + 2 * 16);
/// assert_eq!(tiles.crd2idx_u32((5 + 3 * 32, (7, 2))), (5 + 3 * 32) * 64 + 7 + 2 * 16);
/// ```
///
/// Like [`Coordinate`], it is no tuple of another rank:
///
/// ```compile_fail
/// # use layout_runtime::layout;
/// layout!((4,(2,2)):(4,(2,1))).crd2idx_u32((1, 0, 1));
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a coordinate of this layout in 32 bits",
    label = "not compatible with the shape",
    note = "each mode takes one `u32`, or a tuple of its rank",
    note = "the shape is nested like `{P}`"
)]
pub trait CoordinateU32<P: Profile> {
    /// The offset at this coordinate, for coordinates and offsets below 2³².
    #[must_use]
    fn offset_u32(self) -> u32;
}

impl<P: Profile> CoordinateU32<P> for u32 {
    #[inline(always)]
    fn offset_u32(self) -> u32 {
        offset_of_u32::<P, Nothing>(self)
    }
}
