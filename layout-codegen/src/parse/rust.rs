//! Parts of an invocation that are Rust's own: visibility and paths.

use layout_algebra::CollectVec;
use proc_macro2::{Delimiter, Ident, TokenStream, TokenTree};

use super::symbol::is_mark;
use crate::keyword::is_keyword;
use crate::limits::is_shallow;
use crate::syntax::Visibility;
use crate::token::{is_colon, is_one_of};

/// The visibility of `pub` with a scope, if there is one; none if the scope is none of Rust's.
pub(crate) fn visibility(word: Ident, scope: Option<TokenTree>) -> Option<Visibility> {
    let Some(scope) = scope else { return Some(Visibility::Public(word)) };
    let TokenTree::Group(group) = &scope else { return None };
    let inside = without_invisible_groups(group.stream());
    let is_right = match inside.as_slice() {
        [TokenTree::Ident(word)] => word == "crate" || word == "self" || word == "super",
        [TokenTree::Ident(word), path @ ..] => word == "in" && is_path(path) && !is_relative(path),
        _ => false,
    };
    let is_scope = is_right && group.delimiter() == Delimiter::Parenthesis;
    is_scope.then_some(Visibility::Restricted(word, scope))
}

/// The word that is all of some tokens.
pub(crate) fn sole_word(tokens: TokenStream) -> Option<Ident> {
    match without_invisible_groups(tokens).as_slice() {
        [TokenTree::Ident(word)] => Some(word.clone()),
        _ => None,
    }
}

/// Returns whether a path begins with the name of a module, which `pub(in …)` takes in the edition of 2015 alone.
fn is_relative(path: &[TokenTree]) -> bool {
    let around = ["crate", "self", "super"];
    matches!(path.first(), Some(TokenTree::Ident(word)) if !is_one_of(word, &around))
}

/// Returns whether tokens are a path without arguments: words, keywords among them, with `::` between them and perhaps in front.
pub(super) fn is_path(tokens: &[TokenTree]) -> bool {
    let mut rest = match tokens {
        [first, second, rest @ ..] if is_colon(first) && is_colon(second) => rest,
        rest => rest,
    };
    loop {
        rest = match rest {
            [TokenTree::Ident(_)] => return true,
            [TokenTree::Ident(_), first, second, rest @ ..]
                if is_colon(first) && is_colon(second) =>
            {
                rest
            }
            _ => return false,
        };
    }
}

/// The tokens with those of invisible groups, which `macro_rules!` puts around what it captured, in the groups' places.
pub(super) fn without_invisible_groups(tokens: TokenStream) -> Vec<TokenTree> {
    let (mut levels, mut flat) = (vec![tokens.into_iter()], Vec::new());
    while let Some(level) = levels.last_mut() {
        match level.next() {
            None => drop(levels.pop()),
            Some(TokenTree::Group(group)) if group.delimiter() == Delimiter::None => {
                levels.push(group.stream().into_iter());
            }
            Some(token) => flat.push(token),
        }
    }
    flat
}

/// Words that stand next to another operand though they are names elsewhere.
const CONTEXTUAL: [&str; 5] = ["auto", "default", "raw", "safe", "union"];

/// Returns whether a token is a value, or may be the name of one.
fn is_operand(token: &TokenTree) -> bool {
    match token {
        TokenTree::Literal(_) => true,
        TokenTree::Ident(word) => {
            is_one_of(word, &["self", "true", "false"])
                || !is_keyword(word) && !is_one_of(word, &CONTEXTUAL)
        }
        TokenTree::Group(_) | TokenTree::Punct(_) => false,
    }
}

/// The first two operands of an expression that stand next to each other with nothing between them: a name or a literal, and another.
/// Tokens of other macros, and behind a lifetime, may be so.
pub(crate) fn adjacent_operands(tokens: &TokenStream) -> Option<[TokenTree; 2]> {
    if !is_shallow(tokens) {
        return None;
    }
    let mut levels = vec![tokens.clone()];
    while let Some(level) = levels.pop() {
        let trees = level.into_iter().collect_vec();
        for (i, token) in trees.iter().enumerate() {
            let before = if i == 0 { None } else { trees.get(i - 1) };
            match (token, trees.get(i + 1)) {
                (TokenTree::Group(group), _) if !is_mark(before, "!#") => {
                    levels.push(group.stream());
                }
                (
                    TokenTree::Ident(_) | TokenTree::Literal(_),
                    Some(next @ (TokenTree::Ident(_) | TokenTree::Literal(_))),
                ) if !is_mark(before, "'!") && is_operand(token) && is_operand(next) => {
                    return Some([token.clone(), next.clone()]);
                }
                _ => {}
            }
        }
    }
    None
}

/// The `<` and `>` around types in an expression of Rust, as in `View::<u8, _>::new`: a comma or `:` between them is theirs.
#[derive(Default)]
pub(crate) struct TypeBrackets {
    depth: usize,
    has_begun: bool,
    has_cast: bool,
    before: Option<char>,
}

impl TypeBrackets {
    /// Reads the next token of the expression, and returns true if it belongs to types.
    pub(crate) fn read(&mut self, token: &TokenTree) -> bool {
        let is_inside = self.depth > 0;
        let mark = match token {
            TokenTree::Punct(mark) => Some(mark.as_char()),
            TokenTree::Ident(word) => {
                self.has_cast |= word == "as";
                None
            }
            TokenTree::Group(_) | TokenTree::Literal(_) => None,
        };
        let is_type = is_inside || !self.has_begun || self.has_cast || self.before == Some(':');
        match mark {
            Some('<') if is_type => self.depth += 1,
            Some('>') if self.before != Some('-') => self.depth = self.depth.saturating_sub(1),
            _ => {}
        }
        (self.has_begun, self.before) = (true, mark);
        is_inside || self.depth > 0
    }
}

#[cfg(test)]
mod tests {
    use quote::ToTokens;

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
    fn visibilities_are_those_of_rust() {
        let read = |text: &str| {
            let mut tokens = text.parse::<TokenStream>().unwrap().into_iter();
            let Some(TokenTree::Ident(word)) = tokens.next() else { panic!("{text}") };
            let read = visibility(word, tokens.next());
            assert!(tokens.next().is_none());
            read.map(|visibility| visibility.into_token_stream().to_string().replace(' ', ""))
        };
        for right in ["pub", "pub(crate)", "pub(self)", "pub(super)", "pub(in crate)"] {
            assert_eq!(read(right), Some(right.replace(' ', "")), "{right}");
            assert!(syn::parse_str::<syn::Visibility>(right).is_ok(), "{right}");
        }
        for right in ["pub(in crate::kernels)", "pub(in super::super::a)", "pub(in ::a::b)"] {
            assert_eq!(read(right), Some(right.replace(' ', "")), "{right}");
            assert!(syn::parse_str::<syn::Visibility>(right).is_ok(), "{right}");
        }
        for wrong in ["pub()", "pub(kernels)", "pub(crate::kernels)", "pub(in)", "pub(in a b)"] {
            assert_eq!(read(wrong), None, "{wrong}");
        }
        for wrong in ["pub(in kernels)", "pub(in kernels::a)", "pub(in crates)"] {
            assert_eq!(read(wrong), None, "{wrong}");
        }
        for wrong in ["pub(in a::)", "pub(in a::b<c>)", "pub[crate]", "pub(crate, self)", "pub 1"] {
            assert_eq!(read(wrong), None, "{wrong}");
        }
    }
}
