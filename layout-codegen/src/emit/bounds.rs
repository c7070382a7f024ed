//! Bounds as types of the runtime crate.

use layout_algebra::bounds::{Bound, Bounds};
use layout_algebra::{HTuple, Int};
use proc_macro2::TokenStream;
use quote::quote;

use crate::plan::SymbolicLeaf;

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

/// The leaves of the coordinate, nested like its shape.
pub(super) fn leaves(bound: &Bound) -> HTuple<SymbolicLeaf> {
    let leaves = bound.coordinate().leaves().into_iter();
    let mut leaves = leaves.map(|(extent, stride)| SymbolicLeaf {
        extent: extent.clone(),
        stride: stride.scale().clone(),
    });
    let unit = || SymbolicLeaf { extent: Int::ONE, stride: Int::ZERO };
    bound.coordinate().shape().map(&mut |_| leaves.next().unwrap_or_else(unit))
}
