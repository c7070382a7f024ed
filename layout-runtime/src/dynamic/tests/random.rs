//! Layouts of all magnitudes, at random coordinates.

extern crate std;

use std::vec::Vec;

use proptest::prelude::*;

use super::{fixed, known, leaf, of};
use crate::dynamic::Dynamic;
use crate::dynamic::tests::Flat;
use crate::geometry::Geometry;

/// Numbers below the powers of two in `bits`, which leave room for one another.
fn number(random: u64, bits: u32) -> usize {
    (random as usize & ((1 << bits) - 1)).max(1)
}

/// The offset in exact arithmetic.
fn plain(mut i: u128, shape: &[usize], stride: &[isize]) -> (Vec<usize>, i128) {
    let (mut digits, mut offset) = (Vec::new(), 0);
    for (&extent, &step) in shape.iter().zip(stride) {
        digits.push((i % extent as u128) as usize);
        offset += (i % extent as u128) as i128 * step as i128;
        i /= extent as u128;
    }
    (digits, offset)
}

/// Compares at the ends, and at one coordinate; `false` for what is no layout.
fn check<M: Geometry<Natural<usize>: Flat>, const LEAVES: usize>(modes: M, at: u64) -> bool {
    let Ok(l) = Dynamic::<M, LEAVES>::new(modes) else { return false };
    let some = ((at as u128 * l.size() as u128) >> 64) as usize;
    for i in [0, 1, some, some + 1, l.size() / 2, l.size() - 1] {
        let i = i.min(l.size() - 1);
        let (digits, offset) = plain(i as u128, &l.shape(), &l.stride());
        let natural = l.idx2crd(i);
        let ours = [l.offset(i), l.crd2offset(natural), l.offsets().nth(i).unwrap()];
        assert_eq!((ours.map(|o| o as i128), natural.flat()), ([offset; 3], digits), "{l} at {i}");
        assert!(l.min_offset() as i128 <= offset && offset <= l.max_offset() as i128, "{l} at {i}");
    }
    true
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(4_000))]

    #[test]
    fn random_layouts_are_the_sum(
        random in prop::array::uniform3(any::<u64>()),
        strides in prop::array::uniform3(any::<isize>()),
        cut in (1..62u32, 1..62u32),
        less in 0..62u32,
        at in any::<u64>(),
    ) {
        // The bits of the size are shared by three extents.
        let (low, high) = (cut.0.min(cut.1), cut.0.max(cut.1) + 1);
        let bits = [low, high - low, 63 - high];
        let [m, n, k] = [0, 1, 2].map(|j| number(random[j], bits[j]));
        // Offsets fit where strides have what the extent leaves, and some are small.
        let [a, b, c] = [0, 1, 2].map(|j| (strides[j] >> (bits[j] + 2).min(63)) >> less);

        prop_assert!(check::<_, 3>((leaf(m, a), leaf(n, b), leaf(k, c)), at));
        prop_assert!(check::<_, 3>((leaf(m, a), (leaf(n, b), leaf(k, c))), at));
        prop_assert!(check::<_, 2>(((fixed::<1>(m),), leaf(n, b)), at));
        // Some of these are too large.
        check::<_, 3>((fixed::<1>(m), leaf(n, b), fixed::<0>(k)), at);
        check::<_, 3>((leaf(m, a), (of::<7>(b), fixed::<{ -3 }>(n))), at);
        check::<_, 4>(((leaf(m, a), of::<8>(b)), (known::<8, 2>(), leaf(n, c))), at);
        check::<_, 4>((of::<32>(a), leaf(m, b), known::<10, 1>(), fixed::<64>(n)), at);
        check::<_, 3>((known::<641, 1>(), leaf(m, b), known::<{ (1 << 31) + 1 }, 5>()), at);
    }
}
