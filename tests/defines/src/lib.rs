//! Layouts that the crate `renamed` uses: by path, re-exported and through a glob.
#![no_std]
#![deny(missing_docs)]

layout_runtime::layout! {
    /// A row-major tile.
    pub struct Tile = (128,64):(64,1);
}

pub mod blocks {
    //! A module of layouts, for globs.

    layout_runtime::layout! {
        /// A block, defined from a layout of another module.
        pub struct Block = logical_divide(crate::Tile, (32,16));
        /// A layout defined from one of the same invocation.
        pub struct Blocks = zipped_divide(crate::Tile, (32,16));
        /// A layout that shares offsets on purpose.
        #[allow(non_injective)]
        pub struct Window = (3,6):(1,1);
    }
}

/// The rows of a tile, beside its layout.
const PITCH: usize = 136;

layout_runtime::layout! {
    /// A matrix of run-time sizes.
    pub struct Rows<m, n> = (m, n):(n, 1);
    /// Its tiles.
    pub struct Tiles<m, n> = zipped_divide(Rows, (32, 16));
    /// A tile of constants, with a pitch that only this crate knows.
    pub struct Pitched<const M: usize> = (M, 64):(PITCH, 1);
}

/// A layout in a private module, visible through its re-export alone.
pub use hidden::Inner;

mod hidden {
    layout_runtime::layout! {
        pub struct Inner = (4,(2,2)):(4,(2,1));
    }
}
