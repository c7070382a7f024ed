//! What is Rust's own in an invocation, as `syn` reads it: attributes, visibility, names.

use proc_macro2::{TokenStream, TokenTree};
use syn::parse::Parse;

use super::MAX_DEPTH;

/// Tokens as what Rust calls `T`; none if they are something else.
pub(crate) fn read<T: Parse>(tokens: TokenStream) -> Option<T> {
    is_shallow(&tokens).then(|| syn::parse2(tokens).ok()).flatten()
}

/// Whether groups nest no deeper than expressions may: `syn` descends into them on the stack,
/// all at once.
pub(crate) fn is_shallow(tokens: &TokenStream) -> bool {
    let mut level = vec![tokens.clone()];
    for _ in 0..=MAX_DEPTH {
        let inside = level.into_iter().flatten().filter_map(|token| match token {
            TokenTree::Group(group) => Some(group.stream()),
            _ => None,
        });
        level = inside.collect();
        if level.is_empty() {
            return true;
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use syn::MetaList;

    use super::*;

    #[test]
    fn what_nests_too_deep_for_syn_is_not_read() {
        let nested = |depth: usize| -> TokenStream {
            format!("allow{}padding{}", "(".repeat(depth), ")".repeat(depth)).parse().unwrap()
        };
        assert!(read::<MetaList>(nested(MAX_DEPTH)).is_some());
        assert!(read::<MetaList>(nested(100_000)).is_none());
    }
}
