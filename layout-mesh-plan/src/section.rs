//! `Section`: coordinates of a dimension along which the devices and places of two placements step evenly, and the
//! intersection of two axes as sections.

use std::borrow::Cow;

use crate::axis::{Axis, Piece, gcd};
use crate::limits::MAX_SECTIONS;

/// Steps on the device and place of the source, and the device and place of the target.
pub type Steps = [i64; 4];

pub(crate) const SOURCE_DEVICE: usize = 0;
pub(crate) const SOURCE_PLACE: usize = 1;
pub(crate) const TARGET_DEVICE: usize = 2;
pub(crate) const TARGET_PLACE: usize = 3;

/// A regular section of a dimension: a layout from its coordinates to devices and places on both sides.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Section {
    /// The devices and places of the first coordinate.
    pub base: Steps,
    /// Extents above 1, with their steps.
    pub digits: Cow<'static, [(i64, Steps)]>,
}

impl Section {
    /// True if the section has one device on each side.
    pub(crate) fn stays(&self) -> bool {
        self.digits.iter().all(stays)
    }

    /// Visits the part of the section of each pair of devices, of those asked for, in an order that depends on the section alone.
    pub(crate) fn visit(
        &self,
        source: Option<i64>,
        target: Option<i64>,
        visitor: &mut impl FnMut(Section),
    ) {
        let (places, mut digits): (Vec<_>, Vec<_>) = self.digits.iter().copied().partition(stays);
        // The longest steps first.
        digits.sort_by_key(|(_, steps)| -steps[SOURCE_DEVICE].max(steps[TARGET_DEVICE]));
        // The most that the digits from each on add.
        let mut most = vec![[0; 4]; digits.len() + 1];
        for (at, (extent, steps)) in digits.iter().enumerate().rev() {
            most[at] = plus(most[at + 1], *steps, extent - 1);
        }
        let wanted = [(SOURCE_DEVICE, source), (TARGET_DEVICE, target)];
        Search { digits, most, places, wanted }.from(0, self.base, visitor);
    }
}

/// The number of values of digits together.
pub(crate) fn size<S>(digits: &[(i64, S)]) -> i64 {
    digits.iter().map(|(extent, _)| extent).product()
}

/// True if a digit steps over no devices of either side.
fn stays((_, steps): &(i64, Steps)) -> bool {
    (steps[SOURCE_DEVICE], steps[TARGET_DEVICE]) == (0, 0)
}

/// The search for values of digits whose steps add up to a device.
struct Search {
    digits: Vec<(i64, Steps)>,
    most: Vec<Steps>,
    places: Vec<(i64, Steps)>,
    wanted: [(usize, Option<i64>); 2],
}

impl Search {
    fn from(&self, at: usize, base: Steps, visitor: &mut impl FnMut(Section)) {
        let (extent, steps) = self.digits.get(at).copied().unwrap_or((1, [0; 4]));
        let (mut least, mut greatest) = (0, extent - 1);
        for (axis, device) in self.wanted {
            let Some(device) = device else { continue };
            let rest = device - base[axis];
            if rest < 0 || rest > self.most[at][axis] {
                return;
            }
            if steps[axis] > 0 {
                greatest = greatest.min(rest / steps[axis]);
                let left = rest - self.most[at + 1][axis];
                least = least.max((left + steps[axis] - 1).max(0) / steps[axis]);
            }
        }
        if at == self.digits.len() {
            return visitor(Section { base, digits: self.places.clone().into() });
        }
        for value in least..=greatest {
            self.from(at + 1, plus(base, steps, value), visitor);
        }
    }
}

/// The values after `count` steps.
fn plus(mut base: Steps, steps: Steps, count: i64) -> Steps {
    for (base, step) in base.iter_mut().zip(steps) {
        *base += count * step;
    }
    base
}

fn steps(source: [i64; 2], target: [i64; 2]) -> Steps {
    [source[0], source[1], target[0], target[1]]
}

/// The sections of two axes of one extent: disjoint, and all coordinates together.
///
/// The coordinates are cut where the longest digit of either side changes. The blocks between repeat as often as that digit does,
/// if the other side steps evenly from block to block, or after some blocks, which are then sections each. The cost is the number
/// of sections, which depends on the digits, and not on the number of coordinates. Past [`MAX_SECTIONS`] there are no more of them.
pub(crate) fn intersect(source: &Axis, target: &Axis) -> Vec<Section> {
    let mut sections = Vec::new();
    let (mut s, mut t) = (0, 0);
    while let (Some(a), Some(b)) = (source.pieces.get(s), target.pieces.get(t)) {
        let first = a.first.max(b.first);
        let end = (a.first + a.extent).min(b.first + b.extent);
        let pair = Pair { sides: [a, b] };
        pair.cut(end - first, [first - a.first, first - b.first], &mut Vec::new(), &mut sections);
        s += usize::from(end == a.first + a.extent);
        t += usize::from(end == b.first + b.extent);
    }
    sections
}

/// The pieces of both sides that have the coordinates.
struct Pair<'a> {
    sides: [&'a Piece; 2],
}

impl Pair<'_> {
    fn cut(
        &self,
        extent: i64,
        first: [i64; 2],
        outer: &mut Vec<(i64, Steps)>,
        sections: &mut Vec<Section>,
    ) {
        if sections.len() > MAX_SECTIONS {
            return;
        }
        let [a, b] = self.sides;
        let (changes_a, changes_b) = (a.changes(first[0], extent), b.changes(first[1], extent));
        let (long, (weight, digit)) = match (changes_a, changes_b) {
            (None, None) => {
                let base = steps(a.at(first[0]), b.at(first[1]));
                let mut digits = Vec::new();
                if extent > 1 {
                    let [a, b] = [a.first_digit(), b.first_digit()];
                    digits.push((extent, [a.device, a.place, b.device, b.place]));
                }
                digits.extend(outer.iter().filter(|(extent, _)| *extent > 1));
                sections.push(Section { base, digits: digits.into() });
                return;
            }
            (Some(changes), None) => (0, changes),
            (None, Some(changes)) => (1, changes),
            (Some(a), Some(b)) if a.0 >= b.0 => (0, a),
            (Some(_), Some(b)) => (1, b),
        };
        let at = |offset: i64| [first[0] + offset, first[1] + offset];
        let head = (weight - first[long] % weight) % weight;
        if head > 0 {
            self.cut(head, first, outer, sections);
        }
        let blocks = (extent - head) / weight;
        if blocks > 0 {
            let other = self.sides[1 - long];
            let changes = other.changes(at(head)[1 - long], blocks * weight);
            let (period, step) = match changes {
                None => (1, (weight, other.first_digit())),
                Some((shorter, digit)) => {
                    let period = shorter / gcd(weight, shorter);
                    (period, (period * weight / shorter, digit))
                }
            };
            let (times, moved) = step;
            let along = [digit.device * period, digit.place * period];
            let across = [moved.device * times, moved.place * times];
            let repeated = if long == 0 { steps(along, across) } else { steps(across, along) };
            for block in 0..period.min(blocks) {
                if sections.len() > MAX_SECTIONS {
                    return;
                }
                let repeats = (blocks - block + period - 1) / period;
                outer.push((repeats, repeated));
                self.cut(weight, at(head + block * weight), outer, sections);
                outer.pop();
            }
        }
        let done = head + blocks * weight;
        if done < extent {
            self.cut(extent - done, at(done), outer, sections);
        }
    }
}
