//! Layouts and integers of symbols that are known at run time: values that are checked where
//! they are made.

use layout_algebra::{CollectVec, Condition, HTuple, Need};
use proc_macro2::{Ident, TokenStream};
use quote::{ToTokens, quote};

use super::check::{constant_name, decided_rule, holds, injective, natural, rule, undecided_rule};
use super::constant;
use super::context::{Context, leaf_count, map, nested, variable};
use super::spelling::{exact, words};
use crate::emit::rust::{local, signed};
use crate::plan::{
    Check, Computation, Constant, Fits, Flow, LayoutValue, Mode, Number, Product, Source,
    SymbolicPlan, Taken, Test, ValueBound, ValueNumbers,
};
use crate::primitive::{Isize, Usize};
use crate::syntax::SymbolKind;

/// The `Dynamic` of bound symbols, with checks of the obligations.
pub(super) fn layout(
    context: &Context<'_>,
    plan: &SymbolicPlan,
    value: &LayoutValue,
) -> TokenStream {
    let krate = context.krate;
    let values = Values { context, of: &value.numbers };
    let profile = values.ready(&value.modes);
    let (leaves, layout) = (leaf_count(&value.modes), local("layout"));
    let is_compact = value.numbers.size.is_some();
    let mut made = match (&value.numbers.size, &value.linear) {
        (Some(size), None) => {
            let size = wrapping_product(&size.product);
            quote! { #krate::Dynamic::<_, #leaves>::compact_plain(#profile, #size) }
        }
        (Some(size), Some(linear)) => {
            let (linear, size) = (values.ready(linear), wrapping_product(&size.product));
            quote! { #krate::Dynamic::<_, #leaves, _>::compact(#profile, #linear, #size) }
        }
        (None, None) => quote! { #krate::Dynamic::<_, #leaves>::checked_plain(#profile) },
        (None, Some(linear)) => {
            let linear = values.ready(linear);
            quote! { #krate::Dynamic::<_, #leaves, _>::checked(#profile, #linear) }
        }
    };
    let is_option = !is_compact || !plan.then.is_empty();
    if is_option && is_compact {
        made = quote! { ::core::option::Option::Some(#made) };
    }
    if !plan.then.is_empty() {
        let map = map(krate, plan);
        made.extend(quote! { .and_then(|#layout| #layout.swizzled::<#map>().ok()) });
    }
    if !plan.bounds.is_everywhere() {
        let bounds = values.bounds(value.bounds.as_deref(), false);
        made.extend(match is_option {
            true => quote! { .map(|#layout| #layout.within(#bounds)) },
            false => quote! { .within(#bounds) },
        });
    }
    match is_option {
        true => values.option(&made),
        false => values.checked("a stride", &made),
    }
}

/// A value of integers, with checks of the obligations.
pub(super) fn checked(
    context: &Context<'_>,
    numbers: &ValueNumbers,
    value: &TokenStream,
) -> TokenStream {
    Values { context, of: numbers }.checked("a number", value)
}

/// An integer of such a value, by its place.
pub(super) fn integer(place: usize) -> TokenStream {
    let name = number_name(place, false);
    quote! { #name }
}

/// The type of [`layout`].
pub(super) fn layout_type(
    context: &Context<'_>,
    plan: &SymbolicPlan,
    value: &LayoutValue,
) -> TokenStream {
    let (krate, leaves) = (context.krate, leaf_count(&value.modes));
    let values = Values { context, of: &value.numbers };
    let profile = values.types(&value.modes);
    let linear = value.linear.as_ref().map(|linear| values.types(linear));
    if !plan.bounds.is_everywhere() || !plan.then.is_empty() {
        let (linear, map) = (linear.as_ref().unwrap_or(&profile), map(krate, plan));
        let bounds = values.bounds(value.bounds.as_deref(), true);
        return quote! { #krate::Dynamic<#profile, #leaves, #linear, #map, #bounds> };
    }
    match linear {
        None => quote! { #krate::Dynamic<#profile, #leaves> },
        Some(linear) => quote! { #krate::Dynamic<#profile, #leaves, #linear> },
    }
}

/// The variable of a number, by its place.
fn number_name(place: usize, is_extent: bool) -> Ident {
    let letter = if is_extent { "e" } else { "d" };
    local(format_args!("{letter}{place}"))
}

/// The variable of a number that is computed without overflow, by the place of the number.
fn exact_name(place: usize) -> Ident {
    local(format_args!("x{place}"))
}

/// A rule of a value: in words, with what it says; and whether it holds, unless something else
/// says so.
struct Rule {
    line: String,
    holds: Option<TokenStream>,
}

/// A product of `usize`, which is right where it fits.
fn wrapping_product(product: &Product) -> TokenStream {
    multiplied(product, &quote! { #Usize::wrapping_mul })
}

/// A product by a function of two factors.
fn multiplied(product: &Product, times: &TokenStream) -> TokenStream {
    let factors = product.all().map(natural);
    factors.reduce(|a, b| quote! { #times(#a, #b) }).unwrap_or_default()
}

/// The numbers of a value.
struct Values<'a> {
    context: &'a Context<'a>,
    of: &'a ValueNumbers,
}

impl Values<'_> {
    /// The types of modes.
    fn types(&self, modes: &HTuple<Mode>) -> TokenStream {
        let krate = self.context.krate;
        nested(modes, &mut |mode| {
            let extent = self.known(mode.extent).unwrap_or(quote! { #krate::Extent });
            let stride = self.known(mode.stride).unwrap_or(quote! { #Isize });
            quote! { #krate::Mode<#extent, #stride> }
        })
    }

    /// Modes and their flows, as two arguments.
    fn ready(&self, modes: &HTuple<Mode>) -> TokenStream {
        let krate = self.context.krate;
        let flow = nested(modes, &mut |mode| self.flow(&mode.flow));
        let modes = nested(modes, &mut |mode| {
            let (extent, stride) = (self.number(mode.extent), self.number(mode.stride));
            quote! { #krate::Mode { extent: #extent, stride: #stride } }
        });
        quote! { #modes, #flow }
    }

    fn flow(&self, flow: &Flow) -> TokenStream {
        match flow {
            Flow::Stride(stride) => self.plain(*stride),
            Flow::Less(stride, taken) => {
                let stride = self.plain(*stride);
                match taken {
                    Taken::Known(known) => {
                        let known = signed(*known);
                        quote! { #Isize::wrapping_sub(#stride, #known) }
                    }
                    Taken::Product(extent, by) => {
                        let (extent, by) = (self.extent(*extent), self.plain(*by));
                        let less = self.context.private("less");
                        quote! { #less(#stride, #extent, #by) }
                    }
                }
            }
            Flow::Unless { extent, one, other } => {
                let (extent, one, other) = (self.plain(*extent), self.flow(one), self.flow(other));
                quote! { if #extent == 1 { #one } else { #other } }
            }
        }
    }

    /// An extent as a `usize`, which rustc knows if it is known.
    fn extent(&self, source: Source) -> TokenStream {
        match source {
            Source::Number(place) if self.of.numbers[place].is_extent => {
                let name = number_name(place, true);
                quote! { #name.value() }
            }
            Source::Fixed(known) => signed(known),
            Source::Number(_) | Source::Constant(_) => {
                let plain = self.plain(source);
                quote! { #plain as #Usize }
            }
        }
    }

    /// A number as an `isize`, which rustc knows if it is known.
    fn plain(&self, source: Source) -> TokenStream {
        match source {
            Source::Fixed(known) => signed(known),
            Source::Constant(place) => {
                let constant = &self.of.constants[place];
                let name = constant_name(place, constant);
                if constant.is_divisor {
                    quote! { (#name as #Isize) }
                } else {
                    quote! { #name }
                }
            }
            Source::Number(place) => {
                let is_extent = self.of.numbers[place].is_extent;
                let name = number_name(place, is_extent);
                match is_extent {
                    true => quote! { #name.value() as #Isize },
                    false => quote! { #name },
                }
            }
        }
    }

    /// The type of a number that rustc knows.
    fn known(&self, source: Source) -> Option<TokenStream> {
        let krate = self.context.krate;
        match source {
            Source::Fixed(known) => {
                let known = signed(known);
                Some(quote! { #krate::Fixed::<#known> })
            }
            Source::Constant(place) => {
                Some(constant::known(self.context, &self.of.constants[place].of))
            }
            Source::Number(_) => None,
        }
    }

    /// A number: a type's value where rustc knows it, else a variable.
    fn number(&self, source: Source) -> TokenStream {
        match (source, self.known(source)) {
            (Source::Number(place), _) => {
                let name = number_name(place, self.of.numbers[place].is_extent);
                quote! { #name }
            }
            (Source::Constant(_), known) => quote! { #known::NEW },
            (Source::Fixed(_), known) => quote! { #known },
        }
    }

    /// Bounds as a value, or as a type.
    fn bounds(&self, bounds: Option<&[ValueBound]>, is_type: bool) -> TokenStream {
        let krate = self.context.krate;
        let Some(bounds) = bounds else { return quote! { #krate::bounds::Unknown } };
        let number = |source| match is_type {
            true => self.known(source).unwrap_or(quote! { #Isize }),
            false => self.number(source),
        };
        let mut all = quote! { #krate::bounds::Everywhere };
        for bound in bounds.iter().rev() {
            let coordinate = nested(&bound.coordinate, &mut |stride| match stride {
                None => quote! { #krate::bounds::Next },
                Some(stride) => number(*stride),
            });
            let extent = number(bound.extent);
            all = match is_type {
                true => quote! { #krate::bounds::Within<#coordinate, #extent, #all> },
                false => quote! { #krate::bounds::Within::new(#coordinate, #extent, #all) },
            };
        }
        all
    }

    /// The value of an option of these numbers, if the conditions hold.
    fn option(&self, option: &TokenStream) -> TokenStream {
        let Checks { first, all, refused } = self.checks("a stride");
        let (statements, layout) = (self.statements(), local("layout"));
        let option = match all {
            None => quote! { { #statements #option } },
            Some(all) => quote! {
                if #all { #statements #option } else { ::core::option::Option::None }
            },
        };
        quote! {
            #first
            let #layout = #option;
            match #layout {
                ::core::option::Option::Some(#layout) => #layout,
                ::core::option::Option::None => #refused,
            }
        }
    }

    /// A value of these numbers, if the rules hold. `purpose` is what a number is that is no
    /// extent.
    fn checked(&self, purpose: &str, value: &TokenStream) -> TokenStream {
        let Checks { first, all, refused } = self.checks(purpose);
        let (statements, all) = (self.statements(), all.iter());
        quote! { #first #(if !(#all) { #refused })* #statements #value }
    }

    /// The variables of the numbers.
    fn statements(&self) -> TokenStream {
        let numbers = self.of.numbers.iter().enumerate();
        numbers.map(|(place, number)| self.statement(place, number)).collect()
    }

    fn statement(&self, place: usize, number: &Number) -> TokenStream {
        let krate = self.context.krate;
        let name = number_name(place, number.is_extent);
        let value = match &number.value {
            Computation::Product(product) => wrapping_product(product),
            Computation::Exact => {
                let exact = exact_name(place);
                match number.is_extent {
                    true => quote! { #exact.number() as #Usize },
                    false => quote! { #exact.number() },
                }
            }
        };
        match number.is_extent {
            true => quote! { let #name = #krate::Extent::new(#value); },
            false => quote! { let #name = #value as #Isize; },
        }
    }

    /// The checks before a value is made.
    fn checks(&self, purpose: &str) -> Checks {
        let context = self.context;
        let (mut rules, decided) = self.obligations();
        rules.extend(self.fits(purpose));
        let mut first = TokenStream::new();
        for (place, number) in self.of.numbers.iter().enumerate() {
            if number.value == Computation::Exact {
                let (name, value) = (exact_name(place), exact(context, &number.of));
                first.extend(quote! { let #name = #value; });
            }
        }
        let (mut lines, mut all) = (Vec::new(), Vec::new());
        if let Some(size) = &self.of.size {
            let fit = context.private("fit");
            let size = multiplied(&size.product, &context.private("times"));
            all.push(quote! { #fit(#size) });
        }
        for rule in rules {
            lines.push(rule.line.replace('\n', " "));
            all.extend(rule.holds);
        }
        let mut names = Vec::new();
        for (name, decided) in decided {
            first.extend(quote! { let #name = #decided; });
            names.push(name);
        }
        let refused = self.refused(&lines.join("\n"), &names);
        let all = if all.is_empty() { None } else { Some(quote! { #((#all))&* }) };
        Checks { first, all, refused }
    }

    /// The rules of the obligations, and what is decided before all else, by name: a search,
    /// which the cold call is not to have in it.
    fn obligations(&self) -> (Vec<Rule>, Vec<(Ident, TokenStream)>) {
        let context = self.context;
        let (mut rules, mut decided) = (Vec::new(), Vec::new());
        for (obligation, check) in context.obligations.iter().zip(context.checks) {
            let of = &obligation.condition;
            let case = if obligation.reason.need() == Need::Case { "case " } else { "" };
            match (of, check) {
                (_, Check::Constant(_) | Check::Nobody) => {}
                (Condition::Injective { leaves }, Check::Value(Test::Injective(links))) => {
                    let name = local(format_args!("h{}", decided.len()));
                    // Among the values that the cold call has.
                    let at = context.symbols.len() + decided.len();
                    let no = decided_rule(context, of, &format!("!{at}"));
                    let line = format!("{case}{no}: {}", obligation.rule());
                    rules.push(Rule { line, holds: Some(quote! { #name.is_yes() }) });
                    let undecided = decided_rule(context, of, &format!("?{at}"));
                    let line = format!("{undecided}: {}", undecided_rule(of));
                    rules.push(Rule { line, holds: None });
                    decided.push((name, injective(context, leaves, links)));
                }
                (_, Check::Value(test)) => {
                    let line = format!("{case}{}: {}", rule(context, of), obligation.rule());
                    rules.push(Rule { line, holds: Some(holds(context, test, of)) });
                }
            }
        }
        (rules, decided)
    }

    /// The rules that numbers fit, and are what they are for.
    fn fits(&self, purpose: &str) -> Vec<Rule> {
        let mut rules = Vec::new();
        for (place, number) in self.of.numbers.iter().enumerate() {
            if number.fits != Fits::Layout {
                rules.push(self.number_rule(place, number, purpose));
            }
        }
        rules
    }

    /// The rule that a number fits, and is what it is for.
    fn number_rule(&self, place: usize, number: &Number, purpose: &str) -> Rule {
        let is_extent = number.is_extent && number.value == Computation::Exact;
        let (property, must) = match is_extent {
            true => ("extent", "be at least 0 and fit"),
            false => ("fits", "fit"),
        };
        let purpose = if number.is_extent { "an extent" } else { purpose };
        let (of, words) = (&number.of, words(self.context, &number.of));
        let line = format!("{words} {property}: {of} must {must} `isize`, as {purpose}");
        let name = exact_name(place);
        let holds = match &number.value {
            _ if number.fits != Fits::Check => None,
            Computation::Product(product) => Some(self.product_fits(product)),
            Computation::Exact if is_extent => Some(quote! { #name.is_extent() }),
            Computation::Exact => Some(quote! { #name.is_stride() }),
        };
        Rule { line, holds }
    }

    fn product_fits(&self, product: &Product) -> TokenStream {
        let known = product.known.as_ref().map(natural);
        let factors = product.factors.iter().map(natural).collect_vec();
        let (times, fit) = (self.context.private("times"), self.context.private("fit"));
        match (known, factors.as_slice()) {
            (None, [alone]) => quote! { #fit(#alone) },
            (Some(known), [factor]) => quote! { #fit(#times(#known, #factor)) },
            (known, factors) => {
                let (fits, known) = (self.context.private("fits"), known.iter());
                quote! { #fits(&[#(#known,)* #(#factors),*]) }
            }
        }
    }

    /// The tokens that run where a condition does not hold.
    fn refused(&self, rules: &str, decided: &[Ident]) -> TokenStream {
        let (context, layout) = (self.context, self.context.name);
        let symbols = context.symbols.iter().map(|symbol| &symbol.name);
        let values = (0..context.symbols.len()).map(variable);
        let message = quote! {
            (
                #layout, &[#(#symbols),*], #rules,
                &[#(#values,)* #(#decided as ::core::primitive::usize),*]
            )
        };
        match context.fallible {
            true => {
                let refused = context.private("refused");
                quote! { return ::core::result::Result::Err(#refused #message) }
            }
            false => {
                let refuse = context.private("refuse");
                quote! { #refuse #message }
            }
        }
    }
}

/// The checks before a value is made.
struct Checks {
    /// The statements before the conditions.
    first: TokenStream,
    /// An expression that is true if all conditions hold; `None` without conditions.
    all: Option<TokenStream>,
    /// The tokens that run where one does not hold.
    refused: TokenStream,
}

impl Context<'_> {
    /// A variable for each symbol, and for each number that rustc computes, all of which are
    /// checked to fit after what is demanded of them.
    pub(super) fn bindings(&self, constants: &[Constant]) -> TokenStream {
        let run_time = self.bindings_of(SymbolKind::RunTime);
        let (mut names, _) = self.bound(SymbolKind::Constant);
        if names.is_empty() {
            return run_time;
        }
        let mut values = names.iter().map(ToTokens::to_token_stream).collect_vec();
        let mut types = vec![quote! { #Usize }; names.len()];
        for (place, constant) in constants.iter().enumerate() {
            let (of, purpose) = match constant.is_divisor {
                true => (quote! { #Usize }, "divisor"),
                false => (quote! { #Isize }, "stride"),
            };
            values.push(self.checked(&constant.of, purpose));
            types.push(of);
            names.push(constant_name(place, constant));
        }
        let own = self.bindings_of(SymbolKind::Constant);
        let demands = constant::demands_of(self);
        quote! {
            #[allow(unused_variables)]
            let (#(#names,)*): (#(#types,)*) = const {
                #own
                #demands
                (#(#values,)*)
            };
            #run_time
        }
    }
}
