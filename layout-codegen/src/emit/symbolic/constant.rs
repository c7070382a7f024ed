//! Layouts of constants: types whose numbers rustc computes.

use layout_algebra::bounds::Bounds;
use layout_algebra::{Condition, Expression, Int};
use proc_macro2::{Delimiter, Group, Ident, Literal, Span, TokenStream, TokenTree};
use quote::{ToTokens, format_ident, quote};

use super::{Context, Table, formula, leaf_count, local, map, nested};
use crate::emit::bounds::{bounds_type, leaves};
use crate::plan::{SymbolicLeaf, SymbolicPlan};
use crate::report::SpanRange;
use crate::symbols::Obligation;
use crate::syntax::SymbolKind;

/// The numbers of types that the context has collected, after what is demanded of
/// them: as one constant, so that what is wrong is one error.
pub(super) fn numbers<'a>(
    context: &Context<'_>,
    obligations: impl Iterator<Item = &'a Obligation>,
) -> TokenStream {
    let numbers = context.numbers.take();
    if numbers.is_empty() {
        let demands: Vec<_> = obligations.map(|obligation| demand(context, obligation)).collect();
        let bindings = context.constant_bindings();
        return match demands.is_empty() {
            true => TokenStream::new(),
            false => quote! { const { #bindings #(#demands;)* }; },
        };
    }
    let Table::Beside(_) = &context.table else {
        let (name, array) = (table(), array(context, obligations, &numbers));
        let count = Literal::usize_unsuffixed(numbers.len());
        return quote! { const #name: [isize; #count] = #array; };
    };
    // Its parameters stand for the constants.
    let mut symbols = context.symbols.to_vec();
    let mut parameters = Vec::new();
    for symbol in symbols.iter_mut().filter(|symbol| symbol.kind == SymbolKind::Constant) {
        let parameter = format_ident!("C{}", parameters.len(), span = Span::mixed_site());
        symbol.tokens = quote! { #parameter };
        parameters.push(parameter);
    }
    let of = Context::of_expression(context.krate, context.name.clone(), &symbols);
    let name = beside();
    let header = quote! { <#(const #parameters: usize),*> };
    let own = quote! { #name<#(#parameters),*> };
    let implementation = implementation(&of, &header, &own, obligations, &numbers);
    quote! { struct #name #header; #implementation }
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
            const NUMBERS: &'static [isize] = &Self::__NUMBERS;
        }
        #[allow(clippy::all, clippy::pedantic)]
        impl #header #own {
            // Apart from the reference to it: that would be evaluated before the demands.
            const __NUMBERS: [isize; #count] = #array;
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
    let stride = context.private("stride");
    let numbers = numbers.iter().map(|int| number(context, int));
    let bindings = context.constant_bindings();
    quote! {
        {
            #bindings
            #(#demands;)*
            [#(#stride(#numbers)),*]
        }
    }
}

fn table() -> Ident {
    Ident::new("__LAYOUT_NUMBERS", Span::call_site())
}

fn divisor(place: usize) -> Ident {
    local(format_args!("n{place}"))
}

/// The type beside a value that has its numbers.
pub(super) fn beside() -> Ident {
    Ident::new("__LayoutNumbers", Span::call_site())
}

/// `demand(holds, name, rule, values)` of bound constants, which panics where it does not hold.
pub(super) fn demand(context: &Context<'_>, obligation: &Obligation) -> TokenStream {
    let demand = context.private("demand");
    let bound = |place| formula::bound(context, place);
    let holds = formula::condition(context, &obligation.condition, &bound);
    let told = context.told(obligation);
    // Where rustc finds that it does not hold, it underlines the call.
    let SpanRange { first, last } = obligation.range;
    let path: Vec<TokenTree> = demand.into_iter().collect();
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
    let extent = match (leaf.extent.known(), context.alone(&leaf.extent)) {
        (Some(known), _) => formula::signed(known),
        // As it is: also a parameter of the function around it.
        (None, Some(symbol)) => context.constant(symbol),
        (None, None) => {
            let number = context.collected(&leaf.extent);
            quote! { { #number as usize } }
        }
    };
    let stride = match leaf.stride.known() {
        Some(known) => formula::signed(known),
        None => {
            let number = context.collected(&leaf.stride);
            quote! { { #number } }
        }
    };
    quote! { #krate::Leaf<#extent, #stride> }
}

/// A number as `Exact`, of bound constants.
fn number(context: &Context<'_>, int: &Int) -> TokenStream {
    formula::exact(context, int, &|place| formula::bound(context, place))
}

/// An integer as a constant: `usize` if it is shown to be at least 0.
pub(super) fn integer(context: &Context<'_>, int: &Int) -> TokenStream {
    let number = context.collected(int);
    match Int::ZERO.at_most(int).is_true() {
        true => quote! { #number as usize },
        false => number,
    }
}

impl Context<'_> {
    /// The constant of a symbol as an argument.
    pub(super) fn constant(&self, place: usize) -> TokenStream {
        self.symbols.get(place).map(|symbol| super::braced(&symbol.tokens)).unwrap_or_default()
    }

    /// A number of constants, in the table of [`numbers`].
    fn collected(&self, int: &Int) -> TokenStream {
        let (table, at) = (table(), self.place(int));
        quote! { #table[#at] }
    }

    /// The place of a number in the table.
    pub(super) fn place(&self, int: &Int) -> Literal {
        let mut numbers = self.numbers.borrow_mut();
        let at = numbers.iter().position(|other| other == int).unwrap_or_else(|| {
            numbers.push(int.clone());
            numbers.len() - 1
        });
        Literal::usize_unsuffixed(at)
    }

    /// Collects what a number of the run is to be a multiple of, if rustc knows it.
    pub(super) fn collect_divisor(&self, obligation: &Obligation) {
        if let Condition::Divides { divisor, of } = &obligation.condition
            && !self.is_known(of)
        {
            self.divides(divisor);
        }
    }

    /// The variable of what a number of the run is to be a multiple of, if rustc knows it.
    pub(super) fn divides(&self, divisor: &Int) -> Option<Ident> {
        if divisor.known().is_some() || !self.is_known(divisor) {
            return None;
        }
        self.place(divisor);
        self.divisor(&divisor.expression())
    }

    /// The variable of a number of constants that is in the table, as what numbers of the run
    /// are divided by.
    pub(super) fn divisor(&self, of: &Expression) -> Option<Ident> {
        let place = self.place_of(of)?;
        let mut divisors = self.divisors.borrow_mut();
        if !divisors.contains(&place) {
            divisors.push(place);
        }
        Some(divisor(place))
    }

    /// That variable, if there is one: what it stands for is at least 1.
    pub(super) fn known_divisor(&self, of: &Expression) -> Option<Ident> {
        let place = self.place_of(of)?;
        self.divisors.borrow().contains(&place).then(|| divisor(place))
    }

    fn place_of(&self, of: &Expression) -> Option<usize> {
        self.numbers.borrow().iter().position(|int| int.expression() == *of)
    }

    /// That variable, and its value.
    pub(super) fn divisor_binding(&self, place: usize) -> (Ident, TokenStream) {
        let krate = self.krate;
        let (of, at) = (self.private("divisor"), Literal::usize_unsuffixed(place));
        let table = match &self.table {
            Table::Constant => table().into_token_stream(),
            Table::Beside(own) | Table::Own(own) => quote! { <#own as #krate::Numbers>::NUMBERS },
        };
        (divisor(place), quote! { const { #of(#table[#at]) } })
    }

    /// A number of constants as a type of the runtime crate, with a turbofish.
    pub(super) fn known(&self, int: &Int) -> TokenStream {
        let krate = self.krate;
        match &self.table {
            Table::Constant => {
                let number = self.collected(int);
                quote! { #krate::Fixed::<{ #number }> }
            }
            Table::Beside(of) | Table::Own(of) => {
                let place = self.place(int);
                quote! { #krate::dynamic::Constant::<#of, #place> }
            }
        }
    }

    /// The value of that type.
    pub(super) fn known_value(&self, int: &Int) -> TokenStream {
        let known = self.known(int);
        match &self.table {
            Table::Constant => known,
            Table::Beside(_) | Table::Own(_) => quote! { #known::NEW },
        }
    }

    /// The symbol that an integer is.
    fn alone(&self, int: &Int) -> Option<usize> {
        match int.expression() {
            layout_algebra::Expression::Symbol(symbol) => self.position(&symbol),
            _ => None,
        }
    }
}
