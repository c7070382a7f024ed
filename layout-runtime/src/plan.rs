//! `Plan`: how an offset is computed from a 1-D coordinate, as a type.
//!
//! The macros choose a plan by its cost and spell it; [`verify`] holds it against
//! the profile when a function is compiled. Each instance of the functions here is
//! straight-line code: which way they go is a constant of the type.

pub(crate) mod division;
pub(crate) mod offset;
pub(crate) mod verify;

use core::marker::PhantomData;

use layout_core::shift_add_exponent;

use crate::geometry::Geometry;
use crate::geometry::mode::Leaf;
use division::{Division, divided};

mod sealed {
    pub trait Sealed {}
}

/// Computation of an offset from a 1-D coordinate `c`.
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
#[doc(hidden)]
pub trait Plan: sealed::Sealed + 'static {
    /// The profile that the coordinate is split over, where that is the plan.
    #[doc(hidden)]
    type Split: Geometry;
    /// The terms, and none where there is a profile.
    #[doc(hidden)]
    type Terms: Plan;
    /// The terms after the first.
    #[doc(hidden)]
    type Rest: Plan;
    /// The profile whose coordinates are computed with: any where no term needs one.
    #[doc(hidden)]
    type Domain<P: Geometry>: Geometry;

    /// True if the coordinate is split over a profile.
    #[doc(hidden)]
    const SPLITS: bool = false;
    /// The parameters of the first term.
    #[doc(hidden)]
    const DIVIDE_BY: u64 = 1;
    #[doc(hidden)]
    const MASK: i64 = -1;
    #[doc(hidden)]
    const TIMES: i64 = 0;
    /// True if there are more terms.
    #[doc(hidden)]
    const MORE: bool = false;
    /// True if terms are joined by an exclusive or, with swizzles in them.
    #[doc(hidden)]
    const FOLDED: bool = false;
    /// The constant that is joined to the terms.
    #[doc(hidden)]
    const CONSTANT: i64 = 0;
    /// The computation of the first term, a number: the compiler sees through a
    /// `match` on one.
    #[doc(hidden)]
    const QUOTIENT: u8 = quotient::of(Self::DIVIDE_BY);
    #[doc(hidden)]
    const DIGIT: u8 = digit::of(Self::MASK, Self::TIMES);
    #[doc(hidden)]
    const JOIN: u8 = join::of::<Self>();
    /// The number of bits by which the quotient is shifted down, and the digit up.
    #[doc(hidden)]
    const DOWN: u32 = Self::DIVIDE_BY.trailing_zeros() & 63;
    #[doc(hidden)]
    const UP: u32 = match shift_add_exponent(Self::TIMES) {
        0 => Self::TIMES.trailing_zeros() & 63,
        more => more,
    };
}

impl<P: Geometry> sealed::Sealed for P {}

impl<P: Geometry> Plan for P {
    type Split = P;
    type Terms = End;
    type Rest = End;
    type Domain<D: Geometry> = Leaf<1, 0>;
    const SPLITS: bool = true;
    // Where there are no coordinates, nothing is divided by 0 either.
    const DIVIDE_BY: u64 = if P::Head::SIZE > 0 { P::Head::SIZE as u64 } else { 1 };
}

/// `(q & MASK) * TIMES`, and with `Rest` the sum of that and the other terms.
///
/// The quotient `q` is the coordinate divided by `DIVIDE_BY`; for the next term
/// it takes the place of the coordinate. All bits count where `MASK` is −1; the
/// factor is modulo 2⁶⁴.
#[doc(hidden)]
pub struct Term<const DIVIDE_BY: u64, const MASK: i64, const TIMES: i64, Rest = End>(
    PhantomData<Rest>,
);

/// No more terms.
#[doc(hidden)]
pub struct End;

/// The exclusive or of the terms and `CONSTANT`, where swizzles are part of the terms.
#[doc(hidden)]
pub struct Folded<Terms, const CONSTANT: i64 = 0>(PhantomData<Terms>);

impl sealed::Sealed for End {}

impl Plan for End {
    type Split = Leaf<1, 0>;
    type Terms = End;
    type Rest = End;
    type Domain<P: Geometry> = Leaf<1, 0>;
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
    type Domain<P: Geometry> = P;
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
    type Domain<P: Geometry> = P;
    const DIVIDE_BY: u64 = Terms::DIVIDE_BY;
    const MASK: i64 = Terms::MASK;
    const TIMES: i64 = Terms::TIMES;
    const MORE: bool = Terms::MORE;
    const FOLDED: bool = true;
    const CONSTANT: i64 = CONSTANT;
}

/// Ways to compute the quotient of a term.
mod quotient {
    pub(super) const SAME: u8 = 0;
    pub(super) const SHIFTED: u8 = 1;
    pub(super) const DIVIDED: u8 = 2;

    pub(super) const fn of(divide_by: u64) -> u8 {
        match divide_by {
            1 => SAME,
            divisor if divisor.is_power_of_two() => SHIFTED,
            _ => DIVIDED,
        }
    }
}

/// The value of a term at its quotient.
mod digit {
    pub(super) const ALL: u8 = 0;
    pub(super) const MASKED: u8 = 1;
    pub(super) const SHIFTED: u8 = 2;
    pub(super) const MASKED_SHIFTED: u8 = 3;
    pub(super) const TIMES: u8 = 4;
    pub(super) const MASKED_TIMES: u8 = 5;

    pub(super) const fn of(mask: i64, times: i64) -> u8 {
        let power = times > 0 && times & (times - 1) == 0;
        match (mask != -1, times == 1, power) {
            (false, true, _) => ALL,
            (true, true, _) => MASKED,
            (false, _, true) => SHIFTED,
            (true, _, true) => MASKED_SHIFTED,
            (false, ..) => TIMES,
            (true, ..) => MASKED_TIMES,
        }
    }
}

/// Operations that join a term and what follows it.
mod join {
    use layout_core::shift_add_exponent;

    use crate::plan::Plan;

    pub(super) const SUM: u8 = 0;
    /// A sum, with a factor of `2ᵏ + 1`.
    pub(super) const AGAIN: u8 = 1;
    /// An exclusive or.
    pub(super) const FLIP: u8 = 2;
    /// The last term.
    pub(super) const LAST: u8 = 3;
    /// The last term but a constant.
    pub(super) const CONSTANT: u8 = 4;

    pub(super) const fn of<M: Plan + ?Sized>() -> u8 {
        match (M::MORE, M::FOLDED) {
            (true, true) => FLIP,
            (true, false) if shift_add_exponent(M::TIMES) > 0 => AGAIN,
            (true, false) => SUM,
            (false, _) if M::CONSTANT == 0 => LAST,
            (false, _) => CONSTANT,
        }
    }
}

/// `(q & MASK) * TIMES`; no variable, which an unoptimised build would store.
macro_rules! digit {
    ($q:ident, $coordinate:ty, $offset:ty, $M:ident) => {
        match $M::DIGIT {
            digit::ALL => $q as $offset,
            digit::MASKED => ($q & $M::MASK as $coordinate) as $offset,
            digit::SHIFTED => ($q << $M::UP) as $offset,
            digit::MASKED_SHIFTED => (($q & $M::MASK as $coordinate) << $M::UP) as $offset,
            digit::TIMES => ($q as $offset).wrapping_mul($M::TIMES as $offset),
            _ => (($q & $M::MASK as $coordinate) as $offset).wrapping_mul($M::TIMES as $offset),
        }
    };
}

/// Defines the function for one type of coordinate and of offset; a narrow division
/// computes in the third. Its constants are those of the plan's type, since each costs
/// the compiler time in each instance.
macro_rules! value_of {
    ($(#[$doc:meta])* $name:ident:
        $coordinate:ty => $offset:ty, $product:ty) => {
        $(#[$doc])*
        #[inline(always)]
        pub(crate) const fn $name<P: Geometry, M: Plan>(c: $coordinate) -> $offset {
            let q = match M::QUOTIENT {
                quotient::SAME => c,
                quotient::SHIFTED => c >> M::DOWN,
                _ => divided!($coordinate, $product, P, M, c),
            };
            match M::JOIN {
                join::SUM => digit!(q, $coordinate, $offset, M)
                    .wrapping_add($name::<P, M::Rest>(q)),
                join::AGAIN => {
                    let digit = (q & M::MASK as $coordinate) as $offset;
                    digit
                        .wrapping_add($name::<P, M::Rest>(q))
                        .wrapping_add(digit.wrapping_shl(M::UP))
                }
                join::FLIP => digit!(q, $coordinate, $offset, M) ^ $name::<P, M::Rest>(q),
                join::LAST => digit!(q, $coordinate, $offset, M),
                _ => digit!(q, $coordinate, $offset, M) ^ M::CONSTANT as $offset,
            }
        }
    };
}

/// The value of a plan at a 1-D coordinate. The way not taken is the same instance for
/// all plans, which the compiler visits once.
macro_rules! planned {
    ($offset_of:ident, $value_of:ident: $P:ty, $M:ty; $c:expr) => {
        if <$M as $crate::plan::Plan>::SPLITS {
            $crate::plan::offset::$offset_of::<
                <$M as $crate::plan::Plan>::Split,
                $crate::plan::offset::Nothing,
            >($c)
        } else {
            $crate::plan::$value_of::<
                <$M as $crate::plan::Plan>::Domain<$P>,
                <$M as $crate::plan::Plan>::Terms,
            >($c)
        }
    };
}

pub(crate) use planned;

value_of! {
    /// The value of the terms of a plan at the 1-D coordinate `c` of a profile.
    value_of: usize => isize, u64
}

value_of! {
    /// [`value_of`] in 32 bits, for a size and offsets below 2³².
    value_of_u32: u32 => u32, u32
}
