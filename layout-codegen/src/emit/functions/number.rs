//! `Number`: the types of coordinates and offsets, and the functions named for them.

use proc_macro2::{Literal, TokenStream};
use quote::quote;

use crate::arithmetic::Word;
use crate::plan::function_names;
use crate::primitive::{Isize, U32, Usize};

/// What a function computes in.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Number {
    Usize,
    Isize,
    U32,
}

impl Number {
    /// The names of the functions.
    pub(super) fn names(self) -> [&'static str; 3] {
        match self {
            Number::Usize | Number::Isize => function_names(self == Number::Isize),
            Number::U32 => ["index_u32", "at_u32", "at_flat_u32"],
        }
    }

    /// The type of coordinates.
    pub(super) fn coordinate(self) -> TokenStream {
        match self {
            Number::Usize | Number::Isize => quote! { #Usize },
            Number::U32 => quote! { #U32 },
        }
    }

    /// The type of offsets.
    pub(super) fn offset(self) -> TokenStream {
        match self {
            Number::Isize => quote! { #Isize },
            number => number.coordinate(),
        }
    }

    /// What is computed in.
    pub(super) fn word(self) -> Word {
        let bits = if self == Number::U32 { u32::BITS } else { u64::BITS };
        Word { bits, is_signed: self == Number::Isize }
    }

    /// A number of offsets, with its type.
    pub(super) fn literal(self, number: u64) -> TokenStream {
        let (number, of) = (Literal::u64_unsuffixed(number), self.offset());
        quote! { (#number as #of) }
    }
}
