//! Samples: values of the symbols that meet every fact.
//!
//! A polynomial that is negative at a sample is not positive, and needs no search. Most questions whose answer is no
//! end here.

use alloc::vec::Vec;

use layout_core::{ceil_div, floor_div, modulo};

use super::atom::{Atom, Node, Rounding, Symbol};
use super::fact_set::{FactSet, Sample, SymbolFacts};
use super::poly::{Affine, Poly};
use super::{Int, Repr};
use crate::Condition;
use crate::exact::gcd;

/// A multiple of most tiles.
const ROUND: i128 = 5040;

/// Values that are changed to bring a sample in line with a condition.
const REPAIRS: usize = 8;

/// Values for a new symbol: the least, and large ones that rise and fall from symbol
/// to symbol, so that one is above the other somewhere, and below elsewhere. The larger
/// are multiples of the smaller, and of twice or three times those.
pub(super) fn first_values(place: usize, least: Option<i128>) -> [i128; 3] {
    let (up, down) = (place.min(7) as u32, 7 - place.min(7) as u32);
    [least.unwrap_or(-1), ROUND * 24i128.pow(up), ROUND * 24i128.pow(down)]
}

/// The values of a polynomial at the samples.
pub(super) struct SampleRange {
    least: i128,
    greatest: i128,
    /// True if it is 0 at one of them.
    pub(super) zero: bool,
}

impl SampleRange {
    /// Returns true if `sign` times it, and `offset` more, is negative at a sample.
    pub(super) fn is_negative(&self, sign: i128, offset: i128) -> bool {
        let least = if sign < 0 { self.greatest.checked_neg() } else { Some(self.least) };
        match least {
            Some(least) => least.saturating_add(offset) < 0,
            None => false,
        }
    }
}

impl FactSet {
    /// The values of a polynomial at samples that meet all that is known; an empty range if it has
    /// no value at any of them.
    pub(super) fn sample_range(&self, poly: &Poly) -> SampleRange {
        // An empty range is neither above 0 nor below.
        let mut range = SampleRange { least: i128::MAX, greatest: i128::MIN + 1, zero: false };
        for sample in &self.samples {
            if let Some(value) = value_of_poly(poly, &At { known: self, sample }) {
                range.least = range.least.min(value);
                range.greatest = range.greatest.max(value);
                range.zero |= value == 0;
            }
        }
        range
    }

    /// Returns true if it is negative for some values that meet all that is known.
    pub(super) fn is_negative_at_a_sample(&self, affine: &Affine<'_>) -> bool {
        self.sample_range(affine.poly).is_negative(affine.sign, affine.offset)
    }

    /// Two answers: if `by` divides `of` for some values that meet all that is known, and if it
    /// does not for some.
    pub(super) fn divides_at_samples(&self, by: &Poly, of: &Poly) -> (bool, bool) {
        let mut answers = (false, false);
        for sample in &self.samples {
            let at = At { known: self, sample };
            if let Some(by) = value_of_poly(by, &at)
                && let Some(of) = value_of_poly(of, &at)
            {
                match of.checked_rem(by) == Some(0) {
                    true => answers.0 = true,
                    false => answers.1 = true,
                }
            }
        }
        answers
    }

    /// Returns true if it is no integer for some values that meet all that is known.
    pub(super) fn is_fraction_at_a_sample(&self, poly: &Poly) -> bool {
        for sample in &self.samples {
            if let Some((value, below)) = fraction_of_poly(poly, &At { known: self, sample })
                && matches!(value.checked_rem(below), Some(rest) if rest != 0)
            {
                return true;
            }
        }
        false
    }
}

/// A sample, and whose it is.
struct At<'a> {
    known: &'a FactSet,
    sample: &'a [i128],
}

impl At<'_> {
    fn value(&self, symbol: &Symbol) -> Option<i128> {
        match self.known.symbols.get(symbol.place) {
            Some(entry) if entry.name == symbol.name => self.sample.get(symbol.place).copied(),
            _ => None,
        }
    }
}

impl FactSet {
    /// Brings the samples in line with what is known, or drops them.
    pub(super) fn sample_again(&mut self) {
        let mut samples = core::mem::take(&mut self.samples);
        samples.retain_mut(|sample| self.repair(sample).is_some());
        self.samples = samples;
    }

    /// Changes one value after the other until all that is known is met.
    fn repair(&self, sample: &mut Sample) -> Option<()> {
        for _ in 0..REPAIRS {
            for (entry, value) in self.symbols.iter().zip(sample.iter_mut()) {
                *value = entry.clamped(*value);
            }
            let at = At { known: self, sample };
            let Some(condition) = self.assumed.iter().find(|other| !holds(other, &at)) else {
                return Some(());
            };
            // The sample that breaks the fewest conditions.
            let mut best: Option<(usize, Sample)> = None;
            for (place, value) in repairs(condition, &at)? {
                let mut repaired = sample.clone();
                let (Some(at), Some(entry)) = (repaired.get_mut(place), self.symbols.get(place))
                else {
                    continue;
                };
                *at = entry.clamped(value);
                let at = At { known: self, sample: &repaired };
                if !holds(condition, &at) {
                    continue;
                }
                let broken = self.assumed.iter().filter(|other| !holds(other, &at)).count();
                if best.as_ref().is_none_or(|(fewest, _)| broken < *fewest) {
                    best = Some((broken, repaired));
                }
            }
            *sample = best?.1;
        }
        None
    }
}

impl SymbolFacts {
    /// The nearest value that bounds and congruences leave: the bounds are of the class themselves.
    fn clamped(&self, value: i128) -> i128 {
        let value = self.least.map_or(value, |least| value.max(least));
        self.class.least_from(self.most.map_or(value, |most| value.min(most)))
    }
}

/// The value of a polynomial, if it is an integer there.
fn value_of_poly(poly: &Poly, at: &At<'_>) -> Option<i128> {
    match fraction_of_poly(poly, at)? {
        (value, 1) => Some(value),
        (value, below) if value.checked_rem(below)? == 0 => Some(value / below),
        _ => None,
    }
}

/// The value of a polynomial as a fraction.
fn fraction_of_poly(poly: &Poly, at: &At<'_>) -> Option<(i128, i128)> {
    let (mut sum, mut below) = (0i128, 1i128);
    for term in &poly.terms {
        let (mut part, mut under) = (term.factor, 1i128);
        for (atom, power) in &term.powers {
            let value = value_of_atom(atom, at)?;
            match *power {
                1 => part = part.checked_mul(value)?,
                power => {
                    let side = if power < 0 { &mut under } else { &mut part };
                    for _ in 0..power.unsigned_abs() {
                        *side = side.checked_mul(value)?;
                    }
                }
            }
        }
        if under == 0 {
            return None;
        }
        if under == below {
            sum = sum.checked_add(part)?;
        } else {
            sum = sum.checked_mul(under)?.checked_add(part.checked_mul(below)?)?;
            below = below.checked_mul(under)?;
        }
    }
    Some((sum, if poly.divisor == 1 { below } else { below.checked_mul(poly.divisor)? }))
}

fn value_of_int(int: &Int, at: &At<'_>) -> Option<i128> {
    match &int.0 {
        Repr::Known(value) => Some(*value),
        Repr::Symbolic(poly) => value_of_poly(poly, at),
    }
}

fn value_of_atom(atom: &Atom, at: &At<'_>) -> Option<i128> {
    if let Node::Symbol(symbol) = atom.node() {
        return at.value(symbol);
    }
    let (a, b) = atom.operands()?;
    let (a, b) = (value_of_int(a, at)?, value_of_int(b, at)?);
    match atom.node() {
        Node::Min(..) => Some(a.min(b)),
        Node::Max(..) => Some(a.max(b)),
        Node::Quotient { rounding: Rounding::Floor, proper: true, .. } if b > 0 => floor_div(a, b),
        Node::Quotient { rounding: Rounding::Ceil, proper: true, .. } if b > 0 => ceil_div(a, b),
        Node::Remainder { rounding: Rounding::Floor, proper: true, .. } if b > 0 => modulo(a, b),
        Node::Symbol(_) | Node::Quotient { .. } | Node::Remainder { .. } => None,
    }
}

/// Returns true if a condition is known to hold at a sample.
fn holds(condition: &Condition, at: &At<'_>) -> bool {
    truth(condition, at) == Some(true)
}

/// Returns true if a condition does not hold for these values of the symbols.
pub(super) fn is_broken(condition: &Condition, known: &FactSet, sample: &[i128]) -> bool {
    truth(condition, &At { known, sample }) == Some(false)
}

/// The truth of a condition at a sample, if its integers have values there.
fn truth(condition: &Condition, at: &At<'_>) -> Option<bool> {
    Some(match condition {
        Condition::Divides { divisor, of } => {
            let (of, divisor) = (value_of_int(of, at)?, value_of_int(divisor, at)?);
            divisor != 0 && of.checked_rem(divisor).unwrap_or(0) == 0
        }
        Condition::AtMost { least, most } => value_of_int(least, at)? <= value_of_int(most, at)?,
        Condition::Equal { left, right } => value_of_int(left, at)? == value_of_int(right, at)?,
        // It says nothing of polynomials.
        Condition::Injective { .. } => true,
    })
}

/// Other values of single symbols with which a condition that does not hold may hold.
fn repairs(condition: &Condition, at: &At<'_>) -> Option<Vec<(usize, i128)>> {
    let mut repairs = Vec::new();
    let mut try_each = |int: &Int, repaired: &dyn Fn(i128) -> Option<i128>| {
        let Repr::Symbolic(poly) = &int.0 else { return };
        for atom in poly.atoms() {
            if let Node::Symbol(symbol) = atom.node()
                && let Some(value) = at.value(symbol).and_then(repaired)
            {
                repairs.push((symbol.place, value));
            }
        }
    };
    let value = |int: &Int| value_of_int(int, at);
    match condition {
        Condition::Divides { divisor, of } => {
            let (by, all) = (value(divisor)?.checked_abs()?, value(of)?);
            let common = gcd(by.unsigned_abs(), all.unsigned_abs()) as i128;
            let missing = by.checked_div(common)?;
            try_each(of, &|value| value.checked_mul(missing));
            try_each(divisor, &|_| Some(1));
        }
        Condition::AtMost { least: left, most: right } | Condition::Equal { left, right } => {
            let gap = value(left)?.checked_sub(value(right)?)?;
            try_each(right, &|value| value.checked_add(gap));
            try_each(left, &|value| value.checked_sub(gap));
        }
        Condition::Injective { .. } => {}
    }
    Some(repairs)
}
