//! `check_bounds`: whether a coordinate is inside of its shape.

use super::product;
use crate::{
    Condition, Coordinate, Crd, Error, ErrorAddress, ErrorKind, HTuple, Int, IntTuple, Truth,
};

const OP: &str = "crd2idx";

/// Refuses a coordinate of which an integer is below 0, or not below the size of the entry in its
/// place in the shape; `_` is inside of everything.
///
/// Layouts answer beyond their extents too, as in CuTe, where the last mode
/// continues. A coordinate that is written out is rarely meant so. Over symbols it is
/// shown to be inside.
///
/// # Errors
///
/// [`ErrorKind::OutOfBounds`], at the integer; [`ErrorKind::Overflow`].
///
/// ```
/// use layout_algebra::ops;
/// assert!(ops::check_bounds(&(3, 7).into(), &(4, 8).into()).is_ok());
/// assert!(ops::check_bounds(&(4, 0).into(), &(4, 8).into()).is_err());
/// ```
pub fn check_bounds(coordinate: &Coordinate, shape: &IntTuple) -> Result<(), Error> {
    match (coordinate, shape) {
        (HTuple::Leaf(Crd::All), _) => Ok(()),
        (HTuple::Leaf(Crd::At(at)), _) => {
            let size = product(shape)?;
            let (below, above) = (at.less(&size), Int::ZERO.at_most(at));
            if below.is_true() && above.is_true() {
                return Ok(());
            }
            let condition = match (below, above) {
                (Truth::False, _) | (_, Truth::False) => None,
                (Truth::Unknown, _) => Some(Condition::at_most(&at.add(&Int::ONE)?, &size)),
                _ => Some(Condition::at_most(&Int::ZERO, at)),
            };
            let kind = ErrorKind::OutOfBounds {
                coordinate: at.clone(),
                shape: alloc::format!("{shape}"),
                size,
            };
            let error = Error::new(OP, kind);
            Err(match condition {
                Some(condition) => error.unless(condition),
                None => error,
            })
        }
        (HTuple::Tuple(crds), _) => {
            let mut pairs = crds.iter().zip(shape.modes()).enumerate();
            pairs.try_for_each(|(i, (crd, mode))| check_bounds(crd, mode).under_mode(i))
        }
    }
}
