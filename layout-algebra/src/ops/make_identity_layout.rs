//! `make_identity_layout`: a shape's coordinates, mapped to themselves.

use crate::{
    CollectVec, Error, ErrorAddress, HTuple, Int, IntTuple, Layout, ModePath, Stride, StrideTuple,
};

/// The layout `L(c) = c` on the natural coordinates of a shape: the stride of each
/// leaf is one step along that leaf. For an integer, `n:1`.
///
/// # Errors
///
/// [`crate::ErrorKind::Extent`], [`crate::ErrorKind::Overflow`].
///
/// ```
/// use layout_algebra::{HTuple, Int, ops};
/// let shape = HTuple::Tuple(vec![Int::new(4).into(), Int::new(5).into()]);
/// assert_eq!(ops::make_identity_layout(&shape).unwrap().to_string(), "(4,5):(1@0,1@1)");
/// ```
pub fn make_identity_layout(shape: &IntTuple) -> Result<Layout, Error> {
    Layout::new(shape.clone(), make_basis_like(shape, &ModePath::root()))
        .in_op("make_identity_layout")
}

fn make_basis_like(shape: &IntTuple, path: &ModePath) -> StrideTuple {
    match shape {
        HTuple::Leaf(_) => HTuple::Leaf(Stride::basis(Int::ONE, path.clone())),
        HTuple::Tuple(modes) => {
            let modes = modes.iter().enumerate();
            HTuple::Tuple(
                modes.map(|(i, mode)| make_basis_like(mode, &path.child(i))).collect_vec(),
            )
        }
    }
}
