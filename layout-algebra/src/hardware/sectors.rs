//! `sectors`: what global memory moves for an access.

use crate::{CollectVec, SortFew};
use alloc::vec::Vec;

use super::{Accesses, Machine};

/// The sectors and lines that global memory moves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Sectors {
    /// The number of sectors that are moved.
    pub sectors: usize,
    /// The lines that they are in.
    pub lines: usize,
    /// The bytes that lanes have asked for, each counted once.
    pub used: usize,
    /// The bytes of the sectors.
    pub moved: usize,
}

/// The sectors and lines that global memory moves for one access: `bytes` bytes at the address of
/// each lane.
///
/// ```
/// use layout_algebra::hardware::{Machine, sectors};
///
/// // Rows of 64 bytes apart, four lanes of 4 bytes in each: half of each sector is used.
/// let lanes: Vec<_> = (0..32).map(|lane| Some(lane % 4 * 4 + lane / 4 * 64)).collect();
/// let answer = sectors(&Machine::SM_90, 4, &lanes);
/// assert_eq!((answer.sectors, answer.lines, answer.used, answer.moved), (8, 4, 128, 256));
/// ```
pub fn sectors(machine: &Machine, bytes: usize, addresses: &[Option<i64>]) -> Sectors {
    let mut lanes: Vec<i64> = addresses.iter().copied().flatten().collect_vec();
    lanes.sort_few();
    lanes.dedup();
    // The blocks of `size` bytes, from left to right, so that each counts once.
    let blocks = |size: usize| {
        let (mut count, mut next, size) = (0, i64::MIN, size.max(1) as i64);
        for &address in &lanes {
            let (first, last) = (address, address + bytes as i64 - 1);
            let first = first.div_euclid(size).max(next);
            let last = last.div_euclid(size);
            count += usize::try_from(last - first + 1).unwrap_or(0);
            next = next.max(last + 1);
        }
        count
    };
    let sectors = blocks(machine.sector_bytes);
    let (lines, used) = (blocks(machine.line_bytes), blocks(1));
    Sectors { sectors, lines, used, moved: sectors * machine.sector_bytes }
}

impl Accesses {
    /// The sectors and lines that global memory moves for all accesses, added up: each access moves
    /// its own.
    pub fn sectors(&self) -> Sectors {
        let (mut all, mut addresses) = (Sectors::default(), Vec::new());
        for access in 0..self.count() {
            self.read(access, &mut addresses);
            let one = sectors(self.machine(), self.bytes(), &addresses);
            all.sectors += one.sectors;
            all.lines += one.lines;
            all.used += one.used;
            all.moved += one.moved;
        }
        all
    }
}
