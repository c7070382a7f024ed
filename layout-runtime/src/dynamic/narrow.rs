//! `Narrow`: index functions in 32 bits, as a GPU wants them.

mod passed;
#[cfg(test)]
mod tests;

use core::fmt;
use core::marker::PhantomData;
use core::ops::Deref;

#[doc(hidden)]
use passed::{packed, unpacked};

use super::Dynamic;
use crate::bounds::{Bounds, Everywhere, Known};
use crate::error::ShapeError;
use crate::geometry::Coordinate;
use crate::geometry::Geometry;
use crate::geometry::range::Range;
use crate::layout::{Layout, Map};
use crate::map::{Identity, blocks, fits_chain_u32, mapped_u32};
use crate::number::packed::LeafU32;
use crate::prepared::Stored;

/// The numbers of a [`Dynamic`] in 32 bits, which is checked once, where it is made: the
/// functions have no check, and their results are right.
///
/// A 1-D coordinate takes one multiplication of 32 bits by 32 and a shift for each
/// division, and all sums are of 32 bits.
///
/// A narrow layout is words of 32 bits in C's order, the same on a host and on a GPU of one version of this crate: a host makes
/// it, where an error can be reported, and a kernel takes it as an argument by value. [`NarrowOf`] is its type.
///
/// ```
/// use layout_runtime::layout;
///
/// layout! { struct Tiles<m, n> = zipped_divide((m, n):(n, 1), (32, 16)); }
///
/// let tiles = Tiles::new(96, 160)?.narrow()?;
/// assert_eq!(tiles.at_u32(2 + 3 * 32, 1), (2 + 32) * 160 + 3);
/// assert_eq!(tiles.crd2idx_u32(((2, 3), (1, 0))), (2 + 32) * 160 + 3);
/// assert_eq!(tiles.index_u32(512 + 2), (2 + 32) * 160);
/// assert_eq!(
///     Tiles::new(1 << 16, 1 << 16)?.narrow().unwrap_err().to_string(),
///     "size = 4294967296 and the size must fit `i32`"
/// );
/// # Ok::<(), layout_runtime::ShapeError>(())
/// ```
#[repr(C)]
pub struct Narrow<
    M: Geometry,
    const LEAVES: usize,
    Linear: Geometry = M,
    O: Map = Identity,
    B: Bounds<M> = Everywhere,
> {
    size: u32,
    modes: [LeafU32; LEAVES],
    /// No more leaves than the modes have.
    linear: [LeafU32; LEAVES],
    bounds: B::Packed<LEAVES>,
    of: Of<M, Linear, O>,
}

/// The types with the numbers that are known at compile time.
type Of<M, Linear, O> = PhantomData<fn() -> (M, Linear, O)>;

/// The type of `layout.narrow()` for a layout with a name: the argument of a kernel.
///
/// ```
/// use layout_runtime::{NarrowOf, layout};
///
/// layout! {
///     struct Rows<m, n> = (m, n):(n, 1);
///     #[allow(padding)]
///     struct Tiles<m, n> = zipped_divide(Rows, (32, 16));
/// }
///
/// /// As a GPU would call it.
/// extern "C" fn kernel(tiles: NarrowOf<Tiles>, i: u32, j: u32) -> u32 {
///     let at = ((i % 32, j % 16), (i / 32, j / 16));
///     if tiles.in_bounds_u32(at) { tiles.crd2idx_u32(at) } else { u32::MAX }
/// }
///
/// let tiles: NarrowOf<Tiles> = Tiles::new(70, 100)?.narrow()?;
/// assert_eq!((kernel(tiles, 69, 99), kernel(tiles, 70, 0)), (6999, u32::MAX));
/// # Ok::<(), layout_runtime::ShapeError>(())
/// ```
pub type NarrowOf<L> = <<L as Deref>::Target as Narrows>::Narrow;

/// A layout that has a [`Narrow`].
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "`{Self}` has no numbers that are known at run time",
    note = "a layout of constants has no value to pass: its functions of 32 bits are `at_u32` and `crd2idx_u32`"
)]
pub trait Narrows {
    /// The layout with the same numbers in 32 bits.
    type Narrow: Copy + Send + Sync + 'static;
}

impl<M: Geometry, const LEAVES: usize, Linear: Geometry, O: Map, B: Bounds<M>> Narrows
    for Dynamic<M, LEAVES, Linear, O, B>
{
    type Narrow = Narrow<M, LEAVES, Linear, O, B>;
}

const SIZE: &str = "the size must fit `i32`";
const INDEX: &str = "every offset must be from 0 on and fit `u32`";
const BOUNDS: &str = "the bounds of padding must fit `i32`";
const SWIZZLE: &str = "a swizzle must be one of 32 bits";

/// Checks that 32 bits hold the functions of a layout of a range.
#[inline]
fn fit_u32<M: Geometry, O: Map, B: Bounds<M>>(
    Range { size, min, max }: Range,
    modes: &M,
    bounds: &B,
) -> Result<(), ShapeError> {
    if size > i32::MAX as usize {
        return Err(ShapeError::broken("", SIZE, &["size"], &[size as i128]));
    }
    if min < 0 || max.max(0) as u128 > u32::MAX as u128 {
        let names = &["min_offset", "max_offset"];
        return Err(ShapeError::broken("", INDEX, names, &[min as i128, max as i128]));
    }
    if const { !fits_chain_u32::<O>() } {
        return Err(ShapeError::broken("", SWIZZLE, &[], &[]));
    }
    if size > 0 && !bounds.fit_u32(modes) {
        return Err(ShapeError::broken("", BOUNDS, &["size"], &[size as i128]));
    }
    Ok(())
}

/// Checks that 32 bits hold the functions of any layout, as [`Dynamic::narrow`] does.
#[doc(hidden)]
pub fn check_u32<L: Layout>(layout: &L) -> Result<(), ShapeError> {
    let geometry = layout.geometry();
    let Some(range) = Range::of(&geometry) else { return Err(Range::reason(&geometry)) };
    let ends = match range.size {
        0 => Some((range.min, range.max)),
        _ => blocks::<L::Map>(range.min, range.max),
    };
    let (min, max) = ends.unwrap_or((isize::MIN, isize::MAX));
    fit_u32::<_, L::Map, _>(Range { min, max, ..range }, &geometry, &layout.bounds())
}

impl<M: Geometry, const LEAVES: usize, Linear: Geometry, O: Map, B: Bounds<M>>
    Dynamic<M, LEAVES, Linear, O, B>
{
    /// The functions in 32 bits.
    ///
    /// # Errors
    ///
    /// The size or what bounds of padding compare does not fit an `i32`, or an offset is negative or does not fit a `u32`.
    #[inline]
    pub fn narrow(&self) -> Result<Narrow<M, LEAVES, Linear, O, B>, ShapeError> {
        fit_u32::<M, O, B>(self.range, &self.modes.modes, &self.bounds)?;
        Ok(Narrow {
            size: self.range.size as u32,
            modes: packed(&self.modes.modes),
            linear: packed(&self.linear.modes),
            bounds: self.bounds.pack(),
            of: PhantomData,
        })
    }
}

impl<M: Geometry, const LEAVES: usize, Linear: Geometry, O: Map, B: Bounds<M>>
    Narrow<M, LEAVES, Linear, O, B>
{
    #[inline(always)]
    pub(super) fn modes(&self) -> Stored<M::In<u32>, u32> {
        unpacked(&self.modes)
    }

    /// The index of the 1-D coordinate `i`.
    #[inline(always)]
    #[must_use]
    pub fn index_u32(&self, i: u32) -> u32 {
        mapped_u32::<O>(unpacked::<Linear::In<u32>>(&self.linear).at(i))
    }

    /// The index of any coordinate: a `u32`, or a tuple nested like the shape.
    #[inline(always)]
    #[must_use]
    pub fn crd2idx_u32<C: Coordinate<M::In<u32>, u32>>(&self, coordinate: C) -> u32 {
        mapped_u32::<O>(self.modes().offset(coordinate))
    }

    /// The number of coordinates.
    #[inline(always)]
    #[must_use]
    pub const fn size(&self) -> u32 {
        self.size
    }
}

impl<M: Geometry, const LEAVES: usize, Linear: Geometry, O: Map, B: Bounds<M>>
    Narrow<M, LEAVES, Linear, O, B>
{
    /// Returns true if a coordinate is no padding, in 32 bits: a `u32`, or a tuple nested like the shape.
    ///
    /// ```
    /// use layout_runtime::layout;
    ///
    /// layout! {
    ///     struct Rows<m, n> = (m, n):(n, 1);
    ///     #[allow(padding)]
    ///     struct Tiles<m, n> = zipped_divide(Rows, (32, 16));
    /// }
    ///
    /// let tiles = Tiles::new(70, 100)?.narrow()?;                 // 3 x 7 tiles
    /// assert!(tiles.in_bounds_u32(((5, 3), (2, 6))));             // row 69, column 99
    /// assert!(!tiles.in_bounds_u32(((6, 3), (2, 6))));            // row 70
    /// # Ok::<(), layout_runtime::ShapeError>(())
    /// ```
    #[inline(always)]
    #[must_use]
    pub fn in_bounds_u32<C: Coordinate<M::In<u32>, u32>>(&self, coordinate: C) -> bool
    where
        B: Known + Bounds<M::In<u32>>,
    {
        let (bounds, modes) = (<B as Bounds<M>>::unpack(&self.bounds), self.modes().modes);
        <B as Bounds<M::In<u32>>>::contain(&bounds, &modes, coordinate.natural(&modes))
    }
}

impl<M: Geometry, const LEAVES: usize, Linear: Geometry, O: Map, B: Bounds<M>> Clone
    for Narrow<M, LEAVES, Linear, O, B>
{
    #[inline(always)]
    fn clone(&self) -> Self {
        *self
    }
}

impl<M: Geometry, const LEAVES: usize, Linear: Geometry, O: Map, B: Bounds<M>> Copy
    for Narrow<M, LEAVES, Linear, O, B>
{
}

impl<M: Geometry, const LEAVES: usize, Linear: Geometry, O: Map, B: Bounds<M>> fmt::Debug
    for Narrow<M, LEAVES, Linear, O, B>
{
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Narrow").field("size", &self.size).finish_non_exhaustive()
    }
}
