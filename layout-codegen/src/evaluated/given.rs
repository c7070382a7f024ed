//! `Given`: a layout with symbols that another definition made.

use layout_algebra::bounds::Bounds;
use layout_algebra::{CollectVec, Condition, Error, Facts, Int};
use proc_macro2::{Ident, TokenStream};
use quote::quote;

use super::reason::Reason;
use crate::mode_names::ModeNames;
use crate::syntax::{Name, SymbolKind, SymbolName};
use crate::token::respanned;
use crate::value::{Annotations, Value};

/// A layout, its symbols, and what holds of them.
#[derive(Clone, Debug)]
pub struct Given {
    /// A layout, or a composed one.
    pub(crate) layout: Value,
    /// Bounds of its coordinates that are no padding.
    pub(crate) bounds: Bounds,
    /// The names of its modes.
    pub(crate) names: ModeNames,
    pub(crate) symbols: Vec<GivenSymbol>,
    /// The conditions, with the reason for each.
    pub(crate) conditions: Vec<(Condition, Reason)>,
    /// True if the name is a variable, and no type.
    pub(crate) local: bool,
}

/// A symbol of a named layout.
#[derive(Clone, Debug)]
pub(crate) struct GivenSymbol {
    /// Its name in the layout.
    pub(crate) name: String,
    pub(crate) kind: SymbolKind,
    /// The Rust expression of its value, of a symbol that is not bound by its name.
    pub(crate) source: Source,
}

/// Source of the value of a symbol of a named layout.
#[derive(Clone, Debug)]
pub(crate) enum Source {
    /// The symbol of the same name, where the layout is used.
    SameName,
    /// The constant of this name of the type, with the constants of the layout as
    /// its parameters.
    Constant(Ident),
    /// A variable or a constant that the definition has set aside.
    Aside(TokenStream),
}

impl Given {
    /// The symbols by their names and expressions where the layout is used: those that
    /// it declares are those of the same name there, others are its own.
    pub(crate) fn symbols_at(&self, name: &Name) -> Vec<SymbolName> {
        self.symbols.iter().map(|symbol| self.symbol_at(symbol, name)).collect_vec()
    }

    fn symbol_at(&self, symbol: &GivenSymbol, name: &Name) -> SymbolName {
        let span = super::name_range(name).first;
        let tokens = match &symbol.source {
            Source::SameName => {
                let tokens: TokenStream = symbol.name.parse().unwrap_or_default();
                respanned(tokens, span)
            }
            Source::Constant(constant) => {
                let path = &name.tokens;
                let mut arguments = Vec::new();
                for other in self.parameters() {
                    if other.kind == SymbolKind::Constant {
                        arguments.push(Ident::new(&other.name, span));
                    }
                }
                match arguments.is_empty() {
                    true => quote! { #path::#constant },
                    false => quote! { #path::<#({ #arguments }),*>::#constant },
                }
            }
            Source::Aside(tokens) => tokens.clone(),
        };
        SymbolName { text: self.name_at(symbol, &name.text), kind: symbol.kind, tokens }
    }

    /// The layout itself, where it is used by its name.
    pub(crate) fn value_at(&self, name: &Name) -> TokenStream {
        let path = &name.tokens;
        if self.local {
            return path.clone();
        }
        let (mut values, mut constants) = (Vec::new(), Vec::new());
        for symbol in self.symbols_at(name) {
            match symbol.kind {
                _ if !self.is_parameter(&symbol) => {}
                SymbolKind::RunTime => values.push(symbol.tokens),
                SymbolKind::Constant => constants.push(symbol.tokens),
            }
        }
        let path = match constants.is_empty() {
            true => path.clone(),
            false => quote! { #path::<#({ #constants }),*> },
        };
        if values.is_empty() {
            path
        } else {
            quote! { #path::of(#(#values),*) }
        }
    }

    /// Returns whether a symbol of [`Given::symbols_at`] is a parameter of the layout.
    pub(crate) fn is_parameter(&self, symbol: &SymbolName) -> bool {
        self.parameters().any(|own| own.name == symbol.text)
    }

    /// The name of a symbol where the layout is used by a name.
    pub(crate) fn name_at(&self, symbol: &GivenSymbol, at: &str) -> String {
        match symbol.source {
            Source::SameName => symbol.name.clone(),
            _ => format!("{at}::{}", symbol.name),
        }
    }

    /// The layout whose symbols are those of the same names where it is used.
    pub(crate) fn by_same_names(&self) -> Given {
        let mut given = self.clone();
        for symbol in &mut given.symbols {
            if let Source::Aside(_) = symbol.source {
                symbol.source = Source::SameName;
            }
        }
        given
    }

    /// The symbols that it declares, in that order.
    pub(crate) fn parameters(&self) -> impl Iterator<Item = &GivenSymbol> {
        self.symbols.iter().filter(|symbol| matches!(symbol.source, Source::SameName))
    }

    /// The symbol of a name of the layout where it is used.
    fn bound(&self, symbol: &layout_algebra::Symbol, at: &str, facts: &Facts) -> Option<Int> {
        let own = self.symbols.iter().find(|own| own.name == symbol.name())?;
        facts.int(&self.name_at(own, at))
    }

    /// A condition of the layout where it is used by a name.
    pub(crate) fn renamed(&self, condition: &Condition, at: &str, facts: &Facts) -> Condition {
        match condition.substitute(&|symbol| self.bound(symbol, at, facts)) {
            Ok(renamed) => renamed,
            Err(_) => condition.clone(),
        }
    }

    /// The layout where it is used by a name.
    ///
    /// # Errors
    ///
    /// As [`Value::substitute`].
    pub(crate) fn layout_at(&self, at: &str, facts: &Facts) -> Result<Value, Error> {
        self.layout.substitute(&|symbol| self.bound(symbol, at, facts))
    }

    /// The annotations of the layout where it is used by a name.
    pub(crate) fn annotations_at(&self, at: &str, facts: &Facts) -> Annotations {
        self.annotations(&|symbol| self.bound(symbol, at, facts))
    }

    /// The annotations of the layout, with integers in the place of its symbols.
    pub(crate) fn annotations(
        &self,
        value_of: &dyn Fn(&layout_algebra::Symbol) -> Option<Int>,
    ) -> Annotations {
        let bounds = self.bounds.substitute(value_of).unwrap_or(Bounds::Unknown);
        Annotations { bounds, names: self.names.clone() }
    }
}
