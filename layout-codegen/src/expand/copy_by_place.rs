//! `copy!` of two operands by place: what rustc says of an operand is said at the operand, and not at the macro.

use proc_macro2::{Spacing, TokenStream, TokenTree};
use quote::{quote, quote_spanned};

use super::state::State;
use super::view_macro::{Kind, method_call, place_of};
use crate::parse::rust::TypeBrackets;
use crate::parse::{check_expression, doubled_comma};
use crate::report::Diagnostic;

impl State {
    /// The copy of `source, target`, by an operator: of a function rustc says in addition which of its bounds
    /// an argument does not meet. None for tokens of another macro, and for views by name.
    ///
    /// # Errors
    ///
    /// An operand is no expression of Rust.
    pub(super) fn copy_by_place(&self) -> Option<Result<TokenStream, Diagnostic>> {
        if Kind::of(&self.kind) != Some(Kind::Copy) {
            return None;
        }
        if let Some(doubled) = doubled_comma(&self.tokens) {
            return Some(Err(doubled));
        }
        let operands = operands(&self.tokens)?;
        if let Some(wrong) = operands.iter().find_map(|operand| check_expression(operand).err()) {
            return Some(Err(wrong));
        }
        let [source, target] = operands.as_slice() else { return None };
        let at_target = place_of(target);
        let source = method_call(source, "__layout_source", TokenStream::new(), place_of(source));
        let target = method_call(target, "__layout_target", TokenStream::new(), at_target);
        let elements = quote_spanned!(at_target=> __layout_from);
        let to = quote_spanned!(at_target=> >>);
        let krate = &self.krate;
        Some(Ok(quote! {{
            #[allow(unused_imports)]
            use #krate::__private::{AsSource as _, AsTarget as _};
            match #source {
                #elements => {
                    #[allow(unused_must_use)]
                    { #elements #to #target; }
                }
            }
        }}))
    }
}

/// The expressions between commas, if none has a `:` as views by name have. A comma between the `<` and `>` of types is theirs.
fn operands(tokens: &TokenStream) -> Option<Vec<TokenStream>> {
    let mut operands = vec![TokenStream::new()];
    let (mut types, mut before) = (TypeBrackets::default(), None);
    for token in tokens.clone() {
        let mark = match &token {
            TokenTree::Punct(mark) => Some((mark.as_char(), mark.spacing())),
            _ => None,
        };
        if !types.read(&token) {
            match mark {
                Some((',', _)) => {
                    operands.push(TokenStream::new());
                    (types, before) = (TypeBrackets::default(), None);
                    continue;
                }
                Some((':', Spacing::Alone)) if before != Some((':', Spacing::Joint)) => {
                    return None;
                }
                _ => {}
            }
        }
        before = mark;
        operands.last_mut()?.extend([token]);
    }
    if operands.last().is_some_and(TokenStream::is_empty) {
        operands.pop();
    }
    Some(operands)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn operands_are_between_commas_of_their_own() {
        let found = |text: &str| {
            let operands = operands(&text.parse().expect("tokens"))?;
            Some(operands.len())
        };
        for (text, count) in [
            ("a, b", Some(2)),
            ("a, b,", Some(2)),
            ("View::<u8, _>::new(&a, A), b", Some(2)),
            ("<View<u8, A> as Of<B, C>>::of(a), b", Some(2)),
            ("*p as View<u8, A>, f::<fn(u8) -> u8, B>(b)", Some(2)),
            ("a < b, c > d", Some(2)),
            ("a, b, c", Some(3)),
            ("a", Some(1)),
            ("", Some(0)),
            ("a: A, b: B", None),
            ("a: tiles::A, b: B", None),
            ("a :A, b", None),
            ("tiles::a: A, b", None),
        ] {
            assert_eq!(found(text), count, "{text}");
        }
    }
}
