//! `bank_conflicts`: how often lanes of a warp wait for each other at shared memory.

use super::vector_bytes::accesses;
use crate::explain::says;
use crate::hardware::Kind;
use crate::{Error, Function, Int};

/// The wavefronts beyond the fewest that the banks of shared memory take for all values of a layout `(thread, values)`, of
/// `bits` bits each, where each lane of a warp of an NVIDIA GPU moves `bytes` bytes at a time.
///
/// The number is 0 if no two lanes ask for different words of a bank at once. Stores and `ldmatrix` have this number; a load of 8
/// or 16 bytes takes fewer where neighbours have one address. [`crate::hardware`] has the lanes and banks, loads, and other
/// machines.
///
/// # Errors
///
/// The errors of [`Accesses::new`](crate::hardware::Accesses::new) and [`Function::numbers`].
///
/// ```
/// use layout_algebra::{Function, Int, ops::swizzled};
///
/// let conflicts = |layout: &str| {
///     let layout: Function = layout.parse().unwrap();
///     swizzled::bank_conflicts(&layout, &Int::new(16), &Int::new(16)).unwrap()
/// };
/// assert_eq!(conflicts("(8,8):(64,1)"), Int::new(7));
/// assert_eq!(conflicts("(8,8):(72,1)"), Int::ZERO);
/// assert_eq!(conflicts("Sw<3,3,3> o 0 o (8,8):(64,1)"), Int::ZERO);
/// ```
pub fn bank_conflicts(layout: &Function, bits: &Int, bytes: &Int) -> Result<Int, Error> {
    let accesses = accesses("bank_conflicts", layout, bits, Some(bytes))?;
    let banks = accesses.banks(Kind::Ldmatrix);
    says!("{} bytes a lane: {banks}", accesses.bytes());
    Ok(Int::new((banks.wavefronts - banks.least) as i128))
}
