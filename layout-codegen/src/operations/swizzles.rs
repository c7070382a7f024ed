//! Swizzles and composed layouts: their own operations.

use layout_algebra::bounds::Bounds;
use layout_algebra::ops::swizzled;
use layout_algebra::{Function, Int};

use super::operand::{BITS, LAYOUT, OFFSET, SHAPE, STRIDES, SWIZZLE};
use super::operands::{Applied, Operands};
use super::queries::table;
use super::row::{Call, Operation, op};
use super::{bounds, mode_names};
use crate::failure::Failure;
use crate::mode_names::ModeNames;
use crate::value::Value;

/// The operations of this group, the most used first.
pub(super) const TABLE: &[Operation] = &[
    op("swizzle", &[SWIZZLE, OFFSET.more()], swizzle).help(
        "[Sw(o), …], and Sw(o) of a single offset: bits M…M+B−1 of an offset, exclusive-or those S higher",
        "swizzle(Sw<1,0,2>, 0, 4, 5)",
    ),
    op("make_swizzle", &[BITS, BITS], |x| {
        Ok(Value::Swizzle(swizzled::make_swizzle(x.known(0)?, x.known(1)?)?).into())
    })
    .help(
        "Sw<B,M,S> that flips the bits of the second mask by those of the first",
        "make_swizzle(56, 7)",
    )
    .note("of two bit masks"),
    op("xor_layout", &[SHAPE, STRIDES], answer!(swizzled::xor_layout, extents, tuple))
    .mode_names(mode_names::same)
    .help(
        "R(c) = ⊕ᵢ cᵢ ⊗ dᵢ of the digits cᵢ, where c ⊗ d is the exclusive-or of d·2ʲ over the bits j of c; in the place of a stride \
         may be a tuple of what each bit adds",
        "xor_layout((8,8), (1,9))",
    )
    .bounded(bounds::kept),
    op("xor_strides", &[LAYOUT], answer!(swizzled::xor_strides, function)).help(
        "L = xor_layout(shape(L), R)",
        "xor_strides(Sw<3,0,3> o 0 o (8,8):(1,8))",
    ),
    // CuTe's records name the table of a composed layout.
    op("composed_eval", &[LAYOUT], table)
        .help("[R(0), R(1), …], after the swizzle", "composed_eval(Sw<1,0,2> o 0 o (2,4):(4,1))"),
    op("make_composed_layout", &[LAYOUT, OFFSET, LAYOUT], |x| {
        let (outer, inner) = (x.function(0)?, x.function(2)?);
        x.outcome(swizzled::make_composed_layout(&outer, &x.integer(1)?, &inner)?)
    })
    .mode_names(inner_names)
    .help("R(c) = A(offset + B(c))", "make_composed_layout(Sw<3,3,3>, 0, (8,64):(64,1))")
    .bounded(inner_bounds),
    op("get_swizzle_portion", &[LAYOUT], get_swizzle_portion).help(
        "Sw of `Sw o 0 o L`; Sw<0,4,3>, which moves nothing, of a layout",
        "get_swizzle_portion(Sw<3,3,3> o 0 o (8,64):(64,1))",
    ),
    op("get_nonswizzle_portion", &[LAYOUT], |x| match x.function(0)? {
        Function::Composed(layout) => Ok(layout.domain()?.clone().into()),
        _ => Ok(x.layout(0)?.into()),
    })
    .help("L of `Sw o 0 o L`", "get_nonswizzle_portion(Sw<3,3,3> o 0 o (8,64):(64,1))")
    .bounded(bounds::kept),
];

/// The values of a swizzle at one or more offsets.
fn swizzle(x: &Operands<'_>) -> Result<Applied, Failure> {
    let Value::Swizzle(swizzle) = x.value(0) else {
        return Err(Failure::Operand { index: 0, expected: "a swizzle `Sw<B,M,S>`" });
    };
    let mut values = Vec::new();
    for index in 1..x.len() {
        values.push(Value::Int(Int::new(swizzle.apply(x.known(index)?))));
    }
    Ok(Value::alone_or_list(values).into())
}

/// The swizzle after a layout.
fn get_swizzle_portion(x: &Operands<'_>) -> Result<Applied, Failure> {
    match x.function(0)? {
        Function::Composed(layout) => match layout.as_swizzled() {
            Some((swizzle, _, _)) => Ok(Value::Swizzle(*swizzle).into()),
            None => Err(Failure::Operand { index: 0, expected: "`Sw<B,M,S> o O o` a layout" }),
        },
        Function::Swizzle(swizzle) => Ok(Value::Swizzle(swizzle).into()),
        // CuTe's swizzle of a layout without one.
        Function::Layout(_) => Ok(Value::Swizzle(layout_algebra::Swizzle::new(0, 4, 3)?).into()),
    }
}

/// Bounds of the function that is applied first, operand 2.
fn inner_bounds(call: &Call<'_>) -> Option<Bounds> {
    call.refined(call.unpadded(2)?)
}

/// Names of a result with the coordinates of operand 2.
fn inner_names(call: &Call<'_>) -> ModeNames {
    call.of[2].names.clone()
}
