//! `evenly_divides`: whether tiles make up the size of a shape.

use super::{ceil_div, ceil_div_by_layout, product, size};
use crate::{Error, ErrorAddress, HTuple, Int, IntTuple, Layout, Tiler, decide};

const OP: &str = "evenly_divides";

/// Returns true if `size(shape) = size(tile)·size(ceil_div(shape, tile))`, for each tile of the
/// tiler. Then a divide of `make_layout(shape)` by the tiler keeps its size.
///
/// As in CuTe, only sizes are counted. Tiles of the right size may still leave
/// positions out, which a divide tells; and a tile that is a layout counts by the
/// leaves of a nested mode, where a divide coalesces it. A mode without a tile
/// divides, and so does `_`; a tiler of more modes than the shape does not.
///
/// # Errors
///
/// The errors of [`super::complement`] for a tile that is a layout.
///
/// ```
/// use layout_algebra::{HTuple, Int, Tiler, ops};
/// let tuple = |ns: &[i128]| HTuple::Tuple(ns.iter().map(|&n| Int::new(n).into()).collect());
/// let divides = |shape: &[i128], tile: &[i128]| {
///     ops::evenly_divides(&tuple(shape), &Tiler::from_shape(&tuple(tile)).unwrap()).unwrap()
/// };
/// assert!(divides(&[12, 10], &[4, 5]));
/// assert!(!divides(&[12, 10], &[4, 4]));
/// ```
pub fn evenly_divides(shape: &IntTuple, tiler: &Tiler) -> Result<bool, Error> {
    match tiler {
        Tiler::All => Ok(true),
        Tiler::Size(tile) => {
            let rest = ceil_div(shape, &HTuple::Leaf(tile.clone()))?;
            covers(shape, tile, &rest)
        }
        Tiler::Layout(tile) => by_layout(shape, tile),
        Tiler::Modes(tilers) => {
            if tilers.len() > shape.rank() {
                return Ok(false);
            }
            let mut divides = true;
            for (i, (mode, tiler)) in shape.modes().iter().zip(tilers).enumerate() {
                divides &= evenly_divides(mode, tiler).under_mode(i)?;
            }
            Ok(divides)
        }
    }
}

fn by_layout(shape: &IntTuple, tile: &Layout) -> Result<bool, Error> {
    let rest = ceil_div_by_layout(shape, tile).in_op(OP)?;
    covers(shape, &size(tile)?, &rest)
}

fn covers(shape: &IntTuple, tile: &Int, rest: &IntTuple) -> Result<bool, Error> {
    decide::equal(OP, &product(shape)?, &tile.mul(&product(rest)?)?)
}
