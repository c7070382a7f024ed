//! `Steps`: a layout as the set of its offsets.

use crate::geometry::Geometry;

pub use layout_core::MAX_LEAVES;

pub use crate::geometry::leaves::MAX_LEAVES_SMALL;

/// The leaves with more than one coordinate, by the magnitude of their strides,
/// with the smallest first. The offsets are `min + Σ stride[k] * x[k]` for all
/// `x[k] < extent[k]`. An extent of 0 counts as 1.
///
/// There is room for `N` leaves. At run time `N` is close to their number: filling arrays of
/// [`MAX_LEAVES`] would take most of the time.
#[derive(Clone, Copy)]
pub struct Steps<const N: usize = MAX_LEAVES> {
    /// The extents, above 1.
    pub extent: [usize; N],
    /// The magnitudes of the strides.
    pub stride: [usize; N],
    /// The number of leaves.
    pub len: usize,
    /// The least offset.
    pub min: isize,
    /// The largest offset.
    pub max: isize,
}

/// Profiles with the set of their offsets.
pub(super) trait Evaluated: Geometry {
    /// Does not compile where a size or an offset does not fit an `isize`: profiles can be
    /// written by hand.
    const STEPS: Steps = Steps::of::<Self>();
}

impl<P: Geometry> Evaluated for P {}

impl Steps {
    const fn of<P: Geometry>() -> Steps {
        let steps = Steps::new(P::TABLE.shape(), P::TABLE.stride());
        assert!(steps.min == P::MIN_OFFSET && steps.max == P::MAX_OFFSET);
        steps
    }
}

impl<const N: usize> Steps<N> {
    /// The offsets of these leaves, which are no more than `N`, and fit.
    pub(super) const fn new(shape: &[usize], stride: &[isize]) -> Self {
        match Steps::of_leaves(shape, stride) {
            Ok(steps) => steps,
            Err(rule) => panic!("{}", rule),
        }
    }

    /// The offsets of these leaves, which are no more than `N`, if they fit.
    pub const fn checked(shape: &[usize], stride: &[isize]) -> Option<Self> {
        match Steps::of_leaves(shape, stride) {
            Ok(steps) => Some(steps),
            Err(_) => None,
        }
    }

    const fn of_leaves(shape: &[usize], stride: &[isize]) -> Result<Self, &'static str> {
        let mut steps = Steps { extent: [1; N], stride: [0; N], len: 0, min: 0, max: 0 };
        let mut size = 1usize;
        let mut leaf = 0;
        while leaf < shape.len() {
            let extent = shape[leaf];
            // Who needs an offset asks whether there is one.
            size = match size.checked_mul(if extent == 0 { 1 } else { extent }) {
                Some(size) if size <= isize::MAX as usize => size,
                _ => return Err("the size of this layout does not fit `isize`"),
            };
            if extent > 1 {
                let end = stride[leaf].checked_mul(extent as isize - 1);
                let (min, max) = match end {
                    Some(end) if end < 0 => (steps.min.checked_add(end), Some(steps.max)),
                    Some(end) => (Some(steps.min), steps.max.checked_add(end)),
                    None => (None, None),
                };
                match (min, max) {
                    (Some(min), Some(max)) => (steps.min, steps.max) = (min, max),
                    _ => return Err("an offset of this layout does not fit `isize`"),
                }
                steps.insert(extent, stride[leaf].unsigned_abs());
            }
            leaf += 1;
        }
        match steps.max.checked_sub(steps.min) {
            Some(_) => Ok(steps),
            None => Err("this layout spans more than `isize`"),
        }
    }

    /// Inserts a leaf in its place.
    const fn insert(&mut self, extent: usize, stride: usize) {
        let mut at = self.len;
        while at > 0 && self.stride[at - 1] > stride {
            self.extent[at] = self.extent[at - 1];
            self.stride[at] = self.stride[at - 1];
            at -= 1;
        }
        self.extent[at] = extent;
        self.stride[at] = stride;
        self.len += 1;
    }

    /// All offsets moved by a distance.
    pub(super) const fn moved(mut self, distance: isize) -> Self {
        match (self.min.checked_add(distance), self.max.checked_add(distance)) {
            (Some(min), Some(max)) => (self.min, self.max) = (min, max),
            _ => panic!("an offset of this layout does not fit `isize`"),
        }
        self
    }

    /// Returns true only if every integer from the smallest offset to the largest is an offset; false decides nothing.
    ///
    /// The leaves before one make all sums up to their reach. With a stride of at most one more,
    /// each step of the leaf goes on where the last one ended, or before.
    pub(super) const fn has_no_gaps(&self) -> bool {
        let (mut reach, mut leaf) = (0, 0);
        while leaf < self.len {
            if self.stride[leaf] > reach + 1 {
                return false;
            }
            reach += self.stride[leaf] * (self.extent[leaf] - 1);
            leaf += 1;
        }
        true
    }

    /// The largest sum of the first leaves.
    pub(super) const fn reach(&self, leaves: usize) -> usize {
        let mut reach = 0;
        let mut leaf = 0;
        while leaf < leaves {
            // No more than the span, which fits.
            reach += self.stride[leaf] * (self.extent[leaf] - 1);
            leaf += 1;
        }
        reach
    }

    /// The next point in colexicographic order, and its sum; `None` after the last.
    pub(super) const fn next(&self, digits: &mut [usize; N], sum: usize) -> Option<usize> {
        let mut sum = sum;
        let mut leaf = 0;
        while leaf < self.len {
            if digits[leaf] + 1 < self.extent[leaf] {
                digits[leaf] += 1;
                return Some(sum + self.stride[leaf]);
            }
            sum -= self.stride[leaf] * digits[leaf];
            digits[leaf] = 0;
            leaf += 1;
        }
        None
    }
}

/// The most leaves that one of two layouts has.
pub const fn most_leaves<G: Geometry, H: Geometry>() -> usize {
    let most = if G::LEAVES > H::LEAVES { G::LEAVES } else { H::LEAVES };
    assert!(most <= MAX_LEAVES, "a layout has at most 64 leaves");
    most
}
