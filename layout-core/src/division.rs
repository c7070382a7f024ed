//! `Division`: how a quotient comes from the one before, by a constant divisor.

/// How a quotient comes from the one before.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Division {
    /// It is the one before.
    None,
    /// A shift.
    Shift(u32),
    /// `q * multiplier >> shift` in 64 bits: exact for what `q` may be.
    Narrow {
        /// Below 2³¹.
        multiplier: u64,
        /// Below 64, and below 32 where 32 bits are enough.
        shift: u32,
        /// Whether 32 bits are enough.
        in_u32: bool,
    },
    /// A division of full width.
    Wide,
}

/// Quotients below 2 to the power of this are divided by a multiplication: the multiplier is an
/// immediate operand of one instruction, the product has 64 bits.
const NARROW_BITS: u32 = 30;

impl Division {
    /// The division by `divisor` of a quotient up to `max`; 0 divides nothing.
    ///
    /// For `q < 2ᵇ` and `d ≤ 2ˡ` let `m = ⌈2ˡ⁺ᵇ / d⌉`. Then `m·d` is above `2ˡ⁺ᵇ` by less than `2ˡ`,
    /// so that `q·m / 2ˡ⁺ᵇ` is above `q/d` by less than `1/d`, which brings it to no other integer.
    /// A factor of 2 in `m` is a step of the shift less. `max ≥ d` has a quotient of at least 1: if
    /// `max·m` has 32 bits, the shift is below 32.
    #[must_use]
    pub const fn of(divisor: u64, max: u64) -> Self {
        if divisor <= 1 {
            return Division::None;
        }
        if divisor.is_power_of_two() {
            return Division::Shift(divisor.trailing_zeros());
        }
        let bits = u64::BITS - max.leading_zeros();
        if bits > NARROW_BITS || divisor > max {
            return Division::Wide;
        }
        let shift = bits + (u64::BITS - (divisor - 1).leading_zeros());
        let multiplier = ((1 << shift) - 1) / divisor + 1;
        let even = multiplier.trailing_zeros();
        let (multiplier, shift) = (multiplier >> even, shift - even);
        Division::Narrow { multiplier, shift, in_u32: max * multiplier <= u32::MAX as u64 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn narrow_divisions_are_exact() {
        for divisor in (3..200u64).chain([1023, 1025, 65_535, 999_983, (1 << 29) + 1]) {
            for max in [divisor, 255, 4_095, 65_535, 1 << 20, (1 << 30) - 1] {
                let Division::Narrow { multiplier, shift, in_u32 } = Division::of(divisor, max)
                else {
                    assert!(divisor.is_power_of_two() || divisor > max, "{divisor} up to {max}");
                    continue;
                };
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
    fn others_are_none_shifts_or_wide() {
        assert_eq!((Division::of(0, 9), Division::of(1, 9)), (Division::None, Division::None));
        assert_eq!(Division::of(1 << 40, 9), Division::Shift(40));
        assert_eq!(
            (Division::of(3, 1 << 30), Division::of(3, 2)),
            (Division::Wide, Division::Wide)
        );
    }
}
