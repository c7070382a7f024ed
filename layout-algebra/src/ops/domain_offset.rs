//! `domain_offset`: a layout with its origin moved.

use super::evaluate;
use crate::{Error, ErrorAddress, IntTuple, Layout, Terms};

/// The layout and `L(c)`, the offset that moves its origin to `c`:
/// `L(c + x) = L(c) + L(x)` for natural coordinates.
///
/// # Errors
///
/// [`crate::ErrorKind::Incompatible`] where `c` is no coordinate of the layout.
///
/// ```
/// use layout_algebra::{HTuple, Int, Layout, ops};
/// let layout: Layout = "(4,8):(8,1)".parse().unwrap();
/// let at = HTuple::Tuple(vec![Int::new(2).into(), Int::new(3).into()]);
/// assert_eq!(ops::domain_offset(&at, &layout).unwrap().1.to_string(), "19");
/// ```
pub fn domain_offset<D: Terms>(
    coordinate: &IntTuple,
    layout: &Layout<D>,
) -> Result<(Layout<D>, IntTuple), Error> {
    let offset = evaluate(coordinate, layout).in_op("domain_offset")?;
    Ok((layout.clone(), offset))
}
