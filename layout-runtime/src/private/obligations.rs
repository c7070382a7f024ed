//! Rules that layouts demand of their symbols, and the numbers of constants.

use layout_core::Exact;

use crate::error::{ASKS, ASSUME, COMPILED_FOR, ShapeError};
use crate::queries::message::Message;

/// Returns true if a number fits an `isize`.
#[inline]
#[must_use]
pub const fn fit(number: usize) -> bool {
    number <= isize::MAX as usize
}

/// A flow: a stride less what is taken back, `stride − extent · by`.
#[inline(always)]
#[must_use]
pub const fn less(stride: isize, extent: usize, by: isize) -> isize {
    stride.wrapping_sub((extent as isize).wrapping_mul(by))
}

/// A product with 1 in the place of 0.
#[inline]
#[must_use]
pub const fn times(a: usize, b: usize) -> usize {
    (if a == 0 { 1 } else { a }).saturating_mul(if b == 0 { 1 } else { b })
}

/// Returns true if a product fits an `isize`.
#[must_use]
pub const fn fits(factors: &[usize]) -> bool {
    let (mut product, mut k) = (1u128, 0);
    while k < factors.len() {
        product = match product.checked_mul(factors[k] as u128) {
            Some(product) => product,
            None => return false,
        };
        k += 1;
    }
    product <= isize::MAX as u128
}

/// Unwraps a layout, or panics with the reason.
#[inline(always)]
#[track_caller]
pub fn made<T>(result: Result<T, ShapeError>) -> T {
    match result {
        Ok(made) => made,
        Err(error) => error.panic(),
    }
}

/// Panics where a rule does not hold, with the values of its symbols.
#[track_caller]
pub const fn demand(
    holds: bool,
    layout: &'static str,
    rule: &'static str,
    names: &'static [&'static str],
    values: &[i128],
) {
    if !holds {
        broken(layout, names, values).text(rule).panic()
    }
}

/// Panics where the case does not hold that a layout was compiled for, with the values of its
/// symbols and how to ask for the case of these.
#[track_caller]
pub const fn demand_case(
    holds: bool,
    layout: &'static str,
    rule: &'static str,
    names: &'static [&'static str],
    values: &[i128],
) {
    if !holds {
        let message = broken(layout, names, values).text(COMPILED_FOR).text(rule).text(ASSUME);
        with_values(message, names, values, " == ").text(ASKS).panic()
    }
}

/// The name of a layout and the values of symbols, before what is said of them.
const fn broken(layout: &str, names: &[&str], values: &[i128]) -> Message {
    let message = Message::new(layout).text(if layout.is_empty() { "" } else { ": " });
    let conjunction = if names.is_empty() { "" } else { " and " };
    with_values(message, names, values, " = ").text(conjunction)
}

/// A message with the values of symbols.
const fn with_values(
    mut message: Message,
    names: &[&str],
    values: &[i128],
    relation: &str,
) -> Message {
    let mut k = 0;
    while k < names.len() && k < values.len() {
        let separator = if k == 0 { "" } else { ", " };
        message = message.text(separator).text(names[k]).text(relation).number(values[k]);
        k += 1;
    }
    message
}

/// The value of a symbol, for a message.
#[inline(always)]
#[must_use]
pub const fn value(symbol: usize) -> i128 {
    symbol as i128
}

/// A number of constants.
#[must_use]
#[track_caller]
pub const fn stride(exact: Exact) -> isize {
    match exact.0 {
        Some(value) if isize::MIN as i128 <= value && value <= isize::MAX as i128 => value as isize,
        _ => panic!("a number of constants must fit `isize`, and divide by none that is 0"),
    }
}

/// A number of constants that run-time numbers are divided by.
#[must_use]
#[track_caller]
pub const fn divisor(exact: Exact) -> usize {
    let number = stride(exact);
    assert!(number >= 1, "a divisor of constants must be at least 1");
    number as usize
}

#[cfg(test)]
mod tests {
    extern crate std;

    use std::panic::catch_unwind;
    use std::string::{String, ToString};

    use super::*;

    fn message(names: &'static [&'static str], values: &[i128], rule: &'static str) -> String {
        let error = catch_unwind(|| demand(false, "Tile", rule, names, values)).unwrap_err();
        match error.downcast_ref::<String>() {
            Some(text) => text.clone(),
            None => error.downcast_ref::<&str>().unwrap().to_string(),
        }
    }

    #[test]
    fn messages_name_symbols_values_and_rule() {
        assert_eq!(
            message(&["BM", "BK"], &[100, -1], "BM must be a multiple of 128"),
            "Tile: BM = 100, BK = -1 and BM must be a multiple of 128"
        );
        assert!(message(&["N"], &[i128::MIN], "r").contains(&i128::MIN.to_string()));
        demand(true, "", "", &[], &[]);
    }

    #[test]
    fn another_case_is_told_with_the_values_to_assume() {
        let (names, rule): (&[_], _) = (&["D", "k"], "D % k == 0, for composition");
        let error = catch_unwind(|| demand_case(false, "T", rule, names, &[3, 8])).unwrap_err();
        assert_eq!(
            error.downcast_ref::<String>().unwrap(),
            "T: D = 3, k = 8 and it was compiled for D % k == 0, for composition; \
             `#[assume(D == 3, k == 8)]` in front asks for this case"
        );
        demand_case(true, "", "", &[], &[]);
    }

    #[test]
    fn products_fit_or_not() {
        let max = isize::MAX as usize;
        assert!(fits(&[]) && fits(&[max]) && fits(&[max, 1]) && fits(&[1 << 31, 1 << 31]));
        assert!(!fits(&[max + 1]) && !fits(&[1 << 32, 1 << 31]) && !fits(&[usize::MAX; 4]));
    }

    #[test]
    fn long_messages_end_somewhere() {
        let long = "x".repeat(50_000).leak();
        assert_eq!(message(&["n"], &[1], long), "Tile: n = 1 and ");
    }
}
