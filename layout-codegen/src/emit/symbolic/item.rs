//! Named layouts with symbols.

use layout_algebra::{CollectVec, Int};
use proc_macro2::{Ident, Literal, Span, TokenStream};
use quote::{format_ident, quote};

use super::super::derived::{formats, formatter};
use super::super::rust::{local, with_parameters};
use super::context::{Context, leaf_count, map, nested};
use super::{constant, value};
use crate::evaluated::Obligation;
use crate::plan::{Constructor, LayoutValue, SymbolicLeaf, SymbolicPlan};
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

/// A struct with the symbols that are known at run time as its fields, and the constants as
/// its parameters.
pub(crate) fn item(context: &Context<'_>, plan: &SymbolicPlan, item: &Item<'_>) -> TokenStream {
    let Item { attributes, visibility, name, .. } = item;
    let doc = documentation(plan);
    let (header, generics) = item.generics();
    let (fields, parts) = match &plan.made {
        Constructor::Type(numbers) => (quote! { ; }, unit(context, plan, numbers, item)),
        Constructor::Value(of) => {
            let (symbols, layout) = (item.run_time(), value::layout_type(context, plan, of));
            let fields = quote! { { #(#symbols: ::core::primitive::usize,)* layout: #layout, } };
            (fields, made(context, plan, of, item))
        }
    };
    let constants = constants(context, plan, item);
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
        Parameter::names(self.parameters, kind)
    }

    /// `<const BM: usize>` and `<BM>`; nothing without constants.
    fn generics(&self) -> (TokenStream, TokenStream) {
        let constants = self.of(SymbolKind::Constant);
        if constants.is_empty() {
            return Default::default();
        }
        (quote! { <#(const #constants: ::core::primitive::usize),*> }, quote! { <#(#constants),*> })
    }
}

/// The notation, and what must hold.
fn documentation(plan: &SymbolicPlan) -> String {
    let mut text = format!(" The layout `{}`.", plan.notation);
    if plan.checked_obligations().next().is_some() {
        text.push_str("\n\n # Obligations\n");
        for obligation in plan.checked_obligations() {
            let condition = obligation.condition.assumption();
            text.push_str(&format!("\n - `{condition}`, {}", obligation.reason));
        }
    }
    text
}

/// The constants of every layout with a name.
fn constants(context: &Context<'_>, plan: &SymbolicPlan, item: &Item<'_>) -> TokenStream {
    let symbolic = match &plan.made {
        // Constants have a notation with their values too.
        Constructor::Type(_) => "SYMBOLIC",
        Constructor::Value(_) => "NOTATION",
    };
    let symbolic = Ident::new(symbolic, Span::call_site());
    let (name, (header, generics)) = (item.name, item.generics());
    let notation = &plan.notation;
    let obligations = plan.checked_obligations().map(Obligation::assumption).collect_vec();
    let rank = Literal::usize_unsuffixed(plan.rank);
    let depth = Literal::usize_unsuffixed(plan.depth);
    let mut own = TokenStream::new();
    for (constant, symbol) in item.constants {
        let value = context.constant(*symbol);
        own.extend(quote! {
            #[doc(hidden)]
            pub const #constant: #Usize = #value;
        });
    }
    quote! {
        #[allow(dead_code, unreachable_pub, clippy::all, clippy::pedantic)]
        impl #header #name #generics {
            /// The number of modes.
            pub const RANK: #Usize = #rank;
            /// The levels of nesting.
            pub const DEPTH: #Usize = #depth;
            /// The layout in CuTe's notation, with its symbols.
            pub const #symbolic: &'static #Str = #notation;
            /// The conditions that are checked where the layout is made.
            pub const OBLIGATIONS: &'static [&'static #Str] = &[#(#obligations),*];
            #own
        }
    }
}

/// A struct with the layout in it, which is made of the symbols.
fn made(
    context: &Context<'_>,
    plan: &SymbolicPlan,
    of: &LayoutValue,
    item: &Item<'_>,
) -> TokenStream {
    let (krate, name, (header, generics)) = (context.krate, item.name, item.generics());
    let symbols = item.run_time();
    let layout = value::layout_type(context, plan, of);
    let made = super::expression(context, plan);
    let text = name.to_string();
    let list = symbols.iter().map(ToString::to_string).collect_vec().join(", ");
    let new = format!(" The layout of {list}.");
    let of = format!(" The layout of {list}, which must be a layout.");
    let mut accessors = TokenStream::new();
    for symbol in &symbols {
        let doc = format!(" The symbol `{symbol}`.");
        accessors.extend(quote! {
            #[doc = #doc]
            #[inline]
            #[must_use]
            pub const fn #symbol(&self) -> #Usize { self.#symbol }
        });
    }
    let f = formatter();
    let debug = quote! { ::core::write!(#f, "{}({})", #text, self.layout) };
    let display = quote! { ::core::fmt::Display::fmt(&self.layout, #f) };
    let formats = formats(item.attributes, &item.generics(), name, &debug, &display);
    let as_layout = as_layout(krate, &header, &quote! { #name #generics });
    let unwrap = context.private("made");
    let made_of = local("layout");
    quote! {
        #[allow(dead_code, unreachable_pub, clippy::all, clippy::pedantic)]
        impl #header #name #generics {
            #[doc = #new]
            ///
            /// # Errors
            ///
            /// An obligation is not met, or a number does not fit an `isize`.
            #[inline(always)]
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
            #[inline(always)]
            #[must_use]
            #[track_caller]
            pub fn of(#(#symbols: ::core::primitive::usize),*) -> Self {
                #unwrap(Self::new(#(#symbols),*))
            }

            #accessors
        }
        #[automatically_derived]
        impl #header ::core::ops::Deref for #name #generics {
            type Target = #layout;
            #[inline]
            fn deref(&self) -> &Self::Target { &self.layout }
        }
        #as_layout
        #formats
    }
}

/// A struct with a layout in it is that layout.
fn as_layout(krate: &TokenStream, header: &TokenStream, own: &TokenStream) -> TokenStream {
    let target = quote! { <Self as ::core::ops::Deref>::Target as #krate::Layout };
    quote! {
        #[automatically_derived]
        impl #header #krate::Layout for #own {
            type Geometry = <#target>::Geometry;
            type Linear = <#target>::Linear;
            type Index = Self::Linear;
            type Map = <#target>::Map;
            type Bounds = <#target>::Bounds;
            #[inline(always)]
            fn geometry(&self) -> Self::Geometry { #krate::Layout::geometry(&self.layout) }
            #[inline(always)]
            fn prepared(&self) -> #krate::__private::Prepared<Self::Geometry> {
                #krate::Layout::prepared(&self.layout)
            }
            #[inline(always)]
            fn linear(&self) -> #krate::__private::Prepared<Self::Linear> {
                #krate::Layout::linear(&self.layout)
            }
            #[inline(always)]
            fn bounds(&self) -> Self::Bounds { #krate::Layout::bounds(&self.layout) }
        }
    }
}

/// A struct without fields, whose numbers are constants.
fn unit(
    context: &Context<'_>,
    plan: &SymbolicPlan,
    numbers: &[Int],
    item: &Item<'_>,
) -> TokenStream {
    let (krate, name, (header, generics)) = (context.krate, item.name, item.generics());
    let place = |int: &Int| {
        let place = numbers.iter().position(|other| other == int);
        Literal::usize_unsuffixed(place.unwrap_or_default())
    };
    let mut leaf = |leaf: &SymbolicLeaf| {
        let (extent, stride) = (place(&leaf.extent), place(&leaf.stride));
        quote! { #krate::Computed<Self, #extent, #stride> }
    };
    let profile = nested(&plan.profile, &mut leaf);
    let linear = match plan.separate_linear() {
        Some(linear) => nested(linear, &mut leaf),
        None => quote! { Self::Geometry },
    };
    let own = quote! { #name #generics };
    let extent = |int: &Int| {
        let place = place(int);
        quote! { #krate::dynamic::Constant::<#own, #place> }
    };
    let bounds = constant::bounds(context, &plan.bounds, &mut leaf, &extent);
    let numbers = constant::implementation(context, &header, &own, numbers);
    let leaves = leaf_count(&plan.profile);
    let functions = functions(krate, plan);
    let functions = quote! {
        #[allow(dead_code, unreachable_pub, clippy::all, clippy::pedantic)]
        impl #header #name #generics { #functions }
    };
    let functions = with_parameters(krate, &functions);
    let map = map(krate, plan);
    let text = name.to_string();
    let f = formatter();
    let debug = quote! { ::core::write!(#f, "{}({:?})", #text, **self) };
    let display = quote! { #f.pad(Self::NOTATION) };
    let formats = formats(item.attributes, &item.generics(), name, &debug, &display);
    quote! {
        #formats
        #numbers
        #[automatically_derived]
        impl #header #krate::Layout for #name #generics {
            type Geometry = #profile;
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
            pub const SIZE: #Usize = <Self as #krate::StaticLayout>::SIZE;
            /// The number of offsets from the smallest to the largest.
            pub const COSIZE: #Usize = <Self as #krate::StaticLayout>::COSIZE;
            /// The smallest offset.
            pub const MIN_OFFSET: #Isize = <Self as #krate::StaticLayout>::MIN_OFFSET;
            /// The largest offset.
            pub const MAX_OFFSET: #Isize = <Self as #krate::StaticLayout>::MAX_OFFSET;
            /// The extents of the leaves.
            pub const SHAPE: &'static [#Usize] = <Self as #krate::StaticLayout>::SHAPE;
            /// The strides of the leaves.
            pub const STRIDE: &'static [#Isize] = <Self as #krate::StaticLayout>::STRIDE;
            /// The layout in CuTe's notation.
            pub const NOTATION: &'static #Str = <Self as #krate::StaticLayout>::NOTATION;
        }
        #functions
    }
}

/// The parameters of a function of coordinates.
#[derive(Clone, Copy)]
enum Parameters {
    /// A parameter for each of this number of integers.
    Each(usize),
    /// One parameter, an array of this number of integers.
    Array(usize),
}

impl Parameters {
    fn count(self) -> usize {
        let (Parameters::Each(count) | Parameters::Array(count)) = self;
        count
    }
}

/// The functions of the layout that constants can call.
fn functions(krate: &TokenStream, plan: &SymbolicPlan) -> TokenStream {
    use Parameters::{Array, Each};
    let (leaves, modes) = (Array(plan.profile.leaf_count()), Each(plan.rank));
    let mut functions = TokenStream::new();
    for (name, of, result, parameters) in [
        ("index", "index of the 1-D coordinate `c0`", "usize", Each(1)),
        ("offset", "offset of the 1-D coordinate `c0`", "isize", Each(1)),
        ("at", "index of a 1-D coordinate for each mode", "usize", modes),
        ("offset_at", "offset of a 1-D coordinate for each mode", "isize", modes),
        ("at_flat", "index of one integer for each leaf as an array", "usize", leaves),
        ("offset_at_flat", "offset of one integer for each leaf as an array", "isize", leaves),
        ("index_u32", "index of the 1-D coordinate `c0` in 32 bits", "u32", Each(1)),
        ("at_u32", "index of a 1-D coordinate for each mode, in 32 bits", "u32", modes),
        (
            "at_flat_u32",
            "index of one integer for each leaf as an array, in 32 bits",
            "u32",
            leaves,
        ),
    ] {
        functions.extend(function(krate, [name, &format!(" The {of}."), result], parameters));
    }
    functions
}

/// A function of coordinates that constants can call, by its name, its documentation and the type of its result.
fn function(
    krate: &TokenStream,
    [name, doc, result]: [&str; 3],
    parameters: Parameters,
) -> TokenStream {
    let layout = local("layout");
    let number = Ident::new(if result == "u32" { "u32" } else { "usize" }, Span::call_site());
    let (name, result) =
        (Ident::new(name, Span::call_site()), Ident::new(result, Span::call_site()));
    let coordinates = (0..parameters.count())
        .map(|c| format_ident!("c{c}", span = Span::mixed_site()))
        .collect_vec();
    let (mut declared, mut arguments) =
        (quote! { #(#coordinates: ::core::primitive::#number),* }, quote! { #(#coordinates),* });
    if let Parameters::Array(count) = parameters {
        let count = Literal::usize_unsuffixed(count);
        declared = quote! { [#arguments]: [::core::primitive::#number; #count] };
        arguments = quote! { [#arguments] };
    }
    quote! {
        #[doc = #doc]
        #[inline(always)]
        #[must_use]
        pub const fn #name(self, #declared)
            -> ::core::primitive::#result
        {
            let () = Self::__SHOWN;
            let #layout: <Self as ::core::ops::Deref>::Target = #krate::Static::NEW;
            #layout.#name(#arguments)
        }
    }
}
