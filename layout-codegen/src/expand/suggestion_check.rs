//! Checks of suggestions: the invocation is expanded with other tokens, and must have an error less.

use std::cell::OnceCell;

use layout_algebra::explain::untraced;
use proc_macro2::{TokenStream, TokenTree};

use super::State;
use crate::names::free_names;
use crate::parse::spelled;
use crate::report::Diagnostic;
use crate::syntax::Name;
use crate::{placeholder, suggestion};

impl State {
    /// The expansion of a wrong expression: a placeholder, with the suggestions that pass their check.
    pub(super) fn wrong(&self, diagnostic: Diagnostic) -> TokenStream {
        placeholder::value(&self.krate, &self.with_suggestions(diagnostic))
    }

    /// The diagnostic with those of its suggestions that pass the check, and with one that is searched for if it has none.
    pub(super) fn with_suggestions(&self, diagnostic: Diagnostic) -> Diagnostic {
        if self.is_suggestion {
            return diagnostic;
        }
        let before = OnceCell::new();
        let passes = |tokens: &TokenStream| {
            let before = *before.get_or_init(|| self.with(&self.tokens).mistakes().unwrap_or(1));
            self.with(tokens).mistakes().is_some_and(|after| after < before)
        };
        untraced(|| suggestion::checked(diagnostic, &self.tokens, &passes))
    }

    /// The same invocation of other tokens.
    fn with(&self, tokens: &TokenStream) -> State {
        State {
            krate: self.krate.clone(),
            kind: self.kind.clone(),
            resolved: self.resolved.clone(),
            tokens: tokens.clone(),
            is_suggestion: true,
        }
    }

    /// The number of errors of the tokens; `None` where it is unknown, as they do not parse, or use other names.
    fn mistakes(self) -> Option<usize> {
        let names = free_names(&self.parsed().ok()?).ok()?;
        let encoded = |name: &Name| {
            let mut resolved = self.resolved.iter();
            resolved.find(|(path, _)| spelled(path) == name.text).cloned()
        };
        let resolved = names.iter().map(encoded).collect::<Option<_>>()?;
        let state = State { resolved, ..self };
        Some(count(state.step(&mut || "suggestion".to_owned())))
    }
}

/// The number of errors in an expansion. The rules of a hidden macro have one that is none of the invocation.
fn count(expansion: TokenStream) -> usize {
    let tokens: Vec<TokenTree> = expansion.into_iter().collect();
    let errors = tokens.iter().enumerate().map(|(i, token)| match token {
        TokenTree::Ident(ident) => usize::from(ident == "compile_error"),
        TokenTree::Group(group) if !is_rules(&tokens[..i]) => count(group.stream()),
        _ => 0,
    });
    errors.sum()
}

/// Returns whether tokens end in `macro_rules! name`.
fn is_rules(before: &[TokenTree]) -> bool {
    matches!(before, [.., TokenTree::Ident(word), TokenTree::Punct(_), TokenTree::Ident(_)]
        if word == "macro_rules")
}
