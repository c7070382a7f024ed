//! `Reciprocal`: a division by a run-time number as a multiplication and a shift.

/// Defines the reciprocal for one type of number, whose products fit another.
macro_rules! reciprocal {
    ($(#[$doc:meta])* $name:ident: $number:ident, $product:ident) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        #[allow(unreachable_pub)]
        pub struct $name {
            multiplier: $number,
            shift: u32,
        }

        impl $name {
            /// The reciprocal of a divisor from 1 up to the largest signed number; of any
            /// other, some reciprocal.
            #[inline]
            pub(crate) const fn of(divisor: $number) -> Self {
                // Without a jump, as it is compiled for each extent of each layout.
                let divisor = if divisor == 0 { 1 } else { divisor };
                let shift = $number::BITS - (divisor - 1).leading_zeros();
                let power: $product = 1 << ($number::BITS - 1 + shift);
                let multiplier = (power - 1) / divisor as $product + 1;
                $name { multiplier: multiplier as $number, shift }
            }

            /// The quotient of a dividend up to the largest signed number.
            #[inline(always)]
            pub(crate) const fn quotient(self, dividend: $number) -> $number {
                let product = (dividend << 1) as $product * self.multiplier as $product;
                ((product >> $number::BITS) as $number).wrapping_shr(self.shift)
            }
        }
    };
}

#[cfg(target_pointer_width = "64")]
type Product = u128;
#[cfg(not(target_pointer_width = "64"))]
type Product = u64;

reciprocal! {
    /// A divisor `d` of numbers `n < 2ᵇ⁻¹`, where `b` is the number of bits, as the
    /// multiplier `m` and the shift `l` with `n / d = hi(2n·m) >> l`; `hi` is the upper
    /// half of the product.
    ///
    /// Let `2ˡ⁻¹ < d ≤ 2ˡ`, which is `l = 0` for `d = 1`, and `m = ⌈2ᵇ⁻¹⁺ˡ / d⌉`.
    ///
    /// - It is exact: `m·d` is above `2ᵇ⁻¹⁺ˡ` by some `e < d ≤ 2ˡ`, so that `n·m / 2ᵇ⁻¹⁺ˡ`
    ///   is above `n/d` by `n·e / (d·2ᵇ⁻¹⁺ˡ) < 1/d`, which brings it to no other integer;
    ///   and `hi(2n·m) >> l` is what is left of it below the point.
    /// - `m` fits `b` bits: it is `2ᵇ⁻¹` for `d = 1`. Else `d ≥ 2ˡ⁻¹ + 1`, and
    ///   `2ᵇ⁻¹⁺ˡ / d ≤ 2ᵇ − 2ᵇ / (2ˡ⁻¹ + 1) ≤ 2ᵇ − 1`, since `l ≤ b − 1` for `d < 2ᵇ⁻¹`.
    ///
    /// Numbers are doubled so that 1 has a reciprocal. It takes the place of the move that
    /// a multiplication of two words needs on x86-64.
    Reciprocal: usize, Product
}

/// [`Reciprocal`] of numbers below 2³¹, for 32 bits: `n / d = (n·m) >> (31 + l)`, where the
/// whole product is had in one multiplication.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ReciprocalU32 {
    multiplier: u32,
    /// `31 + l`.
    shift: u32,
}

impl ReciprocalU32 {
    /// The reciprocal of a divisor from 1 up to the largest `i32`; of any other, some
    /// reciprocal.
    pub(crate) const fn of(divisor: u32) -> Self {
        if divisor == 0 || divisor > u32::MAX / 2 {
            return ReciprocalU32 { multiplier: 0, shift: 0 };
        }
        let shift = u32::BITS - 1 + (u32::BITS - (divisor - 1).leading_zeros());
        ReciprocalU32 { multiplier: (1u64 << shift).div_ceil(divisor as u64) as u32, shift }
    }

    /// The quotient of a dividend up to the largest `i32`.
    #[inline(always)]
    pub(crate) const fn quotient(self, dividend: u32) -> u32 {
        (dividend as u64 * self.multiplier as u64).wrapping_shr(self.shift) as u32
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    reciprocal!(Reciprocal8: u8, u16);
    reciprocal!(Reciprocal16: u16, u32);

    #[test]
    fn all_numbers_of_8_bits_are_divided() {
        for divisor in 1..=i8::MAX as u8 {
            for dividend in 0..=i8::MAX as u8 {
                let quotient = Reciprocal8::of(divisor).quotient(dividend);
                assert_eq!(quotient, dividend / divisor, "{dividend} / {divisor}");
            }
        }
    }

    #[test]
    fn all_steps_of_16_bits_are_exact() {
        for divisor in 1..=i16::MAX as u16 {
            let reciprocal = Reciprocal16::of(divisor);
            // The quotient does not descend: it is right where it is at the ends of each
            // step.
            for quotient in 0..=i16::MAX as u16 / divisor {
                let first = quotient * divisor;
                let last = (first + (divisor - 1)).min(i16::MAX as u16);
                assert_eq!(reciprocal.quotient(first), quotient, "{first} / {divisor}");
                assert_eq!(reciprocal.quotient(last), quotient, "{last} / {divisor}");
            }
        }
    }

    #[test]
    fn the_ends_of_steps_of_32_bits_are_exact() {
        const MAX: u32 = i32::MAX as u32;
        let around = || (0..31).flat_map(|bit| [(1 << bit) - 1, 1 << bit, (1 << bit) + 1]);
        let numbers = || around().chain([MAX - 1, MAX]).chain((0..3000).map(|i| i * 715_827 + 11));
        let divisors = || numbers().filter(|&divisor| (1..=MAX).contains(&divisor));
        for divisor in divisors().chain(1..200) {
            let reciprocal = ReciprocalU32::of(divisor);
            for quotient in around().chain([MAX / divisor]) {
                let Some(first) = quotient.checked_mul(divisor).filter(|&n| n <= MAX) else {
                    continue;
                };
                for dividend in [first.saturating_sub(1), first, (first + (divisor - 1)).min(MAX)] {
                    let found = reciprocal.quotient(dividend);
                    assert_eq!(found, dividend / divisor, "{dividend} / {divisor}");
                }
            }
        }
        for divisor in [0, MAX + 1, u32::MAX] {
            ReciprocalU32::of(divisor).quotient(u32::MAX);
        }
    }

    const MAX: usize = isize::MAX as usize;

    fn check(divisor: usize, dividend: usize) {
        let quotient = Reciprocal::of(divisor).quotient(dividend);
        assert_eq!(quotient, dividend / divisor, "{dividend} / {divisor}");
    }

    /// The numbers around a power of two.
    fn around_powers() -> impl Iterator<Item = usize> {
        (0..usize::BITS - 1)
            .flat_map(|bit| [(1 << bit) - 1, 1 << bit, (1 << bit) + 1])
            .chain([MAX - 1, MAX])
    }

    #[test]
    fn the_ends_of_steps_are_exact() {
        for divisor in around_powers().filter(|&d| d > 0) {
            for quotient in around_powers().chain([MAX / divisor]) {
                if let Some(first) = quotient.checked_mul(divisor).filter(|&n| n <= MAX) {
                    check(divisor, first);
                    check(divisor, first.saturating_sub(1));
                    check(divisor, (first + (divisor - 1)).min(MAX));
                }
            }
            around_powers().for_each(|dividend| check(divisor, dividend));
        }
    }

    #[test]
    fn what_is_no_divisor_does_not_panic() {
        for divisor in [0, MAX + 1, usize::MAX] {
            Reciprocal::of(divisor).quotient(usize::MAX);
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(20_000))]

        /// Extents of all magnitudes, and coordinates at the ends of a step.
        #[test]
        fn random_numbers_are_divided(
            divisor in any::<usize>(), dividend in any::<usize>(), small in 1..usize::BITS, less in 1..usize::BITS,
        ) {
            let divisor = ((divisor >> small) & MAX).max(1);
            let dividend = dividend >> less;
            check(divisor, dividend);
            let first = dividend / divisor * divisor;
            check(divisor, first);
            check(divisor, first.saturating_sub(1));
        }
    }
}
