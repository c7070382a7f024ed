//! `View`: a reference to elements with a layout.

#![allow(unsafe_code)]

use core::fmt;
use core::marker::PhantomData;
use core::ops::Index;
use core::ptr::NonNull;

use super::buffer::{TooShort, assert_array, check, too_short};
use super::place::Place;
use super::{IndexedIter, Iter, Modes, Of, Others, Slice, Slicer, Tile, Within};
use crate::bounds::Unpadded;
use crate::{Layout, Profile};

/// A reference to elements with a layout, as `&[T]` is one without; `Copy`, and as
/// large as a pointer, or two where the layout is swizzled.
///
/// ```
/// use layout_runtime::{View, layout};
///
/// let v = View::new(b"abcdefgh", layout!((2,(2,2)):(4,(2,1))));
/// assert_eq!((v[5], v[(1, 2)], v[(1, (0, 1))]), (b'f', b'f', b'f'));
/// assert_eq!(v.iter().map(|&x| x as char).collect::<String>(), "aecgbfdh");
/// ```
///
/// Negative strides reach back from the end of the buffer:
///
/// ```
/// # use layout_runtime::{View, layout};
/// let v = View::new(b"abcd", layout!(4:-1));
/// assert_eq!((v[0], v[3]), (b'd', b'a'));
/// ```
///
/// A swizzled layout may have no offset 0; it counts from there all the same, as its `COSIZE`
/// does, and not from its smallest offset.
pub struct View<'a, T, L: Layout> {
    /// Invariant: the elements may be read for `'a`.
    place: Place<T, L::Profile, L::Map>,
    layout: L,
    elements: PhantomData<&'a T>,
}

// SAFETY: a view is no more than a reference to its elements and a layout.
unsafe impl<T: Sync, L: Layout + Send> Send for View<'_, T, L> {}
// SAFETY: the same.
unsafe impl<T: Sync, L: Layout + Sync> Sync for View<'_, T, L> {}

impl<T, L: Layout> Clone for View<'_, T, L> {
    #[inline(always)]
    fn clone(&self) -> Self {
        *self
    }
}

impl<T, L: Layout> Copy for View<'_, T, L> {}

impl<'a, T, L: Layout> View<'a, T, L> {
    /// The elements of a buffer by a layout; the first one has the smallest offset.
    ///
    /// # Panics
    ///
    /// Where the buffer has fewer elements than the layout spans.
    #[inline(always)]
    #[must_use]
    #[track_caller]
    pub fn new(buffer: &'a [T], layout: L) -> Self
    where
        L::Bounds: Unpadded,
    {
        match View::try_new(buffer, layout) {
            Ok(view) => view,
            Err(error) => too_short(error),
        }
    }

    /// [`View::new`] for a buffer that may be too short.
    ///
    /// # Errors
    ///
    /// The buffer has fewer elements than the layout spans.
    ///
    /// ```
    /// use layout_runtime::{View, layout};
    ///
    /// let error = View::try_new(&[0; 31], layout!((4,8):(8,1))).unwrap_err();
    /// assert_eq!(error.to_string(), "a buffer of 31 elements is too short: (4,8):(8,1) spans 32");
    /// ```
    #[inline(always)]
    pub fn try_new(buffer: &'a [T], layout: L) -> Result<Self, TooShort>
    where
        L::Bounds: Unpadded,
    {
        check::<L>(buffer.len())?;
        // SAFETY: the slice has so many elements, and is borrowed for `'a`.
        Ok(unsafe { View::from_place(Place::new(NonNull::from(buffer).cast()), layout) })
    }

    /// [`View::new`] for an array, whose length is checked while the program
    /// compiles.
    #[inline(always)]
    #[must_use]
    pub fn from_array<const N: usize>(buffer: &'a [T; N], layout: L) -> Self
    where
        L::Bounds: Unpadded,
    {
        View::of_array(buffer, layout)
    }

    /// [`View::from_array`] of a layout that is a view's already.
    #[inline(always)]
    pub(super) fn of_array<const N: usize>(buffer: &'a [T; N], layout: L) -> Self {
        const { assert_array::<L>(N) };
        // SAFETY: the array has so many elements, and is borrowed for `'a`.
        unsafe { View::from_place(Place::new(NonNull::from(buffer).cast()), layout) }
    }

    /// The elements at a pointer by a layout; the one at `first` has the smallest offset.
    ///
    /// # Safety
    ///
    /// `first` is not null and aligned. For `'a`, from there on `COSIZE` elements lie in one
    /// allocation, and those at the layout's offsets can be read and are written by nobody.
    #[inline(always)]
    #[must_use]
    pub unsafe fn from_ptr(first: *const T, layout: L) -> Self
    where
        L::Bounds: Unpadded,
    {
        // SAFETY: by the caller.
        unsafe { View::from_place(Place::new(NonNull::new_unchecked(first.cast_mut())), layout) }
    }

    /// # Safety
    ///
    /// The elements can be read for `'a`.
    #[inline(always)]
    pub(super) unsafe fn from_place(place: Place<T, L::Profile, L::Map>, layout: L) -> Self {
        View { place, layout, elements: PhantomData }
    }

    /// The layout. Where it is swizzled, that of a part is the one that the part would have at
    /// coordinate 0: the view itself knows where the part begins.
    #[inline(always)]
    #[must_use]
    pub fn layout(self) -> L {
        self.layout
    }

    /// The number of coordinates.
    #[inline(always)]
    #[must_use]
    pub fn size(self) -> usize {
        L::Profile::SIZE
    }

    /// The element at a coordinate; `None` where an integer of it is not below its
    /// extent.
    #[inline(always)]
    #[must_use]
    pub fn get<C: Within<L::Profile>>(self, coordinate: C) -> Option<&'a T> {
        // SAFETY: an element of the view.
        self.place.get(coordinate).map(|element| unsafe { element.as_ref() })
    }

    /// The value at a coordinate.
    ///
    /// # Panics
    ///
    /// Where an integer of the coordinate is not below its extent.
    #[inline(always)]
    #[must_use]
    #[track_caller]
    pub fn at<C: Within<L::Profile>>(self, coordinate: C) -> T
    where
        T: Copy,
    {
        self[coordinate]
    }

    /// [`View::get`] without the check.
    ///
    /// # Safety
    ///
    /// Each integer of the coordinate is below its extent.
    #[inline(always)]
    #[must_use]
    pub unsafe fn get_unchecked<C: Within<L::Profile>>(self, coordinate: C) -> &'a T {
        // SAFETY: by the caller; an element of the view.
        unsafe { self.place.get_unchecked(coordinate).as_ref() }
    }

    /// The elements, in the order of the 1-D coordinate.
    #[inline(always)]
    #[must_use]
    pub fn iter(self) -> Iter<'a, T, L> {
        Iter::new(self)
    }

    /// The elements with their natural coordinates, in the order of the 1-D coordinate.
    ///
    /// ```
    /// use layout_runtime::{View, layout};
    ///
    /// let v = View::new(b"abcd", layout!((2,2):(2,1)));
    /// let all: Vec<_> = v.indexed_iter().map(|(c, &x)| (c, x as char)).collect();
    /// assert_eq!(all, [((0, 0), 'a'), ((1, 0), 'c'), ((0, 1), 'b'), ((1, 1), 'd')]);
    /// ```
    #[inline(always)]
    #[must_use]
    pub fn indexed_iter(self) -> IndexedIter<'a, T, L> {
        IndexedIter::new(self)
    }

    /// The elements, or some of them, by another layout from the same offset 0.
    ///
    /// Does not compile unless every offset of the new layout is one of this view's: by a
    /// composition with this view's layout, a divide of it, or a part of it. Both have the
    /// same swizzles, or none.
    ///
    /// ```
    /// use layout_runtime::{View, layout};
    ///
    /// layout! {
    ///     struct Rows = (4,8):(8,1);
    ///     struct Diagonal = composition(Rows, 4:5);
    ///     struct Tiles = zipped_divide(Rows, (2,4));
    /// }
    ///
    /// let buffer: Vec<u32> = (0..32).collect();
    /// let v = View::new(&buffer, Rows);
    /// assert!(v.with_layout(Diagonal).iter().copied().eq([0, 9, 18, 27]));
    /// assert_eq!(v.with_layout(Tiles)[((1, 2), (1, 1))], v[(3, 6)]);
    /// ```
    #[inline(always)]
    #[must_use]
    pub fn with_layout<M: Layout<Bounds: Unpadded>>(self, layout: M) -> View<'a, T, M> {
        // SAFETY: elements of this view.
        unsafe { View::from_place(self.place.with_layout(), layout) }
    }

    /// The modes in which the slicer has `..`, at the coordinate that it has in the
    /// others. A slice of one mode has rank 1, as in CuTe.
    ///
    /// # Panics
    ///
    /// Where an integer of the slicer is not below its extent.
    ///
    /// ```
    /// use layout_runtime::{View, layout};
    ///
    /// let buffer: Vec<u32> = (0..24).collect();
    /// let v = View::new(&buffer, layout!((2,(3,4)):(12,(4,1))));
    /// assert!(v.slice((1, ..)).iter().eq(v.slice((1, (.., ..))).iter()));
    /// assert_eq!(v.slice((.., (2, ..)))[(1, 3)], v[(1, (2, 3))]);
    /// ```
    #[inline(always)]
    #[must_use]
    #[track_caller]
    pub fn slice<S: Slicer<L::Profile>>(self, slicer: S) -> View<'a, T, Slice<S, L>>
    where
        S::Before<()>: Modes,
    {
        // SAFETY: elements of this view.
        unsafe { View::from_place(self.place.slice(slicer), Of::NEW) }
    }

    /// The tile at a coordinate of the modes after the first: the view's first mode there.
    ///
    /// # Panics
    ///
    /// Where an integer of the coordinate is not below its extent.
    ///
    /// ```
    /// use layout_runtime::{View, layout};
    ///
    /// layout! { struct Tiles = zipped_divide((4,8):(8,1), (2,4)); }
    ///
    /// let buffer: Vec<u32> = (0..32).collect();
    /// let tile = View::new(&buffer, Tiles).tile((1, 0));
    /// assert_eq!((tile[(0, 0)], tile[(1, 3)]), (16, 27));
    /// ```
    #[inline(always)]
    #[must_use]
    #[track_caller]
    pub fn tile<C>(self, coordinate: C) -> View<'a, T, Tile<L>>
    where
        C: Within<<L::Profile as Profile>::Tail>,
    {
        // SAFETY: elements of this view.
        unsafe { View::from_place(self.place.tile(coordinate), Of::NEW) }
    }

    /// What follows the first mode, with that at a coordinate: the values of a thread,
    /// where the modes are `(thread, values)`.
    ///
    /// # Panics
    ///
    /// Where an integer of the coordinate is not below its extent.
    ///
    /// ```
    /// use layout_runtime::{View, layout};
    ///
    /// layout! {
    ///     struct Matrix = (4,8):(8,1);
    ///     // 2x4 threads, each with 2x2 values next to each other, of the matrix as (thread, value)
    ///     struct Values = composition(Matrix, ((2,4),(2,2)):((2,8),(1,4)));
    /// }
    ///
    /// let buffer: Vec<u32> = (0..32).collect();
    /// let mine = View::new(&buffer, Matrix).with_layout(Values).part(5);
    /// assert!(mine.iter().copied().eq([20, 28, 21, 29]));
    /// ```
    #[inline(always)]
    #[must_use]
    #[track_caller]
    pub fn part<C>(self, coordinate: C) -> View<'a, T, Others<L>>
    where
        C: Within<<L::Profile as Profile>::Head>,
    {
        // SAFETY: elements of this view.
        unsafe { View::from_place(self.place.part(coordinate), Of::NEW) }
    }

    /// CuTe's `local_tile`: one tile of a layout `(tile, rest)`.
    ///
    /// # Panics
    ///
    /// Where an integer of the coordinate is not below its extent.
    #[inline(always)]
    #[must_use]
    #[track_caller]
    pub fn local_tile<M: Layout<Bounds: Unpadded>, C>(
        self,
        layout: M,
        coordinate: C,
    ) -> View<'a, T, Tile<M>>
    where
        C: Within<<M::Profile as Profile>::Tail>,
    {
        self.with_layout(layout).tile(coordinate)
    }

    /// CuTe's `local_partition`: what belongs to one thread of a layout `(thread, values)`.
    ///
    /// # Panics
    ///
    /// Where an integer of the coordinate is not below its extent.
    #[inline(always)]
    #[must_use]
    #[track_caller]
    pub fn local_partition<M: Layout<Bounds: Unpadded>, C>(
        self,
        layout: M,
        thread: C,
    ) -> View<'a, T, Others<M>>
    where
        C: Within<<M::Profile as Profile>::Head>,
    {
        self.with_layout(layout).part(thread)
    }

    /// [`View::get`], or a panic.
    #[inline(always)]
    #[track_caller]
    pub(super) fn element<C: Within<L::Profile>>(self, coordinate: C) -> &'a T {
        // SAFETY: an element of the view.
        unsafe { self.place.at(coordinate).as_ref() }
    }

    #[inline(always)]
    pub(super) fn place(self) -> Place<T, L::Profile, L::Map> {
        self.place
    }
}

impl<T, L: Layout, C: Within<L::Profile>> Index<C> for View<'_, T, L> {
    type Output = T;

    #[inline(always)]
    #[track_caller]
    fn index(&self, coordinate: C) -> &T {
        self.element(coordinate)
    }
}

impl<T: fmt::Debug, L: Layout> fmt::Debug for View<'_, T, L> {
    /// The layout, and the elements in the order of the 1-D coordinate.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.place.write(f)?;
        f.write_str(" ")?;
        f.debug_list().entries(self.iter()).finish()
    }
}
