//! Checks of symbols: the tests of a plan as Rust, and the rules in words.

use layout_algebra::{Condition, Int};
use proc_macro2::{Ident, Literal, Span, TokenStream};
use quote::quote;

use super::context::{Context, variable};
use super::spelling::{exact, words};
use crate::emit::rust::local;
use crate::plan::{Constant, NonNegative, Rounding, Test};
use crate::primitive::Usize;

/// The variable of a number that rustc computes, by its place.
pub(super) fn constant_name(place: usize, constant: &Constant) -> Ident {
    match constant.is_divisor {
        true => local(format_args!("n{place}")),
        false => local(format_args!("c{place}")),
    }
}

/// Arithmetic of `usize`.
pub(super) fn natural(of: &NonNegative) -> TokenStream {
    match of {
        NonNegative::Number(number) => {
            let number = Literal::u32_unsuffixed(*number);
            quote! { #number }
        }
        NonNegative::Symbol(place) => {
            let variable = variable(*place);
            quote! { #variable }
        }
        NonNegative::Constant(place) => {
            let name = local(format_args!("n{place}"));
            quote! { #name }
        }
        NonNegative::Quotient(rounding, operands) => {
            let [a, b] = operands.each_ref().map(natural);
            match rounding {
                Rounding::Down => quote! { (#a / #b) },
                Rounding::Up => quote! { #Usize::div_ceil(#a, #b) },
                Rounding::Rest => quote! { (#a % #b) },
            }
        }
    }
}

/// An expression that is true if a condition holds, by a test that is no search.
pub(super) fn holds(context: &Context<'_>, test: &Test, condition: &Condition) -> TokenStream {
    let (a, b, is) = match (test, condition) {
        (Test::Plain(sides), _) => {
            let [left, right] = sides.each_ref().map(natural);
            return match condition {
                Condition::Divides { .. } => quote! { #right % #left == 0 },
                Condition::AtMost { .. } => quote! { #left <= #right },
                _ => quote! { #left == #right },
            };
        }
        (Test::Positive(factors), _) => {
            let factors = factors.iter().map(natural);
            return quote! { #((1 <= #factors))&* };
        }
        (_, Condition::Divides { divisor, of }) => (of, divisor, "is_multiple_of"),
        (_, Condition::AtMost { least, most }) => (least, most, "is_at_most"),
        (_, Condition::Equal { left, right }) => (left, right, "is_equal"),
        // A condition without a check counts as broken.
        _ => return quote! { false },
    };
    let (a, b, is) = (exact(context, a), exact(context, b), Ident::new(is, Span::call_site()));
    quote! { #a.#is(#b) }
}

/// An expression that is true if leaves are injective, as the runtime decides it; each of `links` is compared first.
pub(super) fn injective(
    context: &Context<'_>,
    leaves: &[(Int, Int)],
    links: &[(NonNegative, NonNegative)],
) -> TokenStream {
    let (mut extents, mut strides) = (Vec::new(), Vec::new());
    for (extent, stride) in leaves {
        extents.push(exact(context, extent));
        strides.push(exact(context, stride));
    }
    let injective = context.private("injective");
    let answer = quote! { #injective(&[#((#extents, #strides)),*]) };
    if links.is_empty() {
        return answer;
    }
    let (mut least, mut most) = (Vec::new(), Vec::new());
    for (low, high) in links {
        least.push(natural(low));
        most.push(natural(high));
    }
    let yes = context.private("Injective");
    quote! { if #(#least <= #most)&&* { #yes::Yes } else { #answer } }
}

/// The message where the search for a collision ends before it is decided.
pub(super) fn undecided_rule(condition: &Condition) -> String {
    format!("it is not decided within the steps of a search that {}", condition.statement())
}

/// A condition in words, as the runtime reads them where a rule is broken.
pub(super) fn rule(context: &Context<'_>, condition: &Condition) -> String {
    let (a, b, word) = match condition {
        Condition::Divides { divisor, of } => (divisor, of, "divides"),
        Condition::AtMost { least, most } => (least, most, "<="),
        Condition::Equal { left, right } => (left, right, "=="),
        // The runtime knows no such word: it is not known whether that holds.
        _ => return "?".to_owned(),
    };
    format!("{} {} {word}", words(context, a), words(context, b))
}

/// A condition that the expansion has decided, with the word that says how.
pub(super) fn decided_rule(context: &Context<'_>, condition: &Condition, word: &str) -> String {
    let mut text = String::new();
    for place in context.places(condition) {
        text += &format!("#{place} ");
    }
    text + word
}

#[cfg(test)]
mod tests {
    use layout_algebra::{Facts, Overflow};

    use super::*;
    use crate::evaluated::Symbol;
    use crate::report::SpanRange;
    use crate::syntax::SymbolKind;

    /// The words of a condition of the symbols `m` and `n`, which are `#0` and `#1`.
    fn words(of: impl FnOnce(&Int, &Int) -> Result<Condition, Overflow>) -> String {
        let mut facts = Facts::new();
        let symbols = ["m", "n"].map(|name| {
            facts.extent(name);
            let tokens = name.parse().unwrap();
            let here = proc_macro2::Span::call_site();
            let range = SpanRange { first: here, last: here };
            Symbol { name: name.into(), kind: SymbolKind::RunTime, tokens, range, extent: true }
        });
        let [m, n] = ["m", "n"].map(|name| facts.int(name).unwrap());
        let krate = proc_macro2::TokenStream::new();
        let context = Context {
            krate: &krate,
            name: "",
            symbols: &symbols,
            obligations: &[],
            checks: &[],
            fallible: false,
        };
        rule(&context, &of(&m, &n).unwrap())
    }

    #[test]
    fn conditions_have_their_operands_first() {
        let twelve = Int::new(12);
        let at_most = |int: Int| Ok(Condition::at_most(&int, &twelve));
        for (words, expected) in [
            (words(|m, _| Ok(Condition::divides(&twelve, m))), "12 #0 divides"),
            (words(|m, n| Ok(Condition::equal(m, n))), "#0 #1 =="),
            (words(|m, n| at_most(m.add(&n.mul(&twelve)?)?)), "#0 12 #1 * + 12 <="),
            (words(|m, n| at_most(m.sub(n)?)), "#0 -1 #1 * + 12 <="),
            (words(|m, n| at_most(m.div_floor(n)?)), "#0 #1 floor 12 <="),
            (words(|m, n| at_most(m.div_ceil(n)?)), "#0 #1 ceil 12 <="),
            (words(|m, n| at_most(m.rem_floor(n)?)), "#0 #1 % 12 <="),
            (words(|m, n| at_most(m.lesser(n)?)), "#0 #1 min 12 <="),
            (words(|m, n| at_most(m.greater(n)?)), "#0 #1 max 12 <="),
        ] {
            assert_eq!(words, expected);
        }
    }
}
