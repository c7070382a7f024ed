//! `Accesses`: the instructions by which threads move the values of a layout.

use alloc::vec::Vec;

use super::Machine;
use crate::{Error, ErrorKind, Int, Numbers};

const OP: &str = "accesses";

/// How many addresses are looked at, at most.
const MAX: i64 = 1 << 24;

/// The instructions by which threads move the values of a layout `(thread, values)`: the lanes of each warp in turn, and
/// for each the values in order, as many as an instruction moves.
#[derive(Clone, Debug)]
pub struct Accesses {
    machine: Machine,
    bytes: usize,
    /// The addresses of the lanes, one access after the other.
    addresses: Vec<Option<i64>>,
}

impl Accesses {
    /// The accesses of `bytes` bytes a lane to elements of `bits` bits.
    ///
    /// Offset 0 is at an address that is a multiple of all that matters.
    ///
    /// # Errors
    ///
    /// [`ErrorKind::Empty`]; [`ErrorKind::Access`] for bytes that no instruction moves, or that are not so many whole elements;
    /// [`ErrorKind::NoVector`] and [`ErrorKind::Misaligned`] for a thread whose values do not follow each other in
    /// memory, or begin at an address that is not a multiple of `bytes`; [`ErrorKind::Undecided`] for more than 16.8 million
    /// values.
    pub fn new(
        layout: &Numbers,
        machine: &Machine,
        bits: usize,
        bytes: usize,
    ) -> Result<Self, Error> {
        layout.check_inhabited(OP)?;
        let vector = bytes.checked_mul(8).filter(|_| bits > 0).map_or(0, |width| width / bits);
        let is_moved = bytes.is_power_of_two() && bytes <= machine.widest;
        let whole = is_moved && vector > 0 && vector * bits == 8 * bytes;
        let threads = layout.extents().first().copied().unwrap_or(1);
        let values = layout.size() / threads.max(1);
        let step = vector as i64;
        if !whole || values % step.max(1) != 0 {
            let (bits, bytes) = (Int::new(bits as i128), Int::new(bytes as i128));
            let values = Int::new(values.into());
            return Err(Error::new(OP, ErrorKind::Access { bytes, bits, values }));
        }
        if layout.size() > MAX {
            let question = alloc::format!("{} accesses meet in a bank", layout.size());
            return Err(Error::new(OP, ErrorKind::Undecided { question }));
        }
        let mut addresses = Vec::new();
        let lanes = machine.lanes.max(1) as i64;
        for warp in 0..(threads + lanes - 1) / lanes {
            for value in (0..values).step_by(vector) {
                for thread in warp * lanes..(warp + 1) * lanes {
                    let at = |value: i64| layout.offset(thread + threads * value);
                    addresses.push(match thread < threads {
                        true => Some(address(&at, thread, value, step, bits, bytes)?),
                        false => None,
                    });
                }
            }
        }
        Ok(Accesses { machine: machine.clone(), bytes, addresses })
    }

    /// The accesses of the most bytes that each instruction of the machine can move: so many values of each thread follow each
    /// other, from an address that is a multiple of them.
    ///
    /// # Errors
    ///
    /// Those of [`Accesses::new`] for one element, where no number of bytes will do.
    pub fn widest(layout: &Numbers, machine: &Machine, bits: usize) -> Result<Self, Error> {
        let mut widths = (0..usize::BITS).rev().map(|bit| 1usize << bit);
        let mut widths = widths.by_ref().filter(|width| *width <= machine.widest);
        let accesses = widths.find_map(|bytes| Accesses::new(layout, machine, bits, bytes).ok());
        accesses.map_or_else(|| Accesses::new(layout, machine, bits, bits.div_ceil(8)), Ok)
    }

    /// The machine.
    pub fn machine(&self) -> &Machine {
        &self.machine
    }

    /// The bytes that a lane moves at a time.
    pub fn bytes(&self) -> usize {
        self.bytes
    }

    /// The addresses of the lanes in bytes, for each access; `None` for a lane without a thread.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = &[Option<i64>]> {
        self.addresses.chunks_exact(self.machine.lanes.max(1))
    }
}

/// The address of `step` values that follow each other.
fn address(
    at: &impl Fn(i64) -> i64,
    thread: i64,
    value: i64,
    step: i64,
    bits: usize,
    bytes: usize,
) -> Result<i64, Error> {
    let int = |x: i64| Int::new(x.into());
    let first = at(value);
    for k in 1..step {
        let (found, expected) = (at(value + k), first.wrapping_add(k));
        if found != expected {
            let (thread, value) = (int(thread), int(value + k));
            let (offset, expected) = (int(found), int(expected));
            return Err(Error::new(OP, ErrorKind::NoVector { thread, value, offset, expected }));
        }
    }
    let address = i128::from(first) * bits as i128;
    if address % (8 * bytes as i128) != 0 {
        let (thread, value, offset) = (int(thread), int(value), int(first));
        let bytes = int(bytes as i64);
        return Err(Error::new(OP, ErrorKind::Misaligned { thread, value, offset, bytes }));
    }
    i64::try_from(address / 8).map_err(|_| Error::new(OP, ErrorKind::Wide))
}
