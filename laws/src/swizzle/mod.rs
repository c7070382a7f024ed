//! The laws of swizzles and composed layouts.

mod agreement;
mod bits;
mod composition;
mod hardware;
mod image;
mod instructions;
mod inverses;
mod permutation;
mod predicates;
mod product;
mod slice;
mod values;
mod vectors;
mod xor;

pub use agreement::find_disagreement;
pub use bits::{
    compose_swizzles, downcast_swizzle, no_position_independent, position_independent,
    recast_swizzle, swizzle, upcast_swizzle,
};
pub use composition::{composed, concat, on_domain};
pub use hardware::{
    bank_conflicts, covers, find_layout, find_swizzle, find_uncovered, find_xor_layout, sectors,
    shared_lines,
};
pub use image::{
    collision_composed, complement, max_alignment, no_complement, offset_range_composed, recast,
};
pub use instructions::{Tile, is_gmma_canonical, is_ldmatrix_source, is_tma_encodable};
pub use inverses::{inverse_composed, left_inverse_composed, nullspace, right_inverse_composed};
pub use permutation::{cycles, f2_matrix, gaps, image, is_surjective, order};
pub use predicates::{functionally_equal, is_bijective, is_compact, is_contiguous};
pub use product::{logical_product, packed_product, paired_product};
pub use slice::{domain_offset, part, slice_and_offset_composed, slice_composed};
pub use values::{swizzle_at, value_of};
pub use vectors::max_common_layout;
pub use xor::{xor_layout, xor_strides};

/// The checks of each group.
pub(crate) const CHECKS: &[&[crate::check::Check]] = &[
    agreement::CHECKS,
    bits::CHECKS,
    composition::CHECKS,
    hardware::CHECKS,
    image::CHECKS,
    instructions::CHECKS,
    inverses::CHECKS,
    permutation::CHECKS,
    predicates::CHECKS,
    product::CHECKS,
    slice::CHECKS,
    values::CHECKS,
    vectors::CHECKS,
    xor::CHECKS,
];
