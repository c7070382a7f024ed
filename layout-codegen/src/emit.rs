//! `emit`: the tokens of a plan. Nothing can fail here.
//!
//! What a layout needs for itself is spelled out, as little as possible: every
//! item costs the compiler of the user time. The methods that are the same for
//! all layouts are those of the runtime crate's `Entry`, by dereference.

use proc_macro2::{Ident, Literal, Span, TokenStream};
use quote::{format_ident, quote};

use crate::plan::{Entry, IndexPlan, Leaf, Plan, Term};
use layout_algebra::HTuple;

/// The largest layout whose table is drawn in its documentation.
const MAX_TABLE: u64 = 256;

/// A block with a zero-sized value of a type of its own.
pub fn expression(krate: &TokenStream, plan: &Plan) -> TokenStream {
    let name = Ident::new("Layout", Span::call_site());
    let functions = functions(plan, Docs::Without);
    let traits = traits(krate, &name, plan);
    quote! {
        {
            struct #name;
            #[allow(dead_code, unreachable_pub, clippy::all, clippy::pedantic)]
            impl #name { #functions }
            #traits
            #name
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
    let doc = documentation(plan);
    let constants = constants(plan);
    let functions = functions(plan, Docs::With);
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

/// Whether the functions carry documentation: nobody sees that of an anonymous layout.
#[derive(Clone, Copy, PartialEq)]
enum Docs {
    With,
    Without,
}

/// The notation and the table, each line with the leading space that a doc comment has.
fn documentation(plan: &Plan) -> String {
    let layout = format!(" The layout `{}`.", plan.notation);
    let Some(table) = plan.table(MAX_TABLE) else { return layout };
    let lines: String = table.lines().map(|line| format!(" {}\n", line.trim_end())).collect();
    format!("{layout}\n\n ```text\n{lines} ```")
}

/// `Clone`, `Copy`, the layout trait and the shared methods.
fn traits(krate: &TokenStream, name: &Ident, plan: &Plan) -> TokenStream {
    let notation = &plan.notation;
    let profile = profile(krate, &plan.profile);
    let linear = match plan.linear.as_slice() {
        [leaf] => leaf_type(krate, *leaf),
        leaves => tuple(leaves.iter().map(|&leaf| leaf_type(krate, leaf))),
    };
    let rank = Literal::usize_unsuffixed(plan.at.coordinates);
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
            const NOTATION: &'static str = #notation;
        }
        #[automatically_derived]
        impl ::core::ops::Deref for #name {
            type Target = #krate::__private::Entry<Self, #rank, #leaves>;
            #[inline]
            fn deref(&self) -> &Self::Target { #krate::__private::Entry::NEW }
        }
    }
}

fn profile(krate: &TokenStream, profile: &HTuple<Leaf>) -> TokenStream {
    match profile {
        HTuple::Leaf(leaf) => leaf_type(krate, *leaf),
        HTuple::Tuple(modes) => tuple(modes.iter().map(|mode| self::profile(krate, mode))),
    }
}

fn tuple(items: impl Iterator<Item = TokenStream>) -> TokenStream {
    quote! { (#(#items,)*) }
}

fn leaf_type(krate: &TokenStream, leaf: Leaf) -> TokenStream {
    let extent = Literal::u64_unsuffixed(leaf.extent);
    let stride = signed(leaf.stride);
    quote! { #krate::Leaf<#extent, #stride> }
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
fn functions(plan: &Plan, docs: Docs) -> TokenStream {
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
        if docs == Docs::With {
            let doc = format!(" The {} of {of}.", number.word());
            functions.extend(quote! { #[doc = #doc] });
        }
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
mod tests {
    use layout_algebra::{Int, IntTuple, Layout};

    use super::*;

    fn plan(extents: &[i128], strides: &[i128]) -> Plan {
        let tuple = |ns: &[i128]| -> IntTuple {
            HTuple::Tuple(ns.iter().map(|&n| HTuple::Leaf(Int::new(n))).collect())
        };
        let stride = tuple(strides).map(&mut |d| d.clone().into());
        crate::plan::plan(&Layout::new(tuple(extents), stride).unwrap()).unwrap()
    }

    fn check_function(plan: &Plan, expected: &str) {
        let functions = functions(plan, Docs::Without).to_string().replace(' ', "");
        assert!(functions.contains(&expected.replace(' ', "")), "{functions}");
    }

    #[test]
    fn nothing_superfluous_is_computed() {
        let plan = plan(&[4, 1, 3, 5], &[1, 9, 0, 8]);
        check_function(
            &plan,
            "index(self, i: usize) -> usize { (i % 4).wrapping_add((i / 12).wrapping_mul(8)) }",
        );
        check_function(
            &plan,
            "at_flat(self, c0: usize, _c1: usize, _c2: usize, c3: usize) -> usize \
             { c0.wrapping_add(c3.wrapping_mul(8)) }",
        );
    }

    #[test]
    fn negative_offsets_are_signed() {
        let plan = plan(&[4, 3], &[-2, 1]);
        check_function(
            &plan,
            "offset(self, i: usize) -> isize \
             { ((i % 4) as isize).wrapping_mul(-2).wrapping_add((i / 4) as isize) }",
        );
        assert!(!functions(&plan, Docs::Without).to_string().contains("index"));
    }

    #[test]
    fn constant_layout_is_zero() {
        check_function(&plan(&[4], &[0]), "index(self, _i: usize) -> usize { 0 }");
    }

    #[test]
    fn expansions_parse_and_are_deterministic() {
        let krate = quote! { ::layout_runtime };
        let name = format_ident!("Tile");
        let plan = plan(&[4, 3, 2], &[-2, 1, 1 << 40]);
        let item = || item(&krate, &quote! { #[doc = " Mine."] }, &quote! { pub }, &name, &plan);
        let file: syn::File = syn::parse2(item()).unwrap();
        assert_eq!(file.items.len(), 6);
        assert_eq!(item().to_string(), item().to_string());
        let block: syn::ExprBlock = syn::parse2(expression(&krate, &plan)).unwrap();
        assert_eq!(block.block.stmts.len(), 7);
    }

    #[test]
    fn documentation_draws_small_tables() {
        assert!(documentation(&plan(&[2, 2], &[2, 1])).contains("\n  1  | 2 | 3 |\n"));
        assert!(!documentation(&plan(&[2, 129], &[1, 2])).contains("```"));
    }
}
