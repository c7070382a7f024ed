//! A 1-D coordinate that is split over modes.
//!
//! Leaf `k` of a chain of leaves has the digit `qₖ mod Sₖ` of the quotient `qₖ`, with
//! `qₖ₊₁ = ⌊qₖ/Sₖ⌋`. The last leaf takes what is left. A digit flows:
//! `D·(q mod S) = D·q − S·D·⌊q/S⌋`, whose second part is a multiple of the next quotient.
//! So a leaf adds its quotient times `Dₖ − Sₖ₋₁·Dₖ₋₁`, the *flow* of the leaf, which is
//! computed where the layout is made: one multiplication for each leaf, and no remainder.
//! All arithmetic is modulo 2⁶⁴, or 2³², where the sum is the offset.
//!
//! A digit of a power of two that the compiler knows is masked instead, where it knows
//! the next stride too: there, strides are cheaper factors than flows.

use super::number::{AnyExtent, AnyStride};

/// Defines the split for one type of coordinate and of offset.
macro_rules! split {
    ($(#[$doc:meta])* $name:ident: $coordinate:ty => $offset:ty) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug)]
        pub struct $name {
            /// What is left for the next leaf.
            quotient: $coordinate,
            /// What the leaves before add.
            offset: $offset,
            /// What the next quotient takes back for the leaf before, `S·D`, where the
            /// compiler knows it; 0 if that took no more than its digit.
            back: $offset,
            /// Whether it is part of the stored flow alone.
            is_stored: bool,
        }

        impl $name {
            /// A coordinate of which nothing is split yet.
            #[inline(always)]
            pub(crate) fn new(coordinate: $coordinate) -> Self {
                $name { quotient: coordinate, offset: 0, back: 0, is_stored: false }
            }

            /// What is left for the next leaf.
            #[inline(always)]
            pub(super) fn left(self) -> $coordinate {
                self.quotient
            }

            /// The digit of a leaf that is not the last, which leaves `quotient`.
            /// `next_is_fixed` says that the compiler knows the stride of the next leaf.
            #[inline(always)]
            pub(super) fn digit<E: AnyExtent, D: AnyStride>(
                self,
                quotient: $coordinate,
                stride: $offset,
                flow: $offset,
                next_is_fixed: bool,
            ) -> Self {
                // Coordinate 0 adds nothing, and flows are stored accordingly.
                if const { matches!(E::FIXED, Some(1)) } {
                    return self;
                }
                if const { is_power_of_two::<E>() } {
                    if next_is_fixed & !self.is_stored & (self.back == 0) {
                        let digit = self.quotient & const { mask::<E>() as $coordinate };
                        let offset = self.plus(digit, stride);
                        return $name { quotient, offset, back: 0, is_stored: false };
                    }
                }
                $name {
                    quotient,
                    offset: self.rest::<D>(stride, flow),
                    back: const { back::<E, D>().1 as $offset },
                    is_stored: const { !back::<E, D>().0 },
                }
            }

            /// The offset, where the last leaf takes what is left.
            #[inline(always)]
            pub(super) fn rest<D: AnyStride>(self, stride: $offset, flow: $offset) -> $offset {
                let factor = if self.is_stored {
                    flow
                } else if const { D::FIXED.is_some() } {
                    stride.wrapping_sub(self.back)
                } else if self.back == 0 {
                    stride
                } else {
                    flow
                };
                self.plus(self.quotient, factor)
            }

            #[inline(always)]
            fn plus(self, digit: $coordinate, factor: $offset) -> $offset {
                self.offset.wrapping_add((digit as $offset).wrapping_mul(factor))
            }
        }
    };
}

split! {
    /// A coordinate that is partly split.
    Split: usize => isize
}

split! {
    /// [`Split`] in 32 bits.
    SplitU32: u32 => u32
}

const fn is_power_of_two<E: AnyExtent>() -> bool {
    match E::FIXED {
        Some(extent) => extent.is_power_of_two(),
        None => false,
    }
}

/// What is left of a coordinate where an extent is a power of two.
const fn mask<E: AnyExtent>() -> usize {
    match E::FIXED {
        Some(extent) => extent - 1,
        None => 0,
    }
}

/// What the leaf after one takes back, and whether the compiler knows it.
const fn back<E: AnyExtent, D: AnyStride>() -> (bool, isize) {
    match (E::FIXED, D::FIXED) {
        (_, Some(0)) => (true, 0),
        (Some(extent), Some(stride)) => (true, (extent as isize).wrapping_mul(stride)),
        _ => (false, 0),
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

    /// The flow of the next leaf. An extent that the compiler knows to be 1 takes nothing.
    #[inline]
    pub(super) fn next(&mut self, extent: usize, stride: isize, is_one: bool) -> isize {
        let flow = stride.wrapping_sub(self.back);
        if !is_one {
            self.back = (extent as isize).wrapping_mul(stride);
        }
        flow
    }
}
