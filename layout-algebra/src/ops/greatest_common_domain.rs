//! `greatest_common_domain`: what two shapes divide alike.

use alloc::vec::Vec;

use super::right_inverse::flat_layout;
use crate::exact::{gcd_strides as gcd, known_operand};
use crate::{Error, ErrorAddress, Int, IntTuple, Layout, Overflow};

const OP: &str = "greatest_common_domain";

/// The layout `R` of the most coordinates of both shapes such that no mode of `R` crosses the
/// end of an extent of either: its values are `Σ cₖ·dₖ` with
///
/// - `dₖ = P·j` and `sₖ·j` divides `E`, for some extent `E` of either shape and the product `P` of
///   the extents before it,
/// - every `dₖ` a multiple of `sₖ₋₁·dₖ₋₁`.
///
/// These values are unique. So every layout of either shape steps evenly along each mode of `R`,
/// and composes with `R`; where `size(R)` is that of both shapes, it is their common
/// factorization. `(1):(0)` where they have nothing in common, as `(5,3)` and `(3,5)`.
///
/// # Errors
///
/// [`ErrorKind::Extent`](crate::ErrorKind::Extent) for an extent below 1,
/// [`ErrorKind::NotKnown`](crate::ErrorKind::NotKnown) and
/// [`ErrorKind::Overflow`](crate::ErrorKind::Overflow).
///
/// ```
/// use layout_algebra::{Error, ops};
/// let common = ops::greatest_common_domain(&(6, 35).into(), &(15, 14).into())?;
/// assert_eq!(common.to_string(), "(3,7):(1,30)");
/// let common = ops::greatest_common_domain(&(2, (3, 4)).into(), &(6, 4).into())?;
/// assert_eq!(common.to_string(), "(2,3,4):(1,2,6)");
/// # Ok::<(), Error>(())
/// ```
pub fn greatest_common_domain(a: &IntTuple, b: &IntTuple) -> Result<Layout, Error> {
    let (a, b) = (extents(a, 0)?, extents(b, 1)?);
    let (mut modes, mut reach) = (Vec::new(), 1);
    for &(begin, end) in &a {
        for &(other_begin, other_end) in &b {
            // The first place from there on that is a coordinate of both.
            let place = lcm(reach, begin).and_then(|place| lcm(place, other_begin));
            let Some(stride) = place.filter(|d| end % d == 0 && other_end % d == 0) else {
                continue;
            };
            let extent = gcd(end / stride, other_end / stride);
            if extent > 1 {
                modes.push((Int::new(extent), Int::new(stride)));
                reach = extent * stride;
            }
        }
    }
    if modes.is_empty() {
        modes.push((Int::ONE, Int::ZERO));
    }
    flat_layout(modes)
}

/// The begin and the end of each extent of a shape, as 1-D coordinates.
fn extents(shape: &IntTuple, operand: usize) -> Result<Vec<(i128, i128)>, Error> {
    crate::layout::check_extents(shape).in_op(OP).in_operand(operand)?;
    let (mut extents, mut begin) = (Vec::new(), 1i128);
    for extent in shape.leaves() {
        let end = begin.checked_mul(known_operand(extent, operand)?).ok_or(Overflow::Range)?;
        extents.push((begin, end));
        begin = end;
    }
    Ok(extents)
}

/// The least common multiple; `None` where it does not fit, and is past every extent.
fn lcm(a: i128, b: i128) -> Option<i128> {
    (a / gcd(a, b)).checked_mul(b)
}
