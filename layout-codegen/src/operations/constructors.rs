//! Constructors: layouts from shapes, like other layouts, and from their values.

use layout_algebra::bounds::Bounds;
use layout_algebra::ops::{self, ModeOrder, swizzled};
use layout_algebra::{IntTuple, Layout, Nested, Part, VectorLayout};

use super::annotations::domain;
use super::infer_layout::infer_layout;
use super::mode_names::reshaped;
use super::operand::{BLOCK, LAYOUT, ORDER, SHAPE, STRIDE, TARGET, TILER, TUPLE, VALUES};
use super::operands::{Applied, Operands};
use super::products::blocked_product_names;
use super::row::{Call, Composed, Operation, op, rearranging};
use super::{bounds, mode_names};
use crate::failure::Failure;
use crate::value::{Major, Value};

/// The operations of this group, the most used first.
pub(super) const TABLE: &[Operation] = &[
    op("make_layout", &[SHAPE, STRIDE.maybe()], make_layout)
        .mode_names(mode_names::made)
        .help(
            "R = shape:stride; without strides column-major; of layouts A, B, …: R(a, b, \
         …) = A(a) + B(b) + …",
            "make_layout((4,8), LayoutRight)",
        )
        .open()
        .note("of a shape, a shape and a stride or `LayoutRight`, or layouts")
        .bounded(bounds::carried),
    op("concat", &[LAYOUT.more()], concat)
        .mode_names(mode_names::rearranged)
        .help("R(a, b, …) = A(a) + B(b) + …", "concat(4:8, 8:1)")
        .bounded(bounds::carried),
    op("make_ordered_layout", &[TUPLE, ORDER.maybe()], |x| match x.values.get(1) {
        None => Ok(ops::col_major(&x.tuple(0)?)?.into()),
        Some(Value::Major(Major::Left)) => Ok(ops::col_major(&x.tuple(0)?)?.into()),
        Some(Value::Major(Major::Right)) => Ok(ops::row_major(&x.tuple(0)?)?.into()),
        Some(_) => x.outcome(ops::make_ordered_layout(&x.tuple(0)?, &x.tuple(1)?)?),
    })
    .mode_names(mode_names::same)
    .help(
        "compact strides; the mode of the lowest order is the fastest, without an order mode 0",
        "make_ordered_layout((4,8,2), (1,0,2))",
    ),
    op("make_layout_like", &[LAYOUT], outcome!(ops::make_layout_like, layout))
        .composed(Composed::Strides(0))
        .mode_names(mode_names::same)
        .help(
            "the shape of L with compact strides, in the order of the strides of L; \
         strides of 0 stay",
            "make_layout_like((4,8):(16,1))",
        )
        .bounded(bounds::kept),
    op("make_fragment_like", &[LAYOUT], |x| match x.value(0) {
        Value::Layout(layout) => x.outcome(ops::make_fragment_like(layout)?),
        _ => Ok(x.layout(0)?.into()),
    })
    .composed(Composed::Strides(0))
    .mode_names(mode_names::same)
    .help(
        "the shape of L, compact: mode 0 column-major, then the other modes in the \
         order of their strides",
        "make_fragment_like(((2,2),4):((1,64),8))",
    )
    .bounded(bounds::kept),
    op("make_identity_layout", &[SHAPE], answer!(ops::make_identity_layout, shape))
        .answers_coordinates()
        .mode_names(mode_names::same)
        .help("R(c) = c: each coordinate answers itself", "make_identity_layout((2,3))")
        .bounded(bounds::kept),
    rearranging("tile_to_shape", &[BLOCK, TARGET, ORDER.maybe()], |x| {
        let (shape, order) = (x.shape(1)?, mode_order(x)?);
        on_domain!(x, 0, block => ops::tile_to_shape(block, &shape, &order))
    })
    .mode_names(blocked_product_names)
    .help(
        "copies of the block fill the target, in the order of the modes: R is \
         blocked_product(block, copies), with the target's shape",
        "tile_to_shape((2,2):(2,1), (4,6))",
    )
    .bounded(tile_to_shape_bounds),
    op("tiler_to_layout", &[TILER], answer!(ops::tiler_to_layout, tiler)).help(
        "composition(A, R) = composition(A, T): what T does to mode i, R does along i of a basis",
        "tiler_to_layout(<4:2,5:3>)",
    )
    .bounded(bounds::kept),
    rearranging("with_shape", &[LAYOUT, SHAPE.more()], |x| {
        let shape = match x.len() {
            2 => x.shape(1)?,
            _ => x.tuples(1)?,
        };
        on_domain!(x, 0, layout => {
            ops::with_shape(layout, &shape).map_err(|error| address_modes(error, x, &shape))
        })
    })
    .mode_names(reshaped::reshaped)
    .help(
        "R(i) = L(i) for every 1-D coordinate i, in another shape of the same size",
        "with_shape((4,8):(8,1), (2,2,8))",
    )
    .at_mode()
    .bounded(bounds::rearranged),
    op("infer_layout", &[VALUES, SHAPE.maybe()], infer_layout)
        .mode_names(mode_names::on_shape)
        .help(
            "R(i) = value i, at 1-D coordinate i of the shape if one is given; of an expression f and a shape, R(c) = f(c)",
            "infer_layout(|i, j| i * 8 + j, (4,8))",
        )
        .open()
        .note("of its values, or of an index expression and a shape")
        .bounded(bounds::kept_of_second),
];

/// `make_layout(shape)`, `(shape, stride)`, `(shape, LayoutRight)`, `(layout, …)`,
/// `(swizzle)`.
fn make_layout(x: &Operands<'_>) -> Result<Applied, Failure> {
    match x.values {
        [of @ Value::Composed(_)] => return Ok(of.clone().into()),
        [of, ..] if of.is_layout() => return concat(x),
        [Value::Swizzle(swizzle)] => return Ok(swizzled::swizzle_layout(swizzle)?.into()),
        _ => {}
    }
    let shape = x.tuple(0)?;
    let layout = match x.values {
        [_] | [_, Value::Major(Major::Left)] => ops::col_major(&shape)?,
        [_, Value::Major(Major::Right)] => ops::row_major(&shape)?,
        [_, _] => match Layout::new(shape, x.strides(1)?) {
            Ok(layout) => layout,
            // The parts of the layout are operands of their own here.
            Err(error) => {
                let operand = usize::from(error.part() == Part::Stride);
                return Err(error.in_operand(operand).in_part(Part::Whole).into());
            }
        },
        [_, Value::Int(_) | Value::Tuple(_), ..] => {
            let message = "a shape and a stride are a layout, and nothing follows them";
            return Err(Failure::Refused { index: 2, message: message.to_owned() });
        }
        _ => return Err(Failure::NoLayout { index: 0 }),
    };
    Ok(layout.into())
}

fn concat(x: &Operands<'_>) -> Result<Applied, Failure> {
    if x.has_composed() {
        let modes = x.each(0.., Operands::function)?;
        return Ok(swizzled::concat(&modes)?.into());
    }
    if x.has_vectors() {
        let modes = x.each(0.., Operands::vectors)?;
        return Ok(VectorLayout::of_modes(modes)?.into());
    }
    let modes = x.each(0.., Operands::layout)?;
    Ok(Layout::from_modes(&modes)?.into())
}

/// An error in the shape is one in the operand that holds the mode.
fn address_modes(
    error: layout_algebra::Error,
    x: &Operands<'_>,
    shape: &IntTuple,
) -> layout_algebra::Error {
    match error.path().indices() {
        [mode, path @ ..] if x.len() > 2 && error.operand() == 1 && *mode < shape.rank() => {
            error.clone().in_operand(mode + 1).at_path(path.into())
        }
        _ => error,
    }
}

fn mode_order(x: &Operands<'_>) -> Result<ModeOrder, Failure> {
    if x.len() < 3 {
        return Ok(ModeOrder::ColMajor);
    }
    match x.value(2) {
        Value::Major(Major::Left) => Ok(ModeOrder::ColMajor),
        Value::Major(Major::Right) => Ok(ModeOrder::RowMajor),
        _ => Ok(ModeOrder::By(x.tuple(2)?)),
    }
}

/// Bounds of blocks that fill a shape, or go past it.
fn tile_to_shape_bounds(call: &Call<'_>) -> Option<Bounds> {
    let target = call.operands.shape(1).ok()?;
    Some(layout_algebra::bounds::tile_to_shape(&call.of[0].bounds, &target, &domain(call.result)?))
}
