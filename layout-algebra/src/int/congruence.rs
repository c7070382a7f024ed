//! Congruences: the classes of values that conditions such as `m % 4 == 0` and `m % 8 == 4` leave
//! symbols.

use alloc::vec::Vec;

use super::atom::{Node, Rounding};
use super::class::{Class, Empty};
use super::fact_set::FactSet;
use super::poly::{Poly, Term};
use crate::{CollectVec, Condition};

/// Rounds in which symbols that are equal tell each other what they are.
const ROUNDS: usize = 4;

impl FactSet {
    /// Narrows the classes of the symbols to what the conditions say of one alone, and of
    /// two that are equal.
    pub(super) fn narrow_classes(&mut self) -> Result<(), Empty> {
        for _ in 0..ROUNDS {
            let mut changed = false;
            let mut implied = Vec::new();
            for known in &self.assumed {
                implied.extend(self.implied_classes(known));
            }
            for ImpliedClass { place, factor, class } in implied {
                let Some(entry) = self.symbols.get_mut(place) else { continue };
                let narrowed = entry.class.intersect(class.divided_by(factor)?)?;
                changed |= narrowed != entry.class;
                entry.class = narrowed;
            }
            if !changed {
                break;
            }
        }
        Ok(())
    }

    /// The classes that a condition implies for symbols.
    fn implied_classes(&self, condition: &Condition) -> Vec<ImpliedClass> {
        match condition {
            Condition::Divides { divisor, of } => {
                let class = divisor.known().and_then(|divisor| Class::new(0, divisor));
                let implied = class.and_then(|class| implied_by_sum(&of.poly(), class));
                implied.into_iter().collect_vec()
            }
            Condition::Equal { left, right } => match left.poly().sub(&right.poly()) {
                Ok(zero) => match implied_by_remainder(&zero) {
                    Some(implied) => Vec::from([implied]),
                    None => self.implied_by_pair(&zero),
                },
                Err(_) => Vec::new(),
            },
            Condition::AtMost { .. } | Condition::Injective { .. } => Vec::new(),
        }
    }

    /// The classes that `a·x + b·y + c = 0` implies: `a·x` is `-c` without a value of `b·y`, and
    /// the reverse.
    fn implied_by_pair(&self, zero: &Poly) -> Vec<ImpliedClass> {
        let (terms, constant) = parts(zero);
        let [a, b] = terms else { return Vec::new() };
        let mut implied = Vec::new();
        implied.extend(self.implied_by(a, b, constant));
        implied.extend(self.implied_by(b, a, constant));
        implied
    }

    /// The class of `a` that follows from `a + b + constant = 0` by the class of `b`.
    fn implied_by(&self, a: &Term, b: &Term, constant: i128) -> Option<ImpliedClass> {
        let (place, other) = (symbol_of(a)?, symbol_of(b)?);
        let Class { rest, modulus } = self.symbols.get(other)?.class;
        let rest = constant.checked_add(b.factor.checked_mul(rest)?)?.checked_neg()?;
        let class = Class::new(rest, modulus.checked_mul(b.factor)?)?;
        Some(ImpliedClass { place, factor: a.factor, class })
    }
}

/// `factor` times the symbol at a place is one of a class.
struct ImpliedClass {
    place: usize,
    factor: i128,
    class: Class,
}

/// The class that is implied for `x` where `(a·x + c) / d` is one of a class.
fn implied_by_sum(sum: &Poly, Class { rest, modulus }: Class) -> Option<ImpliedClass> {
    let (terms, constant) = parts(sum);
    let [term] = terms else { return None };
    let rest = rest.checked_mul(sum.divisor)?.checked_sub(constant)?;
    let class = Class::new(rest, modulus.checked_mul(sum.divisor)?)?;
    Some(ImpliedClass { place: symbol_of(term)?, factor: term.factor, class })
}

/// The class that `k·((a·x + b) % d) + c = 0` implies for `x`.
fn implied_by_remainder(zero: &Poly) -> Option<ImpliedClass> {
    let (terms, constant) = parts(zero);
    let [term] = terms else { return None };
    let [(atom, 1)] = term.powers.as_slice() else { return None };
    let Node::Remainder { rounding: Rounding::Floor, dividend, divisor, proper: true } =
        atom.node()
    else {
        return None;
    };
    if constant.checked_rem(term.factor)? != 0 {
        return None;
    }
    let rest = constant.checked_div(term.factor)?.checked_neg()?;
    implied_by_sum(&dividend.poly(), Class::new(rest, divisor.known()?)?)
}

/// The terms with symbols, and the constant, which comes last.
fn parts(poly: &Poly) -> (&[Term], i128) {
    match poly.terms.split_last() {
        Some((last, terms)) if last.powers.is_empty() => (terms, last.factor),
        _ => (&poly.terms, 0),
    }
}

/// The place of the symbol of a term of one.
pub(super) fn symbol_of(term: &Term) -> Option<usize> {
    match term.powers.as_slice() {
        [(atom, 1)] => match atom.node() {
            Node::Symbol(symbol) => Some(symbol.place),
            _ => None,
        },
        _ => None,
    }
}
