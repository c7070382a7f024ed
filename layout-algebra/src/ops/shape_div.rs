//! `shape_div`: what remains of a shape after its first elements.

use alloc::vec::Vec;

use super::elementwise::each_mode;
use super::product;
use crate::{Error, ErrorKind, HTuple, Int, IntTuple, Least, decide};

const OP: &str = "shape_div";

/// `a / b` for shapes: an integer takes its factors from the modes of `a` from
/// left to right; two tuples divide by mode. Of two integers one must divide
/// the other: `a/b`, or 1 where `b` is the multiple.
///
/// # Errors
///
/// [`ErrorKind::Indivisible`], [`ErrorKind::Extent`] for a divisor below 1,
/// [`ErrorKind::Mismatch`] for tuples of different
/// rank, [`ErrorKind::Overflow`].
///
/// ```
/// use layout_algebra::ops;
/// assert_eq!(ops::shape_div(&(4, 6).into(), &8.into()).unwrap().to_string(), "(1,3)");
/// ```
pub fn shape_div(a: &IntTuple, b: &IntTuple) -> Result<IntTuple, Error> {
    match (a, b) {
        (HTuple::Tuple(modes), HTuple::Tuple(divisors)) => {
            if modes.len() != divisors.len() {
                let kind = ErrorKind::Mismatch {
                    left: alloc::format!("{a}"),
                    right: alloc::format!("{b}"),
                };
                return Err(Error::new(OP, kind).in_operand(1));
            }
            each_mode(modes, divisors, shape_div)
        }
        (HTuple::Tuple(modes), HTuple::Leaf(divisor)) => {
            let mut rest = HTuple::Leaf(divisor.clone());
            let mut quotients = Vec::with_capacity(modes.len());
            for mode in modes {
                quotients.push(shape_div(mode, &rest)?);
                rest = shape_div(&rest, &HTuple::Leaf(product(mode)?))?;
            }
            Ok(HTuple::Tuple(quotients))
        }
        (HTuple::Leaf(_), HTuple::Tuple(_)) => shape_div(a, &HTuple::Leaf(product(b)?)),
        (HTuple::Leaf(_), HTuple::Leaf(b)) if !decide::positive(OP, b)? => {
            Err(Error::new(OP, ErrorKind::Extent { extent: b.clone(), least: Least::Divisor })
                .in_operand(1))
        }
        (HTuple::Leaf(a), HTuple::Leaf(b)) => {
            if b.divides(a).is_true() {
                Ok(HTuple::Leaf(a.div_floor(b)?))
            } else if a.divides(b).is_true() {
                Ok(HTuple::Leaf(Int::ONE))
            } else if decide::divides(OP, b, a)? {
                Ok(HTuple::Leaf(a.div_floor(b)?))
            } else if decide::divides(OP, a, b)? {
                Ok(HTuple::Leaf(Int::ONE))
            } else {
                let kind = ErrorKind::Indivisible { dividend: a.clone(), divisor: b.clone() };
                Err(Error::new(OP, kind).in_operand(1))
            }
        }
    }
}
