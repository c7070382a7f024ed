//! `ModePath`: the address of a mode.

use crate::CollectVec;
use alloc::vec::Vec;
use core::fmt;

/// The path from a tuple to one of its modes: `1,0` is mode 0 of mode 1.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ModePath(Vec<usize>);

impl ModePath {
    pub(crate) const EMPTY: ModePath = ModePath(Vec::new());

    /// The path of the whole tuple.
    pub fn root() -> Self {
        ModePath(Vec::new())
    }

    /// The path of mode `index` of this mode.
    pub fn child(&self, index: usize) -> Self {
        let mut path = self.0.clone();
        path.push(index);
        ModePath(path)
    }

    /// This path, seen from a tuple whose mode `index` it starts in.
    pub fn under(&self, index: usize) -> Self {
        let mut path = Vec::with_capacity(self.0.len() + 1);
        path.push(index);
        path.extend_from_slice(&self.0);
        ModePath(path)
    }

    /// Returns true for the whole tuple, the empty path.
    pub fn is_root(&self) -> bool {
        self.0.is_empty()
    }

    /// The indices, outermost first.
    pub fn indices(&self) -> &[usize] {
        &self.0
    }
}

impl From<&[usize]> for ModePath {
    fn from(indices: &[usize]) -> Self {
        ModePath(indices.to_vec())
    }
}

impl<const N: usize> From<[usize; N]> for ModePath {
    fn from(indices: [usize; N]) -> Self {
        ModePath(indices.into())
    }
}

impl FromIterator<usize> for ModePath {
    fn from_iter<I: IntoIterator<Item = usize>>(indices: I) -> Self {
        ModePath(indices.into_iter().collect_vec())
    }
}

impl fmt::Display for ModePath {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, index) in self.0.iter().enumerate() {
            if i > 0 {
                f.write_str(",")?;
            }
            write!(f, "{index}")?;
        }
        Ok(())
    }
}
