//! The procedural macros behind `layout-runtime`, which wraps and documents them.
//!
//! A door, not a room: everything is in `layout-codegen`.

use std::sync::atomic::{AtomicUsize, Ordering};

use proc_macro::TokenStream;

/// Begins an expansion: `[$crate] kind tokens…`.
#[proc_macro]
pub fn expand(input: TokenStream) -> TokenStream {
    layout_codegen::expand(input.into(), &mut Rustc).into()
}

/// Continues an expansion with the answer of a named layout.
#[proc_macro]
pub fn resume(input: TokenStream) -> TokenStream {
    layout_codegen::resume(input.into(), &mut Rustc).into()
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

struct Rustc;

impl layout_codegen::Compiler for Rustc {
    /// Hidden macros are exported at the root of the user's crate: their names hold
    /// the version of this crate, in case two versions define layouts there.
    fn next(&mut self) -> String {
        static COUNT: AtomicUsize = AtomicUsize::new(0);
        let count = COUNT.fetch_add(1, Ordering::Relaxed);
        format!("{}_{count}", env!("CARGO_PKG_VERSION").replace(['.', '-', '+'], "_"))
    }

    fn place(&self, at: proc_macro2::Span) -> Option<String> {
        let at = at.unwrap();
        Some(format!("{}:{}:{}", at.file(), at.line(), at.column()))
    }

    fn between(&self, before: proc_macro2::Span, after: proc_macro2::Span) -> Option<String> {
        let (before, after) = (before.unwrap().end(), after.unwrap().start());
        let file = before.local_file().filter(|file| after.local_file().as_ref() == Some(file))?;
        let text = std::fs::read_to_string(file).ok()?;
        let start = offset(&text, before.line(), before.column())?;
        text.get(start..offset(&text, after.line(), after.column())?).map(str::to_owned)
    }
}

/// The byte at a line and a column, counted from 1.
fn offset(text: &str, line: usize, column: usize) -> Option<usize> {
    let before: usize = text.split_inclusive('\n').take(line.checked_sub(1)?).map(str::len).sum();
    let (at, _) = text.get(before..)?.char_indices().nth(column.checked_sub(1)?)?;
    Some(before + at)
}
