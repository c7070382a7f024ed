//! The offset of a 1-D coordinate that is split over a profile.
//!
//! A `const fn` that recurses over the type of the profile. Which way it goes is a
//! constant of that type, so that each instance is straight-line code: a branch not
//! taken is gone even from an unoptimised build. Each constant of an instance costs the
//! compiler some 20 µs, also in a branch not taken and in what that calls: there are
//! few, those of a type are shared, and leaves are no instances of their own.

use core::marker::PhantomData;

use layout_core::{Digit, PreviousDigit as Done};

use super::Plan;
use super::division::{Division, divided};
use crate::geometry::Geometry;
use crate::number::word::Word;

/// Strategies of splitting a coordinate; numbers, as the compiler sees through a `match` on one.
mod strategy {
    /// No split: the coordinate is multiplied by one stride.
    pub(super) const MULTIPLE: u8 = 0;
    /// All of it is the first mode's.
    pub(super) const FIRST: u8 = 1;
    /// All of it is that of the others.
    pub(super) const REST: u8 = 2;
    /// The first mode takes a digit, and adds nothing.
    pub(super) const NOTHING: u8 = 3;
    /// The first mode adds a multiple of the digit.
    pub(super) const MASKED: u8 = 4;
    /// The first mode adds a multiple of the coordinate; the quotient takes back what
    /// is too much.
    pub(super) const FLOWS: u8 = 5;
    /// The first mode adds what the digit is split into.
    pub(super) const SPLIT: u8 = 6;
    /// A split as [`FLOWS`], before the last mode: a mask takes the place of the shift.
    pub(super) const MOVES: u8 = 7;
}

/// The treatment of the digit before those of a profile.
pub(crate) trait After {
    /// The multiple of the coordinate that the digit takes back.
    const BACK: isize = 0;
    const DONE: Done = Done::None;
}

/// Absence of a mode before.
pub(crate) struct Nothing;

struct Masked;

/// The first digit of `P` flowed.
struct Flowed<P>(PhantomData<P>);

impl After for Nothing {}

impl After for Masked {
    const DONE: Done = Done::Masked;
}

impl<P: Geometry> After for Flowed<P> {
    const BACK: isize = P::Head::SLOPE.wrapping_mul(P::Head::SIZE as isize);
    const DONE: Done = Done::Flowed;
}

/// Split of a coordinate over a profile: constants, which are evaluated once.
struct Split<P, A>(PhantomData<(P, A)>);

impl<P: Geometry, A: After> Split<P, A> {
    const STRATEGY: u8 = strategy::<P, A>();
    /// The factor of the coordinate, where all of it is multiplied.
    const FACTOR: isize = match P::STEP {
        Some(step) => step.wrapping_sub(A::BACK),
        None => P::Head::SLOPE.wrapping_sub(A::BACK),
    };
    /// The factor of the quotient: the one stride of the tail, less the product that a digit
    /// that flows takes back.
    const COEFFICIENT: isize = match Self::STRATEGY {
        strategy::FLOWS => P::Tail::SLOPE.wrapping_sub(Flowed::<P>::BACK),
        strategy::MOVES => P::Tail::SLOPE.wrapping_sub(Flowed::<P>::BACK) / P::Head::SIZE as isize,
        _ => P::Tail::SLOPE,
    };
}

const fn strategy<P: Geometry, A: After>() -> u8 {
    if P::STEP.is_some() {
        strategy::MULTIPLE
    } else if P::Head::SIZE == 1 {
        strategy::REST
    } else if P::Tail::SIZE == 1 {
        strategy::FIRST
    } else {
        match P::Head::STEP {
            Some(0) => strategy::NOTHING,
            Some(_) if !P::Head::SIZE.is_power_of_two() => strategy::FLOWS,
            Some(step) => power_of_two::<P, A>(step as i64),
            None => strategy::SPLIT,
        }
    }
}

/// The strategy for a first mode `2ᵏ:step`.
const fn power_of_two<P: Geometry, A: After>(step: i64) -> u8 {
    let size = P::Head::SIZE as i64;
    let next = match A::DONE {
        Done::Flowed => next::<P::Tail, Flowed<P>>(),
        _ => next::<P::Tail, Nothing>(),
    };
    match Digit::choose(size, step, next, A::DONE) {
        Digit::Masked => strategy::MASKED,
        Digit::FlowsInPlace if P::Tail::LINEAR => strategy::MOVES,
        _ => strategy::FLOWS,
    }
}

/// The factor of the coordinate after a digit that flows, if all of it is multiplied.
const fn next<P: Geometry, A: After>() -> Option<i64> {
    let step = match Split::<P, A>::STRATEGY {
        strategy::MULTIPLE => P::STEP,
        strategy::FLOWS | strategy::MOVES => P::Head::STEP,
        _ => None,
    };
    match step {
        Some(step) => Some(step as i64),
        None => None,
    }
}

/// The summand of the quotient; an expression, since an unoptimised build stores a variable.
macro_rules! rest {
    ($name:ident, $offset:ty, $P:ident, $A:ident, $q:ident, $After:ty) => {
        if $P::Tail::LINEAR {
            ($q as $offset).wrapping_mul(Split::<$P, $A>::COEFFICIENT as $offset)
        } else {
            $name::<<$P::Tail as Geometry>::Tuple, $After>($q)
        }
    };
}

/// A value less what the coordinate takes back.
macro_rules! less_back {
    ($offset:ty, $A:ident, $c:ident, $value:expr) => {
        if $A::BACK == 0 {
            $value
        } else {
            $value.wrapping_sub(($c as $offset).wrapping_mul($A::BACK as $offset))
        }
    };
}

/// Defines the function for one type of number; a narrow division computes in the third.
macro_rules! offset_of {
    ($(#[$doc:meta])* $name:ident($coordinate:ty) -> $offset:ty, $product:ty) => {
        $(#[$doc])*
        #[inline(always)]
        pub(crate) const fn $name<P: Geometry, A: After>(c: $coordinate) -> $offset {
            match Split::<P, A>::STRATEGY {
                strategy::MULTIPLE => {
                    return (c as $offset).wrapping_mul(Split::<P, A>::FACTOR as $offset);
                }
                strategy::FIRST => {
                    let first = $name::<<P::Head as Geometry>::Tuple, Nothing>(c);
                    return less_back!($offset, A, c, first);
                }
                strategy::REST => {
                    let rest = $name::<<P::Tail as Geometry>::Tuple, Nothing>(c);
                    return less_back!($offset, A, c, rest);
                }
                strategy::MOVES => {
                    let in_place = c & (P::Head::SIZE as $coordinate).wrapping_neg();
                    return (c as $offset)
                        .wrapping_mul(Split::<P, A>::FACTOR as $offset)
                        .wrapping_add(
                            (in_place as $offset)
                                .wrapping_mul(Split::<P, A>::COEFFICIENT as $offset),
                        );
                }
                _ => {}
            }
            let q = divided!($coordinate, $product, P, P, c);
            match Split::<P, A>::STRATEGY {
                strategy::NOTHING => {
                    less_back!($offset, A, c, rest!($name, $offset, P, A, q, Nothing))
                }
                strategy::MASKED => ((c % <P as Plan>::DIVIDE_BY as $coordinate) as $offset)
                    .wrapping_mul(P::Head::SLOPE as $offset)
                    .wrapping_add(
                        less_back!($offset, A, c, rest!($name, $offset, P, A, q, Masked)),
                    ),
                strategy::FLOWS => (c as $offset)
                    .wrapping_mul(Split::<P, A>::FACTOR as $offset)
                    .wrapping_add(rest!($name, $offset, P, A, q, Flowed<P>)),
                _ => $name::<<P::Head as Geometry>::Tuple, Nothing>(
                    c % <P as Plan>::DIVIDE_BY as $coordinate,
                )
                .wrapping_add(less_back!(
                    $offset,
                    A,
                    c,
                    rest!($name, $offset, P, A, q, Masked)
                )),
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

/// The offset of a 1-D coordinate of a profile, in the word of the coordinate.
#[inline(always)]
pub(crate) fn offset_known<P: Geometry, W: Word>(coordinate: W) -> W {
    if const { W::IS_WIDE } {
        W::of(offset_of::<P, Nothing>(coordinate.wide()) as usize)
    } else {
        W::of(offset_of_u32::<P, Nothing>(coordinate.wide() as u32) as usize)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::mode::Leaf;

    /// The offset by definition, in both widths, and which way the first mode goes.
    fn check<P: Geometry>(first: u8) {
        assert_eq!(Split::<P, Nothing>::STRATEGY, first, "{:?}", P::TABLE.shape());
        for i in 0..P::SIZE {
            let (mut rest, mut offset) = (i, 0);
            for (&extent, &stride) in P::TABLE.shape().iter().zip(P::TABLE.stride()) {
                offset += (rest % extent) as isize * stride;
                rest /= extent;
            }
            assert_eq!(offset_of::<P, Nothing>(i), offset);
            assert_eq!(offset_of_u32::<P, Nothing>(i as u32), offset as u32);
        }
    }

    type L<const EXTENT: usize, const STRIDE: isize> = Leaf<EXTENT, STRIDE>;

    #[test]
    fn every_way_is_the_offset() {
        check::<(L<4, 1>, L<8, 4>)>(strategy::MULTIPLE);
        check::<(L<1, 7>, L<4, 3>, L<8, 1>)>(strategy::REST);
        check::<((L<4, 3>, L<8, 1>), L<1, 7>)>(strategy::FIRST);
        check::<(L<4, 0>, L<8, 1>)>(strategy::NOTHING);
        check::<(L<2, 4>, L<2, 2>, L<2, 1>)>(strategy::MASKED);
        check::<((L<4, 3>, L<8, 1>), L<3, 100>)>(strategy::SPLIT);
        check::<(L<3, 5>, L<4, 1>)>(strategy::FLOWS);
        // c + 15·⌊c/4⌋ and c + 3·(c & !3).
        check::<(L<4, 1>, L<8, 19>)>(strategy::FLOWS);
        check::<(L<4, 1>, L<8, 16>)>(strategy::MOVES);
        check::<(L<4, -4>, L<8, 1>)>(strategy::MASKED);
    }

    /// A digit that flows is taken back, whatever comes next.
    #[test]
    fn what_flows_is_taken_back() {
        check::<(L<3, 1>, L<4, 15>, L<5, 3>, L<7, 60>)>(strategy::FLOWS);
        check::<(L<2, 1>, L<2, 4>, L<2, 16>)>(strategy::FLOWS);
        check::<(L<2, 12544>, L<16, 1>, L<4, 3136>, L<14, 224>, L<14, 16>)>(strategy::MASKED);
        check::<(L<3, 5>, (L<1, 9>, L<4, 7>, L<2, 3>))>(strategy::FLOWS);
        check::<(L<3, 5>, ((L<4, 7>, L<2, 3>), L<1, 9>))>(strategy::FLOWS);
        check::<(L<3, 5>, (L<4, 0>, L<2, 3>))>(strategy::FLOWS);
        check::<(L<3, 5>, ((L<4, 7>, L<2, 3>), L<5, 100>))>(strategy::FLOWS);
        check::<(L<3, 5>, L<1, 4>, L<2, 7>, L<8, 64>, L<2, -3>)>(strategy::FLOWS);
    }
}
