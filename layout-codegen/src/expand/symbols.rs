//! The symbols of a definition: their Rust in its expansion, and in the invocations that name it.

use layout_algebra::CollectVec;
use proc_macro2::{Ident, Span, TokenStream};
use quote::{format_ident, quote};

use crate::evaluated::{GivenSymbol, Source, Symbol};
use crate::primitive::Usize;
use crate::report::Diagnostic;
use crate::syntax::{Definition, Form, Parameter, SymbolKind};
use crate::token::is_one_of;

/// The names that a struct with symbols has for itself, and those of the functions of
/// layouts, which a symbol would hide.
const RESERVED: &[&str] = &[
    "new",
    "of",
    "layout",
    "size",
    "cosize",
    "shape",
    "stride",
    "modes",
    "index",
    "offset",
    "at",
    "offset_at",
    "at_flat",
    "offset_at_flat",
    "crd2idx",
    "crd2offset",
    "idx2crd",
    "min_offset",
    "max_offset",
    "indices",
    "offsets",
    "coordinates",
    "entries",
    "for_each",
    "narrow",
    "swizzled",
    "fold",
    "in_bounds",
    "self",
    "super",
    "crate",
    "clone",
    "fmt",
    "deref",
];

/// The symbols of a definition.
#[derive(Default)]
pub(super) struct Symbols {
    /// The symbols of which the layout is made.
    pub(super) own: Vec<Symbol>,
    /// The symbols in the invocations that name the layout.
    pub(super) given: Vec<GivenSymbol>,
    /// The statements that set the symbols aside.
    pub(super) bindings: TokenStream,
    /// The constants that an item takes from the scope, by their symbols.
    pub(super) constants: Vec<(Ident, usize)>,
}

impl Symbols {
    /// The symbols of a definition with a number.
    ///
    /// # Errors
    ///
    /// A parameter has a name of the layout's own.
    pub(super) fn of(
        definition: &Definition,
        symbols: &[Symbol],
        unique: &str,
    ) -> Result<Self, Diagnostic> {
        let named = Named { definition, unique };
        match definition.form {
            Form::Item(_) => {
                named.check_names()?;
                Ok(Symbols {
                    own: symbols.to_vec(),
                    given: named.given(symbols),
                    constants: named.constants(symbols),
                    ..Symbols::default()
                })
            }
            Form::Let => {
                let (own, given, bindings) = named.asides(symbols);
                Ok(Symbols { own, given, bindings, ..Symbols::default() })
            }
        }
    }
}

/// A definition and its number.
struct Named<'a> {
    definition: &'a Definition,
    unique: &'a str,
}

impl Named<'_> {
    fn check_names(&self) -> Result<(), Diagnostic> {
        for Parameter { name, .. } in &self.definition.parameters {
            if is_one_of(name, RESERVED) {
                let message = format!(
                    "`{name}` is what layouts call something else: a symbol needs another name"
                );
                return Err(Diagnostic::new(name.span(), message));
            }
        }
        Ok(())
    }

    fn is_parameter(&self, symbol: &Symbol) -> bool {
        Parameter::place(&self.definition.parameters, &symbol.name).is_some()
    }

    fn constant(place: usize) -> Ident {
        format_ident!("__CONSTANT_{place}", span = Span::call_site())
    }

    /// The constants of the scope, each with its name in the type.
    fn constants(&self, symbols: &[Symbol]) -> Vec<(Ident, usize)> {
        let own = symbols.iter().enumerate().filter(|(_, symbol)| !self.is_parameter(symbol));
        own.map(|(place, _)| (Self::constant(place), place)).collect_vec()
    }

    fn given(&self, symbols: &[Symbol]) -> Vec<GivenSymbol> {
        let given = |(place, symbol): (usize, &Symbol)| GivenSymbol {
            name: symbol.name.clone(),
            kind: symbol.kind,
            source: match self.is_parameter(symbol) {
                true => Source::SameName,
                false => Source::Constant(Self::constant(place)),
            },
        };
        symbols.iter().enumerate().map(given).collect_vec()
    }

    /// The symbols of a local, set aside: what is called like them later is another.
    ///
    /// Beside variables, constants become variables where the name is used: in a generic
    /// function they may be parameters, of which there are no other constants.
    fn asides(&self, symbols: &[Symbol]) -> (Vec<Symbol>, Vec<GivenSymbol>, TokenStream) {
        let (mut asides, mut given, mut bindings) = (Vec::new(), Vec::new(), TokenStream::new());
        let varies = symbols.iter().any(|symbol| symbol.kind == SymbolKind::RunTime);
        for (place, symbol) in symbols.iter().enumerate() {
            let (name, number) = (&self.definition.name, self.unique);
            let tokens = &symbol.tokens;
            let aside = if varies {
                let aside = format_ident!("__layout_{}_{place}", name, span = Span::mixed_site());
                bindings.extend(quote! {
                    #[allow(unused_variables)]
                    let #aside: #Usize = #tokens;
                });
                aside
            } else {
                let text = name.to_string().to_uppercase();
                let text = text.trim_start_matches("R#");
                let aside = format_ident!("__{text}_{number}_{place}", span = Span::call_site());
                bindings.extend(quote! { const #aside: #Usize = #tokens; });
                aside
            };
            let aside = quote! { #aside };
            let kind = if varies { SymbolKind::RunTime } else { SymbolKind::Constant };
            let source = Source::Aside(aside.clone());
            given.push(GivenSymbol { name: symbol.name.clone(), kind, source });
            let own = if symbol.kind == kind { aside } else { tokens.clone() };
            asides.push(Symbol { tokens: own, ..symbol.clone() });
        }
        (asides, given, bindings)
    }
}
