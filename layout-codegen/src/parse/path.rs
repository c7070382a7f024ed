//! Paths: names of layouts, with integers for their parameters, and symbols.

use proc_macro2::{Delimiter, Ident, Punct, Spacing, TokenStream, TokenTree};

use super::expression::{extra, generic};
use super::parser::Parser;
use super::{cpp, instruction, symbol};
use crate::cursor::Cursor;
use crate::nearest::nearest;
use crate::report::Diagnostic;
use crate::syntax::{Expr, ExprKind, Name, Parameter, SymbolKind, WORDS, is_word};
use crate::{keyword, operations};

impl Parser<'_> {
    /// A path after its first identifier; a name, with its arguments if it has some, or in a
    /// tuple a symbol.
    pub(super) fn path(
        &mut self,
        cursor: &mut Cursor,
        first: Ident,
        lead: &str,
    ) -> Result<ExprKind, Diagnostic> {
        let start = first.span();
        let mut text = format!("{lead}{first}");
        let mut tokens = TokenStream::new();
        if !lead.is_empty() {
            for spacing in [Spacing::Joint, Spacing::Alone] {
                let mut colon = Punct::new(':', spacing);
                colon.set_span(start);
                tokens.extend([TokenTree::Punct(colon)]);
            }
        }
        if lead.is_empty() && !cursor.at_path_separator() {
            keyword::check_name(&first)?;
        }
        tokens.extend([TokenTree::Ident(first)]);
        while cursor.at_path_separator() {
            let colons = cursor.here();
            let separator = [cursor.next(), cursor.next()];
            let colons = cursor.since(colons);
            // `Rows::<m, 4>`, as Rust writes it.
            if cursor.at_punct('<') && self.takes_arguments(&text, cursor) {
                break;
            }
            tokens.extend(separator.into_iter().flatten());
            // The constant expression of another layout.
            if cursor.at_group(Delimiter::Brace)
                && let Some(group) = cursor.next_group(Delimiter::Brace)
            {
                text.push_str("::");
                text.push_str(&symbol::text_of(&group)?);
                tokens.extend([TokenTree::Group(group)]);
                break;
            }
            if cursor.at_punct('<') {
                return Err(generic(cursor, &text, start));
            }
            // `row:: 4`, where one colon is meant.
            let is_number = matches!(cursor.peek(), Some(TokenTree::Literal(_)))
                || cursor.at_group(Delimiter::Parenthesis);
            if is_number {
                let message = format!("expected the rest of the path after `{text}::`");
                return Err(Diagnostic::new(colons, message).write(":", ""));
            }
            let segment = cursor.ident("the rest of the path")?;
            // A function of C++.
            if cursor.at_group(Delimiter::Parenthesis) {
                if text == "cute" {
                    return self.word(cursor, segment);
                }
                if operations::find(&segment.to_string()).is_some() {
                    let message = format!("`{text}` is no namespace of operations");
                    return Err(Diagnostic::new(start, message).write("cute", ""));
                }
            }
            text.push_str("::");
            text.push_str(&segment.to_string());
            tokens.extend([TokenTree::Ident(segment)]);
        }
        let name = Name { text, tokens };
        if cursor.at_punct('<')
            && (instruction::is_layout(&name.text)
                || instruction::is_atom(&name.text)
                || instruction::is_named(&name.text, cursor))
        {
            let last = name.tokens.clone().into_iter().last();
            let last = last.map_or(start, |word| word.span());
            let of = instruction::with_types(name.text, last, cursor);
            cpp::eat_object(cursor);
            return Ok(of);
        }
        if cursor.at_punct('<') && self.takes_arguments(&name.text, cursor) {
            if !cpp::is_value(&name) {
                self.count_call(cursor)?;
            }
            let open = cursor.here();
            cursor.next();
            let arguments = self.nested(open, true)?.angles(cursor, open)?;
            if let Some(call) = self.template(&name, &arguments, cursor)? {
                return Ok(call);
            }
            let is_object = cpp::eat_object(cursor);
            let of_type = cpp::of_type(&name, &arguments, is_object);
            return Ok(of_type.unwrap_or(ExprKind::Instance(name, arguments)));
        }
        if is_word(&name.text) {
            cpp::eat_object(cursor);
        } else if cursor.at_empty(Delimiter::Brace)
            && let Some(meant) = nearest(&name.text, WORDS)
        {
            let message = format!("`{}` is no order of modes", name.text);
            return Err(Diagnostic::new(start, message).meant(meant));
        }
        Ok(match SymbolKind::of(&name.text) {
            Some(kind)
                if self.in_tuple
                    || self.is_declared(&name.text)
                    || symbol::is_constant(&name.text) =>
            {
                symbol::written(name, kind)
            }
            _ => ExprKind::Name(name),
        })
    }

    /// A function of C++ with its numbers in `<…>`, which are read, and its operands.
    fn template(
        &mut self,
        name: &Name,
        numbers: &[Expr],
        cursor: &mut Cursor,
    ) -> Result<Option<ExprKind>, Diagnostic> {
        let Some(group) = cursor.at_template_of(&name.text) else { return Ok(None) };
        cursor.next();
        let function = cpp::operation_of(&name.text);
        let mut inside = Cursor::inside(&group);
        let operands = self.nested(group.span_open(), false)?.operands(&mut inside, function)?;
        if !inside.is_done() {
            return Err(extra(&mut inside, operands.last(), "`,` or `)`"));
        }
        let range = name.tokens.clone().into_iter().next().map_or(group.span(), |t| t.span());
        Ok(cpp::template(name, numbers, operands, range.into()))
    }

    /// Returns whether a path names a layout, so that `<` begins its arguments: next to a number it
    /// compares.
    fn takes_arguments(&self, path: &str, cursor: &mut Cursor) -> bool {
        cpp::is_type(path)
            || cpp::at_template(path, cursor)
            || SymbolKind::of(path).is_none()
            || !(self.in_tuple || self.is_declared(path))
    }

    fn is_declared(&self, name: &str) -> bool {
        Parameter::place(self.declared, name).is_some()
    }
}
