//! How the digit of a leaf is computed where a 1-D coordinate is split without a plan.
//!
//! Let `q` be what a coordinate leaves for a leaf `S:D` and those after it. The leaf adds `D` times
//! its digit `q mod S`, and leaves `⌊q/S⌋` for the next. The digit of a power of two is *masked*,
//! `(q & (S−1))·D`, or it *flows*: as `q mod S = q − S·⌊q/S⌋`, the leaf adds `D·q`, and the next
//! quotient takes [`back`] `S·D` of its own. So no remainder is computed, and a leaf after one that
//! flowed adds its quotient times `Dₖ − Sₖ₋₁·Dₖ₋₁`, the *flow* of the leaf.

use crate::factor_weight;

/// What was done with the digit before another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum After {
    /// There was none.
    Nothing,
    /// It was masked.
    Masked,
    /// It flowed.
    Flowed,
}

/// What the next quotient takes back for the digit of a leaf that flowed, modulo 2⁶⁴.
#[must_use]
pub const fn back(extent: i64, stride: i64) -> i64 {
    stride.wrapping_mul(extent)
}

/// The factor of the quotient after the digit of a leaf that flows: `next`, what all of it is
/// multiplied by otherwise, or 0 where that is in parts, less what it takes back.
#[must_use]
pub const fn flow(extent: i64, stride: i64, next: Option<i64>) -> i64 {
    let next = match next {
        Some(next) => next,
        None => 0,
    };
    next.wrapping_sub(back(extent, stride))
}

/// Whether the digit of a leaf `2ᵏ:stride` flows rather than is masked, given the factor of the
/// quotient after it, if all of that is multiplied.
///
/// It flows where that makes the cheaper factors, and where the next digit would flow anyway.
/// After a digit that flowed, a masked one costs a term more: what is taken back. After a masked
/// one, digits that move to bits of their own are masked too, since one mask may do for several.
#[must_use]
pub const fn flows(extent: i64, stride: i64, next: Option<i64>, after: After) -> bool {
    let flow = flow(extent, stride, next);
    let (masked, flowing) = match next {
        None => (2, 3 + factor_weight(flow)),
        Some(next) if matches!(after, After::Masked) && next > 0 && next & (next - 1) == 0 => {
            return false;
        }
        Some(next) => (2 + least(next, extent), least(flow, extent)),
    };
    let masked = masked + if matches!(after, After::Flowed) { 5 } else { 0 };
    // As many operations where only the mask is in question.
    flowing < masked || flowing == masked && masked > 2
}

/// Whether a factor is cheaper at what a mask leaves of `q` in its place, where it is divided by
/// `2ᵏ`, than at the quotient `q >> k`.
#[must_use]
pub const fn is_cheaper_in_place(factor: i64, extent: i64) -> bool {
    factor % extent == 0 && factor_weight(factor / extent) < factor_weight(factor)
}

/// The weight of a factor of the quotient, after a shift or a mask.
const fn least(factor: i64, extent: i64) -> u32 {
    factor_weight(if is_cheaper_in_place(factor, extent) { factor / extent } else { factor })
}

#[cfg(test)]
mod tests {
    use super::*;

    const TIMES: [i64; 14] = [0, 1, 2, 3, 4, 5, 7, 16, 19, 60, 64, -1, -4, 1 << 40];

    /// The weights of both ways as sums of their operations, by the table of the factors: a shift
    /// or a mask 2, an addition 2, another copy of the quotient 1.
    #[test]
    fn the_cheaper_way_is_taken() {
        let mut ways = [0; 2];
        for (extent, stride) in [2, 4, 8, 32].into_iter().flat_map(|s| TIMES.map(|d| (s, d))) {
            let times = |factor: i64| {
                let in_place = factor % extent == 0 && factor != 0;
                let place = if in_place { factor_weight(factor / extent) } else { u32::MAX };
                factor_weight(factor).min(place)
            };
            for next in TIMES {
                let flow = flow(extent, stride, Some(next));
                let (mask, taken_back) = (2, 5);
                for (after, more) in [(After::Nothing, 0), (After::Flowed, taken_back)] {
                    let (masked, flowing) = (mask + more + times(next), times(flow));
                    let is_tie = masked == flowing;
                    let expected = flowing < masked || is_tie && masked > mask;
                    assert_eq!(flows(extent, stride, Some(next), after), expected);
                    ways[usize::from(expected)] += 1;
                }
            }
            assert!(!flows(extent, stride, Some(8), After::Masked));
        }
        assert!(ways[0] > 100 && ways[1] > 100, "{ways:?}");
    }

    /// `D·(q mod S) = D·q − S·D·⌊q/S⌋`
    #[test]
    fn what_flows_is_taken_back() {
        for (extent, stride) in [(4i64, 3i64), (5, -7), (32, 1 << 60)] {
            for q in 0..200i64 {
                let digit = stride.wrapping_mul(q % extent);
                let flows = stride.wrapping_mul(q);
                let taken = back(extent, stride).wrapping_mul(q / extent);
                assert_eq!(flows.wrapping_sub(taken), digit);
            }
        }
    }
}
