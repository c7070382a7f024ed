//! `recast`: the layout of elements of another width.

use super::upcast::check_factor;
use super::{Outcome, downcast, upcast};
use crate::exact::{gcd, known_operand};
use crate::{Error, ErrorAddress, Int, Layout};

const OP: &str = "recast";

/// The layout, for elements of `to` bits, of the memory that `L` addresses in
/// elements of `from` bits, CuTe's `recast_layout<From, To>`: with `to/from = n/d` in
/// lowest terms, [`upcast`] by `n` and then [`downcast`] by `d`, each unless it is 1. The
/// outcome objects as that of [`upcast`].
///
/// # Errors
///
/// The errors of [`upcast`] and [`downcast`]; [`crate::ErrorKind::Factor`] for a width below 1.
///
/// ```
/// use layout_algebra::{Int, Layout, ops};
/// let layout = Layout::leaf(16, 1).unwrap();
/// let recast = |from, to| ops::recast(&layout, &Int::new(from), &Int::new(to)).unwrap().layout.to_string();
/// assert_eq!(recast(8, 32), "4:1");
/// assert_eq!(recast(32, 8), "64:1");
/// assert_eq!(recast(6, 8), "12:1");
/// ```
pub fn recast(layout: &Layout, from: &Int, to: &Int) -> Result<Outcome, Error> {
    let (up, down) = recast_factors(from, to)?;
    let mut recast = Outcome::from(layout.clone());
    if up != Int::ONE {
        recast = upcast(layout, &up).in_op(OP)?.in_op(OP);
    }
    if down != Int::ONE {
        recast.layout = downcast(&recast.layout, &down).in_op(OP)?;
    }
    Ok(recast)
}

/// `to/from` in lowest terms.
pub(crate) fn recast_factors(from: &Int, to: &Int) -> Result<(Int, Int), Error> {
    check_factor(OP, from, 1)?;
    check_factor(OP, to, 2)?;
    let (from, to) = (known_operand(from, 1)?, known_operand(to, 2)?);
    let common = gcd(from.unsigned_abs(), to.unsigned_abs()) as i128;
    Ok((Int::new(to / common), Int::new(from / common)))
}
