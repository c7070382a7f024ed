//! Layouts with numbers of the run: values that are checked where they are made.

use layout_algebra::bounds::Bounds;
use layout_algebra::{Condition, HTuple, Int};
use proc_macro2::{Ident, Span, TokenStream};
use quote::{format_ident, quote};

use super::{Context, formula, leaf_count, map, nested, variable};
use crate::emit::bounds::{bounds_type, leaves};
use crate::plan::{SymbolicLeaf, SymbolicPlan};
use crate::symbols::Obligation;

/// The obligations of a layout that making it does not check: the extents are.
pub(super) fn left<'a>(context: &Context<'_>, plan: &'a SymbolicPlan) -> Vec<&'a Obligation> {
    let profile = plan.profile.leaves();
    let is_extent = |int: &Int| profile.iter().any(|leaf| leaf.extent == *int);
    let is_checked = |obligation: &Obligation| match &obligation.condition {
        Condition::AtMost { least, most } => {
            *least == Int::ONE && is_extent(most) && !context.is_known(most)
        }
        _ => false,
    };
    plan.obligations.iter().filter(|obligation| !is_checked(obligation)).collect()
}

/// A check of each obligation.
pub(super) fn checks(context: &Context<'_>, obligations: &[&Obligation]) -> TokenStream {
    let check = context.private(if context.fallible { "check" } else { "require" });
    let or = context.fallible.then(|| quote! { ? });
    let checks = obligations.iter().map(|obligation| {
        let holds = formula::condition(context, &obligation.condition, &symbol);
        let told = context.told(obligation);
        quote! { #check(#holds, #told) #or; }
    });
    checks.collect()
}

/// The `Dynamic` of bound symbols.
pub(super) fn value(context: &Context<'_>, plan: &SymbolicPlan) -> TokenStream {
    let krate = context.krate;
    let mut numbers = Numbers { context, known: Vec::new(), statements: TokenStream::new() };
    let profile = nested(&plan.profile, &mut |leaf| numbers.mode(leaf));
    let linear = plan.separate_linear();
    let linear = linear.map(|linear| nested(linear, &mut |leaf| numbers.mode(leaf)));
    let bounds = (!plan.bounds.is_everywhere()).then(|| numbers.bounds(&plan.bounds));
    let bounds = bounds.map(|bounds| quote! { .within(#bounds) });
    let leaves = leaf_count(plan);
    let made = match linear {
        None => quote! { #krate::Dynamic::<_, #leaves>::new(#profile) },
        Some(linear) => quote! { #krate::Dynamic::<_, #leaves, _>::coalesced(#profile, #linear) },
    };
    let made = match plan.then.is_empty() {
        true => made,
        false => {
            let map = map(krate, plan);
            quote! { #made.and_then(|layout| layout.swizzled::<#map>()) }
        }
    };
    let name = &context.name;
    let made = match name.is_empty() {
        true => made,
        false => {
            let named = context.private("named");
            quote! { #named(#made, #name) }
        }
    };
    let (statements, made) = (numbers.statements, unwrapped(context, &made));
    quote! { #statements #made #bounds }
}

/// The type of [`value`].
pub(super) fn layout_type(context: &Context<'_>, plan: &SymbolicPlan) -> TokenStream {
    let (krate, leaves) = (context.krate, leaf_count(plan));
    let of = |profile: &HTuple<SymbolicLeaf>| {
        nested(profile, &mut |leaf| {
            let extent = context.fixed(&leaf.extent).unwrap_or_else(|| quote! { #krate::Extent });
            let stride = context.fixed(&leaf.stride).unwrap_or_else(|| quote! { isize });
            quote! { #krate::Mode<#extent, #stride> }
        })
    };
    let profile = of(&plan.profile);
    let linear = plan.separate_linear().map(of);
    if !plan.bounds.is_everywhere() || !plan.then.is_empty() {
        let (linear, map) = (linear.as_ref().unwrap_or(&profile), map(krate, plan));
        let bounds = bounds_of(context, &plan.bounds);
        return quote! { #krate::Dynamic<#profile, #leaves, #linear, #map, #bounds> };
    }
    match linear {
        None => quote! { #krate::Dynamic<#profile, #leaves> },
        Some(linear) => quote! { #krate::Dynamic<#profile, #leaves, #linear> },
    }
}

/// The type of [`Numbers::bounds`].
fn bounds_of(context: &Context<'_>, bounds: &Bounds) -> TokenStream {
    let krate = context.krate;
    let number = |int: &Int| context.fixed(int).unwrap_or_else(|| quote! { isize });
    bounds_type(krate, bounds, |bound| {
        let mut last = None;
        let coordinate = nested(&leaves(bound), &mut |leaf| match goes_on(&mut last, leaf) {
            true => quote! { #krate::bounds::Next },
            false => number(&leaf.stride),
        });
        (coordinate, number(bound.extent()))
    })
}

/// Whether a leaf goes on where the last one ends, by a stride that is not a constant.
fn goes_on(last: &mut Option<SymbolicLeaf>, leaf: &SymbolicLeaf) -> bool {
    let end = last.as_ref().and_then(|last| last.extent.mul(&last.stride).ok());
    let goes_on =
        leaf.stride.known().is_none() && end.is_some_and(|end| end.equals(&leaf.stride).is_true());
    *last = Some(leaf.clone());
    goes_on
}

/// An integer of bound symbols: `usize` if it is shown to be at least 0.
pub(super) fn integer(context: &Context<'_>, int: &Int) -> TokenStream {
    let value = stride(context, int);
    match Int::ZERO.at_most(int).is_true() {
        true => quote! { #value as usize },
        false => value,
    }
}

fn extent(context: &Context<'_>, int: &Int) -> TokenStream {
    let (exact, text) = (formula::exact(context, int, &symbol), int.to_string());
    let (krate, name) = (context.krate, &context.name);
    match context.fallible {
        true => quote! { #krate::Extent::new(#exact.to_extent(#name, &[#text])?) },
        false => quote! { #exact.extent(#name, &[#text]) },
    }
}

fn stride(context: &Context<'_>, int: &Int) -> TokenStream {
    let (exact, text) = (formula::exact(context, int, &symbol), int.to_string());
    let name = &context.name;
    match context.fallible {
        true => quote! { #exact.to_stride(#name, &[#text])? },
        false => quote! { #exact.stride(#name, &[#text]) },
    }
}

fn symbol(place: usize) -> TokenStream {
    let variable = variable(place);
    quote! { #variable }
}

/// What is in a result: its error is returned, or a panic.
fn unwrapped(context: &Context<'_>, result: &TokenStream) -> TokenStream {
    if context.fallible {
        return quote! { #result? };
    }
    let made = context.private("made");
    quote! { #made(#result) }
}

/// The numbers of a layout, each computed once.
struct Numbers<'a> {
    context: &'a Context<'a>,
    known: Vec<(Int, bool, Ident)>,
    statements: TokenStream,
}

impl Numbers<'_> {
    fn mode(&mut self, leaf: &SymbolicLeaf) -> TokenStream {
        let krate = self.context.krate;
        let (extent, stride) = (self.number(&leaf.extent, true), self.number(&leaf.stride, false));
        quote! { #krate::Mode { extent: #extent, stride: #stride } }
    }

    fn bounds(&mut self, bounds: &Bounds) -> TokenStream {
        let krate = self.context.krate;
        let Bounds::Within(within) = bounds else { return quote! { #krate::bounds::Unknown } };
        within.iter().rev().fold(quote! { #krate::bounds::Everywhere }, |rest, bound| {
            let mut last = None;
            let coordinate = nested(&leaves(bound), &mut |leaf| match goes_on(&mut last, leaf) {
                true => quote! { #krate::bounds::Next },
                false => self.number(&leaf.stride, false),
            });
            let extent = self.number(bound.extent(), false);
            quote! { #krate::bounds::Within::new(#coordinate, #extent, #rest) }
        })
    }

    /// An extent or a stride.
    fn number(&mut self, int: &Int, is_extent: bool) -> TokenStream {
        let context = self.context;
        if let Some(fixed) = context.fixed_value(int) {
            return fixed;
        }
        let known = self.known.iter().find(|(other, is, _)| other == int && *is == is_extent);
        if let Some((.., name)) = known {
            return quote! { #name };
        }
        let letter = if is_extent { "e" } else { "d" };
        let name = format_ident!("{letter}{}", self.known.len(), span = Span::mixed_site());
        let value = if is_extent { extent(context, int) } else { stride(context, int) };
        self.statements.extend(quote! { let #name = #value; });
        self.known.push((int.clone(), is_extent, name.clone()));
        quote! { #name }
    }
}

impl Context<'_> {
    /// Whether rustc knows an integer.
    pub(super) fn is_known(&self, int: &Int) -> bool {
        int.symbols().iter().all(|symbol| self.is_constant(symbol.name()))
    }

    /// A number that rustc knows, as a type.
    pub(super) fn fixed(&self, int: &Int) -> Option<TokenStream> {
        let krate = self.krate;
        match int.known() {
            Some(known) => {
                let known = formula::signed(known);
                Some(quote! { #krate::Fixed<#known> })
            }
            None => self.is_known(int).then(|| self.known(int)),
        }
    }

    /// The value of that type.
    fn fixed_value(&self, int: &Int) -> Option<TokenStream> {
        let krate = self.krate;
        match int.known() {
            Some(known) => {
                let known = formula::signed(known);
                Some(quote! { #krate::Fixed::<#known> })
            }
            None => self.is_known(int).then(|| self.known_value(int)),
        }
    }
}
