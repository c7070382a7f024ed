//! Attributes: `#[allow(…)]` with the language's lints, `#[cost(…)]`, and what is
//! passed on.

use proc_macro2::{Delimiter, Group, TokenStream, TokenTree};

use super::assumption::parse_assumptions;
use super::number::integer;
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
        if !cursor.at_group(Delimiter::Bracket) {
            let token = cursor.next();
            return Err(cursor.unexpected(token, "`[` of an attribute"));
        }
        let Some(TokenTree::Group(group)) = cursor.next() else { continue };
        let mut inside = Cursor::inside(&group);
        inside.open_whole();
        if inside.eat_ident("cost") {
            parse_cost(&mut inside, &mut attributes.cost)?;
            continue;
        }
        if inside.eat_ident("assume") {
            parse_assume(&mut inside, &mut attributes.assume)?;
            continue;
        }
        let is_allow = inside.eat_ident("allow");
        let list = match inside.next() {
            Some(TokenTree::Group(list)) if is_allow => Some(list),
            _ => None,
        };
        if list.is_none_or(|list| permit(&list, &mut attributes.allow)) {
            attributes.others.extend(hash);
            attributes.others.extend([TokenTree::Group(without_own_lints(&group))]);
        }
    }
    Ok(attributes)
}

/// Lets the language's lints of a list through; whether there are others in it.
fn permit(list: &Group, allow: &mut Allow) -> bool {
    let mut foreign = false;
    for token in list.stream() {
        match &token {
            TokenTree::Ident(ident) => {
                match Lint::ALL.into_iter().find(|lint| ident == lint.name()) {
                    Some(lint) => allow.permit(lint),
                    None => foreign = true,
                }
            }
            TokenTree::Punct(punct) if punct.as_char() == ',' => {}
            _ => foreign = true,
        }
    }
    foreign
}

/// `(div = 0, at(ops <= 4))` after `cost`.
fn parse_cost(cursor: &mut Cursor, contract: &mut Contract) -> Result<(), Diagnostic> {
    const LIST: &str = "`(`, as in `#[cost(div = 0, ops <= 6)]`";
    let Some(list) = cursor.next_group(Delimiter::Parenthesis) else {
        let token = cursor.next();
        return Err(cursor.unexpected(token, LIST));
    };
    if let extra @ Some(_) = cursor.next() {
        return Err(cursor.unexpected(extra, "`]` after the contract"));
    }
    parse_bounds(&mut Cursor::inside(&list), None, contract)
}

/// `(m % 128 == 0, k <= 4096)` after `assume`.
fn parse_assume(cursor: &mut Cursor, into: &mut Vec<Assumption>) -> Result<(), Diagnostic> {
    const LIST: &str = "`(`, as in `#[assume(m % 128 == 0, k <= 4096)]`";
    let Some(list) = cursor.next_group(Delimiter::Parenthesis) else {
        let token = cursor.next();
        return Err(cursor.unexpected(token, LIST));
    };
    if let extra @ Some(_) = cursor.next() {
        return Err(cursor.unexpected(extra, "`]` after the assumptions"));
    }
    let mut inside = Cursor::inside(&list);
    into.extend(parse_assumptions(&mut inside)?);
    Ok(())
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

/// `[allow(padding, dead_code)]` without the lints that rustc does not know.
fn without_own_lints(attribute: &Group) -> Group {
    let is_own = |token: &TokenTree| {
        matches!(token, TokenTree::Ident(ident)
            if Lint::ALL.into_iter().any(|lint| ident == lint.name()))
    };
    let tokens = attribute.stream().into_iter().map(|token| match token {
        TokenTree::Group(list) => {
            let mut kept = TokenStream::new();
            let mut drop_comma = false;
            for token in list.stream() {
                let is_comma = matches!(&token, TokenTree::Punct(p) if p.as_char() == ',');
                if is_own(&token) {
                    drop_comma = true;
                } else if !(is_comma && std::mem::take(&mut drop_comma)) {
                    kept.extend([token]);
                }
            }
            let mut group = Group::new(list.delimiter(), kept);
            group.set_span(list.span());
            TokenTree::Group(group)
        }
        token => token,
    });
    let mut group = Group::new(attribute.delimiter(), tokens.collect());
    group.set_span(attribute.span());
    group
}
