//! `size_in_bytes`: the memory that a layout spans.

use super::upcast::check_factor;
use crate::{Error, Int};

/// The bytes of `cosize` elements of `bits` bits each, packed, the last byte
/// rounded up: `⌈cosize·bits/8⌉`.
///
/// # Errors
///
/// [`crate::ErrorKind::Factor`] for fewer bits than 1,
/// [`crate::ErrorKind::Overflow`].
///
/// ```
/// use layout_algebra::{Int, Layout, ops};
/// let layout = Layout::leaf(5, 2).unwrap();
/// let bytes = |bits| ops::size_in_bytes(&ops::cosize(&layout).unwrap(), &Int::new(bits));
/// assert_eq!(bytes(16).unwrap(), Int::new(18));
/// assert_eq!(bytes(4).unwrap(), Int::new(5));
/// ```
pub fn size_in_bytes(cosize: &Int, bits: &Int) -> Result<Int, Error> {
    check_factor("size_in_bytes", bits, 1)?;
    Ok(cosize.mul(bits)?.div_ceil(&Int::new(8))?)
}
