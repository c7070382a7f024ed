//! `InStorageOrder`: a layout that is swept as it lies in memory.

use super::order::{StorageOrder, is_sorted};
use super::{Coordinates, Entries, Indices, Offsets, Sweeps};
use crate::layout::{Layout, PhaseOf, StaticLayout};

/// The sweeps of a layout by increasing offset; see [`Layout::in_storage_order`].
///
/// The order is that of nested loops over the leaves: the smallest stride, whatever
/// its sign, is the innermost, and a negative one is run from its last coordinate to
/// its first. Of equal strides the longer extent is outside; leaves that agree in both
/// keep their order.
///
/// # Leaves that interleave
///
/// When a loop steps, those inside it return to their beginnings: the offset moves by
/// `|dₖ| − Σ (sⱼ − 1)·|dⱼ|`, over the leaves `j` of more than one coordinate inside leaf
/// `k`. So the offsets never decrease exactly if none of these is negative, which is what
/// [`is_sorted`](InStorageOrder::is_sorted) says; they increase if, moreover, the layout is
/// injective.
///
/// Where it is false the leaves interleave, as in `(2,3):(3,2)`, and no nest of
/// loops over them visits the offsets by their order. For if one does, then
/// `|dₖ| ≥ (sⱼ − 1)·|dⱼ| ≥ |dⱼ|` for each `j` inside `k`: the strides are sorted. Only
/// equal strides could stand otherwise; unless they are 0, `sⱼ = 2` then, the shortest
/// there is, and no sum changes if they stand by their extents.
///
/// ```
/// use layout_runtime::layout;
///
/// // Row-major: along the rows.
/// let rows = layout!((2,3):(3,1)).in_storage_order();
/// assert!(rows.is_sorted());
/// assert!(rows.indices().eq(0..6));
/// assert_eq!(rows.coordinates().nth(1), Some((0, 1)));
///
/// // What descends is run backwards.
/// let mirror = layout!(4:-1).in_storage_order();
/// assert!(mirror.offsets().eq(-3..=0));
/// assert_eq!(mirror.coordinates().next(), Some(3));
///
/// // Leaves that interleave.
/// let interleaved = layout!((2,3):(3,2)).in_storage_order();
/// assert!(!interleaved.is_sorted());
/// assert!(interleaved.indices().eq([0, 2, 4, 3, 5, 7]));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct InStorageOrder<L>(pub(crate) L);

impl<L: StaticLayout> InStorageOrder<L> {
    /// [`InStorageOrder::is_sorted`] as a constant.
    pub const SORTED: bool = is_sorted::<L>();
}

impl<L: Layout> InStorageOrder<L> {
    /// Returns true if no offset is below the one before it.
    #[inline(always)]
    #[must_use]
    pub fn is_sorted(self) -> bool {
        PhaseOf::<L>::is_sorted(&self.0)
    }

    /// [`Layout::for_each`] in storage order.
    #[inline(always)]
    pub fn for_each<F: FnMut(usize)>(self, f: F) {
        self.indices().for_each(f);
    }

    /// [`Layout::indices`] in storage order.
    #[inline(always)]
    pub fn indices(self) -> Indices<L, StorageOrder> {
        Indices::new(&self.0)
    }

    /// [`Layout::offsets`] in storage order.
    #[inline(always)]
    pub fn offsets(self) -> Offsets<L, StorageOrder> {
        Offsets::new(&self.0)
    }

    /// [`Layout::coordinates`] in storage order.
    #[inline(always)]
    pub fn coordinates(self) -> Coordinates<L, StorageOrder> {
        Coordinates::new(&self.0)
    }

    /// [`Layout::entries`] in storage order.
    #[inline(always)]
    pub fn entries(self) -> Entries<L, StorageOrder> {
        Entries::new(&self.0)
    }
}
