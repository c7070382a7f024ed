//! Which coordinates of a result are padding: what is known of its operands, followed.
//!
//! Each row of the tables names one of these functions; without one, the bounds of what is made
//! of padding are unknown.

use layout_algebra::bounds::{self, Bound, Bounds, Threads};
use layout_algebra::ops::{self, Packing};

use super::beside::{Call, domain};
use super::partition;
use crate::Allow;
use crate::value::Value;

impl Call<'_> {
    /// The bounds of the only operand that may have any.
    fn only(&self, operand: usize) -> Option<&Bounds> {
        let mut others = self.of.iter().enumerate().filter(|(i, _)| *i != operand);
        let is_alone = others.all(|(_, beside)| beside.bounds.is_everywhere());
        is_alone.then_some(&self.of[operand].bounds)
    }

    /// A composed layout may have become one whose leaves are split.
    fn refined(&self, bounds: &Bounds) -> Option<Bounds> {
        Some(bounds.refined(domain(self.result)?.shape()))
    }
}

/// Of what rearranges the modes of operand 0, or leaves some out, and looks at nothing but their
/// extents: the same is done to the coordinates that bounds look at. To coalesce looks at strides: it may
/// differ in what remains.
pub(super) fn rearranged(call: &Call<'_>) -> Option<Bounds> {
    let of = call.only(0).filter(|_| !call.padded)?;
    Some(of.rearranged(&domain(call.result)?, |coordinate| {
        let mut values = call.operands.values.to_vec();
        values[0] = Value::Layout(coordinate.clone());
        match call.operation.apply(&values, Allow::all()) {
            Ok(applied) => applied.value.as_layout().and_then(Result::ok).ok_or(()),
            Err(_) => Err(()),
        }
    }))
}

/// Of what has the coordinates of operand 0.
pub(super) fn kept(call: &Call<'_>) -> Option<Bounds> {
    call.only(0).filter(|_| !call.padded).cloned()
}

/// Of a mode, or of an item of a list, whose bounds are those of its first.
pub(super) fn mode(call: &Call<'_>) -> Option<Bounds> {
    match call.operands.value(0) {
        Value::List(_) => {
            let of = call.only(0)?;
            matches!(call.operands.path(), Ok(path) if path == [0]).then(|| of.clone())
        }
        _ => rearranged(call),
    }
}

pub(super) fn logical_divide(call: &Call<'_>) -> Option<Bounds> {
    let (of, tiler) = (call.only(0)?, call.operands.tiler(1).ok()?);
    call.refined(&bounds::logical_divide(&call.domain(0)?, of, &tiler, &domain(call.result)?))
}

pub(super) fn packed_divide(call: &Call<'_>, packing: Packing) -> Option<Bounds> {
    let (of, tiler) = (call.only(0)?, call.operands.tiler(1).ok()?);
    call.refined(&bounds::packed_divide(packing, &call.domain(0)?, of, &tiler))
}

pub(super) fn local_tile(call: &Call<'_>) -> Option<Bounds> {
    let (of, (tiler, at)) = (call.only(0)?, partition::tile(&call.operands).ok()?);
    call.refined(&bounds::local_tile(&call.domain(0)?, of, &tiler, &at))
}

pub(super) fn outer_partition(call: &Call<'_>) -> Option<Bounds> {
    let (of, tiler) = (call.only(0)?, call.operands.tiler(1).ok()?);
    let at = call.operands.coordinate(2).ok()?;
    call.refined(&bounds::partition(&call.domain(0)?, of, &Threads::At(&tiler, &at)))
}

pub(super) fn local_partition(call: &Call<'_>) -> Option<Bounds> {
    let of = call.only(0)?;
    if let Some((extents, at)) = partition::thread(&call.operands).ok()? {
        return call.refined(&bounds::partition(&call.domain(0)?, of, &Threads::At(&extents, &at)));
    }
    let threads = call.operands.layout(1).ok()?;
    let index = call.operands.integer(2).ok()?;
    call.refined(&bounds::partition(&call.domain(0)?, of, &Threads::Of(&threads, &index)))
}

/// Of a stream that does not fill its last turn: its positions are below its length.
pub(super) fn circular(call: &Call<'_>) -> Option<Bounds> {
    let everywhere = call.of[0].bounds.is_everywhere();
    let (position, count) = (domain(call.result)?, call.operands.integer(1).ok()?);
    let position = ops::col_major(position.shape()).ok().filter(|_| everywhere)?;
    Some(Bounds::of([Bound::new(position, count)]))
}

/// What bounds the coordinates of either layout.
pub(super) fn composition(call: &Call<'_>) -> Option<Bounds> {
    let (x, of, padded) = (&call.operands, call.of, call.padded);
    let result = domain(call.result)?;
    let last = match x.value(1) {
        // Everywhere, or unknown where a mode of it is padded.
        Value::Tiler(_) => of[1].bounds.clone(),
        _ => of[1].bounds.refined(result.shape()),
    };
    let first = match (x.value(0), x.value(1)) {
        (Value::Swizzle(_), _) if !padded => Bounds::EVERYWHERE,
        (Value::Swizzle(_), _) => return None,
        (Value::Composed(_), _) | (_, Value::Swizzle(_) | Value::Composed(_)) if padded => {
            return None;
        }
        (_, Value::Swizzle(_) | Value::Composed(_)) if of[0].bounds.is_everywhere() => {
            Bounds::EVERYWHERE
        }
        (_, Value::Swizzle(_) | Value::Composed(_)) => return None,
        _ => bounds::composition(&call.domain(0)?, &of[0].bounds, &x.tiler(1).ok()?, &result),
    };
    Some(first.and(last))
}

pub(super) fn slice(call: &Call<'_>) -> Option<Bounds> {
    Some(call.only(1)?.sliced(&call.operands.coordinate(0).ok()?, &call.domain(1)?))
}

/// Those of the function that is applied first, operand 2.
pub(super) fn inner(call: &Call<'_>) -> Option<Bounds> {
    call.refined(call.only(2).filter(|_| !call.padded)?)
}
