//! Layouts with symbols: constants alone are a type, what is known at run time is a value.
//!
//! Conditions that are not proved are checked first: by rustc where all symbols are constants,
//! otherwise where the layout is made. The plan says how; this prints it.

mod check;
mod constant;
mod item;
mod spelling;
mod value;

use layout_algebra::{Condition, HTuple, Int};
use proc_macro2::{Delimiter, Group, Ident, Literal, Span, TokenStream, TokenTree};
use quote::quote;

use super::local;
use crate::plan::{Check, Constructor, SymbolicIntegers, SymbolicPlan, Twist};
use crate::primitive::Usize;
use crate::symbols::{Obligation, Symbol};
use crate::syntax::SymbolKind;

pub(crate) use item::{Item, item};
pub(super) use spelling::signed;

/// The inputs of the emission of one layout.
pub(crate) struct Context<'a> {
    krate: &'a TokenStream,
    /// The name of the layout, empty for one without.
    name: &'a str,
    /// The symbols with their Rust expressions, as in the plan.
    symbols: &'a [Symbol],
    /// The conditions of the symbols, with the reason for each.
    obligations: &'a [Obligation],
    checks: &'a [Check],
    /// True if a condition that does not hold is returned as an error instead of a panic.
    fallible: bool,
}

/// The value of a layout.
pub(super) fn expression(context: &Context<'_>, plan: &SymbolicPlan) -> TokenStream {
    match &plan.made {
        Constructor::Type(numbers) => {
            let value = constant::value(context, plan);
            let open = numbers.iter().filter(|int| int.known().is_none());
            let demands = constant::demands(context, open);
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
        match integers[place].is_natural {
            true => quote! { #number as #Usize },
            false => number,
        }
    }

    /// A value that is made of them.
    pub(crate) fn value(&self, value: &TokenStream) -> TokenStream {
        match &self.plan.value {
            None => {
                let integers = self.plan.integers.iter().map(|integer| &integer.of);
                let demands = constant::demands(&self.context, integers);
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

impl<'a> Context<'a> {
    /// The context of an expression or a local.
    pub(crate) fn new(
        krate: &'a TokenStream,
        name: &'a str,
        symbols: &'a [Symbol],
        plan: &'a SymbolicPlan,
    ) -> Self {
        let (obligations, checks) = (&plan.obligations, &plan.checks);
        Context { krate, name, symbols, obligations, checks, fallible: false }
    }

    /// The context of an item, whose functions return conditions that do not hold as errors.
    pub(crate) fn fallible(self) -> Self {
        Context { fallible: true, ..self }
    }

    /// The place of a symbol in the plan.
    fn position(&self, symbol: &layout_algebra::Symbol) -> Option<usize> {
        self.symbols.iter().position(|other| other.name == symbol.name())
    }

    /// A variable for each constant, where constants are evaluated.
    fn constant_bindings(&self) -> TokenStream {
        let symbols = self.symbols.iter().enumerate();
        let constants = symbols.filter(|(_, symbol)| symbol.kind == SymbolKind::Constant);
        bindings(constants.map(|(place, symbol)| (variable(place), symbol.tokens.clone())))
    }

    /// An item of the runtime crate for expansions.
    fn private(&self, name: &str) -> TokenStream {
        let (krate, name) = (self.krate, Ident::new(name, Span::call_site()));
        quote! { #krate::__private::#name }
    }

    /// The name, the rule and the values that a broken condition of bound symbols tells of.
    fn told(&self, condition: &Condition, rule: &str) -> TokenStream {
        let name = self.name;
        let mut names: Vec<String> = Vec::new();
        for int in condition.integers() {
            names.extend(int.symbols().iter().map(|symbol| symbol.name().to_owned()));
        }
        let symbols = self.symbols.iter().enumerate();
        let told = symbols.filter(|(_, symbol)| names.contains(&symbol.name));
        let (texts, values): (Vec<_>, Vec<Ident>) =
            told.map(|(place, symbol)| (&symbol.name, variable(place))).unzip();
        let value = self.private("value");
        quote! { #name, #rule, &[#(#texts),*], &[#(#value(#values)),*] }
    }
}

/// Variables, each a `usize`. In the same words wherever a constant has to be one, also as
/// `{ K }` in a type: what rustc says of another type is then one error.
fn bindings(bound: impl Iterator<Item = (Ident, TokenStream)>) -> TokenStream {
    let (variables, values): (Vec<Ident>, Vec<TokenStream>) = bound.unzip();
    if variables.is_empty() {
        return TokenStream::new();
    }
    let types = variables.iter().map(|_| quote! { #Usize });
    quote! {
        #[allow(unused_variables)]
        let (#(#variables,)*): (#(#types,)*) = (#(#values,)*);
    }
}

/// A constant in braces, which it may have already.
fn braced(constant: &TokenStream) -> TokenStream {
    let mut tokens = constant.clone().into_iter();
    match (tokens.next(), tokens.next()) {
        (Some(TokenTree::Group(group)), None) if group.delimiter() == Delimiter::Brace => {
            constant.clone()
        }
        _ => quote! { { #constant } },
    }
}

/// The variable of a symbol.
fn variable(symbol: usize) -> Ident {
    local(format_args!("s{symbol}"))
}

/// `(a, b,)`, nested like a profile.
fn nested<T>(profile: &HTuple<T>, leaf: &mut dyn FnMut(&T) -> TokenStream) -> TokenStream {
    match profile {
        HTuple::Leaf(of) => leaf(of),
        HTuple::Tuple(modes) => {
            let modes: TokenStream = modes
                .iter()
                .map(|mode| {
                    let mode = nested(mode, leaf);
                    quote! { #mode, }
                })
                .collect();
            let group = Group::new(Delimiter::Parenthesis, modes);
            quote! { #group }
        }
    }
}

/// The map that follows the profile: the identity, or swizzles with the range of their blocks.
fn map(krate: &TokenStream, plan: &SymbolicPlan) -> TokenStream {
    let mut map = quote! { #krate::Identity };
    for Twist { offset, swizzle } in &plan.then {
        let bits = Literal::u32_unsuffixed(swizzle.bits());
        let base = Literal::u32_unsuffixed(swizzle.base());
        let shift = signed(swizzle.shift().into());
        let offset = signed((*offset).into());
        map = quote! { #krate::Swizzled<#bits, #base, { #shift }, { #offset }, 1, 0, #map> };
    }
    map
}

fn leaf_count<T>(profile: &HTuple<T>) -> Literal {
    Literal::usize_unsuffixed(profile.leaf_count())
}
