//! Parts of an invocation that are Rust's own, as `syn` reads them: attributes, visibility, names.

use layout_algebra::CollectVec;
use proc_macro2::{TokenStream, TokenTree};
use syn::parse::Parse;

use super::keyword::is_keyword;
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

/// Words that stand next to another operand though they are names elsewhere.
const CONTEXTUAL: [&str; 5] = ["auto", "default", "raw", "safe", "union"];

/// The first two operands of an expression that stand next to each other with nothing between them: a name or a literal, and another.
/// Tokens of other macros, and behind a lifetime, may be so.
pub(crate) fn adjacent_operands(tokens: &TokenStream) -> Option<[TokenTree; 2]> {
    let is_operand = |token: &TokenTree| match token {
        TokenTree::Literal(_) => true,
        TokenTree::Ident(word) => {
            let text = word.to_string();
            let is_value = matches!(text.as_str(), "self" | "true" | "false");
            is_value || !is_keyword(word) && !CONTEXTUAL.contains(&text.as_str())
        }
        TokenTree::Group(_) | TokenTree::Punct(_) => false,
    };
    let is_mark = |token: Option<&TokenTree>, marks: [char; 2]| matches!(token, Some(TokenTree::Punct(mark)) if marks.contains(&mark.as_char()));
    if !is_shallow(tokens) {
        return None;
    }
    let mut levels = vec![tokens.clone()];
    while let Some(level) = levels.pop() {
        let trees = level.into_iter().collect_vec();
        for (i, token) in trees.iter().enumerate() {
            let before = i.checked_sub(1).map(|i| &trees[i]);
            match (token, trees.get(i + 1)) {
                (TokenTree::Group(group), _) if !is_mark(before, ['!', '#']) => {
                    levels.push(group.stream());
                }
                (
                    TokenTree::Ident(_) | TokenTree::Literal(_),
                    Some(next @ (TokenTree::Ident(_) | TokenTree::Literal(_))),
                ) if !is_mark(before, ['\'', '!']) && is_operand(token) && is_operand(next) => {
                    return Some([token.clone(), next.clone()]);
                }
                _ => {}
            }
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use syn::MetaList;

    use super::*;

    #[test]
    fn operands_next_to_each_other_are_no_expression() {
        let found = |text: &str| {
            let pair = adjacent_operands(&text.parse().unwrap());
            pair.map(|pair| pair.map(|token| token.to_string()).join(" "))
        };
        for right in [
            "View::new(&mut x, Block)",
            "|to, from| *to = (*to).max(*from as u32 & 0xff)",
            "match x { Some(n) if n > 1 => { let mut y = n; y } _ => unsafe { *p } }",
            "'a: loop { break 'a value; }",
            "{ macro_rules! name { ($x:ident) => {} } format!(\"{}\" a b) }",
            "move |x| -> u32 { for i in 0..n { if !x { continue } } return self.x }",
            "&raw mut x",
        ] {
            assert_eq!(found(right), None, "{right}");
        }
        for (wrong, pair) in [("c c", "c c"), ("View::new(&a, B C)", "B C"), ("|x| x 2", "x 2")] {
            assert_eq!(found(wrong).as_deref(), Some(pair));
        }
    }

    #[test]
    fn what_nests_too_deep_for_syn_is_not_read() {
        let nested = |depth: usize| -> TokenStream {
            format!("allow{}padding{}", "(".repeat(depth), ")".repeat(depth)).parse().unwrap()
        };
        assert!(read::<MetaList>(nested(MAX_DEPTH)).is_some());
        assert!(read::<MetaList>(nested(100_000)).is_none());
    }
}
