//! `zip_windows`: each element of a target with the window of another view that belongs to it.
//!
//! Windows are read through the addresses of their rows. Where rows of the target have windows that are cut along the row, lines of the
//! image are copied between values outside (`row_table.rs`), so that each row is one loop from its first element to its last; the ends of
//! long rows are apart. Otherwise, mode by mode, the windows inside of the view are a range of coordinates of the target. With each
//! coordinate before and after it alone, these ranges cut the target into boxes, in each of which the part inside of the windows is the
//! same. Each box is a loop over runs of rows, and all of them have one function that calls that of the user: LLVM inlines what is called
//! in one place, however large it is.

#![allow(unsafe_code)]

use core::marker::PhantomData;
use core::ops::Range;
use core::ptr::NonNull;
use core::slice;

use super::boxes::{Boxes, Extents, Rows, Runs, inner_mode, sum, whole};
use super::copy::plain;
use super::overlap::Places;
use super::row_table::{
    Lines, Room, RowTable, Sliding, element_count, is_at, is_listed, is_room, row_count, row_mode,
    windows_in_room,
};
use crate::__private::made;
use crate::{Coordinate, Geometry, Layout, Strided, Tiler, View, ViewMut};
use layout_runtime::internals::{ModePath, Prepared};

/// A window of a view, which may reach past it: what [`ViewMut::zip_windows`] calls its function with.
///
/// It is there for one call of the function. Its coordinates are those of a view of the window's extents. Where the window is whole,
/// nothing is compared but with these, and that not either where they are constants.
pub struct Window<'a, T, G: Geometry, const RANK: usize> {
    /// The address of coordinate 0, which may be that of no element.
    zero: *const T,
    modes: Prepared<G>,
    /// The coordinate of the view at which the window begins. Invariant: where the sum with a coordinate is below the extents of the view is
    /// an element that may be read for `'a`.
    begin: [isize; RANK],
    /// The window may reach past the view; if not, it is whole, as all of them are in a loop.
    is_cut: bool,
    of: [usize; RANK],
    outside: T,
    /// The addresses of rows, and how many elements after each that of this window begins. Invariant: they are there if the rows of such
    /// windows are listed, see `row_table.rs`.
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
            return match self.is_cut {
                // SAFETY: at each coordinate within the extents is an element.
                false => unsafe { *self.zero.offset(offset) },
                true => self.get(coordinate).copied().unwrap_or(self.outside),
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
        if let Some(outside) = coordinate.outside(&self.modes.modes, ModePath::ALL) {
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
        if self.is_cut {
            let mut natural = coordinate.natural(&self.modes.modes);
            for k in 0..RANK {
                if !is_at(self.begin[k], *G::digit(&mut natural, k), self.of[k]) {
                    return None;
                }
            }
            // SAFETY: the coordinate is one of the view: at its offset from coordinate 0 is
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
    #[expect(clippy::needless_range_loop, reason = "a loop of a range is spelled out first")]
    pub fn is_whole(&self) -> bool {
        let sizes = self.modes.modes.numbers().0;
        let mut is_whole = true;
        if self.is_cut {
            for k in 0..RANK {
                let (begin, last) = (self.begin[k], sizes[k].saturating_sub(1));
                is_whole &= is_at(begin, 0, self.of[k]) && is_at(begin, last, self.of[k]);
            }
        }
        is_whole
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
    /// border. Along a mode where elements of both views are next to each other, and windows one element after the other, compilers make
    /// vectors of it if the extents are constants. With extents that are known at run time, sums and maxima over a window are faster by
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
        let (mut of, strides) = image.place().geometry().numbers();
        let (mut counts, target_strides) = self.place().geometry().numbers();
        let (inner, mode) = (inner_mode(counts, target_strides), row_mode(strides));
        let is_listed = is_listed::<U, RANK>(sizes);
        // Two modes of which windows have one element each, and that go on in each other, are one.
        for a in 0..RANK {
            for b in (0..RANK).filter(|b| *b != a) {
                let is_plain = |k: usize| {
                    (sizes[k], first[k], step[k], of[k]) == (1, 0, 1, counts[k])
                        && k != inner
                        && k != mode
                };
                let next = (of[b] as isize).wrapping_mul(strides[b]);
                let target_next = (counts[b] as isize).wrapping_mul(target_strides[b]);
                if is_plain(a)
                    && is_plain(b)
                    && (strides[a], target_strides[a]) == (next, target_next)
                {
                    (of[b], counts[b]) = (of[b] * of[a], counts[b] * counts[a]);
                    (of[a], counts[a]) = (1, 1);
                }
            }
        }
        let stencil = Stencil {
            windows: Sliding { first, step, of, strides, sizes },
            whole: whole(
                Places { first, step },
                Extents { image: of, window: sizes, target: counts },
            ),
            zero: plain::<U, M>(image.place()).zero().as_ptr().cast_const(),
            target: plain::<T, L>(self.place()).zero().as_ptr(),
            outside,
            modes,
            geometries: (*self.place().geometry(), *image.place().geometry()),
            counts,
            inner,
            mode,
            is_listed,
            is_line: is_listed && mode == inner && target_strides[inner] == 1,
            elements: PhantomData,
        };
        let mut room = Room::new();
        let mut table = RowTable::new(&mut room);
        for range in stencil.ranges() {
            if range.is_empty() {
                continue;
            }
            let boxes = Boxes { whole: stencil.whole_of(&range), counts };
            boxes.for_each(|at, is_whole| {
                let mut at = at.clone();
                if stencil.is_line {
                    at[inner] = range.clone();
                }
                // SAFETY: coordinates of this view, which is borrowed, as the other one is.
                unsafe { stencil.visit(&at, is_whole, &mut table, &mut f) };
            });
        }
    }
}

/// Windows and the target to which they belong.
struct Stencil<'a, T, U, G: Geometry, H, I, const RANK: usize> {
    windows: Sliding<RANK>,
    /// The coordinates of the target at which windows are whole, mode by mode.
    whole: [Range<usize>; RANK],
    /// The addresses of the coordinates 0 of the image and of the target.
    zero: *const U,
    target: *mut T,
    outside: U,
    modes: Prepared<G>,
    /// The geometries of the target and of the image, of which the compiler may know all numbers.
    geometries: (H, I),
    /// The extents of the target.
    counts: [usize; RANK],
    /// The mode of the target that is the innermost loop, and that along which rows of windows are.
    inner: usize,
    mode: usize,
    /// The rows of such windows are listed.
    is_listed: bool,
    /// Rows of windows are listed, and go on along rows of the target.
    is_line: bool,
    elements: PhantomData<&'a U>,
}

/// The fewest elements of a row whose length LLVM may know as a constant: it makes vectors of shorter rows only if nothing is compared
/// before them.
const MIN_VECTORIZED_ROW: usize = 16;

/// The fewest elements of the windows of such a row, with two more for each window, as a function takes beside it: LLVM unrolls what takes
/// up to some 300 instructions, and makes no vectors of it.
const MIN_VECTORIZED_ELEMENTS: usize = 100;

/// Where windows are read.
#[derive(Clone, Copy)]
enum Read<const RANK: usize> {
    /// In the image, in which all of them are.
    InPlace,
    /// In the image, and values outside in place of rows that are not there.
    Rows,
    /// In lines of the image that are copied.
    Lines(Lines<RANK>),
    /// In the image, each element if it is there.
    Elements,
}

impl<'a, T, U: Copy, G, H, I, const RANK: usize> Stencil<'a, T, U, G, H, I, RANK>
where
    G: Strided<RANK>,
    H: Strided<RANK>,
    I: Strided<RANK>,
{
    /// The coordinates of a row. Of a long one whose windows are cut at its ends, those whose windows are whole are apart, but for some
    /// that fill vectors.
    #[inline(always)]
    fn ranges(&self) -> [Range<usize>; 3] {
        let (count, whole) = (self.geometries.0.numbers().0[self.inner], &self.whole[self.inner]);
        let low = whole.start.next_multiple_of(16);
        if !self.is_line
            || is_room::<U, RANK>(self.windows.sizes, count)
            || *whole == (0..count)
            || whole.end <= low
        {
            return [0..count, 0..0, 0..0];
        }
        let high = if whole.end < count { whole.end - (whole.end - low) % 8 } else { count };
        [0..low, low..high, high..count]
    }

    /// The coordinates of the target, mode by mode, at which windows are read in place, where a range of the inner mode is one box. Where
    /// windows of a row are cut, the whole target is.
    #[inline(always)]
    fn whole_of(&self, range: &Range<usize>) -> [Range<usize>; RANK] {
        let (mut whole, counts) = (self.whole.clone(), self.counts);
        let is_cut = !self.is_inside(self.inner, range);
        for k in 0..RANK {
            if self.is_line && (is_cut || k == self.inner) {
                whole[k] = 0..counts[k];
            }
        }
        whole
    }

    /// Returns true if windows are inside of the image at some coordinates of a mode.
    #[inline(always)]
    fn is_inside(&self, k: usize, range: &Range<usize>) -> bool {
        self.whole[k].start <= range.start && range.end <= self.whole[k].end
    }

    /// Calls a function with the elements of a box of the target and their windows, all of which may be whole. All have the same rows
    /// inside of the image, or are in lines that are copied.
    ///
    /// # Safety
    ///
    /// At the coordinates of the image and of the box are elements, for as long as the windows are, of which nobody else has those of the
    /// target.
    #[inline(always)]
    unsafe fn visit(
        &self,
        at: &[Range<usize>; RANK],
        is_whole: bool,
        table: &mut RowTable<'_, U>,
        f: &mut impl FnMut(&mut T, &Window<'a, U, G, RANK>),
    ) {
        let Stencil { windows, inner, mode, .. } = self;
        let (inner, mode, length) = (*inner, *mode, at[*inner].len());
        let (sizes, strides) = (windows.sizes, windows.strides);
        let mut start = [0; RANK];
        for k in 0..RANK {
            start[k] = at[k].start;
        }
        let along = strides[inner].wrapping_mul(windows.step[inner] as isize);
        // So many windows one after the other have room for rows outside.
        let most_outside = windows_in_room::<U, RANK>(sizes, mode, along);
        let is_cut = mode < RANK && !self.is_inside(mode, &at[mode])
            || self.is_line && most_outside < length;
        let is_copied = self.is_listed && is_cut;
        let target_strides = self.geometries.0.numbers().1;
        let mut common = if is_copied { sizes } else { [1; RANK] };
        if is_copied {
            prefer_rows_without_gap(&mut common, at, (inner, mode), target_strides);
        }
        let is_in_place = is_whole && self.is_inside(inner, &at[inner]);
        // Rows without a gap are one slice.
        let mut runs = Runs::of(at, inner, target_strides, common, length as isize);
        let (mut at, mut length) = (at.clone(), length);
        // Rows without a gap are one, of the image, too.
        let distances = (strides[runs.mode], target_strides[runs.mode]);
        let is_one = is_in_place
            && target_strides[inner] == 1
            && (along, windows.step[runs.mode]) == (1, 1)
            && distances == (length as isize, length as isize);
        if is_one {
            length *= runs.count;
            at[runs.mode].end = at[runs.mode].start + 1;
            runs = Runs::of(&at, inner, target_strides, common, length as isize);
        }
        let further = strides[runs.mode].wrapping_mul(windows.step[runs.mode] as isize);
        let read = if is_in_place {
            Read::InPlace
        } else if !self.is_listed {
            Read::Elements
        } else if is_copied {
            Read::Lines(Lines::new::<U>(windows, (mode, inner), length, runs))
        } else {
            Read::Rows
        };
        let mut part = Part {
            rows: Rows { count: 0, source: further, target: target_strides[runs.mode] },
            second: runs.mode,
            along: (along, along),
            further,
            is_mixed: false,
        };
        let (mut most, mut most_rows) = (usize::MAX, usize::MAX);
        let first = windows.offset(start);
        match &read {
            Read::InPlace if self.is_listed => {
                table.list(self.zero.wrapping_offset(first), (sizes, strides), mode);
            }
            Read::InPlace | Read::Elements => {}
            Read::Rows => (most, part.further, part.is_mixed) = (most_outside, 0, true),
            Read::Lines(lines) => {
                table.list_lines(lines, sizes);
                (most, most_rows) = (lines.most, lines.most_rows);
                (part.along.1, part.further) = (lines.along as isize, lines.further(windows));
            }
        }
        if target_strides[inner] != 1 {
            most = 1;
        }
        runs.for_each(&at, inner, |mut t| {
            let first_row = t[runs.mode];
            for rows in pieces(first_row..first_row + runs.count, most_rows) {
                t[runs.mode] = rows.start;
                for some in pieces(at[inner].clone(), most) {
                    t[inner] = some.start;
                    let (offset, mut distance) = (windows.offset(t), 0);
                    match &read {
                        Read::InPlace | Read::Elements => distance = offset.wrapping_sub(first),
                        Read::Rows => {
                            let moves = (mode, further, along);
                            table.list_some(
                                self.zero,
                                windows,
                                (t, some.len()),
                                moves,
                                self.outside,
                            );
                        }
                        Read::Lines(lines) => {
                            let windows = (windows, t, rows.len(), some.len());
                            // SAFETY: windows of these lines.
                            unsafe { table.copy(self.zero, windows, lines, self.outside) };
                        }
                    }
                    let mut window = Window {
                        zero: self.zero.wrapping_offset(offset),
                        modes: self.modes,
                        begin: [0; RANK],
                        is_cut: !matches!(read, Read::InPlace),
                        of: windows.of,
                        outside: self.outside,
                        rows: (NonNull::dangling(), distance),
                        elements: PhantomData,
                    };
                    let mut to =
                        self.target.wrapping_offset(sum(|k| t[k] as isize, target_strides));
                    let (mut left, mut t) = (rows.len(), t);
                    let length = if is_one { length } else { some.len() };
                    // Rows with gaps are one by one, and those whose windows do not move alike.
                    let is_dense = part.rows.target == length as isize && !part.is_mixed;
                    while left > 0 {
                        window.rows.0 = table.first();
                        part.rows.count = if is_dense { left } else { 1 };
                        let elements = part.rows.count * length;
                        let windows = (&window, windows, t);
                        // SAFETY: by the caller; the rows of the windows are listed.
                        unsafe {
                            let to = slice::from_raw_parts_mut(to, elements);
                            each_window(part, to, length, self.geometries, windows, f);
                        }
                        if part.is_mixed {
                            table.step(row_count(sizes, mode));
                        }
                        window.zero = window.zero.wrapping_offset(part.rows.source);
                        window.rows.1 = window.rows.1.wrapping_add(part.further);
                        to = to.wrapping_offset(part.rows.target);
                        t[runs.mode] += 1;
                        left -= part.rows.count;
                    }
                }
            }
        });
    }
}

/// Lets runs of rows that the target has without a gap, which are one call, have as much in common as others that would copy a few lines fewer.
#[inline(never)]
fn prefer_rows_without_gap<const RANK: usize>(
    common: &mut [usize; RANK],
    at: &[Range<usize>; RANK],
    (inner, mode): (usize, usize),
    target_strides: [isize; RANK],
) {
    let (length, all) = (at[inner].len(), row_count(*common, mode));
    for k in 0..RANK {
        if k == inner || at[k].len() == 1 || target_strides[k] != length as isize {
            continue;
        }
        for other in 0..RANK {
            // By the instructions that were counted: a call of a row takes 120, and a line 30 and some for each four elements.
            let more = (all / common[k].max(1)).saturating_sub(all / common[other].max(1));
            if other != inner && more.saturating_mul(length.saturating_add(100)) <= 400 {
                common[other] = common[other].min(common[k]);
            }
        }
    }
}

/// Ranges of at most `most` of a range, one after the other.
#[inline(always)]
fn pieces(mut all: Range<usize>, most: usize) -> impl Iterator<Item = Range<usize>> {
    core::iter::from_fn(move || {
        let range = all.start..all.end.min(all.start.saturating_add(most));
        all.start = range.end;
        (!range.is_empty()).then_some(range)
    })
}

/// Rows of the target, and how their windows move.
#[derive(Clone, Copy)]
struct Part {
    rows: Rows,
    /// The mode in which the rows are one after the other.
    second: usize,
    /// The elements from one window along a row to the next, in the image and where its rows are read.
    along: (isize, isize),
    /// The elements from the windows of a row to those of the next, where rows of windows are read.
    further: isize,
    /// The rows of windows do not all move alike, but by their steps.
    is_mixed: bool,
}

/// Calls a function with each element of some rows without a gap, which have `count` each, and with its window. That of the first element
/// is given, and the coordinate of the target to which it belongs. What the function needs is found once for all rows.
///
/// A function of its own: by the reference to all elements LLVM knows in each loop that no window shares them, and compares no addresses
/// before it makes vectors. What it learns of the elements of a row by inlining it forgets: the function of the user has references to
/// elements, too, that are others in each iteration. It has the only call of that function, which is inlined then, however large it is.
///
/// # Safety
///
/// There are as many elements as all rows have. If the rows of such windows are listed, they are those of the table, which may be read for
/// as many windows as elements.
#[inline(never)]
#[expect(clippy::needless_range_loop, reason = "a loop of a range is spelled out first")]
unsafe fn each_window<'a, T, U: Copy, G, H, I, const RANK: usize>(
    part: Part,
    target: &mut [T],
    mut count: usize,
    (geometry, image): (H, I),
    (first, windows, mut t): (&Window<'a, U, G, RANK>, &Sliding<RANK>, [usize; RANK]),
    f: &mut impl FnMut(&mut T, &Window<'a, U, G, RANK>),
) where
    G: Strided<RANK>,
    H: Strided<RANK>,
    I: Strided<RANK>,
{
    let (counts, target_strides) = geometry.numbers();
    let (sizes, strides) = first.modes.modes.numbers();
    let inner = inner_mode(counts, target_strides);
    let is_line = is_listed::<U, RANK>(sizes) && row_mode(strides) == inner;
    // A whole row, whose length may be a constant. Rows may be without a gap. Short ones LLVM would unroll: it does not know that windows
    // begin one element after the other.
    let mut is_row = is_line && target_strides[inner] == 1 && counts[inner] >= MIN_VECTORIZED_ROW;
    is_row &= is_room::<U, RANK>(sizes, counts[inner]);
    is_row &= counts[inner] * (element_count(sizes) + 2) >= MIN_VECTORIZED_ELEMENTS;
    for k in 0..RANK {
        let distances = (target_strides[k], image.numbers().1[k]);
        is_row &= distances != (counts[inner] as isize, counts[inner] as isize);
    }
    if is_row {
        count = counts[inner];
    }
    debug_assert_eq!(target.len(), part.rows.count * count);
    let &Window { mut zero, modes, begin, is_cut, of, outside, mut rows, elements } = first;
    for row in 0..part.rows.count {
        let mut window = Window { zero, modes, begin, is_cut, of, outside, rows, elements };
        for k in 0..RANK {
            window.begin[k] = windows.begin(k, t[k]);
        }
        // By an index, which takes fewer instructions for a row than an iterator.
        for i in 0..count {
            window.zero = zero.wrapping_offset((i as isize).wrapping_mul(part.along.0));
            window.rows.1 = rows.1.wrapping_add((i as isize).wrapping_mul(part.along.1));
            // No index that is not known: it would keep the coordinates in memory, and LLVM would make no vectors. No branch, either: LLVM
            // would spell out the first element apart.
            for k in 0..RANK {
                if k == inner {
                    window.begin[k] = windows.begin(k, t[k] + i);
                }
            }
            // SAFETY: by the caller, an element.
            f(unsafe { target.get_unchecked_mut(row * count + i) }, &window);
        }
        zero = zero.wrapping_offset(part.rows.source);
        rows.1 = rows.1.wrapping_add(part.further);
        t[part.second] += 1;
    }
}
