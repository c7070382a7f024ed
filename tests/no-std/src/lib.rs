//! A library without `std` and `alloc`, as the code of a kernel is.
//!
//! The test is that it builds; its own tests check the numbers.
#![no_std]
#![forbid(unsafe_code)]

use layout_runtime::{Dynamic, Extent, Fixed, Layout, Mode, ShapeError, layout};

layout! {
    /// A tile of shared memory, 4 by 8 blocks of 2 by 4.
    pub struct Shared = logical_divide((8,32):(32,1), (2,4));
}

/// Moves a tile into its blocks.
pub fn stage(global: &[u8; Shared::SIZE], shared: &mut [u8; Shared::COSIZE]) {
    for (i, byte) in global.iter().enumerate() {
        shared[Shared.index(i)] = *byte;
    }
}

/// The index of the element of a thread of a kernel, in 32 bits.
pub fn thread_index(thread: u32, value: u32) -> u32 {
    layout! { let thread_value = composition(Shared, (32,8):(1,32)); }
    thread_value.at_u32(thread, value)
}

/// Generic code: the largest index of a layout.
pub fn last<L: Layout>(layout: L) -> usize {
    (0..layout.size()).map(|i| layout.index(i)).max().unwrap_or(0)
}

/// Sums the rows of `(m,n):(n,1)`, whose numbers the caller knows.
pub fn sum_rows(m: usize, n: usize, from: &[u32], to: &mut [u32]) -> Result<(), ShapeError> {
    let rows = Mode { extent: Extent::new(m), stride: n as isize };
    let columns = Mode { extent: Extent::new(n), stride: Fixed::<1> };
    let matrix = Dynamic::<_, 2>::new((rows, columns))?;
    for ((row, _), i) in matrix.entries() {
        to[row] += from[i];
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_element_is_staged_once() {
        let mut global = [0; Shared::SIZE];
        for (i, byte) in global.iter_mut().enumerate() {
            *byte = i as u8;
        }
        let mut shared = [0; Shared::COSIZE];
        stage(&global, &mut shared);
        shared.sort_unstable();
        assert_eq!(shared, global);
    }

    #[test]
    fn indices_in_32_bits_are_the_indices() {
        for value in 0..8 {
            for thread in 0..32 {
                let i = thread + 32 * value;
                assert_eq!(thread_index(thread, value) as usize, Shared.index(i as usize));
            }
        }
        assert_eq!(last(Shared), 255);
    }

    #[test]
    fn rows_are_summed() {
        let mut sums = [0; 2];
        assert_eq!(sum_rows(2, 3, &[1, 2, 3, 4, 5, 6], &mut sums), Ok(()));
        assert_eq!(sums, [6, 15]);
        // Rows of nothing add nothing; a row that no `isize` can step over is refused.
        assert_eq!(sum_rows(2, 0, &[], &mut sums), Ok(()));
        assert_eq!(sums, [6, 15]);
        assert!(sum_rows(2, usize::MAX, &[], &mut sums).is_err());
    }
}
