//! `wgsl!(Tile, …)` and the macros of other languages: layouts as a string literal of another language.

use proc_macro2::{Literal, TokenStream};
use quote::{ToTokens, quote};

use super::state::State;
use crate::contract::ContractSite;
use crate::eval::{Binding, Scope};
use crate::evaluated::Unevaluated;
use crate::languages::{Language, Print};
use crate::parse::parse_printed;
use crate::placeholder::Tainted;
use crate::report::At;
use crate::symbols::{Owner, prove};
use crate::syntax::Definition;

impl State {
    /// The language of the macro, unless it is one of Rust's.
    pub(super) fn language(&self) -> Option<Language> {
        self.kind.parse().ok()
    }

    /// The functions of all layouts, one after the other. Each may name those before it.
    pub(super) fn printed(
        &self,
        language: Language,
        definitions: &[Definition],
        mut scope: Scope,
        tainted: &[(String, Tainted)],
    ) -> TokenStream {
        let print = Print { language, bits: None };
        let mut text = print.preamble().to_owned();
        for definition in definitions {
            match print_one(print, definition, &mut scope) {
                Ok(layout) if text.is_empty() => text = layout,
                Ok(layout) => text = format!("{text}\n{layout}"),
                Err(failed) => return self.failed(failed, tainted),
            }
        }
        // The tokens after the layouts are text, which rustc joins to it.
        let text = Literal::string(&text);
        match parse_printed(self.tokens.clone()) {
            Ok((_, rest)) if !rest.is_empty() => quote! { ::core::concat!(#text, "\n", #rest) },
            _ => text.into_token_stream(),
        }
    }
}

/// The functions of a layout, which later ones may name.
fn print_one(
    print: Print,
    definition: &Definition,
    scope: &mut Scope,
) -> Result<String, Unevaluated> {
    let expr = &definition.value;
    let mut evaluated = prove(expr, scope)?;
    let site = ContractSite { scope, owner: &Owner::Scope };
    definition.cost.check_value(&mut evaluated, expr, &site)?;
    let name = definition.name.to_string();
    let printed = print.evaluated(name.trim_start_matches("r#"), &evaluated);
    let text = printed.at(expr.of.range)?;
    if evaluated.bounds.is_everywhere()
        && let Some(binding) = Binding::new(evaluated.value, evaluated.names.into())
    {
        scope.entry(name).or_insert(binding);
    }
    Ok(text)
}
