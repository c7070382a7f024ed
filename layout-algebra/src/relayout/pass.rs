//! `Pass`: which elements of a tile a thread moves, and from where to where.

use crate::Layout;

/// One pass over a tile. Its elements have coordinates `(x, y)`, of which neighbours in `x` are neighbours in memory.
///
/// Thread `t` moves those of one `x`, `t mod X`, and of every `rows`th `y` from `⌊t/X⌋` on; a thread past `rows` times `X`
/// moves none.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Pass {
    /// The offsets of `x` and of `y`, where the elements are read.
    pub from: [Layout; 2],
    /// Layouts of the places where the elements are written.
    pub into: [Layout; 2],
    /// The numbers of `x` and of `y` in a whole tile.
    pub extents: [i64; 2],
    /// The digits of which there are fewer where a block is at the edge.
    pub edges: [Option<Edge>; 2],
    /// The number of `y` that all threads move at a time.
    pub rows: i64,
}

/// The number of coordinates of a tile within the edge: `inner·(extent − before(block))`, if that
/// is fewer than all.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Edge {
    /// The coordinates for one of the digit that ends.
    pub inner: i64,
    /// The end of the digit.
    pub extent: i64,
    /// The digit at the beginning of the tile of a block.
    pub before: Layout,
}

impl Pass {
    /// The number of elements that a thread moves.
    pub fn turns(&self) -> i64 {
        (self.extents[1] + self.rows - 1) / self.rows
    }

    /// The most vectors of `units` units that the run of a `y` touches, wherever it begins.
    pub fn vectors(&self, units: i64) -> i64 {
        Pass::vectors_of(self.extents[0], units)
    }

    pub(super) fn vectors_of(run: i64, units: i64) -> i64 {
        (run + units - 2) / units + 1
    }
}
