//! The computation of the digit of a leaf, where a 1-D coordinate is split without a plan.
//!
//! Let `q` be what a coordinate leaves for a leaf `S:D` and those after it. The leaf adds `D` times
//! its digit `q mod S`, and leaves `⌊q/S⌋` for the next. The digit of a power of two is *masked*,
//! `(q & (S−1))·D`, or it *flows*: as `q mod S = q − S·⌊q/S⌋`, the leaf adds `D·q`, and the next
//! quotient takes `S·D` of its own back. So no remainder is computed, and a leaf after one that
//! flowed adds its quotient times `Dₖ − Sₖ₋₁·Dₖ₋₁`, the *flow* of the leaf.

use crate::factor_weight;

/// The treatment of the digit before another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PreviousDigit {
    /// The first digit: none before it.
    None,
    /// The digit before was masked.
    Masked,
    /// The digit before flowed.
    Flowed,
}

/// The computation of the digit of a leaf `2ᵏ:stride`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Digit {
    /// The digit is masked.
    Masked,
    /// The digit flows.
    Flows,
    /// The digit flows, and the factor of the next quotient is cheaper where `2ᵏ` divides it and a
    /// mask takes the place of the shift.
    FlowsInPlace,
}

impl Digit {
    /// The cheaper way, given the factor of the quotient after the digit, if all of that is
    /// multiplied.
    ///
    /// A digit flows where that makes the cheaper factors, and where the next would flow anyway.
    /// After a digit that flowed, a masked one costs a term more: what is taken back. After a
    /// masked one, digits that move to bits of their own are masked too, since one mask may do for
    /// several.
    #[must_use]
    pub const fn choose(
        extent: i64,
        stride: i64,
        next: Option<i64>,
        previous: PreviousDigit,
    ) -> Self {
        let taken_back = stride.wrapping_mul(extent);
        let (masked, flow, joined) = match next {
            None => (2, taken_back.wrapping_neg(), 3),
            Some(next) => {
                if matches!(previous, PreviousDigit::Masked) && next > 0 && next & (next - 1) == 0 {
                    return Digit::Masked;
                }
                let (shifted, in_place) = weights(next, extent);
                let least = if in_place < shifted { in_place } else { shifted };
                (2 + least, next.wrapping_sub(taken_back), 0)
            }
        };
        let masked = if matches!(previous, PreviousDigit::Flowed) { masked + 5 } else { masked };
        let (shifted, in_place) = weights(flow, extent);
        // A multiplication that is joined to more than one factor is not in place.
        let is_in_place = in_place < shifted && joined == 0;
        let flowing = joined + if is_in_place { in_place } else { shifted };
        // As many operations where only the mask is in question.
        if flowing > masked || flowing == masked && masked == 2 {
            Digit::Masked
        } else if is_in_place {
            Digit::FlowsInPlace
        } else {
            Digit::Flows
        }
    }
}

/// The weights of a factor of the quotient: after a shift, and of what a mask leaves in its place,
/// where that is possible.
const fn weights(factor: i64, extent: i64) -> (u32, u32) {
    let shifted = factor_weight(factor);
    (shifted, if factor % extent == 0 { factor_weight(factor / extent) } else { shifted })
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
                let flow = next - stride * extent;
                let (mask, taken_back) = (2, 5);
                for (after, more) in [(PreviousDigit::None, 0), (PreviousDigit::Flowed, taken_back)]
                {
                    let (masked, flowing) = (mask + more + times(next), times(flow));
                    let is_tie = masked == flowing;
                    let expected = flowing < masked || is_tie && masked > mask;
                    let digit = Digit::choose(extent, stride, Some(next), after);
                    assert_eq!(digit != Digit::Masked, expected);
                    ways[usize::from(expected)] += 1;
                }
            }
            assert_eq!(
                Digit::choose(extent, stride, Some(8), PreviousDigit::Masked),
                Digit::Masked
            );
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
                let taken = stride.wrapping_mul(extent).wrapping_mul(q / extent);
                assert_eq!(flows.wrapping_sub(taken), digit);
            }
        }
    }
}
