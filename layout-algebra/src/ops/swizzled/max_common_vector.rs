//! `max_common_vector` of swizzled layouts.

use crate::exact::known;
use crate::{ComposedLayout, Error, Int, Step};

/// How many of the `common` first elements, which the domain and another layout
/// have in common, a composed layout leaves next to one another: those that stay
/// within `2^M` from the offset on.
///
/// # Errors
///
/// [`crate::ErrorKind::NoDomain`].
///
/// ```
/// use layout_algebra::{ComposedLayout, Int, Layout, Swizzle, ops};
/// let leaf = |s, d| Layout::leaf(Int::new(s), Int::new(d)).unwrap();
/// let rows = Layout::from_modes(&[leaf(4, 8), leaf(8, 1)]).unwrap();
/// let swizzle = Swizzle::new(3, 0, 3).unwrap();
/// let layout = ComposedLayout::new(swizzle, Int::ZERO, rows).unwrap();
/// let vector = ops::swizzled::max_common_vector(&layout, &Int::new(8));
/// assert_eq!(vector.unwrap(), Int::ONE);
/// ```
pub fn max_common_vector(layout: &ComposedLayout, common: &Int) -> Result<Int, Error> {
    layout.domain()?;
    let (mut vector, mut first) = (known(common)?, 0i128);
    for (step, offset) in layout.outer().iter().rev() {
        let Step::Swizzle(swizzle) = step else { return Ok(Int::ONE) };
        first = first.checked_add(known(offset)?).ok_or(crate::Overflow)?;
        // The vector must not cross from one block to the next.
        let block = 1i128 << swizzle.base();
        vector = vector.min(block - first.rem_euclid(block));
        first = swizzle.apply(first);
    }
    Ok(Int::new(vector))
}
