//! `is_bijective`, `is_contiguous`, `is_compact` and `functionally_equal` of composed
//! layouts: by their bits, by their domains, or by every point.

use super::agree::{Points, agree, agrees_with_layout, few_points};
use super::{find_collision, offset_range};
use crate::exact::known;
use crate::{ComposedLayout, Error, ErrorKind, Function, Int, Layout, Terms, ops};

/// Returns true if each value of `[0, size)` comes up exactly once.
///
/// ```
/// use layout_algebra::{ComposedLayout, Int, Layout, Swizzle, ops::swizzled};
/// let row = |n| Layout::leaf(n, 1).unwrap();
/// let swizzle = Swizzle::new(2, 0, 2).unwrap();
/// let layout = |n| ComposedLayout::new(swizzle, Int::ZERO, row(n)).unwrap();
/// assert!(swizzled::is_bijective(&layout(16)).unwrap());
/// // 4 is taken to 5, and 5 to 4.
/// assert!(!swizzled::is_bijective(&layout(5)).unwrap());
/// ```
///
/// # Errors
///
/// The errors of [`offset_range`] and [`find_collision`].
pub fn is_bijective(layout: &ComposedLayout) -> Result<bool, Error> {
    let size = ops::size(layout.domain()?)?;
    let (least, most) = offset_range(layout)?;
    Ok(least == Int::ZERO && most.add(&Int::ONE)? == size && find_collision(layout)?.is_none())
}

/// Returns true if every integer from the smallest value to the largest is one.
///
/// ```
/// use layout_algebra::{ComposedLayout, Int, Layout, Swizzle, ops::swizzled};
/// let row = |n| Layout::leaf(n, 1).unwrap();
/// let swizzle = Swizzle::new(2, 0, 2).unwrap();
/// let layout = |n| ComposedLayout::new(swizzle, Int::new(8), row(n)).unwrap();
/// assert!(swizzled::is_contiguous(&layout(4)).unwrap());
/// assert!(!swizzled::is_contiguous(&layout(5)).unwrap());
/// ```
///
/// # Errors
///
/// The errors of [`offset_range`]; [`ErrorKind::Undecided`] where values are shared, and too many
/// to look at all.
pub fn is_contiguous(layout: &ComposedLayout) -> Result<bool, Error> {
    let (least, most) = offset_range(layout)?;
    let all = most.sub(&least)?.add(&Int::ONE)?;
    Ok(all == Int::new(count(layout)?))
}

/// [`is_bijective`] of the layout whose domain has extent 1 wherever its stride is 0.
///
/// ```
/// use layout_algebra::{ComposedLayout, Int, Layout, Swizzle, ops::swizzled};
/// let layout: ComposedLayout = "Sw<2,0,2> o 0 o (4,16):(0,1)".parse().unwrap();
/// assert!(swizzled::is_compact(&layout).unwrap() && !swizzled::is_bijective(&layout).unwrap());
/// ```
///
/// # Errors
///
/// As [`is_bijective`].
pub fn is_compact(layout: &ComposedLayout) -> Result<bool, Error> {
    is_bijective(&super::on_domain(layout, ops::filter_zeros)?)
}

/// The number of different values.
pub(super) fn count(layout: &ComposedLayout) -> Result<i128, Error> {
    // A leaf of stride 0 repeats values of the domain, and so values of the whole.
    let layout = super::on_domain(layout, ops::filter_zeros)?;
    let points = Points::of(&layout)?;
    if let Some(count) = points.bitwise().and_then(|bitwise| bitwise.count()) {
        return Ok(count);
    }
    if let Some(size) = few_points(layout.domain()?)? {
        return Ok(points.distinct(size)?.len() as i128);
    }
    match find_collision(&layout)? {
        None => known(&ops::size(layout.domain()?)?),
        Some(_) => {
            let question = format_args!("{layout} has every value between two of its own");
            Err(Error::undecided("is_contiguous", question))
        }
    }
}

/// Returns true if both have one size and one value at every 1-D coordinate; for two swizzles, at
/// every integer.
///
/// ```
/// use layout_algebra::{ComposedLayout, Int, Layout, Swizzle, ops::swizzled};
/// let row = |n| Layout::leaf(n, 1).unwrap();
/// let swizzle = Swizzle::new(2, 0, 2).unwrap();
/// let same = |n| {
///     let layout = ComposedLayout::new(swizzle, Int::ZERO, row(n)).unwrap();
///     swizzled::functionally_equal(&layout.into(), &row(n).into()).unwrap()
/// };
/// assert!(same(4) && !same(8));
/// ```
///
/// # Errors
///
/// [`ErrorKind::Undecided`] for large layouts that do more than flip bits and differ in
/// more than their domain; [`ErrorKind::NoDomain`] for a swizzle and a layout.
pub fn functionally_equal(a: &Function, b: &Function) -> Result<bool, Error> {
    let same = is_same(a, b)?;
    if !same {
        says_where(|| super::find_difference(a, b));
    }
    Ok(same)
}

/// Returns true if layouts of strides of any number of terms are one function: [`functionally_equal`] of layouts alone.
///
/// # Errors
///
/// The errors of [`ops::functionally_equal`].
pub fn layouts_functionally_equal<D: Terms>(a: &Layout<D>, b: &Layout<D>) -> Result<bool, Error> {
    let same = ops::functionally_equal(a, b)?;
    if !same {
        says_where(|| super::find_difference_of_terms(a, b));
    }
    Ok(same)
}

/// Says the first coordinate at which two functions differ.
fn says_where(_find: impl FnOnce() -> Result<Option<super::Disagreement>, Error>) {
    #[cfg(feature = "explain")]
    match crate::explain::untraced(_find) {
        Ok(Some(super::Disagreement::Offset { coordinate, written, read })) => {
            let at = coordinate.leaves().into_iter().next().cloned().unwrap_or(Int::ZERO);
            crate::explain::says!(
                "at 1-D coordinate {at} the first is {written} and the second {read}"
            );
        }
        Ok(Some(super::Disagreement::Extent { written, read, .. })) => {
            crate::explain::says!("the first has {written} coordinates and the second {read}");
        }
        _ => {}
    }
}

fn is_same(a: &Function, b: &Function) -> Result<bool, Error> {
    let same = match (a, b) {
        (Function::Layout(a), Function::Layout(b)) => return ops::functionally_equal(a, b),
        (Function::Swizzle(a), Function::Swizzle(b)) => {
            return Ok(a == b || a.is_identity() && b.is_identity());
        }
        (Function::Swizzle(swizzle), _) | (_, Function::Swizzle(swizzle)) => {
            let kind = ErrorKind::NoDomain { function: alloc::format!("{swizzle}") };
            return Err(Error::new("functionally_equal", kind));
        }
        (Function::Composed(f), Function::Composed(g)) => {
            let (domain, other) = (f.domain()?, g.domain()?);
            // The functions that follow take equal values to equal ones, and swizzles take no
            // others to equal ones.
            if f.outer() == g.outer() {
                let same = ops::functionally_equal(domain, other);
                if f.only_swizzles() || same == Ok(true) {
                    return same;
                }
            }
            if ops::size(domain)? != ops::size(other)? {
                return Ok(false);
            }
            agree(f, 0, g)?
        }
        (Function::Composed(f), Function::Layout(layout))
        | (Function::Layout(layout), Function::Composed(f)) => {
            if ops::size(f.domain()?)? != ops::size(layout)? {
                return Ok(false);
            }
            agrees_with_layout(f, 0, layout)?
        }
    };
    same.ok_or_else(|| {
        let question = format_args!("{a} and {b} are the same function");
        Error::undecided("functionally_equal", question)
    })
}
