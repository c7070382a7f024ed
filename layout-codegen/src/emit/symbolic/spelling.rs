//! Integers over symbols, spelled: as arithmetic that never wraps, as types, in words.

use layout_algebra::{BinaryOp, Expression, Int};
use proc_macro2::{Ident, Span, TokenStream};
use quote::quote;

use super::context::{Context, variable};
use crate::emit::rust::signed;

/// Spelling of integers over symbols.
trait Spelling {
    type Text;
    fn number(&self, number: i128) -> Self::Text;
    /// A symbol, by its place.
    fn symbol(&self, place: usize) -> Self::Text;
    fn two(&self, op: BinaryOp, a: Self::Text, b: Self::Text) -> Self::Text;
}

/// An integer as the runtime's `Exact`.
pub(super) fn exact(context: &Context<'_>, int: &Int) -> TokenStream {
    spelled(context, &Exact(context), &int.expression())
}

/// An integer that rustc knows, as the type of the runtime crate that computes it: in a generic
/// function constants may be its parameters, of which types take no expression.
pub(super) fn formula(context: &Context<'_>, int: &Int) -> TokenStream {
    spelled(context, &Formula(context), &int.expression())
}

/// An integer as the runtime reads it where a rule is broken: numbers come before what takes
/// them.
pub(super) fn words(context: &Context<'_>, int: &Int) -> String {
    spelled(context, &Words, &int.expression())
}

fn spelled<S: Spelling>(context: &Context<'_>, spelling: &S, of: &Expression) -> S::Text {
    match of {
        Expression::Known(value) => spelling.number(*value),
        Expression::Symbol(symbol) => spelling.symbol(context.position(symbol).unwrap_or_default()),
        // There are two or more.
        Expression::Operation(_, parts) if parts.is_empty() => spelling.number(0),
        Expression::Operation(op, parts) => {
            let mut all = spelled(context, spelling, &parts[0]);
            for part in &parts[1..] {
                all = spelling.two(*op, all, spelled(context, spelling, part));
            }
            all
        }
    }
}

struct Exact<'a>(&'a Context<'a>);

impl Spelling for Exact<'_> {
    type Text = TokenStream;

    fn number(&self, number: i128) -> TokenStream {
        let (exact, number) = (self.0.private("Exact"), signed(number));
        quote! { #exact::int(#number) }
    }

    fn symbol(&self, place: usize) -> TokenStream {
        let (exact, variable) = (self.0.private("Exact"), variable(place));
        quote! { #exact::of(#variable) }
    }

    fn two(&self, op: BinaryOp, a: TokenStream, b: TokenStream) -> TokenStream {
        let method = Ident::new(op.method(), Span::call_site());
        quote! { #a.#method(#b) }
    }
}

struct Formula<'a>(&'a Context<'a>);

impl Spelling for Formula<'_> {
    type Text = TokenStream;

    fn number(&self, number: i128) -> TokenStream {
        let (krate, number) = (self.0.krate, signed(number));
        quote! { #krate::__private::formula::Int<#number> }
    }

    fn symbol(&self, place: usize) -> TokenStream {
        let (krate, value) = (self.0.krate, self.0.constant(place));
        quote! { #krate::__private::formula::Const<#value> }
    }

    fn two(&self, op: BinaryOp, a: TokenStream, b: TokenStream) -> TokenStream {
        let (krate, name) = (self.0.krate, Ident::new(op.name(), Span::call_site()));
        quote! { #krate::__private::formula::#name<#a, #b> }
    }
}

struct Words;

impl Spelling for Words {
    type Text = String;

    fn number(&self, number: i128) -> String {
        number.to_string()
    }

    fn symbol(&self, place: usize) -> String {
        format!("#{place}")
    }

    fn two(&self, op: BinaryOp, a: String, b: String) -> String {
        format!("{a} {b} {}", op.word())
    }
}
