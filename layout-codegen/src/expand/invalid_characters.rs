//! Characters that are no tokens of Rust: rustc reports each, and a macro is given the tokens around it alone, or a literal of `##`, which
//! the edition of 2024 reserves.

use proc_macro2::{Group, Ident, Punct, Spacing, TokenStream, TokenTree};

use super::state::{Compiler, State};
use crate::limits::MAX_DEPTH;
use crate::report::SpanRange;

/// The sign of a composition in mathematics, where the language has `o`.
const COMPOSITION: char = '∘';

impl State {
    /// The state with an `o` wherever the text has a `∘`, and one `#` for several, of which rustc tells: a second error there would say less.
    pub(super) fn with_meant_characters(&self, compiler: &dyn Compiler) -> Option<State> {
        if self.is_suggestion {
            return None;
        }
        let mut is_other = false;
        let tokens = with_meant_characters(&self.tokens, compiler, MAX_DEPTH, &mut is_other);
        let other = State { resolved: Vec::new(), is_suggestion: false, ..self.with(&tokens) };
        is_other.then_some(other)
    }
}

/// The tokens that are meant; groups that nest deeper than the limit are refused later, and left as they are.
fn with_meant_characters(
    tokens: &TokenStream,
    compiler: &dyn Compiler,
    depth: usize,
    is_other: &mut bool,
) -> TokenStream {
    let mut all: Vec<TokenTree> = Vec::new();
    for token in tokens.clone() {
        let first = SpanRange::from(&token).first;
        if let Some(before) = all.last()
            && let Some(gap) = compiler.between(SpanRange::from(before).last, first)
            && gap.trim() == COMPOSITION.to_string()
        {
            *is_other = true;
            all.push(Ident::new("o", first).into());
        }
        all.push(match token {
            TokenTree::Group(group) if depth > 0 => {
                let stream = with_meant_characters(&group.stream(), compiler, depth - 1, is_other);
                let mut other = Group::new(group.delimiter(), stream);
                other.set_span(group.span());
                other.into()
            }
            TokenTree::Literal(hashes) if hashes.to_string().chars().all(|c| c == '#') => {
                *is_other = true;
                let mut mark = Punct::new('#', Spacing::Alone);
                mark.set_span(hashes.span());
                mark.into()
            }
            token => token,
        });
    }
    all.into_iter().collect()
}
