//! Uses of names in an expansion, for editors alone: a value does not show the names that it was computed from, so that renaming a
//! layout, or looking for its uses, would miss those in macros. The expansion mentions the names in macros of the runtime crate, which
//! rustc compiles to nothing.

use layout_algebra::CollectVec;
use proc_macro2::TokenStream;
use quote::quote;

use super::state::State;
use crate::definition;
use crate::eval::{Binding, Scope};
use crate::evaluated::Evaluated;
use crate::parse::{spelled, visit};
use crate::primitive::Usize;
use crate::syntax::{Allowed, Contract, Definition, Expr, ExprKind, Form, Parameter, SymbolKind};
use crate::token::is_punct;

/// The names in an expression, each as often as it is written, by what mentions them in Rust.
#[derive(Default)]
struct Uses {
    /// Items without symbols: types, and values.
    types: Vec<TokenStream>,
    /// Items with symbols: without the values of these, only a `use` mentions them.
    items: Vec<TokenStream>,
    /// Locals and symbols: values alone.
    values: Vec<TokenStream>,
}

impl Uses {
    /// Statements that mention the names.
    fn statements(&self) -> TokenStream {
        let Uses { types, items, values } = self;
        let items = (!items.is_empty()).then(|| quote! { use {#(#items as _),*}; });
        quote! { #items #(let _ = #types;)* #(let _ = #values;)* }
    }

    fn is_empty(&self) -> bool {
        self.types.is_empty() && self.items.is_empty() && self.values.is_empty()
    }
}

impl State {
    /// The same value, next to the uses of the names in expressions.
    pub(super) fn beside_uses(
        &self,
        value: TokenStream,
        evaluated: &Evaluated,
        exprs: &[&Expr],
        scope: &Scope,
    ) -> TokenStream {
        let uses = self.uses(evaluated, exprs, &[], &[], scope);
        if uses.is_empty() {
            return value;
        }
        // A layout of numbers is a type of the runtime crate, and stands where a type does, too: so do names of items.
        let is_type = is_punct(value.clone().into_iter().next().as_ref(), '<');
        let (krate, Uses { types, items, values }) = (&self.krate, &uses);
        match is_type && items.is_empty() && values.is_empty() {
            true => quote! { #krate::__private::beside! { (#(#types,)*) #value } },
            false => {
                let statements = uses.statements();
                quote! { #krate::__private::beside! { { #statements } #value } }
            }
        }
    }

    /// The names that the last of some definitions uses, as tokens next to it.
    pub(super) fn uses_of(
        &self,
        definitions: &[Definition],
        evaluated: &Evaluated,
        scope: &Scope,
    ) -> TokenStream {
        let Some((last, before)) = definitions.split_last() else { return TokenStream::new() };
        let exprs = expressions(&last.value, Some(&last.cost));
        let uses = self.uses(evaluated, &exprs, before, &last.parameters, scope);
        if uses.is_empty() {
            return TokenStream::new();
        }
        let (krate, statements) = (&self.krate, uses.statements());
        let uses = match last.form {
            Form::Let => statements,
            Form::Item(_) => {
                let constants = Parameter::names(&last.parameters, SymbolKind::Constant);
                let variables = Parameter::names(&last.parameters, SymbolKind::RunTime);
                let number = quote! { #Usize };
                quote! {
                    const _: () = {
                        fn uses<#(const #constants: #number),*>(#(#variables: #number),*) { #statements }
                    };
                }
            }
        };
        quote! { #krate::__private::in_editor! { #uses } }
    }

    /// The names in expressions that follow these definitions.
    fn uses(
        &self,
        evaluated: &Evaluated,
        exprs: &[&Expr],
        before: &[Definition],
        parameters: &[Parameter],
        scope: &Scope,
    ) -> Uses {
        let mut uses = Uses::default();
        // The value names each symbol where it is first written, but a parameter where it is declared.
        let mut met = parameters.iter().map(|it| it.name.to_string()).collect_vec();
        let mut each = |part: &mut Expr| {
            let (text, tokens) = match &part.kind {
                ExprKind::Name(name) | ExprKind::Instance(name, _) => (&name.text, &name.tokens),
                ExprKind::Symbol(symbol) => (&symbol.text, &symbol.tokens),
                _ => return,
            };
            match scope.get(text) {
                Some(Binding::Invalid) => {}
                Some(_) if self.is_local(text, before, scope) => uses.values.push(tokens.clone()),
                Some(Binding::Symbolic(given)) => {
                    met.extend(given.parameters().map(|it| it.name.clone()));
                    uses.items.push(tokens.clone());
                }
                Some(_) => uses.types.push(tokens.clone()),
                // A value that is computed without symbols does not ask that there are any of their names.
                None if !evaluated.is_symbolic() => {}
                None if met.contains(text) => uses.values.push(tokens.clone()),
                None => met.push(text.clone()),
            }
        };
        for &expr in exprs {
            visit(&mut expr.clone(), &mut each);
        }
        uses
    }

    /// Returns whether a name is a local's.
    fn is_local(&self, name: &str, before: &[Definition], scope: &Scope) -> bool {
        if let Some(definition) = before.iter().rfind(|definition| definition.name == name) {
            return matches!(definition.form, Form::Let);
        }
        match scope.get(name) {
            Some(Binding::Symbolic(given)) => given.local,
            _ => self
                .resolved
                .iter()
                .any(|(path, encoded)| definition::is_local(encoded) && spelled(path) == name),
        }
    }
}

/// An expression, those of its assumptions, and those of its contract.
pub(super) fn expressions<'a>(
    of: &'a Allowed<Expr>,
    contract: Option<&'a Contract>,
) -> Vec<&'a Expr> {
    let assumed = of.assume.iter().flat_map(|assumption| &assumption.operands);
    let contract = contract.into_iter().flat_map(Contract::expressions);
    [&of.of].into_iter().chain(assumed).chain(contract).collect_vec()
}
