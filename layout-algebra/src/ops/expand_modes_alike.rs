//! `expand_modes_alike`: two layouts in one shape.

use super::{common_refinement, with_shape};
use crate::{Error, ErrorAddress, IntTuple, Layout, Terms};

const OP: &str = "expand_modes_alike";

/// Both layouts in the coarsest shape that refines those of both, `common_refinement`: of one shape, with
/// `A'(i) = A(i)` and `B'(i) = B(i)`. So a loop over the leaves of that shape has a stride in each.
///
/// # Errors
///
/// The errors of [`common_refinement`], where the sizes of modes differ.
///
/// ```
/// use layout_algebra::ops;
/// let (a, b) = ("(4,6):(6,1)".parse().unwrap(), "((2,2),6):((1,2),4)".parse().unwrap());
/// let (a, b) = ops::expand_modes_alike(&a, &b).unwrap();
/// assert_eq!((a.to_string(), b.to_string()), ("((2,2),6):((6,12),1)".into(), "((2,2),6):((1,2),4)".into()));
/// ```
pub fn expand_modes_alike<A: Terms, B: Terms>(
    a: &Layout<A>,
    b: &Layout<B>,
) -> Result<(Layout<A>, Layout<B>), Error> {
    let shape = common_refinement(a.shape(), b.shape()).in_op(OP)?;
    Ok((expanded(a, &shape)?, expanded(b, &shape)?))
}

fn expanded<D: Terms>(layout: &Layout<D>, shape: &IntTuple) -> Result<Layout<D>, Error> {
    if layout.shape() == shape {
        return Ok(layout.clone());
    }
    with_shape(layout, shape).in_op(OP)?.strict()
}
