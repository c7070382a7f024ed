//! Programs of the command and of the explorer: definitions, and an expression that uses their names.
//!
//! A name of a layout is bound to it, as in `layout!`. A name of another value, as of a tuple, a number or a tiled product, stands for the
//! tokens of the value, wherever it is used: what CuTe's authors call `mma_tiler` and `mma_coord`.

use layout_algebra::CollectVec;
use std::collections::HashMap;

use layout_algebra::ops;
use proc_macro2::{Delimiter, Group, Ident, Punct, Spacing, TokenStream, TokenTree};

use crate::allow::Allow;
use crate::contract::ContractSite;
use crate::eval::Scope;
use crate::evaluated::Evaluated;
use crate::evaluated::Unevaluated;
use crate::expand;
use crate::parse::{self, Program};
use crate::report::SpanRange;
use crate::symbols::{Owner, prove};
use crate::syntax::{Allowed, Definition, Expr, ExprKind, Input};
use crate::token::is_punct;
use crate::value::Value;

/// The value of an expression that keeps the contracts in front of it, such as `#[agrees(…)]` and `#[banks(…)]`, and where the
/// expression stands. It may use the names of definitions before it, `struct A = …; let b = …; expression`; after definitions alone
/// it is the name that is defined last. `allow` is allowed besides what is allowed there.
///
/// # Errors
///
/// As [`crate::parse_expression`] and [`prove`]; the first definition that is wrong, and the first contract that is broken.
pub fn prove_kept(
    tokens: TokenStream,
    allow: Allow,
) -> Result<(Evaluated, SpanRange), Unevaluated> {
    let Program { definitions, value } = parse::parse_program(tokens);
    let mut names = Names::default();
    let mut last = None;
    for statement in definitions {
        last = names.define(statement, allow)?.or(last);
    }
    let value = match last {
        Some(last) if value.is_empty() => vec![last],
        _ => value,
    };
    let value = TokenStream::from_iter(names.in_place(value));
    let (value, contract) = parse::parse_with_contract(value)?;
    let expr = Allowed { allow: allow.or(value.allow), ..value };
    let mut evaluated = prove(&expr, &names.layouts)?;
    let site = ContractSite { scope: &names.layouts, owner: &Owner::Scope };
    contract.check_value(&mut evaluated, &expr, &site)?;
    Ok((evaluated, expr.of.range))
}

/// Operations whose answer is a tuple where they are asked of one.
const OF_TUPLES: [&str; 14] = [
    "append", "ceil_div", "concat", "flatten", "get", "insert", "prepend", "remove", "replace",
    "reverse", "select", "shape", "slice", "take",
];

/// The most tokens of a value that stands for its name: values that consist of each other double.
const MAX_TOKENS: usize = 1 << 10;

/// The number of tokens, those in groups, too.
fn tokens_in(tokens: &[TokenTree]) -> usize {
    let inside = |token: &TokenTree| match token {
        TokenTree::Group(group) => 1 + tokens_in(&group.stream().into_iter().collect_vec()),
        _ => 1,
    };
    tokens.iter().map(inside).sum()
}

/// The names that are defined.
#[derive(Default)]
struct Names {
    /// The layouts.
    layouts: Scope,
    /// The definitions of layouts.
    definitions: Vec<Definition>,
    /// The tokens of other values.
    values: HashMap<String, TokenTree>,
}

impl Names {
    /// Defines what a statement defines; returns the last of the names.
    fn define(
        &mut self,
        statement: Vec<TokenTree>,
        allow: Allow,
    ) -> Result<Option<TokenTree>, Unevaluated> {
        // The name itself stays.
        let (head, rest) = statement.split_at(statement.len().min(2));
        let rest = self.as_object(self.in_place(rest.to_vec()));
        let statement = head.iter().cloned().chain(rest).collect_vec();
        let Input::Definitions(definitions) =
            parse::parse_input(TokenStream::from_iter(statement.iter().cloned()))?
        else {
            return Ok(None);
        };
        let mut last = None;
        for mut definition in definitions {
            definition.value.allow = allow.or(definition.value.allow);
            let name = definition.name.to_string();
            last = Some(TokenTree::from(definition.name.clone()));
            let tokens = parse::plain_value(&statement);
            let other = tokens.filter(|tokens| {
                tokens_in(tokens) <= MAX_TOKENS && self.is_other(&definition.value)
            });
            self.values.remove(&name);
            if let Some(tokens) = other {
                self.values.insert(name.clone(), together(tokens));
            }
            match expand::bind(&definition, &self.definitions, &self.layouts) {
                Ok(binding) => self.layouts.insert(name, binding),
                // The value has no layout, and needs none.
                Err(_) if other.is_some() => self.layouts.remove(&name),
                Err(error) => return Err(error),
            };
            self.definitions.push(definition);
        }
        Ok(last)
    }

    /// A type of CuTe, `= Shape<_128, _64>;`, as the object that it has, `= Shape<_128, _64>{};`.
    fn as_object(&self, mut tokens: Vec<TokenTree>) -> Vec<TokenTree> {
        let end = tokens.len() - usize::from(is_punct(tokens.last(), ';'));
        let is_foreign = matches!(tokens.get(1), Some(TokenTree::Ident(name)) if !self.layouts.contains_key(&name.to_string()));
        let is_list = is_punct(tokens.get(2), '<') && end > 3 && is_punct(&tokens[end - 1], '>');
        if is_foreign && is_list {
            tokens.insert(end, Group::new(Delimiter::Brace, TokenStream::new()).into());
        }
        tokens
    }

    /// Returns whether a value is no layout: a tuple may be the shape of one, and is a tuple as well.
    fn is_other(&self, value: &Allowed<Expr>) -> bool {
        let Ok(evaluated) = prove(value, &self.layouts) else { return false };
        match (&value.of.kind, &evaluated.value) {
            (ExprKind::Tuple(_), _) => true,
            (ExprKind::Call(op, _), Value::Layout(layout)) => {
                OF_TUPLES.contains(&op.text.as_str())
                    && ops::col_major(layout.shape()).is_ok_and(|shape| shape == *layout)
            }
            (_, value) => !value.is_layout(),
        }
    }

    /// The tokens with the values in the place of their names.
    fn in_place(&self, tokens: Vec<TokenTree>) -> Vec<TokenTree> {
        if self.values.is_empty() {
            return tokens;
        }
        let mut replaced = Vec::new();
        for (at, token) in tokens.iter().enumerate() {
            let (before, after) = (tokens.get(at.wrapping_sub(1)), tokens.get(at + 1));
            match token {
                TokenTree::Ident(name) => match self.value(&name.to_string(), before, after) {
                    Some(value) => replaced.push(value.clone()),
                    None => replaced.push(token.clone()),
                },
                TokenTree::Group(group) => {
                    let inside = self.in_place(group.stream().into_iter().collect_vec());
                    // An item of a tuple, as Python writes it.
                    let is_item = group.delimiter() == Delimiter::Bracket
                        && matches!(before, Some(TokenTree::Ident(name)) if self.values.contains_key(&name.to_string()));
                    if let Some(tuple) = replaced.pop_if(|_| is_item) {
                        let comma = TokenTree::from(Punct::new(',', Spacing::Alone));
                        let operands = [tuple, comma].into_iter().chain(inside).collect();
                        replaced.push(Ident::new("get", group.span()).into());
                        replaced.push(spanned(Delimiter::Parenthesis, operands, group));
                        continue;
                    }
                    replaced.push(spanned(group.delimiter(), inside.into_iter().collect(), group));
                }
                token => replaced.push(token.clone()),
            }
        }
        replaced
    }

    /// The value that a name stands for, between two tokens.
    fn value(
        &self,
        name: &str,
        before: Option<&TokenTree>,
        after: Option<&TokenTree>,
    ) -> Option<&TokenTree> {
        let value = self.values.get(name)?;
        // A field, a path and an axis have names of their own.
        let is_part =
            matches!(before, Some(TokenTree::Punct(mark)) if matches!(mark.as_char(), '.' | '@'));
        let is_other = match after {
            // The label of a mode, and the name of an operand.
            Some(TokenTree::Punct(mark)) => {
                mark.as_char() == ':' || mark.as_char() == '=' && mark.spacing() == Spacing::Alone
            }
            // The layout at coordinates, `T(1, 2)`.
            Some(TokenTree::Group(group)) => {
                group.delimiter() == Delimiter::Parenthesis && self.layouts.contains_key(name)
            }
            _ => false,
        };
        (!is_part && !is_other).then_some(value)
    }
}

/// A group in the place of another.
fn spanned(delimiter: Delimiter, tokens: TokenStream, of: &Group) -> TokenTree {
    let mut group = Group::new(delimiter, tokens);
    group.set_span(of.span());
    group.into()
}

/// Tokens as one operand.
fn together(tokens: &[TokenTree]) -> TokenTree {
    match tokens {
        [one] => one.clone(),
        several => Group::new(Delimiter::None, several.iter().cloned().collect()).into(),
    }
}
