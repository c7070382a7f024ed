//! The offset of a 1-D coordinate: the one implementation behind every function.
//!
//! A `const fn` that recurses over the type of a profile. Which way it goes is a
//! constant of that type, so that each instance is straight-line code: a branch
//! not taken is gone even from an unoptimised build, and with it what extents of 1
//! and strides of 0 would cost.

use crate::Profile;

/// Defines the function for one type of number.
macro_rules! offset_of {
    ($(#[$doc:meta])* $name:ident($coordinate:ty) -> $offset:ty) => {
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
                $name::<P::Tail>(i / const { P::Head::SIZE as $coordinate })
            } else {
                let head = $name::<P::Head>(i % const { P::Head::SIZE as $coordinate });
                let tail = $name::<P::Tail>(i / const { P::Head::SIZE as $coordinate });
                head.wrapping_add(tail)
            }
        }
    };
}

offset_of! {
    /// The offset of the 1-D coordinate `i`, which is split colexicographically;
    /// the last digit is not wrapped.
    offset_of(usize) -> isize
}

offset_of! {
    /// [`offset_of`] in 32 bits, for a size and offsets below 2³².
    offset_of_u32(u32) -> u32
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
