//! Injectivity: no two coordinates of a layout share an offset.
//!
//! A collision is a difference `x ≠ 0` of two coordinates, `|xᵢ| < sᵢ`, with `Σ dᵢxᵢ = 0`. Most layouts are
//! [chains](is_chain) of strides, which have none. Of two leaves alone it is known which `x` are possible: the
//! multiples of `(d₁,−d₀)/gcd`. Among more leaves the differences are searched, the largest strides first, each only as
//! far as the smaller ones can make good for it. That cuts a layout in parts by itself: where the common divisor of some
//! strides is above what all smaller ones reach, no difference of the former but 0 is followed any further.

use crate::{Exact, MAX_LEAVES, gcd, is_chain};

/// The differences of coordinates that a search may visit: rustc complains about constants that take many more steps.
const STEPS: usize = 1 << 16;

/// The answer to the question if two coordinates share an offset. The numbers are those that rules look at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Injective {
    /// Two do.
    No = 0,
    /// No two do.
    Yes = 1,
    /// The search took too many steps, or numbers of more than 128 bits.
    Undecided = 2,
}

impl Injective {
    /// Returns true if no two coordinates share an offset.
    #[inline]
    #[must_use]
    pub const fn is_yes(self) -> bool {
        matches!(self, Injective::Yes)
    }

    /// Returns true if the answer is known.
    #[inline]
    #[must_use]
    pub const fn is_decided(self) -> bool {
        !matches!(self, Injective::Undecided)
    }
}

/// Two coordinates that share an offset, if there are any.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Collision {
    /// No two coordinates do.
    None,
    /// Two coordinates share the offset that is so far above the least one, or further than 128 bits say.
    At(i128),
    /// The search took too many steps, or numbers of more than 128 bits.
    Undecided,
}

/// Decides if no two coordinates of the leaves `(extent, stride)` share an offset. Without coordinates, none do.
#[inline(always)]
#[must_use]
pub const fn injective(leaves: &[(Exact, Exact)]) -> Injective {
    if let [(Exact(Some(a)), Exact(Some(c))), (Exact(Some(b)), Exact(Some(d)))] = *leaves {
        // Numbers: of a reference, all of them would be stored before they are compared.
        return of_two((a, c), (b, d));
    }
    of_many(leaves)
}

/// [`injective`] of two leaves, which are most of those that are decided where a layout is made.
#[inline]
const fn of_two((a, c): (i128, i128), (b, d): (i128, i128)) -> Injective {
    if is_chain(&[(Exact::int(a), Exact::int(c)), (Exact::int(b), Exact::int(d))]) {
        Injective::Yes
    } else {
        searched_two((a, c), (b, d))
    }
}

/// [`of_many`] of two leaves.
#[cold]
#[inline(never)]
const fn searched_two((a, c): (i128, i128), (b, d): (i128, i128)) -> Injective {
    of_many(&[(Exact::int(a), Exact::int(c)), (Exact::int(b), Exact::int(d))])
}

/// [`injective`] of any number of leaves.
#[inline(never)]
const fn of_many(leaves: &[(Exact, Exact)]) -> Injective {
    match collision(leaves) {
        Collision::None => Injective::Yes,
        Collision::At(_) => Injective::No,
        Collision::Undecided => Injective::Undecided,
    }
}

/// Finds two coordinates of the leaves `(extent, stride)` that share an offset.
#[must_use]
pub const fn collision(leaves: &[(Exact, Exact)]) -> Collision {
    if is_chain(leaves) || is_empty(leaves) {
        return Collision::None;
    }
    let mut modes = Modes { last: [0; MAX_LEAVES], stride: [0; MAX_LEAVES], len: 0 };
    let mut k = 0;
    while k < leaves.len() {
        let (Some(extent), Some(stride)) = (leaves[k].0.0, leaves[k].1.0) else {
            return Collision::Undecided;
        };
        if extent > 1 {
            if stride == 0 {
                return Collision::At(0);
            }
            let (Some(stride), false) = (stride.checked_abs(), modes.len == MAX_LEAVES) else {
                return Collision::Undecided;
            };
            modes.insert(extent - 1, stride);
        }
        k += 1;
    }
    match (modes.least_of_pairs(), modes.reach()) {
        (Some(sum), _) => Collision::At(sum),
        (None, _) if modes.len <= 2 => Collision::None,
        (None, Some(reach)) => modes.search(&reach),
        (None, None) => Collision::Undecided,
    }
}

/// Returns true if an extent is 0, so that there is no coordinate.
const fn is_empty(leaves: &[(Exact, Exact)]) -> bool {
    let mut k = 0;
    while k < leaves.len() {
        if let Some(0) = leaves[k].0.0 {
            return true;
        }
        k += 1;
    }
    false
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

    /// The distance that the modes from each on reach, if that fits.
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

    /// The least sum that two of the modes share by themselves.
    const fn least_of_pairs(&self) -> Option<i128> {
        let (mut least, mut i) = (None, 0);
        while i < self.len {
            let mut j = i + 1;
            while j < self.len {
                let (a, b) = (self.stride[i], self.stride[j]);
                let divisor = gcd(a as u128, b as u128) as i128;
                if b / divisor <= self.last[i] && a / divisor <= self.last[j] {
                    let sum = a.saturating_mul(b / divisor);
                    least = match least {
                        Some(least) if least <= sum => Some(least),
                        _ => Some(sum),
                    };
                }
                j += 1;
            }
            i += 1;
        }
        least
    }

    /// Searches the differences for a collision: the largest strides first, each difference
    /// only as far as the smaller ones can make good for it.
    const fn search(&self, reach: &[i128; MAX_LEAVES]) -> Collision {
        let mut at = [0i128; MAX_LEAVES];
        let mut end = [0i128; MAX_LEAVES];
        let mut sum = [0i128; MAX_LEAVES];
        // True if all before are 0: then only those from 0 on, as the negative of a collision is one.
        let mut zero = [true; MAX_LEAVES];
        let (mut k, mut steps) = (0, 0);
        self.enter(0, reach, &mut at, &mut end, &sum, true);
        loop {
            if at[k] > end[k] {
                if k == 0 {
                    return Collision::None;
                }
                k -= 1;
                at[k] += 1;
                continue;
            }
            steps += 1;
            if steps > STEPS {
                return Collision::Undecided;
            }
            let next = sum[k] + at[k] * self.stride[k];
            let still_zero = zero[k] && at[k] == 0;
            if k + 1 == self.len {
                if next == 0 && !still_zero {
                    return Collision::At(self.sum_of_positive(&at));
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

    /// The sum of the steps forwards, which those backwards make good for.
    const fn sum_of_positive(&self, at: &[i128; MAX_LEAVES]) -> i128 {
        let (mut sum, mut k) = (0, 0);
        while k < self.len {
            if at[k] > 0 {
                sum += at[k] * self.stride[k];
            }
            k += 1;
        }
        sum
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

    fn decided(leaves: &[(i128, i128)]) -> Injective {
        let exact: Vec<_> = leaves.iter().map(|(s, d)| (Exact::int(*s), Exact::int(*d))).collect();
        injective(&exact)
    }

    #[test]
    fn small_layouts_are_decided() {
        let strides = [-7, -2, 0, 1, 2, 3, 4, 5, 6, 8, 12];
        let mut modes = Vec::new();
        for extent in [0, 1, 2, 3, 4, 6] {
            modes.extend(strides.map(|stride| (extent, stride)));
        }
        for &a in &modes {
            for &b in &modes {
                for c in [(1, 0), (2, 1), (3, 7), (5, -4), (2, 24)] {
                    let leaves = [a, b, c];
                    let expected =
                        if by_definition(&leaves) { Injective::Yes } else { Injective::No };
                    assert_eq!(decided(&leaves), expected, "{leaves:?}");
                }
            }
        }
    }

    #[test]
    fn large_layouts_are_decided_or_not() {
        let matrix = |m, n, a, b| decided(&[(m, a), (n, b)]);
        assert_eq!(matrix(1 << 20, 1 << 20, 1 << 20, 1), Injective::Yes);
        // Of two leaves all are decided: in the first, 2^20 - 1 steps of 1 are one of the other.
        assert_eq!(matrix(1 << 20, 1 << 20, 1, (1 << 20) - 1), Injective::No);
        assert_eq!(matrix((1 << 20) - 1, 1 << 20, 1, (1 << 20) - 1), Injective::Yes);
        assert_eq!(matrix(1 << 40, 1 << 40, (1 << 41) - 1, (1 << 40) - 1), Injective::Yes);
        assert_eq!(matrix(1 << 40, 1 << 40, 3 << 30, 1 << 35), Injective::No);
        assert_eq!(matrix(i128::MAX, 2, 4, 1), Injective::Yes);
        let cube = |a, b, c| decided(&[(1 << 20, a), (1 << 20, b), (1 << 20, c)]);
        assert_eq!(cube(1 << 40, 1 << 20, 1), Injective::Yes);
        // Too many differences of the first two leaves, and too large ones.
        assert_eq!(cube((1 << 40) - 7, (1 << 39) + 9, (1 << 39) - 31), Injective::Undecided);
        assert_eq!(cube(i128::MAX, i128::MAX - 1, 3), Injective::Undecided);
        assert_eq!(decided(&[]), Injective::Yes);
        let unknown = [(Exact(None), Exact::int(1))];
        assert_eq!(injective(&unknown), Injective::Undecided);
    }

    #[test]
    fn constants_are_decided_within_the_steps_of_rustc() {
        const CUBE: Injective = {
            const EXTENT: Exact = Exact::int(1 << 20);
            let stride = [(1 << 40) - 7, (1 << 39) + 9, (1 << 39) - 31];
            injective(&[
                (EXTENT, Exact::int(stride[0])),
                (EXTENT, Exact::int(stride[1])),
                (EXTENT, Exact::int(stride[2])),
            ])
        };
        assert_eq!(CUBE, Injective::Undecided);
    }
}
