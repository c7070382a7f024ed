//! Layouts with symbols: constants alone are a type, what is known at run time is a value.
//!
//! Conditions that are not proved are checked first: by rustc where all symbols are constants,
//! otherwise where the layout is made. The plan says how; this prints it.

mod check;
mod constant;
pub(super) mod context;
pub(super) mod item;
mod spelling;
mod value;

use context::Context;
use layout_algebra::{CollectVec, Int};
use proc_macro2::TokenStream;
use quote::quote;

use super::rust::signed;
use crate::evaluated::Symbol;
use crate::plan::{Constructor, SymbolicIntegers, SymbolicPlan};
use crate::primitive::Usize;

/// The value of a layout.
pub(super) fn expression(context: &Context<'_>, plan: &SymbolicPlan) -> TokenStream {
    match &plan.made {
        Constructor::Type(numbers) => {
            let value = constant::value(context, plan);
            let open = numbers.iter().filter(|int| int.known().is_none()).collect_vec();
            let demands = constant::demands(context, &open);
            quote! { { #demands #value } }
        }
        Constructor::Value(value) => {
            let bindings = context.bindings(&value.numbers.constants);
            let value = value::layout(context, plan, value);
            quote! { { #bindings #value } }
        }
    }
}

/// Integers, which are checked as a layout is.
pub(crate) struct Integers<'a> {
    context: Context<'a>,
    plan: &'a SymbolicIntegers,
}

impl<'a> Integers<'a> {
    pub(crate) fn new(
        krate: &'a TokenStream,
        symbols: &'a [Symbol],
        plan: &'a SymbolicIntegers,
    ) -> Self {
        let (obligations, checks) = (&plan.obligations, &plan.checks);
        let context = Context { krate, name: "", symbols, obligations, checks, fallible: false };
        Integers { context, plan }
    }

    /// One of them: a `usize` if it is shown to be at least 0.
    pub(crate) fn integer(&self, int: &Int) -> TokenStream {
        let integers = &self.plan.integers;
        let Some(place) = integers.iter().position(|integer| integer.of == *int) else {
            return signed(int.known().unwrap_or_default());
        };
        let number = match &self.plan.value {
            None => constant::integer(&self.context, int),
            Some(_) => value::integer(place),
        };
        if integers[place].is_natural {
            quote! { #number as #Usize }
        } else {
            number
        }
    }

    /// A value that is made of them.
    pub(crate) fn value(&self, value: &TokenStream) -> TokenStream {
        match &self.plan.value {
            None => {
                let integers = self.plan.integers.iter().map(|integer| &integer.of).collect_vec();
                let demands = constant::demands(&self.context, &integers);
                quote! { { #demands #value } }
            }
            Some(numbers) => {
                let bindings = self.context.bindings(&numbers.constants);
                let value = value::checked(&self.context, numbers, value);
                quote! { { #bindings #value } }
            }
        }
    }
}
