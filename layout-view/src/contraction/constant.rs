//! The loops of a contraction that the compiler knows: register tiles with as many lanes as there are, and without packing. They are compiled for
//! each call.

#![allow(unsafe_code)]

use core::ptr::NonNull;

use super::Factors;
use super::Product;
use super::plan::{Plan, ROWS, lanes};
use super::tile::{Number, add_lanes};
use crate::elementwise::LoopElements;
use crate::loop_nest::TARGET;
use crate::operands::{OperandsLoop, OperandsNest};

/// The most loops around a block that are compiled.
const MAX_OUTER: usize = 5;

/// A plan and the loops around it, of constants.
pub(super) trait ConstantLoops {
    const PLAN: (Plan, OperandsNest);

    /// True if the loops are to be compiled.
    const IS_COMPILED: bool = {
        let (plan, outer) = &Self::PLAN;
        plan.is_compiled && plan.packed == 0 && outer.len <= MAX_OUTER
    };

    /// True if each element of the target is written once.
    const IS_SET: bool = {
        let (plan, outer) = &Self::PLAN;
        plan.writes == outer.trip_count()
    };

    /// The loops inside of a block.
    const INSIDE: Plan = Self::PLAN.0;
}

/// Sets each element of the target to the sum of its products.
///
/// # Safety
///
/// The loops are at elements of the sources and of the target, which is borrowed as exclusive. There are no swizzles.
#[inline(always)]
pub(super) unsafe fn run<T: Number, S: Factors<T>, K: ConstantLoops>(
    target: NonNull<T>,
    sources: S::Elements,
) {
    let (plan, outer) = const { &K::PLAN };
    let mut writes = plan.writes;
    outer.for_each_constant(|at| {
        let is_added = const { !K::IS_SET } && writes == 0;
        writes = writes.saturating_sub(1);
        // SAFETY: by the caller.
        unsafe {
            let target = target.offset(at[TARGET]);
            let block = Block::<T, S> { target, sources: S::pointers(sources, &at, 1), is_added };
            if const { K::INSIDE.is_sum() } {
                block.sums_of_lanes::<K>();
            } else {
                block.panels::<K>();
            }
        }
    });
}

/// A block: where it begins.
struct Block<T, S: Factors<T>> {
    target: NonNull<T>,
    sources: S::Pointers,
    is_added: bool,
}

/// Runs a statement for each number of lanes that a vector may have, from the most on, if there are so many.
macro_rules! for_each_width {
    ($W:ident, $most:expr, $extent:expr, $run:block) => {
        for_each_width! { @each $W, $most, $extent, $run, 512 256 128 64 32 16 8 4 2 1 }
    };
    (@each $W:ident, $most:expr, $extent:expr, $run:block, $($width:literal)*) => { $({
        const $W: usize = $width;
        if const { $W <= $most && $W <= $extent } $run
    })* };
}

impl<T: Number, S: Factors<T>> Block<T, S> {
    const LANES: usize = lanes(size_of::<T>());

    /// A block whose lanes are elements of the target.
    ///
    /// # Safety
    ///
    /// As [`run`].
    #[inline(always)]
    unsafe fn panels<K: ConstantLoops>(&self) {
        let extent = const { K::INSIDE.lanes.extent };
        let mut done = 0;
        for_each_width!(
            W,
            if K::INSIDE.rows.extent >= ROWS { Self::LANES } else { 4 * Self::LANES },
            K::INSIDE.lanes.extent,
            {
                let groups = (extent - done) / W;
                for group in 0..groups {
                    // SAFETY: by the caller.
                    unsafe { self.panel::<K, W>(done + W * group) };
                }
                done += W * groups;
                // The last lanes with some before them, which are computed again.
                if const { K::IS_SET } && extent - done > W / 2 {
                    // SAFETY: by the caller.
                    unsafe { self.panel::<K, W>(extent - W) };
                    done = extent;
                }
            }
        );
        debug_assert_eq!(done, extent);
    }

    /// Computes so many lanes of all rows.
    ///
    /// # Safety
    ///
    /// As [`run`].
    #[inline(always)]
    unsafe fn panel<K: ConstantLoops, const W: usize>(&self, lane: usize) {
        let rows = const { K::INSIDE.rows.extent };
        // SAFETY: by the caller.
        unsafe {
            for group in 0..rows / ROWS {
                self.tile::<K, ROWS, W>(ROWS * group, lane);
            }
            for row in rows - rows % ROWS..rows {
                self.tile::<K, 1, W>(row, lane);
            }
        }
    }

    /// Computes so many rows and lanes.
    ///
    /// # Safety
    ///
    /// As [`run`].
    #[inline(always)]
    unsafe fn tile<K: ConstantLoops, const R: usize, const W: usize>(
        &self,
        row: usize,
        lane: usize,
    ) {
        let Plan { lanes, rows, sums: [l0, l1], .. } = const { &K::INSIDE };
        // SAFETY: by the caller: all are iterations of the loops.
        unsafe {
            let first = S::Strided::moved(self.sources, row, &rows.step, 1);
            let first = S::Strided::moved(first, lane, &lanes.step, 1);
            let sums = sums::<T, S, R, W>(first, rows, lanes, [l0, l1, &OperandsLoop::UNIT]);
            for (i, sums) in sums.into_iter().enumerate() {
                let row = (row + i) as isize * rows.step[TARGET];
                let target = self.target.offset(row + lane as isize * lanes.step[TARGET]);
                if const { K::INSIDE.lanes.step[TARGET] == 1 && K::IS_SET } {
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
    unsafe fn sums_of_lanes<K: ConstantLoops>(&self) {
        let rows = const { K::INSIDE.rows.extent };
        // SAFETY: by the caller.
        unsafe {
            for group in 0..rows / ROWS {
                self.dots::<K, ROWS>(ROWS * group);
            }
            for row in rows - rows % ROWS..rows {
                self.dots::<K, 1>(row);
            }
        }
    }

    /// Computes the sums of so many rows.
    ///
    /// # Safety
    ///
    /// As [`run`].
    #[inline(always)]
    unsafe fn dots<K: ConstantLoops, const R: usize>(&self, row: usize) {
        let Plan { lanes, rows, sums: [l0, l1], .. } = const { &K::INSIDE };
        let (mut all, mut done) = ([T::default(); R], 0);
        // SAFETY: by the caller: all are iterations of the loops.
        let first = unsafe { S::Strided::moved(self.sources, row, &rows.step, 1) };
        for_each_width!(
            W,
            if R == 1 { 2 * Self::LANES } else { Self::LANES.div_ceil(2) },
            K::INSIDE.lanes.extent,
            {
                let chunks = (lanes.extent - done) / W;
                // What is left over of a vector goes one by one.
                if chunks > 0 && (W == 1 || 2 * W >= Self::LANES) {
                    let step = lanes.step.map(|step| step * W as isize);
                    // SAFETY: by the caller.
                    let parts = unsafe {
                        let first = S::Strided::moved(first, done, &lanes.step, 1);
                        let chunks = OperandsLoop { extent: chunks, step };
                        sums::<T, S, R, W>(first, rows, lanes, [&chunks, l0, l1])
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
        debug_assert_eq!(done, lanes.extent);
        for (i, sum) in all.into_iter().enumerate() {
            // SAFETY: by the caller.
            unsafe { self.write(self.target.offset((row + i) as isize * rows.step[TARGET]), sum) };
        }
    }
}

/// The sums of products at so many rows and lanes, over three loops from the innermost, in registers.
///
/// # Safety
///
/// At all iterations are elements of the sources.
#[inline(always)]
unsafe fn sums<T: Number, S: Factors<T>, const R: usize, const W: usize>(
    first: S::Pointers,
    rows: &OperandsLoop,
    lanes: &OperandsLoop,
    [l0, l1, l2]: [&OperandsLoop; 3],
) -> [[T; W]; R] {
    let mut sums = [[T::default(); W]; R];
    // SAFETY: by the caller.
    unsafe {
        for k in 0..l2.extent {
            let at = S::Strided::moved(first, k, &l2.step, 1);
            for j in 0..l1.extent {
                let at = S::Strided::moved(at, j, &l1.step, 1);
                for i in 0..l0.extent {
                    let at = S::Strided::moved(at, i, &l0.step, 1);
                    for (row, sums) in sums.iter_mut().enumerate() {
                        let at = S::Strided::moved(at, row, &rows.step, 1);
                        for (lane, sum) in sums.iter_mut().enumerate() {
                            *sum = *sum + S::Strided::moved(at, lane, &lanes.step, 1).product();
                        }
                    }
                }
            }
        }
    }
    sums
}
