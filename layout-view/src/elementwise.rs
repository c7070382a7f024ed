//! Functions of an element of a target and of those of several sources, by the loops of `operands.rs`: what
//! [`zip_with!`](crate::zip_with), and [`fold!`](crate::fold!) and [`einsum!`](crate::einsum) with a function expand to.
//!
//! `elementwise/fold.rs` has the loops of a target that stays along some modes.

#![allow(unsafe_code)]

pub(super) mod fold;
mod interleaved;

use core::marker::PhantomData;
use core::ptr::NonNull;
use core::slice;

use super::AsViewMut;
use super::data::{Source, Target};
use super::inner_loop::prevent_vectorization;
use super::loop_nest::TARGET;
use super::operand::{Operand, least_step};
use super::operands::{
    KnownLoop, MAX_OPERANDS, NestBody, Offsets, OperandsDomain, OperandsLoop, OperandsNest,
    Sources, visit,
};
use super::place::Elements;
use super::sizes::done;
use crate::bounds::Unpadded;
use crate::dynamic::ShapeError;
use crate::{Layout, OffsetMap};
use fold::{FoldPlan, KnownLoops};
use interleaved::call_groups;

/// Pointers to the elements of several sources at one coordinate, as a list.
pub trait ElementPointers: Sources {
    #[doc(hidden)]
    type Pointers: Copy;

    /// The pointers along a loop with any steps.
    #[doc(hidden)]
    type Strided: LoopElements<Self::Pointers>;

    /// True if no source has a swizzle.
    #[doc(hidden)]
    const IS_UNSWIZZLED: bool;

    /// The pointers at offsets.
    ///
    /// # Safety
    ///
    /// The offsets are those of one coordinate, in the order of the layouts.
    #[doc(hidden)]
    unsafe fn pointers(
        elements: Self::Elements,
        offsets: &[isize],
        operand: usize,
    ) -> Self::Pointers;

    /// Returns true if each source is one element along a loop, or elements next to each other or apart by a step that the compiler knows.
    #[doc(hidden)]
    fn is_vectorizable(step: &[isize], operand: usize) -> bool;

    /// The row for such steps, by a type for each.
    #[doc(hidden)]
    fn row<U: RowsOf<Self::Pointers>>(step: &[isize], operand: usize) -> U::Row;
}

/// The pointers at an iteration of a loop, from those at the first one.
#[doc(hidden)]
pub trait LoopElements<P> {
    /// # Safety
    ///
    /// The loop has more than `iteration` iterations, and these steps, which begin at that operand.
    #[doc(hidden)]
    unsafe fn element(first: P, iteration: usize, step: &[isize], operand: usize) -> P;

    /// The pointers `iteration` iterations of another loop further, whose steps begin at that operand.
    ///
    /// # Safety
    ///
    /// The loop has more than `iteration` iterations.
    #[doc(hidden)]
    unsafe fn moved(first: P, iteration: usize, step: &[isize], operand: usize) -> P;
}

/// A function for rows, which is generic over the steps of the sources.
#[doc(hidden)]
pub trait RowsOf<P> {
    #[doc(hidden)]
    type Row;

    #[doc(hidden)]
    fn row<A: LoopElements<P>>() -> Self::Row;
}

/// The step of a source along a loop.
pub(super) trait Step {
    const STEP: Option<isize>;
}

/// One element along a loop, or with `UNIT_STRIDE` it and those after it.
pub(super) struct Cursor<const UNIT_STRIDE: bool>;

impl<const UNIT_STRIDE: bool> Step for Cursor<UNIT_STRIDE> {
    const STEP: Option<isize> = Some(UNIT_STRIDE as isize);
}

/// Elements any step apart.
#[doc(hidden)]
pub struct Strided;

impl Step for Strided {
    const STEP: Option<isize> = None;
}

impl LoopElements<()> for () {
    #[inline(always)]
    unsafe fn element((): (), _: usize, _: &[isize], _: usize) {}

    #[inline(always)]
    unsafe fn moved((): (), _: usize, _: &[isize], _: usize) {}
}

impl<T, Q, A: Step, B: LoopElements<Q>> LoopElements<(NonNull<T>, Q)> for (A, B) {
    #[inline(always)]
    unsafe fn element(
        (first, rest): (NonNull<T>, Q),
        iteration: usize,
        step: &[isize],
        operand: usize,
    ) -> (NonNull<T>, Q) {
        // SAFETY: by the caller.
        unsafe {
            let along = const { A::STEP }.unwrap_or(step[operand]);
            let first = first.offset(iteration as isize * along);
            (first, B::element(rest, iteration, step, operand + 1))
        }
    }

    #[inline(always)]
    unsafe fn moved(
        (first, rest): (NonNull<T>, Q),
        iteration: usize,
        step: &[isize],
        operand: usize,
    ) -> (NonNull<T>, Q) {
        // SAFETY: by the caller.
        unsafe {
            let first = first.offset(iteration as isize * step[operand]);
            (first, B::moved(rest, iteration, step, operand + 1))
        }
    }
}

/// Elements as far apart as the [least step](least_step) of a layout, if the compiler knows one: it makes vectors of them, too.
pub(super) struct LeastStep<L>(PhantomData<L>);

impl<L: Operand> Step for LeastStep<L> {
    const STEP: Option<isize> = least_step(&L::KNOWN);
}

/// Rows with one more source in front.
pub(super) struct Prepend<T, U, A>(PhantomData<(T, U, A)>);

impl<T, Q, U: RowsOf<(NonNull<T>, Q)>, A: Step> RowsOf<Q> for Prepend<T, U, A> {
    type Row = U::Row;

    fn row<B: LoopElements<Q>>() -> U::Row {
        U::row::<(A, B)>()
    }
}

impl ElementPointers for () {
    type Pointers = ();
    type Strided = ();
    const IS_UNSWIZZLED: bool = true;

    #[inline(always)]
    unsafe fn pointers((): (), _: &[isize], _: usize) {}

    #[inline(always)]
    fn is_vectorizable(_: &[isize], _: usize) -> bool {
        true
    }

    #[inline(always)]
    fn row<U: RowsOf<()>>(_: &[isize], _: usize) -> U::Row {
        U::row::<()>()
    }
}

impl<S: Source, R: ElementPointers> ElementPointers for (S, R) {
    type Pointers = (NonNull<S::Element>, R::Pointers);
    type Strided = (Strided, R::Strided);
    const IS_UNSWIZZLED: bool =
        <S::Elements as Elements<S::Element>>::Map::IDENTITY && R::IS_UNSWIZZLED;

    #[inline(always)]
    unsafe fn pointers(
        (elements, rest): Self::Elements,
        offsets: &[isize],
        operand: usize,
    ) -> Self::Pointers {
        // SAFETY: by the caller.
        unsafe { (elements.element(offsets[operand]), R::pointers(rest, offsets, operand + 1)) }
    }

    #[inline(always)]
    fn is_vectorizable(step: &[isize], operand: usize) -> bool {
        let is_known = matches!(step[operand], 0 | 1)
            || const { LeastStep::<S::Operand>::STEP } == Some(step[operand]);
        is_known && R::is_vectorizable(step, operand + 1)
    }

    #[inline(always)]
    fn row<U: RowsOf<Self::Pointers>>(step: &[isize], operand: usize) -> U::Row {
        match step[operand] {
            0 => R::row::<Prepend<S::Element, U, Cursor<false>>>(step, operand + 1),
            apart if const { LeastStep::<S::Operand>::STEP.is_some() } && apart != 1 => {
                R::row::<Prepend<S::Element, U, LeastStep<S::Operand>>>(step, operand + 1)
            }
            _ => R::row::<Prepend<S::Element, U, Cursor<true>>>(step, operand + 1),
        }
    }
}

/// A function of the rows of two loops, from the innermost, and of the target and the sources where they begin.
type Rows<T, P, F> = unsafe fn(&[OperandsLoop; 2], NonNull<T>, P, &mut F);

/// Any extent.
pub(crate) struct AnyExtent;

/// The extent of the rows of a target.
pub(crate) struct RowOf<D>(PhantomData<D>);

/// The loop of a row, as far as the compiler knows it.
trait KnownRow {
    const LOOP: KnownLoop;
}

/// The innermost loop, if the steps that the compiler knows decide it, and elements of the target are next to each other along it.
struct Innermost<S, D>(PhantomData<(S, D)>);

impl<S: Sources, D: Operand> Innermost<S, D> {
    const RUN: Option<KnownLoop> =
        match (OperandsDomain::<S, D>::INNERMOST, OperandsDomain::<S, D>::KNOWN) {
            (Some(leaf), Some(known)) if matches!(known[leaf].step[TARGET], Some(1)) => {
                Some(known[leaf])
            }
            _ => None,
        };
}

impl<S: Sources, D: Operand> KnownRow for Innermost<S, D> {
    const LOOP: KnownLoop = match Self::RUN {
        Some(known) => known,
        None => KnownLoop::UNKNOWN,
    };
}

impl KnownRow for AnyExtent {
    const LOOP: KnownLoop = KnownLoop::UNKNOWN;
}

impl<D: Operand> KnownRow for RowOf<D> {
    const LOOP: KnownLoop = KnownLoop { extent: D::ROW, ..KnownLoop::UNKNOWN };
}

/// The function that calls another one with the elements of rows.
struct Calls<T, F, K>(PhantomData<(T, F, K)>);

impl<T, P, F, K> RowsOf<P> for Calls<T, F, K>
where
    P: Copy,
    F: FnMut(NonNull<T>, P),
    K: KnownRow,
{
    type Row = Rows<T, P, F>;

    fn row<A: LoopElements<P>>() -> Rows<T, P, F> {
        call_rows::<T, P, F, A, K>
    }
}

/// Calls a function with the elements of the rows of two loops, which are next to each other in the target. The outer one is in here, so that a row
/// costs no more than its own pointers.
///
/// # Safety
///
/// The loops are at elements of the target, which is borrowed as exclusive, and of the sources; the inner one has the numbers of `K`.
unsafe fn call_rows<T, P, F, A, K>(
    loops: &[OperandsLoop; 2],
    target: NonNull<T>,
    sources: P,
    f: &mut F,
) where
    P: Copy,
    F: FnMut(NonNull<T>, P),
    A: LoopElements<P>,
    K: KnownRow,
{
    let (step, extent) = (&loops[0].step, const { K::LOOP }.or(&loops[0]).extent);
    // SAFETY: by the caller.
    unsafe {
        if const { K::LOOP.extent.is_none() } && extent < LONG_ROW {
            for_each_row::<T, P, A>(loops, extent, target, sources, |row, sources| {
                call_short_row::<T, P, F, A, K>(row, step, sources, f);
            });
        } else {
            for_each_row::<T, P, A>(loops, extent, target, sources, |row, sources| {
                call_row::<T, P, F, A, K>(row, step, sources, f);
            });
        }
    }
}

/// Calls a function with each row of `extent` elements of the target, and with the sources where it begins.
///
/// # Safety
///
/// As [`call_rows`], for rows of `extent` elements.
#[inline(always)]
unsafe fn for_each_row<T, P: Copy, A: LoopElements<P>>(
    [_, l1]: &[OperandsLoop; 2],
    extent: usize,
    target: NonNull<T>,
    sources: P,
    mut row: impl FnMut(&mut [T], P),
) {
    for i in 0..l1.extent {
        prevent_vectorization();
        // SAFETY: by the caller.
        unsafe {
            let target = target.offset(i as isize * l1.step[0]);
            let sources = A::moved(sources, i, &l1.step, 1);
            row(slice::from_raw_parts_mut(target.as_ptr(), extent), sources);
        }
    }
}

/// The elements of a row from which on the compiler's loop over it, of several vectors with what is left over, pays.
const LONG_ROW: usize = 16;

/// [`call_row`] of a short row: a few elements at a time, of which the compiler makes one vector, and one by one.
///
/// # Safety
///
/// As [`call_row`], of fewer elements than [`LONG_ROW`].
unsafe fn call_short_row<T, P, F, A, K>(
    target: &mut [T],
    step: &[isize; MAX_OPERANDS],
    sources: P,
    f: &mut F,
) where
    P: Copy,
    F: FnMut(NonNull<T>, P),
    A: LoopElements<P>,
    K: KnownRow,
{
    let extent = target.len();
    let step = &const { K::LOOP }.or(&OperandsLoop { extent, step: *step }).step;
    let first = NonNull::from(target).cast::<T>();
    // SAFETY: by the caller.
    let mut call = |i: usize| unsafe { f(first.add(i), A::element(sources, i, step, 1)) };
    // By these numbers of iterations LLVM knows that there are none for vectors of several.
    let (blocks, rest) = (extent / UNROLLED % (LONG_ROW / UNROLLED), extent % UNROLLED);
    for i in 0..blocks {
        (UNROLLED * i..UNROLLED * (i + 1)).for_each(&mut call);
    }
    (0..rest).for_each(|i| call(UNROLLED * blocks + i));
}

/// Returns true if a loop is one that is [known](Innermost), and has few elements or as many as are known: of longer rows with elements of a source
/// apart LLVM makes vectors that take longer than single elements.
#[inline(always)]
fn is_spelled_out(known: &KnownLoop, l: &OperandsLoop) -> bool {
    let is_extent = match known.extent {
        Some(extent) => l.extent == extent,
        None => l.extent < LONG_ROW,
    };
    is_extent && known.has_steps(l)
}

/// Calls a function with the elements of a row. A function of its own: by the reference to the target the compiler knows that the
/// sources do not share its elements, and does not compare them at each row.
///
/// # Safety
///
/// The sources have as many elements as the target, at these steps.
unsafe fn call_row<T, P, F, A, K>(
    target: &mut [T],
    step: &[isize; MAX_OPERANDS],
    sources: P,
    f: &mut F,
) where
    P: Copy,
    F: FnMut(NonNull<T>, P),
    A: LoopElements<P>,
    K: KnownRow,
{
    let l = const { K::LOOP }.or(&OperandsLoop { extent: target.len(), step: *step });
    let (extent, step) = (l.extent, &l.step);
    let first = NonNull::from(target).cast::<T>();
    // SAFETY: by the caller.
    (0..extent).for_each(|i| unsafe { f(first.add(i), A::element(sources, i, step, 1)) });
}

/// The fewest elements of a row that is made of vectors of its own: fewer, as those of a pixel, are in vectors with other rows.
const VECTOR_ROW: usize = 8;

/// The fewest elements of a row of which LLVM spells out no loop.
const MIN_LOOP: usize = 128;

/// The elements of a row of elements apart with which a function is called in an iteration of the loop over them.
const UNROLLED: usize = 4;

/// Calls a function with each iteration of a loop, [`UNROLLED`] at a time.
#[inline(always)]
fn for_each_unrolled(extent: usize, mut call: impl FnMut(usize)) {
    let unrolled = extent - extent % UNROLLED;
    for j in (0..unrolled).step_by(UNROLLED) {
        (j..j + UNROLLED).for_each(&mut call);
    }
    (unrolled..extent).for_each(call);
}

/// Calls a function with the elements of the rows of two loops, of which some are apart.
///
/// # Safety
///
/// The loops are at elements of the target, which is borrowed as exclusive, and of the sources.
unsafe fn call_strided_rows<T, P, F, A>(
    [l0, l1]: &[OperandsLoop; 2],
    target: NonNull<T>,
    sources: P,
    f: &mut F,
) where
    P: Copy,
    F: FnMut(NonNull<T>, P),
    A: LoopElements<P>,
{
    for i in 0..l1.extent {
        // SAFETY: by the caller.
        unsafe {
            let target = target.offset(i as isize * l1.step[0]);
            let sources = A::moved(sources, i, &l1.step, 1);
            let call = |j: usize| {
                let target = target.offset(j as isize * l0.step[0]);
                f(target, A::element(sources, j, &l0.step, 1));
            };
            for_each_unrolled(l0.extent, call);
        }
    }
}

/// [`call_strided_rows`] of many operands: by a pointer and a step of each, which are all that registers hold. So it is a function of its own.
///
/// # Safety
///
/// As [`call_strided_rows`].
#[inline(never)]
unsafe fn call_strided_rows_of_many<T, P, F, A>(
    [l0, l1]: &[OperandsLoop; 2],
    target: NonNull<T>,
    sources: P,
    f: &mut F,
) where
    P: Copy,
    F: FnMut(NonNull<T>, P),
    A: LoopElements<P>,
{
    for i in 0..l1.extent {
        // SAFETY: by the caller; after the last element no pointer moves.
        unsafe {
            let mut to = target.offset(i as isize * l1.step[0]);
            let mut from = A::moved(sources, i, &l1.step, 1);
            let mut left = l0.extent;
            loop {
                f(to, from);
                left -= 1;
                if left == 0 {
                    break;
                }
                to = to.offset(l0.step[0]);
                from = A::moved(from, 1, &l0.step, 1);
            }
        }
    }
}

/// The calls of a function with the elements of a target and of sources; with `IS_FOLD` the target may stay along some loops.
struct Each<S: Sources, D: Target + ?Sized, F, const IS_FOLD: bool> {
    from: S::Elements,
    to: D::Elements,
    f: F,
}

impl<S: ElementPointers, D: Target + ?Sized, F, const IS_FOLD: bool> Each<S, D, F, IS_FOLD> {
    /// True if no operand has a swizzle.
    const IS_UNSWIZZLED: bool =
        <D::Elements as Elements<D::Element>>::Map::IDENTITY && S::IS_UNSWIZZLED;

    const IS_INTERLEAVED: bool = <OperandsDomain<S, D::Operand>>::INTERLEAVED.is_some();

    /// The loops that the compiler knows, [jammed](crate::loop_nest::LoopNest::jam).
    const JAMMED: (OperandsNest, OperandsLoop) = {
        let mut nest = OperandsDomain::<S, D::Operand>::LOOP_NEST;
        let rows = nest.jam();
        (nest, rows)
    };

    const IS_JAMMED: bool = Self::IS_UNSWIZZLED && !IS_FOLD && Self::JAMMED.1.extent > 1;
}

impl<S, D, F, const IS_FOLD: bool> NestBody for Each<S, D, F, IS_FOLD>
where
    S: ElementPointers,
    D: Target + ?Sized,
    F: FnMut(NonNull<D::Element>, S::Pointers),
{
    const ORDER: Option<[usize; 3]> = match <OperandsDomain<S, D::Operand>>::INTERLEAVED {
        Some(interleaved) if !IS_FOLD && Self::IS_UNSWIZZLED && D::Operand::LEAVES == 3 => {
            Some(interleaved.order())
        }
        _ => None,
    };

    #[inline(always)]
    unsafe fn run<const N: usize>(&mut self, nest: &OperandsNest<N>) {
        let is_unswizzled = const { Self::IS_UNSWIZZLED };
        let Each { from, to, f } = self;
        let (from, to) = (*from, *to);
        if const { IS_FOLD && OperandsDomain::<S, D::Operand>::IS_CONSTANT } && is_unswizzled {
            let (plan, outer) = const { &ConstantFold::<S, D>::PLAN };
            // SAFETY: by the caller.
            return unsafe { plan.run::<S, _, ConstantFold<S, D>, F, _>(outer, (from, to), f) };
        }
        if let Some(interleaved) = const { <OperandsDomain<S, D::Operand>>::INTERLEAVED }
            && !IS_FOLD
            && is_unswizzled
            && let Some((members, groups)) = interleaved.loops(&nest.loops[0], &nest.loops[1])
        {
            return nest.for_each_outside::<2>(|offsets| {
                // SAFETY: as below.
                unsafe {
                    let (target, sources) =
                        (to.element(offsets[0]), S::pointers(from, &offsets, 1));
                    call_groups::<_, F, S, D::Operand>(members, groups.extent, target, sources, f);
                }
            });
        }
        let l = nest.loops[0];
        // Steps that the compiler knows are spelled out already.
        let is_vectorizable = const { !OperandsDomain::<S, D::Operand>::IS_CONSTANT }
            && is_unswizzled
            && l.step[0] == 1
            && S::is_vectorizable(&l.step, 1);
        if is_vectorizable {
            // Short rows of an extent that the compiler knows are spelled out whole.
            let rows: Rows<_, _, F> = match const { D::Operand::ROW } {
                Some(row) if row == l.extent => {
                    S::row::<Calls<D::Element, F, RowOf<D::Operand>>>(&l.step, 1)
                }
                _ => S::row::<Calls<D::Element, F, AnyExtent>>(&l.step, 1),
            };
            let loops = [l, nest.loops[1]];
            return nest.for_each_outside::<2>(|offsets| {
                // SAFETY: as below.
                unsafe {
                    rows(&loops, to.element(offsets[0]), S::pointers(from, &offsets, 1), f);
                }
            });
        }
        if const { !OperandsDomain::<S, D::Operand>::IS_CONSTANT } && is_unswizzled {
            let loops = [l, nest.loops[1]];
            // There are registers for the steps of three operands, once and three times, but not of more.
            let run = const { Innermost::<S, D::Operand>::RUN };
            let rows: Rows<_, _, F> = match const { S::COUNT } {
                _ if run.is_some_and(|run| is_spelled_out(&run, &l)) => {
                    call_rows::<_, _, F, S::Strided, Innermost<S, D::Operand>>
                }
                0..=2 => call_strided_rows::<_, _, F, S::Strided>,
                _ => call_strided_rows_of_many::<_, _, F, S::Strided>,
            };
            return nest.for_each_outside::<2>(|offsets| {
                // SAFETY: as below.
                unsafe {
                    rows(&loops, to.element(offsets[0]), S::pointers(from, &offsets, 1), f);
                }
            });
        }
        // SAFETY: by the caller: the offsets of one coordinate in all layouts, so that they are elements; those of the target are
        // borrowed as exclusive.
        let mut call = |at: Offsets| unsafe { f(to.element(at[0]), S::pointers(from, &at, 1)) };
        let is_row = (VECTOR_ROW..MIN_LOOP).contains(&l.extent);
        if const { Self::IS_JAMMED } {
            let (nest, rows) = const { &Self::JAMMED };
            return nest.for_each_outside::<1>(|offsets| {
                if is_row {
                    prevent_vectorization();
                }
                l.for_each(offsets, |at| rows.for_each(at, &mut call));
            });
        }
        nest.for_each_outside::<1>(|offsets| {
            if is_row {
                prevent_vectorization();
            }
            l.for_each(offsets, &mut call);
        });
    }

    #[inline(always)]
    unsafe fn run_taken<const N: usize>(&mut self, nest: &mut OperandsNest<N>) {
        // SAFETY: by the caller.
        unsafe {
            if const { IS_FOLD && Self::IS_UNSWIZZLED } {
                let steps = const { &OperandsDomain::<S, D::Operand>::LEAST_STEPS };
                let plan = FoldPlan::take_at_run_time(nest, const { S::COUNT + 1 }, steps);
                plan.run::<S, _, AnyExtent, F, _>(nest, (self.from, self.to), &mut self.f);
            } else {
                let l = &nest.loops[0];
                let is_apart = const { !IS_FOLD && Self::IS_UNSWIZZLED && !Self::IS_INTERLEAVED }
                    && !(l.step[0] == 1 && S::is_vectorizable(&l.step, 1));
                if is_apart {
                    nest.lengthen_rows_in_cache(const { S::COUNT + 1 });
                }
                self.run(nest);
            }
        }
    }

    unsafe fn run_at(&mut self, at: &Offsets, _: usize) {
        // SAFETY: by the caller, and as above.
        unsafe { (self.f)(self.to.element(at[0]), S::pointers(self.from, at, 1)) };
    }
}

/// The plan of a fold over layouts that the compiler knows.
struct ConstantFold<S, D: ?Sized>(PhantomData<S>, PhantomData<D>);

impl<S: Sources, D: Target + ?Sized> ConstantFold<S, D> {
    const PLAN: (FoldPlan<MAX_OPERANDS>, OperandsNest) = {
        let mut nest = OperandsDomain::<S, D::Operand>::LOOP_NEST;
        (FoldPlan::take(&mut nest, S::COUNT + 1, &[None; MAX_OPERANDS]), nest)
    };
}

impl<S: Sources, D: Target + ?Sized> KnownLoops<MAX_OPERANDS> for ConstantFold<S, D> {
    const IS_CONSTANT: bool = true;
    const LOOPS: Option<[OperandsLoop; 3]> = Self::PLAN.0.spelled_out();
}

/// Calls a function with the element of a target and those of the sources at each coordinate.
#[inline(always)]
#[track_caller]
pub(super) fn each<S: ElementPointers, D: Target>(
    sources: &S,
    target: &mut D,
    f: impl FnMut(NonNull<D::Element>, S::Pointers),
) {
    run_each::<S, D, _, false>(sources, target, f);
}

/// [`each`], or a fold: the target may stay along some modes.
#[inline(always)]
#[track_caller]
fn run_each<S: ElementPointers, D: Target, F, const IS_FOLD: bool>(
    sources: &S,
    target: &mut D,
    f: F,
) where
    F: FnMut(NonNull<D::Element>, S::Pointers),
{
    done(visit_each::<S, D, F, IS_FOLD>(sources, target, f));
}

/// [`run_each`] for sizes that may differ.
///
/// # Errors
///
/// Sizes differ.
#[inline(always)]
fn visit_each<S: ElementPointers, D: Target + ?Sized, F, const IS_FOLD: bool>(
    sources: &S,
    target: &mut D,
    f: F,
) -> Result<bool, ShapeError>
where
    F: FnMut(NonNull<D::Element>, S::Pointers),
{
    let layout = target.operand();
    let (from, to) = (sources.elements(), target.elements_mut());
    visit(sources, layout, &mut Each::<S, D, F, IS_FOLD> { from, to, f })
}

/// Returns true if one of two layouts, neither of which has a swizzle, has [interleaved](interleaved) elements.
pub(super) const fn is_interleaved<S: Source, D: Target + ?Sized>() -> bool {
    Each::<(S, ()), D, (), false>::IS_INTERLEAVED && Each::<(S, ()), D, (), false>::IS_UNSWIZZLED
}

/// Returns true if the loops of two layouts of one size, which the compiler knows, are [jammed](crate::loop_nest::LoopNest::jam).
pub(super) const fn is_jammed<S: Source, D: Target + ?Sized>() -> bool {
    Each::<(S, ()), D, (), false>::IS_JAMMED
}

/// Calls a function with each element of a target and that of one source by the loops of several operands.
///
/// # Errors
///
/// The sizes differ.
#[inline(always)]
pub(super) fn zip_one<S: Source, D: Target + ?Sized>(
    source: S,
    target: &mut D,
    mut f: impl FnMut(&mut D::Element, &S::Element),
) -> Result<(), ShapeError> {
    let f = |mut target: NonNull<D::Element>, (source, ()): (NonNull<S::Element>, ())| {
        // SAFETY: elements, of which nobody else has the target's.
        unsafe { f(target.as_mut(), source.as_ref()) };
    };
    visit_each::<_, _, _, false>(&(source, ()), target, f).map(|_| ())
}

/// The two functions of a number of sources.
macro_rules! functions {
    ($($zip:ident, $fold:ident: $($Source:ident $source:ident),*;)*) => { $(
        /// Calls a function with each element of a target and those of the sources at the same 1-D coordinate.
        #[inline(always)]
        #[track_caller]
        pub fn $zip<D: Target, $($Source: Source),*>(
            sources: functions!(@list $($Source)*),
            target: &mut D,
            mut f: impl FnMut(&mut D::Element, $(&$Source::Element),*),
        ) {
            each(&sources, target, |mut target, functions!(@list $($source)*)| {
                // SAFETY: elements, of which nobody else has the target's.
                unsafe { f(target.as_mut(), $($source.as_ref()),*) };
            });
        }

        /// Folds over an index space, in which the target has the layout `over`: along modes of stride 0 it is folded into.
        #[inline(always)]
        #[track_caller]
        pub fn $fold<D, M, $($Source: Source),*>(
            sources: functions!(@list $($Source)*),
            target: &mut D,
            over: M,
            mut f: impl FnMut(&mut D::Element, $(&$Source::Element),*),
        )
        where
            D: Target + AsViewMut<Item = D::Element>,
            M: Layout<Bounds: Unpadded>,
        {
            let () = D::Operand::INJECTIVE;
            done(target.operand().assert_injective());
            let mut target = target.__layout_view_mut().into_layout(over);
            run_each::<_, _, _, true>(&sources, &mut target, |mut target, functions!(@list $($source)*)| {
                // SAFETY: elements, of which nobody else has the target's.
                unsafe { f(target.as_mut(), $($source.as_ref()),*) };
            });
        }
    )* };
    (@list) => { () };
    (@list $first:ident $($rest:ident)*) => { ($first, functions!(@list $($rest)*)) };
}

functions! {
    zip_1, fold_1: A a;
    zip_2, fold_2: A a, B b;
    zip_3, fold_3: A a, B b, C c;
    zip_4, fold_4: A a, B b, C c, E e;
    zip_5, fold_5: A a, B b, C c, E e, G g;
}
