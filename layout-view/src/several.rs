//! Functions of an element of a target and of those of several sources, by the loops of `joint.rs`: what
//! [`zip_with!`](crate::zip_with) and [`einsum!`](crate::einsum) with a function expand to.

#![allow(unsafe_code)]

use core::ptr::NonNull;

use super::data::{Source, Target};
use super::inner::{KEPT, Kept};
use super::joint::{Joint, JointLoop, Offsets, Sources, visit};
use super::nest::moved;
use super::place::Elements;
use super::side::Side;
use super::{AsViewMut, between};
use crate::bounds::Unpadded;
use crate::{Layout, Map};

/// The elements at one coordinate, as a list.
pub(super) trait Pointed: Sources {
    type Pointers: Copy;

    /// # Safety
    ///
    /// They are the offsets of a coordinate.
    unsafe fn pointers(of: Self::Elements, at: &Offsets, place: usize) -> Self::Pointers;

    /// Whether each source is one element along a loop, or elements next to each other.
    fn is_line(step: &Offsets, place: usize) -> bool;

    /// Calls a use with such sources, each of which has a type of its own.
    ///
    /// # Safety
    ///
    /// They are so, and the offsets are those of coordinates.
    unsafe fn lines<U: Use<Self::Pointers>>(
        of: Self::Elements,
        step: &Offsets,
        at: &Offsets,
        place: usize,
        used: U,
    );
}

/// The elements at each turn of a loop.
pub(super) trait Along<P>: Copy {
    /// # Safety
    ///
    /// The loop has so many turns.
    unsafe fn turn(self, turn: usize) -> P;
}

/// What is done with the elements of sources along a loop.
pub(super) trait Use<P> {
    /// # Safety
    ///
    /// They are elements.
    unsafe fn of<A: Along<P>>(self, sources: A);
}

/// One element, or with `NEXT` those after it.
struct From<T, const NEXT: bool>(NonNull<T>);

impl<T, const NEXT: bool> Clone for From<T, NEXT> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T, const NEXT: bool> Copy for From<T, NEXT> {}

impl<T, const NEXT: bool> Along<NonNull<T>> for From<T, NEXT> {
    #[inline(always)]
    unsafe fn turn(self, turn: usize) -> NonNull<T> {
        // SAFETY: by the caller.
        if NEXT { unsafe { self.0.add(turn) } } else { self.0 }
    }
}

impl Along<()> for () {
    #[inline(always)]
    unsafe fn turn(self, _: usize) {}
}

impl<P, Q, A: Along<P>, B: Along<Q>> Along<(P, Q)> for (A, B) {
    #[inline(always)]
    unsafe fn turn(self, turn: usize) -> (P, Q) {
        // SAFETY: by the caller.
        unsafe { (self.0.turn(turn), self.1.turn(turn)) }
    }
}

/// A use of sources with one more in front.
struct After<T, U, const NEXT: bool>(From<T, NEXT>, U);

impl<T, Q, U: Use<(NonNull<T>, Q)>, const NEXT: bool> Use<Q> for After<T, U, NEXT> {
    #[inline(always)]
    unsafe fn of<A: Along<Q>>(self, sources: A) {
        // SAFETY: by the caller.
        unsafe { self.1.of((self.0, sources)) };
    }
}

impl Pointed for () {
    type Pointers = ();

    #[inline(always)]
    unsafe fn pointers((): (), _: &Offsets, _: usize) {}

    #[inline(always)]
    fn is_line(_: &Offsets, _: usize) -> bool {
        true
    }

    #[inline(always)]
    unsafe fn lines<U: Use<()>>((): (), _: &Offsets, _: &Offsets, _: usize, used: U) {
        // SAFETY: by the caller.
        unsafe { used.of(()) };
    }
}

impl<S: Source, R: Pointed> Pointed for (S, R) {
    type Pointers = (NonNull<S::Element>, R::Pointers);

    #[inline(always)]
    unsafe fn pointers((of, others): Self::Elements, at: &Offsets, place: usize) -> Self::Pointers {
        // SAFETY: by the caller.
        unsafe { (of.element(at[place]), R::pointers(others, at, place + 1)) }
    }

    #[inline(always)]
    fn is_line(step: &Offsets, place: usize) -> bool {
        (const { <S::Elements as Elements<S::Element>>::Map::IDENTITY })
            && matches!(step[place], 0 | 1)
            && R::is_line(step, place + 1)
    }

    #[inline(always)]
    unsafe fn lines<U: Use<Self::Pointers>>(
        (of, others): Self::Elements,
        step: &Offsets,
        at: &Offsets,
        place: usize,
        used: U,
    ) {
        // SAFETY: by the caller.
        unsafe {
            let first = of.element(at[place]);
            match step[place] {
                0 => R::lines(others, step, at, place + 1, After(From::<_, false>(first), used)),
                _ => R::lines(others, step, at, place + 1, After(From::<_, true>(first), used)),
            }
        }
    }
}

/// A function of one element of the target, or with `NEXT` of those after it, and of the sources.
struct Called<'a, T, F, const NEXT: bool> {
    target: From<T, NEXT>,
    extent: usize,
    f: &'a mut F,
}

impl<T, P, F: FnMut(NonNull<T>, P), const NEXT: bool> Use<P> for Called<'_, T, F, NEXT> {
    #[inline(always)]
    unsafe fn of<A: Along<P>>(self, sources: A) {
        for i in 0..self.extent {
            // SAFETY: by the caller.
            unsafe { (self.f)(self.target.turn(i), sources.turn(i)) };
        }
    }
}

/// Calls a function with the element of a target and those of the sources at each coordinate.
#[inline(always)]
#[track_caller]
fn each<S: Pointed, D: Target>(
    sources: &S,
    target: &mut D,
    mut f: impl FnMut(NonNull<D::Element>, S::Pointers),
) {
    let side = target.side();
    let (from, to) = (sources.elements(), target.elements_mut());
    between::done(visit(sources, side, |[l0, l1], at| {
        for turn in 0..l1.extent {
            let at = moved(at, l1.step, turn as isize);
            // SAFETY: the offsets of one coordinate in all layouts, so that they are elements; those of the target are borrowed
            // as exclusive.
            unsafe { row::<S, D>(l0, from, to, at, &mut f) };
        }
    }));
}

/// One loop of [`each`].
///
/// # Safety
///
/// Its turns are at elements, and nobody else has those of the target.
#[inline(always)]
unsafe fn row<S: Pointed, D: Target>(
    JointLoop { extent, step }: JointLoop,
    from: S::Elements,
    to: D::Elements,
    at: Offsets,
    f: &mut impl FnMut(NonNull<D::Element>, S::Pointers),
) {
    // Steps that the compiler knows are spelled out already.
    let is_line = const { !Joint::<S, D::Side>::IS_KNOWN } && S::is_line(&step, 1);
    let is_plain = const { <D::Elements as Elements<D::Element>>::Map::IDENTITY };
    // SAFETY: by the caller.
    unsafe {
        if is_plain && step[0] == 0 && const { size_of::<D::Element>() <= KEPT } {
            // As in `inner.rs`, one element that the loop stays at is kept in a variable.
            let mut kept = Kept::new(to.element(at[0]));
            let value = NonNull::from(&mut *kept.value);
            if is_line {
                let called = Called { target: From::<_, false>(value), extent, f };
                return S::lines(from, &step, &at, 1, called);
            }
            for i in 0..extent as isize {
                f(value, S::pointers(from, &moved(at, step, i), 1));
            }
        } else if is_line && is_plain && step[0] == 1 {
            let called = Called { target: From::<_, true>(to.element(at[0])), extent, f };
            S::lines(from, &step, &at, 1, called);
        } else {
            for i in 0..extent as isize {
                let at = moved(at, step, i);
                f(to.element(at[0]), S::pointers(from, &at, 1));
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
            let () = D::Side::INJECTIVE;
            between::done(target.side().assert_injective());
            $zip(sources, &mut target.__layout_view_mut().into_layout(over), f);
        }
    )* };
    (@list) => { () };
    (@list $first:ident $($others:ident)*) => { ($first, functions!(@list $($others)*)) };
}

functions! {
    zip_1, fold_1: A a;
    zip_2, fold_2: A a, B b;
    zip_3, fold_3: A a, B b, C c;
    zip_4, fold_4: A a, B b, C c, E e;
    zip_5, fold_5: A a, B b, C c, E e, G g;
}
