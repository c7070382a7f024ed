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
                let (Some(low), Some(first)) =
                    (dividend.0.filter(|low| *low >= 0), divisor.0.filter(|d| *d >= 1))
                else {
                    return (None, None);
                };
                let divide = |a, b| if up { ceil_div(a, b) } else { floor_div(a, b) };
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
                let inside = dividend.1.filter(|_| dividend.0.is_some_and(|low| low >= 0));
                (Some(0), smaller(most, inside))
            }
            Node::Min(a, b) => {
                let (a, b) = (self.range(&a.poly()), self.range(&b.poly()));
                (a.0.zip(b.0).map(|(a, b)| a.min(b)), smaller(a.1, b.1))
            }
            Node::Max(a, b) => {
                let (a, b) = (self.range(&a.poly()), self.range(&b.poly()));
                let least = match (a.0, b.0) {
                    (Some(a), Some(b)) => Some(a.max(b)),
                    (a, b) => a.or(b),
                };
                (least, a.1.zip(b.1).map(|(a, b)| a.max(b)))
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
                let Some(from) = from.filter(|from| *from >= 0) else {
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
                    most = most.zip(to).and_then(|(most, to)| most.checked_mul(to));
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
            low = low.zip(a).and_then(|(low, a)| low.checked_add(a));
            high = high.zip(b).and_then(|(high, b)| high.checked_add(b));
        }
        // The sum is an integer times the divisor.
        let low = low.and_then(|low| ceil_div(low, poly.divisor));
        let high = high.and_then(|high| floor_div(high, poly.divisor));
        // A positive quotient that is an integer is at least 1.
        let low = match (low, poly.as_term()) {
            (Some(0), Some(term))
                if term.factor > 0
                    && term
                        .powers
                        .iter()
                        .all(|(atom, _)| self.least(atom).is_some_and(|l| l >= 1)) =>
            {
                Some(1)
            }
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
