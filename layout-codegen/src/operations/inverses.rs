//! Inverses, and what is found with them.

use layout_algebra::ops::{self, OneTerm, swizzled};
use layout_algebra::{Error, Layout};

use super::bounds;
use super::mode_names;
use super::operand::{COUNT, LAYOUT, SHAPE};
use super::operands::{Applied, Operands};
use super::row::{Composed, Operation, Replicas, number, op};
use crate::failure::Failure;
use crate::value::Value;

/// The operations of this group, the most used first.
pub(super) const TABLE: &[Operation] = &[
    op("right_inverse", &[LAYOUT], |x| inverse(x, ops::right_inverse))
        .help("L(R(i)) = i for i < size(R)", "right_inverse((4,8):(8,1))")
        .mode_names(mode_names::of_axes)
        .replicas(Replicas::Inverted)
        .bounded(bounds::inverse),
    op("left_inverse", &[LAYOUT], |x| inverse(x, ops::left_inverse))
        .help("L(R(L(i))) = L(i), so R(L(i)) = i for an injective L", "left_inverse((4,8):(16,1))")
        .mode_names(mode_names::of_axes)
        .replicas(Replicas::Inverted)
        .bounded(bounds::inverse),
    // An offset that the domain repeats, the whole repeats.
    op("nullspace", &[LAYOUT], answer!(ops::nullspace, vectors))
        .composed(Composed::Strides(0))
        .help("L(R(i)) = 0, over all leaves of stride 0", "nullspace((7,5,16):(3,1,0))")
        .bounded(bounds::inverse),
    op(
        "max_common_layout",
        &[LAYOUT, LAYOUT],
        answer!(swizzled::max_common_layout, function, function),
    )
    .help("A(R(i)) = B(R(i)) = i for i < size(R)", "max_common_layout((4,8):(8,1), (4,8):(16,1))")
    .bounded(bounds::inverse),
    number(
        "max_common_vector",
        &[LAYOUT, LAYOUT],
        answer!(swizzled::max_common_vector, function, function),
    )
    .help(
        "size(max_common_layout(A, B)): the elements that a copy moves as one vector",
        "max_common_vector((4,8):(8,1), (4,8):(16,1))",
    ),
    op("domain_distribute", &[SHAPE, COUNT], answer!(ops::domain_distribute, shape, integer))
        .help(
            "up to `count` ascending coordinates of a shape; L∘R exists for every layout \
         L of the shape",
            "domain_distribute((15,14), 6)",
        )
        .bounded(bounds::inverse),
];

/// An inverse; of swizzles after a layout, from that of the layout.
fn inverse(
    x: &Operands<'_>,
    inverse: fn(&Layout) -> Result<Layout, Error>,
) -> Result<Applied, Failure> {
    match x.value(0) {
        // A swizzle undoes itself.
        Value::Swizzle(swizzle) => Ok(Value::Swizzle(*swizzle).into()),
        _ => one_term!(x, 0, of => x.outcome(of.inverse_by(inverse)?)),
    }
}
