//! `plan`: from a layout to what its expansion computes, as plain data.
//!
//! A function of a layout is an [`Entry`]: for each coordinate a [`Program`], a few
//! terms over a quotient that runs along. `choose` finds the cheapest program by the
//! model in `cost`; `fold` makes swizzles part of the programs where that is cheaper.
//! `emit` prints what is chosen, as functions and as types.

mod basis;
mod bit_deposit;
mod bounds;
mod choose;
mod cost;
mod delta_swap;
mod display;
mod leaf;
mod planned;
mod program;
mod sum;
mod symbolic;
mod unplannable;
mod weight;
mod xor_fold;

use layout_algebra::bounds::Bounds;
use layout_algebra::{CollectVec, ComposedLayout, ErrorKind, HTuple, Int, Layout, Step, ops};

pub use basis::{BasisPlan, plan_basis};
pub use bit_deposit::{BitDeposit, Stage};
pub use cost::Share;
pub(crate) use display::coordinates;
pub use leaf::Leaf;
pub use planned::{Planned, plan_evaluated, plan_value};
pub(crate) use program::Moved;
pub use program::{Division, Entry, Join, Program, Term, Twist};
pub use sum::{Multiplicand, Part, Sum};
pub use symbolic::{
    Check, Computation, Constant, Constructor, Fits, Flow, LayoutValue, Mode, NonNegative, Number,
    Product, Rounding, Size, Source, SymbolicLeaf, SymbolicPlan, Taken, Test, ValueBound,
    ValueNumbers,
};
pub(crate) use symbolic::{SymbolicIntegers, bound_leaves, plan_integers};
pub use unplannable::Unplannable;
pub use weight::Cost;

use choose::{choose, split};
use leaf::{check, coalesce, coalesced, leaves};

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
    /// The number of offsets from the smallest to the largest, and 0.
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
    /// The swizzles that follow the layout of the profile, the first first.
    pub then: Vec<Twist>,
    /// Bounds of the coordinates that are no padding.
    pub bounds: Bounds,
}

/// The names of the functions, of indices or of offsets that may be negative.
pub(crate) fn function_names(signed: bool) -> [&'static str; 3] {
    if signed { ["offset", "offset_at", "offset_at_flat"] } else { ["index", "at", "at_flat"] }
}

/// Plans the expansion of a layout: the programs of its index functions.
///
/// # Errors
///
/// [`Unplannable`] for a layout that has no index functions.
pub fn plan(layout: &Layout) -> Result<Plan, Unplannable> {
    check(layout)?;
    planned(layout, layout.to_string(), ops::offset_range(layout).ok(), Vec::new())
}

/// Plans the expansion of a swizzled layout.
///
/// # Errors
///
/// [`Unplannable`] for a layout that has no index functions: also one of which a
/// step but the first is no swizzle.
pub fn plan_composed(layout: &ComposedLayout) -> Result<Plan, Unplannable> {
    let Ok(domain) = layout.domain() else {
        return Err(Unplannable::Steps { layout: layout.to_string() });
    };
    check(domain)?;
    let then = twists(layout)?;
    let range = match ops::swizzled::offset_range(layout) {
        Err(error) if matches!(error.kind(), ErrorKind::Undecided { .. }) => {
            return Err(Unplannable::Range { layout: layout.to_string() });
        }
        range => range.ok(),
    };
    planned(domain, layout.to_string(), range, then)
}

/// The swizzles after the domain, the first first.
fn twists(layout: &ComposedLayout) -> Result<Vec<Twist>, Unplannable> {
    let mut then = Vec::new();
    for (step, offset) in layout.outer().iter().rev() {
        let Step::Swizzle(swizzle) = step else {
            return Err(Unplannable::Steps { layout: layout.to_string() });
        };
        let Some(offset) = offset.known() else {
            return Err(Unplannable::unknown(layout));
        };
        match i64::try_from(offset) {
            Ok(offset) if swizzle.reach() < i64::BITS => {
                then.push(Twist { offset, swizzle: *swizzle });
            }
            _ => return Err(Unplannable::Swizzle { layout: layout.to_string() }),
        }
    }
    Ok(then)
}

/// The plan of a layout of `range`, followed by swizzles.
fn planned(
    layout: &Layout,
    notation: String,
    range: Option<(Int, Int)>,
    then: Vec<Twist>,
) -> Result<Plan, Unplannable> {
    let (size, min_offset, max_offset) = leaf::reach(layout, &notation, range)?;
    let leaves = leaves(layout)?;
    let profile = layout.shape().with_leaves(leaves.clone());
    // Without coordinates all functions answer 0.
    let steps = if size > 0 { leaves } else { vec![Leaf::UNIT; leaves.len()] };
    let linear = coalesce(&steps, 0);
    let modes = modes(&profile, &steps);
    Ok(Plan {
        notation,
        rank: layout.rank(),
        depth: layout.depth(),
        size,
        cosize: if size > 0 { max_offset.max(0).abs_diff(min_offset.min(0)) + 1 } else { 0 },
        min_offset,
        max_offset,
        index: entry(&[linear], &then),
        at: entry(&modes, &then),
        at_flat: sum(&flat(&steps), &then),
        profile,
        linear: coalesced(&steps),
        then,
        bounds: Bounds::EVERYWHERE,
    })
}

/// The cheapest function of coordinates that are split over leaves.
fn entry(coordinates: &[Vec<(usize, Leaf)>], then: &[Twist]) -> Entry {
    let entry = sum(coordinates, then);
    match xor_fold::fold(coordinates, then) {
        Some(folded) if folded.cost().weight <= entry.cost().weight => folded,
        _ => entry,
    }
}

/// The sum of the cheapest functions of each coordinate.
fn sum(coordinates: &[Vec<(usize, Leaf)>], then: &[Twist]) -> Entry {
    let mut entry = Entry::sum(coordinates.iter().map(Vec::as_slice).map(choose).collect_vec());
    entry.then = then.to_vec();
    entry
}

/// Each leaf as a coordinate of its own.
fn flat(leaves: &[Leaf]) -> Vec<Vec<(usize, Leaf)>> {
    leaves.iter().enumerate().map(|(i, leaf)| vec![(i, *leaf)]).collect_vec()
}

impl Plan {
    /// The functions: of a 1-D coordinate, of one a mode, of one a leaf.
    pub fn entries(&self) -> [&Entry; 3] {
        [&self.index, &self.at, &self.at_flat]
    }

    /// The names of these functions: of indices, or of offsets where one is negative.
    pub fn names(&self) -> [&'static str; 3] {
        function_names(self.is_signed())
    }

    /// The plan of a layout of which some coordinates are padding.
    #[must_use]
    pub fn within(self, bounds: Bounds) -> Plan {
        Plan { bounds: bounds::planned(bounds), ..self }
    }

    /// The plan of a layout with functions of its own, whose terms need not be added one
    /// after the other.
    #[must_use]
    pub fn factored(mut self) -> Plan {
        if self.size == 0 {
            return self;
        }
        let leaves = self.leaves();
        self.index.factor(&[coalesce(&leaves, 0)]);
        self.at.factor(&modes(&self.profile, &leaves));
        self.at_flat.factor(&flat(&leaves));
        self
    }

    /// The plan for machines that multiply and add in one instruction, as GPUs do: of a plan that is [`Self::factored`], the
    /// functions that have fewer operations without common factors.
    #[must_use]
    pub fn fused(mut self) -> Plan {
        for entry in [&mut self.index, &mut self.at, &mut self.at_flat] {
            entry.fuse();
        }
        self
    }

    /// Returns whether an offset is negative, so that there is no index in `usize`.
    pub fn is_signed(&self) -> bool {
        self.min_offset < 0
    }

    /// The leaves of the coalesced layout, unless its 1-D coordinates are split
    /// just as well over the profile.
    ///
    /// They are split as well if the profile is one progression, and if no leaf is left
    /// out and each mode but the last is a leaf, in every tuple.
    pub fn separate_linear(&self) -> Option<&[Leaf]> {
        let linear = self.linear.as_slice();
        let same = linear.len() == self.profile.leaf_count() && is_right_nested(&self.profile);
        (linear.len() > 1 && !same).then_some(linear)
    }

    /// The plan of 1-D coordinates, unless splitting them over the leaves of the
    /// coalesced layout is as cheap.
    pub fn separate_index(&self) -> Option<&Entry> {
        (!is_split(&self.index, &[&self.linear])).then_some(&self.index)
    }

    /// The plan of one coordinate a mode, unless splitting each over the leaves of its
    /// mode is as cheap.
    pub fn separate_at(&self) -> Option<&Entry> {
        if self.size == 0 {
            return None;
        }
        let (leaves, mut first) = (self.leaves(), 0);
        let mut modes = Vec::new();
        for mode in self.profile.modes() {
            let next = first + mode.leaf_count();
            modes.push(&leaves[first..next]);
            // A mode is split leaf by leaf, from left to right; one progression is not.
            let merged = coalesce(modes[modes.len() - 1], 0).len();
            let digits = leaves[first..next].iter().filter(|leaf| leaf.extent > 1).count();
            if merged > 1 && (merged < digits || !is_right_nested(mode)) {
                return Some(&self.at);
            }
            first = next;
        }
        (!is_split(&self.at, &modes)).then_some(&self.at)
    }

    /// Returns whether there are functions in 32 bits: every coordinate fits, and every offset,
    /// also before a swizzle.
    pub fn fits_u32(&self) -> bool {
        let mut numbers: Vec<i128> =
            vec![self.size.into(), self.min_offset.into(), self.max_offset.into()];
        if let Some(first) = self.then.first() {
            let (mut least, mut most) = (i128::from(first.offset), i128::from(first.offset));
            for leaf in self.profile.leaves() {
                let reach = i128::from(leaf.extent.saturating_sub(1)) * i128::from(leaf.stride);
                least += reach.min(0);
                most += reach.max(0);
            }
            numbers.extend([least, most]);
        }
        numbers.iter().all(|number| u32::try_from(*number).is_ok())
            && self.then.iter().enumerate().all(|(i, twist)| {
                twist.swizzle.reach() <= u32::BITS && (i == 0 || twist.offset == 0)
            })
    }

    /// The leaves from left to right.
    pub fn leaves(&self) -> Vec<Leaf> {
        self.profile.leaves().into_iter().copied().collect_vec()
    }

    /// The table that `print_layout` draws of at most `cells` coordinates; of more than two modes
    /// one for each coordinate of the others. Padding is `·`.
    pub fn table(&self, cells: u64) -> Option<String> {
        if self.size > cells {
            return None;
        }
        let width = self.cosize.to_string().len();
        let mut cells = self.offsets().iter().map(ToString::to_string).collect_vec();
        bounds::mark(&self.bounds, width, &mut cells);
        crate::table::draw(&self.notation, width, &self.extents(), &cells)
    }

    /// The extents of the modes of a layout whose coordinates are few.
    fn extents(&self) -> Vec<usize> {
        let mut extents = Vec::new();
        for mode in self.profile.modes() {
            let leaves = mode.leaves().into_iter();
            extents.push(leaves.map(|leaf| leaf.extent).product::<u64>() as usize);
        }
        extents
    }

    /// The offsets of a layout whose coordinates are few, in the order of 1-D ones.
    fn offsets(&self) -> Vec<i64> {
        if self.size == 0 {
            return Vec::new();
        }
        let mut offsets = listed(&self.leaves());
        for twist in &self.then {
            for offset in &mut offsets {
                *offset = twist.apply(*offset);
            }
        }
        offsets
    }
}

/// The offsets of a layout of these leaves, in the order of 1-D coordinates.
fn listed(leaves: &[Leaf]) -> Vec<i64> {
    let mut offsets = vec![0i64];
    for leaf in leaves {
        let inner = offsets.clone();
        for k in 1..leaf.extent {
            let step = leaf.stride.wrapping_mul(k as i64);
            offsets.extend(inner.iter().map(|offset| offset.wrapping_add(step)));
        }
    }
    offsets
}

/// The coalesced leaves of each mode, with their places in the layout.
fn modes(profile: &HTuple<Leaf>, leaves: &[Leaf]) -> Vec<Vec<(usize, Leaf)>> {
    let (mut first, mut modes) = (0, Vec::new());
    for mode in profile.modes() {
        let next = first + mode.leaf_count();
        modes.push(coalesce(&leaves[first..next], first));
        first = next;
    }
    modes
}

/// Returns whether a function costs no less than to split each coordinate over leaves.
fn is_split(entry: &Entry, coordinates: &[&[Leaf]]) -> bool {
    for (program, leaves) in entry.programs.iter().zip(coordinates) {
        if split(&coalesced(leaves)).weight().0 > program.weight().0 {
            return false;
        }
    }
    entry.join == Join::Add
}

/// Returns whether all modes are leaves but the last, in every tuple.
fn is_right_nested<T>(profile: &HTuple<T>) -> bool {
    let HTuple::Tuple(modes) = profile else { return true };
    let Some((last, others)) = modes.split_last() else { return true };
    !others.iter().any(HTuple::is_tuple) && is_right_nested(last)
}

#[cfg(test)]
mod tests;
