//! `Operand`: how the tokens of an index function are put together.
//!
//! Nothing panics, whatever the coordinate: sums and products wrap, and no overflow
//! is checked where none can be.

use proc_macro2::{Literal, TokenStream};
use quote::quote;

use crate::plan::Join;

/// An expression, and what joining it to others must know of it.
#[derive(Clone)]
pub(super) struct Operand {
    tokens: TokenStream,
    /// Whether an operator binds weaker than a method call.
    binary: bool,
    /// Whether the negative of the tokens is meant.
    negative: bool,
    /// The bits that may be set.
    bits: u64,
}

impl Operand {
    /// What a method can be called on.
    pub(super) fn atom(tokens: TokenStream) -> Self {
        Operand { tokens, binary: false, negative: false, bits: u64::MAX }
    }

    /// What needs parentheses for that.
    pub(super) fn binary(tokens: TokenStream) -> Self {
        Operand { binary: true, ..Operand::atom(tokens) }
    }

    /// The operand, of which no other bits may be set.
    pub(super) fn with_bits(self, bits: u64) -> Self {
        Operand { bits, ..self }
    }

    /// The operand, which is not negative, shifted to the right.
    pub(super) fn shifted(self, shift: u32) -> Self {
        if shift == 0 {
            return self;
        }
        let (bits, receiver) = (self.bits >> shift, self.receiver());
        let shift = Literal::u32_unsuffixed(shift);
        Operand::binary(quote! { #receiver >> #shift }).with_bits(bits)
    }

    /// Some bits of the operand, which is not negative.
    pub(super) fn masked(self, mask: u64) -> Self {
        let (bits, receiver) = (self.bits & mask, self.receiver());
        let mask = Literal::u64_unsuffixed(mask);
        Operand::binary(quote! { #receiver & #mask }).with_bits(bits)
    }

    /// The operand, which is not negative, in another type that has its value.
    pub(super) fn cast(self, number: &TokenStream) -> Self {
        let (bits, receiver) = (self.bits, self.receiver());
        Operand::binary(quote! { #receiver as #number }).with_bits(bits)
    }

    /// The operand times a factor, or the negative of that.
    pub(super) fn times(self, times: u64, minus: bool) -> Self {
        let negative = self.negative != minus;
        if times == 1 {
            return Operand { negative, ..self };
        }
        let (bits, receiver) = (self.bits, self.receiver());
        let product = if times.is_power_of_two() {
            let by = times.trailing_zeros();
            let shift = Literal::u32_unsuffixed(by);
            Operand::binary(quote! { #receiver << #shift }).with_bits(bits << by)
        } else {
            let times = Literal::u64_unsuffixed(times);
            Operand::atom(quote! { #receiver.wrapping_mul(#times) })
        };
        Operand { negative, ..product }
    }

    /// Two operands, joined.
    pub(super) fn joined(self, join: Join, other: Operand) -> Self {
        let bits = self.bits | other.bits;
        if join == Join::Xor {
            let (a, b) = (self.receiver(), other.receiver());
            return Operand::binary(quote! { #a ^ #b }).with_bits(bits);
        }
        if !self.negative && !other.negative && self.bits & other.bits == 0 {
            // What cannot carry is the same instruction optimised, and less than a call if not.
            let (a, b) = (self.receiver(), other.receiver());
            return Operand::binary(quote! { #a | #b }).with_bits(bits);
        }
        let (negative, differ) = (self.negative && other.negative, self.negative != other.negative);
        let (a, b) = if differ && self.negative { (other, self) } else { (self, other) };
        let (a, b) = (a.receiver(), b.tokens);
        let tokens = if differ {
            quote! { #a.wrapping_sub(#b) }
        } else {
            quote! { #a.wrapping_add(#b) }
        };
        Operand { negative, ..Operand::atom(tokens) }
    }

    /// The operand on its own, with its sign.
    pub(super) fn value(self) -> TokenStream {
        if !self.negative {
            return self.tokens;
        }
        let receiver = self.receiver();
        quote! { #receiver.wrapping_neg() }
    }

    /// The operand where a method is called on it, or beside an operator; its sign is left
    /// out.
    pub(super) fn receiver(self) -> TokenStream {
        let tokens = self.tokens;
        if self.binary {
            quote! { (#tokens) }
        } else {
            tokens
        }
    }

    /// Whether no operator is outside of its parentheses.
    pub(super) fn is_atom(&self) -> bool {
        !self.binary
    }
}
