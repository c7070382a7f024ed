//! `Way`: how two loops are turned, which is known from their sizes and strides alone.

#![allow(unsafe_code)]

use super::ahead::{LINE, NEAR};
use super::lines::{has_lines, is_packed, is_streamed, turn_lines};
use super::maker::streams;
use super::nest::Loop;
use super::plain::squares;

/// Copies of fewer bytes stay in the second cache of most machines, beside as many of the source, or
/// near to it: what is left of a line is there when its other part is copied. The second number is of processors
/// that [stream](streams), whose stores wait less for lines that are further away.
const MIDDLE: (usize, usize) = (5 << 18, 6 << 20);

/// Copies of so many bytes are, with their source, larger than many a last cache, and need not be there afterwards; the
/// second number as above.
const FAR: (usize, usize) = (16 << 20, 12 << 20);

/// As many rows as a line has elements lie in few sets of a cache if they are a multiple of so many
/// elements apart: of 64 sets of 8 lines, each of these sets has more than four lines of them.
const PITCH: isize = 512;

/// The lines of so few rows stay in the first cache together, whatever sets they are in.
const ROWS: usize = 8;

/// The lines of so many rows fill half of the first cache of most machines.
const STRIP: usize = 256;

/// How a nest is copied whose first loop runs along the target and whose second along the source.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Way {
    /// Square by square.
    Squares,
    /// The same, some rows of the source at a time.
    Strips,
    /// Line by line through a buffer, as rows are where lines of others are dropped.
    Lines,
    /// The same, past the caches.
    Stream,
    /// By tiles, whose lines are asked for before.
    Tiles,
}

impl Way {
    /// The way of a nest with so many turns, and these first two loops: in general, and on a processor that
    /// [streams].
    pub(super) const fn of<T>(turns: usize, l0: Loop, l1: Loop) -> (Way, Way) {
        (Self::on::<T>(false, turns, l0, l1), Self::on::<T>(true, turns, l0, l1))
    }

    const fn on<T>(streams: bool, turns: usize, l0: Loop, l1: Loop) -> Way {
        let bytes = turns.saturating_mul(size_of::<T>());
        let (middle, far) = if streams { (MIDDLE.1, FAR.1) } else { (MIDDLE.0, FAR.0) };
        let is_crowded = l0.source() % PITCH == 0 || l1.target() % PITCH == 0;
        if bytes <= NEAR || (l0.extent <= ROWS && bytes <= FAR.0) {
            Way::Squares
        } else if bytes >= far && is_streamed::<T>(l0, l1) && (streams || !is_packed::<T>(l0, l1)) {
            Way::Stream
        } else if is_crowded
            && has_lines::<T>(l0, l1)
            && (bytes <= middle || size_of::<T>() <= 2 || (streams && bytes < far))
        {
            Way::Lines
        } else if bytes <= middle || (size_of::<T>() > 8 && bytes < far) {
            Way::Strips
        } else {
            Way::Tiles
        }
    }

    /// One of two ways, by the processor.
    #[inline]
    pub(super) fn here((general, streamed): (Way, Way)) -> Way {
        if general != streamed && streams() { streamed } else { general }
    }

    /// Copies the two loops, if that is not by tiles.
    ///
    /// # Safety
    ///
    /// From `source`, at each offset of the loops is an element to be read; from `target`, at each of
    /// theirs is one to be written, and none is one of the source. The way is one of these loops.
    #[inline(always)]
    pub(super) unsafe fn copy<T: Copy>(self, l0: Loop, l1: Loop, source: *const T, target: *mut T) {
        // SAFETY: by the caller; strips are parts of the loops.
        unsafe {
            match self {
                Way::Squares | Way::Tiles => squares(l0, l1, source, target),
                Way::Strips => strips(l0, l1, source, target),
                Way::Lines => turn_lines::<T, false>(l0, l1, source, target),
                Way::Stream => turn_lines::<T, true>(l0, l1, source, target),
            }
        }
    }
}

/// Copies two loops in pieces of the first; of large elements, in pieces of both, of which a few fill as many
/// lines: then both are walked in as few pages at once.
///
/// # Safety
///
/// As [`Way::copy`].
unsafe fn strips<T: Copy>(l0: Loop, l1: Loop, source: *const T, target: *mut T) {
    let rows = strip::<T>(l0, l1);
    let columns = if const { size_of::<T>() > 8 } { rows } else { l1.extent.max(1) };
    for j in (0..l1.extent).step_by(columns) {
        let across = Loop { extent: columns.min(l1.extent - j), ..l1 };
        let from = source.wrapping_offset(j as isize * l1.source());
        let to = target.wrapping_offset(j as isize * l1.target());
        for i in (0..l0.extent).step_by(rows) {
            let along = Loop { extent: rows.min(l0.extent - i), ..l0 };
            let from = from.wrapping_offset(i as isize * l0.source());
            // SAFETY: by the caller.
            unsafe { squares(along, across, from, to.wrapping_add(i)) };
        }
    }
}

/// The rows of a strip. The longer it is, the fewer lines of the target are written in two parts; but its
/// lines of the source are to stay in the first cache, from one row of squares to the next.
const fn strip<T>(l0: Loop, l1: Loop) -> usize {
    let size = size_of::<T>() as isize;
    let few_sets = 8 * LINE as isize;
    let is_crowded = l0.source().wrapping_mul(size) % few_sets == 0
        || l1.target().wrapping_mul(size) % few_sets == 0;
    if is_crowded || size > 8 {
        // Of rows so far apart more would be in a few sets; and of large elements they fill as many lines.
        return match const { size_of::<T>() } {
            size @ 1..=4 => LINE / size,
            _ => 2 * ROWS,
        };
    }
    if l0.extent <= STRIP { STRIP } else { STRIP / 2 }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The ways of a transpose of `m` rows of `n` elements of the source.
    const fn transpose<T>(m: usize, n: usize) -> (Way, Way) {
        let l0 = Loop::new(m, n as isize, 1);
        Way::of::<T>(m * n, l0, Loop::new(n, 1, m as isize))
    }

    #[test]
    #[cfg_attr(
        not(all(target_arch = "x86_64", not(miri))),
        ignore = "there are no stores past the caches"
    )]
    fn sizes_strides_and_processors_choose() {
        assert_eq!(transpose::<f32>(60, 60), (Way::Squares, Way::Squares));
        assert_eq!(transpose::<f32>(300, 500), (Way::Strips, Way::Strips));
        assert_eq!(transpose::<f32>(512, 512), (Way::Lines, Way::Lines));
        assert_eq!(transpose::<f32>(517, 1022), (Way::Tiles, Way::Strips));
        assert_eq!(transpose::<f32>(1024, 1024), (Way::Tiles, Way::Lines));
        assert_eq!(transpose::<f32>(1501, 2003), (Way::Tiles, Way::Tiles));
        assert_eq!(transpose::<f32>(4096, 4096), (Way::Stream, Way::Stream));
        assert_eq!(transpose::<[f64; 2]>(1000, 1001), (Way::Strips, Way::Stream));
        // Images of which 16 channels of a pixel are side by side, all in one line.
        assert_eq!(transpose::<f32>(1 << 18, 16), (Way::Tiles, Way::Stream));
        assert_eq!(transpose::<f32>(16, 1 << 18), (Way::Tiles, Way::Stream));
    }
}
