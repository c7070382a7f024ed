//! `Unplannable`: the layouts without index functions.

use std::fmt;

use layout_algebra::ModePath;

use layout_core::{MAX_LEAVES, MAX_RANK};

/// Reason why a layout has no index functions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unplannable {
    /// The size does not fit `isize`.
    Size {
        /// The layout.
        layout: String,
        /// Its size.
        size: String,
    },
    /// An offset does not fit `isize`.
    Offset {
        /// The layout.
        layout: String,
        /// The smallest offset.
        min: String,
        /// The largest offset.
        max: String,
    },
    /// A stride does not fit `isize`, though no offset needs it.
    Stride {
        /// The mode.
        path: ModePath,
        /// Its stride.
        stride: String,
    },
    /// A stride over a basis where the offsets are integers.
    BasisStride {
        /// The mode.
        path: ModePath,
        /// Its stride.
        stride: String,
    },
    /// A stride over a basis beside symbols.
    SymbolicBasis {
        /// The mode.
        path: ModePath,
        /// Its stride.
        stride: String,
    },
    /// A tuple with more numbers, or wider ones, than functions answer.
    Answer {
        /// The layout.
        layout: String,
        /// The number of leaves.
        leaves: usize,
    },
    /// A tuple without modes.
    Empty {
        /// The mode.
        path: ModePath,
    },
    /// A tuple of more than [`MAX_RANK`] modes.
    Rank {
        /// The mode.
        path: ModePath,
        /// Its rank.
        rank: usize,
    },
    /// A layout with more than [`MAX_LEAVES`] leaves.
    Leaves {
        /// Their number.
        leaves: usize,
    },
    /// A composed layout of which a step but the first is no swizzle, or the first
    /// no layout.
    Steps {
        /// The layout.
        layout: String,
    },
    /// A swizzle or offset that does not fit `isize`.
    Swizzle {
        /// The layout.
        layout: String,
    },
    /// A swizzled layout whose smallest and largest offset take too long to find.
    Range {
        /// The layout.
        layout: String,
    },
    /// A number known only at run time.
    Unknown {
        /// The layout.
        layout: String,
    },
}

impl std::error::Error for Unplannable {}

impl Unplannable {
    pub(crate) fn unknown(layout: &dyn fmt::Display) -> Self {
        Unplannable::Unknown { layout: layout.to_string() }
    }

    /// The mode at fault; the root where it is the whole layout.
    pub fn path(&self) -> ModePath {
        match self {
            Unplannable::Stride { path, .. }
            | Unplannable::BasisStride { path, .. }
            | Unplannable::SymbolicBasis { path, .. }
            | Unplannable::Empty { path }
            | Unplannable::Rank { path, .. } => path.clone(),
            Unplannable::Size { .. }
            | Unplannable::Offset { .. }
            | Unplannable::Leaves { .. }
            | Unplannable::Answer { .. }
            | Unplannable::Steps { .. }
            | Unplannable::Swizzle { .. }
            | Unplannable::Range { .. }
            | Unplannable::Unknown { .. } => ModePath::root(),
        }
    }
}

impl fmt::Display for Unplannable {
    /// The fact, then the rule.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Unplannable::Size { layout, size } => {
                write!(f, "{layout} has {size} coordinates\nindex functions count them in 63 bits")
            }
            Unplannable::Offset { layout, min, max } => write!(
                f,
                "the offsets of {layout} reach from {min} to {max}\n\
                 index functions compute in 63 bits and a sign"
            ),
            Unplannable::Stride { stride, .. } => {
                write!(f, "stride {stride} does not fit 63 bits and a sign")
            }
            Unplannable::BasisStride { stride, .. } => {
                write!(f, "stride {stride} steps along a basis: this takes integers")
            }
            Unplannable::SymbolicBasis { stride, .. } => write!(
                f,
                "stride {stride} steps along a basis\n\
                 functions of a layout over a basis take numbers, not symbols: `along(…, 0)` has \
                 functions of the first number of its coordinates, with symbols too"
            ),
            Unplannable::Answer { layout, leaves } => write!(
                f,
                "{layout} answers a tuple of {leaves} numbers\n\
                 functions answer at most {MAX_LEAVES}, in tuples of at most {MAX_RANK}"
            ),
            Unplannable::Empty { .. } => {
                f.write_str("a tuple without modes has no index functions")
            }
            Unplannable::Rank { rank, .. } => write!(
                f,
                "a tuple of {rank} modes has no index functions\n\
                 the traits for coordinates end at tuples of {MAX_RANK}; nest the modes{}",
                match rank {
                    // More than the feature has.
                    17.. => "",
                    _ =>
                        ", or turn on the feature `rank-16`: `cargo add layout-view --features rank-16`",
                }
            ),
            // Such a layout is long: it is not printed.
            Unplannable::Leaves { leaves } => write!(
                f,
                "a layout of {leaves} integers has no index functions\n\
                 they take at most {MAX_LEAVES}"
            ),
            Unplannable::Steps { layout } => {
                write!(
                    f,
                    "the composed layout {layout} has no index functions\n\
                 they take swizzles after one layout"
                )
            }
            Unplannable::Swizzle { layout } => {
                write!(f, "the swizzle of {layout} does not fit 63 bits and a sign")
            }
            Unplannable::Range { layout } => write!(
                f,
                "the largest offset of {layout} takes too long to find\n\
                 it is found for all extents and strides that are powers of two, and where the \
                 swizzle flips lower bits by higher ones"
            ),
            Unplannable::Unknown { layout } => {
                write!(f, "a number of {layout} is not known while compiling")
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranks_of_the_feature_are_told_how_to_turn_it_on() {
        let text = |rank| Unplannable::Rank { path: ModePath::root(), rank }.to_string();
        let command = "`cargo add layout-view --features rank-16`";
        assert!((9..=16).all(|rank| text(rank).ends_with(command)));
        assert!(text(17).ends_with("; nest the modes"));
    }
}
