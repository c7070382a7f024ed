//! Injectivity of a layout, decided at run time: no two coordinates share an offset.
//!
//! With the leaves in the order of their strides, each stride is above all that the leaves before
//! reach together. Then two coordinates differ in a largest of these leaves, by at least its
//! stride, and the leaves before do not make up for it. That holds for every layout of
//! plain rows, columns and blocks, padded or reversed. Where it does not hold, the leaves interleave,
//! and `injective.rs` decides, as for layouts of constants.

use super::injective::{Answer, injective};
use super::steps::{MAX_LEAVES, MAX_LEAVES_SMALL, Steps};
use crate::error::ShapeError;
use crate::geometry::Geometry;
use crate::geometry::leaves::{LeafNumbers as Numbers, numbers};

/// # Errors
///
/// A leaf has a stride that is not above what those before it reach.
#[inline(always)]
pub(super) fn assert_disjoint<M: Geometry>(modes: &M) -> Result<(), ShapeError> {
    // Of numbers alone: a reference to the geometry would have its reciprocals made.
    if const { M::LEAVES <= 2 } {
        let leaves = numbers::<M, 2>(modes);
        match first_collision(&leaves) {
            // By value: a reference would have the numbers stored before they are compared.
            Some(collision) => refused_two(leaves.shape, leaves.stride, collision),
            None => Ok(()),
        }
    } else if const { M::LEAVES <= MAX_LEAVES_SMALL } {
        checked(&numbers::<M, MAX_LEAVES_SMALL>(modes))
    } else {
        checked(&numbers::<M, MAX_LEAVES>(modes))
    }
}

/// A function of its own: the same for all layouts.
#[inline(never)]
fn checked<const N: usize>(leaves: &Numbers<N>) -> Result<(), ShapeError> {
    match first_collision(leaves) {
        Some(collision) => refused(&leaves.shape, &leaves.stride, collision),
        None => Ok(()),
    }
}

/// A leaf whose stride is not above what the leaves before it reach.
struct Collision {
    leaf: usize,
    reach: usize,
}

/// Checks each leaf against all others: there are few, and nothing is sorted.
#[inline(always)]
fn first_collision<const N: usize>(leaves: &Numbers<N>) -> Option<Collision> {
    let distance = |k: usize| leaves.stride[k].unsigned_abs();
    for leaf in 0..leaves.len() {
        // How far the leaves before this one reach, in the order of their strides and then of their
        // places.
        let mut reach = 0;
        for k in 0..leaves.len() {
            if (distance(k), k) < (distance(leaf), leaf) {
                // No overflow: these are parts of the span of the offsets, which fits.
                reach += leaves.shape[k].saturating_sub(1) * distance(k);
            }
        }
        if leaves.shape[leaf] > 1 && distance(leaf) <= reach {
            return Some(Collision { leaf, reach });
        }
    }
    None
}

/// [`refused`] of two leaves.
#[cold]
#[inline(never)]
fn refused_two(
    shape: [usize; 2],
    stride: [isize; 2],
    collision: Collision,
) -> Result<(), ShapeError> {
    refused(&shape, &stride, collision)
}

/// The error of a collision, unless no two coordinates share an offset for all that: leaves may
/// interleave.
#[cold]
#[inline(never)]
fn refused(
    shape: &[usize],
    stride: &[isize],
    Collision { leaf, reach }: Collision,
) -> Result<(), ShapeError> {
    let is_empty = shape.contains(&0);
    if is_empty || injective(&Steps::new(shape, stride)) == Answer::Yes {
        return Ok(());
    }
    let (extent, stride) = (shape[leaf], stride[leaf]);
    let rule = "a stride must be above what the leaves below it reach, \
                for mutable elements that no two coordinates share";
    let names = &["leaf", "extent", "stride", "reach"];
    let numbers = [leaf as i128, extent as i128, stride as i128, reach as i128];
    Err(ShapeError::broken("", rule, names, &numbers))
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
        let mut check = |is_disjoint: bool, offsets: Vec<isize>| {
            let (size, mut offsets) = (offsets.len(), offsets);
            offsets.sort();
            offsets.dedup();
            assert!(!is_disjoint || offsets.len() == size);
            count[usize::from(is_disjoint)] += 1;
        };
        for a in leaves() {
            for b in leaves() {
                let two = Dynamic::<_, 2>::new((a, b)).unwrap();
                check(assert_disjoint(&(a, b)).is_ok(), two.offsets().collect());
                for c in leaves() {
                    let three = Dynamic::<_, 3>::new((a, (b, c))).unwrap();
                    check(assert_disjoint(&(a, (b, c))).is_ok(), three.offsets().collect());
                }
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
        // Of more leaves, the same.
        let once = || (leaf(1, 0), leaf(1, 9), leaf(1, -9));
        for modes in [(leaf(4, 2), leaf(5, 6)), (leaf(4, 2), leaf(5, 8))] {
            let few = assert_disjoint(&(modes, once()));
            let many = assert_disjoint(&(modes, once(), once(), once()));
            assert_eq!((few, many), (assert_disjoint(&modes), few));
        }
        assert!(error((leaf(3, 0), leaf(5, 1))).starts_with("leaf = 0, extent = 3, stride = 0"));
        assert!(error((leaf(3, -1), leaf(3, 1))).starts_with("leaf = 1, extent = 3, stride = 1"));
    }
}
