//! Composition, complements, and modes that come round.

use layout_algebra::bounds::{self, Bound, Bounds};
use layout_algebra::ops::{self, OneTerm, swizzled};
use layout_algebra::{Layout, ModePath};

use super::annotations::{domain, shape};
use super::bounds::layout_in;
use super::mode_names::parts::{Place, TILES, part_name, side_by_side, split, within_part};
use super::operand::{COTARGET, COUNT, LAYOUT, TILER};
use super::operands::{Applied, Operands};
use super::row::{Call, Operation, op, rearranging};
use crate::failure::Failure;
use crate::mode_names::ModeNames;
use crate::value::Value;

/// The parts of a mode that comes round.
const STAGES: [&str; 2] = ["stage", "turn"];

/// The operations of this group, the most used first.
pub(super) const TABLE: &[Operation] = &[
    op("composition", &[LAYOUT, TILER], composition)
        .mode_names(composition_names)
        .composition()
        .help("R(c) = A(B(c)), in a shape that refines that of B", "composition((4,8):(8,1), 8:4)")
        .of_shapes()
        .bounded(composition_bounds)
        .at_mode(),
    op("complement", &[LAYOUT, COTARGET.maybe()], |x| {
        one_term!(x, 0, of => {
            let cotarget = if x.len() > 1 { Some(x.shape(1)?) } else { None };
            x.outcome(of.complement(cotarget.as_ref())?)
        })
    })
    .help(
        "R ascends, and L(c) + R(r) are all different and reach the cotarget",
        "complement(4:2, 24)",
    )
    .unbounded("the result has offsets for coordinates, those that the layout leaves free, its padding included"),
    rearranging("circular", &[LAYOUT, COUNT], applied!(on_domain, ops::circular, integer))
        .note("`n mod 4` in the place of an extent is this of the mode")
        .mode_names(circular_names)
        .help(
            "R(i) = L(i mod size(L)) for i < n, in the shape (L, n/size(L)): the stage and the turn of position i of a stream \
             through a ring",
            "eval(circular(4:64, 8))",
        )
        .of_shapes()
        .bounded(circular_bounds)
        .at_mode(),
];

/// The composition of two functions, or of each mode with a tiler.
fn composition(x: &Operands<'_>) -> Result<Applied, Failure> {
    match (x.value(0), x.value(1)) {
        (_, inner) if is_function(inner) => {
            x.outcome(swizzled::composition(&x.function(0)?, &x.function(1)?)?)
        }
        // A shape after a swizzle is a layout: there are no modes to tile.
        (Value::Swizzle(swizzle), _) => {
            x.outcome(swizzled::composition(&(*swizzle).into(), &x.layout(1)?.into())?)
        }
        (outer, _) if is_function(outer) => {
            x.outcome(swizzled::composition_with(&x.function(0)?, &x.tiler(1)?)?)
        }
        (_, Value::Vectors(inner)) => x.outcome(ops::vectors::composition(&x.vectors(0)?, inner)?),
        _ => {
            let tiler = x.tiler(1)?;
            on_domain!(x, 0, layout => ops::composition_with(layout, &tiler))
        }
    }
}

/// Returns whether a value is a function with a swizzle or another step after a layout, or without one.
fn is_function(value: &Value) -> bool {
    matches!(value, Value::Swizzle(_) | Value::Composed(_))
}

/// Bounds of a composition, from the coordinates of both layouts.
fn composition_bounds(call: &Call<'_>) -> Option<Bounds> {
    let (x, of, padded) = (&call.operands, call.of, call.padded);
    let result = domain(call.result)?;
    let last = match x.value(1) {
        Value::Tiler(_) => of[1].bounds.refined_by_mode(result.shape()),
        _ => of[1].bounds.refined(result.shape()),
    };
    let by_function = is_function(x.value(1));
    if padded && (by_function || is_function(x.value(0))) {
        return None;
    }
    let first = match x.value(0) {
        Value::Swizzle(_) => Bounds::EVERYWHERE,
        _ if by_function && of[0].bounds.is_everywhere() => Bounds::EVERYWHERE,
        _ if by_function => return None,
        _ => {
            let (layout, tiler) = (call.domain(0)?, x.tiler(1).ok()?);
            match bounds::composition(&layout, &of[0].bounds, &tiler, &result) {
                // Each coordinate composed by the algebra, where its leaves are not steps of leaves.
                Bounds::Unknown if !padded => {
                    of[0].bounds.rearranged(&result, |coordinate: &Layout| {
                        ops::composition_with(coordinate, &tiler).and_then(ops::Outcome::strict)
                    })
                }
                bounds => bounds,
            }
        }
    };
    Some(first.and(last))
}

/// Bounds of a stream that does not fill its last turn: its positions are below its length.
fn circular_bounds(call: &Call<'_>) -> Option<Bounds> {
    let (position, count) = (shape(call.result)?, call.operands.integer(1).ok()?);
    let stream = Bounds::of([Bound::new(ops::col_major(&position).ok()?, count)]);
    if call.of[0].bounds.is_everywhere() {
        return Some(stream);
    }
    let (attached, answer) = call.attached()?;
    Some(attached.bounds(&answer, &layout_in(call.result)?).and(stream))
}

/// The coordinates of a composition are those of what is applied first; by a tiler for each mode,
/// those of the modes.
fn composition_names(call: &Call<'_>) -> ModeNames {
    match call.operands.value(1) {
        Value::Tiler(_) | Value::Tuple(_) => {
            let Ok(tiler) = call.operands.tiler(1) else { return ModeNames::NONE };
            let mut places = split(&call.of[0].names, &tiler, TILES);
            places.retain(|(place, _)| !matches!(place, Place::Part(..)));
            ModeNames::new(side_by_side(places))
        }
        _ => call.of[1].names.clone(),
    }
}

/// Names of a ring, whose modes keep their names, and of the turns around it.
fn circular_names(call: &Call<'_>) -> ModeNames {
    let names = &call.of[0].names;
    let whole = names.of(&[]);
    let [stage, turn] = STAGES.map(|word| part_name(whole, word));
    let mut named = within_part(names, 0, &stage);
    named.extend([(ModePath::from([0]), stage), (ModePath::from([1]), turn)]);
    ModeNames::new(named)
}
