//! `PatternError`: where a pattern does not fit, and why.

use alloc::boxed::Box;
use alloc::string::{String, ToString};
use core::fmt;
use core::ops::Range;

use crate::{Condition, Error};

/// A text that is no pattern, or a pattern that does not fit the layouts or the sizes.
///
/// ```
/// use layout_algebra::{Layout, pattern};
///
/// let layout: Layout = "(2,30):(30,1)".parse().unwrap();
/// let error = pattern::rearrange("b (h d) -> h b d", &layout, &[("h", 8.into())]).unwrap_err();
/// assert_eq!(&error.text()[error.at()], "(h d)");
/// assert_eq!(
///     error.to_string(),
///     "`(h d)` is mode 1 of (2,30):(30,1), of extent 30, which 8 does not divide"
/// );
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PatternError {
    text: String,
    at: Range<usize>,
    message: String,
    help: Option<Box<str>>,
    operand: Option<usize>,
    size: Option<Box<str>>,
    error: Option<Box<Error>>,
}

impl PatternError {
    pub(super) fn new(at: &Range<usize>, message: impl Into<String>) -> Self {
        PatternError {
            text: String::new(),
            at: at.clone(),
            message: message.into(),
            help: None,
            operand: None,
            size: None,
            error: None,
        }
    }

    /// An error of the algebra at a token of the pattern.
    pub(super) fn algebra(at: &Range<usize>, error: Error) -> Self {
        // The operation is the pattern's.
        let message = error.fact().to_string();
        PatternError { error: Some(Box::new(error)), ..PatternError::new(at, message) }
    }

    pub(super) fn help(self, help: impl Into<String>) -> Self {
        PatternError { help: Some(help.into().into_boxed_str()), ..self }
    }

    pub(super) fn in_text(self, text: &str) -> Self {
        PatternError { text: text.into(), ..self }
    }

    pub(super) fn in_operand(self, operand: usize) -> Self {
        PatternError { operand: Some(operand), ..self }
    }

    pub(super) fn of_size(self, axis: &str) -> Self {
        PatternError { size: Some(axis.into()), ..self }
    }

    /// The text of the pattern that is wrong.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The token of the pattern, as bytes of [`PatternError::text`].
    pub fn at(&self) -> Range<usize> {
        self.at.clone()
    }

    /// The text to write instead, where one is known.
    pub fn instead(&self) -> Option<&str> {
        self.help.as_deref()
    }

    /// The number of the layout that does not fit.
    pub fn operand(&self) -> Option<usize> {
        self.operand
    }

    /// The axis whose size, one of those that are given, does not fit.
    pub fn size(&self) -> Option<&str> {
        self.size.as_deref()
    }

    /// The error of the algebra that this one tells of.
    pub fn error(&self) -> Option<&Error> {
        self.error.as_deref()
    }

    /// The condition on symbols for want of which there is no result, if it is that.
    pub fn condition(&self) -> Option<&Condition> {
        self.error.as_ref()?.condition()
    }
}

/// A result of the algebra within a pattern.
pub(super) trait InPattern<T> {
    /// The same result; its error is blamed on a token of the pattern.
    fn at(self, token: &Range<usize>) -> Result<T, PatternError>;
}

impl<T, E: Into<Error>> InPattern<T> for Result<T, E> {
    fn at(self, token: &Range<usize>) -> Result<T, PatternError> {
        match self {
            Ok(answer) => Ok(answer),
            Err(error) => Err(PatternError::algebra(token, error.into())),
        }
    }
}

impl fmt::Display for PatternError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl core::error::Error for PatternError {
    fn source(&self) -> Option<&(dyn core::error::Error + 'static)> {
        self.error.as_ref().map(|error| &**error as &(dyn core::error::Error + 'static))
    }
}
