//! `layout_add`: the sum of two layouts.

use super::vectors;
use crate::{Error, ErrorKind, Layout};

/// The coalesced layout `R(i) = A(i) + B(i)` for every `i` below the common size,
/// found wherever it exists.
///
/// # Errors
///
/// The errors of [`vectors::layout_add`], and [`ErrorKind::SeveralTerms`] where a step of the sum
/// goes along several elements of a basis.
///
/// ```
/// use layout_algebra::ops;
/// let sum = ops::layout_add(&"(4,8):(8,1)".parse().unwrap(), &"32:100".parse().unwrap());
/// assert_eq!(sum.unwrap().to_string(), "(4,8):(108,401)");
/// let sum = ops::layout_add(&"(4,8):(1@0,0)".parse().unwrap(), &"(4,8):(2@0,1@1)".parse().unwrap());
/// assert_eq!(sum.unwrap().to_string(), "(4,8):(3@0,1@1)");
/// ```
pub fn layout_add(a: &Layout, b: &Layout) -> Result<Layout, Error> {
    let sum = vectors::layout_add(&a.into(), &b.into())?;
    sum.into_layout().map_err(|sum| {
        let mut strides = sum.stride().leaves().into_iter();
        let several = strides.find(|stride| stride.as_stride().is_none());
        let stride = several.map_or_else(Default::default, |stride| alloc::format!("{stride}"));
        Error::new("layout_add", ErrorKind::SeveralTerms { stride }).in_operand(1)
    })
}
