//! `Subject`: a layout that is drawn, with what its coordinates answer.

use std::fmt;

use layout_algebra::bounds::Bounds;
use layout_algebra::{
    ComposedLayout, Function, HTuple, Int, IntTuple, Layout, Numbers, Step, Truth, ops,
};

use crate::error::Error;
use crate::picture::{Axis, Level};

/// A layout that is drawn: its numbers are known.
#[derive(Clone, Debug)]
pub struct Subject {
    notation: String,
    domain: Layout,
    values: Values,
    bounds: Bounds,
    /// The layout with symbols in the place of numbers, for labels.
    named: Option<Layout>,
    /// The bits below those that the outermost swizzle changes, if there is one.
    swizzled_above: Option<u32>,
}

#[derive(Clone, Debug)]
enum Values {
    Numbers(Numbers),
    Basis(Layout),
}

/// The answer of a layout at a coordinate.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Answer {
    Offset(i64),
    Coordinate(IntTuple),
}

impl Subject {
    /// A layout whose coordinates answer offsets, or coordinates.
    ///
    /// # Errors
    ///
    /// A number is not known or does not fit 64 bits; a swizzle without a layout; a layout without coordinates.
    pub fn new(function: &Function, bounds: Bounds) -> Result<Self, Error> {
        let (domain, values) = match function {
            Function::Layout(layout) => (layout.clone(), values(layout)?),
            Function::Composed(composed) => {
                (domain(composed)?, Values::Numbers(composed.numbers()?))
            }
            Function::Swizzle(_) => {
                let error = Error::new(format!("{function} has no coordinates of its own"));
                return Err(error.help(format!("`{function} o 0 o (8,64):(64,1)` has")));
            }
        };
        if domain.is_empty() {
            let error = Error::new(format!("{function} has no coordinates to draw"));
            return Err(error.help("an extent of at least 1 in each mode has a picture"));
        }
        let swizzled_above = match function {
            Function::Composed(composed) => outermost_swizzle(composed),
            _ => None,
        };
        let (notation, named) = (function.to_string(), None);
        Ok(Subject { notation, domain, values, bounds, named, swizzled_above })
    }

    /// The number of low bits of offsets that the outermost swizzle leaves as they are, if there is one.
    pub(crate) fn swizzled_above(&self) -> Option<u32> {
        self.swizzled_above
    }

    /// The subject, written with symbols: `named` is congruent, and `notation` is the title.
    #[must_use]
    pub fn named(self, named: &Layout, notation: String) -> Self {
        let congruent = named.shape().congruent(self.domain.shape());
        Subject { notation, named: congruent.then_some(named.clone()), ..self }
    }

    /// The layout as CuTe prints it.
    pub fn notation(&self) -> &str {
        &self.notation
    }

    /// The layouts as CuTe prints them, with commas between them.
    pub(crate) fn notations(subjects: &[Subject]) -> String {
        subjects.iter().map(Subject::notation).collect::<Vec<_>>().join(", ")
    }

    /// Returns `true` if the answers are coordinates.
    pub(crate) fn is_over_a_basis(&self) -> bool {
        matches!(self.values, Values::Basis(_))
    }

    /// Returns `true` if one table shows the whole layout: two modes, and no padding.
    pub fn is_table(&self) -> bool {
        self.domain.rank() == 2 && self.bounds.is_everywhere()
    }

    /// The number of coordinates.
    pub fn cells(&self) -> i128 {
        match ops::size(&self.domain) {
            Ok(size) => size.known().unwrap_or(i128::MAX),
            Err(_) => i128::MAX,
        }
    }

    /// The layout of the coordinates.
    pub(crate) fn domain(&self) -> &Layout {
        &self.domain
    }

    /// The extents of the modes.
    pub(crate) fn extents(&self) -> Result<Vec<usize>, Error> {
        self.domain.modes().iter().map(extent).collect()
    }

    /// The number of coordinates.
    pub(crate) fn size(&self) -> Result<usize, Error> {
        extent(&self.domain)
    }

    /// The levels of a mode, inner first.
    pub(crate) fn levels(&self, mode: usize) -> Result<Vec<Level>, Error> {
        let numbers = self.domain.modes();
        let Some(numbers) = numbers.get(mode) else { return Ok(Vec::new()) };
        let names = self.named.as_ref().unwrap_or(&self.domain).modes();
        let names = names.get(mode).unwrap_or(numbers);
        let mut levels = Vec::new();
        for ((extent, _), (name, stride)) in numbers.leaves().into_iter().zip(names.leaves()) {
            let label = match (name.known(), extent.known()) {
                (None, Some(value)) => format!("{name} = {value}:{stride}"),
                _ => format!("{name}:{stride}"),
            };
            levels.push(Level { extent: to_usize(extent)?, step: 1, label });
        }
        Ok(levels)
    }

    /// The axis of a mode, which padding may make longer.
    pub(crate) fn axis(&self, mode: usize, size: usize) -> Result<Axis, Error> {
        Ok(Axis { size, levels: self.levels(mode)? })
    }

    /// The answer at a coordinate with an index for each mode.
    pub(crate) fn at(&self, coordinate: &[usize]) -> Result<Answer, Error> {
        match &self.values {
            Values::Numbers(numbers) => {
                let coordinate: Vec<i64> = coordinate.iter().map(|&c| c as i64).collect();
                match numbers.at(&coordinate) {
                    Some(offset) => Ok(Answer::Offset(offset)),
                    None => Err(Error::new("this is no coordinate")),
                }
            }
            Values::Basis(layout) => {
                Ok(Answer::Coordinate(ops::evaluate(&self.coordinate(coordinate), layout)?))
            }
        }
    }

    /// The coordinate nested like the shape, of one with an index for each mode.
    pub(crate) fn natural(&self, coordinate: &[usize]) -> Result<IntTuple, Error> {
        Ok(ops::idx2crd(&self.coordinate(coordinate), self.domain.shape())?)
    }

    /// Returns `true` if a coordinate is in bounds, or its bounds are not known.
    pub(crate) fn is_in_bounds(&self, coordinate: &[usize]) -> Result<bool, Error> {
        match self.bounds.is_everywhere() {
            true => Ok(true),
            false => Ok(self.bounds.contain(&self.coordinate(coordinate))? != Truth::False),
        }
    }

    /// Returns `true` if the bounds of the layout are not known.
    pub(crate) fn has_unknown_bounds(&self) -> bool {
        self.bounds.within().is_none()
    }

    fn coordinate(&self, coordinate: &[usize]) -> IntTuple {
        let mut indices = coordinate.iter().map(|&c| HTuple::Leaf(Int::new(c as i128)));
        match self.domain.shape() {
            HTuple::Leaf(_) => indices.next().unwrap_or(HTuple::Leaf(Int::ZERO)),
            HTuple::Tuple(_) => HTuple::Tuple(indices.collect()),
        }
    }
}

fn values(layout: &Layout) -> Result<Values, Error> {
    let basis = layout.leaves().iter().any(|(_, stride)| stride.as_int().is_none());
    Ok(if basis { Values::Basis(layout.clone()) } else { Values::Numbers(layout.numbers()?) })
}

fn domain(composed: &ComposedLayout) -> Result<Layout, Error> {
    Ok(composed.domain()?.clone())
}

/// The bits below those that the outermost swizzle changes, if there is one.
fn outermost_swizzle(composed: &ComposedLayout) -> Option<u32> {
    for (step, _) in composed.outer() {
        match step {
            Step::Swizzle(swizzle) if swizzle.bits > 0 => return Some(swizzle.base),
            _ => {}
        }
    }
    None
}

/// The size of a mode.
fn extent(mode: &Layout) -> Result<usize, Error> {
    to_usize(&ops::size(mode)?)
}

pub(crate) fn to_usize(int: &Int) -> Result<usize, Error> {
    match int.known().map(usize::try_from) {
        Some(Ok(word)) => Ok(word),
        _ => Err(Error::new(format!("{int} cells cannot be drawn"))),
    }
}

/// The integers of a coordinate that a layout over a basis answers.
pub(crate) fn components(answer: &IntTuple) -> Vec<i64> {
    let mut integers = Vec::new();
    for int in answer.leaves() {
        integers.push(int.known().unwrap_or(0).try_into().unwrap_or(0));
    }
    integers
}

impl fmt::Display for Answer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Answer::Offset(offset) => offset.fmt(f),
            Answer::Coordinate(coordinate) => coordinate.fmt(f),
        }
    }
}
