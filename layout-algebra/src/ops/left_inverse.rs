//! `left_inverse`: from an offset back to a coordinate.

use alloc::collections::BTreeMap;
use alloc::string::String;
use alloc::vec::Vec;

use super::right_inverse::{Leaf, flat_layout, flat_layout_of, sorted_leaves};
use super::{coalesce, size};
use crate::axes::{along, by_axis, on_axis};
use crate::exact::infer::{self, Given, Partial};
use crate::exact::injective;
use crate::exact::known;
use crate::exact::step_sum::{Linear, Mode, StepSum};
use crate::explain::{says, step};
use crate::{
    CollectVec, Error, ErrorAddress, ErrorKind, Int, Layout, ModePath, SortFew, Stride, Terms,
    decide,
};

const OP: &str = "left_inverse";

/// The largest layout whose offsets are visited one by one.
const TABLE: i128 = 1 << 14;

/// The most offsets that are added to a search after an answer that is wrong at them.
const ROUNDS: usize = 256;

/// A layout `R` on the offsets of `L` with `L(R(L(i))) = L(i)` for every
/// coordinate `i`: `R` leads each offset back to a coordinate that has it, to the
/// only one where `L` is injective, so that then `R(L(i)) = i`. It covers the
/// offsets of `L`, `size(R) ≥ cosize(L)`, and its values are coordinates of `L`.
///
/// Over a basis, `R` has a mode for each leaf of the values of `L`: it is the sum of the inverses along
/// each.
///
/// Where every stride of the coalesced `L` is a multiple of the next smaller one,
/// that is CuTe's answer: a mode from each stride to the next, which leads to the
/// coordinate of one step. Where that fails, or does not satisfy the equation,
/// all layouts are searched, and the answer has the fewest modes. An `L` too large
/// for that may be left undecided, but the answer is never wrong.
///
/// # Errors
///
/// [`ErrorKind::NoInverse`] with an offset up to which no layout does,
/// [`ErrorKind::Undecided`], [`ErrorKind::NegativeStride`], [`ErrorKind::Overflow`].
///
/// ```
/// use layout_algebra::ops;
/// let inverse = ops::left_inverse(&"(2,4):(1,4)".parse().unwrap()).unwrap();
/// assert_eq!(inverse.to_string(), "(4,4):(1,2)");
/// // 2 does not divide 3, but there is an inverse.
/// let inverse = ops::left_inverse(&"(2,2):(2,3)".parse().unwrap()).unwrap();
/// assert_eq!(inverse.to_string(), "(2,3):(1,1)");
/// let inverse = ops::left_inverse(&"(4,5):(1@1,2@0)".parse().unwrap()).unwrap();
/// assert_eq!(inverse.to_string(), "((2,5),4):((0,4),1)");
/// ```
pub fn left_inverse(layout: &Layout) -> Result<Layout, Error> {
    step!(("left_inverse({layout})") back(layout))
}

fn back(layout: &Layout) -> Result<Layout, Error> {
    if layout.is_empty() {
        // No offset has to lead back.
        return super::right_inverse(layout).in_op(OP);
    }
    let is_symbolic = layout.is_symbolic();
    by_axis(layout, &mut |axis| match is_symbolic {
        true => symbolic(layout, axis),
        false => Inversion::new(layout, axis)?.solve(),
    })
    .in_op(OP)
}

/// CuTe's answer over symbols, where the facts show that it is one: each stride is a
/// multiple of the next smaller one and past the end of its mode, so that the offset
/// in mixed radix has the coordinate as its digits.
fn symbolic(layout: &Layout, axis: &ModePath) -> Result<Layout, Error> {
    let leaves = sorted_leaves(layout, axis, OP)?;
    let (mut modes, mut step, mut reach, mut end) = (Vec::new(), Int::ZERO, Int::ONE, Int::ONE);
    for leaf in &leaves {
        if leaf.stride == Int::ZERO {
            continue;
        }
        if !decide::at_most(OP, &Int::ONE, &leaf.stride)? {
            let kind = ErrorKind::NegativeStride { stride: leaf.stride.clone() };
            return Err(Error::new(OP, kind));
        }
        if !decide::divides(OP, &reach, &leaf.stride)? || !decide::at_most(OP, &end, &leaf.stride)?
        {
            return Err(Error::undecided(OP, format_args!("{layout} has a left inverse")));
        }
        modes.push((leaf.stride.div_floor(&reach)?, step));
        (reach, step) = (leaf.stride.clone(), leaf.place.clone());
        end = leaf.stride.mul(&leaf.extent)?;
    }
    if let Some(last) = leaves.last() {
        modes.push((last.extent.clone(), step));
    }
    coalesce(&flat_layout(modes)?)
}

/// The number of the smallest offsets that a search begins with.
const FIRST: usize = 64;

struct Inversion<'a> {
    layout: &'a Layout,
    /// The axis that is inverted: along the others no digit of a coordinate changes.
    axis: &'a ModePath,
    /// True if no coordinate is left out that has an offset: over a basis, leaves of stride 0 are
    /// along no axis.
    has_all: bool,
    /// The leaves along the axis.
    leaves: Vec<Leaf>,
    /// `(extent, stride)` of the leaves, those of stride 0 apart: they do not change an offset.
    modes: Vec<Mode>,
    /// The 1-D coordinate of one step along them.
    places: Vec<i128>,
    /// The largest offset.
    last: i128,
    /// The coordinates of each offset, unless they are too many.
    table: Option<BTreeMap<i128, Vec<i128>>>,
}

/// The answer if a layout is a left inverse.
enum Check {
    Yes,
    /// A disproof: no left inverse at this offset, which this coordinate has.
    FailsAt(i128, i128),
    Undecided,
}

impl<'a> Inversion<'a> {
    fn new(layout: &'a Layout, axis: &'a ModePath) -> Result<Self, Error> {
        let leaves = sorted_leaves(layout, axis, OP)?;
        let (mut modes, mut places, mut last) = (Vec::new(), Vec::new(), 0i128);
        for leaf in &leaves {
            if leaf.stride.less(&Int::ZERO).is_true() {
                let kind = ErrorKind::NegativeStride { stride: leaf.stride.clone() };
                return Err(Error::new(OP, kind));
            }
            let (extent, stride) = (known(&leaf.extent)?, known(&leaf.stride)?);
            if stride != 0 {
                modes.push((extent, stride));
                places.push(known(&leaf.place)?);
                // A layout that exists has its offsets in range.
                last += (extent - 1) * stride;
            }
        }
        let has_all = axis.is_root() || !layout.stride().leaves().into_iter().any(Stride::is_zero);
        Ok(Inversion { layout, axis, has_all, leaves, modes, places, last, table: None })
    }

    fn solve(mut self) -> Result<Layout, Error> {
        if self.leaves.is_empty() {
            return Ok(Layout::unit());
        }
        let divided = self.divided()?;
        if let Some(candidate) = &divided
            && matches!(self.check_linear(candidate)?, Check::Yes)
        {
            return Ok(candidate.clone());
        }
        says!(
            "a mode from each stride to the next is no inverse here: one is sought among all layouts"
        );
        self.table = self.offsets()?;
        if let Some(candidate) = divided {
            match self.check(&candidate)? {
                Check::Yes => return Ok(candidate),
                Check::FailsAt(..) => {}
                Check::Undecided => return Err(self.undecided()),
            }
        }
        self.search()
    }

    /// The inverse from each stride to the next, where they divide each other.
    fn divided(&self) -> Result<Option<Layout>, Error> {
        let (mut modes, mut reach, mut step) = (Vec::new(), Int::ONE, Int::ZERO);
        for leaf in &self.leaves {
            if leaf.stride == Int::ZERO {
                continue;
            }
            if !reach.divides(&leaf.stride).is_true() {
                return Ok(None);
            }
            let count = leaf.stride.div_floor(&reach)?;
            if count != Int::ONE {
                says!("steps of {reach} below offset {}: mode {count}:{step}", leaf.stride);
            }
            says!(
                "offset {} is one step along {}:{}, at the 1-D coordinate {}",
                leaf.stride,
                leaf.extent,
                leaf.stride,
                leaf.place
            );
            modes.push((count, step));
            (reach, step) = (leaf.stride.clone(), leaf.place.clone());
        }
        if let Some(last) = self.leaves.last() {
            says!("from offset {reach} on: mode {}:{step}", last.extent);
            modes.push((last.extent.clone(), step));
        }
        coalesce(&flat_layout(modes)?).map(Some)
    }

    /// The coordinates of each offset, if they are few.
    fn offsets(&self) -> Result<Option<BTreeMap<i128, Vec<i128>>>, Error> {
        let mut leaves = self.leaves.iter().collect_vec();
        leaves.sort_few_by(&|a, b| a.place.cmp(&b.place));
        let (mut size, mut steps) = (1i128, Vec::new());
        for leaf in leaves {
            // The size of a layout that exists fits.
            size *= known(&leaf.extent)?;
            steps.push((
                known(&leaf.extent)?,
                alloc::vec![known(&leaf.stride)?, known(&leaf.place)?],
            ));
        }
        if size > TABLE {
            return Ok(None);
        }
        let function = StepSum::of_leaves(&steps)?;
        let mut table: BTreeMap<i128, Vec<i128>> = BTreeMap::new();
        for i in 0..size {
            let at = function.at(i)?;
            table.entry(at[0]).or_default().push(at[1]);
        }
        Ok(Some(table))
    }

    fn function(&self, layout: &Layout) -> Result<StepSum, Error> {
        let mut leaves = Vec::new();
        for (extent, stride) in layout.leaves() {
            leaves.push((known(extent)?, alloc::vec![known(stride.scale())?]));
        }
        Ok(StepSum::of_leaves(&leaves)?)
    }

    /// Decides if `R(L(i)) = i`, up to digits of stride 0; a failure says nothing if an offset has
    /// several coordinates.
    fn check_linear(&self, inverse: &Layout) -> Result<Check, Error> {
        if known(&size(inverse)?)? <= self.last {
            return Ok(self.fails_at_end());
        }
        let function = self.function(inverse)?;
        for (&(extent, stride), &place) in self.modes.iter().zip(&self.places) {
            if extent > 1 && function.at(stride)?[0] != place {
                return Ok(Check::FailsAt(stride, place));
            }
        }
        Ok(match function.linear_on(&self.modes)? {
            Linear::Yes => Check::Yes,
            Linear::FailsAt(point) => {
                let (mut offset, mut coordinate) = (0, 0);
                for ((c, (_, stride)), place) in point.iter().zip(&self.modes).zip(&self.places) {
                    offset += c * stride;
                    coordinate += c * place;
                }
                Check::FailsAt(offset, coordinate)
            }
            Linear::Undecided => Check::Undecided,
        })
    }

    /// Decides if `L(R(o)) = o` for every offset `o`.
    fn check(&self, inverse: &Layout) -> Result<Check, Error> {
        let linear = self.check_linear(inverse)?;
        let Some(table) = &self.table else {
            return Ok(match linear {
                Check::FailsAt(..) if !self.is_injective() => Check::Undecided,
                linear => linear,
            });
        };
        if matches!(linear, Check::Yes) {
            return Ok(Check::Yes);
        }
        if known(&size(inverse)?)? <= self.last {
            return Ok(self.fails_at_end());
        }
        let function = self.function(inverse)?;
        for (&offset, coordinates) in table {
            if !coordinates.contains(&function.at(offset)?[0]) {
                return Ok(Check::FailsAt(offset, coordinates[0]));
            }
        }
        Ok(Check::Yes)
    }

    fn is_injective(&self) -> bool {
        matches!(injective::collision(&self.modes), Ok(None))
    }

    /// The inverse ends before the last offset.
    fn fails_at_end(&self) -> Check {
        let steps = self.modes.iter().zip(&self.places).map(|((s, _), place)| (s - 1) * place);
        Check::FailsAt(self.last, steps.sum())
    }

    /// A layout that leads a few offsets back, and then more, until it does so for
    /// all. What leads all back also leads the few back, so none of these has
    /// fewer modes, and none for the few is none for all.
    fn search(&self) -> Result<Layout, Error> {
        let mut given: BTreeMap<i128, Vec<i128>> = BTreeMap::new();
        for (&(extent, stride), &place) in self.modes.iter().zip(&self.places) {
            for steps in [1, extent - 1] {
                self.give(&mut given, steps * stride, steps * place);
            }
        }
        // Small offsets leave the least choice of periods.
        for (&offset, coordinates) in self.table.iter().flatten().take(FIRST) {
            given.insert(offset, coordinates.clone());
        }
        // Without a table the coordinates are known where each offset has one.
        let complete = self.has_all
            && (self.table.is_some()
                || self.is_injective() && self.modes.len() == self.leaves.len());
        // One budget for all rounds.
        let mut budget = infer::BUDGET;
        for _ in 0..ROUNDS {
            let list = given
                .iter()
                .map(|(&at, values)| Given { at, values: values.clone() })
                .collect_vec();
            let modes = match infer::partial(&list, self.last + 1, &mut budget)? {
                Partial::Found(modes) => modes,
                Partial::None { at } if complete => {
                    let layout = self.inverted();
                    let offset = Int::new(at);
                    return Err(Error::new(OP, ErrorKind::NoInverse { layout, offset }));
                }
                Partial::None { .. } | Partial::Undecided => break,
            };
            let inverse = coalesce(&flat_layout_of(modes)?)?;
            match self.check(&inverse)? {
                Check::Yes => return Ok(inverse),
                Check::FailsAt(offset, coordinate) if self.give(&mut given, offset, coordinate) => {
                }
                Check::FailsAt(..) | Check::Undecided => break,
            }
        }
        Err(self.undecided())
    }

    /// Adds an offset with its coordinates, if it is new.
    fn give(&self, given: &mut BTreeMap<i128, Vec<i128>>, offset: i128, coordinate: i128) -> bool {
        let coordinates = match &self.table {
            Some(table) => table.get(&offset).cloned().unwrap_or_default(),
            None => alloc::vec![coordinate],
        };
        given.insert(offset, coordinates).is_none()
    }

    fn undecided(&self) -> Error {
        Error::undecided(OP, format_args!("{} has a left inverse", self.inverted()))
    }

    /// The layout, or over a basis its leaves along the axis.
    fn inverted(&self) -> String {
        if !self.axis.is_root()
            && let Ok(part) = along(self.layout, self.axis)
            && let Ok(part) = on_axis(&part, self.axis)
        {
            return alloc::format!("{part}");
        }
        alloc::format!("{}", self.layout)
    }
}
