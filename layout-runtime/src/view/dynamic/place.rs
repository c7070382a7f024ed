//! `Place`: where the elements of a layout are in a buffer.

use crate::dynamic::check::Range;
use crate::dynamic::ready::Ready;
use crate::dynamic::sweeps::walk::Walk;
use crate::dynamic::{Dynamic, DynamicCoordinate, Modes, ShapeError};

/// A layout whose smallest offset is the first element of a buffer.
///
/// What [`Place::find`] answers is below the cosize, for the numbers of the layout are those
/// that its range was computed from, in checked arithmetic, where it was made:
///
/// - Types that say extents, strides and coordinates are sealed, and answer the same number
///   each time. Those of a layout cannot be changed.
/// - Where each integer is below the extent of what it stands for, its digits are below the
///   extents of their leaves: the reciprocals of extents are exact below the size.
/// - So an offset is a sum of products of digits and strides, none of which is
///   outside of the range. Sums modulo 2⁶⁴ are exact where their result fits.
///
/// The linear modes of a layout are no evidence, and not used.
#[derive(Clone, Copy)]
pub(super) struct Place<M: Modes> {
    modes: Ready<M>,
    range: Range,
}

impl<M: Modes> Place<M> {
    /// The place of a layout in a buffer of so many elements.
    ///
    /// # Errors
    ///
    /// They are fewer than the layout spans.
    #[inline]
    pub(super) fn new<const LEAVES: usize, Linear: Modes>(
        length: usize,
        layout: Dynamic<M, LEAVES, Linear>,
    ) -> Result<Self, ShapeError> {
        let (modes, range) = layout.evidence();
        let place = Place { modes, range };
        if length >= layout.cosize() {
            return Ok(place);
        }
        let rule = "a buffer must have the elements that its layout spans";
        let numbers = [length as i128, layout.cosize() as i128];
        Err(ShapeError::broken("", rule, &["length", "cosize"], &numbers))
    }

    /// The element at a coordinate, if that is within the extents.
    #[inline(always)]
    pub(super) fn find<C: DynamicCoordinate<M>>(&self, coordinate: C) -> Option<usize> {
        match coordinate.outside(&self.modes.modes) {
            None => Some(self.element(self.modes.offset(coordinate))),
            Some(_) => None,
        }
    }

    /// The element at a coordinate that is within the extents.
    #[inline(always)]
    pub(super) fn find_within<C: DynamicCoordinate<M>>(&self, coordinate: C) -> usize {
        self.element(self.modes.offset(coordinate))
    }

    /// The element at the offset of a coordinate.
    #[inline(always)]
    pub(super) fn element(&self, offset: isize) -> usize {
        offset.wrapping_sub(self.range.min) as usize
    }

    #[inline(always)]
    pub(super) fn walk(&self) -> Walk<M> {
        Walk::new(&self.modes, self.range.size)
    }

    #[inline(always)]
    pub(super) fn modes(&self) -> &M {
        &self.modes.modes
    }

    #[inline(always)]
    pub(super) fn size(&self) -> usize {
        self.range.size
    }

    /// A coordinate is not within the extents.
    #[cold]
    #[inline(never)]
    #[track_caller]
    pub(super) fn refuse<C: DynamicCoordinate<M>>(&self, coordinate: C) -> ! {
        let (integer, extent) = coordinate.outside(&self.modes.modes).unwrap_or_default();
        panic!("{integer} is not below the extent {extent}, in a coordinate of a view")
    }
}
