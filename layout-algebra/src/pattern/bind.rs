//! The axes of the operands: their extents, and the layout of each along them.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::ops::Range;

use super::error::InPattern;
use super::{Axis, Item, Pattern, PatternError, PatternOp, Size, Term};
use crate::{CollectVec, Error, HTuple, Int, Layout, decide, ops};

pub(super) const OP: &str = "rearrange";

/// The identity of an axis: its name, or its place in `...`, counted from the end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Key {
    Name(String),
    Rest(usize),
}

/// An axis that operands have.
pub(super) struct Bound {
    pub(super) key: Key,
    pub(super) extent: Int,
    /// The place in the pattern that the extent is from.
    at: Range<usize>,
    /// Whose extent it is, for messages.
    of: String,
    /// The operand and the mode that the axis is the whole of.
    pub(super) source: Option<(usize, usize)>,
}

/// The axes that operands have, in the order in which they stand.
pub(super) struct Axes<'a> {
    sizes: &'a [Size<'a>],
    pub(super) all: Vec<Bound>,
    /// The layout of each operand along its axes.
    pub(super) along: Vec<Vec<(Key, Layout)>>,
}

/// The items of a term with the modes that each is.
pub(super) fn places(term: &Term, rank: usize) -> Vec<(&Item, Range<usize>)> {
    let rests = (rank + 1).saturating_sub(term.items.len());
    let (mut next, mut places) = (0, Vec::new());
    for item in &term.items {
        let first = next;
        next += if matches!(item, Item::Rest(_)) { rests } else { 1 };
        places.push((item, first..next));
    }
    places
}

/// Returns true if a term has as many modes as a layout.
pub(super) fn fits(term: &Term, layout: &Layout) -> bool {
    let has_rest = term.items.iter().any(|item| matches!(item, Item::Rest(_)));
    match has_rest {
        true => term.items.len() <= layout.rank() + 1,
        false => term.items.len() == layout.rank(),
    }
}

fn size_of(sizes: &[Size<'_>], axis: &str) -> Option<Int> {
    sizes.iter().find(|(name, _)| *name == axis).map(|(_, size)| size.clone())
}

impl<'a> Axes<'a> {
    /// Binds the axes of the operands of a pattern.
    pub(super) fn of(
        pattern: &Pattern,
        op: PatternOp,
        layouts: &[Layout],
        sizes: &'a [Size<'a>],
    ) -> Result<Self, PatternError> {
        let (terms, whole) = (pattern.inputs.len(), 0..pattern.text.len());
        if terms != layouts.len() {
            let message =
                format!("the pattern has {} and {} given", operands(terms), are(layouts.len()));
            return Err(PatternError::new(&whole, message));
        }
        let mut axes = Axes { sizes, all: Vec::new(), along: Vec::new() };
        for (operand, (term, layout)) in pattern.inputs.iter().zip(layouts).enumerate() {
            if let Err(error) = axes.operand(op, operand, term, layout) {
                return Err(error.in_operand(operand));
            }
        }
        Ok(axes)
    }

    fn operand(
        &mut self,
        op: PatternOp,
        operand: usize,
        term: &Term,
        layout: &Layout,
    ) -> Result<(), PatternError> {
        if !fits(term, layout) {
            let (found, rank) = (term.items.len(), layout.rank());
            let message =
                format!("the pattern has {} and {layout} has {}", modes(found), modes(rank));
            return Err(PatternError::new(&term.at, message));
        }
        self.along.push(Vec::new());
        let modes = match layout.shape() {
            HTuple::Tuple(_) => layout.modes(),
            HTuple::Leaf(_) => [layout.clone()].into(),
        };
        for (item, place) in places(term, modes.len()) {
            match item {
                Item::Rest(at) => {
                    for mode in place.clone() {
                        let key = Key::Rest(place.end - 1 - mode);
                        let of = mode_of(mode, layout);
                        self.add(op, key, modes[mode].clone(), at, of, Some((operand, mode)))?;
                    }
                }
                _ => self.mode(op, item, &modes[place.start], (operand, place.start), layout)?,
            }
        }
        Ok(())
    }

    /// A mode of an operand, which is one axis or a group.
    fn mode(
        &mut self,
        op: PatternOp,
        item: &Item,
        mode: &Layout,
        source: (usize, usize),
        layout: &Layout,
    ) -> Result<(), PatternError> {
        let (of, extent) = (mode_of(source.1, layout), ops::size(mode).at(item.at())?);
        let parts = match item {
            Item::Axis(axis) => {
                if let Some(size) = size_of(self.sizes, &axis.name)
                    && !decide::equal(OP, &size, &extent).at(item.at())?
                {
                    let name = &axis.name;
                    let message =
                        format!("`{name}` is {of}, of extent {extent}, and is given as {size}");
                    return Err(PatternError::new(&axis.at, message));
                }
                let key = Key::Name(axis.name.clone());
                return self.add(op, key, mode.clone(), &axis.at, of, Some(source));
            }
            Item::Number(number, at) => {
                let number = Int::new(i128::from(*number));
                if number != Int::ONE {
                    let message = format!("{number} is the length of an axis without a name");
                    return Err(PatternError::new(at, message).help(format!(
                        "a name stands there, and its size after the pattern: `name = {number}`"
                    )));
                }
                if !decide::equal(OP, &Int::ONE, &extent).at(item.at())? {
                    let message = format!("`1` is {of}, of extent {extent}");
                    return Err(PatternError::new(at, message));
                }
                return Ok(());
            }
            Item::Group(parts, _) => parts,
            // Handled where the modes are counted.
            Item::Rest(_) => return Ok(()),
        };
        let sizes = self.split(item, parts, &extent, &of)?;
        if !parts.iter().any(|part| matches!(part, Item::Axis(_))) {
            return Ok(());
        }
        // The last axis of a group is the fastest.
        let shape = HTuple::Tuple(sizes.iter().rev().cloned().map(HTuple::Leaf).collect_vec());
        let split = ops::with_shape(mode, &shape).at(item.at())?.strict().at(item.at())?;
        for (i, part) in parts.iter().enumerate() {
            if let Item::Axis(axis) = part {
                let along = split.get(&[parts.len() - 1 - i]).unwrap_or_else(|| mode.clone());
                let key = Key::Name(axis.name.clone());
                self.add(op, key, along, &axis.at, format!("of `{item}`, {of}"), None)?;
            }
        }
        Ok(())
    }

    /// The sizes of the axes of a group, of which one may follow from the extent.
    fn split(
        &self,
        group: &Item,
        parts: &[Item],
        extent: &Int,
        of: &str,
    ) -> Result<Vec<Int>, PatternError> {
        let mut sizes = Vec::new();
        let (mut known, mut open) = (Int::ONE, None);
        for part in parts {
            let size = match part {
                Item::Axis(axis) => self.known(axis),
                Item::Number(number, _) => Some(Int::new(i128::from(*number))),
                Item::Rest(at) => {
                    let message =
                        "`...` in a group on the left: how many axes it is follows from nothing";
                    return Err(PatternError::new(at, message));
                }
                Item::Group(..) => None,
            };
            match (&size, open) {
                (Some(size), _) => known = known.mul(size).at(group.at())?,
                (None, None) => open = Some(part),
                (None, Some(first)) => {
                    let message = format!(
                        "`{first}` and `{part}` of `{group}` have no sizes, and {extent} is one number"
                    );
                    return Err(PatternError::new(part.at(), message).help(format!(
                        "a size stands after the pattern: `{first} = …` or `{part} = …`"
                    )));
                }
            }
            sizes.push(size);
        }
        let is_whole = match open {
            Some(_) => {
                decide::positive(OP, &known).at(group.at())?
                    && decide::divides(OP, &known, extent).at(group.at())?
            }
            None => decide::equal(OP, &known, extent).at(group.at())?,
        };
        if !is_whole {
            let message = match open {
                Some(_) => {
                    format!("`{group}` is {of}, of extent {extent}, which {known} does not divide")
                }
                None => format!("`{group}` is {known}, and {of} has extent {extent}"),
            };
            let error = PatternError::new(group.at(), message);
            // Of one size that is given, that is what does not fit.
            let mut given = parts.iter().filter_map(|part| match part {
                Item::Axis(axis) => size_of(self.sizes, &axis.name).map(|_| &axis.name),
                _ => None,
            });
            return Err(match (given.next(), given.next()) {
                (Some(axis), None) => error.of_size(axis),
                _ => error,
            });
        }
        let rest = extent.div_floor(&known).at(group.at())?;
        Ok(sizes.into_iter().map(|size| size.unwrap_or_else(|| rest.clone())).collect_vec())
    }

    /// The size of an axis that is given, or that another mode has.
    fn known(&self, axis: &Axis) -> Option<Int> {
        match size_of(self.sizes, &axis.name) {
            None => Some(self.bound(&Key::Name(axis.name.clone()))?.extent.clone()),
            size => size,
        }
    }

    /// The axis of a key.
    pub(super) fn bound(&self, key: &Key) -> Option<&Bound> {
        self.all.iter().find(|bound| bound.key == *key)
    }

    /// An axis of the operand that is bound last.
    fn add(
        &mut self,
        op: PatternOp,
        key: Key,
        layout: Layout,
        at: &Range<usize>,
        of: String,
        source: Option<(usize, usize)>,
    ) -> Result<(), PatternError> {
        let extent = ops::size(&layout).at(at)?;
        let mut mine = None;
        for (place, (other, _)) in self.along.last().into_iter().flatten().enumerate() {
            if *other == key {
                mine = Some(place);
            }
        }
        if let Some(bound) = self.bound(&key) {
            let name = match &key {
                Key::Name(name) => format!("`{name}`"),
                Key::Rest(_) => "an axis of `...`".into(),
            };
            if mine.is_some() && op != PatternOp::Einsum {
                let (first, second) = (bound.at.start, at.start);
                let message =
                    format!("{name} stands twice on the left, at bytes {first} and {second}");
                return Err(PatternError::new(at, message));
            }
            if !decide::equal(OP, &bound.extent, &extent).at(at)? {
                let (first, whose) = (&bound.extent, &bound.of);
                let message =
                    format!("{name} is two lengths: {first}, {whose}, and {extent}, {of}");
                return Err(PatternError::new(at, message));
            }
        } else {
            let at = at.clone();
            self.all.push(Bound { key: key.clone(), extent, at, of, source });
        }
        let Some(along) = self.along.last_mut() else { return Ok(()) };
        match mine {
            None => along.push((key, layout)),
            Some(mine) => along[mine].1 = diagonal(&along[mine].1, &layout).at(at)?,
        }
        Ok(())
    }
}

/// The layout along both of two modes at once.
fn diagonal(a: &Layout, b: &Layout) -> Result<Layout, Error> {
    if let ([(extent, first)], [(_, second)]) = (a.leaves().as_slice(), b.leaves().as_slice())
        && let (Some(first), Some(second)) = (first.as_int(), second.as_int())
    {
        return Layout::leaf((*extent).clone(), first.add(second)?);
    }
    ops::layout_add(a, b)
}

/// The array in C order of the left side.
pub(super) fn array(pattern: &Pattern, sizes: &[Size<'_>]) -> Result<Layout, PatternError> {
    let mut extents = Vec::new();
    for item in pattern.inputs.iter().flat_map(|term| &term.items) {
        let parts = match item {
            Item::Group(parts, _) => parts.as_slice(),
            item => core::slice::from_ref(item),
        };
        let mut extent = Int::ONE;
        for part in parts {
            let size = match part {
                Item::Axis(axis) => size_of(sizes, &axis.name),
                Item::Number(number, _) => Some(Int::new(i128::from(*number))),
                Item::Rest(_) | Item::Group(..) => None,
            };
            let Some(size) = size else {
                let message =
                    format!("`{part}` has no size, and the array has no shape to find it from");
                return Err(PatternError::new(part.at(), message)
                    .help(format!("a size stands after the pattern: `{part} = …`")));
            };
            extent = extent.mul(&size).at(part.at())?;
        }
        extents.push(HTuple::Leaf(extent));
    }
    ops::row_major(&HTuple::Tuple(extents)).at(&(0..pattern.text.len()))
}

fn mode_of(mode: usize, layout: &Layout) -> String {
    match layout.shape() {
        HTuple::Tuple(_) => format!("mode {mode} of {layout}"),
        HTuple::Leaf(_) => format!("the layout {layout}"),
    }
}

fn modes(n: usize) -> String {
    format!("{n} mode{}", if n == 1 { "" } else { "s" })
}

fn operands(n: usize) -> String {
    format!("{n} operand{}", if n == 1 { "" } else { "s" })
}

fn are(n: usize) -> String {
    format!("{n} {}", if n == 1 { "is" } else { "are" })
}
