//! Modes with their flows, what a leaf adds for each quotient of a 1-D coordinate (the
//! runtime's `dynamic/split.rs` has the definition). Of what is cut from a mode they are 0.

use layout_algebra::{HTuple, Int};
use proc_macro2::TokenStream;
use quote::quote;

use super::dynamic::Numbers;
use super::{formula, nested};
use crate::plan::SymbolicLeaf;

/// Whether a number is one of any `isize`.
fn fits(number: i128) -> bool {
    i32::try_from(number).is_ok()
}

impl Numbers<'_> {
    /// Modes with their flows, which the runtime computes where types say what it needs.
    pub(super) fn ready(&mut self, profile: &HTuple<SymbolicLeaf>) -> TokenStream {
        let ready = self.context.private("Ready");
        let modes = nested(profile, &mut |leaf| self.mode(leaf));
        let context = self.context;
        let is_plain = |int: &Int| int.known().is_some() || !context.is_known(int);
        if !profile.leaves().iter().all(|leaf| is_plain(&leaf.extent) && is_plain(&leaf.stride)) {
            return quote! { #ready::new(#modes) };
        }
        let mut back = None;
        let flow = nested(profile, &mut |leaf| {
            let flow = self.flow(back.as_ref(), leaf);
            // An extent of 1 takes nothing.
            if leaf.extent.known() != Some(1) {
                back = Some(leaf.clone());
            }
            flow
        });
        quote! { #ready { modes: #modes, flow: #flow } }
    }

    /// The flow of a leaf, modulo 2⁶⁴: its stride, less what it takes back for the leaf before.
    fn flow(&mut self, back: Option<&SymbolicLeaf>, leaf: &SymbolicLeaf) -> TokenStream {
        let Some(back) = back else { return self.plain(&leaf.stride, false) };
        let taken = back.extent.mul(&back.stride).ok();
        let flow = taken.as_ref().and_then(|taken| leaf.stride.sub(taken).ok());
        if let Some(known) = flow.and_then(|flow| flow.known()).filter(|flow| fits(*flow)) {
            return formula::signed(known);
        }
        let stride = self.plain(&leaf.stride, false);
        let taken = match taken.and_then(|taken| taken.known()).filter(|taken| fits(*taken)) {
            Some(known) => formula::signed(known),
            None => {
                let (extent, by) =
                    (self.plain(&back.extent, true), self.plain(&back.stride, false));
                quote! { isize::wrapping_mul(#extent, #by) }
            }
        };
        quote! { isize::wrapping_sub(#stride, #taken) }
    }

    /// An extent or a stride as an `isize`, which rustc knows if it is known.
    fn plain(&mut self, int: &Int, is_extent: bool) -> TokenStream {
        match int.known() {
            Some(known) => formula::signed(known),
            None => {
                let variable = self.variable(int, is_extent);
                let value = is_extent.then(|| quote! { .value() as isize });
                quote! { #variable #value }
            }
        }
    }
}
