//! `layout_add` with composed layouts.

use alloc::vec::Vec;

use super::agree::{Points, few_points, leaves};
use super::infer_layout;
use crate::exact::bitwise::at;
use crate::ops::{self, vectors};
use crate::{CollectVec, Error, ErrorAddress, ErrorKind, Function, Int, Layout, Overflow};

const OP: &str = "layout_add";

/// The function `R(i) = A(i) + B(i)` for every `i` below the common size: [`vectors::layout_add`] of functions.
///
/// The sum of a composed layout and a layout is the sum with the domain, under the same functions,
/// where that is the same, as it is where the layout has no bits in common with the swizzled bits.
/// Otherwise it is the layout that [`infer_layout`] finds.
///
/// # Errors
///
/// The errors of [`vectors::layout_add`] and of [`infer_layout`]; [`ErrorKind::NoDomain`];
/// [`ErrorKind::Undecided`] for more than 65536 coordinates.
///
/// ```
/// use layout_algebra::{Function, ops::swizzled};
/// let add = |a: &str, b: &str| {
///     let [a, b]: [Function; 2] = [a, b].map(|text| text.parse().unwrap());
///     swizzled::layout_add(&a, &b).map(|sum| sum.to_string())
/// };
/// assert_eq!(add("Sw<3,0,3> o 0 o (8,8):(8,1)", "64:64").unwrap(), "Sw<3,0,3> o 0 o (8,8):(72,513)");
/// assert!(add("Sw<3,0,3> o 0 o (8,8):(8,1)", "64:1").is_err());
/// ```
pub fn layout_add(a: &Function, b: &Function) -> Result<Function, Error> {
    let (domain, other) = (a.domain(OP, 0)?, b.domain(OP, 1)?);
    let sum = vectors::layout_add(&domain.into(), &other.into());
    let composed = match (a, b) {
        (Function::Layout(_), Function::Layout(_)) => {
            return sum.and_then(integral).map(Into::into);
        }
        (Function::Composed(composed), Function::Layout(_))
        | (Function::Layout(_), Function::Composed(composed)) => Some(composed),
        _ => None,
    };
    if let Err(error) = &sum
        && matches!(error.kind(), ErrorKind::Sizes { .. })
    {
        return sum.and_then(integral).map(Into::into);
    }
    let Some(size) = few_points(domain)? else {
        return Err(Error::undecided(OP, format_args!("the sum of {a} and {b} is a layout")));
    };
    let mut table = Vec::new();
    for (a, b) in values(a, size)?.into_iter().zip(values(b, size)?) {
        table.push(a.checked_add(b).ok_or(Overflow::Range)?);
    }
    if let (Some(composed), Ok(sum)) = (composed, sum) {
        let sum = composed.with_domain(integral(sum)?)?.into();
        if values(&sum, size).is_ok_and(|found| found == table) {
            return Ok(sum);
        }
    }
    let table = table.into_iter().map(Int::new).collect_vec();
    let shape = ops::common_refinement(domain.shape(), other.shape())
        .unwrap_or_else(|_| crate::HTuple::Leaf(Int::new(size)));
    infer_layout(&table, &shape).in_op(OP).at_path(crate::ModePath::root())
}

/// The layout of integers that the sum of two is.
fn integral(sum: crate::VectorLayout) -> Result<Layout, Error> {
    let stride = alloc::format!("{}", sum.stride());
    sum.into_layout().map_err(|_| Error::new(OP, ErrorKind::BasisStride { stride }))
}

/// The values at the first coordinates.
fn values(of: &Function, size: i128) -> Result<Vec<i128>, Error> {
    if let Function::Composed(composed) = of {
        return Ok(Points::of(composed)?.values(size)?);
    }
    let (leaves, mut values) = (leaves(of.domain(OP, 0)?)?, Vec::new());
    for c in 0..size {
        values.push(at(&leaves, c).ok_or(Overflow::Range)?);
    }
    Ok(values)
}
