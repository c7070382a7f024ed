//! `ShapeError`: what the numbers of a layout do not meet.

use core::error::Error;
use core::fmt;

/// As many symbols as an error keeps.
const MAX_SYMBOLS: usize = 8;

/// The numbers that a layout was given do not make one.
///
/// It says the layout, the numbers and the rule:
///
/// ```
/// use layout_runtime::{Dynamic, Extent, Fixed, Mode};
///
/// let empty = Mode { extent: Extent::new(0), stride: Fixed::<1> };
/// let error = Dynamic::<_, 1>::new(empty).unwrap_err();
/// assert_eq!(
///     error.to_string(),
///     "leaf = 0, extent = 0, stride = 1 and every extent must be at least 1"
/// );
/// ```
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct ShapeError {
    /// The name of the layout, empty for one without.
    layout: &'static str,
    rule: &'static str,
    names: &'static [&'static str],
    /// The magnitudes of the values: errors of 128 bytes are too large for a lint of
    /// clippy, which users would see.
    values: [u64; MAX_SYMBOLS],
    /// Which values are negative, and which are larger than that, bit by bit.
    negative: u8,
    larger: u8,
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
        let mut error = ShapeError {
            layout,
            rule,
            names: &[],
            values: [0; MAX_SYMBOLS],
            negative: 0,
            larger: 0,
        };
        let mut len = 0;
        while len < MAX_SYMBOLS && len < names.len() && len < values.len() {
            let magnitude = values[len].unsigned_abs();
            error.larger |= ((magnitude > u64::MAX as u128) as u8) << len;
            error.negative |= ((values[len] < 0) as u8) << len;
            error.values[len] =
                if magnitude > u64::MAX as u128 { u64::MAX } else { magnitude as u64 };
            len += 1;
        }
        error.names = names.split_at(len).0;
        error
    }

    /// The same error of a layout with a name.
    #[doc(hidden)]
    #[must_use]
    pub const fn of_layout(self, layout: &'static str) -> Self {
        ShapeError { layout, ..self }
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

impl fmt::Display for ShapeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.layout.is_empty() {
            write!(f, "{}: ", self.layout)?;
        }
        for (k, name) in self.names.iter().enumerate() {
            let separator = if k == 0 { "" } else { ", " };
            let relation = match (self.larger >> k & 1, self.negative >> k & 1) {
                (0, _) => "=",
                (_, 0) => ">",
                _ => "<",
            };
            let minus = if self.negative >> k & 1 == 1 { "-" } else { "" };
            write!(f, "{separator}{name} {relation} {minus}{}", self.values[k])?;
        }
        write!(f, "{}{}", if self.names.is_empty() { "" } else { " and " }, self.rule)
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
        assert_eq!(
            error.of_layout("Rows").to_string(),
            "Rows: m = 3, n = -4 and 2 * m must be below n"
        );
        assert_eq!(ShapeError::broken("L", "it is empty", &[], &[]).to_string(), "L: it is empty");
    }

    #[test]
    fn eight_symbols_are_kept() {
        let error = ShapeError::broken("", "r", &["s"; 9], &[i64::MIN as i128; 9]);
        assert_eq!(error.to_string().matches("s = -9223372036854775808").count(), 8);
        assert_eq!(ShapeError::broken("", "r", &["s", "t"], &[1]).to_string(), "s = 1 and r");
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
