//! `round_up`: the next multiple.

use alloc::vec::Vec;

use crate::{Error, ErrorAddress, ErrorKind, HTuple, IntTuple, Least, decide};

const OP: &str = "round_up";

/// The smallest multiple of `b` from `a` on, `b·⌈a/b⌉`; by mode for tuples, where
/// modes that `b` lacks stay.
///
/// # Errors
///
/// [`ErrorKind::TooManyModes`] where `b` has more modes than `a`,
/// [`ErrorKind::Mismatch`] where an integer meets a tuple,
/// [`ErrorKind::Extent`] for a `b` below 1, [`ErrorKind::Overflow`].
///
/// ```
/// use layout_algebra::{HTuple, Int, ops};
/// let tuple = |ns: &[i128]| HTuple::Tuple(ns.iter().map(|&n| Int::new(n).into()).collect());
/// let rounded = ops::round_up(&tuple(&[10, 7, 5]), &tuple(&[4, 7])).unwrap();
/// assert_eq!(rounded.to_string(), "(12,7,5)");
/// ```
pub fn round_up(a: &IntTuple, b: &IntTuple) -> Result<IntTuple, Error> {
    match (a, b) {
        (HTuple::Leaf(_), HTuple::Leaf(step)) if !decide::positive(OP, step)? => {
            Err(Error::new(OP, ErrorKind::Extent { extent: step.clone(), least: Least::Divisor })
                .in_operand(1))
        }
        (HTuple::Leaf(a), HTuple::Leaf(step)) => Ok(a.div_ceil(step)?.mul(step)?.into()),
        (HTuple::Tuple(modes), HTuple::Tuple(steps)) => {
            if steps.len() > modes.len() {
                return Err(
                    Error::too_many_modes(OP, (b, steps.len()), (a, modes.len())).in_operand(1)
                );
            }
            let mut rounded = Vec::with_capacity(modes.len());
            for (i, mode) in modes.iter().enumerate() {
                rounded.push(match steps.get(i) {
                    Some(step) => round_up(mode, step).under_mode(i)?,
                    None => mode.clone(),
                });
            }
            Ok(HTuple::Tuple(rounded))
        }
        _ => Err(Error::mismatch(OP, a, b)),
    }
}
