//! `Planned`: the plan of a layout: of numbers, over a basis, or with symbols.

use std::fmt;

use layout_algebra::Layout;
use layout_algebra::bounds::Bounds;

use super::basis::{BasisPlan, plan_basis};
use super::program::Entry;
use super::symbolic::SymbolicPlan;
use super::symbolic::plan_symbolic;
use super::unplannable::Unplannable;
use super::weight::Cost;
use super::{Plan, function_names, plan, plan_composed};
use crate::evaluated::Evaluated;
use crate::value::Value;

/// The plan of a layout.
#[derive(Clone, Debug)]
pub enum Planned {
    /// The plan of a layout whose offsets are integers.
    Integers(Box<Plan>),
    /// The plan of a layout over a basis.
    Basis(Box<BasisPlan>),
    /// The plan of a layout with symbols.
    Symbolic(Box<SymbolicPlan>),
}

/// The plan of the layout that an expression is, or of a shape in the place of one: with its
/// bounds, its symbols and their obligations.
pub fn plan_evaluated(evaluated: &Evaluated) -> Option<Result<Planned, Unplannable>> {
    if !evaluated.symbols.is_empty() {
        let plan = plan_symbolic(evaluated)?;
        return Some(plan.map(Box::new).map(Planned::Symbolic));
    }
    let plan = plan_value(&evaluated.value)?;
    Some(plan.map(|plan| plan.within(&evaluated.bounds)))
}

/// The plan of a value without symbols that is a layout, or a shape in the place of one.
pub fn plan_value(value: &Value) -> Option<Result<Planned, Unplannable>> {
    match value {
        Value::Composed(layout) => Some(plan_composed(layout).map(Planned::from)),
        Value::Layout(layout) => Some(plan_layout(layout)),
        Value::Vectors(layout) => Some(plan_basis(layout)?.map(Box::new).map(Planned::Basis)),
        Value::Tuple(_) => Some(plan(&value.as_layout()?.ok()?).map(Planned::from)),
        _ => None,
    }
}

/// The plan of a layout.
fn plan_layout(layout: &Layout) -> Result<Planned, Unplannable> {
    match plan_basis(layout) {
        Some(plan) => plan.map(Box::new).map(Planned::Basis),
        None => plan(layout).map(Planned::from),
    }
}

impl Planned {
    /// The layout in CuTe's notation.
    pub fn notation(&self) -> &str {
        match self {
            Planned::Integers(plan) => &plan.notation,
            Planned::Basis(plan) => &plan.notation,
            Planned::Symbolic(plan) => &plan.notation,
        }
    }

    /// The names of the functions.
    pub fn names(&self) -> [&'static str; 3] {
        match self {
            Planned::Integers(plan) => plan.names(),
            Planned::Basis(plan) => plan.names(),
            Planned::Symbolic(plan) => function_names(plan.is_signed()),
        }
    }

    /// The plan of each number that the functions answer, where it has no symbols.
    pub fn parts(&self) -> Vec<&Plan> {
        match self {
            Planned::Integers(plan) => vec![plan],
            Planned::Basis(plan) => plan.parts.leaves(),
            Planned::Symbolic(_) => Vec::new(),
        }
    }

    /// The number of coordinates that each function takes.
    pub fn takes(&self) -> [usize; 3] {
        match self {
            Planned::Integers(plan) => plan.entries().map(Entry::coordinates),
            Planned::Basis(plan) => plan.takes(),
            Planned::Symbolic(plan) => [1, plan.profile.modes().len(), plan.profile.leaf_count()],
        }
    }

    /// The cost of a function; `None` with symbols, whose values decide it.
    pub fn cost(&self, function: usize) -> Option<Cost> {
        match self {
            Planned::Integers(plan) => Some(plan.entries()[function].cost()),
            Planned::Basis(plan) => Some(plan.cost(function)),
            Planned::Symbolic(_) => None,
        }
    }

    /// Bounds of the coordinates that are no padding.
    pub fn bounds(&self) -> &Bounds {
        match self {
            Planned::Integers(plan) => &plan.bounds,
            Planned::Basis(plan) => &plan.bounds,
            Planned::Symbolic(plan) => &plan.bounds,
        }
    }

    /// The plan of a layout without symbols of which some coordinates are padding.
    fn within(self, bounds: &Bounds) -> Planned {
        match self {
            Planned::Integers(plan) => plan.within(bounds.clone()).into(),
            Planned::Basis(plan) => Planned::Basis(Box::new(plan.within(bounds.clone()))),
            symbolic @ Planned::Symbolic(_) => symbolic,
        }
    }

    /// The plan of a layout with functions of its own.
    #[must_use]
    pub fn factored(self) -> Planned {
        match self {
            Planned::Integers(plan) => plan.factored().into(),
            other @ (Planned::Basis(_) | Planned::Symbolic(_)) => other,
        }
    }
}

impl Planned {
    /// The plan for machines that multiply and add in one instruction.
    #[must_use]
    pub fn fused(self) -> Planned {
        match self {
            Planned::Integers(plan) => plan.fused().into(),
            Planned::Basis(mut plan) => {
                plan.parts = plan.parts.map(&mut |part| part.clone().fused());
                Planned::Basis(plan)
            }
            symbolic @ Planned::Symbolic(_) => symbolic,
        }
    }
}

impl From<Plan> for Planned {
    fn from(plan: Plan) -> Self {
        Planned::Integers(Box::new(plan))
    }
}

impl fmt::Display for Planned {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Planned::Integers(plan) => plan.fmt(f),
            Planned::Basis(plan) => plan.fmt(f),
            Planned::Symbolic(plan) => plan.fmt(f),
        }
    }
}
