//! `DefinitionSites`: where the layouts are defined that a contract names.

use layout_algebra::CollectVec;
use proc_macro2::{Span, TokenStream};

use super::state::Compiler;
use crate::evaluated::Unevaluated;
use crate::report::{Diagnostic, Open};
use crate::syntax::{Contract, Input, Name};

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
        let mut places = Vec::new();
        let contracts: Vec<&Contract> = match input {
            Input::Expr(_, contract) => vec![contract],
            Input::Definitions(definitions) => definitions.iter().map(|it| &it.cost).collect_vec(),
        };
        if contracts.iter().all(|contract| contract.agrees.is_empty()) {
            return DefinitionSites(places);
        }
        let mut place = |name: &str, at: Span| {
            places.extend(compiler.place(at).map(|place| (name.to_owned(), place)));
        };
        for (name, (_, encoded)) in names.iter().zip(resolved) {
            if let Some(first) = encoded.clone().into_iter().next() {
                place(&name.text, first.span());
            }
        }
        if let Input::Definitions(definitions) = input {
            definitions.iter().for_each(|it| place(&it.name.to_string(), it.name.span()));
        }
        DefinitionSites(places)
    }

    /// The same mistake with the place of the other layout that it tells of.
    pub(super) fn shown(&self, mut diagnostic: Diagnostic) -> Diagnostic {
        let Open::DefinitionOf(other) = &diagnostic.open else { return diagnostic };
        if let Some((name, place)) = self.0.iter().rfind(|(name, _)| **name == **other) {
            diagnostic.message.push_str(&format!("\n`{name}` is defined at {place}"));
        }
        diagnostic
    }

    pub(super) fn shown_in(&self, failed: Unevaluated) -> Unevaluated {
        match failed {
            Unevaluated::Wrong(diagnostic) => Unevaluated::Wrong(self.shown(diagnostic)),
            tainted => tainted,
        }
    }
}
