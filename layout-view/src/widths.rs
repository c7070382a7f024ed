//! Reinterpretation: the bits of elements by one layout are bits of elements by another.
//!
//! Both are cut into parts of one size, the greatest common divisor of their widths: an element is a run of parts,
//! so that the question is whether one layout of parts stays on another (`contains.rs` of `layout-runtime`).

use core::marker::PhantomData;

use layout_runtime::internals::{
    Answer, Checks, LeafNumbers, MAX, MAX_LEAVES_SMALL, Message, Steps,
};
use layout_runtime::internals::{contains, gcd_u64, most_leaves, numbers};

use crate::{Geometry, Identity, Phase, ShapeError};

/// The bits of an element.
pub(super) trait Width {
    /// The number of bits, one or more.
    const BITS: usize;
}

/// Elements of whole bytes.
pub(super) struct Whole<T>(PhantomData<T>);

impl<T> Width for Whole<T> {
    const BITS: usize = size_of::<T>() * 8;
}

/// Each bit of the elements `B` by `H` is one of the elements `A` by `G`, as a constant: see
/// `proofs.rs`.
pub(super) struct Recast<A, B, G, H>(PhantomData<(A, B, G, H)>);

impl<A: Width, B: Width, G: Geometry, H: Geometry> Recast<A, B, G, H> {
    /// Does not compile where a bit of constants is none of `A`.
    pub(super) const SHOWN: () = if <G::Phase as Phase>::And::<H::Phase>::IS_CONSTANT {
        assert_recast::<A, B, G, H>();
    };
}

/// The numbers of parts into which an element of each falls, so that all have the same size.
const fn parts_of<A: Width, B: Width>() -> (usize, usize) {
    let unit = gcd_u64(A::BITS as u64, B::BITS as u64) as usize;
    (A::BITS / unit, B::BITS / unit)
}

/// True if both have whole bytes, in which they are counted then.
const fn are_whole<A: Width, B: Width>() -> bool {
    A::BITS.is_multiple_of(8) && B::BITS.is_multiple_of(8)
}

/// Each bit of the elements `B` by `H` is one of the elements `A` by `G`.
#[track_caller]
const fn assert_recast<A: Width, B: Width, G: Geometry, H: Geometry>() {
    let (from, to) = parts_of::<A, B>();
    let (unit, size, of, have) = match are_whole::<A, B>() {
        true => (8, " bytes", " is not of bytes of ", " are of bytes of "),
        false => (1, " bits", " is not of bits of ", " are of bits of "),
    };
    let outer = parts::<MAX>(G::TABLE.shape(), G::TABLE.stride(), from);
    let inner = parts::<MAX>(H::TABLE.shape(), H::TABLE.stride(), to);
    let message = match (outer, inner) {
        (Some(outer), Some(inner)) => match contains(&outer, &inner) {
            Answer::Yes => return,
            Answer::No(_) => Message::new("an element of ")
                .notation::<H>()
                .text(", of ")
                .integer((B::BITS / unit) as isize)
                .text(size)
                .text(",")
                .text(of),
            Answer::Unknown => Message::new("it could not be shown that the elements of ")
                .notation::<H>()
                .text(", of ")
                .integer((B::BITS / unit) as isize)
                .text(size)
                .text(",")
                .text(have),
        },
        _ => panic!(
            "the offsets of a layout in parts of elements do not fit, or it has too many leaves"
        ),
    };
    let message = message
        .notation::<G>()
        .text(", the view's layout, whose elements have ")
        .integer((A::BITS / unit) as isize);
    message.panic();
}

/// Checks that each bit of the elements `B` by `H` is one of the elements `A` by `G`.
///
/// # Errors
///
/// If run-time numbers do not show it; of constants it does not compile.
#[inline(always)]
pub(super) fn check_recast<A: Width, B: Width, G: Geometry, H: Geometry>(
    outer: &G,
    inner: &H,
) -> Result<(), ShapeError> {
    <G::Phase as Phase>::And::<H::Phase>::choose(
        || {
            let () = Recast::<A, B, G, H>::SHOWN;
            Ok(())
        },
        || recast_at_run_time::<A, B, G, H>(outer, inner),
    )
}

/// [`assert_recast`] of run-time numbers.
fn recast_at_run_time<A: Width, B: Width, G: Geometry, H: Geometry>(
    outer: &G,
    inner: &H,
) -> Result<(), ShapeError> {
    if H::Phase::span::<H, Identity>(inner).is_none() {
        return Err(H::Phase::unspanned::<H, Identity>(inner));
    }
    if H::Phase::is_empty(inner) {
        return Ok(());
    }
    if !G::Phase::is_empty(outer) {
        let parts = const { parts_of::<A, B>() };
        // One leaf more for the parts.
        let are_parts = if const { most_leaves::<G, H>() < MAX_LEAVES_SMALL } {
            are_parts(
                &numbers::<G, MAX_LEAVES_SMALL>(outer),
                &numbers::<H, MAX_LEAVES_SMALL>(inner),
                parts,
            )
        } else {
            are_parts(&numbers::<G, MAX>(outer), &numbers::<H, MAX>(inner), parts)
        };
        if are_parts {
            return Ok(());
        }
    }
    if const { are_whole::<A, B>() } {
        let rule =
            "the bytes of the new elements must be bytes of the view's, and be shown to be so";
        let numbers = [A::BITS as i128 / 8, B::BITS as i128 / 8];
        return Err(ShapeError::broken("", rule, &["size", "new_size"], &numbers));
    }
    let rule = "the bits of the new elements must be bits of the view's, and be shown to be so";
    let numbers = [A::BITS as i128, B::BITS as i128];
    Err(ShapeError::broken("", rule, &["bits", "new_bits"], &numbers))
}

/// Decides if the parts of the inner elements are parts of the outer ones, each of which has the given number.
fn are_parts<const N: usize>(
    outer: &LeafNumbers<N>,
    inner: &LeafNumbers<N>,
    (from, to): (usize, usize),
) -> bool {
    let of = |numbers: &LeafNumbers<N>, count| {
        let leaves = numbers.len();
        parts::<N>(&numbers.shape[..leaves], &numbers.stride[..leaves], count)
    };
    match (of(outer, from), of(inner, to)) {
        (Some(outer), Some(inner)) => matches!(contains(&outer, &inner), Answer::Yes),
        _ => false,
    }
}

/// The offsets of the parts of the elements, of which each element has `count`. There are no more than `N` leaves.
const fn parts<const N: usize>(
    extents: &[usize],
    strides: &[isize],
    count: usize,
) -> Option<Steps<N>> {
    let (mut shape, mut stride) = ([1; N], [0; N]);
    let mut leaf = 0;
    while leaf < extents.len() {
        shape[leaf] = extents[leaf];
        let Some(wide) = strides[leaf].checked_mul(count as isize) else { return None };
        stride[leaf] = wide;
        leaf += 1;
    }
    if count > 1 {
        if leaf >= N {
            return None;
        }
        (shape[leaf], stride[leaf]) = (count, 1);
        leaf += 1;
    }
    Steps::checked(shape.split_at(leaf).0, stride.split_at(leaf).0)
}

#[cfg(test)]
mod tests {
    extern crate std;

    use std::vec::Vec;

    use super::*;
    use crate::{Layout, Leaf, PartLayout};

    #[test]
    fn parts_of_elements_are_those_of_the_definition() {
        type P = (Leaf<3, -4>, Leaf<2, 5>);
        let steps = parts::<MAX>(P::TABLE.shape(), P::TABLE.stride(), 3).unwrap();
        let mut all: Vec<isize> = (0..6)
            .flat_map(|i| (0..3).map(move |part| PartLayout::<P>::NEW.offset(i) * 3 + part))
            .collect();
        all.sort_unstable();
        assert_eq!((steps.min, steps.max), (all[0], all[17]));
        assert_eq!(steps.len, 3);
    }
}
