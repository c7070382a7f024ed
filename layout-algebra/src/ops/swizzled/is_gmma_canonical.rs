//! `is_gmma_canonical`: whether tensor cores take a tile of shared memory by a descriptor.

use super::vector_bytes::word;
use crate::explain::says;
use crate::hardware::gmma_canonical;
use crate::{Error, ErrorAddress, Function, Int};

/// Returns true if a layout `(rows or columns, summed mode)` of elements of `bits` bits is, with
/// its swizzle, one of the canonical layouts of an operand of `wgmma` in shared memory, for
/// products of `rows` rows or columns. [`gmma_canonical`] has the descriptor, or why not.
///
/// # Errors
///
/// The errors of [`gmma_canonical`].
///
/// ```
/// use layout_algebra::{Function, Int, ops::swizzled};
///
/// let is_canonical = |layout: &str| {
///     let layout: Function = layout.parse().unwrap();
///     swizzled::is_gmma_canonical(&layout, &Int::new(16), &Int::new(64)).unwrap()
/// };
/// assert!(is_canonical("Sw<3,3,3> o 0 o (128,64):(64,1)"));
/// assert!(!is_canonical("(128,64):(64,1)") && !is_canonical("Sw<3,3,3> o 0 o (128,64):(72,1)"));
/// ```
pub fn is_gmma_canonical(layout: &Function, bits: &Int, rows: &Int) -> Result<bool, Error> {
    let found = gmma_canonical(layout, word(bits)?, word(rows)?);
    match found.in_op("is_gmma_canonical")? {
        Ok(_canonical) => {
            says!(
                "{_canonical}; the descriptor without its address is {:#018x}",
                _canonical.bits()
            );
            Ok(true)
        }
        Err(_refused) => {
            says!("{_refused}");
            Ok(false)
        }
    }
}
