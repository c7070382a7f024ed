//! `infer_layout`: the layout of a table of offsets.

use super::right_inverse::flat_layout;
use crate::exact::infer::{Total, total};
use crate::exact::known;
use crate::{Error, ErrorKind, Int, Layout};

const OP: &str = "infer_layout";

/// The layout `R` of fewest modes with `R(i) = values[i]` and as many elements as
/// there are values. If there is one, it is unique.
///
/// # Errors
///
/// [`ErrorKind::NoLayout`] with the first index up to which no layout of that size
/// agrees with the values; [`ErrorKind::Overflow`].
///
/// ```
/// use layout_algebra::{Int, ops};
/// let infer = |values: &[i128]| {
///     ops::infer_layout(&values.iter().map(|&v| Int::new(v)).collect::<Vec<_>>())
/// };
/// assert_eq!(infer(&[0, 4, 2, 6, 1, 5, 3, 7]).unwrap().to_string(), "(2,2,2):(4,2,1)");
/// assert!(infer(&[0, 1, 2, 4]).is_err());
/// ```
pub fn infer_layout(values: &[Int]) -> Result<Layout, Error> {
    let table = values.iter().map(known).collect::<Result<alloc::vec::Vec<_>, _>>()?;
    let (index, reason) = match total(&table)? {
        Total::Found(modes) => {
            let modes = modes.into_iter().map(|(s, d)| (Int::new(s), Int::new(d)));
            return super::coalesce(&flat_layout(modes)?);
        }
        Total::Origin => (0, alloc::string::String::from("every layout is 0 at 0")),
        Total::Broken { scale, run, extent } => {
            let values = if scale == 1 {
                alloc::format!("{extent} values")
            } else {
                alloc::format!("{extent} values at multiples of {scale}")
            };
            (
                run * scale,
                alloc::format!(
                    "of the {values}, {run} step evenly before it, which does not divide {extent}"
                ),
            )
        }
        Total::NotAdditive { index, expected } => {
            (index, alloc::format!("the values before it add up to {expected}"))
        }
    };
    let value = values.get(index).cloned().unwrap_or(Int::ZERO);
    let kind = ErrorKind::NoLayout { index: Int::new(index as i128), value, reason };
    // One operand for each value.
    Err(Error::new(OP, kind).in_operand(index))
}
