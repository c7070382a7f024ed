//! Modes with their flows, what a leaf adds for each quotient of a 1-D coordinate (the
//! runtime's `dynamic/split.rs` has the definition). Of what is cut from a mode they are 0.

use layout_algebra::{HTuple, Int};
use proc_macro2::TokenStream;
use quote::quote;

use super::dynamic::Numbers;
use super::{formula, nested};
use crate::plan::SymbolicLeaf;
use crate::primitive::Isize;

/// Whether a number is one of any `isize`.
fn fits(number: i128) -> bool {
    i32::try_from(number).is_ok()
}

impl Numbers<'_> {
    /// Modes with their flows.
    pub(super) fn ready(&mut self, profile: &HTuple<SymbolicLeaf>) -> TokenStream {
        let ready = self.context.private("Ready");
        let modes = nested(profile, &mut |leaf| self.mode(leaf));
        let mut before = Vec::new();
        let flow = nested(profile, &mut |leaf| {
            let flow = self.flow(&before, leaf);
            // An extent of 1 takes nothing.
            if leaf.extent.known() != Some(1) {
                before.push(leaf.clone());
            }
            flow
        });
        quote! { #ready { modes: #modes, flow: #flow } }
    }

    /// The flow of a leaf, modulo 2⁶⁴: its stride, less what it takes back for the leaf before.
    fn flow(&mut self, before: &[SymbolicLeaf], leaf: &SymbolicLeaf) -> TokenStream {
        let Some((back, further)) = before.split_last() else {
            return self.plain(&leaf.stride, false);
        };
        let taken = back.extent.mul(&back.stride).ok();
        let flow = taken.as_ref().and_then(|taken| leaf.stride.sub(taken).ok());
        let flow = match flow.and_then(|flow| flow.known()).filter(|flow| fits(*flow)) {
            Some(known) => formula::signed(known),
            None => {
                let stride = self.plain(&leaf.stride, false);
                let taken = match taken.and_then(|taken| taken.known()).filter(|it| fits(*it)) {
                    Some(known) => formula::signed(known),
                    None => {
                        let extent = self.plain(&back.extent, true);
                        let by = self.plain(&back.stride, false);
                        quote! { #Isize::wrapping_mul(#extent, #by) }
                    }
                };
                quote! { #Isize::wrapping_sub(#stride, #taken) }
            }
        };
        if !self.may_be_one(&back.extent) {
            return flow;
        }
        // A constant of 1 takes nothing either.
        let (extent, skipped) = (self.plain(&back.extent, true), self.flow(further, leaf));
        quote! { if #extent == 1 { #skipped } else { #flow } }
    }

    /// Whether rustc may find that an extent is 1.
    fn may_be_one(&self, extent: &Int) -> bool {
        extent.known().is_none()
            && self.context.is_known(extent)
            && !Int::new(2).at_most(extent).is_true()
    }

    /// An extent or a stride as an `isize`, which rustc knows if it is known.
    fn plain(&mut self, int: &Int, is_extent: bool) -> TokenStream {
        match int.known() {
            Some(known) => formula::signed(known),
            None if self.context.is_known(int) => self.context.computed(int),
            None => {
                let variable = self.variable(int, is_extent);
                let value = is_extent.then(|| quote! { .value() as #Isize });
                quote! { #variable #value }
            }
        }
    }
}
