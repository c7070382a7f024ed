//! Parsing: tokens to syntax.

use proc_macro2::{Delimiter, Ident, Literal, Punct, Spacing, Span, TokenStream, TokenTree};

use crate::Allow;
use crate::cursor::Cursor;
use crate::report::{Diagnostic, Lint, SpanRange, brief};
use crate::syntax::{Allowed, Definition, Expr, ExprKind, Form, Input, Name, OpName};

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

/// Parses expressions and counts what they cost.
struct Parser {
    depth: usize,
    nodes: usize,
    calls: usize,
    /// Inside a tuple an identifier is an extent, not a layout.
    in_tuple: bool,
}

impl Parser {
    fn new() -> Self {
        Parser { depth: 0, nodes: 0, calls: 0, in_tuple: false }
    }

    /// `operand ('o' operand)*`
    fn expr(&mut self, cursor: &mut Cursor) -> Result<Expr, Diagnostic> {
        let start = cursor.here();
        let first = self.operand(cursor)?;
        if !cursor.at_ident("o") {
            return Ok(first);
        }
        let mut operands = vec![first];
        while cursor.at_ident("o") {
            self.count_call(cursor)?;
            cursor.next();
            operands.push(self.operand(cursor)?);
        }
        Ok(Expr { kind: ExprKind::Compose(operands), range: cursor.since(start) })
    }

    /// `primary (':' primary)?`
    fn operand(&mut self, cursor: &mut Cursor) -> Result<Expr, Diagnostic> {
        let start = cursor.here();
        let shape = self.primary(cursor)?;
        if !cursor.at_punct(':') {
            return Ok(shape);
        }
        cursor.next();
        let stride = self.primary(cursor)?;
        let kind = ExprKind::Layout(Box::new(shape), Box::new(stride));
        Ok(Expr { kind, range: cursor.since(start) })
    }

    fn primary(&mut self, cursor: &mut Cursor) -> Result<Expr, Diagnostic> {
        let start = cursor.here();
        self.nodes += 1;
        if self.nodes > MAX_NODES {
            let message = format!("an expression has at most {MAX_NODES} parts");
            return Err(Diagnostic::new(start, message));
        }
        let kind = match cursor.next() {
            Some(TokenTree::Literal(literal)) => number(cursor, &literal, 1)?,
            Some(TokenTree::Punct(punct)) if punct.as_char() == '-' => negative(cursor)?,
            Some(TokenTree::Punct(punct)) if punct.as_char() == '<' => {
                ExprKind::Tiler(self.nested(start, false, |parser| parser.angles(cursor))?)
            }
            Some(TokenTree::Punct(punct)) if punct.as_char() == ':' && cursor.at_punct(':') => {
                cursor.next();
                let ident = cursor.ident("a path")?;
                self.path(cursor, ident, "::")?
            }
            Some(TokenTree::Group(group)) if group.delimiter() == Delimiter::Parenthesis => {
                let mut inside = Cursor::inside(&group);
                let items = self.nested(group.span_open(), true, |parser| {
                    parser.list(&mut inside, "an extent, a stride or a tuple")
                })?;
                let end = inside.next();
                if end.is_some() {
                    return Err(inside.unexpected(end, "`,` or `)`"));
                }
                ExprKind::Tuple(items)
            }
            Some(TokenTree::Ident(ident)) => self.word(cursor, ident)?,
            other => return Err(cursor.unexpected(other, EXPRESSION)),
        };
        Ok(Expr { kind, range: cursor.since(start) })
    }

    /// Runs a parser one level deeper.
    fn nested<T>(
        &mut self,
        at: Span,
        in_tuple: bool,
        parse: impl FnOnce(&mut Self) -> Result<T, Diagnostic>,
    ) -> Result<T, Diagnostic> {
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            let message = format!("an expression nests at most {MAX_DEPTH} levels deep");
            return Err(Diagnostic::new(at, message));
        }
        let outside = std::mem::replace(&mut self.in_tuple, in_tuple);
        let parsed = parse(self);
        self.in_tuple = outside;
        self.depth -= 1;
        parsed
    }

    /// `expr, …` up to the end, or to what is not a comma.
    fn list(&mut self, cursor: &mut Cursor, expected: &str) -> Result<Vec<Expr>, Diagnostic> {
        let mut items = Vec::new();
        while !cursor.is_done() {
            if cursor.at_punct(',') {
                let token = cursor.next();
                return Err(cursor.unexpected(token, expected));
            }
            items.push(self.expr(cursor)?);
            self.reject_arithmetic(cursor)?;
            if !cursor.eat_punct(',') {
                break;
            }
        }
        Ok(items)
    }

    /// `expr, … >`
    fn angles(&mut self, cursor: &mut Cursor) -> Result<Vec<Expr>, Diagnostic> {
        let mut items = Vec::new();
        while !cursor.eat_punct('>') {
            items.push(self.expr(cursor)?);
            if !cursor.eat_punct(',') && !cursor.at_punct('>') {
                let token = cursor.next();
                return Err(cursor.unexpected(token, "`,` or `>`"));
            }
        }
        Ok(items)
    }

    /// What starts with an identifier.
    fn word(&mut self, cursor: &mut Cursor, ident: Ident) -> Result<ExprKind, Diagnostic> {
        let text = ident.to_string();
        if text == "_" {
            // CuTe prints a static -1 as `_-1`.
            return if cursor.eat_punct('-') { negative(cursor) } else { Ok(ExprKind::Underscore) };
        }
        if let Some(digits) = text.strip_prefix('_')
            && digits.starts_with(|c: char| c.is_ascii_digit())
        {
            let value = integer(digits, ident.span(), 1)?;
            return basis(cursor, value);
        }
        if let "true" | "false" = text.as_str() {
            return Ok(ExprKind::Bool(text == "true"));
        }
        if let ("Sw" | "S" | "Swizzle", true) = (text.as_str(), cursor.at_punct('<')) {
            return self.swizzle(cursor);
        }
        if text == "o" {
            return Err(Diagnostic::new(ident.span(), "expected a layout before `o`"));
        }
        if cursor.at_group(Delimiter::Parenthesis) {
            self.count_call(cursor)?;
            let range = ident.span().into();
            let Some(TokenTree::Group(group)) = cursor.next() else {
                return Err(cursor.unexpected(None, "operands"));
            };
            let mut inside = Cursor::inside(&group);
            let operands =
                self.nested(ident.span(), false, |parser| parser.list(&mut inside, EXPRESSION))?;
            let end = inside.next();
            if end.is_some() {
                return Err(inside.unexpected(end, "`,` or `)`"));
            }
            return Ok(ExprKind::Call(OpName { text, range }, operands));
        }
        self.path(cursor, ident, "")
    }

    fn count_call(&mut self, cursor: &mut Cursor) -> Result<(), Diagnostic> {
        self.calls += 1;
        if self.calls <= MAX_CALLS {
            return Ok(());
        }
        let message = format!("an expression has at most {MAX_CALLS} operations");
        Err(Diagnostic::new(cursor.here(), message))
    }

    /// `Sw<B,M,S>` after the name.
    fn swizzle(&mut self, cursor: &mut Cursor) -> Result<ExprKind, Diagnostic> {
        let start = cursor.here();
        cursor.next();
        let items = self.nested(start, true, |parser| parser.angles(cursor))?;
        let range = cursor.since(start);
        let mut numbers = Vec::new();
        for item in &items {
            match item.kind {
                ExprKind::Int(number) => numbers.push(number),
                _ => return Err(Diagnostic::new(item.range, "a swizzle takes three integers")),
            }
        }
        match numbers.as_slice() {
            &[bits, base, shift] => Ok(ExprKind::Swizzle(bits, base, shift)),
            _ => {
                let message =
                    format!("a swizzle `Sw<B,M,S>` takes three integers, not {}", numbers.len());
                Err(Diagnostic::new(range, message))
            }
        }
    }

    /// A path after its first identifier; a name, or in a tuple a symbol.
    fn path(
        &mut self,
        cursor: &mut Cursor,
        first: Ident,
        lead: &str,
    ) -> Result<ExprKind, Diagnostic> {
        let start = first.span();
        let mut text = format!("{lead}{first}");
        let mut tokens = TokenStream::new();
        if !lead.is_empty() {
            tokens.extend([Spacing::Joint, Spacing::Alone].map(|spacing| {
                let mut colon = Punct::new(':', spacing);
                colon.set_span(start);
                TokenTree::Punct(colon)
            }));
        }
        let simple = first.to_string();
        tokens.extend([TokenTree::Ident(first)]);
        while cursor.at_path_separator() {
            tokens.extend(cursor.next());
            tokens.extend(cursor.next());
            let segment = cursor.ident("the rest of the path")?;
            text.push_str("::");
            text.push_str(&segment.to_string());
            tokens.extend([TokenTree::Ident(segment)]);
        }
        let last = text.rsplit("::").next().unwrap_or(&simple);
        let has_upper = last.chars().any(char::is_uppercase);
        let has_lower = last.chars().any(char::is_lowercase);
        if self.in_tuple && !(has_upper && has_lower) {
            let what = if has_upper { "a constant" } else { "a run-time extent" };
            let text = brief(&text);
            let message = format!(
                "`{text}` in a tuple is {what}, which is not supported yet\n\
                 every extent and stride is a number"
            );
            return Err(Diagnostic::new(cursor.since(start), message));
        }
        Ok(ExprKind::Name(Name { text, tokens }))
    }

    /// `2 * BK` in a tuple.
    fn reject_arithmetic(&mut self, cursor: &mut Cursor) -> Result<(), Diagnostic> {
        if self.in_tuple && ['*', '/', '+', '-', '%'].iter().any(|&c| cursor.at_punct(c)) {
            return Err(Diagnostic::new(
                cursor.here(),
                "arithmetic in a tuple is not supported yet\nevery extent and stride is a number",
            ));
        }
        Ok(())
    }
}

fn negative(cursor: &mut Cursor) -> Result<ExprKind, Diagnostic> {
    match cursor.next() {
        Some(TokenTree::Literal(literal)) => number(cursor, &literal, -1),
        other => Err(cursor.unexpected(other, "a number after `-`")),
    }
}

fn number(cursor: &mut Cursor, literal: &Literal, sign: i128) -> Result<ExprKind, Diagnostic> {
    let value = integer(&literal.to_string(), literal.span(), sign)?;
    basis(cursor, value)
}

/// The suffixes of Rust's integers.
const SUFFIXES: [&str; 12] =
    ["u8", "u16", "u32", "u64", "u128", "usize", "i8", "i16", "i32", "i64", "i128", "isize"];

/// An integer as Rust writes it, without a suffix.
fn integer(text: &str, span: Span, sign: i128) -> Result<i128, Diagnostic> {
    let digits = text.replace('_', "");
    let (radix, digits) = match digits.get(..2) {
        Some("0x") => (16, &digits[2..]),
        Some("0o") => (8, &digits[2..]),
        Some("0b") => (2, &digits[2..]),
        _ => (10, digits.as_str()),
    };
    if digits.is_empty() || !digits.chars().all(|c| c.is_digit(radix)) {
        let found = brief(text);
        let suffix = text.find(['u', 'i']).unwrap_or(text.len());
        let (number, suffix) = text.split_at(suffix);
        if SUFFIXES.contains(&suffix) && integer(number, span, sign).is_ok() {
            let message = format!("`{found}` has a suffix: integers of layouts have no type");
            return Err(Diagnostic::new(span, message).help(format!("write `{number}`")));
        }
        return Err(Diagnostic::new(span, format!("expected an integer, found `{found}`")));
    }
    i128::from_str_radix(digits, radix).map(|value| sign * value).map_err(|_| {
        let text = brief(text);
        Diagnostic::new(span, format!("`{text}` overflows: integers have 127 bits and a sign"))
    })
}

/// `@1@0` after the scale of a stride, innermost mode first.
fn basis(cursor: &mut Cursor, scale: i128) -> Result<ExprKind, Diagnostic> {
    let mut path = Vec::new();
    while cursor.eat_punct('@') {
        let span = cursor.here();
        let index = match cursor.next() {
            Some(TokenTree::Literal(literal)) => integer(&literal.to_string(), span, 1)?,
            other => return Err(cursor.unexpected(other, "the number of a mode after `@`")),
        };
        match usize::try_from(index) {
            Ok(index) if index < MAX_DEPTH && path.len() < MAX_DEPTH => path.insert(0, index),
            _ => {
                let message = format!("a stride steps along a mode below {MAX_DEPTH}");
                return Err(Diagnostic::new(span, message));
            }
        }
    }
    Ok(if path.is_empty() { ExprKind::Int(scale) } else { ExprKind::Basis(scale, path) })
}
