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
    /// The same, where they are written.
    pub into: [Layout; 2],
    /// How many there are of `x` and of `y` in a whole tile.
    pub extents: [i64; 2],
    /// What there are fewer of, where a block is at the edge.
    pub edges: [Option<Edge>; 2],
    /// How many `y` all threads move at a time.
    pub rows: i64,
}

/// How many coordinates of a tile are within: `inner·(extent − before(block))`, if that is fewer than all.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Edge {
    /// The coordinates for one of the digit that ends.
    pub inner: i64,
    /// Where the digit ends.
    pub extent: i64,
    /// What the digit is where the tile of a block begins.
    pub before: Layout,
}

impl Pass {
    /// How many elements a thread moves.
    pub fn turns(&self) -> i64 {
        (self.extents[1] + self.rows - 1) / self.rows
    }
}
