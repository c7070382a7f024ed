//! The coordinates of a target: in boxes whose windows are cut alike, and row by row.

use core::cmp::Reverse;
use core::ops::Range;

use super::overlap::{Places, assert_step, within};

/// The sum of products, modulo the power of two of the word.
#[inline(always)]
pub(super) fn sum<const RANK: usize>(at: impl Fn(usize) -> isize, strides: [isize; RANK]) -> isize {
    (0..RANK).fold(0, |sum, k| sum.wrapping_add(at(k).wrapping_mul(strides[k])))
}

/// The mode of the target that is the innermost loop: of more than one coordinate, that of the smallest step.
#[inline(always)]
pub(super) fn inner_mode<const RANK: usize>(
    counts: [usize; RANK],
    strides: [isize; RANK],
) -> usize {
    let step = |k: usize| (counts[k] == 1, strides[k].unsigned_abs());
    (1..RANK).fold(0, |inner, k| if step(k) < step(inner) { k } else { inner })
}

/// The extents of an image, of a window over it, and of the target that has a coordinate for each window.
#[derive(Clone, Copy)]
pub(super) struct Extents<const RANK: usize> {
    pub(super) image: [usize; RANK],
    pub(super) window: [usize; RANK],
    pub(super) target: [usize; RANK],
}

/// The coordinates of the target, mode by mode, whose windows are inside of the image. Where the image has no elements, no
/// window is.
#[track_caller]
pub(super) fn whole<const RANK: usize>(
    Places { first, step }: Places<RANK>,
    Extents { image, window, target }: Extents<RANK>,
) -> [Range<usize>; RANK] {
    core::array::from_fn(|k| {
        assert_step(k, step[k]);
        match image[k].checked_sub(window[k]) {
            Some(more) if image[k] > 0 => within(first[k], step[k], more + 1, target[k]),
            _ => 0..0,
        }
    })
}

/// A target cut into boxes of coordinates.
pub(super) struct Boxes<const RANK: usize> {
    /// The coordinates at which windows are whole, mode by mode.
    pub(super) whole: [Range<usize>; RANK],
    /// The number of coordinates.
    pub(super) counts: [usize; RANK],
}

impl<const RANK: usize> Boxes<RANK> {
    /// Calls a function with each box, and whether its windows are whole.
    #[inline(always)]
    pub(super) fn for_each(&self, mut f: impl FnMut(&[Range<usize>; RANK], bool)) {
        let pieces: [usize; RANK] = core::array::from_fn(|k| {
            let Range { start, end } = self.whole[k];
            self.counts[k] - (end - start) + usize::from(start < end)
        });
        if pieces.contains(&0) {
            return;
        }
        let mut at = [0; RANK];
        loop {
            let piece = core::array::from_fn(|k| self.piece(k, at[k]));
            let is_whole = (0..RANK).all(|k| piece[k] == self.whole[k]);
            f(&piece, is_whole);
            if !advance(&mut at, pieces, RANK) {
                return;
            }
        }
    }

    /// Each coordinate before those where windows are whole, these, and each after them.
    #[inline(always)]
    fn piece(&self, k: usize, at: usize) -> Range<usize> {
        let Range { start, end } = self.whole[k];
        if at < start {
            at..at + 1
        } else if at == start && start < end {
            start..end
        } else {
            let at = if start < end { at - 1 - start + end } else { at };
            at..at + 1
        }
    }
}

/// Rows of a target: how many, and the distances from one to the next, of the windows in the image and of the target.
#[derive(Clone, Copy)]
pub(super) struct Rows {
    pub(super) count: usize,
    pub(super) source: isize,
    pub(super) target: isize,
}

/// Runs of rows of a box that is not empty: the mode in which rows are one after the other, and their number.
#[derive(Clone, Copy)]
pub(super) struct Runs {
    pub(super) mode: usize,
    pub(super) count: usize,
}

impl Runs {
    /// The runs along the mode of which rows of windows have most in common, of these the one of a stride that is given, or that of the
    /// smallest, beside the inner one, unless there are few rows in it. What belongs to a run is found once.
    #[inline(always)]
    pub(super) fn of<const RANK: usize>(
        at: &[Range<usize>; RANK],
        inner: usize,
        strides: [isize; RANK],
        common: [usize; RANK],
        stride: isize,
    ) -> Self {
        let (mut runs, mut best) = (Runs { mode: inner, count: 1 }, None);
        for k in 0..RANK {
            let count = at[k].len();
            let is_given = count > 1 && strides[k] == stride;
            let step = Reverse(strides[k].unsigned_abs());
            let key = (common[k].min(count), is_given, count.min(8), step);
            if k != inner && best <= Some(key) {
                (runs, best) = (Runs { mode: k, count }, Some(key));
            }
        }
        runs
    }

    /// Calls a function with the first coordinate of each run.
    #[inline(always)]
    pub(super) fn for_each<const RANK: usize>(
        self,
        at: &[Range<usize>; RANK],
        inner: usize,
        mut f: impl FnMut([usize; RANK]),
    ) {
        let lengths = core::array::from_fn(|k| if k == self.mode { 1 } else { at[k].len() });
        let mut turn = [0; RANK];
        loop {
            f(core::array::from_fn(|k| at[k].start + turn[k]));
            if !advance(&mut turn, lengths, inner) {
                return;
            }
        }
    }
}

/// The next coordinate, the last mode fastest, without one mode; false after the last.
#[inline(always)]
pub(super) fn advance<const RANK: usize>(
    at: &mut [usize; RANK],
    extents: [usize; RANK],
    but: usize,
) -> bool {
    for k in (0..RANK).rev() {
        if k == but {
            continue;
        }
        at[k] += 1;
        if at[k] < extents[k] {
            return true;
        }
        at[k] = 0;
    }
    false
}
