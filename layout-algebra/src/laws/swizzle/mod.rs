//! The laws of swizzles and composed layouts.

mod bits;
mod composition;
mod image;
mod inverses;
mod product;
mod slice;
mod values;

pub use bits::{
    compose_swizzles, downcast_swizzle, no_position_independent, position_independent,
    recast_swizzle, swizzle, upcast_swizzle,
};
pub use composition::{composed, on_domain};
pub use image::{
    collision_composed, complement, max_alignment, no_complement, offset_range_composed, recast,
};
pub use inverses::{
    inverse_composed, left_inverse_composed, max_common_layout, nullspace, right_inverse_composed,
};
pub use product::{logical_product, packed_product, paired_product};
pub use slice::{domain_offset, part, slice_and_offset_composed, slice_composed};
pub use values::{swizzle_at, value_of};
