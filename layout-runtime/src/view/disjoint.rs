//! Whether no two coordinates of a layout share an offset, decided at run time.
//!
//! Of the leaves in the order of their strides, each stride is above what the leaves before
//! reach together. Then two coordinates differ in a largest of these leaves, by at least its
//! stride, and the leaves before do not make up for it. That holds for every layout of
//! plain rows, columns and blocks, padded or reversed. Where it does not hold, the leaves interleave,
//! and `injective.rs` decides, as for layouts of constants.

use super::injective::{Answer, injective};
use super::steps::Steps;
use crate::dynamic::ShapeError;
use crate::geometry::{Geometry, Leaves};

/// # Errors
///
/// A leaf has a stride that is not above what those before it reach.
pub(super) fn assert_disjoint<M: Geometry>(modes: &M) -> Result<(), ShapeError> {
    let mut each = Each { modes, leaf: 0, so_far: Ok(()) };
    modes.visit(&mut each);
    match each.so_far {
        Err(error) if !is_disjoint(modes) => Err(error),
        _ => Ok(()),
    }
}

/// Whether no two coordinates share an offset, for layouts whose leaves interleave.
#[cold]
fn is_disjoint<M: Geometry>(modes: &M) -> bool {
    modes.product::<usize>() == 0 || injective(&Steps::of_numbers(modes)) == Answer::Yes
}

/// Checks each leaf against all others: there are few, and nothing is sorted.
struct Each<'a, M> {
    modes: &'a M,
    leaf: usize,
    so_far: Result<(), ShapeError>,
}

impl<M: Geometry> Leaves for Each<'_, M> {
    fn leaf(&mut self, extent: usize, stride: isize) {
        let distance = stride.unsigned_abs();
        let mut before = Before { distance, place: self.leaf, leaf: 0, reach: 0 };
        self.modes.visit(&mut before);
        if extent > 1 && distance <= before.reach && self.so_far.is_ok() {
            let rule = "a stride must be above what the leaves below it reach, \
                        for mutable elements that no two coordinates share";
            let names = &["leaf", "extent", "stride", "reach"];
            let numbers = [self.leaf as i128, extent as i128, stride as i128, before.reach as i128];
            self.so_far = Err(ShapeError::broken("", rule, names, &numbers));
        }
        self.leaf += 1;
    }
}

/// How far the leaves before one reach, in the order of their strides and then of their places.
struct Before {
    distance: usize,
    place: usize,
    leaf: usize,
    reach: usize,
}

impl Leaves for Before {
    fn leaf(&mut self, extent: usize, stride: isize) {
        let distance = stride.unsigned_abs();
        if (distance, self.leaf) < (self.distance, self.place) {
            // No overflow: these are parts of the span of the offsets, which fits.
            self.reach += extent.saturating_sub(1) * distance;
        }
        self.leaf += 1;
    }
}

#[cfg(test)]
mod tests {
    extern crate std;

    use std::string::ToString;
    use std::vec::Vec;

    use super::*;
    use crate::dynamic::{Dynamic, Extent, Mode};

    fn leaf(extent: usize, stride: isize) -> Mode {
        Mode { extent: Extent::new(extent), stride }
    }

    #[test]
    #[cfg_attr(miri, ignore = "no `unsafe` here, and many layouts")]
    fn what_is_taken_shares_nothing() {
        let mut count = [0; 2];
        let leaves = || (1..4).flat_map(|extent| (-7..8).map(move |stride| leaf(extent, stride)));
        for a in leaves() {
            for (b, c) in leaves().flat_map(|b| leaves().map(move |c| (b, c))) {
                let modes = (a, (b, c));
                let layout = Dynamic::<_, 3>::new(modes).unwrap();
                let mut offsets: Vec<isize> = layout.offsets().collect();
                offsets.sort();
                offsets.dedup();
                let is_disjoint = assert_disjoint(&modes).is_ok();
                assert!(!is_disjoint || offsets.len() == layout.size(), "{layout}");
                count[usize::from(is_disjoint)] += 1;
            }
        }
        assert!(count[0] > 1000 && count[1] > 1000, "{count:?}");
    }

    #[test]
    fn the_usual_layouts_are_taken() {
        for (m, n) in [(1, 1), (1, 7), (1 << 20, 1 << 20), (3, 1 << 50)] {
            assert_eq!(assert_disjoint(&(leaf(m, n as isize), leaf(n, 1))), Ok(()));
            assert_eq!(assert_disjoint(&(leaf(m, -1), leaf(n, m as isize + 3))), Ok(()));
            let blocks = (leaf(m, 8), (leaf(8, 1), leaf(n, 8 * m as isize)));
            assert_eq!(assert_disjoint(&blocks), Ok(()));
        }
        assert_eq!(assert_disjoint(&(leaf(1, 0), leaf(1, isize::MIN), leaf(2, 1))), Ok(()));
    }

    #[test]
    fn what_is_refused_is_named() {
        let error = |modes: (Mode, Mode)| assert_disjoint(&modes).unwrap_err().to_string();
        assert_eq!(
            error((leaf(4, 2), leaf(5, 6))),
            "leaf = 1, extent = 5, stride = 6, reach = 6 and a stride must be above what the \
             leaves below it reach, for mutable elements that no two coordinates share"
        );
        assert!(error((leaf(3, 0), leaf(5, 1))).starts_with("leaf = 0, extent = 3, stride = 0"));
        assert!(error((leaf(3, -1), leaf(3, 1))).starts_with("leaf = 1, extent = 3, stride = 1"));
    }
}
