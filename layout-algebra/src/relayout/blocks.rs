//! `Blocks`: the blocks of threads of a copy, each of which has a piece of every loop.

use alloc::vec::Vec;

use super::loops::Loop;
use super::pass::Edge;
use super::{ceil_div, layout};
use crate::{Error, Layout};

/// The blocks whose tiles have these pieces of the loops.
#[derive(Clone, Copy)]
pub(super) struct Blocks<'a> {
    pub(super) loops: &'a [Loop],
    pub(super) pieces: &'a [i64],
}

impl Blocks<'_> {
    /// The number of blocks; the most that an `i64` holds if there are more.
    pub(super) fn count(&self) -> i64 {
        let blocks = self.loops.iter().zip(self.pieces);
        blocks.map(|(one, &piece)| ceil_div(one.extent, piece)).fold(1, i64::saturating_mul)
    }

    /// The elements of all tiles, whole, for each that there is: above 1 where tiles reach past an edge.
    pub(super) fn reached(&self) -> f64 {
        let loops = self.loops.iter().zip(self.pieces);
        let along = loops
            .map(|(one, &piece)| (piece * ceil_div(one.extent, piece)) as f64 / one.extent as f64);
        along.product()
    }

    /// The layout of blocks: `step` is a step of each loop.
    pub(super) fn grid(&self, step: &dyn Fn(usize) -> i64) -> Result<Layout, Error> {
        let loops = self.loops.iter().zip(self.pieces).enumerate();
        layout(loops.map(|(k, (one, &piece))| (ceil_div(one.extent, piece), step(k) * piece)))
    }

    /// The edge of the last loop of a side, of which blocks read so many elements, if the last block reads fewer.
    pub(super) fn edge(&self, read: &[i64], side: &[usize]) -> Result<Option<Edge>, Error> {
        let Some((&last, inner)) = side.split_last() else { return Ok(None) };
        let (extent, piece) = (self.loops[last].extent, self.pieces[last]);
        if (ceil_div(extent, piece) - 1) * piece + read[last] == extent {
            return Ok(None);
        }
        let before = self.grid(&|k| i64::from(k == last))?;
        Ok(Some(Edge { inner: product(read, inner), extent, before }))
    }
}

/// The layouts of `x` and of `y` of a pass over a tile with these pieces: `step` is a step of each loop.
pub(super) fn sides(
    [x, y]: &[Vec<usize>; 2],
    pieces: &[i64],
    step: &dyn Fn(usize) -> i64,
) -> Result<[Layout; 2], Error> {
    let side = |of: &[usize]| layout(of.iter().map(|&k| (pieces[k], step(k))));
    Ok([side(x)?, side(y)?])
}

/// The product of the pieces of some loops.
pub(super) fn product(pieces: &[i64], of: &[usize]) -> i64 {
    of.iter().map(|&k| pieces[k]).product()
}
