//! The loops of a contraction that are compiled for each call: register tiles of a constant number of lanes, without packing. The other numbers are constants,
//! or are known at run time.

#![allow(unsafe_code)]

use core::ptr::NonNull;

use super::Factors;
use super::Product;
use super::plan::{Plan, ROWS, lanes};
use super::tile::{Number, add_lanes};
use crate::elementwise::LoopElements;
use crate::inner_loop::prevent_vectorization;
use crate::loop_nest::TARGET;
use crate::operands::{KnownLoop, MAX_OPERANDS, Offsets, OperandsLoop, OperandsNest};
use layout_runtime::internals::MAX_LEAVES_SMALL;

/// The most loops around a block that are compiled.
const MAX_OUTER: usize = 5;

/// The loops of a contraction, as far as the compiler knows their numbers.
#[derive(Clone, Copy)]
pub(super) struct Loops {
    lanes: KnownLoop,
    rows: KnownLoop,
    sums: [KnownLoop; 2],
    /// The loops around a block, from the innermost, those of the target first.
    outer: [KnownLoop; MAX_OUTER],
    start: Offsets,
}

/// The loops of a contraction, with the numbers of one run.
struct Numbers {
    lanes: OperandsLoop,
    rows: OperandsLoop,
    sums: [OperandsLoop; 2],
    outer: [OperandsLoop; MAX_OUTER],
}

impl Loops {
    const UNIT: Self = Loops {
        lanes: KnownLoop::UNIT,
        rows: KnownLoop::UNIT,
        sums: [KnownLoop::UNIT; 2],
        outer: [KnownLoop::UNIT; MAX_OUTER],
        start: [0; MAX_OPERANDS],
    };

    /// The loops of a plan and those around it; `None` if they are not to be compiled. All numbers are constants, or those of `known` are: the others
    /// were guessed for the plan.
    pub(super) const fn of(
        plan: &Plan,
        outer: &OperandsNest,
        mut known: Option<[KnownLoop; MAX_LEAVES_SMALL]>,
    ) -> Option<Self> {
        if !plan.is_compiled || plan.packed != 0 || outer.len > MAX_OUTER {
            return None;
        }
        let mut loops = Loops {
            lanes: known_loop(&plan.lanes, &mut known),
            rows: known_loop(&plan.rows, &mut known),
            sums: [known_loop(&plan.sums[0], &mut known), known_loop(&plan.sums[1], &mut known)],
            outer: [KnownLoop::UNIT; MAX_OUTER],
            start: outer.start,
        };
        let mut k = 0;
        while k < outer.len {
            loops.outer[k] = known_loop(&outer.loops[k], &mut known);
            k += 1;
        }
        Some(loops)
    }

    /// The lanes, which are a constant number.
    const fn extent(&self) -> usize {
        match self.lanes.extent {
            Some(extent) => extent,
            // None of those that are compiled.
            None => 1,
        }
    }

    /// Returns true if the lanes are partial sums.
    const fn is_sum(&self) -> bool {
        self.extent() > 1 && is_summed(&self.lanes)
    }

    /// Returns true if products are made from the first factor on: if it stays along the lanes, and the last one moves. The factors that stay are multiplied
    /// once for all lanes then.
    const fn is_from_first(&self, count: usize) -> bool {
        stays(&self.lanes, 1) && !stays(&self.lanes, count)
    }

    /// Returns true if each element of the target is written once.
    const fn is_set(&self) -> bool {
        let mut k = 0;
        while k < MAX_OUTER {
            if is_summed(&self.outer[k]) && !matches!(self.outer[k].extent, Some(1)) {
                return false;
            }
            k += 1;
        }
        true
    }

    /// Returns true if there may be enough rows for tiles of several.
    const fn has_tiles(&self) -> bool {
        !matches!(self.rows.extent, Some(..ROWS))
    }

    #[inline(always)]
    fn at_run_time(&self, leaves: &[OperandsLoop; MAX_LEAVES_SMALL]) -> Numbers {
        let [l0, l1, l2, l3, l4] = &self.outer;
        let outer = [
            l0.at_run_time(leaves),
            l1.at_run_time(leaves),
            l2.at_run_time(leaves),
            l3.at_run_time(leaves),
            l4.at_run_time(leaves),
        ];
        Numbers {
            lanes: self.lanes.at_run_time(leaves),
            rows: self.rows.at_run_time(leaves),
            sums: [self.sums[0].at_run_time(leaves), self.sums[1].at_run_time(leaves)],
            outer,
        }
    }
}

/// Returns true if the target stays along a loop.
const fn is_summed(l: &KnownLoop) -> bool {
    stays(l, TARGET)
}

/// Returns true if an operand stays along a loop.
const fn stays(l: &KnownLoop, operand: usize) -> bool {
    matches!(l.step[operand], Some(0))
}

/// The known numbers of a loop: all of them, or those of the loop among `known` that it is.
const fn known_loop(
    l: &OperandsLoop,
    known: &mut Option<[KnownLoop; MAX_LEAVES_SMALL]>,
) -> KnownLoop {
    match known {
        None => KnownLoop::of(l),
        Some(known) => taken(l, known),
    }
}

/// Takes from `known` the first loop that may be this one: its known numbers are equal, and the others are guesses here. A loop of one
/// iteration is left in its place.
const fn taken(l: &OperandsLoop, known: &mut [KnownLoop; MAX_LEAVES_SMALL]) -> KnownLoop {
    let mut k = 0;
    while l.extent > 1 && k < known.len() {
        if known[k].is_guessed_as(l) {
            return core::mem::replace(&mut known[k], KnownLoop::UNIT);
        }
        k += 1;
    }
    KnownLoop::UNIT
}

/// The loops of a nest whose extents are known, as bits.
pub(super) const fn known(nest: &OperandsNest, mut known: [KnownLoop; MAX_LEAVES_SMALL]) -> usize {
    let (mut bits, mut k) = (0, 0);
    while k < nest.len {
        bits |= (taken(&nest.loops[k], &mut known).extent.is_some() as usize) << k;
        k += 1;
    }
    bits
}

/// A contraction whose loops may be compiled.
pub(super) trait CompiledLoops {
    /// The loops, if they are to be compiled.
    const LOOPS: Option<Loops>;

    /// The loops; loops of one iteration, which do not run, where none are compiled.
    const SOME: Loops = match Self::LOOPS {
        Some(loops) => loops,
        None => Loops::UNIT,
    };
}

/// Returns true if loops with these numbers may run: there are coordinates, and the target moves along all loops but those of which the compiler knows
/// that it does not.
#[inline(always)]
pub(super) fn is_run<K: CompiledLoops>(leaves: &[OperandsLoop; MAX_LEAVES_SMALL]) -> bool {
    let Loops { lanes, rows, sums: [s0, s1], outer: [l0, l1, l2, l3, l4], .. } = const { &K::SOME };
    let is_run = |l: &KnownLoop| {
        let OperandsLoop { extent, step } = l.at_run_time(leaves);
        extent == 1 || extent != 0 && (is_summed(l) || step[TARGET] != 0)
    };
    // Spelled out, so that LLVM drops what it knows.
    is_run(lanes)
        && is_run(rows)
        && is_run(s0)
        && is_run(s1)
        && is_run(l0)
        && is_run(l1)
        && is_run(l2)
        && is_run(l3)
        && is_run(l4)
}

/// Sets each element of the target to the sum of its products.
///
/// # Safety
///
/// The loops are at elements of the sources and of the target, which is borrowed as exclusive. There are no swizzles, and [`is_run`].
#[inline(always)]
#[expect(clippy::redundant_closure, reason = "LLVM does not inline a reference to a function")]
pub(super) unsafe fn run<T: Number, S: Factors<T>, K: CompiledLoops>(
    target: NonNull<T>,
    sources: S::Elements,
    leaves: &[OperandsLoop; MAX_LEAVES_SMALL],
) {
    let loops = const { &K::SOME }.at_run_time(leaves);
    let [l0, l1, l2, l3, l4] = loops.outer;
    // Loops of the target come first.
    let mut writes = 1;
    if const { !K::SOME.is_set() } {
        for (l, known) in loops.outer.iter().zip(const { &K::SOME.outer }) {
            writes *= if is_summed(known) { 1 } else { l.extent };
        }
    }
    let mut block = |at: Offsets| {
        let is_added = const { !K::SOME.is_set() } && writes == 0;
        if const { !K::SOME.is_set() } {
            writes = writes.saturating_sub(1);
        }
        // SAFETY: by the caller.
        unsafe {
            let target = target.offset(at[TARGET]);
            let sources = S::pointers(sources, &at, 1);
            let block = Block::<T, S> { target, sources, is_added, leaves };
            if const { K::SOME.is_sum() } {
                block.sums_of_lanes::<K>();
            } else {
                block.panels::<K>();
            }
        }
    };
    l4.for_each(const { K::SOME.start }, |at| {
        l3.for_each(at, |at| {
            l2.for_each(at, |at| l1.for_each(at, |at| l0.for_each(at, |at| block(at))));
        });
    });
}

/// A block: where it begins.
struct Block<'a, T, S: Factors<T>> {
    target: NonNull<T>,
    sources: S::Pointers,
    is_added: bool,
    leaves: &'a [OperandsLoop; MAX_LEAVES_SMALL],
}

/// Runs a statement for each number of lanes that a vector may have, from the most on, if there are as many.
macro_rules! for_each_width {
    ($W:ident, $most:expr, $extent:expr, $run:block) => {
        for_each_width! { @each $W, $most, $extent, $run, 512 256 128 64 32 16 8 7 6 5 4 3 2 1 }
    };
    (@each $W:ident, $most:expr, $extent:expr, $run:block, $($width:literal)*) => {
        $({
            const $W: usize = $width;
            if const { is_width($W, $most, $extent) } $run
        })*
    };
}

/// Returns true if `lanes` lanes are computed at once: those of a vector, or all of a few, for which the summed loops run once then.
const fn is_width(lanes: usize, most: usize, extent: usize) -> bool {
    lanes <= most && lanes <= extent && (lanes.is_power_of_two() || lanes == extent)
}

impl<T: Number, S: Factors<T>> Block<'_, T, S> {
    const LANES: usize = lanes(size_of::<T>());

    /// A block whose lanes are elements of the target.
    ///
    /// # Safety
    ///
    /// As [`run`].
    #[inline(always)]
    unsafe fn panels<K: CompiledLoops>(&self) {
        let extent = const { K::SOME.extent() };
        let mut done = 0;
        for_each_width!(
            W,
            if K::SOME.has_tiles() { Self::LANES } else { 4 * Self::LANES },
            K::SOME.extent(),
            {
                let groups = (extent - done) / W;
                for group in 0..groups {
                    prevent_vectorization();
                    // SAFETY: by the caller.
                    unsafe { self.panel::<K, W>(done + W * group) };
                }
                done += W * groups;
                // The last lanes with some before them, which are computed again.
                if const { K::SOME.is_set() } && extent - done > W / 2 {
                    // SAFETY: by the caller.
                    unsafe { self.panel::<K, W>(extent - W) };
                    done = extent;
                }
            }
        );
        debug_assert_eq!(done, extent);
    }

    /// Computes `W` lanes of all rows.
    ///
    /// # Safety
    ///
    /// As [`run`].
    #[inline(always)]
    unsafe fn panel<K: CompiledLoops, const W: usize>(&self, lane: usize) {
        let rows = const { &K::SOME.rows }.at_run_time(self.leaves).extent;
        // SAFETY: by the caller.
        unsafe {
            for group in 0..rows / ROWS {
                prevent_vectorization();
                self.tile::<K, ROWS, W>(ROWS * group, lane);
            }
            for row in rows - rows % ROWS..rows {
                prevent_vectorization();
                self.tile::<K, 1, W>(row, lane);
            }
        }
    }

    /// Computes `R` rows of `W` lanes.
    ///
    /// # Safety
    ///
    /// As [`run`].
    #[inline(always)]
    unsafe fn tile<K: CompiledLoops, const R: usize, const W: usize>(
        &self,
        row: usize,
        lane: usize,
    ) {
        let Numbers { lanes, rows, sums: [l0, l1], .. } =
            const { &K::SOME }.at_run_time(self.leaves);
        // SAFETY: by the caller: all are iterations of the loops.
        unsafe {
            let first = S::Strided::moved(self.sources, row, &rows.step, 1);
            let first = S::Strided::moved(first, lane, &lanes.step, 1);
            let none = &OperandsLoop::UNIT;
            let sums = sums::<T, S, K, R, W>(first, &rows, &lanes, [none, &l0, &l1, none]);
            for (i, sums) in sums.into_iter().enumerate() {
                let row = (row + i) as isize * rows.step[TARGET];
                let target = self.target.offset(row + lane as isize * lanes.step[TARGET]);
                if const { matches!(K::SOME.lanes.step[TARGET], Some(1)) && K::SOME.is_set() } {
                    target.cast::<[T; W]>().write(sums);
                } else {
                    for (j, sum) in sums.into_iter().enumerate() {
                        self.write(target.offset(j as isize * lanes.step[TARGET]), sum);
                    }
                }
            }
        }
    }

    /// Sets an element of the target to a sum, or adds this.
    ///
    /// # Safety
    ///
    /// It is an element.
    #[inline(always)]
    unsafe fn write(&self, to: NonNull<T>, sum: T) {
        // SAFETY: by the caller.
        unsafe { to.write(if self.is_added { to.read() + sum } else { sum }) };
    }

    /// A block whose lanes are partial sums.
    ///
    /// # Safety
    ///
    /// As [`run`].
    #[inline(always)]
    unsafe fn sums_of_lanes<K: CompiledLoops>(&self) {
        let rows = const { &K::SOME.rows }.at_run_time(self.leaves).extent;
        // SAFETY: by the caller.
        unsafe {
            for group in 0..rows / ROWS {
                prevent_vectorization();
                self.dots::<K, ROWS>(ROWS * group);
            }
            for row in rows - rows % ROWS..rows {
                prevent_vectorization();
                self.dots::<K, 1>(row);
            }
        }
    }

    /// Computes the sums of `R` rows.
    ///
    /// # Safety
    ///
    /// As [`run`].
    #[inline(always)]
    unsafe fn dots<K: CompiledLoops, const R: usize>(&self, row: usize) {
        let Numbers { lanes, rows, sums: [l0, l1], .. } =
            const { &K::SOME }.at_run_time(self.leaves);
        let (mut all, mut done) = ([T::default(); R], 0);
        // SAFETY: by the caller: all are iterations of the loops.
        let first = unsafe { S::Strided::moved(self.sources, row, &rows.step, 1) };
        for_each_width!(
            W,
            match R {
                // Twice as many vectors where they are many.
                1 if K::SOME.extent() >= 128 * Self::LANES => 4 * Self::LANES,
                1 => 2 * Self::LANES,
                _ => Self::LANES.div_ceil(2),
            },
            K::SOME.extent(),
            {
                let chunks = (const { K::SOME.extent() } - done) / W;
                // What is left over of a vector goes one by one.
                if chunks > 0 && (W == 1 || W.is_power_of_two() && 2 * W >= Self::LANES) {
                    let step = lanes.step.map(|step| step * W as isize);
                    // SAFETY: by the caller.
                    let parts = unsafe {
                        let first = S::Strided::moved(first, done, &lanes.step, 1);
                        let chunk = OperandsLoop { extent: chunks, step };
                        let (some, chunks) = chunk.cut(const { chunks_at_once(W, Self::LANES) });
                        sums::<T, S, K, R, W>(first, &rows, &lanes, [&some, &chunks, &l0, &l1])
                    };
                    if W == 1 {
                        all.iter_mut().zip(parts).for_each(|(sum, [part, ..])| *sum = *sum + part);
                    } else {
                        add_lanes(&parts, &mut all);
                    }
                    done += W * chunks;
                }
            }
        );
        debug_assert_eq!(done, const { K::SOME.extent() });
        for (i, sum) in all.into_iter().enumerate() {
            // SAFETY: by the caller.
            unsafe { self.write(self.target.offset((row + i) as isize * rows.step[TARGET]), sum) };
        }
    }
}

/// The chunks of `chunk` lanes that are one iteration of a loop, so that its counter counts less often.
const fn chunks_at_once(chunk: usize, lanes: usize) -> usize {
    if chunk >= 2 * lanes { 8 * lanes / chunk } else { 4 }
}

impl OperandsLoop {
    /// The loop as two, from the inner one, which has `inner` iterations if they divide all.
    #[inline(always)]
    fn cut(self, inner: usize) -> (Self, Self) {
        if !self.extent.is_multiple_of(inner) {
            return (OperandsLoop::UNIT, self);
        }
        let step = self.step.map(|step| step * inner as isize);
        (OperandsLoop { extent: inner, ..self }, OperandsLoop { extent: self.extent / inner, step })
    }
}

/// The sums of products at `R` rows and `W` lanes, over four loops from the innermost, in registers.
///
/// # Safety
///
/// At all iterations are elements of the sources.
#[inline(always)]
unsafe fn sums<T: Number, S: Factors<T>, K: CompiledLoops, const R: usize, const W: usize>(
    first: S::Pointers,
    rows: &OperandsLoop,
    lanes: &OperandsLoop,
    [l0, l1, l2, l3]: [&OperandsLoop; 4],
) -> [[T; W]; R] {
    let mut sums = [[T::default(); W]; R];
    // SAFETY: by the caller.
    unsafe {
        // Spelled out: a function of each loop may be called, with all sums in memory.
        for l in 0..l3.extent {
            let at = S::Strided::moved(first, l, &l3.step, 1);
            for k in 0..l2.extent {
                let at = S::Strided::moved(at, k, &l2.step, 1);
                for j in 0..l1.extent {
                    let at = S::Strided::moved(at, j, &l1.step, 1);
                    for i in 0..l0.extent {
                        let at = S::Strided::moved(at, i, &l0.step, 1);
                        for (row, sums) in sums.iter_mut().enumerate() {
                            prevent_vectorization();
                            let at = S::Strided::moved(at, row, &rows.step, 1);
                            for (lane, sum) in sums.iter_mut().enumerate() {
                                let factors = S::Strided::moved(at, lane, &lanes.step, 1);
                                let product = match const { K::SOME.is_from_first(S::COUNT) } {
                                    true => factors.product_from_first(),
                                    false => factors.product(),
                                };
                                *sum = *sum + product;
                            }
                        }
                    }
                }
            }
        }
    }
    sums
}
