//! The offset of a 1-D coordinate that is split over a profile.
//!
//! A `const fn` that recurses over the type of the profile. Which way it goes is a
//! constant of that type, so that each instance is straight-line code: a branch not
//! taken is gone even from an unoptimised build. Each constant of an instance costs the
//! compiler some 20 µs, also in a branch not taken and in what that calls: there are
//! few, those of a type are shared, and leaves are no instances of their own.

use core::marker::PhantomData;

use layout_core::{Digit, PreviousDigit as Done};

use crate::Plan;
use crate::geometry::Geometry;
use crate::reciprocal::{Division, divided};

/// How a coordinate is split; a number, as the compiler sees through a `match` on one.
mod way {
    /// Not at all: it is multiplied by one stride.
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
    /// As [`FLOWS`], before the last mode: a mask takes the place of the shift.
    pub(super) const MOVES: u8 = 7;
}

/// What was done with the digit before those of a profile.
pub(crate) trait After {
    /// What of the coordinate it takes back.
    const BACK: isize = 0;
    const DONE: Done = Done::None;
}

/// There was none.
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

/// How a coordinate is split over a profile: constants, which are evaluated once.
struct Split<P, A>(PhantomData<(P, A)>);

impl<P: Geometry, A: After> Split<P, A> {
    const WAY: u8 = way::<P, A>();
    /// What the coordinate is multiplied by, where all of it is.
    const FACTOR: isize = match P::STEP {
        Some(step) => step.wrapping_sub(A::BACK),
        None => P::Head::SLOPE.wrapping_sub(A::BACK),
    };
    /// What the quotient is multiplied by: the one stride of the tail, less what a digit
    /// that flows takes back.
    const COEFFICIENT: isize = match Self::WAY {
        way::FLOWS => P::Tail::SLOPE.wrapping_sub(Flowed::<P>::BACK),
        way::MOVES => P::Tail::SLOPE.wrapping_sub(Flowed::<P>::BACK) / P::Head::SIZE as isize,
        _ => P::Tail::SLOPE,
    };
}

const fn way<P: Geometry, A: After>() -> u8 {
    if P::STEP.is_some() {
        way::MULTIPLE
    } else if P::Head::SIZE == 1 {
        way::REST
    } else if P::Tail::SIZE == 1 {
        way::FIRST
    } else {
        match P::Head::STEP {
            Some(0) => way::NOTHING,
            Some(_) if !P::Head::SIZE.is_power_of_two() => way::FLOWS,
            Some(step) => power_of_two::<P, A>(step as i64),
            None => way::SPLIT,
        }
    }
}

/// The way of a first mode `2ᵏ:step`.
const fn power_of_two<P: Geometry, A: After>(step: i64) -> u8 {
    let size = P::Head::SIZE as i64;
    let next = match A::DONE {
        Done::Flowed => next::<P::Tail, Flowed<P>>(),
        _ => next::<P::Tail, Nothing>(),
    };
    match Digit::choose(size, step, next, A::DONE) {
        Digit::Masked => way::MASKED,
        Digit::FlowsInPlace if P::Tail::LINEAR => way::MOVES,
        _ => way::FLOWS,
    }
}

/// The factor of the coordinate after a digit that flows, if all of it is multiplied.
const fn next<P: Geometry, A: After>() -> Option<i64> {
    let step = match Split::<P, A>::WAY {
        way::MULTIPLE => P::STEP,
        way::FLOWS | way::MOVES => P::Head::STEP,
        _ => None,
    };
    match step {
        Some(step) => Some(step as i64),
        None => None,
    }
}

/// What the quotient adds; an expression, since an unoptimised build stores a variable.
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
            match Split::<P, A>::WAY {
                way::MULTIPLE => {
                    return (c as $offset).wrapping_mul(Split::<P, A>::FACTOR as $offset);
                }
                way::FIRST => {
                    let first = $name::<<P::Head as Geometry>::Tuple, Nothing>(c);
                    return less_back!($offset, A, c, first);
                }
                way::REST => {
                    let rest = $name::<<P::Tail as Geometry>::Tuple, Nothing>(c);
                    return less_back!($offset, A, c, rest);
                }
                way::MOVES => {
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
            match Split::<P, A>::WAY {
                way::NOTHING => {
                    less_back!($offset, A, c, rest!($name, $offset, P, A, q, Nothing))
                }
                way::MASKED => ((c % <P as Plan>::DIVIDE_BY as $coordinate) as $offset)
                    .wrapping_mul(P::Head::SLOPE as $offset)
                    .wrapping_add(
                        less_back!($offset, A, c, rest!($name, $offset, P, A, q, Masked)),
                    ),
                way::FLOWS => (c as $offset)
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

/// The one stride of the modes `A` and `B`, if their offset is a multiple of the
/// 1-D coordinate; a single coordinate goes with any, and none takes no step.
pub(crate) const fn join<A: Geometry, B: Geometry>() -> Option<isize> {
    match (A::STEP, B::STEP) {
        _ if matches!((A::KNOWN_SIZE, B::KNOWN_SIZE), (Some(0), _) | (_, Some(0))) => Some(0),
        (_, step) if A::SIZE == 1 => step,
        (step, _) if B::SIZE == 1 => step,
        (Some(step), Some(next)) => match step.checked_mul(A::SIZE as isize) {
            Some(end) if end == next => Some(step),
            _ => None,
        },
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Leaf;

    /// The offset by definition, in both widths, and which way the first mode goes.
    fn check<P: Geometry>(first: u8) {
        assert_eq!(Split::<P, Nothing>::WAY, first, "{:?}", P::TABLE.shape());
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
        check::<(L<4, 1>, L<8, 4>)>(way::MULTIPLE);
        check::<(L<1, 7>, L<4, 3>, L<8, 1>)>(way::REST);
        check::<((L<4, 3>, L<8, 1>), L<1, 7>)>(way::FIRST);
        check::<(L<4, 0>, L<8, 1>)>(way::NOTHING);
        check::<(L<2, 4>, L<2, 2>, L<2, 1>)>(way::MASKED);
        check::<((L<4, 3>, L<8, 1>), L<3, 100>)>(way::SPLIT);
        check::<(L<3, 5>, L<4, 1>)>(way::FLOWS);
        // c + 15·⌊c/4⌋ and c + 3·(c & !3).
        check::<(L<4, 1>, L<8, 19>)>(way::FLOWS);
        check::<(L<4, 1>, L<8, 16>)>(way::MOVES);
        check::<(L<4, -4>, L<8, 1>)>(way::MASKED);
    }

    /// What flows is taken back, whatever comes next.
    #[test]
    fn what_flows_is_taken_back() {
        check::<(L<3, 1>, L<4, 15>, L<5, 3>, L<7, 60>)>(way::FLOWS);
        check::<(L<2, 1>, L<2, 4>, L<2, 16>)>(way::FLOWS);
        check::<(L<2, 12544>, L<16, 1>, L<4, 3136>, L<14, 224>, L<14, 16>)>(way::MASKED);
        check::<(L<3, 5>, (L<1, 9>, L<4, 7>, L<2, 3>))>(way::FLOWS);
        check::<(L<3, 5>, ((L<4, 7>, L<2, 3>), L<1, 9>))>(way::FLOWS);
        check::<(L<3, 5>, (L<4, 0>, L<2, 3>))>(way::FLOWS);
        check::<(L<3, 5>, ((L<4, 7>, L<2, 3>), L<5, 100>))>(way::FLOWS);
        check::<(L<3, 5>, L<1, 4>, L<2, 7>, L<8, 64>, L<2, -3>)>(way::FLOWS);
    }
}
