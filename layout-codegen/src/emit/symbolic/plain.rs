//! Integers over bound symbols, and conditions, as `usize` arithmetic, where it is exact.

use crate::primitive::{Isize, Usize};
use layout_algebra::{BinaryOp, Condition, Expression, Int};
use proc_macro2::{Literal, TokenStream};
use quote::{ToTokens, quote};

use super::{Context, formula, variable};

/// An integer that is `usize` arithmetic of bound symbols which never wraps or panics.
pub(super) fn plain(context: &Context<'_>, int: &Int) -> Option<TokenStream> {
    expression(context, &int.expression())
}

fn expression(context: &Context<'_>, of: &Expression) -> Option<TokenStream> {
    match of {
        Expression::Known(value) => literal(*value),
        Expression::Symbol(symbol) => {
            let variable = variable(context.position(symbol)?);
            Some(quote! { #variable })
        }
        Expression::Binary(op, operands) => {
            let divide: fn(TokenStream, TokenStream) -> TokenStream = match op {
                // Numbers are not negative: both round down.
                BinaryOp::DivExact | BinaryOp::DivFloor | BinaryOp::DivTrunc => {
                    |a, b| quote! { (#a / #b) }
                }
                BinaryOp::DivCeil => |a, b| quote! { #Usize::div_ceil(#a, #b) },
                BinaryOp::RemFloor | BinaryOp::RemTrunc => |a, b| quote! { (#a % #b) },
                BinaryOp::Min | BinaryOp::Max => return None,
            };
            let a = expression(context, &operands[0])?;
            let divisor = match &operands[1] {
                Expression::Known(known) => literal(*known).filter(|_| *known > 0)?,
                of => context.divisor(of)?.into_token_stream(),
            };
            Some(divide(a, divisor))
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

/// A product of integers as [`plain`] has them.
pub(super) struct Product {
    /// What rustc knows to be at least 1.
    known: Option<TokenStream>,
    /// One or more.
    factors: Vec<TokenStream>,
}

impl Product {
    /// An integer that is a product of two or more.
    pub(super) fn of(context: &Context<'_>, int: &Int) -> Option<Self> {
        let Expression::Product(mut parts) = int.expression() else { return None };
        let is_constant = |part: &Expression| match part {
            Expression::Known(_) => true,
            Expression::Symbol(symbol) => context.is_constant(symbol),
            _ => false,
        };
        let constants: Vec<Expression> =
            parts.iter().filter(|part| is_constant(part)).cloned().collect();
        let constant = match constants.as_slice() {
            [only] => Some(only.clone()),
            [] => None,
            _ => Some(Expression::Product(constants)),
        };
        let divisor = constant.and_then(|of| context.known_divisor(&of));
        let known = match (divisor, parts.first()) {
            (Some(divisor), _) => {
                parts.retain(|part| !is_constant(part));
                Some(divisor.into_token_stream())
            }
            (None, Some(&Expression::Known(known @ 1..))) => {
                parts.remove(0);
                Some(literal(known)?)
            }
            (None, _) => None,
        };
        let factors: Vec<_> =
            parts.iter().map(|part| expression(context, part)).collect::<Option<_>>()?;
        (!factors.is_empty()).then_some(Product { known, factors })
    }

    /// Whether it is at least 1, which it is if its factors are.
    fn is_positive(&self) -> TokenStream {
        let factors = &self.factors;
        quote! { #((1 <= #factors))&* }
    }

    /// Whether it fits an `isize`.
    pub(super) fn fits(&self, context: &Context<'_>) -> TokenStream {
        match (&self.known, self.factors.as_slice()) {
            (Some(known), [factor]) => quote! { #factor <= #Isize::MAX as #Usize / #known },
            (known, factors) => {
                let (fits, known) = (context.private("fits"), known.iter());
                quote! { #fits(&[#(#known,)* #(#factors),*]) }
            }
        }
    }

    /// Its value, where it fits.
    pub(super) fn value(self) -> TokenStream {
        let factors = self.known.into_iter().chain(self.factors);
        let product = factors.reduce(|a, b| quote! { #Usize::wrapping_mul(#a, #b) });
        product.unwrap_or_default()
    }
}

/// Whether an integer is at least 1, which it is if the symbols whose product it is are.
pub(super) fn is_positive(context: &Context<'_>, int: &Int) -> Option<TokenStream> {
    let parts = match int.expression() {
        Expression::Product(parts) => parts,
        alone => vec![alone],
    };
    let symbol = |part: &Expression| match part {
        Expression::Symbol(symbol) => context.position(symbol).map(variable),
        _ => None,
    };
    let symbols = parts.iter().filter(|part| !matches!(part, Expression::Known(1..)));
    let symbols: Vec<_> = symbols.map(symbol).collect::<Option<_>>()?;
    (!symbols.is_empty()).then(|| quote! { #(1 <= #symbols)&&* })
}

/// The integers of bound symbols whose product an integer is, if each is such arithmetic.
pub(super) fn factors(context: &Context<'_>, int: &Int) -> Option<Vec<TokenStream>> {
    match (plain(context, int), Product::of(context, int)) {
        (Some(plain), _) => Some(vec![plain]),
        (None, Some(product)) => Some(product.known.into_iter().chain(product.factors).collect()),
        (None, None) => None,
    }
}

/// Whether leaves are injective, as the runtime decides it: what shows it of most layouts is
/// compared first, where that is such arithmetic.
pub(super) fn injective(context: &Context<'_>, leaves: &[(Int, Int)]) -> TokenStream {
    let answer = formula::injective(context, leaves, &|place| formula::bound(context, place));
    let links = Condition::injective_links(leaves).unwrap_or_default();
    let link = |link: &Condition| match link {
        Condition::AtMost { least, most } => plain(context, least).zip(plain(context, most)),
        _ => None,
    };
    match links.iter().map(link).collect::<Option<Vec<_>>>() {
        Some(links) if !links.is_empty() => {
            let links = links.iter().map(|(least, most)| quote! { #least <= #most });
            let yes = context.private("Injective");
            quote! { if #(#links)&&* { #yes::Yes } else { #answer } }
        }
        _ => answer,
    }
}

/// The value of a condition of bound symbols, also where it takes more than this arithmetic.
pub(super) fn holds(context: &Context<'_>, of: &Condition) -> TokenStream {
    let plain = |int: &Int| plain(context, int);
    let short = match of {
        Condition::Divides { divisor, of } => plain(of).and_then(|int| {
            let divisor = match divisor.known() {
                Some(1..) => plain(divisor)?,
                Some(_) => return None,
                None => context.divides(divisor)?.into_token_stream(),
            };
            Some(quote! { #int % #divisor == 0 })
        }),
        Condition::AtMost { least, most } => match (plain(least), plain(most)) {
            (Some(least), Some(most)) => Some(quote! { #least <= #most }),
            _ if least.known() == Some(1) => {
                Product::of(context, most).map(|product| product.is_positive())
            }
            _ => None,
        },
        Condition::Equal { left, right } => match (plain(left), plain(right)) {
            (Some(left), Some(right)) => Some(quote! { #left == #right }),
            _ => None,
        },
        _ => None,
    };
    let bound = |place| formula::bound(context, place);
    short.unwrap_or_else(|| formula::condition(context, of, &bound))
}
