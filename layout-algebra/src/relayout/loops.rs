//! The loops of a copy: the digits that two layouts share.

use alloc::string::ToString;
use alloc::vec::Vec;

use super::OP;
use super::offset_swizzle::{OffsetSwizzle, halved};
use crate::{CollectVec, Error, ErrorAddress, ErrorKind, Int, Layout, SortFew};

/// One loop of a copy: its extent, and what a step of it is in both memories.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Loop {
    pub(super) extent: i64,
    pub(super) source: i64,
    pub(super) target: i64,
}

impl Loop {
    /// The distance between two iterations in the source, in units.
    pub(super) fn source(&self) -> i64 {
        self.source
    }

    /// The distance between two iterations in the target, in units.
    pub(super) fn target(&self) -> i64 {
        self.target
    }
}

/// The steps of loops in a memory.
pub(super) fn steps(loops: &[Loop], step: fn(&Loop) -> i64) -> Vec<i64> {
    loops.iter().map(step).collect_vec()
}

/// The fewest loops that visit each coordinate of two layouts, by the steps in the target.
pub(super) fn shared_loops(source: &Layout, target: &Layout) -> Result<Vec<Loop>, Error> {
    let [(mut a, a_size), (mut b, b_size)] = [digits(source, 0)?, digits(target, 1)?];
    if a_size != b_size {
        let [left, right] = [source, target].map(ToString::to_string);
        let [left_size, right_size] = [a_size, b_size].map(int);
        let kind = ErrorKind::Sizes { left, left_size, right, right_size };
        return Err(Error::new(OP, kind).in_operand(1));
    }
    let mut loops = Vec::new();
    while let (Some(first), Some(second)) = (a.last_mut(), b.last_mut()) {
        let extent = first.0.min(second.0);
        if first.0 % extent != 0 || second.0 % extent != 0 {
            let [dividend, divisor] = [first.0, second.0].map(int);
            return Err(Error::new(OP, ErrorKind::Indivisible { dividend, divisor }).in_operand(1));
        }
        loops.push(Loop { extent, source: first.1, target: second.1 });
        for digits in [&mut a, &mut b] {
            let Some((rest, step)) = digits.pop() else { continue };
            if rest > extent {
                digits.push((rest / extent, step * extent));
            }
        }
    }
    Ok(merged(loops))
}

/// The leaves of more than one coordinate, the first last, and the size.
fn digits(layout: &Layout, operand: usize) -> Result<(Vec<(i64, i64)>, i64), Error> {
    layout.check_inhabited(OP, operand)?;
    let numbers = layout.numbers().in_op(OP).in_operand(operand)?;
    let mut digits = Vec::new();
    for (extent, step) in numbers.leaves() {
        if extent > 1 {
            digits.push((extent, step));
        }
    }
    digits.reverse();
    Ok((digits, numbers.size()))
}

fn int(number: i64) -> Int {
    Int::new(number.into())
}

fn are_even(loops: &[Loop]) -> bool {
    loops.iter().all(|one| one.source % 2 == 0 && one.target % 2 == 0)
}

/// Loops that go on where another ends, in both memories, are one with it.
fn merged(mut loops: Vec<Loop>) -> Vec<Loop> {
    loops.sort_few_by_key(|one| (one.target.unsigned_abs(), one.source.unsigned_abs()));
    let mut merged: Vec<Loop> = Vec::new();
    for next in loops {
        match merged.last_mut() {
            Some(last)
                if last.source.checked_mul(last.extent) == Some(next.source)
                    && last.target.checked_mul(last.extent) == Some(next.target) =>
            {
                last.extent *= next.extent;
            }
            _ => merged.push(next),
        }
    }
    merged
}

/// The same copy with as many neighbours for one element as 16 bytes hold, and the bytes of these.
pub(super) fn widened(
    mut loops: Vec<Loop>,
    swizzles: &mut [Vec<OffsetSwizzle>; 2],
    bytes: usize,
) -> (Vec<Loop>, usize) {
    let mut unit = bytes;
    while unit < 16
        && let Some(first) = loops.iter().position(|one| one.source == 1 && one.target == 1)
        && loops[first].extent % 2 == 0
        && are_even(&loops[..first])
        && are_even(&loops[first + 1..])
        && let (Some(before), Some(after)) = (halved(&swizzles[0]), halved(&swizzles[1]))
    {
        *swizzles = [before, after];
        for (k, one) in loops.iter_mut().enumerate() {
            if k == first {
                one.extent /= 2;
            } else {
                one.source /= 2;
                one.target /= 2;
            }
        }
        loops.retain(|one| one.extent > 1);
        unit *= 2;
    }
    (loops, unit)
}
