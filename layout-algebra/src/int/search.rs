//! The search for a proof that a polynomial is at least 0.
//!
//! Every atom is written as its least value plus an unknown from 0 on. Then a
//! polynomial of positive coefficients is positive, and one with negative terms is if
//! positive multiples of facts take those away. What is not found within a budget is
//! not known.

use crate::CollectVec;
use alloc::vec::Vec;

use super::Overflow;
use super::atom::{Atom, Node, Rounding};
use super::facts::Facts;
use super::poly::Poly;
use crate::exact::gcd;

/// Multiples of facts that one search may try.
const TRIED: usize = 48;
/// Multiples of facts that one proof may add up.
const DEPTH: usize = 5;
/// Terms of a polynomial, its atoms written from their bounds.
pub(super) const SHIFTED: usize = 256;

/// Decides if positive multiples of facts show that the polynomial, without negative powers, is at
/// least 0; none if it is too large.
pub(super) fn shows_positive(facts: &Facts, poly: &Poly) -> Option<bool> {
    let mut search =
        Search { facts, unknowns: Vec::new(), free: 0, rules: Vec::new(), left: TRIED };
    let start = search.shifted(poly)?;
    if search.is_positive(&start) {
        return Some(true);
    }
    search.learn(poly);
    // Most proofs add up one or two: those are found before a long one is tried.
    for depth in 1..=DEPTH {
        match search.reaches(&start, depth) {
            Reached::Yes => return Some(true),
            Reached::No => return Some(false),
            Reached::Deeper => {}
        }
        if search.left == 0 {
            break;
        }
    }
    Some(false)
}

/// Powers of the unknowns of a search, as one number: higher degrees are greater, then
/// higher powers of the first unknown.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Powers {
    degree: u32,
    /// A byte for each unknown, the first one's on top.
    bytes: u128,
}

/// The unknowns of one search, at most.
const UNKNOWNS: usize = 16;

/// The highest bit of each byte: set if a power becomes too large, or negative.
const TOP: u128 = u128::from_ne_bytes([0x80; UNKNOWNS]);

impl Powers {
    const NONE: Powers = Powers { degree: 0, bytes: 0 };

    fn of(at: usize) -> Powers {
        Powers { degree: 1, bytes: 1 << (8 * (UNKNOWNS - 1 - at)) }
    }

    fn times(self, other: Powers) -> Option<Powers> {
        let (degree, bytes) = (self.degree + other.degree, self.bytes + other.bytes);
        if bytes & TOP == 0 { Some(Powers { degree, bytes }) } else { None }
    }

    /// The quotient of powers: the factor of `other` that gives these.
    fn over(self, other: Powers) -> Option<Powers> {
        if self.degree < other.degree {
            return None;
        }
        // No byte borrows from the next if each stays below its highest bit.
        let bytes = (self.bytes | TOP) - other.bytes;
        if bytes & TOP != TOP {
            return None;
        }
        Some(Powers { degree: self.degree - other.degree, bytes: bytes & !TOP })
    }
}

/// A polynomial in the unknowns of a search: sorted from the highest powers on, no
/// factor is 0.
type Dense = Vec<(Powers, i128)>;

/// An atom is `bound + sign·y` with an unknown `y`.
struct Unknown {
    atom: Atom,
    bound: i128,
    sign: i128,
}

enum Reached {
    Yes,
    No,
    /// No answer with so few rules.
    Deeper,
}

struct Search<'a> {
    facts: &'a Facts,
    unknowns: Vec<Unknown>,
    /// Bits of the unknowns that may be negative.
    free: u128,
    /// Polynomials that are at least 0.
    rules: Vec<Dense>,
    left: usize,
}

impl Search<'_> {
    /// The number of the unknown of an atom; none if they are too many.
    fn unknown(&mut self, atom: &Atom) -> Option<usize> {
        for (at, unknown) in self.unknowns.iter().enumerate() {
            if unknown.atom == *atom {
                return Some(at);
            }
        }
        let at = self.unknowns.len();
        if at == UNKNOWNS {
            return None;
        }
        let (bound, sign) = match self.facts.atom_range(atom) {
            (Some(least), _) => (least, 1),
            (None, Some(most)) => (most, -1),
            (None, None) => {
                self.free |= 0xff * Powers::of(at).bytes;
                (0, 1)
            }
        };
        self.unknowns.push(Unknown { atom: atom.clone(), bound, sign });
        Some(at)
    }

    /// The polynomial in the unknowns; none if it becomes too large.
    fn shifted(&mut self, poly: &Poly) -> Option<Dense> {
        let mut sum: Dense = Vec::new();
        for term in &poly.terms {
            let mut parts: Dense = alloc::vec![(Powers::NONE, term.factor)];
            for (atom, power) in &term.powers {
                let at = self.unknown(atom)?;
                let (bound, sign) = (self.unknowns[at].bound, self.unknowns[at].sign);
                for _ in 0..u32::try_from(*power).ok()? {
                    let mut next = Vec::with_capacity(2 * parts.len());
                    for (powers, factor) in &parts {
                        add(&mut next, powers.times(Powers::of(at))?, factor.checked_mul(sign)?)?;
                        if bound != 0 {
                            add(&mut next, *powers, factor.checked_mul(bound)?)?;
                        }
                    }
                    parts = next;
                }
            }
            for (powers, factor) in parts {
                add(&mut sum, powers, factor)?;
            }
        }
        Some(sum)
    }

    /// Takes in what may help: the facts, what the atoms are by definition, and where
    /// their values end.
    fn learn(&mut self, poly: &Poly) {
        let mut atoms = poly.atoms().cloned().collect_vec();
        let facts = self.facts;
        for fact in facts.positive_facts() {
            atoms.extend(fact.atoms().cloned());
            let rule = self.shifted(fact);
            self.rules.extend(rule);
        }
        let mut seen: Vec<Atom> = Vec::new();
        while let Some(atom) = atoms.pop() {
            if seen.contains(&atom) {
                continue;
            }
            for fact in definition(&atom) {
                if let Ok(Some(fact)) = fact.and_then(|fact| facts.cleared(&fact)) {
                    atoms.extend(fact.atoms().cloned());
                    let rule = self.shifted(&fact);
                    self.rules.extend(rule);
                }
            }
            if let (Some(least), Some(most)) = facts.atom_range(&atom)
                && let Some(room) = most.checked_sub(least)
                && let Some(at) = self.unknown(&atom)
            {
                let mut rule = alloc::vec![(Powers::of(at), -1)];
                if room != 0 {
                    rule.push((Powers::NONE, room));
                }
                self.rules.push(rule);
            }
            seen.push(atom);
        }
    }

    fn is_free(&self, powers: Powers) -> bool {
        powers.bytes & self.free != 0
    }

    fn is_positive(&self, poly: &Dense) -> bool {
        self.open(poly).is_none()
    }

    /// The first term that may be negative.
    fn open(&self, poly: &Dense) -> Option<(Powers, i128)> {
        for &(powers, factor) in poly {
            if factor < 0 || self.is_free(powers) {
                return Some((powers, factor));
            }
        }
        None
    }

    /// Decides if a positive polynomial is left after positive multiples of at most `depth` rules
    /// are taken away.
    fn reaches(&mut self, poly: &Dense, depth: usize) -> Reached {
        // Each such term must go; begin with the highest.
        let Some((powers, factor)) = self.open(poly) else { return Reached::Yes };
        if depth == 0 {
            return Reached::Deeper;
        }
        let mut reached = Reached::No;
        for rule in 0..self.rules.len() {
            for lead in 0..self.rules[rule].len() {
                let (lead, by) = self.rules[rule][lead];
                if (by < 0) != (factor < 0) {
                    continue;
                }
                let Some(times) = powers.over(lead) else { continue };
                if self.is_free(times) {
                    continue;
                }
                if self.left == 0 {
                    return Reached::No;
                }
                self.left -= 1;
                let Some(rest) = without(poly, factor, times, &self.rules[rule], by) else {
                    continue;
                };
                match self.reaches(&rest, depth - 1) {
                    Reached::Yes => return Reached::Yes,
                    Reached::No => {}
                    Reached::Deeper => reached = Reached::Deeper,
                }
            }
        }
        reached
    }
}

/// `|by|·poly - |factor|·times·rule`, in lowest terms.
fn without(poly: &Dense, factor: i128, times: Powers, rule: &Dense, by: i128) -> Option<Dense> {
    let common = gcd(factor.unsigned_abs(), by.unsigned_abs()) as i128;
    let (keep, take) = (by.checked_abs()? / common, factor.checked_abs()?.checked_neg()? / common);
    let mut sum: Dense = Vec::with_capacity(poly.len() + rule.len());
    // Both are sorted, and a product of powers keeps the order.
    let mut at = 0;
    for &(powers, factor) in rule {
        let powers = powers.times(times)?;
        let mut factor = factor.checked_mul(take)?;
        while at < poly.len() && poly[at].0 >= powers {
            let own = poly[at].1.checked_mul(keep)?;
            if poly[at].0 == powers {
                factor = factor.checked_add(own)?;
            } else {
                sum.push((poly[at].0, own));
            }
            at += 1;
        }
        if factor != 0 {
            sum.push((powers, factor));
        }
    }
    for &(powers, factor) in &poly[at..] {
        sum.push((powers, factor.checked_mul(keep)?));
    }
    if sum.len() <= SHIFTED { Some(sum) } else { None }
}

/// Adds a term in its place; none on overflow, or if they are too many.
fn add(sum: &mut Dense, powers: Powers, factor: i128) -> Option<()> {
    let mut at = sum.len();
    while at > 0 && sum[at - 1].0 < powers {
        at -= 1;
    }
    if at > 0 && sum[at - 1].0 == powers {
        let factor = sum[at - 1].1.checked_add(factor)?;
        match factor {
            0 => drop(sum.remove(at - 1)),
            factor => sum[at - 1].1 = factor,
        }
        return Some(());
    }
    if factor == 0 {
        return Some(());
    }
    if sum.len() == SHIFTED {
        return None;
    }
    sum.insert(at, (powers, factor));
    Some(())
}

/// The definition of an atom, as polynomials that are at least 0.
fn definition(atom: &Atom) -> Vec<Result<Poly, Overflow>> {
    let this = Poly::atom(atom.clone());
    let one = Poly::constant(1);
    match atom.node() {
        Node::Quotient { rounding: Rounding::Floor, dividend, divisor, proper: true } => {
            let (a, b) = (dividend.poly(), divisor.poly());
            let below = b.mul(&this).and_then(|covered| a.sub(&covered));
            let above = below.clone().and_then(|rest| b.sub(&one)?.sub(&rest));
            alloc::vec![below, above]
        }
        Node::Quotient { rounding: Rounding::Ceil, dividend, divisor, proper: true } => {
            let (a, b) = (dividend.poly(), divisor.poly());
            let above = b.mul(&this).and_then(|covered| covered.sub(&a));
            let below = above.clone().and_then(|rest| b.sub(&one)?.sub(&rest));
            alloc::vec![above, below]
        }
        Node::Remainder { rounding: Rounding::Floor, divisor, proper: true, .. } => {
            alloc::vec![divisor.poly().sub(&one).and_then(|last| last.sub(&this))]
        }
        Node::Min(a, b) => alloc::vec![a.poly().sub(&this), b.poly().sub(&this)],
        Node::Max(a, b) => alloc::vec![this.sub(&a.poly()), this.sub(&b.poly())],
        Node::Symbol(_) | Node::Quotient { .. } | Node::Remainder { .. } => Vec::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Condition, Int};

    #[test]
    fn a_fact_is_found_among_others() {
        let mut facts = Facts::new();
        facts.extent("m");
        facts.extent("n");
        facts.natural("p");
        facts.natural("q");
        let times = |facts: &Facts, by, name| Int::new(by).mul(&facts.int(name).unwrap()).unwrap();
        for (by, name) in [(2, "p"), (3, "q")] {
            facts.assume(&Condition::at_most(&Int::ONE, &times(&facts, by, name))).unwrap();
        }
        for (tile, by, name) in [("m", 2, "p"), ("n", 3, "q")] {
            let (of, by) = (times(&facts, 1, tile), times(&facts, by, name));
            facts.assume(&Condition::divides(&by, &of)).unwrap();
        }
        assert!(times(&facts, 3, "q").at_most(&times(&facts, 1, "n")).is_true());
        assert!(!times(&facts, 4, "q").at_most(&times(&facts, 1, "n")).is_true());
    }

    #[test]
    fn powers_are_ordered_as_their_products() {
        let of = Powers::of;
        let all = [Powers::NONE, of(0), of(1), of(15), of(0).times(of(15)).unwrap()];
        for a in all {
            for b in all {
                for c in all {
                    let (ac, bc) = (a.times(c).unwrap(), b.times(c).unwrap());
                    assert_eq!(a.cmp(&b), ac.cmp(&bc));
                    assert!(ac.over(c) == Some(a) && (a == b || ac.over(c) != Some(b)));
                }
            }
        }
        assert!(of(0).over(of(1)).is_none() && of(0).times(of(1)).unwrap().over(of(2)).is_none());
        let many = (0..127).try_fold(Powers::NONE, |powers, _| powers.times(of(3)));
        assert!(many.unwrap().times(of(3)).is_none());
    }
}
