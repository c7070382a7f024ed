//! Random operands, and what is true of their results, found out point by point.
//!
//! ```text
//! cargo run --release -p layout-laws --example exactness            # 200,000 of each
//! cargo run --release -p layout-laws --example exactness -- --quick # 2,000
//! ```
//!
//! Columns: *found*, an answer that equals its definition at every point; *none*, a
//! refusal, and there is none; *wrong*, an answer that differs from its definition;
//! *missed*, a refusal although there is one; *undecided*, a refusal to decide;
//! *unchecked*, a refusal too large for the check by trial.

use std::collections::BTreeSet;
use std::time::Instant;

use layout_algebra::{ErrorKind, HTuple, Int, Layout, Tiler, ops};
use layout_laws as laws;

/// The largest size of a random layout.
const SIZE: i128 = 4096;

/// The offset up to which all left inverses are tried.
const TRIED: i128 = 4096;

fn main() {
    let quick = std::env::args().any(|argument| argument == "--quick");
    let count = if quick { 2_000 } else { 200_000 };
    let mut sound = true;
    for (name, experiment) in EXPERIMENTS {
        let start = Instant::now();
        let tally = experiment(count);
        println!("{name:15} {tally}  {:.1} s", start.elapsed().as_secs_f64());
        sound &= tally.wrong == 0 && tally.missed == 0;
    }
    std::process::exit(i32::from(!sound));
}

/// An operation, tried on a number of random operands.
type Experiment = fn(usize) -> Tally;

/// The experiments by the operations that they try.
pub(crate) const EXPERIMENTS: [(&str, Experiment); 4] = [
    ("composition", composition),
    ("logical_divide", logical_divide),
    ("left_inverse", left_inverse),
    ("complement", complement),
];

/// The answers by how they compare with the definition.
#[derive(Default, Debug)]
pub(crate) struct Tally {
    /// Answers that equal their definition.
    pub(crate) found: usize,
    /// Refusals where there is no answer.
    pub(crate) none: usize,
    /// Answers that differ from their definition.
    pub(crate) wrong: usize,
    /// Refusals where there is an answer.
    pub(crate) missed: usize,
    /// Refusals to decide.
    pub(crate) undecided: usize,
    /// Refusals that were too large to check.
    pub(crate) unchecked: usize,
}

impl std::fmt::Display for Tally {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Tally { found, none, wrong, missed, undecided, unchecked } = self;
        write!(f, "found {found:7}  none {none:7}  wrong {wrong}  missed {missed}")?;
        write!(f, "  undecided {undecided}  unchecked {unchecked}")
    }
}

impl Tally {
    fn answer(&mut self, law: laws::Law) {
        match law {
            Ok(()) => self.found += 1,
            Err(why) => {
                eprintln!("wrong: {why}");
                self.wrong += 1;
            }
        }
    }

    fn refusal(&mut self, exists: Result<bool, String>, what: impl std::fmt::Display) {
        match exists {
            Ok(false) => self.none += 1,
            Ok(true) => {
                eprintln!("missed: {what}");
                self.missed += 1;
            }
            Err(_) => self.unchecked += 1,
        }
    }
}

/// Xorshift: the same numbers on every run.
struct Random(u64);

impl Random {
    fn below(&mut self, end: i128) -> i128 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        i128::from(self.0 >> 11) % end
    }

    fn within(&mut self, least: i128, most: i128) -> i128 {
        least + self.below(most - least + 1)
    }

    /// A layout of as many modes, of a size up to [`SIZE`].
    fn layout(&mut self, modes: i128, strides: i128) -> Layout {
        let (mut size, mut leaves) = (1, Vec::new());
        for mode in (0..modes).rev() {
            // Small extents are as likely as large ones; each mode leaves room for 2.
            let room = (SIZE / size) >> mode;
            let most = 2 << self.below(11);
            let extent = self.within(2, most.clamp(2, room.max(2)));
            size *= extent;
            let most = 1 << self.below(i128::from(strides.ilog2()) + 1);
            leaves.push((extent, self.within(1, 2 * most - 1)));
        }
        layout(&leaves)
    }

    /// A layout of a size up to [`SIZE`] with all offsets below `size`.
    fn inside(&mut self, size: i128) -> Layout {
        let count = self.within(1, 2);
        let (mut room, mut left, mut leaves) = (size - 1, SIZE, Vec::new());
        for _ in 0..count {
            let most = (1 << self.below(i128::from(room.max(1).ilog2()) + 1)).min(room.max(1));
            let stride = self.within(1, (2 * most - 1).min(room.max(1)));
            let most = (2 << self.below(8)).min(room / stride + 1).min(left);
            let extent = self.within(1, most.max(1));
            left /= extent;
            room -= (extent - 1) * stride;
            leaves.push((extent, stride));
        }
        layout(&leaves)
    }
}

fn layout(leaves: &[(i128, i128)]) -> Layout {
    let shape = leaves.iter().map(|leaf| HTuple::Leaf(Int::new(leaf.0))).collect();
    let stride = leaves.iter().map(|leaf| HTuple::Leaf(Int::new(leaf.1).into())).collect();
    Layout::new(HTuple::Tuple(shape), HTuple::Tuple(stride)).expect("a layout")
}

fn number(int: &Int) -> i128 {
    int.known().expect("a number")
}

fn size(layout: &Layout) -> i128 {
    number(&ops::size(layout).expect("a size"))
}

fn offsets(layout: &Layout) -> Vec<i128> {
    let at = |i| match ops::evaluate(&HTuple::Leaf(Int::new(i)), layout) {
        Ok(HTuple::Leaf(offset)) => number(&offset),
        other => panic!("{layout} at {i}: {other:?}"),
    };
    (0..size(layout)).map(at).collect()
}

/// `A∘B`, for `B` inside of `A`.
fn composition(count: usize) -> Tally {
    let (mut random, mut tally) = (Random(1), Tally::default());
    for _ in 0..count {
        let modes = random.within(2, 3);
        let lhs = random.layout(modes, 32);
        let rhs = random.inside(size(&lhs));
        match ops::composition(&lhs, &rhs) {
            Ok(outcome) => tally.answer(laws::composition(&lhs, &rhs, &outcome.layout)),
            Err(error) if matches!(error.kind(), ErrorKind::Undecided { .. }) => {
                tally.undecided += 1;
            }
            Err(_) => tally.refusal(laws::has_composition(&lhs, &rhs), format!("{lhs} o {rhs}")),
        }
    }
    tally
}

/// `A∘(B, B*)`, for `B` inside of `A`; where the tiles are more than `A`, that is of
/// the larger layout that the operation continues.
fn logical_divide(count: usize) -> Tally {
    let (mut random, mut tally) = (Random(2), Tally::default());
    for _ in 0..count {
        let modes = random.within(1, 3);
        let layout = random.layout(modes, 32);
        let tile = random.inside(size(&layout));
        let tiler = Tiler::Layout(tile.clone());
        match ops::logical_divide(&layout, &tiler) {
            Ok(outcome) => tally.answer(laws::logical_divide(&layout, &tiler, &outcome)),
            Err(error) if matches!(error.kind(), ErrorKind::Undecided { .. }) => {
                tally.undecided += 1;
            }
            Err(_) => tally.refusal(has_divide(&layout, &tile), format!("{layout} by {tile}")),
        }
    }
    tally
}

/// True where the tiles of `B` fill `A` and `A∘(B, B*)` is a layout.
fn has_divide(layout: &Layout, tile: &Layout) -> Result<bool, String> {
    let Some(rest) = tiling(tile, size(layout)) else { return Ok(false) };
    let tiles = Layout::from_modes(&[tile.clone(), rest]).map_err(|error| error.to_string())?;
    let last = offsets(&tiles).into_iter().max().unwrap_or(0);
    Ok(last < size(layout) && laws::has_composition(layout, &tiles)?)
}

/// `L(R(L(i))) = L(i)`, for a tenth as many layouts: to try all inverses takes long.
/// The strides are mostly small, so that the modes interleave.
fn left_inverse(count: usize) -> Tally {
    let (mut random, mut tally) = (Random(3), Tally::default());
    for _ in 0..count / 10 {
        let modes = random.within(1, 3);
        let layout = random.layout(modes, 64);
        match ops::left_inverse(&layout) {
            Ok(inverse) => tally.answer(laws::left_inverse(&layout, &inverse)),
            Err(error) => match error.kind() {
                ErrorKind::NoInverse { offset, .. } if number(offset) <= TRIED => {
                    let exists = laws::has_left_inverse(&layout, number(offset));
                    tally.refusal(exists, format!("left_inverse({layout})"));
                }
                ErrorKind::NoInverse { .. } => tally.unchecked += 1,
                _ => tally.undecided += 1,
            },
        }
    }
    tally
}

/// The complement below a random number of offsets. A refusal is right where no
/// layout and its copies fill an interval.
fn complement(count: usize) -> Tally {
    let (mut random, mut tally) = (Random(4), Tally::default());
    for _ in 0..count {
        let cotarget = random.within(1, SIZE);
        let layout = random.inside(cotarget);
        let target = HTuple::Leaf(Int::new(cotarget));
        match ops::complement(&layout, &target) {
            Ok(outcome) if outcome.objection.is_none() => {
                tally.answer(laws::complement(&layout, &target, &outcome));
            }
            _ => tally.refusal(
                Ok(tiling(&layout, cotarget).is_some()),
                format!("complement({layout}, {cotarget})"),
            ),
        }
    }
    tally
}

/// The layout `R` for which the values of `L`, each once, and `R` add up to every
/// number of an interval of at least `target`, once.
///
/// The smallest number that is not covered has to be the next value of `R`: so there
/// is one list of values, and if that is no layout, there is none.
fn tiling(layout: &Layout, target: i128) -> Option<Layout> {
    let image: BTreeSet<i128> = offsets(&ops::filter_zeros(layout).unwrap()).into_iter().collect();
    if image.len() as i128 != size(&ops::filter_zeros(layout).unwrap()) {
        return None;
    }
    let end = 4 * target + 2 * image.last()?;
    let mut covered = vec![false; end as usize + 1];
    let (mut rest, mut free, mut ahead) = (Vec::new(), 0, 0);
    loop {
        for offset in &image {
            let place = covered.get_mut((free + offset) as usize)?;
            if std::mem::replace(place, true) {
                return None;
            }
            ahead = ahead.max(free + offset + 1);
        }
        rest.push(free);
        while covered[free as usize] {
            free += 1;
        }
        if free == ahead && free >= target {
            break;
        }
        if free > 2 * target + image.last()? {
            return None;
        }
    }
    let rest: Vec<Int> = rest.into_iter().map(Int::new).collect();
    ops::infer_layout(&rest).ok()
}
