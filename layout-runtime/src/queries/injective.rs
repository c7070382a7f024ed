//! Injectivity of a layout: no two coordinates share an offset. The macros decide it exactly, but a profile can be written
//! by hand, so what hands out `&mut` decides it again, from the profile alone, while the program compiles or at run time.
//!
//! At run time, with the leaves in the order of their strides, each stride is above all that the leaves before
//! reach together. Then two coordinates differ in a largest of these leaves, by at least its
//! stride, and the leaves before do not make up for it. That holds for every layout of
//! plain rows, columns and blocks, padded or reversed. Where it does not hold, the leaves interleave,
//! and the search of `layout-core` decides, as for layouts of constants.

use layout_core::{Collision, Exact};

use super::message::Message;
use super::steps::{Evaluated, MAX_LEAVES, MAX_LEAVES_SMALL};
use crate::error::ShapeError;
use crate::geometry::Geometry;
use crate::geometry::leaves::{LeafNumbers as Numbers, numbers};
use crate::geometry::table::Table;

/// The collision of leaves whose offsets fit an `isize`.
const fn collision(shape: &[usize], stride: &[isize]) -> Collision {
    let mut leaves = [(Exact::int(1), Exact::int(0)); MAX_LEAVES];
    let mut leaf = 0;
    while leaf < shape.len() {
        leaves[leaf] = (Exact::int(shape[leaf] as i128), Exact::int(stride[leaf] as i128));
        leaf += 1;
    }
    layout_core::collision(leaves.split_at(leaf).0)
}

/// Asserts that no two coordinates of `P` share an element, while the program compiles.
#[track_caller]
pub(super) const fn assert_injective<P: Geometry>() {
    let least = P::STEPS.min;
    let message = match collision(P::TABLE.shape(), P::TABLE.stride()) {
        Collision::None => return,
        Collision::At(sum) => Message::new("mutable references would overlap: two coordinates of ")
            .notation::<P>()
            .text(" share offset ")
            .integer(least + sum as isize),
        Collision::Undecided => Message::new(
            "mutable references could overlap: \
            it could not be shown that no two coordinates of ",
        )
        .notation::<P>()
        .text(" share an offset; a layout whose strides divide each other can be decided"),
    };
    message.panic();
}

/// # Errors
///
/// A leaf has a stride that is not above what those before it reach.
#[inline(always)]
pub(super) fn assert_disjoint<M: Geometry>(modes: &M) -> Result<(), ShapeError> {
    // Of numbers alone: a reference to the geometry would have its reciprocals made.
    if const { is_disjoint(&M::TABLE) } {
        Ok(())
    } else if const { M::LEAVES <= 2 } {
        let Numbers { shape, stride, .. } = numbers::<M, 2>(modes);
        // By value: a reference would have the numbers stored before they are compared.
        if are_two_disjoint(shape, stride) { Ok(()) } else { refused_two(shape, stride) }
    } else if const { M::LEAVES <= MAX_LEAVES_SMALL } {
        let Numbers { shape, stride, .. } = numbers::<M, MAX_LEAVES_SMALL>(modes);
        checked::<MAX_LEAVES_SMALL>(&shape[..const { M::LEAVES }], &stride)
    } else {
        let Numbers { shape, stride, .. } = numbers::<M, MAX_LEAVES>(modes);
        checked::<MAX_LEAVES>(&shape[..const { M::LEAVES }], &stride)
    }
}

/// Returns true if no two coordinates share an offset, whatever the numbers are that are not known: those may be the extent of the leaf with
/// the largest stride.
const fn is_disjoint(table: &Table) -> bool {
    let (leaves, mut leaf) = (table.shape().len(), 0);
    while leaf < leaves {
        let Some(stride) = table.known_stride(leaf) else { return false };
        let (distance, mut reach, mut k) = (stride.unsigned_abs(), 0usize, 0);
        while k < leaves {
            let Some(other) = table.known_stride(k) else { return false };
            let other = other.unsigned_abs();
            if other < distance || other == distance && k < leaf {
                let Some(extent) = table.known_extent(k) else { return false };
                reach = reach.saturating_add(other.saturating_mul(extent.saturating_sub(1)));
            }
            k += 1;
        }
        if distance <= reach && !matches!(table.known_extent(leaf), Some(1)) {
            return false;
        }
        leaf += 1;
    }
    true
}

/// A function of its own: the same for all layouts, and of slices, so that LLVM does not spell out its loops.
#[inline(never)]
fn checked<const N: usize>(shape: &[usize], stride: &[isize]) -> Result<(), ShapeError> {
    match first_interleaved::<N>(shape, stride) {
        Some(interleaved) => refused(shape, stride, interleaved),
        None => Ok(()),
    }
}

/// Returns true if the larger one of two strides is above what the leaf with the other one reaches, which is not 0.
#[inline(always)]
fn are_two_disjoint(shape: [usize; 2], stride: [isize; 2]) -> bool {
    let distance = |k: usize| stride[k].unsigned_abs();
    // No overflow: it is the last offset of a leaf, and fits.
    let reach = |k: usize| shape[k].saturating_sub(1) * distance(k);
    let are_disjoint = |near: usize, far: usize| {
        (shape[far] <= 1 || distance(far) > reach(near)) && (shape[near] <= 1 || distance(near) > 0)
    };
    if distance(0) <= distance(1) { are_disjoint(0, 1) } else { are_disjoint(1, 0) }
}

/// A leaf whose stride is not above what the leaves before it reach.
struct Interleaved {
    leaf: usize,
    reach: usize,
}

/// Compares each of at most `N` leaves with those before it: there are few, and nothing is sorted.
#[inline(always)]
fn first_interleaved<const N: usize>(shape: &[usize], stride: &[isize]) -> Option<Interleaved> {
    // The distance to the next element, and how far the leaves before reach, in the order of their strides and then of their places.
    let mut leaves = [(0, 0); N];
    for (leaf, (extent, stride)) in shape.iter().zip(stride).enumerate().take(N) {
        let (distance, mut reach) = (stride.unsigned_abs(), 0);
        // No overflow: these are parts of the span of the offsets, which fits.
        let span = extent.saturating_sub(1) * distance;
        for ((other, other_reach), extent) in leaves[..leaf].iter_mut().zip(shape) {
            if *other <= distance {
                reach += extent.saturating_sub(1) * *other;
            } else {
                *other_reach += span;
            }
        }
        leaves[leaf] = (distance, reach);
    }
    let is_interleaved =
        |((distance, reach), extent): (&(usize, usize), &usize)| *extent > 1 && distance <= reach;
    let leaf = leaves.iter().zip(shape).position(is_interleaved)?;
    Some(Interleaved { leaf, reach: leaves[leaf].1 })
}

/// [`refused`] of two leaves.
#[cold]
#[inline(never)]
fn refused_two(shape: [usize; 2], stride: [isize; 2]) -> Result<(), ShapeError> {
    match first_interleaved::<2>(&shape, &stride) {
        Some(interleaved) => refused(&shape, &stride, interleaved),
        None => Ok(()),
    }
}

/// The error of leaves that interleave, unless no two coordinates share an offset for all that.
#[cold]
#[inline(never)]
fn refused(
    shape: &[usize],
    stride: &[isize],
    Interleaved { leaf, reach }: Interleaved,
) -> Result<(), ShapeError> {
    if matches!(collision(shape, stride), Collision::None) {
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

    use super::super::tests::{layouts, offsets};
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
    #[cfg_attr(miri, ignore = "no `unsafe` here, and many layouts")]
    fn what_types_show_holds_for_all_numbers() {
        let known = |table: &[(Option<usize>, isize)]| {
            table.iter().fold(Table::EMPTY, |all, &(extent, stride)| {
                all.then(&Table::leaf(extent, Some(stride)))
            })
        };
        let extents = [None, Some(1), Some(2), Some(3)];
        let leaves =
            || extents.into_iter().flat_map(|extent| (-7..8).map(move |stride| (extent, stride)));
        let mut count = 0;
        for [a, b, c] in leaves()
            .flat_map(|a| leaves().flat_map(move |b| leaves().map(move |c| [a, b, c])))
            .filter(|table| is_disjoint(&known(table)))
        {
            for any in 1..5 {
                let shape = [a, b, c].map(|(extent, _)| extent.unwrap_or(any));
                let mut all = offsets(&shape, &[a.1, b.1, c.1]);
                all.sort();
                assert!(all.windows(2).all(|w| w[0] != w[1]), "{a:?} {b:?} {c:?}");
            }
            count += 1;
        }
        assert!(count > 1000, "{count}");
        // Blocks whose number is not known, and numbers that show nothing.
        assert!(is_disjoint(&known(&[(None, 1024), (Some(8), 1), (Some(8), 128)])));
        assert!(!is_disjoint(&known(&[(None, 1), (Some(8), 128)])));
        assert!(!is_disjoint(&known(&[(Some(3), 1)]).then(&Table::leaf(Some(4), None))));
        assert!(!is_disjoint(&known(&[(Some(3), isize::MIN), (Some(3), isize::MAX)])));
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

    fn check(shape: &[usize], stride: &[isize]) -> Collision {
        let answer = collision(shape, stride);
        let mut all = offsets(shape, stride);
        all.sort();
        let mut shared = all.windows(2).filter(|w| w[0] == w[1]).map(|w| w[0] - all[0]);
        match answer {
            Collision::None => assert_eq!(shared.next(), None, "{shape:?}:{stride:?}"),
            Collision::At(sum) => {
                assert!(shared.any(|offset| offset as i128 == sum), "{shape:?}:{stride:?} {sum}")
            }
            Collision::Undecided => {}
        }
        answer
    }

    #[test]
    #[cfg_attr(miri, ignore = "no `unsafe` here, and many layouts")]
    fn small_layouts_are_decided() {
        let mut count = [0; 2];
        for (shape, stride) in layouts() {
            match check(&shape, &stride) {
                Collision::None => count[0] += 1,
                Collision::At(_) => count[1] += 1,
                Collision::Undecided => panic!("{shape:?}:{stride:?}"),
            }
        }
        assert!(count[0] > 1000 && count[1] > 1000, "{count:?}");
    }

    #[test]
    fn interleaved_layouts_are_decided_whatever_the_size() {
        assert_eq!(collision(&[1 << 20, 1 << 20], &[1 << 20, 1]), Collision::None);
        let reversed = collision(&[1 << 20, 1 << 10, 1 << 10], &[-(1 << 10), 1, 1 << 30]);
        assert_eq!(reversed, Collision::None);
        let parts = |shape| collision(shape, &[3, 2, 1 << 30, 1 << 10]);
        assert_eq!(parts(&[2, 3, 1 << 20, 1 << 20]), Collision::None);
        assert_eq!(parts(&[2, 4, 1 << 20, 1 << 20]), Collision::None);
        assert_eq!(collision(&[3, 4, 1 << 20], &[3, 2, 1 << 10]), Collision::At(6));
        let two = collision(&[1 << 20, 1 << 20], &[1, (1 << 20) - 1]);
        assert_eq!(two, Collision::At((1 << 20) - 1));
    }
}
