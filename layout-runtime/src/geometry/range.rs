//! `Range`: the size and the offsets of a layout, in checked arithmetic.

use super::Geometry;
use super::leaves::{LeafNumbers, Leaves, MAX_LEAVES_SMALL, numbers};
use crate::error::ShapeError;
use layout_core::MAX_LEAVES;

/// The size of a layout, and its smallest and largest offset.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Range {
    pub(crate) size: usize,
    pub(crate) min: isize,
    pub(crate) max: isize,
}

const SIZE: &str = "the size must fit `isize`";
const OFFSET: &str = "every offset must fit `isize`";
const COSIZE: &str = "the cosize must fit `isize`";

impl Range {
    /// The range without leaves: the one offset 0.
    const POINT: Range = Range { size: 1, min: 0, max: 0 };

    /// The range without coordinates: no offset is the largest.
    const EMPTY: Range = Range { size: 0, min: 0, max: -1 };

    /// The range of these modes, if they are those of a layout.
    ///
    /// An extent may be 0. All must fit with 1 in its place, so that the parts of a layout without
    /// coordinates have sizes and offsets that fit, too.
    #[inline]
    pub(crate) fn of<M: Geometry>(modes: &M) -> Option<Range> {
        let mut upward = Upward { checker: Checker::START, strides: 0 };
        modes.visit(&mut upward);
        let mut checker = upward.checker;
        if upward.strides < 0 {
            checker = Checker::START;
            modes.visit(&mut checker);
        }
        let range = checker.range()?;
        Some(if checker.is_empty { Range::EMPTY } else { range })
    }

    /// The rule that a geometry breaks which has no range, or whose offsets do not fit after a swizzle.
    // Of numbers alone: a reference to the geometry would have its reciprocals made.
    #[inline(always)]
    pub(crate) fn reason<M: Geometry>(modes: &M) -> ShapeError {
        if const { M::LEAVES <= 2 } {
            let LeafNumbers { shape, stride, .. } = numbers::<M, 2>(modes);
            refused(&shape[..const { M::LEAVES }], &stride)
        } else if const { M::LEAVES <= MAX_LEAVES_SMALL } {
            let LeafNumbers { shape, stride, .. } = numbers::<M, MAX_LEAVES_SMALL>(modes);
            refused(&shape[..const { M::LEAVES }], &stride)
        } else {
            let LeafNumbers { shape, stride, .. } = numbers::<M, MAX_LEAVES>(modes);
            refused(&shape[..const { M::LEAVES }], &stride)
        }
    }

    /// The range of a layout whose offsets are all from 0 to its size, which may be 0.
    #[inline]
    pub(crate) fn compact(size: usize) -> Range {
        Range { size, min: 0, max: size.wrapping_sub(1) as isize }
    }

    /// The index that an offset is, where no offset is negative.
    #[inline(always)]
    pub(crate) fn index(&self, offset: isize) -> usize {
        debug_assert!(self.min >= 0, "this layout has negative offsets: use `offset`");
        offset as usize
    }

    /// The number of offsets from the smallest to the largest, and 0: swizzled ones may all
    /// be above it, or below.
    #[inline(always)]
    pub(crate) const fn cosize(&self) -> usize {
        if self.size == 0 {
            return 0;
        }
        let min = if self.min < 0 { self.min } else { 0 };
        let max = if self.max > 0 { self.max } else { 0 };
        max.abs_diff(min) + 1
    }

    /// The range with one more leaf, or the rule that is broken; 0 is as 1.
    fn with(self, extent: usize, stride: isize) -> Result<Range, &'static str> {
        let extent = extent.max(1);
        let last = extent - 1;
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

/// Sums up a range, without a jump and without a condition until the end: it is compiled
/// for every layout, and LLVM compares each condition with all others.
#[derive(Clone, Copy, Debug)]
struct Checker {
    /// The size, or the largest number if that is more.
    size: usize,
    /// The distance from the smallest offset to the largest, or the largest number if that is more.
    span: usize,
    /// The smallest offset, if the span is no such number.
    min: isize,
    /// True if an extent is 0, in whose place 1 is taken.
    is_empty: bool,
}

impl Checker {
    const START: Checker = Checker { size: 1, span: 0, min: 0, is_empty: false };

    /// The range, if there is no rule that a leaf breaks.
    #[inline]
    fn range(self) -> Option<Range> {
        let Checker { size, span, min, is_empty: _ } = self;
        const MAX: usize = isize::MAX as usize;
        // The size is at least 1 here, which LLVM need not find out.
        let fits = (size.wrapping_sub(1) < MAX) & (span < MAX);
        if fits { Some(Range { size, min, max: min.wrapping_add(span as isize) }) } else { None }
    }
}

/// A checker of strides that are not negative: most layouts have no others.
struct Upward {
    checker: Checker,
    /// All strides together, by their bits: negative if one is.
    strides: isize,
}

impl Leaves for Upward {
    #[inline]
    fn leaf(&mut self, extent: usize, stride: isize) {
        self.strides |= stride;
        let checker = &mut self.checker;
        checker.is_empty |= extent == 0;
        let extent = extent.max(1);
        let end = saturated((extent - 1).overflowing_mul(stride as usize));
        checker.size = saturated(checker.size.overflowing_mul(extent));
        checker.span = saturated(checker.span.overflowing_add(end));
    }
}

impl Leaves for Checker {
    /// A cold call of numbers: a reference to the geometry would have its reciprocals made.
    #[cold]
    #[inline(never)]
    fn leaf(&mut self, extent: usize, stride: isize) {
        self.is_empty |= extent == 0;
        let extent = extent.max(1);
        let last = extent - 1;
        let end = saturated(last.overflowing_mul(stride.unsigned_abs()));
        let below = end as isize & (stride >> (isize::BITS - 1));
        self.size = saturated(self.size.overflowing_mul(extent));
        self.span = saturated(self.span.overflowing_add(end));
        self.min = self.min.wrapping_sub(below);
    }
}

/// The largest number if there is more than that.
#[inline]
fn saturated((number, is_above): (usize, bool)) -> usize {
    number | (is_above as usize).wrapping_neg()
}

/// The error of [`Range::reason`].
#[cold]
#[inline(never)]
fn refused(shape: &[usize], stride: &[isize]) -> ShapeError {
    let mut range = Range::POINT;
    for (leaf, (extent, stride)) in shape.iter().zip(stride).enumerate() {
        match range.with(*extent, *stride) {
            Ok(next) => range = next,
            Err(rule) => {
                let values = [leaf as i128, *extent as i128, *stride as i128];
                return ShapeError::broken("", rule, &["leaf", "extent", "stride"], &values);
            }
        }
    }
    let names = &["min_offset", "max_offset"];
    let rule = "every swizzled offset must fit `isize`";
    ShapeError::broken("", rule, names, &[range.min as i128, range.max as i128])
}

#[cfg(test)]
mod tests {
    extern crate std;

    use std::string::{String, ToString};

    use super::*;
    use crate::geometry::Geometry;
    use crate::geometry::mode::Mode;
    use crate::number::{Extent, Fixed};

    fn error(modes: impl Geometry) -> String {
        assert_eq!(range(modes), None);
        Range::reason(&modes).to_string()
    }

    fn range(modes: impl Geometry) -> Option<Range> {
        Range::of(&modes)
    }

    fn leaf(extent: usize, stride: isize) -> Mode {
        Mode { extent: Extent::new(extent), stride }
    }

    #[test]
    fn what_is_no_layout_is_refused() {
        // Whatever else is 0.
        assert_eq!(
            error((leaf(0, 1), (leaf(1 << 62, 0), leaf(2, 0)))),
            "leaf = 2, extent = 2, stride = 0 and the size must fit `isize`"
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
        let expected = Range { size: 2, min: 0, max: isize::MAX - 1 };
        assert_eq!(range(end), Some(expected));
        let all = Mode { extent: Fixed::<{ isize::MAX }>, stride: 0 };
        assert_eq!(range(all).map(|range| range.size), Some(isize::MAX as usize));
    }

    /// Numbers around the ends of what fits.
    #[test]
    fn what_is_summed_up_is_what_the_rules_say() {
        const MAX: isize = isize::MAX;
        let extents = [0, 1, 2, 3, 7, 1 << 31, MAX as usize, 1 << 63, usize::MAX];
        let strides = [0, 1, -1, 5, -7, 1 << 31, 1 << 62, MAX - 1, MAX, MAX.wrapping_add(1), -MAX];
        let leaves = || extents.iter().flat_map(|&s| strides.iter().map(move |&d| (s, d)));
        for (s, d) in leaves() {
            for (t, e) in leaves() {
                let by_rules = Range::POINT.with(s, d).and_then(|range| range.with(t, e)).ok();
                let modes = (leaf(s, d), leaf(t, e));
                let is_empty = s == 0 || t == 0;
                let expected = by_rules.map(|range| if is_empty { Range::EMPTY } else { range });
                assert_eq!(range(modes), expected, "({s},{t}):({d},{e})");
            }
        }
    }
}
