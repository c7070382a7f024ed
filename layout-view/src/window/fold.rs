//! `fold_windows`: each element of a target with the elements of its window.
//!
//! For each row of the target, the rows of its windows come one after the other: those inside of the image, each with the range of
//! the target whose windows have it. What is side by side in a row of a window is folded together, so that an element of the
//! target is read and written once for all of it.

#![allow(unsafe_code)]

use core::ptr::NonNull;

use super::boxes::{advance, inner_mode, sum};
use super::copy::plain;
use super::overlap::{assert_step, within};
use crate::inner_loop::{self, Accumulator, MAX_ACCUMULATOR_BYTES};
use crate::loop_nest::Loop;
use crate::{Layout, Strided, View, ViewMut};

/// The most elements of a window that are folded together: they take a register each, and the function's own numbers too.
const MOST: usize = 3;

/// The windows of an image that belong to the elements of a target, as [`ViewMut::fold_windows`] takes them. The window of the element
/// with the coordinate `t` has the elements of the image at
///
/// ```text
/// first + step * t + dilation * r      for each r below the extents, mode by mode
/// ```
///
/// ```
/// use layout_view::Windows;
///
/// // 3 x 3 around each element.
/// let windows = Windows { first: [-1, -1], ..Windows::new([3, 3]) };
/// assert_eq!((windows.step, windows.dilation), ([1, 1], [1, 1]));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Windows<const RANK: usize> {
    /// The extents of a window.
    pub extents: [usize; RANK],
    /// The coordinate of the image at which the window of the target's first element begins.
    pub first: [isize; RANK],
    /// The distance from the window of one element to that of the next; none is 0.
    pub step: [usize; RANK],
    /// The distance from one element of a window to the next: 1 of windows of elements next to each other.
    pub dilation: [usize; RANK],
}

impl<const RANK: usize> Windows<RANK> {
    /// The windows with these extents that begin at the element itself, with steps and dilations of 1.
    #[must_use]
    pub const fn new(extents: [usize; RANK]) -> Self {
        Windows { extents, first: [0; RANK], step: [1; RANK], dilation: [1; RANK] }
    }
}

impl<T, L: Layout> ViewMut<'_, T, L> {
    /// Calls a function with each element and those of the window of another view that begins at `first + step * t`, where
    /// `t` is the coordinate of the element; what is outside of the view is left out:
    ///
    /// ```text
    /// f(&mut self[t], &image[first + step * t + dilation * r], r)      where that is a coordinate of the image
    /// ```
    ///
    /// for each `r` below the extents of the window, mode by mode, in an order that suits this view and is not
    /// specified. So convolutions have a border of zeros, and a maximum or a count goes over what is there, without a copy of the image
    /// that has a border: no element is compared with the edges, but each range of them once. A dilation is a number for each mode, by which `r` is
    /// multiplied where the window is read: 1 of windows of elements next to each other.
    ///
    /// Both layouts have `RANK` modes that are integers, see [`Strided`]; more modes are fixed by a
    /// [`slice`](View::slice).
    ///
    /// ```
    /// use layout_view::{View, ViewMut, Windows, layout};
    ///
    /// layout! { struct Rows<m, n> = (m, n):(n, 1); }
    ///
    /// // A convolution whose result has the extents of the image.
    /// let image = [1; 12];
    /// let weights = [[0, 1, 0], [1, 10, 1], [0, 1, 0]];
    /// let mut sums = [0; 12];
    /// let mut v = ViewMut::new(&mut sums, Rows::new(3, 4)?);
    /// let image = View::new(&image, Rows::new(3, 4)?);
    /// let windows = Windows { first: [-1, -1], ..Windows::new([3, 3]) };
    /// v.fold_windows(image, windows, |sum, x, [r, s]| *sum += weights[r][s] * x);
    /// assert_eq!(sums, [12, 13, 13, 12, 13, 14, 14, 13, 12, 13, 13, 12]);
    /// # Ok::<(), layout_view::ShapeError>(())
    /// ```
    ///
    /// # Panics
    ///
    /// Where a step is 0.
    #[inline]
    #[track_caller]
    pub fn fold_windows<U, M: Layout, const RANK: usize>(
        &mut self,
        image: View<'_, U, M>,
        windows: Windows<RANK>,
        mut f: impl FnMut(&mut T, &U, [usize; RANK]),
    ) where
        L::Geometry: Strided<RANK>,
        M::Geometry: Strided<RANK>,
    {
        let Windows { extents, first, step, dilation } = windows;
        let (of, strides) = image.place().geometry().numbers();
        let (counts, target_strides) = self.place().geometry().numbers();
        let (from, to) = (plain::<U, M>(image.place()).zero(), plain::<T, L>(self.place()).zero());
        if counts.contains(&0) || extents.contains(&0) {
            return;
        }
        (0..RANK).for_each(|k| assert_step(k, step[k]));
        let inner = inner_mode(counts, target_strides);
        let along = Along {
            first: first[inner],
            step: step[inner],
            dilation: dilation[inner],
            of: of[inner],
            count: counts[inner],
            stride: strides[inner],
            target_stride: target_strides[inner],
            is_side_by_side: size_of::<T>() <= MAX_ACCUMULATOR_BYTES
                && (target_strides[inner], step[inner], dilation[inner]) == (1, 1, 1)
                && strides[inner] == 1,
        };
        let mut done = 0;
        while done < extents[inner] {
            let mut parts = [Part::NONE; PARTS];
            for part in &mut parts {
                *part = along.part(done, extents[inner] - done);
                done += part.len;
            }
            // A row of the target after the other, so that it stays in a cache while all of its windows are read.
            let mut row = [0; RANK];
            loop {
                let to = to.as_ptr().wrapping_offset(sum(|k| row[k] as isize, target_strides));
                let mut r = [0; RANK];
                loop {
                    // Where the row of the window is in the image, in all modes but the inner one.
                    let (mut from, mut is_inside) = (from.as_ptr().cast_const(), true);
                    for k in (0..RANK).filter(|k| *k != inner) {
                        let begin =
                            first[k].saturating_add_unsigned(dilation[k].saturating_mul(r[k]));
                        let at = begin as i128 + step[k] as i128 * row[k] as i128;
                        is_inside &= 0 <= at && at < of[k] as i128;
                        from = from.wrapping_offset((at as isize).wrapping_mul(strides[k]));
                    }
                    for part in parts.iter().take_while(|part| is_inside && part.len > 0) {
                        // SAFETY: `row` is a coordinate of this view, which is borrowed, and `first + step * row + dilation * r`
                        // one of the image, both but for the inner mode.
                        unsafe { along.fold(part, (from, to), (r, inner), &mut f) };
                    }
                    if !advance(&mut r, extents, inner) {
                        break;
                    }
                }
                if !advance(&mut row, counts, inner) {
                    break;
                }
            }
        }
    }
}

/// The most parts of a row of windows for which each row of the target is visited.
const PARTS: usize = 4;

/// The most elements at the edges of a part: of elements side by side there are no more, but where all are at edges.
const EDGES: usize = MOST * (MOST - 1);

/// Elements of a row of windows that are folded together.
#[derive(Clone, Copy)]
struct Part {
    /// The coordinate of the first one in a window, and how many they are.
    r: usize,
    len: usize,
    /// The coordinates of the target whose windows have all of them, and how far from where its row begins the first
    /// one of the image is.
    inside: (usize, usize),
    source: isize,
    /// Elements of other windows, with how far from where rows begin they are, in the image and in the target.
    edges: [(usize, isize, isize); EDGES],
    edge_count: usize,
}

impl Part {
    const NONE: Part =
        Part { r: 0, len: 0, inside: (0, 0), source: 0, edges: [(0, 0, 0); EDGES], edge_count: 0 };
}

/// The inner mode: that of the target along which its elements are folded, and the same of the image.
#[derive(Clone, Copy)]
struct Along {
    /// Where in the image the window of coordinate 0 begins, how much further the next window does, and the next
    /// element of a window.
    first: isize,
    step: usize,
    dilation: usize,
    /// The extents of the image and of the target.
    of: usize,
    count: usize,
    stride: isize,
    target_stride: isize,
    /// True if what is next to each other is so in memory.
    is_side_by_side: bool,
}

impl Along {
    /// Where in the image the element `r` of the window of coordinate 0 is.
    #[inline(always)]
    fn begin(&self, r: usize) -> isize {
        self.first.saturating_add_unsigned(self.dilation.saturating_mul(r))
    }

    /// The elements of a window from one on, of so many that are left.
    fn part(&self, r: usize, left: usize) -> Part {
        let most = left.min(if self.is_side_by_side { MOST } else { 1 });
        (1..=most).rev().find_map(|len| self.part_of(r, len)).unwrap_or(Part::NONE)
    }

    /// A part of so many elements of a window from one on, which are side by side if they are more than one; `None` where too many are
    /// at edges.
    fn part_of(&self, r: usize, len: usize) -> Option<Part> {
        let inside = |r: usize| within(self.begin(r), self.step, self.of, self.count);
        let all = (r..r + len).map(inside);
        let (start, end) = all.fold((0, self.count), |(start, end), inside| {
            (start.max(inside.start), end.min(inside.end))
        });
        let end = end.max(start);
        let at = |r: usize, t: usize| {
            let at = self.begin(r).wrapping_add_unsigned(self.step.wrapping_mul(t));
            (at.wrapping_mul(self.stride), self.target_stride.wrapping_mul(t as isize))
        };
        let mut part = Part { r, len, inside: (start, end), source: at(r, start).0, ..Part::NONE };
        for r in r..r + len {
            let range = inside(r);
            if range.len() - (end - start) > EDGES {
                return None;
            }
            for t in range.filter(|t| !(start..end).contains(t)) {
                let edge = part.edges.get_mut(part.edge_count)?;
                let (source, target) = at(r, t);
                *edge = (r, source, target);
                part.edge_count += 1;
            }
        }
        Some(part)
    }

    /// Calls a function with the elements of a row of the target, and those of a part of a row of their windows, `r` but for its
    /// inner mode.
    ///
    /// # Safety
    ///
    /// At the coordinates below the extents, of rows that begin at these addresses, are elements; of the target, nobody else
    /// has them.
    #[inline(always)]
    unsafe fn fold<T, U, const RANK: usize>(
        &self,
        part: &Part,
        (source, target): (*const U, *mut T),
        (mut r, inner): ([usize; RANK], usize),
        f: &mut impl FnMut(&mut T, &U, [usize; RANK]),
    ) {
        let (start, end) = part.inside;
        // SAFETY: by the caller: what is inside are coordinates of the target, and their elements of the image; so are those
        // at edges.
        unsafe {
            for &(at, from, to) in &part.edges[..part.edge_count] {
                r[inner] = at;
                f(&mut *target.wrapping_offset(to), &*source.wrapping_offset(from), r);
            }
            if start == end {
                return;
            }
            r[inner] = part.r;
            let source = NonNull::new_unchecked(source.wrapping_offset(part.source).cast_mut());
            let to = self.target_stride.wrapping_mul(start as isize);
            let target = NonNull::new_unchecked(target.wrapping_offset(to));
            match part.len {
                MOST => together::<T, U, RANK, MOST>(end - start, source, target, (r, inner), f),
                2 => together::<T, U, RANK, 2>(end - start, source, target, (r, inner), f),
                _ => {
                    let l = Loop::new(
                        end - start,
                        self.stride.wrapping_mul(self.step as isize),
                        self.target_stride,
                    );
                    one_row(l, source, target, r, f);
                }
            }
        }
    }
}

/// Calls a function with the elements at each turn of a loop. A function of its own: what the loop needs stays in registers,
/// and by the reference to the function the compiler knows that the elements are not its own.
///
/// # Safety
///
/// At each offset of the loop from `source` is an element, and from `target` one that nobody else has.
#[inline(never)]
unsafe fn one_row<T, U, const RANK: usize>(
    l: Loop,
    source: NonNull<U>,
    target: NonNull<T>,
    r: [usize; RANK],
    f: &mut impl FnMut(&mut T, &U, [usize; RANK]),
) {
    // SAFETY: by the caller.
    unsafe { inner_loop::for_each(l, source, target, |x, mut y| f(y.as_mut(), x.as_ref(), r)) };
}

/// Calls a function with each of so many elements of the target, and the elements from the one of the source on that
/// is as far: `N` of them, of `r` and those after it in a mode. A function of its own, as [`one_row`].
///
/// # Safety
///
/// These are elements; of the target, nobody else has them.
#[inline(never)]
unsafe fn together<T, U, const RANK: usize, const N: usize>(
    count: usize,
    source: NonNull<U>,
    target: NonNull<T>,
    (r, mode): ([usize; RANK], usize),
    f: &mut impl FnMut(&mut T, &U, [usize; RANK]),
) {
    let rs: [[usize; RANK]; N] = core::array::from_fn(|k| {
        let mut r = r;
        r[mode] += k;
        r
    });
    for i in 0..count {
        // SAFETY: by the caller. The element is in a variable of its own meanwhile: the next one of the source could share
        // its place, as far as the compiler knows.
        unsafe {
            let mut accumulator = Accumulator::new(target.add(i));
            for (k, r) in rs.into_iter().enumerate() {
                f(&mut accumulator.value, source.add(i + k).as_ref(), r);
            }
        }
    }
}
