//! Layouts over a basis: a struct of their own, named or not, whose functions answer
//! tuples.

use proc_macro2::{Ident, Literal, Span, TokenStream};
use quote::quote;

use super::functions::basis_functions;
use super::nested;
use super::rust::{MAX_TABLE, copies, documentation, local, own, picture, with_parameters};
use super::{derived, types};
use crate::plan::{BasisPlan, Plan};
use crate::primitive::{Isize, Str, Usize};

/// A value of a struct that has no name outside.
pub(super) fn expression(krate: &TokenStream, plan: &BasisPlan) -> TokenStream {
    let name = Ident::new("OverBasis", Span::mixed_site());
    let (item, f) = (structure(krate, &TokenStream::new(), &name, plan), local("f"));
    quote! {
        {
            #item
            #[automatically_derived]
            impl ::core::fmt::Debug for #name {
                fn fmt(&self, #f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                    #f.pad(Self::NOTATION)
                }
            }
            #name
        }
    }
}

/// A unit struct `name`, with its functions and constants.
pub(super) fn item(
    krate: &TokenStream,
    attrs: &TokenStream,
    vis: &TokenStream,
    name: &Ident,
    plan: &BasisPlan,
) -> TokenStream {
    let doc = documentation(&plan.notation, &plan.bounds, plan.table(MAX_TABLE));
    let picture = picture(krate, &plan.notation, &plan.bounds);
    let before = quote! {
        #attrs
        #[doc = ""]
        #[doc = #doc]
        #picture
        #vis
    };
    let item = structure(krate, &before, name, plan);
    let formats = derived::formats_of(attrs, name, &plan.notation);
    quote! { #item #formats }
}

fn structure(
    krate: &TokenStream,
    before: &TokenStream,
    name: &Ident,
    plan: &BasisPlan,
) -> TokenStream {
    let (constants, functions) = (constants(plan), basis_functions(plan));
    let (coordinates, copies) = (coordinates(krate, plan), copies(name));
    let own_name = quote! { #name };
    let functions = own(&own_name, &quote! { #functions #coordinates });
    let (constants, functions) = (own(&own_name, &constants), with_parameters(krate, &functions));
    quote! {
        #before struct #name;
        #constants
        #functions
        #copies
    }
}

fn constants(plan: &BasisPlan) -> TokenStream {
    let notation = &plan.notation;
    let [rank, depth] = [plan.rank, plan.depth].map(Literal::usize_unsuffixed);
    let size = Literal::u64_unsuffixed(plan.size);
    let count = Literal::usize_unsuffixed(plan.extents.len());
    let shape = plan.extents.iter().copied().map(Literal::u64_unsuffixed);
    let coshape = nested(&plan.parts, &mut |part| {
        let cosize = Literal::u64_unsuffixed(part.cosize);
        quote! { #cosize }
    });
    let numbers = nested(&plan.parts, &mut |_| quote! { #Usize });
    quote! {
        /// The number of modes.
        pub const RANK: #Usize = #rank;
        /// The levels of nesting.
        pub const DEPTH: #Usize = #depth;
        /// The number of coordinates.
        pub const SIZE: #Usize = #size;
        /// The extents of the leaves.
        pub const SHAPE: [#Usize; #count] = [#(#shape),*];
        /// For each number of a value, how many there are from the smallest to the largest.
        pub const COSHAPE: #numbers = #coshape;
        /// The layout in CuTe's notation.
        pub const NOTATION: &'static #Str = #notation;
    }
}

/// The functions of coordinates of any nesting, and the size.
fn coordinates(krate: &TokenStream, plan: &BasisPlan) -> TokenStream {
    let (name, number) = match plan.is_signed() {
        false => (quote! { crd2idx }, quote! { #Usize }),
        true => (quote! { crd2offset }, quote! { #Isize }),
    };
    let profile = |part: &Plan| types::profile(krate, part);
    let takes = plan.parts.leaves().into_iter().map(profile);
    let result = nested(&plan.parts, &mut |_| number.clone());
    let value = nested(&plan.parts, &mut |part| {
        let profile = profile(part);
        quote! { #krate::Coordinate::<#profile>::known(coordinate) as #number }
    });
    let any = plan.parts.leaves().into_iter().next().map(profile);
    quote! {
        /// The value of any coordinate: an integer, or a tuple nested like the shape.
        #[inline(always)]
        #[must_use]
        pub fn #name(
            self,
            coordinate: impl ::core::marker::Copy #(+ #krate::Coordinate<#takes>)*,
        ) -> #result {
            #value
        }
        /// The natural coordinate of the 1-D coordinate `i`, nested like the shape.
        #[inline(always)]
        #[must_use]
        pub fn idx2crd(self, i: #Usize) -> <#any as #krate::Geometry>::Natural<#Usize> {
            #krate::Layout::idx2crd(<#any as #krate::Geometry>::VALUE, i)
        }
        /// The number of coordinates.
        #[inline(always)]
        #[must_use]
        pub const fn size(self) -> #Usize { Self::SIZE }
        /// The layout in CuTe's notation.
        #[inline(always)]
        #[must_use]
        pub const fn notation(self) -> &'static #Str { Self::NOTATION }
    }
}
