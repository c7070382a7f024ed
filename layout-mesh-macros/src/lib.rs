//! The procedural macro behind `layout-mesh`, which wraps and documents it.
//!
//! A door, not a room: everything is in `layout-codegen` and in `layout-mesh-plan`. It is a crate of its own, so that a program without a
//! mesh does not compile the planner.

use layout_codegen::Rustc;
use layout_mesh_plan::Redistribute;
use proc_macro::TokenStream;

/// Begins an expansion: `[$crate] redistribute tokens…`.
#[proc_macro]
pub fn expand(input: TokenStream) -> TokenStream {
    layout_codegen::expand(input.into(), &mut Rustc { backend: Some(&Redistribute) }).into()
}

/// Continues an expansion with the answer of a named layout.
#[proc_macro]
pub fn resume(input: TokenStream) -> TokenStream {
    layout_codegen::resume(input.into(), &mut Rustc { backend: Some(&Redistribute) }).into()
}
