//! The layouts of packing and of the tile of C. The extents are all the tuning
//! that there is: panels that stay in the first-level cache, a block of A (240
//! rows) in the second, and a block of B (1024 columns) in the third.

use layout_runtime::layout;

layout! {
    /// A panel of A: 12 rows of 256 columns, column after column, because a step
    /// of the micro-kernel reads one column.
    pub(crate) struct PanelA = (12,256);
    /// A panel of B: 256 rows of 32 columns, row after row, because a step of
    /// the micro-kernel reads one row.
    pub(crate) struct PanelB = (256,32):(32,1);
    /// What a panel of A times a panel of B adds to C, row after row.
    pub(crate) struct Tile = (12,32):(32,1);

    /// A packed block of A: panel after panel.
    pub(crate) struct PackedA = logical_product(PanelA, 20);
    /// A packed block of B: panel after panel.
    pub(crate) struct PackedB = logical_product(PanelB, 32);
}

/// The rows of a tile.
pub(crate) const MR: usize = layout!(size(Tile, 0));
/// The columns of a tile.
pub(crate) const NR: usize = layout!(size(Tile, 1));
/// The steps of a panel.
pub(crate) const KC: usize = layout!(size(PanelA, 1));
/// The rows of a block of A.
pub(crate) const MC: usize = MR * layout!(size(PackedA, 1));
/// The columns of a block of B.
pub(crate) const NC: usize = NR * layout!(size(PackedB, 1));

const _: () = assert!(layout!(size(PanelA, 0)) == MR && layout!(size(PanelB, 1)) == NR);
const _: () = assert!(layout!(size(PanelB, 0)) == KC);
