//! `Moved`: the wavefronts of accesses whose addresses are mapped to others.

use alloc::collections::BTreeMap;
use alloc::vec::Vec;

use super::{Accesses, Kind, Machine, wavefronts};
use crate::{Error, ErrorKind};

/// How many addresses one search looks at, at most.
const MAX: usize = 1 << 23;

/// Accesses of the same memory, and how many addresses a search has looked at.
pub(super) struct Moved<'a> {
    op: &'static str,
    all: Vec<Alike<'a>>,
    looked: usize,
}

/// The accesses of one layout.
struct Alike<'a> {
    machine: &'a Machine,
    kind: Kind,
    bytes: usize,
    /// The addresses of the lanes, and how many accesses are like them.
    lanes: BTreeMap<Vec<Option<i64>>, usize>,
}

impl<'a> Moved<'a> {
    /// Of accesses that have the same addresses, one is looked at.
    pub(super) fn new(op: &'static str, accesses: &[(&'a Accesses, Kind)]) -> Self {
        let alike = |&(accesses, kind): &(&'a Accesses, Kind)| {
            let mut lanes = BTreeMap::new();
            for of in accesses.iter() {
                *lanes.entry(of.to_vec()).or_insert(0) += 1;
            }
            Alike { machine: accesses.machine(), kind, bytes: accesses.bytes(), lanes }
        };
        Moved { op, all: accesses.iter().map(alike).collect(), looked: 0 }
    }

    /// Of accesses whose addresses are those of others with the same bits flipped in all lanes, too, one is looked at: for maps
    /// that are linear over GF(2). Flipped bits exchange whole words and banks, where there are powers of two of both.
    pub(super) fn up_to_bits(mut self) -> Self {
        for alike in self.all.iter_mut().filter(|alike| alike.machine.is_binary()) {
            let mut folded = BTreeMap::new();
            for (lanes, often) in &alike.lanes {
                let first = lanes.iter().find_map(|lane| *lane).unwrap_or(0);
                let lanes = lanes.iter().map(|lane| lane.map(|address| address ^ first)).collect();
                *folded.entry(lanes).or_insert(0) += often;
            }
            alike.lanes = folded;
        }
        self
    }

    /// The wavefronts of all accesses with their addresses mapped, where they are fewer than so many.
    pub(super) fn wavefronts(
        &mut self,
        map: impl Fn(i64) -> i64,
        fewer: usize,
    ) -> Result<Option<usize>, Error> {
        let mut all = 0;
        for Alike { machine, kind, bytes, lanes } in &self.all {
            for (lanes, often) in lanes {
                self.looked += lanes.len();
                if self.looked > MAX {
                    let question = alloc::format!(
                        "another one is better: it takes more than {MAX} addresses to find out"
                    );
                    return Err(Error::new(self.op, ErrorKind::Undecided { question }));
                }
                let lanes: Vec<_> = lanes.iter().map(|lane| lane.map(&map)).collect();
                all += often * wavefronts(machine, *kind, *bytes, &lanes).count;
                if all >= fewer {
                    return Ok(None);
                }
            }
        }
        Ok(Some(all))
    }
}
