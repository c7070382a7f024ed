//! Rust's own types in expansions, by paths that no type of a user's can meet.
//!
//! In a repetition of `quote!`, which binds what it repeats, the path is written out.

use proc_macro2::TokenStream;
use quote::{ToTokens, quote};

macro_rules! primitives {
    ($($name:ident $primitive:ident,)*) => {$(
        #[doc = concat!("`::core::primitive::", stringify!($primitive), "`")]
        pub(crate) struct $name;

        impl ToTokens for $name {
            fn to_tokens(&self, tokens: &mut TokenStream) {
                tokens.extend(quote! { ::core::primitive::$primitive });
            }
        }
    )*};
}
primitives! { Isize isize, Str str, Usize usize, }
