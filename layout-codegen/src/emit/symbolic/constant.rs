//! Layouts of constants: types whose numbers rustc computes.

use layout_algebra::bounds::Bounds;
use layout_algebra::{CollectVec, Condition, HTuple, Int, Need};
use proc_macro2::{Delimiter, Group, Literal, TokenStream};
use quote::quote;

use super::check::{holds, injective, natural, undecided_rule};
use super::context::{Context, braced, leaf_count, map, nested};
use super::spelling::{exact, formula};
use crate::emit::bounds::bounds_type;
use crate::emit::rust::{local, signed};
use crate::evaluated::Obligation;
use crate::plan::{Check, SymbolicLeaf, SymbolicPlan, Test, bound_leaves};
use crate::primitive::Isize;
use crate::report::SpanRange;
use crate::syntax::SymbolKind;

/// Conditions of constants, and of the numbers that types compute of them, that these fit: all as
/// one constant, so that a condition that does not hold is one error.
pub(super) fn demands(context: &Context<'_>, numbers: &[&Int]) -> TokenStream {
    let mut demands = demands_of(context);
    if !numbers.is_empty() {
        let numbers = numbers.iter().map(|int| context.checked(int, "stride"));
        demands.extend(quote! { let _ = [#(#numbers),*]; });
    }
    if demands.is_empty() {
        return TokenStream::new();
    }
    let bindings = context.bindings_of(SymbolKind::Constant);
    quote! { const { #bindings #demands }; }
}

/// The demands that rustc decides.
pub(super) fn demands_of(context: &Context<'_>) -> TokenStream {
    let mut demands = TokenStream::new();
    for (obligation, check) in context.obligations.iter().zip(context.checks) {
        if let Check::Constant(test) = check {
            let demand = demand(context, obligation, test);
            demands.extend(quote! { #demand; });
        }
    }
    demands
}

/// `demand(holds, name, rule, values)` of bound constants, which panics where it does not hold.
fn demand(context: &Context<'_>, obligation: &Obligation, test: &Test) -> TokenStream {
    let of = &obligation.condition;
    let rule = context.message(of, &obligation.rule());
    let demand = match obligation.reason.need() {
        Need::Must => "demand",
        Need::Case => "demand_case",
    };
    let holds = match (of, test) {
        (Condition::Injective { leaves }, Test::Injective(links)) => {
            let (answer, name) = (injective(context, leaves, links), local("answer"));
            let decided = quote! { #name.is_decided() };
            let undecided = context.message(of, &undecided_rule(of));
            let undecided = call(context, "demand", &decided, &undecided, obligation);
            let demand = call(context, demand, &quote! { #name.is_yes() }, &rule, obligation);
            return quote! { { let #name = #answer; #undecided; #demand; } };
        }
        (_, Test::Positive(symbols)) => {
            let symbols = symbols.iter().map(natural);
            quote! { #(1 <= #symbols)&&* }
        }
        _ => holds(context, test, of),
    };
    call(context, demand, &holds, &rule, obligation)
}

/// A call that rustc underlines, at the tokens of an obligation, where it panics.
fn call(
    context: &Context<'_>,
    function: &str,
    holds: &TokenStream,
    message: &TokenStream,
    obligation: &Obligation,
) -> TokenStream {
    let SpanRange { first, last } = obligation.range;
    let mut path = context.private(function).into_iter().collect_vec();
    let of_path = path[0].span();
    for token in &mut path {
        token.set_span(token.span().located_at(first));
    }
    // From the start of one token to the end of another, if both are of one expansion.
    let mut operands = Group::new(Delimiter::Parenthesis, quote! { #holds, #message });
    operands.set_span(of_path.located_at(last));
    quote! { #(#path)* #operands }
}

/// The value `Static::<profile, leaves, linear>::NEW`.
pub(super) fn value(context: &Context<'_>, plan: &SymbolicPlan) -> TokenStream {
    let leaves = leaf_count(&plan.profile);
    let of = |profile: &HTuple<SymbolicLeaf>| nested(profile, &mut |of| leaf(context, of));
    let profile = of(&plan.profile);
    if !plan.bounds.is_everywhere() || !plan.then.is_empty() {
        let (krate, map, linear) = (context.krate, map(context.krate, plan), of(&plan.linear));
        let known = |int: &Int| known(context, int);
        let bounds = bounds(context, &plan.bounds, &mut |of| leaf(context, of), &known);
        return quote! {
            #krate::Static::<#profile, #leaves, #linear, #linear, #profile, #map, #bounds>::NEW
        };
    }
    match plan.separate_linear() {
        None => {
            let plain = context.private("Plain");
            quote! { #plain::<#profile, #leaves>::NEW }
        }
        Some(linear) => {
            let (merged, linear) = (context.private("Merged"), of(linear));
            quote! { #merged::<#profile, #leaves, #linear>::NEW }
        }
    }
}

/// The bounds of a layout of constants as a type.
pub(super) fn bounds(
    context: &Context<'_>,
    bounds: &Bounds,
    leaf: &mut dyn FnMut(&SymbolicLeaf) -> TokenStream,
    extent: &dyn Fn(&Int) -> TokenStream,
) -> TokenStream {
    let krate = context.krate;
    bounds_type(krate, bounds, &mut |bound| {
        let extent = match bound.extent().known() {
            Some(known) => {
                let known = signed(known);
                quote! { #krate::Fixed<#known> }
            }
            None => extent(bound.extent()),
        };
        (nested(&bound_leaves(bound), leaf), extent)
    })
}

fn leaf(context: &Context<'_>, leaf: &SymbolicLeaf) -> TokenStream {
    let krate = context.krate;
    if let (Some(extent), Some(stride)) = (leaf.extent.known(), leaf.stride.known()) {
        let (extent, stride) = (signed(extent), signed(stride));
        return quote! { #krate::Leaf<#extent, #stride> };
    }
    let (extent, stride) = (formula(context, &leaf.extent), formula(context, &leaf.stride));
    quote! { #krate::Computed<(#extent, #stride), 0, 1> }
}

/// A number that rustc knows as a type of the runtime crate, with a turbofish.
pub(super) fn known(context: &Context<'_>, int: &Int) -> TokenStream {
    let (krate, formula) = (context.krate, formula(context, int));
    quote! { #krate::dynamic::Constant::<#formula, 0> }
}

/// An integer as a constant.
pub(super) fn integer(context: &Context<'_>, int: &Int) -> TokenStream {
    let (krate, formula) = (context.krate, formula(context, int));
    quote! { <#formula as #krate::Numbers>::NUMBERS[0] }
}

/// `Numbers` of a type: what is demanded, then the numbers.
pub(super) fn implementation(
    context: &Context<'_>,
    header: &TokenStream,
    own: &TokenStream,
    numbers: &[Int],
) -> TokenStream {
    let krate = context.krate;
    let count = Literal::usize_unsuffixed(numbers.len());
    let numbers = numbers.iter().map(|int| context.checked(int, "stride"));
    let (bindings, demands) = (context.bindings_of(SymbolKind::Constant), demands_of(context));
    quote! {
        #[automatically_derived]
        impl #header #krate::Numbers for #own {
            const NUMBERS: &'static [#Isize] = &Self::__NUMBERS;
        }
        #[allow(clippy::all, clippy::pedantic)]
        impl #header #own {
            // Apart from the reference to it: that would be evaluated before the demands.
            const __NUMBERS: [#Isize; #count] = {
                #bindings
                #demands
                [#(#numbers),*]
            };
            // Functions name it, so that rustc shows who calls them with constants that are wrong.
            const __SHOWN: () = { let _ = Self::__NUMBERS; };
        }
    }
}

impl Context<'_> {
    /// The constant of a symbol as an argument.
    pub(super) fn constant(&self, place: usize) -> TokenStream {
        match self.symbols.get(place) {
            Some(symbol) => braced(&symbol.tokens),
            None => TokenStream::new(),
        }
    }

    /// A number of bound constants, after a check of the runtime crate.
    pub(super) fn checked(&self, int: &Int, check: &str) -> TokenStream {
        let (check, exact) = (self.private(check), exact(self, int));
        quote! { #check(#exact) }
    }
}
