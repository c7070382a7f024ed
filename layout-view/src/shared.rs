//! `View`: a reference to elements with a layout.

#![allow(unsafe_code)]

use core::ptr::NonNull;

use super::argument::Is;
use super::base::name;
use super::buffer::viewed;
use super::checked::Answer;
use super::iter::{IndexedIter, Iter};
use super::place::{Address, Place};
use super::{Others, Slice, Slicer, Tile, ViewBase};
use crate::__private::made;
use crate::bounds::Unpadded;
use crate::dynamic::ShapeError;
use crate::proofs::{Fits, Modes, Within};
use crate::{Coordinate, Geometry, Layout, Profile};
use layout_runtime::Slices;
use layout_runtime::internals::Kept;

/// A reference to elements with a layout, as `&[T]` is one without, and `Copy`.
///
/// `L` is any [`Layout`]. Of one whose numbers are known at compile time, a view is as large as a
/// pointer, or two where the layout is swizzled; otherwise it holds the numbers that are known at run
/// time, and what divides by them.
///
/// ```
/// use layout_view::{View, layout};
///
/// let v = View::new(b"abcdefgh", layout!((2,(2,2)):(4,(2,1))));
/// assert_eq!((v[5], v[(1, 2)], v[(1, (0, 1))]), (b'f', b'f', b'f'));
/// assert_eq!(v.iter().map(|&x| x as char).collect::<String>(), "aecgbfdh");
/// ```
///
/// ```
/// use layout_view::{View, layout};
///
/// layout! { struct Rows<m, n> = (m, n):(n, 1); }
///
/// fn last(v: View<'_, u8, Rows>) -> u8 {
///     let (m, n) = v.extents();
///     v[(m - 1, n - 1)]
/// }
///
/// let v = View::new(b"abcdef", Rows::new(2, 3)?);
/// assert_eq!((v[(1, 0)], v.get((2, 0)), last(v)), (b'd', None, b'f'));
/// # Ok::<(), layout_view::ShapeError>(())
/// ```
///
/// The length of the buffer is checked once, when the view is made; an element is
/// checked for its coordinate to be below the extents, and nothing else. The layout of a part of a
/// view, of a slice or a tile, is a [`Geometry`], or [`PartLayout`](super::PartLayout) one where it is swizzled.
///
/// Negative strides reach back from the end of the buffer:
///
/// ```
/// # use layout_view::{View, layout};
/// let v = View::new(b"abcd", layout!(4:-1));
/// assert_eq!((v[0], v[3]), (b'd', b'a'));
/// ```
///
/// A swizzled layout may have no offset 0; it counts from there all the same, as its `COSIZE`
/// does, and not from its smallest offset.
pub type View<'a, T, L> = ViewBase<&'a T, L, NonNull<T>>;

impl<'a, T, L: Layout> View<'a, T, L> {
    /// The elements of a buffer by a layout; the first one has the smallest offset.
    ///
    /// # Panics
    ///
    /// If the buffer has fewer elements than the layout spans.
    #[inline(always)]
    #[must_use]
    #[track_caller]
    pub fn new(buffer: &'a [T], layout: impl Is<L, T, Bounds: Unpadded>) -> Self {
        let layout = layout.this();
        viewed(View::of_slice(buffer, layout), layout)
    }

    /// [`View::new`] for a buffer that may be too short.
    ///
    /// # Errors
    ///
    /// The buffer has fewer elements than the layout spans; a layout that was written by hand has
    /// offsets that do not fit.
    ///
    /// ```
    /// use layout_view::{View, layout};
    ///
    /// let error = View::try_new(&[0; 31], layout!((4,8):(8,1))).unwrap_err();
    /// assert_eq!(
    ///     error.to_string(),
    ///     "(4,8):(8,1): length = 31, cosize = 32 and a buffer must have the elements that its \
    ///      layout spans"
    /// );
    /// ```
    #[inline(always)]
    pub fn try_new(
        buffer: &'a [T],
        layout: impl Is<L, T, Bounds: Unpadded>,
    ) -> Result<Self, ShapeError> {
        View::of_slice(buffer, layout.this())
    }

    #[inline(always)]
    fn of_slice(buffer: &'a [T], layout: L) -> Result<Self, ShapeError> {
        let count = buffer.len();
        // SAFETY: the slice is in one allocation, and is borrowed for `'a`.
        unsafe { ViewBase::among(NonNull::from(buffer).cast(), count, layout) }
    }

    /// The elements of a buffer by a layout whose offset 0 is at the element `start`, as a tensor has
    /// it that is a part of its storage: negative strides reach back from there.
    ///
    /// # Errors
    ///
    /// An offset of the layout is before the buffer or past its end. A layout without coordinates has none,
    /// whatever `start` is.
    ///
    /// ```
    /// use layout_view::dynamic::strided;
    /// use layout_view::{View, layout};
    ///
    /// let buffer = *b"abcdefgh";
    /// let v = View::try_from_start(&buffer, 5, layout!(3:-2))?;
    /// assert_eq!((v[0], v[1], v[2]), (b'f', b'd', b'b'));
    ///
    /// let error = View::try_from_start(&buffer, 5, strided([2, 4], [-4, 1])?).unwrap_err();
    /// assert_eq!(
    ///     error.to_string(),
    ///     "length = 8, start = 5, min_offset = -4, max_offset = 3 and a buffer must have the elements \
    ///      that its layout spans, on both sides of the start"
    /// );
    /// # Ok::<(), layout_view::ShapeError>(())
    /// ```
    #[inline]
    pub fn try_from_start(
        buffer: &'a [T],
        start: usize,
        layout: impl Is<L, T, Bounds: Unpadded>,
    ) -> Result<Self, ShapeError> {
        let layout = layout.this();
        let (first, count) = (NonNull::from(buffer).cast(), buffer.len());
        // SAFETY: the slice is in one allocation, and is borrowed for `'a`.
        unsafe {
            let place = Place::around(first, count, start, Answer::of(&layout));
            Ok(View::from_place(place.map_err(ShapeError::of::<L>)?))
        }
    }

    /// [`View::new`] for an array, whose length is checked while the program
    /// compiles.
    #[inline(always)]
    #[must_use]
    pub fn from_array<const N: usize>(buffer: &'a [T; N], layout: L) -> Self
    where
        L: Layout<Geometry: Profile, Bounds: Unpadded>,
    {
        let () = Fits::<L, N>::SHOWN;
        View::of_array(buffer, layout)
    }

    /// [`View::from_array`] of a layout that is a view's already.
    #[inline(always)]
    pub(super) fn of_array<const N: usize>(buffer: &'a [T; N], layout: L) -> Self
    where
        L::Geometry: Profile,
    {
        let () = Fits::<L, N>::SHOWN;
        // SAFETY: the array has the elements of the layout, and is borrowed for `'a`.
        unsafe {
            View::from_place(Place::at_first(NonNull::from(buffer).cast(), Answer::of(&layout)))
        }
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
        unsafe {
            let first = NonNull::new_unchecked(first.cast_mut());
            View::from_place(Place::at_first(first, Answer::of(&layout)))
        }
    }

    /// The element at a coordinate; `None` where an integer of it is not below its
    /// extent.
    #[inline(always)]
    #[must_use]
    pub fn get<C: Coordinate<L::Geometry>>(&self, coordinate: C) -> Option<&'a T> {
        // SAFETY: an element of the view.
        self.place().get(coordinate).map(|element| unsafe { element.as_ref() })
    }

    /// [`View::get`] without the check.
    ///
    /// # Safety
    ///
    /// Each integer of the coordinate is below its extent.
    #[inline(always)]
    #[must_use]
    pub unsafe fn get_unchecked<C: Coordinate<L::Geometry>>(&self, coordinate: C) -> &'a T {
        // SAFETY: by the caller; an element of the view.
        unsafe { self.place().get_unchecked(coordinate).as_ref() }
    }

    /// The elements, in the order of the 1-D coordinate.
    #[inline(always)]
    pub fn iter(&self) -> Iter<'a, T, L> {
        Iter::new(*self)
    }

    /// The elements with their natural coordinates, in the order of the 1-D coordinate.
    ///
    /// ```
    /// use layout_view::{View, layout};
    ///
    /// let v = View::new(b"abcd", layout!((2,2):(2,1)));
    /// let all: Vec<_> = v.indexed_iter().map(|(c, &x)| (c, x as char)).collect();
    /// assert_eq!(all, [((0, 0), 'a'), ((1, 0), 'c'), ((0, 1), 'b'), ((1, 1), 'd')]);
    /// ```
    #[inline(always)]
    pub fn indexed_iter(&self) -> IndexedIter<'a, T, L> {
        IndexedIter::new(*self)
    }

    /// [`View::get`], or a panic.
    #[inline(always)]
    #[track_caller]
    pub(super) fn element<C: Coordinate<L::Geometry>>(&self, coordinate: C) -> &'a T {
        // SAFETY: an element of the view.
        unsafe { self.place().at(coordinate).as_ref() }
    }
}

impl<'a, T, L: Layout, A: Address> ViewBase<&'a T, L, A> {
    /// The elements, or some of them, by another layout from the same offset 0.
    ///
    /// Every offset of the new layout must be one of this view's: by a composition with this view's
    /// layout, a divide of it, or a part of it. Both have the same swizzles, or none. Where all
    /// numbers are known at compile time, it does not compile otherwise.
    ///
    /// # Panics
    ///
    /// If run-time numbers are not so.
    ///
    /// ```
    /// use layout_view::{View, layout};
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
    #[track_caller]
    pub fn with_layout<M: Layout>(
        &self,
        layout: impl Is<M, Bounds: Unpadded>,
    ) -> ViewBase<&'a T, M, A> {
        let () = Within::<L, M>::SHOWN;
        made(self.within(layout.this()))
    }

    /// [`View::with_layout`] for run-time numbers that may be wrong.
    ///
    /// # Errors
    ///
    /// An offset of the new layout is none of this view's, or it could not be shown that it is one.
    #[inline(always)]
    pub fn try_with_layout<M: Layout>(
        &self,
        layout: impl Is<M, Bounds: Unpadded>,
    ) -> Result<ViewBase<&'a T, M, A>, ShapeError> {
        let () = Within::<L, M>::SHOWN;
        self.within(layout.this())
    }

    /// [`View::try_with_layout`] for public functions, which name what it rests on themselves.
    #[inline(always)]
    pub(super) fn within<M: Layout>(&self, layout: M) -> Result<ViewBase<&'a T, M, A>, ShapeError> {
        // SAFETY: elements of this view.
        Ok(unsafe { ViewBase::from_place(self.place().with_layout(Answer::of(&layout))?) })
    }

    /// The modes in which the slicer has `..`, at the coordinate that it has in the
    /// others. A slice of one mode has rank 1, as in CuTe.
    ///
    /// # Panics
    ///
    /// If an integer of the slicer is not below its extent, or a range ends past it.
    ///
    /// ```
    /// use layout_view::{View, layout};
    ///
    /// let buffer: Vec<u32> = (0..24).collect();
    /// let v = View::new(&buffer, layout!((2,(3,4)):(12,(4,1))));
    /// assert!(v.slice((1, ..)).iter().eq(v.slice((1, (.., ..))).iter()));
    /// assert_eq!(v.slice((.., (2, ..)))[(1, 3)], v[(1, (2, 3))]);
    /// ```
    #[inline(always)]
    #[must_use]
    #[track_caller]
    pub fn slice<S: Slicer<L::Geometry>>(
        &self,
        slicer: impl Slices<L::Geometry, S>,
    ) -> ViewBase<&'a T, Slice<S, L>, A>
    where
        S::Before<()>: Kept,
    {
        match self.place().slice(slicer.this()) {
            // SAFETY: elements of this view.
            Ok(place) => unsafe { ViewBase::from_place(place) },
            Err(refused) => refused.panic(name::<L>()),
        }
    }

    /// [`View::slice`] for numbers that may be wrong.
    ///
    /// # Errors
    ///
    /// An integer is not below its extent, or a range ends before it starts or past its extent.
    #[inline(always)]
    pub fn try_slice<S: Slicer<L::Geometry>>(
        &self,
        slicer: impl Slices<L::Geometry, S>,
    ) -> Result<ViewBase<&'a T, Slice<S, L>, A>, ShapeError>
    where
        S::Before<()>: Kept,
    {
        match self.place().slice(slicer.this()) {
            // SAFETY: elements of this view.
            Ok(place) => Ok(unsafe { ViewBase::from_place(place) }),
            Err(refused) => Err(refused.error()),
        }
    }

    /// The tile at a coordinate of the modes after the first: the view's first mode there.
    ///
    /// # Panics
    ///
    /// If an integer of the coordinate is not below its extent.
    ///
    /// ```
    /// use layout_view::{View, layout};
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
    pub fn tile<C>(&self, coordinate: C) -> ViewBase<&'a T, Tile<L>, A>
    where
        C: Coordinate<<L::Geometry as Geometry>::Tail>,
    {
        let () = Modes::<L::Geometry>::TILES;
        // SAFETY: elements of this view.
        unsafe { ViewBase::from_place(self.place().tile(coordinate)) }
    }

    /// The modes after the first, with the first at a coordinate: the values of a thread,
    /// where the modes are `(thread, values)`.
    ///
    /// # Panics
    ///
    /// If an integer of the coordinate is not below its extent.
    ///
    /// ```
    /// use layout_view::{View, layout};
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
    pub fn part<C>(&self, coordinate: C) -> ViewBase<&'a T, Others<L>, A>
    where
        C: Coordinate<<L::Geometry as Geometry>::Head>,
    {
        let () = Modes::<L::Geometry>::PARTS;
        // SAFETY: elements of this view.
        unsafe { ViewBase::from_place(self.place().part(coordinate)) }
    }

    /// CuTe's `local_tile`: one tile of a layout `(tile, rest)`.
    ///
    /// # Panics
    ///
    /// If an integer of the coordinate is not below its extent.
    #[inline(always)]
    #[must_use]
    #[track_caller]
    pub fn local_tile<M: Layout, C>(
        &self,
        layout: impl Is<M, Bounds: Unpadded>,
        coordinate: C,
    ) -> ViewBase<&'a T, Tile<M>, A>
    where
        C: Coordinate<<M::Geometry as Geometry>::Tail>,
    {
        let () = Modes::<M::Geometry>::TILES;
        let () = Within::<L, M>::SHOWN;
        made(self.within(layout.this())).tile(coordinate)
    }

    /// CuTe's `local_partition`: what belongs to one thread of a layout `(thread, values)`.
    ///
    /// # Panics
    ///
    /// If an integer of the coordinate is not below its extent.
    #[inline(always)]
    #[must_use]
    #[track_caller]
    pub fn local_partition<M: Layout, C>(
        &self,
        layout: impl Is<M, Bounds: Unpadded>,
        thread: C,
    ) -> ViewBase<&'a T, Others<M>, A>
    where
        C: Coordinate<<M::Geometry as Geometry>::Head>,
    {
        let () = Modes::<M::Geometry>::PARTS;
        let () = Within::<L, M>::SHOWN;
        made(self.within(layout.this())).part(thread)
    }
}
