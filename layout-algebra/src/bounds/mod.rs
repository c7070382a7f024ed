//! `Bounds`: which coordinates of a padded layout are those of the layout in it.
//!
//! Where tiles do not divide a layout `A`, the result is `A'∘T` for a larger layout `A'`,
//! which continues modes of `A`. A coordinate `c` is in bounds if `T(c)` is a coordinate of
//! `A`: if it is below the extent in each mode that is continued. `T` is linear, and what it
//! gives in one mode is a layout too, the *coordinate* of a [`Bound`].
//!
//! Each function here computes the bounds after an operation of [`crate::ops`], from its operands and its result.
//! Bounds are shown to be right, or [`Bounds::Unknown`]: an operation that is not followed
//! has none.

mod attached;
mod cast;
mod divide;
mod injective;
mod merged;
mod product;
mod reindex;
mod tiled;

use alloc::vec::Vec;
use core::fmt;

pub use attached::Attached;
pub use cast::{cast, recast};
pub use divide::{Threads, composition, local_tile, logical_divide, packed_divide, partition};
pub use product::{Product, product, tile_to_shape};
pub use tiled::Fragments;

use crate::exact::gcd_strides;
use crate::{Error, HTuple, Int, IntTuple, Layout, Overflow, Stride, Symbol, Terms, Truth, ops};

/// A condition for a coordinate to be in bounds: `coordinate(c) < extent`.
///
/// Shape and strides of the coordinate are those of a layout that is congruent to the padded
/// one; its strides are not negative.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Bound {
    coordinate: Layout,
    extent: Int,
    /// The extent before a slice took some of it, and so the most that the extent may be.
    most: Int,
}

/// The coordinates at which a layout is not padding.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Bounds {
    /// The coordinates that are within all of these; all coordinates, where there are none.
    Within(Vec<Bound>),
    /// Nobody has shown.
    Unknown,
}

/// The answer that bounds are not known: no linear function gives them, or none is shown to.
pub(crate) struct Lost;

impl From<Error> for Lost {
    fn from(_: Error) -> Self {
        Lost
    }
}

impl From<Overflow> for Lost {
    fn from(_: Overflow) -> Self {
        Lost
    }
}

impl Bound {
    /// The bound `coordinate(c) < extent` of the coordinates of a layout.
    pub fn new(coordinate: Layout, extent: Int) -> Self {
        Bound { coordinate, most: extent.clone(), extent }
    }

    /// The coordinate in what is padded.
    pub fn coordinate(&self) -> &Layout {
        &self.coordinate
    }

    /// The extent, which the coordinate must stay below.
    pub fn extent(&self) -> &Int {
        &self.extent
    }

    /// Returns true if every coordinate of the shape is within it.
    fn is_implied(&self) -> Result<bool, Overflow> {
        let mut last = Int::ZERO;
        for (extent, stride) in self.coordinate.leaves() {
            last = last.add(&extent.sub(&Int::ONE)?.mul(stride.scale())?)?;
        }
        Ok(last.less(&self.extent).is_true())
    }

    /// The same bound with smaller numbers: `g·x < e` is `x < ⌈e/g⌉`.
    fn reduced(self) -> Result<Self, Error> {
        let mut common = 0;
        for stride in self.coordinate.stride().leaves() {
            let Some(step) = stride.known() else { return Ok(self) };
            common = gcd_strides(common, step);
        }
        if common < 2 {
            return Ok(self);
        }
        let (common, mut strides) = (Int::new(common), Vec::new());
        for stride in self.coordinate.stride().leaves() {
            strides.push(Stride::from(stride.scale().div_floor(&common)?));
        }
        let shape = self.coordinate.shape();
        let coordinate = Layout::new(shape.clone(), shape.with_leaves(strides))?;
        let (extent, most) = (self.extent.div_ceil(&common)?, self.most.div_ceil(&common)?);
        Ok(Bound { coordinate, extent, most })
    }
}

impl Bounds {
    /// The bounds of a layout without padding.
    pub const EVERYWHERE: Bounds = Bounds::Within(Vec::new());

    /// The fewest of these bounds that say the same.
    pub fn of(bounds: impl IntoIterator<Item = Bound>) -> Self {
        let mut fewest: Vec<Bound> = Vec::new();
        for bound in bounds {
            let Ok(is_implied) = bound.is_implied() else { return Bounds::Unknown };
            if is_implied {
                continue;
            }
            let Ok(bound) = bound.reduced() else { return Bounds::Unknown };
            if fewest.iter().any(|other| other.is_at_most(&bound)) {
                continue;
            }
            fewest.retain(|other| !bound.is_at_most(other));
            fewest.push(bound);
        }
        Bounds::Within(fewest)
    }

    /// Returns true if all coordinates are in bounds.
    pub fn is_everywhere(&self) -> bool {
        *self == Bounds::EVERYWHERE
    }

    /// The comparisons, where they are known.
    pub fn within(&self) -> Option<&[Bound]> {
        match self {
            Bounds::Within(bounds) => Some(bounds),
            Bounds::Unknown => None,
        }
    }

    /// Decides if a coordinate is in bounds.
    ///
    /// # Errors
    ///
    /// As [`ops::evaluate`].
    ///
    /// ```
    /// use layout_algebra::{Int, Layout, Tiler, Truth, bounds, ops, bounds::Bounds};
    /// let row = Layout::leaf(10, 1).unwrap();
    /// let tile = Tiler::Size(Int::new(4));
    /// let tiles = ops::logical_divide(&row, &tile).unwrap().layout;
    /// assert_eq!(tiles.to_string(), "(4,3):(1,4)");
    /// let bounds = bounds::logical_divide(&row, &Bounds::EVERYWHERE, &tile, &tiles);
    /// assert_eq!(bounds.to_string(), "(4,3):(1,4) < 10");
    /// assert_eq!(bounds.contain(&9.into()).unwrap(), Truth::True);
    /// assert_eq!(bounds.contain(&10.into()).unwrap(), Truth::False);
    /// ```
    pub fn contain(&self, coordinate: &IntTuple) -> Result<Truth, Error> {
        let Bounds::Within(bounds) = self else { return Ok(Truth::Unknown) };
        let mut all = Truth::True;
        for bound in bounds {
            let HTuple::Leaf(at) = ops::evaluate(coordinate, &bound.coordinate)? else {
                return Ok(Truth::Unknown);
            };
            all = match (all, at.less(&bound.extent)) {
                (Truth::False, _) | (_, Truth::False) => Truth::False,
                (Truth::True, within) => within,
                (Truth::Unknown, _) => Truth::Unknown,
            };
        }
        Ok(all)
    }

    /// The bounds of `result`, where an operation only rearranged modes, and left some out at
    /// coordinate 0: it does the same to the coordinates.
    #[must_use]
    pub fn rearranged<D: Terms, E>(
        &self,
        result: &Layout<D>,
        operation: impl Fn(&Layout) -> Result<Layout, E>,
    ) -> Self {
        self.each(result, operation).fewest()
    }

    /// Calls a function with each bound, but those that all coordinates are within.
    fn each<D: Terms, E>(
        &self,
        result: &Layout<D>,
        operation: impl Fn(&Layout) -> Result<Layout, E>,
    ) -> Self {
        let Bounds::Within(bounds) = self else { return Bounds::Unknown };
        let mut each = Vec::new();
        for bound in bounds {
            let Ok(coordinate) = operation(&bound.coordinate) else { return Bounds::Unknown };
            let coordinate = match coordinate.shape() == result.shape() {
                true => Ok(coordinate),
                false => reindex::refined(&coordinate, result.shape()),
            };
            let Ok(coordinate) = coordinate else { return Bounds::Unknown };
            let Ok(bound) = bound.ascending(coordinate) else { return Bounds::Unknown };
            each.push(bound);
        }
        Bounds::Within(each)
    }

    fn fewest(self) -> Self {
        match self {
            Bounds::Within(bounds) => Bounds::of(bounds),
            Bounds::Unknown => Bounds::Unknown,
        }
    }

    /// The bounds of a slice: the positions of `at` are fixed.
    #[must_use]
    pub fn sliced(&self, at: &crate::Coordinate, layout: &Layout) -> Self {
        if ops::check_bounds(at, layout.shape()).is_err() {
            return Bounds::Unknown;
        }
        self.changed(&|bound| bound.sliced(at))
    }

    /// The bounds of these and of others, of one shape.
    #[must_use]
    pub fn and(self, other: Bounds) -> Self {
        match (self, other) {
            (Bounds::Within(these), Bounds::Within(those)) => {
                Bounds::of(these.into_iter().chain(those))
            }
            _ => Bounds::Unknown,
        }
    }

    /// These bounds in a shape that splits leaves of theirs.
    #[must_use]
    pub fn refined(&self, shape: &IntTuple) -> Self {
        let Bounds::Within(bounds) = self else { return Bounds::Unknown };
        let mut all = Vec::new();
        for bound in bounds {
            match reindex::refined(&bound.coordinate, shape) {
                Ok(coordinate) => all.push(bound.at(coordinate)),
                Err(Lost) => return Bounds::Unknown,
            }
        }
        Bounds::of(all)
    }

    /// The bounds of a layout of these modes, each with bounds of its own.
    #[must_use]
    pub fn of_modes(modes: &[(IntTuple, Bounds)]) -> Self {
        let mut all = Vec::new();
        let mut shapes = Vec::new();
        for (shape, _) in modes {
            shapes.push(shape);
        }
        for (i, (_, bounds)) in modes.iter().enumerate() {
            let Bounds::Within(bounds) = bounds else { return Bounds::Unknown };
            for bound in bounds {
                match in_mode(i, &bound.coordinate, &shapes) {
                    Ok(coordinate) => all.push(bound.at(coordinate)),
                    Err(_) => return Bounds::Unknown,
                }
            }
        }
        Bounds::of(all)
    }

    /// These bounds in a shape whose modes split the leaves of theirs, where modes that no bound looks at may be any.
    #[must_use]
    pub fn refined_by_mode(&self, shape: &IntTuple) -> Self {
        self.mapped(&|coordinate| {
            let modes = coordinate.modes();
            if modes.len() != shape.rank() {
                return Err(Lost);
            }
            let mut refined = Vec::new();
            for (mode, shape) in modes.iter().zip(shape.modes()) {
                let is_free = mode.stride().leaves().into_iter().all(Stride::is_zero);
                refined.push(if is_free { zeros(shape)? } else { reindex::refined(mode, shape)? });
            }
            match shape.is_tuple() {
                true => Ok(Layout::from_modes(&refined)?),
                false => refined.into_iter().next().ok_or(Lost),
            }
        })
    }

    /// The bounds of a layout of the same 1-D coordinates in another shape.
    #[must_use]
    pub fn in_shape(&self, shape: &IntTuple) -> Self {
        self.mapped(&|coordinate| {
            let coordinate = ops::with_shape(coordinate, shape)?.strict()?;
            match coordinate.shape() == shape {
                true => Ok(coordinate),
                false => reindex::refined(&coordinate, shape),
            }
        })
    }

    /// The bounds of a layout whose values are 1-D coordinates of the layout of these bounds: a
    /// coordinate is in bounds where its value is.
    ///
    /// ```
    /// use layout_algebra::bounds::{Bound, Bounds};
    /// use layout_algebra::{Int, ops};
    /// let bounds = Bounds::of([Bound::new("(4,3):(1,4)".parse().unwrap(), Int::new(10))]);
    /// let inverse = ops::right_inverse(&"(4,3):(3,1)".parse().unwrap()).unwrap();
    /// assert_eq!(bounds.at_values(&inverse).to_string(), "(3,4):(4,1) < 10");
    /// ```
    #[must_use]
    pub fn at_values(&self, layout: &Layout) -> Self {
        self.mapped(&|coordinate| {
            let coordinate = ops::composition(coordinate, layout)?.strict()?;
            match coordinate.shape() == layout.shape() {
                true => Ok(coordinate),
                false => reindex::refined(&coordinate, layout.shape()),
            }
        })
    }

    /// The bounds of the layout with its origin moved to a coordinate.
    #[must_use]
    pub fn moved(&self, origin: &IntTuple) -> Self {
        self.changed(&|bound| bound.moved(origin))
    }

    /// The bounds of a layout of which some extents became 1: those at coordinate 0 of these.
    #[must_use]
    pub fn restricted(&self, shape: &IntTuple) -> Self {
        self.mapped(&|coordinate| {
            if !shape.congruent(coordinate.shape()) {
                return Err(Lost);
            }
            let mut steps = Vec::new();
            for (extent, step) in shape.leaves().into_iter().zip(coordinate.stride().leaves()) {
                steps.push(if *extent != Int::ONE { step.clone() } else { Stride::zero() });
            }
            Ok(Layout::new(shape.clone(), shape.with_leaves(steps))?)
        })
    }

    /// Each bound of another coordinate.
    fn mapped(&self, change: &dyn Fn(&Layout) -> Result<Layout, Lost>) -> Self {
        self.changed(&|bound| bound.ascending(change(&bound.coordinate)?))
    }

    /// The fewest bounds that say what these say, each changed.
    fn changed(&self, change: &dyn Fn(&Bound) -> Result<Bound, Lost>) -> Self {
        let Bounds::Within(bounds) = self else { return Bounds::Unknown };
        let mut changed = Vec::new();
        for bound in bounds {
            let Ok(bound) = change(bound) else { return Bounds::Unknown };
            changed.push(bound);
        }
        Bounds::of(changed)
    }

    /// The bounds with integers in the place of symbols; a symbol without one stays.
    ///
    /// # Errors
    ///
    /// As [`Layout::substitute`].
    pub fn substitute(&self, value_of: &dyn Fn(&Symbol) -> Option<Int>) -> Result<Self, Error> {
        let Bounds::Within(bounds) = self else { return Ok(Bounds::Unknown) };
        let mut all = Vec::new();
        for Bound { coordinate, extent, most } in bounds {
            let (coordinate, extent) =
                (coordinate.substitute(value_of)?, extent.substitute(value_of)?);
            all.push(Bound { coordinate, extent, most: most.substitute(value_of)? });
        }
        Ok(Bounds::of(all))
    }
}

/// A coordinate of mode `i` as one of a layout of modes of these shapes.
fn in_mode(i: usize, coordinate: &Layout, shapes: &[&IntTuple]) -> Result<Layout, Error> {
    let mut modes = Vec::new();
    for (j, shape) in shapes.iter().enumerate() {
        modes.push(if i == j { coordinate.clone() } else { zeros(shape)? });
    }
    Layout::from_modes(&modes)
}

impl Bound {
    /// Returns true if every coordinate within this bound is within the other.
    fn is_at_most(&self, other: &Bound) -> bool {
        self.coordinate == other.coordinate && self.extent.at_most(&other.extent).is_true()
    }

    pub(crate) fn sliced(&self, at: &crate::Coordinate) -> Result<Bound, Lost> {
        let (coordinate, offset) = ops::slice_and_offset(at, &self.coordinate)?;
        self.past(coordinate, offset)
    }

    fn moved(&self, origin: &IntTuple) -> Result<Bound, Lost> {
        let offset = ops::evaluate(origin, &self.coordinate)?;
        self.past(self.coordinate.clone(), offset)
    }

    /// The bound of a coordinate from `offset` on.
    fn past(&self, coordinate: Layout, offset: IntTuple) -> Result<Bound, Lost> {
        let HTuple::Leaf(offset) = offset else { return Err(Lost) };
        let extent = self.extent.sub(&offset)?;
        let most = if Int::ZERO.at_most(&offset).is_true() { &self.most } else { &extent };
        Ok(Bound { coordinate, most: most.clone(), extent })
    }

    /// The same bound of another coordinate, if that never steps back.
    fn ascending(&self, coordinate: Layout) -> Result<Self, Lost> {
        let steps = coordinate.stride().leaves();
        if steps.into_iter().all(reindex::is_up) { Ok(self.at(coordinate)) } else { Err(Lost) }
    }

    /// The same bound of another coordinate.
    pub(crate) fn at(&self, coordinate: Layout) -> Self {
        Bound { coordinate, ..self.clone() }
    }
}

/// The layout of a shape that is 0 everywhere.
pub(crate) fn zeros(shape: &IntTuple) -> Result<Layout, Error> {
    Layout::new(shape.clone(), shape.map(&mut |_| Stride::zero()))
}

impl fmt::Display for Bound {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} < {}", self.coordinate, self.extent)
    }
}

impl fmt::Display for Bounds {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Bounds::Unknown => f.write_str("unknown"),
            Bounds::Within(bounds) if bounds.is_empty() => f.write_str("everywhere"),
            Bounds::Within(bounds) => {
                for (i, bound) in bounds.iter().enumerate() {
                    let and = if i == 0 { "" } else { " and " };
                    write!(f, "{and}{bound}")?;
                }
                Ok(())
            }
        }
    }
}
