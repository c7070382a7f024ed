//! `vector_bytes`: how wide the accesses of threads can be.

use alloc::vec::Vec;

use crate::exact::known;
use crate::explain::says;
use crate::hardware::{Accesses, Machine};
use crate::{Error, ErrorAddress, ErrorKind, Function, Int};

/// The most bytes, up to 16, that each lane of an NVIDIA GPU can move at a time of the values of a layout `(thread, values)`,
/// of `bits` bits each: values of each thread that follow each other, from an address that is a multiple of these bytes.
/// It is 0 where no number of bytes is whole elements.
///
/// # Errors
///
/// The errors of [`Function::numbers`]; [`ErrorKind::Undecided`] for more than 16.8 million values.
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
    match accesses("vector_bytes", layout, bits, None) {
        Ok(accesses) => {
            let bytes = accesses.bytes();
            if bytes < accesses.machine().widest {
                says_why_not(layout, bits, 2 * bytes);
            }
            Ok(Int::new(bytes as i128))
        }
        Err(error) => match error.kind() {
            ErrorKind::Access { .. }
            | ErrorKind::NoVector { .. }
            | ErrorKind::Misaligned { .. } => {
                says!("{}", first_fact(&error));
                Ok(Int::ZERO)
            }
            _ => Err(error),
        },
    }
}

/// Says what is in the way of accesses of `_bytes` bytes.
fn says_why_not(_layout: &Function, _bits: &Int, _bytes: usize) {
    #[cfg(feature = "explain")]
    if let Err(error) = accesses("vector_bytes", _layout, _bits, Some(&Int::new(_bytes as i128))) {
        says!("not {_bytes}: {}", first_fact(&error));
    }
}

/// The first line of an error, without its operation.
#[cfg(feature = "explain")]
fn first_fact(error: &Error) -> alloc::string::String {
    let fact = alloc::format!("{}", error.fact());
    fact.lines().next().unwrap_or_default().into()
}

/// The accesses of a warp of an NVIDIA GPU: of the most bytes where none are given.
pub(super) fn accesses(
    op: &'static str,
    layout: &Function,
    bits: &Int,
    bytes: Option<&Int>,
) -> Result<Accesses, Error> {
    let machine = &Machine::SM_90;
    let accesses = || {
        let numbers = layout.numbers()?;
        match bytes {
            Some(bytes) => Accesses::new(&numbers, machine, word(bits)?, word(bytes)?),
            None => Accesses::widest(&numbers, machine, word(bits)?),
        }
    };
    accesses().map_err(|error: Error| match (error.kind(), bytes) {
        (ErrorKind::Access { values, .. }, Some(bytes)) => {
            let (bytes, bits, values) = (bytes.clone(), bits.clone(), values.clone());
            Error::new(op, ErrorKind::Access { bytes, bits, values }).in_operand(2)
        }
        _ => error.in_op(op),
    })
}

/// The accesses of a warp to each layout, the operands after the first, of the most bytes.
pub(super) fn accesses_of(
    op: &'static str,
    layouts: &[Function],
    bits: &Int,
) -> Result<Vec<Accesses>, Error> {
    let mut all = Vec::new();
    for (operand, layout) in layouts.iter().enumerate() {
        all.push(accesses(op, layout, bits, None).in_operand(operand + 1)?);
    }
    Ok(all)
}

/// A number of bits or bytes; 0, which no instruction moves, for one that is none.
pub(super) fn word(int: &Int) -> Result<usize, Error> {
    Ok(usize::try_from(known(int)?).unwrap_or(0))
}
