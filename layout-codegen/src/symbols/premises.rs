//! `Premises`: what is known of symbols before anything is computed of them.

use std::collections::BTreeSet;

use layout_algebra::{Condition, Facts, Int, Overflow, Refused};

use super::contradiction::contradiction;
use crate::evaluated::{Obligation, Symbol};
use crate::evaluated::{Purpose, Reason};
use crate::report::{Diagnostic, SpanRange};

/// The largest `usize` of any target.
const LARGEST: i128 = u64::MAX as i128;

/// Facts of symbols, and the obligations that they are.
pub(super) struct Premises {
    /// The facts of the declarations alone. Under them a condition keeps the words in which it is
    /// written: no symbol is a number.
    pub(super) declared: Facts,
    pub(super) facts: Facts,
    pub(super) obligations: Vec<Obligation>,
}

impl Premises {
    /// The premises of symbols that are extents, or of the type `usize`.
    pub(super) fn of(symbols: &[Symbol]) -> Self {
        let mut facts = Facts::new();
        for symbol in symbols {
            if symbol.extent { facts.extent(&symbol.name) } else { facts.natural(&symbol.name) }
        }
        let mut obligations = Vec::new();
        for symbol in symbols {
            let (true, Some(extent)) = (symbol.extent, facts.int(&symbol.name)) else { continue };
            let condition = Condition::at_most(&Int::ONE, &extent);
            let reason = Reason::must(Purpose::Extent);
            obligations.push(Obligation { condition, reason, range: symbol.range });
        }
        Premises { declared: facts.clone(), facts, obligations }
    }

    /// Takes a rule for granted, and notes it as an obligation unless it is known.
    ///
    /// # Errors
    ///
    /// No value meets it together with the others; it is more than can be used.
    pub(super) fn take(&mut self, rule: Obligation, written: &Condition) -> Result<(), Diagnostic> {
        let bound = bind(&rule.condition, &self.facts);
        let rule = Obligation { condition: bound.unwrap_or(rule.condition), ..rule };
        if rule.condition.decide().is_true() {
            self.keep(rule);
            return Ok(());
        }
        match self.facts.assume(&rule.condition) {
            Ok(()) => {
                let symbols = rule.condition.integers().flat_map(Int::symbols);
                let names: BTreeSet<String> =
                    symbols.map(|symbol| symbol.name().to_owned()).collect();
                let range = rule.range;
                self.obligations.push(rule);
                names.iter().try_for_each(|name| self.check_fits(name, range))
            }
            Err(Refused::Contradiction) => {
                Err(contradiction(&self.facts, &rule, written, &self.obligations))
            }
            Err(Refused::TooLarge) => {
                Err(Diagnostic::new(rule.range, "these are more assumptions than can be used"))
            }
        }
    }

    /// Keeps a rule about extents alone as an obligation where the user assumes it: at run time an extent may be 0.
    fn keep(&mut self, rule: Obligation) {
        if *rule.reason.purpose() != Purpose::Assumed {
            return;
        }
        let mut naturals = Facts::new();
        for symbol in rule.condition.integers().flat_map(Int::symbols) {
            naturals.natural(symbol.name());
        }
        if matches!(bind(&rule.condition, &naturals), Ok(of) if of.decide().is_true()) {
            return;
        }
        match self.obligations.iter_mut().find(|asked| asked.condition == rule.condition) {
            Some(asked) => *asked = rule,
            None => self.obligations.push(rule),
        }
    }

    /// Refuses what makes a symbol larger than any `usize`.
    fn check_fits(&self, name: &str, range: SpanRange) -> Result<(), Diagnostic> {
        if !matches!(fits(name, &self.facts), Some(fits) if fits.decide().is_false()) {
            return Ok(());
        }
        let mut bare = Facts::new();
        bare.natural(name);
        let Some(condition) = fits(name, &bare) else { return Ok(()) };
        let (written, reason) = (condition.clone(), Reason::must(Purpose::Usize));
        let rule = Obligation { condition, reason, range };
        Err(contradiction(&self.facts, &rule, &written, &self.obligations))
    }
}

/// The condition that a symbol is no larger than a `usize` of any target.
fn fits(name: &str, facts: &Facts) -> Option<Condition> {
    Some(Condition::at_most(&facts.int(name)?, &Int::new(LARGEST)))
}

/// The same condition under these facts.
pub(super) fn bind(condition: &Condition, facts: &Facts) -> Result<Condition, Overflow> {
    condition.substitute(&|symbol| facts.int(symbol.name()))
}
