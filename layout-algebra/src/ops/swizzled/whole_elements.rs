//! Conditions under which the steps of a composed layout keep elements together that become one.

use super::agree::leaves;
use crate::exact::known;
use crate::exact::step_sum::Mode;
use crate::{ComposedLayout, Error, ErrorKind, Int, Layout, Step, Swizzle};

/// Every step takes `n` elements that become one to those of one element: the low bits of
/// a value decide about the low bits of the next alone.
///
/// A swizzle that looks at low bits to flip higher ones does not, unless they are
/// clear; a layout after the first step only if it begins with runs of whole elements. `inside` are the low bits of [`after_start`].
pub(super) fn check_upcast(
    layout: &ComposedLayout,
    n: &Int,
    inside: Option<i128>,
) -> Result<(), Error> {
    let width = known(n)?;
    let refused = || no_whole_elements("upcast", layout, n);
    if width == 1 {
        return Ok(());
    }
    let mut low = match layout.inner() {
        Step::Layout(_) if inside.is_some() => inside.unwrap_or(0),
        Step::Layout(inner) => low_bits(&leaves(inner)?, width).ok_or_else(refused)?,
        Step::Swizzle(swizzle) => swizzled(width - 1, swizzle, width).ok_or_else(refused)?,
    };
    for (step, _) in layout.outer().iter().rev() {
        low = match step {
            Step::Swizzle(swizzle) => swizzled(low, swizzle, width).ok_or_else(refused)?,
            Step::Layout(outer) if is_in_elements(outer, width)? => low,
            Step::Layout(_) => return Err(refused()),
        };
    }
    Ok(())
}

/// The low bits that values may have after the first offset, where that is inside of an element of `n` and no steps of the layout before it
/// lead from there to another one; none where it is not inside.
///
/// With the start `qn + r` and values `nC - t` of a layout that goes back, `0 ≤ t < n`, the element is `q + C` if `t ≤ r`; with values
/// `nC + t` it is if `r + t < n`.
pub(super) fn after_start(layout: &ComposedLayout, n: &Int) -> Result<Option<i128>, Error> {
    let (Step::Layout(inner), Some((_, start))) = (layout.inner(), layout.outer().last()) else {
        return Ok(None);
    };
    let (Some(start), Some(width)) = (start.known(), n.known().filter(|n| *n > 0)) else {
        return Ok(None);
    };
    let within = start.rem_euclid(width);
    let (mut up, mut down) = (0i128, 0i128);
    for (extent, stride) in leaves(inner)? {
        if extent > 1 && stride != 0 && stride.abs() < width {
            let into = if stride > 0 { &mut up } else { &mut down };
            *into += ((width - 1) / stride.abs()).min(extent - 1) * stride.abs();
        }
    }
    let stays = within != 0 && down <= within && up < width - within;
    Ok(stays.then_some(if up == 0 && down == 0 { within } else { width - 1 }))
}

/// No swizzle flips bits inside of an element of `n`, of `bits` bits, by bits of which one it is: an element begins at a multiple of `n`.
pub(super) fn check_torn(
    op: &'static str,
    swizzle: &Swizzle,
    n: i128,
    bits: &Int,
) -> Result<(), Error> {
    let first = swizzle.apply(swizzle.y_mask() & !(n - 1)) & (n - 1);
    if first == 0 {
        return Ok(());
    }
    let kind = ErrorKind::SwizzleInElements {
        swizzle: alloc::format!("{swizzle}"),
        bits: bits.clone(),
        first: Int::new(i128::from(first.trailing_zeros())),
        least: Int::new(i128::from(n.trailing_zeros())),
    };
    Err(Error::new(op, kind))
}

/// No swizzle takes the parts of an element of `n` to several: no bit of the part flips a bit of which element it is.
pub(super) fn check_together(op: &'static str, swizzle: &Swizzle, n: i128) -> Result<(), Error> {
    let flipped = swizzle.flips(swizzle.y_mask() & (n - 1));
    if flipped & !(n - 1) == 0 {
        return Ok(());
    }
    let function = alloc::format!("{swizzle}");
    Err(Error::new(op, ErrorKind::ElementsApart { function, factor: Int::new(n) }))
}

/// The parts of an element follow one another along the first mode of every layout after
/// the first step.
pub(super) fn check_downcast(layout: &ComposedLayout, n: &Int) -> Result<(), Error> {
    for (step, _) in layout.outer() {
        let Step::Layout(outer) = step else { continue };
        let first = leaves(outer)?.into_iter().find(|(extent, _)| *extent != 1);
        if *n != Int::ONE && first.is_some_and(|(_, stride)| stride != 1) {
            return Err(no_whole_elements("downcast", layout, n));
        }
    }
    Ok(())
}

fn no_whole_elements(op: &'static str, layout: &ComposedLayout, n: &Int) -> Error {
    let function = alloc::format!("{layout}");
    Error::new(op, ErrorKind::ElementsApart { function, factor: n.clone() })
}

/// The bits below `width`, a power of two, that values of a layout may have; none where
/// it goes back inside of an element, which no element of the others does.
fn low_bits(leaves: &[Mode], width: i128) -> Option<i128> {
    let inside = leaves.iter().filter(|(s, d)| *s != 1 && *d != 0 && d.abs() < width);
    let (mut lowest, mut sum) = (width, 0i128);
    for &(extent, stride) in inside {
        if stride < 0 {
            return None;
        }
        lowest = lowest.min(stride);
        sum = sum.saturating_add(stride * (extent - 1).min(width / stride - 1));
    }
    let reached = sum.checked_ilog2().map_or(0, |top| (2i128 << top.min(125)) - 1);
    Some(reached & (width - 1) & !(lowest - 1))
}

/// The low bits that values may have after a swizzle; none if low ones flip higher ones.
fn swizzled(low: i128, swizzle: &Swizzle, width: i128) -> Option<i128> {
    let inside = width - 1;
    let up = (-swizzle.shift()).max(0);
    let apart = low & swizzle.y_mask() & inside & !(inside >> up);
    (apart == 0).then_some(low | (swizzle.z_mask() & inside))
}

/// Returns true if a layout has runs of whole elements, one after another, at whole elements.
fn is_in_elements(layout: &Layout, width: i128) -> Result<bool, Error> {
    let leaves = leaves(layout)?;
    let mut rest = leaves.iter().skip_while(|(extent, _)| *extent == 1);
    let Some(&(extent, stride)) = rest.next() else { return Ok(false) };
    let whole = extent % width == 0 || leaves.len() == 1;
    Ok(stride == 1 && whole && rest.all(|(_, stride)| stride % width == 0))
}
