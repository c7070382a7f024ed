//! The entry points of a plan as functions.
//!
//! Each is the arithmetic of an entry, behind its name, documentation and types; the
//! functions of several plans are one that answers a tuple.

mod number;
mod tokens;

use std::borrow::Borrow;

use layout_algebra::HTuple;
use proc_macro2::{Ident, Literal, Span, TokenStream};
use quote::{format_ident, quote};

use crate::plan::{BasisPlan, Entry, Plan};
use number::Number;
use tokens::value;

/// The functions in `usize`, or in `isize` where an offset is negative, and those in
/// `u32` where every coordinate and offset fits.
pub fn functions(plan: &Plan) -> TokenStream {
    functions_of(&HTuple::Leaf(plan))
}

/// The same for a plan for each number of a tuple.
pub fn basis_functions(plan: &BasisPlan) -> TokenStream {
    functions_of(&plan.parts)
}

fn functions_of<T: Borrow<Plan>>(parts: &HTuple<T>) -> TokenStream {
    let plans: Vec<&Plan> = parts.leaves().into_iter().map(T::borrow).collect();
    let signed = plans.iter().any(|plan| plan.is_signed());
    let number = if signed { Number::Isize } else { Number::Usize };
    let mut tokens = functions_in(parts, number);
    if plans.iter().all(|plan| plan.fits_u32()) {
        tokens.extend(functions_in(parts, Number::U32));
    }
    tokens
}

fn functions_in<T: Borrow<Plan>>(parts: &HTuple<T>, number: Number) -> TokenStream {
    let of = [
        "the 1-D coordinate `i`",
        "a 1-D coordinate for each mode",
        "the natural coordinate as an array, one integer for each leaf",
    ];
    let functions = number.names().into_iter().zip(of).enumerate().map(|(k, (name, of))| {
        let what = match (parts.is_tuple(), number) {
            (true, _) => "value",
            (false, Number::Isize) => "offset",
            (false, Number::Usize | Number::U32) => "index",
        };
        let bits = if number == Number::U32 { ", in 32 bits" } else { "" };
        let doc = format!(" The {what} of {of}{bits}.");
        let entries = parts.leaves().into_iter().map(|plan| plan.borrow().entries()[k]);
        let count = entries.clone().next().map_or(0, Entry::coordinates);
        let coordinates: Vec<Ident> = (0..count)
            .map(|c| {
                let unused = if entries.clone().any(|entry| entry.uses(c)) { "" } else { "_" };
                let number = if k == 0 { String::from("i") } else { format!("c{c}") };
                format_ident!("{unused}{number}", span = Span::mixed_site())
            })
            .collect();
        let value_of = |plan: &T| value(plan.borrow().entries()[k], &coordinates, number);
        let (takes, count) = (number.coordinate(), Literal::usize_unsuffixed(count));
        let parameters = match k {
            2 => quote! { [#(#coordinates),*]: [#takes; #count] },
            _ => quote! { #(#coordinates: #takes),* },
        };
        let function = function(name, parts, &value_of, &parameters, number);
        quote! { #[doc = #doc] #function }
    });
    functions.collect()
}

/// The function of a name that answers a tuple nested like `parts`, each of what is
/// computed before its value, and the value.
fn function<T>(
    name: &str,
    parts: &HTuple<T>,
    value_of: &dyn Fn(&T) -> (TokenStream, TokenStream),
    parameters: &TokenStream,
    number: Number,
) -> TokenStream {
    let name = Ident::new(name, Span::call_site());
    let body = tuple(parts, &|part| match value_of(part) {
        (statements, value) if !parts.is_tuple() => quote! { #statements #value },
        (statements, value) if statements.is_empty() => value,
        (statements, value) => quote! { { #statements #value } },
    });
    let result = tuple(parts, &|_| number.offset());
    quote! {
        #[inline(always)]
        #[must_use]
        pub const fn #name(self, #parameters) -> #result { #body }
    }
}

/// A tuple nested like another.
pub(super) fn tuple<T>(of: &HTuple<T>, leaf: &dyn Fn(&T) -> TokenStream) -> TokenStream {
    match of {
        HTuple::Leaf(value) => leaf(value),
        HTuple::Tuple(items) => {
            let items = items.iter().map(|item| tuple(item, leaf));
            quote! { (#(#items,)*) }
        }
    }
}
