//! The laws of swizzles and composed layouts.

mod agreement;
mod bits;
mod composition;
mod hardware;
mod image;
mod instructions;
mod permutation;
pub(crate) mod values;
mod vectors;
mod xor;

pub use bits::{
    compose_swizzles, downcast_swizzle, no_position_independent, position_independent,
    recast_swizzle, swizzle, upcast_swizzle,
};
pub use composition::{concat, on_domain};
pub use hardware::{
    bank_conflicts, covers, find_layout, find_swizzle, find_uncovered, find_xor_layout, sectors,
    shared_lines,
};
pub use image::{complement, no_complement};
pub use instructions::{Tile, is_gmma_canonical, is_ldmatrix_source, is_tma_encodable};
pub use permutation::{cycles, f2_matrix, gaps, image, is_surjective, order};
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
    permutation::CHECKS,
    values::CHECKS,
    vectors::CHECKS,
    xor::CHECKS,
];
