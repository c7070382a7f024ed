//! `Range`: the size and the offsets of a layout, in checked arithmetic.

use super::{Leaves, Modes, ShapeError};

/// The size of a layout, and its smallest and largest offset.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Range {
    pub(crate) size: usize,
    pub(crate) min: isize,
    pub(crate) max: isize,
}

const POSITIVE: &str = "every extent must be at least 1";
const SIZE: &str = "the size must fit `isize`";
const OFFSET: &str = "every offset must fit `isize`";
const COSIZE: &str = "the cosize must fit `isize`";

impl Range {
    /// # Errors
    ///
    /// An extent is 0; the size, an offset or the cosize does not fit an `isize`.
    #[inline]
    pub(super) fn of<M: Modes>(modes: &M) -> Result<Range, ShapeError> {
        let mut checker = Checker { leaf: 0, so_far: Ok(Range { size: 1, min: 0, max: 0 }) };
        modes.visit(&mut checker);
        checker.so_far
    }

    /// The range with one more leaf, or the rule that is broken.
    #[inline]
    fn with(self, extent: usize, stride: isize) -> Result<Range, &'static str> {
        let Some(last) = extent.checked_sub(1) else { return Err(POSITIVE) };
        let size = match self.size.checked_mul(extent) {
            Some(size) if size <= isize::MAX as usize => size,
            _ => return Err(SIZE),
        };
        // The extent is no more than the size.
        let Some(end) = stride.checked_mul(last as isize) else { return Err(OFFSET) };
        let (Some(min), Some(max)) =
            (self.min.checked_add(end.min(0)), self.max.checked_add(end.max(0)))
        else {
            return Err(OFFSET);
        };
        match max.checked_sub(min) {
            Some(span) if span < isize::MAX => Ok(Range { size, min, max }),
            _ => Err(COSIZE),
        }
    }
}

struct Checker {
    leaf: usize,
    so_far: Result<Range, ShapeError>,
}

impl Leaves for Checker {
    #[inline]
    fn leaf(&mut self, extent: usize, stride: isize) {
        if let Ok(range) = self.so_far {
            self.so_far = range.with(extent, stride).map_err(|rule| {
                let values = [self.leaf as i128, extent as i128, stride as i128];
                ShapeError::broken("", rule, &["leaf", "extent", "stride"], &values)
            });
        }
        self.leaf += 1;
    }
}

/// Whether two layouts are the same function of 1-D coordinates: whether their
/// coalesced leaves are the same.
pub(super) fn is_same_function<const LEAVES: usize>(a: &impl Modes, b: &impl Modes) -> bool {
    coalesced::<LEAVES>(a) == coalesced::<LEAVES>(b)
}

/// The coalesced leaves, of which only so many are kept.
fn coalesced<const LEAVES: usize>(modes: &impl Modes) -> ([(usize, isize); LEAVES], usize) {
    let mut coalescer = Coalescer { leaves: [(1, 0); LEAVES], len: 0 };
    modes.visit(&mut coalescer);
    (coalescer.leaves, coalescer.len)
}

struct Coalescer<const LEAVES: usize> {
    leaves: [(usize, isize); LEAVES],
    len: usize,
}

impl<const LEAVES: usize> Leaves for Coalescer<LEAVES> {
    fn leaf(&mut self, extent: usize, stride: isize) {
        if extent == 1 {
            return;
        }
        if let Some((inner, step)) =
            self.len.checked_sub(1).and_then(|last| self.leaves.get_mut(last))
            && step.checked_mul(*inner as isize) == Some(stride)
        {
            *inner *= extent;
            return;
        }
        if let Some(leaf) = self.leaves.get_mut(self.len) {
            *leaf = (extent, stride);
        }
        self.len += 1;
    }
}

#[cfg(test)]
mod tests {
    extern crate std;

    use std::string::{String, ToString};

    use super::*;
    use crate::dynamic::{Extent, Fixed, Mode};

    fn error(modes: impl Modes) -> String {
        Range::of(&modes).unwrap_err().to_string()
    }

    fn leaf(extent: usize, stride: isize) -> Mode {
        Mode { extent: Extent::new(extent), stride }
    }

    #[test]
    fn what_is_no_layout_is_refused() {
        assert_eq!(
            error((leaf(3, 1), leaf(0, 3))),
            "leaf = 1, extent = 0, stride = 3 and every extent must be at least 1"
        );
        assert_eq!(
            error((leaf(1 << 62, 0), (leaf(1, 0), leaf(2, 0)))),
            "leaf = 2, extent = 2, stride = 0 and the size must fit `isize`"
        );
        assert_eq!(
            error(leaf(usize::MAX, 0)),
            "leaf = 0, extent = 18446744073709551615, stride = 0 and the size must fit `isize`"
        );
        assert_eq!(
            error((leaf(5, -1), leaf(3, 1 << 62))),
            "leaf = 1, extent = 3, stride = 4611686018427387904 and every offset must fit `isize`"
        );
        assert_eq!(
            error((leaf(3, 1 << 61), leaf(3, 1 << 61), leaf(3, 1 << 60))),
            "leaf = 1, extent = 3, stride = 2305843009213693952 and every offset must fit `isize`"
        );
        assert_eq!(
            error((leaf(2, isize::MIN + 2), leaf(2, 1))),
            "leaf = 1, extent = 2, stride = 1 and the cosize must fit `isize`"
        );
    }

    #[test]
    fn what_fits_is_taken() {
        let end = (leaf(1, isize::MIN), leaf(2, isize::MAX - 1));
        let range = Range { size: 2, min: 0, max: isize::MAX - 1 };
        assert_eq!(Range::of(&end), Ok(range));
        let all = Mode { extent: Fixed::<{ isize::MAX }>, stride: 0 };
        assert_eq!(Range::of(&all).map(|range| range.size), Ok(isize::MAX as usize));
    }

    #[test]
    fn coalesced_leaves_decide() {
        let rows = ((leaf(4, 1), leaf(1, 9)), leaf(3, 4), leaf(5, 20));
        assert!(is_same_function::<4>(&rows, &(leaf(12, 1), leaf(5, 20))));
        assert!(!is_same_function::<4>(&rows, &(leaf(12, 1), leaf(5, 12))));
        assert!(!is_same_function::<4>(&rows, &leaf(12, 1)));
        assert!(is_same_function::<1>(&leaf(1, 7), &leaf(1, 0)));
        assert!(!is_same_function::<1>(&leaf(2, 0), &leaf(3, 0)));
    }
}
