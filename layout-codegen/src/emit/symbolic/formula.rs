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

/// An integer that is `usize` arithmetic of bound symbols which never wraps or panics.
pub(super) fn plain(context: &Context<'_>, int: &Int) -> Option<TokenStream> {
    plain_expression(context, &int.expression())
}

fn plain_expression(context: &Context<'_>, of: &Expression) -> Option<TokenStream> {
    match of {
        Expression::Known(value) => literal(*value),
        Expression::Symbol(symbol) => {
            let variable = variable(context.position(symbol)?);
            Some(quote! { #variable })
        }
        Expression::Binary(op, operands) => {
            let (a, Expression::Known(divisor)) = (&operands[0], &operands[1]) else { return None };
            let divisor = literal(*divisor).filter(|_| *divisor > 0)?;
            let a = plain_expression(context, a)?;
            match op {
                // Numbers are not negative: both round down.
                BinaryOp::DivExact | BinaryOp::DivFloor | BinaryOp::DivTrunc => {
                    Some(quote! { (#a / #divisor) })
                }
                BinaryOp::DivCeil => Some(quote! { usize::div_ceil(#a, #divisor) }),
                BinaryOp::RemFloor | BinaryOp::RemTrunc => Some(quote! { (#a % #divisor) }),
                BinaryOp::Min | BinaryOp::Max => None,
            }
        }
        Expression::Sum(_) | Expression::Product(_) => None,
    }
}

/// A number that every `usize` has room for.
fn literal(value: i128) -> Option<TokenStream> {
    let value = u32::try_from(value).ok()?;
    let literal = Literal::u32_unsuffixed(value);
    Some(quote! { #literal })
}

/// Whether a product of factors fits an `isize`.
pub(super) fn fits(context: &Context<'_>, int: &Int, factors: &[TokenStream]) -> TokenStream {
    let first = match int.expression() {
        Expression::Product(parts) => parts.first().cloned(),
        _ => None,
    };
    match (first, factors) {
        (Some(Expression::Known(1..)), [times, factor]) => {
            quote! { #factor <= isize::MAX as usize / #times }
        }
        _ => {
            let fits = context.private("fits");
            quote! { #fits(&[#(#factors),*]) }
        }
    }
}

/// A product of such integers, of two or more: its factors.
pub(super) fn factors(context: &Context<'_>, int: &Int) -> Option<Vec<TokenStream>> {
    let Expression::Product(parts) = int.expression() else { return None };
    parts.iter().map(|part| plain_expression(context, part)).collect()
}

/// Sums and products have parts.
fn joined(
    parts: impl Iterator<Item = TokenStream>,
    join: impl FnMut(TokenStream, TokenStream) -> TokenStream,
) -> TokenStream {
    parts.reduce(join).unwrap_or_default()
}

/// The value of a condition of bound symbols.
pub(super) fn holds(context: &Context<'_>, of: &Condition) -> TokenStream {
    let plain = |int: &Int| plain(context, int);
    let short = match of {
        Condition::Divides { divisor, of } => match (divisor.known(), plain(divisor), plain(of)) {
            (Some(1..), Some(divisor), Some(int)) => Some(quote! { #int % #divisor == 0 }),
            _ => None,
        },
        Condition::AtMost { least, most } => match (plain(least), plain(most)) {
            (Some(least), Some(most)) => Some(quote! { #least <= #most }),
            // A product is positive if its factors are.
            _ if least.known() == Some(1) => factors(context, most).map(|factors| {
                quote! { #((1 <= #factors))&* }
            }),
            _ => None,
        },
        Condition::Equal { left, right } => match (plain(left), plain(right)) {
            (Some(left), Some(right)) => Some(quote! { #left == #right }),
            _ => None,
        },
        _ => None,
    };
    short.unwrap_or_else(|| condition(context, of, &|place| bound(context, place)))
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
            let leaves = leaves.iter().map(|(extent, stride)| {
                let (extent, stride) = (of(extent), of(stride));
                quote! { (#extent, #stride) }
            });
            let is_injective = context.private("is_injective");
            quote! { #is_injective(&[#(#leaves),*]) }
        }
        // What is not known how to check is not met.
        _ => quote! { false },
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
