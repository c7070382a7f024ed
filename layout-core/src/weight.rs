//! Costs of factors, by which programs are compared: a unit is half an instruction of x86-64; a multiplication costs more, as its
//! latency is three times that of an addition.

/// The weight of a multiplication by a factor, whose product is added to something.
///
/// | factor | weight |
/// |---|---|
/// | 0, 1, −1 | 0 |
/// | 2, 4, 8: part of the address computation that adds | 1 |
/// | ±3, ±5, ±9, an address computation; another power of two, a shift | 2 |
/// | another constant | 4 |
/// | one that is no immediate operand | 1 more |
#[must_use]
pub const fn factor_weight(factor: i64) -> u32 {
    match factor.unsigned_abs() {
        0 | 1 => 0,
        2 | 4 | 8 if factor > 0 => 1,
        3 | 5 | 9 => 2,
        times if times.is_power_of_two() => 2,
        times => 4 + (times > IMMEDIATE) as u32,
    }
}

/// The largest operand of an instruction.
const IMMEDIATE: u64 = 0x7fff_ffff;

/// The weight of an operand as an immediate: 1 if it does not fit an instruction, else 0.
#[must_use]
pub const fn immediate_weight(operand: u64) -> u32 {
    (operand > IMMEDIATE) as u32
}

/// The `k` of a factor of `2ᵏ + 1` that is no address computation, and 0 of others: to add
/// `d * (2ᵏ + 1)` to something, `d` and `d << k` are added, which is one instruction less.
#[must_use]
pub const fn shift_add_exponent(factor: i64) -> u32 {
    let less = factor.wrapping_sub(1);
    if less >= 16 && less & (less - 1) == 0 { less.trailing_zeros() } else { 0 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn factors_weigh_what_the_table_says() {
        let free = [0, 1, -1].map(factor_weight);
        let scaled = [2, 4, 8].map(factor_weight);
        let one = [3, -3, 5, 9, -2, -8, 16, -16, 1 << 40, i64::MIN].map(factor_weight);
        let product = [6, -7, 0x7fff_ffff].map(factor_weight);
        let wide = [(1 << 31) + 1, -(1 << 40) + 1, i64::MAX].map(factor_weight);
        assert_eq!((free, scaled, one, product, wide), ([0; 3], [1; 3], [2; 10], [4; 3], [5; 3]));
    }

    #[test]
    fn shift_and_add_is_the_product() {
        for k in 4..63 {
            assert_eq!(shift_add_exponent((1 << k) + 1), k);
        }
        assert_eq!([3, 5, 9, 16, 19, 1, 0, -17, i64::MIN].map(shift_add_exponent), [0; 9]);
    }
}
