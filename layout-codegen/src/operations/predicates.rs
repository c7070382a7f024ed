//! Predicates: what kind of function a layout is.

use layout_algebra::ops;

use super::{ANY, Failure, Operation, op};

/// The operations of this group, by name.
pub(super) const TABLE: &[Operation] = &[
    op("equal", "layout, layout", (2, 2), |x| {
        let equal = x.value(0) == x.value(1);
        // Forms that differ may be of the same integers.
        if !equal && let Some(index) = (0..2).find(|&index| x.value(index).is_symbolic()) {
            let message = format!("whether {} is {} is not known yet", x.value(0), x.value(1));
            return Err(Failure::Refused { index, message });
        }
        Ok(equal.into())
    }),
    op("functionally_equal", "layout, layout", (2, 2), |x| {
        Ok(ops::functionally_equal(&x.layout(0)?, &x.layout(1)?)?.into())
    }),
    op("is_bijective", "layout", (1, 1), |x| Ok(ops::is_bijective(&x.layout(0)?)?.into())),
    op("is_col_major", "layout", (1, 1), |x| Ok(ops::is_col_major(&x.layout(0)?)?.into())),
    op("is_compact", "layout", (1, 1), |x| Ok(ops::is_compact(&x.layout(0)?)?.into())),
    op("is_contiguous", "layout", (1, 1), |x| Ok(ops::is_contiguous(&x.layout(0)?)?.into())),
    op("is_major", "layout, mode, …", (2, ANY), |x| {
        Ok(ops::is_major(&x.layout(0)?, &x.path()?)?.into())
    }),
    op("is_row_major", "layout", (1, 1), |x| Ok(ops::is_row_major(&x.layout(0)?)?.into())),
];
