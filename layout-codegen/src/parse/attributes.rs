//! Attributes: `#[allow(…)]` with the language's lints, contracts such as `#[cost(…)]`, and what is
//! passed on.

use layout_algebra::CollectVec;
use proc_macro2::{Delimiter, Group, Ident, TokenStream, TokenTree};
use quote::quote;

use super::access_contract::{parse_access_contract, parse_tile};
use super::agreement::{parse_agreement, parse_live};
use super::assumption::parse_assumptions;
use super::number::parse_limit;
use super::rust;
use crate::allow::Allow;
use crate::cursor::Cursor;
use crate::nearest::nearest;
use crate::parse::spelled;
use crate::report::{Diagnostic, Lint, Patch, SpanRange};
use crate::syntax::{Assumption, Bound, Contract, Function, Memory, Unit};
use crate::token::{is_colon, is_comma, is_one_of, is_punct};

/// The attributes of the language.
const OWN: [&str; 10] = [
    "allow",
    "expect",
    "assume",
    "cost",
    "banks",
    "coalesced",
    "vector",
    "covers",
    "agrees",
    "live",
];

/// The attributes that let lints through.
const LEVELS: [&str; 2] = ["allow", "expect"];

/// The attributes in front of an expression or a definition.
#[derive(Default)]
pub(super) struct Attributes {
    /// The lints that are let through.
    pub(super) allow: Allow,
    /// The assumptions about symbols.
    pub(super) assume: Vec<Assumption>,
    /// The contract of the layout: its cost, and its accesses of memory.
    pub(super) cost: Contract,
    /// Every attribute that is not the language's.
    pub(super) others: TokenStream,
}

impl Attributes {
    /// Refuses attributes other than the language's own.
    pub(super) fn reject_others(&self, on: &str) -> Result<(), Diagnostic> {
        let mut tokens = self.others.clone().into_iter();
        let (Some(first), Some(TokenTree::Group(group))) = (tokens.next(), tokens.next()) else {
            return Ok(());
        };
        if let Some(TokenTree::Ident(word)) = group.stream().into_iter().next()
            && let Some(own) = nearest(&word.to_string(), OWN)
            && word != own
        {
            let message = format!("{on} takes no attribute `{word}`");
            let diagnostic = Diagnostic::new(word.span(), message);
            return Err(diagnostic.meant(own));
        }
        let range = SpanRange { first: first.span(), last: group.span() };
        let message = format!(
            "{on} takes no attribute but `#[allow(non_injective)]`, `#[allow(padding)]`, `#[assume(…)]`, \
             `#[cost(…)]`, `#[banks(…)]`, `#[coalesced(…)]`, `#[vector(…)]`, `#[covers(…)]`, `#[agrees(…)]` and `#[live(…)]`"
        );
        Err(Diagnostic::new(range, message))
    }
}

impl Attributes {
    /// Refuses to derive what every named layout has.
    pub(super) fn reject_derived(&self) -> Result<(), Diagnostic> {
        for token in self.others.clone() {
            let TokenTree::Group(group) = token else { continue };
            let mut inside = group.stream().into_iter();
            let (Some(TokenTree::Ident(word)), Some(TokenTree::Group(list))) =
                (inside.next(), inside.next())
            else {
                continue;
            };
            if word != "derive" {
                continue;
            }
            check_paths(list.stream())?;
            for token in list.stream() {
                if let TokenTree::Ident(derived) = token
                    && is_one_of(&derived, &["Clone", "Copy"])
                {
                    let message = format!("a named layout is `{derived}` without deriving it");
                    return Err(Diagnostic::new(derived.span(), message).surplus());
                }
            }
        }
        Ok(())
    }
}

/// The attributes that come next.
pub(super) fn parse_attributes(cursor: &mut Cursor) -> Result<Attributes, Diagnostic> {
    let mut attributes = Attributes::default();
    while cursor.at_attribute() {
        let hash = cursor.next();
        let Some(group) = cursor.next_group(Delimiter::Bracket) else {
            return Err(cursor.refused("`[` of an attribute"));
        };
        let mut inside = Cursor::inside(&group);
        inside.open_whole();
        let is_named = match inside.peek() {
            None | Some(TokenTree::Literal(_)) => false,
            Some(TokenTree::Group(group)) => group.delimiter() == Delimiter::None,
            Some(TokenTree::Punct(_)) => inside.at_path_separator(),
            Some(TokenTree::Ident(_)) => true,
        };
        if !is_named {
            return Err(match inside.peek() {
                Some(TokenTree::Group(list)) if has_lint(list) => unnamed_list(list),
                _ => inside.refused("the name of an attribute"),
            });
        }
        reject_other_case(&mut inside)?;
        if inside.eat_ident("cost") {
            let mut bounds = list(inside, "#[cost(div = 0, ops <= 6)]", "the contract")?;
            parse_bounds(&mut bounds, None, &mut attributes.cost)?;
        } else if inside.eat_ident("assume") {
            const EXAMPLE: &str = "#[assume(m % 128 == 0, k <= 4096)]";
            let mut assumptions = list(inside, EXAMPLE, "the assumptions")?;
            attributes.assume.extend(parse_assumptions(&mut assumptions)?);
        } else if inside.eat_ident("covers") {
            let mut tile = list(inside, "#[covers((16,8))]", "the contract")?;
            attributes.cost.covers.push(parse_tile(&mut tile)?);
        } else if inside.eat_ident("agrees") {
            let mut other = list(inside, "#[agrees(Tile)]", "the contract")?;
            attributes.cost.agrees.push(parse_agreement(&mut other)?);
        } else if inside.eat_ident("live") {
            let mut count = list(inside, "#[live(4)]", "the contract")?;
            attributes.cost.live.push(parse_live(&mut count)?);
            // Elements that share an offset are never live at the same time.
            attributes.allow.permit(Lint::NonInjective);
        } else if let Some(memory) =
            Memory::ALL.into_iter().find(|memory| inside.eat_ident(memory.attribute()))
        {
            let mut promise = list(inside, memory.example(), "the contract")?;
            attributes.cost.access_contracts.push(parse_access_contract(&mut promise, memory)?);
        } else if let Some(other) = permit(group, &mut attributes)? {
            attributes.others.extend(hash.into_iter().chain([TokenTree::Group(other)]));
        }
    }
    reject_without_hash(cursor)?;
    Ok(attributes)
}

/// Returns whether a list begins with a lint of the language.
fn has_lint(list: &Group) -> bool {
    let first = list.stream().into_iter().next();
    matches!(first, Some(TokenTree::Ident(word)) if Lint::ALL.into_iter().any(|own| word == own.name()))
}

/// The error of `#[(padding)]`.
fn unnamed_list(list: &Group) -> Diagnostic {
    let text = spelled(&TokenStream::from(TokenTree::from(list.clone())));
    let message = format!("expected the name of an attribute in front of `{text}`");
    Diagnostic::new(list.span(), message).write(format!("allow{text}"), "")
}

/// Refuses a list of traits that are not paths with `,` between them: what rustc makes of it lacks traits, which is a further error each.
fn check_paths(list: TokenStream) -> Result<(), Diagnostic> {
    let mut in_path = false;
    for token in list {
        let is_right = match &token {
            TokenTree::Ident(_) => !in_path,
            _ => is_colon(&token) || is_comma(&token) && in_path,
        };
        if !is_right {
            let expected = if in_path { "`,` and a trait" } else { "a trait" };
            let message = format!("expected {expected} in `#[derive(…)]`, found `{token}`");
            return Err(Diagnostic::new(token.span(), message));
        }
        in_path = !is_colon(&token) && !is_comma(&token);
    }
    Ok(())
}

/// Refuses an attribute of the language without its `#`.
fn reject_without_hash(cursor: &mut Cursor) -> Result<(), Diagnostic> {
    let Some(TokenTree::Group(group)) = cursor.peek() else { return Ok(()) };
    let inside = group.stream().into_iter().collect_vec();
    let [TokenTree::Ident(word), TokenTree::Group(_)] = inside.as_slice() else { return Ok(()) };
    if group.delimiter() != Delimiter::Bracket || !is_one_of(word, &OWN) {
        return Ok(());
    }
    let written = format!("[{}]", spelled(&group.stream()));
    let patch = Patch {
        range: SpanRange { first: group.span_open(), last: group.span_close() },
        text: format!("#{written}"),
        says: format!("write `#{written}` for `{written}`"),
    };
    let message = format!("an attribute begins with `#`: `#[{word}(…)]`");
    Err(Diagnostic::new(group.span_open(), message).patch(patch))
}

/// Refuses an attribute of the language in other letters, as `#[Allow(…)]`, or misspelt in front of a lint of the language: Rust has none
/// of such a name, and would say so only where the layout is right without it.
fn reject_other_case(attribute: &mut Cursor) -> Result<(), Diagnostic> {
    let Some(TokenTree::Ident(word)) = attribute.peek() else { return Ok(()) };
    let (text, span) = (word.to_string(), word.span());
    let meant = OWN.into_iter().find(|own| text.eq_ignore_ascii_case(own));
    // A list of the language's lints is of an attribute for them.
    let meant = meant.or_else(|| match attribute.ahead(1) {
        Some(TokenTree::Group(list)) if has_lint(list) => nearest(&text, LEVELS),
        _ => None,
    });
    match meant {
        Some(own) if text != own => {
            let diagnostic = Diagnostic::new(span, format!("there is no attribute `{text}`"));
            Err(diagnostic.meant(own))
        }
        _ => Ok(()),
    }
}

/// Lets the language's lints of an `allow` or an `expect` through. What Rust is to see: other
/// attributes, and other lints.
fn permit(mut attribute: Group, of: &mut Attributes) -> Result<Option<Group>, Diagnostic> {
    let inside = rust::without_invisible_groups(attribute.stream());
    let [TokenTree::Ident(level), TokenTree::Group(list)] = inside.as_slice() else {
        return Ok(Some(attribute));
    };
    if level != "allow" && level != "expect" {
        return Ok(Some(attribute));
    }
    let (mut others, mut are_lints) = (Vec::new(), true);
    let entries = rust::without_invisible_groups(list.stream());
    let mut entries = entries.split(is_comma).peekable();
    while let Some(entry) = entries.next() {
        if entry.is_empty() && entries.peek().is_none() {
            break;
        }
        if let [TokenTree::Ident(word)] = entry {
            if let Some(own) = Lint::ALL.into_iter().find(|own| word == own.name()) {
                of.allow.permit(own);
                if level == "expect" {
                    of.cost.expects.push((own, word.span().into()));
                }
                continue;
            }
            if let Some(diagnostic) = misspelt_lint(word) {
                return Err(diagnostic);
            }
        }
        are_lints &= is_lint(entry);
        others.push(TokenStream::from_iter(entry.iter().cloned()));
    }
    if are_lints {
        let mut kept = Group::new(list.delimiter(), quote! { #(#others),* });
        kept.set_span(list.span());
        let span = attribute.span();
        attribute = Group::new(Delimiter::Bracket, quote! { #level #kept });
        attribute.set_span(span);
    }
    Ok((!are_lints || !others.is_empty()).then_some(attribute))
}

/// Returns whether an entry of an `allow` is the path of a lint, or the reason for all of them.
fn is_lint(entry: &[TokenTree]) -> bool {
    match entry {
        [TokenTree::Ident(word), equals, TokenTree::Literal(_)] => {
            word == "reason" && is_punct(equals, '=')
        }
        path => rust::is_path(path),
    }
}

/// The error of a lint that is nearly one of the language: Rust has none of such a name.
fn misspelt_lint(word: &Ident) -> Option<Diagnostic> {
    let own = nearest(&word.to_string(), Lint::ALL.map(Lint::name))?;
    let diagnostic = Diagnostic::new(word.span(), format!("there is no lint `{word}`"));
    Some(diagnostic.meant(own))
}

/// The tokens in the parentheses of an attribute of the language, after its name.
fn list(mut attribute: Cursor, example: &str, what: &str) -> Result<Cursor, Diagnostic> {
    let Some(list) = attribute.next_group(Delimiter::Parenthesis) else {
        let token = attribute.next();
        return Err(attribute.unexpected(token, &format!("`(`, as in `{example}`")));
    };
    attribute.end(&format!("`]` after {what}"))?;
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
            return Err(cursor.refused(expected));
        };
        let unit = Unit::ALL.into_iter().find(|unit| word == unit.name());
        let named = Function::ALL.into_iter().find(|of| is_one_of(&word, &of.names()));
        match (unit, named, function) {
            (Some(unit), ..) => {
                let most = parse_most(cursor, unit)?;
                contract.bounds.push(Bound { function, unit, most });
            }
            (None, Some(named), None) => {
                let Some(list) = cursor.next_group(Delimiter::Parenthesis) else {
                    return Err(cursor.refused("`(` with the bounds of this function"));
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
    let (most, span) =
        parse_limit(cursor, name, Some('<'), &format!("the most of `{name}` that is allowed"))?;
    let message = format!("no function takes {most} {name}: leave the bound out");
    u32::try_from(most).or(Err(Diagnostic::new(span, message)))
}
