//! `max_alignment` of swizzles and composed layouts.

use crate::exact::{gcd, known};
use crate::{Error, Function, Int, Step, ops};

/// A number `N` for which the offsets are whole elements of `N`, as
/// [`ops::max_alignment`]: for swizzles after a layout, the greatest common divisor of
/// that of the layout, of every offset between, and of the blocks of `2^M` that a
/// swizzle moves as they are. Where a layout is applied later it is 1.
///
/// # Errors
///
/// The errors of [`ops::max_alignment`].
///
/// ```
/// use layout_algebra::{ComposedLayout, Int, Layout, Swizzle, ops::swizzled};
/// let row = Layout::leaf(64, 1).unwrap();
/// let swizzle = Swizzle::new(2, 4, 3).unwrap();
/// let layout = ComposedLayout::new(swizzle, Int::new(8), row).unwrap();
/// assert_eq!(swizzled::max_alignment(&swizzle.into()).unwrap(), Int::new(16));
/// assert_eq!(swizzled::max_alignment(&layout.into()).unwrap(), Int::new(8));
/// ```
pub fn max_alignment(function: &Function) -> Result<Int, Error> {
    let composed = match function {
        Function::Swizzle(swizzle) => return Ok(Int::new(1 << swizzle.base())),
        Function::Layout(layout) => return ops::max_alignment(layout),
        Function::Composed(composed) => composed,
    };
    let mut aligned = match composed.inner() {
        Step::Swizzle(swizzle) => 1 << swizzle.base(),
        Step::Layout(layout) => known(&ops::max_alignment(layout)?)?.unsigned_abs(),
    };
    for (step, offset) in composed.outer() {
        let Step::Swizzle(swizzle) = step else { return Ok(Int::ONE) };
        aligned = gcd(gcd(aligned, known(offset)?.unsigned_abs()), 1 << swizzle.base());
    }
    Ok(Int::new(aligned as i128))
}
