//! `ShapeError`: what the numbers of a layout do not meet.

use core::any::type_name;
use core::error::Error;
use core::fmt;

/// The beginning of a message about the case that a layout was compiled for.
pub(crate) const COMPILED_FOR: &str = "it was compiled for ";
/// The text before the values for which the case does not hold.
pub(crate) const ASSUME: &str = "; `#[assume(";
/// The text after those values.
pub(crate) const ASKS: &str = ")]` in front asks for this case";

/// The most symbols that an error keeps.
const MAX_SYMBOLS: usize = 8;

/// The numbers that a layout was given do not make one.
///
/// The error names the layout, the numbers and the rule:
///
/// ```
/// use layout_runtime::{Dynamic, Extent, Fixed, Mode};
///
/// let large = Mode { extent: Extent::new(1 << 63), stride: Fixed::<1> };
/// let error = Dynamic::<_, 1>::new(large).unwrap_err();
/// assert_eq!(
///     error.to_string(),
///     "leaf = 0, extent = 9223372036854775808, stride = 1 and the size must fit `isize`"
/// );
/// ```
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct ShapeError {
    /// The name of the layout, empty for one without.
    layout: &'static str,
    rule: &'static str,
    /// The symbols, of which those are shown whose bit is set.
    names: &'static [&'static str],
    shown: u32,
    /// The magnitudes of the values: errors of 128 bytes are too large for a lint of
    /// clippy, which users would see.
    values: [u64; MAX_SYMBOLS],
    /// The values that are negative, and those that are larger than that, bit by bit.
    negative: u8,
    larger: u8,
    /// True if the rule is the case that the layout was compiled for.
    is_case: bool,
}

impl ShapeError {
    /// The symbols of a layout have values that break a rule. The first eight symbols
    /// are kept.
    #[doc(hidden)]
    #[must_use]
    #[cold]
    pub const fn broken(
        layout: &'static str,
        rule: &'static str,
        names: &'static [&'static str],
        values: &[i128],
    ) -> Self {
        let mut error = ShapeError::of_rule(layout, rule);
        let mut len = 0;
        while len < MAX_SYMBOLS && len < names.len() && len < values.len() {
            error.set(len, values[len], len);
            len += 1;
        }
        error.names = names;
        error
    }

    /// An error of the symbols whose bit is set; there are 32 bits.
    pub(crate) fn with_symbols(
        layout: &'static str,
        (rule, shown): (&'static str, u32),
        names: &'static [&'static str],
        values: &[usize],
    ) -> Self {
        let mut error = ShapeError::of_rule(layout, rule);
        let (mut at, mut rest) = (0, shown);
        while rest != 0 && at < MAX_SYMBOLS {
            let place = rest.trailing_zeros() as usize;
            if let Some(value) = values.get(place) {
                error.set(at, *value as i128, place);
            }
            (at, rest) = (at + 1, rest & (rest - 1));
        }
        error.names = names;
        error
    }

    const fn of_rule(layout: &'static str, rule: &'static str) -> Self {
        let values = [0; MAX_SYMBOLS];
        ShapeError {
            layout,
            rule,
            names: &[],
            shown: 0,
            values,
            negative: 0,
            larger: 0,
            is_case: false,
        }
    }

    /// The same error of a rule that is the case of a layout, not a demand.
    pub(crate) const fn of_case(mut self) -> Self {
        self.is_case = true;
        self
    }

    /// The same error of a layout with a name, which stands in place of its notation.
    #[doc(hidden)]
    #[cold]
    #[must_use]
    pub fn of<L>(mut self) -> Self {
        self.layout = name_of::<L>().unwrap_or(self.layout);
        self
    }

    /// The error without the layout.
    #[doc(hidden)]
    #[must_use]
    pub fn without_layout(self) -> Self {
        ShapeError { layout: "", ..self }
    }

    /// Keeps the value of the symbol at a place.
    const fn set(&mut self, at: usize, value: i128, place: usize) {
        let magnitude = value.unsigned_abs();
        self.shown |= 1 << place;
        self.larger |= ((magnitude > u64::MAX as u128) as u8) << at;
        self.negative |= ((value < 0) as u8) << at;
        self.values[at] = if magnitude > u64::MAX as u128 { u64::MAX } else { magnitude as u64 };
    }

    /// Panics with the text of the error.
    #[doc(hidden)]
    #[cold]
    #[inline(never)]
    #[track_caller]
    pub fn panic(self) -> ! {
        panic!("{self}")
    }
}

/// The name of a layout, which is that of its type; unnamed layouts are types of this crate, or tuples.
pub fn name_of<L>() -> Option<&'static str> {
    name_at(type_name::<L>())
}

/// The name at the end of the path of a type: a function of its own, which is there once for all types.
#[inline(never)]
fn name_at(path: &'static str) -> Option<&'static str> {
    // Where the crate ends and the name begins. Byte by byte: the searches of `str` are far more code.
    let (mut krate, mut name, mut end) = (None, 0, 0);
    for byte in path.bytes() {
        match byte {
            b'<' => break,
            // The path of a tuple begins with its parenthesis, or ends with it; that of a closure ends with a brace.
            b'(' | b')' | b'{' | b'[' => return None,
            b':' => (krate, name) = (krate.or(Some(end)), end + 1),
            _ => {}
        }
        end += 1;
    }
    let is_own = path.get(..krate?) == Some(env!("CARGO_CRATE_NAME"));
    path.get(name..end).filter(|_| !is_own)
}

impl fmt::Display for ShapeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.layout.is_empty() {
            write!(f, "{}: ", self.layout)?;
        }
        self.values(f, "=")?;
        f.write_str(if self.shown == 0 { "" } else { " and " })?;
        if !self.is_case {
            return f.write_str(self.rule);
        }
        write!(f, "{COMPILED_FOR}{}{ASSUME}", self.rule)?;
        self.values(f, "==")?;
        f.write_str(ASKS)
    }
}

impl ShapeError {
    /// The values of the symbols that are shown.
    fn values(&self, f: &mut fmt::Formatter<'_>, equal: &str) -> fmt::Result {
        let shown = self.names.iter().take(u32::BITS as usize).enumerate();
        let shown = shown.filter(|(place, _)| self.shown >> place & 1 == 1);
        for (k, (_, name)) in shown.enumerate() {
            let separator = if k == 0 { "" } else { ", " };
            let relation = match (self.larger >> k & 1, self.negative >> k & 1) {
                (0, _) => equal,
                (_, 0) => ">",
                _ => "<",
            };
            let minus = if self.negative >> k & 1 == 1 { "-" } else { "" };
            write!(f, "{separator}{name} {relation} {minus}{}", self.values[k])?;
        }
        Ok(())
    }
}

impl fmt::Debug for ShapeError {
    /// The text: it is what `unwrap` shows.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "ShapeError({self})")
    }
}

impl Error for ShapeError {}

#[cfg(test)]
mod tests {
    extern crate std;

    use std::format;
    use std::string::ToString;

    use super::*;

    #[test]
    fn an_error_names_layout_symbols_and_rule() {
        let rule = "m must be a multiple of 128, for logical_divide";
        let error = ShapeError::broken("Tile", rule, &["m"], &[100]);
        let text = "Tile: m = 100 and m must be a multiple of 128, for logical_divide";
        assert_eq!(
            (error.to_string(), format!("{error:?}")),
            (text.into(), format!("ShapeError({text})"))
        );
        let error = ShapeError::broken("", "2 * m must be below n", &["m", "n"], &[3, -4]);
        assert_eq!(error.to_string(), "m = 3, n = -4 and 2 * m must be below n");
        assert_eq!(ShapeError::broken("L", "it is empty", &[], &[]).to_string(), "L: it is empty");
    }

    #[test]
    fn eight_symbols_are_kept() {
        let error = ShapeError::broken("", "r", &["s"; 9], &[i64::MIN as i128; 9]);
        assert_eq!(error.to_string().matches("s = -9223372036854775808").count(), 8);
        assert_eq!(ShapeError::broken("", "r", &["s", "t"], &[1]).to_string(), "s = 1 and r");
    }

    #[test]
    fn symbols_are_told_that_a_rule_names() {
        let names: &[&str] = &["m", "n", "k"];
        let error =
            ShapeError::with_symbols("T", ("n must be at most k", 0b110), names, &[1, 2, 3]);
        assert_eq!(error.to_string(), "T: n = 2, k = 3 and n must be at most k");
        let error = ShapeError::with_symbols("", ("r", 0b1001), names, &[usize::MAX, 2, 3]);
        assert_eq!(error.to_string(), format!("m = {} and r", usize::MAX));
        let names: &[&str] = &["s"; 40];
        let error = ShapeError::with_symbols("", ("r", u32::MAX), names, &[5; 40]);
        assert_eq!(error.to_string().matches("s = 5").count(), 8);
        assert_eq!(ShapeError::with_symbols("", ("r", 0), names, &[5; 40]).to_string(), "r");
    }

    #[test]
    fn no_value_is_wrong() {
        let ends = &[u64::MAX as i128, -(u64::MAX as i128), u64::MAX as i128 + 1, i128::MIN];
        assert_eq!(
            ShapeError::broken("", "r", &["a", "b", "c", "d"], ends).to_string(),
            "a = 18446744073709551615, b = -18446744073709551615, \
             c > 18446744073709551615, d < -18446744073709551615 and r"
        );
        assert!(size_of::<ShapeError>() < 128);
    }

    #[test]
    #[should_panic(expected = "m = 3 and m must be even")]
    fn panics_say_the_error() {
        ShapeError::broken("", "m must be even", &["m"], &[3]).panic();
    }
}
