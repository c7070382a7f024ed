//! The layout of a table of values, if it has one.
//!
//! A layout of `n` points with the extents `e₀,e₁,…` has the *periods* `1, e₀, e₀e₁, …`,
//! each a multiple of the one before. The value at `x` is the sum of its digits
//! over the periods times the strides, the last digit unbounded.
//!
//! A full table needs no search ([`total`], [`by_leaf`]): the coalesced layout of a
//! function is unique. Where some values are not given, or may be one of several,
//! the periods are searched ([`partial`]). A swizzle before the layout is found by
//! undoing it ([`swizzled`]).

mod linear;
mod partial;
mod strides;
mod swizzled;
mod total;

pub(crate) use linear::{Linear, linear};
pub(crate) use partial::{BUDGET, Given, Partial, partial};
pub(crate) use swizzled::{EVALUATIONS, Swizzled, swizzled};
pub(crate) use total::{Total, total};

#[cfg(test)]
mod tests {
    use alloc::vec::Vec;

    use crate::exact::step_sum::Mode;

    /// Every layout of up to `modes` modes and the given size.
    pub(super) fn tables(size: i128, strides: &[i128], modes: usize) -> Vec<Vec<i128>> {
        let mut all = alloc::vec![];
        if size == 1 {
            all.push(alloc::vec![0]);
        }
        if modes == 0 {
            return all;
        }
        for extent in 2..=size {
            if size % extent != 0 {
                continue;
            }
            for inner in tables(size / extent, strides, modes - 1) {
                for stride in strides {
                    let digit = |x: i128| x % extent * stride + inner[(x / extent) as usize];
                    all.push((0..size).map(digit).collect());
                }
            }
        }
        all
    }

    pub(super) fn value(modes: &[Mode], mut x: i128) -> i128 {
        let mut sum = 0;
        for &(extent, stride) in modes {
            sum += x % extent * stride;
            x /= extent;
        }
        sum
    }
}
