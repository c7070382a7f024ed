//! Operands of the checks, and what is read off them.

use layout_algebra::ops::{self, swizzled};
use layout_algebra::{
    ComposedLayout, Coordinate, Crd, Error, ErrorKind, HTuple, Int, IntTuple, Layout, Swizzle,
    Terms,
};

use crate::check::Operands;
use crate::text;

/// An integer as a tuple.
pub fn leaf(value: i128) -> IntTuple {
    HTuple::Leaf(Int::new(value))
}

/// A tuple of integers.
pub fn tuple(values: &[i128]) -> IntTuple {
    HTuple::Tuple(values.iter().map(|&value| leaf(value)).collect())
}

/// The layout of a shape and the strides of its leaves, from left to right.
///
/// # Panics
///
/// If there is none.
pub fn layout(shape: &IntTuple, strides: &[i128]) -> Layout {
    assert_eq!(shape.leaf_count(), strides.len(), "one stride for each leaf of {shape}");
    let mut strides = strides.iter().map(|&stride| Int::new(stride).into());
    let stride = shape.map(&mut |_| strides.next().expect("a stride"));
    Layout::new(shape.clone(), stride).expect("a layout")
}

/// The layout of one level, from `(extent, stride)`.
///
/// # Panics
///
/// If there is none.
pub fn flat_layout(modes: &[(i128, i128)]) -> Layout {
    let (extents, strides): (Vec<i128>, Vec<i128>) = modes.iter().copied().unzip();
    layout(&tuple(&extents), &strides)
}

/// The extents of the leaves.
pub fn extents_of(shape: &IntTuple) -> Vec<i128> {
    shape.leaves().into_iter().map(|extent| extent.known().expect("an extent")).collect()
}

/// The number of coordinates.
pub fn count_of(shape: &IntTuple) -> i128 {
    extents_of(shape).iter().product()
}

/// A layout after a composed one, where it has no position below 0 to continue to.
pub(crate) fn after(
    layout: &Layout,
    composed: &ComposedLayout,
) -> Result<Option<ComposedLayout>, String> {
    let (least, _) = swizzled::offset_range(composed).map_err(text)?;
    if least < Int::ZERO {
        return Ok(None);
    }
    ComposedLayout::new(layout.clone(), Int::ZERO, composed.clone()).map(Some).map_err(text)
}

/// The offsets of a layout at its 1-D coordinates.
pub(crate) fn offsets(layout: &Layout) -> Result<Vec<Int>, String> {
    let at = |i| match ops::evaluate(&leaf(i), layout).map_err(text)? {
        HTuple::Leaf(offset) => Ok(offset),
        HTuple::Tuple(_) => Err(format!("{layout} is not over the integers")),
    };
    (0..count_of(layout.shape())).map(at).collect()
}

/// All coordinates of a shape with the last position or a `_` for each mode.
pub(crate) fn coordinates(shape: &IntTuple) -> Vec<Coordinate> {
    let last = count_of(shape) - 1;
    let mut all = vec![HTuple::Leaf(Crd::All), HTuple::Leaf(Crd::At(Int::new(last)))];
    if let HTuple::Tuple(modes) = shape {
        let tuples = modes.iter().fold(vec![Vec::new()], |tuples, mode| {
            let inner = coordinates(mode);
            let longer = |tuple: &Vec<Coordinate>, c: &Coordinate| {
                [tuple.as_slice(), std::slice::from_ref(c)].concat()
            };
            tuples.iter().flat_map(|t| inner.iter().map(move |c| longer(t, c))).collect()
        });
        all.extend(tuples.into_iter().map(HTuple::Tuple));
    }
    all
}

/// The number, brought below a bound.
pub(crate) fn place(x: &Operands, below: usize) -> usize {
    x.number.rem_euclid(below as i128) as usize
}

/// The last position along the first mode of some, and all along the others.
pub(crate) fn places<D: Terms>(modes: &Layout<D>) -> Vec<Option<i128>> {
    let last = modes.modes().first().map(|mode| count_of(mode.shape()) - 1);
    let mut at = vec![None; modes.rank()];
    at.iter_mut().take(1).for_each(|at| *at = last);
    at
}

/// The places as a coordinate, without those at the end that are open.
pub(crate) fn coordinate<D: Terms>(at: &[Option<i128>], modes: &Layout<D>) -> HTuple<Crd> {
    let crd = |at: &Option<i128>| HTuple::Leaf(at.map_or(Crd::All, |i| Crd::At(Int::new(i))));
    match (modes.shape().is_tuple(), at) {
        (false, [at]) => crd(at),
        _ => HTuple::Tuple(at.iter().take(1).map(crd).collect()),
    }
}

/// Swizzles with the offset before them: both directions, with a base and without,
/// one bit and several, and none.
pub(crate) const SWIZZLES: [([i128; 3], i128); 8] = [
    ([2, 0, 3], 0),
    ([1, 1, -2], 5),
    ([3, 0, 3], 12),
    ([0, 1, 2], 3),
    ([2, 1, -2], 0),
    ([1, 0, 1], -8),
    ([2, 3, 4], 0),
    ([3, 2, 5], 64),
];

pub(crate) fn swizzle_of(x: &Operands) -> Result<(Swizzle, Int), String> {
    let ([bits, base, shift], offset) = SWIZZLES[place(x, SWIZZLES.len())];
    Ok((Swizzle::new(bits, base, shift).map_err(text)?, Int::new(offset)))
}

pub(crate) fn composed_of(x: &Operands) -> Result<ComposedLayout, String> {
    let (swizzle, offset) = swizzle_of(x)?;
    ComposedLayout::new(swizzle, offset, x.layout.clone()).map_err(text)
}

/// A refusal that needs no further proof: each kind of refusal has tests of its own.
pub(crate) fn refused(error: &Error) -> Result<(), String> {
    match error.kind() {
        ErrorKind::NoDomain { .. } => Err(error.to_string()),
        _ => Ok(()),
    }
}
