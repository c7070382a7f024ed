//! Integers over symbols, and conditions, as Rust: arithmetic that never wraps.

use layout_algebra::{BinaryOp, Condition, Expression, Int};
use proc_macro2::{Literal, TokenStream};
use quote::quote;

use super::{Context, variable};

/// The `Exact` of a symbol, by its place.
type Symbols<'a> = &'a dyn Fn(usize) -> TokenStream;

/// An integer as the runtime's `Exact`.
pub(super) fn exact(context: &Context<'_>, int: &Int, symbols: Symbols<'_>) -> TokenStream {
    expression(context, &int.expression(), symbols)
}

fn expression(context: &Context<'_>, of: &Expression, symbols: Symbols<'_>) -> TokenStream {
    let exact = context.private("Exact");
    let part = |part: &Expression| expression(context, part, symbols);
    match of {
        Expression::Known(value) => {
            let value = signed(*value);
            quote! { #exact::int(#value) }
        }
        Expression::Symbol(symbol) => symbols(context.position(symbol).unwrap_or_default()),
        Expression::Sum(parts) => joined(parts.iter().map(part), |a, b| quote! { #a.plus(#b) }),
        Expression::Product(parts) => {
            joined(parts.iter().map(part), |a, b| quote! { #a.times(#b) })
        }
        Expression::Binary(op, operands) => {
            let [a, b] = [&operands[0], &operands[1]].map(part);
            match op {
                BinaryOp::DivExact => quote! { #a.exact_div(#b) },
                BinaryOp::DivFloor => quote! { #a.floor_div(#b) },
                BinaryOp::DivCeil => quote! { #a.ceil_div(#b) },
                BinaryOp::DivTrunc => {
                    let trunc_div = context.private("trunc_div");
                    quote! { #trunc_div(#a, #b) }
                }
                BinaryOp::RemFloor => quote! { #a.modulo(#b) },
                BinaryOp::RemTrunc => {
                    let remainder = context.private("remainder");
                    quote! { #remainder(#a, #b) }
                }
                BinaryOp::Min => quote! { #a.min(#b) },
                BinaryOp::Max => quote! { #a.max(#b) },
            }
        }
    }
}

/// Sums and products have parts.
pub(super) fn joined(
    parts: impl Iterator<Item = TokenStream>,
    join: impl FnMut(TokenStream, TokenStream) -> TokenStream,
) -> TokenStream {
    parts.reduce(join).unwrap_or_default()
}

/// A bound symbol as `Exact`.
pub(super) fn bound(context: &Context<'_>, place: usize) -> TokenStream {
    let (exact, variable) = (context.private("Exact"), variable(place));
    quote! { #exact::of(#variable) }
}

/// The value of a condition.
pub(super) fn condition(
    context: &Context<'_>,
    condition: &Condition,
    symbols: Symbols<'_>,
) -> TokenStream {
    let of = |int: &Int| exact(context, int, symbols);
    match condition {
        Condition::Divides { divisor, of: int } => {
            let (divisor, int) = (of(divisor), of(int));
            quote! { #int.is_multiple_of(#divisor) }
        }
        Condition::AtMost { least, most } => {
            let (least, most) = (of(least), of(most));
            quote! { #least.is_at_most(#most) }
        }
        Condition::Equal { left, right } => {
            let (left, right) = (of(left), of(right));
            quote! { #left.is_equal(#right) }
        }
        Condition::Injective { leaves } => {
            let answer = injective(context, leaves, symbols);
            quote! { #answer.is_yes() }
        }
        // What is not known how to check is not met.
        _ => quote! { false },
    }
}

/// Whether leaves are injective, as the runtime decides it.
pub(super) fn injective(
    context: &Context<'_>,
    leaves: &[(Int, Int)],
    symbols: Symbols<'_>,
) -> TokenStream {
    let leaves = leaves.iter().map(|(extent, stride)| {
        let (extent, stride) = (exact(context, extent, symbols), exact(context, stride, symbols));
        quote! { (#extent, #stride) }
    });
    let injective = context.private("injective");
    quote! { #injective(&[#(#leaves),*]) }
}

pub(in crate::emit) fn signed(value: i128) -> TokenStream {
    let magnitude = Literal::u128_unsuffixed(value.unsigned_abs());
    if value < 0 {
        quote! { -#magnitude }
    } else {
        quote! { #magnitude }
    }
}
