//! Names that may not exist: one error for each, at its use.
//!
//! Rustc itself reports a name that it does not find, with the nearest that there is. The expansion that uses the name is empty then,
//! and each use of a layout that it defines would be a further error. So such a layout has a placeholder, which a glob imports: the layout
//! itself, once it is defined, precedes whatever a glob imports.

use proc_macro2::{Span, TokenStream, TokenTree};
use quote::{format_ident, quote};

use super::{Compiler, State};
use crate::nearest::nearest;
use crate::placeholder;
use crate::primitive::Usize;
use crate::syntax::{Definition, Form, Input, Name, SymbolKind};

impl State {
    /// The items of an invocation that is about to resolve these names, as placeholders for the case that one does not exist.
    pub(super) fn unresolved(
        &self,
        input: &Input,
        names: &[Name],
        unique: &mut dyn Compiler,
    ) -> TokenStream {
        let (Input::Definitions(definitions), None) = (input, self.language()) else {
            return TokenStream::new();
        };
        // A word alone is resolved in another way, and reported so.
        let mut resolved = names.iter().filter(|name| !is_lower(name)).map(|name| &name.tokens);
        let (Some(first), true) = (resolved.next(), self.resolved.is_empty()) else {
            return TokenStream::new();
        };
        let krate = &self.krate;
        let mut known = quote!(#first ! { { #krate::__private::resolved } });
        known.extend(resolved.map(|path| quote!(| #path ! { { #krate::__private::resolved } })));
        let mut tokens = TokenStream::new();
        for definition in definitions {
            let Form::Item(visibility) = &definition.form else { continue };
            if is_conditional(definition) {
                continue;
            }
            let number = unique.next();
            let module = format_ident!("__unresolved_{}", number);
            let size = quote!(<Names as #krate::__private::Resolved>::SIZE);
            // A type of the name of the layout would lengthen that in rustc's messages to its path.
            let [mut name, mut other] =
                [definition.name.clone(), format_ident!("__{}", definition.name)];
            // Nor is an editor led here.
            for ident in [&mut name, &mut other] {
                ident.set_span(Span::call_site());
            }
            let public = quote!(pub);
            let placeholder = placeholder::item(krate, definition, &other, &public, &size, &number);
            // Documentation would list them beside the layout.
            tokens.extend(quote! {
                #[cfg(not(doc))]
                #[allow(non_snake_case, dead_code)]
                mod #module {
                    pub struct Names;
                    #placeholder
                    pub use self::#other as #name;
                }
                #[cfg(not(doc))]
                #[allow(unused_imports, hidden_glob_reexports)]
                #visibility use #module::*;
                #[cfg(not(doc))]
                #[allow(non_local_definitions)]
                impl #krate::__private::Resolved for #module::Names {
                    const SIZE: #Usize = #known;
                }
            });
            known = quote!(<#module::Names as #krate::__private::Resolved>::SIZE);
        }
        tokens
    }

    /// The invocation in two, if it uses a name that is nearly one of its own: the layouts up to that one exist before the name is
    /// resolved, so that rustc can name it.
    pub(super) fn parted(&self, input: &Input, names: &[Name]) -> Option<TokenStream> {
        let Input::Definitions(definitions) = input else { return None };
        if !self.resolved.is_empty() || self.language().is_some() {
            return None;
        }
        let items =
            definitions.iter().filter(|definition| matches!(definition.form, Form::Item(_)));
        let items: Vec<String> = items.map(|definition| definition.name.to_string()).collect();
        let resolved = names.iter().filter(|name| !is_lower(name));
        let near =
            resolved.filter_map(|name| nearest(&name.text, items.iter().map(String::as_str)));
        let is_near: Vec<&str> = near.collect();
        let last = definitions.iter().position(|it| is_near.iter().any(|near| it.name == near))?;
        let (mut before, mut after, mut ended) = (TokenStream::new(), TokenStream::new(), 0);
        for token in self.tokens.clone() {
            let is_end = matches!(&token, TokenTree::Punct(mark) if mark.as_char() == ';');
            if ended > last { &mut after } else { &mut before }.extend([token]);
            ended += usize::from(is_end);
        }
        let expand = |krate: &TokenStream, tokens: TokenStream| quote!(#krate::__private::expand! { [#krate] layout #tokens });
        let is_two = last + 1 < definitions.len() && !after.is_empty();
        is_two.then(|| [before, after].map(|part| expand(&self.krate, part)).into_iter().collect())
    }
}

fn is_lower(name: &Name) -> bool {
    SymbolKind::of(&name.text) == Some(SymbolKind::RunTime)
}

/// Returns whether an attribute may take a definition away.
fn is_conditional(definition: &Definition) -> bool {
    let groups = definition.attributes.clone().into_iter().filter_map(|token| match token {
        TokenTree::Group(group) => group.stream().into_iter().next(),
        _ => None,
    });
    groups.into_iter().any(|word| matches!(word.to_string().as_str(), "cfg" | "cfg_attr"))
}
