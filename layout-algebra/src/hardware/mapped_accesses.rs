//! `MappedAccesses`: the wavefronts of accesses whose addresses are mapped to others.

use alloc::collections::BTreeMap;
use alloc::vec::Vec;

use super::{Accesses, Kind, Machine, wavefronts};
use crate::{CollectVec, Error};

/// The most addresses that one search examines.
const MAX: usize = 1 << 23;

/// Accesses of the same memory, and the number of addresses that a search has examined.
pub(super) struct MappedAccesses<'a> {
    op: &'static str,
    all: Vec<DistinctAccesses<'a>>,
    examined: usize,
}

/// The accesses of one layout.
struct DistinctAccesses<'a> {
    machine: &'a Machine,
    kind: Kind,
    bytes: usize,
    /// The addresses of the lanes, and how many accesses are like them.
    lanes: BTreeMap<Vec<Option<i64>>, usize>,
}

impl<'a> MappedAccesses<'a> {
    /// The accesses with their counts: of those with the same addresses, one is kept.
    ///
    /// # Errors
    ///
    /// [`ErrorKind::Undecided`] for more addresses to keep than a search examines.
    pub(super) fn new(op: &'static str, accesses: &[(&'a Accesses, Kind)]) -> Result<Self, Error> {
        MappedAccesses::counted(op, accesses, false)
    }

    /// The same for maps that are linear over GF(2): of accesses whose addresses are those of others with the same bits flipped in all
    /// lanes, one is kept. Flipped bits exchange whole words and banks, where there are powers of two of both.
    ///
    /// # Errors
    ///
    /// The errors of [`MappedAccesses::new`].
    pub(super) fn up_to_flipped_bits(
        op: &'static str,
        accesses: &[(&'a Accesses, Kind)],
    ) -> Result<Self, Error> {
        MappedAccesses::counted(op, accesses, true)
    }

    /// The accesses with their counts, with the first address of all at 0 where bits may be flipped.
    fn counted(
        op: &'static str,
        accesses: &[(&'a Accesses, Kind)],
        flipped: bool,
    ) -> Result<Self, Error> {
        let (mut all, mut kept) = (Vec::new(), 0);
        for &(accesses, kind) in accesses {
            let (machine, bytes) = (accesses.machine(), accesses.bytes());
            let mut lanes = BTreeMap::new();
            for mut access in accesses.iter() {
                if flipped && machine.is_binary() {
                    let first = first_active(&access);
                    flip(&mut access, first);
                }
                let size = access.len();
                let count = lanes.entry(access).or_insert(0);
                // One that is new takes memory, and each map would look at it.
                if *count == 0 {
                    kept += size;
                    if kept > MAX {
                        return Err(too_many(op));
                    }
                }
                *count += 1;
            }
            all.push(DistinctAccesses { machine, kind, bytes, lanes });
        }
        Ok(MappedAccesses { op, all, examined: 0 })
    }

    /// The wavefronts of all accesses with their addresses mapped, if they are fewer than `fewer`.
    pub(super) fn wavefronts(
        &mut self,
        map: &dyn Fn(i64) -> i64,
        fewer: usize,
    ) -> Result<Option<usize>, Error> {
        let mut all = 0;
        for DistinctAccesses { machine, kind, bytes, lanes } in &self.all {
            for (lanes, often) in lanes {
                self.examined += lanes.len();
                if self.examined > MAX {
                    return Err(too_many(self.op));
                }
                let lanes = lanes.iter().map(|lane| lane.map(map)).collect_vec();
                all += often * wavefronts(machine, *kind, *bytes, &lanes).count;
                if all >= fewer {
                    return Ok(None);
                }
            }
        }
        Ok(Some(all))
    }
}

/// The address of the first lane that is active.
pub(super) fn first_active(lanes: &[Option<i64>]) -> i64 {
    lanes.iter().find_map(|lane| *lane).unwrap_or(0)
}

/// Flips the bits of `by` in all addresses.
pub(super) fn flip(lanes: &mut [Option<i64>], by: i64) {
    for address in lanes.iter_mut().flatten() {
        *address ^= by;
    }
}

/// The error of a search that is given up.
fn too_many(op: &'static str) -> Error {
    let question =
        format_args!("another one is better: it takes more than {MAX} addresses to find out");
    Error::undecided(op, question)
}
