//! `leading_dim` and `is_major`: the mode along which elements are neighbours.

use crate::{Error, ErrorKind, Int, Layout, ModePath};

/// The path of the first leaf of stride 1 that has more than one element, from left
/// to right; none if there is no such leaf.
///
/// ```
/// use layout_algebra::{HTuple, Int, ops};
/// let shape = HTuple::Tuple(vec![Int::new(4).into(), Int::new(8).into()]);
/// let rows = ops::row_major(&shape).unwrap();
/// assert_eq!(ops::leading_dim(&rows).unwrap().indices(), [1]);
/// assert!(ops::is_major(&rows, &[1]).unwrap() && !ops::is_major(&rows, &[0]).unwrap());
/// ```
///
/// # Errors
///
/// [`ErrorKind::NoUnitStride`] without such a leaf.
pub fn leading_dim(layout: &Layout) -> Result<ModePath, Error> {
    let leaves = layout.shape().leaf_paths().into_iter().zip(layout.stride().leaves());
    let unit = leaves
        .into_iter()
        .find(|((_, extent), stride)| **extent != Int::ONE && stride.as_int() == Some(&Int::ONE));
    match unit {
        Some(((path, _), _)) => Ok(path),
        None => {
            let kind = ErrorKind::NoUnitStride { layout: alloc::format!("{layout}") };
            Err(Error::new("leading_dim", kind))
        }
    }
}

/// Whether neighbours lie along a mode: the leaf of [`leading_dim`] is in it.
///
/// # Errors
///
/// [`ErrorKind::NoSuchMode`].
///
/// ```
/// use layout_algebra::{Int, Layout, ops};
/// let leaf = |s, d| Layout::leaf(Int::new(s), Int::new(d)).unwrap();
/// let rows = Layout::from_modes(&[leaf(4, 8), leaf(8, 1)]).unwrap();
/// assert!(ops::is_major(&rows, &[1]).unwrap());
/// ```
pub fn is_major(layout: &Layout, mode: &[usize]) -> Result<bool, Error> {
    super::get(layout, mode).map_err(|error| error.in_op("is_major"))?;
    Ok(leading_dim(layout).is_ok_and(|path| path.indices().starts_with(mode)))
}
