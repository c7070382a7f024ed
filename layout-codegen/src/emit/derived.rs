//! The traits that a user's attributes implement, so that the expansion does not.

use proc_macro2::{Ident, TokenStream, TokenTree};
use quote::quote;

/// `Debug` of a named layout, unless attributes implement it: its name and its notation, which `written` writes by `f`.
pub(super) fn debug(
    attributes: &TokenStream,
    (header, generics): &(TokenStream, TokenStream),
    name: &Ident,
    written: impl FnOnce(&Ident) -> TokenStream,
) -> Option<TokenStream> {
    let cfg = cfg_of_own(attributes, "Debug")?;
    let f = super::local("f");
    let written = written(&f);
    Some(quote! {
        #cfg
        #[automatically_derived]
        impl #header ::core::fmt::Debug for #name #generics {
            #[inline]
            fn fmt(&self, #f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result { #written }
        }
    })
}

/// `Debug` of a named layout whose notation is known.
pub(super) fn debug_of(
    attributes: &TokenStream,
    name: &Ident,
    notation: &str,
) -> Option<TokenStream> {
    let text = format!("{name}({notation})");
    debug(attributes, &Default::default(), name, |f| quote! { #f.pad(#text) })
}

/// The `#[cfg]` of an implementation of a trait; none where attributes implement the trait
/// anyway, as `#[derive(Debug)]` does. Those under a `#[cfg_attr]` do so where that holds.
pub(super) fn cfg_of_own(attributes: &TokenStream, name: &str) -> Option<TokenStream> {
    let mut conditions = Vec::new();
    for attribute in attributes.clone() {
        if let TokenTree::Group(group) = attribute
            && !collect(group.stream(), name, &[], &mut conditions)
        {
            return None;
        }
    }
    match conditions.is_empty() {
        true => Some(TokenStream::new()),
        false => Some(quote! { #[cfg(not(any(#(#conditions),*)))] }),
    }
}

/// Notes under which conditions an attribute names a trait; false if under none.
fn collect(
    attribute: TokenStream,
    name: &str,
    under: &[TokenStream],
    conditions: &mut Vec<TokenStream>,
) -> bool {
    let trees: Vec<TokenTree> = attribute.clone().into_iter().collect();
    if let [TokenTree::Ident(word), TokenTree::Group(group)] = trees.as_slice()
        && word == "cfg_attr"
    {
        let mut parts = split(group.stream()).into_iter();
        let under: Vec<TokenStream> = under.iter().cloned().chain(parts.next()).collect();
        return parts.all(|part| collect(part, name, &under, conditions));
    }
    if !names(attribute, name) {
        return true;
    }
    conditions.push(quote! { all(#(#under),*) });
    !under.is_empty()
}

/// The parts between commas.
fn split(tokens: TokenStream) -> Vec<TokenStream> {
    let trees: Vec<TokenTree> = tokens.into_iter().collect();
    let is_comma = |tree: &TokenTree| matches!(tree, TokenTree::Punct(p) if p.as_char() == ',');
    trees.split(is_comma).map(|part| part.iter().cloned().collect()).collect()
}

fn names(tokens: TokenStream, name: &str) -> bool {
    tokens.into_iter().any(|token| match token {
        TokenTree::Ident(ident) => ident == name,
        TokenTree::Group(group) => names(group.stream(), name),
        _ => false,
    })
}
