//! What each operation promises, as a check of its answer.
//!
//! A law is given the operands of an operation of [`crate::ops`] and an answer,
//! and holds the answer against the defining equation, point by point, without
//! the algorithm that found it. The same law serves unit tests, exhaustive
//! tests of small layouts, random tests of large ones and fuzzing.
//!
//! Up to [`EXHAUSTIVE`] points every point is visited. A larger domain is
//! visited at its ends, where its digits carry, and at fixed pseudo-random
//! points; what needs all points at once (an image, a bijection) is not looked
//! at there.

mod arithmetic;
mod compact;
mod complement;
mod composition;
mod coordinates;
mod divide;
mod function;
mod injective;
mod no_composition;
mod orders;
mod product;
mod reshape;
mod slice;
pub mod swizzle;

use alloc::string::String;

pub use arithmetic::{ceil_div, shape_div, size};
pub use compact::{
    col_major, compact_col_major, compact_row_major, make_ordered_layout, row_major,
};
pub use complement::{complement, no_complement};
pub use composition::{composition, composition_with};
pub use coordinates::{crd2crd, evaluate, idx2crd, idx2crd_strided};
pub use divide::{flat, logical_divide, tiled, zipped};
pub use function::EXHAUSTIVE;
pub use injective::{collision, cosize, offset_range};
pub use no_composition::{has_composition, no_composition};
pub use orders::{compatible, congruent, partial_order, weakly_compatible, weakly_congruent};
pub use product::logical_product;
pub use reshape::{
    coalesce, coalesce_by_mode, filter, filter_by_mode, filter_zeros, filter_zeros_by, flatten,
};
pub use slice::{dice, get, slice, slice_and_offset};

/// Whether a law holds, and if not, at which point.
pub type Law = Result<(), String>;

/// Returns an error unless the condition holds.
macro_rules! ensure {
    ($holds:expr, $($why:tt)+) => {
        if !$holds {
            return Err(alloc::format!($($why)+));
        }
    };
}
use ensure;

/// The message of an error of the algebra.
fn text(error: impl core::fmt::Debug) -> String {
    alloc::format!("{error:?}")
}
