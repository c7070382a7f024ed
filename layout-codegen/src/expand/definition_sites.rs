//! `DefinitionSites`: where the layouts are defined that a contract names.

use proc_macro2::TokenStream;

use super::state::Compiler;
use crate::report::{Diagnostic, Open};
use crate::syntax::{Input, Name};

/// Names, each with the place of its definition, `src/tiles.rs:3:16`.
pub(super) struct DefinitionSites(Vec<(String, String)>);

impl DefinitionSites {
    /// The definition sites of all names of an input, if one of its contracts is with another layout. A definition begins with a
    /// token whose span is where the name is defined.
    pub(super) fn of(
        input: &Input,
        names: &[Name],
        resolved: &[(TokenStream, TokenStream)],
        compiler: &dyn Compiler,
    ) -> DefinitionSites {
        let mut sites = DefinitionSites(Vec::new());
        let definitions = match input {
            Input::Expr(_, contract) if !contract.agrees.is_empty() => &[],
            Input::Definitions(all) if all.iter().any(|it| !it.cost.agrees.is_empty()) => &all[..],
            _ => return sites,
        };
        for (name, (_, encoded)) in names.iter().zip(resolved) {
            if let Some(first) = encoded.clone().into_iter().next() {
                sites.push(name.text.clone(), compiler.place(first.span()));
            }
        }
        for definition in definitions {
            let name = &definition.name;
            sites.push(name.to_string(), compiler.place(name.span()));
        }
        sites
    }

    fn push(&mut self, name: String, place: Option<String>) {
        if let Some(place) = place {
            self.0.push((name, place));
        }
    }

    /// The same mistake with the place of the other layout that it tells of.
    pub(super) fn shown(&self, mut diagnostic: Diagnostic) -> Diagnostic {
        let Open::DefinitionOf(other) = &diagnostic.open else { return diagnostic };
        if let Some((name, place)) = self.0.iter().rfind(|(name, _)| **name == **other) {
            diagnostic.message.push_str(&format!("\n`{name}` is defined at {place}"));
        }
        diagnostic
    }
}
