//! Rules that values of a layout have broken: as text, which nothing reads before one is
//! broken. An expansion checks as little as shows that all hold, and has nothing to compile
//! for what it says otherwise.

use layout_core::{BinaryOp, Exact};

use crate::error::ShapeError;
use crate::number::word::IS_GPU;

/// The reason where no rule is broken.
const FITS: &str = "its size and offsets must fit `isize`, with 1 for each extent that is 0";

/// The reason on a GPU, where the text of the rules is left unread: a kernel has the registers and
/// the stack of the greediest function that it may call, and that is the one that reads it.
const UNREAD: &str = "a rule of this layout does not hold, or its numbers do not fit: made with these \
                      numbers on the host, it says which";

/// The first word of a case.
const CASE: &str = "case ";

/// The most numbers that a rule has at once. Of one that takes more it is not known whether it
/// holds. A kernel's thread has memory for all that its calls may need, also for this one.
const DEPTH: usize = 8;

/// The error of these values: the first rule that does not hold, with its
/// symbols, or of which it is not known; else the numbers that follow do not fit.
///
/// A rule is a line: a condition in words, each of which takes numbers and leaves one, then
/// `:` and what it says. `#1` is the value of the second symbol. `!2` and `?2` are what the
/// expansion found itself, a value after those of the symbols, which is 0 where the rule does
/// not hold, and 2 where that is not decided. After `case` a rule says what the layout was
/// compiled for:
///
/// ```text
/// 12 #0 divides: m must be a multiple of 12, for logical_divide
/// #0 #1 !2: (m,n):(n,2) must be injective
/// #0 #1 ?2: it is not decided that (m,n):(n,2) is injective
/// case 8 #0 divides: m % 8 == 0, for composition
/// ```
// On a GPU an error that nobody looks at must vanish: one that a call returns is on the stack.
#[cfg_attr(any(target_arch = "nvptx64", target_arch = "amdgpu"), inline(always))]
#[cfg_attr(not(any(target_arch = "nvptx64", target_arch = "amdgpu")), cold, inline(never))]
#[must_use]
pub fn refused(
    layout: &'static str,
    names: &'static [&'static str],
    rules: &'static str,
    values: &[usize],
) -> ShapeError {
    if IS_GPU {
        return ShapeError::with_symbols(layout, (UNREAD, u32::MAX), names, values);
    }
    // The first rule that is broken, or else the first that is not decided.
    let (mut broken, mut rest) = (None, Some(rules));
    while let Some(lines) = rest {
        let (line, others) = cut(lines, b'\n');
        rest = others;
        let (condition, Some(rule)) = cut(line, b':') else { continue };
        match holds(condition, values) {
            Some(true) => {}
            Some(false) => {
                broken = Some((condition, rule));
                break;
            }
            None => broken = broken.or(Some((condition, rule))),
        }
    }
    let Some((condition, rule)) = broken else {
        return ShapeError::with_symbols(layout, (FITS, u32::MAX), names, values);
    };
    let rule = rule.strip_prefix(' ').unwrap_or(rule);
    let error = ShapeError::with_symbols(layout, (rule, symbols(condition)), names, values);
    if condition.starts_with(CASE) { error.of_case() } else { error }
}

/// Panics with that reason.
#[cold]
#[inline(never)]
#[track_caller]
pub fn refuse(
    layout: &'static str,
    names: &'static [&'static str],
    rules: &'static str,
    values: &[usize],
) -> ! {
    refused(layout, names, rules, values).panic()
}

/// The text before the first of a byte of ASCII, and the text after it. The searches of `str` are far more code, and a program with layouts that are
/// known at run time has all of this.
#[inline(never)]
fn cut(text: &str, at: u8) -> (&str, Option<&str>) {
    for (k, byte) in text.bytes().enumerate() {
        if byte == at {
            return (text.get(..k).unwrap_or(""), text.get(k + 1..));
        }
    }
    (text, None)
}

/// The number that a text is.
#[inline(never)]
fn number(text: &str) -> Option<i128> {
    let digits = text.strip_prefix('-').unwrap_or(text);
    let mut number = (!digits.is_empty()).then_some(0_i128)?;
    for digit in digits.bytes() {
        let digit = digit.wrapping_sub(b'0');
        if digit > 9 {
            return None;
        }
        number = number.checked_mul(10)?.checked_sub(i128::from(digit))?;
    }
    if digits.len() == text.len() { number.checked_neg() } else { Some(number) }
}

/// The place of a value.
fn place(word: &str, sign: char) -> Option<usize> {
    usize::try_from(number(word.strip_prefix(sign)?)?).ok()
}

/// The symbols of a condition, bit by bit.
#[inline(never)]
fn symbols(condition: &str) -> u32 {
    let (mut symbols, mut rest) = (0, Some(condition));
    while let Some(words) = rest {
        let (word, others) = cut(words, b' ');
        rest = others;
        if let Some(place) = place(word, '#') {
            symbols |= 1u32.checked_shl(place as u32).unwrap_or(0);
        }
    }
    symbols
}

/// Evaluates a condition; `None` if it is none.
#[inline(never)]
fn holds(condition: &str, values: &[usize]) -> Option<bool> {
    let mut numbers = Numbers { stack: [Exact::int(0); DEPTH], len: 0 };
    let mut rest = Some(condition.strip_prefix(CASE).unwrap_or(condition));
    while let Some(words) = rest {
        let (word, others) = cut(words, b' ');
        rest = others;
        let number = match word {
            "divides" => return numbers.pair().map(|(a, b)| b.is_multiple_of(a)),
            "<=" => return numbers.pair().map(|(a, b)| a.is_at_most(b)),
            "==" => return numbers.pair().map(|(a, b)| a.is_equal(b)),
            "fits" => return numbers.pop().map(Exact::is_stride),
            "extent" => return numbers.pop().map(Exact::is_extent),
            _ => match (word.chars().next(), number(word)) {
                (Some(sign @ ('#' | '!' | '?')), _) => {
                    let value = *values.get(place(word, sign)?)?;
                    match sign {
                        '#' => Exact::of(value),
                        '!' => return Some(value != 0),
                        _ => return (value != 2).then_some(true),
                    }
                }
                (_, Some(known)) => Exact::int(known),
                (_, None) => {
                    let (a, b) = numbers.pair()?;
                    BinaryOp::of_word(word)?.apply(a, b)
                }
            },
        };
        numbers.push(number)?;
    }
    None
}

/// The numbers that no word has taken.
struct Numbers {
    stack: [Exact; DEPTH],
    len: usize,
}

impl Numbers {
    #[inline(never)]
    fn push(&mut self, number: Exact) -> Option<()> {
        *self.stack.get_mut(self.len)? = number;
        self.len += 1;
        Some(())
    }

    fn pop(&mut self) -> Option<Exact> {
        self.len = self.len.checked_sub(1)?;
        self.stack.get(self.len).copied()
    }

    #[inline(never)]
    fn pair(&mut self) -> Option<(Exact, Exact)> {
        let b = self.pop()?;
        Some((self.pop()?, b))
    }
}

#[cfg(test)]
mod tests {
    extern crate std;

    use std::format;
    use std::string::ToString;

    use super::*;

    #[test]
    fn conditions_are_what_their_words_say() {
        for (condition, expected) in [
            ("12 #0 divides", Some(true)),
            ("#0 12 divides", Some(false)),
            ("#0 24 ==", Some(true)),
            ("#0 #1 <=", Some(false)),
            ("#0 5 #1 * + 59 ==", Some(true)),
            ("#0 #1 / 0 <=", Some(false)),
            ("#0 4 / 6 ==", Some(true)),
            ("#0 #1 floor 3 ==", Some(true)),
            ("#0 #1 ceil 4 ==", Some(true)),
            ("-24 #1 trunc -3 ==", Some(true)),
            ("-24 #1 floor -4 ==", Some(true)),
            ("-24 #1 rem -3 ==", Some(true)),
            ("-24 #1 % 4 ==", Some(true)),
            ("#0 #1 min 7 ==", Some(true)),
            ("#0 #1 max 24 ==", Some(true)),
            ("#0 extent", Some(true)),
            ("0 #0 * extent", Some(true)),
            ("-1 #0 * extent", Some(false)),
            ("-1 #0 * fits", Some(true)),
            ("9223372036854775807 #0 * fits", Some(false)),
            ("#0 #1 !0", Some(true)),
            ("#0 #1 !2", Some(false)),
            ("#0 #1 ?2", Some(true)),
            ("#0 #1 ?3", None),
            ("#0 #1 !3", Some(true)),
            ("case 12 #0 divides", Some(true)),
            ("case -1 #0 * extent", Some(false)),
            // None of these is a condition.
            ("", None),
            ("#0", None),
            ("<=", None),
            ("#4 extent", None),
            ("#0 #1 and", None),
            ("#0 !4", None),
            ("#0 ?4", None),
            ("case", None),
        ] {
            assert_eq!(holds(condition, &[24, 7, 0, 2]), expected, "{condition}");
        }
        let deep = "1 ".repeat(DEPTH);
        assert_eq!(holds(&format!("{deep}<="), &[]), Some(true));
        assert_eq!(holds(&format!("{deep}1 <="), &[]), None);
    }

    #[test]
    fn the_first_broken_rule_is_told() {
        const RULES: &str =
            "12 #0 divides: m must be a multiple of 12\n#1 #0 <=: n must be at most m\n";
        let text = |values: &[usize]| refused("Tile", &["m", "n"], RULES, values).to_string();
        assert_eq!(text(&[13, 1]), "Tile: m = 13 and m must be a multiple of 12");
        assert_eq!(text(&[24, 25]), "Tile: m = 24, n = 25 and n must be at most m");
        assert_eq!(text(&[24, 2]), format!("Tile: m = 24, n = 2 and {FITS}"));
        const UNKNOWN: &str = "1 #0 #1: r\n2 #0 divides: s";
        let unknown = |m| refused("", &["m", "n"], UNKNOWN, &[m, 1]).to_string();
        assert_eq!([unknown(3), unknown(4)], ["m = 3 and s", "m = 4, n = 1 and r"]);
        const CASES: &str = "1 #0 <=: r\ncase #1 #0 divides: m % n == 0, for composition";
        assert_eq!(
            refused("T", &["m", "n"], CASES, &[3, 2]).to_string(),
            "T: m = 3, n = 2 and it was compiled for m % n == 0, for composition; \
             `#[assume(m == 3, n == 2)]` in front asks for this case"
        );
    }

    #[test]
    #[should_panic(expected = "m = 3 and m must be even")]
    fn refusing_panics() {
        refuse("", &["m"], "2 #0 divides: m must be even", &[3]);
    }
}
