//! The decision if two composed layouts are one function, by their bits or by every point.

use alloc::vec::Vec;

use crate::exact::bitwise::{Bitwise, at};
use crate::exact::known;
use crate::exact::step_sum::{BUDGET, Mode};
use crate::{ComposedLayout, Error, Layout, Overflow, Step};

/// The leaves `(extent, stride)` of a layout of integer strides.
pub(super) fn leaves(layout: &Layout) -> Result<Vec<Mode>, Error> {
    let mut leaves = Vec::new();
    for (extent, stride) in layout.leaves() {
        let stride = crate::exact::integer_stride(stride, "make_composed_layout")?;
        leaves.push((known(extent)?, known(stride)?));
    }
    Ok(leaves)
}

/// The powers of two below a size.
pub(super) fn bits_below(size: i128) -> impl Iterator<Item = i128> {
    (0..i128::BITS - 1).map(|bit| 1 << bit).take_while(move |bit| *bit < size)
}

/// A composed layout as a function of 1-D coordinates.
pub(super) struct Points {
    /// The functions from the innermost on, each with the offset that is added to its value.
    steps: Vec<(Map, i128)>,
}

enum Map {
    Swizzle(crate::Swizzle),
    Leaves(Vec<Mode>),
}

/// The leaves of which the value at `c` is `c`.
const IDENTITY: &[Mode] = &[(1, 1)];

fn through(steps: &[(Map, i128)], mut x: i128) -> Result<i128, Overflow> {
    for (map, offset) in steps {
        x = match map {
            Map::Swizzle(swizzle) => swizzle.apply(x),
            Map::Leaves(leaves) => at(leaves, x).ok_or(Overflow::Range)?,
        };
        x = x.checked_add(*offset).ok_or(Overflow::Range)?;
    }
    Ok(x)
}

/// The values of leaves at `0, 1, …`, the last leaf not wrapped.
struct Walk<'a> {
    leaves: &'a [Mode],
    digits: Vec<i128>,
    value: Option<i128>,
}

impl<'a> Walk<'a> {
    fn over(leaves: &'a [Mode]) -> Self {
        Walk { leaves, digits: alloc::vec![0; leaves.len()], value: Some(0) }
    }

    /// The value one coordinate further.
    fn step(&mut self) -> Option<i128> {
        let (mut value, last) = (self.value?, self.leaves.len().saturating_sub(1));
        for (k, (digit, &(extent, stride))) in self.digits.iter_mut().zip(self.leaves).enumerate() {
            if k == last || *digit + 1 < extent {
                *digit += 1;
                return value.checked_add(stride);
            }
            value = value.checked_sub(digit.checked_mul(stride)?)?;
            *digit = 0;
        }
        Some(value)
    }
}

impl Iterator for Walk<'_> {
    type Item = Option<i128>;

    fn next(&mut self) -> Option<Option<i128>> {
        let value = self.value;
        self.value = self.step();
        Some(value)
    }
}

impl Map {
    fn of(step: &Step) -> Result<Self, Error> {
        Ok(match step {
            Step::Swizzle(swizzle) => Map::Swizzle(*swizzle),
            Step::Layout(layout) => Map::Leaves(leaves(layout)?),
        })
    }
}

impl Points {
    pub(super) fn of(layout: &ComposedLayout) -> Result<Self, Error> {
        let mut steps = Vec::new();
        let mut inner = Map::of(layout.inner())?;
        for (step, offset) in layout.outer().iter().rev() {
            steps.push((core::mem::replace(&mut inner, Map::of(step)?), known(offset)?));
        }
        steps.push((inner, 0));
        Ok(Points { steps })
    }

    /// The value at any integer.
    pub(super) fn at(&self, x: i128) -> Result<i128, Overflow> {
        through(&self.steps, x)
    }

    /// The different values at the coordinates below a size, in ascending order.
    pub(super) fn distinct(&self, size: i128) -> Result<Vec<i128>, Error> {
        let mut values = self.values(size)?;
        values.sort_unstable();
        values.dedup();
        Ok(values)
    }

    /// The values at the first `size` points, in their order.
    pub(super) fn values(&self, size: i128) -> Result<Vec<i128>, Overflow> {
        let mut values = Vec::new();
        for (_, value) in (0..size).zip(self.walk()) {
            values.push(value?);
        }
        Ok(values)
    }

    /// The values at `0, 1, …`: much cheaper than each of them alone.
    pub(super) fn walk(&self) -> impl Iterator<Item = Result<i128, Overflow>> {
        let (inner, offset, outer) = match self.steps.split_first() {
            Some(((Map::Leaves(leaves), offset), outer)) => (leaves.as_slice(), *offset, outer),
            _ => (IDENTITY, 0, self.steps.as_slice()),
        };
        Walk::over(inner).map(move |value| {
            let value = value.ok_or(Overflow::Range)?.checked_add(offset);
            through(outer, value.ok_or(Overflow::Range)?)
        })
    }

    /// The function of the bits of the coordinate, if it only flips them.
    pub(super) fn bitwise(&self) -> Option<Bitwise> {
        let (first, rest) = self.steps.split_first()?;
        let (Map::Leaves(leaves), offset) = first else { return None };
        let mut bitwise = Bitwise::of_leaves(*offset, leaves)?;
        for (map, offset) in rest {
            bitwise = match map {
                Map::Swizzle(swizzle) => bitwise.swizzled(swizzle),
                Map::Leaves(leaves) => bitwise.through(leaves)?,
            };
            bitwise = bitwise.plus(*offset)?;
        }
        Some(bitwise)
    }
}

/// The number of points of a domain, if they are few enough to visit all.
pub(super) fn few_points(layout: &Layout) -> Result<Option<i128>, Error> {
    let size = known(&crate::ops::size(layout)?)?;
    Ok((size <= BUDGET as i128).then_some(size))
}

/// Decides if `f(c) = offset + g(c)` for every `c` of the domain of `f`, which has the size of the
/// domain of `g`; no answer where the domain is large and the functions do more than flip bits.
pub(super) fn agree(
    f: &ComposedLayout,
    offset: i128,
    g: &ComposedLayout,
) -> Result<Option<bool>, Error> {
    let domain = f.domain()?;
    let (f, g) = (Points::of(f)?, Points::of(g)?);
    if let (Some(f), Some(g)) = (f.bitwise(), g.bitwise())
        && let Some(g) = g.plus(offset)
    {
        return Ok(Some(f == g));
    }
    let Some(size) = few_points(domain)? else { return Ok(None) };
    for ((_, f), g) in (0..size).zip(f.walk()).zip(g.walk()) {
        if f? != g?.checked_add(offset).ok_or(Overflow::Range)? {
            return Ok(Some(false));
        }
    }
    Ok(Some(true))
}

/// Decides if `f(c) = offset + layout(c)` for every `c` of the domain of `f`; no answer as in
/// [`agree`].
pub(super) fn agrees_with_layout(
    f: &ComposedLayout,
    offset: i128,
    layout: &Layout,
) -> Result<Option<bool>, Error> {
    let domain = f.domain()?;
    let f = Points::of(f)?;
    let leaves = leaves(layout)?;
    if let (Some(f), Some(steps)) = (f.bitwise(), steps(&leaves)) {
        return Ok(Some(f.adds_up_to(offset, &steps)));
    }
    let Some(size) = few_points(domain)? else { return Ok(None) };
    for ((_, f), value) in (0..size).zip(f.walk()).zip(Walk::over(&leaves)) {
        let value = value.ok_or(Overflow::Range)?.checked_add(offset).ok_or(Overflow::Range)?;
        if f? != value {
            return Ok(Some(false));
        }
    }
    Ok(Some(true))
}

/// The step that each bit of the coordinate adds, if the extents are powers of two.
fn steps(leaves: &[Mode]) -> Option<Vec<i128>> {
    let mut steps = Vec::new();
    for &(extent, stride) in leaves {
        if extent.count_ones() != 1 {
            return None;
        }
        for j in 0..extent.trailing_zeros() {
            steps.push(stride.checked_mul(1 << j)?);
        }
    }
    Some(steps)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_walk_has_the_value_at_every_point() {
        for leaves in [
            &[][..],
            IDENTITY,
            &[(4, 3)],
            &[(2, 5), (3, -1)],
            &[(1, 9), (4, 0), (1, 7), (3, 2)],
            &[(2, 1), (2, 8), (1, 64)],
        ] {
            // Past the size as well, where the last leaf goes on.
            for (c, value) in (0..50).zip(Walk::over(leaves)) {
                assert_eq!(value, at(leaves, c), "{leaves:?} at {c}");
            }
        }
    }
}
