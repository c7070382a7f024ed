//! Closures: `|i, (j, k)| i * 8 + (j ^ k)`.

use std::rc::Rc;

use layout_algebra::HTuple;
use proc_macro2::{Delimiter, Group, Span, TokenTree};

use super::parser::Parser;
use super::symbol::number_of;
use crate::cursor::Cursor;
use crate::keyword;
use crate::report::{Diagnostic, SpanRange, brief};
use crate::syntax::{ClosureSyntax, Expr, ExprKind, Infix, Operator, Pattern};

impl Parser<'_> {
    /// A closure after its first `|`, which stands at `start`.
    pub(super) fn closure(
        &mut self,
        cursor: &mut Cursor,
        start: Span,
    ) -> Result<ExprKind, Diagnostic> {
        let mut names = Vec::new();
        let (arguments, head) = self.arguments(cursor, '|', &mut names)?;
        if arguments.is_empty() {
            let range = SpanRange { first: start, last: cursor.here() };
            return Err(Diagnostic::new(range, "a closure takes one argument or more"));
        }
        cursor.next();
        let syntax = self.body(cursor, start, (arguments, head), names)?;
        if !(cursor.is_done() || cursor.at_punct(',') || cursor.at_punct(';')) {
            let token = cursor.next();
            let expected =
                "an operator of `+ - * / % ^ & | << >>`, a comparison or the end of the closure";
            return Err(cursor.unexpected(token, expected));
        }
        Ok(ExprKind::Closure(Rc::new(syntax)))
    }

    /// Python's `lambda i, j: i * 8 + j` after its first word, which stands at `start`.
    pub(super) fn lambda(
        &mut self,
        cursor: &mut Cursor,
        start: Span,
    ) -> Result<ExprKind, Diagnostic> {
        let mut names = Vec::new();
        let (arguments, head) = self.arguments(cursor, ':', &mut names)?;
        cursor.next();
        let around = std::mem::replace(&mut self.is_lambda, true);
        let syntax = self.body(cursor, start, (arguments, head), names);
        self.is_lambda = around;
        Ok(ExprKind::Closure(Rc::new(syntax?)))
    }

    /// The arguments up to the mark behind them, and where they stand.
    fn arguments(
        &mut self,
        cursor: &mut Cursor,
        end: char,
        names: &mut Vec<String>,
    ) -> Result<(Vec<Pattern>, SpanRange), Diagnostic> {
        let head = cursor.here();
        let mut arguments = Vec::new();
        while !cursor.at_punct(end) {
            arguments.push(self.pattern(cursor, names)?);
            if !cursor.eat_punct(',') && !cursor.at_punct(end) {
                let token = cursor.next();
                let expected = format!("`,` or `{end}` after an argument");
                return Err(cursor.unexpected(token, &expected));
            }
        }
        Ok((arguments, cursor.since(head)))
    }

    /// The body of a closure: one expression, or a block of Rust that ends in one.
    fn body(
        &mut self,
        cursor: &mut Cursor,
        start: Span,
        (arguments, head): (Vec<Pattern>, SpanRange),
        names: Vec<String>,
    ) -> Result<ClosureSyntax, Diagnostic> {
        let around = self.arguments.replace(names);
        let mut parser = self.nested(start, true)?;
        let (locals, body) = match cursor.next_group(Delimiter::Brace) {
            Some(group) => parser.block(&group)?,
            None => (Vec::new(), parser.choice(cursor)?),
        };
        drop(parser);
        self.arguments = around;
        Ok(ClosureSyntax { arguments, head, locals, body })
    }

    /// `{ let a = i / 8; a * 3 }`
    fn block(&mut self, group: &Group) -> Result<(Vec<(String, Expr)>, Expr), Diagnostic> {
        let mut inside = Cursor::inside(group);
        let mut locals = Vec::new();
        while inside.eat_ident("let") {
            let name = inside.ident("the name of a variable")?;
            keyword::check_name(&name)?;
            inside.punct('=', &format!("`=` and the value of `{name}`"))?;
            let value = self.choice(&mut inside)?;
            inside.punct(';', "an operator or `;` after the value")?;
            if let Some(names) = &mut self.arguments {
                names.push(name.to_string());
            }
            locals.push((name.to_string(), value));
        }
        let body = self.choice(&mut inside)?;
        inside.end("an operator or `}`")?;
        Ok((locals, body))
    }

    /// Operands between operators, and what is chosen by them: `c ? a : b` of C, `a if c else b` of Python.
    pub(super) fn choice(&mut self, cursor: &mut Cursor) -> Result<Expr, Diagnostic> {
        let start = cursor.here();
        let first = self.chain(cursor, 0)?;
        let mark = cursor.here();
        let of_c = cursor.eat_punct('?');
        if !of_c && !cursor.eat_ident("if") {
            return Ok(first);
        }
        self.count_node(mark)?;
        let second = self.nested(mark, true)?.choice(cursor)?;
        let (is_next, expected) = match of_c {
            true => (cursor.eat_punct(':'), "`:` and the value where the condition is 0"),
            false => (cursor.eat_ident("else"), "`else` and the value where the condition is 0"),
        };
        if !is_next {
            return Err(cursor.refused(expected));
        }
        let third = self.nested(mark, true)?.choice(cursor)?;
        let (condition, value) = if of_c { (first, second) } else { (second, first) };
        let kind = ExprKind::Choice(Box::new([condition, value, third]));
        Ok(Expr { kind, range: cursor.since(start) })
    }

    /// Rust's `if c { a } else { b }` after its first word.
    pub(super) fn branches(&mut self, cursor: &mut Cursor) -> Result<ExprKind, Diagnostic> {
        let start = cursor.here();
        let mut parser = self.nested(start, true)?;
        let condition = parser.choice(cursor)?;
        let value = parser.branch(cursor)?;
        cursor.word("else", "`else` and the other value")?;
        let other = match cursor.at_ident("if") {
            true => parser.choice(cursor)?,
            false => parser.branch(cursor)?,
        };
        Ok(ExprKind::Choice(Box::new([condition, value, other])))
    }

    /// The value in braces.
    fn branch(&mut self, cursor: &mut Cursor) -> Result<Expr, Diagnostic> {
        let Some(group) = cursor.next_group(Delimiter::Brace) else {
            return Err(cursor.refused("an operator or a value in `{…}`"));
        };
        let mut inside = Cursor::inside(&group);
        let value = self.choice(&mut inside)?;
        inside.end("an operator or `}`")?;
        Ok(value)
    }

    /// C's `~a`, which is Rust's `!a` of an integer with a sign: all bits differ from those of `a`, as those of `a ^ -1` do.
    pub(super) fn complement(&mut self, cursor: &mut Cursor) -> Result<Expr, Diagnostic> {
        let start = cursor.here();
        self.count_node(start)?;
        cursor.next();
        let infix = Infix { operator: Operator::Xor, range: start.into() };
        let of = self.nested(start, true)?.factor(cursor)?;
        let ones = Expr { kind: ExprKind::Int(-1), range: start.into() };
        let kind = ExprKind::Arithmetic(infix, Box::new([number_of(of), ones]));
        // It is one operand, whatever operators are next to it.
        let inner = Expr { kind, range: cursor.since(start) };
        Ok(Expr { range: inner.range, kind: ExprKind::Tuple(vec![inner]) })
    }

    /// An operator as the closure means it: the remainder of Python is never negative where the divisor is not.
    pub(super) fn operator(&self, written: Operator) -> Operator {
        match written {
            Operator::Rem if self.is_lambda => Operator::RemFloor,
            written => written,
        }
    }

    /// Refuses operands that languages read differently, or an operator that has no integer.
    pub(super) fn check_operands(
        &self,
        infix: Infix,
        operands: [&Expr; 2],
    ) -> Result<(), Diagnostic> {
        if self.is_lambda && infix.operator == Operator::Div {
            let message = "`/` of Python answers no integer: its quotient of integers is `//`, in a macro \
                           `div_floor(a, b)`";
            return Err(Diagnostic::new(infix.range, message));
        }
        if !Operator::LEVELS[Operator::COMPARISONS].contains(&infix.operator) {
            return Ok(());
        }
        for operand in operands {
            if let ExprKind::Arithmetic(Infix { operator, .. }, _) = &operand.kind
                && Operator::LEVELS[Operator::COMPARISONS..][..4]
                    .iter()
                    .any(|of| of.contains(operator))
            {
                let mark = infix.operator.text();
                let message = format!(
                    "C, Python and Rust read `{mark}` beside another operator without parentheses differently: \
                     an operand of `{mark}` that has `&`, `^`, `|` or a comparison stands in parentheses"
                );
                return Err(Diagnostic::new(operand.range, message));
            }
        }
        Ok(())
    }

    /// An argument: a name, `_` or a tuple of them.
    fn pattern(
        &mut self,
        cursor: &mut Cursor,
        names: &mut Vec<String>,
    ) -> Result<Pattern, Diagnostic> {
        let start = cursor.here();
        self.count_node(start)?;
        let kind = match cursor.next() {
            Some(TokenTree::Ident(ident)) if ident == "_" => HTuple::Leaf(None),
            Some(TokenTree::Ident(ident)) => {
                let name = ident.to_string();
                if names.contains(&name) {
                    let message = format!("`{}` names two arguments", brief(&name));
                    return Err(Diagnostic::new(start, message));
                }
                names.push(name.clone());
                HTuple::Leaf(Some(name))
            }
            Some(TokenTree::Group(group)) if group.delimiter() == Delimiter::Parenthesis => {
                let mut inside = Cursor::inside(&group);
                let mut kinds = Vec::new();
                let mut parser = self.nested(start, false)?;
                while !inside.is_done() {
                    kinds.push(parser.pattern(&mut inside, names)?.kind);
                    if !inside.eat_punct(',') {
                        break;
                    }
                }
                inside.end("`,` or `)` after an argument")?;
                HTuple::Tuple(kinds)
            }
            other => return Err(cursor.unexpected(other, "an argument or `|`")),
        };
        Ok(Pattern { kind, range: cursor.since(start) })
    }
}
