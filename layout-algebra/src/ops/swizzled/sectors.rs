//! `sectors`: what global memory moves for the threads of a layout.

use super::vector_bytes::accesses;
use crate::explain::says;
use crate::{Error, Function, Int};

/// The sectors of 32 bytes that global memory moves for all values of a layout `(thread, values)`, of `bits` bits each,
/// where each lane of a warp of an NVIDIA GPU moves `bytes` bytes at a time. A sector counts once for each access that
/// needs some of it. [`crate::hardware`] has lines, bytes used, and other machines.
///
/// # Errors
///
/// The errors of [`Accesses::new`](crate::hardware::Accesses::new) and [`Function::numbers`].
///
/// ```
/// use layout_algebra::{Function, Int, ops::swizzled};
///
/// let sectors = |layout: &str| {
///     let layout: Function = layout.parse().unwrap();
///     swizzled::sectors(&layout, &Int::new(32), &Int::new(4)).unwrap()
/// };
/// assert_eq!((sectors("32:1"), sectors("32:2"), sectors("32:64")), (4.into(), 8.into(), 32.into()));
/// ```
pub fn sectors(layout: &Function, bits: &Int, bytes: &Int) -> Result<Int, Error> {
    let accesses = accesses("sectors", layout, bits, Some(bytes))?;
    let sectors = accesses.sectors();
    says!(
        "{} bytes a lane: {} bytes used of {} in {} lines",
        accesses.bytes(),
        sectors.used,
        sectors.moved,
        sectors.lines
    );
    Ok(Int::new(sectors.sectors as i128))
}
