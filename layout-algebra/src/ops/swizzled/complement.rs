//! `complement` and `nullspace` of composed layouts.

use crate::ops::{self, Outcome};
use crate::{ComposedLayout, Error, ErrorKind, IntTuple, Layout};

/// The complement of the domain: for swizzles after a layout `L`, with
/// `R = complement(L, cotarget)` the values at `(L,R)` are all different, and with no
/// hole they are the swizzles of `[0, cotarget)`. The product
/// `make_composed_layout(A, O, make_layout(L, R))` covers what `L` leaves free.
///
/// # Errors
///
/// Those of [`ops::complement`]; [`ErrorKind::NotSwizzled`] where a layout is applied
/// after the domain, which may take different offsets to one.
///
/// ```
/// use layout_algebra::{ComposedLayout, Int, Layout, Swizzle, ops::swizzled};
/// let every_second = Layout::leaf(Int::new(4), Int::new(2)).unwrap();
/// let swizzle = Swizzle::new(1, 0, 3).unwrap();
/// let layout = ComposedLayout::new(swizzle, Int::ZERO, every_second).unwrap();
/// let rest = swizzled::complement(&layout, &Int::new(24).into()).unwrap();
/// assert_eq!(rest.layout.to_string(), "(2,3):(1,8)");
/// ```
pub fn complement(layout: &ComposedLayout, cotarget: &IntTuple) -> Result<Outcome, Error> {
    let domain = layout.domain()?;
    check_swizzles("complement", layout)?;
    ops::complement(domain, cotarget)
}

/// The coordinates that the domain repeats, and with it the whole:
/// `f(R(i)) = f(0)` for `i < size(R)`, as [`ops::nullspace`] of the domain.
///
/// # Errors
///
/// [`ErrorKind::NoDomain`], [`ErrorKind::Overflow`].
///
/// ```
/// use layout_algebra::{ComposedLayout, Int, Layout, Swizzle, ops::swizzled};
/// let broadcast = Layout::leaf(Int::new(4), Int::ZERO).unwrap();
/// let swizzle = Swizzle::new(1, 0, 3).unwrap();
/// let layout = ComposedLayout::new(swizzle, Int::ZERO, broadcast).unwrap();
/// assert_eq!(swizzled::nullspace(&layout).unwrap().to_string(), "4:1");
/// ```
pub fn nullspace(layout: &ComposedLayout) -> Result<Layout, Error> {
    ops::nullspace(layout.domain()?)
}

/// Only swizzles are applied after the innermost function.
pub(super) fn check_swizzles(op: &'static str, layout: &ComposedLayout) -> Result<(), Error> {
    if layout.only_swizzles() {
        return Ok(());
    }
    let kind = ErrorKind::NotSwizzled { function: alloc::format!("{layout}") };
    Err(Error::new(op, kind))
}
