//! `Range`: the values between which an integer is, by the bounds of its symbols.

use layout_core::{ceil_div, floor_div};

use super::atom::{Atom, Node, Rounding};
use super::facts::Facts;
use super::poly::Poly;

/// Bounds, where there are any.
type Range = (Option<i128>, Option<i128>);

impl Facts {
    /// The least value of an atom.
    pub(super) fn least(&self, atom: &Atom) -> Option<i128> {
        self.atom_range(atom).0
    }

    /// The values between which an atom is.
    pub(super) fn atom_range(&self, atom: &Atom) -> Range {
        match atom.node() {
            Node::Symbol(symbol) => match self.fact_set().symbols.get(symbol.place) {
                Some(entry) if entry.name == symbol.name => (entry.least, entry.most),
                _ => (None, None),
            },
            Node::Quotient { rounding, dividend, divisor, proper: true } => {
                let up = *rounding == Rounding::Ceil;
                let (dividend, divisor) =
                    (self.range(&dividend.poly()), self.range(&divisor.poly()));
                let (Some(low @ 0..), Some(first @ 1..)) = (dividend.0, divisor.0) else {
                    return (None, None);
                };
                let divide = if up { ceil_div } else { floor_div };
                let least = match divisor.1 {
                    // Facts that contradict each other.
                    Some(last) if last < first => return (None, None),
                    Some(last) => divide(low, last),
                    None => Some(i128::from(up && low > 0)),
                };
                (least, dividend.1.and_then(|high| divide(high, first)))
            }
            Node::Remainder { rounding: Rounding::Floor, dividend, divisor, proper: true } => {
                let dividend = self.range(&dividend.poly());
                let most = self.range(&divisor.poly()).1.map(|last| last - 1);
                let inside = if let (Some(0..), most) = dividend { most } else { None };
                (Some(0), smaller(most, inside))
            }
            Node::Min(a, b) => {
                let (a, b) = (self.range(&a.poly()), self.range(&b.poly()));
                (a.0.min(b.0), smaller(a.1, b.1))
            }
            Node::Max(a, b) => {
                let (a, b) = (self.range(&a.poly()), self.range(&b.poly()));
                // No bound is less than any.
                let most = if a.1.is_some() && b.1.is_some() { a.1.max(b.1) } else { None };
                (a.0.max(b.0), most)
            }
            Node::Quotient { .. } | Node::Remainder { .. } => (None, None),
        }
    }

    /// The values between which a polynomial is, by the ranges of its atoms.
    pub(super) fn range(&self, poly: &Poly) -> Range {
        let (mut low, mut high) = (Some(0i128), Some(0i128));
        for term in &poly.terms {
            // The range of the product of the powers, all from 0 on.
            let (mut least, mut most) = (1i128, Some(1i128));
            let mut fraction = false;
            for (atom, power) in &term.powers {
                let (from, to) = self.atom_range(atom);
                let Some(from @ 0..) = from else {
                    match poly.terms.as_slice() {
                        // A single atom may be of any sign.
                        [only]
                            if only.powers.len() == 1
                                && only.factor == 1
                                && *power == 1
                                && poly.divisor == 1 =>
                        {
                            return self.atom_range(atom);
                        }
                        _ => return (None, None),
                    }
                };
                if *power < 0 {
                    if from < 1 {
                        return (None, None);
                    }
                    // A divisor of at least 1 makes what it divides no larger.
                    fraction = true;
                    continue;
                }
                for _ in 0..*power {
                    least = least.saturating_mul(from);
                    most = most.and_then(|most| most.checked_mul(to?));
                }
            }
            if fraction {
                least = 0;
            }
            let scale = |bound: i128| bound.checked_mul(term.factor);
            let (a, b) = match term.factor >= 0 {
                true => (scale(least), most.and_then(scale)),
                false => (most.and_then(scale), scale(least)),
            };
            low = low.and_then(|low| low.checked_add(a?));
            high = high.and_then(|high| high.checked_add(b?));
        }
        // The sum is an integer times the divisor.
        let low = low.and_then(|low| ceil_div(low, poly.divisor));
        let high = high.and_then(|high| floor_div(high, poly.divisor));
        // A positive quotient that is an integer is at least 1.
        let low = match (low, poly.as_term()) {
            (Some(0), Some(term)) if term.factor > 0 && self.are_positive(&term.powers) => Some(1),
            (low, _) => low,
        };
        (low, high)
    }
}

/// The lesser of two upper bounds.
pub(super) fn smaller(a: Option<i128>, b: Option<i128>) -> Option<i128> {
    match (a, b) {
        (Some(a), Some(b)) => Some(a.min(b)),
        (a, b) => a.or(b),
    }
}
