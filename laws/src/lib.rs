//! The definition of each operation of `layout-algebra`, as a check of its answer.
//!
//! A law is given the operands of an operation and an answer, and holds the answer against the
//! defining equation, point by point, without the algorithm that found it. Layouts are plain
//! functions of coordinates to it ([`function`]), read from those of the algebra ([`convert`])
//! or from what the language prints. So the same law serves unit tests, exhaustive
//! tests of small layouts, random tests of large ones, expressions and fuzzing.
//!
//! Up to [`EXHAUSTIVE`] points every point is visited. A larger domain is
//! visited at its ends, where its digits carry, and at fixed pseudo-random
//! points; what needs all points at once (an image, a bijection) is not looked
//! at there.

mod arithmetic;
mod axes;
mod bounds;
mod cases;
pub mod check;
mod circular;
mod compact;
mod complement;
mod composition;
mod constructors;
pub mod convert;
mod coordinates;
pub mod divide;
mod elementwise;
pub mod function;
mod infer;
mod injective;
mod inverses;
mod leaves;
pub mod modes;
mod no_composition;
mod no_inverse;
mod numbers;
pub mod operands;
mod orders;
mod predicates;
mod preimage;
mod product;
mod recast;
mod reshape;
pub mod slice;
pub mod swizzle;
mod tables;
pub mod tree;
mod tuples;
mod vectors;

pub use arithmetic::*;
pub use axes::*;
pub use bounds::*;
pub use cases::*;
pub use circular::*;
pub use compact::*;
pub use complement::*;
pub use composition::*;
pub use constructors::*;
pub use coordinates::*;
pub use divide::*;
pub use elementwise::*;
pub use infer::*;
pub use injective::*;
pub use inverses::*;
pub use leaves::*;
pub use no_composition::*;
pub use no_inverse::*;
pub use numbers::EXHAUSTIVE;
pub use orders::*;
pub use predicates::*;
pub use preimage::*;
pub use product::*;
pub use recast::*;
pub use reshape::*;
pub use slice::{domain_offset, local_partition, part, slice, slice_and_offset};
pub use tuples::*;

/// The checks of every operation of the algebra.
pub fn checks() -> impl Iterator<Item = &'static check::Check> {
    [
        arithmetic::CHECKS,
        circular::CHECKS,
        compact::CHECKS,
        complement::CHECKS,
        composition::CHECKS,
        constructors::CHECKS,
        coordinates::CHECKS,
        divide::CHECKS,
        elementwise::CHECKS,
        infer::CHECKS,
        injective::CHECKS,
        inverses::CHECKS,
        leaves::CHECKS,
        modes::CHECKS,
        orders::CHECKS,
        predicates::CHECKS,
        preimage::CHECKS,
        product::CHECKS,
        recast::CHECKS,
        reshape::CHECKS,
        slice::CHECKS,
        tuples::CHECKS,
        axes::CHECKS,
        vectors::CHECKS,
    ]
    .into_iter()
    .chain(swizzle::CHECKS.iter().copied())
    .flatten()
}

/// An error that names the point at which a law fails.
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
