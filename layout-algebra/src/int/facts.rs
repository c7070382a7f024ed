//! `Facts`: what is known of symbols.

use alloc::sync::Arc;

use super::atom::{Symbol, name};
use super::class::{Class, Empty};
use super::fact_set::{FactSet, SymbolFacts};
use super::poly::{Monomial, Poly, divisors};
use super::sample::first_values;
use super::{Int, Overflow};
use crate::{CollectVec, Condition};

/// The symbols of a computation, and what may be taken for granted of them.
///
/// Symbols are declared, conditions assumed, and then [`Facts::int`] gives the
/// integers to compute with, which carry these facts. An integer made before keeps
/// what was known then; [`Facts::bind`] gives it the facts of today. Of two that carry
/// different facts, those of the first say how they compare.
///
/// ```
/// use layout_algebra::{Condition, Facts, Int};
///
/// let mut facts = Facts::new();
/// facts.extent("m");
/// let m = facts.int("m").unwrap();
/// assert_eq!(m.div_ceil(&Int::new(128)).unwrap().to_string(), "ceil_div(m, 128)");
/// assert!(facts.assume(&Condition::divides(&Int::new(128), &m)).is_ok());
/// let m = facts.int("m").unwrap();
/// assert_eq!(m.div_ceil(&Int::new(128)).unwrap().to_string(), "m / 128");
/// assert!(Int::new(127).less(&m).is_true());
/// ```
#[derive(Clone, Default)]
pub struct Facts(Arc<FactSet>);

/// The reason why a condition cannot be assumed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refused {
    /// No value of the symbols meets it together with what is known.
    Contradiction,
    /// A fact that is too large.
    TooLarge,
}

/// The conditions that one computation may assume, at most.
const ASSUMED: usize = 128;

impl Facts {
    /// No symbols, nothing known.
    pub fn new() -> Self {
        Facts::default()
    }

    /// Declares an extent: a symbol that is at least 1.
    pub fn extent(&mut self, name: &str) {
        self.declare(name, Some(1));
    }

    /// Declares a symbol that is at least 0.
    pub fn natural(&mut self, name: &str) {
        self.declare(name, Some(0));
    }

    /// Declares an integer of which nothing is known.
    pub fn integer(&mut self, name: &str) {
        self.declare(name, None);
    }

    fn declare(&mut self, text: &str, least: Option<i128>) {
        if self.place(text).is_none() {
            let known = Arc::make_mut(&mut self.0);
            let values = first_values(known.symbols.len(), least);
            for (sample, value) in known.samples.iter_mut().zip(values) {
                sample.push(value);
            }
            known.symbols.push(SymbolFacts {
                name: name(text),
                least,
                most: None,
                class: Class::ALL,
            });
        }
    }

    fn place(&self, name: &str) -> Option<usize> {
        self.0.symbols.iter().position(|entry| *entry.name == *name)
    }

    /// The symbol of a name as an integer that carries these facts: a number, if they leave
    /// it one value.
    pub fn int(&self, name: &str) -> Option<Int> {
        let place = self.place(name)?;
        if let SymbolFacts { least: Some(least), most: Some(most), .. } = self.0.symbols[place]
            && least == most
        {
            return Some(Int::new(least));
        }
        let name = self.0.symbols[place].name.clone();
        Some(Int::symbol(Symbol { place, name, facts: self.clone() }))
    }

    /// The names of the symbols, in the order of their declaration.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.0.symbols.iter().map(|entry| &*entry.name)
    }

    /// The conditions that were assumed.
    pub fn assumed(&self) -> &[Condition] {
        &self.0.assumed
    }

    /// The same integer under these facts.
    ///
    /// # Errors
    ///
    /// [`Overflow`].
    pub fn bind(&self, int: &Int) -> Result<Int, Overflow> {
        int.substitute(&|symbol| self.int(symbol.name()))
    }

    /// Takes a condition for granted.
    ///
    /// # Errors
    ///
    /// [`Refused::Contradiction`] if the condition is known not to hold,
    /// [`Refused::TooLarge`] if it is more than can be used.
    pub fn assume(&mut self, condition: &Condition) -> Result<(), Refused> {
        let condition = condition.map(&mut |int| self.bind(int)).or(Err(Refused::TooLarge))?;
        let truth = condition.decide();
        if truth.is_false() {
            return Err(Refused::Contradiction);
        }
        if truth.is_true() {
            return Ok(());
        }
        if self.0.assumed.len() >= ASSUMED {
            return Err(Refused::TooLarge);
        }
        let mut next = self.clone();
        next.note(&condition).or(Err(Refused::TooLarge))?;
        let known = Arc::make_mut(&mut next.0);
        known.assumed.push(condition);
        known.narrow().map_err(|Empty| Refused::Contradiction)?;
        known.sample_again();
        *self = next;
        Ok(())
    }

    /// Adds what the condition says of polynomials.
    fn note(&mut self, condition: &Condition) -> Result<(), Overflow> {
        match condition {
            Condition::Divides { divisor, of } => {
                if let Some(quotient) = of.poly().quotient(&divisor.poly())? {
                    // An integer that is not 0 is at least 1.
                    let positive = self.at_least_one(of) && self.at_least_one(divisor);
                    if positive
                        && let Some(rest) = self.cleared(&quotient.sub(&Poly::constant(1))?)?
                    {
                        Arc::make_mut(&mut self.0).positive.push(rest);
                    }
                    Arc::make_mut(&mut self.0).integral.push(quotient);
                }
            }
            Condition::AtMost { least, most } => self.note_positive(least, most)?,
            Condition::Equal { left, right } => {
                self.note_positive(left, right)?;
                self.note_positive(right, left)?;
            }
            // It narrows no bound; it is known in its own words.
            Condition::Injective { .. } => {}
        }
        Ok(())
    }

    fn note_positive(&mut self, least: &Int, most: &Int) -> Result<(), Overflow> {
        if let Some(rest) = self.cleared(&most.poly().sub(&least.poly())?)? {
            Arc::make_mut(&mut self.0).positive.push(rest);
        }
        Ok(())
    }

    fn at_least_one(&self, int: &Int) -> bool {
        matches!(self.range(&int.poly()).0, Some(1..))
    }

    /// A polynomial of the same sign without negative powers, where the atoms of
    /// negative powers are positive.
    pub(super) fn cleared(&self, poly: &Poly) -> Result<Option<Poly>, Overflow> {
        let mut cleared = Poly { terms: poly.terms.clone(), divisor: 1 };
        loop {
            let Some((atom, _)) = divisors(&cleared.terms).into_iter().next() else {
                return Ok(Some(cleared));
            };
            if !matches!(self.least(&atom), Some(1..)) {
                return Ok(None);
            }
            cleared = cleared.mul(&Poly::atom(atom))?;
        }
    }

    /// Returns true if all these atoms are known to be at least 1.
    pub(super) fn are_positive(&self, powers: &Monomial) -> bool {
        powers.iter().all(|(atom, _)| matches!(self.least(atom), Some(1..)))
    }

    /// Returns true if a condition was assumed in these words.
    pub(crate) fn contains(&self, condition: &Condition) -> bool {
        self.0.assumed.contains(condition)
    }

    pub(super) fn integral_facts(&self) -> &[Poly] {
        &self.0.integral
    }

    pub(super) fn positive_facts(&self) -> &[Poly] {
        &self.0.positive
    }

    pub(super) fn fact_set(&self) -> &FactSet {
        &self.0
    }
}

impl core::fmt::Debug for Facts {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        let names = self.names().collect_vec();
        let assumed = self.0.assumed.iter().map(Condition::assumption).collect_vec();
        f.debug_tuple("Facts").field(&names).field(&assumed).finish()
    }
}

impl PartialEq for Facts {
    /// Returns true if both are the same context.
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}
