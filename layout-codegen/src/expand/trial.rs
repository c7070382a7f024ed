//! Ways out of a mistake, tried: the invocation with other tokens.

use std::cell::OnceCell;

use layout_algebra::explain::untraced;
use proc_macro2::{TokenStream, TokenTree};

use super::State;
use crate::names::free_names;
use crate::parse::spelled;
use crate::report::Diagnostic;
use crate::syntax::Name;
use crate::{repair, stand_in};

impl State {
    /// What stands in the place of a wrong expression, with the ways out that are right.
    pub(super) fn wrong(&self, diagnostic: Diagnostic) -> TokenStream {
        stand_in::value(&self.krate, &self.repaired(diagnostic))
    }

    /// The diagnostic with those of its ways out that are right, and with one that is found if it has none.
    pub(super) fn repaired(&self, diagnostic: Diagnostic) -> Diagnostic {
        if self.is_trial {
            return diagnostic;
        }
        let before = OnceCell::new();
        let passes = |tokens: &TokenStream| {
            let before = *before.get_or_init(|| self.with(&self.tokens).mistakes().unwrap_or(1));
            self.with(tokens).mistakes().is_some_and(|after| after < before)
        };
        untraced(|| repair::tried(diagnostic, &self.tokens, &passes))
    }

    /// The same invocation of other tokens.
    fn with(&self, tokens: &TokenStream) -> State {
        State {
            krate: self.krate.clone(),
            kind: self.kind.clone(),
            answers: self.answers.clone(),
            tokens: tokens.clone(),
            is_trial: true,
        }
    }

    /// How much is wrong with the tokens; none if nobody can say: they do not parse, or use other names.
    fn mistakes(self) -> Option<usize> {
        let names = free_names(&self.parsed().ok()?).ok()?;
        let answer = |name: &Name| {
            let mut answers = self.answers.iter();
            answers.find(|(path, _)| spelled(path) == name.text).cloned()
        };
        let answers = names.iter().map(answer).collect::<Option<_>>()?;
        let state = State { answers, ..self };
        Some(count(state.step(&mut || "trial".to_owned())))
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

/// Whether tokens end in `macro_rules! name`.
fn is_rules(before: &[TokenTree]) -> bool {
    matches!(before, [.., TokenTree::Ident(word), TokenTree::Punct(_), TokenTree::Ident(_)]
        if word == "macro_rules")
}
