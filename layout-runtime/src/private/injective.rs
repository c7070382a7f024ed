//! Whether a layout is injective, where the strides are known at last.

use super::Exact;

/// The most leaves of a layout.
const MAX_LEAVES: usize = 64;
/// The differences of coordinates that a search may visit.
const STEPS: usize = 1 << 16;

/// Whether no two coordinates of the leaves `(extent, stride)` share an offset, as far
/// as it can be shown: a chain of strides shows it, or a search in so many steps.
///
/// A collision is a difference `x ≠ 0` with `|xᵢ| < sᵢ` and `Σ dᵢxᵢ = 0`.
#[must_use]
pub const fn is_injective(leaves: &[(Exact, Exact)]) -> bool {
    let mut modes = Modes { last: [0; MAX_LEAVES], stride: [0; MAX_LEAVES], len: 0 };
    let mut k = 0;
    while k < leaves.len() {
        let (Some(extent), Some(stride)) = (leaves[k].0.0, leaves[k].1.0) else { return false };
        if extent > 1 {
            if stride == 0 || modes.len == MAX_LEAVES {
                return false;
            }
            let Some(stride) = stride.checked_abs() else { return false };
            modes.insert(extent - 1, stride);
        }
        k += 1;
    }
    let Some(reach) = modes.reach() else { return false };
    modes.is_chain() || modes.search(&reach)
}

/// The modes of extents above 1: the last coordinates and the strides, which descend.
struct Modes {
    last: [i128; MAX_LEAVES],
    stride: [i128; MAX_LEAVES],
    len: usize,
}

impl Modes {
    const fn insert(&mut self, last: i128, stride: i128) {
        let mut at = self.len;
        while at > 0 && self.stride[at - 1] < stride {
            self.last[at] = self.last[at - 1];
            self.stride[at] = self.stride[at - 1];
            at -= 1;
        }
        self.last[at] = last;
        self.stride[at] = stride;
        self.len += 1;
    }

    /// How far the modes from each on reach, if that fits.
    const fn reach(&self) -> Option<[i128; MAX_LEAVES]> {
        let mut reach = [0; MAX_LEAVES];
        let (mut sum, mut k) = (0i128, self.len);
        while k > 0 {
            k -= 1;
            let Some(step) = self.last[k].checked_mul(self.stride[k]) else { return None };
            let Some(next) = sum.checked_add(step) else { return None };
            sum = next;
            reach[k] = sum;
        }
        // Twice of it fits, so that differences do.
        if sum > i128::MAX / 4 { None } else { Some(reach) }
    }

    /// Whether each stride is above what those below it reach.
    const fn is_chain(&self) -> bool {
        let Some(reach) = self.reach() else { return false };
        let mut k = 0;
        while k + 1 < self.len {
            if self.stride[k] <= reach[k + 1] {
                return false;
            }
            k += 1;
        }
        true
    }

    /// Whether no difference is a collision: the largest strides first, each difference
    /// only as far as the smaller ones can make good for it.
    const fn search(&self, reach: &[i128; MAX_LEAVES]) -> bool {
        let mut at = [0i128; MAX_LEAVES];
        let mut end = [0i128; MAX_LEAVES];
        let mut sum = [0i128; MAX_LEAVES];
        // Whether all before are 0: then only those from 0 on, as the negative of a
        // collision is one.
        let mut zero = [true; MAX_LEAVES];
        let (mut k, mut steps) = (0, 0);
        self.enter(0, reach, &mut at, &mut end, &sum, true);
        loop {
            if at[k] > end[k] {
                if k == 0 {
                    return true;
                }
                k -= 1;
                at[k] += 1;
                continue;
            }
            steps += 1;
            if steps > STEPS {
                return false;
            }
            let next = sum[k] + at[k] * self.stride[k];
            let still_zero = zero[k] && at[k] == 0;
            if k + 1 == self.len {
                if next == 0 && !still_zero {
                    return false;
                }
                at[k] += 1;
                continue;
            }
            k += 1;
            sum[k] = next;
            zero[k] = still_zero;
            self.enter(k, reach, &mut at, &mut end, &sum, still_zero);
        }
    }

    /// The range of the difference of a mode, after those before it.
    const fn enter(
        &self,
        k: usize,
        reach: &[i128; MAX_LEAVES],
        at: &mut [i128; MAX_LEAVES],
        end: &mut [i128; MAX_LEAVES],
        sum: &[i128; MAX_LEAVES],
        zero: bool,
    ) {
        let below = if k + 1 < self.len { reach[k + 1] } else { 0 };
        // |sum + x·stride| is at most what is below.
        let low = -((below + sum[k]).div_euclid(self.stride[k]));
        let high = (below - sum[k]).div_euclid(self.stride[k]);
        let least = if zero { 0 } else { -self.last[k] };
        at[k] = if low > least { low } else { least };
        end[k] = if high < self.last[k] { high } else { self.last[k] };
    }
}

#[cfg(test)]
mod tests {
    extern crate std;

    use std::collections::BTreeSet;
    use std::vec::Vec;

    use super::*;

    fn by_definition(leaves: &[(i128, i128)]) -> bool {
        let mut offsets = Vec::from([0]);
        for &(extent, stride) in leaves {
            let step = |offset: &i128| (0..extent).map(move |c| c * stride + offset).collect();
            offsets = offsets.iter().flat_map::<Vec<i128>, _>(step).collect();
        }
        offsets.iter().collect::<BTreeSet<_>>().len() == offsets.len()
    }

    #[test]
    fn small_layouts_are_decided() {
        let strides = [-7, -2, 0, 1, 2, 3, 4, 5, 6, 8, 12];
        let mut modes = Vec::new();
        for extent in [1, 2, 3, 4, 6] {
            modes.extend(strides.map(|stride| (extent, stride)));
        }
        for &a in &modes {
            for &b in &modes {
                for c in [(1, 0), (2, 1), (3, 7), (5, -4), (2, 24)] {
                    let leaves = [a, b, c];
                    let exact = leaves.map(|(s, d)| (Exact::int(s), Exact::int(d)));
                    assert_eq!(is_injective(&exact), by_definition(&leaves), "{leaves:?}");
                }
            }
        }
    }

    #[test]
    fn large_layouts_are_shown_or_not() {
        let int = Exact::int;
        let matrix = |m, n, a, b| is_injective(&[(int(m), int(a)), (int(n), int(b))]);
        assert!(matrix(1 << 20, 1 << 20, 1 << 20, 1));
        assert!(!matrix(1 << 20, 1 << 20, 1, (1 << 20) - 1));
        assert!(matrix(1 << 10, 1 << 10, 1023, 1024));
        assert!(!is_injective(&[(Exact(None), int(1))]));
        assert!(!is_injective(&[(int(i128::MAX), int(4)), (int(2), int(1))]));
        assert!(is_injective(&[]));
    }
}
