//! `fold_windows`: each element of a target with the elements of its window.
//!
//! For each box of rows of the target whose windows have the same rows inside of the image, the elements of these windows are listed, with the range of a row whose
//! windows have them. Some of them are folded together, so that an element of the target is read and written once for all of these, and what the function needs for
//! them is found once for a run of rows.

#![allow(unsafe_code)]

use core::hint;
use core::mem::MaybeUninit;
use core::ops::Range;
use core::ptr::NonNull;
use core::slice;

use super::boxes::{Boxes, Rows, Runs, advance, inner_mode, sum, whole};
use super::copy::plain;
use super::overlap::{assert_step, within};
use crate::inner_loop::{self, Accumulator, MAX_ACCUMULATOR_BYTES};
use crate::loop_nest::Loop;
use crate::{Layout, Strided, View, ViewMut};

/// The most elements of a row of a window that have one range of the target.
const MOST: usize = 5;

/// The most elements of windows that are listed at once. Up to nine are folded together: their addresses take a register each.
const LISTED: usize = 45;

/// The same of elements at edges: those of a row of windows at least.
const EDGES_LISTED: usize = MOST * EDGES;

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
        let row_bytes = (size_of::<T>() + size_of::<U>()).saturating_mul(counts[inner]).max(1);
        let mut boxes = Boxes { whole: whole(first, step, of, spans, counts), counts };
        boxes.whole[inner] = 0..counts[inner];
        let (mut list, mut edges) = (List::new(), List::new());
        let mut done = 0;
        while done < extents[inner] {
            let mut part = Part::new();
            along.set_part(&mut part, done, extents[inner] - done);
            done += part.len;
            boxes.for_each(|at, _| {
                let runs = Runs::of(at, inner, target_strides);
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
                if window.is_empty() {
                    return;
                }
                // So many that they stay in a cache while all of their windows are read.
                let most = (BLOCK_BYTES / row_bytes).max(1);
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
                        let mut turn = [0; RANK];
                        loop {
                            let is_last = fill(&window, &part, &mut turn, (&mut list, &mut edges));
                            // SAFETY: `row` and those after it are coordinates of this view, which is borrowed, and
                            // `first + step * row + dilation * r` are of the image, all but for the inner mode.
                            unsafe {
                                if edges.len > 0 {
                                    fold_edges(rows, (base, to), edges.elements(), &mut f);
                                }
                                along.fold(&part, rows, (base, to), list.elements(), &mut f);
                            }
                            if is_last {
                                break;
                            }
                        }
                        left -= rows.count;
                        row[second] += rows.count;
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
    fn is_empty(&self) -> bool {
        self.inside.iter().any(Range::is_empty)
    }
}

/// Lists the elements of a part in rows of windows, from a row on and until there may be no room for those of another one: those that all elements of the target
/// have that are not at edges, and those at edges. Returns true after the last row. A function of its own, which is there once for windows of as many modes.
#[inline(never)]
fn fill<const RANK: usize>(
    window: &WindowRows<'_, RANK>,
    part: &Part,
    turn: &mut [usize; RANK],
    (list, edges): (&mut List<RANK, LISTED>, &mut List<RANK, EDGES_LISTED>),
) -> bool {
    let &WindowRows { inside, inner, dilation, strides } = window;
    let lengths = core::array::from_fn(|k| inside[k].len());
    let steps: [isize; RANK] =
        core::array::from_fn(|k| (dilation[k] as isize).wrapping_mul(strides[k]));
    (list.len, edges.len) = (0, 0);
    loop {
        let mut r: [usize; RANK] = core::array::from_fn(|k| inside[k].start + turn[k]);
        r[inner] = 0;
        let at = sum(|k| r[k] as isize, steps);
        let first = at.wrapping_add(part.source);
        for k in 0..part.len {
            r[inner] = part.r + k;
            list.push(Element { from: first.wrapping_add_unsigned(k), to: 0, r });
        }
        for edge in part.edges.elements() {
            [r[inner]] = edge.r;
            edges.push(Element { from: at.wrapping_add(edge.from), to: edge.to, r });
        }
        if !advance(turn, lengths, inner) {
            return true;
        }
        if list.len + part.len > LISTED || edges.len + part.edges.len > EDGES_LISTED {
            return false;
        }
    }
}

/// Elements of windows, and room for so many.
struct List<const RANK: usize, const ROOM: usize> {
    elements: [MaybeUninit<Element<RANK>>; ROOM],
    /// Invariant: so many elements are there.
    len: usize,
}

/// An element of windows: how far from where they begin it is in the image, for the elements of the target from one on, and its coordinate in a window.
#[derive(Clone, Copy)]
struct Element<const RANK: usize> {
    from: isize,
    to: isize,
    r: [usize; RANK],
}

impl<const RANK: usize, const ROOM: usize> List<RANK, ROOM> {
    #[inline(always)]
    fn new() -> Self {
        List { elements: [const { MaybeUninit::uninit() }; ROOM], len: 0 }
    }

    #[inline(always)]
    fn push(&mut self, element: Element<RANK>) {
        self.elements[self.len].write(element);
        self.len += 1;
    }

    #[inline(always)]
    fn elements(&self) -> &[Element<RANK>] {
        // SAFETY: by the invariant.
        unsafe { slice::from_raw_parts(self.elements.as_ptr().cast(), self.len) }
    }
}

/// The bytes of the rows of the target that are folded together, and of as many of the image.
const BLOCK_BYTES: usize = 16 << 10;

/// The most elements of the target at the edges of a part that have one of its elements: of elements side by side there are no more, but
/// where all are at edges.
const EDGES: usize = MOST * (MOST - 1);

/// Elements of a row of windows that are folded together.
struct Part {
    /// The coordinate of the first one in a window, and how many they are.
    r: usize,
    len: usize,
    /// The coordinates of the target whose windows have all of them, and how far from where its row begins the first
    /// one of the image is.
    inside: (usize, usize),
    source: isize,
    /// Each of them in windows that do not have all.
    edges: List<1, EDGES_LISTED>,
}

impl Part {
    #[inline(always)]
    fn new() -> Self {
        Part { r: 0, len: 0, inside: (0, 0), source: 0, edges: List::new() }
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

    /// Sets a part to the elements of a window from one on, of so many that are left: as many as are side by side, unless too many of them are at edges.
    #[inline(never)]
    fn set_part(&self, part: &mut Part, r: usize, left: usize) {
        let most = left.min(if self.is_side_by_side { MOST } else { 1 });
        part.r = r;
        let mut ranges = [(0, 0); MOST];
        for len in (1..=most).rev() {
            (part.len, part.inside) = (len, (0, self.count));
            for (k, range) in ranges[..len].iter_mut().enumerate() {
                let Range { start, end } =
                    within(self.begin(r + k), self.step, self.of, self.count);
                *range = (start, end);
                part.inside = (part.inside.0.max(start), part.inside.1.min(end));
            }
            part.inside.1 = part.inside.1.max(part.inside.0);
            let inside = part.inside.1 - part.inside.0;
            if ranges[..len].iter().all(|(start, end)| end - start - inside <= EDGES) {
                break;
            }
        }
        let (start, end) = part.inside;
        part.source = self.source(r, start);
        part.edges.len = 0;
        for (r, &(low, high)) in (r..).zip(&ranges[..part.len]) {
            for t in (low..start.min(high)).chain(end.max(low)..high) {
                let to = self.target_stride.wrapping_mul(t as isize);
                part.edges.push(Element { from: self.source(r, t), to, r: [r] });
            }
        }
    }

    /// The distance from the begin of a row of the image to the element `r` of the window of the coordinate `t`.
    #[inline(always)]
    fn source(&self, r: usize, t: usize) -> isize {
        self.begin(r).wrapping_add_unsigned(self.step.wrapping_mul(t)).wrapping_mul(self.stride)
    }

    /// Calls a function with the elements of rows of the target, and those of a list, which are of a part, of their windows.
    ///
    /// # Safety
    ///
    /// At the coordinates below the extents, of rows of the target and of windows, which begin at these addresses, are elements; of
    /// the target, nobody else has them.
    unsafe fn fold<T, U, const RANK: usize>(
        &self,
        part: &Part,
        rows: Rows,
        (base, target): (*const U, *mut T),
        mut rest: &[Element<RANK>],
        f: &mut impl FnMut(&mut T, &U, [usize; RANK]),
    ) {
        let (start, end) = part.inside;
        let to = self.target_stride.wrapping_mul(start as isize);
        let (target, count) = (target.wrapping_offset(to), end - start);
        while !rest.is_empty() && count > 0 {
            // SAFETY: by the caller: elements of the target, and as many of the image from each of the list on.
            unsafe {
                if !self.is_side_by_side {
                    let step = self.stride.wrapping_mul(self.step as isize);
                    let l = Loop::new(count, step, self.target_stride);
                    one_by_one(rows, l, (base, target), rest[0], f);
                    rest = &rest[1..];
                    continue;
                }
                let target = (target, count);
                rest = match rest.len() {
                    9.. => together::<T, U, RANK, 9>(rows, target, base, rest, f),
                    6.. => together::<T, U, RANK, 6>(rows, target, base, rest, f),
                    4.. => together::<T, U, RANK, 4>(rows, target, base, rest, f),
                    3 => together::<T, U, RANK, 3>(rows, target, base, rest, f),
                    2 => together::<T, U, RANK, 2>(rows, target, base, rest, f),
                    _ => together::<T, U, RANK, 1>(rows, target, base, rest, f),
                };
            }
        }
    }
}

/// Calls a function with the elements at each turn of a loop, in each of some rows. A function of its own: what the loop needs stays in registers,
/// and by the reference to the function the compiler knows that the elements are not its own.
///
/// # Safety
///
/// In each row at each offset of the loop is an element, and one of the target that nobody else has.
#[inline(never)]
unsafe fn one_by_one<T, U, const RANK: usize>(
    rows: Rows,
    l: Loop,
    (base, target): (*const U, *mut T),
    Element { from, r, .. }: Element<RANK>,
    f: &mut impl FnMut(&mut T, &U, [usize; RANK]),
) {
    for row in 0..rows.count as isize {
        let from = from.wrapping_add(row.wrapping_mul(rows.source));
        // SAFETY: by the caller.
        unsafe {
            let source = NonNull::new_unchecked(base.wrapping_offset(from).cast_mut());
            let target = target.wrapping_offset(row.wrapping_mul(rows.target));
            inner_loop::for_each(
                l,
                [None; 2],
                source,
                NonNull::new_unchecked(target),
                |x, mut y| {
                    f(y.as_mut(), x.as_ref(), r);
                },
            );
        }
    }
}

/// Calls a function with elements of rows of the target, each with the one of the image of its window, which begin at these addresses.
///
/// # Safety
///
/// As [`Along::fold`].
#[inline(never)]
unsafe fn fold_edges<T, U, const RANK: usize>(
    rows: Rows,
    (base, target): (*const U, *mut T),
    list: &[Element<RANK>],
    f: &mut impl FnMut(&mut T, &U, [usize; RANK]),
) {
    for &Element { from, to, r } in list {
        let (mut source, mut target) = (base.wrapping_offset(from), target.wrapping_offset(to));
        for _ in 0..rows.count {
            // SAFETY: by the caller.
            unsafe { f(&mut *target, &*source, r) };
            source = source.wrapping_offset(rows.source);
            target = target.wrapping_offset(rows.target);
        }
    }
}

/// Calls a function with each of some elements of rows of the target, and the first `N` elements of a list, which go on with it, and returns the
/// others. What the function needs for each of these is found once for all rows.
///
/// # Safety
///
/// There are `N`, and as many elements in the image from each of them on, in each row, as in the target, of which there is at least one.
#[inline(never)]
unsafe fn together<'a, T, U, const RANK: usize, const N: usize>(
    rows: Rows,
    (mut target, count): (*mut T, usize),
    base: *const U,
    list: &'a [Element<RANK>],
    f: &mut impl FnMut(&mut T, &U, [usize; RANK]),
) -> &'a [Element<RANK>] {
    let (first, others) = list.split_at(N);
    let mut sources: [(*const U, [usize; RANK]); N] =
        core::array::from_fn(|k| (base.wrapping_offset(first[k].from), first[k].r));
    for _ in 0..rows.count {
        // SAFETY: by the caller.
        unsafe {
            hint::assert_unchecked(count > 0);
            fold_row(slice::from_raw_parts_mut(target, count), &sources, f);
        }
        target = target.wrapping_offset(rows.target);
        for (source, _) in &mut sources {
            *source = source.wrapping_offset(rows.source);
        }
    }
    others
}

/// Calls a function with each element of a row, and those that go on with it from these addresses. A function of its own: by the reference to the elements the
/// compiler knows that the image does not share them.
///
/// # Safety
///
/// There are as many elements from each of the addresses on.
#[inline]
unsafe fn fold_row<T, U, const RANK: usize, const N: usize>(
    row: &mut [T],
    sources: &[(*const U, [usize; RANK]); N],
    f: &mut impl FnMut(&mut T, &U, [usize; RANK]),
) {
    for (i, element) in row.iter_mut().enumerate() {
        // SAFETY: by the caller. The element is in a variable of its own meanwhile: what the function has could share its place, as far
        // as the compiler knows.
        unsafe {
            let mut accumulator = Accumulator::new(NonNull::from(element));
            for (source, r) in sources {
                f(accumulator.value(0).as_mut(), &*source.add(i), *r);
            }
        }
    }
}
