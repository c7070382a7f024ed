//! `leading_dim` and `is_major`: the mode along which elements are neighbours.

use crate::{CollectVec, Error, ErrorAddress, ErrorKind, Int, Layout, ModePath, decide};

const OP: &str = "leading_dim";

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
/// [`ErrorKind::NoUnitStride`] without such a leaf; [`ErrorKind::Unproved`] where it depends on
/// symbols.
pub fn leading_dim(layout: &Layout) -> Result<ModePath, Error> {
    let leaves = layout.shape().leaf_paths().into_iter().zip(layout.stride().leaves());
    let leaves = leaves
        .into_iter()
        .map(|((path, extent), stride)| (path, extent, stride.as_int()))
        .collect_vec();
    // A stride that may be 1 is, where no other is.
    let has_unit = leaves.iter().any(|(_, extent, stride)| {
        **extent != Int::ONE && stride.is_some_and(|stride| *stride == Int::ONE)
    });
    for (path, extent, stride) in leaves {
        let Some(stride) = stride else { continue };
        if *extent == Int::ONE || stride.equals(&Int::ONE).is_false() {
            continue;
        }
        let is_unit = match has_unit && *stride != Int::ONE {
            true => !decide::less(OP, &Int::ONE, stride)? && decide::equal(OP, stride, &Int::ONE)?,
            false => decide::equal(OP, stride, &Int::ONE)?,
        };
        if is_unit && decide::less(OP, &Int::ONE, extent)? {
            return Ok(path);
        }
    }
    let kind = ErrorKind::NoUnitStride { layout: alloc::format!("{layout}") };
    Err(Error::new(OP, kind))
}

/// Returns true if neighbours lie along a mode: the leaf of [`leading_dim`] is in it.
///
/// # Errors
///
/// [`ErrorKind::NoSuchMode`]; [`ErrorKind::Unproved`] where it depends on symbols.
///
/// ```
/// use layout_algebra::{Layout, ops};
/// let rows: Layout = "(4,8):(8,1)".parse().unwrap();
/// assert!(ops::is_major(&rows, &[1]).unwrap());
/// ```
pub fn is_major(layout: &Layout, mode: &[usize]) -> Result<bool, Error> {
    super::get(layout, mode).in_op("is_major")?;
    match leading_dim(layout) {
        Ok(path) => Ok(path.indices().starts_with(mode)),
        // It depends on symbols.
        Err(error) if error.condition().is_some() => Err(error),
        Err(_) => Ok(false),
    }
}
