//! Sums of layouts over one index.

use layout_algebra::ops::{self, swizzled};

use super::bounds;
use super::mode_names::reshaped;
use super::operand::LAYOUT;
use super::row::{Composed, Operation, op};
use crate::value::Value;

/// The operations of this group, the most used first.
pub(super) const TABLE: &[Operation] = &[
    op("layout_add", &[LAYOUT, LAYOUT], |x| {
        if x.has_composed() && !x.has_vectors() {
            return Ok(swizzled::layout_add(&x.function(0)?, &x.function(1)?)?.into());
        }
        Ok(ops::vectors::layout_add(&x.vectors(0)?, &x.vectors(1)?)?.into())
    })
    .mode_names(reshaped::refined)
    .help("R(i) = A(i) + B(i)", "layout_add((4,8):(8,1), 32:100)")
    .bounded(bounds::same_index),
    op("expand_modes_alike", &[LAYOUT, LAYOUT], |x| {
        let (a, b) = ops::expand_modes_alike(&x.vectors(0)?, &x.vectors(1)?)?;
        Ok(Value::List(vec![a.into(), b.into()]).into())
    })
    .composed(Composed::EachDomain)
    .mode_names(reshaped::refined)
    .help(
        "[A', B'] in the common_refinement of their shapes: A'(i) = A(i), B'(i) = B(i)",
        "expand_modes_alike((4,6):(6,1), ((2,2),6):((1,2),4))",
    )
    .bounded(bounds::joint),
];
