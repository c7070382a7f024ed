//! `Reciprocal`: a division by a constant as a multiplication and a shift.

/// A division of numbers up to a bound by a constant that is no power of two:
/// `q * multiplier >> shift` in 64 bits.
///
/// For `q < 2ᵇ` and `d ≤ 2ˡ` let `m = ⌈2ˡ⁺ᵇ / d⌉`. Then `m·d` is above `2ˡ⁺ᵇ` by less than `2ˡ`, so
/// that `q·m / 2ˡ⁺ᵇ` is above `q/d` by less than `1/d`, which brings it to no other integer. A
/// factor of 2 in `m` is a step of the shift less. If `max·m` has 32 bits for a `max ≥ d`, whose
/// quotient is at least 1, the shift is below 32.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reciprocal {
    /// Below 2³¹; 0 where there is none.
    pub multiplier: u64,
    /// Below 64, and below 32 where 32 bits are enough.
    pub shift: u32,
    /// `true` if the product fits 32 bits.
    pub in_u32: bool,
}

/// Numbers below 2 to the power of this are divided so: the multiplier is an immediate operand of
/// one instruction, the product has 64 bits.
const NARROW_BITS: u32 = 30;

impl Reciprocal {
    /// The reciprocal of `divisor` for numbers up to `max`. There is none of 0, of powers of two,
    /// of what is larger than `max`, and for numbers of more than 30 bits.
    #[must_use]
    pub const fn of(divisor: u64, max: u64) -> Self {
        let none = Reciprocal { multiplier: 0, shift: 0, in_u32: false };
        if divisor <= 1 || divisor.is_power_of_two() || divisor > max || max >> NARROW_BITS > 0 {
            return none;
        }
        let bits = u64::BITS - max.leading_zeros();
        let shift = bits + (u64::BITS - (divisor - 1).leading_zeros());
        let multiplier = ((1 << shift) - 1) / divisor + 1;
        let even = multiplier.trailing_zeros();
        let (multiplier, shift) = (multiplier >> even, shift - even);
        Reciprocal { multiplier, shift, in_u32: max * multiplier <= u32::MAX as u64 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reciprocals_are_exact() {
        for divisor in (3..200u64).chain([1023, 1025, 65_535, 999_983, (1 << 29) + 1]) {
            for max in [divisor, 255, 4_095, 65_535, 1 << 20, (1 << 30) - 1] {
                let Reciprocal { multiplier, shift, in_u32 } = Reciprocal::of(divisor, max);
                if multiplier == 0 {
                    assert!(divisor.is_power_of_two() || divisor > max, "{divisor} up to {max}");
                    continue;
                }
                assert!(multiplier < 1 << 31 && shift < 64 && (!in_u32 || shift < 32));
                assert_eq!(in_u32, max * multiplier <= u32::MAX.into());
                // The error grows with the quotient: the last remainders are the first to be off.
                let ends = (0..=max / divisor).rev().take(200).map(|q| q * divisor);
                for end in ends.flat_map(|end| [end.saturating_sub(1), end, max]) {
                    let product = end.checked_mul(multiplier).unwrap();
                    assert_eq!(product >> shift, end / divisor, "{end} / {divisor} up to {max}");
                }
            }
        }
    }

    #[test]
    fn others_have_none() {
        for (divisor, max) in [(0, 9), (1, 9), (8, 9), (1 << 40, 9), (3, 1 << 30), (3, 2)] {
            assert_eq!(Reciprocal::of(divisor, max).multiplier, 0, "{divisor} up to {max}");
        }
    }
}
