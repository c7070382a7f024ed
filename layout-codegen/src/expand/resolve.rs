//! Resolution of a name to its layout, which its hidden macro knows.

use proc_macro2::{TokenStream, TokenTree};
use quote::quote;

use super::called_directly;
use super::recovery::recovered_definitions;
use super::stand_in::StandIns;
use super::state::State;
use crate::primitive::Usize;
use crate::syntax::{Name, SymbolKind};

/// The most words alone of an invocation that are resolved by way of another macro, which costs rustc a level of recursion.
const MOST_WORDS: usize = 16;

/// The most names of an invocation that does not parse that are resolved to check suggestions.
const MOST_OF_SUGGESTIONS: usize = 4;

/// Names of CuTe that have parameters: alone they are a mistake, and no layouts.
const CUTE: [&str; 6] = ["Int", "Layout", "Shape", "Stride", "Sw", "Swizzle"];

impl State {
    /// Returns whether a name of a suggestion is resolved: one that looks like that of a layout, and is not about to be defined.
    pub(super) fn may_resolve(&self, name: &Name) -> bool {
        let is_defined =
            || recovered_definitions(&self.tokens).iter().any(|it| it.name == name.text);
        !name.is_run_time_word()
            && !CUTE.contains(&name.text.as_str())
            && !is_defined()
            && !self.is_suggestion
            && self.resolved.len() < MOST_OF_SUGGESTIONS
    }

    /// The call of a name's hidden macro with this state as its continuation. A word alone may be meant as an integer, one in upper
    /// case as a type parameter: if there is no such macro, rustc names the one that the call comes from, whose name says what to
    /// write.
    pub(super) fn resolve(&self, name: &Name, stand_ins: Option<StandIns>) -> TokenStream {
        let State { krate, kind, resolved, tokens, .. } = self;
        let path = &name.tokens;
        let kind: TokenStream = kind.parse().unwrap_or_default();
        let resolved = resolved.iter().map(|(name, encoded)| quote!({ #name } { #encoded }));
        let state = quote!({ #path } { #krate } { #kind } { #(#resolved)* } { #tokens });
        let (items, asked) = match stand_ins {
            Some(StandIns { items, asked }) => (items, asked),
            None => Default::default(),
        };
        let call = match SymbolKind::of(&name.text).filter(|_| self.resolved.len() < MOST_WORDS) {
            Some(SymbolKind::RunTime) => quote! {
                #krate::__private::a_word_alone_is_a_layout_named_in_layout_let_an_integer_x_is_x_colon_1! { { #asked } #state }
            },
            Some(SymbolKind::Constant) if !name.text.contains("::") => quote! {
                #krate::__private::a_name_alone_is_a_layout_and_no_type_parameter_a_constant_X_is_X_colon_1! { { #asked } #state }
            },
            _ => macro_call(krate, path, &state, &asked),
        };
        quote!(#items #call)
    }
}

/// Resolves a name that is a word alone.
pub fn resolve_word(input: TokenStream) -> TokenStream {
    let mut groups = input.into_iter();
    let Some(TokenTree::Group(asked)) = groups.next() else { return called_directly() };
    let state: TokenStream = groups.collect();
    let mut groups = state.clone().into_iter();
    let (Some(TokenTree::Group(path)), Some(TokenTree::Group(krate))) =
        (groups.next(), groups.next())
    else {
        return called_directly();
    };
    let mut here = TokenStream::new();
    for mut token in path.stream() {
        token.set_span(proc_macro2::Span::call_site().located_at(token.span()));
        here.extend([token]);
    }
    macro_call(&krate.stream(), &here, &state, &asked.stream())
}

/// The call of a hidden macro, and, for a type that is asked, another one: of two equal errors rustc shows one.
fn macro_call(
    krate: &TokenStream,
    path: &TokenStream,
    state: &TokenStream,
    asked: &TokenStream,
) -> TokenStream {
    let call = quote! { #path ! { { #krate::__private::resume } #state } };
    if asked.is_empty() {
        return call;
    }
    quote! {
        #call
        impl #krate::__private::InDoubt for #asked {
            const NONE: #Usize = #path ! { { #krate::__private::nothing } };
        }
    }
}
