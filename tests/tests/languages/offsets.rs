//! The answers of the functions of a layout, by plain loops over its leaves.

use layout_algebra::bounds::Bounds;
use layout_algebra::{HTuple, Int};
use layout_codegen::{Planned, Scope, parse_expression, plan_value, prove};

/// The extents of a layout, and what its functions answer at all coordinates in the order of
/// 1-D ones.
pub(crate) struct Expected {
    pub(crate) modes: Vec<u64>,
    pub(crate) leaves: Vec<u64>,
    pub(crate) offsets: Vec<i64>,
    /// True for each that is no padding, where some are.
    pub(crate) bounds: Option<Vec<bool>>,
    /// True if an answer of a function may be negative.
    pub(crate) is_signed: bool,
}

/// The answers of the functions of an expression of numbers; none for no layout with functions.
pub(crate) fn of(text: &str) -> Option<Expected> {
    let parsed = parse_expression(text.parse().ok()?).ok()?;
    let evaluated = prove(&parsed, &Scope::new()).ok()?;
    let Planned::Integers(plan) = plan_value(&evaluated.value)?.ok()? else { return None };
    let leaves: Vec<(u64, i64)> =
        plan.leaves().iter().map(|leaf| (leaf.extent, leaf.stride)).collect();
    let (mut offsets, mut bounds) = (Vec::new(), Vec::new());
    for i in 0..plan.size {
        let (mut rest, mut offset, mut coordinate) = (i, 0, Vec::new());
        for (extent, stride) in &leaves {
            offset += (rest % extent).cast_signed() * stride;
            coordinate.push(Int::new((rest % extent).into()));
            rest /= extent;
        }
        for twist in &plan.then {
            let moved = i128::from(offset + twist.offset);
            offset = i64::try_from(twist.swizzle.apply(moved)).ok()?;
        }
        offsets.push(offset);
        let mut rest = coordinate.into_iter();
        let at = plan.profile.map(&mut |_| rest.next().expect("a coordinate a leaf"));
        bounds.push(evaluated.bounds.contain(&at).ok()?.is_true());
    }
    let extent = |mode: &HTuple<_>| -> u64 {
        mode.leaves().into_iter().map(|leaf: &layout_codegen::Leaf| leaf.extent).product()
    };
    let padded = !evaluated.bounds.is_everywhere() && matches!(evaluated.bounds, Bounds::Within(_));
    (padded || evaluated.bounds.is_everywhere()).then(|| Expected {
        modes: plan.profile.modes().iter().map(extent).collect(),
        leaves: leaves.iter().map(|leaf| leaf.0).collect(),
        offsets,
        bounds: padded.then_some(bounds),
        is_signed: plan.is_signed(),
    })
}

impl Expected {
    /// The line of each function: what it answers, one after the other.
    pub(crate) fn lines(&self) -> Vec<(&'static str, String)> {
        let offsets = self.offsets.iter().map(i64::to_string).collect::<Vec<_>>().join(" ");
        let mut lines: Vec<(&str, String)> =
            ["index", "at", "at_flat"].into_iter().map(|name| (name, offsets.clone())).collect();
        if let Some(bounds) = &self.bounds {
            let bounds = bounds.iter().map(|within| if *within { "1" } else { "0" });
            lines.push(("in_bounds", bounds.collect::<Vec<_>>().join(" ")));
        }
        lines
    }
}
