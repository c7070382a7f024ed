//! Closures: `|i, (j, k)| i * 8 + (j ^ k)`.

use std::rc::Rc;

use layout_algebra::HTuple;
use proc_macro2::{Delimiter, Group, Span, TokenTree};

use super::expression::Parser;
use super::number::integer;
use crate::closure::{Closure, Operator, Pattern, Step};
use crate::cursor::Cursor;
use crate::report::{Diagnostic, brief};
use crate::suggest::nearest;
use crate::syntax::ExprKind;

const OPERAND: &str = "a number, an argument, `-` or `(`";

impl Parser<'_> {
    /// A closure after its first `|`, which stands at `start`.
    pub(super) fn closure(
        &mut self,
        cursor: &mut Cursor,
        start: Span,
    ) -> Result<ExprKind, Diagnostic> {
        let head = cursor.here();
        let mut arguments = Vec::new();
        let mut names = Vec::new();
        while !cursor.at_punct('|') {
            arguments.push(self.pattern(cursor, &mut names)?);
            if !cursor.eat_punct(',') && !cursor.at_punct('|') {
                let token = cursor.next();
                return Err(cursor.unexpected(token, "`,` or `|` after an argument"));
            }
        }
        if arguments.is_empty() {
            let range = crate::report::SpanRange { first: start, last: cursor.here() };
            return Err(Diagnostic::new(range, "a closure takes one argument or more"));
        }
        let head = cursor.since(head);
        cursor.next();
        let mut body = Vec::new();
        let range = self.body(cursor, &names, &mut body)?;
        if !(cursor.is_done() || cursor.at_punct(',') || cursor.at_punct(';')) {
            let token = cursor.next();
            let expected = "an operator of `+ - * / % ^ & | << >>` or the end of the closure";
            return Err(cursor.unexpected(token, expected));
        }
        Ok(ExprKind::Closure(Rc::new(Closure { arguments, head, body, range })))
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
                self.nested(start, false, |parser| {
                    while !inside.is_done() {
                        kinds.push(parser.pattern(&mut inside, names)?.kind);
                        if !inside.eat_punct(',') {
                            break;
                        }
                    }
                    Ok(())
                })?;
                if let extra @ Some(_) = inside.next() {
                    return Err(inside.unexpected(extra, "`,` or `)` after an argument"));
                }
                HTuple::Tuple(kinds)
            }
            other => return Err(cursor.unexpected(other, "an argument or `|`")),
        };
        Ok(Pattern { kind, range: cursor.since(start) })
    }

    /// An expression, each operator behind its operands; its tokens.
    fn body(
        &mut self,
        cursor: &mut Cursor,
        names: &[String],
        steps: &mut Vec<Step>,
    ) -> Result<crate::report::SpanRange, Diagnostic> {
        let start = cursor.here();
        self.binary(cursor, names, 0, steps)?;
        Ok(cursor.since(start))
    }

    /// `operand (operator operand)*`, of operators that bind as tight as `least`.
    fn binary(
        &mut self,
        cursor: &mut Cursor,
        names: &[String],
        least: u8,
        steps: &mut Vec<Step>,
    ) -> Result<(), Diagnostic> {
        self.operand_of_body(cursor, names, steps)?;
        while let Some(operator) = operator(cursor) {
            if operator.precedence() < least {
                break;
            }
            let start = cursor.here();
            self.count_node(start)?;
            for _ in operator.text().chars() {
                cursor.next();
            }
            let range = cursor.since(start);
            self.binary(cursor, names, operator.precedence() + 1, steps)?;
            steps.push(Step::Binary(operator, range));
        }
        Ok(())
    }

    /// A number, an argument, a negative or what is in parentheses.
    fn operand_of_body(
        &mut self,
        cursor: &mut Cursor,
        names: &[String],
        steps: &mut Vec<Step>,
    ) -> Result<(), Diagnostic> {
        let mut negations = Vec::new();
        loop {
            let start = cursor.here();
            self.count_node(start)?;
            match cursor.next() {
                Some(TokenTree::Punct(punct)) if punct.as_char() == '-' => {
                    negations.push(Step::Negate(start.into()));
                    continue;
                }
                Some(TokenTree::Literal(literal)) => {
                    steps.push(Step::Number(integer(&literal.to_string(), start, 1)?));
                }
                Some(TokenTree::Ident(ident)) => {
                    let name = ident.to_string();
                    let Some(k) = names.iter().position(|other| *other == name) else {
                        return Err(unknown(&name, start, names));
                    };
                    steps.push(Step::Argument(k));
                }
                // In parentheses, or captured by `macro_rules!`.
                Some(TokenTree::Group(group))
                    if matches!(group.delimiter(), Delimiter::Parenthesis | Delimiter::None) =>
                {
                    self.grouped(&group, names, steps)?;
                }
                other => return Err(cursor.unexpected(other, OPERAND)),
            }
            break;
        }
        steps.extend(negations.into_iter().rev());
        Ok(())
    }

    fn grouped(
        &mut self,
        group: &Group,
        names: &[String],
        steps: &mut Vec<Step>,
    ) -> Result<(), Diagnostic> {
        let mut inside = Cursor::inside(group);
        self.nested(group.span_open(), false, |parser| parser.body(&mut inside, names, steps))?;
        match inside.next() {
            None => Ok(()),
            extra => Err(inside.unexpected(extra, "an operator of `+ - * / % ^ & | << >>` or `)`")),
        }
    }
}

/// The operator that comes next.
fn operator(cursor: &mut Cursor) -> Option<Operator> {
    let comes_next = |operator: &Operator| {
        let mut marks = operator.text().chars();
        match (marks.next(), marks.next()) {
            (Some(first), Some(second)) => cursor.at_joint(first, second),
            (Some(mark), None) => cursor.at_punct(mark),
            _ => false,
        }
    };
    Operator::ALL.into_iter().find(comes_next)
}

fn unknown(name: &str, at: Span, names: &[String]) -> Diagnostic {
    let message = format!(
        "`{}` is no argument of the closure\nit computes with its arguments and numbers alone",
        brief(name)
    );
    let diagnostic = Diagnostic::new(at, message);
    // One letter is near to every other.
    if name.chars().count() == 1 {
        return diagnostic;
    }
    match nearest(name, names.iter().map(String::as_str)) {
        Some(name) => diagnostic.help(format!("did you mean `{name}`?")),
        None => diagnostic,
    }
}
