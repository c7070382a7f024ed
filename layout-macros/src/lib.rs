//! The procedural macros behind `layout-runtime`, which wraps and documents them.
//!
//! A door, not a room: everything is in `layout-codegen`.

use proc_macro::TokenStream;

/// Begins an expansion: `[$crate] kind tokens…`.
#[proc_macro]
pub fn expand(input: TokenStream) -> TokenStream {
    layout_codegen::expand(input.into(), &mut layout_codegen::Rustc::default()).into()
}

/// Continues an expansion with the answer of a named layout.
#[proc_macro]
pub fn resume(input: TokenStream) -> TokenStream {
    layout_codegen::resume(input.into(), &mut layout_codegen::Rustc::default()).into()
}

/// Asks a layout whose name is a word alone. Where there is none, rustc prints the name of this macro.
#[proc_macro]
pub fn a_word_alone_is_a_layout_named_in_layout_let_an_integer_x_is_x_colon_1(
    input: TokenStream,
) -> TokenStream {
    layout_codegen::resolve_word(input.into()).into()
}

/// Asks a layout whose name is in upper case, as those of type parameters and of constants are. Where there is none, rustc prints
/// the name of this macro.
#[allow(non_snake_case)]
#[proc_macro]
pub fn a_name_alone_is_a_layout_and_no_type_parameter_a_constant_X_is_X_colon_1(
    input: TokenStream,
) -> TokenStream {
    layout_codegen::resolve_word(input.into()).into()
}

/// The picture of a layout with a name, for its documentation.
#[cfg(feature = "pictures")]
#[proc_macro]
pub fn picture(input: TokenStream) -> TokenStream {
    layout_codegen::picture(&input.into()).into()
}
