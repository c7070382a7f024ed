//! `find_swizzle`: the swizzle with which accesses by layouts meet least in the banks.

use alloc::vec::Vec;

use super::vector_bytes::{accesses, word};
use crate::hardware::{self, Kind};
use crate::{Error, Function, Int, Swizzle};

/// The swizzle with which the accesses of all layouts `(thread, values)` of the same memory, of `bits` bits an element, take the fewest
/// wavefronts of the banks together. Each lane of a warp of an NVIDIA GPU moves as many bytes at a time as its values have
/// in one piece ([`vector_bytes`](super::vector_bytes)).
///
/// It is the best of all swizzles, see [`hardware::find_swizzle`]; `Sw<0,0,0>` where none is better.
///
/// # Errors
///
/// Those of [`hardware::find_swizzle`], [`Accesses::new`](hardware::Accesses::new) and [`Function::numbers`].
///
/// ```
/// use layout_algebra::{Function, Int, ops::swizzled};
///
/// let layout = |text: &str| text.parse::<Function>().unwrap();
/// // Written by rows, read by eight rows at a time.
/// let accesses = [layout("((8,4),8):((8,64),1)"), layout("(8,(8,8)):(64,(1,8))")];
/// let found = swizzled::find_swizzle(&Int::new(16), &accesses).unwrap();
/// assert_eq!(found.to_string(), "Sw<3,3,3>");
/// ```
pub fn find_swizzle(bits: &Int, layouts: &[Function]) -> Result<Swizzle, Error> {
    let accesses = layouts.iter().enumerate().map(|(operand, layout)| {
        let accesses = accesses("find_swizzle", layout, bits, None);
        accesses.map_err(|error| error.in_operand(operand + 1))
    });
    let accesses = accesses.collect::<Result<Vec<_>, _>>()?;
    let each: Vec<_> = accesses.iter().map(|one| (one, Kind::Ldmatrix)).collect();
    Ok(hardware::find_swizzle(&each, word(bits)?.max(1))?.swizzle)
}
