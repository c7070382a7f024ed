//! Sweeps: every coordinate of a layout, without a division in the loop.

mod iterators;
mod storage;
pub(crate) mod walk;

pub use iterators::{Coordinates, Entries, Indices, Offsets};
pub use storage::{InStorageOrder, StoredOffsets};
use walk::Walk;

use super::Dynamic;
use crate::geometry::Geometry;

impl<M: Geometry, const LEAVES: usize, Linear: Geometry, B>
    Dynamic<M, LEAVES, Linear, crate::Identity, B>
{
    /// Calls `f` with every index, in the order of 1-D coordinates: nested loops and
    /// additions. For a layout without negative offsets, which debug builds check.
    ///
    /// ```
    /// use layout_runtime::{Dynamic, Extent, Fixed, Mode};
    ///
    /// let rows = Mode { extent: Extent::new(2), stride: 3 };
    /// let columns = Mode { extent: Extent::new(3), stride: Fixed::<1> };
    /// let layout = Dynamic::<_, 2>::new((rows, columns))?;
    /// let mut visited = Vec::new();
    /// layout.for_each(|i| visited.push(i));
    /// assert_eq!(visited, [0, 3, 1, 4, 2, 5]);
    /// # Ok::<(), layout_runtime::ShapeError>(())
    /// ```
    #[inline(always)]
    pub fn for_each<F: FnMut(usize)>(&self, f: F) {
        self.indices().for_each(f);
    }

    /// Every index, in the order of 1-D coordinates. For a layout without negative
    /// offsets, which debug builds check.
    ///
    /// A step is an addition and a counter of the innermost loop, whose carry goes to the
    /// next; nothing is divided but in `nth`. What consumes the iterator as a whole, such
    /// as `for_each`, `sum` or `fold`, runs nested loops.
    #[inline(always)]
    pub fn indices(&self) -> Indices<Linear> {
        let _ = self.range.index(0);
        Indices::new(Walk::new(&self.linear.kept(), self.range.size))
    }

    /// Every offset, in the order of 1-D coordinates.
    #[inline(always)]
    pub fn offsets(&self) -> Offsets<Linear> {
        Offsets::new(Walk::new(&self.linear.kept(), self.range.size))
    }

    /// Every natural coordinate, in the order of 1-D coordinates: the first leaf runs
    /// fastest.
    ///
    /// ```
    /// use layout_runtime::{Dynamic, Extent, Fixed, Mode};
    ///
    /// let rows = Mode { extent: Extent::new(2), stride: 3 };
    /// let columns = Mode { extent: Extent::new(2), stride: Fixed::<1> };
    /// let layout = Dynamic::<_, 2>::new((rows, columns))?;
    /// assert!(layout.coordinates().eq([(0, 0), (1, 0), (0, 1), (1, 1)]));
    /// assert!(layout.entries().rev().eq([((1, 1), 4), ((0, 1), 1), ((1, 0), 3), ((0, 0), 0)]));
    /// # Ok::<(), layout_runtime::ShapeError>(())
    /// ```
    #[inline(always)]
    pub fn coordinates(&self) -> Coordinates<M> {
        Coordinates::new(Walk::new(&self.modes.kept(), self.range.size))
    }

    /// Every natural coordinate with its index, in the order of 1-D coordinates. For a
    /// layout without negative offsets, which debug builds check.
    #[inline(always)]
    pub fn entries(&self) -> Entries<M> {
        let _ = self.range.index(0);
        Entries::new(Walk::new(&self.modes.kept(), self.range.size))
    }

    /// The sweeps by increasing offset, as [`Layout::in_storage_order`](crate::Layout): the order
    /// is found once, here.
    ///
    /// ```
    /// use layout_runtime::{Dynamic, Extent, Fixed, Mode};
    ///
    /// let rows = Mode { extent: Extent::new(2), stride: 3 };
    /// let columns = Mode { extent: Extent::new(3), stride: Fixed::<1> };
    /// let rows = Dynamic::<_, 2>::new((rows, columns))?.in_storage_order();
    /// assert!(rows.is_sorted());
    /// assert!(rows.offsets().eq(0..6));
    /// # Ok::<(), layout_runtime::ShapeError>(())
    /// ```
    #[inline]
    #[must_use]
    pub fn in_storage_order(&self) -> InStorageOrder<LEAVES> {
        InStorageOrder::new(&self.modes.modes, self.range)
    }
}
