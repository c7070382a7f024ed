//! `Allow`: which lints are let through.

use crate::report::Lint;

/// The lints that an invocation allows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Allow {
    non_injective: bool,
    padding: bool,
}

impl Allow {
    /// Lets a lint through.
    pub fn permit(&mut self, lint: Lint) {
        match lint {
            Lint::NonInjective => self.non_injective = true,
            Lint::Padding => self.padding = true,
        }
    }

    /// Refuses a lint.
    pub(crate) fn forbid(&mut self, lint: Lint) {
        match lint {
            Lint::NonInjective => self.non_injective = false,
            Lint::Padding => self.padding = false,
        }
    }

    /// Lets everything through.
    #[must_use]
    pub fn all() -> Self {
        let mut all = Allow::default();
        Lint::ALL.into_iter().for_each(|lint| all.permit(lint));
        all
    }

    /// Lets through what either lets through.
    #[must_use]
    pub fn or(self, other: Allow) -> Allow {
        Allow {
            non_injective: self.non_injective || other.non_injective,
            padding: self.padding || other.padding,
        }
    }

    /// Returns whether a lint is allowed, so that it is no error.
    pub fn permits(self, lint: Lint) -> bool {
        match lint {
            Lint::NonInjective => self.non_injective,
            Lint::Padding => self.padding,
        }
    }
}
