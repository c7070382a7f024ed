//! Strip mining: a transpose in strips of its rows, so that the lines of a strip's source stay in the first-level cache.

#![allow(unsafe_code)]

use super::transpose;
use crate::cache::{CACHE_LINE, HALF_L1_LINES, L1_WAYS};
use crate::loop_nest::Loop;

/// Copies the two loops of a transpose in pieces of the first; of large elements, in pieces of both, of which a few fill as many
/// lines: then both are walked in as few pages at once.
///
/// # Safety
///
/// From `source`, at each offset of the loops is an element to be read; from `target`, at each of
/// theirs is one to be written, and none is one of the source. The loops are those of a transpose.
pub(in crate::copy) unsafe fn copy<T: Copy>(l0: Loop, l1: Loop, source: *const T, target: *mut T) {
    let rows = strip_rows::<T>(l0, l1);
    let columns = if const { size_of::<T>() > 8 } { rows } else { l1.extent.max(1) };
    for j in (0..l1.extent).step_by(columns) {
        let across = Loop { extent: columns.min(l1.extent - j), ..l1 };
        let from = source.wrapping_offset(j as isize * l1.source());
        let to = target.wrapping_offset(j as isize * l1.target());
        for i in (0..l0.extent).step_by(rows) {
            let along = Loop { extent: rows.min(l0.extent - i), ..l0 };
            let from = from.wrapping_offset(i as isize * l0.source());
            // SAFETY: by the caller.
            unsafe { transpose::copy(along, across, from, to.wrapping_add(i)) };
        }
    }
}

/// The rows of a strip. The longer it is, the fewer lines of the target are written in two parts; but its
/// lines of the source are to stay in the first-level cache, from one row of register tiles to the next.
const fn strip_rows<T>(l0: Loop, l1: Loop) -> usize {
    let size = size_of::<T>() as isize;
    let few_sets = 8 * CACHE_LINE as isize;
    let has_set_conflicts = l0.source().wrapping_mul(size) % few_sets == 0
        || l1.target().wrapping_mul(size) % few_sets == 0;
    if has_set_conflicts || size > 8 {
        // Of rows so far apart more would be in a few sets; and of large elements they fill as many lines.
        return match const { size_of::<T>() } {
            size @ 1..=4 => CACHE_LINE / size,
            _ => 2 * L1_WAYS,
        };
    }
    if l0.extent <= HALF_L1_LINES { HALF_L1_LINES } else { HALF_L1_LINES / 2 }
}
