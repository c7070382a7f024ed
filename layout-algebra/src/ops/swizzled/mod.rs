//! The operations on swizzles and composed layouts, by the names of those on
//! layouts.
//!
//! An operation that only rearranges the domain of a composed layout (divides, products,
//! `coalesce`, `get`) is the operation of [`crate::ops`] on [`crate::ComposedLayout::domain`], put
//! back by [`crate::ComposedLayout::with_domain`]; see [`on_domain`]. An operation that asks for
//! the place of a coordinate, or for the coordinate of a place, as [`crate::ops::local_tile`] and
//! [`crate::ops::get_1d_coord`], is written once for both, by [`crate::ops::OnDomain`].
// The files beside this one, as `WRITE=1 cargo test -p layout-algebra --test it modules` lists them.

mod agree;
mod agrees;
mod bank_conflicts;
mod cast;
mod complement;
mod compose_swizzles;
mod composition;
mod concat;
mod covers;
mod domain;
mod evaluate;
mod f2_matrix;
mod find_layout;
mod find_swizzle;
mod find_xor_layout;
mod image;
mod infer_layout;
mod injective;
mod inverse;
mod is_gmma_canonical;
mod is_ldmatrix_source;
mod is_tma_encodable;
mod layout_add;
mod max_alignment;
mod max_common_vector;
mod offset_range;
mod permutation;
mod position_independent;
mod predicates;
mod product;
mod sectors;
mod shared_lines;
mod slice;
mod vector_bytes;
mod vectors;
mod whole_elements;
mod xor_layout;
mod xor_strides;

pub use agrees::*;
pub use bank_conflicts::*;
pub use cast::*;
pub use complement::*;
pub use compose_swizzles::*;
pub use composition::*;
pub use concat::*;
pub use covers::*;
pub use domain::*;
pub use evaluate::*;
pub use f2_matrix::*;
pub use find_layout::*;
pub use find_swizzle::*;
pub use find_xor_layout::*;
pub use image::*;
pub use infer_layout::*;
pub use injective::*;
pub use inverse::*;
pub use is_gmma_canonical::*;
pub use is_ldmatrix_source::*;
pub use is_tma_encodable::*;
pub use layout_add::*;
pub use max_alignment::*;
pub use max_common_vector::*;
pub use offset_range::*;
pub use permutation::*;
pub use position_independent::*;
pub use predicates::*;
pub use product::*;
pub use sectors::*;
pub use shared_lines::*;
pub use slice::*;
pub use vector_bytes::*;
pub use xor_layout::*;
pub use xor_strides::*;
