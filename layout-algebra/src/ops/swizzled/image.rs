//! `image`, `gaps`, `is_surjective`: which offsets there are.

use alloc::vec::Vec;

use super::agree::{Points, few_points};
use super::predicates::count;
use super::{is_contiguous, offset_range};
use crate::{CollectVec, ComposedLayout, Error, Function, Int, IntTuple, Swizzle, decide, ops};

/// Returns true if there is no offset; a swizzled layout has one.
fn is_empty(layout: &Function) -> bool {
    matches!(layout, Function::Layout(layout) if layout.is_empty())
}

/// A layout as one that is swizzled, by nothing.
pub(super) fn composed(layout: &Function) -> Result<ComposedLayout, Error> {
    match layout {
        Function::Composed(layout) => Ok(layout.clone()),
        _ => ComposedLayout::new(Swizzle::new(0, 0, 0)?, Int::ZERO, layout.clone()),
    }
}

/// The different offsets, ascending.
///
/// # Errors
///
/// [`ErrorKind::Undecided`](crate::ErrorKind::Undecided) for more than 65536 coordinates,
/// [`ErrorKind::NoDomain`](crate::ErrorKind::NoDomain), [`ErrorKind::BasisStride`](crate::ErrorKind::BasisStride).
///
/// ```
/// use layout_algebra::{Function, ops::swizzled};
/// let window: Function = "(3,2):(1,4)".parse().unwrap();
/// assert_eq!(swizzled::image(&window).unwrap(), [0, 1, 2, 4, 5, 6].map(Into::into));
/// ```
pub fn image(layout: &Function) -> Result<Vec<Int>, Error> {
    if is_empty(layout) {
        return Ok(Vec::new());
    }
    let composed = composed(layout)?;
    let Some(size) = few_points(composed.domain()?)? else {
        return Err(Error::undecided("image", format_args!("an integer is an offset of {layout}")));
    };
    let values = Points::of(&composed)?.distinct(size)?;
    Ok(values.into_iter().map(Int::new).collect_vec())
}

/// The number of unused offsets between the least and the greatest.
///
/// # Errors
///
/// The errors of [`offset_range`] and [`is_contiguous`].
///
/// ```
/// use layout_algebra::{Function, Int, ops::swizzled};
/// let gaps = |layout: &str| swizzled::gaps(&layout.parse::<Function>().unwrap()).unwrap();
/// assert_eq!((gaps("(3,2):(1,4)"), gaps("(4,1048576):(1,8)")), (1.into(), 4194300.into()));
/// ```
pub fn gaps(layout: &Function) -> Result<Int, Error> {
    if is_empty(layout) {
        return Ok(Int::ZERO);
    }
    let composed = composed(layout)?;
    let (least, most) = offset_range(&composed)?;
    let count = Int::new(count(&composed)?);
    Ok(most.sub(&least)?.add(&Int::ONE)?.sub(&count)?)
}

/// Returns true if the offsets are `0, 1, …, size(S) − 1`, each at least once: the layout is onto
/// the elements of a shape.
///
/// # Errors
///
/// The errors of [`offset_range`] and [`is_contiguous`].
///
/// ```
/// use layout_algebra::{Function, ops::swizzled};
/// let is_onto = |layout: &str| {
///     swizzled::is_surjective(&layout.parse::<Function>().unwrap(), &(4, 4).into()).unwrap()
/// };
/// assert!(is_onto("(16,8):(1,0)") && is_onto("Sw<1,0,2> o 0 o (4,4):(4,1)"));
/// assert!(!is_onto("8:1") && !is_onto("(4,4):(5,1)"));
/// ```
pub fn is_surjective(layout: &Function, shape: &IntTuple) -> Result<bool, Error> {
    const OP: &str = "is_surjective";
    let size = ops::product(shape)?;
    if is_empty(layout) {
        return decide::equal(OP, &size, &Int::ZERO);
    }
    let (least, most) = match layout {
        Function::Layout(layout) => ops::offset_range(layout)?,
        _ => offset_range(&composed(layout)?)?,
    };
    if !decide::equal(OP, &least, &Int::ZERO)? || !decide::equal(OP, &most.add(&Int::ONE)?, &size)?
    {
        return Ok(false);
    }
    match layout {
        Function::Layout(layout) => ops::is_contiguous(layout),
        _ => is_contiguous(&composed(layout)?),
    }
}
