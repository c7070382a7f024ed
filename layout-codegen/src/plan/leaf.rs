//! `Leaf`: a layout as numbers of 64 bits, if they fit.

use std::fmt;

use layout_algebra::{CollectVec, HTuple, Int, IntTuple, Layout, ModePath, ops};
use layout_core::{MAX_LEAVES, MAX_RANK};

use super::unplannable::Unplannable;

/// A leaf, `extent:stride`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Leaf {
    /// The extent.
    pub extent: u64,
    /// The stride.
    pub stride: i64,
}

/// Refuses what the traits of the runtime crate do not cover.
pub(super) fn check(layout: &Layout) -> Result<(), Unplannable> {
    check_nesting(layout.shape(), &ModePath::root())?;
    check_basis(layout)
}

fn check_nesting(shape: &IntTuple, path: &ModePath) -> Result<(), Unplannable> {
    let leaves = shape.leaf_count();
    if path.is_root() && leaves > MAX_LEAVES {
        return Err(Unplannable::Leaves { leaves });
    }
    let HTuple::Tuple(modes) = shape else { return Ok(()) };
    match modes.len() {
        0 => Err(Unplannable::Empty { path: path.clone() }),
        rank if rank > MAX_RANK => Err(Unplannable::Rank { path: path.clone(), rank }),
        _ => {
            for (i, mode) in modes.iter().enumerate() {
                if mode.is_tuple() {
                    check_nesting(mode, &path.child(i))?;
                }
            }
            Ok(())
        }
    }
}

fn check_basis(layout: &Layout) -> Result<(), Unplannable> {
    for (path, stride) in layout.stride().leaf_paths() {
        if stride.as_int().is_none() {
            return Err(Unplannable::BasisStride { path, stride: stride.to_string() });
        }
    }
    Ok(())
}

/// The size, the smallest and the largest offset of a function of the layout's
/// coordinates, given the latter two.
pub(super) fn reach(
    layout: &Layout,
    notation: &str,
    range: Option<(Int, Int)>,
) -> Result<(u64, i64, i64), Unplannable> {
    let size = ops::size(layout).ok();
    let Some(size) = size.as_ref().and_then(Int::known) else {
        return Err(Unplannable::unknown(&notation));
    };
    // A size fits `isize`, so that every coordinate converts without a loss; so does a cosize.
    let Ok(extent) = i64::try_from(size) else {
        return Err(Unplannable::Size { layout: notation.to_owned(), size: size.to_string() });
    };
    let Some((min, max)) = range else { return Err(Unplannable::unknown(&notation)) };
    let (Some(min), Some(max)) = (min.known(), max.known()) else {
        return Err(Unplannable::unknown(&notation));
    };
    match (i64::try_from(min), i64::try_from(max)) {
        (Ok(least), Ok(most)) if max.max(0) - min.min(0) < i128::from(i64::MAX) => {
            Ok((extent.unsigned_abs(), least, most))
        }
        _ => {
            let (min, max) = (min.to_string(), max.to_string());
            Err(Unplannable::Offset { layout: notation.to_owned(), min, max })
        }
    }
}

/// The leaves from left to right.
pub(super) fn leaves(layout: &Layout) -> Result<Vec<Leaf>, Unplannable> {
    let leaves = layout.leaves();
    let mut converted = Vec::with_capacity(leaves.len());
    for (extent, stride) in leaves {
        if let (Some(of), Some(by)) = (extent.known(), stride.known())
            && let (Ok(extent), Ok(stride)) = (of.try_into(), by.try_into())
        {
            converted.push(Leaf { extent, stride });
            continue;
        }
        let path = layout.shape().leaf_paths().swap_remove(converted.len()).0;
        return Err(Unplannable::Stride { path, stride: stride.to_string() });
    }
    Ok(converted)
}

/// [`ops::coalesce`] of leaves, on numbers that fit; each with the place of the first
/// leaf in it, where that of the first of all is given.
pub(super) fn coalesce(leaves: &[Leaf], first: usize) -> Vec<(usize, Leaf)> {
    let mut merged: Vec<(usize, Leaf)> = Vec::with_capacity(leaves.len());
    for (i, leaf) in leaves.iter().enumerate().filter(|(_, leaf)| leaf.extent != 1) {
        match merged.last_mut() {
            Some((_, last)) if last.continues(*leaf) => last.extent *= leaf.extent,
            _ => merged.push((first + i, *leaf)),
        }
    }
    if merged.is_empty() {
        merged.push((first, Leaf::UNIT));
    }
    merged
}

/// [`coalesce`] of leaves, without their places.
pub(super) fn coalesced(leaves: &[Leaf]) -> Vec<Leaf> {
    coalesce(leaves, 0).into_iter().map(|(_, leaf)| leaf).collect_vec()
}

/// The number of coordinates of leaves with their places.
pub(super) fn size(leaves: &[(usize, Leaf)]) -> u64 {
    leaves.iter().map(|(_, leaf)| leaf.extent).product()
}

impl Leaf {
    /// The leaf of one coordinate.
    pub(super) const UNIT: Leaf = Leaf { extent: 1, stride: 0 };

    /// Returns whether the next leaf goes on where this one ends.
    fn continues(self, next: Leaf) -> bool {
        i128::from(self.extent) * i128::from(self.stride) == i128::from(next.stride)
    }
}

impl fmt::Display for Leaf {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.extent, self.stride)
    }
}
