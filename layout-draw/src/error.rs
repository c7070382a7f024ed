//! `Error`: why there is no picture.

use std::fmt;

/// Why there is no picture: the fact with its numbers, the rule, and a way out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Error {
    message: String,
    help: Option<String>,
}

impl Error {
    /// A fact, and further lines for the rule.
    pub fn new(message: impl Into<String>) -> Self {
        Error { message: message.into(), help: None }
    }

    /// The same with a way out.
    #[must_use]
    pub fn help(self, help: impl Into<String>) -> Self {
        Error { help: Some(help.into()), ..self }
    }

    /// The way out, where one is known.
    pub fn way_out(&self) -> Option<&str> {
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
