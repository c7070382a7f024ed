//! Placeholders of wrong invocations: one mistake, one error.
//!
//! A bare `compile_error!` in the place of an expression or a type makes rustc
//! complain about what is missing. A constant argument that fails to evaluate
//! instead taints its type, and rustc stays silent about whatever uses it.

use proc_macro2::{Ident, Span, TokenStream};
use quote::{format_ident, quote, quote_spanned};

use crate::names::hidden_macro;
use crate::primitive::Usize;
use crate::report::Diagnostic;
use crate::syntax::{Definition, Form, Parameter, SymbolKind, Visibility};

/// The expansion of a later use of a wrong definition.
#[derive(Clone, Debug)]
pub(crate) struct Tainted(pub(crate) TokenStream);

impl Tainted {
    /// The tokens in the place of a layout.
    pub(crate) fn layout(&self) -> TokenStream {
        self.0.clone()
    }

    /// The tokens in the place of a number.
    pub(crate) fn number(&self) -> TokenStream {
        let path = &self.0;
        quote!(#path::SIZE)
    }
}

/// The placeholder of an expression, a type or a pattern.
pub(crate) fn value(krate: &TokenStream, diagnostic: &Diagnostic) -> TokenStream {
    let error = diagnostic.to_compile_error();
    quote!(#krate::__private::Invalid::<{ #error }>)
}

/// Reason why a definition is wrong: its own mistake, or that of a layout it uses.
pub(crate) enum Cause<'a> {
    Mistake(&'a Diagnostic),
    Tainted(&'a Tainted),
}

/// The placeholder of a definition; later uses of its name are silent. A local is a `static`, as one that is right, which may stand among items, too, unless its
/// invocation has several of its name, of which each shadows those before it.
pub(crate) fn definition(
    krate: &TokenStream,
    definition: &Definition,
    cause: &Cause<'_>,
    is_one: bool,
    unique: &str,
) -> (Tainted, TokenStream) {
    let name = &definition.name;
    let hidden = hidden_name(definition, unique);
    let argument = match cause {
        Cause::Mistake(diagnostic) => diagnostic.to_compile_error(),
        Cause::Tainted(tainted) => tainted.number(),
    };
    let quiet = quiet();
    match &definition.form {
        Form::Let => {
            let encoded = hidden_macro(definition, &quote!(invalid #hidden), unique);
            // Another item of its name is an error at the name.
            let keyword = if is_one { quote_spanned!(name.span()=> static) } else { quote!(let) };
            let end = quote_spanned!(name.span()=> ;);
            let tokens = quote! {
                #quiet
                type #hidden = #krate::__private::Invalid<{ #argument }>;
                #quiet
                const #hidden: #hidden = #krate::__private::Invalid;
                #encoded
                #quiet
                #keyword #name: #hidden = #krate::__private::Invalid #end
            };
            (Tainted(quote!(#hidden)), tokens)
        }
        Form::Item(visibility) => {
            let encoded = hidden_macro(definition, &quote!(invalid), unique);
            let tokens = item(krate, definition, visibility, &argument, unique);
            (Tainted(quote!(#name)), quote! { #tokens #encoded })
        }
    }
}

fn hidden_name(definition: &Definition, unique: &str) -> Ident {
    format_ident!("__invalid_{}_{}", definition.name, unique, span = Span::call_site())
}

fn quiet() -> TokenStream {
    quote! {
        #[allow(
            dead_code, missing_docs, non_camel_case_types, non_upper_case_globals,
            unused_imports, unused_macros, unused_variables
        )]
    }
}

/// The item of a placeholder, by the argument that fails.
pub(crate) fn item(
    krate: &TokenStream,
    definition: &Definition,
    visibility: &Visibility,
    argument: &TokenStream,
    unique: &str,
) -> TokenStream {
    let quiet = quiet();
    if definition.has_constants() {
        return generic(krate, definition, visibility, argument, &quiet);
    }
    let (name, hidden) = (&definition.name, hidden_name(definition, unique));
    let layout = layout(krate);
    // A local struct, so that a user's own `impl` of the name is legal.
    quote! {
        #[doc(hidden)]
        #[derive(::core::clone::Clone, ::core::marker::Copy)]
        #quiet
        #visibility struct #hidden<const __N: #Usize>;
        #quiet
        impl<const __N: #Usize> #hidden<__N> {
            pub const SIZE: #Usize = 1;
            pub const COSIZE: #Usize = 1;
        }
        impl<const __N: #Usize> #krate::Layout for #hidden<__N> { #layout }
        #quiet
        #visibility type #name = #hidden<{ #argument }>;
        #quiet
        #visibility const #name: #name = #hidden;
    }
}

/// A struct with the constants of the definition, and one more whose default is the
/// failed constant: whatever names the struct has it.
fn generic(
    krate: &TokenStream,
    definition: &Definition,
    visibility: &Visibility,
    argument: &TokenStream,
    quiet: &TokenStream,
) -> TokenStream {
    let name = &definition.name;
    let constants = definition.constants();
    let layout = layout(krate);
    quote! {
        #[doc(hidden)]
        #[derive(::core::clone::Clone, ::core::marker::Copy)]
        #quiet
        #visibility struct #name<
            #(const #constants: ::core::primitive::usize,)* const __N: #Usize = { #argument }
        >;
        #quiet
        impl<#(const #constants: ::core::primitive::usize,)* const __N: #Usize>
            #name<#(#constants,)* __N>
        {
            pub const SIZE: #Usize = 1;
            pub const COSIZE: #Usize = 1;
        }
        impl<#(const #constants: ::core::primitive::usize,)* const __N: #Usize> #krate::Layout
            for #name<#(#constants,)* __N>
        { #layout }
    }
}

/// The items of a placeholder in the place of a layout: all that the trait demands.
fn layout(krate: &TokenStream) -> TokenStream {
    quote! {
        type Geometry = #krate::Leaf<1, 0>;
        type Linear = #krate::Leaf<1, 0>;
        type Index = #krate::Leaf<1, 0>;
        type Map = #krate::Identity;
        type Bounds = #krate::bounds::Unknown;
    }
}

impl Definition {
    fn constants(&self) -> Vec<&proc_macro2::Ident> {
        Parameter::names(&self.parameters, SymbolKind::Constant)
    }

    fn has_constants(&self) -> bool {
        !self.constants().is_empty()
    }
}
