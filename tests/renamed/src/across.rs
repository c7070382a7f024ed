//! Layouts of another crate: by path, re-exported and through a glob.
#![allow(clippy::wildcard_imports)] // the glob is what is tested

use ::cute::{Layout, divide, layout};
use ::layout_defines::blocks::*;
pub use ::layout_defines::{Inner, Tile};

layout! {
    /// From a layout that comes through a glob.
    pub struct Row = composition(Blocks, <1, 16>);
    /// From a layout by its path.
    pub struct Halves = logical_divide(::layout_defines::Tile, <64, 32>);
    /// The layout in which another crate writes, read in another nesting.
    #[agrees(::layout_defines::Tile)]
    pub struct Read = ((2,64),64):((64,128),1);
    /// The same with run-time sizes.
    #[agrees(::layout_defines::Rows<m, n>)]
    pub struct ReadRows<m, n> = (m, n):(n, 1);
}

/// The sizes of layouts of another crate.
#[must_use]
pub fn sizes() -> [usize; 5] {
    [
        layout!(size(::layout_defines::blocks::Block)),
        layout!(size(Inner)),
        layout!(size(self::Tile)),
        divide!(Tile, 64).size(),
        Layout::size(Window),
    ]
}

#[cfg(test)]
mod tests {
    use ::core::assert_eq;

    use super::{Halves, Inner, Row, sizes};

    #[test]
    fn layouts_of_another_crate_are_the_same() {
        assert_eq!(sizes(), [8192, 16, 8192, 8192, 18]);
        assert_eq!(Inner::NOTATION, "(4,(2,2)):(4,(2,1))");
        assert_eq!(Halves::NOTATION, "((64,2),(32,2)):((64,4096),(1,32))");
        assert_eq!(Row.at(0, 5), 2048 + 16);
    }
}
