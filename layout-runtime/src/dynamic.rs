//! Layouts with run-time numbers.
//!
//! A [`Dynamic`] holds its extents and strides: the profile of a
//! [`Static`](crate::Static) as a value. What the compiler knows of them is
//! [`Fixed`] and takes part in its arithmetic as any constant; an [`Extent`] known at run time
//! is divided by with a multiplication and a shift, whose numbers are computed once.
//!
//! ```
//! use layout_runtime::{Dynamic, Extent, Fixed, Mode, ShapeError};
//!
//! /// Rows of `n` elements, in blocks of 8: `(m,(8,n/8)):(8,(1,8*m))`.
//! fn sum(m: usize, n: usize, buffer: &[u32]) -> Result<u32, ShapeError> {
//!     let rows = Mode { extent: Extent::new(m), stride: Fixed::<8> };
//!     let block = Mode { extent: Fixed::<8>, stride: Fixed::<1> };
//!     let blocks = Mode { extent: Extent::new(n / 8), stride: 8 * m as isize };
//!     let layout = Dynamic::<_, 3>::new((rows, (block, blocks)))?;
//!     assert_eq!(layout.at(2, 11), 2 * 8 + 3 + 8 * m);
//!     assert_eq!(layout.to_string(), format!("({m},(8,{})):(8,(1,{}))", n / 8, 8 * m));
//!     Ok(layout.indices().map(|i| buffer[i]).sum())
//! }
//!
//! assert_eq!(sum(3, 16, &[1; 48]), Ok(48));
//! assert_eq!(sum(3, 7, &[]), Ok(0)); // no blocks: an extent is 0
//! ```
//!
//! [`strided`] makes one of an array of extents and one of strides, as other libraries have them, and
//! [`strided_of_rank`] one of slices.
//!
//! An [`Extent`] may be 0. A layout with it has no coordinates: its size and cosize are 0, it sweeps
//! nothing, a view of it needs no elements, and its slices, tiles and copies are of nothing. So it is for
//! symbols of the macros, unless the layout has coordinates also where they are 0, or divides by them. The
//! extents of layouts of constants are at least 1.
//!
//! A coordinate for each leaf needs no division. Past its extent a coordinate gives some
//! number: index functions do not panic.

mod by_leaf;
mod by_mode;
mod narrow;
mod strided;
mod swizzled;
#[cfg(test)]
mod tests;

use core::fmt;
use core::hash::{Hash, Hasher};
use core::marker::PhantomData;

pub use narrow::{Narrow, NarrowOf};
#[doc(hidden)]
pub use narrow::{Narrows, check_u32};
#[doc(hidden)]
pub use strided::Modes;
pub use strided::{PerMode, StridedLayout, strided, strided_of_rank};

use crate::bounds::{Bounds, Everywhere};
#[doc(no_inline)]
pub use crate::error::ShapeError;
use crate::geometry::Coordinate;
use crate::geometry::evaluate::Evaluate;
#[doc(hidden)]
pub use crate::geometry::leaves::Leaves;
use crate::geometry::leaves::numbers;
#[doc(no_inline)]
pub use crate::geometry::mode::Mode;
use crate::geometry::range::Range;
use crate::geometry::{Geometry, Written};
use crate::layout::{Layout, Map};
use crate::map::{Identity, mapped};
use crate::notation::write_map;
pub use crate::number::{AnyExtent, AnyStride, Constant, Size};
#[doc(no_inline)]
pub use crate::number::{Extent, Fixed};
use crate::phase::RunTime;
use crate::prepared::Prepared;
use crate::prepared::Stored;

/// The layout of the modes `M`, which have `LEAVES` leaves: `S:D` with numbers that are
/// known at run time.
///
/// `Linear` is the same function of 1-D coordinates with the fewest leaves, `O` is the
/// map after the modes, the identity or swizzles, and `B` has the bounds of padding.
///
/// ```
/// use layout_runtime::{Dynamic, Extent, Fixed, Mode};
///
/// // (m,n):(n,1)
/// let (m, n) = (128, 300);
/// let rows = Mode { extent: Extent::new(m), stride: n as isize };
/// let columns = Mode { extent: Extent::new(n), stride: Fixed::<1> };
/// let layout = Dynamic::<_, 2>::new((rows, columns))?;
///
/// assert_eq!((layout.at(2, 3), layout.index(2 + 3 * 128)), (603, 603));
/// assert_eq!((layout.size(), layout.cosize()), (38400, 38400));
/// assert_eq!((layout.shape(), layout.stride()), ([128, 300], [300, 1]));
/// assert_eq!(layout.to_string(), "(128,300):(300,1)");
/// # Ok::<(), layout_runtime::ShapeError>(())
/// ```
pub struct Dynamic<
    M: Geometry,
    const LEAVES: usize,
    Linear: Geometry = M,
    O: Map = Identity,
    B = Everywhere,
> {
    modes: Stored<M>,
    linear: Stored<Linear>,
    range: Range,
    bounds: B,
    after: PhantomData<fn() -> O>,
}

impl<M: Geometry, const LEAVES: usize> Dynamic<M, LEAVES, M> {
    /// The layout of these numbers.
    ///
    /// # Errors
    ///
    /// The size, an offset or the cosize does not fit an `isize`, with 1 for each extent that is 0.
    ///
    /// ```
    /// use layout_runtime::{Dynamic, Extent, Fixed, Mode};
    ///
    /// let rows = |n: usize| Mode { extent: Extent::new(n), stride: Fixed::<{ 1 << 40 }> };
    /// assert!(Dynamic::<_, 1>::new(rows(1 << 20)).is_ok());
    /// let error = Dynamic::<_, 1>::new(rows(1 << 30)).unwrap_err();
    /// assert_eq!(
    ///     error.to_string(),
    ///     "leaf = 0, extent = 1073741824, stride = 1099511627776 and every offset must fit `isize`"
    /// );
    /// ```
    #[inline]
    pub fn new(modes: M) -> Result<Self, ShapeError> {
        Dynamic::checked_plain(modes, RunTime::flow(&modes)).ok_or_else(|| Range::reason(&modes))
    }

    /// [`checked`](Dynamic::checked) where 1-D coordinates are split over the modes.
    #[doc(hidden)]
    #[inline]
    pub fn checked_plain(modes: M, flow: M::Flow<usize>) -> Option<Self> {
        Dynamic::checked(modes, flow, modes, flow)
    }

    /// [`compact`](Dynamic::compact) where 1-D coordinates are split over the modes.
    #[doc(hidden)]
    #[inline]
    pub fn compact_plain(modes: M, flow: M::Flow<usize>, size: usize) -> Self {
        Dynamic::compact(modes, flow, modes, flow, size)
    }
}

impl<M: Geometry, const LEAVES: usize, Linear: Geometry> Dynamic<M, LEAVES, Linear> {
    /// The layout of these numbers, if they make one, with those of the same function of 1-D coordinates.
    /// The flows and `linear` are not checked.
    #[doc(hidden)]
    #[inline]
    pub fn checked(
        modes: M,
        flow: M::Flow<usize>,
        linear: Linear,
        linear_flow: Linear::Flow<usize>,
    ) -> Option<Self> {
        let range = Range::of(&modes)?;
        let layout = Dynamic::compact(modes, flow, linear, linear_flow, 0);
        Some(Dynamic { range, ..layout })
    }

    /// The layout of numbers that are known to make one, of this size, and whose offsets are
    /// all from 0 to there. Nothing is checked.
    ///
    /// Modes and flows are arguments of their own, and no function of this module is called with them: rustc checks and
    /// compiles each type here once for each layout of an expansion.
    #[doc(hidden)]
    #[inline]
    pub fn compact(
        modes: M,
        flow: M::Flow<usize>,
        linear: Linear,
        linear_flow: Linear::Flow<usize>,
        size: usize,
    ) -> Self {
        const { assert!(M::LEAVES == LEAVES, "`LEAVES` is not the number of leaves") };
        Dynamic {
            modes: Prepared { modes, flow },
            linear: Prepared { modes: linear, flow: linear_flow },
            range: Range::compact(size),
            bounds: Everywhere,
            after: PhantomData,
        }
    }
}

impl<M: Geometry, const LEAVES: usize, Linear: Geometry, O: Map> Dynamic<M, LEAVES, Linear, O> {
    /// The same layout, whose coordinates are padding where they are not within these bounds.
    #[doc(hidden)]
    #[inline]
    pub fn within<B: Bounds<M>>(self, bounds: B) -> Dynamic<M, LEAVES, Linear, O, B> {
        let Dynamic { modes, linear, range, bounds: Everywhere, after } = self;
        Dynamic { modes, linear, range, bounds, after }
    }
}

impl<M: Geometry, const LEAVES: usize, Linear: Geometry, O: Map, B>
    Dynamic<M, LEAVES, Linear, O, B>
{
    /// The number of modes; a layout of a single integer extent has one.
    pub const RANK: usize = M::RANK;
    /// The levels of nesting.
    pub const DEPTH: usize = M::DEPTH;

    /// The index of the 1-D coordinate `i`. For a layout without negative offsets,
    /// which debug builds check.
    #[inline(always)]
    #[must_use]
    pub fn index(&self, i: usize) -> usize {
        self.range.index(mapped::<O>(self.linear.at(i) as isize))
    }

    /// The offset of the 1-D coordinate `i`.
    #[inline(always)]
    #[must_use]
    pub fn offset(&self, i: usize) -> isize {
        mapped::<O>(self.linear.at(i) as isize)
    }

    /// The index of any coordinate: an integer, or a tuple nested like the shape.
    #[inline(always)]
    #[must_use]
    pub fn crd2idx<C: Coordinate<M>>(&self, coordinate: C) -> usize {
        self.range.index(mapped::<O>(self.modes.offset(coordinate) as isize))
    }

    /// The offset of any coordinate: an integer, or a tuple nested like the shape.
    #[inline(always)]
    #[must_use]
    pub fn crd2offset<C: Coordinate<M>>(&self, coordinate: C) -> isize {
        mapped::<O>(self.modes.offset(coordinate) as isize)
    }

    /// The natural coordinate of the 1-D coordinate `i`, nested like the shape.
    #[inline(always)]
    #[must_use]
    pub fn idx2crd(&self, i: usize) -> M::Natural<usize> {
        self.modes.modes.digits_last(i)
    }

    /// The number of coordinates.
    #[inline(always)]
    #[must_use]
    pub const fn size(&self) -> usize {
        self.range.size
    }

    /// The number of offsets from the smallest to the largest, and 0.
    #[inline(always)]
    #[must_use]
    pub const fn cosize(&self) -> usize {
        self.range.cosize()
    }

    /// The smallest offset; 0 where there is none.
    #[inline(always)]
    #[must_use]
    pub const fn min_offset(&self) -> isize {
        self.range.min
    }

    /// The largest offset; -1 where there is none.
    #[inline(always)]
    #[must_use]
    pub const fn max_offset(&self) -> isize {
        self.range.max
    }

    /// The extents of the leaves.
    #[inline]
    #[must_use]
    pub fn shape(&self) -> [usize; LEAVES] {
        numbers::<M, LEAVES>(&self.modes.modes).shape
    }

    /// The strides of the leaves.
    #[inline]
    #[must_use]
    pub fn stride(&self) -> [isize; LEAVES] {
        numbers::<M, LEAVES>(&self.modes.modes).stride
    }

    /// The extents and strides.
    #[inline]
    #[must_use]
    pub const fn modes(&self) -> M {
        self.modes.modes
    }
}

impl<M: Geometry, const LEAVES: usize, Linear: Geometry, O: Map, B: Bounds<M>>
    Dynamic<M, LEAVES, Linear, O, B>
{
    /// Returns true if a coordinate is no padding: any coordinate, an integer or a tuple nested like
    /// the shape. A layout without padding answers `true`; [`crate::bounds`] has more.
    #[inline(always)]
    #[must_use]
    pub fn in_bounds<C: Coordinate<M>>(&self, coordinate: C) -> bool
    where
        B: crate::bounds::Known,
    {
        let modes = &self.modes.modes;
        self.bounds.contain::<usize>(modes, coordinate.natural(modes))
    }
}

#[diagnostic::do_not_recommend]
impl<M: Geometry, const LEAVES: usize, Linear: Geometry, O: Map, B: Bounds<M>> Layout
    for Dynamic<M, LEAVES, Linear, O, B>
{
    type Geometry = M;
    type Linear = Linear;
    type Index = Linear;
    type Map = O;
    type Bounds = B;

    #[inline(always)]
    fn geometry(&self) -> M {
        self.modes.modes
    }

    #[inline(always)]
    fn prepared(&self) -> Prepared<M> {
        self.modes.in_phase()
    }

    #[inline(always)]
    fn linear(&self) -> Prepared<Linear> {
        self.linear.in_phase()
    }

    #[inline(always)]
    fn bounds(&self) -> B {
        self.bounds
    }

    #[inline(always)]
    fn size(self) -> usize {
        self.range.size
    }

    #[inline(always)]
    fn cosize(self) -> usize {
        self.range.cosize()
    }
}

impl<M: Geometry, const LEAVES: usize, Linear: Geometry, O: Map, B: Copy> Clone
    for Dynamic<M, LEAVES, Linear, O, B>
{
    #[inline(always)]
    fn clone(&self) -> Self {
        *self
    }
}

impl<M: Geometry, const LEAVES: usize, Linear: Geometry, O: Map, B: Copy> Copy
    for Dynamic<M, LEAVES, Linear, O, B>
{
}

impl<M: Geometry, const LEAVES: usize, K: Geometry, L: Geometry, O: Map, A, B>
    PartialEq<Dynamic<M, LEAVES, L, O, B>> for Dynamic<M, LEAVES, K, O, A>
{
    /// Compares all extents and strides.
    fn eq(&self, other: &Dynamic<M, LEAVES, L, O, B>) -> bool {
        (self.shape(), self.stride()) == (other.shape(), other.stride())
    }
}

impl<M: Geometry, const LEAVES: usize, Linear: Geometry, O: Map, B> Eq
    for Dynamic<M, LEAVES, Linear, O, B>
{
}

impl<M: Geometry, const LEAVES: usize, Linear: Geometry, O: Map, B> Hash
    for Dynamic<M, LEAVES, Linear, O, B>
{
    /// Hashes all extents and strides.
    fn hash<H: Hasher>(&self, state: &mut H) {
        (self.shape(), self.stride()).hash(state);
    }
}

impl<M: Geometry, const LEAVES: usize, Linear: Geometry, O: Map, B> fmt::Display
    for Dynamic<M, LEAVES, Linear, O, B>
{
    /// The notation, with the numbers.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_map::<O>(f)?;
        self.modes.modes.write(f, Written::Shape)?;
        f.write_str(":")?;
        self.modes.modes.write(f, Written::Stride)
    }
}

impl<M: Geometry, const LEAVES: usize, Linear: Geometry, O: Map, B> fmt::Debug
    for Dynamic<M, LEAVES, Linear, O, B>
{
    /// The notation, with the numbers.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
