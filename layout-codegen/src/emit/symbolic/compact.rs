//! `Compact`: a layout of the run whose offsets are all from 0 to its size. If that is at
//! least 1 and fits, so do its extents, strides and offsets: there is nothing else to check.

use layout_algebra::{Condition, Expression, Int};
use proc_macro2::TokenStream;
use quote::quote;

use super::{Context, local, plain};
use crate::plan::SymbolicPlan;
use crate::primitive::{Isize, Usize};

pub(super) struct Compact {
    size: Int,
    /// The integers whose product it is: none is negative.
    factors: Vec<TokenStream>,
}

impl Compact {
    /// The size of a layout that is shown to be compact, and has plain factors.
    pub(super) fn of(context: &Context<'_>, plan: &SymbolicPlan) -> Option<Self> {
        let (mut size, mut span) = (Int::ONE, Int::ZERO);
        for leaf in plan.profile.leaves() {
            let (extent, stride) = (&leaf.extent, &leaf.stride);
            if !Int::ONE.at_most(extent).is_true() || !Int::ZERO.at_most(stride).is_true() {
                return None;
            }
            size = size.mul(extent).ok()?;
            span = span.add(&extent.sub(&Int::ONE).ok()?.mul(stride).ok()?).ok()?;
        }
        let is_compact = span.add(&Int::ONE).ok()?.equals(&size).is_true();
        let factors = plain::factors(context, &size).filter(|_| is_compact)?;
        Some(Compact { size, factors })
    }

    /// The size, or the largest number if there is more than that.
    pub(super) fn binding(&self) -> TokenStream {
        let (name, factors) = (local("size"), self.factors.iter().cloned());
        let size = factors.reduce(|a, b| quote! { #Usize::saturating_mul(#a, #b) });
        quote! { let #name: #Usize = #size; }
    }

    /// Whether it is the size of a layout.
    pub(super) fn holds() -> TokenStream {
        let name = local("size");
        quote! { #name.wrapping_sub(1) < #Isize::MAX as #Usize }
    }

    /// Whether it says that a condition holds: a factor of what is at least 1 is so too.
    pub(super) fn implies(&self, condition: &Condition) -> bool {
        let Condition::AtMost { least, most } = condition else { return false };
        let (own, most) = (parts(&self.size), parts(most));
        least.known() == Some(1)
            && most.iter().all(|part| match part {
                Expression::Known(known) => *known >= 1,
                part => own.contains(part),
            })
    }

    /// Whether it says that an integer fits an `isize`.
    pub(super) fn holds_for(&self, int: &Int) -> bool {
        Int::ZERO.at_most(int).is_true() && int.at_most(&self.size).is_true()
    }
}

/// The factors of an integer.
fn parts(int: &Int) -> Vec<Expression> {
    match int.expression() {
        Expression::Product(parts) => parts,
        alone => vec![alone],
    }
}
