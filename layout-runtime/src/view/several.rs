//! Functions of an element of a target and of those of several sources, by the loops of `joint.rs`: what
//! [`zip_with!`](crate::zip_with) and [`einsum!`](crate::einsum) with a function expand to.

#![allow(unsafe_code)]

use core::ptr::NonNull;

use super::data::{Source, Target};
use super::inner::{KEPT, Kept};
use super::joint::{JointLoop, Offsets, PLACES, Sources, visit};
use super::nest::moved;
use super::place::Elements;
use super::side::Side;
use super::{AsViewMut, between};
use crate::bounds::Unpadded;
use crate::{Layout, Map};

/// The elements at one coordinate.
pub(super) trait Pointed: Sources {
    #[doc(hidden)]
    type Pointers: Copy;

    /// # Safety
    ///
    /// They are the offsets of a coordinate.
    #[doc(hidden)]
    unsafe fn pointers(of: Self::Elements, at: &Offsets, place: usize) -> Self::Pointers;
}

impl Pointed for () {
    type Pointers = ();

    #[inline(always)]
    unsafe fn pointers((): (), _: &Offsets, _: usize) {}
}

impl<S: Source, R: Pointed> Pointed for (S, R) {
    type Pointers = (NonNull<S::Element>, R::Pointers);

    #[inline(always)]
    unsafe fn pointers((of, others): Self::Elements, at: &Offsets, place: usize) -> Self::Pointers {
        // SAFETY: by the caller.
        unsafe { (of.element(at[place]), R::pointers(others, at, place + 1)) }
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
    let mut is_run = true;
    for step in step.iter().take(1 + S::COUNT) {
        is_run &= *step == 1;
    }
    // SAFETY: by the caller.
    unsafe {
        if step[0] == 0
            && const { <D::Elements as Elements<D::Element>>::Map::IDENTITY }
            && const { size_of::<D::Element>() <= KEPT }
        {
            // As in `inner.rs`, one element that the loop stays at is kept in a variable.
            let mut kept = Kept::new(to.element(at[0]));
            let value = NonNull::from(&mut *kept.value);
            for i in 0..extent as isize {
                f(value, S::pointers(from, &moved(at, step, i), 1));
            }
        } else if is_run {
            // Spelled out, so that compilers make vectors of it.
            for i in 0..extent as isize {
                let at = moved(at, [1; PLACES], i);
                f(to.element(at[0]), S::pointers(from, &at, 1));
            }
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
}
