//! The laws of images, permutations and matrices over GF(2), by each coordinate.

use std::collections::BTreeSet;

use layout_algebra::ops::swizzled;
use layout_algebra::{Function, Int, IntTuple};

use super::values::values_of;
use crate::check::{Answer, Check, Over, always, check, exactly};
use crate::numbers::{EXHAUSTIVE, size_of, value};
use crate::operands::composed_of;
use crate::{Law, ensure};

/// The sorted offsets without those that come again.
pub fn image(offsets: &[i128], answer: &[Int]) -> Law {
    let all: BTreeSet<i128> = offsets.iter().copied().collect();
    ensure!(all.iter().copied().map(Int::new).eq(answer.iter().cloned()), "{answer:?}");
    Ok(())
}

/// The integers from the least to the greatest that are not among the offsets.
pub fn gaps(offsets: &[i128], answer: &Int) -> Law {
    let all: BTreeSet<i128> = offsets.iter().copied().collect();
    let holes = all.iter().zip(all.iter().skip(1)).map(|(a, b)| b - a - 1).sum();
    ensure!(*answer == Int::new(holes), "{answer} gaps, and not {holes}");
    Ok(())
}

/// The different offsets are all below the size, from 0 on.
pub fn is_surjective(offsets: &[i128], size: i128, answer: bool) -> Law {
    let all: BTreeSet<i128> = offsets.iter().copied().collect();
    let holds = all.into_iter().eq(0..size);
    ensure!(answer == holds, "is_surjective {size}: {answer}");
    Ok(())
}

/// Each coordinate is in one cycle, in which its value follows it, and the last leads to the first.
pub fn cycles(offsets: &[i128], answer: &[Vec<Int>]) -> Law {
    let mut seen = BTreeSet::new();
    let mut firsts = Vec::new();
    for cycle in answer {
        let cycle = cycle.iter().map(value).collect::<Result<Vec<i128>, _>>()?;
        let follows = cycle.iter().cycle().skip(1);
        for (c, next) in cycle.iter().zip(follows) {
            ensure!(offsets.get(*c as usize) == Some(next), "{next} does not follow {c}");
            ensure!(seen.insert(*c), "{c} is there twice");
        }
        ensure!(cycle.first() == cycle.iter().min(), "{cycle:?} begins with another");
        firsts.extend(cycle.first().copied());
    }
    ensure!(seen.len() == offsets.len() && firsts.is_sorted(), "{} of all", seen.len());
    Ok(())
}

/// The layout applied as often as the answer says is the identity, and not before.
pub fn order(offsets: &[i128], answer: &Int) -> Law {
    let order = value(answer)?;
    let is_identity = |at: &[i128]| at.iter().copied().eq(0..at.len() as i128);
    let mut at: Vec<i128> = (0..offsets.len() as i128).collect();
    for times in 1..=order.min(10_000) {
        at.iter_mut().for_each(|c| *c = offsets[*c as usize]);
        ensure!(is_identity(&at) == (times == order), "after {times} times, and not {order}");
    }
    Ok(())
}

/// The product with the bits of a coordinate has those of its offset.
pub fn f2_matrix(offsets: &[i128], answer: &[Vec<bool>]) -> Law {
    for (c, offset) in offsets.iter().enumerate() {
        let mut sum = 0i128;
        for (i, row) in answer.iter().enumerate() {
            let set = row.iter().enumerate().filter(|(j, bit)| **bit && c >> j & 1 == 1);
            sum |= i128::from(set.count() % 2 == 1) << i;
        }
        ensure!(sum == *offset, "{c} has {offset}, and not {sum}");
    }
    ensure!(answer.last().is_none_or(|row| row.contains(&true)), "the last row is empty");
    Ok(())
}

/// True if a function of `0..2ᵏ` is `c ↦ ⊕ columnⱼ`, with no negative value.
pub(super) fn is_linear(offsets: &[i128]) -> bool {
    let n = offsets.len();
    let pairs = (0..n).flat_map(|a| (0..n).map(move |b| (a, b)));
    n.is_power_of_two()
        && offsets.iter().all(|offset| *offset >= 0)
        && pairs.into_iter().all(|(a, b)| offsets[a] ^ offsets[b] == offsets[a ^ b])
}

pub(crate) const CHECKS: &[Check] = &[check(
    Over::Swizzle,
    &[
        "swizzled::image",
        "swizzled::gaps",
        "swizzled::is_surjective",
        "swizzled::cycles",
        "swizzled::order",
        "swizzled::f2_matrix",
    ],
    |x| {
        let size = size_of(x.layout.shape())?;
        let over_basis = || x.layout.leaves().iter().any(|(_, stride)| stride.as_int().is_none());
        if size > EXHAUSTIVE || over_basis() {
            return Ok(Answer::Undecided);
        }
        for f in [Function::from(x.layout.clone()), composed_of(x)?.into()] {
            let offsets = values_of(&f, size)?;
            always(swizzled::image(&f), |r| image(&offsets, r))?;
            always(swizzled::gaps(&f), |r| gaps(&offsets, r))?;
            let end = offsets.iter().max().map_or(1, |most| (most + 1).max(1));
            for elements in [size, end, end + 1] {
                let shape = IntTuple::Leaf(Int::new(elements));
                always(swizzled::is_surjective(&f, &shape), |r| {
                    is_surjective(&offsets, elements, *r)
                })?;
            }
            let mut sorted = offsets.clone();
            sorted.sort_unstable();
            let is_permutation = sorted.into_iter().eq(0..size);
            exactly(is_permutation, swizzled::cycles(&f), |r| cycles(&offsets, r))?;
            exactly(is_permutation, swizzled::order(&f), |r| order(&offsets, r))?;
            exactly(is_linear(&offsets), swizzled::f2_matrix(&f), |r| f2_matrix(&offsets, r))?;
        }
        Ok(Answer::Found)
    },
)];
