//! `ceil_div_by_tiler`: how many tiles of a tiler cover a shape.

use alloc::vec::Vec;

use super::ceil_div;
use super::complement::rest_of;
use crate::{Error, ErrorAddress, ErrorKind, HTuple, IntTuple, Layout, Tiler};

const OP: &str = "ceil_div";

/// The repetitions of a tile that cover a shape: the shape of its complement, which is the rest
/// mode of a divide.
///
/// # Errors
///
/// The errors of [`super::complement`].
///
/// ```
/// use layout_algebra::ops;
/// let rest = ops::ceil_div_by_layout(&(10, 6).into(), &"4:1".parse().unwrap()).unwrap();
/// assert_eq!(rest.to_string(), "18");
/// ```
pub fn ceil_div_by_layout(a: &IntTuple, tile: &Layout) -> Result<IntTuple, Error> {
    let rest = rest_of(tile, a).in_op(OP).in_operand(1)?;
    Ok(rest.shape().clone())
}

/// The repetitions of the tiles of a tiler that cover a shape: [`ceil_div_by_layout`] and
/// [`ceil_div`] by mode. Modes without a tiler stay as they are.
///
/// # Errors
///
/// The errors of [`ceil_div`] and [`ceil_div_by_layout`]; [`ErrorKind::Underscore`] for a tiler
/// `_`, which has no tile.
///
/// ```
/// use layout_algebra::{HTuple, Int, Layout, Tiler, ops};
/// let tuple = |ns: &[i128]| HTuple::Tuple(ns.iter().map(|&n| Int::new(n).into()).collect());
/// let every_second = Layout::leaf(3, 2).unwrap();
/// let tiler = Tiler::Modes(vec![Tiler::Size(Int::new(4)), every_second.into()]);
/// let rest = ops::ceil_div_by_tiler(&tuple(&[10, 12, 5]), &tiler).unwrap();
/// assert_eq!(rest.to_string(), "(3,(2,2),5)");
/// ```
pub fn ceil_div_by_tiler(a: &IntTuple, tiler: &Tiler) -> Result<IntTuple, Error> {
    match tiler {
        Tiler::Layout(tile) => ceil_div_by_layout(a, tile),
        Tiler::Size(size) => ceil_div(a, &HTuple::Leaf(size.clone())),
        Tiler::All => Err(Error::new(OP, ErrorKind::Underscore).in_operand(1)),
        Tiler::Modes(tilers) => {
            let modes = if a.is_tuple() { a.modes() } else { core::slice::from_ref(a) };
            if tilers.len() > modes.len() {
                let (tiler, shape) = ((tiler, tilers.len()), (a, modes.len()));
                return Err(Error::too_many_modes(OP, tiler, shape).in_operand(1));
            }
            let mut rests = Vec::with_capacity(modes.len());
            for (i, mode) in modes.iter().enumerate() {
                rests.push(match tilers.get(i) {
                    Some(tiler) => ceil_div_by_tiler(mode, tiler).under_mode(i)?,
                    None => mode.clone(),
                });
            }
            Ok(if a.is_tuple() { HTuple::Tuple(rests) } else { rests.swap_remove(0) })
        }
    }
}
