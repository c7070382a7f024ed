//! `infer_layout`: the layout of a table of offsets.

use super::right_inverse::flat_layout_of;
use crate::exact::infer::{Total, total};
use crate::exact::known;
use crate::{CollectVec, Error, ErrorKind, Int, Layout, ModePath};

const OP: &str = "infer_layout";

/// The layout `R` of fewest modes with `R(i) = values[i]` and as many elements as
/// there are values. If there is one, it is unique.
///
/// [`crate::ops::swizzled::infer_layout`] finds swizzled layouts, too, in a given shape.
///
/// # Errors
///
/// [`ErrorKind::NoLayout`] with the first index up to which no layout of that size
/// agrees with the values, as the path; [`ErrorKind::Overflow`].
///
/// ```
/// use layout_algebra::{Int, ops};
/// let infer = |values: &[i128]| {
///     ops::infer_layout(&values.iter().map(|&v| Int::new(v)).collect::<Vec<_>>())
/// };
/// assert_eq!(infer(&[0, 4, 2, 6, 1, 5, 3, 7]).unwrap().to_string(), "(2,2,2):(4,2,1)");
/// assert_eq!(
///     infer(&[0, 1, 2, 4]).unwrap_err().to_string(),
///     "infer_layout: value 4 at index 3: every layout of size 4 that has the values before it \
///      has 3 there",
/// );
/// ```
pub fn infer_layout(values: &[Int]) -> Result<Layout, Error> {
    if values.is_empty() {
        return Ok(Layout::nothing());
    }
    let table = values.iter().map(known).try_collect_vec()?;
    match total(&table) {
        Total::Found(modes) => super::coalesce(&flat_layout_of(modes)?),
        Total::Differs { index, expected } => {
            let kind = ErrorKind::NoLayout {
                at: alloc::format!("index {index}"),
                value: alloc::format!("{}", table[index]),
                expected: expected.map(Int::new).map(alloc::boxed::Box::new),
                reason: alloc::format!(
                    "every layout of size {} that has the values before it {}",
                    table.len(),
                    value_clause(expected)
                ),
            };
            Err(Error::new(OP, kind).at_path(ModePath::from([index])))
        }
    }
}

/// The predicate of a message about the value that layouts have instead of the one in the table.
pub(super) fn value_clause(expected: Option<i128>) -> alloc::string::String {
    match expected {
        Some(expected) => alloc::format!("has {expected} there"),
        None => "overflows there".into(),
    }
}
