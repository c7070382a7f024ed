//! `fold_windows`: each element of a target with the elements of its window.
//!
//! For each row of the target, the elements of its windows that are inside of the image are listed, with the range of the target whose
//! windows have them. Some of them are folded together, so that an element of the target is read and written once for all of these.

#![allow(unsafe_code)]

use core::ops::Range;
use core::ptr::NonNull;
use core::slice;

use super::boxes::{Boxes, advance, each_row, inner_mode, sum, whole};
use super::copy::plain;
use super::overlap::{assert_step, within};
use crate::inner_loop::{self, Accumulator, MAX_ACCUMULATOR_BYTES};
use crate::loop_nest::Loop;
use crate::{Layout, Strided, View, ViewMut};

/// The most elements of a row of a window that have one range of the target.
const MOST: usize = 5;

/// The most elements of windows that are listed at once. Up to nine are folded together: their addresses take a register each.
const LISTED: usize = 48;

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
    /// If a step is 0.
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
        // Rows in one box have the same rows of windows inside of the image.
        let spans: [usize; RANK] =
            core::array::from_fn(|k| dilation[k].saturating_mul(extents[k] - 1).saturating_add(1));
        let mut boxes = Boxes { whole: whole(first, step, of, spans, counts), counts };
        boxes.whole[inner] = 0..counts[inner];
        let (mut list, mut edges) = (List::EMPTY, List::EMPTY);
        let mut done = 0;
        while done < extents[inner] {
            let mut parts = [Part::NONE; PARTS];
            for part in &mut parts {
                *part = along.part(done, extents[inner] - done);
                done += part.len;
            }
            boxes.for_each(|at, _| {
                // Where the windows of a row begin, in all modes but the inner one.
                let begin = |k: usize, t: usize| match k == inner {
                    true => 0,
                    false => first[k].saturating_add_unsigned(step[k].saturating_mul(t)),
                };
                let inside: [Range<usize>; RANK] = core::array::from_fn(|k| match k == inner {
                    true => 0..1,
                    false => elements_inside(begin(k, at[k].start), dilation[k], of[k], extents[k]),
                });
                let window = WindowRows { inside: &inside, inner, dilation, strides };
                let mut is_listed = false;
                // A row of the target after the other, so that it stays in a cache while all of its windows are read.
                each_row(at, inner, |row| {
                    let to = to.as_ptr().wrapping_offset(sum(|k| row[k] as isize, target_strides));
                    let base = from.as_ptr().cast_const();
                    let base = base.wrapping_offset(sum(|k| begin(k, row[k]), strides));
                    for part in parts.iter().take_while(|part| part.len > 0) {
                        // SAFETY: `row` is a coordinate of this view, which is borrowed, and `first + step * row + dilation * r`
                        // one of the image, both but for the inner mode.
                        unsafe {
                            if !is_listed {
                                is_listed = parts[1].len == 0;
                                (list.len, edges.len) = (0, 0);
                                window.for_each(|mut r, at| {
                                    for k in 0..part.len {
                                        r[inner] = part.r + k;
                                        if list.len == LISTED {
                                            along.fold(part, (base, to), &list, &mut f);
                                            (list.len, is_listed) = (0, false);
                                        }
                                        let first = at.wrapping_add(part.source);
                                        list.push(first.wrapping_add_unsigned(k), 0, r);
                                        for t in part.edges(k) {
                                            if edges.len == LISTED {
                                                fold_edges((base, to), &edges, &mut f);
                                                (edges.len, is_listed) = (0, false);
                                            }
                                            let to = along.target_stride.wrapping_mul(t as isize);
                                            edges.push(
                                                at.wrapping_add(along.source(r[inner], t)),
                                                to,
                                                r,
                                            );
                                        }
                                    }
                                });
                            }
                            if edges.len > 0 {
                                fold_edges((base, to), &edges, &mut f);
                            }
                            along.fold(part, (base, to), &list, &mut f);
                        }
                    }
                });
            });
        }
    }
}

/// The coordinates `r` below `extent` with `0 <= begin + dilation * r < of`.
#[inline(always)]
fn elements_inside(begin: isize, dilation: usize, of: usize, extent: usize) -> Range<usize> {
    match dilation {
        0 if usize::try_from(begin).is_ok_and(|begin| begin < of) => 0..extent,
        0 => 0..0,
        _ => within(begin, dilation, of, extent),
    }
}

/// The rows of a window that are inside of the image.
struct WindowRows<'a, const RANK: usize> {
    /// Their coordinates, mode by mode; of the inner mode there is one.
    inside: &'a [Range<usize>; RANK],
    inner: usize,
    dilation: [usize; RANK],
    strides: [isize; RANK],
}

impl<const RANK: usize> WindowRows<'_, RANK> {
    /// Calls a function with each row, and how far from where the window begins it is in the image.
    #[inline(always)]
    fn for_each(&self, mut f: impl FnMut([usize; RANK], isize)) {
        let lengths: [usize; RANK] = core::array::from_fn(|k| self.inside[k].len());
        if lengths.contains(&0) {
            return;
        }
        let mut turn = [0; RANK];
        loop {
            let r: [usize; RANK] = core::array::from_fn(|k| self.inside[k].start + turn[k]);
            f(r, sum(|k| self.dilation[k].wrapping_mul(r[k]) as isize, self.strides));
            if !advance(&mut turn, lengths, self.inner) {
                return;
            }
        }
    }
}

/// Elements of windows.
struct List<const RANK: usize> {
    elements: [Element<RANK>; LISTED],
    len: usize,
}

/// An element of windows: how far from where they begin it is in the image, for the elements of the target from one on, and its coordinate in a window.
#[derive(Clone, Copy)]
struct Element<const RANK: usize> {
    from: isize,
    to: isize,
    r: [usize; RANK],
}

impl<const RANK: usize> List<RANK> {
    const EMPTY: Self =
        List { elements: [Element { from: 0, to: 0, r: [0; RANK] }; LISTED], len: 0 };

    #[inline(always)]
    fn push(&mut self, from: isize, to: isize, r: [usize; RANK]) {
        self.elements[self.len] = Element { from, to, r };
        self.len += 1;
    }
}

/// The most parts of a row of windows for which each row of the target is visited.
const PARTS: usize = 4;

/// The most elements of the target at the edges of a part that have one of its elements: of elements side by side there are no more, but
/// where all are at edges.
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
    /// The elements whose windows have each of them.
    ranges: [(usize, usize); MOST],
}

impl Part {
    const NONE: Part = Part { r: 0, len: 0, inside: (0, 0), source: 0, ranges: [(0, 0); MOST] };

    /// The coordinates of the target whose windows have an element of the part, and not all of them.
    #[inline(always)]
    fn edges(&self, k: usize) -> impl Iterator<Item = usize> {
        let ((start, end), (low, high)) = (self.inside, self.ranges[k]);
        (low..start.min(high)).chain(end.max(low)..high)
    }
}

/// The inner mode: that of the target along which its elements are folded, and the same of the image.
#[derive(Clone, Copy)]
struct Along {
    /// The place in the image where the window of coordinate 0 begins, how much further the next window does, and the next
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
    /// The place in the image of the element `r` of the window of coordinate 0.
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
        let source = self.source(r, start);
        let mut part = Part { r, len, inside: (start, end), source, ..Part::NONE };
        for k in 0..len {
            let range = inside(r + k);
            if range.len() - (end - start) > EDGES {
                return None;
            }
            part.ranges[k] = (range.start, range.end);
        }
        Some(part)
    }

    /// The distance from the begin of a row of the image to the element `r` of the window of the coordinate `t`.
    #[inline(always)]
    fn source(&self, r: usize, t: usize) -> isize {
        self.begin(r).wrapping_add_unsigned(self.step.wrapping_mul(t)).wrapping_mul(self.stride)
    }

    /// Calls a function with the elements of a row of the target, and those of a list, which are of a part, of their windows.
    ///
    /// # Safety
    ///
    /// At the coordinates below the extents, of a row of the target and of windows that begin at these addresses, are elements; of
    /// the target, nobody else has them.
    #[inline(never)]
    unsafe fn fold<T, U, const RANK: usize>(
        &self,
        part: &Part,
        (base, target): (*const U, *mut T),
        list: &List<RANK>,
        f: &mut impl FnMut(&mut T, &U, [usize; RANK]),
    ) {
        let (start, end) = part.inside;
        let to = self.target_stride.wrapping_mul(start as isize);
        let (target, mut rest) = (target.wrapping_offset(to), &list.elements[..list.len]);
        while !rest.is_empty() && start < end {
            // SAFETY: by the caller: elements of the target, and as many of the image from each of the list on.
            unsafe {
                if !self.is_side_by_side {
                    let Element { from, r, .. } = rest[0];
                    let step = self.stride.wrapping_mul(self.step as isize);
                    let l = Loop::new(end - start, step, self.target_stride);
                    let source = NonNull::new_unchecked(base.wrapping_offset(from).cast_mut());
                    one_row(l, source, NonNull::new_unchecked(target), r, f);
                    rest = &rest[1..];
                    continue;
                }
                let row = slice::from_raw_parts_mut(target, end - start);
                rest = match rest.len() {
                    9.. => together::<T, U, RANK, 9>(row, base, rest, f),
                    6.. => together::<T, U, RANK, 6>(row, base, rest, f),
                    4.. => together::<T, U, RANK, 4>(row, base, rest, f),
                    3 => together::<T, U, RANK, 3>(row, base, rest, f),
                    2 => together::<T, U, RANK, 2>(row, base, rest, f),
                    _ => together::<T, U, RANK, 1>(row, base, rest, f),
                };
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

/// Calls a function with elements of a row of the target, each with the one of the image of its window, which begin at these addresses.
///
/// # Safety
///
/// As [`Along::fold`].
#[inline(never)]
unsafe fn fold_edges<T, U, const RANK: usize>(
    (base, target): (*const U, *mut T),
    list: &List<RANK>,
    f: &mut impl FnMut(&mut T, &U, [usize; RANK]),
) {
    for &Element { from, to, r } in &list.elements[..list.len] {
        // SAFETY: by the caller.
        unsafe { f(&mut *target.wrapping_offset(to), &*base.wrapping_offset(from), r) };
    }
}

/// Calls a function with each of some elements of the target, and the first `N` elements of a list, which go on with it, and returns the
/// others. A function of its own, as [`one_row`]: by the reference to the elements the compiler knows that the image does not share them.
///
/// # Safety
///
/// There are `N`, and as many elements in the image from each of them on.
#[inline(never)]
unsafe fn together<'a, T, U, const RANK: usize, const N: usize>(
    row: &mut [T],
    base: *const U,
    list: &'a [Element<RANK>],
    f: &mut impl FnMut(&mut T, &U, [usize; RANK]),
) -> &'a [Element<RANK>] {
    let (first, others) = list.split_at(N);
    let sources: [(*const U, [usize; RANK]); N] =
        core::array::from_fn(|k| (base.wrapping_offset(first[k].from), first[k].r));
    for (i, element) in row.iter_mut().enumerate() {
        // SAFETY: by the caller. The element is in a variable of its own meanwhile: what the function has could share its place, as far
        // as the compiler knows.
        unsafe {
            let mut accumulator = Accumulator::new(NonNull::from(element));
            for (source, r) in sources {
                f(accumulator.value(0).as_mut(), &*source.add(i), r);
            }
        }
    }
    others
}
