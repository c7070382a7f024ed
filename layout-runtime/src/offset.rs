//! The offset of a 1-D coordinate that is split over a profile.
//!
//! A `const fn` that recurses over the type of the profile. Which way it goes is a
//! constant of that type, so that each instance is straight-line code: a branch not
//! taken is gone even from an unoptimised build. Every constant of an instance costs
//! the compiler time, also in a branch not taken: they are few, and leaves are no
//! instances of their own.

use crate::Profile;
use crate::reciprocal::divided;

/// How a coordinate is split.
#[derive(Clone, Copy)]
enum Way {
    /// Not at all: it is multiplied by one stride.
    Multiple,
    /// All of it is the first mode's.
    First,
    /// All of it is that of the others.
    Rest,
    /// The first mode takes a digit.
    Split,
}

/// What the first mode adds.
#[derive(Clone, Copy)]
enum Head {
    Nothing,
    /// The multiple of the coordinate; the quotient takes back what is too much.
    Flows,
    /// A multiple of the digit.
    Masked,
    /// What the digit is split into.
    Split,
}

const fn way<P: Profile>() -> Way {
    if P::STEP.is_some() {
        Way::Multiple
    } else if P::Head::SIZE == 1 {
        Way::Rest
    } else if P::Tail::SIZE == 1 {
        Way::First
    } else {
        Way::Split
    }
}

/// A digit is cheaper as a difference than as a remainder where its size is no power
/// of two.
const fn head<P: Profile>() -> Head {
    match P::Head::STEP {
        Some(0) => Head::Nothing,
        Some(_) if P::Head::SIZE.is_power_of_two() => Head::Masked,
        Some(_) => Head::Flows,
        None => Head::Split,
    }
}

/// What the quotient is multiplied by: the one stride of the tail, less what a digit
/// that flows takes back.
const fn coefficient<P: Profile>() -> isize {
    match head::<P>() {
        Head::Flows => {
            let back = step::<P::Head>().wrapping_mul(P::Head::SIZE as isize);
            step::<P::Tail>().wrapping_sub(back)
        }
        _ => step::<P::Tail>(),
    }
}

/// What the quotient adds.
macro_rules! tail {
    ($name:ident, $offset:ty, $P:ident, $q:ident) => {
        if const { $P::Tail::STEP.is_some() } {
            ($q as $offset).wrapping_mul(const { coefficient::<$P>() as $offset })
        } else if const { coefficient::<$P>() == 0 } {
            $name::<<$P::Tail as Profile>::Tuple>($q)
        } else {
            ($q as $offset)
                .wrapping_mul(const { coefficient::<$P>() as $offset })
                .wrapping_add($name::<<$P::Tail as Profile>::Tuple>($q))
        }
    };
}

/// Defines the function for one type of number.
macro_rules! offset_of {
    ($(#[$doc:meta])* $name:ident($coordinate:ty) -> $offset:ty, $product:ty) => {
        $(#[$doc])*
        #[inline(always)]
        pub(crate) const fn $name<P: Profile>(i: $coordinate) -> $offset {
            match const { way::<P>() } {
                Way::Multiple => (i as $offset).wrapping_mul(const { step::<P>() as $offset }),
                Way::First => $name::<<P::Head as Profile>::Tuple>(i),
                Way::Rest => $name::<<P::Tail as Profile>::Tuple>(i),
                Way::Split => {
                    let q = divided!($coordinate, $product, P, P::Head::SIZE as u64, i);
                    let first = match const { head::<P>() } {
                        Head::Nothing => return tail!($name, $offset, P, q),
                        Head::Flows => i,
                        Head::Masked | Head::Split => i % const { P::Head::SIZE as $coordinate },
                    };
                    if const { P::Head::STEP.is_some() } {
                        (first as $offset)
                            .wrapping_mul(const { step::<P::Head>() as $offset })
                            .wrapping_add(tail!($name, $offset, P, q))
                    } else {
                        $name::<<P::Head as Profile>::Tuple>(first)
                            .wrapping_add(tail!($name, $offset, P, q))
                    }
                }
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

/// The one stride of a profile, 0 where there is none.
pub(crate) const fn step<P: Profile>() -> isize {
    match P::STEP {
        Some(step) => step,
        None => 0,
    }
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
