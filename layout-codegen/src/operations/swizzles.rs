//! Swizzles and composed layouts: their own operations.

use layout_algebra::ops::swizzled;
use layout_algebra::{Function, Int};

use super::operand::{BITS, LAYOUT, OFFSET, SWIZZLE};
use super::queries::table;
use super::{Failure, Operation, bounds, op};
use crate::value::Value;

/// The operations of this group, the most used first.
pub(super) const TABLE: &[Operation] = &[
    op("swizzle", &[SWIZZLE, OFFSET.more()], |x| {
        let Value::Swizzle(swizzle) = x.value(0) else {
            return Err(Failure::Operand { index: 0, expected: "a swizzle `Sw<B,M,S>`" });
        };
        let at = |index| Ok(Value::Int(Int::new(swizzle.apply(x.known(index)?))));
        Ok(Value::List((1..x.len()).map(at).collect::<Result<_, Failure>>()?).into())
    }),
    op("make_swizzle", &[BITS, BITS], |x| {
        Ok(Value::Swizzle(swizzled::make_swizzle(x.known(0)?, x.known(1)?)?).into())
    })
    .note("of two bit masks"),
    // CuTe's records name the table of a composed layout.
    op("composed_eval", &[LAYOUT], table),
    op("make_composed_layout", &[LAYOUT, OFFSET, LAYOUT], |x| {
        let (outer, inner) = (x.function(0)?, x.function(2)?);
        x.outcome(swizzled::make_composed_layout(&outer, &x.integer(1)?, &inner)?)
    })
    .bounded(bounds::inner),
    op("get_swizzle_portion", &[LAYOUT], |x| match x.function(0)? {
        Function::Composed(layout) => match layout.as_swizzled() {
            Some((swizzle, _, _)) => Ok(Value::Swizzle(*swizzle).into()),
            None => Err(Failure::Operand { index: 0, expected: "`Sw<B,M,S> o O o` a layout" }),
        },
        Function::Swizzle(swizzle) => Ok(Value::Swizzle(swizzle).into()),
        // CuTe's swizzle of a layout without one.
        Function::Layout(_) => Ok(Value::Swizzle(layout_algebra::Swizzle::new(0, 4, 3)?).into()),
    }),
    op("get_nonswizzle_portion", &[LAYOUT], |x| match x.function(0)? {
        Function::Composed(layout) => Ok(layout.domain()?.clone().into()),
        _ => Ok(x.layout(0)?.into()),
    }),
];
