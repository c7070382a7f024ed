//! Integers over symbols, spelled: as arithmetic that never wraps, as types, in words.

use layout_algebra::{BinaryOp, Expression, Int};
use proc_macro2::{Ident, Literal, Span, TokenStream};
use quote::quote;

use super::{Context, variable};

/// How integers over symbols are spelled.
trait Spelling {
    type Text;
    fn number(&self, number: i128) -> Self::Text;
    /// A symbol, by its place.
    fn symbol(&self, place: usize) -> Self::Text;
    fn two(&self, op: Op, a: Self::Text, b: Self::Text) -> Self::Text;
}

#[derive(Clone, Copy)]
enum Op {
    Sum,
    Product,
    Binary(BinaryOp),
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
    let part = |part: &Expression| spelled(context, spelling, part);
    let joined = |op: Op, parts: &[Expression]| {
        let joined = parts.iter().map(part).reduce(|a, b| spelling.two(op, a, b));
        // Sums and products have parts.
        joined.unwrap_or_else(|| spelling.number(0))
    };
    match of {
        Expression::Known(value) => spelling.number(*value),
        Expression::Symbol(symbol) => spelling.symbol(context.position(symbol).unwrap_or_default()),
        Expression::Sum(parts) => joined(Op::Sum, parts),
        Expression::Product(parts) => joined(Op::Product, parts),
        Expression::Binary(op, operands) => joined(Op::Binary(*op), operands.as_slice()),
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

    fn two(&self, op: Op, a: TokenStream, b: TokenStream) -> TokenStream {
        let method = match op {
            Op::Sum => "plus",
            Op::Product => "times",
            Op::Binary(BinaryOp::DivExact) => "exact_div",
            Op::Binary(BinaryOp::DivFloor) => "floor_div",
            Op::Binary(BinaryOp::DivCeil) => "ceil_div",
            Op::Binary(BinaryOp::RemFloor) => "modulo",
            Op::Binary(BinaryOp::Min) => "min",
            Op::Binary(BinaryOp::Max) => "max",
            Op::Binary(BinaryOp::DivTrunc) => return self.call("trunc_div", &a, &b),
            Op::Binary(BinaryOp::RemTrunc) => return self.call("remainder", &a, &b),
        };
        let method = Ident::new(method, Span::call_site());
        quote! { #a.#method(#b) }
    }
}

impl Exact<'_> {
    fn call(&self, name: &str, a: &TokenStream, b: &TokenStream) -> TokenStream {
        let function = self.0.private(name);
        quote! { #function(#a, #b) }
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

    fn two(&self, op: Op, a: TokenStream, b: TokenStream) -> TokenStream {
        let name = match op {
            Op::Sum => "Sum",
            Op::Product => "Product",
            Op::Binary(BinaryOp::DivExact) => "DivExact",
            Op::Binary(BinaryOp::DivFloor) => "DivFloor",
            Op::Binary(BinaryOp::DivCeil) => "DivCeil",
            Op::Binary(BinaryOp::DivTrunc) => "DivTrunc",
            Op::Binary(BinaryOp::RemFloor) => "RemFloor",
            Op::Binary(BinaryOp::RemTrunc) => "RemTrunc",
            Op::Binary(BinaryOp::Min) => "Min",
            Op::Binary(BinaryOp::Max) => "Max",
        };
        let (krate, name) = (self.0.krate, Ident::new(name, Span::call_site()));
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

    fn two(&self, op: Op, a: String, b: String) -> String {
        let word = match op {
            Op::Sum => "+",
            Op::Product => "*",
            Op::Binary(BinaryOp::DivExact) => "/",
            Op::Binary(BinaryOp::DivFloor) => "floor",
            Op::Binary(BinaryOp::DivCeil) => "ceil",
            Op::Binary(BinaryOp::DivTrunc) => "trunc",
            Op::Binary(BinaryOp::RemFloor) => "%",
            Op::Binary(BinaryOp::RemTrunc) => "rem",
            Op::Binary(BinaryOp::Min) => "min",
            Op::Binary(BinaryOp::Max) => "max",
        };
        format!("{a} {b} {word}")
    }
}

pub(in crate::emit) fn signed(value: i128) -> TokenStream {
    let magnitude = Literal::u128_unsuffixed(value.unsigned_abs());
    if value < 0 {
        quote! { -#magnitude }
    } else {
        quote! { #magnitude }
    }
}
