//! `ParseError`: where a text is no notation, and why.

use alloc::boxed::Box;
use alloc::string::String;
use core::fmt;

use crate::Error;

/// The deepest nesting of parentheses: trees that are read, compared and dropped recursively fit every stack. That of `layout!` is the same.
pub(super) const MAX_DEPTH: usize = 64;

/// A text that is not the notation of what was asked for.
///
/// ```
/// use layout_algebra::Layout;
/// let error = "(4,8):(8;1)".parse::<Layout>().unwrap_err();
/// assert_eq!(error.at(), 8);
/// assert_eq!(error.to_string(), "byte 8: expected `,` or `)`, found `;`");
///
/// let error = "(4,-3):(8,1)".parse::<Layout>().unwrap_err();
/// assert!(error.to_string().starts_with("byte 3: make_layout: extent -3 is negative"));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseError {
    at: usize,
    reason: Reason,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Reason {
    /// Something else should stand there.
    Expected { expected: &'static str, found: Box<str> },
    /// A number of more than 128 bits.
    Range,
    /// Parentheses within parentheses, too often.
    Depth,
    /// The notation of something that does not exist.
    Invalid(Error),
}

impl ParseError {
    pub(super) fn new(at: usize, reason: Reason) -> Self {
        ParseError { at, reason }
    }

    /// `expected` is not what the rest of the text from byte `at` on begins with.
    pub(super) fn expected(expected: &'static str, at: usize, rest: &str) -> Self {
        let word = rest.find(|c: char| !c.is_alphanumeric()).unwrap_or(rest.len());
        let end = if word > 0 { word } else { rest.chars().next().map_or(0, char::len_utf8) };
        // A word may be a whole book.
        let found: String = rest[..end].chars().take(24).collect();
        ParseError::new(at, Reason::Expected { expected, found: found.into() })
    }

    /// The byte of the text, from 0, at which it stops being right.
    pub fn at(&self) -> usize {
        self.at
    }
}

impl fmt::Display for ParseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "byte {}: ", self.at)?;
        match &self.reason {
            Reason::Expected { expected, found } if found.is_empty() => {
                write!(f, "expected {expected}, but the text ends")
            }
            Reason::Expected { expected, found } => {
                write!(f, "expected {expected}, found `{found}`")
            }
            Reason::Range => f.write_str("the number does not fit 128 bits"),
            Reason::Depth => write!(f, "more than {MAX_DEPTH} levels of parentheses"),
            Reason::Invalid(error) => write!(f, "{error}"),
        }
    }
}

impl core::error::Error for ParseError {
    fn source(&self) -> Option<&(dyn core::error::Error + 'static)> {
        match &self.reason {
            Reason::Invalid(error) => Some(error),
            _ => None,
        }
    }
}
