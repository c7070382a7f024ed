//! `Plan`: how an offset is computed from a 1-D coordinate, as a type.
//!
//! The macros choose a plan by its cost and spell it; [`verify`] holds it against
//! the profile when a function is compiled. Each instance of the functions here is
//! straight-line code: which way they go is a constant of the type.

pub(crate) mod verify;

use core::marker::PhantomData;

use crate::reciprocal::divided;
use crate::{Leaf, Profile};

mod sealed {
    pub trait Sealed {}
}

/// How an offset is computed from a 1-D coordinate `c`.
///
/// A profile is a plan, which splits the coordinate over its modes. [`Term`]s are
/// the plans that the macros make, and [`Folded`] terms those with a swizzle in them.
/// A plan is one of a layout, and a program with another does not compile:
///
/// ```
/// use layout_runtime::{Leaf, Static, Term};
///
/// // The padded rows of (32,32):(33,1): (c & 31) * 33 + (c / 32).
/// type Rows = (Leaf<32, 33>, Leaf<32, 1>);
/// type Index = Term<1, 31, 33, Term<32, -1, 1>>;
/// let rows = Static::<Rows, 2, Rows, Index>::NEW;
/// assert_eq!(rows.index(33), 34);
/// ```
///
/// ```compile_fail
/// # use layout_runtime::{Leaf, Static, Term};
/// # type Rows = (Leaf<32, 33>, Leaf<32, 1>);
/// // 32 instead of 33.
/// type Index = Term<1, 31, 32, Term<32, -1, 1>>;
/// let rows = Static::<Rows, 2, Rows, Index>::NEW;
/// assert_eq!(rows.index(33), 33);
/// ```
pub trait Plan: sealed::Sealed + 'static {
    /// What the coordinate is split over, where that is the plan.
    #[doc(hidden)]
    type Split: Profile;
    /// The terms, and none where there is a profile.
    #[doc(hidden)]
    type Terms: Plan;
    /// The terms after the first.
    #[doc(hidden)]
    type Rest: Plan;
    /// The profile whose coordinates are computed with: any where no term needs one.
    #[doc(hidden)]
    type Domain<P: Profile>: Profile;

    /// Whether the coordinate is split over a profile.
    #[doc(hidden)]
    const SPLITS: bool = false;
    /// The parameters of the first term.
    #[doc(hidden)]
    const DIVIDE_BY: u64 = 1;
    #[doc(hidden)]
    const MASK: i64 = -1;
    #[doc(hidden)]
    const TIMES: i64 = 0;
    /// Whether there are more terms.
    #[doc(hidden)]
    const MORE: bool = false;
    /// Whether terms are joined by an exclusive or, and swizzles are in them.
    #[doc(hidden)]
    const FOLDED: bool = false;
    /// What is joined to the terms.
    #[doc(hidden)]
    const CONSTANT: i64 = 0;
    /// How the first term is computed.
    #[doc(hidden)]
    const SHAPE: Shape = Shape::of(Self::DIVIDE_BY, Self::MASK, Self::TIMES);
}

impl<P: Profile> sealed::Sealed for P {}

impl<P: Profile> Plan for P {
    type Split = P;
    type Terms = End;
    type Rest = End;
    type Domain<D: Profile> = Leaf<1, 0>;
    const SPLITS: bool = true;
}

/// `(q & MASK) * TIMES`, and with `Rest` the sum of that and the other terms.
///
/// The quotient `q` is the coordinate divided by `DIVIDE_BY`; for the next term
/// it takes the place of the coordinate. All bits count where `MASK` is −1; the
/// factor is modulo 2⁶⁴.
pub struct Term<const DIVIDE_BY: u64, const MASK: i64, const TIMES: i64, Rest = End>(
    PhantomData<Rest>,
);

/// No more terms.
pub struct End;

/// The exclusive or of the terms and `CONSTANT`, where swizzles are part of the terms.
pub struct Folded<Terms, const CONSTANT: i64 = 0>(PhantomData<Terms>);

impl sealed::Sealed for End {}

impl Plan for End {
    type Split = Leaf<1, 0>;
    type Terms = End;
    type Rest = End;
    type Domain<P: Profile> = Leaf<1, 0>;
    const DIVIDE_BY: u64 = 0;
}

impl<const DIVIDE_BY: u64, const MASK: i64, const TIMES: i64, Rest: Plan> sealed::Sealed
    for Term<DIVIDE_BY, MASK, TIMES, Rest>
{
}

impl<const DIVIDE_BY: u64, const MASK: i64, const TIMES: i64, Rest: Plan> Plan
    for Term<DIVIDE_BY, MASK, TIMES, Rest>
{
    type Split = Leaf<1, 0>;
    type Terms = Self;
    type Rest = Rest;
    type Domain<P: Profile> = P;
    const DIVIDE_BY: u64 = {
        assert!(DIVIDE_BY > 0, "a division by zero");
        DIVIDE_BY
    };
    const MASK: i64 = MASK;
    const TIMES: i64 = TIMES;
    const MORE: bool = Rest::DIVIDE_BY > 0;
}

impl<Terms: Plan, const CONSTANT: i64> sealed::Sealed for Folded<Terms, CONSTANT> {}

impl<Terms: Plan, const CONSTANT: i64> Plan for Folded<Terms, CONSTANT> {
    type Split = Leaf<1, 0>;
    type Terms = Self;
    type Rest = Folded<Terms::Rest, CONSTANT>;
    type Domain<P: Profile> = P;
    const DIVIDE_BY: u64 = Terms::DIVIDE_BY;
    const MASK: i64 = Terms::MASK;
    const TIMES: i64 = Terms::TIMES;
    const MORE: bool = Terms::MORE;
    const FOLDED: bool = true;
    const CONSTANT: i64 = CONSTANT;
}

/// Which operations a term needs.
#[derive(Clone, Copy)]
pub struct Shape {
    quotient: Quotient,
    digit: Digit,
    /// By how much the quotient and the digit are shifted.
    down: u32,
    up: u32,
    /// For a factor of `2ᵏ + 1`, `k`: the digit is added, and added once more shifted.
    again: u32,
}

#[derive(Clone, Copy)]
enum Quotient {
    Same,
    Shifted,
    Divided,
}

#[derive(Clone, Copy)]
enum Digit {
    All,
    Masked,
    Shifted,
    MaskedShifted,
    Times,
    MaskedTimes,
}

impl Shape {
    const fn of(divide_by: u64, mask: i64, times: i64) -> Shape {
        let power = times > 0 && times & (times - 1) == 0;
        let quotient = match divide_by {
            1 => Quotient::Same,
            divisor if divisor.is_power_of_two() => Quotient::Shifted,
            _ => Quotient::Divided,
        };
        let digit = match (mask != -1, times == 1, power) {
            (false, true, _) => Digit::All,
            (true, true, _) => Digit::Masked,
            (false, _, true) => Digit::Shifted,
            (true, _, true) => Digit::MaskedShifted,
            (false, ..) => Digit::Times,
            (true, ..) => Digit::MaskedTimes,
        };
        let (down, up) = (divide_by.trailing_zeros(), times.trailing_zeros());
        Shape { quotient, digit, down: down & 63, up: up & 63, again: again(times) }
    }
}

/// The `k` of a factor of `2ᵏ + 1` that is no address computation, and 0 of others:
/// `(d + x) + (d << k)` is one instruction less than `d * (2ᵏ + 1) + x`.
const fn again(times: i64) -> u32 {
    let less = times.wrapping_sub(1);
    if less >= 16 && less & (less - 1) == 0 { less.trailing_zeros() } else { 0 }
}

/// `(q & MASK) * TIMES`; no variable, which an unoptimised build would store.
macro_rules! digit {
    ($q:ident, $coordinate:ty, $offset:ty, $M:ident) => {
        match const { $M::SHAPE.digit } {
            Digit::All => $q as $offset,
            Digit::Masked => ($q & const { $M::MASK as $coordinate }) as $offset,
            Digit::Shifted => ($q << const { $M::SHAPE.up }) as $offset,
            Digit::MaskedShifted => {
                (($q & const { $M::MASK as $coordinate }) << const { $M::SHAPE.up }) as $offset
            }
            Digit::Times => ($q as $offset).wrapping_mul(const { $M::TIMES as $offset }),
            Digit::MaskedTimes => (($q & const { $M::MASK as $coordinate }) as $offset)
                .wrapping_mul(const { $M::TIMES as $offset }),
        }
    };
}

/// Defines the function for one type of coordinate and of offset; a narrow division
/// computes in the third.
macro_rules! value_of {
    ($(#[$doc:meta])* $name:ident:
        $coordinate:ty => $offset:ty, $product:ty) => {
        $(#[$doc])*
        #[inline(always)]
        pub(crate) const fn $name<P: Profile, M: Plan>(c: $coordinate) -> $offset {
            let q = match const { M::SHAPE.quotient } {
                Quotient::Same => c,
                Quotient::Shifted => c >> const { M::SHAPE.down },
                Quotient::Divided => divided!($coordinate, $product, P, M::DIVIDE_BY, c),
            };
            if const { M::MORE && M::FOLDED } {
                digit!(q, $coordinate, $offset, M) ^ $name::<P, M::Rest>(q)
            } else if const { M::MORE && M::SHAPE.again > 0 } {
                let digit = (q & const { M::MASK as $coordinate }) as $offset;
                digit
                    .wrapping_add($name::<P, M::Rest>(q))
                    .wrapping_add(digit << const { M::SHAPE.again & (<$offset>::BITS - 1) })
            } else if const { M::MORE } {
                digit!(q, $coordinate, $offset, M).wrapping_add($name::<P, M::Rest>(q))
            } else if const { M::CONSTANT == 0 } {
                digit!(q, $coordinate, $offset, M)
            } else {
                digit!(q, $coordinate, $offset, M) ^ const { M::CONSTANT as $offset }
            }
        }
    };
}

/// What a plan makes of a 1-D coordinate. The way not taken is the same instance for
/// all plans, which the compiler visits once.
macro_rules! planned {
    ($offset_of:ident, $value_of:ident: $P:ty, $M:ty; $c:expr) => {
        if const { <$M as $crate::Plan>::SPLITS } {
            $crate::offset::$offset_of::<<$M as $crate::Plan>::Split>($c)
        } else {
            $crate::plan::$value_of::<
                <$M as $crate::Plan>::Domain<$P>,
                <$M as $crate::Plan>::Terms,
            >($c)
        }
    };
}

pub(crate) use planned;

value_of! {
    /// What the terms of a plan make of the 1-D coordinate `c` of a profile.
    value_of: usize => isize, u64
}

value_of! {
    /// [`value_of`] in 32 bits, for a size and offsets below 2³².
    value_of_u32: u32 => u32, u32
}
