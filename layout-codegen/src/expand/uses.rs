//! Uses of names in an expansion, for editors alone: a value says nothing of the names that it was computed of, and who renames a
//! layout or looks for its uses would not find them in macros.

use proc_macro2::{Literal, TokenStream, TokenTree};
use quote::quote;

use super::State;
use crate::answer;
use crate::eval::{Binding, Scope};
use crate::parse::{spelled, visit};
use crate::syntax::{Definition, ExprKind, Name, SymbolKind};

impl State {
    /// The same value, beside those of the layouts that it is computed of: so an editor finds the uses of their names.
    pub(super) fn beside_names(&self, value: TokenStream) -> TokenStream {
        let names: Vec<&TokenStream> = self.values().collect();
        if names.is_empty() {
            return value;
        }
        // Names of items are types, and so is the value of a layout that is a type of the runtime crate:
        // all of it stands where a type does, too.
        let is_type =
            |token: TokenTree| matches!(token, TokenTree::Punct(mark) if mark.as_char() == '<');
        let is_local = self.answers.iter().any(|(_, answer)| answer::is_local(answer));
        if !is_local && value.clone().into_iter().next().is_some_and(is_type) {
            let krate = &self.krate;
            return quote! { <((#(#names,)*), #value) as #krate::__private::ValueOrType>::NEW };
        }
        let place = Literal::usize_unsuffixed(names.len());
        quote! { (#(#names,)* #value).#place }
    }

    /// The names that are values of their own, without symbols.
    fn values(&self) -> impl Iterator<Item = &TokenStream> {
        let known = self.answers.iter().filter(|(_, answer)| answer::is_numbers(answer));
        known.map(|(path, _)| path)
    }

    /// The same for items, which cannot name locals: of others, and of the invocation itself.
    pub(super) fn names_of_items(
        &self,
        definitions: &[Definition],
        scope: &Scope,
    ) -> Option<TokenStream> {
        let is_item = |path: &&TokenStream| SymbolKind::of(&spelled(path)).is_none();
        let mut names: Vec<TokenStream> = self.values().filter(is_item).cloned().collect();
        let is_own = |name: &Name| definitions.iter().any(|other| other.name == name.text);
        for definition in definitions {
            visit(&mut definition.value.of.clone(), &mut |part| {
                if let ExprKind::Name(name) = &part.kind
                    && is_own(name)
                    && !matches!(
                        scope.get(&name.text),
                        None | Some(Binding::Symbolic(_) | Binding::Invalid)
                    )
                {
                    names.push(name.tokens.clone());
                }
            });
        }
        (!names.is_empty()).then(|| quote! { const _: () = { #(let _ = #names;)* }; })
    }
}
