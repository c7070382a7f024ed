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
pub fn max_common_vector(layout: &ComposedLayout, common: &Int) -> Result<Int, Error> {
    layout.domain()?;
    let (mut vector, mut first) = (known(common)?, 0i128);
    for (step, offset) in layout.outer().iter().rev() {
        let Step::Swizzle(swizzle) = step else { return Ok(Int::ONE) };
        first = first.checked_add(known(offset)?).ok_or(crate::Overflow::Range)?;
        // The vector must not cross from one block to the next.
        let block = 1i128 << swizzle.base();
        vector = vector.min(block - first.rem_euclid(block));
        first = swizzle.apply(first);
    }
    Ok(Int::new(vector))
}
