//! Definitions: the layout of a name as tokens, which its hidden macro passes to other invocations.
//!
//! ```text
//! { [run m] [const BM] [const config::N @ CONSTANT] [run k = variable] }
//! { (1 <= m) [extent] (m % 128 == 0) [for "logical_divide" of "Tile"] … } (m,BM):(BM,1)
//! ```
//!
//! Each condition is followed by what it is for, which begins with `case` where the layout is
//! right for one case of several.
//! A symbol without a source is bound by its name where the layout is used. The definition
//! of a padded layout, with symbols or without, ends with its bounds, and that of a local without
//! symbols begins with `local`:
//!
//! ```text
//! ((4,3),8):((1,4),16) ; [((4,3),8):((1,4),0)] [(1):(10)] …
//! ((4,3),8):((1,4),16) ; unknown
//! local (4,8):(8,1)
//! ```

use std::rc::Rc;

use layout_algebra::bounds::{Bound, Bounds};
use layout_algebra::{CollectVec, Need};
use proc_macro2::{Delimiter, Group, Ident, Span, TokenStream, TokenTree};
use quote::quote;

use crate::cursor::Cursor;
use crate::eval::{Binding, Scope, evaluate_annotated};
use crate::evaluated::{Evaluated, Given, GivenSymbol, Obligation, Purpose, Reason, Source};
use crate::keyword;
use crate::nearest::lookup;
use crate::parse::{assumption::parse_assumptions, parse_expr, parse_given};
use crate::plan::Planned;
use crate::symbols::{Owner, prove_for};
use crate::syntax::{Allowed, Parameter, SymbolKind};
use crate::token::{is_group, is_ident, is_semicolon};
use crate::value::{Annotations, Value};

/// The definition of a layout with these symbols, as tokens.
pub(crate) fn encode(
    plan: &Planned,
    evaluated: &Evaluated,
    symbols: &[GivenSymbol],
) -> TokenStream {
    let notation = match evaluated.names.is_none() {
        true => notation(plan.notation(), plan.bounds()),
        false => notation(&evaluated.notation(), plan.bounds()),
    };
    let Planned::Symbolic(plan) = plan else { return notation };
    let mut list = TokenStream::new();
    for symbol in symbols {
        let kind = match symbol.kind {
            SymbolKind::RunTime => quote! { run },
            SymbolKind::Constant => quote! { const },
        };
        let name = parsed(&symbol.name);
        list.extend(match &symbol.source {
            Source::SameName => quote! { [#kind #name] },
            Source::Constant(constant) => quote! { [#kind #name @ #constant] },
            Source::Aside(tokens) => quote! { [#kind #name = #tokens] },
        });
    }
    let mut conditions = TokenStream::new();
    for obligation in &plan.obligations {
        let condition = parsed(&obligation.condition.assumption());
        let reason = reason_tokens(&obligation.reason);
        conditions.extend(quote! { (#condition) [#reason] });
    }
    quote! { { #list } { #conditions } #notation }
}

fn parsed(text: &str) -> TokenStream {
    text.parse().unwrap_or_default()
}

/// A notation, and the bounds where there are any.
pub(crate) fn notation(notation: &str, bounds: &Bounds) -> TokenStream {
    let notation = parsed(notation);
    let Bounds::Within(within) = bounds else { return quote! { #notation ; unknown } };
    if within.is_empty() {
        return notation;
    }
    let mut bounds = TokenStream::new();
    for bound in within {
        let coordinate = parsed(&bound.coordinate().to_string());
        let extent = parsed(&bound.extent().to_string());
        bounds.extend(quote! { [#coordinate] [(1):(#extent)] });
    }
    quote! { #notation ; #bounds }
}

/// The definition of a local; without symbols its name is no type, and it begins with `local`.
pub(crate) fn of_local(encoded: TokenStream) -> TokenStream {
    if is_symbolic(&encoded) {
        encoded
    } else {
        quote! { local #encoded }
    }
}

/// Returns whether a definition belongs to a local without symbols.
pub(crate) fn is_local(encoded: &TokenStream) -> bool {
    is_ident(encoded.clone().into_iter().next().as_ref(), "local")
}

/// The layout of a definition without symbols.
pub(crate) fn numbers(encoded: &TokenStream) -> Option<Binding> {
    let (notation, bounds) = parted(encoded.clone());
    let allow = crate::Allow::all();
    let value = |tokens: TokenStream| {
        let of = parse_expr(tokens).ok()?.of;
        evaluate_annotated(&Allowed { allow, assume: Vec::new(), of }, &Scope::new()).ok()
    };
    let (of, Annotations { names, .. }) = value(notation)?;
    let bounds = bounds_of(bounds, &|tokens| Some(value(tokens)?.0));
    Binding::new(of, Annotations { bounds, names })
}

/// The notation in a definition, and the tokens of the bounds after it.
fn parted(encoded: TokenStream) -> (TokenStream, Option<TokenStream>) {
    let before = usize::from(is_local(&encoded));
    let mut tokens = encoded.into_iter().skip(before);
    let mut notation = TokenStream::new();
    while let Some(token) = tokens.next() {
        if is_semicolon(&token) {
            return (notation, Some(tokens.collect()));
        }
        notation.extend([token]);
    }
    (notation, None)
}

/// The bounds that follow a notation, by the values of their expressions.
fn bounds_of(tokens: Option<TokenStream>, value: &dyn Fn(TokenStream) -> Option<Value>) -> Bounds {
    let Some(tokens) = tokens else { return Bounds::EVERYWHERE };
    let trees = tokens.into_iter().collect_vec();
    let mut bounds = Vec::new();
    for pair in trees.chunks(2) {
        let Some(bound) = bound(pair, value) else { return Bounds::Unknown };
        bounds.push(bound);
    }
    Bounds::Within(bounds)
}

/// The bound that two groups are: the layout of a coordinate, and its extent.
fn bound(pair: &[TokenTree], value: &dyn Fn(TokenStream) -> Option<Value>) -> Option<Bound> {
    let [TokenTree::Group(coordinate), TokenTree::Group(extent)] = pair else { return None };
    let coordinate = value(coordinate.stream())?.as_layout()?.ok()?;
    // A stride, which may be any integer.
    let extent = value(extent.stream())?.as_layout()?.ok()?;
    let (_, extent) = extent.leaves().into_iter().next()?;
    Some(Bound::new(coordinate, extent.as_int()?.clone()))
}

/// Returns whether a definition belongs to a layout with symbols.
pub(crate) fn is_symbolic(encoded: &TokenStream) -> bool {
    is_group(encoded.clone().into_iter().next().as_ref(), Delimiter::Brace)
}

/// The layout of a definition; `None` for a definition without symbols.
pub(crate) fn given(encoded: &TokenStream) -> Option<Binding> {
    let mut tokens = encoded.clone().into_iter();
    let (TokenTree::Group(symbols), TokenTree::Group(conditions)) =
        (tokens.next()?, tokens.next()?)
    else {
        return None;
    };
    if symbols.delimiter() != Delimiter::Brace || conditions.delimiter() != Delimiter::Brace {
        return None;
    }
    let symbols = groups(&symbols).iter().filter_map(symbol).collect_vec();
    let (mut assume, mut reasons) = (Vec::new(), Vec::new());
    for pair in groups(&conditions).chunks(2) {
        let [condition, reason] = pair else { return None };
        let mut parsed = parse_assumptions(&mut Cursor::inside(condition)).ok()?;
        assume.append(&mut parsed);
        reasons.push(reason_of(reason.stream())?);
    }
    let (notation, bounds) = parted(tokens.collect());
    // A symbol may be called as a stride over bits is.
    let mut declared = Vec::new();
    for symbol in &symbols {
        if let Some(name) = keyword::name(&symbol.name) {
            declared.push(Parameter { name, kind: symbol.kind });
        }
    }
    let proved = |tokens: TokenStream| {
        let of = parse_given(tokens, &declared).ok()?;
        let expr = Allowed { allow: crate::Allow::all(), assume: assume.clone(), of };
        prove_for(&expr, &Scope::new(), &Owner::Given(&symbols, &reasons)).ok()
    };
    let evaluated = proved(notation)?;
    let (layout, names) = (evaluated.value, evaluated.names);
    layout.as_plain_function()?;
    let bounds = bounds_of(bounds, &|tokens| Some(proved(tokens)?.value));
    let conditions = evaluated.obligations.into_iter().map(Obligation::into_parts).collect_vec();
    let local = symbols.iter().any(|symbol| matches!(symbol.source, Source::Aside(_)));
    Some(Binding::Symbolic(Rc::new(Given { layout, bounds, names, symbols, conditions, local })))
}

/// The words of purposes that have no name in them.
const PURPOSES: [(&str, Purpose); 6] = [
    ("extent", Purpose::Extent),
    ("divisor", Purpose::Divisor),
    ("assumed", Purpose::Assumed),
    ("integer", Purpose::Usize),
    ("apart", Purpose::Apart),
    ("layout", Purpose::Layout),
];

/// A reason as tokens, which [`reason_of`] reads.
fn reason_tokens(reason: &Reason) -> TokenStream {
    let case = (reason.need() == Need::Case).then(|| quote! { case });
    let purpose = match reason.purpose() {
        Purpose::Parameter(name) => quote! { parameter #name },
        Purpose::Operation(name) => quote! { for #name },
        plain => {
            let word = PURPOSES.iter().find(|(_, purpose)| purpose == plain);
            let word = word.map(|(word, _)| Ident::new(word, Span::call_site()));
            quote! { #word }
        }
    };
    let of = reason.layout().map(|name| quote! { of #name });
    quote! { #case #purpose #of }
}

fn reason_of(tokens: TokenStream) -> Option<Reason> {
    let text = tokens.into_iter().collect_vec();
    let text = text.iter().map(TokenTree::to_string).collect_vec();
    let words = text.iter().map(|word| word.trim_matches('"')).collect_vec();
    let (need, words) = match words.as_slice() {
        ["case", words @ ..] => (Need::Case, words),
        words => (Need::Must, words),
    };
    let (purpose, words) = match words {
        ["parameter", name, words @ ..] => (Purpose::Parameter((*name).to_owned()), words),
        ["for", name, words @ ..] => (Purpose::Operation((*name).to_owned()), words),
        [word, words @ ..] => (lookup(&PURPOSES, word)?.clone(), words),
        [] => return None,
    };
    let of = match words {
        [] => None,
        ["of", name] => Some((*name).to_owned()),
        _ => return None,
    };
    Some(Reason::new(purpose, of, need))
}

fn groups(of: &Group) -> Vec<Group> {
    let mut groups = Vec::new();
    for token in of.stream() {
        if let TokenTree::Group(group) = token {
            groups.push(group);
        }
    }
    groups
}

fn symbol(group: &Group) -> Option<GivenSymbol> {
    let mut cursor = Cursor::inside(group);
    let kind = match cursor.next_ident()?.to_string().as_str() {
        "run" => SymbolKind::RunTime,
        "const" => SymbolKind::Constant,
        _ => return None,
    };
    let mut name = String::new();
    while !(cursor.is_done() || cursor.at_punct('@') || cursor.at_punct('=')) {
        match cursor.next()? {
            TokenTree::Group(group) => name.push_str(&crate::parse::symbol::text_of(&group).ok()?),
            token => name.push_str(&token.to_string()),
        }
    }
    let source = if cursor.eat_punct('@') {
        let constant: Ident = cursor.next_ident()?;
        Source::Constant(constant)
    } else if cursor.eat_punct('=') {
        let mut tokens = TokenStream::new();
        while let Some(token) = cursor.next() {
            tokens.extend([token]);
        }
        Source::Aside(tokens)
    } else {
        Source::SameName
    };
    Some(GivenSymbol { name, kind, source })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The definition of a padded layout reads back as the layout and its bounds.
    #[test]
    fn bounds_read_back() {
        let mut padded = 0;
        for layout in ["10:1", "(4,8):(8,1)", "((2,3),5):((1,2),6)", "Sw<1,0,3> o 0 o (6,8):(8,1)"]
        {
            for tiler in ["4", "(3,4)", "<3:1,_>", "<(2,2):(1,2),3>", "8", "(3)", "4:2"] {
                for op in ["logical_divide", "zipped_divide", "composition"] {
                    let text = format!("{op}({layout},{tiler})");
                    let of = parse_expr(text.parse().unwrap()).unwrap().of;
                    let expr = Allowed { allow: crate::Allow::all(), assume: Vec::new(), of };
                    let Ok((value, Annotations { bounds, .. })) =
                        evaluate_annotated(&expr, &Scope::new())
                    else {
                        continue;
                    };
                    let written = notation(&value.to_string(), &bounds);
                    let expected = value.clone().with(bounds.clone());
                    let read = match numbers(&written) {
                        Some(Binding::Layout(value, annotations)) => value.with(annotations),
                        other => panic!("{text}: {written} is {other:?}"),
                    };
                    assert_eq!(read, expected, "{text}: {written}");
                    padded += usize::from(!bounds.is_everywhere());
                }
            }
        }
        assert!(padded > 15, "{padded} layouts are padded");
    }
}
