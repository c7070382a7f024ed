//! Named layouts: the hidden macros by which one invocation gets the definitions of others.
//!
//! Next to a layout `Tile` stands a hidden `macro_rules!` that is re-exported as
//! `Tile`: macros, types and values have different namespaces, so it goes where
//! the type goes. Called with a continuation, it hands over its notation:
//!
//! ```text
//! divide!(Tile, 32)  ⟶  Tile! { {resume} {state of divide} }
//!                    ⟶  resume! { {(128,64):(64,1)} {state of divide} }
//! ```

use layout_algebra::CollectVec;
use proc_macro2::{Ident, Span, TokenStream, TokenTree};
use quote::{format_ident, quote, quote_spanned};

use crate::report::{Diagnostic, SpanRange, expansion_of};
use crate::syntax::{Definition, Expr, ExprKind, Form, Input, Name, Visibility, is_word};

/// The most names of other invocations in one: each costs rustc two levels of
/// macro recursion, of which there are 128.
pub const MAX_NAMES: usize = 48;

/// The macros in scope everywhere, which a name must not meet.
const STANDARD_MACROS: &[&str] = &[
    "assert",
    "assert_eq",
    "assert_ne",
    "cfg",
    "column",
    "compile_error",
    "concat",
    "dbg",
    "debug_assert",
    "debug_assert_eq",
    "debug_assert_ne",
    "env",
    "eprint",
    "eprintln",
    "file",
    "format",
    "format_args",
    "include",
    "include_bytes",
    "include_str",
    "line",
    "matches",
    "module_path",
    "option_env",
    "panic",
    "print",
    "println",
    "stringify",
    "thread_local",
    "todo",
    "try",
    "unimplemented",
    "unreachable",
    "vec",
    "write",
    "writeln",
];

/// The names that an input uses and does not define before their use, each once.
pub(crate) fn free_names(input: &Input) -> Result<Vec<Name>, Diagnostic> {
    let mut names = Vec::new();
    match input {
        Input::Expr(expr, contract) => {
            collect(&expr.of, &[], &mut names)?;
            collect_all(contract.expressions(), &[], &mut names)?;
        }
        Input::Definitions(definitions) => {
            let mut local = Vec::new();
            for (i, definition) in definitions.iter().enumerate() {
                let known = names.len();
                collect_definition(definition, &local, &mut names)?;
                for name in &names[known..] {
                    check_above(name, &definitions[i..])?;
                }
                local.push(definition);
            }
        }
    }
    Ok(names)
}

/// The names that a definition uses, each once, whether its own invocation defines them or not.
pub(crate) fn names_of(definition: &Definition) -> Result<Vec<Name>, Diagnostic> {
    let mut names = Vec::new();
    collect_definition(definition, &[], &mut names)?;
    Ok(names)
}

fn collect_definition(
    definition: &Definition,
    local: &[&Definition],
    names: &mut Vec<Name>,
) -> Result<(), Diagnostic> {
    collect(&definition.value.of, local, names)?;
    collect_all(definition.cost.expressions(), local, names)
}

/// Refuses the name of an item that is defined here or further below.
fn check_above(name: &Name, below: &[Definition]) -> Result<(), Diagnostic> {
    if !Definition::has_item(below, &name.text) {
        return Ok(());
    }
    let first = name.tokens.clone().into_iter().next();
    let span = first.as_ref().map_or_else(Span::call_site, TokenTree::span);
    let message =
        format!("`{}` is not defined yet: a layout uses those defined before it", name.text);
    Err(Diagnostic::new(span, message))
}

fn collect(expr: &Expr, local: &[&Definition], names: &mut Vec<Name>) -> Result<(), Diagnostic> {
    match &expr.kind {
        ExprKind::Name(name) | ExprKind::Instance(name, _) => {
            collect_name(name, expr.range, local, names)?;
        }
        ExprKind::Symbol(symbol) => {
            is_local(&symbol.text, expr.range, local)?;
        }
        _ => {}
    }
    collect_all(expr.kind.parts(), local, names)
}

fn collect_all<'a>(
    parts: impl IntoIterator<Item = &'a Expr>,
    local: &[&Definition],
    names: &mut Vec<Name>,
) -> Result<(), Diagnostic> {
    for part in parts {
        collect(part, local, names)?;
    }
    Ok(())
}

fn collect_name(
    name: &Name,
    range: SpanRange,
    local: &[&Definition],
    names: &mut Vec<Name>,
) -> Result<(), Diagnostic> {
    if is_local(&name.text, range, local)? {
        return Ok(());
    }
    if is_word(&name.text) || names.iter().any(|other| other.text == name.text) {
        return Ok(());
    }
    if is_standard(&name.text) {
        let message = format!(
            "`{}` is a macro of the standard library, not a layout\n\
             a layout of this name is used from Rust, and not by name in a macro",
            name.text
        );
        return Err(Diagnostic::new(range, message));
    }
    if names.len() == MAX_NAMES {
        let message = format!("an invocation uses at most {MAX_NAMES} names of others");
        return Err(Diagnostic::new(range, message));
    }
    names.push(name.clone());
    Ok(())
}

/// Returns whether a name is defined above, in the same invocation.
///
/// # Errors
///
/// The name is a local's, and there is another of the same name: one of them is of a macro.
fn is_local(name: &str, range: SpanRange, local: &[&Definition]) -> Result<bool, Diagnostic> {
    let Some(definition) = local.iter().rfind(|definition| definition.name == name) else {
        return Ok(false);
    };
    if definition.is_item() || expansion_of(range.first) == expansion_of(definition.name.span()) {
        return Ok(true);
    }
    let message = format!("`{name}` is two here: a local of a macro, and another");
    Err(Diagnostic::new(range, message).help("call one of them something else"))
}

/// Refuses a name that is a word of the language.
pub(crate) fn check_definable(name: &Ident) -> Result<(), Diagnostic> {
    let text = name.to_string();
    if is_word(&text) || matches!(text.as_str(), "o" | "true" | "false" | "None") {
        let message = format!("`{text}` is a word of the language: a layout needs another name");
        return Err(Diagnostic::new(name.span(), message));
    }
    Ok(())
}

fn is_standard(name: &str) -> bool {
    STANDARD_MACROS.contains(&name)
}

/// A definition as tokens, the first of which has the span of the name.
fn placed(encoded: &TokenStream, at: Span) -> TokenStream {
    let mut tokens = encoded.clone().into_iter().collect_vec();
    if let Some(first) = tokens.first_mut() {
        first.set_span(first.span().located_at(at));
    }
    tokens.into_iter().collect()
}

/// The rules of the hidden macro of a name, which expand to its definition.
fn rules(name: &Ident, encoded: &TokenStream) -> TokenStream {
    let encoded = &placed(encoded, name.span());
    let misuse = format!("`{name}` is a layout, not a macro: write `layout!({name})`");
    quote! {
        ({ $($__layout_k:tt)* } $($__layout_s:tt)*) => {
            $($__layout_k)* ! { { #encoded } $($__layout_s)* }
        };
        ($($__layout_t:tt)*) => { ::core::compile_error! { #misuse } };
    }
}

/// A hidden name at the place of another.
fn hidden_name(name: &Ident, unique: &str) -> Ident {
    let span = Span::call_site().located_at(name.span());
    format_ident!("__layout_{}_{}", name, unique, span = span)
}

/// The hidden macro of a local that is a static. It is imported under the name of the static and stands where that stands:
/// of another local of the name in the block rustc says once that the name is taken, and nothing at its uses.
pub(crate) fn imported_macro(name: &Ident, encoded: &TokenStream, unique: &str) -> TokenStream {
    if is_standard(&name.to_string()) {
        return TokenStream::new();
    }
    let (rules, hidden) = (rules(name, encoded), hidden_name(name, unique));
    let mut name = name.clone();
    name.set_span(hidden.span());
    let import = quote_spanned! { hidden.span()=> use #hidden as #name; };
    quote! {
        #[allow(unused_macros)]
        macro_rules! #hidden { #rules }
        #[allow(unused_imports)]
        #import
    }
}

/// The hidden macro of a definition, which expands to the call of a continuation with `encoded`, its definition as tokens.
///
/// `macro_rules!` names are not hygienic: a local that is a variable takes its own name, since a
/// `use` in a block would meet its shadowed namesakes; an item is re-exported
/// under its name by a `use` of its own visibility. It stands in a module: rustc looks
/// for each macro of a scope among all `macro_rules!` before it there. A layout with the name
/// of a standard macro has none.
pub(crate) fn hidden_macro(
    definition: &Definition,
    encoded: &TokenStream,
    unique: &str,
) -> TokenStream {
    let name = &definition.name;
    // Rustc would not know which of the two a use means.
    if is_standard(&name.to_string()) {
        return TokenStream::new();
    }
    let rules = rules(name, encoded);
    match &definition.form {
        Form::Let => quote! {
            #[allow(unused_macros)]
            macro_rules! #name { #rules }
        },
        Form::Item(visibility) => {
            // An editor that is asked for the definition of a name finds this macro, and by its place the name.
            let hidden = hidden_name(name, unique);
            // An exported macro is documented at the root of its crate, in whatever module it is.
            let export = matches!(visibility, Visibility::Public(_))
                .then(|| quote!(#[macro_export] #[doc(hidden)]));
            let inside = if export.is_some() { quote!(pub) } else { quote!(pub(crate)) };
            let import = quote_spanned! { hidden.span()=> use #hidden:: };
            let mut at_name = name.clone();
            at_name.set_span(hidden.span());
            quote! {
                #[doc(hidden)]
                #[allow(non_snake_case, unused_macros, unused_imports, non_local_definitions)]
                mod #hidden {
                    #export
                    macro_rules! #hidden { #rules }
                    #inside use #hidden as #name;
                }
                #[doc(hidden)]
                #[allow(unused_imports)]
                #visibility #import #at_name;
            }
        }
    }
}
