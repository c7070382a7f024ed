//! `plan`: from a layout to what its expansion computes, as plain data.
//!
//! A cheaper way to compute an index belongs here, as another [`IndexPlan`] that a
//! pass over the finished [`Plan`] chooses: `emit` prints it, and knows no other.
//! Layouts without a name carry their plan in the types of their value, so such a
//! plan is one more type there, in the place that `Linear` has in `Static` now.

mod unplannable;

use std::fmt;

use layout_algebra::{HTuple, IntTuple, Layout, ModePath, ops};

pub use unplannable::Unplannable;

/// The most leaves of a layout with index functions.
pub const MAX_LEAVES: usize = 64;

/// The most modes of a tuple with index functions: the traits of the runtime
/// crate are implemented for tuples up to this rank.
pub const MAX_RANK: usize = 16;

/// All that an expansion says about a layout.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Plan {
    /// The layout in CuTe's notation.
    pub notation: String,
    /// The number of modes.
    pub rank: usize,
    /// The levels of nesting.
    pub depth: usize,
    /// The number of coordinates.
    pub size: u64,
    /// The number of offsets from the smallest to the largest.
    pub cosize: u64,
    /// The smallest offset.
    pub min_offset: i64,
    /// The largest offset.
    pub max_offset: i64,
    /// The leaves, nested like the shape.
    pub profile: HTuple<Leaf>,
    /// The leaves of the coalesced layout: the same function of 1-D coordinates.
    pub linear: Vec<Leaf>,
    /// The function of one 1-D coordinate.
    pub index: Entry,
    /// The function of one 1-D coordinate for each mode.
    pub at: Entry,
    /// The function of one coordinate for each leaf.
    pub at_flat: Entry,
}

/// A leaf, `extent:stride`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Leaf {
    /// The extent.
    pub extent: u64,
    /// The stride.
    pub stride: i64,
}

/// A function of a layout: from `coordinates` integers to an offset.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The number of coordinates that it takes.
    pub coordinates: usize,
    /// The offset.
    pub value: IndexPlan,
}

/// How an offset is computed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum IndexPlan {
    /// The sum of the terms, 0 without any.
    Sum(Vec<Term>),
}

/// `coordinate / divide_by % modulo * times`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Term {
    /// Which coordinate.
    pub coordinate: usize,
    /// The divisor, at least 1.
    pub divide_by: u64,
    /// The modulus, none where nothing of the coordinate is left out.
    pub modulo: Option<u64>,
    /// The factor, not 0.
    pub times: i64,
}

/// What the expansion of a layout computes.
///
/// # Errors
///
/// [`Unplannable`] for a layout that has no index functions.
pub fn plan(layout: &Layout) -> Result<Plan, Unplannable> {
    check_nesting(layout.shape(), &ModePath::root())?;
    check_basis(layout)?;
    let (size, min_offset, max_offset) = reach(layout)?;
    let leaves = leaves(layout)?;
    let mut rest = leaves.iter();
    let profile = layout.shape().map(&mut |_| rest.next().copied().unwrap_or(Leaf::UNIT));
    let linear = coalesce(&leaves);
    let mut index = Vec::new();
    split(0, &linear, &mut index);
    let (mut at, mut rest) = (Vec::new(), leaves.as_slice());
    for (coordinate, mode) in profile.modes().iter().enumerate() {
        let (mode, others) = rest.split_at(mode.leaf_count());
        split(coordinate, &coalesce(mode), &mut at);
        rest = others;
    }
    let mut at_flat = Vec::new();
    for (coordinate, leaf) in leaves.iter().enumerate() {
        split(coordinate, std::slice::from_ref(leaf), &mut at_flat);
    }
    Ok(Plan {
        notation: layout.to_string(),
        rank: layout.rank(),
        depth: layout.depth(),
        size,
        cosize: max_offset.abs_diff(min_offset) + 1,
        min_offset,
        max_offset,
        index: Entry { coordinates: 1, value: IndexPlan::Sum(index) },
        at: Entry { coordinates: profile.rank(), value: IndexPlan::Sum(at) },
        at_flat: Entry { coordinates: leaves.len(), value: IndexPlan::Sum(at_flat) },
        profile,
        linear,
    })
}

fn check_nesting(shape: &IntTuple, path: &ModePath) -> Result<(), Unplannable> {
    let leaves = shape.leaf_count();
    if path.is_root() && leaves > MAX_LEAVES {
        return Err(Unplannable::Leaves { leaves });
    }
    let HTuple::Tuple(modes) = shape else { return Ok(()) };
    match modes.len() {
        0 => Err(Unplannable::Empty { path: path.clone() }),
        rank if rank > MAX_RANK => Err(Unplannable::Rank { path: path.clone(), rank }),
        _ => {
            let mut tuples = modes.iter().enumerate().filter(|(_, mode)| mode.is_tuple());
            tuples.try_for_each(|(i, mode)| check_nesting(mode, &path.child(i)))
        }
    }
}

fn check_basis(layout: &Layout) -> Result<(), Unplannable> {
    if layout.stride().leaves().iter().all(|stride| stride.as_int().is_some()) {
        return Ok(());
    }
    for (path, stride) in layout.stride().leaf_paths() {
        if stride.as_int().is_none() {
            return Err(Unplannable::BasisStride { path, stride: stride.to_string() });
        }
    }
    Ok(())
}

/// The size, the smallest and the largest offset.
fn reach(layout: &Layout) -> Result<(u64, i64, i64), Unplannable> {
    let name = || layout.to_string();
    let unknown = || Unplannable::Unknown { layout: name() };
    let size = ops::size(layout).map_err(|_| unknown())?;
    let (min, max) = ops::offset_range(layout).map_err(|_| unknown())?;
    // A size fits `isize`, so that every coordinate converts without a loss; so does a cosize.
    let known = size.known().ok_or_else(unknown)?;
    let Ok(extent) = i64::try_from(known) else {
        return Err(Unplannable::Size { layout: name(), size: size.to_string() });
    };
    let span = max.known().zip(min.known()).ok_or_else(unknown)?;
    match (i64::try_from(span.1), i64::try_from(span.0)) {
        (Ok(least), Ok(most)) if span.0 - span.1 < i128::from(i64::MAX) => {
            Ok((extent.unsigned_abs(), least, most))
        }
        _ => {
            Err(Unplannable::Offset { layout: name(), min: min.to_string(), max: max.to_string() })
        }
    }
}

/// The leaves from left to right.
fn leaves(layout: &Layout) -> Result<Vec<Leaf>, Unplannable> {
    let leaves = layout.leaves();
    let mut converted = Vec::with_capacity(leaves.len());
    for (extent, stride) in leaves {
        let numbers = extent.known().zip(stride.known());
        let leaf = numbers.and_then(|(extent, stride)| {
            Some(Leaf { extent: u64::try_from(extent).ok()?, stride: i64::try_from(stride).ok()? })
        });
        let Some(leaf) = leaf else {
            let path = layout.shape().leaf_paths().swap_remove(converted.len()).0;
            return Err(Unplannable::Stride { path, stride: stride.to_string() });
        };
        converted.push(leaf);
    }
    Ok(converted)
}

/// [`ops::coalesce`] of leaves, on numbers that fit.
fn coalesce(leaves: &[Leaf]) -> Vec<Leaf> {
    let mut merged: Vec<Leaf> = Vec::with_capacity(leaves.len());
    for leaf in leaves.iter().filter(|leaf| leaf.extent != 1) {
        match merged.last_mut() {
            Some(last) if last.continues(*leaf) => last.extent *= leaf.extent,
            _ => merged.push(*leaf),
        }
    }
    if merged.is_empty() {
        merged.push(Leaf::UNIT);
    }
    merged
}

/// The terms of a coordinate that is split colexicographically over leaves. The
/// last leaf takes what the others leave, unwrapped.
fn split(coordinate: usize, leaves: &[Leaf], terms: &mut Vec<Term>) {
    let mut divide_by = 1;
    for (i, leaf) in leaves.iter().enumerate() {
        if leaf.extent > 1 && leaf.stride != 0 {
            let modulo = (i + 1 < leaves.len()).then_some(leaf.extent);
            terms.push(Term { coordinate, divide_by, modulo, times: leaf.stride });
        }
        divide_by *= leaf.extent;
    }
}

impl Leaf {
    /// The leaf of one coordinate.
    const UNIT: Leaf = Leaf { extent: 1, stride: 0 };

    /// Whether the next leaf goes on where this one ends.
    fn continues(self, next: Leaf) -> bool {
        i128::from(self.extent) * i128::from(self.stride) == i128::from(next.stride)
    }
}

impl Entry {
    /// The offset at the given coordinates.
    pub fn evaluate(&self, coordinates: &[i128]) -> i128 {
        let IndexPlan::Sum(terms) = &self.value;
        let term = |term: &Term| {
            let digit = coordinates[term.coordinate] / i128::from(term.divide_by);
            let digit = term.modulo.map_or(digit, |modulo| digit % i128::from(modulo));
            digit * i128::from(term.times)
        };
        terms.iter().map(term).sum()
    }

    /// Whether the coordinate has an influence.
    pub fn uses(&self, coordinate: usize) -> bool {
        let IndexPlan::Sum(terms) = &self.value;
        terms.iter().any(|term| term.coordinate == coordinate)
    }
}

impl Plan {
    /// Whether an offset is negative, so that there is no index in `usize`.
    pub fn is_signed(&self) -> bool {
        self.min_offset < 0
    }

    /// The leaves of the coalesced layout, unless its 1-D coordinates are split
    /// just as well over the profile.
    ///
    /// They are where the profile is one progression, and where no leaf is left
    /// out and each mode but the last is a leaf, in every tuple.
    pub fn separate_linear(&self) -> Option<&[Leaf]> {
        let linear = self.linear.as_slice();
        let same = linear.len() == self.at_flat.coordinates && is_right_nested(&self.profile);
        (linear.len() > 1 && !same).then_some(linear)
    }

    /// The leaves from left to right.
    pub fn leaves(&self) -> Vec<Leaf> {
        self.profile.leaves().into_iter().copied().collect()
    }

    /// The table that `print_layout` draws, for rank 1 or 2 and at most `cells` coordinates.
    pub fn table(&self, cells: u64) -> Option<String> {
        let extent = |mode: &HTuple<Leaf>| -> i128 {
            mode.leaves().into_iter().map(|leaf| i128::from(leaf.extent)).product()
        };
        let (rows, columns) = match self.profile.modes() {
            _ if self.size > cells => return None,
            [mode] => (1, extent(mode)),
            [rows, columns] => (extent(rows), extent(columns)),
            _ => return None,
        };
        let at = |m, n| match self.rank {
            1 => self.at.evaluate(&[n]),
            _ => self.at.evaluate(&[m, n]),
        };
        let cosize = self.cosize.into();
        crate::table::draw(&self.notation, cosize, rows, columns, |m, n| Some(at(m, n)))
    }
}

/// Whether all modes are leaves but the last, in every tuple.
fn is_right_nested(profile: &HTuple<Leaf>) -> bool {
    let HTuple::Tuple(modes) = profile else { return true };
    let Some((last, others)) = modes.split_last() else { return true };
    others.iter().all(|mode| !mode.is_tuple()) && is_right_nested(last)
}

impl fmt::Display for Leaf {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.extent, self.stride)
    }
}

impl fmt::Display for Plan {
    /// One line for each fact and each function.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}", self.notation)?;
        writeln!(f, "rank {}, depth {}, size {}", self.rank, self.depth, self.size)?;
        writeln!(f, "cosize {}, offsets {}..={}", self.cosize, self.min_offset, self.max_offset)?;
        let linear: Vec<String> = self.linear.iter().map(Leaf::to_string).collect();
        writeln!(f, "linear {}", linear.join(", "))?;
        let names = if self.is_signed() {
            ["offset", "offset_at", "offset_at_flat"]
        } else {
            ["index", "at", "at_flat"]
        };
        write_entry(f, names[0], &self.index, &["i".to_owned()])?;
        let coordinates: Vec<String> = (0..MAX_LEAVES).map(|i| format!("c{i}")).collect();
        write_entry(f, names[1], &self.at, &coordinates)?;
        write_entry(f, names[2], &self.at_flat, &coordinates)
    }
}

fn write_entry(
    f: &mut fmt::Formatter<'_>,
    name: &str,
    entry: &Entry,
    coordinates: &[String],
) -> fmt::Result {
    let IndexPlan::Sum(terms) = &entry.value;
    write!(f, "{name}({}) = ", coordinates[..entry.coordinates].join(", "))?;
    if terms.is_empty() {
        return writeln!(f, "0");
    }
    for (i, term) in terms.iter().enumerate() {
        if i > 0 {
            f.write_str(" + ")?;
        }
        f.write_str(&coordinates[term.coordinate])?;
        if term.divide_by != 1 {
            write!(f, "/{}", term.divide_by)?;
        }
        if let Some(modulo) = term.modulo {
            write!(f, "%{modulo}")?;
        }
        if term.times != 1 {
            write!(f, "*{}", term.times)?;
        }
    }
    writeln!(f)
}

#[cfg(test)]
mod tests;
