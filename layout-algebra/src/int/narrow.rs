//! The values that the conditions of one symbol alone leave it.
//!
//! All conditions are looked at again whenever one is added, so that their order says
//! nothing of what contradicts them.

use alloc::vec::Vec;
use core::iter::successors;

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
            for condition in self.assumed.iter().filter(|other| speaks_alone(other, place)) {
                let joined = period_of(condition).and_then(|of| lcm(period, of));
                if let Some(joined) = joined.filter(|joined| joined / class.modulus() <= TRIED) {
                    alone.push(condition);
                    period = joined;
                }
            }
            if alone.is_empty() {
                continue;
            }
            let mut values = alloc::vec![0; self.symbols.len()];
            let meets = |value: &i128| {
                values[place] = *value;
                !alone.iter().any(|condition| is_broken(condition, self, &values))
            };
            let next = |value: &i128| value.checked_add(class.modulus()).filter(|v| *v < period);
            let left = successors(Some(class.least_from(0)), next).filter(meets);
            self.symbols[place].class = Class::around(left, period)?;
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
            let mut meets = |value: &i128| {
                values[place] = *value;
                !alone.iter().any(|condition| is_broken(condition, self, &values))
            };
            let next = |value: &i128| value.checked_add(class.modulus()).filter(|v| *v <= most);
            let before = |value: &i128| value.checked_sub(class.modulus()).filter(|v| *v >= least);
            let first = successors(Some(least), next).find(&mut meets);
            let last = successors(Some(most), before).find(&mut meets);
            let (Some(first), Some(last)) = (first, last) else { return Err(Empty) };
            (self.symbols[place].least, self.symbols[place].most) = (Some(first), Some(last));
        }
        Ok(())
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
    let of =
        |operand: &Int| operand.poly().mul(&Poly::constant(term.factor)).ok()?.plus(constant).ok();
    Some([of(a), of(b)].into_iter().flatten().collect_vec())
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
        entry.least = Some(entry.least.map_or(least, |old| old.max(least)));
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
    int.poly().atoms().try_fold(1, |period, atom| match atom.node() {
        Node::Remainder { rounding: Rounding::Floor, dividend, divisor, proper: true } => {
            let sum = dividend.poly();
            let is_linear = |term: &Term| term.powers.is_empty() || symbol_of(term).is_some();
            let is_whole = sum.divisor == 1 && sum.terms.iter().all(is_linear);
            is_whole.then_some(())?;
            lcm(period, divisor.known()?)
        }
        _ => None,
    })
}

fn lcm(a: i128, b: i128) -> Option<i128> {
    a.checked_mul(b.checked_div(gcd(a.unsigned_abs(), b.unsigned_abs()) as i128)?)
}

/// Returns true if a condition has the symbol at a place, and no other.
fn speaks_alone(condition: &Condition, place: usize) -> bool {
    let mut symbols = condition.integers().flat_map(|int| int.symbols()).peekable();
    symbols.peek().is_some() && symbols.all(|symbol| symbol.place() == place)
}
