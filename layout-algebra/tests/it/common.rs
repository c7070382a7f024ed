//! Numbers at random, and a check of collisions.

pub(crate) struct Random(pub(crate) u64);

impl Random {
    pub(crate) fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0.wrapping_mul(0x2545_F491_4F6C_DD1D)
    }

    /// Uniform enough in `0..n`.
    pub(crate) fn below(&mut self, n: u128) -> i128 {
        let wide = u128::from(self.next()) << 64 | u128::from(self.next());
        (wide % n) as i128
    }

    /// A number of a random size: `1..=bits` bits.
    pub(crate) fn sized(&mut self, bits: u32) -> i128 {
        let bits = 1 + self.below(u128::from(bits)) as u32;
        self.below(1 << bits)
    }
}

pub(crate) fn assert_collides(modes: &[(i128, i128)], x: &[i128]) {
    assert_eq!(modes.len(), x.len());
    assert!(x.iter().any(|&x| x != 0), "{modes:?}");
    assert!(*x.iter().find(|&&x| x != 0).unwrap() > 0, "{modes:?} {x:?}");
    let inside = |(&(extent, _), x): (&(i128, i128), &i128)| x.abs() < extent;
    assert!(modes.iter().zip(x).all(inside), "{modes:?} {x:?}");
    // Exact beyond 128 bits: zero modulo 2^128 and modulo two large primes.
    let products = || modes.iter().zip(x).map(|(&(_, d), &x)| (d, x));
    let wrapped = products().fold(0_i128, |sum, (d, x)| sum.wrapping_add(d.wrapping_mul(x)));
    assert_eq!(wrapped, 0, "{modes:?} {x:?}");
    for p in [(1_i128 << 61) - 1, (1 << 31) - 1] {
        let sum = products().fold(0, |sum, (d, x)| (sum + (d % p) * (x % p) % p) % p);
        assert_eq!(sum, 0, "{modes:?} {x:?}");
    }
}
