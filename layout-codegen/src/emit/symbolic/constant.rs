//! Layouts of constants: types whose numbers rustc computes.

use layout_algebra::bounds::Bounds;
use layout_algebra::{Condition, Int, Need};
use proc_macro2::{Delimiter, Group, Literal, Span, TokenStream, TokenTree};
use quote::quote;

use super::{Context, formula, leaf_count, local, map, nested, plain, undecided_rule};
use crate::emit::bounds::{bounds_type, leaves};
use crate::plan::{SymbolicLeaf, SymbolicPlan};
use crate::primitive::{Isize, Usize};
use crate::report::SpanRange;
use crate::symbols::Obligation;

/// What is demanded of constants, and that the numbers fit which types compute of them: as one
/// constant, so that what is wrong is one error.
pub(super) fn demands<'a>(
    context: &Context<'_>,
    obligations: impl Iterator<Item = &'a Obligation>,
) -> TokenStream {
    let demands: Vec<_> = obligations.map(|obligation| demand(context, obligation)).collect();
    let numbers = context.numbers.take();
    let numbers: Vec<_> = numbers.iter().map(|int| context.checked(int, "stride")).collect();
    if demands.is_empty() && numbers.is_empty() {
        return TokenStream::new();
    }
    let bindings = context.constant_bindings();
    let numbers = (!numbers.is_empty()).then(|| quote! { let _ = [#(#numbers),*]; });
    quote! { const { #bindings #(#demands;)* #numbers }; }
}

/// `Numbers` of a type.
pub(super) fn implementation<'a>(
    context: &Context<'_>,
    header: &TokenStream,
    own: &TokenStream,
    obligations: impl Iterator<Item = &'a Obligation>,
    numbers: &[Int],
) -> TokenStream {
    let krate = context.krate;
    let array = array(context, obligations, numbers);
    let count = Literal::usize_unsuffixed(numbers.len());
    quote! {
        #[automatically_derived]
        impl #header #krate::Numbers for #own {
            const NUMBERS: &'static [#Isize] = &Self::__NUMBERS;
        }
        #[allow(clippy::all, clippy::pedantic)]
        impl #header #own {
            // Apart from the reference to it: that would be evaluated before the demands.
            const __NUMBERS: [#Isize; #count] = #array;
        }
    }
}

/// What is demanded, then the numbers.
fn array<'a>(
    context: &Context<'_>,
    obligations: impl Iterator<Item = &'a Obligation>,
    numbers: &[Int],
) -> TokenStream {
    let demands = obligations.map(|obligation| demand(context, obligation));
    let numbers = numbers.iter().map(|int| context.checked(int, "stride"));
    let bindings = context.constant_bindings();
    quote! {
        {
            #bindings
            #(#demands;)*
            [#(#numbers),*]
        }
    }
}

/// `demand(holds, name, rule, values)` of bound constants, which panics where it does not hold.
pub(super) fn demand(context: &Context<'_>, obligation: &Obligation) -> TokenStream {
    let of = &obligation.condition;
    let told = |rule: &str| context.told(of, rule);
    let rule = told(&obligation.rule());
    let demand = match obligation.reason.need() {
        Need::Must => "demand",
        Need::Case => "demand_case",
    };
    let bound = |place| formula::bound(context, place);
    let holds = match of {
        Condition::Injective { leaves } => {
            let (answer, name) = (formula::injective(context, leaves, &bound), local("answer"));
            let decided = quote! { #name.is_decided() };
            let undecided =
                call(context, "demand", &decided, &told(&undecided_rule(of)), obligation);
            let demand = call(context, demand, &quote! { #name.is_yes() }, &rule, obligation);
            return quote! { { let #name = #answer; #undecided; #demand; } };
        }
        Condition::AtMost { least, most } if least.known() == Some(1) => {
            plain::is_positive(context, most)
        }
        _ => None,
    };
    let holds = holds.unwrap_or_else(|| formula::condition(context, of, &bound));
    call(context, demand, &holds, &rule, obligation)
}

/// A call that rustc underlines, at the tokens of an obligation, where it panics.
fn call(
    context: &Context<'_>,
    function: &str,
    holds: &TokenStream,
    told: &TokenStream,
    obligation: &Obligation,
) -> TokenStream {
    let SpanRange { first, last } = obligation.range;
    let path: Vec<TokenTree> = context.private(function).into_iter().collect();
    let of_path = path.first().map_or_else(Span::call_site, TokenTree::span);
    let path = path.into_iter().map(|mut token| {
        token.set_span(token.span().located_at(first));
        token
    });
    // From the start of one token to the end of another, if both are of one expansion.
    let mut operands = Group::new(Delimiter::Parenthesis, quote! { #holds, #told });
    operands.set_span(of_path.located_at(last));
    quote! { #(#path)* #operands }
}

/// The value `Static::<profile, leaves, linear>::NEW`.
pub(super) fn value(context: &Context<'_>, plan: &SymbolicPlan) -> TokenStream {
    let leaves = leaf_count(plan);
    let profile = nested(&plan.profile, &mut |of| leaf(context, of));
    if !plan.bounds.is_everywhere() || !plan.then.is_empty() {
        let (krate, map) = (context.krate, map(context.krate, plan));
        let linear = nested(&plan.linear, &mut |of| leaf(context, of));
        let bounds = bounds(context, &plan.bounds, &mut |of| leaf(context, of));
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
            let merged = context.private("Merged");
            let linear = nested(linear, &mut |of| leaf(context, of));
            quote! { #merged::<#profile, #leaves, #linear>::NEW }
        }
    }
}

/// The bounds of a layout of constants as a type.
pub(super) fn bounds(
    context: &Context<'_>,
    bounds: &Bounds,
    leaf: &mut dyn FnMut(&SymbolicLeaf) -> TokenStream,
) -> TokenStream {
    bounds_type(context.krate, bounds, |bound| {
        let coordinate = nested(&leaves(bound), leaf);
        let extent = context.fixed(bound.extent());
        (coordinate, extent.unwrap_or_else(|| context.known(bound.extent())))
    })
}

fn leaf(context: &Context<'_>, leaf: &SymbolicLeaf) -> TokenStream {
    let krate = context.krate;
    if let (Some(extent), Some(stride)) = (leaf.extent.known(), leaf.stride.known()) {
        let (extent, stride) = (formula::signed(extent), formula::signed(stride));
        return quote! { #krate::Leaf<#extent, #stride> };
    }
    let [extent, stride] = [&leaf.extent, &leaf.stride].map(|int| context.formula(int));
    quote! { #krate::Computed<(#extent, #stride), 0, 1> }
}

/// An integer as a constant: `usize` if it is shown to be at least 0.
pub(super) fn integer(context: &Context<'_>, int: &Int) -> TokenStream {
    let (krate, formula) = (context.krate, context.formula(int));
    let number = quote! { <#formula as #krate::Numbers>::NUMBERS[0] };
    match Int::ZERO.at_most(int).is_true() {
        true => quote! { #number as #Usize },
        false => number,
    }
}

impl Context<'_> {
    /// The constant of a symbol as an argument.
    pub(super) fn constant(&self, place: usize) -> TokenStream {
        self.symbols.get(place).map(|symbol| super::braced(&symbol.tokens)).unwrap_or_default()
    }

    /// The place of a number in the table of the type that is defined.
    pub(super) fn place(&self, int: &Int) -> Literal {
        Literal::usize_unsuffixed(self.place_of(int))
    }

    /// A number that rustc knows as a type of the runtime crate, with a turbofish.
    pub(super) fn known(&self, int: &Int) -> TokenStream {
        let krate = self.krate;
        let (of, place) = match &self.own {
            Some(own) => (own.clone(), self.place(int)),
            None => (self.formula(int), Literal::usize_unsuffixed(0)),
        };
        quote! { #krate::dynamic::Constant::<#of, #place> }
    }
}
