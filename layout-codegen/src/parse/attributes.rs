//! Attributes: `#[allow(…)]` with the language's lints, `#[cost(…)]`, and what is
//! passed on.

use proc_macro2::{Delimiter, Group, TokenStream, TokenTree};
use quote::quote;
use syn::meta::ParseNestedMeta;
use syn::{LitStr, MetaList, Token};

use super::assumption::parse_assumptions;
use super::number::integer;
use super::rust;
use crate::Allow;
use crate::cursor::Cursor;
use crate::report::{Diagnostic, Lint, SpanRange};
use crate::syntax::{Assumption, Bound, Contract, Function, Unit};

/// What stands in front of an expression or a definition.
#[derive(Default)]
pub(super) struct Attributes {
    /// The lints that are let through.
    pub(super) allow: Allow,
    /// What is assumed of symbols.
    pub(super) assume: Vec<Assumption>,
    /// What the layout may cost.
    pub(super) cost: Contract,
    /// Every attribute that is not the language's.
    pub(super) others: TokenStream,
}

impl Attributes {
    /// Refuses attributes other than the language's own.
    pub(super) fn reject_others(&self, on: &str) -> Result<(), Diagnostic> {
        let mut tokens = self.others.clone().into_iter();
        let Some(first) = tokens.next() else { return Ok(()) };
        let last = tokens.next().map_or(first.span(), |group| group.span());
        let range = SpanRange { first: first.span(), last };
        let message = format!(
            "{on} takes no attribute but `#[allow(non_injective)]`, `#[allow(padding)]`, `#[assume(…)]` \
             and `#[cost(…)]`"
        );
        Err(Diagnostic::new(range, message))
    }
}

/// The attributes that come next.
pub(super) fn parse_attributes(cursor: &mut Cursor) -> Result<Attributes, Diagnostic> {
    let mut attributes = Attributes::default();
    while cursor.at_punct('#') {
        let hash = cursor.next();
        let Some(group) = cursor.next_group(Delimiter::Bracket) else {
            let token = cursor.next();
            return Err(cursor.unexpected(token, "`[` of an attribute"));
        };
        let mut inside = Cursor::inside(&group);
        inside.open_whole();
        if inside.eat_ident("cost") {
            let mut bounds = list(inside, "#[cost(div = 0, ops <= 6)]", "the contract")?;
            parse_bounds(&mut bounds, None, &mut attributes.cost)?;
        } else if inside.eat_ident("assume") {
            const EXAMPLE: &str = "#[assume(m % 128 == 0, k <= 4096)]";
            let mut assumptions = list(inside, EXAMPLE, "the assumptions")?;
            attributes.assume.extend(parse_assumptions(&mut assumptions)?);
        } else if let Some(other) = permit(group, &mut attributes.allow) {
            attributes.others.extend(hash.into_iter().chain([TokenTree::Group(other)]));
        }
    }
    Ok(attributes)
}

/// Lets the language's lints of an `allow` through. What Rust is to see: other attributes, and
/// other lints.
fn permit(mut attribute: Group, allow: &mut Allow) -> Option<Group> {
    let Some(mut list) = rust::read(attribute.stream()).filter(is_allow) else {
        return Some(attribute);
    };
    let mut others = Vec::new();
    let lints = list.parse_nested_meta(|lint| {
        let is_named = |own: &Lint| lint.path.is_ident(own.name());
        match Lint::ALL.into_iter().find(is_named) {
            Some(own) => allow.permit(own),
            None => others.push(written(&lint)?),
        }
        Ok(())
    });
    if lints.is_ok() {
        list.tokens = quote! { #(#others),* };
        let span = attribute.span();
        attribute = Group::new(Delimiter::Bracket, quote! { #list });
        attribute.set_span(span);
    }
    (lints.is_err() || !others.is_empty()).then_some(attribute)
}

fn is_allow(list: &MetaList) -> bool {
    list.path.is_ident("allow")
}

/// A lint, or the reason for all of them.
fn written(lint: &ParseNestedMeta) -> syn::Result<TokenStream> {
    let path = &lint.path;
    if !lint.input.peek(Token![=]) {
        return Ok(quote! { #path });
    }
    let reason: LitStr = lint.value()?.parse()?;
    Ok(quote! { #path = #reason })
}

/// What is in the parentheses of an attribute of the language, after its name.
fn list(mut attribute: Cursor, example: &str, what: &str) -> Result<Cursor, Diagnostic> {
    let Some(list) = attribute.next_group(Delimiter::Parenthesis) else {
        let token = attribute.next();
        return Err(attribute.unexpected(token, &format!("`(`, as in `{example}`")));
    };
    if let extra @ Some(_) = attribute.next() {
        return Err(attribute.unexpected(extra, &format!("`]` after {what}")));
    }
    Ok(Cursor::inside(&list))
}

/// Bounds, and functions with bounds of their own.
fn parse_bounds(
    cursor: &mut Cursor,
    function: Option<Function>,
    contract: &mut Contract,
) -> Result<(), Diagnostic> {
    let units = "`div` or `ops`";
    let expected = match function {
        None => "`div`, `ops`, or a function: `index`, `at` or `at_flat`",
        Some(_) => units,
    };
    loop {
        let Some(word) = cursor.next_ident() else {
            let token = cursor.next();
            return Err(cursor.unexpected(token, expected));
        };
        let unit = Unit::ALL.into_iter().find(|unit| word == unit.name());
        let named = Function::ALL
            .into_iter()
            .find(|function| function.names().into_iter().any(|name| word == name));
        match (unit, named, function) {
            (Some(unit), ..) => {
                let most = parse_most(cursor, unit)?;
                contract.bounds.push(Bound { function, unit, most });
            }
            (None, Some(named), None) => {
                let Some(list) = cursor.next_group(Delimiter::Parenthesis) else {
                    let token = cursor.next();
                    return Err(cursor.unexpected(token, "`(` with the bounds of this function"));
                };
                parse_bounds(&mut Cursor::inside(&list), Some(named), contract)?;
            }
            _ => return Err(cursor.unexpected(Some(TokenTree::Ident(word)), expected)),
        }
        if !cursor.eat_punct(',') {
            let Some(token) = cursor.next() else { return Ok(()) };
            return Err(cursor.unexpected(Some(token), "`,` or the end of the bounds"));
        }
        if cursor.is_done() {
            return Ok(());
        }
    }
}

/// `= 0` or `<= 0`: both bound from above.
fn parse_most(cursor: &mut Cursor, unit: Unit) -> Result<u32, Diagnostic> {
    let name = unit.name();
    cursor.eat_punct('<');
    if !cursor.eat_punct('=') {
        let token = cursor.next();
        return Err(cursor.unexpected(token, &format!("`=` or `<=` after `{name}`")));
    }
    match cursor.next() {
        Some(TokenTree::Literal(literal)) => {
            let most = integer(&literal.to_string(), literal.span(), 1)?;
            u32::try_from(most).map_err(|_| {
                let message = format!("no function takes {most} {name}: leave the bound out");
                Diagnostic::new(literal.span(), message)
            })
        }
        other => Err(cursor.unexpected(other, &format!("the most of `{name}` that is allowed"))),
    }
}
