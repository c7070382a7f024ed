//! Rows and columns of a view as slices.

#![allow(unsafe_code)]

use core::iter::FusedIterator;
use core::marker::PhantomData;
use core::ops::Range;
use core::slice;

use super::place::Place;
use super::{View, ViewMut};
use crate::__private::made;
use crate::dynamic::ShapeError;
use crate::proofs::Injective;
use crate::{Geometry, Layout, OffsetMap, Phase};
use layout_runtime::internals::{Checks, Leaves, Message};

type Head<L> = <<L as Layout>::Geometry as Geometry>::Head;
type Tail<L> = <<L as Layout>::Geometry as Geometry>::Tail;

/// Returns true if the coordinates of a mode lie one after the other; where the compiler knows that they do not, it
/// does not compile.
#[inline(always)]
fn assert_slices<L: Layout, G: Geometry>(mode: &G) -> Result<(), ShapeError> {
    let () = Slices::<L, G>::SHOWN;
    if <G::Phase as Checks>::is_contiguous(mode) || <G::Phase as Checks>::is_empty(mode) {
        return Ok(());
    }
    let rule = "the elements of a slice must lie one after the other; `slice` takes any strides";
    let mut first = Stepping { leaf: 0, size: 1, stride: None };
    mode.visit(&mut first);
    let stride = first.stride.unwrap_or(1);
    Err(ShapeError::broken("", rule, &["leaf", "stride"], &[first.leaf as i128, stride as i128]))
}

/// [`assert_known`] as a constant: see [`super::proofs`].
struct Slices<L, G>(PhantomData<(L, G)>);

impl<L: Layout, G: Geometry> Slices<L, G> {
    const SHOWN: () = assert_known::<L, G>();
}

/// The first leaf of a mode that does not step over the leaves before it, for the message.
struct Stepping {
    leaf: usize,
    /// The size of the leaves before.
    size: usize,
    stride: Option<isize>,
}

impl Leaves for Stepping {
    fn leaf(&mut self, extent: usize, stride: isize) {
        if self.stride.is_some() {
            return;
        }
        if extent > 1 && stride != self.size as isize {
            self.stride = Some(stride);
            return;
        }
        self.leaf += 1;
        self.size = self.size.wrapping_mul(extent);
    }
}

/// [`assert_slices`], of what the compiler knows.
#[track_caller]
const fn assert_known<L: Layout, G: Geometry>() {
    if !<L::Map as OffsetMap>::IDENTITY {
        panic!("a swizzled layout has no slices: the swizzle moves their elements");
    }
    // Of run-time strides it is not known yet, whatever the extents are.
    if let Some(2..) = G::KNOWN_SIZE
        && G::Phase::IS_CONSTANT
        && !matches!(G::STEP, Some(1))
    {
        let message = Message::new("the elements of ")
            .notation::<G>()
            .text(" do not lie one after the other");
        message.panic();
    }
}

/// Implements one pair of functions and their iterators: the slices of one part of a view, one for each
/// coordinate of the other part.
macro_rules! slices {
    (
        $(#[$shared:meta])* $rows:ident, $Rows:ident,
        $(#[$mutable:meta])* $rows_mut:ident, $try_rows_mut:ident, $RowsMut:ident,
        $Of:ident by $By:ident, $part:ident, $of:ident, $by:ident
    ) => {
        impl<'a, T, L: Layout> View<'a, T, L> {
            $(#[$shared])*
            #[inline(always)]
            #[must_use]
            #[track_caller]
            pub fn $rows(&self) -> $Rows<'a, T, L> {
                let () = Slices::<L, $Of<L>>::SHOWN;
                made(assert_slices::<L, $Of<L>>(&self.place().geometry().$of()));
                $Rows { view: *self, left: 0..self.place().geometry().$by().product() }
            }
        }

        impl<T, L: Layout> ViewMut<'_, T, L> {
            $(#[$mutable])*
            #[inline(always)]
            #[must_use]
            #[track_caller]
            pub fn $rows_mut(&mut self) -> $RowsMut<'_, T, L> {
                let () = Slices::<L, $Of<L>>::SHOWN;
                let () = Injective::<L::Geometry>::SHOWN;
                made(self.$try_rows_mut())
            }

            /// The rows, for run-time numbers that may be wrong.
            ///
            /// # Errors
            ///
            /// Their elements do not lie one after the other, or two coordinates may share one.
            #[inline(always)]
            pub fn $try_rows_mut(&mut self) -> Result<$RowsMut<'_, T, L>, ShapeError> {
                let () = Slices::<L, $Of<L>>::SHOWN;
                let () = Injective::<L::Geometry>::SHOWN;
                let geometry = self.place().geometry();
                <L::Geometry as Geometry>::Phase::injective(geometry)?;
                assert_slices::<L, $Of<L>>(&geometry.$of())?;
                let left = 0..geometry.$by().product();
                Ok($RowsMut { view: self.reborrow(), left })
            }
        }

        #[doc = concat!("The slices of [`View::", stringify!($rows), "`].")]
        pub struct $Rows<'a, T, L: Layout> {
            /// Invariant: the elements of a slice lie one after the other.
            view: View<'a, T, L>,
            /// Invariant: within the number of slices.
            left: Range<usize>,
        }

        impl<T, L: Layout> Clone for $Rows<'_, T, L> {
            #[inline]
            fn clone(&self) -> Self {
                $Rows { left: self.left.clone(), ..*self }
            }
        }

        #[doc = concat!("The slices of [`ViewMut::", stringify!($rows_mut), "`].")]
        pub struct $RowsMut<'a, T, L: Layout> {
            /// Invariant: the elements of a slice lie one after the other, no two coordinates share one, and
            /// the slices in `left` have not been handed out.
            view: ViewMut<'a, T, L>,
            /// Invariant: within the number of slices.
            left: Range<usize>,
        }

        iterator!($Rows => &'a [T], $part, |place| {
            // SAFETY: by the invariant, the elements are those of the part, which has `size` of them.
            unsafe { slice::from_raw_parts(place.zero().as_ptr(), place.size()) }
        });
        iterator!($RowsMut => &'a mut [T], $part, |place| {
            // SAFETY: the same; nobody else has them, since no other part has a coordinate of this one, and it
            // is handed out once.
            unsafe { slice::from_raw_parts_mut(place.zero().as_ptr(), place.size()) }
        });
    };
}

macro_rules! iterator {
    ($Rows:ident => $Item:ty, $part:ident, |$place:ident| $slice:expr) => {
        impl<'a, T, L: Layout> $Rows<'a, T, L> {
            /// # Safety
            ///
            /// Within the number of slices; of mutable ones, not handed out twice.
            #[inline(always)]
            unsafe fn at(&self, i: usize) -> $Item {
                // SAFETY: by the caller.
                let $place: Place<_, _, _> = unsafe { self.view.place().$part(i) };
                $slice
            }
        }

        impl<'a, T, L: Layout> Iterator for $Rows<'a, T, L> {
            type Item = $Item;

            #[inline(always)]
            fn next(&mut self) -> Option<Self::Item> {
                let i = self.left.next()?;
                // SAFETY: the range gives each integer below the number of slices once.
                Some(unsafe { self.at(i) })
            }

            #[inline(always)]
            fn nth(&mut self, n: usize) -> Option<Self::Item> {
                let i = self.left.nth(n)?;
                // SAFETY: the same.
                Some(unsafe { self.at(i) })
            }

            #[inline(always)]
            fn size_hint(&self) -> (usize, Option<usize>) {
                self.left.size_hint()
            }
        }

        impl<T, L: Layout> DoubleEndedIterator for $Rows<'_, T, L> {
            #[inline(always)]
            fn next_back(&mut self) -> Option<Self::Item> {
                let i = self.left.next_back()?;
                // SAFETY: the same.
                Some(unsafe { self.at(i) })
            }
        }

        impl<T, L: Layout> ExactSizeIterator for $Rows<'_, T, L> {}
        impl<T, L: Layout> FusedIterator for $Rows<'_, T, L> {}
    };
}

slices! {
    /// The rows as slices: for each coordinate of the first mode, what follows it. Their elements must lie one
    /// after the other, as those of `(m,n):(ld,1)` do; where the compiler knows that they do not, this does not
    /// compile.
    ///
    /// ```
    /// use layout_view::{View, layout};
    ///
    /// layout! { struct Rows<m, n, ld> = (m,n):(ld,1); }
    ///
    /// let v = View::new(b"abc.def", Rows::new(2, 3, 4)?);
    /// assert!(v.rows().eq([b"abc", b"def"]));
    /// # Ok::<(), layout_view::ShapeError>(())
    /// ```
    ///
    /// # Panics
    ///
    /// If run-time strides leave gaps between the elements of a row.
    rows, Rows,
    /// The rows as slices, as [`View::rows`].
    ///
    /// ```
    /// use layout_view::{ViewMut, layout};
    ///
    /// let mut buffer = [0; 6];
    /// let mut v = ViewMut::new(&mut buffer, layout!((2,3):(3,1)));
    /// for (i, row) in v.rows_mut().enumerate() {
    ///     row.fill(i);
    /// }
    /// assert_eq!(buffer, [0, 0, 0, 1, 1, 1]);
    /// ```
    ///
    /// # Panics
    ///
    /// If run-time strides leave gaps between the elements of a row, or if a stride is not above the offsets that the leaves with
    /// smaller strides reach, so that two coordinates may share an element.
    rows_mut, try_rows_mut, RowsMut,
    Tail by Head, part_unchecked, tail, head
}

slices! {
    /// The columns as slices: for each coordinate of the modes after the first, the first mode. Their elements
    /// must lie one after the other, as those of a panel `(8,k):(1,8)` do; where the compiler knows that they do
    /// not, this does not compile. A slice of constant extent has a constant length.
    ///
    /// ```
    /// use layout_view::{View, layout};
    ///
    /// let v = View::new(b"abcdef", layout!((2,3):(1,2)));
    /// assert!(v.columns().eq([b"ab", b"cd", b"ef"]));
    /// ```
    ///
    /// ```compile_fail
    /// # use layout_view::{View, layout};
    /// View::new(b"abcdef", layout!((2,3):(3,1))).columns();
    /// ```
    ///
    /// # Panics
    ///
    /// If run-time strides leave gaps between the elements of a column.
    columns, Columns,
    /// The columns as slices, as [`View::columns`].
    ///
    /// # Panics
    ///
    /// If run-time strides leave gaps between the elements of a column, or if a stride is not above the offsets that the leaves with
    /// smaller strides reach, so that two coordinates may share an element.
    columns_mut, try_columns_mut, ColumnsMut,
    Head by Tail, head_at, head, tail
}

macro_rules! zip {
    ($(#[$doc:meta])* $zip:ident, $rows:ident, $rows_mut:ident) => {
        $(#[$doc])*
        #[inline(always)]
        #[track_caller]
        pub fn $zip<U, M: Layout>(
            &mut self,
            other: View<'_, U, M>,
            mut f: impl FnMut(&mut [T], &[U]),
        ) {
            let (these, others) = (self.$rows_mut(), other.$rows());
            assert_eq!(these.len(), others.len(), "as many of this view as of the other");
            for (this, other) in these.zip(others) {
                apart(this, other, &mut f);
            }
        }
    };
}

/// Calls a function with two slices. A function of its own: of slices that are arguments, LLVM knows that they
/// share no element, also where it then inlines this. It has no `#[inline]`, by which rustc would inline it before
/// LLVM sees the arguments.
fn apart<T, U>(this: &mut [T], other: &[U], f: &mut impl FnMut(&mut [T], &[U])) {
    f(this, other);
}

impl<T, L: Layout> ViewMut<'_, T, L> {
    zip! {
        /// Calls a function with each row and that of another view, as slices of [`View::rows`]: the inner loop is
        /// then one over two slices, of which the compiler knows that they share no element.
        ///
        /// ```
        /// use layout_view::{View, ViewMut, layout};
        ///
        /// let (x, mut y) = ([1, 2, 3, 4], [10, 20, 30, 40]);
        /// let x = View::new(&x, layout!((2,2):(2,1)));
        /// ViewMut::new(&mut y, layout!((2,2):(2,1))).zip_rows(x, |y, x| {
        ///     for (y, x) in y.iter_mut().zip(x) {
        ///         *y += x;
        ///     }
        /// });
        /// assert_eq!(y, [11, 22, 33, 44]);
        /// ```
        ///
        /// # Panics
        ///
        /// If one view has more rows than the other, if run-time strides leave gaps between the elements of a row, or if two
        /// coordinates of this view may share an element.
        zip_rows, rows, rows_mut
    }

    zip! {
        /// [`ViewMut::zip_rows`] for columns, as slices of [`View::columns`].
        ///
        /// # Panics
        ///
        /// If one view has more columns than the other, if run-time strides leave gaps between the elements of a column, or if two
        /// coordinates of this view may share an element.
        zip_columns, columns, columns_mut
    }
}
