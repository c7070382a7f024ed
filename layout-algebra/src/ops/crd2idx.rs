//! `crd2idx`: from a coordinate to an offset or an index.

use alloc::vec::Vec;

use super::coshape::{Term, moves, sum_of};
use super::{product, weakly_congruent};
use crate::layout::check_bases;
use crate::{
    Error, ErrorAddress, ErrorKind, HTuple, Int, IntTuple, Layout, ModePath, StrideTuple, Terms,
};

const OP: &str = "crd2idx";

/// The value of a layout at a coordinate: `Σ cᵢ·dᵢ` over the natural
/// coordinate. An integer in the place of a mode is split colexicographically
/// over its leaves, the last of which is not wrapped.
///
/// Integers for integer strides; a tuple for strides over a basis.
///
/// # Errors
///
/// [`ErrorKind::Incompatible`] for a coordinate that is not weakly congruent to
/// the shape, [`ErrorKind::Overflow`].
///
/// ```
/// use layout_algebra::{Layout, ops};
/// let rows: Layout = "(4,8):(8,1)".parse().unwrap();
/// assert_eq!(ops::evaluate(&(1, 2).into(), &rows).unwrap().to_string(), "10");
/// ```
pub fn evaluate<D: Terms>(coordinate: &IntTuple, layout: &Layout<D>) -> Result<IntTuple, Error> {
    sum_at(coordinate, layout.shape(), layout.stride())
}

/// [`evaluate`] of the layout `shape:stride`.
///
/// # Errors
///
/// As [`evaluate`], [`ErrorKind::Incongruent`] and [`ErrorKind::MixedStrides`].
///
/// ```
/// use layout_algebra::ops;
/// let offset = ops::crd2idx(&(1, 2).into(), &(4, 8).into(), &(8, 1).into()).unwrap();
/// assert_eq!(offset.to_string(), "10");
/// ```
pub fn crd2idx(
    coordinate: &IntTuple,
    shape: &IntTuple,
    stride: &StrideTuple,
) -> Result<IntTuple, Error> {
    let sum = sum_at(coordinate, shape, stride)?;
    check_bases(shape, stride).in_op(OP).in_operand(2)?;
    Ok(sum)
}

/// The sum, for strides that add up.
fn sum_at<D: Terms>(
    coordinate: &IntTuple,
    shape: &IntTuple,
    stride: &HTuple<D>,
) -> Result<IntTuple, Error> {
    let mut terms = Vec::new();
    add_terms(coordinate, shape, stride, &ModePath::root(), &mut terms)?;
    Ok(sum_of(&terms)?)
}

fn add_terms<D: Terms>(
    coordinate: &IntTuple,
    shape: &IntTuple,
    stride: &HTuple<D>,
    path: &ModePath,
    terms: &mut Vec<Term>,
) -> Result<(), Error> {
    match (coordinate, shape, stride) {
        (HTuple::Leaf(c), HTuple::Leaf(extent), HTuple::Leaf(d)) => {
            for term in d.terms() {
                terms.push((moves(extent, term), term.mode().clone(), c.mul(term.scale())?));
            }
            Ok(())
        }
        (HTuple::Tuple(cs), HTuple::Tuple(shapes), HTuple::Tuple(strides))
            if cs.len() == shapes.len() && shapes.len() == strides.len() =>
        {
            for (i, ((c, s), d)) in cs.iter().zip(shapes).zip(strides).enumerate() {
                add_terms(c, s, d, &path.child(i), terms)?;
            }
            Ok(())
        }
        (HTuple::Leaf(c), HTuple::Tuple(shapes), HTuple::Tuple(strides))
            if shapes.len() == strides.len() =>
        {
            let mut rest = c.clone();
            for (i, (s, d)) in shapes.iter().zip(strides).enumerate() {
                if i + 1 == shapes.len() {
                    return add_terms(&HTuple::Leaf(rest), s, d, path, terms);
                }
                let size = product(s)?;
                let (digit, left) = split(&rest, &size, shape, OP)?;
                add_terms(&HTuple::Leaf(digit), s, d, path, terms)?;
                rest = left;
            }
            Ok(())
        }
        (HTuple::Tuple(cs), HTuple::Tuple(shapes), _) if cs.len() == shapes.len() => {
            Err(incongruent(OP, shape, stride).at_path(path.clone()))
        }
        (HTuple::Tuple(_), _, _) => Err(incompatible(OP, coordinate, shape).at_path(path.clone())),
        _ => Err(incongruent(OP, shape, stride).at_path(path.clone())),
    }
}

/// The digit of a 1-D coordinate in a mode of this size, and what is left for the modes after it. In a mode
/// without coordinates there is 0 alone, where a slice begins.
pub(super) fn split(
    index: &Int,
    size: &Int,
    shape: &IntTuple,
    op: &'static str,
) -> Result<(Int, Int), Error> {
    if *size != Int::ZERO {
        return Ok((index.rem_trunc(size)?, index.div_trunc(size)?));
    }
    if *index == Int::ZERO {
        return Ok((Int::ZERO, Int::ZERO));
    }
    let kind = ErrorKind::Empty { layout: alloc::format!("{shape}") };
    Err(Error::new(op, kind).in_operand(1))
}

/// The error of strides, operand 2, that are nested differently than their shape.
pub(super) fn incongruent<D: Terms>(
    op: &'static str,
    shape: &IntTuple,
    stride: &HTuple<D>,
) -> Error {
    let (shape, stride) = (alloc::format!("{shape}"), alloc::format!("{stride}"));
    Error::new(op, ErrorKind::Incongruent { shape, stride }).in_operand(2)
}

pub(crate) fn incompatible(op: &'static str, coordinate: &IntTuple, shape: &IntTuple) -> Error {
    let kind = ErrorKind::Incompatible {
        coordinate: alloc::format!("{coordinate}"),
        shape: alloc::format!("{shape}"),
    };
    Error::new(op, kind)
}

/// The 1-D coordinate of a coordinate in a shape, the inverse of
/// [`super::idx2crd`]: the value of the column-major layout.
///
/// # Errors
///
/// [`ErrorKind::Incompatible`], [`ErrorKind::Overflow`].
///
/// ```
/// use layout_algebra::{Int, ops};
/// assert_eq!(ops::crd2idx_in_shape(&(1, 2).into(), &(4, 8).into()).unwrap(), Int::new(9));
/// ```
pub fn crd2idx_in_shape(coordinate: &IntTuple, shape: &IntTuple) -> Result<Int, Error> {
    if !weakly_congruent(coordinate, shape) {
        return Err(incompatible(OP, coordinate, shape));
    }
    let mut index = Int::ZERO;
    for (path, position) in coordinate.leaf_paths().into_iter().rev() {
        let extent = match shape.get(path.indices()) {
            Some(mode) => product(mode)?,
            None => Int::ONE,
        };
        index = index.mul(&extent)?.add(position)?;
    }
    Ok(index)
}
