//! Closures: `|i, (j, k)| i * 8 + (j ^ k)`.

use std::rc::Rc;

use layout_algebra::HTuple;
use proc_macro2::{Delimiter, Span, TokenTree};

use super::expression::Parser;
use crate::cursor::Cursor;
use crate::report::{Diagnostic, SpanRange, brief};
use crate::syntax::{ClosureSyntax, ExprKind, Pattern};

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
            let range = SpanRange { first: start, last: cursor.here() };
            return Err(Diagnostic::new(range, "a closure takes one argument or more"));
        }
        let head = cursor.since(head);
        cursor.next();
        let around = self.arguments.replace(names);
        let body = self.nested(start, true, |parser| parser.sum(cursor))?;
        self.arguments = around;
        if !(cursor.is_done() || cursor.at_punct(',') || cursor.at_punct(';')) {
            let token = cursor.next();
            let expected = "an operator of `+ - * / % ^ & | << >>` or the end of the closure";
            return Err(cursor.unexpected(token, expected));
        }
        Ok(ExprKind::Closure(Rc::new(ClosureSyntax { arguments, head, body })))
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
}
