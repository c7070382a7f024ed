//! `vector_bytes`: how wide the accesses of threads can be.

use crate::exact::known;
use crate::hardware::{Accesses, Machine};
use crate::{Error, ErrorKind, Function, Int};

/// The most bytes, up to 16, that each lane of an NVIDIA GPU can move at a time of the values of a layout `(thread, values)`,
/// of `bits` bits each: so many values of each thread follow each other, from an address that is a multiple of them.
/// It is 0 where no number of bytes is whole elements.
///
/// # Errors
///
/// Those of [`Function::numbers`].
///
/// ```
/// use layout_algebra::{Function, Int, ops::swizzled};
///
/// let bytes = |layout: &str| {
///     let layout: Function = layout.parse().unwrap();
///     swizzled::vector_bytes(&layout, &Int::new(16)).unwrap()
/// };
/// assert_eq!((bytes("(32,8):(8,1)"), bytes("(32,8):(4,1)"), bytes("(32,8):(1,32)")), (16.into(), 8.into(), 2.into()));
/// ```
pub fn vector_bytes(layout: &Function, bits: &Int) -> Result<Int, Error> {
    let numbers = layout.numbers().map_err(|error| error.in_op("vector_bytes"))?;
    let widest = Accesses::widest(&numbers, &Machine::SM_90, word(bits)?);
    Ok(Int::new(widest.unwrap_or(0) as i128))
}

/// The accesses of a warp of an NVIDIA GPU.
pub(super) fn accesses(
    op: &'static str,
    layout: &Function,
    bits: &Int,
    bytes: &Int,
) -> Result<Accesses, Error> {
    let accesses = || {
        let numbers = layout.numbers()?;
        Accesses::new(&numbers, &Machine::SM_90, word(bits)?, word(bytes)?)
    };
    accesses().map_err(|error: Error| match error.kind() {
        ErrorKind::Access { .. } => error.in_op(op).in_operand(2),
        _ => error.in_op(op),
    })
}

/// The accesses of the most bytes, and the bits of an element.
pub(super) fn widest(
    op: &'static str,
    layout: &Function,
    bits: &Int,
) -> Result<(Accesses, usize), Error> {
    let accesses = || {
        let (numbers, bits) = (layout.numbers()?, word(bits)?);
        // Where there are none, the error of the least says why.
        let bytes = Accesses::widest(&numbers, &Machine::SM_90, bits).unwrap_or(bits.div_ceil(8));
        Ok((Accesses::new(&numbers, &Machine::SM_90, bits, bytes)?, bits))
    };
    accesses().map_err(|error: Error| error.in_op(op))
}

/// A number of bits or bytes; 0 for one that is none.
fn word(int: &Int) -> Result<usize, Error> {
    Ok(usize::try_from(known(int)?).unwrap_or(0))
}
