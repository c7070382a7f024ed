//! `Place`: where the elements of a layout are in memory. All arithmetic on pointers is here.

#![allow(unsafe_code)]

use core::ptr::NonNull;

use super::layout::{DynamicLayout, Evidence, Unswizzled};
use super::slicer::{DynamicSlice, DynamicSlicer, KeptModes};
use super::tiler::{DynamicTiler, Ragged};
use crate::dynamic::check::Range;
use crate::dynamic::ready::Ready;
use crate::dynamic::sweeps::walk::Walk;
use crate::dynamic::{DynamicCoordinate, Modes, ShapeError};
use crate::outside::ModePath;

/// The address of offset 0, and the layout from there.
///
/// Invariant: at the offset of each coordinate is an element, all in one allocation. A
/// coordinate whose integers are below the extents of what they stand for has such an offset,
/// for the numbers of the layout are those that its range is computed from, in checked
/// arithmetic, where the place is made:
///
/// - Types that say extents, strides and coordinates are sealed, and answer the same number
///   each time. Those of a layout cannot be changed.
/// - Where each integer is below the extent of what it stands for, its digits are below the
///   extents of their leaves: the reciprocals of extents are exact below the size.
/// - So an offset is a sum of products of digits and strides, none of which is
///   outside of the range. Sums modulo 2⁶⁴ are exact where their result fits.
///
/// A [`Profile`](crate::Profile) whose steps were evaluated has such a range too.
///
/// A part of a view, a tile or a slice, has some of the coordinates, and digits and partial
/// sums that are those of the whole. The linear modes of a layout are no evidence, and not used.
pub(in crate::view) struct Place<T, M: Modes> {
    zero: NonNull<T>,
    modes: Ready<M>,
}

impl<T, M: Modes> Clone for Place<T, M> {
    #[inline(always)]
    fn clone(&self) -> Self {
        *self
    }
}

impl<T, M: Modes> Copy for Place<T, M> {}

/// The places of a full tile, or of one at an edge.
pub(super) type RaggedPlace<T, M, S> =
    Ragged<Place<T, <S as DynamicTiler<M>>::Full>, Place<T, <S as DynamicTiler<M>>::Edge>>;

impl<T, M: Modes> Place<T, M> {
    /// The place of a layout whose smallest offset is the first element of a buffer.
    ///
    /// # Errors
    ///
    /// The elements are fewer than the layout spans.
    ///
    /// # Safety
    ///
    /// The elements of the buffer are in one allocation.
    #[inline]
    pub(super) unsafe fn new<L>(buffer: NonNull<[T]>, layout: &L) -> Result<Self, ShapeError>
    where
        L: DynamicLayout<Modes = M, Map: Unswizzled>,
    {
        let Evidence { modes, range } = layout.evidence()?;
        let (length, cosize) = (buffer.len(), range.cosize());
        if length >= cosize {
            // SAFETY: there are as many elements in the buffer.
            return Ok(unsafe { Place::of(buffer.cast(), modes, range) });
        }
        let rule = "a buffer must have the elements that its layout spans";
        let numbers = [length as i128, cosize as i128];
        Err(ShapeError::broken("", rule, &["length", "cosize"], &numbers))
    }

    /// The place of a layout whose smallest offset is the element at `first`.
    ///
    /// # Safety
    ///
    /// At `first` begin as many elements, in one allocation, as the layout spans, which is the
    /// layout of its numbers: none that was given another range than theirs.
    #[inline(always)]
    pub(super) unsafe fn at_first<L>(first: NonNull<T>, layout: &L) -> Self
    where
        L: DynamicLayout<Modes = M, Map: Unswizzled>,
    {
        let Evidence { modes, range } = layout.claimed();
        // SAFETY: as the caller.
        unsafe { Place::of(first, modes, range) }
    }

    /// The place of modes of this range, whose smallest offset is the element at `first`.
    ///
    /// # Safety
    ///
    /// At `first` begin as many elements, in one allocation, as the range spans.
    #[inline(always)]
    unsafe fn of(first: NonNull<T>, modes: Ready<M>, range: Range) -> Self {
        // SAFETY: the range has offset 0, which is that of coordinate 0; so its element is one
        // of these.
        let zero = unsafe { first.add(range.min.unsigned_abs()) };
        Place { zero, modes }
    }

    /// The address of offset 0.
    #[inline(always)]
    pub(in crate::view) fn zero(&self) -> NonNull<T> {
        self.zero
    }

    /// The layout from there.
    #[inline(always)]
    pub(in crate::view) fn ready(&self) -> Ready<M> {
        self.modes
    }

    /// The place of a layout whose offset 0 is at `zero`.
    ///
    /// # Safety
    ///
    /// At the offset of each coordinate from `zero` is an element, all in one allocation, and
    /// the sizes and offsets fit an `isize`.
    #[inline(always)]
    pub(in crate::view) unsafe fn at_zero(zero: NonNull<T>, modes: M) -> Self {
        Place { zero, modes: Ready::new(modes) }
    }

    /// The element at a coordinate, if that is within the extents.
    #[inline(always)]
    pub(super) fn get<C: DynamicCoordinate<M>>(&self, coordinate: C) -> Option<NonNull<T>> {
        match coordinate.outside(&self.modes.modes, ModePath::ALL) {
            // SAFETY: the coordinate is within the extents.
            None => Some(unsafe { self.get_unchecked(coordinate) }),
            Some(_) => None,
        }
    }

    /// [`Place::get`], or a panic. Of an `Option`, LLVM would compare the address of each element
    /// with null.
    #[inline(always)]
    #[track_caller]
    pub(super) fn at<C: DynamicCoordinate<M>>(&self, coordinate: C) -> NonNull<T> {
        if let Some(outside) = coordinate.outside(&self.modes.modes, ModePath::ALL) {
            outside.refuse("a view");
        }
        // SAFETY: the coordinate is within the extents.
        unsafe { self.get_unchecked(coordinate) }
    }

    /// The element at a coordinate.
    ///
    /// # Safety
    ///
    /// Each integer of the coordinate is below the extent of what it stands for.
    #[inline(always)]
    pub(super) unsafe fn get_unchecked<C: DynamicCoordinate<M>>(
        &self,
        coordinate: C,
    ) -> NonNull<T> {
        // SAFETY: by the caller, and the invariant.
        unsafe { self.element(self.modes.offset(coordinate)) }
    }

    /// The element at an offset.
    ///
    /// # Safety
    ///
    /// The offset is that of a coordinate.
    #[inline(always)]
    pub(super) unsafe fn element(&self, offset: isize) -> NonNull<T> {
        // SAFETY: by the invariant, there is an element; at coordinate 0 too.
        unsafe { self.zero.offset(offset) }
    }

    /// The tile at a coordinate of the tiles, with the coordinate of its first element.
    ///
    /// # Safety
    ///
    /// The coordinate is one of the tiles, by these cuts of these modes.
    #[inline(always)]
    pub(super) unsafe fn tile<S: DynamicTiler<M>>(
        &self,
        cuts: &S::Cuts,
        tile: <S::Grid as Modes>::Natural,
    ) -> (S::First, RaggedPlace<T, M, S>) {
        let first = S::first(cuts, tile);
        // SAFETY: the tiles of a grid cut the coordinates of these modes into boxes, and the
        // first coordinate of a box is within the extents.
        let zero = unsafe { self.get_unchecked(first) };
        // A tile has the strides of the whole, and the digits of the whole without those of the
        // first coordinate: with them, each of its coordinates is one of the whole.
        let ragged = if S::is_full(cuts, tile) {
            Ragged::Full(Place { zero, modes: Ready::new(S::full(cuts)) })
        } else {
            Ragged::Edge(Place { zero, modes: Ready::new(S::edge(cuts, tile)) })
        };
        (first, ragged)
    }

    /// The modes that a slicer keeps.
    ///
    /// # Errors
    ///
    /// What is fixed is not within the extents.
    #[inline(always)]
    pub(super) fn slice<S: DynamicSlicer<M>>(
        &self,
        slicer: S,
    ) -> Result<Place<T, DynamicSlice<S, M>>, ShapeError>
    where
        S::Before<()>: KeptModes,
    {
        let modes = &self.modes.modes;
        slicer.check(modes)?;
        let offset = slicer.fixed(modes, &self.modes.flow);
        // SAFETY: the offset of a coordinate is the sum over its modes, at any depth. With what
        // is fixed, each coordinate of the modes that are kept is one of the whole; so is the
        // first.
        let zero = unsafe { self.element(offset) };
        Ok(Place { zero, modes: Ready::new(slicer.keep(modes, ()).modes()) })
    }

    #[inline(always)]
    pub(super) fn walk(&self) -> Walk<M> {
        Walk::new(&self.modes, self.size())
    }

    #[inline(always)]
    pub(in crate::view) fn modes(&self) -> &M {
        &self.modes.modes
    }

    /// The number of coordinates, which is that of a layout, or less.
    #[inline(always)]
    pub(super) fn size(&self) -> usize {
        self.modes.modes.product()
    }
}
