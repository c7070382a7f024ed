//! Bounds of functions of larger and of smaller elements.

use alloc::vec::Vec;

use super::{Bound, Bounds, Lost};
use crate::ops::{self, swizzled};
use crate::{Error, Function, Int, IntTuple, Layout, Stride};

/// The bounds of what [`crate::ops::upcast`] or [`crate::ops::downcast`] made of a layout with bounds, by the shape of its result.
///
/// A large element is in bounds where all of its parts are, a small one where that is of which it is a part. Unknown
/// where the parts of an element are no step of a coordinate alone.
///
/// ```
/// use layout_algebra::bounds::{self, Bound, Bounds};
/// use layout_algebra::{Int, ops};
/// let bounds = Bounds::of([Bound::new("(4,3):(1,4)".parse().unwrap(), Int::new(10))]);
/// let wide = ops::upcast(&"(4,3):(1,4)".parse().unwrap(), &Int::new(2)).unwrap().layout;
/// assert_eq!(bounds::cast(&bounds, wide.shape()).to_string(), "(2,3):(1,2) < 5");
/// let narrow = ops::downcast(&"(4,3):(1,4)".parse().unwrap(), &Int::new(2)).unwrap();
/// assert_eq!(bounds::cast(&bounds, narrow.shape()).to_string(), "(8,3):(1,8) < 20");
/// ```
#[must_use]
pub fn cast(bounds: &Bounds, shape: &IntTuple) -> Bounds {
    bounds.changed(&|bound| bound.cast(shape))
}

/// The bounds of what [`ops::recast`] made of a function with bounds, by the shape of its result: an upcast and then a downcast.
#[must_use]
pub fn recast(bounds: &Bounds, of: &Function, [from, to]: [&Int; 2], shape: &IntTuple) -> Bounds {
    match widest(of, from, to) {
        Ok(wide) => cast(&cast(bounds, wide.shape()), shape),
        Err(_) => Bounds::Unknown,
    }
}

/// The domain of the function between the two steps of `recast`, where its elements are widest.
fn widest(of: &Function, from: &Int, to: &Int) -> Result<Layout, Error> {
    let (up, _) = ops::recast_factors(from, to)?;
    match swizzled::upcast(of, &up)?.layout {
        Function::Layout(layout) => Ok(layout),
        Function::Composed(composed) => composed.domain().cloned(),
        Function::Swizzle(_) => Ok(Layout::unit()),
    }
}

impl Bound {
    fn cast(&self, shape: &IntTuple) -> Result<Bound, Lost> {
        if !shape.congruent(self.coordinate.shape()) {
            return Err(Lost);
        }
        // One coordinate of the result is `wide` steps of the layout, or a `parts`-th of one.
        let (mut steps, mut parts, mut reach) = (Vec::new(), Int::ONE, Int::ZERO);
        for ((extent, step), after) in self.coordinate.leaves().into_iter().zip(shape.leaves()) {
            let step = step.as_int().ok_or(Lost)?;
            if *step == Int::ZERO || *extent == Int::ONE && *after == Int::ONE {
                steps.push((Int::ZERO, false));
            } else if extent.equals(after).is_true() {
                steps.push((step.clone(), false));
            } else if after.divides(extent).is_true() {
                let wide = extent.div_floor(after)?;
                reach = reach.add(&wide.sub(&Int::ONE)?.mul(step)?)?;
                steps.push((step.mul(&wide)?, false));
            } else if extent.divides(after).is_true() && *step == Int::ONE && parts == Int::ONE {
                parts = after.div_floor(extent)?;
                steps.push((Int::ONE, true));
            } else {
                return Err(Lost);
            }
        }
        let mut scaled = Vec::new();
        for (step, is_split) in steps {
            scaled.push(Stride::from(if is_split { step } else { step.mul(&parts)? }));
        }
        let coordinate = Layout::new(shape.clone(), shape.with_leaves(scaled))?;
        let extent = self.extent.sub(&reach)?.mul(&parts)?;
        Ok(Bound { coordinate, extent, most: self.most.mul(&parts)? })
    }
}
