//! Layouts with symbols: constants alone are a type, what the run knows is a value.
//!
//! What a proof lacked is checked first: by rustc where all is constant, else where the
//! layout is made.

mod compact;
mod constant;
mod derived;
mod dynamic;
mod flow;
mod formula;
mod item;
mod known;
mod plain;
mod words;

use std::cell::RefCell;

use layout_algebra::{Condition, HTuple, Int};
use proc_macro2::{Delimiter, Group, Ident, Literal, Span, TokenStream, TokenTree};
use quote::quote;

use super::local;
use crate::plan::{SymbolicLeaf, SymbolicPlan, Twist};
use crate::primitive::Usize;
use crate::symbols::{Obligation, Symbol};
use crate::syntax::SymbolKind;

pub(super) use formula::signed;
pub(crate) use item::{Item, item};

/// What the emission of one layout needs.
pub(crate) struct Context<'a> {
    pub(crate) krate: &'a TokenStream,
    /// The name of the layout, empty for one without.
    pub(crate) name: String,
    /// The symbols with their Rust expressions, as in the plan.
    pub(crate) symbols: &'a [Symbol],
    /// Whether what fails is returned, not a panic.
    pub(crate) fallible: bool,
    /// The type that is defined, if it has the numbers that rustc computes: other types spell
    /// how they are computed.
    own: Option<TokenStream>,
    /// These numbers.
    numbers: RefCell<Vec<Int>>,
    /// The places of those that values have too.
    bound: RefCell<Vec<(usize, known::Form)>>,
}

/// The value of a layout without a name.
pub(crate) fn expression(context: &Context<'_>, plan: &SymbolicPlan) -> TokenStream {
    if plan.is_constant() {
        let value = constant::value(context, plan);
        let demands = constant::demands(context, plan.obligations.iter());
        return quote! { { #demands #value } };
    }
    let obligations: Vec<&Obligation> = plan.obligations.iter().collect();
    made(context, &obligations, |open| dynamic::value(context, plan, open))
}

/// An integer, or integers in parentheses or brackets, checked as a layout is.
pub(crate) fn integers(
    context: &Context<'_>,
    obligations: &[Obligation],
    value: impl FnOnce(&dyn Fn(&Int) -> TokenStream) -> TokenStream,
) -> TokenStream {
    if context.symbols.iter().all(|symbol| symbol.kind == SymbolKind::Constant) {
        let value = value(&|int| constant::integer(context, int));
        let demands = constant::demands(context, obligations.iter());
        return quote! { { #demands #value } };
    }
    let obligations: Vec<&Obligation> = obligations.iter().collect();
    made(context, &obligations, |open| dynamic::integers(context, open, value))
}

/// A value of bound symbols: what rustc knows is demanded of it, the rest is checked.
fn made(
    context: &Context<'_>,
    obligations: &[&Obligation],
    value: impl FnOnce(&[&Obligation]) -> TokenStream,
) -> TokenStream {
    let (known, open): (Vec<&Obligation>, Vec<_>) = obligations
        .iter()
        .copied()
        .partition(|obligation| obligation.condition.integers().all(|int| context.is_known(int)));
    let value = value(&open);
    let bindings = context.bindings(known.into_iter());
    quote! { { #bindings #value } }
}

impl<'a> Context<'a> {
    /// Of an expression or a local.
    pub(crate) fn of_expression(
        krate: &'a TokenStream,
        name: String,
        symbols: &'a [Symbol],
    ) -> Self {
        Context::of(krate, name, symbols, None)
    }

    /// Of an item, by its type if that has its numbers.
    pub(crate) fn of_item(
        krate: &'a TokenStream,
        name: String,
        symbols: &'a [Symbol],
        own: Option<TokenStream>,
    ) -> Self {
        Context { fallible: true, ..Context::of(krate, name, symbols, own) }
    }

    fn of(
        krate: &'a TokenStream,
        name: String,
        symbols: &'a [Symbol],
        own: Option<TokenStream>,
    ) -> Self {
        Context {
            krate,
            name,
            symbols,
            fallible: false,
            own,
            numbers: RefCell::default(),
            bound: RefCell::default(),
        }
    }

    /// The place of a symbol in the plan.
    fn position(&self, symbol: &layout_algebra::Symbol) -> Option<usize> {
        self.symbols.iter().position(|other| other.name == symbol.name())
    }

    fn is_constant(&self, symbol: &layout_algebra::Symbol) -> bool {
        let symbol = self.position(symbol).map(|place| &self.symbols[place]);
        symbol.is_some_and(|symbol| symbol.kind == SymbolKind::Constant)
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
        let name = &self.name;
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

/// What is said where the search for a collision ends before it has an answer.
fn undecided_rule(condition: &Condition) -> String {
    format!("it is not decided within the steps of a search that {}", condition.statement())
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
fn nested(
    profile: &HTuple<SymbolicLeaf>,
    leaf: &mut dyn FnMut(&SymbolicLeaf) -> TokenStream,
) -> TokenStream {
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

/// What follows the profile: nothing, or swizzles with the range of their blocks.
fn map(krate: &TokenStream, plan: &SymbolicPlan) -> TokenStream {
    let mut map = quote! { #krate::Identity };
    for Twist { offset, swizzle } in &plan.then {
        let bits = Literal::u32_unsuffixed(swizzle.bits());
        let base = Literal::u32_unsuffixed(swizzle.base());
        let shift = formula::signed(swizzle.shift().into());
        let offset = formula::signed((*offset).into());
        map = quote! { #krate::Swizzled<#bits, #base, { #shift }, { #offset }, 1, 0, #map> };
    }
    map
}

fn leaf_count(plan: &SymbolicPlan) -> Literal {
    Literal::usize_unsuffixed(plan.profile.leaf_count())
}
