//! `logical_product`: a layout, repeated.

use super::complement::free_modes;
use super::composition::check_rank;
use super::logical_divide::by_mode;
use super::{Outcome, coalesce, composition, cosize, size};
use crate::{Error, HTuple, Layout, Tiler};

const OP: &str = "logical_product";

/// The layout `(A, A*∘B)` of rank 2 with `A* = complement(A, size(A)·cosize(B))`:
/// mode 0 is the block `A`, mode 1 repeats it in the order of `B`, into the
/// offsets that the block leaves free.
///
/// A list of tilers multiplies mode by mode and keeps the modes past it; an
/// integer `n` is `n:1`.
///
/// # Errors
///
/// Those of [`super::complement`] for the block and [`composition`] for its
/// complement with `B` (CuTe answers layouts whose blocks overlap);
/// [`crate::ErrorKind::TooManyModes`].
///
/// ```
/// use layout_algebra::{Int, Layout, Tiler, ops};
/// let leaf = |s, d| Layout::leaf(Int::new(s), Int::new(d)).unwrap();
/// let product = ops::logical_product(&leaf(4, 1), &Tiler::Layout(leaf(3, 2))).unwrap();
/// assert_eq!(product.to_string(), "(4,3):(1,8)");
/// ```
pub fn logical_product(block: &Layout, tiler: &Tiler) -> Result<Layout, Error> {
    multiply(block, tiler).map(|outcome| outcome.layout)
}

fn multiply(block: &Layout, tiler: &Tiler) -> Result<Outcome, Error> {
    match tiler {
        Tiler::All => Ok(block.clone().into()),
        Tiler::Layout(order) => repeat(block, order).map_err(|error| error.in_op(OP)),
        Tiler::Size(size) => {
            let order = super::col_major(&size.clone().into())?;
            repeat(block, &order).map_err(|error| error.in_op(OP))
        }
        Tiler::Modes(tilers) => {
            check_rank(OP, block, tiler, tilers.len())?;
            by_mode(block, tilers, multiply)
        }
    }
}

fn repeat(block: &Layout, order: &Layout) -> Result<Outcome, Error> {
    let cotarget = size(block)?.mul(&cosize(order)?)?;
    let free = free_modes(block, &HTuple::Leaf(cotarget)).map_err(|error| error.in_operand(0))?;
    let repeated = match composition(&coalesce(&free)?, order) {
        Ok(inside) if inside.objection.is_none() => inside,
        // Past its size the complement continues along its last mode, without
        // meeting the block, even where that mode has extent 1.
        _ => composition(&free, order)?,
    };
    Ok(Layout::from_modes(&[block.clone(), repeated.layout])?.into())
}
