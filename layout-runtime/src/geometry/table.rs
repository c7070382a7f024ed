//! `Table`: the numbers of a geometry, flattened.

use layout_core::MAX_LEAVES;

/// The flattened shape and stride of a profile, and its parentheses.
#[derive(Clone, Copy, Debug)]
#[doc(hidden)]
pub struct Table {
    shape: [usize; MAX_LEAVES],
    stride: [isize; MAX_LEAVES],
    /// The number of tuples that begin and end with each leaf.
    opens: [u8; MAX_LEAVES],
    closes: [u8; MAX_LEAVES],
    leaves: usize,
    /// The leaves whose strides are known, as bits.
    known: u64,
}

const _: () = assert!(MAX_LEAVES <= u64::BITS as usize);

impl Table {
    pub(crate) const EMPTY: Table = Table {
        shape: [1; MAX_LEAVES],
        stride: [0; MAX_LEAVES],
        opens: [0; MAX_LEAVES],
        closes: [0; MAX_LEAVES],
        leaves: 0,
        known: 0,
    };

    /// The extents of the leaves.
    #[must_use]
    pub const fn shape(&self) -> &[usize] {
        self.shape.split_at(self.leaves).0
    }

    /// The strides of the leaves.
    #[must_use]
    pub const fn stride(&self) -> &[isize] {
        self.stride.split_at(self.leaves).0
    }

    /// The extent of a leaf, if it is known and there are coordinates.
    #[must_use]
    pub const fn known_extent(&self, leaf: usize) -> Option<usize> {
        match self.shape[leaf] {
            0 => None,
            extent => Some(extent),
        }
    }

    /// The stride of a leaf, if it is known.
    #[must_use]
    pub const fn known_stride(&self, leaf: usize) -> Option<isize> {
        if self.known >> leaf & 1 == 1 { Some(self.stride[leaf]) } else { None }
    }

    /// The numbers of tuples that begin and that end with a leaf.
    #[doc(hidden)]
    #[must_use]
    pub const fn parentheses(&self, leaf: usize) -> (usize, usize) {
        (self.opens[leaf] as usize, self.closes[leaf] as usize)
    }

    /// The numbers of a leaf; one that is not known is 0.
    pub(crate) const fn leaf(extent: Option<usize>, stride: Option<isize>) -> Table {
        let mut table = Table::EMPTY;
        table.shape[0] = 0;
        if let Some(extent) = extent {
            table.shape[0] = extent;
        }
        if let Some(stride) = stride {
            table.stride[0] = stride;
            table.known = 1;
        }
        table.leaves = 1;
        table
    }

    pub(crate) const fn then(mut self, next: &Table) -> Table {
        let mut leaf = 0;
        while leaf < next.leaves {
            self.shape[self.leaves] = next.shape[leaf];
            self.stride[self.leaves] = next.stride[leaf];
            self.opens[self.leaves] = next.opens[leaf];
            self.closes[self.leaves] = next.closes[leaf];
            self.known |= (next.known >> leaf & 1) << self.leaves;
            self.leaves += 1;
            leaf += 1;
        }
        self
    }

    pub(super) const fn tuple(mut self) -> Table {
        self.opens[0] += 1;
        self.closes[self.leaves - 1] += 1;
        self
    }
}
