//! `Unprintable`: why a layout has no functions in a language.

use std::fmt;

use layout_algebra::CollectVec;

use super::dialect::Language;
use crate::notation::strides::list;
use crate::plan::Unplannable;

/// Reason why a layout has no functions in a language.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Unprintable {
    /// The value is no layout.
    NoLayout,
    /// The layout has no index functions.
    Unplannable(Unplannable),
    /// No language has functions of this name.
    Name {
        /// The name.
        name: String,
    },
    /// The language has no words of `bits` bits.
    Bits {
        /// The language.
        language: Language,
        /// The bits.
        bits: u32,
    },
    /// A number does not fit a word.
    Wide {
        /// The meaning of the number.
        what: &'static str,
        /// The number.
        number: i128,
        /// The layout in CuTe's notation.
        layout: String,
        /// The bits of a word.
        bits: u32,
        /// True if the language has words of 64 bits.
        wider: bool,
    },
    /// A number may be negative before it is divided, which words without a sign get wrong.
    Negative {
        /// The layout in CuTe's notation.
        layout: String,
    },
    /// Padding of which nothing shows the coordinates.
    Bounds,
    /// A copy that has no kernel.
    Relayout {
        /// The reason.
        reason: String,
    },
    /// A layout or a matrix that is no argument of a kernel.
    Host {
        /// The reason.
        reason: String,
    },
    /// A tile of shared memory that TMA does not write.
    Tile {
        /// The reason.
        reason: String,
    },
}

impl fmt::Display for Unprintable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Unprintable::NoLayout => f.write_str("only a layout has index functions"),
            Unprintable::Unplannable(reason) => reason.fmt(f),
            Unprintable::Name { name } => {
                write!(
                    f,
                    "`{name}` names no function: write a letter, then letters, digits and `_`"
                )
            }
            Unprintable::Bits { language, bits } => {
                let has = list(&language.bits().collect_vec(), " and ");
                write!(f, "{language} has no words of {bits} bits, but of {has}")
            }
            Unprintable::Wide { what, number, layout, bits, wider } => {
                write!(f, "{what} of {layout} is {number}, which {bits} bits do not hold")?;
                if *wider { write!(f, "; `--bits 64` does") } else { Ok(()) }
            }
            Unprintable::Negative { layout } => write!(
                f,
                "a number of {layout} may be negative before it is divided, which words without \
                 a sign get wrong"
            ),
            Unprintable::Bounds => f.write_str("which coordinates are padding is not known"),
            Unprintable::Relayout { reason }
            | Unprintable::Host { reason }
            | Unprintable::Tile { reason } => f.write_str(reason),
        }
    }
}

impl std::error::Error for Unprintable {}

impl From<Unplannable> for Unprintable {
    fn from(reason: Unplannable) -> Self {
        Unprintable::Unplannable(reason)
    }
}
