//! `max_common_layout` and `max_common_vector`: what two layouts have in common.

use alloc::vec::Vec;

use super::right_inverse::flat_layout;
use super::{coalesce, coalesce_by_mode, composition, offset_range, right_inverse, size};
use crate::exact::{integer_stride, known};
use crate::{Error, ErrorAddress, ErrorKind, HTuple, Int, Layout, decide};

const OP: &str = "max_common_layout";

/// A layout `R` of coordinates at which both layouts have the offsets 0, 1, 2, …:
/// `A(R(i)) = B(R(i)) = i` for `i < size(R)`, and `R(i)` is a coordinate of both.
///
/// The answer is the right inverse of `B`, as far as `A` follows it: the largest such layout for
/// a `B` that is injective and has no negative stride. CuTe looks at the first mode of
/// `A∘right_inverse(B)` alone, and gives up where that is no layout; it also goes past
/// the size of `A`.
///
/// # Errors
///
/// The errors of [`right_inverse`]; over symbols, also the errors of [`composition`].
///
/// ```
/// use layout_algebra::{Int, Layout, ops};
/// let rows = |d| Layout::new((4, 8), (d, 1)).unwrap();
/// let (a, b) = (rows(8), rows(16));
/// assert_eq!(ops::max_common_layout(&a, &b).unwrap().to_string(), "8:4");
/// assert_eq!(ops::max_common_vector(&a, &b).unwrap(), Int::new(8));
/// ```
pub fn max_common_layout(a: &Layout, b: &Layout) -> Result<Layout, Error> {
    common(a, b).in_op(OP)
}

/// The number of offsets that [`max_common_layout`] finds: the elements that may
/// be copied from one to the other as one vector.
///
/// # Errors
///
/// The errors of [`max_common_layout`].
///
/// ```
/// use layout_algebra::{Int, Layout, ops};
/// let rows: Layout = "(4,8):(8,1)".parse().unwrap();
/// assert_eq!(ops::max_common_vector(&rows, &rows).unwrap(), Int::new(32));
/// ```
pub fn max_common_vector(a: &Layout, b: &Layout) -> Result<Int, Error> {
    let common = common(a, b).in_op("max_common_vector")?;
    size(&common)
}

fn common(a: &Layout, b: &Layout) -> Result<Layout, Error> {
    a.check_inhabited(OP, 0)?;
    b.check_inhabited(OP, 1)?;
    let inverse = right_inverse(b).in_operand(1)?;
    let whole = |error: Error| {
        error.in_operand(0).in_part(crate::Part::Whole).at_path(crate::ModePath::root())
    };
    // A basis is not an integer offset, whatever follows it.
    for (_, stride) in a.leaves() {
        integer_stride(stride, OP)?;
    }
    let both = match composition(a, &inverse) {
        Ok(both) => coalesce(&both.layout)?,
        Err(error) if is_no_layout(&error) => return followed(a, &inverse),
        Err(error) => return Err(whole(error)),
    };
    let leaves = both.leaves();
    let Some((extent, stride)) = leaves.first() else { return Ok(Layout::unit()) };
    let unit = match stride.as_int() {
        Some(step) => decide::equal(OP, step, &Int::ONE)?,
        None => false,
    };
    if !unit {
        return Ok(Layout::unit());
    }
    let first = Layout::leaf((*extent).clone(), Int::ONE)?;
    match composition(&inverse, &first) {
        Ok(common) => within(&common.layout, &size(a)?),
        Err(error) if is_no_layout(&error) => followed(a, &inverse),
        Err(error) => Err(whole(error)),
    }
}

/// Returns true if the error is that a composition of integers is no layout.
fn is_no_layout(error: &Error) -> bool {
    matches!(error.kind(), ErrorKind::NotAdditive { .. } | ErrorKind::BrokenRun { .. })
}

/// The leaves of an inverse, and a part of the next, along which `a` steps by one.
fn followed(a: &Layout, inverse: &Layout) -> Result<Layout, Error> {
    let (mut modes, mut reach) = (Vec::new(), Int::ONE);
    for (extent, place) in inverse.leaves() {
        let place = integer_stride(place, OP)?;
        let follows = |part: i128| -> Result<bool, Error> {
            let mut modes: Vec<(Int, Int)> = modes.clone();
            modes.push((Int::new(part), place.clone()));
            let run = Layout::leaf(reach.mul(&Int::new(part))?, Int::ONE)?;
            let modes = flat_layout(modes)?;
            let inside = offset_range(&modes)?.1.less(&size(a)?).is_true();
            let composed = composition(a, &modes);
            Ok(inside && composed.is_ok_and(|both| coalesce(&both.layout) == Ok(run)))
        };
        let extent = known(extent)?;
        // All of it first, then halves.
        let (mut part, mut beyond) = (1, extent);
        if extent > 1 && follows(extent)? {
            part = extent;
        }
        while beyond - part > 1 {
            let half = part + (beyond - part) / 2;
            if follows(half)? { part = half } else { beyond = half }
        }
        reach = reach.mul(&Int::new(part))?;
        modes.push((Int::new(part), place.clone()));
        if part < extent {
            break;
        }
    }
    coalesce_by_mode(&flat_layout(modes)?, &HTuple::Leaf(Int::ONE))
}

/// The part of a layout that has values below `end`: whole leaves, and a part of the
/// next. The strides are coordinates, so that none is negative.
fn within(layout: &Layout, end: &Int) -> Result<Layout, Error> {
    let (mut last, mut modes) = (Int::ZERO, Vec::new());
    for (extent, stride) in layout.leaves() {
        let stride = integer_stride(stride, OP)?;
        let reach = extent.sub(&Int::ONE)?.mul(stride)?;
        let after = last.add(&reach)?;
        if decide::less(OP, &after, end)? {
            modes.push((extent.clone(), stride.clone()));
            last = after;
            continue;
        }
        let room = end.sub(&Int::ONE)?.sub(&last)?.div_floor(stride)?;
        modes.push((room.add(&Int::ONE)?, stride.clone()));
        return coalesce_by_mode(&flat_layout(modes)?, &HTuple::Leaf(Int::ONE));
    }
    Ok(layout.clone())
}
