//! `zip_windows`: each element of a target with the window of another view that belongs to it.
//!
//! Mode by mode, the windows inside of the view are a range of coordinates of the target. With each coordinate
//! before and after it alone, these ranges cut the target into boxes, in each of which the part inside of the windows is the
//! same: one box of windows that are whole, and those at the edges. Each box is a loop over runs of rows, and all of them have one function that calls that of the
//! user: LLVM inlines what is called in one place, however large it is.

#![allow(unsafe_code)]

use core::marker::PhantomData;
use core::ops::Range;
use core::ptr::NonNull;
use core::slice;

use super::boxes::{Boxes, Rows, Runs, inner_mode, sum, whole};
use super::copy::plain;
use super::row_table::{Rooms, RowTable, is_listed, row_count, row_mode};
use crate::__private::made;
use crate::{Coordinate, Geometry, Layout, Strided, Tiler, View, ViewMut};
use layout_runtime::internals::{Evaluate, ModePath, Prepared};

/// A window of a view, which may reach past it: what [`ViewMut::zip_windows`] calls its function with.
///
/// It is there for one call of the function. Its coordinates are those of a view of the window's extents. Where the window is whole, nothing is
/// compared but with these, and that not either where they are constants.
pub struct Window<'a, T, G: Geometry, const RANK: usize> {
    /// The address of coordinate 0, which may be that of no element.
    zero: *const T,
    modes: Prepared<G>,
    /// Invariant: where a coordinate is in these ranges, or anywhere if there are none, is an element that
    /// may be read for `'a`.
    inside: Option<[(usize, usize); RANK]>,
    outside: T,
    /// The addresses of the rows, and how many elements after each that of this window begins. Invariant: they are there if the rows of such windows are
    /// listed, see `row_table.rs`.
    rows: (NonNull<*const T>, isize),
    elements: PhantomData<&'a T>,
}

impl<'a, T: Copy, G: Strided<RANK>, const RANK: usize> Window<'a, T, G, RANK> {
    /// The value at a coordinate of the window: that of the view, or the one outside of it.
    ///
    /// # Panics
    ///
    /// If an integer of the coordinate is not below the extent of the window.
    #[inline(always)]
    #[must_use]
    #[track_caller]
    #[expect(clippy::needless_range_loop, reason = "a loop of a range is spelled out first")]
    pub fn at<C: Coordinate<G>>(&self, coordinate: C) -> T {
        let offset = self.offset(coordinate);
        let (sizes, strides) = self.modes.modes.numbers();
        if !is_listed::<T, RANK>(sizes) {
            // A whole window has an element without an `Option`: the compiler would compare its address with null.
            return match self.inside {
                // SAFETY: at each coordinate within the extents is an element.
                None => unsafe { *self.zero.offset(offset) },
                Some(_) => self.get(coordinate).copied().unwrap_or(self.outside),
            };
        }
        let (mut natural, mode) = (coordinate.natural(&self.modes.modes), row_mode(strides));
        let (mut row, mut element) = (0, self.rows.1);
        for k in 0..RANK {
            let i = *G::digit(&mut natural, k);
            if k == mode {
                element += i as isize;
            } else {
                row = row * sizes[k] + i;
            }
        }
        // SAFETY: the coordinate is within the extents, so that its row is listed, with elements of the view or the value outside.
        unsafe { *(*self.rows.0.add(row).as_ref()).offset(element) }
    }

    /// The offset of a coordinate.
    ///
    /// # Panics
    ///
    /// If an integer of the coordinate is not below the extent of the window.
    #[inline(always)]
    #[track_caller]
    fn offset<C: Coordinate<G>>(&self, coordinate: C) -> isize {
        if let Some(outside) = G::Phase::outside(&self.modes.modes, coordinate, ModePath::ALL) {
            outside.refuse("a window");
        }
        self.modes.offset(coordinate) as isize
    }

    /// The element at a coordinate of the window; `None` outside of the view, where a maximum or a mean has nothing to
    /// take.
    ///
    /// # Panics
    ///
    /// If an integer of the coordinate is not below the extent of the window.
    #[inline(always)]
    #[must_use]
    #[track_caller]
    pub fn get<C: Coordinate<G>>(&self, coordinate: C) -> Option<&'a T> {
        let offset = self.offset(coordinate);
        if let Some(inside) = &self.inside {
            let mut natural = coordinate.natural(&self.modes.modes);
            for (k, &(start, end)) in inside.iter().enumerate() {
                let i = *G::digit(&mut natural, k);
                if i < start || i >= end {
                    return None;
                }
            }
            // SAFETY: the coordinate is within the extents and the ranges: at its offset from coordinate 0 is
            // an element. Coordinate 0 itself may be outside of the allocation, so that the sum wraps.
            return Some(unsafe { &*self.zero.wrapping_offset(offset) });
        }
        // SAFETY: at each coordinate within the extents is an element, at coordinate 0 too.
        Some(unsafe { &*self.zero.offset(offset) })
    }

    /// The number of coordinates of each mode.
    #[inline(always)]
    #[must_use]
    pub fn extents(&self) -> G::Extents<usize> {
        self.modes.modes.extents()
    }

    /// Returns true if all of the window is inside of the view.
    #[inline(always)]
    #[must_use]
    pub fn is_whole(&self) -> bool {
        self.inside.is_none()
    }
}

impl<T, L: Layout> ViewMut<'_, T, L> {
    /// Calls a function with each element and the window of another view that begins at `first + step * t`, where `t` is the
    /// coordinate of the element:
    ///
    /// ```text
    /// f(&mut self[t], w)      w.at(r) = image[first + step * t + r]      where that is a coordinate of the image
    ///                                   outside                          elsewhere
    /// ```
    ///
    /// for each `r` below the extents of the window, mode by mode, in an order that suits this view and is not
    /// specified. So a filter, a median or a stencil has any border that is a constant, without a copy of its image that has the
    /// border. Along a mode where elements of both views are next to each other, and windows one element after the other, compilers make vectors
    /// of it if the extents are constants. With extents that are known at run time, sums and maxima over a window are faster by
    /// [`fold_windows`](ViewMut::fold_windows).
    ///
    /// Extents are those of a tiler: [`Fixed`](crate::Fixed) ones are constants in the function; `..` is a mode
    /// that is whole in each window, as channels are. A window of every second element is one of larger extents, of
    /// which the function takes every second coordinate. Both layouts have `RANK` modes that are integers, see
    /// [`Strided`]; more modes are fixed by a [`slice`](View::slice).
    ///
    /// ```
    /// use layout_view::{Fixed, View, ViewMut, layout};
    ///
    /// layout! { struct Rows<m, n> = (m, n):(n, 1); }
    ///
    /// // The difference of the elements to the right and to the left, where the border is 10.
    /// let (image, mut slopes) = ([1, 2, 4, 8, 5, 3, 2, 1], [0; 8]);
    /// let mut v = ViewMut::new(&mut slopes, Rows::new(2, 4)?);
    /// let size = (Fixed::<1>, Fixed::<3>);
    /// v.zip_windows(View::new(&image, Rows::new(2, 4)?), size, [0, -1], [1, 1], 10, |slope, w| {
    ///     *slope = w.at((0, 2)) - w.at((0, 0));
    /// });
    /// assert_eq!(slopes, [-8, 3, 6, 6, -7, -3, -2, 8]);
    /// # Ok::<(), layout_view::ShapeError>(())
    /// ```
    ///
    /// # Panics
    ///
    /// If a step or an extent of the window is 0.
    #[inline]
    #[track_caller]
    pub fn zip_windows<'a, U: Copy + 'a, M: Layout, S, const RANK: usize>(
        &mut self,
        image: View<'a, U, M>,
        extents: S,
        first: [isize; RANK],
        step: [usize; RANK],
        outside: U,
        mut f: impl FnMut(&mut T, &Window<'a, U, S::Full, RANK>),
    ) where
        L::Geometry: Strided<RANK>,
        M::Geometry: Strided<RANK>,
        S: Tiler<M::Geometry, Full: Strided<RANK>>,
    {
        let cuts = made(extents.cut(image.place().geometry(), 0));
        let modes = Prepared::new(S::full(&cuts));
        let sizes = modes.modes.numbers().0;
        let (of, strides) = image.place().geometry().numbers();
        let (counts, target_strides) = self.place().geometry().numbers();
        let boxes = Boxes { whole: whole(first, step, of, sizes, counts), counts };
        let (from, to) = (plain::<U, M>(image.place()).zero(), plain::<T, L>(self.place()).zero());
        // Where `first + step * t` begins, from coordinate 0 of the image. It may be outside, and the sum wraps.
        let begin = sum(|k| first[k], strides);
        let steps: [isize; RANK] =
            core::array::from_fn(|k| strides[k].wrapping_mul(step[k] as isize));
        let inner = inner_mode(counts, target_strides);
        let along = steps[inner];
        let is_listed = is_listed::<U, RANK>(sizes);
        let mut rooms = Rooms::new();
        let mut table = RowTable::new(&mut rooms);
        let zero = from.as_ptr().cast_const();
        boxes.for_each(|at, is_whole| {
            let inside = core::array::from_fn(|k| match at[k] == boxes.whole[k] {
                true => (0, sizes[k]),
                false => inside(first[k], step[k], of[k], sizes[k], at[k].start),
            });
            let first = begin.wrapping_add(sum(|k| at[k].start as isize, steps));
            let runs = Runs::of(at, inner, target_strides);
            let (mut most, mut most_rows) = (usize::MAX, usize::MAX);
            if is_listed {
                let (numbers, zero) = (modes.modes.numbers(), zero.wrapping_offset(first));
                let runs = (runs, step[runs.mode]);
                (most, most_rows) = table.list(zero, numbers, &inside, outside, runs);
            }
            // So many windows together.
            let most = match (target_strides[inner], usize::try_from(along)) {
                (1, _) if most == usize::MAX => most,
                (1, Ok(along @ 1..)) => (most - 1) / along + 1,
                _ => 1,
            };
            let inside = (!is_whole).then_some(inside);
            let (further, next) = (steps[runs.mode], target_strides[runs.mode]);
            runs.for_each(at, inner, |mut t| {
                let t_run = t[runs.mode];
                for some in pieces(runs.count, most_rows) {
                    t[runs.mode] = t_run + some.start;
                    let rows = Rows { count: some.len(), source: further, target: next };
                    let source = begin.wrapping_add(sum(|k| t[k] as isize, steps));
                    let target = sum(|k| t[k] as isize, target_strides);
                    for Range { start, end } in pieces(at[inner].len(), most) {
                        let further = (start as isize).wrapping_mul(along);
                        let source = source.wrapping_add(further);
                        // Where the window is whole this is an element, and all of the window are. The windows of a
                        // box have the same coordinates inside of the image.
                        let window = Window {
                            zero: zero.wrapping_offset(source),
                            modes,
                            inside,
                            outside,
                            rows: (NonNull::dangling(), 0),
                            elements: PhantomData,
                        };
                        let distance = source.wrapping_sub(first);
                        // SAFETY: windows of the box, and coordinates of this view, which is borrowed.
                        unsafe {
                            let target = to.offset(target + start as isize * target_strides[inner]);
                            let target = (target.as_ptr(), end - start);
                            each_window(
                                rows,
                                target,
                                (window, along),
                                (&mut table, distance),
                                &mut f,
                            );
                        }
                    }
                }
            });
        });
    }
}

/// Ranges of at most so many, one after the other.
#[inline(always)]
fn pieces(count: usize, most: usize) -> impl Iterator<Item = Range<usize>> {
    let mut start = 0_usize;
    core::iter::from_fn(move || {
        let range = start..count.min(start.saturating_add(most));
        start = range.end;
        (!range.is_empty()).then_some(range)
    })
}

/// Calls a function with each element of some rows, which begin at an address and have so many each, and with its window. That of the first element is
/// given, with its distance from the first one of the table. What the function needs is found once for all rows.
///
/// # Safety
///
/// They are elements that nobody else has. The windows, which begin so many elements after each other in each row, have the same coordinates inside of the view; if their
/// rows are listed, they are those of the table, which may be read for so many windows.
#[inline(never)]
unsafe fn each_window<'a, T, U: Copy, G: Strided<RANK>, const RANK: usize>(
    rows: Rows,
    (mut target, count): (*mut T, usize),
    (mut window, along): (Window<'a, U, G, RANK>, isize),
    (table, distance): (&mut RowTable<'_, U>, isize),
    f: &mut impl FnMut(&mut T, &Window<'a, U, G, RANK>),
) {
    let (sizes, strides) = window.modes.modes.numbers();
    let listed = if is_listed::<U, RANK>(sizes) { row_count(sizes, strides) } else { 0 };
    // SAFETY: by the caller.
    let (moved, steps) = match listed {
        0 => (NonNull::dangling(), NonNull::dangling()),
        _ => unsafe { table.moved(distance, rows, listed) },
    };
    window.rows.0 = moved;
    for _ in 0..rows.count {
        // SAFETY: by the caller, and so many rows of windows are listed.
        unsafe {
            each_of_row(slice::from_raw_parts_mut(target, count), &window, along, f);
            for k in 0..listed {
                let row = moved.add(k).as_ptr();
                *row = (*row).wrapping_byte_offset(*steps.add(k).as_ref());
            }
        }
        window.zero = window.zero.wrapping_offset(rows.source);
        target = target.wrapping_offset(rows.target);
    }
}

/// Calls a function with each element of a row and its window, the windows beginning so many elements after each other: of one element LLVM makes a loop of its
/// own, with vectors. By the reference to the row the compiler knows that the windows do not share its elements. It has the only call
/// of the function, which is inlined then, however large it is.
///
/// # Safety
///
/// As [`each_window`].
#[inline]
unsafe fn each_of_row<'a, T, U: Copy, G: Geometry, const RANK: usize>(
    row: &mut [T],
    first: &Window<'a, U, G, RANK>,
    along: isize,
    f: &mut impl FnMut(&mut T, &Window<'a, U, G, RANK>),
) {
    let &Window { zero, modes, inside, outside, rows, elements } = first;
    let mut window = Window { zero, modes, inside, outside, rows, elements };
    for (i, element) in row.iter_mut().enumerate() {
        let further = (i as isize).wrapping_mul(along);
        window.zero = zero.wrapping_offset(further);
        window.rows.1 = further;
        f(element, &window);
    }
}

/// The coordinates `r` of a window with `0 <= first + step * t + r < of`.
fn inside(first: isize, step: usize, of: usize, size: usize, t: usize) -> (usize, usize) {
    let begin = first as i128 + step as i128 * t as i128;
    let below = |bound: i128| bound.clamp(0, size as i128) as usize;
    (below(-begin), below(of as i128 - begin))
}
