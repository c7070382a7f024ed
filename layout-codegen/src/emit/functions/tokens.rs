//! Arithmetic as tokens of Rust.
//!
//! Nothing panics, whatever the coordinate: sums and products wrap, and no overflow
//! is checked where none can be.

use proc_macro2::{Ident, Literal, TokenStream};
use quote::quote;

use super::number::Number;
use crate::arithmetic::{Arithmetic, Is, Node, Op};
use crate::emit::local;
use crate::plan::{Division, Entry};
use crate::primitive::U64;

/// What is computed before the value of an entry, and the value.
pub(super) fn value(
    entry: &Entry,
    coordinates: &[Ident],
    number: Number,
) -> (TokenStream, TokenStream) {
    let arithmetic = Arithmetic::of(entry, number.word());
    let names = coordinates.iter().map(Ident::to_string).collect::<Vec<_>>();
    let names = arithmetic.names(&names, &[]).into_iter().map(local).collect::<Vec<_>>();
    let print = Print { number, coordinates, variables: &names };
    let statements = arithmetic.variables.iter().zip(&names).map(|(variable, name)| {
        let value = print.value(&variable.value);
        let number = (variable.is == Is::Offset).then(|| number.offset());
        let number = number.map(|number| quote! { : #number });
        quote! { let #name #number = #value; }
    });
    (statements.collect(), print.value(&arithmetic.value))
}

struct Print<'a> {
    number: Number,
    coordinates: &'a [Ident],
    variables: &'a [Ident],
}

impl Print<'_> {
    /// An expression on its own.
    fn value(&self, node: &Node) -> TokenStream {
        match node {
            Node::Coordinate(place) => {
                let name = &self.coordinates[*place];
                quote! { #name }
            }
            Node::Variable(place) => {
                let name = &self.variables[*place];
                quote! { #name }
            }
            Node::Symbol(place) => {
                let name = local(format_args!("s{place}"));
                quote! { #name }
            }
            Node::Number(number) => {
                let number = Literal::u64_unsuffixed(*number);
                quote! { #number }
            }
            Node::Negative(of) => self.call(of, &quote! { wrapping_neg }, None),
            Node::Binary(op, a, b) => match method(*op) {
                Some(method) => self.call(a, &method, Some(b)),
                None => {
                    let (op, a, b) = (operator(*op), self.operand(a), self.operand(b));
                    quote! { #a #op #b }
                }
            },
            Node::Quotient { of, by, division } => self.quotient(of, *by, *division),
            Node::Offset(of) => {
                let (of, number) = (self.operand(of), self.number.offset());
                quote! { #of as #number }
            }
        }
    }

    /// An expression beside an operator.
    fn operand(&self, node: &Node) -> TokenStream {
        let value = self.value(node);
        if is_call_or_atom(node) {
            value
        } else {
            quote! { (#value) }
        }
    }

    /// The call of a method. A number needs its type for one.
    fn call(&self, of: &Node, method: &TokenStream, operand: Option<&Node>) -> TokenStream {
        let of = match of {
            Node::Number(number) => self.number.literal(*number),
            of => self.operand(of),
        };
        let operand = operand.map(|operand| self.value(operand));
        quote! { #of.#method(#operand) }
    }

    fn quotient(&self, of: &Node, by: u64, division: Division) -> TokenStream {
        let of = self.operand(of);
        match division {
            Division::Narrow { multiplier, shift, in_u32 } => {
                let multiplier = Literal::u64_unsuffixed(multiplier);
                let by = Literal::u32_unsuffixed(shift);
                if self.number == Number::U32 && in_u32 && shift < u32::BITS {
                    return quote! { #of.wrapping_mul(#multiplier) >> #by };
                }
                let number = self.number.coordinate();
                quote! { ((#of as #U64).wrapping_mul(#multiplier) >> #by) as #number }
            }
            Division::None | Division::Shift(_) | Division::Wide => {
                let by = Literal::u64_unsuffixed(by);
                quote! { #of / #by }
            }
        }
    }
}

/// Whether an expression binds as strongly as a method call.
fn is_call_or_atom(node: &Node) -> bool {
    match node {
        Node::Coordinate(_) | Node::Variable(_) | Node::Symbol(_) => true,
        Node::Number(_) | Node::Negative(_) => true,
        Node::Binary(op, ..) => method(*op).is_some(),
        Node::Quotient { .. } | Node::Offset(_) => false,
    }
}

/// The method that an operation is; none of an operator.
fn method(op: Op) -> Option<TokenStream> {
    match op {
        Op::Add => Some(quote! { wrapping_add }),
        Op::Sub => Some(quote! { wrapping_sub }),
        Op::Mul => Some(quote! { wrapping_mul }),
        Op::Min => Some(quote! { min }),
        Op::Max => Some(quote! { max }),
        _ => None,
    }
}

/// The operator that an operation is.
fn operator(op: Op) -> TokenStream {
    match op {
        Op::Add => quote! { + },
        Op::Sub => quote! { - },
        Op::Mul => quote! { * },
        Op::And => quote! { & },
        Op::Or => quote! { | },
        Op::Xor => quote! { ^ },
        Op::Shl => quote! { << },
        Op::Shr => quote! { >> },
        Op::Div => quote! { / },
        Op::Rem => quote! { % },
        Op::Min | Op::Max => quote! { , },
    }
}
