//! `emit`: the tokens of a plan. Nothing can fail here.
//!
//! A layout without a name is a value of the runtime crate's `Static`: its
//! extents and strides are types, and no item is defined for it. A named one is
//! a struct of its own, with the functions that users look for spelled out; it
//! dereferences to its `Static`.

mod types;

use proc_macro2::{Ident, Literal, Span, TokenStream};
use quote::{format_ident, quote};

use crate::plan::{Entry, IndexPlan, Plan, Term};
pub use types::expression;

/// The largest layout whose table is drawn in its documentation.
const MAX_TABLE: u64 = 256;

/// A unit struct `name`, with its functions and constants.
pub fn item(
    krate: &TokenStream,
    attrs: &TokenStream,
    vis: &TokenStream,
    name: &Ident,
    plan: &Plan,
) -> TokenStream {
    let doc = documentation(plan);
    let constants = constants(plan);
    let functions = functions(plan);
    let traits = traits(krate, name, plan);
    quote! {
        #attrs
        #[doc = ""]
        #[doc = #doc]
        #vis struct #name;
        #[allow(dead_code, unreachable_pub, clippy::all, clippy::pedantic)]
        impl #name { #constants #functions }
        #traits
    }
}

/// The notation and the table, each line with the leading space that a doc comment has.
fn documentation(plan: &Plan) -> String {
    let layout = format!(" The layout `{}`.", plan.notation);
    let Some(table) = plan.table(MAX_TABLE) else { return layout };
    let lines: String = table.lines().map(|line| format!(" {}\n", line.trim_end())).collect();
    format!("{layout}\n\n ```text\n{lines} ```")
}

/// `Clone`, `Copy`, the layout trait and the methods of `Static`.
fn traits(krate: &TokenStream, name: &Ident, plan: &Plan) -> TokenStream {
    let profile = types::profile(krate, &plan.profile);
    let linear = match plan.separate_linear() {
        Some(leaves) => types::linear(krate, leaves),
        None => quote! { Self::Profile },
    };
    let leaves = Literal::usize_unsuffixed(plan.at_flat.coordinates);
    quote! {
        #[automatically_derived]
        impl ::core::clone::Clone for #name {
            #[inline]
            fn clone(&self) -> Self { *self }
        }
        #[automatically_derived]
        impl ::core::marker::Copy for #name {}
        #[automatically_derived]
        #[allow(clippy::pedantic)]
        impl #krate::Layout for #name {
            type Profile = #profile;
            type Linear = #linear;
        }
        #[automatically_derived]
        impl ::core::ops::Deref for #name {
            type Target = #krate::Static<
                <Self as #krate::Layout>::Profile, #leaves, <Self as #krate::Layout>::Linear
            >;
            #[inline]
            fn deref(&self) -> &Self::Target { &#krate::Static::NEW }
        }
    }
}

/// A literal with its sign as a token of its own, as the compiler reads it.
fn signed(value: i64) -> TokenStream {
    let magnitude = Literal::u64_unsuffixed(value.unsigned_abs());
    if value < 0 {
        quote! { -#magnitude }
    } else {
        quote! { #magnitude }
    }
}

fn constants(plan: &Plan) -> TokenStream {
    let notation = &plan.notation;
    let rank = Literal::usize_unsuffixed(plan.rank);
    let depth = Literal::usize_unsuffixed(plan.depth);
    let size = Literal::u64_unsuffixed(plan.size);
    let cosize = Literal::u64_unsuffixed(plan.cosize);
    let min_offset = signed(plan.min_offset);
    let max_offset = signed(plan.max_offset);
    let leaves = plan.leaves();
    let count = Literal::usize_unsuffixed(leaves.len());
    let shape = leaves.iter().map(|leaf| Literal::u64_unsuffixed(leaf.extent));
    let stride = leaves.iter().map(|leaf| signed(leaf.stride));
    quote! {
        /// The number of modes.
        pub const RANK: usize = #rank;
        /// The levels of nesting.
        pub const DEPTH: usize = #depth;
        /// The number of coordinates.
        pub const SIZE: usize = #size;
        /// The number of offsets from the smallest to the largest.
        pub const COSIZE: usize = #cosize;
        /// The smallest offset.
        pub const MIN_OFFSET: isize = #min_offset;
        /// The largest offset.
        pub const MAX_OFFSET: isize = #max_offset;
        /// The extents of the leaves.
        pub const SHAPE: [usize; #count] = [#(#shape),*];
        /// The strides of the leaves.
        pub const STRIDE: [isize; #count] = [#(#stride),*];
        /// The layout in CuTe's notation.
        pub const NOTATION: &'static str = #notation;
    }
}

/// The functions in `usize`, or in `isize` where an offset is negative.
fn functions(plan: &Plan) -> TokenStream {
    let (number, names) = if plan.is_signed() {
        (Number::Isize, ["offset", "offset_at", "offset_at_flat"])
    } else {
        (Number::Usize, ["index", "at", "at_flat"])
    };
    let of = [
        "the 1-D coordinate `i`",
        "a 1-D coordinate for each mode",
        "the natural coordinate, one integer for each leaf",
    ];
    let entries = [&plan.index, &plan.at, &plan.at_flat];
    let mut functions = TokenStream::new();
    for ((name, of), (k, entry)) in names.into_iter().zip(of).zip(entries.into_iter().enumerate()) {
        let doc = format!(" The {} of {of}.", number.word());
        functions.extend(quote! { #[doc = #doc] });
        let coordinates: Vec<Ident> = (0..entry.coordinates)
            .map(|c| {
                let unused = if entry.uses(c) { "" } else { "_" };
                if k == 0 {
                    format_ident!("{unused}i", span = Span::mixed_site())
                } else {
                    format_ident!("{unused}c{c}", span = Span::mixed_site())
                }
            })
            .collect();
        functions.extend(function(name, entry, &coordinates, number));
    }
    functions
}

/// What a function computes in.
#[derive(Clone, Copy, PartialEq)]
enum Number {
    Usize,
    Isize,
}

impl Number {
    fn word(self) -> &'static str {
        match self {
            Number::Usize => "index",
            Number::Isize => "offset",
        }
    }
}

fn function(name: &str, entry: &Entry, coordinates: &[Ident], number: Number) -> TokenStream {
    let name = Ident::new(name, Span::call_site());
    let IndexPlan::Sum(terms) = &entry.value;
    let sum = sum(terms, coordinates, number);
    let result = match number {
        Number::Usize => quote! { usize },
        Number::Isize => quote! { isize },
    };
    quote! {
        #[inline(always)]
        #[must_use]
        pub const fn #name(self, #(#coordinates: usize),*) -> #result { #sum }
    }
}

/// The operations wrap: outside of the domain a coordinate must not panic, and
/// no overflow is checked where none can be.
fn sum(terms: &[Term], coordinates: &[Ident], number: Number) -> TokenStream {
    let mut terms = terms.iter().map(|term| product(term, coordinates, number));
    let Some(first) = terms.next() else { return quote! { 0 } };
    let Some(second) = terms.next() else { return first.tokens };
    let sum = first.receiver();
    let second = second.tokens;
    let rest = terms.map(|term| term.tokens);
    quote! { #sum.wrapping_add(#second) #(.wrapping_add(#rest))* }
}

fn product(term: &Term, coordinates: &[Ident], number: Number) -> Operand {
    let coordinate = &coordinates[term.coordinate];
    let mut digit = Operand { tokens: quote! { #coordinate }, binary: false };
    if term.divide_by != 1 {
        let divisor = Literal::u64_unsuffixed(term.divide_by);
        digit = Operand { tokens: quote! { #coordinate / #divisor }, binary: true };
    }
    if let Some(modulo) = term.modulo {
        let modulo = Literal::u64_unsuffixed(modulo);
        let dividend = digit.tokens;
        digit = Operand { tokens: quote! { #dividend % #modulo }, binary: true };
    }
    if number == Number::Isize {
        let unsigned = digit.receiver();
        digit = Operand { tokens: quote! { #unsigned as isize }, binary: true };
    }
    if term.times == 1 {
        return digit;
    }
    let receiver = digit.receiver();
    let times = signed(term.times);
    Operand { tokens: quote! { #receiver.wrapping_mul(#times) }, binary: false }
}

struct Operand {
    tokens: TokenStream,
    /// Whether an operator binds weaker than a method call.
    binary: bool,
}

impl Operand {
    /// The operand where a method is called on it.
    fn receiver(self) -> TokenStream {
        let tokens = self.tokens;
        if self.binary {
            quote! { (#tokens) }
        } else {
            tokens
        }
    }
}

#[cfg(test)]
mod tests;
