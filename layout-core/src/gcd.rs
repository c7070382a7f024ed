//! The greatest common divisor, by Euclid's algorithm: `gcd(a, b) = gcd(b, a mod b)`, since what
//! divides `b` divides `a` exactly if it divides `a − b·⌊a/b⌋`.

/// The greatest common divisor of two numbers; `gcd(a, 0) = a`.
#[inline]
#[must_use]
pub const fn gcd_u64(mut a: u64, mut b: u64) -> u64 {
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}

/// [`gcd_u64`] of 128 bits.
#[inline]
#[must_use]
pub const fn gcd(mut a: u128, mut b: u128) -> u128 {
    while b != 0 {
        // Small operands take the hardware division.
        if a <= u64::MAX as u128 && b <= u64::MAX as u128 {
            return gcd_u64(a as u64, b as u64) as u128;
        }
        (a, b) = (b, a % b);
    }
    a
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_is_the_greatest_of_the_common_divisors() {
        for (a, b) in (0..40u64).flat_map(|a| (0..40).map(move |b| (a, b))) {
            let common = (1..=40).filter(|d| a % d == 0 && b % d == 0);
            let greatest = if a == 0 && b == 0 { 0 } else { common.max().unwrap() };
            assert_eq!((gcd_u64(a, b), gcd(a.into(), b.into())), (greatest, greatest.into()));
        }
    }

    #[test]
    fn large_numbers_end_as_small_ones() {
        let (large, prime) = (1u128 << 100, 1_000_003);
        assert_eq!(gcd(large * prime, 12 * prime), 4 * prime);
        assert_eq!(gcd(large, u128::MAX), 1);
        assert_eq!(gcd(u128::MAX, 0), u128::MAX);
        assert_eq!(gcd(0, large), large);
    }
}
