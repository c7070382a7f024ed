//! Uses of names in an expansion, for editors alone: a value says nothing of the names that it was computed of, and who renames a
//! layout or looks for its uses would not find them in macros.

use proc_macro2::{Literal, TokenStream};
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
        let place = Literal::usize_unsuffixed(names.len());
        match names.is_empty() {
            true => value,
            false => quote! { (#(#names,)* #value).#place },
        }
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
