//! The operations on swizzles and composed layouts, by the names of those on
//! layouts.
//!
//! What only rearranges the domain of a composed layout (divides, products,
//! `coalesce`, `get`) is the operation of [`crate::ops`] on
//! [`crate::ComposedLayout::domain`], put back by
//! [`crate::ComposedLayout::with_domain`]; see [`on_domain`].

mod agree;
mod cast;
mod complement;
mod compose_swizzles;
mod composition;
mod concat;
mod domain;
mod evaluate;
mod infer_layout;
mod injective;
mod inverse;
mod local_tile;
mod max_alignment;
mod max_common_vector;
mod offset_range;
mod position_independent;
mod predicates;
mod product;
mod slice;
mod vectors;
mod whole_elements;

pub use cast::{downcast, downcast_swizzle, recast, upcast, upcast_swizzle};
pub use complement::{complement, nullspace};
pub use compose_swizzles::{compose_swizzles, make_swizzle};
pub use composition::{composition, composition_with, make_composed_layout};
pub use concat::concat;
pub use domain::{domain_offset, on_domain, swizzle_layout};
pub use evaluate::evaluate;
pub use infer_layout::infer_layout;
pub(crate) use injective::check_injective_in;
pub use injective::{check_injective, find_collision};
pub use inverse::inverse;
pub use local_tile::{Part, local_partition, local_tile, outer_partition};
pub use max_alignment::max_alignment;
pub use max_common_vector::{max_common_layout, max_common_vector};
pub use offset_range::{cosize, offset_range};
pub use position_independent::position_independent;
pub use predicates::{functionally_equal, is_bijective, is_compact, is_contiguous};
pub use product::{
    blocked_product, flat_product, logical_product, raked_product, tiled_product, zipped_product,
};
pub use slice::{slice, slice_and_offset};
