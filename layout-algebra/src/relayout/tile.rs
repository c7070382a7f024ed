//! `Tile`: what a block of threads copies, chosen of all by what it costs.

use alloc::vec::Vec;

use layout_core::gcd;

use super::blocks::{Blocks, Steps, product};
use super::loops::{Loop, steps};
use super::pass::Pass;
use super::runs::{Run, keep_cheaper, order, pieces, spanned};
use super::{Access, Choice, MULTIPROCESSORS, SECTOR, ceil_div};
use crate::hardware::{Accesses, Kind, Machine};
use crate::{Error, Layout, SortFew};

/// The most elements of a run: a block has a thread for each.
const LONGEST: i64 = 256;
/// The lengths of runs that are tried.
const LENGTHS: [i64; 9] = [16, 24, 32, 48, 64, 96, 128, 192, LONGEST];
/// Numbers of threads of a block: blocks of them fill a multiprocessor of 2,048 threads, or nearly.
const THREADS: [i64; 5] = [128, 160, 192, 224, 256];
/// Numbers of elements that a thread copies without shared memory; the first two only where all
/// multiprocessors have too little to do with more.
const TURNS: [i64; 5] = [1, 2, 4, 8, 16];
/// The most elements that a thread moves.
const MOST_TURNS: i64 = 32;

/// The part of both layouts that a block copies.
#[derive(Clone, Debug)]
pub(super) struct Tile {
    /// The extent of the tile along each loop.
    pieces: Vec<i64>,
    /// The loops of `x` and of `y`, for each pass; both passes have the same in other orders.
    passes: Vec<[Vec<usize>; 2]>,
    threads: i64,
    /// The unused units of shared memory after each run.
    extra: i64,
}

impl Tile {
    /// The tile that costs least; of equals, the first.
    pub(super) fn best(loops: &[Loop], unit: usize, shared: i64) -> Tile {
        let unit = unit as i64;
        let mut best = None;
        for tile in straight(loops).into_iter().chain(turned(loops, unit)) {
            for threads in THREADS {
                let tile = Tile { threads, ..tile.clone() };
                if tile.fits(unit, shared) {
                    keep_cheaper(&mut best, tile.cost(loops, unit), tile);
                }
            }
        }
        let mut tile = match best {
            Some((_, tile)) => tile,
            None => Tile { threads: THREADS[0], ..Tile::straight(loops, &[], &[], 1) },
        };
        if tile.passes.len() > 1 {
            tile.extra = tile.padding(loops, unit as usize, shared);
        }
        tile
    }

    /// The copy by this tile.
    pub(super) fn choice(&self, loops: &[Loop]) -> Result<Choice, Error> {
        Ok(Choice {
            threads: self.threads,
            buffer: self.buffer(),
            source: self.blocks(loops).grid(&steps(loops, Loop::source))?,
            target: self.blocks(loops).grid(&steps(loops, Loop::target))?,
            passes: self.passes(loops)?,
            access: Access::Units,
        })
    }

    fn blocks<'a>(&'a self, loops: &'a [Loop]) -> Blocks<'a> {
        Blocks { loops, pieces: &self.pieces, first: None }
    }

    fn extent(&self, of: &[usize]) -> i64 {
        product(&self.pieces, of)
    }

    /// The units of shared memory.
    fn buffer(&self) -> i64 {
        match self.passes.as_slice() {
            [[x, y], _] => (self.extent(x) + self.extra) * self.extent(y),
            _ => 0,
        }
    }

    /// The elements that a thread moves in a pass; 0, if a run has more elements than there are
    /// threads.
    fn turns(&self, [x, y]: &[Vec<usize>; 2]) -> i64 {
        match self.threads / self.extent(x) {
            0 => i64::MAX,
            rows => ceil_div(self.extent(y), rows),
        }
    }

    /// Returns true if there are enough threads and memory for it, with a little padding.
    fn fits(&self, unit: i64, shared: i64) -> bool {
        let little = if self.extra > 0 { self.extra } else { (8 / unit).max(1) };
        let room = Tile { extra: little, ..self.clone() }.buffer() * unit;
        room <= shared && self.passes.iter().all(|pass| self.turns(pass) <= MOST_TURNS)
    }

    /// The cost of a tile beside the bytes that all tiles move, in parts of the time that those
    /// take.
    ///
    /// The weights are of those tried the ones with which the kernels of `examples/gpu/relayouts` are fastest on an H200.
    fn cost(&self, loops: &[Loop], unit: i64) -> f64 {
        /// A sector that is read or written in part. What is written in part waits for the rest.
        const READ_IN_PART: f64 = 0.5;
        const WRITTEN_IN_PART: f64 = 5.0;
        /// A run of one sector.
        const RUN: f64 = 0.2;
        /// An element of one byte that a thread moves, or would if it were there; and how many of them take as long as to begin.
        const SLOT: f64 = 0.14;
        const BEGIN: i64 = 3;
        /// A word more than six that a thread moves, and the kilobytes of a tile: there are fewer blocks at a time.
        const MOVED: f64 = 0.003;
        const TILE: f64 = 0.003;
        /// Tiles that reach past an edge.
        const EDGE: f64 = 1.0;
        /// Multiprocessors without a block, for each that has one.
        const IDLE: f64 = 0.1;
        let reached = self.blocks(loops).reached();
        let (first, last) = (&self.passes[0], &self.passes[self.passes.len() - 1]);
        let run = |(run, aligned): (i64, i64), in_part: f64| {
            let sectors = (run * unit) as f64 / SECTOR as f64;
            (RUN + in_part * (1.0 - aligned as f64 / SECTOR as f64)) / sectors
        };
        let read = run(self.run(loops, first, Loop::source, unit), READ_IN_PART);
        let written = run(self.run(loops, last, Loop::target, unit), WRITTEN_IN_PART);
        let bytes = (self.extent(&first[0]) * self.extent(&first[1]) * unit) as f64;
        let (mut slots, mut most) = (0, 0);
        for pass in &self.passes {
            let turns = self.turns(pass);
            slots += (turns + BEGIN) * self.threads;
            most = turns.max(most);
        }
        let moved = most * ceil_div(unit, 4) - 6;
        let waited = MOVED * moved.max(0) as f64 + TILE * bytes / 1024.0;
        let idle =
            IDLE * (MULTIPROCESSORS as f64 / self.blocks(loops).count() as f64 - 1.0).max(0.0);
        read + written
            + waited
            + SLOT * reached * slots as f64 / bytes
            + EDGE * (reached - 1.0)
            + idle
    }

    /// The number of elements that follow each other in memory, and the alignment of such a run in
    /// bytes, up to a sector.
    fn run(
        &self,
        loops: &[Loop],
        [x, y]: &[Vec<usize>; 2],
        step: fn(&Loop) -> i64,
        unit: i64,
    ) -> (i64, i64) {
        let (mut run, mut aligned) = (1, SECTOR);
        let mut goes_on = true;
        let rest = (0..loops.len()).filter(|k| !x.contains(k) && !y.contains(k));
        for k in x.iter().chain(y).copied().chain(rest) {
            let (by, piece) = (step(&loops[k]), self.pieces[k]);
            if goes_on && by.abs() == run {
                run *= piece;
                goes_on = piece == loops[k].extent;
                if !goes_on {
                    aligned = common(aligned, by * piece * unit);
                }
            } else {
                goes_on = false;
                aligned = common(aligned, by * unit);
            }
        }
        (run, common(aligned, run * unit))
    }

    /// The padding with which the passes take the fewest wavefronts of shared memory, the least of equals.
    fn padding(&self, loops: &[Loop], unit: usize, shared: i64) -> i64 {
        let (mut fewest, mut padding) = (usize::MAX, 0);
        for extra in 0..(Machine::SM_90.wavefront_bytes() / unit) as i64 {
            let tile = Tile { extra, ..self.clone() };
            if tile.fits(unit as i64, shared)
                && let Some(wavefronts) = tile.wavefronts(loops, unit)
                && wavefronts < fewest
            {
                (fewest, padding) = (wavefronts, extra);
            }
        }
        padding
    }

    /// The wavefronts in which both passes write and read shared memory.
    fn wavefronts(&self, loops: &[Loop], unit: usize) -> Option<usize> {
        let passes = self.passes(loops).ok()?;
        let mut wavefronts = 0;
        for (side, kind) in [(&passes[0].into, Kind::Store), (&passes[1].from, Kind::Load)] {
            let all = Layout::from_modes(side).ok()?;
            let threads = Layout::from_modes(&[all]).ok()?.numbers().ok()?;
            let accesses = Accesses::new(&threads, &Machine::SM_90, 8 * unit, unit).ok()?;
            wavefronts += accesses.banks(kind).wavefronts;
        }
        Some(wavefronts)
    }

    /// The passes of the threads over the tile: one, or two through shared memory.
    fn passes(&self, loops: &[Loop]) -> Result<Vec<Pass>, Error> {
        let (source, target) = (steps(loops, Loop::source), steps(loops, Loop::target));
        match self.passes.as_slice() {
            [one] => {
                let steps = Steps { from: &source, into: &target };
                Ok(alloc::vec![self.pass(loops, one, steps)?])
            }
            [first, second, ..] => {
                // In shared memory an element has the place that it has in the first pass.
                let mut shared = alloc::vec![0; loops.len()];
                let mut reach = 1;
                for (side, padding) in first.iter().zip([self.extra, 0]) {
                    for &k in side {
                        shared[k] = reach;
                        reach *= self.pieces[k];
                    }
                    reach += padding;
                }
                let (load, store) = (
                    Steps { from: &source, into: &shared },
                    Steps { from: &shared, into: &target },
                );
                Ok(alloc::vec![self.pass(loops, first, load)?, self.pass(loops, second, store)?])
            }
            [] => Ok(Vec::new()),
        }
    }

    /// The pass over two sides.
    fn pass(
        &self,
        loops: &[Loop],
        sides: &[Vec<usize>; 2],
        steps: Steps<'_>,
    ) -> Result<Pass, Error> {
        let pass = self.blocks(loops).pass(sides, &self.pieces, steps)?;
        // A row more than there are is no use.
        let rows = (self.threads / pass.extents[0]).min(pass.rows);
        Ok(Pass { rows, ..pass })
    }

    /// The tile in one pass: whole loops, and a piece of the last of the others.
    fn straight(loops: &[Loop], x: &[usize], y: &[usize], last: i64) -> Tile {
        let mut pieces = alloc::vec![1; loops.len()];
        for &k in x {
            pieces[k] = loops[k].extent;
        }
        if let Some(&k) = y.last() {
            pieces[k] = last;
        }
        Tile { pieces, passes: alloc::vec![[x.to_vec(), y.to_vec()]], threads: 0, extra: 0 }
    }
}

/// Tiles of runs that are the same in both memories.
fn straight(loops: &[Loop]) -> Vec<Tile> {
    let [source, target] = [order(loops, Loop::source), order(loops, Loop::target)];
    let mut size = 1i64;
    for one in loops {
        size = size.saturating_mul(one.extent);
    }
    let mut tiles = Vec::new();
    let mut extent = 1i64;
    for whole in 0..=loops.len() {
        let x = &target[..whole];
        if let Some(&last) = x.last() {
            if source[whole - 1] != last {
                break;
            }
            extent = extent.saturating_mul(loops[last].extent);
        }
        if extent > LONGEST {
            break;
        }
        let next = [source.get(whole), target.get(whole)];
        for &y in next.into_iter().flatten() {
            for threads in THREADS {
                let is_few = size < threads * TURNS[2] * MULTIPROCESSORS;
                for turns in TURNS {
                    if threads < extent || (!is_few && turns < TURNS[2]) {
                        continue;
                    }
                    for piece in pieces(loops[y].extent, threads / extent * turns) {
                        tiles.push(Tile::straight(loops, x, &[y], piece));
                    }
                }
            }
        }
        if whole == loops.len() {
            tiles.push(Tile::straight(loops, x, &[], 1));
        }
    }
    tiles
}

/// Tiles with a run of the source and one of the target.
fn turned(loops: &[Loop], unit: i64) -> Vec<Tile> {
    let [source, target] = [order(loops, Loop::source), order(loops, Loop::target)];
    let [reads, writes] = [runs(loops, &source, unit), runs(loops, &target, unit)];
    let mut tiles = Vec::new();
    for read in &reads {
        for write in &writes {
            let (pieces, passes) = spanned(loops, *read, *write);
            let passes = passes.to_vec();
            tiles.push(Tile { pieces, passes, threads: 0, extra: 0 });
        }
    }
    tiles
}

/// Runs of whole loops and a piece of the next.
fn runs<'a>(loops: &[Loop], order: &'a [usize], unit: i64) -> Vec<Run<'a>> {
    let mut runs = Vec::new();
    let mut before = 1i64;
    for (place, &k) in order.iter().enumerate() {
        let extent = loops[k].extent;
        let mut last = Vec::new();
        for length in LENGTHS {
            last.extend(pieces(extent, ceil_div(length, before)));
        }
        last.sort_few();
        last.dedup();
        for piece in last {
            let run = before * piece;
            if run <= LONGEST && (run * unit >= SECTOR || place + 1 == order.len()) {
                runs.push((&order[..=place], piece));
            }
        }
        before = before.saturating_mul(extent);
        if before > LONGEST || before * unit > 8 * SECTOR {
            break;
        }
    }
    runs
}

fn common(a: i64, b: i64) -> i64 {
    i64::try_from(gcd(a.unsigned_abs().into(), b.unsigned_abs().into())).unwrap_or(1)
}
