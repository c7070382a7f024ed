//! What each operation of `layout-algebra` promises, as a check of its answer.
//!
//! A law is given the operands of an operation of [`layout_algebra::ops`] and an answer,
//! and holds the answer against the defining equation, point by point, without
//! the algorithm that found it. The same law serves unit tests, exhaustive
//! tests of small layouts, random tests of large ones and fuzzing.
//!
//! Up to [`EXHAUSTIVE`] points every point is visited. A larger domain is
//! visited at its ends, where its digits carry, and at fixed pseudo-random
//! points; what needs all points at once (an image, a bijection) is not looked
//! at there.

mod arithmetic;
mod bounds;
mod compact;
mod complement;
mod composition;
mod constructors;
mod coordinates;
mod divide;
mod elementwise;
mod function;
mod infer;
mod injective;
mod inverses;
mod leaves;
mod modes;
mod no_composition;
mod no_inverse;
mod orders;
mod predicates;
mod preimage;
mod product;
mod recast;
mod reshape;
mod slice;
pub mod swizzle;
mod tuples;

pub use arithmetic::{ceil_div, shape_div, size};
pub use bounds::bounds;
pub use compact::{
    col_major, compact_by_mode, compact_col_major, compact_row_major, make_ordered_layout,
    row_major,
};
pub use complement::{complement, no_complement};
pub use composition::{composition, composition_with};
pub use constructors::{
    blocked_product, make_fragment_like, make_identity_layout, make_layout_like, raked_product,
    tile_to_shape, with_shape,
};
pub use coordinates::{check_bounds, crd2crd, evaluate, idx2crd, idx2crd_strided};
pub use divide::{flat, logical_divide, tiled, zipped};
pub use elementwise::{
    common_coarsening, common_refinement, elem_add, elem_max, elem_min, elem_sub,
    no_common_refinement, prefix_product, prefix_sum, shape_mod, suffix_product,
};
pub use function::EXHAUSTIVE;
pub use infer::{
    begins_swizzled, infer_function, infer_layout, no_infer_function, no_infer_layout,
};
pub use injective::{collision, collision_in, cosize, offset_range};
pub use inverses::{
    domain_distribute, left_inverse, max_alignment, max_common_layout, nullspace, right_inverse,
};
pub use leaves::{
    coalesce_z, coprofile, functionally_equal, layout_add, leading_dim, local_partition, part,
    size_in_bytes, sort,
};
pub use modes::{
    append, back, front, group, insert, padded, prepend, remove, repeat, repeat_like, replace,
    reverse, same_layout, select, take, transpose, tuple_repeat, unflatten, unwrap, wrap, zip,
    zip2_by,
};
pub use no_composition::{has_composition, no_composition};
pub use no_inverse::{has_left_inverse, no_left_inverse};
pub use orders::{compatible, congruent, partial_order, weakly_compatible, weakly_congruent};
pub use predicates::{
    is_bijective, is_col_major, is_compact, is_contiguous, is_injective, is_row_major,
};
pub use preimage::{domain_offset, get_1d_coord, get_flat_coord, get_hier_coord, no_coordinate};
pub use product::logical_product;
pub use recast::{downcast, no_upcast, recast, upcast};
pub use reshape::{
    coalesce, coalesce_by_mode, filter, filter_by_mode, filter_zeros, filter_zeros_by,
    filter_zeros_in, flatten,
};
pub use slice::{dice, get, slice, slice_and_offset};
pub use tuples::{
    colex_less, elem_less, elem_scale, evenly_divides, gcd, inner_product, lex_less, max, min,
    product_each, product_like, round_up, strict_order, sum,
};

/// Whether a law holds, and if not, at which point.
pub type Law = Result<(), String>;

/// Returns an error unless the condition holds.
macro_rules! ensure {
    ($holds:expr, $($why:tt)+) => {
        if !$holds {
            return Err(format!($($why)+));
        }
    };
}
use ensure;

/// The message of an error of the algebra.
fn text(error: impl core::fmt::Debug) -> String {
    format!("{error:?}")
}
