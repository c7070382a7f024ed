//! `with_shape`: the same function on another shape.

use super::{Outcome, col_major, composition};
use crate::{Error, ErrorAddress, IntTuple, Layout, Terms};

const OP: &str = "with_shape";

/// `L∘make_layout(shape)`: the layout of a shape that refines `shape`, with
/// `R(i) = L(i)` on the 1-D coordinates. The outcome objects where the shape is
/// larger than the layout, which then continues along its last mode.
///
/// # Errors
///
/// The errors of [`composition`] where the extents do not fit into one another;
/// [`crate::ErrorKind::Extent`].
///
/// ```
/// use layout_algebra::{HTuple, Int, Layout, ops};
/// let layout: Layout = "(4,8):(8,1)".parse().unwrap();
/// let shape = HTuple::Tuple(vec![Int::new(8).into(), Int::new(4).into()]);
/// let reshaped = ops::with_shape(&layout, &shape).unwrap();
/// assert_eq!(reshaped.layout.to_string(), "((4,2),4):((8,1),2)");
/// ```
pub fn with_shape<D: Terms>(
    layout: &Layout<D>,
    shape: &IntTuple,
) -> Result<Outcome<Layout<D>>, Error> {
    let target = col_major(shape).in_op(OP).in_operand(1)?;
    let composed = composition(layout, &target).in_op(OP)?;
    Ok(composed.in_op(OP))
}
