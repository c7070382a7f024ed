//! Rust that several items have in common: variables, documentation, implementations.

use std::fmt;

use layout_algebra::bounds::Bounds;
use proc_macro2::{Ident, Literal, Span, TokenStream};
use quote::{format_ident, quote};

use crate::definition;

/// The largest layout whose table is drawn in its documentation.
pub(super) const MAX_TABLE: u64 = 256;

/// A variable. A pattern of the name of a constant would mean the constant: what a user may
/// have called one is no name here.
pub(super) fn local(name: impl fmt::Display) -> Ident {
    format_ident!("{PREFIX}{}", name.to_string(), span = Span::mixed_site())
}

/// The prefix of the names of variables.
pub(super) const PREFIX: &str = "__layout_";

/// The tokens of text that is written here, which is Rust. In a macro rustc reads it: proc-macro2
/// would first read it itself, to no end here, and Cargo does not optimise it.
pub(super) fn tokens(text: &str) -> TokenStream {
    let tokens = match proc_macro::is_available() {
        true => text.parse::<proc_macro::TokenStream>().ok().map(TokenStream::from),
        false => text.parse().ok(),
    };
    tokens.unwrap_or_else(|| quote! { ::core::compile_error! { "no tokens" } })
}

/// A number, with its sign.
pub(super) fn signed(value: i128) -> TokenStream {
    let magnitude = Literal::u128_unsuffixed(value.unsigned_abs());
    if value < 0 {
        quote! { -#magnitude }
    } else {
        quote! { #magnitude }
    }
}

/// Implementations whose functions have parameters of plain names, as documentation shows
/// them: `i`, `c0`, `coordinate`. Functions of these names are imported around them, which
/// hide a user's constants and, unlike these, may be hidden by a parameter.
pub(super) fn with_parameters(krate: &TokenStream, implementations: &TokenStream) -> TokenStream {
    quote! {
        const _: () = {
            #[allow(unused_imports)]
            use #krate::__private::parameters::*;
            #implementations
        };
    }
}

/// The inherent `impl` of a type with these items.
pub(super) fn own(name: &TokenStream, items: &TokenStream) -> TokenStream {
    quote! {
        #[allow(dead_code, unreachable_pub, clippy::all, clippy::pedantic)]
        impl #name { #items }
    }
}

/// The notation and the table, each line with the leading space that a doc comment has.
pub(super) fn documentation(notation: &str, bounds: &Bounds, table: Option<String>) -> String {
    let layout = format!(" The layout `{notation}`.");
    let Some(table) = table else { return layout };
    let lines: String = table.lines().map(|line| format!(" {}\n", line.trim_end())).collect();
    let is_padded = !matches!(bounds.within(), None | Some([]));
    let padding = if is_padded { "\n\n `·` is padding." } else { "" };
    format!("{layout}\n\n ```text\n{lines} ```{padding}")
}

/// The picture in the documentation, which is drawn only where that is built.
pub(super) fn picture(krate: &TokenStream, notation: &str, bounds: &Bounds) -> TokenStream {
    if !cfg!(feature = "pictures") {
        return TokenStream::new();
    }
    let encoded = definition::notation(notation, bounds);
    quote! { #[cfg_attr(doc, doc = #krate::__private::picture!(#encoded))] }
}

/// `Clone` and `Copy` of a unit struct.
pub(super) fn copies(name: &Ident) -> TokenStream {
    tokens(&format!(
        "#[automatically_derived]
        impl ::core::clone::Clone for {name} {{
            #[inline]
            fn clone(&self) -> Self {{ *self }}
        }}
        #[automatically_derived]
        impl ::core::marker::Copy for {name} {{}}"
    ))
}
