//! A 1-D coordinate that is split over the leaves of a geometry of run-time numbers.
//!
//! Leaf `k` of a chain of leaves has the digit `qₖ mod Sₖ` of the quotient `qₖ`, with
//! `qₖ₊₁ = ⌊qₖ/Sₖ⌋`. The last leaf takes what is left. A digit flows (`layout-core/src/digit.rs`):
//! a leaf adds its quotient times `Dₖ − Sₖ₋₁·Dₖ₋₁`, the *flow* of the leaf, which is
//! computed where the layout is made: one multiplication for each leaf, and no remainder.
//! All arithmetic is modulo the power of two of the word, where the sum is the offset.
//!
//! A digit of a power of two that is known at compile time is masked instead, where the next
//! stride is known too: there, strides are cheaper factors than flows.

use crate::number::word::Word;
use crate::number::{AnyExtent, AnyStride};

/// A 1-D coordinate on its way over the leaves.
#[derive(Clone, Copy, Debug)]
pub struct Split<W> {
    /// The quotient that is left for the next leaf.
    quotient: W,
    /// The sum of the leaves before.
    offset: W,
    /// The factor that the next quotient takes back for the leaf before, `S·D`, where that is known at compile
    /// time; 0 if that took no more than its digit.
    back: W,
    /// True if that factor is part of the stored flow alone.
    is_stored: bool,
}

impl<W: Word> Split<W> {
    /// A coordinate of which nothing is split yet.
    #[inline(always)]
    pub(crate) fn new(coordinate: W) -> Self {
        Split { quotient: coordinate, offset: W::ZERO, back: W::ZERO, is_stored: false }
    }

    /// The quotient that is left for the next leaf.
    #[inline(always)]
    pub(crate) fn left(self) -> W {
        self.quotient
    }

    /// The digit of a leaf that is not the last, which leaves `quotient`.
    /// `next_is_fixed` says that the stride of the next leaf is known at compile time.
    #[inline(always)]
    pub(crate) fn digit<E: AnyExtent, D: AnyStride>(
        self,
        quotient: W,
        stride: D,
        flow: W::Stride,
        next_is_fixed: bool,
    ) -> Self {
        // Coordinate 0 adds nothing, and flows are stored accordingly.
        if const { matches!(E::FIXED, Some(1)) } {
            return self;
        }
        #[allow(clippy::collapsible_if)]
        if const { is_power_of_two::<E>() } {
            if next_is_fixed & !self.is_stored & (self.back == W::ZERO) {
                let digit = self.quotient.and(W::of(const { mask::<E>() }));
                let offset = self.plus(digit, stride.step());
                return Split { quotient, offset, back: W::ZERO, is_stored: false };
            }
        }
        Split {
            quotient,
            offset: self.rest(stride, flow),
            back: W::of(const { back::<E, D>().1 as usize }),
            is_stored: const { !back::<E, D>().0 },
        }
    }

    /// The offset, where the last leaf takes what is left.
    #[inline(always)]
    pub(crate) fn rest<D: AnyStride>(self, stride: D, flow: W::Stride) -> W {
        let stride = stride.step::<W>();
        let factor = if self.is_stored {
            flow.step()
        } else if const { D::FIXED.is_some() } {
            stride.minus(self.back)
        } else if self.back == W::ZERO {
            stride
        } else {
            flow.step()
        };
        self.plus(self.quotient, factor)
    }

    #[inline(always)]
    fn plus(self, digit: W, factor: W) -> W {
        self.offset.plus(digit.times(factor))
    }
}

const fn is_power_of_two<E: AnyExtent>() -> bool {
    match E::FIXED {
        Some(extent) => extent.is_power_of_two(),
        None => false,
    }
}

const fn mask<E: AnyExtent>() -> usize {
    match E::FIXED {
        Some(extent) => extent - 1,
        None => 0,
    }
}

/// The factor that the next quotient takes back, after true if it is known at compile time.
const fn back<E: AnyExtent, D: AnyStride>() -> (bool, isize) {
    match (E::FIXED, D::FIXED) {
        (_, Some(0)) => (true, 0),
        (Some(extent), Some(stride)) => (true, (extent as isize).wrapping_mul(stride)),
        _ => (false, 0),
    }
}

/// The flows of leaves, one after the other.
#[derive(Clone, Copy, Debug)]
pub struct Flowing<W> {
    back: W,
}

impl<W: Word> Flowing<W> {
    #[inline]
    pub(crate) fn start() -> Self {
        Flowing { back: W::ZERO }
    }

    /// The flow of the next leaf.
    #[inline]
    pub(crate) fn next(&mut self, extent: W, stride: W, is_one: bool) -> W::Stride {
        let flow = stride.minus(self.back);
        if !is_one {
            self.back = extent.times(stride);
        }
        W::stride(flow.wide() as isize)
    }
}
