//! `upcast`: the layout of larger elements.

use alloc::vec::Vec;

use super::Outcome;
use crate::exact::{integer_stride, known, known_operand};
use crate::{
    Condition, Error, ErrorKind, Int, IntTuple, Layout, ModePath, Part, Stride, StrideTuple, decide,
};

const OP: &str = "upcast";

/// The layout `R` of elements that are `N` elements of `L` each: `R(⌊c/f⌋) =
/// ⌊L(c)/N⌋` for every coordinate `c` of `L`, where along each leaf `f` is the
/// number of its steps in a new element, `⌈N/|d|⌉`. So it has extents `⌈s/f⌉`
/// and strides `⌈|d|/N⌉` with the sign of `d`.
///
/// If the leaves that step inside an element have negative strides, offset 0 is
/// the last one in its element, and `⌊ ⌋` on the right is `⌈ ⌉`.
///
/// If `f` does not divide `s`, the last element goes on past the end of the leaf, and
/// the outcome objects with [`ErrorKind::Padded`], unless all of the leaf is a part of one
/// element in which another goes on. A leaf of extent 1 takes no step.
///
/// # Errors
///
/// [`ErrorKind::Unproved`] where `f` may not divide an extent over symbols;
/// [`ErrorKind::Indivisible`] where neither of `N` and a stride divides the other;
/// [`ErrorKind::Straddle`] where the steps inside of elements add up to leave
/// them, with the coordinate, or have both signs; [`ErrorKind::Factor`],
/// [`ErrorKind::BasisStride`], [`ErrorKind::Overflow`].
///
/// ```
/// use layout_algebra::{Int, Layout, ops};
/// let layout = Layout::new((8, 4), (1, 8)).unwrap();
/// let wide = ops::upcast(&layout, &Int::new(4)).unwrap();
/// assert_eq!(wide.layout.to_string(), "(2,4):(1,2)");
/// ```
pub fn upcast(layout: &Layout, factor: &Int) -> Result<Outcome, Error> {
    check_factor(OP, factor, 1)?;
    let mut objection = None;
    let (shape, stride) = recast_leaves(layout, &mut |extent, stride, path| {
        let scale = integer_stride(stride, OP)?;
        if *scale == Int::ZERO {
            return Ok((extent.clone(), stride.clone()));
        }
        if scale.known().is_none() {
            // A step by whole elements, of whatever sign.
            if !decide::divides(OP, factor, scale)? {
                let (dividend, divisor) = (scale.clone(), factor.clone());
                let kind = ErrorKind::Indivisible { dividend, divisor };
                return Err(Error::new(OP, kind).in_part(Part::Stride).at_path(path));
            }
            return Ok((extent.clone(), scale.div_floor(factor)?.into()));
        }
        let meets = scale.divides(factor).is_true() || factor.divides(scale).is_true();
        if !meets
            && *extent != Int::ONE
            && !decide::divides(OP, factor, scale)?
            && !decide::divides(OP, scale, factor)?
        {
            let kind = ErrorKind::Indivisible { dividend: scale.clone(), divisor: factor.clone() };
            return Err(Error::new(OP, kind).in_part(Part::Stride).at_path(path));
        }
        let size = scale.abs()?;
        let wide = size.div_ceil(factor)?;
        let wide = if scale.less(&Int::ZERO).is_true() { Int::ZERO.sub(&wide)? } else { wide };
        let steps = factor.div_ceil(&size)?;
        // An extent that is not known has whole elements; a part of one is another case.
        if extent.known().is_none() && decide::divides(OP, &steps, extent)? {
            return Ok((extent.div_floor(&steps)?, wide.into()));
        }
        let goes_on = extent.less(&steps).is_true() && continues(layout, &extent.mul(&size)?)?;
        if !goes_on {
            objection = objection.take().or(past(extent, stride, &steps, path)?);
        }
        Ok((extent.div_ceil(&steps)?, wide.into()))
    })?;
    check_straddle(layout, factor)?;
    Ok(Outcome { layout: Layout::new(shape, stride)?, objection })
}

/// Returns true if a leaf steps by `step`, as one does that goes on in an element where another
/// ends.
fn continues(layout: &Layout, step: &Int) -> Result<bool, Error> {
    for (extent, stride) in layout.leaves() {
        let has_steps = Int::ONE.less(extent).is_true();
        if has_steps && stride.scale().abs()?.equals(step).is_true() {
            return Ok(true);
        }
    }
    Ok(false)
}

/// The objection to a last element of which the leaf has not all steps.
fn past(
    extent: &Int,
    stride: &Stride,
    steps: &Int,
    path: ModePath,
) -> Result<Option<Error>, Error> {
    let whole = Condition::divides(steps, extent);
    let truth = whole.decide();
    if *extent == Int::ONE || truth.is_true() {
        return Ok(None);
    }
    let kind = ErrorKind::Padded {
        tile: alloc::format!("{steps}"),
        layout: alloc::format!("{extent}:{stride}"),
        size: extent.clone(),
        covered: extent.div_ceil(steps)?.mul(steps)?,
    };
    let objection = Error::new(OP, kind).in_part(Part::Shape).at_path(path);
    Ok(Some(if truth.is_false() { objection } else { objection.unless(whole) }))
}

/// No steps inside of one element add up to leave it.
fn check_straddle(layout: &Layout, factor: &Int) -> Result<(), Error> {
    let width = known_operand(factor, 1)?;
    if layout.is_empty() {
        return Ok(());
    }
    let (mut up, mut down) = (0i128, 0i128);
    let mut inside = |extent: &Int, stride: &Stride| -> Result<i128, Error> {
        // A step by whole elements stays in no element.
        if factor.divides(stride.scale()).is_true() {
            return Ok(0);
        }
        let stride = known(stride.scale())?;
        if stride == 0 || *extent == Int::ONE || stride.unsigned_abs() >= width.unsigned_abs() {
            return Ok(0);
        }
        let most = width / stride.abs();
        // Either it fills an element, or it is known how far it goes.
        let steps = match decide::at_most(OP, &Int::new(most), extent)? {
            true => most - 1,
            false => known(extent)? - 1,
        };
        let into = if stride > 0 { &mut up } else { &mut down };
        *into = into.checked_add(steps * stride).ok_or(crate::Overflow::Range)?;
        Ok(steps)
    };
    let mut coordinate = alloc::vec::Vec::new();
    for (extent, stride) in layout.leaves() {
        coordinate.push(inside(extent, stride)?);
    }
    let mixed = up != 0 && down != 0;
    if !mixed && up < width && -down < width {
        return Ok(());
    }
    // Where the signs are mixed, the negative steps alone leave the element.
    let mut digits = Vec::new();
    for (steps, stride) in coordinate.into_iter().zip(layout.stride().leaves()) {
        let taken = !mixed || stride.scale().less(&Int::ZERO).is_true();
        digits.push(Int::new(if taken { steps } else { 0 }));
    }
    let coordinate: IntTuple = layout.shape().with_leaves(digits);
    let offset = if up != 0 && !mixed { up } else { down };
    let element = if up != 0 { offset.div_euclid(width) } else { -((-offset).div_euclid(width)) };
    let kind = ErrorKind::Straddle {
        layout: alloc::format!("{layout}"),
        factor: factor.clone(),
        coordinate: alloc::format!("{coordinate}"),
        offset: Int::new(offset),
        element: Int::new(element),
        sum: Int::ZERO,
    };
    Err(Error::new(OP, kind))
}

/// A number of elements or bits is at least 1.
pub(crate) fn check_factor(op: &'static str, factor: &Int, operand: usize) -> Result<(), Error> {
    if !decide::positive(op, factor)? {
        let kind = ErrorKind::Factor { factor: factor.clone() };
        return Err(Error::new(op, kind).in_operand(operand));
    }
    Ok(())
}

type LeafOp<'a> = dyn FnMut(&Int, &Stride, ModePath) -> Result<(Int, Stride), Error> + 'a;

/// Replaces each leaf by another, keeping the nesting.
pub(crate) fn recast_leaves(
    layout: &Layout,
    op: &mut LeafOp<'_>,
) -> Result<(IntTuple, StrideTuple), Error> {
    let strides = layout.stride().leaves();
    let (mut shapes, mut steps) = (alloc::vec::Vec::new(), alloc::vec::Vec::new());
    for ((path, extent), stride) in layout.shape().leaf_paths().into_iter().zip(strides) {
        let (extent, stride) = op(extent, stride, path)?;
        shapes.push(extent);
        steps.push(stride);
    }
    Ok((layout.shape().with_leaves(shapes), layout.stride().with_leaves(steps)))
}
