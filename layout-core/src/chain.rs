//! Chains of strides: the layouts that are injective by comparisons alone.
//!
//! In a chain each stride is above what all leaves of smaller strides reach together,
//! `|dₖ| > Σ |dᵢ|(sᵢ−1)` over the others with `|dᵢ| ≤ |dₖ|`. It has no collision: that would be a
//! difference `x ≠ 0` with `|xᵢ| < sᵢ` and `Σ dᵢxᵢ = 0`. Of the leaves with `xᵢ ≠ 0`, let `k` have
//! the largest stride; then `|dₖ| ≤ |dₖxₖ| = |Σ dᵢxᵢ|` over the others, which reach less. So most
//! layouts are decided: rows, columns and blocks, padded or reversed.

use crate::Exact;

/// Returns `true` if the leaves `(extent, stride)` are a chain; `false` also where a number has more than 64 bits.
///
/// The test compiles to few instructions, since layouts are made where they are used: leaves are not
/// sorted, and products of numbers of 64 bits need no check.
#[inline]
#[must_use]
pub const fn is_chain(leaves: &[(Exact, Exact)]) -> bool {
    if let [a, b] = *leaves {
        // The most layouts that are made where they are used: of two leaves each is read once, and
        // what is known of them there is not asked.
        let (Some(a), Some(b)) = (in_64_bits(a), in_64_bits(b)) else { return false };
        return is_above(a, b) && is_above(b, a);
    }
    is_long_chain(leaves)
}

/// [`is_chain`] of any number of leaves.
const fn is_long_chain(leaves: &[(Exact, Exact)]) -> bool {
    let mut i = 0;
    while i < leaves.len() {
        let Some((last, stride)) = in_64_bits(leaves[i]) else { return false };
        let (mut below, mut j) = (0u128, 0);
        while last > 0 && j < leaves.len() {
            let Some((other_last, other)) = in_64_bits(leaves[j]) else { return false };
            if j != i && other <= stride {
                let Some(sum) = below.checked_add(other_last as u128 * other as u128) else {
                    return false;
                };
                below = sum;
            }
            j += 1;
        }
        if last > 0 && stride as u128 <= below {
            return false;
        }
        i += 1;
    }
    true
}

/// Returns `true` if the stride of a leaf `(last coordinate, stride)` is above the reach of another leaf with no larger
/// stride.
#[inline]
const fn is_above((last, stride): (u64, u64), (other_last, other): (u64, u64)) -> bool {
    let below = if other <= stride { other_last as u128 * other as u128 } else { 0 };
    last == 0 || stride as u128 > below
}

/// The last coordinate of a leaf, and how far a step goes.
#[inline]
const fn in_64_bits((extent, stride): (Exact, Exact)) -> Option<(u64, u64)> {
    match (extent.0, stride.0) {
        (Some(extent), Some(stride))
            if 1 <= extent
                && extent <= u64::MAX as i128
                && stride.unsigned_abs() <= u64::MAX as u128 =>
        {
            Some(((extent - 1) as u64, stride.unsigned_abs() as u64))
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    extern crate std;

    use std::collections::BTreeSet;
    use std::vec::Vec;

    use super::*;

    fn chain(leaves: &[(i128, i128)]) -> bool {
        let leaves: Vec<_> = leaves.iter().map(|(s, d)| (Exact::int(*s), Exact::int(*d))).collect();
        is_chain(&leaves)
    }

    #[test]
    fn chains_are_injective() {
        let strides = [-7, -2, 0, 1, 2, 3, 4, 6, 12];
        let modes: Vec<(i128, i128)> =
            [1, 2, 3, 4].into_iter().flat_map(|extent| strides.map(|d| (extent, d))).collect();
        let mut chains = 0;
        for leaves in modes.iter().flat_map(|&a| modes.iter().map(move |&b| [a, b, (2, 24)])) {
            let mut offsets = Vec::from([0]);
            for (extent, stride) in leaves {
                let steps = |at: &i128| (0..extent).map(move |c| c * stride + at).collect();
                offsets = offsets.iter().flat_map::<Vec<i128>, _>(steps).collect();
            }
            let is_injective = offsets.iter().collect::<BTreeSet<_>>().len() == offsets.len();
            assert!(is_injective || !chain(&leaves), "{leaves:?}");
            chains += usize::from(chain(&leaves));
        }
        assert!(chains > 300, "{chains}");
    }

    #[test]
    fn two_leaves_are_as_three_of_which_one_has_one_coordinate() {
        let strides = [-7, -2, 0, 1, 2, 3, 6, i128::from(u64::MAX), i128::from(u64::MAX) + 1];
        let extents = [0, 1, 2, 3, 4, i128::from(u64::MAX)];
        let modes: Vec<(i128, i128)> =
            extents.into_iter().flat_map(|extent| strides.map(|d| (extent, d))).collect();
        for (a, b) in modes.iter().flat_map(|&a| modes.iter().map(move |&b| (a, b))) {
            assert_eq!(chain(&[a, b]), chain(&[a, b, (1, 0)]), "{a:?} {b:?}");
        }
    }

    #[test]
    fn rows_columns_and_blocks_are_chains() {
        let (m, n) = (1 << 31, 1 << 30);
        assert!(chain(&[]) && chain(&[(m, n), (n, 1)]) && chain(&[(m, -1), (n, m + 3)]));
        assert!(
            chain(&[(m, 8), (8, 1), (n, 8 * m)]) && chain(&[(1, 0), (1, i128::from(u64::MAX))])
        );
        assert!(!chain(&[(2, 0)]) && !chain(&[(4, 1), (4, 3)]) && !chain(&[(0, 1)]));
        assert!(!chain(&[(2, i128::MIN)]) && !is_chain(&[(Exact(None), Exact::int(1))]));
    }
}
