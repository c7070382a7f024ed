//! `BasisPlan`: a layout whose strides step along a basis. Each number of what it answers
//! is a layout of the same shape, with the strides along that one element.

use std::fmt;

use layout_algebra::bounds::Bounds;
use layout_algebra::{CollectVec, HTuple, Layout, ModePath, Terms, ops};
use layout_core::{MAX_LEAVES, MAX_RANK};

use super::display::coordinates;
use super::unplannable::Unplannable;
use super::weight::Cost;
use super::{Plan, bounds, function_names, plan};

/// All that an expansion says about a layout over a basis.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BasisPlan {
    /// The layout in CuTe's notation.
    pub notation: String,
    /// The number of modes.
    pub rank: usize,
    /// The levels of nesting.
    pub depth: usize,
    /// The number of coordinates.
    pub size: u64,
    /// The extents of the leaves.
    pub extents: Vec<u64>,
    /// A plan for each number of the answer, nested like it.
    pub parts: HTuple<Plan>,
    /// Bounds of the coordinates that are no padding.
    pub bounds: Bounds,
}

/// Plans the expansion of a layout over a basis; `None` for integer strides.
///
/// # Errors
///
/// [`Unplannable`] for a layout that has no index functions.
pub fn plan_basis<D: Terms>(layout: &Layout<D>) -> Option<Result<BasisPlan, Unplannable>> {
    if layout.axes().iter().all(ModePath::is_root) { None } else { Some(planned(layout)) }
}

/// Each number of the values by what the layout does along it.
fn planned<D: Terms>(layout: &Layout<D>) -> Result<BasisPlan, Unplannable> {
    let Ok(answer) = ops::coprofile(layout) else { return Err(Unplannable::unknown(layout)) };
    check_answer(&answer, layout)?;
    let mut parts = Vec::new();
    for (path, _) in answer.leaf_paths() {
        let Ok(part) = layout.along(&path) else { return Err(Unplannable::unknown(layout)) };
        parts.push(plan(&part)?.factored());
    }
    let Some(first) = parts.first() else { return Err(Unplannable::unknown(layout)) };
    let (rank, depth, size) = (first.rank, first.depth, first.size);
    let extents = first.leaves().iter().map(|leaf| leaf.extent).collect_vec();
    let parts = answer.with_leaves(parts);
    let (notation, bounds) = (layout.to_string(), Bounds::EVERYWHERE);
    Ok(BasisPlan { notation, rank, depth, size, extents, parts, bounds })
}

/// Refuses an answer of more numbers or modes than the others have.
fn check_answer<T>(answer: &HTuple<T>, layout: &dyn fmt::Display) -> Result<(), Unplannable> {
    let leaves = answer.leaf_count();
    if leaves > MAX_LEAVES || widest(answer) > MAX_RANK {
        return Err(Unplannable::Answer { layout: layout.to_string(), leaves });
    }
    Ok(())
}

fn widest<T>(tuple: &HTuple<T>) -> usize {
    match tuple {
        HTuple::Leaf(_) => 0,
        HTuple::Tuple(items) => items.iter().map(widest).fold(items.len(), usize::max),
    }
}

impl BasisPlan {
    /// The plan of a layout of which some coordinates are padding.
    pub(super) fn within(self, bounds: Bounds) -> Self {
        BasisPlan { bounds: bounds::planned(bounds), ..self }
    }

    /// The table of the coordinates that at most `cells` coordinates answer, as [`Plan::table`].
    pub fn table(&self, cells: u64) -> Option<String> {
        let first = *self.parts.leaves().first()?;
        if self.size > cells {
            return None;
        }
        let parts = self.parts.map(&mut Plan::offsets);
        let mut cells = Vec::new();
        for at in 0..self.size as usize {
            cells.push(parts.map(&mut |part| part.get(at).copied().unwrap_or(0)).to_string());
        }
        let width = cells.iter().map(String::len).max()?;
        bounds::mark(&self.bounds, width, &mut cells);
        crate::table::draw(&self.notation, width, &first.extents(), &cells)
    }

    /// Returns whether an offset along the basis is negative.
    pub fn is_signed(&self) -> bool {
        self.parts.leaves().into_iter().any(Plan::is_signed)
    }

    /// The names of the functions: of indices, or of offsets where one is negative.
    pub fn names(&self) -> [&'static str; 3] {
        function_names(self.is_signed())
    }

    /// The number of coordinates that each function takes.
    pub fn takes(&self) -> [usize; 3] {
        [1, self.rank, self.extents.len()]
    }

    /// The cost of a function: the sum of the costs of its numbers.
    pub(super) fn cost(&self, function: usize) -> Cost {
        let mut cost = Cost::default();
        for plan in self.parts.leaves() {
            cost += plan.entries()[function].cost();
        }
        cost
    }
}

impl fmt::Display for BasisPlan {
    /// One line for each fact and each function, with what a call of it costs.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}", self.notation)?;
        writeln!(f, "rank {}, depth {}, size {}", self.rank, self.depth, self.size)?;
        let functions = self.names().into_iter().zip(self.takes()).enumerate();
        for (k, (name, takes)) in functions {
            let takes = coordinates(k, takes);
            let text = self.parts.map(&mut |plan| plan.entries()[k].text(&takes));
            writeln!(f, "{name}({}) = {text}  [{}]", takes.join(", "), self.cost(k))?;
        }
        Ok(())
    }
}
