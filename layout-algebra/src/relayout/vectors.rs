//! `vectors`: copies through shared memory whose threads read and write vectors that begin where memory has them.

use alloc::vec::Vec;

use super::blocks::{Blocks, Steps, product};
use super::loops::{Loop, steps};
use super::pass::Pass;
use super::runs::{Run, keep_cheaper, order, pieces, spanned};
use super::{Access, Choice, HELD, MULTIPROCESSORS, SECTOR, Split, VECTOR, ceil_div};
use crate::Error;

/// Bytes of runs that are tried.
const LENGTHS: [i64; 13] = [64, 96, 128, 160, 192, 224, 256, 320, 384, 512, 768, 2048, 6144];
/// The threads of a block.
const THREADS: i64 = 256;
/// The banks of shared memory, of four bytes each, and the threads that access them together.
const BANKS: usize = 32;
const WARP: i64 = 32;
/// Numbers of threads that have vectors of one run of the target.
const LANES: [i64; 7] = [4, 8, 16, WARP, 64, 128, THREADS];

/// The widest units of which threads load more elements than banks would take at a time.
const NARROW: i64 = 2;
/// The bytes of a word of a bank.
const WORD: i64 = 4;
/// The runs of the target whose lanes load from different words of a vector.
const TURNS: i64 = VECTOR / WORD;

/// A tile, and for each pass the loops of `x` and of `y`.
struct Tile<'a> {
    loops: &'a [Loop],
    unit: i64,
    /// The pieces of each loop that a block writes, about, and that it reads.
    written: Vec<i64>,
    read: Vec<i64>,
    /// The loop along which runs of the target are cut at sectors.
    cut: usize,
    passes: [[Vec<usize>; 2]; 2],
    /// The units from the beginning of a run of the target to its end in shared memory.
    run: i64,
    /// The loop along which blocks follow each other, if not along the target.
    first: Option<usize>,
}

/// The copy by vectors that costs least; `None` where that is slower than one unit at a time: where a vector has one unit, blocks are few, the
/// rows of both memories begin at sectors, or much is together in both. And where the first steps of a memory are
/// not 1, or the source begins before offset 0.
pub(super) fn vectors(loops: &[Loop], unit: i64, shared: i64) -> Result<Option<Choice>, Error> {
    let count = VECTOR / unit;
    let sector = SECTOR / unit;
    let (mut are_aligned, mut is_reversed) = (true, false);
    for one in loops {
        are_aligned &= one.source == 1 || one.source % sector == 0;
        are_aligned &= one.target == 1 || one.target % sector == 0;
        is_reversed |= one.source < 0;
    }
    if count < 2 || are_aligned || is_reversed {
        return Ok(None);
    }
    let [source, target] = [order(loops, Loop::source), order(loops, Loop::target)];
    let reads = runs(loops, &source, Loop::source, unit);
    let writes = runs(loops, &target, Loop::target, unit);
    let mut best = None;
    for read in &reads {
        for write in &writes {
            if let Some(tile) = Tile::new(loops, unit, *read, *write)
                && tile.bytes(count) <= shared
                && tile.blocks().count() >= MULTIPROCESSORS
            {
                keep_cheaper(&mut best, tile.cost(), tile);
            }
        }
    }
    let together = if source[0] == target[0] { loops[source[0]].extent } else { 1 };
    match best {
        Some((_, tile)) if tile.is_worth_it(together) => tile.copy(count, shared).map(Some),
        _ => Ok(None),
    }
}

/// Runs of neighbours in a memory: whole loops and a piece of the next.
fn runs<'a>(loops: &[Loop], order: &'a [usize], step: fn(&Loop) -> i64, unit: i64) -> Vec<Run<'a>> {
    let mut runs: Vec<Run> = Vec::new();
    let mut before = 1i64;
    for (place, &k) in order.iter().enumerate() {
        if step(&loops[k]) != before || before * unit > LENGTHS[LENGTHS.len() - 1] {
            break;
        }
        for length in LENGTHS {
            for piece in pieces(loops[k].extent, ceil_div(length, before * unit)) {
                let run = (&order[..=place], piece);
                if !runs.contains(&run) && before * piece * unit <= 2 * LENGTHS[LENGTHS.len() - 1] {
                    runs.push(run);
                }
            }
        }
        before = before.saturating_mul(loops[k].extent);
    }
    runs
}

impl<'a> Tile<'a> {
    fn new(loops: &'a [Loop], unit: i64, read: Run<'_>, write: Run<'_>) -> Option<Tile<'a>> {
        let (written, passes) = spanned(loops, read, write);
        let (read, write) = (read.0, write.0);
        let (&cut, inner) = write.split_last()?;
        let before = product(&written, inner);
        let mut hull = written.clone();
        if written[cut] < loops[cut].extent {
            hull[cut] = (written[cut] + ceil_div(SECTOR / unit - 1, before)).min(loops[cut].extent);
        }
        // No more is read of the loops of a run than its last sector needs, if the other run has none of them.
        let all = product(&hull, write);
        let run = match write.iter().any(|k| read.contains(k)) {
            true => all,
            false => all.min(product(&written, write) + SECTOR / unit - 1),
        };
        let tile = Tile { loops, unit, written, read: hull, cut, passes, run, first: None };
        Some(Tile { first: tile.first(), ..tile })
    }

    fn blocks(&self) -> Blocks<'_> {
        Blocks { loops: self.loops, pieces: &self.written, first: self.first }
    }

    /// The loop along which tiles are neighbours in the source, if these would otherwise be so far apart that the cache no longer has
    /// what both touch: memory is read in more than a sector.
    fn first(&self) -> Option<usize> {
        /// Bytes that are copied meanwhile: a third of an L2 cache.
        const FAR: i64 = 20 << 20;
        let blocks = self.blocks();
        let is_far = |count: i64| count.saturating_mul(self.moved()) >= FAR;
        let mut steps = order(self.loops, Loop::source).into_iter();
        let next = steps.find(|&k| blocks.along_of(k) > 1)?;
        let before = (0..next).map(|k| blocks.along_of(k)).fold(1, i64::saturating_mul);
        (is_far(before) && !is_far(blocks.along_of(next))).then_some(next)
    }

    /// The bytes that a block writes.
    fn moved(&self) -> i64 {
        self.written.iter().product::<i64>() * self.unit
    }

    /// Returns whether shared memory is worth it: blocks have much to do, and the runs of `together` units that are in one piece in
    /// both memories are short.
    fn is_worth_it(&self, together: i64) -> bool {
        /// The fewest bytes of a tile, where nothing is together, and where something is.
        const TILE: [i64; 2] = [4 << 10, 6 << 10];
        /// The most bytes that are together, and those of the widest unit.
        const TOGETHER: i64 = 1 << 10;
        const WIDEST: i64 = 4;
        let bytes = self.moved();
        match together {
            1 => bytes >= TILE[0],
            _ => bytes >= TILE[1] && together * self.unit <= TOGETHER && self.unit <= WIDEST,
        }
    }

    /// The bytes of shared memory, about.
    fn bytes(&self, count: i64) -> i64 {
        let [[x, _], _] = &self.passes;
        let row = product(&self.read, x) + 5 * count / 2;
        (row.saturating_mul(self.extent(0, 1)) + count).saturating_mul(self.unit)
    }

    /// The units of a side of a pass.
    fn extent(&self, pass: usize, side: usize) -> i64 {
        let side = &self.passes[pass][side];
        match *side == self.passes[1][0] {
            true => self.run,
            false => product(&self.read, side),
        }
    }

    /// Returns whether blocks share runs of the target.
    fn is_split(&self) -> bool {
        self.written[self.cut] < self.loops[self.cut].extent
    }

    /// The cost of a tile, in parts of the time that the bytes of all tiles take.
    ///
    /// The weights are of those tried the ones whose tiles are fastest on an H200, of the 28 that were timed for each of 159 permutations between odd
    /// extents.
    fn cost(&self) -> f64 {
        /// A run that is read, and one that is written, of one sector.
        const READ: f64 = 0.37;
        const WRITTEN: f64 = 0.02;
        /// An element that is read and not written.
        const AGAIN: f64 = 0.05;
        /// A row of one sector: others write the rest of its last sector.
        const ROW: f64 = 2.5;
        /// The kilobytes of a tile.
        const TILE: f64 = 0.014;
        /// One vector on the way to each thread that a multiprocessor has at a time.
        const FLIGHT: f64 = 3.9;
        /// One kilobyte of tiles that a multiprocessor has at a time.
        const SMALL: f64 = 4.3;
        /// Tiles that reach past an edge.
        const EDGE: f64 = 0.08;
        /// A step of a thread that writes for each byte, and the vectors that threads read, or would if they were there, for each that a tile has.
        const STEP: f64 = 0.026;
        const SLOT: f64 = 0.05;
        /// A page of memory that a block reads, and one that it writes.
        const PAGE: [f64; 2] = [0.003, 0.0004];
        let sectors = |units: i64| (units * self.unit) as f64 / SECTOR as f64;
        let [[x, _], [run, _]] = &self.passes;
        let count = VECTOR / self.unit;
        let again = self.run as f64 / product(&self.written, run) as f64 - 1.0;
        let inner = product(&self.written, &run[..run.len() - 1]);
        let row = sectors(inner * self.loops[self.cut].extent);
        let kilobytes = self.bytes(0) as f64 / 1024.0;
        let moved = self.moved() as f64;
        let (steps, _) = self.lanes(&|_| (count, 0));
        let (turns, slots) = self.turns(count);
        let blocks = self.blocks_at_a_time(count) as f64;
        READ / sectors(product(&self.read, x))
            + WRITTEN / sectors(product(&self.written, run))
            + AGAIN * again
            + ROW / row
            + TILE * kilobytes
            + FLIGHT / (turns.min(HELD) as f64 * blocks)
            + SMALL / (moved / 1024.0 * blocks)
            + EDGE * (self.blocks().reached() - 1.0)
            + STEP * (steps * THREADS) as f64 / moved
            + SLOT * (slots * VECTOR) as f64 / moved
            + PAGE[0] * self.pages(0, Loop::source) as f64
            + PAGE[1] * self.pages(1, Loop::target) as f64
    }

    /// The runs of the source of which a thread reads a vector, and the vectors that all threads would read if no run ended before.
    fn turns(&self, count: i64) -> (i64, i64) {
        let vectors = Pass::vectors_of(self.extent(0, 0), count);
        let rows = (THREADS / vectors.min(THREADS)).min(self.extent(0, 1));
        let turns = ceil_div(self.extent(0, 1), rows);
        (turns, turns * ceil_div(vectors, THREADS) * THREADS)
    }

    /// The blocks that a multiprocessor has shared memory and threads for.
    fn blocks_at_a_time(&self, count: i64) -> i64 {
        /// Bytes of a multiprocessor, those of a block that the system takes, and threads of a multiprocessor.
        const SHARED: i64 = 227 << 10;
        const OF_SYSTEM: i64 = 1 << 10;
        const THREADS_OF_ALL: i64 = 2048;
        let (_, units) = self.places(count, 0);
        (SHARED / (units * self.unit + OF_SYSTEM)).clamp(1, THREADS_OF_ALL / THREADS)
    }

    /// The pages of memory that the runs of a pass begin in, about.
    fn pages(&self, pass: usize, step: fn(&Loop) -> i64) -> i64 {
        const PAGE: i64 = 2 << 20;
        let rows = self.extent(pass, 1);
        let mut steps = steps(self.loops, step);
        for step in &mut steps {
            *step = step.abs();
        }
        let last = self.digits(&self.passes[pass][1], rows - 1, &steps);
        rows.min(last.saturating_mul(self.unit) / PAGE + 1)
    }

    /// The step of each loop in shared memory, and the units there: the runs of the source one after the other, where each unit is as far from
    /// the last beginning of a vector as in the source, and no two runs have a vector in common.
    fn places(&self, count: i64, more: i64) -> (Vec<i64>, i64) {
        let mut places = alloc::vec![0; self.loops.len()];
        let [run, rows] = &self.passes[0];
        let mut reach = 1;
        for &k in run {
            places[k] = reach;
            reach *= self.read[k];
        }
        let row = reach + 2 * (count - 1);
        reach = row;
        for (place, &k) in rows.iter().enumerate() {
            let least = if place == 0 { reach + more * count } else { reach };
            let step = least + (self.loops[k].source - least).rem_euclid(count);
            places[k] = step;
            reach += step * (self.read[k] - 1);
        }
        let last = self.digits(rows, self.extent(0, 1) - 1, &places);
        (places, last + row + count)
    }

    /// The offset of a coordinate of some loops.
    fn digits(&self, side: &[usize], of: i64, steps: &[i64]) -> i64 {
        let (mut sum, mut left) = (0, of);
        for &k in side {
            sum += left % self.read[k] * steps[k];
            left /= self.read[k];
        }
        sum
    }

    /// The wavefronts in which a warp loads what it writes, of which `lanes` lanes have vectors of one run, and the unit from which on
    /// they load: that with fewer.
    fn turned(&self, count: i64, places: &[i64], lanes: i64) -> (i64, i64) {
        let from = [0, count / TURNS].into_iter().filter(|from| *from == 0 || self.unit <= NARROW);
        let counts = from.map(|from| (self.wavefronts(count, places, lanes, from) / 2, from));
        counts.min().unwrap_or((count, 0))
    }

    /// The wavefronts in which two warps load what they write.
    fn wavefronts(&self, count: i64, places: &[i64], lanes: i64, from: i64) -> i64 {
        let [x, y] = &self.passes[1];
        let (long, rows) = (self.extent(1, 0), self.extent(1, 1));
        let target = steps(self.loops, Loop::target);
        let mut wavefronts = 0;
        for number in 0..2 * count {
            let (warp, unit) = (number / count, number % count);
            let mut words: Vec<(usize, i64)> = Vec::new();
            for lane in 0..WARP {
                let c = (warp * WARP + lane) % lanes;
                let row = (warp * WARP + lane) / lanes;
                let at = self.digits(y, row, &target);
                let unit = (unit + row % TURNS * from) % count;
                let place = c * count + (-at).rem_euclid(count) + unit;
                if row >= rows || place >= long {
                    continue;
                }
                let to = self.digits(x, place, places) + self.digits(y, row, places);
                let word = to * self.unit / WORD;
                for word in word..word + ceil_div(self.unit, WORD) {
                    let entry = ((word as usize) % BANKS, word);
                    if !words.contains(&entry) {
                        words.push(entry);
                    }
                }
            }
            let mut counts = [0; BANKS];
            for (bank, _) in words {
                counts[bank] += 1;
            }
            wavefronts += counts.into_iter().max().unwrap_or(0);
        }
        wavefronts
    }

    /// The steps of a thread that writes its vectors, the least, the threads that have vectors of one run of the target, and the unit
    /// from which on they load: the steps of wavefronts and of instructions, of which a multiprocessor begins four in the time of one wavefront.
    fn lanes(&self, wavefronts: &dyn Fn(i64) -> (i64, i64)) -> (i64, [i64; 2]) {
        const VECTOR_OF_RUN: i64 = 8;
        const RUN: i64 = 6;
        let count = VECTOR / self.unit;
        let run = product(&self.written, &self.passes[1][0]);
        // Whole vectors: all of a part of sectors, and without the ends of a whole run.
        let across = match self.is_split() {
            true => Pass::vectors_of(run, count),
            false => (run / count).max(1),
        };
        let mut least = (i64::MAX, [WARP, 0]);
        for lanes in LANES {
            let runs = ceil_div(self.extent(1, 1), THREADS / lanes);
            let (wavefronts, from) = wavefronts(lanes);
            let vectors = ceil_div(across, lanes) * (VECTOR_OF_RUN + wavefronts);
            least = least.min((runs * (RUN + vectors), [lanes, from]));
        }
        least
    }

    /// The lanes, as by [`Tile::lanes`], for the wavefronts that vectors take from these places.
    fn lanes_of(&self, count: i64, places: &[i64]) -> (i64, [i64; 2]) {
        self.lanes(&|lanes| self.turned(count, places, lanes))
    }

    fn copy(&self, count: i64, shared: i64) -> Result<Choice, Error> {
        let blocks = self.blocks();
        let mut least = (i64::MAX, i64::MAX);
        let mut best = None;
        for more in 0..8 {
            let (places, size) = self.places(count, more);
            if size * self.unit > shared {
                continue;
            }
            let (cost, lanes) = self.lanes_of(count, &places);
            if (cost, size) < least {
                least = (cost, size);
                best = Some((size, lanes, places));
            }
        }
        let (buffer, [lanes, turned], places) = match best {
            Some(best) => best,
            None => {
                let (places, size) = self.places(count, 0);
                (size, self.lanes_of(count, &places).1, places)
            }
        };
        let pass = |number: usize, from: &[i64], into: &[i64]| -> Result<Pass, Error> {
            let pass = blocks.pass(&self.passes[number], &self.read, Steps { from, into })?;
            let extents = [self.extent(number, 0), self.extent(number, 1)];
            Ok(Pass { extents, rows: 1, ..pass })
        };
        let (source, target) = (steps(self.loops, Loop::source), steps(self.loops, Loop::target));
        let split = match self.is_split() {
            true => Some(Split {
                run: product(&self.written, &self.passes[1][0]),
                sector: SECTOR / self.unit,
                before: blocks.along(self.cut)?,
            }),
            false => None,
        };
        Ok(Choice {
            threads: THREADS,
            buffer,
            source: blocks.grid(&source)?,
            target: blocks.grid(&target)?,
            passes: alloc::vec![pass(0, &source, &places)?, pass(1, &places, &target)?],
            access: Access::Vectors { units: count, lanes, turned, split },
        })
    }
}
