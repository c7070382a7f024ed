//! `GroupedOrder`: which tile of a result a block computes, where the number of tiles is known at run time.

/// The tiles of a result in an order in which blocks that run together share rows and columns: strips of `ROWS` rows of tiles, each by
/// columns (Triton's grouped ordering, CUTLASS's swizzled raster).
///
/// For constant sizes `zipped_divide(make_identity_layout((64,32)), (16,8))` is such an order. Where sizes are known at run time, a divide
/// has padding, and blocks that get padding have nothing to do. Here the last strip has the rows that are left, and no number is padding:
/// the blocks of a persistent grid have as many tiles each, or one more.
///
/// ```
/// use layout_gpu::GroupedOrder;
///
/// // 3x2 tiles, by strips of two rows: the second one has one row.
/// let order = GroupedOrder::<2>::new(3, 2);
/// let tiles: Vec<(u32, u32)> = (0..order.size()).map(|i| order.at(i)).collect();
/// assert_eq!(tiles, [(0, 0), (1, 0), (0, 1), (1, 1), (2, 0), (2, 1)]);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GroupedOrder<const ROWS: u32> {
    rows: u32,
    columns: u32,
}

impl<const ROWS: u32> GroupedOrder<ROWS> {
    /// The order of `rows` x `columns` tiles, whose number fits 32 bits, as `ROWS * columns` does.
    #[inline(always)]
    #[must_use]
    pub const fn new(rows: u32, columns: u32) -> Self {
        const { crate::refused::require(ROWS > 0, "a strip has a row") };
        GroupedOrder { rows, columns }
    }

    /// The number of tiles.
    #[inline(always)]
    #[must_use]
    pub const fn size(self) -> u32 {
        self.rows.wrapping_mul(self.columns)
    }

    /// The row and column of tile `i`, which is below [`size`](GroupedOrder::size).
    #[inline(always)]
    #[must_use]
    pub const fn at(self, i: u32) -> (u32, u32) {
        let (strip, within) = divided(i, ROWS.wrapping_mul(self.columns));
        let first = ROWS.wrapping_mul(strip);
        let left = self.rows.saturating_sub(first);
        let (column, row) = divided(within, if left < ROWS { left } else { ROWS });
        (first + row, column)
    }
}

/// The quotient and the rest; by 0, which has no tiles, 0 and all.
#[inline(always)]
const fn divided(x: u32, by: u32) -> (u32, u32) {
    match x.checked_div(by) {
        Some(quotient) => (quotient, x.wrapping_sub(quotient.wrapping_mul(by))),
        None => (0, x),
    }
}

#[cfg(test)]
mod tests {
    extern crate std;

    use std::vec::Vec;

    use super::*;

    /// Compares with the definition: all tiles, by strips, columns and rows.
    fn check<const ROWS: u32>() {
        for (rows, columns) in (0..36).flat_map(|rows| (0..12).map(move |columns| (rows, columns)))
        {
            let order = GroupedOrder::<ROWS>::new(rows, columns);
            let tiles: Vec<_> = (0..order.size()).map(|i| order.at(i)).collect();
            let all = (0..rows).flat_map(|row| (0..columns).map(move |column| (row, column)));
            let mut expected: Vec<_> = all.collect();
            expected.sort_by_key(|&(row, column)| (row / ROWS, column, row));
            assert_eq!(tiles, expected, "{rows} x {columns} by {ROWS}");
        }
    }

    #[test]
    fn each_tile_is_there_once_strip_by_strip() {
        check::<1>();
        check::<3>();
        check::<16>();
        // Where numbers are large.
        let order = GroupedOrder::<16>::new(1 << 16, 65_535);
        assert_eq!(order.at(order.size() - 1), (65_535, 65_534));
    }
}
