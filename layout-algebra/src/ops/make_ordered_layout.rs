//! `make_ordered_layout`: compact strides in a given order of modes.

use alloc::vec::Vec;

use super::{Outcome, compact_col_major, product, weakly_congruent};
use crate::{
    CollectVec, Error, ErrorAddress, ErrorKind, HTuple, Int, IntTuple, Layout, ModePath,
    StrideTuple, decide,
};

const OP: &str = "make_ordered_layout";

/// The compact layout of `shape` whose modes follow each other as `order` says:
/// the mode of the smallest order is the fastest. A leaf of the order may stand
/// for a whole mode, which is then column-major within.
///
/// `(2,3,4)` in the order `(2,0,1)` is `(2,3,4):(12,1,3)`. Two modes of the same
/// order share their offsets, as in CuTe; the outcome objects with
/// [`ErrorKind::DuplicateOrder`] at the second.
///
/// # Errors
///
/// [`ErrorKind::Mismatch`] where the order has modes that the shape has not,
/// [`ErrorKind::Overflow`].
///
/// ```
/// use layout_algebra::ops;
/// let ordered = ops::make_ordered_layout(&(4, 8).into(), &(1, 0).into()).unwrap();
/// assert_eq!(ordered.layout.to_string(), "(4,8):(8,1)");
/// ```
pub fn make_ordered_layout(shape: &IntTuple, order: &IntTuple) -> Result<Outcome, Error> {
    crate::layout::check_not_negative(shape).in_op(OP)?;
    if !weakly_congruent(order, shape) {
        let kind = ErrorKind::Mismatch {
            left: alloc::format!("order {order}"),
            right: alloc::format!("shape {shape}"),
        };
        return Err(Error::new(OP, kind).in_operand(1));
    }
    let mut ranked: Vec<(Int, Int)> = Vec::new();
    let mut objection = None;
    let is_empty = crate::layout::is_empty(shape);
    for (path, rank) in order.leaf_paths() {
        let extent = match shape.get(path.indices()) {
            Some(mode) => product(mode)?,
            None => Int::ONE,
        };
        // Orders that are symbols are compared where the strides are made.
        let same = |other: &Int| other.equals(rank).is_true();
        let taken = ranked.iter().any(|(other, size)| same(other) && *size != Int::ONE);
        if taken && !is_empty && extent != Int::ONE && objection.is_none() {
            let kind = ErrorKind::DuplicateOrder { order: rank.clone() };
            objection = Some(Error::new(OP, kind).in_operand(1).at_path(path));
        }
        ranked.push((rank.clone(), extent));
    }
    let stride = ordered_stride(shape, order, &ranked, &ModePath::root())?;
    Ok(Outcome { layout: Layout::new(shape.clone(), stride)?, objection })
}

/// Returns true if a mode comes before another one. If two symbols may be in either order, the one
/// with the lesser name is assumed to come first.
fn precedes(other: &Int, rank: &Int) -> Result<bool, Error> {
    if other.equals(rank).is_true() || other.at_most(rank).is_false() {
        return Ok(false);
    }
    if rank.at_most(other).is_false() {
        return Ok(true);
    }
    let forward = other < rank;
    let (first, second) = if forward { (other, rank) } else { (rank, other) };
    Ok(decide::less(OP, first, second)? == forward)
}

fn ordered_stride(
    shape: &IntTuple,
    order: &IntTuple,
    ranked: &[(Int, Int)],
    path: &ModePath,
) -> Result<StrideTuple, Error> {
    match (shape, order) {
        (HTuple::Tuple(shapes), HTuple::Tuple(orders)) => {
            let modes = shapes.iter().zip(orders).enumerate();
            modes
                .map(|(i, (shape, order))| ordered_stride(shape, order, ranked, &path.child(i)))
                .try_collect_vec()
                .map(HTuple::Tuple)
        }
        (_, HTuple::Tuple(_)) => {
            let kind = ErrorKind::Mismatch {
                left: alloc::format!("order {order}"),
                right: alloc::format!("shape {shape}"),
            };
            Err(Error::new(OP, kind).in_operand(1).at_path(path.clone()))
        }
        (_, HTuple::Leaf(rank)) => {
            let mut first = Int::ONE;
            for (other, extent) in ranked {
                if precedes(other, rank)? {
                    first = first.mul(extent)?;
                }
            }
            Ok(compact_col_major(shape, &first)?.0)
        }
    }
}
