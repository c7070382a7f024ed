//! Names of modes, in front of `:` inside a shape: `(row: 4, col: 8):(8,1)`.

use std::collections::HashMap;

use layout_algebra::ModePath;
use proc_macro2::TokenTree;

use crate::cursor::Cursor;
use crate::keyword;
use crate::mode_names::ModeNames;
use crate::report::{Diagnostic, SpanRange, brief};
use crate::syntax::{Expr, ExprKind, Label, SymbolKind, is_word};
use crate::token::{is_comma, is_punct, is_semicolon};

/// `block.warp`
pub(super) fn label(cursor: &mut Cursor) -> Result<Label, Diagnostic> {
    const EXPECTED: &str = "the name of a mode";
    let start = cursor.here();
    let mut text = String::new();
    loop {
        let word = cursor.ident(EXPECTED)?;
        keyword::check_name(&word)?;
        let written = word.to_string();
        if is_word(&written) || matches!(written.as_str(), "_" | "self" | "true" | "false") {
            let message =
                format!("`{written}` is a word of the language: a mode needs another name");
            return Err(Diagnostic::new(word.span(), message));
        }
        if SymbolKind::of(&written).is_none() {
            let message =
                format!("`{}` is in camel case, as names of layouts are", brief(&written));
            return Err(Diagnostic::new(word.span(), message)
                .help("the name of a mode is in lower case, or in upper case"));
        }
        text.push_str(&written);
        if !cursor.eat_punct('.') {
            return Ok(Label { text, range: cursor.since(start) });
        }
        text.push('.');
    }
}

/// The names in a shape, which is without them then.
///
/// # Errors
///
/// Two modes have the same name.
pub(crate) fn names_of(shape: &mut Expr) -> Result<ModeNames, Diagnostic> {
    let mut labels = Vec::new();
    take(shape, &ModePath::root(), "", &mut labels);
    let mut known = HashMap::new();
    for (path, name, range) in &labels {
        if let Some(first) = known.insert(name, path) {
            let message = format!("`{}` is the name of mode {first} already", brief(name));
            return Err(Diagnostic::new(*range, message)
                .help(format!("call mode {path} something else: a name is that of one mode")));
        }
    }
    Ok(ModeNames::new(labels.into_iter().map(|(path, name, _)| (path, name))))
}

fn take(
    expr: &mut Expr,
    path: &ModePath,
    around: &str,
    labels: &mut Vec<(ModePath, String, SpanRange)>,
) {
    let mut inside = around.to_owned();
    if matches!(expr.kind, ExprKind::Labelled(..)) {
        let kind = std::mem::replace(&mut expr.kind, ExprKind::Underscore);
        if let ExprKind::Labelled(label, of) = kind {
            if !inside.is_empty() {
                inside.push('.');
            }
            inside.push_str(&label.text);
            labels.push((path.clone(), inside.clone(), label.range));
            *expr = *of;
        }
    }
    if let ExprKind::Tuple(items) = &mut expr.kind {
        for (i, item) in items.iter_mut().enumerate() {
            take(item, &path.child(i), &inside, labels);
        }
    }
}

impl Cursor {
    /// Returns whether the name of a mode comes next, and nothing belongs to it.
    pub(super) fn at_mode(&mut self) -> bool {
        let Some(behind) = self.behind_label("_") else { return false };
        self.ahead(behind).is_none_or(is_comma)
    }

    /// Returns whether the name of a mode comes next, with the colon after it.
    pub(super) fn at_label(&mut self) -> bool {
        let Some(behind) = self.behind_label("") else { return false };
        // `config::N` is a path.
        is_punct(self.ahead(behind), ':') && !is_punct(self.ahead(behind + 1), ':')
    }

    /// Returns whether a field begins, `row: 4`, or what is meant for one: `"row": 4`, and `row = 4`, which is no constant expression of
    /// Rust, as it has no value.
    pub(super) fn at_field(&mut self) -> bool {
        if self.at_label() || self.at_text() && is_punct(self.ahead(1), ':') {
            return true;
        }
        let Some(behind) = self.behind_label("") else { return false };
        is_punct(self.ahead(behind), '=')
            && !is_punct(self.ahead(behind + 1), '=')
            && !self.has_statements()
    }

    /// Returns whether a `;` comes, as between statements.
    fn has_statements(&mut self) -> bool {
        let mut at = 0;
        while matches!(self.ahead(at), Some(token) if !is_semicolon(token)) {
            at += 1;
        }
        self.ahead(at).is_some()
    }

    /// Returns whether `row =` comes next, or `block.warp =`.
    pub(super) fn at_new_name(&mut self) -> bool {
        let Some(behind) = self.behind_label("") else { return false };
        is_punct(self.ahead(behind), '=')
    }

    /// The number of tokens of a name that comes next, `row` or `block.warp`; none if no name without the word `except` does.
    fn behind_label(&mut self, except: &str) -> Option<usize> {
        let mut at = 0;
        loop {
            match self.ahead(at) {
                Some(TokenTree::Ident(word)) if word != except => {}
                _ => return None,
            }
            match self.ahead(at + 1) {
                Some(mark) if is_punct(mark, '.') => at += 2,
                _ => return Some(at + 1),
            }
        }
    }
}
