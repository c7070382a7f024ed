//! `Attached`: layouts whose strides have a further term for each bound, so that an operation on them does to the
//! coordinates that bounds look at what it does to the layouts.
//!
//! Where an operation answers `R(c) = A(T(c))`, of `A(x) + k(x)·e` with an element `e` of the basis that `A` has not
//! it answers `R(c) + k(T(c))·e`, for the same `T`. So it need not say what its `T` is.

use alloc::vec::Vec;

use super::{Bound, Bounds, Lost, reindex};
use crate::{Int, Layout, ModePath, Stride, Terms, Vector, VectorLayout};

/// The element of the basis along which the layouts themselves step, or along parts of which.
const OWN: usize = 0;

/// Layouts with the coordinates of their bounds as further terms.
#[derive(Clone, Debug, Default)]
pub struct Attached {
    bounds: Vec<Bound>,
}

impl Attached {
    /// Bounds of nothing yet.
    pub fn new() -> Self {
        Attached::default()
    }

    /// A layout with its bounds; none where they are unknown, or of another shape.
    ///
    /// ```
    /// use layout_algebra::bounds::{Attached, Bound, Bounds};
    /// use layout_algebra::{Int, Layout, VectorLayout, ops};
    /// let layout: VectorLayout = "(4,3):(8,1)".parse::<Layout>().unwrap().into();
    /// let rows = Bound::new("(4,3):(1,0)".parse().unwrap(), Int::new(3));
    /// let mut attached = Attached::new();
    /// let of = attached.layout(&layout, &Bounds::of([rows])).unwrap();
    /// assert_eq!(of.to_string(), "(4,3):(8@0+1@1,1@0)");
    /// // Whatever sorts the leaves of the layout, sorts those of its coordinates.
    /// let sorted = ops::sort(&layout).unwrap();
    /// let bounds = attached.bounds(&ops::sort(&of).unwrap(), &sorted);
    /// assert_eq!(bounds.to_string(), "(3,4):(0,1) < 3");
    /// ```
    pub fn layout(&mut self, layout: &VectorLayout, bounds: &Bounds) -> Option<VectorLayout> {
        let within = bounds.within()?;
        let mut strides: Vec<Vector> = Vec::new();
        for (_, stride) in layout.leaves() {
            strides.push(
                stride
                    .changed(&mut |term| {
                        let inner = term.mode().indices().iter().copied();
                        let mode = core::iter::once(OWN).chain(inner).collect();
                        Ok(Stride::basis(term.scale().clone(), mode))
                    })
                    .ok()?,
            );
        }
        for bound in within {
            if bound.coordinate().shape() != layout.shape() {
                return None;
            }
            self.bounds.push(bound.clone());
            let axis = ModePath::from([OWN + self.bounds.len()]);
            for (stride, (_, step)) in strides.iter_mut().zip(bound.coordinate().leaves()) {
                let step = Stride::basis(step.as_int()?.clone(), axis.clone());
                *stride = stride.plus(&step.into()).ok()?;
            }
        }
        VectorLayout::of(layout.shape().clone(), layout.shape().with_leaves(strides)).ok()
    }

    /// The bounds of `result`, where the operation returned `of` for the layouts with their bounds: unknown unless both
    /// are the same layout.
    #[must_use]
    pub fn bounds(&self, of: &VectorLayout, result: &VectorLayout) -> Bounds {
        match self.each(of, result) {
            Ok(bounds) => Bounds::of(bounds),
            Err(Lost) => Bounds::Unknown,
        }
    }

    /// Bounds of an answer that holds its operand several times: each mode at these paths has a coordinate of its own, which is
    /// to be in bounds.
    #[must_use]
    pub fn bounds_of_copies(
        &self,
        of: &VectorLayout,
        result: &VectorLayout,
        copies: &[ModePath],
    ) -> Bounds {
        let Ok(each) = self.each(of, result) else { return Bounds::Unknown };
        let mut all = Vec::new();
        for bound in each {
            let Ok(apart) = bound.apart(copies) else { return Bounds::Unknown };
            all.extend(apart);
        }
        Bounds::of(all)
    }

    fn each(&self, of: &VectorLayout, result: &VectorLayout) -> Result<Vec<Bound>, Lost> {
        let of = match of.shape() == result.shape() {
            true => of.clone(),
            false => reindex::refined(of, result.shape())?,
        };
        for ((extent, stride), (_, expected)) in of.leaves().into_iter().zip(result.leaves()) {
            let own = own(stride)?;
            if !own.is_same(expected) && *extent != Int::ONE {
                return Err(Lost);
            }
        }
        let mut each = Vec::new();
        for (i, bound) in self.bounds.iter().enumerate() {
            let along = of.along(&ModePath::from([OWN + 1 + i]))?;
            each.push(bound.ascending(along)?);
        }
        Ok(each)
    }
}

/// The steps of the layouts themselves. What had no bounds attached steps along the root, or nowhere.
fn own(stride: &Vector) -> Result<Vector, Lost> {
    let mut own = Vector::none();
    for term in stride.terms() {
        let mode: ModePath = match term.mode().indices() {
            [] => ModePath::root(),
            [OWN, inner @ ..] => inner.into(),
            _ => continue,
        };
        own = own.plus(&Stride::basis(term.scale().clone(), mode).into())?;
    }
    Ok(own)
}

impl Bound {
    /// A bound for each of some modes, of which no two overlap, and one for all else.
    fn apart(&self, modes: &[ModePath]) -> Result<Vec<Bound>, Lost> {
        let paths = self.coordinate.stride().leaf_paths();
        let mut bounds = Vec::new();
        for i in 0..=modes.len() {
            let mut steps = Vec::new();
            for (path, step) in &paths {
                let mut modes_before = modes.iter().take(i);
                let is_in = |mode: &ModePath| path.indices().starts_with(mode.indices());
                let is_here = modes.get(i).is_none_or(is_in) && !modes_before.any(is_in);
                steps.push(if is_here { (*step).clone() } else { Stride::zero() });
            }
            let shape = self.coordinate.shape().clone();
            let stride = shape.with_leaves(steps);
            bounds.push(self.at(Layout::new(shape, stride)?));
        }
        Ok(bounds)
    }
}
