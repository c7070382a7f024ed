//! The loops of a fold: a target that stays along some of them.
//!
//! One of the loops of the target is taken inside of the summed ones: along it each source is one element, or elements that are next to each other, and
//! several elements of the target are kept in registers while the summed loops run. Without such a loop one element is kept, or three, of long sums, so that
//! additions do not wait for each other. Summed loops keep their order, so that each element of the target has its elements of the sources in the same
//! order, whichever loops it is kept for.

#![allow(unsafe_code)]

use core::any::type_name;
use core::array::from_fn;
use core::hint::black_box;
use core::marker::PhantomData;
use core::mem::MaybeUninit;
use core::ptr::NonNull;

use super::{AnyExtent, ElementPointers, LoopElements, RowOf, RowsOf, for_each_unrolled};
use crate::cache::fits_l1;
use crate::inner_loop::{
    Accumulator, Accumulators, MAX_ACCUMULATOR_BYTES, VECTOR_BYTES, prevent_vectorization,
};
use crate::loop_nest::{Loop, LoopNest, TARGET, advanced};
use crate::operand::Operand;
use crate::place::Elements;

/// The most steps between elements of a row that are read by vectors: further apart, a line has few of them.
const MAX_FACTOR: isize = super::interleaved::MAX_FACTOR as isize;

/// The least elements of a row that are kept together.
const FEW: usize = 4;

/// The least elements of a sum beside which others are added up: a processor is as far ahead with fewer.
const LONG_CHAIN: usize = 32;

/// The elements that are then added up together: of four LLVM makes a vector, whose parts it loads one by one.
const CHAINS: usize = 3;

/// The most elements of a fold that are spelled out.
const MAX_SPELLED_OUT: usize = 16;

/// The most rows of the sources that are read side by side where they do not stay in the first-level cache.
const ROWS: usize = 32;

/// The numbers of a block's loops that the compiler knows.
pub(crate) trait KnownLoops<const OPERANDS: usize> {
    /// The extent of the innermost summed loop, if that is one of rows.
    const ROW: Option<usize> = None;
    /// True if the compiler knows all loops.
    const IS_CONSTANT: bool = false;
    /// The loops, where few elements are folded that are to be spelled out: of more LLVM makes better code where it does not know how many there are.
    const LOOPS: Option<[Loop<OPERANDS>; 3]> = None;
}

impl<const OPERANDS: usize> KnownLoops<OPERANDS> for AnyExtent {}

impl<D: Operand, const OPERANDS: usize> KnownLoops<OPERANDS> for RowOf<D> {
    const ROW: Option<usize> = D::ROW;
}

/// The same without the extent of rows.
struct WithoutRow<K>(PhantomData<K>);

impl<K: KnownLoops<OPERANDS>, const OPERANDS: usize> KnownLoops<OPERANDS> for WithoutRow<K> {
    const IS_CONSTANT: bool = K::IS_CONSTANT;
    const LOOPS: Option<[Loop<OPERANDS>; 3]> = K::LOOPS;
}

/// The loops of a fold inside of a block.
#[derive(Clone, Copy)]
pub(crate) struct FoldPlan<const OPERANDS: usize> {
    /// The loop of the target whose elements are kept, and the innermost two loops along which the target stays.
    loops: [Loop<OPERANDS>; 3],
    /// True if along the first one each source is one element, or elements next to each other or a few apart, by a step that the compiler knows.
    is_vector: bool,
}

impl<const OPERANDS: usize> FoldPlan<OPERANDS> {
    /// Takes the plan out of a nest over `count` operands, which keeps the loops around it, in their order. Of each operand the compiler may know a step
    /// other than 0 and 1.
    pub(crate) const fn take<const N: usize>(
        nest: &mut LoopNest<N, OPERANDS>,
        count: usize,
        steps: &[Option<isize>; OPERANDS],
    ) -> Self {
        let mut plan = FoldPlan { loops: [Loop::UNIT; 3], is_vector: false };
        let (mut lanes, mut k) = (N, 0);
        while k < nest.len {
            let l = nest.loops[k];
            if l.step[TARGET] != 0 {
                let is_row = l.extent >= FEW && is_row(&l, count, steps);
                if lanes == N || is_row && (!plan.is_vector || l.extent > plan.loops[0].extent) {
                    (plan.loops[0], plan.is_vector, lanes) = (l, is_row, k);
                }
            }
            k += 1;
        }
        let (len, mut inside) = (nest.len, 1);
        (nest.len, k) = (0, 0);
        while k < len {
            let l = nest.loops[k];
            nest.loops[k] = Loop::UNIT;
            if l.step[TARGET] == 0 && inside < plan.loops.len() {
                plan.loops[inside] = l;
                inside += 1;
            } else if k != lanes {
                nest.loops[nest.len] = l;
                nest.len += 1;
            }
            k += 1;
        }
        plan
    }

    /// The plan of a summed loop and one along which the target does not stay, without loops around them.
    #[inline(always)]
    pub(crate) const fn of_two(
        summed: Loop<OPERANDS>,
        lanes: Loop<OPERANDS>,
        steps: &[Option<isize>; OPERANDS],
    ) -> Self {
        let is_vector = lanes.extent >= FEW && is_row(&lanes, OPERANDS, steps);
        FoldPlan { loops: [lanes, summed, Loop::UNIT], is_vector }
    }

    /// The loops, if they are few enough to be spelled out.
    pub(crate) const fn spelled_out(&self) -> Option<[Loop<OPERANDS>; 3]> {
        let [_, s0, s1] = &self.loops;
        let is_short = s0.extent.saturating_mul(s1.extent) <= MAX_SPELLED_OUT;
        if is_short { Some(self.loops) } else { None }
    }

    /// [`FoldPlan::take`] at run time: a function of its own, which is there once for all layouts.
    #[inline(never)]
    pub(crate) fn take_at_run_time<const N: usize>(
        nest: &mut LoopNest<N, OPERANDS>,
        count: usize,
        steps: &[Option<isize>; OPERANDS],
    ) -> Self {
        FoldPlan::take(nest, count, steps)
    }

    /// Calls a function with the elements of the loops of the plan and those around it. `K` is what the compiler knows of them.
    ///
    /// # Safety
    ///
    /// The loops are at elements of the sources and of the target, which is borrowed as exclusive. None is without iterations. There are no swizzles.
    #[inline(always)]
    pub(crate) unsafe fn run<S, T, K, F, const N: usize>(
        &self,
        outer: &LoopNest<N, OPERANDS>,
        (from, to): (S::Elements, impl Elements<T>),
        f: &mut F,
    ) where
        S: ElementPointers,
        K: KnownLoops<OPERANDS>,
        F: FnMut(NonNull<T>, S::Pointers),
    {
        let FoldPlan { loops: [lanes, s0, s1], is_vector } = self;
        let is_near = !is_vector || fits_l1::<T>(s0.extent * s1.extent * lanes.extent);
        let block: Block<T, S::Pointers, F, OPERANDS> = match is_vector {
            true if const { K::LOOPS.is_some() } && !is_near => {
                S::row::<Vectors<T, F, AnyExtent, OPERANDS>>(&lanes.step, 1)
            }
            true => S::row::<Vectors<T, F, WithoutRow<K>, OPERANDS>>(&lanes.step, 1),
            false if !S::is_vectorizable(&s0.step, 1) => {
                fold_one_by_one::<_, _, _, S::Strided, WithoutRow<K>, OPERANDS>
            }
            false if const { K::ROW.is_some() } && const { K::ROW } == Some(s0.extent) => {
                S::row::<Ones<T, F, K, OPERANDS>>(&s0.step, 1)
            }
            false => S::row::<Ones<T, F, WithoutRow<K>, OPERANDS>>(&s0.step, 1),
        };
        let call = |loops: &[Loop<OPERANDS>; 3], at: [isize; OPERANDS], f: &mut F| {
            // SAFETY: by the caller.
            unsafe { block(loops, to.element(at[TARGET]), S::pointers(from, &at, 1), f) };
        };
        // Some rows of the sources side by side, so that they are read one line after the other.
        let pieces = |at: [isize; OPERANDS], f: &mut F| {
            for_each_piece(s1, ROWS / s0.extent, at, |s1, at| {
                for_each_piece(s0, ROWS, at, |s0, at| call(&[*lanes, s0, s1], at, f));
            });
        };
        match const { K::IS_CONSTANT } {
            // A function of a few instructions each, which LLVM inlines.
            true if is_near => outer.for_each_constant(|at| call(&self.loops, at, f)),
            true => outer.for_each_constant(|at| pieces(at, f)),
            false => outer.for_each_outside::<0>(|at| match is_near {
                true => call(&self.loops, at, f),
                false => pieces(at, f),
            }),
        }
    }
}

/// Calls a function with each piece of a loop, of `most` iterations, or of one if that is 0, and the offsets where it begins.
#[inline(always)]
fn for_each_piece<const P: usize>(
    l: &Loop<P>,
    most: usize,
    start: [isize; P],
    mut f: impl FnMut(Loop<P>, [isize; P]),
) {
    let mut done = 0;
    while done < l.extent {
        let extent = most.max(1).min(l.extent - done);
        f(Loop { extent, ..*l }, advanced(start, l.step, done as isize));
        done += extent;
    }
}

/// Returns true if each source is one element along a loop, or elements next to each other or a few apart, by a step that the compiler knows.
const fn is_row<const OPERANDS: usize>(
    l: &Loop<OPERANDS>,
    count: usize,
    steps: &[Option<isize>; OPERANDS],
) -> bool {
    let mut operand = TARGET + 1;
    while operand < count {
        match (l.step[operand], steps[operand]) {
            (0 | 1, _) => {}
            (step @ 2..=MAX_FACTOR, Some(known)) if step == known => {}
            _ => return false,
        }
        operand += 1;
    }
    true
}

/// A function of the loops of a block, the lanes and two summed loops from the innermost, and of the target and the sources where they begin.
type Block<T, P, F, const OPERANDS: usize> = unsafe fn(&[Loop<OPERANDS>; 3], NonNull<T>, P, &mut F);

/// The block of elements that are kept together, in rows of the sources along the lanes.
struct Vectors<T, F, K, const OPERANDS: usize>(PhantomData<(T, F, K)>);

impl<T, P: Copy, F: FnMut(NonNull<T>, P), K: KnownLoops<OPERANDS>, const OPERANDS: usize> RowsOf<P>
    for Vectors<T, F, K, OPERANDS>
{
    type Row = Block<T, P, F, OPERANDS>;

    fn row<A: LoopElements<P>>() -> Block<T, P, F, OPERANDS> {
        match const { size_of::<T>() } {
            1 => fold_vectors::<T, P, F, A, K, OPERANDS, 16, 64>,
            2 => fold_vectors::<T, P, F, A, K, OPERANDS, 8, 32>,
            0..=4 => fold_vectors::<T, P, F, A, K, OPERANDS, 16, 32>,
            5..=8 => fold_vectors::<T, P, F, A, K, OPERANDS, 8, 16>,
            _ => fold_vectors::<T, P, F, A, K, OPERANDS, FEW, FEW>,
        }
    }
}

/// The block of one element after the other, in rows of the sources along the innermost summed loop.
struct Ones<T, F, K, const OPERANDS: usize>(PhantomData<(T, F, K)>);

impl<T, P: Copy, F: FnMut(NonNull<T>, P), K: KnownLoops<OPERANDS>, const OPERANDS: usize> RowsOf<P>
    for Ones<T, F, K, OPERANDS>
{
    type Row = Block<T, P, F, OPERANDS>;

    fn row<A: LoopElements<P>>() -> Block<T, P, F, OPERANDS> {
        fold_one_by_one::<T, P, F, A, K, OPERANDS>
    }
}

/// Folds many elements of the target at once, and fewer at the end.
///
/// # Safety
///
/// The loops are at elements of the target, which is borrowed as exclusive, and of the sources. Along the lanes these are as `A` says, and the loops are
/// those that `K` knows.
#[inline(always)]
unsafe fn fold_vectors<
    T,
    P,
    F,
    A,
    K,
    const OPERANDS: usize,
    const LANES: usize,
    const MANY: usize,
>(
    loops: &[Loop<OPERANDS>; 3],
    target: NonNull<T>,
    sources: P,
    f: &mut F,
) where
    P: Copy,
    F: FnMut(NonNull<T>, P),
    A: LoopElements<P>,
    K: KnownLoops<OPERANDS>,
{
    // Numbers that the compiler knows.
    let loops = const { &K::LOOPS }.as_ref().unwrap_or(loops);
    let mut done = 0;
    // SAFETY: by the caller.
    unsafe {
        if const { is_loop_of_lanes(&K::LOOPS) } {
            fold_lanes::<T, P, F, A, OPERANDS, 1>(loops, done, target, sources, f);
            return;
        }
        // Loops that are spelled out have no cost but their elements.
        if MANY > LANES && const { K::LOOPS.is_none() } {
            done = fold_lanes::<T, P, F, A, OPERANDS, MANY>(loops, done, target, sources, f);
        }
        done = fold_lanes::<T, P, F, A, OPERANDS, LANES>(loops, done, target, sources, f);
        if LANES > 2 * FEW {
            done = fold_lanes::<T, P, F, A, OPERANDS, { 2 * FEW }>(loops, done, target, sources, f);
        }
        if LANES > FEW {
            done = fold_lanes::<T, P, F, A, OPERANDS, FEW>(loops, done, target, sources, f);
        }
        // Two narrow elements are no vector.
        if LANES > FEW && const { size_of::<T>() >= 4 } {
            done = fold_lanes::<T, P, F, A, OPERANDS, 2>(loops, done, target, sources, f);
        }
        fold_lanes::<T, P, F, A, OPERANDS, 1>(loops, done, target, sources, f);
    }
}

/// Returns true if the compiler knows all loops, and elements of the target are next to each other: it makes vectors of the loop over them.
const fn is_loop_of_lanes<const OPERANDS: usize>(loops: &Option<[Loop<OPERANDS>; 3]>) -> bool {
    matches!(loops, Some([lanes, ..]) if lanes.step[TARGET] == 1)
}

/// Folds `LANES` elements of the target at once, from one lane on, while there are as many, and returns the lane after them.
///
/// # Safety
///
/// As [`fold_vectors`].
#[inline(always)]
unsafe fn fold_lanes<T, P, F, A, const OPERANDS: usize, const LANES: usize>(
    [lanes, s0, s1]: &[Loop<OPERANDS>; 3],
    mut lane: usize,
    target: NonNull<T>,
    sources: P,
    f: &mut F,
) -> usize
where
    P: Copy,
    F: FnMut(NonNull<T>, P),
    A: LoopElements<P>,
{
    let step = lanes.step[TARGET];
    // A narrow element of a vector is one of the few iterations of a loop, whose number LLVM knows as a multiple of a constant that is at most that: it
    // unrolls loops over a known number before it vectorizes, and leaves scalars of these.
    let vector = const {
        match size_of::<T>() {
            size @ (1 | 2) if LANES * size > VECTOR_BYTES => VECTOR_BYTES / size,
            _ => LANES,
        }
    };
    let is_narrow = const { matches!(size_of::<T>(), 1 | 2) && LANES > 2 };
    let mut buffer = MaybeUninit::uninit();
    while lane + LANES <= lanes.extent {
        // SAFETY: by the caller.
        unsafe {
            // The loop over single elements is the one that vectors are made of.
            if LANES > 1 {
                prevent_vectorization();
            }
            let target = target.offset(lane as isize * step);
            let sources = A::element(sources, lane, &lanes.step, 1);
            let mut kept = Accumulators::<T, LANES>::strided(target, step, &mut buffer);
            let iterations = if is_narrow { black_box(vector) & vector } else { vector };
            for_each_summed::<P, A, OPERANDS>([s0, s1], sources, |sources| {
                for part in 0..LANES / vector {
                    for i in 0..iterations {
                        let i = part * vector + i;
                        f(kept.value(i), A::element(sources, i, &lanes.step, 1));
                    }
                }
            });
        }
        lane += LANES;
    }
    lane
}

/// Calls a function with the sources at each iteration of two summed loops, the inner one first.
///
/// # Safety
///
/// The loops are at elements of the sources.
#[inline(always)]
unsafe fn for_each_summed<P: Copy, A: LoopElements<P>, const OPERANDS: usize>(
    [s0, s1]: [&Loop<OPERANDS>; 2],
    sources: P,
    mut f: impl FnMut(P),
) {
    for k in 0..s1.extent {
        // SAFETY: by the caller.
        let sources = unsafe { A::moved(sources, k, &s1.step, 1) };
        for j in 0..s0.extent {
            // SAFETY: by the caller.
            f(unsafe { A::moved(sources, j, &s0.step, 1) });
        }
    }
}

/// Returns true if a result is to be waited for before the next one: of integers LLVM makes vectors along a row instead. By a name, which types that are
/// not `'static` have, too; nothing but speed depends on it.
#[inline(always)]
fn is_chain<T>() -> bool {
    let integers =
        ["i8", "i16", "i32", "i64", "i128", "isize", "u8", "u16", "u32", "u64", "u128", "usize"];
    size_of::<T>() <= MAX_ACCUMULATOR_BYTES / FEW && !integers.contains(&type_name::<T>())
}

/// Folds [`CHAINS`] elements of the target at once, from the first one on, while there are as many, and returns the element after them. No result waits for
/// that of another element. Rows have `extent` elements.
///
/// # Safety
///
/// As [`fold_one_by_one`].
#[inline(always)]
unsafe fn fold_chains<T, P, F, A, const OPERANDS: usize>(
    [lanes, s0, s1]: &[Loop<OPERANDS>; 3],
    extent: usize,
    target: NonNull<T>,
    sources: P,
    f: &mut F,
) -> usize
where
    P: Copy,
    F: FnMut(NonNull<T>, P),
    A: LoopElements<P>,
{
    let (step, mut lane, mut buffer) = (lanes.step[TARGET], 0, MaybeUninit::uninit());
    while lane + CHAINS <= lanes.extent {
        // SAFETY: by the caller.
        unsafe {
            let target = target.offset(lane as isize * step);
            let mut kept = Accumulators::<T, CHAINS>::strided(target, step, &mut buffer);
            for k in 0..s1.extent {
                let row = |i: usize| {
                    A::moved(A::moved(sources, lane + i, &lanes.step, 1), k, &s1.step, 1)
                };
                let rows: [P; CHAINS] = from_fn(row);
                for_each_unrolled(extent, |j| {
                    for (i, row) in rows.into_iter().enumerate() {
                        f(kept.value(i), A::element(row, j, &s0.step, 1));
                    }
                });
            }
        }
        lane += CHAINS;
    }
    lane
}

/// Folds the elements of the target one after the other, but for those of [`fold_chains`].
///
/// # Safety
///
/// The loops are at elements of the target, which is borrowed as exclusive, and of the sources, and none is without iterations. Along the innermost summed
/// loop the sources are as `A` says, and the loops are those that `K` knows.
#[inline(always)]
unsafe fn fold_one_by_one<T, P, F, A, K, const OPERANDS: usize>(
    loops: &[Loop<OPERANDS>; 3],
    target: NonNull<T>,
    sources: P,
    f: &mut F,
) where
    P: Copy,
    F: FnMut(NonNull<T>, P),
    A: LoopElements<P>,
    K: KnownLoops<OPERANDS>,
{
    let loops = const { &K::LOOPS }.as_ref().unwrap_or(loops);
    let [lanes, s0, s1] = loops;
    let extent = const { K::ROW }.unwrap_or(s0.extent);
    let (mut target, mut sources, mut left) = (target, sources, lanes.extent);
    // The processor has several short rows under way by itself.
    if const { K::LOOPS.is_none() } && is_chain::<T>() && extent * s1.extent >= LONG_CHAIN {
        // SAFETY: by the caller; after the last one no pointer moves.
        unsafe {
            let done = fold_chains::<T, P, F, A, OPERANDS>(loops, extent, target, sources, f);
            left -= done;
            if left == 0 {
                return;
            }
            target = target.offset(done as isize * lanes.step[TARGET]);
            sources = A::moved(sources, done, &lanes.step, 1);
        }
    }
    loop {
        // SAFETY: by the caller; no loop is without iterations, and after the last one no pointer moves.
        unsafe {
            let mut fold = |value: NonNull<T>| {
                let (mut sources, mut left) = (sources, s1.extent);
                loop {
                    for j in 0..extent {
                        f(value, A::element(sources, j, &s0.step, 1));
                    }
                    left -= 1;
                    if left == 0 {
                        break;
                    }
                    sources = A::moved(sources, 1, &s1.step, 1);
                }
            };
            if const { size_of::<T>() <= MAX_ACCUMULATOR_BYTES } {
                fold(Accumulator::new(target).value(0));
            } else {
                fold(target);
            }
            left -= 1;
            if left == 0 {
                break;
            }
            target = target.offset(lanes.step[TARGET]);
            sources = A::moved(sources, 1, &lanes.step, 1);
        }
    }
}
