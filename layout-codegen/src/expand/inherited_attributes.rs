//! Attributes of a named layout that are for all that is emitted of it.

use crate::token::is_ident;
use layout_algebra::CollectVec;
use proc_macro2::{TokenStream, TokenTree};
use quote::quote;

/// The items of a layout, without a warning where they name a deprecated struct themselves.
pub(super) fn without_warnings(item: TokenStream, attributes: &TokenStream) -> TokenStream {
    if of(attributes, "deprecated").is_empty() {
        return item;
    }
    let (head, rest) = split(item);
    quote! {
        #head
        #[allow(deprecated)]
        const _: () = { #rest };
    }
}

/// The items of a layout and its hidden macro, under each `#[cfg]` of it.
pub(super) fn under_conditions(
    krate: &TokenStream,
    attributes: &TokenStream,
    item: &TokenStream,
    hidden: &TokenStream,
) -> TokenStream {
    let conditions = of(attributes, "cfg");
    match conditions.is_empty() {
        true => quote! { #item #hidden },
        false => quote! { #conditions #krate::__private::items! { #item #hidden } },
    }
}

/// Returns whether what attributes stand in front of is there under a condition.
pub(super) fn is_conditional(attributes: &TokenStream) -> bool {
    !of(attributes, "cfg").is_empty()
}

/// The attributes of a name, each with its `#`.
fn of(attributes: &TokenStream, name: &str) -> TokenStream {
    let tokens = attributes.clone().into_iter().collect_vec();
    let pairs = tokens.windows(2).filter(|pair| match pair {
        [TokenTree::Punct(_), TokenTree::Group(group)] => {
            matches!(group.stream().into_iter().next(), Some(TokenTree::Ident(word)) if word == name)
        }
        _ => false,
    });
    pairs.flatten().cloned().collect()
}

/// A struct, and the items after it.
fn split(item: TokenStream) -> (TokenStream, TokenStream) {
    let mut tokens = item.into_iter();
    let (mut head, mut is_struct) = (TokenStream::new(), false);
    for token in tokens.by_ref() {
        is_struct |= is_ident(&token, "struct");
        let is_end = match &token {
            TokenTree::Punct(punct) => punct.as_char() == ';',
            TokenTree::Group(_) => true,
            _ => false,
        };
        head.extend([token]);
        if is_struct && is_end {
            break;
        }
    }
    (head, tokens.collect())
}
