//! Coordinates: evaluation, its inverse, and slices.

use layout_algebra::bounds::Bounds;
use layout_algebra::ops::{self, OnDomain};
use layout_algebra::{ErrorAddress, HTuple, Layout};

use super::operand::{AXIS, COORDINATE, DICER, INDEX, LAYOUT, OFFSET, SHAPE, STRIDES};
use super::operands::{Applied, Operands};
use super::row::{Call, Composed, Copies, Operation, number, op};
use super::{bounds, mode_names};
use crate::failure::Failure;
use crate::value::Value;

/// The function of a row that finds the coordinate of an offset, operand 1.
macro_rules! coordinate_of {
    ($op:path) => {
        |x| one_term!(x, 0, of => Ok($op(of, &x.integer(1)?)?.into()))
    };
}

/// The operations of this group, the most used first.
pub(super) const TABLE: &[Operation] = &[
    number("crd2idx", &[COORDINATE, LAYOUT, STRIDES.maybe()], crd2idx)
        .help(
            "L(c); of a shape S, the 1-D coordinate of c: c₀ + S₀·c₁ + …",
            "crd2idx((2,3), (4,8):(8,1))",
        )
        .note("`_` counts 0: where the slice of such a coordinate begins"),
    op("idx2crd", &[INDEX, SHAPE, STRIDES.maybe()], |x| match x.len() {
        3 => Ok(ops::idx2crd_strided(&x.tuple(0)?, &x.tuple(1)?, &x.strides(2)?)?.into()),
        _ => {
            let coordinate = ops::idx2crd(&x.tuple(0)?, &x.shape(1)?)?;
            x.within(0, &x.shape(1)?, coordinate)
        }
    })
    .help("crd2idx(R, S) = i, with each digit cₖ below its extent", "idx2crd(14, (4,8))"),
    op("crd2crd", &[COORDINATE, SHAPE, SHAPE], |x| {
        let (at, from, to) = (x.tuple(0)?, x.shape(1)?, x.shape(2)?);
        // Outside of its shape, it is none.
        let padded = x.is_outside(0, &from)?;
        Ok(Applied { value: ops::crd2crd(&at, &from, &to)?.into(), padded })
    })
    .help("idx2crd(crd2idx(c, from), to)", "crd2crd(9, (4,6), (6,4))"),
    op("eval_crd", &[LAYOUT, COORDINATE.more()], eval_crd)
        .help("[L(c), …], and L(c) of a single coordinate", "eval_crd((4,8):(8,1), (1,0), (0,1))"),
    op("along", &[LAYOUT, AXIS.more()], |x| {
        let layout = x.vectors(0)?;
        let values = ops::coprofile(&layout)?.map(&mut |_| ());
        Ok(ops::along(&layout, &x.path_in(Some(values))?)?.into())
    })
    .mode_names(mode_names::same)
    .copies(Copies::Some)
    .refuses(&[(0, "its values are integers, which have no axes")])
    .help(
        "R(c) = get(L(c), axis): one number of the coordinates that L answers",
        "along((4,8):(1@0,1@1), 1)",
    )
    .bounded(bounds::kept),
    op("slice", &[COORDINATE, LAYOUT], |x| {
        let at = x.coordinate(0)?;
        let slice: Value = function!(x, 1, of => of.part(OnDomain::domain(of)?, &at)?.0.into());
        x.within(0, &x.shape(1)?, slice)
    })
    .mode_names(mode_names::rearranged)
    .help(
        "the modes of L that stand against `_`: L(c with x for _) = offset + R(x)",
        "slice((1,_), (4,8):(8,1))",
    )
    .bounded(slice_bounds),
    op("dice", &[DICER, LAYOUT], answer!(ops::dice, coordinate, vectors))
        .composed(Composed::Domain(1))
        .mode_names(mode_names::rearranged)
        .help("the modes of L that stand against an integer", "dice((1,_), (4,8):(8,1))")
        .bounded(bounds::carried),
    op("slice_and_offset", &[COORDINATE, LAYOUT], slice_and_offset)
        .mode_names(mode_names::rearranged)
        .help(
            "[R, offset] with L(c with x for _) = offset + R(x)",
            "slice_and_offset((1,_), (4,8):(8,1))",
        )
        .bounded(slice_bounds),
    op("domain_offset", &[COORDINATE, LAYOUT], domain_offset)
        .mode_names(mode_names::of_second)
        .help("[L, L(c)]: L(c + x) = L(c) + L(x)", "domain_offset((2,3), (4,8):(8,1))")
        .bounded(domain_offset_bounds),
    op("get_hier_coord", &[LAYOUT, OFFSET], coordinate_of!(ops::get_hier_coord))
        .help("L(R) = offset, R nested like the shape", "get_hier_coord((4,(2,4)):(8,(4,1)), 11)"),
    op("get_flat_coord", &[LAYOUT, OFFSET], coordinate_of!(ops::get_flat_coord)).help(
        "L(R) = offset, R with one integer a mode",
        "get_flat_coord((4,(2,4)):(8,(4,1)), 11)",
    ),
    number("get_1d_coord", &[LAYOUT, OFFSET], coordinate_of!(ops::get_1d_coord))
        .help("L(R) = offset, R one integer", "get_1d_coord((4,8):(8,1), 11)"),
];

/// The offset of a coordinate: of a layout, of a shape, or of a shape and strides.
fn crd2idx(x: &Operands<'_>) -> Result<Applied, Failure> {
    // CuTe's `_` is an integral constant 0 here.
    let at = x.coordinate(0)?.positions();
    let value = match (x.len(), x.value(1)) {
        (3, _) => match x.value(2).as_vectors() {
            Some(steps) if x.value(2).as_strides().is_none() => {
                let layout = Layout::of(x.tuple(1)?, steps);
                ops::evaluate(&at, &layout.in_operand(2)?)?
            }
            _ => ops::crd2idx(&at, &x.tuple(1)?, &x.strides(2)?)?,
        },
        (_, of) if of.is_layout() => function!(x, 1, of => of.value(&at))?,
        _ => HTuple::Leaf(ops::crd2idx_in_shape(&at, &x.tuple(1)?)?),
    };
    x.within(0, &x.shape(1)?, value)
}

/// The values of a layout at one or more coordinates.
fn eval_crd(x: &Operands<'_>) -> Result<Applied, Failure> {
    let (mut values, mut is_padded) = (Vec::new(), false);
    for i in 1..x.len() {
        let at = x.tuple(i)?;
        let value = function!(x, 0, of => of.value(&at)).in_operand(i)?;
        let Applied { value, padded } = x.within(i, &x.shape(0)?, value)?;
        values.push(value);
        is_padded |= padded;
    }
    Ok(Applied { value: Value::alone_or_list(values), padded: is_padded })
}

/// A slice, and the offset where it begins.
fn slice_and_offset(x: &Operands<'_>) -> Result<Applied, Failure> {
    let at = x.coordinate(0)?;
    let parts: [Value; 2] = function!(x, 1, of => {
        let (layout, offset) = of.part(OnDomain::domain(of)?, &at)?;
        [layout.into(), offset.into()]
    });
    x.within(0, &x.shape(1)?, Value::List(parts.into()))
}

/// A layout from a coordinate on, and the offset of that.
fn domain_offset(x: &Operands<'_>) -> Result<Applied, Failure> {
    let at = x.tuple(0)?;
    function!(x, 1, of => {
        let (layout, offset) = of.with_origin(&at)?;
        Ok(Value::List(vec![layout.into(), offset.into()]).into())
    })
}

/// Bounds of a layout whose origin is moved to a coordinate.
fn domain_offset_bounds(call: &Call<'_>) -> Option<Bounds> {
    Some(call.only(1)?.moved(&call.operands.tuple(0).ok()?))
}

fn slice_bounds(call: &Call<'_>) -> Option<Bounds> {
    Some(call.only(1)?.sliced(&call.operands.coordinate(0).ok()?, &call.domain(1)?))
}
