//! Bounds as types of the runtime crate.

use layout_algebra::bounds::{Bound, Bounds};
use proc_macro2::TokenStream;
use quote::quote;

/// `$crate::bounds::Within<coordinate, extent, rest>`, by how a bound spells the first two.
pub(super) fn bounds_type(
    krate: &TokenStream,
    bounds: &Bounds,
    bound: &mut dyn FnMut(&Bound) -> (TokenStream, TokenStream),
) -> TokenStream {
    let Bounds::Within(within) = bounds else { return quote! { #krate::bounds::Unknown } };
    let mut all = quote! { #krate::bounds::Everywhere };
    for next in within.iter().rev() {
        let (coordinate, extent) = bound(next);
        all = quote! { #krate::bounds::Within<#coordinate, #extent, #all> };
    }
    all
}
