//! The decision if a polynomial is an integer: divisibility.

use alloc::vec::Vec;

use super::facts::Facts;
use super::poly::{Poly, Term};

/// Facts that one proof may add up.
const DEPTH: usize = 4;
/// Steps of the search for one polynomial.
const FACTORS: usize = 128;
/// Factors of one term, at most.
const PARTS: usize = 8;

impl Facts {
    /// Returns true if the value is shown to be an integer.
    pub(super) fn is_integral(&self, poly: &Poly) -> bool {
        let mut budget = FACTORS;
        !self.fact_set().is_fraction_at_a_sample(poly)
            && self.integral_within(poly, DEPTH, &mut budget)
    }

    fn integral_within(&self, poly: &Poly, depth: usize, budget: &mut usize) -> bool {
        let Some(open) = self.open_terms(poly, budget) else { return true };
        if open.is_zero() {
            return true;
        }
        if depth == 0 {
            return false;
        }
        for fact in self.integral_facts().iter().filter(|fact| fact.terms.len() > 1) {
            for term in &open.terms {
                for lead in &fact.terms {
                    let (Ok(term), Ok(lead)) = (
                        Poly::of_term(term.clone(), open.divisor),
                        Poly::of_term(lead.clone(), fact.divisor),
                    ) else {
                        continue;
                    };
                    let Some(Ok(inverse)) = lead.inverse() else { continue };
                    let Ok(times) = term.mul(&inverse) else { continue };
                    if *budget == 0 {
                        return false;
                    }
                    *budget -= 1;
                    if !self.term_is_integral(&times, PARTS, budget) {
                        continue;
                    }
                    let Ok(multiple) = times.mul(fact) else { continue };
                    let Ok(rest) = open.sub(&multiple) else { continue };
                    if self.integral_within(&rest, depth - 1, budget) {
                        return true;
                    }
                }
            }
        }
        false
    }

    /// The terms that are not shown to be integers on their own.
    fn open_terms(&self, poly: &Poly, budget: &mut usize) -> Option<Poly> {
        let mut open = Poly { terms: Vec::new(), divisor: poly.divisor };
        for term in &poly.terms {
            match Poly::of_term(term.clone(), poly.divisor) {
                Ok(single) if self.term_is_integral(&single, PARTS, budget) => {}
                _ => open.terms.push(term.clone()),
            }
        }
        (!open.terms.is_empty()).then_some(open)
    }

    /// Returns true if a single term is a product of integers: powers of atoms, and quotients that
    /// are known to be exact.
    fn term_is_integral(&self, poly: &Poly, depth: usize, budget: &mut usize) -> bool {
        let Some(term) = poly.as_term() else { return poly.is_zero() };
        if poly.divisor == 1 && !term.has_divisor() {
            return true;
        }
        if depth == 0 || *budget == 0 {
            return false;
        }
        *budget -= 1;
        for fact in self.integral_facts() {
            // Only a single term has one.
            let Some(Ok(inverse)) = fact.inverse() else { continue };
            let Ok(rest) = poly.mul(&inverse) else { continue };
            let Some(left) = rest.as_term() else { continue };
            // Only what takes a divisor away leads on.
            let simpler = rest.divisor < poly.divisor && below(left) <= below(term)
                || below(left) < below(term) && rest.divisor <= poly.divisor;
            if simpler && self.term_is_integral(&rest, depth - 1, budget) {
                return true;
            }
        }
        false
    }

    /// `poly` as a sum of an integer and what is left of it.
    pub(super) fn split_integral(&self, poly: &Poly) -> (Poly, Poly) {
        let mut budget = FACTORS;
        let (mut whole, mut rest) = (Vec::new(), Vec::new());
        for term in &poly.terms {
            match Poly::of_term(term.clone(), poly.divisor) {
                Ok(single) if self.term_is_integral(&single, PARTS, &mut budget) => {
                    whole.push(term.clone());
                }
                _ => rest.push(term.clone()),
            }
        }
        let divisor = poly.divisor;
        (Poly { terms: whole, divisor }, Poly { terms: rest, divisor })
    }
}

/// The sum of the negative powers.
fn below(term: &Term) -> i32 {
    let mut below = 0;
    for (_, power) in &term.powers {
        below += (-power).max(0);
    }
    below
}
