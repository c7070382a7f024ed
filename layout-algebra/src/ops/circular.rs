//! `circular`: a stream of positions through a ring.

use super::{col_major, size};
use crate::explain::says;
use crate::ops::Outcome;
use crate::{Condition, Error, ErrorKind, HTuple, Int, Layout, Terms, Truth, decide};

const OP: &str = "circular";

/// The layout of `count` positions of a stream in a ring of `S = size(L)`: `R(i) = L(i mod S)` for `i < count`.
///
/// `R` is `(L, count/S)` with stride 0 in its last mode: the coordinate of position `i` is `(i mod S, i/S)`, its *stage*
/// and its *turn*. So every operation on layouts takes it. It is not injective, but any `S` successive positions are where
/// `L` is: [`super::live`] asks how many may be live at once. A barrier of a stage has the phase `turn mod 2`.
///
/// If `S` does not divide `count`, the last turn has more positions than the stream, and the outcome objects with
/// [`ErrorKind::Padded`].
///
/// # Errors
///
/// [`ErrorKind::Factor`] for a stream of less than one position; [`ErrorKind::Overflow`]; [`ErrorKind::Unproved`] where
/// symbols decide.
///
/// ```
/// use layout_algebra::{Int, ops};
/// let ring = "4:64".parse().unwrap();
/// let stream = ops::circular(&ring, &Int::new(12)).unwrap().layout;
/// assert_eq!(stream.to_string(), "(4,3):(64,0)");
/// let at = |i: i128| ops::evaluate(&i.into(), &stream).unwrap().to_string();
/// assert_eq!([at(3), at(4), at(9)], ["192", "0", "64"]);
/// ```
pub fn circular<D: Terms>(ring: &Layout<D>, count: &Int) -> Result<Outcome<Layout<D>>, Error> {
    if !decide::positive(OP, count)? {
        let kind = ErrorKind::Factor { factor: count.clone() };
        return Err(Error::new(OP, kind).in_operand(1));
    }
    ring.check_inhabited(OP, 0)?;
    let period = size(ring)?;
    let exact = period.divides(count);
    let turns = match exact {
        Truth::True => count.div_floor(&period)?,
        _ => count.div_ceil(&period)?,
    };
    says!("position i is in stage i mod {period} of turn i / {period}");
    let around = Layout::of(HTuple::Leaf(turns.clone()), HTuple::Leaf(D::none()))?;
    let layout = Layout::from_modes(&[ring.clone(), around])?;
    if exact.is_true() {
        return Ok(layout.into());
    }
    let covered = period.mul(&turns)?;
    let kind = ErrorKind::Padded {
        tile: alloc::format!("{ring}"),
        layout: alloc::format!("{}", col_major(&count.clone().into())?),
        size: count.clone(),
        covered,
    };
    let error = Error::new(OP, kind).in_operand(1);
    let objection = match exact {
        Truth::False => error,
        _ => error.unless(Condition::divides(&period, count)),
    };
    Ok(Outcome { layout, objection: Some(objection) })
}
