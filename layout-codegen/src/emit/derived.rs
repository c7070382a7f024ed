//! The traits that a user's attributes implement, so that the expansion does not.

use crate::token::is_comma;
use layout_algebra::CollectVec;
use proc_macro2::{Ident, Span, TokenStream, TokenTree};
use quote::quote;

/// `Debug` and `Display` of a named layout, unless attributes implement them: its name and its notation, and the notation alone,
/// which are expressions of the variable [`formatter`].
pub(super) fn formats(
    attributes: &TokenStream,
    (header, generics): &(TokenStream, TokenStream),
    name: &Ident,
    debug: &TokenStream,
    display: &TokenStream,
) -> TokenStream {
    let (f, mut formats) = (formatter(), TokenStream::new());
    for (of, written) in [("Debug", debug), ("Display", display)] {
        let Some(cfg) = cfg_of_own(attributes, of) else { continue };
        let of = Ident::new(of, Span::call_site());
        formats.extend(quote! {
            #cfg
            #[automatically_derived]
            impl #header ::core::fmt::#of for #name #generics {
                #[inline]
                fn fmt(&self, #f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result { #written }
            }
        });
    }
    formats
}

/// The variable of a formatter.
pub(super) fn formatter() -> Ident {
    super::rust::local("f")
}

/// Formats of a layout whose notation is known.
pub(super) fn formats_of(attributes: &TokenStream, name: &Ident, notation: &str) -> TokenStream {
    let (f, text) = (formatter(), format!("{name}({notation})"));
    let (debug, display) = (quote! { #f.pad(#text) }, quote! { #f.pad(#notation) });
    formats(attributes, &Default::default(), name, &debug, &display)
}

/// The `#[cfg]` of an implementation of a trait; none where attributes implement the trait
/// anyway, as `#[derive(Debug)]` does. Those under a `#[cfg_attr]` do so where that holds.
fn cfg_of_own(attributes: &TokenStream, name: &str) -> Option<TokenStream> {
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
    let trees = attribute.clone().into_iter().collect_vec();
    if let [TokenTree::Ident(word), TokenTree::Group(group)] = trees.as_slice()
        && word == "cfg_attr"
    {
        let mut parts = split(group.stream()).into_iter();
        let mut under = under.to_vec();
        under.extend(parts.next());
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
    let trees = tokens.into_iter().collect_vec();
    trees.split(is_comma).map(|part| part.iter().cloned().collect()).collect_vec()
}

fn names(tokens: TokenStream, name: &str) -> bool {
    tokens.into_iter().any(|token| match token {
        TokenTree::Ident(ident) => ident == name,
        TokenTree::Group(group) => names(group.stream(), name),
        _ => false,
    })
}
