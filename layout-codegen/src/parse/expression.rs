//! Expressions: shapes, layouts, tilers, operations and names.

use proc_macro2::{Delimiter, Ident, Punct, Spacing, Span, TokenStream, TokenTree};

use super::number::{basis, integer, negative, number};
use super::{EXPRESSION, MAX_CALLS, MAX_DEPTH, MAX_NODES};
use crate::cursor::Cursor;
use crate::report::{Diagnostic, brief};
use crate::syntax::{Expr, ExprKind, Name, OpName};

/// Parses expressions and counts what they cost.
pub(super) struct Parser {
    depth: usize,
    nodes: usize,
    calls: usize,
    /// Inside a tuple an identifier is an extent, not a layout.
    in_tuple: bool,
}

impl Parser {
    pub(super) fn new() -> Self {
        Parser { depth: 0, nodes: 0, calls: 0, in_tuple: false }
    }

    /// `operand ('o' operand)*`
    pub(super) fn expr(&mut self, cursor: &mut Cursor) -> Result<Expr, Diagnostic> {
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
        self.count_node(start)?;
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
            Some(TokenTree::Group(group)) if group.delimiter() == Delimiter::Bracket => {
                let mut inside = Cursor::inside(&group);
                let items = self.nested(group.span_open(), true, |parser| {
                    parser.list(&mut inside, "an integer")
                })?;
                if let extra @ Some(_) = inside.next() {
                    return Err(inside.unexpected(extra, "`,` or `]`"));
                }
                ExprKind::List(items)
            }
            Some(TokenTree::Punct(punct)) if punct.as_char() == '|' => {
                self.closure(cursor, start)?
            }
            Some(TokenTree::Ident(ident)) => self.word(cursor, ident)?,
            other => return Err(cursor.unexpected(other, EXPRESSION)),
        };
        Ok(Expr { kind, range: cursor.since(start) })
    }

    pub(super) fn count_node(&mut self, at: Span) -> Result<(), Diagnostic> {
        self.nodes += 1;
        if self.nodes <= MAX_NODES {
            return Ok(());
        }
        Err(Diagnostic::new(at, format!("an expression has at most {MAX_NODES} parts")))
    }

    /// Runs a parser one level deeper.
    pub(super) fn nested<T>(
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
    pub(super) fn list(
        &mut self,
        cursor: &mut Cursor,
        expected: &str,
    ) -> Result<Vec<Expr>, Diagnostic> {
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
