//! The offset of a 1-D coordinate: the one implementation behind every function.
//!
//! A `const fn` that recurses over the type of a profile. Which way it goes is a
//! constant of that type, so that each instance is straight-line code: a branch
//! not taken is gone even from an unoptimised build, and with it what extents of 1
//! and strides of 0 would cost.

use crate::Profile;
use crate::reciprocal::divided;

/// Defines the function for one type of number.
macro_rules! offset_of {
    ($(#[$doc:meta])* $name:ident($coordinate:ty) -> $offset:ty, $product:ty) => {
        $(#[$doc])*
        #[inline(always)]
        pub(crate) const fn $name<P: Profile>(i: $coordinate) -> $offset {
            if const { P::STEP.is_some() } {
                (i as $offset).wrapping_mul(const { step::<P>() as $offset })
            } else if const { P::Head::SIZE == 1 } {
                $name::<P::Tail>(i)
            } else if const { P::Tail::SIZE == 1 } {
                $name::<P::Head>(i)
            } else if const { matches!(P::Head::STEP, Some(0)) } {
                $name::<P::Tail>(divided!($coordinate, $product, P, P::Head::SIZE as u64, i))
            } else if const { flows::<P>() } {
                // The digit is `i − q·SIZE`: the multiple of `q` joins that of the tail.
                let q = divided!($coordinate, $product, P, P::Head::SIZE as u64, i);
                (i as $offset)
                    .wrapping_mul(const { step::<P::Head>() as $offset })
                    .wrapping_add((q as $offset).wrapping_mul(const { carry::<P>() as $offset }))
                    .wrapping_add($name::<P::Tail>(q))
            } else {
                let head = $name::<P::Head>(i % const { P::Head::SIZE as $coordinate });
                let tail = $name::<P::Tail>(divided!($coordinate, $product, P, P::Head::SIZE as u64, i));
                head.wrapping_add(tail)
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

/// Whether the first digit is cheaper as a difference than as a remainder: where the
/// mode has one stride and no power of two as its size.
const fn flows<P: Profile>() -> bool {
    P::Head::STEP.is_some() && !P::Head::SIZE.is_power_of_two()
}

/// What a quotient takes away where the first digit flows.
const fn carry<P: Profile>() -> isize {
    step::<P::Head>().wrapping_mul(P::Head::SIZE as isize).wrapping_neg()
}

/// The one stride of a profile that has one.
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
