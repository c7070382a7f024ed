//! `Array`: elements with a layout, by value.

use core::fmt;
use core::ops::{Index, IndexMut};

use super::{View, ViewMut};
use crate::bounds::Unpadded;
use crate::proofs::Fits;
use crate::{Coordinate, Geometry, StaticLayout};

/// An array with a layout, which is long enough: that is checked while the program
/// compiles.
///
/// A type cannot compute the length from any layout, as Rust is; a named layout can:
///
/// ```
/// use layout_view::{Array, layout};
///
/// layout! { struct Tile = (4,8):(8,1); }
///
/// let mut tile: Array<f32, Tile, { Tile::COSIZE }> = Array::filled(0.0, Tile);
/// tile[(3, 1)] = 1.0;
/// assert_eq!(tile.as_view().slice((3, ..)).iter().sum::<f32>(), 1.0);
/// assert_eq!(tile.into_inner()[25], 1.0);
/// ```
#[derive(Clone, Copy)]
pub struct Array<T, L, const N: usize> {
    elements: [T; N],
    layout: L,
}

impl<T, L: StaticLayout, const N: usize> Array<T, L, N> {
    /// An array by a layout; its first element has the smallest offset, as in [`View::new`].
    /// Does not compile where it is too short.
    #[inline(always)]
    #[must_use]
    pub const fn new(elements: [T; N], layout: L) -> Self
    where
        L::Bounds: Unpadded,
    {
        let () = Fits::<L, N>::SHOWN;
        Array { elements, layout }
    }

    /// An array of one value.
    #[inline(always)]
    #[must_use]
    pub const fn filled(value: T, layout: L) -> Self
    where
        T: Copy,
        L::Bounds: Unpadded,
    {
        let () = Fits::<L, N>::SHOWN;
        Array::new([value; N], layout)
    }

    /// The view for reading.
    #[inline(always)]
    #[must_use]
    pub fn as_view(&self) -> View<'_, T, L> {
        View::of_array(&self.elements, self.layout)
    }

    /// The view for writing.
    #[inline(always)]
    #[must_use]
    pub fn as_view_mut(&mut self) -> ViewMut<'_, T, L> {
        ViewMut::of_array(&mut self.elements, self.layout)
    }

    /// The elements as they lie in memory.
    #[inline(always)]
    #[must_use]
    pub fn into_inner(self) -> [T; N] {
        self.elements
    }

    /// The number of coordinates.
    #[inline(always)]
    #[must_use]
    pub const fn size(&self) -> usize {
        <L::Geometry as Geometry>::SIZE
    }
}

impl<T, L: StaticLayout, C: Coordinate<L::Geometry>, const N: usize> Index<C> for Array<T, L, N> {
    type Output = T;

    #[inline(always)]
    #[track_caller]
    fn index(&self, coordinate: C) -> &T {
        self.as_view().element(coordinate)
    }
}

impl<T, L: StaticLayout, C: Coordinate<L::Geometry>, const N: usize> IndexMut<C>
    for Array<T, L, N>
{
    #[inline(always)]
    #[track_caller]
    fn index_mut(&mut self, coordinate: C) -> &mut T {
        self.as_view_mut().element_mut(coordinate)
    }
}

impl<T: fmt::Debug, L: StaticLayout, const N: usize> fmt::Debug for Array<T, L, N> {
    /// The layout, and the elements in the order of the 1-D coordinate.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.as_view().fmt(f)
    }
}
