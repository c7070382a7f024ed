//! `Planned`: the plan of a layout, whether it answers integers or tuples.

use std::fmt;

use layout_algebra::Layout;
use layout_algebra::bounds::Bounds;

use super::{BasisPlan, Cost, Entry, Plan, Unplannable, plan, plan_basis, plan_composed};
use crate::value::Value;

/// The plan of a layout.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Planned {
    /// Of one that answers integers.
    Integers(Box<Plan>),
    /// Of one over a basis.
    Basis(Box<BasisPlan>),
}

/// The plan of a value that is a layout, or a shape in the place of one.
pub fn plan_value(value: &Value) -> Option<Result<Planned, Unplannable>> {
    match value {
        Value::Composed(layout) => Some(plan_composed(layout).map(Planned::from)),
        Value::Layout(layout) => Some(plan_layout(layout)),
        Value::Tuple(_) => Some(plan(&value.as_layout()?.ok()?).map(Planned::from)),
        _ => None,
    }
}

/// The plan of a layout.
pub(crate) fn plan_layout(layout: &Layout) -> Result<Planned, Unplannable> {
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
        }
    }

    /// The names of the functions.
    pub fn names(&self) -> [&'static str; 3] {
        match self {
            Planned::Integers(plan) => plan.names(),
            Planned::Basis(plan) => plan.names(),
        }
    }

    /// The plan of each number that the functions answer.
    pub fn parts(&self) -> Vec<&Plan> {
        match self {
            Planned::Integers(plan) => vec![plan],
            Planned::Basis(plan) => plan.parts.leaves(),
        }
    }

    /// The number of coordinates that each function takes.
    pub fn takes(&self) -> [usize; 3] {
        match self {
            Planned::Integers(plan) => plan.entries().map(Entry::coordinates),
            Planned::Basis(plan) => plan.takes(),
        }
    }

    /// What a function costs.
    pub fn cost(&self, function: usize) -> Cost {
        match self {
            Planned::Integers(plan) => plan.entries()[function].cost(),
            Planned::Basis(plan) => plan.cost(function),
        }
    }

    /// Which coordinates are padding.
    pub fn bounds(&self) -> &Bounds {
        match self {
            Planned::Integers(plan) => &plan.bounds,
            Planned::Basis(plan) => &plan.bounds,
        }
    }

    /// The plan of a layout of which some coordinates are padding.
    #[must_use]
    pub fn within(self, bounds: Bounds) -> Planned {
        match self {
            Planned::Integers(plan) => plan.within(bounds).into(),
            Planned::Basis(plan) => Planned::Basis(Box::new(plan.within(bounds))),
        }
    }

    /// The plan of a layout with functions of its own.
    #[must_use]
    pub fn factored(self) -> Planned {
        match self {
            Planned::Integers(plan) => plan.factored().into(),
            basis @ Planned::Basis(_) => basis,
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
        }
    }
}
