//! The text of an integer, as Rust would spell it.

use crate::SortFew;
use alloc::format;
use alloc::string::String;
use core::fmt;

use super::atom::{Atom, Node, Rounding};
use super::poly::{Poly, Term, divisors};
use super::{Int, Repr};

impl fmt::Display for Int {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0 {
            Repr::Known(value) => write!(f, "{value}"),
            Repr::Symbolic(poly) => f.write_str(&sum(poly)),
        }
    }
}

/// The terms that are integers on their own, then the others over their divisor,
/// since only their sum is an integer.
fn sum(poly: &Poly) -> String {
    common(poly).unwrap_or_else(|| over_numbers(poly))
}

/// A sum of which some terms are over symbols, and no integers on their own: as `k / n + 1 / n`
/// it would be another, since `/` rounds.
fn common(poly: &Poly) -> Option<String> {
    if poly.terms.len() < 2 || !poly.terms.iter().any(Term::has_divisor) {
        return None;
    }
    let (whole, rest) = poly.first_atom()?.symbol()?.facts().split_integral(poly);
    if rest.terms.len() < 2 || !rest.terms.iter().any(Term::has_divisor) {
        return None;
    }
    let mut below = divisors(&rest.terms);
    below.sort_few();
    let below = Poly::of_term(Term { powers: below, factor: rest.divisor }, 1).ok()?;
    let above = rest.mul(&below).ok()?;
    let mut text = if whole.is_zero() { String::new() } else { sum(&whole) };
    let (above, below) = (over_numbers(&above), over_numbers(&below));
    let below = if below.contains(' ') { format!("({below})") } else { below };
    add(&mut text, false, &format!("({above}) / {below}"));
    Some(text)
}

/// A sum whose terms are over numbers, or integers on their own.
fn over_numbers(poly: &Poly) -> String {
    let (mut text, mut fractions) =
        (String::new(), Poly { terms: alloc::vec![], divisor: poly.divisor });
    for term in &poly.terms {
        if term.factor % poly.divisor == 0 {
            add(&mut text, term.factor < 0, &product(term, term.factor / poly.divisor));
        } else {
            fractions.terms.push(term.clone());
        }
    }
    if let [only] = fractions.terms.as_slice() {
        // In lowest terms, whatever the other terms are over.
        if let Ok(single) = Poly::of_term(only.clone(), poly.divisor)
            && let Some(term) = single.as_term()
        {
            add(
                &mut text,
                term.factor < 0,
                &over(&product(term, term.factor), single.divisor, false),
            );
        }
    } else if !fractions.terms.is_empty() {
        let mut inner = String::new();
        for term in &fractions.terms {
            add(&mut inner, term.factor < 0, &product(term, term.factor));
        }
        add(&mut text, false, &over(&inner, poly.divisor, true));
    }
    text
}

fn add(text: &mut String, minus: bool, term: &str) {
    text.push_str(match (text.is_empty(), minus) {
        (true, false) => "",
        (true, true) => "-",
        (false, false) => " + ",
        (false, true) => " - ",
    });
    text.push_str(term);
}

fn over(text: &str, divisor: i128, many: bool) -> String {
    match many {
        true => format!("({text}) / {divisor}"),
        false => format!("{text} / {divisor}"),
    }
}

/// `|factor|` times the powers.
fn product(term: &Term, factor: i128) -> String {
    let (mut above, mut below) = (String::new(), String::new());
    let (mut factors, mut divisors) = (0, 0);
    let factor = factor.unsigned_abs();
    if factor != 1 || term.powers.iter().all(|(_, power)| *power < 0) {
        above = format!("{factor}");
        factors = 1;
    }
    for (atom, power) in &term.powers {
        let count = factors + term.powers.len();
        let alone = count == 1 && *power == 1;
        let (text, number) = match *power > 0 {
            true => (&mut above, &mut factors),
            false => (&mut below, &mut divisors),
        };
        for _ in 0..power.unsigned_abs() {
            if *number > 0 {
                text.push_str(" * ");
            }
            text.push_str(&spelled(atom, alone));
            *number += 1;
        }
    }
    match divisors {
        0 => above,
        1 => format!("{above} / {below}"),
        _ => format!("{above} / ({below})"),
    }
}

/// An atom, in parentheses if it is a quotient among factors.
fn spelled(atom: &Atom, alone: bool) -> String {
    let binary = |a: &Int, sign: &str, b: &Int| {
        let text = format!("{} {sign} {}", operand(a), operand(b));
        if alone { text } else { format!("({text})") }
    };
    match atom.node() {
        Node::Symbol(symbol) => String::from(symbol.name()),
        Node::Quotient { rounding: Rounding::Ceil, dividend: a, divisor: b, .. } => {
            format!("ceil_div({a}, {b})")
        }
        // Towards zero is down where nothing is negative.
        Node::Quotient { rounding: Rounding::Floor, dividend: a, divisor: b, .. } => {
            match a.less(&Int::ZERO).is_false() && Int::ZERO.less(b).is_true() {
                true => binary(a, "/", b),
                false => format!("div_floor({a}, {b})"),
            }
        }
        Node::Quotient { rounding: Rounding::Trunc, dividend: a, divisor: b, .. } => {
            binary(a, "/", b)
        }
        Node::Remainder { rounding: Rounding::Trunc, dividend: a, divisor: b, .. } => {
            binary(a, "%", b)
        }
        Node::Remainder { dividend: a, divisor: b, .. } => {
            match a.less(&Int::ZERO).is_false() && Int::ZERO.less(b).is_true() {
                true => binary(a, "%", b),
                false => format!("rem_floor({a}, {b})"),
            }
        }
        Node::Min(a, b) => format!("min({a}, {b})"),
        Node::Max(a, b) => format!("max({a}, {b})"),
    }
}

/// An operand of `/` or `%`: in parentheses unless it is a name or a number.
fn operand(int: &Int) -> String {
    let text = format!("{int}");
    let simple = text.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
    if simple { text } else { format!("({text})") }
}
