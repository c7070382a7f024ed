//! Quotients and remainders.

use layout_core::{ceil_div, floor_div, modulo};

use super::arithmetic::checked;
use super::atom::{Node, Rounding};
use super::poly::{Poly, Term};
use super::{Facts, Int, Overflow, Repr};
use crate::exact::gcd;

impl Int {
    /// `⌊self / other⌋`. A zero divisor is an [`Overflow`].
    pub fn div_floor(&self, other: &Int) -> Result<Int, Overflow> {
        let (Repr::Known(a), Repr::Known(b)) = (&self.0, &other.0) else {
            return self.quotient(other, Rounding::Floor);
        };
        checked(floor_div(*a, *b))
    }

    /// `⌈self / other⌉`. A zero divisor is an [`Overflow`].
    pub fn div_ceil(&self, other: &Int) -> Result<Int, Overflow> {
        let (Repr::Known(a), Repr::Known(b)) = (&self.0, &other.0) else {
            return self.quotient(other, Rounding::Ceil);
        };
        checked(ceil_div(*a, *b))
    }

    /// `self - other * ⌊self / other⌋`.
    pub fn rem_floor(&self, other: &Int) -> Result<Int, Overflow> {
        let (Repr::Known(a), Repr::Known(b)) = (&self.0, &other.0) else {
            return self.remainder(other, Rounding::Floor);
        };
        checked(modulo(*a, *b))
    }

    /// `self / other` towards zero, as C++ divides. A zero divisor is an [`Overflow`].
    #[inline]
    pub fn div_trunc(&self, other: &Int) -> Result<Int, Overflow> {
        match (&self.0, &other.0) {
            (Repr::Known(a), Repr::Known(b)) => checked(a.checked_div(*b)),
            _ if self.less(&Int::ZERO).is_false() && Int::ZERO.less(other).is_true() => {
                self.quotient(other, Rounding::Floor)
            }
            _ => self.quotient(other, Rounding::Trunc),
        }
    }

    /// The remainder of [`Int::div_trunc`], with the sign of `self`.
    #[inline]
    pub fn rem_trunc(&self, other: &Int) -> Result<Int, Overflow> {
        match (&self.0, &other.0) {
            (Repr::Known(a), Repr::Known(b)) => checked(a.checked_rem(*b)),
            _ if self.less(&Int::ZERO).is_false() && Int::ZERO.less(other).is_true() => {
                self.remainder(other, Rounding::Floor)
            }
            _ => self.remainder(other, Rounding::Trunc),
        }
    }

    /// The quotient over symbols.
    #[cold]
    fn quotient(&self, by: &Int, rounding: Rounding) -> Result<Int, Overflow> {
        if *by == Int::ZERO {
            return Err(Overflow::Range);
        }
        if *by == Int::ONE {
            return Ok(self.clone());
        }
        // Once: of assumptions that contradict each other, so follow both signs.
        let negated;
        let (dividend, by) = if rounding != Rounding::Trunc && by.less(&Int::ZERO).is_true() {
            negated = (Int::ZERO.sub(self)?, Int::ZERO.sub(by)?);
            (&negated.0, &negated.1)
        } else {
            (self, by)
        };
        if rounding == Rounding::Trunc || !Int::ZERO.less(by).is_true() {
            let (dividend, divisor) = (dividend.clone(), by.clone());
            return Int::of_node(Node::Quotient { rounding, dividend, divisor, proper: false });
        }
        let facts = dividend.facts_with(by);
        let (whole, rest) = divided(&dividend.poly(), &by.poly(), &facts)?;
        let whole = Int::of(whole)?;
        if rest.is_zero() {
            return Ok(whole);
        }
        // Where what is left is below the divisor, its sign says the rest.
        let rest = Int::of(rest)?;
        let up = rounding == Rounding::Ceil;
        let positive = if up { Int::ZERO.less(&rest) } else { rest.less(&Int::ZERO) };
        let step = match (positive.is_true(), positive.is_false()) {
            // A negative rest rounds down to -1, a positive one up to 1.
            (true, _) => Some(if up { Int::ONE } else { Int::new(-1) }),
            (_, true) => Some(Int::ZERO),
            _ => None,
        };
        if let Some(step) = step {
            // `step - 1 < rest/by <= step` for ceiling, `step <= rest/by < step + 1` for floor.
            let (low, high) = (step.mul(by)?, step.add(&Int::ONE)?.mul(by)?);
            let inside = if up {
                let below = step.sub(&Int::ONE)?.mul(by)?;
                below.less(&rest).is_true() && rest.at_most(&low).is_true()
            } else {
                low.at_most(&rest).is_true() && rest.less(&high).is_true()
            };
            if inside {
                return whole.add(&step);
            }
        }
        let (rounding, rest, step) = one_spelling(rounding, rest, by)?;
        let whole = whole.add(&step)?;
        let (dividend, divisor) = lowest(&rest, by)?;
        // ⌊⌊a/b⌋/c⌋ = ⌊a/(bc)⌋ for positive b and c, and so for ceilings.
        if let Some((within, a, b)) = dividend.as_quotient() {
            // ⌈a/b⌉ = ⌊(a+b-1)/b⌋.
            let more = b.sub(&Int::ONE)?;
            let a = match (rounding, within) {
                (Rounding::Floor, Rounding::Ceil) => a.add(&more)?,
                (Rounding::Ceil, Rounding::Floor) => a.sub(&more)?,
                _ => a.clone(),
            };
            return a.quotient(&b.mul(&divisor)?, rounding)?.add(&whole);
        }
        whole.add(&Int::of_node(Node::Quotient { rounding, dividend, divisor, proper: true })?)
    }

    /// The rounding and the operands of a quotient by a positive integer.
    fn as_quotient(&self) -> Option<(Rounding, &Int, &Int)> {
        let Repr::Symbolic(poly) = &self.0 else { return None };
        let Poly { terms, divisor: 1 } = &**poly else { return None };
        let [Term { powers, factor: 1 }] = terms.as_slice() else { return None };
        let [(atom, 1)] = powers.as_slice() else { return None };
        match atom.node() {
            Node::Quotient { rounding, dividend, divisor, proper: true } => {
                Some((*rounding, dividend, divisor))
            }
            _ => None,
        }
    }

    /// The remainder over symbols.
    #[cold]
    fn remainder(&self, by: &Int, rounding: Rounding) -> Result<Int, Overflow> {
        if *by == Int::ZERO {
            return Err(Overflow::Range);
        }
        if rounding == Rounding::Trunc || !Int::ZERO.less(by).is_true() {
            let (dividend, divisor) = (self.clone(), by.clone());
            return Int::of_node(Node::Remainder { rounding, dividend, divisor, proper: false });
        }
        let facts = self.facts_with(by);
        let (_, rest) = divided(&self.poly(), &by.poly(), &facts)?;
        let rest = Int::of(rest)?;
        if rest == Int::ZERO || rest.less(&Int::ZERO).is_false() && rest.less(by).is_true() {
            return Ok(rest);
        }
        let (dividend, divisor) = (rest, by.clone());
        Int::of_node(Node::Remainder { rounding, dividend, divisor, proper: true })
    }
}

/// `a = whole·b + rest`, with as much in the whole as is shown to be divisible.
fn divided(a: &Poly, b: &Poly, facts: &Facts) -> Result<(Poly, Poly), Overflow> {
    let quotient = a.quotient(b)?;
    if let Some(quotient) = &quotient
        && facts.is_integral(quotient)
    {
        return Ok((quotient.clone(), Poly::constant(0)));
    }
    let (Some(quotient), Some(_)) = (quotient, b.as_term()) else {
        return Ok((Poly::constant(0), a.clone()));
    };
    let (mut whole, _) = facts.split_integral(&quotient);
    // The whole part of each coefficient: 130 of 128, 5·m of 4.
    if let Some((divisor, 1)) = b.as_constant() {
        for term in &quotient.terms {
            let single = Poly::of_term(term.clone(), quotient.divisor)?;
            let small = single.divisor > 1 && divisor % single.divisor == 0;
            if let (Some(kept), true) = (single.as_term(), small && !term.has_divisor())
                && !whole.terms.iter().any(|other| other.powers == term.powers)
            {
                let steps = kept.factor.div_euclid(single.divisor);
                let part = Term { powers: kept.powers.clone(), factor: steps };
                if steps != 0 {
                    whole = reduced(&whole)?.add(&Poly::of_term(part, 1)?)?;
                }
            }
        }
    }
    let whole = reduced(&whole)?;
    let rest = a.sub(&whole.mul(b)?)?;
    Ok((whole, rest))
}

fn reduced(poly: &Poly) -> Result<Poly, Overflow> {
    poly.add(&Poly::constant(0))
}

/// A quotient and what is added to it, of the two spellings `⌈x/b⌉` and `⌊(x+b-1)/b⌋` always the same: a quotient is rounded up where its
/// dividend then has no constant. So `(m+7)/8` is `ceil_div(m, 8)`, and `ceil_div(m+1, 8)` is `m/8 + 1`.
fn one_spelling(rounding: Rounding, rest: Int, by: &Int) -> Result<(Rounding, Int, Int), Overflow> {
    let poly = rest.poly();
    let constant = match poly.divisor {
        1 => poly.number(),
        _ => 0,
    };
    // The constant with which the quotient is one that is rounded up.
    let (last, after) = match by.known() {
        Some(by) => (by - 1, 0),
        None => (-1, -1),
    };
    match rounding {
        Rounding::Floor if constant == last && constant != 0 => {
            Ok((Rounding::Ceil, rest.sub(&Int::new(last))?, Int::new(after)))
        }
        Rounding::Ceil if constant == 1 || (1..=last).contains(&constant) => {
            Ok((Rounding::Floor, rest.sub(&Int::ONE)?, Int::ONE))
        }
        _ => Ok((rounding, rest, Int::ZERO)),
    }
}

/// A quotient of what is left, its common factor taken out.
fn lowest(rest: &Int, by: &Int) -> Result<(Int, Int), Overflow> {
    let (dividend, divisor) = (rest.poly(), by.poly());
    // A part of what is left is an integer only where all powers are.
    let whole = dividend.divisor == 1 && !dividend.terms.iter().any(Term::has_divisor);
    let (Some((value, 1)), true) = (divisor.as_constant(), whole) else {
        return Ok((rest.clone(), by.clone()));
    };
    let mut common = value.unsigned_abs();
    for term in &dividend.terms {
        common = gcd(common, term.factor.unsigned_abs());
    }
    let common = i128::try_from(common).or(Err(Overflow::Range))?;
    let Some(inverse) = Poly::constant(common).inverse() else {
        return Ok((rest.clone(), by.clone()));
    };
    Ok((Int::of(dividend.mul(&inverse?)?)?, Int::new(value / common)))
}

#[cfg(test)]
mod tests {
    use alloc::string::ToString;

    use super::*;

    /// All spellings of a rounded quotient have one form, and it has the same values.
    #[test]
    fn quotients_that_are_the_same_are_one() {
        let mut facts = Facts::new();
        facts.integer("m");
        let m = facts.int("m").unwrap();
        let text = |int: Result<Int, Overflow>| int.unwrap().to_string();
        let plus = |n: i128| m.add(&Int::new(n)).unwrap();
        for by in [2, 3, 8] {
            let divisor = Int::new(by);
            for n in -20..20 {
                let up = plus(n).div_ceil(&divisor).unwrap();
                let down = plus(n + by - 1).div_floor(&divisor).unwrap();
                assert_eq!(up, down, "{n} {by}");
                for at in -20..20 {
                    let found = up.substitute(&|_| Some(Int::new(at))).unwrap();
                    let right = Int::new(at + n).div_ceil(&divisor).unwrap();
                    assert_eq!(found, right, "{up} at {at}");
                }
                for outer in [2, 5] {
                    let outer = Int::new(outer);
                    for quotient in [up.div_floor(&outer).unwrap(), up.div_ceil(&outer).unwrap()] {
                        let found = quotient.substitute(&|_| Some(Int::new(7))).unwrap();
                        let inner = Int::new(7 + n).div_ceil(&divisor).unwrap();
                        let both = [inner.div_floor(&outer), inner.div_ceil(&outer)];
                        assert!(both.contains(&Ok(found)), "{quotient}");
                    }
                }
            }
        }
        assert_eq!(text(plus(7).div_floor(&Int::new(8))), "ceil_div(m, 8)");
        assert_eq!(text(plus(1).div_ceil(&Int::new(8))), "div_floor(m, 8) + 1");
    }

    #[test]
    fn divisions_round_as_named() {
        for a in -12..=12 {
            for b in [-5, -3, -1, 1, 2, 3, 7] {
                let (x, y) = (Int::new(a), Int::new(b));
                let floor = x.div_floor(&y).unwrap().known().unwrap();
                let exact = a as f64 / b as f64;
                assert_eq!(floor, exact.floor() as i128, "{a} / {b}");
                assert_eq!(
                    x.div_ceil(&y).unwrap().known().unwrap(),
                    exact.ceil() as i128,
                    "{a} / {b}"
                );
                assert_eq!(x.rem_floor(&y).unwrap().known().unwrap(), a - b * floor, "{a} % {b}");
            }
        }
    }
}
