//! Functions of an element of a target and of those of several sources, by the loops of `operands.rs`: what
//! [`zip_with!`](crate::zip_with) and [`einsum!`](crate::einsum) with a function expand to.

#![allow(unsafe_code)]

use core::marker::PhantomData;
use core::ptr::NonNull;
use core::slice;

use super::AsViewMut;
use super::data::{Source, Target};
use super::inner_loop::{Accumulator, MAX_ACCUMULATOR_BYTES};
use super::operand::Operand;
use super::operands::{
    NestBody, Offsets, OperandsDomain, OperandsLoop, OperandsNest, Sources, visit,
};
use super::place::Elements;
use super::sizes::done;
use crate::bounds::Unpadded;
use crate::{Layout, OffsetMap};

/// Pointers to the elements of several sources at one coordinate, as a list.
pub trait ElementPointers: Sources {
    #[doc(hidden)]
    type Pointers: Copy;

    /// The pointers at offsets.
    ///
    /// # Safety
    ///
    /// They are the offsets of a coordinate.
    #[doc(hidden)]
    unsafe fn pointers(
        elements: Self::Elements,
        offsets: &Offsets,
        operand: usize,
    ) -> Self::Pointers;

    /// Returns true if each source is one element along a loop, or elements next to each other.
    #[doc(hidden)]
    fn is_vectorizable(step: &Offsets, operand: usize) -> bool;

    /// The row for such steps, by a type for each.
    #[doc(hidden)]
    fn row<U: RowsOf<Self::Pointers>>(step: &Offsets, operand: usize) -> U::Row;
}

/// The pointers at an iteration of a loop, from those at the first one.
#[doc(hidden)]
pub trait LoopElements<P> {
    /// # Safety
    ///
    /// The loop has so many iterations.
    #[doc(hidden)]
    unsafe fn element(first: P, iteration: usize) -> P;

    /// The pointers so many iterations of another loop further, whose steps begin at that operand.
    ///
    /// # Safety
    ///
    /// The loop has so many iterations.
    #[doc(hidden)]
    unsafe fn moved(first: P, iteration: isize, step: &Offsets, operand: usize) -> P;
}

/// A function for rows, which is generic over the steps of the sources.
#[doc(hidden)]
pub trait RowsOf<P> {
    #[doc(hidden)]
    type Row;

    #[doc(hidden)]
    fn row<A: LoopElements<P>>() -> Self::Row;
}

/// One element along a loop, or with `UNIT_STRIDE` it and those after it.
pub(super) struct Cursor<const UNIT_STRIDE: bool>;

impl LoopElements<()> for () {
    #[inline(always)]
    unsafe fn element((): (), _: usize) {}

    #[inline(always)]
    unsafe fn moved((): (), _: isize, _: &Offsets, _: usize) {}
}

impl<T, Q, B: LoopElements<Q>, const UNIT_STRIDE: bool> LoopElements<(NonNull<T>, Q)>
    for (Cursor<UNIT_STRIDE>, B)
{
    #[inline(always)]
    unsafe fn element((first, rest): (NonNull<T>, Q), iteration: usize) -> (NonNull<T>, Q) {
        // SAFETY: by the caller.
        unsafe {
            let first = if UNIT_STRIDE { first.add(iteration) } else { first };
            (first, B::element(rest, iteration))
        }
    }

    #[inline(always)]
    unsafe fn moved(
        (first, rest): (NonNull<T>, Q),
        iteration: isize,
        step: &Offsets,
        operand: usize,
    ) -> (NonNull<T>, Q) {
        // SAFETY: by the caller.
        unsafe {
            let first = first.offset(iteration * step[operand]);
            (first, B::moved(rest, iteration, step, operand + 1))
        }
    }
}

/// Rows with one more source in front.
pub(super) struct Prepend<T, U, const UNIT_STRIDE: bool>(PhantomData<(T, U)>);

impl<T, Q, U: RowsOf<(NonNull<T>, Q)>, const UNIT_STRIDE: bool> RowsOf<Q>
    for Prepend<T, U, UNIT_STRIDE>
{
    type Row = U::Row;

    fn row<A: LoopElements<Q>>() -> U::Row {
        U::row::<(Cursor<UNIT_STRIDE>, A)>()
    }
}

impl ElementPointers for () {
    type Pointers = ();

    #[inline(always)]
    unsafe fn pointers((): (), _: &Offsets, _: usize) {}

    #[inline(always)]
    fn is_vectorizable(_: &Offsets, _: usize) -> bool {
        true
    }

    #[inline(always)]
    fn row<U: RowsOf<()>>(_: &Offsets, _: usize) -> U::Row {
        U::row::<()>()
    }
}

impl<S: Source, R: ElementPointers> ElementPointers for (S, R) {
    type Pointers = (NonNull<S::Element>, R::Pointers);

    #[inline(always)]
    unsafe fn pointers(
        (elements, rest): Self::Elements,
        offsets: &Offsets,
        operand: usize,
    ) -> Self::Pointers {
        // SAFETY: by the caller.
        unsafe { (elements.element(offsets[operand]), R::pointers(rest, offsets, operand + 1)) }
    }

    #[inline(always)]
    fn is_vectorizable(step: &Offsets, operand: usize) -> bool {
        (const { <S::Elements as Elements<S::Element>>::Map::IDENTITY })
            && matches!(step[operand], 0 | 1)
            && R::is_vectorizable(step, operand + 1)
    }

    #[inline(always)]
    fn row<U: RowsOf<Self::Pointers>>(step: &Offsets, operand: usize) -> U::Row {
        match step[operand] {
            0 => R::row::<Prepend<S::Element, U, false>>(step, operand + 1),
            _ => R::row::<Prepend<S::Element, U, true>>(step, operand + 1),
        }
    }
}

/// A function of the rows of two loops, from the innermost, and of the target and the sources where they begin. The target is one element along a
/// row, or those next to each other.
type Rows<T, P, F> = unsafe fn(&[OperandsLoop; 2], NonNull<T>, P, &mut F);

/// The extent of rows, where the compiler knows it.
trait RowExtent {
    const EXTENT: Option<usize>;
}

/// Any extent.
struct AnyExtent;

impl RowExtent for AnyExtent {
    const EXTENT: Option<usize> = None;
}

/// The extent of the rows of a target.
struct RowOf<D>(PhantomData<D>);

impl<D: Operand> RowExtent for RowOf<D> {
    const EXTENT: Option<usize> = D::ROW;
}

/// The function that calls another one with the elements of rows.
struct Calls<T, F, E, const UNIT_STRIDE: bool>(PhantomData<(T, F, E)>);

impl<T, P, F, E, const UNIT_STRIDE: bool> RowsOf<P> for Calls<T, F, E, UNIT_STRIDE>
where
    P: Copy,
    F: FnMut(NonNull<T>, P),
    E: RowExtent,
{
    type Row = Rows<T, P, F>;

    fn row<A: LoopElements<P>>() -> Rows<T, P, F> {
        call_rows::<T, P, F, A, E, UNIT_STRIDE>
    }
}

/// Calls a function with the elements of the rows of two loops. The outer one is in here, so that a row costs no more than its own pointers.
///
/// # Safety
///
/// The loops are at elements of the target, which is borrowed as exclusive, and of the sources; the extent of the inner one is that of `E`.
unsafe fn call_rows<T, P, F, A, E, const UNIT_STRIDE: bool>(
    [l0, l1]: &[OperandsLoop; 2],
    target: NonNull<T>,
    sources: P,
    f: &mut F,
) where
    P: Copy,
    F: FnMut(NonNull<T>, P),
    A: LoopElements<P>,
    E: RowExtent,
{
    let extent = const { E::EXTENT }.unwrap_or(l0.extent);
    let elements = if UNIT_STRIDE { extent } else { 1 };
    for i in 0..l1.extent as isize {
        // SAFETY: by the caller.
        unsafe {
            let target = target.offset(i * l1.step[0]);
            let row = slice::from_raw_parts_mut(target.as_ptr(), elements);
            let sources = A::moved(sources, i, &l1.step, 1);
            call_row::<T, P, F, A, UNIT_STRIDE>(row, extent, sources, f);
        }
    }
}

/// Calls a function with the elements of a row. A function of its own: by the reference to the target the compiler knows that the
/// sources do not share its elements, and does not compare them at each row.
///
/// # Safety
///
/// The sources have so many elements; the target as many, or one without `UNIT_STRIDE`.
unsafe fn call_row<T, P, F, A, const UNIT_STRIDE: bool>(
    target: &mut [T],
    extent: usize,
    sources: P,
    f: &mut F,
) where
    P: Copy,
    F: FnMut(NonNull<T>, P),
    A: LoopElements<P>,
{
    let first = NonNull::from(target).cast::<T>();
    // SAFETY: by the caller.
    unsafe {
        if UNIT_STRIDE {
            (0..extent).for_each(|i| f(first.add(i), A::element(sources, i)));
        } else {
            // As in `inner_loop.rs`, one element that the loop stays at is kept in a variable.
            let mut accumulator = Accumulator::new(first);
            let value = NonNull::from(&mut *accumulator.value);
            (0..extent).for_each(|i| f(value, A::element(sources, i)));
        }
    }
}

/// The calls of a function with the elements of a target and of sources.
struct Each<S: Sources, D: Target, F> {
    from: S::Elements,
    to: D::Elements,
    f: F,
}

impl<S, D, F> NestBody for Each<S, D, F>
where
    S: ElementPointers,
    D: Target,
    F: FnMut(NonNull<D::Element>, S::Pointers),
{
    #[inline(always)]
    unsafe fn run<const N: usize>(&mut self, nest: &OperandsNest<N>) {
        let l = nest.loops[0];
        let is_unswizzled = const { <D::Elements as Elements<D::Element>>::Map::IDENTITY };
        // Steps that the compiler knows are spelled out already.
        let is_vectorizable = const { !OperandsDomain::<S, D::Operand>::IS_CONSTANT }
            && is_unswizzled
            && S::is_vectorizable(&l.step, 1);
        let is_fold = is_unswizzled
            && l.step[0] == 0
            && const { size_of::<D::Element>() <= MAX_ACCUMULATOR_BYTES };
        let rows: Option<Rows<_, _, F>> = match l.step[0] {
            // Short rows of an extent that the compiler knows are spelled out whole.
            1 if is_vectorizable
                && const { D::Operand::ROW.is_some() }
                && const { D::Operand::ROW } == Some(l.extent) =>
            {
                Some(S::row::<Calls<D::Element, F, RowOf<D::Operand>, true>>(&l.step, 1))
            }
            1 if is_vectorizable => {
                Some(S::row::<Calls<D::Element, F, AnyExtent, true>>(&l.step, 1))
            }
            0 if is_vectorizable && is_fold => {
                Some(S::row::<Calls<D::Element, F, AnyExtent, false>>(&l.step, 1))
            }
            _ => None,
        };
        let Each { from, to, f } = self;
        let (from, to) = (*from, *to);
        if let Some(rows) = rows {
            let loops = [l, nest.loops[1]];
            return nest.for_each_outside::<2>(|offsets| {
                // SAFETY: as below.
                unsafe {
                    rows(&loops, to.element(offsets[0]), S::pointers(from, &offsets, 1), f);
                }
            });
        }
        nest.for_each_outside::<1>(|offsets| {
            // SAFETY: by the caller: the offsets of one coordinate in all layouts, so that they are elements; those of the target are
            // borrowed as exclusive.
            unsafe {
                if is_fold {
                    let mut accumulator = Accumulator::new(to.element(offsets[0]));
                    let value = NonNull::from(&mut *accumulator.value);
                    l.for_each(offsets, |at| f(value, S::pointers(from, &at, 1)));
                } else {
                    l.for_each(offsets, |at| f(to.element(at[0]), S::pointers(from, &at, 1)));
                }
            }
        });
    }

    unsafe fn run_at(&mut self, at: &Offsets, _: usize) {
        // SAFETY: by the caller, and as above.
        unsafe { (self.f)(self.to.element(at[0]), S::pointers(self.from, at, 1)) };
    }
}

/// Calls a function with the element of a target and those of the sources at each coordinate.
#[inline(always)]
#[track_caller]
pub(super) fn each<S: ElementPointers, D: Target>(
    sources: &S,
    target: &mut D,
    f: impl FnMut(NonNull<D::Element>, S::Pointers),
) {
    let layout = target.operand();
    let mut body = Each::<S, D, _> { from: sources.elements(), to: target.elements_mut(), f };
    done(visit(sources, layout, &mut body));
}

/// The two functions of so many sources.
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
            f: impl FnMut(&mut D::Element, $(&$Source::Element),*),
        )
        where
            D: Target + AsViewMut<Item = D::Element>,
            M: Layout<Bounds: Unpadded>,
        {
            let () = D::Operand::INJECTIVE;
            done(target.operand().assert_injective());
            $zip(sources, &mut target.__layout_view_mut().into_layout(over), f);
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
