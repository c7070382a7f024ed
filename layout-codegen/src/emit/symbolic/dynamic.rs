//! Layouts with numbers of the run: values that are checked where they are made.

use std::cell::RefCell;

use layout_algebra::bounds::Bounds;
use layout_algebra::{Condition, HTuple, Int, Need};
use proc_macro2::{Ident, TokenStream};
use quote::quote;

use super::compact::Compact;
use super::plain::{self, Product};
use super::{Context, formula, leaf_count, local, map, nested, undecided_rule, variable, words};
use crate::emit::bounds::{bounds_type, leaves};
use crate::plan::{SymbolicLeaf, SymbolicPlan};
use crate::primitive::{Isize, Usize};
use crate::symbols::Obligation;

/// The `Dynamic` of bound symbols, with checks of the obligations.
pub(super) fn value(
    context: &Context<'_>,
    plan: &SymbolicPlan,
    obligations: &[&Obligation],
) -> TokenStream {
    let krate = context.krate;
    let mut numbers = Numbers::of(context, Compact::of(context, plan), obligations);
    numbers.extents = plan.profile.leaves().iter().map(|leaf| leaf.extent.clone()).collect();
    let profile = numbers.ready(&plan.profile);
    let linear = plan.separate_linear().map(|linear| numbers.ready(linear));
    let bounds = (!plan.bounds.is_everywhere()).then(|| numbers.bounds(&plan.bounds));
    let (leaves, layout, size) = (leaf_count(plan), local("layout"), local("size"));
    let map = (!plan.then.is_empty()).then(|| map(krate, plan));
    let is_compact = numbers.compact.is_some();
    let made = match (is_compact, linear) {
        (true, None) => quote! { #krate::Dynamic::<_, #leaves>::compact_plain(#profile, #size) },
        (true, Some(linear)) => {
            quote! { #krate::Dynamic::<_, #leaves, _>::compact(#profile, #linear, #size) }
        }
        (false, None) => quote! { #krate::Dynamic::<_, #leaves>::checked_plain(#profile) },
        (false, Some(linear)) => {
            quote! { #krate::Dynamic::<_, #leaves, _>::checked(#profile, #linear) }
        }
    };
    if is_compact && map.is_none() {
        let within = bounds.map(|bounds| quote! { .within(#bounds) });
        return numbers.checked(&quote! { #made #within });
    }
    let made = if is_compact {
        quote! { ::core::option::Option::Some(#made) }
    } else {
        made
    };
    let swizzled = map.map(|map| quote! { .and_then(|#layout| #layout.swizzled::<#map>().ok()) });
    let within = bounds.map(|bounds| quote! { .map(|#layout| #layout.within(#bounds)) });
    numbers.option(&quote! { #made #swizzled #within })
}

/// Integers of bound symbols, with checks of the obligations: each is a `usize` if it is
/// shown to be at least 0.
pub(super) fn integers(
    context: &Context<'_>,
    obligations: &[&Obligation],
    value: impl FnOnce(&dyn Fn(&Int) -> TokenStream) -> TokenStream,
) -> TokenStream {
    let numbers = Numbers { purpose: "a number", ..Numbers::of(context, None, obligations) };
    let numbers = RefCell::new(numbers);
    let value = value(&|int| {
        let number = match int.known() {
            Some(known) => formula::signed(known),
            None => numbers.borrow_mut().variable(int, false),
        };
        match Int::ZERO.at_most(int).is_true() {
            true => quote! { #number as #Usize },
            false => number,
        }
    });
    numbers.into_inner().checked(&value)
}

/// The type of [`value`].
pub(super) fn layout_type(context: &Context<'_>, plan: &SymbolicPlan) -> TokenStream {
    let (krate, leaves) = (context.krate, leaf_count(plan));
    let of = |profile: &HTuple<SymbolicLeaf>| {
        nested(profile, &mut |leaf| {
            let extent = context.fixed(&leaf.extent).unwrap_or_else(|| quote! { #krate::Extent });
            let stride = context.fixed(&leaf.stride).unwrap_or_else(|| quote! { #Isize });
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
    let number = |int: &Int| context.fixed(int).unwrap_or_else(|| quote! { #Isize });
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

/// What must hold.
struct Rule {
    /// In words, with what it says.
    line: String,
    /// Nothing where something else says that it holds.
    holds: Option<TokenStream>,
}

/// The numbers of a layout, each computed once, and what is checked before.
pub(super) struct Numbers<'a> {
    pub(super) context: &'a Context<'a>,
    /// Integers that are kept from overflow, by name.
    exact: TokenStream,
    /// What is checked of the range of the layout, where that is all.
    compact: Option<Compact>,
    rules: Vec<Rule>,
    /// What the cold call does not decide, by name.
    decided: Vec<(Ident, TokenStream)>,
    /// What a number is that is no extent.
    purpose: &'static str,
    /// Integers whose size is known to fit, where the layout has one.
    extents: Vec<Int>,
    known: Vec<(Int, bool, Ident)>,
    statements: TokenStream,
}

impl<'a> Numbers<'a> {
    fn of(context: &'a Context<'a>, compact: Option<Compact>, obligations: &[&Obligation]) -> Self {
        let mut numbers = Numbers {
            context,
            exact: TokenStream::new(),
            compact,
            rules: Vec::new(),
            decided: Vec::new(),
            purpose: "a stride",
            extents: Vec::new(),
            known: Vec::new(),
            statements: TokenStream::new(),
        };
        for obligation in obligations {
            let of = &obligation.condition;
            let compact = numbers.compact.as_ref();
            let is_implied = compact.is_some_and(|compact| compact.implies(of));
            let case = if obligation.reason.need() == Need::Case { "case " } else { "" };
            // That takes a search, which the cold call is not to have in it.
            if let Condition::Injective { leaves } = of {
                let (name, at) = numbers.decided(plain::injective(context, leaves));
                let [no, undecided] =
                    ['!', '?'].map(|sign| words::decided(context, of, &format!("{sign}{at}")));
                let line = format!("{case}{no}: {}", obligation.rule());
                numbers.rules.push(Rule { line, holds: Some(quote! { #name.is_yes() }) });
                let line = format!("{undecided}: {}", undecided_rule(of));
                numbers.rules.push(Rule { line, holds: None });
                continue;
            }
            let holds = (!is_implied).then(|| plain::holds(context, of));
            let line = format!("{case}{}: {}", words::condition(context, of), obligation.rule());
            numbers.rules.push(Rule { line, holds });
        }
        numbers
    }

    /// The variable of what is decided before all else, and its place among the values that
    /// the cold call has.
    fn decided(&mut self, holds: TokenStream) -> (TokenStream, usize) {
        let name = local(format_args!("h{}", self.decided.len()));
        let place = self.context.symbols.len() + self.decided.len();
        self.decided.push((name.clone(), holds));
        (quote! { #name }, place)
    }

    /// A rule that an integer fits, and is what it is for.
    fn fits(&mut self, int: &Int, purpose: &str, holds: TokenStream) {
        let line = format!("{}: {int} must fit `isize`, as {purpose}", self.words(int, "fits"));
        let is_implied = self.compact.as_ref().is_some_and(|compact| compact.holds_for(int));
        self.rules.push(Rule { line, holds: (!is_implied).then_some(holds) });
    }

    fn words(&self, int: &Int, property: &str) -> String {
        words::property(self.context, int, property)
    }

    pub(super) fn mode(&mut self, leaf: &SymbolicLeaf) -> TokenStream {
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

    /// An extent or a stride: a type's value where rustc knows it, else a variable.
    fn number(&mut self, int: &Int, is_extent: bool) -> TokenStream {
        match self.context.fixed_value(int) {
            Some(fixed) => fixed,
            None => self.variable(int, is_extent),
        }
    }

    /// The variable of an extent or of a stride.
    pub(super) fn variable(&mut self, int: &Int, is_extent: bool) -> TokenStream {
        let context = self.context;
        let known = self.known.iter().find(|(other, is, _)| other == int && *is == is_extent);
        if let Some((.., name)) = known {
            return quote! { #name };
        }
        let letter = if is_extent { "e" } else { "d" };
        let name = local(format_args!("{letter}{}", self.known.len()));
        let value = self.value(int, is_extent);
        let krate = context.krate;
        self.statements.extend(match is_extent {
            true => quote! { let #name = #krate::Extent::new(#value); },
            false => quote! { let #name = #value as #Isize; },
        });
        self.known.push((int.clone(), is_extent, name.clone()));
        quote! { #name }
    }

    /// The value of an integer, which is right under the rules.
    fn value(&mut self, int: &Int, is_extent: bool) -> TokenStream {
        let context = self.context;
        let purpose = if is_extent { "an extent" } else { self.purpose };
        // The size is a multiple of each extent, and checked where the layout is made. Only
        // what wraps can have another extent than it should.
        let is_checked = self.extents.contains(int);
        if let Some(plain) = plain::plain(context, int) {
            if !is_extent && !is_checked {
                self.fits(int, purpose, quote! { #plain <= #Isize::MAX as #Usize });
            }
            return plain;
        }
        if let Some(product) = Product::of(context, int) {
            if !is_extent || is_checked {
                self.fits(int, purpose, product.fits(context));
            }
            return product.value();
        }
        let exact = formula::exact(context, int, &|place| formula::bound(context, place));
        let name = local(format_args!("x{}", self.rules.len()));
        self.exact.extend(quote! { let #name = #exact; });
        // Checked whatever the size says: what is computed on the way may not fit.
        let (property, must, holds) = match is_extent {
            true => ("extent", "be at least 1 and fit", quote! { #name.is_extent() }),
            false => ("fits", "fit", quote! { #name.is_stride() }),
        };
        let line =
            format!("{}: {int} must {must} `isize`, as {purpose}", self.words(int, property));
        self.rules.push(Rule { line, holds: Some(holds) });
        match is_extent {
            true => quote! { #name.number() as #Usize },
            false => quote! { #name.number() },
        }
    }

    /// What is in an option of these numbers, if the rules hold.
    fn option(self, option: &TokenStream) -> TokenStream {
        let (lets, all, refused) = self.parts();
        let statements = &self.statements;
        let layout = local("layout");
        let option = match all {
            None => quote! { { #statements #option } },
            Some(all) => quote! {
                if #all { #statements #option } else { ::core::option::Option::None }
            },
        };
        quote! {
            #lets
            let #layout = #option;
            match #layout {
                ::core::option::Option::Some(#layout) => #layout,
                ::core::option::Option::None => #refused,
            }
        }
    }

    /// A value of these numbers, if the rules hold.
    fn checked(self, value: &TokenStream) -> TokenStream {
        let (lets, all, refused) = self.parts();
        let statements = &self.statements;
        let check = all.map(|all| quote! { if !(#all) { #refused } });
        quote! { #lets #check #statements #value }
    }

    /// What is computed first; whether all rules hold; what is done where one does not.
    fn parts(&self) -> (TokenStream, Option<TokenStream>, TokenStream) {
        let (context, exact) = (self.context, &self.exact);
        let size = self.compact.as_ref().map(Compact::binding);
        let range = self.compact.as_ref().map(|_| Compact::holds());
        let holds = self.rules.iter().filter_map(|rule| rule.holds.clone());
        let all: Vec<TokenStream> = range.into_iter().chain(holds).collect();
        let all = (!all.is_empty()).then(|| quote! { #((#all))&* });
        let rules: Vec<String> =
            self.rules.iter().map(|rule| rule.line.replace('\n', " ")).collect();
        let (rules, layout) = (rules.join("\n"), &context.name);
        let symbols = context.symbols.iter().map(|symbol| &symbol.name);
        let values = (0..context.symbols.len()).map(variable);
        let (names, decided): (Vec<_>, Vec<_>) = self.decided.iter().cloned().unzip();
        let told = quote! {
            (
                #layout, &[#(#symbols),*], #rules,
                &[#(#values,)* #(#names as ::core::primitive::usize),*]
            )
        };
        let refused = match context.fallible {
            true => {
                let refused = context.private("refused");
                quote! { return ::core::result::Result::Err(#refused #told) }
            }
            false => {
                let refuse = context.private("refuse");
                quote! { #refuse #told }
            }
        };
        (quote! { #exact #(let #names = #decided;)* #size }, all, refused)
    }
}

impl Context<'_> {
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
            None => self.is_known(int).then(|| {
                let known = self.known(int);
                quote! { #known::NEW }
            }),
        }
    }
}
