//! `fold_windows`: each element of a target with the elements of its window.
//!
//! For each box of rows of the target whose windows have the same rows inside of the image, these rows of windows are listed. Elements of
//! some of them are folded together, so that an element of the target is read and written once for all of these, and what the function
//! needs for them is found once for a run of rows. Elements side by side in a window have one address.

#![allow(unsafe_code)]

use core::hint;
use core::mem::MaybeUninit;
use core::ops::Range;
use core::ptr::NonNull;
use core::slice;

use super::boxes::{Boxes, Extents, Rows, Runs, advance, inner_mode, sum, whole};
use super::copy::plain;
use super::overlap::{Places, assert_step, within};
use crate::inner_loop::{self, Accumulator, MAX_ACCUMULATOR_BYTES, VECTOR_BYTES};
use crate::loop_nest::Loop;
use crate::{Layout, Strided, View, ViewMut};

/// The most elements of a row of a window that are folded together.
const MOST: usize = 5;

/// The fewest elements of a row of constant length that LLVM makes vectors of, even where they do not fill them: it unrolls shorter rows.
const MIN_VECTORIZED_ROW: usize = 16;

/// The most rows of windows that are listed at once.
const LISTED: usize = 27;

/// The bytes of the rows of the target that are folded together, and of as many of the image.
const BLOCK_BYTES: usize = 16 << 10;

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
    /// that has a border: no element is compared with the edges, but each range of them once. A dilation is a number for each mode, by
    /// which `r` is multiplied where the window is read: 1 of windows of elements next to each other.
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
        if of.contains(&0) {
            return;
        }
        let inner = inner_mode(counts, target_strides);
        let along = Along {
            inner,
            first: first[inner],
            step: step[inner],
            dilation: dilation[inner],
            extent: extents[inner],
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
        let steps: [isize; RANK] =
            core::array::from_fn(|k| (dilation[k] as isize).wrapping_mul(strides[k]));
        let row_bytes = (size_of::<T>() + size_of::<U>()).saturating_mul(counts[inner]).max(1);
        // So many that they stay in a cache while all of their windows are read.
        let most = (BLOCK_BYTES / row_bytes).max(1);
        let windows = Extents { image: of, window: spans, target: counts };
        let mut boxes = Boxes { whole: whole(Places { first, step }, windows), counts };
        boxes.whole[inner] = 0..counts[inner];
        let mut list = List::new();
        boxes.for_each(|at, _| {
            let runs = Runs::of(at, inner, target_strides, [1; RANK], 0);
            // Where the windows of a row begin, in all modes but the inner one.
            let begin = |k: usize, t: usize| match k == inner {
                true => 0,
                false => first[k].saturating_add_unsigned(step[k].saturating_mul(t)),
            };
            let inside: [Range<usize>; RANK] = core::array::from_fn(|k| match k == inner {
                true => 0..1,
                false => elements_inside(begin(k, at[k].start), dilation[k], of[k], extents[k]),
            });
            if inside.iter().any(Range::is_empty) {
                return;
            }
            let mut turn = [0; RANK];
            loop {
                let is_last = list.fill(&inside, inner, steps, &mut turn);
                runs.for_each(at, inner, |mut row| {
                    let (second, mut left) = (runs.mode, runs.count);
                    while left > 0 {
                        let rows = Rows {
                            count: left.min(most),
                            source: strides[second].wrapping_mul(step[second] as isize),
                            target: target_strides[second],
                        };
                        let to =
                            to.as_ptr().wrapping_offset(sum(|k| row[k] as isize, target_strides));
                        let base = from.as_ptr().cast_const();
                        let base = base.wrapping_offset(sum(|k| begin(k, row[k]), strides));
                        // SAFETY: `row` and those after it are coordinates of this view, which is borrowed, and
                        // `first + step * row + dilation * r` are of the image, all but for the inner mode.
                        unsafe { along.fold(rows, (base, to), list.rows(), &mut f) };
                        left -= rows.count;
                        row[second] += rows.count;
                    }
                });
                if is_last {
                    break;
                }
            }
        });
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

/// A row of windows: how far from where they begin it is in the image, and its coordinate in a window, which is 0 in the inner mode.
#[derive(Clone, Copy)]
struct WindowRow<const RANK: usize> {
    from: isize,
    r: [usize; RANK],
}

/// Rows of windows, `len` of those that there is room for.
struct List<const RANK: usize> {
    rows: [MaybeUninit<WindowRow<RANK>>; LISTED],
    /// The number of rows, which are the first. Invariant: they are there.
    len: usize,
}

impl<const RANK: usize> List<RANK> {
    #[inline(always)]
    fn new() -> Self {
        List { rows: [const { MaybeUninit::uninit() }; LISTED], len: 0 }
    }

    /// Lists the rows of windows that are inside of the image, from a turn on and while there is room. Returns true after the last row.
    #[inline(always)]
    fn fill(
        &mut self,
        inside: &[Range<usize>; RANK],
        inner: usize,
        steps: [isize; RANK],
        turn: &mut [usize; RANK],
    ) -> bool {
        let lengths = core::array::from_fn(|k| inside[k].len());
        self.len = 0;
        loop {
            let r = core::array::from_fn(|k| inside[k].start + turn[k]);
            self.rows[self.len].write(WindowRow { from: sum(|k| r[k] as isize, steps), r });
            self.len += 1;
            if !advance(turn, lengths, inner) {
                return true;
            }
            if self.len == LISTED {
                return false;
            }
        }
    }

    #[inline(always)]
    fn rows(&self) -> &[WindowRow<RANK>] {
        // SAFETY: by the invariant.
        unsafe { slice::from_raw_parts(self.rows.as_ptr().cast(), self.len) }
    }
}

/// The inner mode: that of the target along which its elements are folded, and the same of the image.
#[derive(Clone, Copy)]
struct Along {
    inner: usize,
    /// The place in the image where the window of coordinate 0 begins, how much further the next window does, and the next
    /// element of a window.
    first: isize,
    step: usize,
    dilation: usize,
    /// The extents of a window, of the image and of the target.
    extent: usize,
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

    /// Calls a function with the elements of rows of the target, and those of a list of rows of their windows.
    ///
    /// # Safety
    ///
    /// At the coordinates below the extents, of rows of the target and of windows, which begin at these addresses, are elements; of
    /// the target, nobody else has them.
    #[inline(always)]
    unsafe fn fold<T, U, const RANK: usize>(
        mut self,
        mut rows: Rows,
        (base, target): (*const U, *mut T),
        list: &[WindowRow<RANK>],
        f: &mut impl FnMut(&mut T, &U, [usize; RANK]),
    ) {
        let distance = self.count as isize;
        if self.is_side_by_side
            && (self.extent, self.first, self.of) == (1, 0, self.count)
            && (rows.source, rows.target) == (distance, distance)
        {
            // Rows without a gap are one.
            self.count *= rows.count;
            (self.of, rows.count) = (self.count, 1);
        }
        let mut r = 0;
        while r < self.extent {
            let begin = self.begin(r);
            if !self.is_side_by_side {
                let Range { start, end } = within(begin, self.step, self.of, self.count);
                let to = self.target_stride.wrapping_mul(start as isize);
                let from = begin.wrapping_add_unsigned(self.step.wrapping_mul(start));
                let from = base.wrapping_offset(from.wrapping_mul(self.stride));
                let step = self.stride.wrapping_mul(self.step as isize);
                let l = Loop::new(end - start, step, self.target_stride);
                for row in list.iter().filter(|_| start < end) {
                    let mut at = row.r;
                    at[self.inner] = r;
                    // SAFETY: by the caller, elements of the image and of the target.
                    unsafe {
                        let to = target.wrapping_offset(to);
                        one_by_one(rows, l, (from.wrapping_offset(row.from), to), at, f);
                    }
                }
                r += 1;
                continue;
            }
            let len = (self.extent - r).min(MOST);
            // The coordinates of the target whose windows have some of these elements, and all of them.
            let some = begin.saturating_add_unsigned(len - 1);
            let some = within(some, 1, self.of.saturating_add(len - 1), self.count);
            let all = within(begin, 1, self.of.saturating_sub(len - 1), self.count);
            let all = if all.is_empty() { some.start..some.start } else { all };
            let from = |t: usize, r: usize| {
                base.wrapping_offset(begin.wrapping_add_unsigned(t).wrapping_add_unsigned(r))
            };
            if !all.is_empty() {
                // LLVM unrolls short rows whose length it knows, and makes no vectors where they do not fill them.
                let mut count = all.len();
                let is_full = (count * size_of::<T>()).is_multiple_of(VECTOR_BYTES);
                if count < self.count.min(MIN_VECTORIZED_ROW) && !is_full {
                    count = hint::black_box(count);
                }
                let to = (target.wrapping_add(all.start), count);
                // SAFETY: by the caller: elements of the target, and as many of the image from each of the windows on.
                unsafe {
                    fold_all::<_, _, RANK>(
                        rows,
                        to,
                        (from(all.start, 0), list),
                        (self.inner, r, len),
                        f,
                    )
                };
            }
            let mut t = some.start;
            loop {
                if t == all.start {
                    t = all.end;
                }
                if t >= some.end {
                    break;
                }
                // Where `begin + t` is below 0, as many elements as it is below are outside.
                let at = begin.wrapping_add_unsigned(t);
                let low = at.min(0).unsigned_abs();
                let high = (self.of as isize).wrapping_sub(at).min(len as isize) as usize;
                // SAFETY: the same, of the elements that are inside.
                unsafe {
                    fold_edge::<_, _, RANK>(
                        rows,
                        target.wrapping_add(t),
                        (from(t, low), list),
                        (self.inner, r + low, high - low),
                        f,
                    )
                };
                t += 1;
            }
            r += len;
        }
    }
}

/// Calls a function with the elements at each turn of a loop, in each of some rows. A function of its own: what the loop needs stays in
/// registers, and by the reference to the function the compiler knows that the elements are not its own.
///
/// # Safety
///
/// In each row at each offset of the loop is an element, and one of the target that nobody else has.
#[inline(never)]
unsafe fn one_by_one<T, U, const RANK: usize>(
    rows: Rows,
    l: Loop,
    (base, target): (*const U, *mut T),
    r: [usize; RANK],
    f: &mut impl FnMut(&mut T, &U, [usize; RANK]),
) {
    for row in 0..rows.count as isize {
        // SAFETY: by the caller.
        unsafe {
            let from = row.wrapping_mul(rows.source);
            let source = NonNull::new_unchecked(base.wrapping_offset(from).cast_mut());
            let target = target.wrapping_offset(row.wrapping_mul(rows.target));
            inner_loop::for_each(
                l,
                [None; 2],
                None,
                source,
                NonNull::new_unchecked(target),
                |x, mut y| {
                    f(y.as_mut(), x.as_ref(), r);
                },
            );
        }
    }
}

/// Calls a function with each of some elements of rows of the target, and of their windows `len` elements from `r` on of each row of a
/// list. Those of the first element of the target begin at the address.
///
/// # Safety
///
/// They are elements, those of the target one at least, which nobody else has.
#[inline(always)]
unsafe fn fold_all<T, U, const RANK: usize>(
    rows: Rows,
    target: (*mut T, usize),
    (base, mut list): (*const U, &[WindowRow<RANK>]),
    (inner, r, len): (usize, usize, usize),
    f: &mut impl FnMut(&mut T, &U, [usize; RANK]),
) {
    /// Folds `ROWS` rows of windows, of `LEN` elements each.
    macro_rules! pass {
        ($rows:literal, $len:literal) => {
            together::<T, U, RANK, $rows, $len, false>(rows, target, base, list, (inner, r), f)
        };
    }
    while !list.is_empty() {
        // SAFETY: by the caller.
        list = unsafe {
            match (len, list.len()) {
                (1, 5..) => pass!(5, 1),
                (1, 3..) => pass!(3, 1),
                (1, 2) => pass!(2, 1),
                (1, _) => pass!(1, 1),
                (2, 5..) => pass!(5, 2),
                (2, 3..) => pass!(3, 2),
                (2, 2) => pass!(2, 2),
                (2, _) => pass!(1, 2),
                (3, 3..) => pass!(3, 3),
                (3, 2) => pass!(2, 3),
                (3, _) => pass!(1, 3),
                (4, 2..) => pass!(2, 4),
                (4, _) => pass!(1, 4),
                (_, 3..) => pass!(3, 5),
                (_, 2) => pass!(2, 5),
                (_, _) => pass!(1, 5),
            }
        };
    }
}

/// The same of one element of each row of the target, at an edge, where a row of windows has fewer than [`MOST`] elements.
///
/// # Safety
///
/// As [`fold_all`].
#[inline(always)]
unsafe fn fold_edge<T, U, const RANK: usize>(
    rows: Rows,
    target: *mut T,
    (base, mut list): (*const U, &[WindowRow<RANK>]),
    (inner, r, len): (usize, usize, usize),
    f: &mut impl FnMut(&mut T, &U, [usize; RANK]),
) {
    while !list.is_empty() {
        let at = (inner, r);
        // SAFETY: by the caller.
        list = unsafe {
            match (len, list.len()) {
                (1, 3..) => edge::<T, U, RANK, 3, 1>(rows, target, base, list, at, f),
                (1, _) => edge::<T, U, RANK, 1, 1>(rows, target, base, list, at, f),
                (2, 3..) => edge::<T, U, RANK, 3, 2>(rows, target, base, list, at, f),
                (2, _) => edge::<T, U, RANK, 1, 2>(rows, target, base, list, at, f),
                (3, 3..) => edge::<T, U, RANK, 3, 3>(rows, target, base, list, at, f),
                (3, _) => edge::<T, U, RANK, 1, 3>(rows, target, base, list, at, f),
                (_, 3..) => edge::<T, U, RANK, 3, 4>(rows, target, base, list, at, f),
                (_, _) => edge::<T, U, RANK, 1, 4>(rows, target, base, list, at, f),
            }
        };
    }
}

/// Calls a function with each of some elements of rows of the target, and `LEN` elements from one on of each of the first rows of a list,
/// of which it returns the others. What the function needs for each of these is found once for all rows.
///
/// # Safety
///
/// As [`fold_all`], and at least `ROWS` rows are listed.
#[inline]
unsafe fn together<
    'a,
    T,
    U,
    const RANK: usize,
    const ROWS: usize,
    const LEN: usize,
    const IS_EDGE: bool,
>(
    rows: Rows,
    (mut target, count): (*mut T, usize),
    base: *const U,
    list: &'a [WindowRow<RANK>],
    (inner, r): (usize, usize),
    f: &mut impl FnMut(&mut T, &U, [usize; RANK]),
) -> &'a [WindowRow<RANK>] {
    let (first, others) = list.split_at(ROWS);
    let mut sources: [*const U; ROWS] =
        core::array::from_fn(|k| base.wrapping_offset(first[k].from));
    let at: [[[usize; RANK]; LEN]; ROWS] = core::array::from_fn(|k| {
        core::array::from_fn(|j| {
            core::array::from_fn(|m| if m == inner { r + j } else { first[k].r[m] })
        })
    });
    for _ in 0..rows.count {
        // SAFETY: by the caller.
        unsafe {
            hint::assert_unchecked(count > 0);
            fold_row::<T, U, RANK, ROWS, LEN, IS_EDGE>(
                slice::from_raw_parts_mut(target, count),
                &sources,
                &at,
                f,
            );
        }
        target = target.wrapping_offset(rows.target);
        for source in &mut sources {
            *source = source.wrapping_offset(rows.source);
        }
    }
    others
}

/// [`together`] of one element of each row, which needs no loop.
///
/// # Safety
///
/// The same.
#[inline(never)]
unsafe fn edge<'a, T, U, const RANK: usize, const ROWS: usize, const LEN: usize>(
    rows: Rows,
    target: *mut T,
    base: *const U,
    list: &'a [WindowRow<RANK>],
    at: (usize, usize),
    f: &mut impl FnMut(&mut T, &U, [usize; RANK]),
) -> &'a [WindowRow<RANK>] {
    // SAFETY: by the caller.
    unsafe { together::<T, U, RANK, ROWS, LEN, true>(rows, (target, 1), base, list, at, f) }
}

/// Calls a function with each element of a row, and those that go on with it from these addresses. A function of its own: by the reference
/// to the elements the compiler knows that the image does not share them. There is one for each caller, so that LLVM inlines it, however
/// large it is; with `#[inline(always)]` it would be inlined before LLVM knows.
///
/// # Safety
///
/// There are as many elements from each of the addresses on, and `LEN - 1` more.
#[inline]
unsafe fn fold_row<
    T,
    U,
    const RANK: usize,
    const ROWS: usize,
    const LEN: usize,
    const IS_EDGE: bool,
>(
    row: &mut [T],
    sources: &[*const U; ROWS],
    at: &[[[usize; RANK]; LEN]; ROWS],
    f: &mut impl FnMut(&mut T, &U, [usize; RANK]),
) {
    for (i, element) in row.iter_mut().enumerate() {
        // SAFETY: by the caller. The element is in a variable of its own meanwhile: what the function has could share its place, as far
        // as the compiler knows.
        unsafe {
            let mut accumulator = Accumulator::new(NonNull::from(element));
            for (source, at) in sources.iter().zip(at) {
                for (j, r) in at.iter().enumerate() {
                    f(accumulator.value(0).as_mut(), &*source.add(i + j), *r);
                }
            }
        }
    }
}
