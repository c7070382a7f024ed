//! Bounds as types of the runtime crate.

use layout_algebra::bounds::{Bound, Bounds};
use proc_macro2::TokenStream;
use quote::quote;

/// `$crate::bounds::Within<coordinate, extent, rest>`, by how a bound spells the first two.
pub(super) fn bounds_type(
    krate: &TokenStream,
    bounds: &Bounds,
    mut bound: impl FnMut(&Bound) -> (TokenStream, TokenStream),
) -> TokenStream {
    let Bounds::Within(within) = bounds else { return quote! { #krate::bounds::Unknown } };
    within.iter().rev().fold(quote! { #krate::bounds::Everywhere }, |rest, next| {
        let (coordinate, extent) = bound(next);
        quote! { #krate::bounds::Within<#coordinate, #extent, #rest> }
    })
}
