//! `Context`: the inputs of the emission of a layout with symbols, and the tokens that its parts have in common.

use layout_algebra::{Condition, HTuple};
use proc_macro2::{Delimiter, Ident, Literal, Span, TokenStream, TokenTree};
use quote::quote;

use crate::emit::rust::{local, signed};
use crate::evaluated::{Obligation, Symbol};
use crate::plan::{Check, SymbolicPlan, Twist};
use crate::primitive::Usize;
use crate::syntax::SymbolKind;

/// The inputs of the emission of one layout.
pub(crate) struct Context<'a> {
    pub(super) krate: &'a TokenStream,
    /// The name of the layout, empty for one without.
    pub(super) name: &'a str,
    /// The symbols with their Rust expressions, as in the plan.
    pub(super) symbols: &'a [Symbol],
    /// The conditions of the symbols, with the reason for each.
    pub(super) obligations: &'a [Obligation],
    pub(super) checks: &'a [Check],
    /// True if a condition that does not hold is returned as an error instead of a panic.
    pub(super) fallible: bool,
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
    pub(super) fn position(&self, symbol: &layout_algebra::Symbol) -> Option<usize> {
        self.symbols.iter().position(|other| other.name == symbol.name())
    }

    /// The places of the symbols of a condition, in the order of the plan.
    pub(super) fn places(&self, condition: &Condition) -> Vec<usize> {
        let mut used = Vec::new();
        for int in condition.integers() {
            used.extend(int.symbols());
        }
        let mut places = Vec::new();
        for (place, symbol) in self.symbols.iter().enumerate() {
            if used.iter().any(|used| used.name() == symbol.name) {
                places.push(place);
            }
        }
        places
    }

    /// The variables of the symbols of a kind, and their Rust expressions.
    pub(super) fn bound(&self, kind: SymbolKind) -> (Vec<Ident>, Vec<&TokenStream>) {
        let (mut variables, mut values) = (Vec::new(), Vec::new());
        for (place, symbol) in self.symbols.iter().enumerate() {
            if symbol.kind == kind {
                variables.push(variable(place));
                values.push(&symbol.tokens);
            }
        }
        (variables, values)
    }

    /// A variable for each symbol of a kind, a `usize`. In the same words wherever a constant has to be one, also as
    /// `{ K }` in a type: what rustc says of another type is then one error.
    pub(super) fn bindings_of(&self, kind: SymbolKind) -> TokenStream {
        let (variables, values) = self.bound(kind);
        if variables.is_empty() {
            return TokenStream::new();
        }
        let types = vec![quote! { #Usize }; variables.len()];
        quote! {
            #[allow(unused_variables)]
            let (#(#variables,)*): (#(#types,)*) = (#(#values,)*);
        }
    }

    /// An item of the runtime crate for expansions.
    pub(super) fn private(&self, name: &str) -> TokenStream {
        let (krate, name) = (self.krate, Ident::new(name, Span::call_site()));
        quote! { #krate::__private::#name }
    }

    /// The name, the rule and the values that a broken condition of bound symbols tells of.
    pub(super) fn message(&self, condition: &Condition, rule: &str) -> TokenStream {
        let (name, value) = (self.name, self.private("value"));
        let (mut texts, mut values) = (Vec::new(), Vec::new());
        for place in self.places(condition) {
            texts.push(&self.symbols[place].name);
            values.push(variable(place));
        }
        quote! { #name, #rule, &[#(#texts),*], &[#(#value(#values)),*] }
    }
}

/// A constant in braces, which it may have already.
pub(super) fn braced(constant: &TokenStream) -> TokenStream {
    let mut tokens = constant.clone().into_iter();
    match (tokens.next(), tokens.next()) {
        (Some(TokenTree::Group(group)), None) if group.delimiter() == Delimiter::Brace => {
            constant.clone()
        }
        _ => quote! { { #constant } },
    }
}

/// The variable of a symbol.
pub(super) fn variable(symbol: usize) -> Ident {
    local(format_args!("s{symbol}"))
}

/// `(a, b,)`, nested like a profile.
pub(crate) fn nested<T>(
    profile: &HTuple<T>,
    leaf: &mut dyn FnMut(&T) -> TokenStream,
) -> TokenStream {
    match profile {
        HTuple::Leaf(of) => leaf(of),
        HTuple::Tuple(modes) => {
            let modes = modes.iter().map(|mode| nested(mode, leaf));
            quote! { (#(#modes,)*) }
        }
    }
}

/// The map that follows the profile: the identity, or swizzles with the range of their blocks.
pub(super) fn map(krate: &TokenStream, plan: &SymbolicPlan) -> TokenStream {
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

pub(super) fn leaf_count<T>(profile: &HTuple<T>) -> Literal {
    Literal::usize_unsuffixed(profile.leaf_count())
}
