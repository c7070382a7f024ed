//! Parsing: tokens to syntax.

mod access_contract;
mod agreement;
mod applied;
pub(crate) mod assumption;
mod attributes;
mod axis_names;
mod circular;
mod closure;
mod cpp;
mod expression;
mod f2_strides;
mod function;
mod instruction;
mod label;
mod mojo;
pub(crate) mod number;
mod parser;
mod path;
mod pattern;
mod pointer;
mod program;
mod python;
pub(crate) mod rust;
mod swizzle;
pub(crate) mod symbol;
pub(crate) mod tirx;
mod view_macro;

use layout_algebra::CollectVec;
use layout_core::MAX_SYMBOLS;
use proc_macro2::{Delimiter, Ident, Span, TokenStream, TokenTree};

use attributes::{Attributes, parse_attributes};
use expression::{EXPRESSION, EXPRESSION_END};
pub(crate) use function::check_function;
pub(crate) use label::names_of;
use parser::Parser;
pub(crate) use program::{Program, parse_program, plain_value};
use symbol::is_mark;
pub(crate) use symbol::{spelled, visit};
pub(crate) use view_macro::{
    Function, PlaceForm, check_expression, doubled_comma, parse_view_macro,
};

use crate::cursor::Cursor;
use crate::keyword;
use crate::nearest::nearest;
use crate::report::{Diagnostic, Patch, SpanRange};
use crate::syntax::{
    Allowed, Contract, Coordinates, Definition, Expr, ExprKind, Form, Input, Name, OpName,
    Parameter, SymbolKind, Visibility,
};
use crate::token::{is_colon, is_comma, is_one_of, is_punct};

const DEFINITION: &str = "`struct Name = …;` or `let name = …;`";
/// Words that begin a definition in Rust, but no layout.
const OTHER_ITEMS: [&str; 6] = ["const", "static", "type", "enum", "fn", "mod"];

/// Returns whether a word begins an item of Rust that is no layout.
pub(crate) fn is_other_item(word: &Ident) -> bool {
    is_one_of(word, &OTHER_ITEMS)
}

/// Parses the input of `layout!`: definitions, or one expression.
pub(crate) fn parse_input(tokens: TokenStream) -> Result<Input, Diagnostic> {
    let mut cursor = Cursor::new(tokens);
    cursor.open_whole();
    if cursor.is_done() {
        let message = format!("expected {EXPRESSION}, found the end");
        return Err(Diagnostic::new(Span::call_site(), message));
    }
    let attributes = parse_attributes(&mut cursor)?;
    if !starts_definition(&mut cursor) {
        if let Some(diagnostic) = without_keyword(&mut cursor) {
            return Err(diagnostic);
        }
        attributes.reject_others("an expression")?;
        if matches!(cursor.peek(), Some(TokenTree::Ident(word)) if is_one_of(word, &OTHER_ITEMS)) {
            return Err(cursor.refused(DEFINITION));
        }
        let mut parser = Parser::new();
        let mut expr = parser.expr(&mut cursor)?;
        let conditions = assumption::parse_where(&mut cursor)?;
        let semicolon = cursor.here();
        if cursor.eat_punct(';') && !cursor.is_done() {
            return Err(instead_of_colon(&expr, &mut cursor, ';', semicolon));
        }
        finish(&mut cursor, &expr)?;
        symbol::agree(&mut expr);
        let Attributes { allow, mut assume, cost, .. } = attributes;
        assume.extend(conditions);
        return Ok(Input::Expr(Allowed { allow, assume, of: expr }, Box::new(cost)));
    }
    let mut definitions = vec![parse_definition(&mut cursor, attributes)?];
    while !cursor.is_done() {
        cursor.open_whole();
        let attributes = parse_attributes(&mut cursor)?;
        definitions.push(parse_definition(&mut cursor, attributes)?);
    }
    Ok(Input::Definitions(definitions))
}

/// Parses the operands of a shorthand such as `divide!(A, B)` as a call of `op`.
pub(crate) fn parse_shorthand(op: &str, tokens: TokenStream) -> Result<Input, Diagnostic> {
    let mut cursor = Cursor::new(tokens);
    let attributes = parse_attributes(&mut cursor)?;
    attributes.reject_others("an operation")?;
    let start = cursor.here();
    let mut parser = Parser::new();
    let operands = parser.operands(&mut cursor, op)?;
    if !cursor.is_done() {
        return Err(expression::extra(
            &mut cursor,
            operands.last(),
            "`,` or the end of the operands",
        ));
    }
    let range = cursor.since(start);
    let op = OpName::new(op, range);
    let mut of = Expr { kind: ExprKind::Call(op, operands), range };
    symbol::agree(&mut of);
    let Attributes { allow, assume, cost, .. } = attributes;
    Ok(Input::Expr(Allowed { allow, assume, of }, Box::new(cost)))
}

/// Parses the layouts of a macro that prints them: expressions, each with a name in front of
/// `=` unless it is one; and the text that follows them, for `concat!`.
pub(crate) fn parse_printed(tokens: TokenStream) -> Result<(Input, TokenStream), Diagnostic> {
    let mut cursor = Cursor::new(tokens);
    let mut definitions = Vec::new();
    while !cursor.is_done() && !cursor.at_text() {
        let attributes = parse_attributes(&mut cursor)?;
        attributes.reject_others("a layout that is printed")?;
        let named = if cursor.at_assigned() { cursor.next_ident() } else { None };
        if named.is_some() {
            cursor.eat_punct('=');
        }
        let mut expr = Parser::new().expr(&mut cursor)?;
        symbol::agree(&mut expr);
        let name = match (named, &expr.kind) {
            (Some(name), _) => name,
            (None, ExprKind::Name(path) | ExprKind::Instance(path, _)) => last_segment(path),
            (None, _) => {
                let message =
                    "the functions of a layout are called after its name: write `name = …`";
                return Err(Diagnostic::new(expr.range, message));
            }
        };
        let Attributes { allow, assume, cost, others: attributes } = attributes;
        let value = Allowed { allow, assume, of: expr };
        let (form, parameters) = (Form::Let, Vec::new());
        definitions.push(Definition { attributes, name, parameters, form, value, cost });
        if !cursor.eat_punct(',')
            && let extra @ Some(_) = cursor.next()
        {
            return Err(cursor.unexpected(extra, "`,` or the end of the layouts"));
        }
    }
    let text = cursor.rest();
    check_expression(&text)?;
    check_text(&text)?;
    Ok((Input::Definitions(definitions), text))
}

/// Refuses an operand behind the text that is a path alone: `concat!` takes literals and macros.
fn check_text(text: &TokenStream) -> Result<(), Diagnostic> {
    let tokens = text.clone().into_iter().collect_vec();
    for operand in tokens.split(is_comma) {
        if let (Some(first), Some(last)) = (operand.first(), operand.last())
            && operand.iter().all(is_of_path)
        {
            return Err(no_text(SpanRange { first: first.span(), last: last.span() }));
        }
    }
    Ok(())
}

/// Returns whether a token may stand in a path.
fn is_of_path(token: &TokenTree) -> bool {
    match token {
        TokenTree::Ident(word) => word != "true" && word != "false",
        token => is_colon(token),
    }
}

fn no_text(range: SpanRange) -> Diagnostic {
    let message = "expected text, as `\"…\"` or `include_str!(…)`, found a path\n\
                   layouts stand in front of the text";
    Diagnostic::new(range, message)
}

/// Parses `Tile, col = j, row = i`: a layout, and coordinates of its modes by name; `..` at the end
/// is for the others.
pub(crate) fn parse_coordinate(tokens: TokenStream) -> Result<Coordinates, Diagnostic> {
    let mut cursor = Cursor::new(tokens);
    let attributes = parse_attributes(&mut cursor)?;
    attributes.reject_others("a layout")?;
    let mut of = Parser::new().expr(&mut cursor)?;
    symbol::agree(&mut of);
    let Attributes { allow, assume, .. } = attributes;
    let mut coordinates =
        Coordinates { layout: Allowed { allow, assume, of }, given: Vec::new(), open: false };
    while cursor.eat_punct(',') && !cursor.is_done() {
        if cursor.eat_punct('.') && cursor.eat_punct('.') {
            coordinates.open = true;
            break;
        }
        let help = "a coordinate with a comma in it stands in parentheses";
        let label = label::label(&mut cursor).map_err(|diagnostic| diagnostic.help(help))?;
        if !cursor.eat_punct('=') {
            let token = cursor.next();
            let expected = format!("`=` and the coordinate of `{}`", label.text);
            return Err(cursor.unexpected(token, &expected));
        }
        let mut value = TokenStream::new();
        while !(cursor.is_done() || cursor.at_punct(',') || cursor.at_punct(';')) {
            value.extend(cursor.next());
        }
        view_macro::check_expression(&value)?;
        if value.is_empty() {
            return Err(cursor.refused(&format!("the coordinate of `{}`", label.text)));
        }
        coordinates.given.push((label, value));
    }
    let is_semicolon = cursor.at_punct(';');
    match cursor.next() {
        extra @ Some(_) => {
            let diagnostic = cursor.unexpected(extra, "`,` or the end of the coordinates");
            Err(if is_semicolon { diagnostic.write(",", "") } else { diagnostic })
        }
        None => Ok(coordinates),
    }
}

/// The name at the end of a path.
fn last_segment(path: &Name) -> Ident {
    let mut last = Ident::new("layout", Span::call_site());
    for token in path.tokens.clone() {
        if let TokenTree::Ident(ident) = token {
            last = ident;
        }
    }
    last
}

/// Parses a single expression, with the lints it allows.
pub(crate) fn parse_expr(tokens: TokenStream) -> Result<Allowed<Expr>, Diagnostic> {
    let (expr, contract) = parse_with_contract(tokens)?;
    let Some(attribute) = contract.attribute() else { return Ok(expr) };
    let message =
        format!("`#[{attribute}]` is a contract of what a macro emits: nothing is emitted here");
    Err(Diagnostic::new(expr.of.range, message))
}

/// Parses a single expression, with its lints and its contracts.
pub(crate) fn parse_with_contract(
    tokens: TokenStream,
) -> Result<(Allowed<Expr>, Box<Contract>), Diagnostic> {
    match parse_input(tokens)? {
        Input::Expr(expr, contract) => Ok((expr, contract)),
        Input::Definitions(definitions) => {
            let span = definitions.first().map_or(Span::call_site(), |first| first.name.span());
            Err(Diagnostic::new(span, "a definition has no value: write the expression alone"))
        }
    }
}

/// Parses the layout of an answer, which has these symbols.
pub(crate) fn parse_given(tokens: TokenStream, symbols: &[Parameter]) -> Result<Expr, Diagnostic> {
    let mut cursor = Cursor::new(tokens);
    let mut expr = Parser::within(symbols).expr(&mut cursor)?;
    finish(&mut cursor, &expr)?;
    symbol::agree(&mut expr);
    Ok(expr)
}

/// The error of a mark after which an expression goes on. Between two tuples a colon is meant.
fn instead_of_colon(expr: &Expr, cursor: &mut Cursor, mark: char, at: Span) -> Diagnostic {
    let is_stride = cursor.at_group(Delimiter::Parenthesis);
    if !(is_stride && matches!(expr.kind, ExprKind::Tuple(_))) {
        return Diagnostic::new(at, format!("expected {EXPRESSION_END}, found `{mark}`"));
    }
    let message = format!("expected `:` between shape and stride, found `{mark}`");
    Diagnostic::new(at, message).write(":", "")
}

fn finish(cursor: &mut Cursor, expr: &Expr) -> Result<(), Diagnostic> {
    let comma = cursor.here();
    if matches!(expr.kind, ExprKind::Tuple(_)) && cursor.eat_punct(',') {
        let keyword = python::other_keyword("", 1, cursor);
        return Err(keyword.unwrap_or_else(|| instead_of_colon(expr, cursor, ',', comma)));
    }
    let expected = match (&expr.kind, cursor.peek()) {
        (_, None) => return Ok(()),
        (ExprKind::Tuple(_), Some(TokenTree::Group(_))) => "`:` between shape and stride",
        (ExprKind::Name(_), Some(TokenTree::Punct(punct))) if punct.as_char() == '=' => {
            "the end of the expression (a definition begins with `struct` or `let`)"
        }
        _ => EXPRESSION_END,
    };
    Err(expression::extra(cursor, Some(expr), expected))
}

fn starts_definition(cursor: &mut Cursor) -> bool {
    cursor.at_ident("pub") || at_keyword(cursor, 0) || at_word_before_keyword(cursor)
}

/// Returns whether `struct` or `let` comes after `others` other tokens.
fn at_keyword(cursor: &mut Cursor, others: usize) -> bool {
    matches!(cursor.ahead(others), Some(TokenTree::Ident(word)) if keyword::definition_keyword(word).is_some())
}

/// Returns whether a word stands in front of the keyword of a definition, where none belongs.
fn at_word_before_keyword(cursor: &mut Cursor) -> bool {
    matches!(cursor.peek(), Some(TokenTree::Ident(_))) && at_keyword(cursor, 1)
}

/// The error of a word in front of the keyword of a definition: `pub` misspelt, or the name.
fn before_keyword(cursor: &mut Cursor) -> Option<Diagnostic> {
    if !at_word_before_keyword(cursor) {
        return None;
    }
    let (word, range) = (cursor.next()?, cursor.here());
    let text = word.to_string();
    let diagnostic = cursor.unexpected(Some(word.clone()), DEFINITION);
    if nearest(&text.to_lowercase(), ["pub"]).is_some() && text != "pub" {
        return Some(diagnostic.write("pub", ""));
    }
    let whole = SpanRange::from(word.span()).to(range.into());
    let keyword = cursor.next()?;
    let says = format!("write `{keyword} {text}` for `{text} {keyword}`");
    Some(diagnostic.patch(Patch { range: whole, text: format!("{keyword} {text}"), says }))
}

/// The error of a definition whose keyword is misspelt or left out.
fn without_keyword(cursor: &mut Cursor) -> Option<Diagnostic> {
    let Some(TokenTree::Ident(word)) = cursor.peek().cloned() else { return None };
    let mut rest = Vec::new();
    while word == "typedef"
        && let Some(token) = cursor.ahead(rest.len())
    {
        rest.push(token.clone());
    }
    if let Some((value, name)) = keyword::of_typedef(&rest) {
        let value = spelled(&value.iter().cloned().collect());
        let text = format!("struct {name} = {value}");
        let range = SpanRange { first: word.span(), last: name.span() };
        let says = format!("write `{text}` for `typedef {value} {name}`");
        let diagnostic = cursor.unexpected(Some(word.into()), DEFINITION);
        return Some(diagnostic.patch(Patch { range, text, says }));
    }
    let write = match cursor.ahead(1).cloned() {
        Some(TokenTree::Ident(_)) if is_mark(cursor.ahead(2), "=<") => {
            keyword::meant_keyword(&word)?.to_owned()
        }
        next if is_punct(next.as_ref(), '=') && !is_mark(cursor.ahead(2), "=>") => {
            let is_upper = word.to_string().starts_with(char::is_uppercase);
            format!("{} {word}", if is_upper { "struct" } else { "let" })
        }
        // `Rows<m> = …`
        next if is_punct(next.as_ref(), '<') => {
            let mut end = 2;
            while cursor.ahead(end).is_some() && !is_mark(cursor.ahead(end), ">;") {
                end += 1;
            }
            let is_assigned = is_punct(cursor.ahead(end), '>')
                && is_punct(cursor.ahead(end + 1), '=')
                && !is_mark(cursor.ahead(end + 2), "=>");
            is_assigned.then(|| format!("struct {word}"))?
        }
        _ => return None,
    };
    let diagnostic = cursor.unexpected(Some(word.into()), DEFINITION);
    let patch = Patch::write(diagnostic.range, write, "");
    Some(diagnostic.patch(patch))
}

fn parse_definition(cursor: &mut Cursor, attributes: Attributes) -> Result<Definition, Diagnostic> {
    let form = if cursor.eat_ident("let") {
        attributes.reject_others("a `let`")?;
        if cursor.at_ident("mut") {
            let message = "a layout is a value that never changes: `let` takes no `mut` here";
            return Err(Diagnostic::new(cursor.here(), message));
        }
        Form::Let
    } else {
        let visibility = parse_visibility(cursor)?;
        if !cursor.eat_ident("struct") {
            if let Some(diagnostic) = without_keyword(cursor).or_else(|| before_keyword(cursor)) {
                return Err(diagnostic);
            }
            return Err(cursor.refused(DEFINITION));
        }
        attributes.reject_derived()?;
        Form::Item(visibility)
    };
    let name = cursor.ident("the name of the layout")?;
    keyword::check_layout(&name)?;
    let parameters = if cursor.at_punct('<') {
        if let Form::Let = form {
            let message = "a local takes its symbols from the scope: it declares none";
            let help = format!("`struct {name}<…>` declares them");
            return Err(Diagnostic::new(cursor.here(), message).help(help));
        }
        parse_parameters(cursor)?
    } else {
        Vec::new()
    };
    if name == "S" && parameters.len() == 3 {
        let message = "`S<…>` of three integers is a swizzle: a layout of three parameters needs another name";
        return Err(Diagnostic::new(name.span(), message));
    }
    if !cursor.eat_punct('=') {
        let token = cursor.next();
        let group = match &token {
            Some(TokenTree::Group(group)) => Some(group.clone()),
            _ => None,
        };
        let diagnostic = cursor.unexpected(token, &format!("`=` and the layout of `{name}`"));
        let Some(group) = group else { return Err(diagnostic) };
        let range = SpanRange { first: group.span_open(), last: group.span_close() };
        let inside = spelled(&group.stream());
        let whole = Diagnostic { range, ..diagnostic.clone() };
        return Err(match group.delimiter() {
            // `struct Rows { m, n } = …`
            _ if cursor.at_punct('=') => {
                whole.write(format!("<{inside}>"), "symbols stand in angles")
            }
            // `struct Tile { (4,8):(8,1) }`
            Delimiter::Brace => whole.write(format!("= {inside}"), ""),
            _ => diagnostic,
        });
    }
    let mut expr = Parser::within(&parameters).expr(cursor)?;
    symbol::agree(&mut expr);
    let conditions = assumption::parse_where(cursor)?;
    if !cursor.eat_punct(';') && !cursor.is_done() {
        return Err(expression::after_layout(cursor, &expr));
    }
    let Attributes { allow, mut assume, cost, others: attributes } = attributes;
    assume.extend(conditions);
    let value = Allowed { allow, assume, of: expr };
    Ok(Definition { form, attributes, name, parameters, value, cost })
}

/// `pub`, `pub(crate)`, `pub(in path)`, or nothing.
fn parse_visibility(cursor: &mut Cursor) -> Result<Visibility, Diagnostic> {
    if !cursor.at_ident("pub") {
        return Ok(Visibility::Inherited);
    }
    let Some(word) = cursor.next_ident() else { return Ok(Visibility::Inherited) };
    let at = cursor.here();
    let scope = cursor.next_group(Delimiter::Parenthesis);
    if let Some(visibility) = rust::visibility(word, scope.clone().map(TokenTree::Group)) {
        return Ok(visibility);
    }
    let message = "`pub(…)` takes `crate`, `self`, `super` or `in` and a path";
    if let Some(scope) = scope
        && let Some(word) = rust::sole_word(scope.stream())
        && let Some(meant) = nearest(&word.to_string(), ["crate", "self", "super"])
    {
        return Err(Diagnostic::new(word.span(), message).meant(meant));
    }
    Err(Diagnostic::new(cursor.since(at), message)
        .help("a path is that of a module around this one, as in `pub(in crate::kernels)`"))
}

/// The text up to the first `>`, or to the end of the definition if there is none.
fn list_ahead(cursor: &mut Cursor) -> String {
    let mut tokens = TokenStream::new();
    for at in 0.. {
        let Some(token) = cursor.ahead(at) else { break };
        tokens.extend([token.clone()]);
        if matches!(token, TokenTree::Punct(mark) if matches!(mark.as_char(), '>' | ';')) {
            break;
        }
    }
    spelled(&tokens)
}

/// The error of a symbol that is declared twice: if the rest of the definition uses a symbol that is not declared, one of the two is probably
/// that one, the first if it is used first.
fn declared_twice(
    cursor: &mut Cursor,
    before: &[Parameter],
    first: &Ident,
    again: &Ident,
) -> Diagnostic {
    let mut declared: Vec<Ident> = before.iter().map(|parameter| parameter.name.clone()).collect();
    let (mut value, mut is_list) = (Vec::new(), true);
    for at in 0.. {
        match cursor.ahead(at) {
            None => break,
            Some(TokenTree::Punct(mark)) if mark.as_char() == ';' => break,
            Some(TokenTree::Punct(mark)) if is_list && mark.as_char() == '>' => is_list = false,
            Some(TokenTree::Ident(word)) if is_list => declared.push(word.clone()),
            Some(_) if is_list => {}
            Some(token) => value.push(token.clone()),
        }
    }
    let message = format!("`{again}` is declared twice");
    let mut used = Vec::new();
    symbols_of(&value, &mut used);
    let mut at = first;
    for word in used {
        if !declared.contains(&word) {
            return Diagnostic::new(at.span(), message)
                .write(word.to_string(), "it is used, and not declared");
        }
        // The first is used.
        if word == *again {
            at = again;
        }
    }
    Diagnostic::new(again.span(), message)
}

/// The error of a constant with its type in front, as in C++.
fn typed_parameter(of: &Ident, name: &Ident) -> Diagnostic {
    let range = SpanRange { first: of.span(), last: name.span() };
    let message = format!("expected `const {name}: usize` or a symbol, found `{of} {name}`");
    Diagnostic::new(range, message).write(format!("const {name}: usize"), "")
}

/// The `:` and the type behind a parameter, if there is one.
fn type_ahead(cursor: &mut Cursor) -> Option<SpanRange> {
    if !cursor.at_punct(':') {
        return None;
    }
    let (mut range, mut read) = (SpanRange::from(cursor.here()), 1);
    while let Some(token) = cursor.ahead(read)
        && ![',', '>', '='].iter().any(|mark| is_punct(token, *mark))
    {
        range = range.to(token.into());
        read += 1;
    }
    Some(range)
}

/// The words among tokens that may be symbols, in their order: neither operations nor names of modes.
fn symbols_of(tokens: &[TokenTree], found: &mut Vec<Ident>) {
    for (at, token) in tokens.iter().enumerate() {
        match (token, tokens.get(at + 1)) {
            (TokenTree::Ident(_), Some(TokenTree::Group(_))) => {}
            (TokenTree::Ident(_), Some(TokenTree::Punct(mark))) if mark.as_char() == ':' => {}
            (TokenTree::Ident(word), _)
                if SymbolKind::of(&word.to_string()) == Some(SymbolKind::RunTime) =>
            {
                found.push(word.clone());
            }
            (TokenTree::Group(group), _) => {
                let inside: Vec<TokenTree> = group.stream().into_iter().collect();
                symbols_of(&inside, found);
            }
            _ => {}
        }
    }
}

/// `<m, const BM: usize>`
fn parse_parameters(cursor: &mut Cursor) -> Result<Vec<Parameter>, Diagnostic> {
    let mut parameters: Vec<Parameter> = Vec::new();
    let written = list_ahead(cursor);
    let (start, open, mut default) = (cursor.here(), cursor.next(), None);
    while !cursor.eat_punct('>') {
        let kind = match cursor.eat_ident("const") {
            true => SymbolKind::Constant,
            false => SymbolKind::RunTime,
        };
        let name = cursor.ident("`m`, `const BM: usize` or `>`")?;
        if matches!(cursor.peek(), Some(TokenTree::Ident(_)))
            && nearest(&name.to_string(), ["const"]).is_some()
        {
            let message = format!("expected `const BM: usize` or a symbol, found `{name}`");
            return Err(Diagnostic::new(name.span(), message).write("const", ""));
        }
        if let Some(TokenTree::Ident(second)) = cursor.peek()
            && kind == SymbolKind::RunTime
            && SymbolKind::of(&second.to_string()) == Some(SymbolKind::Constant)
        {
            return Err(typed_parameter(&name, second));
        }
        keyword::check_name(&name)?;
        symbol::check_parameter(&name, kind, type_ahead(cursor))?;
        if let Some(first) = parameters.iter().find(|other| other.name == name) {
            return Err(declared_twice(cursor, &parameters, &first.name, &name));
        }
        let declares_type = kind == SymbolKind::Constant || cursor.at_punct(':');
        if declares_type {
            let expected = format!("`: usize` after `{name}`");
            if !(cursor.eat_punct(':') && cursor.eat_ident("usize")) {
                let token = cursor.next();
                let is_end = matches!(&token, Some(TokenTree::Punct(mark)) if matches!(mark.as_char(), ',' | '>'));
                let text = token.as_ref().map_or_else(String::new, |mark| format!(": usize{mark}"));
                let diagnostic = cursor.unexpected(token, &expected);
                return Err(if is_end { diagnostic.write(text, "") } else { diagnostic });
            }
        }
        if parameters.len() == MAX_SYMBOLS {
            let message = format!("a layout has at most {MAX_SYMBOLS} symbols");
            return Err(Diagnostic::new(name.span(), message));
        }
        parameters.push(Parameter { name, kind });
        let mark = cursor.here();
        if cursor.at_punct('=') && !list_ahead(cursor).ends_with('>') {
            let token = cursor.next();
            return Err(cursor
                .unexpected(token, "`,` or `>`")
                .write("> =", "the list ends in `>`"));
        }
        if cursor.eat_punct('=') {
            while !(cursor.is_done() || cursor.at_punct(',') || cursor.at_punct('>')) {
                cursor.next();
            }
            default.get_or_insert(cursor.since(mark));
        }
        if !cursor.eat_punct(',') && !cursor.at_punct('>') {
            return Err(cursor.refused("`,` or `>`"));
        }
    }
    if let Some(default) = default {
        let declared = parameters.iter().map(Parameter::to_string).collect_vec().join(", ");
        let text = format!("<{declared}>");
        let message = "a parameter has no default: a layout is named with an integer for each";
        let says = format!("write `{text}` for `{written}`");
        let list = Patch { range: cursor.since(start), text, says };
        return Err(Diagnostic::new(default, message).patch(list));
    }
    match (parameters.is_empty(), open) {
        (true, Some(open)) => {
            Err(Diagnostic::new(open.span(), "no symbol is declared between `<` and `>`"))
        }
        _ => Ok(parameters),
    }
}
