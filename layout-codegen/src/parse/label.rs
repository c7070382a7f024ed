//! Names of modes, in front of `:` inside a shape: `(row: 4, col: 8):(8,1)`.

use std::collections::HashMap;

use layout_algebra::ModePath;
use proc_macro2::TokenTree;

use crate::cursor::Cursor;
use crate::keyword;
use crate::mode_names::ModeNames;
use crate::report::{Diagnostic, SpanRange, brief};
use crate::syntax::{Expr, ExprKind, Label, SymbolKind, is_word};

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
        let mut k = 0;
        loop {
            match self.ahead(k) {
                Some(TokenTree::Ident(word)) if word != "_" => {}
                _ => return false,
            }
            match self.ahead(k + 1) {
                Some(TokenTree::Punct(mark)) if mark.as_char() == '.' => k += 2,
                Some(TokenTree::Punct(mark)) => return mark.as_char() == ',',
                Some(_) => return false,
                None => return true,
            }
        }
    }

    /// Returns whether the name of a mode comes next, with the colon after it.
    pub(super) fn at_label(&mut self) -> bool {
        let mut k = 0;
        loop {
            if !matches!(self.ahead(k), Some(TokenTree::Ident(_))) {
                return false;
            }
            match self.ahead(k + 1) {
                Some(TokenTree::Punct(mark)) if mark.as_char() == '.' => k += 2,
                Some(TokenTree::Punct(mark)) if mark.as_char() == ':' => break,
                _ => return false,
            }
        }
        // `config::N` is a path.
        !matches!(self.ahead(k + 2), Some(TokenTree::Punct(mark)) if mark.as_char() == ':')
    }
}
