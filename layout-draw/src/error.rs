//! `Error`: the reason that a layout has no picture.

use std::fmt;

/// The reason that a layout has no picture: the fact with its numbers, the rule, and a help.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Error {
    message: String,
    help: Option<String>,
}

impl Error {
    /// An error without a help: a fact, and further lines for the rule.
    pub fn new(message: impl Into<String>) -> Self {
        Error { message: message.into(), help: None }
    }

    /// Sets the help: another call that has a picture.
    #[must_use]
    pub fn help(self, help: impl Into<String>) -> Self {
        Error { help: Some(help.into()), ..self }
    }

    /// The advice after the message, if there is one.
    pub fn help_text(&self) -> Option<&str> {
        self.help.as_deref()
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for Error {}

impl From<layout_algebra::Error> for Error {
    fn from(error: layout_algebra::Error) -> Self {
        Error::new(error.to_string())
    }
}
