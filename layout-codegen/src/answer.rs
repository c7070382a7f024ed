//! `Answer`: how a layout with symbols tells other invocations of itself.
//!
//! ```text
//! { [run m] [const BM] [const config::N @ CONSTANT] [run k = variable] }
//! { (m % 128 == 0) "for logical_divide" … } (m,BM):(BM,1)
//! ```
//!
//! A symbol without a source is bound by its name where the layout is used.

use std::rc::Rc;

use proc_macro2::{Delimiter, Group, Ident, TokenStream, TokenTree};
use quote::quote;

use crate::cursor::Cursor;
use crate::eval::{Binding, Scope};
use crate::parse::{assumption::parse_assumptions, parse_expr};
use crate::plan::SymbolicPlan;
use crate::symbols::{Given, GivenSymbol, Owner, Source, prove_for};
use crate::syntax::{Allowed, SymbolKind};
use crate::value::Value;

/// The answer of a layout with these symbols.
pub(crate) fn answer(plan: &SymbolicPlan, symbols: &[GivenSymbol]) -> TokenStream {
    let symbols = symbols.iter().map(|symbol| {
        let kind = match symbol.kind {
            SymbolKind::RunTime => quote! { run },
            SymbolKind::Constant => quote! { const },
        };
        let name: TokenStream = symbol.name.parse().unwrap_or_default();
        match &symbol.source {
            Source::SameName => quote! { [#kind #name] },
            Source::Constant(constant) => quote! { [#kind #name @ #constant] },
            Source::Aside(tokens) => quote! { [#kind #name = #tokens] },
        }
    });
    let conditions = plan.obligations.iter().map(|obligation| {
        let condition: TokenStream = obligation.condition.assumption().parse().unwrap_or_default();
        let reason = &obligation.reason;
        quote! { (#condition) #reason }
    });
    let notation: TokenStream = plan.notation.parse().unwrap_or_default();
    quote! { { #(#symbols)* } { #(#conditions)* } #notation }
}

/// Whether an answer is of a layout with symbols.
pub(crate) fn is_symbolic(answer: &TokenStream) -> bool {
    matches!(answer.clone().into_iter().next(), Some(TokenTree::Group(group))
        if group.delimiter() == Delimiter::Brace)
}

/// The layout of an answer; none if it is not one with symbols.
pub(crate) fn given(answer: &TokenStream) -> Option<Binding> {
    let mut tokens = answer.clone().into_iter();
    let (TokenTree::Group(symbols), TokenTree::Group(conditions)) =
        (tokens.next()?, tokens.next()?)
    else {
        return None;
    };
    if symbols.delimiter() != Delimiter::Brace || conditions.delimiter() != Delimiter::Brace {
        return None;
    }
    let symbols: Vec<GivenSymbol> = groups(&symbols).iter().filter_map(symbol).collect();
    let mut assume = Vec::new();
    for condition in groups(&conditions) {
        assume.extend(parse_assumptions(&mut Cursor::inside(&condition)).ok()?);
    }
    let mut allow = crate::Allow::default();
    crate::Lint::ALL.into_iter().for_each(|lint| allow.permit(lint));
    let of = parse_expr(tokens.collect()).ok()?.of;
    let expr = Allowed { allow, assume, of };
    let evaluated = prove_for(&expr, &Scope::new(), &Owner::Given(&symbols)).ok()?;
    let Value::Layout(layout) = evaluated.value else { return None };
    let reasons = reasons(&conditions);
    let conditions = evaluated.obligations.into_iter().map(|obligation| {
        let text = without_spaces(&obligation.condition.assumption());
        let reason = reasons.iter().find(|(condition, _)| *condition == text);
        let reason = reason.map_or(obligation.reason, |(_, reason)| reason.clone());
        (obligation.condition, reason)
    });
    let conditions = conditions.collect();
    let local = symbols.iter().any(|symbol| matches!(symbol.source, Source::Aside(_)));
    Some(Binding::Symbolic(Rc::new(Given { layout, symbols, conditions, local })))
}

/// Each condition without spaces, and what it is for.
fn reasons(conditions: &Group) -> Vec<(String, String)> {
    let mut reasons = Vec::new();
    let mut condition = String::new();
    for token in conditions.stream() {
        match token {
            TokenTree::Group(group) => condition = without_spaces(&group.stream().to_string()),
            TokenTree::Literal(reason) => {
                let reason = reason.to_string().trim_matches('"').to_owned();
                reasons.push((std::mem::take(&mut condition), reason));
            }
            _ => {}
        }
    }
    reasons
}

fn without_spaces(text: &str) -> String {
    text.chars().filter(|c| !c.is_whitespace()).collect()
}

fn groups(of: &Group) -> Vec<Group> {
    let groups = of.stream().into_iter().filter_map(|token| match token {
        TokenTree::Group(group) => Some(group),
        _ => None,
    });
    groups.collect()
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
