//! `Function`: a layout as the laws see it, and what may follow it.

use std::fmt;

use crate::numbers::{all_different, points_of};
use crate::tree::{Layout, Tree, at, digits, notation, shape, size};
use crate::{EXHAUSTIVE, Law, ensure};

/// One step after a layout.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Step {
    /// `Sw<B,M,S>`.
    Swizzle(u32, u32, i32),
    /// An offset.
    Add(i128),
    /// A layout.
    Layout(Layout),
}

impl Step {
    /// The value of the step.
    pub fn at(&self, x: i128) -> i128 {
        match self {
            Step::Swizzle(bits, base, shift) => {
                let mask = ((1 << bits) - 1) << base;
                match shift {
                    0.. => x ^ (x >> shift & mask),
                    _ => x ^ ((x & mask) << -shift),
                }
            }
            Step::Add(offset) => x.wrapping_add(*offset),
            Step::Layout(layout) => at(layout, x),
        }
    }
}

/// A layout and the steps after it, of which the last is taken first. Without a layout
/// the coordinates are all integers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Function {
    /// The steps as they are written.
    pub steps: Vec<Step>,
    /// The layout.
    pub domain: Option<Layout>,
}

impl From<Layout> for Function {
    fn from(layout: Layout) -> Self {
        Function { steps: Vec::new(), domain: Some(layout) }
    }
}

impl Function {
    /// The value at a 1-D coordinate.
    pub fn at(&self, x: i128) -> i128 {
        self.after(self.domain.as_ref().map_or(x, |layout| at(layout, x)))
    }

    /// The value of the steps.
    pub fn after(&self, x: i128) -> i128 {
        self.steps.iter().rev().fold(x, |x, step| step.at(x))
    }

    /// The layout, where there is one and nothing after it.
    pub fn layout(&self) -> Option<&Layout> {
        self.domain.as_ref().filter(|_| self.steps.is_empty())
    }

    /// The same steps after another layout.
    pub fn on(&self, domain: Layout) -> Function {
        Function { steps: self.steps.clone(), domain: Some(domain) }
    }

    /// The shape of the coordinates.
    pub fn shape(&self) -> Tree<i128> {
        self.domain.as_ref().map_or(Tree::Leaf(1), shape)
    }

    /// The number of coordinates.
    pub fn size(&self) -> i128 {
        size(&self.shape())
    }

    /// The values at all coordinates.
    pub fn values(&self) -> Vec<i128> {
        (0..self.size()).map(|c| self.at(c)).collect()
    }

    /// The values in ascending order, of up to [`EXHAUSTIVE`] coordinates.
    pub fn sorted(&self) -> Option<Vec<i128>> {
        let mut values = if self.size() <= EXHAUSTIVE { self.values() } else { return None };
        values.sort_unstable();
        Some(values)
    }

    /// The values in ascending order, each once.
    pub fn image(&self) -> Option<Vec<i128>> {
        let mut values = self.sorted()?;
        values.dedup();
        Some(values)
    }

    /// True unless two of up to [`EXHAUSTIVE`] coordinates have one value.
    pub fn is_injective(&self) -> bool {
        self.sorted().is_none_or(all_different)
    }

    /// The layout before all steps; `1:0` for none.
    pub fn domain(&self) -> Layout {
        self.domain.clone().unwrap_or(Tree::Leaf((1, 0)))
    }

    /// The 1-D coordinates at which a law visits the function; without a layout, one bit each.
    pub fn points(&self) -> Vec<i128> {
        match &self.domain {
            Some(layout) => points_of(&shape(layout).leaves()),
            None => (0..64).map(|bit| 1 << bit).collect(),
        }
    }
}

/// `A(c) = B(c)` for the coordinates of a shape of one size.
pub fn same(expected: &Function, found: &Function) -> Law {
    let sizes = (expected.size(), found.size());
    ensure!(sizes.0 == sizes.1, "{found} has {} values, not {}", sizes.1, sizes.0);
    at_all(&expected.points(), found, |c| expected.at(c))
}

/// `R(c)` is as expected at some coordinates.
pub(crate) fn at_all(points: &[i128], found: &Function, expected: impl Fn(i128) -> i128) -> Law {
    for &c in points {
        let (x, y) = (found.at(c), expected(c));
        ensure!(x == y, "{found} at {c} is {x}, not {y}");
    }
    Ok(())
}

impl fmt::Display for Function {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let steps = self.steps.iter().map(|step| match step {
            Step::Swizzle(bits, base, shift) => format!("Sw<{bits},{base},{shift}>"),
            Step::Add(offset) => offset.to_string(),
            Step::Layout(layout) => notation(layout),
        });
        let domain = self.domain.iter().map(notation);
        f.write_str(&steps.chain(domain).collect::<Vec<_>>().join(" o "))
    }
}

/// The coordinates that are no padding.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Within {
    /// The coordinates at which each of the layouts is below its number; all, if there are no layouts.
    Below(Vec<(Layout, i128)>),
    /// No promise.
    Unknown,
}

impl Within {
    /// No padding.
    pub const EVERYWHERE: Within = Within::Below(Vec::new());

    /// True if a 1-D coordinate of a shape is no padding; none where nothing is promised.
    pub fn has(&self, coordinate: i128) -> Option<bool> {
        let Within::Below(bounds) = self else { return None };
        Some(bounds.iter().all(|(layout, end)| {
            let leaves = layout.leaves();
            let extents: Vec<i128> = leaves.iter().map(|leaf| leaf.0).collect();
            let digits = digits(coordinate, &extents);
            digits.iter().zip(&leaves).map(|(c, (_, d))| c * d).sum::<i128>() < *end
        }))
    }

    /// True if all coordinates are known to be no padding.
    pub fn is_everywhere(&self) -> bool {
        *self == Within::EVERYWHERE
    }
}
