//! `Blocks`: the blocks of threads of a copy, each of which has a piece of every loop.

use alloc::vec::Vec;

use super::loops::Loop;
use super::pass::{Edge, Pass};
use super::{ceil_div, layout};
use crate::{Error, Layout};

/// The blocks whose tiles have these pieces of the loops.
#[derive(Clone, Copy)]
pub(super) struct Blocks<'a> {
    pub(super) loops: &'a [Loop],
    pub(super) pieces: &'a [i64],
    /// The loop along which neighbours are blocks that follow each other; the first that has several blocks if it is `None`.
    pub(super) first: Option<usize>,
}

/// The steps of the loops in the memory that a pass reads, and in the memory that it writes.
#[derive(Clone, Copy)]
pub(super) struct Steps<'a> {
    pub(super) from: &'a [i64],
    pub(super) into: &'a [i64],
}

impl Blocks<'_> {
    /// The number of blocks; the most that an `i64` holds if there are more.
    pub(super) fn count(&self) -> i64 {
        let mut count = 1i64;
        for k in 0..self.loops.len() {
            count = count.saturating_mul(self.along_of(k));
        }
        count
    }

    /// The blocks along a loop.
    pub(super) fn along_of(&self, k: usize) -> i64 {
        ceil_div(self.loops[k].extent, self.pieces[k])
    }

    /// The elements of all tiles, whole, for each that there is: above 1 where tiles reach past an edge.
    pub(super) fn reached(&self) -> f64 {
        let mut reached = 1.0;
        for (one, &piece) in self.loops.iter().zip(self.pieces) {
            reached *= (piece * ceil_div(one.extent, piece)) as f64 / one.extent as f64;
        }
        reached
    }

    /// The layout of blocks by the steps of the loops.
    pub(super) fn grid(&self, steps: &[i64]) -> Result<Layout, Error> {
        let mut digits = Vec::new();
        for (k, step) in steps.iter().enumerate() {
            let digit = (self.along_of(k), step * self.pieces[k]);
            let place = if self.first == Some(k) { 0 } else { digits.len() };
            digits.insert(place, digit);
        }
        layout(&digits)
    }

    /// The layout of blocks whose offsets are the places where they begin along one loop.
    pub(super) fn along(&self, k: usize) -> Result<Layout, Error> {
        let mut steps = alloc::vec![0; self.loops.len()];
        steps[k] = 1;
        self.grid(&steps)
    }

    /// A pass by the loops of two sides, `x` and `y`, of which a block reads the pieces `read`, all of `y` at a time.
    pub(super) fn pass(
        &self,
        sides: &[Vec<usize>; 2],
        read: &[i64],
        Steps { from, into }: Steps<'_>,
    ) -> Result<Pass, Error> {
        let [x, y] = sides;
        let extents = [product(read, x), product(read, y)];
        Ok(Pass {
            from: [along(x, read, from)?, along(y, read, from)?],
            into: [along(x, read, into)?, along(y, read, into)?],
            extents,
            edges: [self.edge(read, x)?, self.edge(read, y)?],
            rows: extents[1],
        })
    }

    /// The edge of the last loop of a side, of which blocks read the pieces `read`, if the last block reads fewer.
    fn edge(&self, read: &[i64], side: &[usize]) -> Result<Option<Edge>, Error> {
        let Some((&last, inner)) = side.split_last() else { return Ok(None) };
        let (extent, piece) = (self.loops[last].extent, self.pieces[last]);
        if (ceil_div(extent, piece) - 1) * piece + read[last] == extent {
            return Ok(None);
        }
        Ok(Some(Edge { inner: product(read, inner), extent, before: self.along(last)? }))
    }
}

/// The product of the pieces of some loops.
pub(super) fn product(pieces: &[i64], of: &[usize]) -> i64 {
    of.iter().map(|&k| pieces[k]).product()
}

/// The layout along some loops.
fn along(loops: &[usize], extents: &[i64], steps: &[i64]) -> Result<Layout, Error> {
    let mut digits = Vec::new();
    for &k in loops {
        digits.push((extents[k], steps[k]));
    }
    layout(&digits)
}
