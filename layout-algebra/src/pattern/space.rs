//! The index space of a pattern, and the layouts of the operands over it.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use super::bind::{Axes, Key, OP};
use super::error::InPattern;
use super::{Axis, Item, Pattern, PatternError, PatternOp, Size, Space, SpaceAxis, Term};
use crate::{CollectVec, Error, Int, Layout, ModePath, SortFew, decide};

/// A mode of the space.
enum Node {
    /// An axis: its name, or the place in `...`; and its extent.
    Axis(Key, Int),
    /// An axis without a name and without an operand.
    New(Int),
    /// Several axes in one mode, the first the fastest.
    Group(Vec<Node>),
}

/// The layouts of the operands over the index space.
pub(super) fn space(
    pattern: &Pattern,
    op: PatternOp,
    layouts: &[Layout],
    sizes: &[Size<'_>],
) -> Result<Space, PatternError> {
    let output = result(pattern, op)?;
    check_sides(pattern, op, &output, sizes)?;
    let axes = Axes::of(pattern, op, layouts, sizes)?;
    let mut nodes = Vec::new();
    for item in &output.items {
        node(item, &axes, sizes, &mut nodes)?;
    }
    if matches!(op, PatternOp::Reduce | PatternOp::Einsum) {
        nodes.insert(0, contracted(&axes, &output));
    }
    let (mut layouts, mut found) = (Vec::new(), Vec::new());
    for along in &axes.along {
        layouts.push(layout_of(&nodes, along).at(&(0..pattern.text.len()))?);
    }
    for (mode, node) in nodes.iter().enumerate() {
        node.axes(&ModePath::from([mode]), &axes, &mut found);
    }
    Ok(Space { layouts, axes: found })
}

/// The layout of an operand over the index space.
fn layout_of(nodes: &[Node], along: &[(Key, Layout)]) -> Result<Layout, Error> {
    let modes = nodes.iter().map(|node| node.layout(along)).try_collect_vec()?;
    Layout::from_modes(&modes)
}

/// The result: what follows `->`; in `einsum` without it, the axes that stand once.
pub(super) fn result(pattern: &Pattern, op: PatternOp) -> Result<Term, PatternError> {
    if let Some(output) = &pattern.output {
        return Ok(output.clone());
    }
    let end = pattern.text.len();
    if op != PatternOp::Einsum {
        return Err(PatternError::new(&(0..end), "the pattern has no `->`")
            .help("the result stands after `->`, as in `b h -> h b`"));
    }
    let all = input_axes(pattern);
    let mut once = Vec::new();
    for axis in &all {
        if all.iter().filter(|other| other.name == axis.name).count() == 1 {
            once.push(Item::Axis((*axis).clone()));
        }
    }
    once.sort_few_by_key(Item::to_string);
    if let Some(at) = pattern.inputs.iter().find_map(Term::rest) {
        once.insert(0, Item::Rest(at.clone()));
    }
    Ok(Term { items: once, at: end..end })
}

/// Refuses axes of one side that the other should have, and sizes of none.
fn check_sides(
    pattern: &Pattern,
    op: PatternOp,
    output: &Term,
    sizes: &[Size<'_>],
) -> Result<(), PatternError> {
    let (inputs, outputs) = (input_axes(pattern), output.axes());
    for (i, axis) in outputs.iter().enumerate() {
        let name = &axis.name;
        if let Some(first) = named(&outputs[..i], name) {
            let (first, second) = (first.at.start, axis.at.start);
            let message =
                format!("`{name}` stands twice on the right, at bytes {first} and {second}");
            return Err(PatternError::new(&axis.at, message));
        }
        if op == PatternOp::Repeat || named(&inputs, name).is_some() {
            continue;
        }
        let error = PatternError::new(&axis.at, format!("`{name}` is on the right of `->` alone"));
        return Err(match op {
            PatternOp::Rearrange => {
                error.help(format!("`repeat` adds an axis: give it `{name} = …`"))
            }
            _ => error,
        });
    }
    if matches!(op, PatternOp::Rearrange | PatternOp::Repeat) {
        let lost = inputs.iter().find(|axis| named(&outputs, &axis.name).is_none());
        if let Some(Axis { name, at }) = lost {
            return Err(PatternError::new(at, format!("`{name}` is on the left of `->` alone"))
                .help("`reduce` has axes that the result has not"));
        }
    }
    let (left, right) = (pattern.inputs.iter().find_map(Term::rest), output.rest());
    if let (Some(at), None) | (None, Some(at)) = (left, right) {
        return Err(PatternError::new(at, "`...` is on one side of `->` alone"));
    }
    let whole = 0..pattern.text.len();
    for (name, size) in sizes {
        if named(&inputs, name).or(named(&outputs, name)).is_none() {
            let message =
                format!("`{name} = {size}` is given, and the pattern has no axis `{name}`");
            return Err(PatternError::new(&whole, message).of_size(name));
        }
    }
    for (i, (name, size)) in sizes.iter().enumerate() {
        if sizes[..i].iter().any(|(other, _)| other == name) {
            let message = format!("the size of `{name}` is given twice");
            return Err(PatternError::new(&whole, message).of_size(name));
        }
        if !decide::positive(OP, size).at(&whole)? {
            let message = format!("`{name} = {size}` is no length of an axis: it is below 1");
            let axis = named(&inputs, name).or(named(&outputs, name));
            return Err(
                PatternError::new(axis.map_or(&whole, |axis| &axis.at), message).of_size(name)
            );
        }
    }
    Ok(())
}

/// The axis of a name.
fn named<'a>(axes: &[&'a Axis], name: &str) -> Option<&'a Axis> {
    axes.iter().find(|axis| axis.name == name).copied()
}

/// The axes of all operands.
fn input_axes(pattern: &Pattern) -> Vec<&Axis> {
    let mut axes = Vec::new();
    for term in &pattern.inputs {
        axes.extend(term.axes());
    }
    axes
}

/// The modes that an item of the result is.
fn node(
    item: &Item,
    axes: &Axes<'_>,
    sizes: &[Size<'_>],
    into: &mut Vec<Node>,
) -> Result<(), PatternError> {
    match item {
        Item::Axis(Axis { name, at }) => {
            let key = Key::Name(name.clone());
            let given = sizes.iter().find(|(other, _)| other == name);
            let extent = match (axes.bound(&key), given) {
                (Some(bound), _) => bound.extent.clone(),
                (None, Some((_, size))) => size.clone(),
                (None, None) => {
                    return Err(PatternError::new(at, format!("`{name}` is new, and has no size"))
                        .help(format!("a size stands after the pattern: `{name} = …`")));
                }
            };
            into.push(Node::Axis(key, extent));
        }
        Item::Number(0, at) => {
            return Err(PatternError::new(at, "0 is no length of an axis: it is below 1"));
        }
        Item::Number(number, _) => into.push(Node::New(Int::new(i128::from(*number)))),
        Item::Rest(_) => {
            let mut rests: Vec<(usize, &Int)> = Vec::new();
            for bound in &axes.all {
                if let Key::Rest(place) = bound.key {
                    rests.push((place, &bound.extent));
                }
            }
            rests.sort_few_by_key(|(place, _)| core::cmp::Reverse(*place));
            for (place, extent) in rests {
                into.push(Node::Axis(Key::Rest(place), extent.clone()));
            }
        }
        Item::Group(items, _) => {
            let mut inside = Vec::new();
            for item in items {
                node(item, axes, sizes, &mut inside)?;
            }
            // The last axis of a group is the fastest.
            inside.reverse();
            into.push(match inside.len() {
                1 => inside.remove(0),
                _ => Node::Group(inside),
            });
        }
    }
    Ok(())
}

/// The axes that the result has not, as one mode, in the order in which they stand.
fn contracted(axes: &Axes<'_>, output: &Term) -> Node {
    let (kept, mut nodes) = (output.axes(), Vec::new());
    for bound in &axes.all {
        let is_kept = match &bound.key {
            Key::Name(name) => named(&kept, name).is_some(),
            Key::Rest(_) => output.rest().is_some(),
        };
        if !is_kept {
            nodes.push(Node::Axis(bound.key.clone(), bound.extent.clone()));
        }
    }
    if nodes.len() == 1 { nodes.remove(0) } else { Node::Group(nodes) }
}

impl Node {
    /// The mode of an operand with a layout along each of its axes.
    fn layout(&self, along: &[(Key, Layout)]) -> Result<Layout, Error> {
        match self {
            Node::Axis(key, extent) => match along.iter().find(|(other, _)| other == key) {
                Some((_, layout)) => Ok(layout.clone()),
                None => Layout::leaf(extent.clone(), Int::ZERO),
            },
            Node::New(extent) => Layout::leaf(extent.clone(), Int::ZERO),
            Node::Group(nodes) if nodes.is_empty() => Ok(Layout::unit()),
            Node::Group(nodes) => {
                let modes = nodes.iter().map(|node| node.layout(along));
                Layout::from_modes(&modes.try_collect_vec()?)
            }
        }
    }

    fn axes(&self, path: &ModePath, axes: &Axes<'_>, into: &mut Vec<SpaceAxis>) {
        match self {
            Node::Axis(key, _) => {
                let name: Option<String> = match key {
                    Key::Name(name) => Some(name.to_string()),
                    Key::Rest(_) => None,
                };
                let source = axes.bound(key).and_then(|bound| bound.source);
                into.push(SpaceAxis { path: path.clone(), name, source });
            }
            Node::New(_) => {}
            Node::Group(nodes) => {
                for (i, node) in nodes.iter().enumerate() {
                    node.axes(&path.child(i), axes, into);
                }
            }
        }
    }
}
