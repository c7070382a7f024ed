//! Checks of suggestions: the invocation is expanded with other tokens, and must have an error less.

use layout_algebra::CollectVec;
use std::cell::OnceCell;

use layout_algebra::explain::untraced;
use proc_macro2::{TokenStream, TokenTree};

use super::state::State;
use crate::names::free_names;
use crate::parse::spelled;
use crate::report::Diagnostic;
use crate::syntax::Name;
use crate::{edit, placeholder};

impl State {
    /// The expansion of a wrong expression: a placeholder, with the suggestions that pass their check.
    pub(super) fn wrong(&self, diagnostic: Diagnostic) -> TokenStream {
        self.placeholder(&self.with_suggestions(diagnostic))
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
            let count =
                |state: State| state.mistakes().map_err(|name| name.map(|name| missing.set(name)));
            let before = *before.get_or_init(|| count(self.with(&self.tokens)).unwrap_or(1));
            count(self.with(tokens)).is_ok_and(|after| after < before)
        };
        let diagnostic = untraced(|| edit::checked(diagnostic, &self.tokens, &passes));
        let missing = missing.into_inner().filter(|_| !diagnostic.has_suggestion());
        (diagnostic, missing)
    }

    /// The same invocation of other tokens.
    fn with(&self, tokens: &TokenStream) -> State {
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
        let encoded = |name: &Name| {
            let mut resolved = self.resolved.iter();
            let found = resolved.find(|(path, _)| spelled(path) == name.text).cloned();
            found.ok_or_else(|| Some(name.clone()))
        };
        let resolved = names.iter().map(encoded).try_collect_vec()?;
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
