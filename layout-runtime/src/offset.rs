//! The offset of a 1-D coordinate that is split over a profile.
//!
//! A `const fn` that recurses over the type of the profile. Which way it goes is a
//! constant of that type, so that each instance is straight-line code: a branch not
//! taken is gone even from an unoptimised build. Each constant of an instance costs the
//! compiler some 20 µs, also in a branch not taken and in what that calls: there are
//! few, those of a type are shared, and leaves are no instances of their own.

use crate::Profile;
use crate::reciprocal::{Division, divided};

/// How a coordinate is split; a number, as the compiler sees through a `match` on one.
pub(crate) mod way {
    /// Not at all: it is multiplied by one stride.
    pub(crate) const MULTIPLE: u8 = 0;
    /// All of it is the first mode's.
    pub(crate) const FIRST: u8 = 1;
    /// All of it is that of the others.
    pub(crate) const REST: u8 = 2;
    /// The first mode takes a digit, and adds nothing.
    pub(crate) const NOTHING: u8 = 3;
    /// The first mode adds a multiple of the digit.
    pub(crate) const MASKED: u8 = 4;
    /// The first mode adds a multiple of the coordinate; the quotient takes back what
    /// is too much.
    pub(crate) const FLOWS: u8 = 5;
    /// The first mode adds what the digit is split into.
    pub(crate) const SPLIT: u8 = 6;
}

/// A digit is cheaper as a difference than as a remainder where its size is no power
/// of two.
pub(crate) const fn way<P: Profile>() -> u8 {
    if P::STEP.is_some() {
        way::MULTIPLE
    } else if P::Head::SIZE == 1 {
        way::REST
    } else if P::Tail::SIZE == 1 {
        way::FIRST
    } else {
        match P::Head::STEP {
            Some(0) => way::NOTHING,
            Some(_) if P::Head::SIZE.is_power_of_two() => way::MASKED,
            Some(_) => way::FLOWS,
            None => way::SPLIT,
        }
    }
}

/// What the quotient is multiplied by: the one stride of the tail, less what a digit
/// that flows takes back.
pub(crate) const fn coefficient<P: Profile>() -> isize {
    let back = match (way::<P>(), P::Head::STEP) {
        (way::FLOWS, Some(step)) => step.wrapping_mul(P::Head::SIZE as isize),
        _ => 0,
    };
    P::Tail::SLOPE.wrapping_sub(back)
}

/// What the quotient adds; an expression, since an unoptimised build stores a variable.
macro_rules! rest {
    ($name:ident, $offset:ty, $P:ident, $q:ident) => {
        if $P::Tail::LINEAR {
            ($q as $offset).wrapping_mul($P::COEFFICIENT as $offset)
        } else {
            $name::<<$P::Tail as Profile>::Tuple>($q)
        }
    };
}

/// Defines the function for one type of number; a narrow division computes in the third.
macro_rules! offset_of {
    ($(#[$doc:meta])* $name:ident($coordinate:ty) -> $offset:ty, $product:ty) => {
        $(#[$doc])*
        #[inline(always)]
        pub(crate) const fn $name<P: Profile>(c: $coordinate) -> $offset {
            match P::WAY {
                way::MULTIPLE => return (c as $offset).wrapping_mul(P::SLOPE as $offset),
                way::FIRST => return $name::<<P::Head as Profile>::Tuple>(c),
                way::REST => return $name::<<P::Tail as Profile>::Tuple>(c),
                _ => {}
            }
            let q = divided!($coordinate, $product, P, P, c);
            match P::WAY {
                way::NOTHING => rest!($name, $offset, P, q),
                way::MASKED => ((c % P::Head::SIZE as $coordinate) as $offset)
                    .wrapping_mul(P::Head::SLOPE as $offset)
                    .wrapping_add(rest!($name, $offset, P, q)),
                way::FLOWS if P::Tail::LINEAR => (c as $offset)
                    .wrapping_mul(P::Head::SLOPE as $offset)
                    .wrapping_add((q as $offset).wrapping_mul(P::COEFFICIENT as $offset)),
                way::FLOWS => (c as $offset)
                    .wrapping_mul(P::Head::SLOPE as $offset)
                    .wrapping_add((q as $offset).wrapping_mul(P::COEFFICIENT as $offset))
                    .wrapping_add($name::<<P::Tail as Profile>::Tuple>(q)),
                _ => $name::<<P::Head as Profile>::Tuple>(c % P::Head::SIZE as $coordinate)
                    .wrapping_add(rest!($name, $offset, P, q)),
            }
        }
    };
}

offset_of! {
    /// The offset of the 1-D coordinate `i`, which is split colexicographically.
    offset_of(usize) -> isize, u64
}

offset_of! {
    /// [`offset_of`] in 32 bits, for a size and offsets below 2³².
    offset_of_u32(u32) -> u32, u32
}

/// The one stride of the modes `A` and `B`, if their offset is a multiple of the
/// 1-D coordinate; a single coordinate goes with any.
pub(crate) const fn join<A: Profile, B: Profile>() -> Option<isize> {
    match (A::STEP, B::STEP) {
        (_, step) if A::SIZE == 1 => step,
        (step, _) if B::SIZE == 1 => step,
        (Some(step), Some(next)) => match step.checked_mul(A::SIZE as isize) {
            Some(end) if end == next => Some(step),
            _ => None,
        },
        _ => None,
    }
}
