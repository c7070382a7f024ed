//! The limits of an expression.

use proc_macro2::{TokenStream, TokenTree};

use crate::report::{Diagnostic, SpanRange};

/// The deepest nesting of an expression.
pub const MAX_DEPTH: usize = 64;
/// The most nodes of an expression.
pub const MAX_NODES: usize = 4096;
/// The most operations of an expression.
pub const MAX_CALLS: usize = 64;

/// The error of what nests deeper than [`MAX_DEPTH`].
pub(crate) fn too_deep(at: impl Into<SpanRange>) -> Diagnostic {
    Diagnostic::new(at, format!("an expression nests at most {MAX_DEPTH} levels deep"))
}

/// Returns whether groups nest no deeper than expressions may: a function that descends into them on the stack may be called. It goes
/// level by level, not on the stack.
pub(crate) fn is_shallow(tokens: &TokenStream) -> bool {
    let mut level = vec![tokens.clone()];
    for _ in 0..=MAX_DEPTH {
        let mut inside = Vec::new();
        for token in level.into_iter().flatten() {
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
    use super::*;

    #[test]
    fn groups_nest_so_deep_and_no_deeper() {
        let nested = |depth: usize| -> TokenStream {
            format!("allow{}padding{}", "(".repeat(depth), ")".repeat(depth)).parse().unwrap()
        };
        assert!(is_shallow(&nested(MAX_DEPTH)));
        assert!(!is_shallow(&nested(MAX_DEPTH + 1)));
        assert!(!is_shallow(&nested(100_000)));
    }
}
