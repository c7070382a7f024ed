//! `coshape` and `cosize`: how much memory a layout spans.

use alloc::vec::Vec;

use crate::{CollectVec, Error, HTuple, Int, IntTuple, Layout, ModePath, Overflow, Stride, Terms};

/// The smallest and the largest offset of a layout of integer strides:
/// `Σ min(0, dᵢ(sᵢ−1))` and `Σ max(0, dᵢ(sᵢ−1))`.
///
/// # Errors
///
/// [`crate::ErrorKind::BasisStride`].
///
/// ```
/// use layout_algebra::{Int, ops};
/// assert_eq!(ops::offset_range(&"4:-2".parse().unwrap()).unwrap(), (Int::new(-6), Int::ZERO));
/// ```
pub fn offset_range(layout: &Layout) -> Result<(Int, Int), Error> {
    let mut leaves = Vec::new();
    for (extent, stride) in layout.leaves() {
        leaves.push((extent, crate::exact::integer_stride(stride, "offset_range")?));
    }
    if layout.is_empty() {
        leaves.clear();
    }
    range_of(&leaves)
}

/// The least and the greatest of the offsets of leaves whose extents are at least 1.
pub(crate) fn range_of(leaves: &[(&Int, &Int)]) -> Result<(Int, Int), Error> {
    let (mut least, mut most) = (Int::ZERO, Int::ZERO);
    for (extent, stride) in leaves {
        let reach = extent.sub(&Int::ONE)?.mul(stride)?;
        // Most strides are known to be positive.
        if !Int::ZERO.at_most(&reach).is_true() {
            least = least.add(&reach.lesser(&Int::ZERO)?)?;
            most = most.add(&reach.greater(&Int::ZERO)?)?;
        } else {
            most = most.add(&reach)?;
        }
    }
    Ok((least, most))
}

/// The extent of the codomain: `1 + Σ (sᵢ−1)·|dᵢ|`, for each basis element
/// where the strides step along a basis.
///
/// # Errors
///
/// [`crate::ErrorKind::Overflow`].
///
/// ```
/// use layout_algebra::{Layout, ops};
/// let layout = Layout::leaf(4, 2).unwrap();
/// assert_eq!(ops::coshape(&layout).unwrap().to_string(), "7");
/// ```
pub fn coshape<D: Terms>(layout: &Layout<D>) -> Result<IntTuple, Error> {
    let (mut reach, is_empty) = (Vec::new(), layout.is_empty());
    for (extent, stride) in layout.leaves() {
        for term in stride.terms() {
            let step = match is_empty {
                true => Int::ZERO,
                false => extent.sub(&Int::ONE)?.mul(&term.scale().abs()?)?,
            };
            reach.push((moves(extent, term), term.mode().clone(), step));
        }
    }
    let span = sum_of(&reach)?;
    let one = if is_empty { Int::ZERO } else { Int::ONE };
    let mut widths = Vec::new();
    for reach in span.leaves() {
        widths.push(reach.add(&one)?);
    }
    Ok(span.with_leaves(widths))
}

/// The number of offsets from the smallest to the largest,
/// `cosize(L) = product(coshape(L))`: the elements that a buffer must hold.
///
/// # Errors
///
/// [`crate::ErrorKind::Overflow`].
///
/// ```
/// use layout_algebra::{Int, ops};
/// assert_eq!(ops::cosize(&"4:2".parse().unwrap()).unwrap(), Int::new(7));
/// ```
pub fn cosize<D: Terms>(layout: &Layout<D>) -> Result<Int, Error> {
    super::product(&coshape(layout)?)
}

/// A leaf's part of a value: whether it steps at all, along which element, and how far.
pub(crate) type Term = (bool, ModePath, Int);

/// Returns true if a leaf adds to values: a stride of 0 does not, nor an extent of 1.
pub(crate) fn moves(extent: &Int, stride: &Stride) -> bool {
    *extent != Int::ONE && *stride.scale() != Int::ZERO
}

/// The sum of the terms; integers, at the root, nest nothing.
pub(crate) fn sum_of(terms: &[Term]) -> Result<IntTuple, Overflow> {
    if terms.iter().all(|(_, path, _)| path.is_root()) {
        let mut sum = Int::ZERO;
        for (_, _, value) in terms {
            sum = sum.add(value)?;
        }
        return Ok(HTuple::Leaf(sum));
    }
    arithmetic_tuple(&that_nest(terms))
}

/// The terms without those that add nothing and would nest the sum otherwise than another does: of a leaf
/// that does not step, and whose stride is within or around what another steps along.
fn that_nest(terms: &[Term]) -> Vec<(ModePath, Int)> {
    let mut nesting = Vec::new();
    for (moves, path, value) in terms {
        let is_mixed = |(moves, at, _): &Term| {
            *moves && at != path && (is_within(path, at) || is_within(at, path))
        };
        if *moves || !terms.iter().any(is_mixed) {
            nesting.push((path.clone(), value.clone()));
        }
    }
    nesting
}

fn is_within(path: &ModePath, of: &ModePath) -> bool {
    path.indices().starts_with(of.indices())
}

/// The sum of `scale` steps along each basis element, as a tuple of the
/// smallest profile that has all of them; plain integers add to an integer.
pub(crate) fn arithmetic_tuple(terms: &[(ModePath, Int)]) -> Result<IntTuple, Overflow> {
    let terms: Vec<(&[usize], &Int)> = terms.iter().map(|(p, v)| (p.indices(), v)).collect_vec();
    sum_terms(&terms)
}

fn sum_terms(terms: &[(&[usize], &Int)]) -> Result<IntTuple, Overflow> {
    let (mut rank, mut sum) = (0, Int::ZERO);
    for (path, _) in terms {
        rank = rank.max(path.first().map_or(0, |first| first + 1));
    }
    if rank == 0 {
        for (_, value) in terms {
            sum = sum.add(value)?;
        }
        return Ok(HTuple::Leaf(sum));
    }
    let mut modes = Vec::new();
    for mode in 0..rank {
        let mut inside: Vec<(&[usize], &Int)> = Vec::new();
        for (path, value) in terms {
            if let Some((first, rest)) = path.split_first()
                && *first == mode
            {
                inside.push((rest, value));
            }
        }
        modes.push(sum_terms(&inside)?);
    }
    Ok(HTuple::Tuple(modes))
}
