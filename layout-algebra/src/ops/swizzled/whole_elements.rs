//! When the steps of a composed layout keep elements that become one together.

use super::agree::leaves;
use crate::exact::known;
use crate::exact::step_sum::Mode;
use crate::{ComposedLayout, Error, ErrorKind, Int, Layout, Step, Swizzle};

/// Every step takes `n` elements that become one to those of one element: the low bits of
/// a value decide about the low bits of the next alone.
///
/// A swizzle that looks at low bits to flip higher ones does not, unless they are
/// clear; a layout after the first step only if it begins with runs of whole elements.
pub(super) fn check_upcast(layout: &ComposedLayout, n: &Int) -> Result<(), Error> {
    let width = known(n)?;
    let refused = || no_whole_elements("upcast", layout, n);
    if width == 1 {
        return Ok(());
    }
    let mut low = match layout.inner() {
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

/// Whether a layout has runs of whole elements, one after another, at whole elements.
fn is_in_elements(layout: &Layout, width: i128) -> Result<bool, Error> {
    let leaves = leaves(layout)?;
    let mut rest = leaves.iter().skip_while(|(extent, _)| *extent == 1);
    let Some(&(extent, stride)) = rest.next() else { return Ok(false) };
    let whole = extent % width == 0 || leaves.len() == 1;
    Ok(stride == 1 && whole && rest.all(|(_, stride)| stride % width == 0))
}
