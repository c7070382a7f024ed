//! `max_common_layout` and `max_common_vector` with swizzled layouts.

use alloc::vec::Vec;

use super::agree::{Points, few_points};
use super::vectors::Vectors;
use crate::exact::{integer_stride, known};
use crate::{CollectVec, ComposedLayout, Error, Function, HTuple, Int, Layout, SortFew, Step, ops};

const OP: &str = "max_common_layout";

/// The vectors that two functions have in common, as a layout `R` of the coordinates of
/// the first one.
///
/// The layouts before the swizzles have [`ops::max_common_layout`] in common; `R` is
/// the longest layout that cuts it into equal vectors of which the swizzles tear
/// none. A vector is the coordinates `c + R(i)`, wherever `c` is a coordinate of both
/// whose digits along `R` are 0, and both layouts step by one along it. It is not torn
/// where both functions have `size(R)` adjacent offsets there, in the same order:
/// `A(c + R(i)) - A(c) = B(c + R(i)) - B(c)`. If one of them is a layout, that is
/// `A(c + R(i)) = A(c) + i`; of two equal swizzles it may be another order.
///
/// CuTe takes vectors of `2^M` elements, or those of the layouts where both swizzles are
/// the same. Both may be too long, and the first too short. Where a function of up to `2^16`
/// coordinates equals a layout or another swizzled layout, the larger answer counts.
///
/// # Errors
///
/// The errors of [`ops::max_common_layout`]; [`ErrorKind::NoDomain`](crate::ErrorKind::NoDomain);
/// [`ErrorKind::Undecided`](crate::ErrorKind::Undecided) beyond the budget.
///
/// ```
/// use layout_algebra::{ComposedLayout, Function, Int, Layout, Swizzle, ops::swizzled};
/// let row = |n| Layout::leaf(n, 1).unwrap();
/// let swizzled = |n| ComposedLayout::new(Swizzle::new(3, 3, 3).unwrap(), Int::ZERO, row(n));
/// let common = |a: Function, b| swizzled::max_common_layout(&a, &b).unwrap().to_string();
/// assert_eq!(common(swizzled(512).unwrap().into(), row(512).into()), "8:1");
/// // The swizzle moves none of the first 64.
/// assert_eq!(common(swizzled(64).unwrap().into(), row(64).into()), "64:1");
/// assert_eq!(common(swizzled(512).unwrap().into(), swizzled(512).unwrap().into()), "512:1");
/// ```
pub fn max_common_layout(a: &Function, b: &Function) -> Result<Layout, Error> {
    if let (Function::Layout(a), Function::Layout(b)) = (a, b) {
        return ops::max_common_layout(a, b);
    }
    let common = in_common(a, b)?;
    let (found, all) =
        (ops::size(&common)?, ops::size(a.domain(OP, 0)?)?.lesser(&ops::size(b.domain(OP, 0)?)?)?);
    if found == all {
        return Ok(common);
    }
    let other = in_common(&simplest(a)?, &simplest(b)?)?;
    Ok(if found.less(&ops::size(&other)?).is_true() { other } else { common })
}

/// The largest layout for these domains.
fn in_common(a: &Function, b: &Function) -> Result<Layout, Error> {
    let run = ops::max_common_layout(a.domain(OP, 0)?, b.domain(OP, 0)?)?;
    let mut modes = Vec::new();
    for (extent, stride) in run.leaves() {
        modes.push((known(extent)?, known(integer_stride(stride, OP)?)?));
    }
    let mut vectors = Vectors::of(a, b)?;
    let undecided = || Error::undecided(OP, format_args!("swizzles tear no vector of {a} and {b}"));
    while let Some((extent, place)) = modes.pop() {
        for part in divisors(extent).ok_or_else(undecided)? {
            let all = modes.iter().copied().chain([(part, place)]).collect_vec();
            if part > 1 && vectors.are_whole(&all)?.ok_or_else(undecided)? {
                return ops::coalesce_by_mode(&ops::flat_layout_of(all)?, &HTuple::Leaf(Int::ONE));
            }
        }
    }
    Ok(Layout::unit())
}

/// The size of [`max_common_layout`]: the elements that may be copied from one to the
/// other as one vector.
///
/// # Errors
///
/// As [`max_common_layout`].
///
/// ```
/// use layout_algebra::{ComposedLayout, Int, Layout, Swizzle, ops::swizzled};
/// let row = Layout::leaf(128, 1).unwrap();
/// let swizzle = Swizzle::new(3, 3, 3).unwrap();
/// let layout = ComposedLayout::new(swizzle, Int::new(2), row.clone()).unwrap().into();
/// let vector = swizzled::max_common_vector(&layout, &row.into());
/// assert_eq!(vector.unwrap(), Int::new(2));
/// ```
pub fn max_common_vector(a: &Function, b: &Function) -> Result<Int, Error> {
    ops::size(&max_common_layout(a, b)?)
}

/// The layout, or the swizzled layout, that a composed one equals, if there is one and
/// its domain is small enough to look at every point. Its shape is the size.
fn simplest(function: &Function) -> Result<Function, Error> {
    let Function::Composed(composed) = function else { return Ok(function.clone()) };
    if let Some((size, values)) = table(composed)?
        && let Ok(found) = super::infer_layout(&values, &HTuple::Leaf(size))
    {
        return Ok(found);
    }
    Ok(function.clone())
}

/// Every value of a small domain.
fn table(composed: &ComposedLayout) -> Result<Option<(Int, Vec<Int>)>, Error> {
    if !matches!(composed.inner(), Step::Layout(_)) {
        return Ok(None);
    }
    let Some(size) = few_points(composed.domain()?)? else { return Ok(None) };
    let values = Points::of(composed)?.values(size)?;
    Ok(Some((Int::new(size), values.into_iter().map(Int::new).collect_vec())))
}

/// The divisors, from the largest on; none for a number that is too large to factor.
fn divisors(n: i128) -> Option<Vec<i128>> {
    let (mut divisors, mut rest, mut prime) = (alloc::vec![1], n, 2);
    while rest > 1 {
        if prime * prime > rest {
            prime = rest;
        } else if rest % prime != 0 {
            prime += 1;
            if prime > 1 << 16 {
                return None;
            }
            continue;
        }
        let before = divisors.len();
        let mut power = 1;
        while rest % prime == 0 {
            (rest, power) = (rest / prime, power * prime);
            for k in 0..before {
                divisors.push(divisors[k] * power);
            }
        }
    }
    divisors.sort_few_by(&|a, b| b.cmp(a));
    Some(divisors)
}
