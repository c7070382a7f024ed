//! `cycles`, `order`: a layout as a permutation of its 1-D coordinates.

use alloc::vec::Vec;

use super::agree::{Points, few_points};
use super::covers::find_uncovered;
use super::image::composed;
use crate::exact::{gcd_strides, known};
use crate::{Error, ErrorKind, Function, HTuple, Int, Overflow, ops};

/// The cycles `(c, L(c), L(L(c)), …)` of a layout that takes each of its 1-D coordinates once; each begins with its least, and
/// they ascend. A coordinate that stays is a cycle of its own.
///
/// # Errors
///
/// [`ErrorKind::NotPermutation`]; [`ErrorKind::Undecided`] for more than 65536 coordinates, [`ErrorKind::NoDomain`],
/// [`ErrorKind::BasisStride`].
///
/// ```
/// use layout_algebra::{Function, ops::swizzled};
/// let transpose: Function = "(2,3):(3,1)".parse().unwrap();
/// let cycles = swizzled::cycles(&transpose).unwrap();
/// assert_eq!(cycles, [vec![0], vec![1, 3, 4, 2], vec![5]].map(|c| c.into_iter().map(Into::into).collect::<Vec<_>>()));
/// ```
pub fn cycles(layout: &Function) -> Result<Vec<Vec<Int>>, Error> {
    let values = permutation("cycles", layout)?;
    let (mut seen, mut cycles) = (alloc::vec![false; values.len()], Vec::new());
    for first in 0..values.len() {
        let (mut at, mut cycle) = (first, Vec::new());
        while !seen[at] {
            seen[at] = true;
            cycle.push(Int::new(at as i128));
            at = values[at] as usize;
        }
        if !cycle.is_empty() {
            cycles.push(cycle);
        }
    }
    Ok(cycles)
}

/// The number of times that a layout is applied until each 1-D coordinate is where it was: the
/// least common multiple of the lengths of its [`cycles`].
///
/// # Errors
///
/// The errors of [`cycles`]; [`ErrorKind::Overflow`].
///
/// ```
/// use layout_algebra::{Function, Int, ops::swizzled};
/// let order = |layout: &str| swizzled::order(&layout.parse::<Function>().unwrap()).unwrap();
/// assert_eq!((order("(2,3):(3,1)"), order("Sw<2,0,2> o 0 o 16:1")), (4.into(), 2.into()));
/// ```
pub fn order(layout: &Function) -> Result<Int, Error> {
    let mut order = 1i128;
    for cycle in cycles(layout)? {
        let length = cycle.len() as i128;
        order = (order / gcd_strides(order, length)).checked_mul(length).ok_or(Overflow::Range)?;
    }
    Ok(Int::new(order))
}

/// The value of each 1-D coordinate, which are these in another order.
fn permutation(op: &'static str, layout: &Function) -> Result<Vec<i128>, Error> {
    let composed = composed(layout)?;
    let domain = composed.domain()?;
    let size = HTuple::Leaf(Int::new(known(&ops::size(domain)?)?));
    if let Some(uncovered) = find_uncovered(layout, &size)? {
        let (layout, why) = (alloc::format!("{layout}"), alloc::format!("{uncovered}"));
        return Err(Error::new(op, ErrorKind::NotPermutation { layout, why }));
    }
    let Some(size) = few_points(domain)? else {
        return Err(Error::undecided(op, format_args!("a coordinate of {layout} comes back")));
    };
    Ok(Points::of(&composed)?.values(size)?)
}
