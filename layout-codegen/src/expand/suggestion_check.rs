//! Checks of suggestions: the invocation is expanded with other tokens, and must have an error less.

use layout_algebra::CollectVec;
use std::cell::OnceCell;

use layout_algebra::explain::untraced;
use proc_macro2::{TokenStream, TokenTree};

use super::state::{State, find};
use crate::evaluated::Unevaluated;
use crate::names::free_names;
use crate::parse::spelled;
use crate::placeholder::Tainted;
use crate::report::Diagnostic;
use crate::syntax::Name;
use crate::{edit, placeholder};

impl State {
    /// The expansion of a wrong expression: a placeholder, with the suggestions that pass their check.
    pub(super) fn wrong(&self, diagnostic: Diagnostic) -> TokenStream {
        self.placeholder(&self.with_suggestions(diagnostic))
    }

    /// The expansion of an expression that is wrong, or names a layout that is.
    pub(super) fn failed(&self, failed: Unevaluated, tainted: &[(String, Tainted)]) -> TokenStream {
        match failed {
            Unevaluated::Wrong(diagnostic) => self.wrong(diagnostic),
            Unevaluated::Tainted(name) => find(tainted, &name).map_or(name.tokens, Tainted::layout),
        }
    }

    /// The expansion of a wrong expression; of a macro of another crate the error alone, since its value is no layout.
    pub(super) fn placeholder(&self, diagnostic: &Diagnostic) -> TokenStream {
        match self.backend {
            Some(_) => diagnostic.to_compile_error(),
            None => placeholder::value(&self.krate, diagnostic),
        }
    }

    /// The diagnostic with those of its suggestions that pass the check, and with one that is searched for if it has none.
    pub(super) fn with_suggestions(&self, diagnostic: Diagnostic) -> Diagnostic {
        self.with_suggestions_or_name(diagnostic).0
    }

    /// The diagnostic with suggestions, or the name without whose definition none can be checked.
    pub(super) fn with_suggestions_or_name(
        &self,
        diagnostic: Diagnostic,
    ) -> (Diagnostic, Option<Name>) {
        if self.is_suggestion {
            return (diagnostic, None);
        }
        let (before, missing) = (OnceCell::new(), OnceCell::new());
        let passes = |tokens: &TokenStream| {
            let before = before.get_or_init(|| self.count(&self.tokens, &missing).unwrap_or(1));
            matches!(self.count(tokens, &missing), Some(after) if after < *before)
        };
        let diagnostic = untraced(|| edit::checked(diagnostic, &self.tokens, &passes));
        match diagnostic.has_suggestion() {
            true => (diagnostic, None),
            false => (diagnostic, missing.into_inner()),
        }
    }

    /// The number of errors of other tokens, if it is known; the first name that is not resolved becomes the missing one.
    fn count(&self, tokens: &TokenStream, missing: &OnceCell<Name>) -> Option<usize> {
        match self.with(tokens).mistakes() {
            Ok(count) => return Some(count),
            Err(Some(name)) => drop(missing.set(name)),
            Err(None) => {}
        }
        None
    }

    /// The same invocation of other tokens.
    pub(super) fn with(&self, tokens: &TokenStream) -> State {
        State {
            krate: self.krate.clone(),
            kind: self.kind.clone(),
            resolved: self.resolved.clone(),
            tokens: tokens.clone(),
            is_suggestion: true,
            backend: self.backend,
            invocation: OnceCell::new(),
        }
    }

    /// The number of errors of the tokens.
    ///
    /// # Errors
    ///
    /// The number is unknown: the tokens do not parse, or use a name that is not resolved.
    fn mistakes(self) -> Result<usize, Option<Name>> {
        if let Some(copy) = self.copy_by_place() {
            return Ok(usize::from(copy.is_err()));
        }
        let input = self.parsed().or(Err(None))?;
        let names = free_names(&input).or(Err(None))?;
        let mut resolved = Vec::new();
        for name in names {
            match self.resolved.iter().find(|(path, _)| spelled(path) == name.text) {
                Some(found) => resolved.push(found.clone()),
                None => return Err(Some(name)),
            }
        }
        let state = State { resolved, ..self };
        Ok(count(state.step(&mut || "suggestion".to_owned())))
    }
}

/// The number of errors in an expansion. The rules of a hidden macro have one that is none of the invocation.
fn count(expansion: TokenStream) -> usize {
    let tokens = expansion.into_iter().collect_vec();
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
