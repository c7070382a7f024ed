//! Functions of an element of a target and of those of several sources, by the loops of `operands.rs`: what
//! [`zip_with!`](crate::zip_with) and [`einsum!`](crate::einsum) with a function expand to.

#![allow(unsafe_code)]

use core::ptr::NonNull;

use super::AsViewMut;
use super::data::{Source, Target};
use super::inner_loop::{Accumulator, MAX_ACCUMULATOR_BYTES};
use super::loop_nest::advanced;
use super::operand::Operand;
use super::operands::{Offsets, OperandsDomain, OperandsLoop, Sources, visit};
use super::place::Elements;
use super::sizes::done;
use crate::bounds::Unpadded;
use crate::{Layout, OffsetMap};

/// Pointers to the elements of several sources at one coordinate, as a list.
pub(super) trait ElementPointers: Sources {
    type Pointers: Copy;

    /// The pointers at offsets.
    ///
    /// # Safety
    ///
    /// They are the offsets of a coordinate.
    unsafe fn pointers(
        elements: Self::Elements,
        offsets: &Offsets,
        operand: usize,
    ) -> Self::Pointers;

    /// Returns true if each source is one element along a loop, or elements next to each other.
    fn is_vectorizable(step: &Offsets, operand: usize) -> bool;

    /// Runs a loop body with the sources, of a type for the stride of each.
    ///
    /// # Safety
    ///
    /// The loop [is vectorizable](ElementPointers::is_vectorizable), and the offsets are those of coordinates.
    unsafe fn dispatch<U: LoopBody<Self::Pointers>>(
        elements: Self::Elements,
        step: &Offsets,
        offsets: &Offsets,
        operand: usize,
        body: U,
    );
}

/// The pointers at each iteration of a loop.
pub(super) trait LoopElements<P>: Copy {
    /// # Safety
    ///
    /// The loop has so many iterations.
    unsafe fn element(self, iteration: usize) -> P;
}

/// A loop body over the elements of sources.
pub(super) trait LoopBody<P> {
    /// # Safety
    ///
    /// They are elements.
    unsafe fn run<A: LoopElements<P>>(self, sources: A);
}

/// A pointer to one element along a loop, or with `UNIT_STRIDE` to it and those after it.
struct Cursor<T, const UNIT_STRIDE: bool>(NonNull<T>);

impl<T, const UNIT_STRIDE: bool> Clone for Cursor<T, UNIT_STRIDE> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T, const UNIT_STRIDE: bool> Copy for Cursor<T, UNIT_STRIDE> {}

impl<T, const UNIT_STRIDE: bool> LoopElements<NonNull<T>> for Cursor<T, UNIT_STRIDE> {
    #[inline(always)]
    unsafe fn element(self, iteration: usize) -> NonNull<T> {
        // SAFETY: by the caller.
        if UNIT_STRIDE { unsafe { self.0.add(iteration) } } else { self.0 }
    }
}

impl LoopElements<()> for () {
    #[inline(always)]
    unsafe fn element(self, _: usize) {}
}

impl<P, Q, A: LoopElements<P>, B: LoopElements<Q>> LoopElements<(P, Q)> for (A, B) {
    #[inline(always)]
    unsafe fn element(self, iteration: usize) -> (P, Q) {
        // SAFETY: by the caller.
        unsafe { (self.0.element(iteration), self.1.element(iteration)) }
    }
}

/// A loop body of sources with one more in front.
struct Prepend<T, U, const UNIT_STRIDE: bool>(Cursor<T, UNIT_STRIDE>, U);

impl<T, Q, U: LoopBody<(NonNull<T>, Q)>, const UNIT_STRIDE: bool> LoopBody<Q>
    for Prepend<T, U, UNIT_STRIDE>
{
    #[inline(always)]
    unsafe fn run<A: LoopElements<Q>>(self, sources: A) {
        // SAFETY: by the caller.
        unsafe { self.1.run((self.0, sources)) };
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
    unsafe fn dispatch<U: LoopBody<()>>((): (), _: &Offsets, _: &Offsets, _: usize, body: U) {
        // SAFETY: by the caller.
        unsafe { body.run(()) };
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
    unsafe fn dispatch<U: LoopBody<Self::Pointers>>(
        (elements, rest): Self::Elements,
        step: &Offsets,
        offsets: &Offsets,
        operand: usize,
        body: U,
    ) {
        // SAFETY: by the caller.
        unsafe {
            let first = elements.element(offsets[operand]);
            match step[operand] {
                0 => R::dispatch(
                    rest,
                    step,
                    offsets,
                    operand + 1,
                    Prepend(Cursor::<_, false>(first), body),
                ),
                _ => R::dispatch(
                    rest,
                    step,
                    offsets,
                    operand + 1,
                    Prepend(Cursor::<_, true>(first), body),
                ),
            }
        }
    }
}

/// The loop body that calls a function of one element of the target, or with `UNIT_STRIDE` of those after it, and of the sources.
struct CallBody<'a, T, F, const UNIT_STRIDE: bool> {
    target: Cursor<T, UNIT_STRIDE>,
    extent: usize,
    f: &'a mut F,
}

impl<T, P, F: FnMut(NonNull<T>, P), const UNIT_STRIDE: bool> LoopBody<P>
    for CallBody<'_, T, F, UNIT_STRIDE>
{
    #[inline(always)]
    unsafe fn run<A: LoopElements<P>>(self, sources: A) {
        for i in 0..self.extent {
            // SAFETY: by the caller.
            unsafe { (self.f)(self.target.element(i), sources.element(i)) };
        }
    }
}

/// Calls a function with the element of a target and those of the sources at each coordinate.
#[inline(always)]
#[track_caller]
fn each<S: ElementPointers, D: Target>(
    sources: &S,
    target: &mut D,
    mut f: impl FnMut(NonNull<D::Element>, S::Pointers),
) {
    let layout = target.operand();
    let (from, to) = (sources.elements(), target.elements_mut());
    done(visit(sources, layout, |[l0, l1], offsets| {
        for iteration in 0..l1.extent {
            let offsets = advanced(offsets, l1.step, iteration as isize);
            // SAFETY: the offsets of one coordinate in all layouts, so that they are elements; those of the target are borrowed
            // as exclusive.
            unsafe { row::<S, D>(l0, from, to, offsets, &mut f) };
        }
    }));
}

/// One loop of [`each`].
///
/// # Safety
///
/// Its iterations are at elements, and nobody else has those of the target.
#[inline(always)]
unsafe fn row<S: ElementPointers, D: Target>(
    OperandsLoop { extent, step }: OperandsLoop,
    from: S::Elements,
    to: D::Elements,
    offsets: Offsets,
    f: &mut impl FnMut(NonNull<D::Element>, S::Pointers),
) {
    // Steps that the compiler knows are spelled out already.
    let is_vectorizable =
        const { !OperandsDomain::<S, D::Operand>::IS_CONSTANT } && S::is_vectorizable(&step, 1);
    let is_unswizzled = const { <D::Elements as Elements<D::Element>>::Map::IDENTITY };
    // SAFETY: by the caller.
    unsafe {
        if is_unswizzled
            && step[0] == 0
            && const { size_of::<D::Element>() <= MAX_ACCUMULATOR_BYTES }
        {
            // As in `inner_loop.rs`, one element that the loop stays at is kept in a variable.
            let mut accumulator = Accumulator::new(to.element(offsets[0]));
            let value = NonNull::from(&mut *accumulator.value);
            if is_vectorizable {
                let body = CallBody { target: Cursor::<_, false>(value), extent, f };
                return S::dispatch(from, &step, &offsets, 1, body);
            }
            for i in 0..extent as isize {
                f(value, S::pointers(from, &advanced(offsets, step, i), 1));
            }
        } else if is_vectorizable && is_unswizzled && step[0] == 1 {
            let body = CallBody { target: Cursor::<_, true>(to.element(offsets[0])), extent, f };
            S::dispatch(from, &step, &offsets, 1, body);
        } else {
            for i in 0..extent as isize {
                let offsets = advanced(offsets, step, i);
                f(to.element(offsets[0]), S::pointers(from, &offsets, 1));
            }
        }
    }
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

        /// The same over an index space, in which the target has the layout `over`: along modes of stride 0 it is folded into.
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
