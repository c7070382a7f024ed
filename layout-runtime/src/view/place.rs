//! `Place`: a pointer that a layout may be added to. All arithmetic on pointers is
//! here.

#![allow(unsafe_code)]

use core::marker::PhantomData;
use core::ptr::NonNull;

use super::contains::contains;
use super::injective::Answer;
use super::message::Message;
use super::slicer::{Modes, Rest, Slicer};
use super::steps::Evaluated;
use super::within::Within;
use crate::offset::offset_of;
use crate::{Coordinate, Profile};

/// The address of offset 0 of a layout with the profile `P`.
///
/// Invariant: at the offset of each coordinate of `P` is an element `T`, all in one
/// allocation. What may be done with the elements, and for how long, is the
/// business of who holds a place.
pub(super) struct Place<T, P> {
    zero: NonNull<T>,
    profile: PhantomData<P>,
}

impl<T, P> Clone for Place<T, P> {
    #[inline(always)]
    fn clone(&self) -> Self {
        *self
    }
}

impl<T, P> Copy for Place<T, P> {}

impl<T, P: Profile> Place<T, P> {
    /// The smallest offset is at `first`.
    ///
    /// # Safety
    ///
    /// At `first` begin as many elements, in one allocation, as `P` spans.
    #[inline(always)]
    pub(super) unsafe fn new(first: NonNull<T>) -> Self {
        let distance = const { P::STEPS.min.unsigned_abs() };
        // SAFETY: the offset 0 is that of coordinate 0, which lies in the span.
        unsafe { Place::at_zero(first.add(distance)) }
    }

    /// # Safety
    ///
    /// At the offset of each coordinate of `P` from `zero` is an element, all in one
    /// allocation.
    #[inline(always)]
    pub(super) unsafe fn at_zero(zero: NonNull<T>) -> Self {
        Place { zero, profile: PhantomData }
    }

    /// The address of offset 0.
    #[inline(always)]
    pub(super) fn zero(self) -> NonNull<T> {
        self.zero
    }

    /// The element at the smallest offset.
    #[cfg(feature = "ndarray")]
    pub(super) fn first(self) -> NonNull<T> {
        // SAFETY: the smallest offset is that of a coordinate.
        unsafe { self.zero.offset(const { P::STEPS.min }) }
    }

    /// The element at a coordinate, if that is within the extents.
    #[inline(always)]
    pub(super) fn get<C: Within<P>>(self, coordinate: C) -> Option<NonNull<T>> {
        // SAFETY: the coordinate is one of `P`.
        if coordinate.is_within() { Some(unsafe { self.get_unchecked(coordinate) }) } else { None }
    }

    /// The element at a coordinate.
    ///
    /// # Safety
    ///
    /// The coordinate is within the extents.
    #[inline(always)]
    pub(super) unsafe fn get_unchecked<C: Within<P>>(self, coordinate: C) -> NonNull<T> {
        // SAFETY: the invariant. `Within` is sealed: the offset is that of `P`.
        unsafe { self.zero.offset(Coordinate::<P>::offset(coordinate)) }
    }

    /// The first mode, with the others at a coordinate, if that is within the extents.
    #[inline(always)]
    pub(super) fn head<C: Within<P::Tail>>(self, tail: C) -> Option<Place<T, P::Head>> {
        const { assert_modes::<P>("a layout of tiles", "(tile, rest)") };
        if !tail.is_within() {
            return None;
        }
        // SAFETY: the offset of `(h, t)` in `P` is that of `h` in its first mode plus that
        // of `t` in the others: each coordinate of `P::Head` is one of `P` with `tail`.
        Some(unsafe { Place::at_zero(self.zero.offset(Coordinate::<P::Tail>::offset(tail))) })
    }

    /// The modes after the first, with the first at a coordinate, if that is within
    /// the extents.
    #[inline(always)]
    pub(super) fn tail<C: Within<P::Head>>(self, head: C) -> Option<Place<T, P::Tail>> {
        const { assert_modes::<P>("a partition", "(thread, values)") };
        if !head.is_within() {
            return None;
        }
        // SAFETY: as in `head`, with the parts exchanged.
        Some(unsafe { Place::at_zero(self.zero.offset(Coordinate::<P::Head>::offset(head))) })
    }

    /// The modes that a slicer keeps, if the integers in the others are within the
    /// extents.
    #[inline(always)]
    pub(super) fn slice<S: Slicer<P>>(self, slicer: S) -> Option<Place<T, Rest<S, P>>>
    where
        S::Before<()>: Modes,
    {
        let fixed = slicer.fixed()?;
        // SAFETY: the offset of a coordinate is the sum over its modes, at any depth. With
        // what is fixed, each coordinate of the modes that are kept is one of `P`.
        Some(unsafe { Place::at_zero(self.zero.offset(fixed)) })
    }

    /// The same elements, or some of them, by another layout from the same offset 0.
    #[inline(always)]
    pub(super) fn with_profile<Q: Profile>(self) -> Place<T, Q> {
        const { assert_contains::<P, Q>() };
        // SAFETY: each offset of `Q` is an offset of `P`, by the assertion.
        unsafe { Place::at_zero(self.zero) }
    }

    /// Calls a function with each element, in the order of the 1-D coordinate.
    #[inline(always)]
    pub(super) fn fold<A>(self, start: A, mut f: impl FnMut(A, NonNull<T>) -> A) -> A {
        // SAFETY: `fold` visits the offsets of the coordinates of `P`.
        fold::<P, A>(0, start, &mut |a, offset| f(a, unsafe { self.zero.offset(offset) }))
    }
}

/// Calls a function with the offset of each coordinate from `base`. What has one
/// stride is a loop; what follows it is one division a turn.
#[inline(always)]
fn fold<P: Profile, A>(base: isize, start: A, f: &mut impl FnMut(A, isize) -> A) -> A {
    let mut a = start;
    if let Some(step) = P::STEP {
        for i in 0..P::SIZE {
            a = f(a, base.wrapping_add((i as isize).wrapping_mul(step)));
        }
    } else if P::Head::SIZE == 1 {
        a = fold::<P::Tail, A>(base, a, f);
    } else {
        for i in 0..P::Tail::SIZE {
            a = fold::<P::Head, A>(base.wrapping_add(offset_of::<P::Tail>(i)), a, f);
        }
    }
    a
}

/// There is a first mode and there are others.
pub(super) const fn assert_modes<P: Profile>(what: &str, modes: &str) {
    if P::RANK == 1 {
        let message = Message::new(what)
            .text(" has two modes or more, `")
            .text(modes)
            .text("`; ")
            .notation::<P>()
            .text(" has one");
        panic!("{}", message.as_str());
    }
}

/// Each offset of `Q` is one of `P`.
const fn assert_contains<P: Profile, Q: Profile>() {
    let message = match contains(&P::STEPS, &Q::STEPS) {
        Answer::Yes => return,
        Answer::No(offset) => Message::new("")
            .notation::<Q>()
            .text(" has offset ")
            .integer(offset)
            .text(", and ")
            .notation::<P>()
            .text(", the view's layout, has not"),
        Answer::Unknown => Message::new("it could not be shown that ")
            .notation::<P>()
            .text(", the view's layout, has every offset of ")
            .notation::<Q>(),
    };
    panic!("{}", message.as_str());
}
