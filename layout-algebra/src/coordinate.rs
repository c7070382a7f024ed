//! `Coordinate`: where to evaluate a layout, or what to keep of it.

use core::fmt;

use crate::{HTuple, Int, IntTuple};

/// A leaf of a coordinate.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Crd {
    /// A position.
    At(Int),
    /// CuTe's `_`: the whole mode.
    All,
}

/// A coordinate, possibly with modes left open: `(2,_)`.
pub type Coordinate = HTuple<Crd>;

impl HTuple<Crd> {
    /// Returns true if some mode is left open.
    pub fn has_underscore(&self) -> bool {
        self.leaves().contains(&&Crd::All)
    }

    /// The positions, with 0 in the place of every `_`.
    pub fn positions(&self) -> IntTuple {
        self.map(&mut |crd| match crd {
            Crd::At(position) => position.clone(),
            Crd::All => Int::ZERO,
        })
    }
}

impl From<&IntTuple> for Coordinate {
    fn from(tuple: &IntTuple) -> Self {
        tuple.map(&mut |position| Crd::At(position.clone()))
    }
}

impl fmt::Display for Crd {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Crd::At(position) => write!(f, "{position}"),
            Crd::All => f.write_str("_"),
        }
    }
}
