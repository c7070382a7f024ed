//! What rustc knows beside numbers of the run: constants, and what they make.
//!
//! A type has it as a formula, the type of the runtime crate that computes it: in a generic
//! function constants may be its parameters, of which types take no expression. A value has
//! it from one block that rustc evaluates.

use layout_algebra::{BinaryOp, Expression, Int};
use proc_macro2::{Ident, Span, TokenStream};
use quote::quote;

use super::{Context, constant, formula, local, variable};
use crate::primitive::{Isize, Usize};
use crate::symbols::Obligation;
use crate::syntax::SymbolKind;

/// How a value has a number.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Form {
    /// As an `isize`.
    Stride,
    /// As a `usize` that is at least 1.
    Divisor,
}

impl Form {
    /// The variable of a number, by its place.
    fn variable(self, place: usize) -> Ident {
        match self {
            Form::Stride => local(format_args!("c{place}")),
            Form::Divisor => local(format_args!("n{place}")),
        }
    }
}

impl Context<'_> {
    /// Whether rustc knows an integer.
    pub(super) fn is_known(&self, int: &Int) -> bool {
        int.symbols().iter().all(|symbol| self.is_constant(symbol))
    }

    /// The formula of an integer that rustc knows, as a type.
    pub(super) fn formula(&self, int: &Int) -> TokenStream {
        if int.known().is_none() {
            self.place_of(int);
        }
        formula_type(self, &int.expression())
    }

    /// The place of a number among those that are computed.
    pub(super) fn place_of(&self, int: &Int) -> usize {
        let mut numbers = self.numbers.borrow_mut();
        numbers.iter().position(|other| other == int).unwrap_or_else(|| {
            numbers.push(int.clone());
            numbers.len() - 1
        })
    }

    /// The variable of a number that is computed.
    fn bound(&self, place: usize, form: Form) -> Ident {
        let mut bound = self.bound.borrow_mut();
        if !bound.contains(&(place, form)) {
            bound.push((place, form));
        }
        form.variable(place)
    }

    /// An integer that rustc knows, as an `isize`.
    pub(super) fn computed(&self, int: &Int) -> TokenStream {
        match self.known_divisor(&int.expression()) {
            Some(divisor) => quote! { (#divisor as #Isize) },
            None => {
                let stride = self.bound(self.place_of(int), Form::Stride);
                quote! { #stride }
            }
        }
    }

    /// The variable of what a number of the run is to be a multiple of, if rustc knows it.
    pub(super) fn divides(&self, divisor: &Int) -> Option<Ident> {
        if divisor.known().is_some() || !self.is_known(divisor) {
            return None;
        }
        Some(self.bound(self.place_of(divisor), Form::Divisor))
    }

    /// The variable of a number that is computed, as what numbers of the run are divided by.
    pub(super) fn divisor(&self, of: &Expression) -> Option<Ident> {
        Some(self.bound(self.found(of)?, Form::Divisor))
    }

    /// That variable, if there is one: what it stands for is at least 1.
    pub(super) fn known_divisor(&self, of: &Expression) -> Option<Ident> {
        let place = self.found(of)?;
        let is_divisor = self.bound.borrow().contains(&(place, Form::Divisor));
        is_divisor.then(|| Form::Divisor.variable(place))
    }

    fn found(&self, of: &Expression) -> Option<usize> {
        self.numbers.borrow().iter().position(|int| int.expression() == *of)
    }

    /// A variable for each symbol, and for each number that rustc computes, all of which are
    /// checked to fit after what is demanded of them.
    pub(super) fn bindings<'a>(
        &self,
        obligations: impl Iterator<Item = &'a Obligation>,
    ) -> TokenStream {
        let of = |kind| {
            let symbols = self.symbols.iter().enumerate();
            symbols.filter(move |(_, symbol)| symbol.kind == kind)
        };
        let run_time = of(SymbolKind::RunTime);
        let run_time = run_time.map(|(place, symbol)| (variable(place), symbol.tokens.clone()));
        let run_time = super::bindings(run_time);
        let mut known: Vec<(Ident, TokenStream, TokenStream)> = Vec::new();
        for (place, _) in of(SymbolKind::Constant) {
            let name = variable(place);
            known.push((name.clone(), quote! { #Usize }, quote! { #name }));
        }
        if known.is_empty() {
            return run_time;
        }
        known.extend(self.numbers());
        let names = known.iter().map(|(name, ..)| name);
        let types = known.iter().map(|(_, of, _)| of);
        let values = known.iter().map(|(.., value)| value);
        let own = self.constant_bindings();
        let demands = obligations.map(|obligation| constant::demand(self, obligation));
        quote! {
            #[allow(unused_variables)]
            let (#(#names,)*): (#(#types,)*) = const {
                #own
                #(#demands;)*
                (#(#values,)*)
            };
            #run_time
        }
    }

    /// A number of bound constants, after a check of the runtime crate.
    pub(super) fn checked(&self, int: &Int, check: &str) -> TokenStream {
        let check = self.private(check);
        let exact = formula::exact(self, int, &|place| formula::bound(self, place));
        quote! { #check(#exact) }
    }

    /// The variables of numbers, their types and their values.
    fn numbers(&self) -> Vec<(Ident, TokenStream, TokenStream)> {
        let bound = self.bound.borrow();
        let mut numbers = Vec::new();
        for (place, int) in self.numbers.borrow().iter().enumerate() {
            let is = |form| bound.contains(&(place, form));
            for (form, of, check) in [
                (Form::Divisor, quote! { #Usize }, "divisor"),
                (Form::Stride, quote! { #Isize }, "stride"),
            ] {
                if is(form) || form == Form::Stride && !is(Form::Divisor) {
                    numbers.push((form.variable(place), of, self.checked(int, check)));
                }
            }
        }
        numbers
    }
}

fn formula_type(context: &Context<'_>, of: &Expression) -> TokenStream {
    let krate = context.krate;
    let part = |part: &Expression| formula_type(context, part);
    let two = |name: &str, a: TokenStream, b: TokenStream| {
        let name = Ident::new(name, Span::call_site());
        quote! { #krate::__private::formula::#name<#a, #b> }
    };
    match of {
        Expression::Known(value) => {
            let value = formula::signed(*value);
            quote! { #krate::__private::formula::Int<#value> }
        }
        Expression::Symbol(symbol) => {
            let value = context.constant(context.position(symbol).unwrap_or_default());
            quote! { #krate::__private::formula::Const<#value> }
        }
        Expression::Sum(parts) => formula::joined(parts.iter().map(part), |a, b| two("Sum", a, b)),
        Expression::Product(parts) => {
            formula::joined(parts.iter().map(part), |a, b| two("Product", a, b))
        }
        Expression::Binary(op, operands) => {
            let name = match op {
                BinaryOp::DivExact => "DivExact",
                BinaryOp::DivFloor => "DivFloor",
                BinaryOp::DivCeil => "DivCeil",
                BinaryOp::DivTrunc => "DivTrunc",
                BinaryOp::RemFloor => "RemFloor",
                BinaryOp::RemTrunc => "RemTrunc",
                BinaryOp::Min => "Min",
                BinaryOp::Max => "Max",
            };
            two(name, part(&operands[0]), part(&operands[1]))
        }
    }
}
