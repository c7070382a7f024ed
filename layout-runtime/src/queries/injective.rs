//! Injectivity of a layout, decided while the program compiles: no two coordinates share an offset.
//!
//! The macros decide injectivity exactly, but a profile can be written by hand, so
//! what hands out `&mut` decides it again, from the profile alone. Leaves are sorted
//! by stride. A cut between them is safe where the common divisor of all strides
//! above is more than what all leaves below reach: then the part below is the
//! remainder of the offset, and each part is decided for itself. In a part, a
//! largest stride above what the others reach is the quotient, and is taken off.
//! That is all there is in a layout of the algebra's divides and products; what is
//! left over is visited point by point, as far as that is little work.

use layout_core::gcd_u64;

use super::message::Message;
use super::steps::{Evaluated, MAX_LEAVES, Steps};
use crate::geometry::Geometry;

/// The answer to a question about all offsets.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Answer {
    Yes,
    /// It does not, and here is the offset that shows it.
    No(isize),
    /// It takes more work than there is time for.
    Unknown,
}

/// The most offsets that are visited. The compiler complains about constants
/// that take some hundred times as many steps.
const MAX_VISITED: usize = 1 << 14;

/// Decides if no two coordinates share an offset; else the answer has an offset that two share.
pub(super) const fn injective(steps: &Steps) -> Answer {
    if steps.len > 0 && steps.stride[0] == 0 {
        return Answer::No(0);
    }
    let mut answer = Answer::Yes;
    let mut to = steps.len;
    let mut from = to;
    let mut divisor = 0;
    while from > 0 {
        from -= 1;
        divisor = gcd_u64(steps.stride[from] as u64, divisor as u64) as usize;
        if divisor > steps.reach(0, from) {
            match part(steps, from, to) {
                Answer::Yes => {}
                Answer::No(offset) => return Answer::No(steps.min + offset),
                Answer::Unknown => answer = Answer::Unknown,
            }
            to = from;
        }
    }
    answer
}

/// The same of the leaves `from..to` alone.
const fn part(steps: &Steps, from: usize, to: usize) -> Answer {
    let mut to = to;
    while to > from && steps.stride[to - 1] > steps.reach(from, to - 1) {
        to -= 1;
    }
    if to == from {
        return Answer::Yes;
    }
    let mut divisor = 0;
    let mut leaf = from;
    while leaf < to {
        divisor = gcd_u64(steps.stride[leaf] as u64, divisor as u64) as usize;
        leaf += 1;
    }
    if steps.reach(from, to) / divisor >= MAX_VISITED {
        return Answer::Unknown;
    }
    let mut seen = [0u64; MAX_VISITED / 64];
    let mut digits = [0; MAX_LEAVES];
    let mut next = Some(0);
    while let Some(sum) = next {
        let (word, bit) = (sum / divisor / 64, sum / divisor % 64);
        if seen[word] >> bit & 1 == 1 {
            return Answer::No(sum as isize);
        }
        seen[word] |= 1 << bit;
        next = steps.next((from, to), &mut digits, sum);
    }
    Answer::Yes
}

/// No two coordinates of `P` share an element.
#[track_caller]
pub(super) const fn assert_injective<P: Geometry>() {
    if P::SIZE == 0 {
        return;
    }
    let message = match injective(&P::STEPS) {
        Answer::Yes => return,
        Answer::No(offset) => Message::new("mutable references would overlap: two coordinates of ")
            .notation::<P>()
            .text(" share offset ")
            .integer(offset),
        Answer::Unknown => Message::new(
            "mutable references could overlap: \
            it could not be shown that no two coordinates of ",
        )
        .notation::<P>()
        .text(" share an offset; a layout whose strides divide each other can be decided"),
    };
    message.panic();
}

#[cfg(test)]
mod tests {
    extern crate std;

    use std::vec::Vec;

    use super::super::tests::{layouts, offsets};
    use super::*;

    fn check(shape: &[usize], stride: &[isize]) -> Answer {
        let answer = injective(&Steps::new(shape, stride));
        let mut all = offsets(shape, stride);
        all.sort();
        let shared: Vec<isize> = all.windows(2).filter(|w| w[0] == w[1]).map(|w| w[0]).collect();
        match answer {
            Answer::Yes => assert!(shared.is_empty(), "{shape:?}:{stride:?} shares {shared:?}"),
            Answer::No(offset) => {
                assert!(shared.contains(&offset), "{shape:?}:{stride:?} {offset}")
            }
            Answer::Unknown => {}
        }
        answer
    }

    #[test]
    #[cfg_attr(miri, ignore = "no `unsafe` here, and many layouts")]
    fn small_layouts_are_decided() {
        let mut count = [0; 2];
        for (shape, stride) in layouts() {
            match check(&shape, &stride) {
                Answer::Yes => count[0] += 1,
                Answer::No(_) => count[1] += 1,
                Answer::Unknown => panic!("{shape:?}:{stride:?}"),
            }
        }
        assert!(count[0] > 1000 && count[1] > 1000, "{count:?}");
    }

    #[test]
    fn interleaved_layouts_are_decided_whatever_the_size() {
        let large = |shape: &[usize], stride: &[isize]| injective(&Steps::new(shape, stride));
        assert_eq!(large(&[1 << 20, 1 << 20], &[1 << 20, 1]), Answer::Yes);
        assert_eq!(large(&[1 << 20, 1 << 10, 1 << 10], &[-(1 << 10), 1, 1 << 30]), Answer::Yes);
        assert_eq!(large(&[2, 3, 1 << 20, 1 << 20], &[3, 2, 1 << 30, 1 << 10]), Answer::Yes);
        assert_eq!(large(&[2, 4, 1 << 20, 1 << 20], &[3, 2, 1 << 30, 1 << 10]), Answer::Yes);
        assert_eq!(large(&[3, 4, 1 << 20], &[3, 2, 1 << 10]), Answer::No(6));
        assert_eq!(large(&[1 << 20, 1 << 20], &[1, (1 << 20) - 1]), Answer::Unknown);
    }
}
