//! The index space of a pattern, and the layouts of the operands over it.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::ops::Range;

use super::bind::{Axes, Key, OP};
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
    let whole = 0..pattern.text.len();
    let refused = |error: Error| PatternError::algebra(&whole, error);
    let over = axes.along.iter().map(|along| {
        let modes = nodes.iter().map(|node| node.layout(along)).try_collect_vec()?;
        Layout::from_modes(&modes)
    });
    let layouts = over.try_collect_vec::<_, Error>().map_err(refused)?;
    let mut found = Vec::new();
    for (mode, node) in nodes.iter().enumerate() {
        node.axes(&ModePath::root().child(mode), &axes, &mut found);
    }
    Ok(Space { layouts, axes: found })
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
    let all = pattern.inputs.iter().flat_map(Term::axes).collect_vec();
    let once = |axis: &&&Axis| all.iter().filter(|other| other.name == axis.name).count() == 1;
    let mut items = all.iter().filter(once).copied().collect_vec();
    items.sort_few_by(&|a, b| a.name.cmp(&b.name));
    let rest = pattern.inputs.iter().flat_map(Term::leaves);
    let rest = rest.filter(|item| matches!(item, Item::Rest(_))).take(1).cloned();
    let items = rest.chain(items.into_iter().cloned().map(Item::Axis)).collect_vec();
    Ok(Term { items, at: end..end })
}

/// Refuses axes of one side that the other should have, and sizes of none.
fn check_sides(
    pattern: &Pattern,
    op: PatternOp,
    output: &Term,
    sizes: &[Size<'_>],
) -> Result<(), PatternError> {
    let inputs = || pattern.inputs.iter().flat_map(Term::axes);
    for (i, axis) in output.axes().enumerate() {
        let name = &axis.name;
        if let Some(first) = output.axes().take(i).find(|other| other.name == *name) {
            let (first, second) = (first.at.start, axis.at.start);
            let message =
                format!("`{name}` stands twice on the right, at bytes {first} and {second}");
            return Err(PatternError::new(&axis.at, message));
        }
        if op == PatternOp::Repeat || inputs().any(|other| other.name == *name) {
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
        let lost = inputs().find(|axis| !output.axes().any(|other| other.name == axis.name));
        if let Some(Axis { name, at }) = lost {
            return Err(PatternError::new(at, format!("`{name}` is on the left of `->` alone"))
                .help("`reduce` has axes that the result has not"));
        }
    }
    let rest = |term: &Term| {
        term.leaves().find(|item| matches!(item, Item::Rest(_))).map(|item| item.at().clone())
    };
    let (left, right) = (pattern.inputs.iter().find_map(rest), rest(output));
    if let (Some(at), None) | (None, Some(at)) = (left, right) {
        return Err(PatternError::new(&at, "`...` is on one side of `->` alone"));
    }
    let is_axis = |name: &str| inputs().chain(output.axes()).any(|axis| axis.name == name);
    if let Some((name, size)) = sizes.iter().find(|(name, _)| !is_axis(name)) {
        let message = format!("`{name} = {size}` is given, and the pattern has no axis `{name}`");
        return Err(PatternError::new(&(0..pattern.text.len()), message));
    }
    for (i, (name, size)) in sizes.iter().enumerate() {
        let whole = 0..pattern.text.len();
        if sizes[..i].iter().any(|(other, _)| other == name) {
            return Err(PatternError::new(&whole, format!("the size of `{name}` is given twice")));
        }
        let positive = decide::positive(OP, size);
        if !positive.map_err(|error| PatternError::algebra(&whole, error))? {
            let message = format!("`{name} = {size}` is no length of an axis: it is below 1");
            return Err(PatternError::new(&place_of(pattern, output, name), message));
        }
    }
    Ok(())
}

fn place_of(pattern: &Pattern, output: &Term, name: &str) -> Range<usize> {
    let mut axes = pattern.inputs.iter().flat_map(Term::axes).chain(output.axes());
    axes.find(|axis| axis.name == name).map_or(0..pattern.text.len(), |axis| axis.at.clone())
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
            let bound = axes.all.iter().find(|bound| bound.key == key);
            let given = sizes.iter().find(|(other, _)| other == name);
            let extent = match (bound, given) {
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
            let rests = rests.into_iter();
            into.extend(rests.map(|(place, extent)| Node::Axis(Key::Rest(place), extent.clone())));
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
    let is_kept = |key: &Key| match key {
        Key::Name(name) => output.axes().any(|axis| axis.name == *name),
        Key::Rest(_) => output.leaves().any(|item| matches!(item, Item::Rest(_))),
    };
    let lost = axes.all.iter().filter(|bound| !is_kept(&bound.key));
    let mut nodes =
        lost.map(|bound| Node::Axis(bound.key.clone(), bound.extent.clone())).collect_vec();
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
                let bound = axes.all.iter().find(|bound| bound.key == *key);
                let source = bound.and_then(|bound| bound.source);
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
