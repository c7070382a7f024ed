//! `emit`: the tokens of a plan. Nothing can fail here.
//!
//! A layout without a name is a value of the runtime crate's `Static`: its
//! extents and strides are types, and no item is defined for it. A named one is
//! a struct of its own, with the functions that users look for spelled out; it
//! dereferences to its `Static`. A layout over a basis is a struct in both cases.

mod basis;
mod bounds;
mod derived;
mod functions;
mod rust;
mod symbolic;
mod types;

use proc_macro2::{Ident, Literal, Span, TokenStream, TokenTree};
use quote::{quote, quote_spanned};

use crate::evaluated::Symbol;
use crate::plan::{Plan, Planned};
use crate::token::with_spans;
pub use functions::{basis_functions, functions};
use rust::{MAX_TABLE, copies, documentation, own, picture, tokens, with_parameters};
pub(crate) use symbolic::Integers;
pub(crate) use symbolic::context::nested;
pub(crate) use symbolic::item::Item;
pub use types::expression;

/// Tokens at the place of a name. An item of such tokens is its name to rustc, which underlines it, and reports the name once where
/// a struct and the import of its macro are both defined already.
fn at_name(name: &Ident, tokens: TokenStream) -> TokenStream {
    let here = Span::call_site().located_at(name.span());
    with_spans(tokens, &|token, _| match token {
        // The name keeps its own span: an editor renames what has it.
        TokenTree::Ident(ident) if ident == name => ident.span(),
        _ => here,
    })
}

/// A layout that is emitted, and what it is made of.
pub(crate) struct Emitted<'a> {
    pub(crate) krate: &'a TokenStream,
    /// The name of the layout, empty for one without.
    pub(crate) name: &'a str,
    /// The symbols with their Rust expressions, as in the plan.
    pub(crate) symbols: &'a [Symbol],
    pub(crate) plan: &'a Planned,
}

/// The value of a layout without a name.
pub(crate) fn expression_of(layout: &Emitted<'_>) -> TokenStream {
    let Emitted { krate, name, symbols, plan } = layout;
    match plan {
        Planned::Integers(plan) => expression(krate, plan),
        Planned::Basis(plan) => basis::expression(krate, plan),
        Planned::Symbolic(plan) => {
            symbolic::expression(&symbolic::context::Context::new(krate, name, symbols, plan), plan)
        }
    }
}

/// A local of numbers. As a static its name is taken for the whole block, so that no `let` gives it
/// another value than the layout that macros know by it; a constant would be a pattern there, and its type the error. Where the name is
/// taken already, rustc underlines it.
pub(crate) fn static_of(krate: &TokenStream, name: &Ident, plan: &Plan) -> TokenStream {
    let (of, value) = (types::value_type(krate, plan), expression(krate, plan));
    let here = Span::call_site().located_at(name.span());
    let (item, end) = (quote_spanned! { here=> static #name: }, quote_spanned! { here=> ; });
    quote! {
        #[allow(dead_code, non_upper_case_globals, clippy::items_after_statements)]
        #item #of = #value #end
    }
}

/// A local that is a variable. Where an item should stand, rustc underlines its first tokens: they
/// are where the name is.
pub(crate) fn variable_of(name: &Ident, value: &TokenStream) -> TokenStream {
    let here = Span::call_site().located_at(name.span());
    let attribute = quote_spanned! { here=> #[allow(unused_variables)] };
    quote! {
        #attribute
        let #name = #value;
    }
}

/// The item of a layout with a name.
pub(crate) fn item_of(defined: &Item<'_>, layout: &Emitted<'_>) -> TokenStream {
    let Emitted { krate, name: text, symbols, plan } = layout;
    let Item { attributes, visibility, name, .. } = defined;
    match plan {
        Planned::Integers(plan) => item(krate, attributes, visibility, name, plan),
        Planned::Basis(plan) => basis::item(krate, attributes, visibility, name, plan),
        Planned::Symbolic(plan) => {
            let context = symbolic::context::Context::new(krate, text, symbols, plan).fallible();
            symbolic::item::item(&context, plan, defined)
        }
    }
}

/// A unit struct `name`, with its functions and constants.
pub fn item(
    krate: &TokenStream,
    attrs: &TokenStream,
    vis: &TokenStream,
    name: &Ident,
    plan: &Plan,
) -> TokenStream {
    let doc = documentation(&plan.notation, &plan.bounds, plan.table(MAX_TABLE));
    let picture = picture(krate, &plan.notation, &plan.bounds);
    let constants = own(&quote! { #name }, &tokens(&constants(plan)));
    let functions = with_parameters(krate, &own(&quote! { #name }, &functions(plan)));
    let formats = derived::formats_of(attrs, name, &plan.notation);
    let traits = traits(krate, name, plan);
    let item = at_name(name, quote! { #vis struct #name; });
    quote! {
        #attrs
        #[doc = ""]
        #[doc = #doc]
        #picture
        #item
        #constants
        #functions
        #formats
        #traits
    }
}

/// `Clone`, `Copy`, the layout trait and the methods of `Static`.
fn traits(krate: &TokenStream, name: &Ident, plan: &Plan) -> TokenStream {
    let leaves = Literal::usize_unsuffixed(plan.profile.leaf_count());
    let types::Types { profile, linear, index, at, map, bounds } = types::types(krate, plan);
    let at = at.iter();
    let copies = copies(name);
    quote! {
        #copies
        #[automatically_derived]
        #[allow(clippy::pedantic)]
        impl #krate::Layout for #name {
            type Geometry = #profile;
            type Linear = #linear;
            type Index = #index;
            type Map = #map;
            type Bounds = #bounds;
        }
        #[automatically_derived]
        impl ::core::ops::Deref for #name {
            type Target = #krate::__private::Named<Self, #leaves #(, #at)*>;
            #[inline]
            fn deref(&self) -> &Self::Target { &Self::Target::NEW }
        }
    }
}

/// The constants of a layout, as text.
fn constants(plan: &Plan) -> String {
    let Plan { notation, rank, depth, size, cosize, min_offset, max_offset, .. } = plan;
    let (mut shape, mut stride) = (Vec::new(), Vec::new());
    for leaf in plan.leaves() {
        shape.push(leaf.extent);
        stride.push(leaf.stride);
    }
    let count = shape.len();
    let (usize, isize) = ("::core::primitive::usize", "::core::primitive::isize");
    format!(
        "/// The number of modes.
        pub const RANK: {usize} = {rank};
        /// The levels of nesting.
        pub const DEPTH: {usize} = {depth};
        /// The number of coordinates.
        pub const SIZE: {usize} = {size};
        /// The number of offsets from the smallest to the largest.
        pub const COSIZE: {usize} = {cosize};
        /// The smallest offset.
        pub const MIN_OFFSET: {isize} = {min_offset};
        /// The largest offset.
        pub const MAX_OFFSET: {isize} = {max_offset};
        /// The extents of the leaves.
        pub const SHAPE: [{usize}; {count}] = {shape:?};
        /// The strides of the leaves.
        pub const STRIDE: [{isize}; {count}] = {stride:?};
        /// The layout in CuTe's notation.
        pub const NOTATION: &'static ::core::primitive::str = {notation:?};
        "
    )
}

#[cfg(test)]
mod tests;
