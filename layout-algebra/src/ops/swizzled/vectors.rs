//! `Vectors`: whether two functions keep the vectors of their domains in one piece.
//!
//! A swizzle, and all that is swizzles and offsets, commutes with steps by its period, a
//! power of two. So of the places where a vector may begin, those that differ by
//! multiples of it in both functions are looked at once, however many there are.

use alloc::vec::Vec;

use super::agree::{Points, leaves};
use crate::exact::bitwise::at;
use crate::exact::known;
use crate::exact::step_sum::Mode;
use crate::{Error, Function, Layout, Overflow, SortFew, Step};

/// The most elements of vectors that are looked at.
const BUDGET: usize = 1 << 20;

/// Two functions at the coordinates that both have.
pub(super) struct Vectors {
    sides: [Side; 2],
    size: i128,
    budget: usize,
}

struct Side {
    /// The layout before the swizzles.
    domain: Vec<Mode>,
    /// The whole; none for a layout.
    whole: Option<Points>,
    /// The period of the swizzles: they commute with a step by it. None if anything but swizzles
    /// follows the layout.
    period: Option<i128>,
}

impl Side {
    fn of(function: &Function) -> Result<(Side, i128), Error> {
        let side = |domain: &Layout, whole, period| {
            let size = known(&crate::ops::size(domain)?)?;
            Ok((Side { domain: leaves(domain)?, whole, period }, size))
        };
        match function {
            Function::Composed(composed) => {
                let mut period = Some(1i128);
                for (step, _) in composed.outer() {
                    period = match step {
                        Step::Swizzle(swizzle) => period.map(|p| p.max(1 << swizzle.reach())),
                        Step::Layout(_) => None,
                    };
                }
                side(composed.domain()?, Some(Points::of(composed)?), period)
            }
            Function::Layout(layout) => side(layout, None, Some(1)),
            Function::Swizzle(_) => side(&Layout::unit(), None, Some(1)),
        }
    }

    fn value(&self, c: i128) -> Result<i128, Overflow> {
        match &self.whole {
            Some(points) => points.at(c),
            None => at(&self.domain, c).ok_or(Overflow::Range),
        }
    }

    /// The number of steps, of `count` by `place`, after which the function goes on as from the
    /// beginning, up to an offset.
    fn repeats_after(&self, (count, place): Mode) -> i128 {
        let (mut begin, last) = (1i128, self.domain.len().saturating_sub(1));
        for (k, &(extent, stride)) in self.domain.iter().enumerate() {
            let end = begin.saturating_mul(extent);
            // Within one leaf the steps are equal, whatever the other digits.
            let within = place % begin == 0 && (k == last || place.saturating_mul(count) <= end);
            if begin <= place && (k == last || place < end) {
                let step = (place / begin).checked_mul(stride);
                return match (self.period, step) {
                    (Some(period), Some(step)) if within => {
                        count.min(period >> step.trailing_zeros().min(period.trailing_zeros()))
                    }
                    _ => count,
                };
            }
            begin = end;
        }
        count
    }
}

impl Vectors {
    pub(super) fn of(a: &Function, b: &Function) -> Result<Self, Error> {
        let ((a, left), (b, right)) = (Side::of(a)?, Side::of(b)?);
        Ok(Vectors { sides: [a, b], size: left.min(right), budget: BUDGET })
    }

    /// Decides if no vector along `modes`, in the order of its elements, is torn; no answer beyond
    /// the budget.
    pub(super) fn are_whole(&mut self, modes: &[Mode]) -> Result<Option<bool>, Error> {
        let mut starts: Vec<Mode> = Vec::new();
        let mut next = 1i128;
        // Vectors begin between the digits of their coordinates, wherever those digits are in the order of the elements.
        let mut ascending = modes.to_vec();
        ascending.sort_few_by_key(|(_, place)| *place);
        for (extent, place) in ascending {
            self.add_starts(&mut starts, (place - 1) / next + 1, next);
            next = extent.checked_mul(place).ok_or(Overflow::Range)?;
        }
        self.add_starts(&mut starts, (self.size - 1) / next + 1, next);
        let mut along: Vec<i128> = Vec::new();
        let mut digits = alloc::vec![0; starts.len()];
        loop {
            let begin = digits.iter().zip(&starts).map(|(digit, (_, place))| digit * place).sum();
            match self.is_whole(begin, modes, &mut along)? {
                Some(true) => {}
                other => return Ok(other),
            }
            let Some(k) = (0..starts.len()).find(|&k| digits[k] + 1 < starts[k].0) else {
                return Ok(Some(true));
            };
            digits[k] += 1;
            digits[..k].fill(0);
        }
    }

    /// The places where vectors begin, `count` steps by `place`, without those that
    /// repeat others.
    fn add_starts(&self, starts: &mut Vec<Mode>, count: i128, mut place: i128) {
        let mut count = count;
        // Cut where a leaf of either domain ends.
        while count > 1 {
            let mut cut = count;
            for side in &self.sides {
                let mut end = 1i128;
                for (extent, _) in &side.domain {
                    end = end.saturating_mul(*extent);
                    if end > place && end % place == 0 && count % (end / place) == 0 {
                        cut = cut.min(end / place);
                    }
                }
            }
            let steps = self.sides.iter().map(|side| side.repeats_after((cut, place)));
            starts.push((steps.max().unwrap_or(cut), place));
            (count, place) = (count / cut, place.saturating_mul(cut));
        }
    }

    /// Decides if the vector that begins at a coordinate is not torn, or there is none.
    fn is_whole(
        &mut self,
        begin: i128,
        modes: &[Mode],
        along: &mut Vec<i128>,
    ) -> Result<Option<bool>, Error> {
        let reach: i128 = modes.iter().map(|(extent, place)| (extent - 1) * place).sum();
        if begin + reach >= self.size {
            return Ok(Some(true));
        }
        let [a, b] = &self.sides;
        let straight = a.whole.is_none() || b.whole.is_none();
        let (first, second) = (a.value(begin)?, b.value(begin)?);
        along.clear();
        for c in coordinates(begin, modes) {
            let Some(left) = self.budget.checked_sub(1) else { return Ok(None) };
            self.budget = left;
            let (c, i) = (c?, along.len() as i128);
            let (x, y) = (a.value(c)? - first, b.value(c)? - second);
            if x != y || straight && x != i {
                return self.is_none(begin, modes);
            }
            along.push(x);
        }
        along.sort_few();
        match along.windows(2).all(|pair| pair[1] - pair[0] == 1) {
            true => Ok(Some(true)),
            false => self.is_none(begin, modes),
        }
    }

    /// Decides if one of the domains does not step by one from there.
    fn is_none(&mut self, begin: i128, modes: &[Mode]) -> Result<Option<bool>, Error> {
        // The modes are what both have in common from 0 on.
        if begin == 0 {
            return Ok(Some(false));
        }
        for side in &self.sides {
            let first = at(&side.domain, begin).ok_or(Overflow::Range)?;
            for (i, c) in (0..).zip(coordinates(begin, modes)) {
                let Some(left) = self.budget.checked_sub(1) else { return Ok(None) };
                self.budget = left;
                if at(&side.domain, c?) != Some(first + i) {
                    return Ok(Some(true));
                }
            }
        }
        Ok(Some(false))
    }
}

/// The coordinates of the vector that begins at one.
fn coordinates(begin: i128, modes: &[Mode]) -> impl Iterator<Item = Result<i128, Overflow>> {
    let count: i128 = modes.iter().map(|(extent, _)| extent).product();
    (0..count).map(move |i| Ok(begin + at(modes, i).ok_or(Overflow::Range)?))
}
