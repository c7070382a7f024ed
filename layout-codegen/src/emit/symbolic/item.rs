//! Named layouts with symbols.

use proc_macro2::{Ident, Literal, Span, TokenStream};
use quote::{format_ident, quote};

use super::super::with_parameters;
use super::derived::cfg_of_own;
use super::{Context, constant, dynamic, leaf_count, map, nested};
use crate::plan::SymbolicPlan;
use crate::primitive::{Isize, Str, Usize};
use crate::syntax::{Parameter, SymbolKind};

/// A definition of a layout with symbols.
pub(crate) struct Item<'a> {
    pub(crate) attributes: &'a TokenStream,
    pub(crate) visibility: &'a TokenStream,
    pub(crate) name: &'a Ident,
    pub(crate) parameters: &'a [Parameter],
    /// The constants that it takes from the scope, by their symbols.
    pub(crate) constants: &'a [(Ident, usize)],
}

/// A struct with the symbols that the run knows as its fields, and the constants as
/// its parameters.
pub(crate) fn item(context: &Context<'_>, plan: &SymbolicPlan, item: &Item<'_>) -> TokenStream {
    let Item { attributes, visibility, name, .. } = item;
    let doc = documentation(plan);
    let is_value = !item.run_time().is_empty() || !plan.is_constant();
    let (header, generics, _) = item.generics();
    let fields = match is_value {
        false => quote! { ; },
        true => {
            let symbols = item.run_time();
            let layout = dynamic::layout_type(context, plan);
            quote! { { #(#symbols: ::core::primitive::usize,)* layout: #layout, } }
        }
    };
    let constants = constants(context, plan, item, is_value);
    let parts = if is_value { value(context, plan, item) } else { unit(context, plan, item) };
    quote! {
        #attributes
        #[doc = ""]
        #[doc = #doc]
        #visibility struct #name #header #fields
        #constants
        #parts
        #[automatically_derived]
        impl #header ::core::clone::Clone for #name #generics {
            #[inline]
            fn clone(&self) -> Self { *self }
        }
        #[automatically_derived]
        impl #header ::core::marker::Copy for #name #generics {}
    }
}

impl Item<'_> {
    fn run_time(&self) -> Vec<&Ident> {
        self.of(SymbolKind::RunTime)
    }

    fn of(&self, kind: SymbolKind) -> Vec<&Ident> {
        let of = self.parameters.iter().filter(|parameter| parameter.kind == kind);
        of.map(|parameter| &parameter.name).collect()
    }

    /// The type that is defined, if it is a layout, and no value has one.
    pub(crate) fn own(&self) -> Option<TokenStream> {
        let (name, (_, generics, _)) = (self.name, self.generics());
        self.run_time().is_empty().then(|| quote! { #name #generics })
    }

    /// `<const BM: usize>`, `<BM>`, and `::<BM>`; nothing without constants.
    fn generics(&self) -> (TokenStream, TokenStream, TokenStream) {
        let constants = self.of(SymbolKind::Constant);
        if constants.is_empty() {
            return Default::default();
        }
        (
            quote! { <#(const #constants: ::core::primitive::usize),*> },
            quote! { <#(#constants),*> },
            quote! { ::<#(#constants),*> },
        )
    }
}

/// The notation, and what must hold.
fn documentation(plan: &SymbolicPlan) -> String {
    let mut text = format!(" The layout `{}`.", plan.notation);
    if !plan.obligations.is_empty() {
        text.push_str("\n\n # Obligations\n");
        for obligation in &plan.obligations {
            let condition = obligation.condition.assumption();
            text.push_str(&format!("\n - `{condition}`, {}", obligation.reason));
        }
    }
    text
}

/// What every layout with a name says of itself.
fn constants(
    context: &Context<'_>,
    plan: &SymbolicPlan,
    item: &Item<'_>,
    is_value: bool,
) -> TokenStream {
    // Constants have a notation with their values too.
    let symbolic = Ident::new(if is_value { "NOTATION" } else { "SYMBOLIC" }, Span::call_site());
    let (name, (header, generics, _)) = (item.name, item.generics());
    let notation = &plan.notation;
    let obligations: Vec<String> =
        plan.obligations.iter().map(|o| o.condition.assumption()).collect();
    let rank = Literal::usize_unsuffixed(plan.rank);
    let depth = Literal::usize_unsuffixed(plan.depth);
    let own = item.constants.iter().map(|(constant, symbol)| {
        let value = context.constant(*symbol);
        quote! {
            #[doc(hidden)]
            pub const #constant: #Usize = #value;
        }
    });
    quote! {
        #[allow(dead_code, unreachable_pub, clippy::all, clippy::pedantic)]
        impl #header #name #generics {
            /// The number of modes.
            pub const RANK: #Usize = #rank;
            /// The levels of nesting.
            pub const DEPTH: #Usize = #depth;
            /// The layout in CuTe's notation, with its symbols.
            pub const #symbolic: &'static #Str = #notation;
            /// What is asked of the symbols where the layout is made.
            pub const OBLIGATIONS: &'static [&'static #Str] = &[#(#obligations),*];
            #(#own)*
        }
    }
}

/// A struct with the layout in it, which is made of the symbols.
fn value(context: &Context<'_>, plan: &SymbolicPlan, item: &Item<'_>) -> TokenStream {
    let (krate, name, (header, generics, _)) = (context.krate, item.name, item.generics());
    let symbols = item.run_time();
    let layout = dynamic::layout_type(context, plan);
    let made = super::expression(context, plan);
    let text = name.to_string();
    let list = symbols.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ");
    let new = format!(" The layout of {list}.");
    let of = format!(" The layout of {list}, which must be a layout.");
    let accessors = symbols.iter().map(|symbol| {
        let doc = format!(" The symbol `{symbol}`.");
        quote! {
            #[doc = #doc]
            #[inline]
            #[must_use]
            pub const fn #symbol(&self) -> #Usize { self.#symbol }
        }
    });
    let f = super::local("f");
    let debug = cfg_of_own(item.attributes, "Debug").map(|cfg| {
        quote! {
            #cfg
            #[automatically_derived]
            impl #header ::core::fmt::Debug for #name #generics {
                fn fmt(&self, #f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                    ::core::write!(#f, "{}({})", #text, self.layout)
                }
            }
        }
    });
    let display = cfg_of_own(item.attributes, "Display").map(|cfg| {
        quote! {
            #cfg
            #[automatically_derived]
            impl #header ::core::fmt::Display for #name #generics {
                /// The notation, with the numbers.
                fn fmt(&self, #f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                    ::core::fmt::Display::fmt(&self.layout, #f)
                }
            }
        }
    });
    let unwrap = context.private("made");
    let made_of = super::local("layout");
    quote! {
        #[allow(dead_code, unreachable_pub, clippy::all, clippy::pedantic)]
        impl #header #name #generics {
            #[doc = #new]
            ///
            /// # Errors
            ///
            /// An obligation is not met, or a number does not fit an `isize`.
            #[inline]
            pub fn new(#(#symbols: ::core::primitive::usize),*)
                -> ::core::result::Result<Self, #krate::ShapeError>
            {
                let #made_of = #made;
                ::core::result::Result::Ok(#name { #(#symbols,)* layout: #made_of })
            }

            #[doc = #of]
            ///
            /// # Panics
            ///
            /// Where [`new`](Self::new) answers an error.
            #[inline]
            #[must_use]
            #[track_caller]
            pub fn of(#(#symbols: ::core::primitive::usize),*) -> Self {
                #unwrap(Self::new(#(#symbols),*))
            }

            #(#accessors)*
        }
        #[automatically_derived]
        impl #header ::core::ops::Deref for #name #generics {
            type Target = #layout;
            #[inline]
            fn deref(&self) -> &Self::Target { &self.layout }
        }
        #debug
        #display
    }
}

/// A struct without fields, whose numbers are constants.
fn unit(context: &Context<'_>, plan: &SymbolicPlan, item: &Item<'_>) -> TokenStream {
    let (krate, name, (header, generics, _)) = (context.krate, item.name, item.generics());
    let mut leaf = |leaf: &crate::plan::SymbolicLeaf| {
        let (extent, stride) = (context.place(&leaf.extent), context.place(&leaf.stride));
        quote! { #krate::Computed<Self, #extent, #stride> }
    };
    let profile = nested(&plan.profile, &mut leaf);
    let linear = plan.separate_linear().map(|linear| nested(linear, &mut leaf));
    let linear = linear.unwrap_or_else(|| quote! { Self::Profile });
    let bounds = constant::bounds(context, &plan.bounds, &mut leaf);
    let (own, obligations) = (quote! { #name #generics }, plan.obligations.iter());
    let numbers = context.numbers.take();
    let numbers = constant::implementation(context, &header, &own, obligations, &numbers);
    let leaves = leaf_count(plan);
    let functions = functions(krate, plan);
    let functions = quote! {
        #[allow(dead_code, unreachable_pub, clippy::all, clippy::pedantic)]
        impl #header #name #generics { #functions }
    };
    let functions = with_parameters(krate, &functions);
    let map = map(krate, plan);
    quote! {
        #numbers
        #[automatically_derived]
        impl #header #krate::Layout for #name #generics {
            type Profile = #profile;
            type Linear = #linear;
            type Index = Self::Linear;
            type Map = #map;
            type Bounds = #bounds;
        }
        #[automatically_derived]
        impl #header ::core::ops::Deref for #name #generics {
            type Target = #krate::__private::Named<Self, #leaves>;
            #[inline]
            fn deref(&self) -> &Self::Target { &Self::Target::NEW }
        }
        #[allow(dead_code, unreachable_pub, clippy::all, clippy::pedantic)]
        impl #header #name #generics {
            /// The number of coordinates.
            pub const SIZE: #Usize = <Self as #krate::Layout>::SIZE;
            /// The number of offsets from the smallest to the largest.
            pub const COSIZE: #Usize = <Self as #krate::Layout>::COSIZE;
            /// The smallest offset.
            pub const MIN_OFFSET: #Isize = <Self as #krate::Layout>::MIN_OFFSET;
            /// The largest offset.
            pub const MAX_OFFSET: #Isize = <Self as #krate::Layout>::MAX_OFFSET;
            /// The extents of the leaves.
            pub const SHAPE: &'static [#Usize] = <Self as #krate::Layout>::SHAPE;
            /// The strides of the leaves.
            pub const STRIDE: &'static [#Isize] = <Self as #krate::Layout>::STRIDE;
            /// The layout in CuTe's notation.
            pub const NOTATION: &'static #Str = <Self as #krate::Layout>::NOTATION;
        }
        #functions
    }
}

/// The functions of the layout that constants can call.
fn functions(krate: &TokenStream, plan: &SymbolicPlan) -> TokenStream {
    let layout = super::local("layout");
    let of = |name: &str, doc: &str, result: &str, count: usize| {
        let is_flat = name.contains("flat");
        let number = if result == "u32" { "u32" } else { "usize" };
        let [name, result, number] =
            [name, result, number].map(|text| Ident::new(text, Span::call_site()));
        let coordinates: Vec<Ident> =
            (0..count).map(|c| format_ident!("c{c}", span = Span::mixed_site())).collect();
        let (mut parameters, mut arguments) = (
            quote! { #(#coordinates: ::core::primitive::#number),* },
            quote! { #(#coordinates),* },
        );
        if is_flat {
            let count = Literal::usize_unsuffixed(count);
            parameters = quote! { [#arguments]: [::core::primitive::#number; #count] };
            arguments = quote! { [#arguments] };
        }
        quote! {
            #[doc = #doc]
            #[inline(always)]
            #[must_use]
            pub const fn #name(self, #parameters)
                -> ::core::primitive::#result
            {
                let #layout: <Self as ::core::ops::Deref>::Target = #krate::Static::NEW;
                #layout.#name(#arguments)
            }
        }
    };
    let leaves = plan.profile.leaf_count();
    [
        of("index", " The index of the 1-D coordinate `c0`.", "usize", 1),
        of("offset", " The offset of the 1-D coordinate `c0`.", "isize", 1),
        of("at", " The index of a 1-D coordinate for each mode.", "usize", plan.rank),
        of("offset_at", " The offset of a 1-D coordinate for each mode.", "isize", plan.rank),
        of("at_flat", " The index of one integer for each leaf as an array.", "usize", leaves),
        of(
            "offset_at_flat",
            " The offset of one integer for each leaf as an array.",
            "isize",
            leaves,
        ),
        of("index_u32", " The index of the 1-D coordinate `c0` in 32 bits.", "u32", 1),
        of("at_u32", " The index of a 1-D coordinate for each mode, in 32 bits.", "u32", plan.rank),
        of(
            "at_flat_u32",
            " The index of one integer for each leaf as an array, in 32 bits.",
            "u32",
            leaves,
        ),
    ]
    .into_iter()
    .collect()
}
