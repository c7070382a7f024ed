//! `tile_to_shape`: a block, repeated until it fills a shape.

use super::{
    Outcome, append_to_rank, blocked_product, ceil_div, col_major, make_ordered_layout,
    product_each, row_major,
};
use crate::{
    CollectVec, Condition, Error, ErrorAddress, ErrorKind, HTuple, IntTuple, Layout, Terms,
};

const OP: &str = "tile_to_shape";

/// The order in which blocks follow each other.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ModeOrder {
    /// Along the first mode first: CuTe's `LayoutLeft`.
    ColMajor,
    /// Along the last mode first: CuTe's `LayoutRight`.
    RowMajor,
    /// Along the mode of the smallest number first.
    By(IntTuple),
}

/// The [`blocked_product`] of a block with as many repetitions, in the given
/// order, as make up a shape: `compatible(product_each(target), shape(R))`. The
/// block is at the origin and its repetitions do not meet. Modes that the block
/// lacks are `1:0`.
///
/// The outcome objects where a mode of the block does not divide that of the target, which is then
/// rounded up, with [`ErrorKind::Padded`]; and where two modes have the same order, as that of
/// [`make_ordered_layout`].
///
/// # Errors
///
/// [`ErrorKind::TooManyModes`] where the block has more modes than the target, the objection to
/// the order where there is one to padding, too, those of [`blocked_product`] and of the order.
///
/// ```
/// use layout_algebra::{HTuple, Int, Layout, ops};
/// let block: Layout = "(2,2):(2,1)".parse().unwrap();
/// let shape = HTuple::Tuple(vec![Int::new(6).into(), Int::new(4).into()]);
/// let tiled = ops::tile_to_shape(&block, &shape, &ops::ModeOrder::ColMajor).unwrap();
/// assert_eq!(tiled.layout.to_string(), "((2,3),(2,2)):((2,4),(1,12))");
/// ```
pub fn tile_to_shape<D: Terms>(
    block: &Layout<D>,
    target: &IntTuple,
    order: &ModeOrder,
) -> Result<Outcome<Layout<D>>, Error> {
    crate::layout::check_not_negative(target).in_op(OP).in_operand(1)?;
    block.check_inhabited(OP, 0)?;
    if block.rank() > target.rank() {
        return Err(Error::too_many_modes(
            OP,
            (format_args!("the block {block}"), block.rank()),
            (format_args!("the shape {target}"), target.rank()),
        ));
    }
    let padded = append_to_rank(block, &Layout::lifted(&Layout::unit()), target.rank())?;
    let (tiles, extents) = (product_each(padded.shape())?, product_each(target)?);
    let padded_by = padded_by(target, &tiles, &extents)?;
    let counts = ceil_div(&extents, &tiles)?;
    let blame = |error: Error| error.in_op(OP).in_operand(2);
    let repetitions = match order {
        ModeOrder::ColMajor => col_major(&counts)?.into(),
        ModeOrder::RowMajor => row_major(&counts)?.into(),
        ModeOrder::By(order) => make_ordered_layout(&counts, order).map_err(blame)?,
    };
    let layout = blocked_product(&padded, &repetitions.layout).in_op(OP).in_operand(0)?;
    let objection = match (repetitions.objection, padded_by) {
        // Consent to the padding is no consent to the order.
        (Some(order), Some(_)) => return Err(blame(order)),
        (order, padded) => order.map(blame).or(padded),
    };
    Ok(Outcome { layout, objection })
}

/// The objection to blocks that do not divide the target, of the first mode where they do not.
fn padded_by(
    target: &IntTuple,
    tiles: &IntTuple,
    extents: &IntTuple,
) -> Result<Option<Error>, Error> {
    let pairs = tiles.leaves().into_iter().zip(extents.leaves()).collect_vec();
    for (i, (tile, extent)) in pairs.into_iter().enumerate() {
        let divides = Condition::divides(tile, extent);
        let truth = divides.decide();
        if truth.is_true() {
            continue;
        }
        let (tile, size) = (tile.clone(), extent.clone());
        let covered = extent.div_ceil(&tile)?.mul(&tile)?;
        let (tile, layout) = (alloc::format!("{tile}"), alloc::format!("mode {i} of {target}"));
        let error = Error::new(OP, ErrorKind::Padded { tile, layout, size, covered });
        let error = error.in_operand(1);
        let error = if truth.is_false() { error } else { error.unless(divides) };
        let is_mode = matches!(target, HTuple::Tuple(_));
        return Ok(Some(if is_mode { error.under_mode(i) } else { error }));
    }
    Ok(None)
}
