//! `compact_col_major` and `compact_row_major`: strides without gaps.

use alloc::vec::Vec;

use crate::{
    CollectVec, Error, ErrorAddress, ErrorKind, HTuple, Int, IntTuple, Layout, Stride, StrideTuple,
};

/// The exclusive prefix products of the leaves from `first` on, congruent to
/// the shape, and the product after the last. An extent of 1 has stride 0.
///
/// # Errors
///
/// [`crate::ErrorKind::Overflow`].
///
/// ```
/// use layout_algebra::{Int, ops};
/// let (strides, size) = ops::compact_col_major(&(4, 8).into(), &Int::ONE).unwrap();
/// assert_eq!((strides.to_string().as_str(), size), ("(1,4)", Int::new(32)));
/// ```
pub fn compact_col_major(shape: &IntTuple, first: &Int) -> Result<(StrideTuple, Int), Error> {
    match shape {
        HTuple::Leaf(extent) if *extent == Int::ONE => {
            Ok((HTuple::Leaf(Stride::zero()), first.clone()))
        }
        HTuple::Leaf(extent) => Ok((HTuple::from(first.clone()), first.mul(extent)?)),
        HTuple::Tuple(modes) => {
            let mut next = first.clone();
            let mut strides = Vec::with_capacity(modes.len());
            for mode in modes {
                let (stride, after) = compact_col_major(mode, &next)?;
                strides.push(stride);
                next = after;
            }
            Ok((HTuple::Tuple(strides), next))
        }
    }
}

/// Strides as [`compact_col_major`]'s, from the last leaf to the first.
///
/// # Errors
///
/// [`crate::ErrorKind::Overflow`].
///
/// ```
/// use layout_algebra::{Int, ops};
/// let (strides, size) = ops::compact_row_major(&(4, 8).into(), &Int::ONE).unwrap();
/// assert_eq!((strides.to_string().as_str(), size), ("(8,1)", Int::new(32)));
/// ```
pub fn compact_row_major(shape: &IntTuple, last: &Int) -> Result<(StrideTuple, Int), Error> {
    let HTuple::Tuple(modes) = shape else { return compact_col_major(shape, last) };
    let mut next = last.clone();
    let mut strides = Vec::with_capacity(modes.len());
    for mode in modes.iter().rev() {
        let (stride, after) = compact_row_major(mode, &next)?;
        strides.push(stride);
        next = after;
    }
    strides.reverse();
    Ok((HTuple::Tuple(strides), next))
}

/// [`compact_col_major`] or [`compact_row_major`].
pub type Compact = fn(&IntTuple, &Int) -> Result<(StrideTuple, Int), Error>;

/// The strides of a compact order, [`compact_col_major`] or [`compact_row_major`], of each
/// mode from an integer of its own on: CuTe's `current` as a tuple. An integer in the
/// place of a tuple is what the strides of all its modes begin with.
///
/// # Errors
///
/// [`ErrorKind::Mismatch`] where a tuple does not have as many modes as the shape;
/// [`ErrorKind::Overflow`].
///
/// ```
/// use layout_algebra::{HTuple, Int, ops};
/// let pair = |a, b: HTuple<Int>| HTuple::Tuple(vec![HTuple::Leaf(Int::new(a)), b]);
/// let shape = pair(2, pair(3, Int::new(4).into()));
/// let first = pair(5, Int::new(7).into());
/// let strides = ops::compact_by_mode(&shape, &first, ops::compact_col_major).unwrap();
/// assert_eq!(strides.to_string(), "(5,(7,21))");
/// ```
pub fn compact_by_mode(
    shape: &IntTuple,
    first: &IntTuple,
    compact: Compact,
) -> Result<StrideTuple, Error> {
    match (shape, first) {
        (_, HTuple::Leaf(first)) => Ok(compact(shape, first)?.0),
        (HTuple::Tuple(modes), HTuple::Tuple(firsts)) if modes.len() == firsts.len() => {
            let pairs = modes.iter().zip(firsts).enumerate();
            let strides =
                pairs.map(|(i, (mode, first))| compact_by_mode(mode, first, compact).under_mode(i));
            strides.try_collect_vec().map(HTuple::Tuple)
        }
        _ => {
            let (left, right) = (alloc::format!("{shape}"), alloc::format!("{first}"));
            let kind = ErrorKind::Mismatch { left, right };
            Err(Error::new("compact_col_major", kind).in_operand(1))
        }
    }
}

/// The column-major layout of a shape, CuTe's `make_layout(shape)` and
/// `LayoutLeft`: the 1-D coordinate is the offset.
///
/// # Errors
///
/// [`crate::ErrorKind::Extent`], [`crate::ErrorKind::Overflow`].
///
/// ```
/// use layout_algebra::ops;
/// assert_eq!(ops::col_major(&(4, 8).into()).unwrap().to_string(), "(4,8):(1,4)");
/// ```
pub fn col_major(shape: &IntTuple) -> Result<Layout, Error> {
    crate::layout::check_not_negative(shape)?;
    let (stride, _) = compact_col_major(shape, &Int::ONE)?;
    Layout::new(shape.clone(), stride)
}

/// The row-major layout of a shape, CuTe's `LayoutRight`: strides grow from the
/// last leaf to the first, whatever the nesting.
///
/// # Errors
///
/// [`crate::ErrorKind::Extent`], [`crate::ErrorKind::Overflow`].
///
/// ```
/// use layout_algebra::ops;
/// assert_eq!(ops::row_major(&(4, 8).into()).unwrap().to_string(), "(4,8):(8,1)");
/// ```
pub fn row_major(shape: &IntTuple) -> Result<Layout, Error> {
    crate::layout::check_not_negative(shape)?;
    let (stride, _) = compact_row_major(shape, &Int::ONE)?;
    Layout::new(shape.clone(), stride)
}
