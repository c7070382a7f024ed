//! `is_bijective`, `is_contiguous`, `is_compact`, `is_row_major`, `is_col_major`,
//! `functionally_equal`.
//!
//! Decided exactly, from the leaves alone; a leaf of extent 1 counts for nothing.

use alloc::vec::Vec;

use super::injective::has_collision;
use super::{coalesce, col_major, cosize, filter_zeros, row_major, size};
use crate::{Error, Int, Layout, SortFew, Terms, decide};

/// The operation in errors of questions that depend on symbols.
const OP: &str = "make_layout";

/// Returns true if the layout takes each value of `[0, size)` exactly once; with strides over a
/// basis, each coordinate of a box of its size.
///
/// A bijective layout is a permutation of its 1-D coordinates: injective, with no negative
/// offset, and `cosize = size`.
///
/// # Errors
///
/// The errors of [`super::is_injective`].
///
/// ```
/// use layout_algebra::{Layout, ops};
/// let matrix = |a, b| Layout::new((4, 8), (a, b)).unwrap();
/// assert!(ops::is_bijective(&matrix(8, 1)).unwrap());
/// assert!(!ops::is_bijective(&matrix(9, 1)).unwrap());
/// ```
pub fn is_bijective<D: Terms>(layout: &Layout<D>) -> Result<bool, Error> {
    let positive = |(extent, stride): (&Int, &D)| -> Result<bool, Error> {
        if *extent == Int::ONE {
            return Ok(true);
        }
        for term in stride.terms() {
            if !decide::at_most(OP, &Int::ZERO, term.scale())? {
                return Ok(!decide::less(OP, &Int::ONE, extent)?);
            }
        }
        Ok(true)
    };
    if layout.is_empty() {
        return Ok(true);
    }
    if !decide::equal(OP, &cosize(layout)?, &size(layout)?)? {
        return Ok(false);
    }
    for leaf in layout.leaves() {
        if !positive(leaf)? {
            return Ok(false);
        }
    }
    Ok(!has_collision(OP, layout)?)
}

/// Returns true if the offsets have no gaps: every integer from the smallest to the largest is one.
/// Broadcasts are allowed.
///
/// In the order of their steps `|d|`, no mode may step further than one past what
/// the modes before reach.
///
/// # Errors
///
/// [`crate::ErrorKind::BasisStride`], [`crate::ErrorKind::Overflow`].
///
/// ```
/// use layout_algebra::ops;
/// assert!(ops::is_contiguous(&"(4,4):(0,1)".parse().unwrap()).unwrap());
/// assert!(!ops::is_contiguous(&"(2,2):(1,3)".parse().unwrap()).unwrap());
/// ```
pub fn is_contiguous(layout: &Layout) -> Result<bool, Error> {
    if layout.is_empty() {
        return Ok(true);
    }
    let mut steps: Vec<(Int, Int)> = Vec::new();
    for (extent, stride) in layout.leaves() {
        let stride = crate::exact::integer_stride(stride, "is_contiguous")?.abs()?;
        if *extent != Int::ONE {
            steps.push((stride, extent.sub(&Int::ONE)?));
        }
    }
    if steps.iter().all(|(step, _)| step.known().is_some()) {
        steps.sort_few();
    } else {
        steps = decide::sort_ascending(
            OP,
            steps,
            |(step, _)| step,
            |(step, count)| Ok(step.mul(&count.add(&Int::ONE)?)?),
        )?;
    }
    let mut reach = Int::ZERO;
    for (step, count) in steps {
        let reaches = decide::at_most(OP, &step, &reach.add(&Int::ONE)?)?;
        // One that may be of extent 1 leaves no gap.
        if !reaches && decide::less(OP, &Int::ZERO, &count)? {
            return Ok(false);
        }
        reach = reach.add(&step.mul(&count)?)?;
    }
    Ok(true)
}

/// Returns true if the layout has neither gaps nor collisions but for its broadcasts:
/// [`is_bijective`] of the layout with extent 1 wherever the stride is 0, as
/// [`super::make_layout_like`] answers it.
///
/// # Errors
///
/// The errors of [`super::is_injective`].
///
/// ```
/// use layout_algebra::{Layout, ops};
/// let broadcast: Layout = "(4,4):(0,1)".parse().unwrap();
/// assert!(ops::is_compact(&broadcast).unwrap() && !ops::is_bijective(&broadcast).unwrap());
/// ```
pub fn is_compact<D: Terms>(layout: &Layout<D>) -> Result<bool, Error> {
    is_bijective(&filter_zeros(layout)?)
}

/// Returns true if the layout is `LayoutLeft` of its shape: `L(i) = i` on `[0, size)`.
///
/// # Errors
///
/// None for a layout that exists.
///
/// ```
/// use layout_algebra::{Layout, ops};
/// let layout: Layout = "(4,8):(8,1)".parse().unwrap();
/// assert!(ops::is_row_major(&layout).unwrap() && !ops::is_col_major(&layout).unwrap());
/// ```
pub fn is_col_major(layout: &Layout) -> Result<bool, Error> {
    same_steps(layout, &col_major(layout.shape())?)
}

/// Returns true if the layout is `LayoutRight` of its shape: `L(c)` is the number of coordinates
/// that come lexicographically before `c`.
///
/// # Errors
///
/// None for a layout that exists.
///
/// ```
/// use layout_algebra::{Layout, ops};
/// let rows: Layout = "(4,8):(8,1)".parse().unwrap();
/// assert!(ops::is_row_major(&rows).unwrap());
/// ```
pub fn is_row_major(layout: &Layout) -> Result<bool, Error> {
    same_steps(layout, &row_major(layout.shape())?)
}

/// Returns true if two layouts of one shape are the same function.
fn same_steps(a: &Layout, b: &Layout) -> Result<bool, Error> {
    if a.is_empty() {
        return Ok(true);
    }
    for ((extent, step), (_, other)) in a.leaves().into_iter().zip(b.leaves()) {
        let same = *extent == Int::ONE
            || step == other
            || step.mode() == other.mode() && decide::equal(OP, step.scale(), other.scale())?;
        // One that may be of extent 1 may differ.
        if !same && decide::less(OP, &Int::ONE, extent)? {
            return Ok(false);
        }
    }
    Ok(true)
}

/// Returns true if two layouts have one size and one value at every 1-D coordinate: both have the
/// same [`coalesce`], which is unique for a function. CuTe's `==` of layouts compares shapes and
/// strides.
///
/// # Errors
///
/// [`ErrorKind::Overflow`](crate::ErrorKind::Overflow); [`ErrorKind::Undecided`](crate::ErrorKind::Undecided) where symbols are spelled
/// in two ways.
///
/// ```
/// use layout_algebra::{Layout, ops};
/// let split: Layout = "(4,1,8):(1,7,4)".parse().unwrap();
/// let whole: Layout = "32:1".parse().unwrap();
/// assert!(ops::functionally_equal(&split, &whole).unwrap() && split != whole);
/// ```
pub fn functionally_equal<D: Terms>(a: &Layout<D>, b: &Layout<D>) -> Result<bool, Error> {
    let same = a.is_empty() && b.is_empty() || coalesce(a)? == coalesce(b)?;
    if !same && (a.is_symbolic() || b.is_symbolic()) {
        let question = format_args!("{a} and {b} are the same function");
        return Err(Error::undecided("functionally_equal", question));
    }
    Ok(same)
}
