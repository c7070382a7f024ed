//! `along`: one number of the coordinates that a layout answers.

use super::coprofile;
use crate::{Error, ErrorKind, HTuple, IntTuple, Layout, ModePath, Overflow, Stride, Terms};

const OP: &str = "along";

/// The part of a layout over a basis along one mode of its values: `R(c) = get(L(c), path)`, of the
/// shape of `L`.
///
/// If the values are coordinates of a matrix, mode 0 is the row of each element and mode 1 its
/// column. A path to an integer is a layout of integers, with stride 0 wherever `L` steps along
/// other modes.
///
/// # Errors
///
/// [`ErrorKind::NoSuchMode`] where the values have no such mode; [`ErrorKind::Overflow`].
///
/// ```
/// use layout_algebra::{Layout, ops};
/// let tiles: Layout = "((2,4),(3,2)):((1@0,1@1),(2@0,4@1))".parse().unwrap();
/// assert_eq!(ops::along(&tiles, &[0]).unwrap().to_string(), "((2,4),(3,2)):((1,0),(2,0))");
/// ```
pub fn along<D: Terms>(layout: &Layout<D>, path: &[usize]) -> Result<Layout<D>, Error> {
    let at = path_in_values(&coprofile(layout)?, path)?;
    let inside = |term: &Stride| {
        Ok(match term.mode().indices().strip_prefix(at.indices()) {
            Some(inner) => Stride::basis(term.scale().clone(), inner.into()),
            None => Stride::zero(),
        })
    };
    let strides = layout.stride().try_flat_map(&mut |stride| {
        Ok::<_, Overflow>(HTuple::Leaf(stride.changed(&mut |term| inside(term))?))
    });
    Layout::of(layout.shape().clone(), strides?)
}

/// The element of the basis that a path leads to in values that are nested so.
pub(crate) fn path_in_values(values: &IntTuple, path: &[usize]) -> Result<ModePath, Error> {
    let (mut values, mut at) = (values.clone(), ModePath::root());
    for (level, &mode) in path.iter().enumerate() {
        let Some(inner) = values.get(&[mode]).cloned() else {
            let kind = ErrorKind::NoSuchMode {
                mode: alloc::format!("{mode}"),
                of: alloc::format!("{values}"),
                rank: values.rank(),
            };
            return Err(Error::new(OP, kind).in_operand(level + 1));
        };
        // An integer is its own mode 0.
        at = if values.is_tuple() { at.child(mode) } else { at };
        values = inner;
    }
    Ok(at)
}
