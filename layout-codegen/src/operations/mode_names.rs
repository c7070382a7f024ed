//! Names of the modes of a result.
//!
//! Each row of the tables names one of these functions; without one, the modes of its result have
//! no names. What one row alone has is beside it.

pub(super) mod parts;
pub(super) mod reshaped;

use layout_algebra::{CollectVec, HTuple, Int, Layout, ModePath, SortFew};

use super::annotations::shape;
use super::bounds::layout_in;
use super::mode_names::parts::part_name;
use super::row::Call;
use crate::allow::Allow;
use crate::mode_names::{ModeNames, is_name};
use crate::value::Value;

/// Names of a result that keeps each mode of operand 0 in its place.
pub(super) fn same(call: &Call<'_>) -> ModeNames {
    call.of[0].names.clone()
}

/// Names of a result that keeps each mode of operand 1 in its place.
pub(super) fn of_second(call: &Call<'_>) -> ModeNames {
    call.of[1].names.clone()
}

/// Names of a result whose modes are the axes of the values of operand 0.
pub(super) fn of_axes(call: &Call<'_>) -> ModeNames {
    let mut named = Vec::new();
    for (axis, name) in call.of[0].names.axes().iter().enumerate() {
        // An axis may be called as no mode can be.
        if is_name(name) {
            named.push((ModePath::from([axis]), name.clone()));
        }
    }
    ModeNames::new(named)
}

/// Names of the result of an operation on a closure and a shape.
pub(super) fn on_shape(call: &Call<'_>) -> ModeNames {
    if call.of.len() > 1 { of_second(call) } else { ModeNames::NONE }
}

/// Names of a result with the modes of a shape, or of several layouts.
pub(super) fn made(call: &Call<'_>) -> ModeNames {
    match call.operands.value(0) {
        Value::Tuple(_) => same(call),
        _ => rearranged(call),
    }
}

/// Names of a result that has the operand's modes in another order, or some of them, chosen by
/// nothing but their extents: each mode keeps its name wherever it goes. To find the modes again,
/// the operation is applied to layouts whose extents are different numbers.
pub(super) fn rearranged(call: &Call<'_>) -> ModeNames {
    let mut values = call.operands.values.to_vec();
    let (mut sources, mut last) = (Vec::new(), 1);
    for (value, annotations) in values.iter_mut().zip(call.of) {
        let Some(of) = value.domain_shape() else { continue };
        let numbers = of.map(&mut |_| {
            last += 1;
            Int::new(last)
        });
        let Ok(numbered) = Layout::new(numbers.clone(), numbers.map(&mut |_| Int::ZERO.into()))
        else {
            return ModeNames::NONE;
        };
        sources.push((Nodes::of(&numbers), &annotations.names));
        *value = numbered.into();
    }
    let Ok(applied) = call.operation.apply(&values, Allow::all()) else { return ModeNames::NONE };
    let Some(result) = shape(&applied.value) else { return ModeNames::NONE };
    let result = Nodes::of(&result);
    let whole = match result.source(&ModePath::root(), &sources) {
        Some((path, names)) if !path.is_root() => names.of(path.indices()),
        _ => None,
    };
    let whole = part_name(whole, "");
    let mut named = Vec::new();
    for (path, _) in &result.0 {
        if let Some((source, names)) = result.source(path, &sources)
            && let Some(name) = names.of(source.indices())
        {
            // Within a mode that is the whole now, it is called without that.
            named.push((path.clone(), name.strip_prefix(&whole).unwrap_or(name).to_owned()));
        }
    }
    ModeNames::new(named)
}

/// The modes of a shape of numbers, each with the numbers in it.
struct Nodes(Vec<(ModePath, Vec<Int>)>);

impl Nodes {
    fn of(shape: &HTuple<Int>) -> Self {
        fn walk(shape: &HTuple<Int>, path: &ModePath, nodes: &mut Vec<(ModePath, Vec<Int>)>) {
            let mut numbers = shape.leaves().into_iter().cloned().collect_vec();
            numbers.sort_few();
            if !numbers.is_empty() {
                nodes.push((path.clone(), numbers));
            }
            if let HTuple::Tuple(items) = shape {
                for (i, item) in items.iter().enumerate() {
                    walk(item, &path.child(i), nodes);
                }
            }
        }
        let mut nodes = Vec::new();
        walk(shape, &ModePath::root(), &mut nodes);
        Nodes(nodes)
    }

    /// The modes with these numbers, which are one in another, from the inside.
    fn with(&self, numbers: &[Int]) -> Vec<&ModePath> {
        let same = self.0.iter().rev().filter(|(_, other)| other == numbers);
        same.map(|(path, _)| path).collect_vec()
    }

    /// The mode of a source that one of these was, and the names there.
    fn source<'a>(
        &self,
        path: &ModePath,
        sources: &'a [(Nodes, &'a ModeNames)],
    ) -> Option<(&'a ModePath, &'a ModeNames)> {
        let (_, numbers) = self.0.iter().find(|(other, _)| other == path)?;
        let same = self.with(numbers);
        for other in &same {
            // A mode that stands twice is two.
            let (one, other) = (path.indices(), other.indices());
            if !other.starts_with(one) && !one.starts_with(other) {
                return None;
            }
        }
        let place = same.iter().position(|other| *other == path)?;
        for (nodes, names) in sources {
            if let Some(source) = nodes.with(numbers).get(place) {
                return Some((source, names));
            }
        }
        None
    }
}

/// Names of a result in which leaves are merged or ordered: a leaf that is left as it is keeps its name.
pub(super) fn unmerged(call: &Call<'_>) -> ModeNames {
    let (Some(of), Some(result)) = (layout_in(call.operands.value(0)), layout_in(call.result))
    else {
        return ModeNames::NONE;
    };
    let (paths, before) = (of.shape().leaf_paths(), of.leaves());
    let mut named = Vec::new();
    for ((path, _), leaf) in result.shape().leaf_paths().into_iter().zip(result.leaves()) {
        let mut same = paths.iter().zip(&before).filter(|(_, other)| **other == leaf);
        if let (Some(((source, _), _)), None) = (same.next(), same.next())
            && let Some(name) = call.of[0].names.of(source.indices())
        {
            named.push((path, name.to_owned()));
        }
    }
    ModeNames::new(named)
}
