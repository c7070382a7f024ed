//! Definitions of layouts with symbols.

use std::rc::Rc;

use proc_macro2::{Ident, Span, TokenStream};
use quote::{format_ident, quote};

use crate::answer::answer;
use crate::emit::symbolic::{Context, Item, expression, item};
use crate::eval::{Binding, Unevaluated};
use crate::names::hidden_macro;
use crate::primitive::Usize;
use crate::report::Diagnostic;
use crate::rust_value::symbolic_plan;
use crate::symbols::{Evaluated, Given, GivenSymbol, Source, Symbol};
use crate::syntax::{Definition, ExprKind, Form, SymbolKind};
use crate::value::Value;

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

/// The binding of a definition whose value has symbols, and its expansion.
pub(super) fn define(
    krate: &TokenStream,
    definition: &Definition,
    evaluated: &Evaluated,
    unique: &str,
) -> Result<(Binding, TokenStream), Unevaluated> {
    let expr = &definition.value.of;
    if let Some(symbol) = evaluated.symbols.first() {
        definition.cost.refuse_symbols(symbol)?;
    }
    // A written shape is its layout; a number that an operation answers is none.
    let written = matches!(evaluated.value, Value::Layout(_))
        || !matches!(expr.kind, ExprKind::Call(..) | ExprKind::Arithmetic(..));
    let layout = match &evaluated.value {
        composed @ Value::Composed(_) => Some(composed.clone()),
        value => match value.as_layout() {
            Some(Ok(layout)) if written => Some(Value::Layout(layout)),
            _ => None,
        },
    };
    let Some(layout) = layout else {
        return Err(evaluated.value.no_definition(&definition.name, expr.range).into());
    };
    let plan = symbolic_plan(evaluated, expr)?;
    let named = Named { definition, unique };
    let (symbols, tokens) = match &definition.form {
        Form::Item(visibility) => {
            named.check_names()?;
            let constants = named.constants(&evaluated.symbols);
            let name = definition.name.to_string();
            let defined = Item {
                attributes: &definition.attributes,
                visibility,
                name: &definition.name,
                parameters: &definition.parameters,
                constants: &constants,
            };
            let context = Context::of_item(krate, name, &evaluated.symbols, defined.own());
            (named.given(&evaluated.symbols), item(&context, &plan, &defined))
        }
        Form::Let => {
            let (asides, symbols, bindings) = named.asides(&evaluated.symbols);
            let name = definition.name.to_string();
            let context = Context::of_expression(krate, name, &asides);
            let value = expression(&context, &plan);
            let name = &definition.name;
            let local = crate::emit::variable_of(name, &value);
            (symbols, quote! { #bindings #local })
        }
    };
    let hidden = hidden_macro(definition, &answer(&plan, &symbols), unique);
    let local = matches!(definition.form, Form::Let);
    let conditions = evaluated.obligations.iter();
    let conditions =
        conditions.map(|obligation| (obligation.condition.clone(), obligation.reason.clone()));
    let bounds = evaluated.bounds.clone();
    let given = Given { layout, bounds, symbols, conditions: conditions.collect(), local };
    Ok((Binding::Symbolic(Rc::new(given)), quote! { #tokens #hidden }))
}

/// A definition and its number.
struct Named<'a> {
    definition: &'a Definition,
    unique: &'a str,
}

impl Named<'_> {
    fn check_names(&self) -> Result<(), Diagnostic> {
        let mut parameters = self.definition.parameters.iter();
        match parameters.find(|parameter| RESERVED.iter().any(|name| parameter.name == name)) {
            None => Ok(()),
            Some(parameter) => {
                let name = &parameter.name;
                let message = format!(
                    "`{name}` is what layouts call something else: a symbol needs another name"
                );
                Err(Diagnostic::new(name.span(), message))
            }
        }
    }

    fn is_parameter(&self, symbol: &Symbol) -> bool {
        self.definition.parameters.iter().any(|parameter| parameter.name == symbol.name)
    }

    fn constant(place: usize) -> Ident {
        format_ident!("__CONSTANT_{place}", span = Span::call_site())
    }

    /// The constants of the scope, each with its name in the type.
    fn constants(&self, symbols: &[Symbol]) -> Vec<(Ident, usize)> {
        let own = symbols.iter().enumerate().filter(|(_, symbol)| !self.is_parameter(symbol));
        own.map(|(place, _)| (Self::constant(place), place)).collect()
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
        symbols.iter().enumerate().map(given).collect()
    }

    /// The symbols of a local, set aside: what is called like them later is another.
    ///
    /// Beside variables, constants become variables for who uses the name: in a generic
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
