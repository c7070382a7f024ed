//! The values that the conditions of one symbol alone leave it.
//!
//! All conditions are looked at again whenever one is added, so that their order says
//! nothing of what contradicts them.

use alloc::vec::Vec;

use super::Int;
use super::atom::{Node, Rounding};
use super::class::{Class, Empty};
use super::congruence::symbol_of;
use super::fact_set::{FactSet, SymbolFacts};
use super::poly::{Poly, Term};
use super::range::smaller;
use super::sample::is_broken;
use super::sign::bound_of_quotient;
use crate::exact::gcd;
use crate::{CollectVec, Condition};

/// Values of a symbol that are tried one by one, at most. Of more, none is tried.
const TRIED: i128 = 256;

impl FactSet {
    /// Narrows the ranges of the symbols.
    pub(super) fn narrow(&mut self) -> Result<(), Empty> {
        self.narrow_classes()?;
        self.try_remainders()?;
        self.tighten();
        self.try_ends()
    }

    /// Narrows the classes to the remainders that break no condition of remainders alone.
    fn try_remainders(&mut self) -> Result<(), Empty> {
        for place in 0..self.symbols.len() {
            let class = self.symbols[place].class;
            let (mut alone, mut period) = (Vec::new(), class.modulus());
            for condition in &self.assumed {
                if speaks_alone(condition, place)
                    && let Some(of) = period_of(condition)
                    && let Some(joined) = lcm(period, of)
                    && joined / class.modulus() <= TRIED
                {
                    alone.push(condition);
                    period = joined;
                }
            }
            if alone.is_empty() {
                continue;
            }
            let mut values = alloc::vec![0; self.symbols.len()];
            let (mut left, mut next) = (Vec::new(), Some(class.least_from(0)));
            while let Some(value) = next {
                if self.meets(&alone, &mut values, (place, value)) {
                    left.push(value);
                }
                next = value.checked_add(class.modulus()).filter(|next| *next < period);
            }
            self.symbols[place].class = Class::around(&left, period)?;
        }
        Ok(())
    }

    /// The ranges by the facts that speak of one symbol alone, within its class.
    fn tighten(&mut self) {
        let mut facts = self.positive.clone();
        while let Some(fact) = facts.pop() {
            match inside(&fact) {
                Some(inner) => facts.extend(inner),
                None => bound(&mut self.symbols, &fact).unwrap_or_default(),
            }
        }
        for entry in &mut self.symbols {
            entry.least = entry.least.map(|least| entry.class.least_from(least));
            entry.most = entry.most.map(|most| entry.class.greatest_to(most));
        }
    }

    /// Takes the ends of short ranges away, as long as they break a condition.
    fn try_ends(&mut self) -> Result<(), Empty> {
        for place in 0..self.symbols.len() {
            let SymbolFacts { least: Some(least), most: Some(most), class, .. } =
                self.symbols[place]
            else {
                continue;
            };
            if least > most {
                return Err(Empty);
            }
            if most.checked_sub(least).is_none_or(|span| span / class.modulus() >= TRIED) {
                continue;
            }
            let alone = self
                .assumed
                .iter()
                .filter(|condition| speaks_alone(condition, place))
                .collect_vec();
            let mut values = alloc::vec![0; self.symbols.len()];
            let (mut first, mut last) = (least, most);
            while !self.meets(&alone, &mut values, (place, first)) {
                match first.checked_add(class.modulus()) {
                    Some(next) if next <= most => first = next,
                    _ => return Err(Empty),
                }
            }
            while !self.meets(&alone, &mut values, (place, last)) {
                match last.checked_sub(class.modulus()) {
                    Some(before) if before >= least => last = before,
                    _ => return Err(Empty),
                }
            }
            (self.symbols[place].least, self.symbols[place].most) = (Some(first), Some(last));
        }
        Ok(())
    }

    /// Returns true if no condition of one symbol alone is broken where this is its value.
    fn meets(
        &self,
        alone: &[&Condition],
        values: &mut [i128],
        (place, value): (usize, i128),
    ) -> bool {
        values[place] = value;
        !alone.iter().any(|condition| is_broken(condition, self, values))
    }
}

/// The polynomials of operands that are at least 0 by a bound of a compound atom: `⌊x/4⌋ ≥ 2` is `x
/// ≥ 8`, and `min(x, y) ≥ 2` bounds both.
fn inside(fact: &Poly) -> Option<Vec<Poly>> {
    if let Some(dividend) = bound_of_quotient(fact) {
        return Some(Vec::from([dividend]));
    }
    let (term, constant) = sole(fact)?;
    let [(atom, 1)] = term.powers.as_slice() else { return None };
    let (a, b) = match atom.node() {
        Node::Min(a, b) if term.factor > 0 => (a, b),
        Node::Max(a, b) if term.factor < 0 => (a, b),
        _ => return None,
    };
    let mut facts = Vec::new();
    for operand in [a, b] {
        if let Ok(product) = operand.poly().mul(&Poly::constant(term.factor)) {
            facts.extend(product.plus(constant));
        }
    }
    Some(facts)
}

/// The only term with a symbol, and the constant.
fn sole(fact: &Poly) -> Option<(&Term, i128)> {
    match fact.terms.as_slice() {
        [term] => Some((term, 0)),
        [term, last] if last.powers.is_empty() => Some((term, last.factor)),
        _ => None,
    }
}

/// Narrows the range of the symbol of a fact `factor·x + constant ≥ 0`.
fn bound(symbols: &mut [SymbolFacts], fact: &Poly) -> Option<()> {
    let (term, constant) = sole(fact)?;
    let entry = symbols.get_mut(symbol_of(term)?)?;
    // x ≥ -⌊constant/factor⌋, or x ≤ ⌊constant/-factor⌋.
    let bound = constant.checked_div_euclid(term.factor.checked_abs()?)?;
    if term.factor > 0 {
        let least = bound.checked_neg()?;
        entry.least = entry.least.max(Some(least));
    } else {
        entry.most = smaller(entry.most, Some(bound));
    }
    Some(())
}

/// The least number that can be added to the symbol without a change of the condition, if that is
/// one of remainders by numbers alone.
fn period_of(condition: &Condition) -> Option<i128> {
    match condition {
        Condition::AtMost { least: a, most: b } | Condition::Equal { left: a, right: b } => {
            lcm(period(a)?, period(b)?)
        }
        Condition::Divides { .. } | Condition::Injective { .. } => None,
    }
}

fn period(int: &Int) -> Option<i128> {
    let mut period = 1;
    for atom in int.poly().atoms() {
        let Node::Remainder { rounding: Rounding::Floor, dividend, divisor, proper: true } =
            atom.node()
        else {
            return None;
        };
        let sum = dividend.poly();
        if sum.divisor != 1 || !sum.terms.iter().all(is_linear) {
            return None;
        }
        period = lcm(period, divisor.known()?)?;
    }
    Some(period)
}

/// Returns true for a number, or a symbol with a factor.
fn is_linear(term: &Term) -> bool {
    term.powers.is_empty() || symbol_of(term).is_some()
}

fn lcm(a: i128, b: i128) -> Option<i128> {
    a.checked_mul(b.checked_div(gcd(a.unsigned_abs(), b.unsigned_abs()) as i128)?)
}

/// Returns true if a condition has the symbol at a place, and no other.
fn speaks_alone(condition: &Condition, place: usize) -> bool {
    let mut is_there = false;
    for int in condition.integers() {
        for symbol in &int.symbols() {
            if symbol.place() != place {
                return false;
            }
            is_there = true;
        }
    }
    is_there
}
