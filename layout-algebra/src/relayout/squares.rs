//! `squares`: copies whose threads transpose squares in their registers.

use alloc::vec::Vec;

use super::blocks::{Blocks, Steps};
use super::loops::{Loop, steps};
use super::runs::{except, order};
use super::{Access, Choice, MULTIPROCESSORS, VECTOR, ceil_div};
use crate::Error;

/// The most vectors of a row of squares that are neighbours in the source, and in the target.
const ACROSS: [i64; 2] = [8, 16];
/// The fewest bytes of a run: two sectors.
const RUN: i64 = 64;
/// The bytes of the widest units: wider ones are as fast one at a time, through shared memory.
const WIDEST: i64 = 2;
/// The most units of a side: a thread holds both a square and a vector of it.
const SIDE: i64 = 8;

/// The copy by squares; `None` where rows do not begin at vectors, or runs are short, or blocks are few.
pub(super) fn squares(loops: &[Loop], unit: i64) -> Result<Option<Choice>, Error> {
    let (Some(s), Some(t)) = (contiguous(loops, Loop::source), contiguous(loops, Loop::target))
    else {
        return Ok(None);
    };
    if s == t || unit > WIDEST {
        return Ok(None);
    }
    let side = (VECTOR / unit).min(SIDE);
    for (k, one) in loops.iter().enumerate() {
        let is_apart = (k == s || one.source % side == 0) && (k == t || one.target % side == 0);
        let is_long = one.extent % side == 0 && one.extent * unit >= RUN;
        if !is_apart || ((k == s || k == t) && !is_long) {
            return Ok(None);
        }
    }
    // Loops of squares.
    let mut squares = loops.to_vec();
    for k in [s, t] {
        let one = &mut squares[k];
        *one = Loop {
            extent: one.extent / side,
            source: one.source * side,
            target: one.target * side,
        };
    }
    let along = [run(&squares, s, t, Loop::source), run(&squares, t, s, Loop::target)];
    let mut pieces: Vec<i64> = alloc::vec![1; loops.len()];
    let mut taken: [Vec<usize>; 2] = [Vec::new(), Vec::new()];
    for number in 0..2 {
        let mut left = ACROSS[number];
        for &k in &along[number] {
            let extent = squares[k].extent;
            if left < 2 || taken[0].contains(&k) {
                break;
            }
            pieces[k] = ceil_div(extent, ceil_div(extent, left));
            taken[number].push(k);
            // Only the last loop of a side has an edge.
            left = if pieces[k] == extent { left / extent } else { 0 };
        }
    }
    let blocks = Blocks { loops: &squares, pieces: &pieces, first: None };
    if blocks.count() < MULTIPROCESSORS {
        return Ok(None);
    }
    let (source, target) = (steps(&squares, Loop::source), steps(&squares, Loop::target));
    let pass = blocks.pass(&taken, &pieces, Steps { from: &source, into: &target })?;
    Ok(Some(Choice {
        threads: pass.extents[0] * pass.extents[1],
        buffer: 0,
        source: blocks.grid(&source)?,
        target: blocks.grid(&target)?,
        passes: alloc::vec![pass],
        access: Access::Squares { units: side, from: loops[t].source, into: loops[s].target },
    }))
}

/// The loops by their steps in a memory, a first one first and without another.
fn run(loops: &[Loop], first: usize, without: usize, step: fn(&Loop) -> i64) -> Vec<usize> {
    let mut run = alloc::vec![first];
    run.extend(except(&order(loops, step), &[first, without]));
    run
}

/// The first loop of step 1.
fn contiguous(loops: &[Loop], step: fn(&Loop) -> i64) -> Option<usize> {
    loops.iter().position(|one| step(one) == 1)
}
