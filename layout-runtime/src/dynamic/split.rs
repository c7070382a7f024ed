//! A 1-D coordinate that is split over modes.
//!
//! Leaf `k` of a chain of leaves has the digit `qₖ mod Sₖ` of the quotient `qₖ`, with
//! `qₖ₊₁ = ⌊qₖ/Sₖ⌋`. The last leaf takes what is left. A digit flows:
//! `D·(q mod S) = D·q − S·D·⌊q/S⌋`, whose second part is a multiple of the next quotient.
//! So a leaf adds its quotient times `Dₖ − Sₖ₋₁·Dₖ₋₁`, the *flow* of the leaf, which is
//! computed where the layout is made: one multiplication for each leaf, and no remainder.
//! All arithmetic is modulo 2⁶⁴, where the sum is the offset.
//!
//! A digit of a power of two that the compiler knows is masked instead, where it knows
//! the next stride too: there, strides are cheaper factors than flows.

use super::number::{AnyExtent, AnyStride};

/// A coordinate that is partly split.
#[derive(Clone, Copy, Debug)]
pub struct Split {
    /// What is left for the next leaf.
    quotient: usize,
    /// What the leaves before add.
    offset: isize,
    back: Back,
}

/// What the next quotient takes back for the leaf before, `S·D`.
#[derive(Clone, Copy, Debug)]
enum Back {
    /// Nothing: there is no leaf before, or it took no more than its digit.
    Nothing,
    /// A number that the compiler knows.
    Known(isize),
    /// What is part of the stored flow.
    Stored,
}

impl Split {
    /// A coordinate of which nothing is split yet.
    #[inline(always)]
    pub(crate) fn new(coordinate: usize) -> Self {
        Split { quotient: coordinate, offset: 0, back: Back::Nothing }
    }

    /// The digit of a leaf that is not the last. `next_is_fixed` says that the compiler
    /// knows the stride of the next leaf.
    #[inline(always)]
    pub(super) fn digit<E: AnyExtent, D: AnyStride>(
        self,
        extent: E,
        stride: D,
        flow: isize,
        next_is_fixed: bool,
    ) -> Self {
        // Coordinate 0 adds nothing, and flows are stored accordingly.
        if const { matches!(E::FIXED, Some(1)) } {
            return self;
        }
        let quotient = extent.quotient(self.quotient);
        if const { is_power_of_two::<E>() } && next_is_fixed && matches!(self.back, Back::Nothing) {
            let digit = self.quotient & (extent.extent() - 1);
            let offset = add(self.offset, digit, stride.stride());
            return Split { quotient, offset, back: Back::Nothing };
        }
        let back = match const { (E::FIXED, D::FIXED) } {
            (_, Some(0)) => Back::Nothing,
            (Some(extent), Some(stride)) => Back::Known((extent as isize).wrapping_mul(stride)),
            _ => Back::Stored,
        };
        Split { quotient, offset: self.rest(stride, flow), back }
    }

    /// The offset, where the last leaf takes what is left.
    #[inline(always)]
    pub(super) fn rest<D: AnyStride>(self, stride: D, flow: isize) -> isize {
        let factor = match (self.back, const { D::FIXED }) {
            (Back::Nothing, _) => stride.stride(),
            (Back::Known(back), Some(stride)) => stride.wrapping_sub(back),
            _ => flow,
        };
        add(self.offset, self.quotient, factor)
    }
}

#[inline(always)]
fn add(offset: isize, digit: usize, factor: isize) -> isize {
    offset.wrapping_add((digit as isize).wrapping_mul(factor))
}

const fn is_power_of_two<E: AnyExtent>() -> bool {
    match E::FIXED {
        Some(extent) => extent.is_power_of_two(),
        None => false,
    }
}

/// The flows of the leaves of a layout, one after the other.
#[derive(Clone, Copy, Debug)]
pub struct Flowing {
    /// What the next leaf takes back.
    back: isize,
}

impl Flowing {
    #[inline]
    pub(super) fn start() -> Self {
        Flowing { back: 0 }
    }

    /// The flow of the next leaf.
    #[inline]
    pub(super) fn next<E: AnyExtent, D: AnyStride>(&mut self, extent: E, stride: D) -> isize {
        let flow = stride.stride().wrapping_sub(self.back);
        if const { !matches!(E::FIXED, Some(1)) } {
            self.back = (extent.extent() as isize).wrapping_mul(stride.stride());
        }
        flow
    }
}
