//! Parts of an invocation that are Rust's own, as `syn` reads them: attributes, visibility, names.

use proc_macro2::{TokenStream, TokenTree};
use syn::parse::Parse;

use super::limits::MAX_DEPTH;

/// The most bytes of a number that `syn` is given: its parser takes time quadratic in them.
const MAX_NUMBER: usize = 1 << 10;

/// Tokens as what Rust calls `T`; none if they are something else, or more than `syn` can take.
pub(crate) fn read<T: Parse>(tokens: TokenStream) -> Option<T> {
    is_bounded(&tokens).then(|| syn::parse2(tokens).ok()).flatten()
}

/// Returns whether groups nest no deeper than expressions may, as `syn` descends into them on the stack, all at once, and numbers
/// are no longer than [`MAX_NUMBER`].
pub(crate) fn is_bounded(tokens: &TokenStream) -> bool {
    by_level(tokens, &|token| match token {
        TokenTree::Literal(literal) => {
            let text = literal.to_string();
            text.len() <= MAX_NUMBER || !text.starts_with(|c: char| c.is_ascii_digit())
        }
        _ => true,
    })
}

/// Returns whether groups nest no deeper than expressions may: a function that descends into them on the stack may be called.
pub(crate) fn is_shallow(tokens: &TokenStream) -> bool {
    by_level(tokens, &|_| true)
}

/// Returns whether all tokens are as `is_right` asks, and groups nest at most [`MAX_DEPTH`] levels deep. It goes level by level, not on the stack.
fn by_level(tokens: &TokenStream, is_right: &dyn Fn(&TokenTree) -> bool) -> bool {
    let mut level = vec![tokens.clone()];
    for _ in 0..=MAX_DEPTH {
        let mut inside = Vec::new();
        for token in level.into_iter().flatten() {
            if !is_right(&token) {
                return false;
            }
            if let TokenTree::Group(group) = token {
                inside.push(group.stream());
            }
        }
        level = inside;
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
