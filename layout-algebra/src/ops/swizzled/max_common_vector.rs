//! `max_common_layout` and `max_common_vector` with swizzled layouts.

use alloc::vec::Vec;

use crate::exact::{integer_stride, known};
use crate::{ComposedLayout, Error, ErrorKind, Function, HTuple, Int, Layout, Step, ask, ops};

const OP: &str = "max_common_layout";

/// A layout `R` of coordinates along which both functions go through the same
/// offsets one by one: `A(R(i)) = A(R(0)) + i` and `B(R(i)) = B(R(0)) + i`.
///
/// That of the domains, see [`ops::max_common_layout`], as far as each function leaves
/// it in one piece, see [`max_common_vector`]; all of it where the same functions
/// follow both domains, which then agree, `A(R(i)) = B(R(i))`.
///
/// # Errors
///
/// Those of [`ops::max_common_layout`]; [`ErrorKind::NoDomain`].
///
/// ```
/// use layout_algebra::{ComposedLayout, Int, Layout, Swizzle, ops::swizzled};
/// let row = Layout::leaf(Int::new(64), Int::ONE).unwrap();
/// let swizzle = Swizzle::new(3, 3, 3).unwrap();
/// let layout = ComposedLayout::new(swizzle, Int::ZERO, row.clone()).unwrap().into();
/// let common = swizzled::max_common_layout(&layout, &row.into()).unwrap();
/// assert_eq!(common.to_string(), "8:1");
/// let common = swizzled::max_common_layout(&layout, &layout).unwrap();
/// assert_eq!(common.to_string(), "64:1");
/// ```
pub fn max_common_layout(a: &Function, b: &Function) -> Result<Layout, Error> {
    let common = ops::max_common_layout(domain(a)?, domain(b)?)?;
    let size = ops::size(&common)?;
    let vector = in_one_piece(a, b, size)?;
    prefix(&common, &vector)
}

/// The number of elements that both functions keep next to one another along
/// [`max_common_layout`] of their domains.
///
/// # Errors
///
/// As [`max_common_layout`].
///
/// ```
/// use layout_algebra::{ComposedLayout, Int, Layout, Swizzle, ops::swizzled};
/// let row = Layout::leaf(Int::new(64), Int::ONE).unwrap();
/// let swizzle = Swizzle::new(3, 3, 3).unwrap();
/// let layout = ComposedLayout::new(swizzle, Int::new(2), row.clone()).unwrap().into();
/// let vector = swizzled::max_common_vector(&layout, &row.into());
/// assert_eq!(vector.unwrap(), Int::new(6));
/// ```
pub fn max_common_vector(a: &Function, b: &Function) -> Result<Int, Error> {
    in_one_piece(a, b, ops::max_common_vector(domain(a)?, domain(b)?)?)
}

fn domain(function: &Function) -> Result<&Layout, Error> {
    match function {
        Function::Layout(layout) => Ok(layout),
        Function::Composed(composed) => composed.domain(),
        Function::Swizzle(swizzle) => {
            let kind = ErrorKind::NoDomain { function: alloc::format!("{swizzle}") };
            Err(Error::new(OP, kind))
        }
    }
}

/// How many of the `common` first elements both functions keep together.
fn in_one_piece(a: &Function, b: &Function, common: Int) -> Result<Int, Error> {
    if let (Function::Composed(a), Function::Composed(b)) = (a, b)
        && a.outer() == b.outer()
    {
        return Ok(common);
    }
    [a, b].into_iter().try_fold(common, |vector, function| match function {
        Function::Composed(composed) => unbroken(composed, &vector),
        _ => Ok(vector),
    })
}

/// How many of the first offsets of the domain stay within blocks of `2^M` from the
/// offset on, in every step.
fn unbroken(layout: &ComposedLayout, common: &Int) -> Result<Int, Error> {
    let (mut vector, mut first) = (known(common)?, 0i128);
    for (step, offset) in layout.outer().iter().rev() {
        let Step::Swizzle(swizzle) = step else { return Ok(Int::ONE) };
        first = first.checked_add(known(offset)?).ok_or(crate::Overflow::Range)?;
        // The vector must not cross from one block to the next.
        let block = 1i128 << swizzle.base();
        vector = vector.min(block - first.rem_euclid(block));
        first = swizzle.apply(first);
    }
    Ok(Int::new(vector))
}

/// The longest layout that a layout begins with, of up to `count` elements.
fn prefix(layout: &Layout, count: &Int) -> Result<Layout, Error> {
    if !ask::less(OP, count, &ops::size(layout)?)? {
        return Ok(layout.clone());
    }
    let mut left = count.clone();
    let mut modes: Vec<(Int, Int)> = Vec::new();
    for (extent, stride) in layout.leaves() {
        let extent = if ask::at_most(OP, &left, extent)? { left.clone() } else { extent.clone() };
        left = left.div_floor(&extent)?;
        modes.push((extent, integer_stride(stride, OP)?.clone()));
        if left == Int::ONE {
            break;
        }
    }
    ops::coalesce_by_mode(&ops::flat_layout(modes)?, &HTuple::Leaf(Int::ONE))
}
