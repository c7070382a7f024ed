//! `Class`: the values that congruences leave a symbol, as `m % 4 == 0` and `m % 8 == 4`.

use alloc::vec::Vec;

use super::atom::{Node, Rounding};
use super::facts::Known;
use super::poly::{Poly, Term};
use crate::Condition;
use crate::exact::gcd;

/// Rounds in which symbols that are equal tell each other what they are.
const ROUNDS: usize = 4;

/// The integers that leave `rest` of `modulus`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Class {
    rest: i128,
    modulus: i128,
}

/// No integer is left.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Empty;

impl Class {
    /// Every integer.
    pub(super) const ALL: Class = Class { rest: 0, modulus: 1 };

    /// The class of the numbers, of any sign, that leave as much as `rest` does.
    fn of(rest: i128, modulus: i128) -> Option<Class> {
        let modulus = modulus.checked_abs().filter(|modulus| *modulus > 0)?;
        Some(Class { rest: rest.rem_euclid(modulus), modulus })
    }

    /// The finest class of some remainders of a period.
    pub(super) fn around(
        mut values: impl Iterator<Item = i128>,
        period: i128,
    ) -> Result<Class, Empty> {
        let first = values.next().ok_or(Empty)?;
        let step = |step: i128, value: i128| gcd(step.unsigned_abs(), value.abs_diff(first));
        let modulus = values.fold(period, |all, value| step(all, value) as i128);
        Ok(Class { rest: first.rem_euclid(modulus), modulus })
    }

    /// The distance of each to the next.
    pub(super) fn modulus(self) -> i128 {
        self.modulus
    }

    /// The least of them that is not below a bound.
    pub(super) fn least_from(self, bound: i128) -> i128 {
        bound.saturating_add(self.gap(bound))
    }

    /// The greatest of them that is not above a bound.
    pub(super) fn greatest_to(self, bound: i128) -> i128 {
        match self.gap(bound) {
            0 => bound,
            gap => bound.saturating_sub(self.modulus - gap),
        }
    }

    /// The distance from a bound to the next of them above it.
    fn gap(self, bound: i128) -> i128 {
        let gap = self.rest - bound.rem_euclid(self.modulus);
        if gap < 0 { gap + self.modulus } else { gap }
    }

    /// The class of the `x` with `factor·x` of this class. If it does not fit, the answer is a
    /// larger class.
    fn divided_by(self, factor: i128) -> Result<Class, Empty> {
        let shared = gcd(factor.unsigned_abs(), self.modulus.unsigned_abs()) as i128;
        if self.rest % shared != 0 {
            return Err(Empty);
        }
        let (rest, modulus) = (self.rest / shared, self.modulus / shared);
        let inverse = inverse((factor / shared).rem_euclid(modulus), modulus);
        Ok(match inverse.and_then(|inverse| rest.checked_mul(inverse)) {
            Some(rest) => Class { rest: rest.rem_euclid(modulus), modulus },
            None => Class::ALL,
        })
    }

    /// The class of the numbers of both: `r` of `p` and `s` of `q` have some where `r ≡ s mod
    /// gcd(p, q)`. If it does not fit, the answer is a larger class.
    fn and(self, other: Class) -> Result<Class, Empty> {
        // `rest + modulus·k` of the other class.
        let Some(missing) = other.rest.checked_sub(self.rest) else { return Ok(self) };
        let missing = Class { rest: missing.rem_euclid(other.modulus), modulus: other.modulus };
        let steps = missing.divided_by(self.modulus)?;
        let both = || {
            let modulus = self.modulus.checked_mul(steps.modulus)?;
            let rest = self.modulus.checked_mul(steps.rest)?.checked_add(self.rest)?;
            Some(Class { rest: rest.rem_euclid(modulus), modulus })
        };
        Ok(both().unwrap_or(self))
    }
}

/// The number that times `a` leaves 1 of `modulus`, of two without a common factor.
fn inverse(a: i128, modulus: i128) -> Option<i128> {
    let (mut rest, mut next) = (modulus, a);
    let (mut factor, mut next_factor) = (0i128, 1i128);
    while next != 0 {
        let times = rest / next;
        (rest, next) = (next, rest - times * next);
        let after = factor.checked_sub(times.checked_mul(next_factor)?)?;
        (factor, next_factor) = (next_factor, after);
    }
    Some(factor.rem_euclid(modulus))
}

impl Known {
    /// Narrows the classes of the symbols to what the conditions say of one alone, and of
    /// two that are equal.
    pub(super) fn narrow_classes(&mut self) -> Result<(), Empty> {
        for _ in 0..ROUNDS {
            let mut changed = false;
            let said: Vec<_> = self.assumed.iter().flat_map(|known| self.said(known)).collect();
            for Said { place, factor, class } in said {
                let Some(entry) = self.symbols.get_mut(place) else { continue };
                let narrowed = entry.class.and(class.divided_by(factor)?)?;
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
    fn said(&self, condition: &Condition) -> Vec<Said> {
        match condition {
            Condition::Divides { divisor, of } => {
                let class = divisor.known().and_then(|divisor| Class::of(0, divisor));
                let said = class.and_then(|class| said_of_sum(&of.poly(), class));
                said.into_iter().collect()
            }
            Condition::Equal { left, right } => match left.poly().sub(&right.poly()) {
                Ok(zero) => match said_of_remainder(&zero) {
                    Some(said) => Vec::from([said]),
                    None => self.said_of_pair(&zero),
                },
                Err(_) => Vec::new(),
            },
            Condition::AtMost { .. } | Condition::Injective { .. } => Vec::new(),
        }
    }

    /// The classes that `a·x + b·y + c = 0` implies: `a·x` is `-c` without a value of `b·y`, and
    /// the reverse.
    fn said_of_pair(&self, zero: &Poly) -> Vec<Said> {
        let (terms, constant) = parts(zero);
        let [a, b] = terms else { return Vec::new() };
        let of = |a: &Term, b: &Term| {
            let (place, other) = (symbol_of(a)?, symbol_of(b)?);
            let Class { rest, modulus } = self.symbols.get(other)?.class;
            let rest = constant.checked_add(b.factor.checked_mul(rest)?)?.checked_neg()?;
            let class = Class::of(rest, modulus.checked_mul(b.factor)?)?;
            Some(Said { place, factor: a.factor, class })
        };
        [of(a, b), of(b, a)].into_iter().flatten().collect()
    }
}

/// `factor` times the symbol at a place is one of a class.
struct Said {
    place: usize,
    factor: i128,
    class: Class,
}

/// The class that is implied for `x` where `(a·x + c) / d` is one of a class.
fn said_of_sum(sum: &Poly, Class { rest, modulus }: Class) -> Option<Said> {
    let (terms, constant) = parts(sum);
    let [term] = terms else { return None };
    let rest = rest.checked_mul(sum.divisor)?.checked_sub(constant)?;
    let class = Class::of(rest, modulus.checked_mul(sum.divisor)?)?;
    Some(Said { place: symbol_of(term)?, factor: term.factor, class })
}

/// The class that `k·((a·x + b) % d) + c = 0` implies for `x`.
fn said_of_remainder(zero: &Poly) -> Option<Said> {
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
    said_of_sum(&dividend.poly(), Class::of(rest, divisor.known()?)?)
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
