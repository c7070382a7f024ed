//! Parsing: tokens to syntax.

mod closure;
mod expression;
mod number;

use proc_macro2::{Delimiter, Span, TokenStream, TokenTree};

use expression::Parser;

use crate::Allow;
use crate::cursor::Cursor;
use crate::report::{Diagnostic, Lint, SpanRange};
use crate::syntax::{Allowed, Definition, Expr, ExprKind, Form, Input, OpName};

/// The deepest nesting of an expression.
pub const MAX_DEPTH: usize = 64;
/// The most nodes of an expression.
pub const MAX_NODES: usize = 4096;
/// The most operations of an expression.
pub const MAX_CALLS: usize = 64;

const EXPRESSION: &str = "a layout such as `(4,8):(8,1)`, an operation or a name";
const DEFINITION: &str = "`struct Name = …;` or `let name = …;`";
/// What begins a definition in Rust, but no layout.
const OTHER_ITEMS: [&str; 6] = ["const", "static", "type", "enum", "fn", "mod"];

/// Parses the input of `layout!`: definitions, or one expression.
pub(crate) fn parse_input(tokens: TokenStream) -> Result<Input, Diagnostic> {
    let mut cursor = Cursor::new(tokens);
    if cursor.is_done() {
        let message = format!("expected {EXPRESSION}, found the end");
        return Err(Diagnostic::new(Span::call_site(), message));
    }
    let (allow, attributes) = parse_attributes(&mut cursor)?;
    if !starts_definition(&mut cursor) {
        reject_attributes(attributes, "an expression")?;
        if OTHER_ITEMS.iter().any(|word| cursor.at_ident(word)) {
            let token = cursor.next();
            return Err(cursor.unexpected(token, DEFINITION));
        }
        let mut parser = Parser::new();
        let expr = parser.expr(&mut cursor)?;
        cursor.eat_punct(';');
        finish(&mut cursor, &expr)?;
        return Ok(Input::Expr(Allowed { allow, of: expr }));
    }
    let mut definitions = vec![parse_definition(&mut cursor, allow, attributes)?];
    while !cursor.is_done() {
        let (allow, attributes) = parse_attributes(&mut cursor)?;
        definitions.push(parse_definition(&mut cursor, allow, attributes)?);
    }
    Ok(Input::Definitions(definitions))
}

/// Parses the operands of a shorthand such as `divide!(A, B)` as a call of `op`.
pub(crate) fn parse_shorthand(op: &str, tokens: TokenStream) -> Result<Input, Diagnostic> {
    let mut cursor = Cursor::new(tokens);
    let (allow, attributes) = parse_attributes(&mut cursor)?;
    reject_attributes(attributes, "an operation")?;
    let start = cursor.here();
    let mut parser = Parser::new();
    let operands = parser.list(&mut cursor, EXPRESSION)?;
    if let extra @ Some(_) = cursor.next() {
        return Err(cursor.unexpected(extra, "`,` or the end of the operands"));
    }
    let range = cursor.since(start);
    let op = OpName { text: op.to_owned(), range };
    let of = Expr { kind: ExprKind::Call(op, operands), range };
    Ok(Input::Expr(Allowed { allow, of }))
}

/// Parses a single expression, with its attributes.
pub(crate) fn parse_expr(tokens: TokenStream) -> Result<Allowed<Expr>, Diagnostic> {
    match parse_input(tokens)? {
        Input::Expr(expr) => Ok(expr),
        Input::Definitions(definitions) => {
            let span = definitions.first().map_or_else(Span::call_site, |d| d.name.span());
            Err(Diagnostic::new(span, "a definition has no value: write the expression alone"))
        }
    }
}

fn finish(cursor: &mut Cursor, expr: &Expr) -> Result<(), Diagnostic> {
    let expected = match (&expr.kind, cursor.peek()) {
        (_, None) => return Ok(()),
        (ExprKind::Tuple(_), Some(TokenTree::Group(_))) => "`:` between shape and stride",
        (ExprKind::Name(_), Some(TokenTree::Punct(punct))) if punct.as_char() == '=' => {
            "the end of the expression (a definition begins with `struct` or `let`)"
        }
        _ => "the end of the expression",
    };
    let extra = cursor.next();
    Err(cursor.unexpected(extra, expected))
}

/// Refuses attributes other than the language's own.
fn reject_attributes(attributes: TokenStream, on: &str) -> Result<(), Diagnostic> {
    let mut tokens = attributes.into_iter();
    let Some(first) = tokens.next() else { return Ok(()) };
    let last = tokens.next().map_or(first.span(), |group| group.span());
    let range = SpanRange { first: first.span(), last };
    let message =
        format!("{on} takes no attribute but `#[allow(non_injective)]` and `#[allow(padding)]`");
    Err(Diagnostic::new(range, message))
}

fn starts_definition(cursor: &mut Cursor) -> bool {
    ["pub", "struct", "let"].iter().any(|word| cursor.at_ident(word))
}

/// The lints of `#[allow(…)]`, and every attribute that is not the language's.
fn parse_attributes(cursor: &mut Cursor) -> Result<(Allow, TokenStream), Diagnostic> {
    let mut allow = Allow::default();
    let mut others = TokenStream::new();
    while cursor.at_punct('#') {
        let hash = cursor.next();
        if !cursor.at_group(Delimiter::Bracket) {
            let token = cursor.next();
            return Err(cursor.unexpected(token, "`[` of an attribute"));
        }
        let Some(TokenTree::Group(group)) = cursor.next() else { continue };
        let mut inside = Cursor::inside(&group);
        let is_allow = inside.eat_ident("allow");
        let list = match inside.next() {
            Some(TokenTree::Group(list)) if is_allow => Some(list),
            _ => None,
        };
        let mut foreign = list.is_none();
        if let Some(list) = list {
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
        }
        if foreign {
            others.extend(hash);
            others.extend([TokenTree::Group(without_own_lints(&group))]);
        }
    }
    Ok((allow, others))
}

/// `[allow(padding, dead_code)]` without the lints that rustc does not know.
fn without_own_lints(attribute: &proc_macro2::Group) -> proc_macro2::Group {
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
            let mut group = proc_macro2::Group::new(list.delimiter(), kept);
            group.set_span(list.span());
            TokenTree::Group(group)
        }
        token => token,
    });
    let mut group = proc_macro2::Group::new(attribute.delimiter(), tokens.collect());
    group.set_span(attribute.span());
    group
}

fn parse_definition(
    cursor: &mut Cursor,
    allow: Allow,
    attributes: TokenStream,
) -> Result<Definition, Diagnostic> {
    let form = if cursor.eat_ident("let") {
        reject_attributes(attributes.clone(), "a `let`")?;
        if cursor.at_ident("mut") {
            let message = "a layout is a value that never changes: `let` takes no `mut` here";
            return Err(Diagnostic::new(cursor.here(), message));
        }
        Form::Let
    } else {
        let mut visibility = TokenStream::new();
        if cursor.at_ident("pub") {
            visibility.extend(cursor.next());
            if cursor.at_group(Delimiter::Parenthesis) {
                visibility.extend(cursor.next());
            }
        }
        if !cursor.eat_ident("struct") {
            let token = cursor.next();
            return Err(cursor.unexpected(token, DEFINITION));
        }
        Form::Item(visibility)
    };
    let name = cursor.ident("the name of the layout")?;
    if cursor.at_punct('<') {
        return Err(Diagnostic::new(
            cursor.here(),
            "layouts with parameters are not supported yet: every extent and stride is a number",
        ));
    }
    if !cursor.eat_punct('=') {
        let token = cursor.next();
        return Err(cursor.unexpected(token, &format!("`=` and the layout of `{name}`")));
    }
    let expr = Parser::new().expr(cursor)?;
    if !cursor.eat_punct(';') && !cursor.is_done() {
        let token = cursor.next();
        return Err(cursor.unexpected(token, "`;` after the layout"));
    }
    Ok(Definition { form, attributes, name, value: Allowed { allow, of: expr } })
}
