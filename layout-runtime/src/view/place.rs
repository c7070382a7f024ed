//! `Place`: a pointer that a layout may be added to. All arithmetic on pointers is
//! here.

#![allow(unsafe_code)]

use core::fmt;
use core::marker::PhantomData;
use core::ptr::NonNull;

use super::contains::contains;
use super::image::{Image, apart, first_offset};
use super::injective::Answer;
use super::message::Message;
use super::slicer::{Modes, Rest, Slicer};
use super::steps::Evaluated;
use super::within::Within;
use crate::map::{Origin, mapped};
use crate::notation::notation;
use crate::offset::{Nothing, offset_of};
use crate::outside::{ModePath, Outside};
use crate::{Coordinate, Identity, Map, Profile};

/// The address of offset 0, and the offset from which a layout with the profile `P` and the
/// map `O` counts: the element at an offset `x` of the profile is at `O(origin + x)`. Where
/// nothing is applied, the pointer takes up the origin.
///
/// Invariant: at that of each coordinate of `P` is an element `T`, all in one
/// allocation. What may be done with the elements, and for how long, is the
/// business of who holds a place.
pub struct Place<T, P, O: Map> {
    zero: NonNull<T>,
    origin: O::Origin,
    types: PhantomData<(P, O)>,
}

impl<T, P, O: Map> Clone for Place<T, P, O> {
    #[inline(always)]
    fn clone(&self) -> Self {
        *self
    }
}

impl<T, P, O: Map> Copy for Place<T, P, O> {}

/// The elements at the offsets of a layout before its map.
pub trait Elements<T>: Copy {
    /// What is applied to the offsets.
    type Map: Map;

    /// The address of offset 0 after the map.
    fn zero(self) -> NonNull<T>;

    /// What is added to the offsets before the map.
    fn origin(self) -> isize;

    /// The element at an offset.
    ///
    /// # Safety
    ///
    /// It is the offset of a coordinate of the layout.
    unsafe fn element(self, offset: isize) -> NonNull<T>;
}

/// The address of offset 0 of a layout without a map.
impl<T> Elements<T> for NonNull<T> {
    type Map = Identity;

    #[inline(always)]
    fn zero(self) -> NonNull<T> {
        self
    }

    #[inline(always)]
    fn origin(self) -> isize {
        0
    }

    #[inline(always)]
    unsafe fn element(self, offset: isize) -> NonNull<T> {
        // SAFETY: by the caller.
        unsafe { self.offset(offset) }
    }
}

impl<T, P: Profile, O: Map> Elements<T> for Place<T, P, O> {
    type Map = O;

    #[inline(always)]
    fn zero(self) -> NonNull<T> {
        self.zero
    }

    #[inline(always)]
    fn origin(self) -> isize {
        self.origin.value()
    }

    #[inline(always)]
    unsafe fn element(self, offset: isize) -> NonNull<T> {
        // SAFETY: the invariant.
        unsafe {
            if const { O::IDENTITY } {
                self.zero.offset(offset)
            } else {
                self.zero.offset(mapped::<O>(self.origin.plus(offset).value()))
            }
        }
    }
}

impl<T, P: Profile, O: Map> Place<T, P, O> {
    /// The smallest offset is at `first`, or offset 0 where that is smaller.
    ///
    /// # Safety
    ///
    /// At `first` begin as many elements, in one allocation, as the layout spans.
    #[inline(always)]
    pub(super) unsafe fn new(first: NonNull<T>) -> Self {
        let distance = const { Image::<P, O>::FIRST.unsigned_abs() };
        // SAFETY: the span has offset 0.
        unsafe { Place::at_zero(first.add(distance)) }
    }

    /// # Safety
    ///
    /// At the offset of each coordinate of the layout from `zero` is an element, all in one
    /// allocation.
    #[inline(always)]
    pub(super) unsafe fn at_zero(zero: NonNull<T>) -> Self {
        Place { zero, origin: O::Origin::ZERO, types: PhantomData }
    }

    /// A part of the layout, from an offset of the profile on.
    ///
    /// # Safety
    ///
    /// This and each offset of `Q` together are the offset of a coordinate of `P`.
    #[inline(always)]
    unsafe fn moved<Q: Profile>(self, offset: isize) -> Place<T, Q, O> {
        if const { O::IDENTITY } {
            // SAFETY: 0 is an offset of `Q`, so that this is the address of an element.
            unsafe { Place::at_zero(self.zero.offset(offset)) }
        } else {
            let origin = self.origin.plus(offset);
            Place { zero: self.zero, origin, types: PhantomData }
        }
    }

    /// The element at the smallest offset.
    #[cfg(feature = "ndarray")]
    pub(super) fn first(self) -> NonNull<T> {
        // SAFETY: the smallest offset is that of a coordinate.
        unsafe { self.element(const { P::STEPS.min }) }
    }

    /// The element at a coordinate, if that is within the extents.
    #[inline(always)]
    pub(super) fn get<C: Within<P>>(self, coordinate: C) -> Option<NonNull<T>> {
        // SAFETY: the coordinate is one of `P`.
        if coordinate.is_within() { Some(unsafe { self.get_unchecked(coordinate) }) } else { None }
    }

    /// [`Place::get`], or a panic. Of an `Option`, LLVM would compare the address of each element
    /// with null.
    #[inline(always)]
    #[track_caller]
    pub(super) fn at<C: Within<P>>(self, coordinate: C) -> NonNull<T> {
        refuse::<P, O>(coordinate.outside(ModePath::ALL));
        // SAFETY: the coordinate is one of `P`.
        unsafe { self.get_unchecked(coordinate) }
    }

    /// The element at a coordinate.
    ///
    /// # Safety
    ///
    /// The coordinate is within the extents.
    #[inline(always)]
    pub(super) unsafe fn get_unchecked<C: Within<P>>(self, coordinate: C) -> NonNull<T> {
        // SAFETY: by the caller. `Within` is sealed: the offset is that of `P`.
        unsafe { self.element(Coordinate::<P>::offset(coordinate)) }
    }

    /// The first mode, with the others at a coordinate, if that is within the extents.
    #[inline(always)]
    pub(super) fn head<C: Within<P::Tail>>(self, tail: C) -> Option<Place<T, P::Head, O>> {
        // SAFETY: the coordinate is one of `P::Tail`.
        if tail.is_within() { Some(unsafe { self.head_unchecked(tail) }) } else { None }
    }

    /// [`Place::head`] without the check.
    ///
    /// # Safety
    ///
    /// The coordinate is within the extents.
    #[inline(always)]
    unsafe fn head_unchecked<C: Within<P::Tail>>(self, tail: C) -> Place<T, P::Head, O> {
        const { assert_modes::<P>("a layout of tiles", "(tile, rest)") };
        // SAFETY: the offset of `(h, t)` in `P` is that of `h` in its first mode plus that
        // of `t` in the others: each coordinate of `P::Head` is one of `P` with `tail`.
        unsafe { self.moved(Coordinate::<P::Tail>::offset(tail)) }
    }

    /// [`Place::head`], or a panic.
    #[inline(always)]
    #[track_caller]
    pub(super) fn tile<C: Within<P::Tail>>(self, tail: C) -> Place<T, P::Head, O> {
        let outside = tail.outside(const { ModePath::ALL.mode(1) });
        // Of several modes after the first, the numbers are others in the whole layout.
        let mode = |outside: Outside| if P::RANK == 2 { outside.mode } else { ModePath::ALL };
        refuse::<P, O>(outside.map(|outside| Outside { mode: mode(outside), ..outside }));
        // SAFETY: the coordinate is one of `P::Tail`.
        unsafe { self.head_unchecked(tail) }
    }

    /// The modes after the first, with the first at a coordinate, or a panic where that is not
    /// within the extents.
    #[inline(always)]
    #[track_caller]
    pub(super) fn part<C: Within<P::Head>>(self, head: C) -> Place<T, P::Tail, O> {
        const { assert_modes::<P>("a partition", "(thread, values)") };
        refuse::<P, O>(head.outside(const { ModePath::ALL.mode(0) }));
        // SAFETY: as in `head`, with the parts exchanged.
        unsafe { self.moved(Coordinate::<P::Head>::offset(head)) }
    }

    /// The modes that a slicer keeps, or a panic where an integer in the others is not within
    /// the extents.
    #[inline(always)]
    #[track_caller]
    pub(super) fn slice<S: Slicer<P>>(self, slicer: S) -> Place<T, Rest<S, P>, O>
    where
        S::Before<()>: Modes,
    {
        refuse::<P, O>(slicer.outside(ModePath::ALL));
        // SAFETY: the offset of a coordinate is the sum over its modes, at any depth. With
        // what is fixed, each coordinate of the modes that are kept is one of `P`.
        unsafe { self.moved(slicer.fixed()) }
    }

    /// The same elements, or some of them, by another layout from the same offset 0.
    #[inline(always)]
    pub(super) fn with_layout<Q: Profile, N: Map>(self) -> Place<T, Q, N> {
        const { assert_contains::<P, O, Q, N>() };
        // Each offset of `Q` is one of `P`, but for what `N` moves it further before the same
        // swizzles, by the assertion. So the invariant holds with the same origin.
        let origin = N::Origin::ZERO.plus(self.origin.value());
        Place { zero: self.zero, origin, types: PhantomData }
    }

    /// Calls a function with each element, in the order of the 1-D coordinate.
    #[inline(always)]
    pub(super) fn fold<A>(self, start: A, mut f: impl FnMut(A, NonNull<T>) -> A) -> A {
        // SAFETY: `fold` visits the offsets of the coordinates of `P`.
        fold::<P, A>(0, start, &mut |a, offset| f(a, unsafe { self.element(offset) }))
    }

    /// The notation of the layout, from where it counts.
    pub(super) fn write(self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_map::<O>(f, self.origin())?;
        f.write_str(const { notation::<P, Identity>() })
    }
}

/// Panics if an integer of a coordinate is outside, in a view of `P` and the map `O`.
#[inline(always)]
#[track_caller]
fn refuse<P: Profile, O: Map>(outside: Option<Outside>) {
    if let Some(outside) = outside {
        outside.refuse(const { notation::<P, O>() });
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
            a = fold::<P::Head, A>(base.wrapping_add(offset_of::<P::Tail, Nothing>(i)), a, f);
        }
    }
    a
}

/// The swizzles, the last first, from an origin.
fn write_map<O: Map>(f: &mut fmt::Formatter<'_>, origin: isize) -> fmt::Result {
    if const { O::IDENTITY } {
        return Ok(());
    }
    let (bits, base, shift) = O::PARAMETERS;
    let moved = if <O::Before as Map>::IDENTITY { origin } else { 0 };
    write!(f, "Sw<{bits},{base},{shift}> o {} o ", O::OFFSET.wrapping_add(moved))?;
    write_map::<O::Before>(f, origin)
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

/// Each element of the layout `Q` with the map `N` is one of `P` with `O`.
const fn assert_contains<P: Profile, O: Map, Q: Profile, N: Map>() {
    let Some(apart) = apart::<O, N>() else {
        let message = Message::new("")
            .layout::<Q, N>()
            .text(" has other swizzles than ")
            .layout::<P, O>()
            .text(", the view's layout");
        panic!("{}", message.as_str());
    };
    let message = match contains(&P::STEPS, &Q::STEPS.moved(apart)) {
        Answer::Yes => return,
        Answer::No(offset) => Message::new("")
            .layout::<Q, N>()
            .text(" has offset ")
            .integer(offset.wrapping_add(first_offset::<O>()))
            .text(if O::IDENTITY { "" } else { " before the swizzle" })
            .text(", and ")
            .layout::<P, O>()
            .text(", the view's layout, has not"),
        Answer::Unknown => Message::new("it could not be shown that ")
            .layout::<P, O>()
            .text(", the view's layout, has every offset of ")
            .layout::<Q, N>(),
    };
    panic!("{}", message.as_str());
}
