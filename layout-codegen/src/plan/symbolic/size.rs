//! `Size`: the one check of a layout whose offsets are all from 0 to its size. If that fits, with 1 for
//! each factor that is 0, so do its extents, strides and offsets: there is nothing else to check.

use layout_algebra::{HTuple, Int};

use super::compile_time::CompileTime;
use super::leaf::SymbolicLeaf;
use super::non_negative::Product;

/// The size of such a layout.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Size {
    /// The size.
    pub of: Int,
    /// The size as a product, none of whose factors is negative.
    pub product: Product,
}

impl Size {
    /// The size of a layout that is shown to be compact, and has plain factors.
    pub(super) fn of(known: &CompileTime<'_>, profile: &HTuple<SymbolicLeaf>) -> Option<Self> {
        let of = compact(profile)?;
        let product = Product::of(known, &of)?;
        Some(Size { of, product })
    }

    /// Returns whether the size shows that an integer fits an `isize`.
    pub(super) fn holds_for(&self, int: &Int) -> bool {
        Int::ZERO.at_most(int).is_true() && int.at_most(&self.of).is_true()
    }
}

/// The size of a layout whose offsets are shown to be all from 0 to it.
pub(super) fn compact(profile: &HTuple<SymbolicLeaf>) -> Option<Int> {
    let (mut size, mut span) = (Int::ONE, Int::ZERO);
    for SymbolicLeaf { extent, stride } in profile.leaves() {
        if !Int::ONE.at_most(extent).is_true() || !Int::ZERO.at_most(stride).is_true() {
            return None;
        }
        size = size.mul(extent).ok()?;
        span = span.add(&extent.sub(&Int::ONE).ok()?.mul(stride).ok()?).ok()?;
    }
    span.add(&Int::ONE).ok()?.equals(&size).is_true().then_some(size)
}
