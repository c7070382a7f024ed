//! The operations, one a file, by CuTe's names.

mod ceil_div;
mod coalesce;
mod compact;
mod compatible;
mod complement;
mod composition;
mod congruent;
mod coshape;
mod crd2crd;
mod crd2idx;
mod filter;
mod flatten;
mod get;
mod idx2crd;
mod injective;
mod logical_divide;
mod logical_product;
mod make_ordered_layout;
mod outcome;
mod packing;
mod shape_div;
mod size;
mod slice;
pub mod swizzled;

pub use ceil_div::{ceil_div, ceil_div_by_layout, ceil_div_int};
pub use coalesce::{coalesce, coalesce_by_mode};
pub use compact::{col_major, compact_col_major, compact_row_major, row_major};
pub use compatible::{compatible, weakly_compatible};
pub use complement::{complement, complement_below};
pub use composition::{composition, composition_with};
pub use congruent::{congruent, weakly_congruent};
pub use coshape::{coshape, cosize, offset_range};
pub use crd2crd::crd2crd;
pub(crate) use crd2idx::incompatible;
pub use crd2idx::{crd2idx, crd2idx_in_shape, evaluate};
pub use filter::{filter, filter_by_mode, filter_zeros, filter_zeros_by};
pub use flatten::flatten;
pub use get::get;
pub use idx2crd::{idx2crd, idx2crd_strided};
pub use injective::{Collision, check_injective, find_collision};
pub use logical_divide::logical_divide;
pub use logical_product::logical_product;
pub use make_ordered_layout::make_ordered_layout;
pub use outcome::Outcome;
pub use packing::{
    flat_divide, flat_product, tiled_divide, tiled_product, zipped_divide, zipped_product,
};
pub use shape_div::shape_div;
pub use size::{product, size};
pub use slice::{dice, slice, slice_and_offset};
