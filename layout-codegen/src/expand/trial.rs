//! Ways out of a mistake, tried: the invocation with other tokens.

use layout_algebra::explain::untraced;
use proc_macro2::{TokenStream, TokenTree};

use super::{State, coordinate};
use crate::repair;
use crate::report::Diagnostic;

impl State {
    /// The diagnostic with a way out, if it has none and one is found.
    pub(super) fn repaired(&self, diagnostic: Diagnostic) -> Diagnostic {
        if self.is_trial || self.language().is_some() || self.kind == coordinate::KIND {
            return diagnostic;
        }
        untraced(|| repair::tried(diagnostic, &self.tokens, &|tokens| self.passes(tokens)))
    }

    /// Whether nothing is wrong with other tokens, which use the same names.
    fn passes(&self, tokens: &TokenStream) -> bool {
        let trial = State {
            krate: self.krate.clone(),
            kind: self.kind.clone(),
            answers: self.answers.clone(),
            tokens: tokens.clone(),
            is_trial: true,
        };
        !is_wrong(trial.step(&mut || "trial".to_owned()))
    }
}

/// Whether there is an error in an expansion. The rules of a hidden macro have one that is none of the invocation.
fn is_wrong(expansion: TokenStream) -> bool {
    let tokens: Vec<TokenTree> = expansion.into_iter().collect();
    tokens.iter().enumerate().any(|(i, token)| match token {
        TokenTree::Ident(ident) => ident == "compile_error",
        TokenTree::Group(group) => !is_rules(&tokens[..i]) && is_wrong(group.stream()),
        _ => false,
    })
}

/// Whether tokens end in `macro_rules! name`.
fn is_rules(before: &[TokenTree]) -> bool {
    matches!(before, [.., TokenTree::Ident(word), TokenTree::Punct(_), TokenTree::Ident(_)]
        if word == "macro_rules")
}
