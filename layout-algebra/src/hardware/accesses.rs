//! `Accesses`: the instructions by which threads move the values of a layout.

use alloc::vec::Vec;

use super::Machine;
use crate::{Error, ErrorKind, Int, Numbers};

const OP: &str = "accesses";

/// The most values of a layout.
const MAX_VALUES: i64 = 1 << 24;

/// The instructions by which threads move the values of a layout `(thread, values)`: the lanes of each warp in turn, and
/// for each the values in order, as many as an instruction moves.
///
/// Addresses are computed when they are iterated over: no memory is held for them.
#[derive(Clone, Debug)]
pub struct Accesses {
    machine: Machine,
    layout: Numbers,
    /// The bits of an element.
    bits: usize,
    /// The bytes that a lane moves at a time.
    bytes: usize,
    /// The elements that a lane moves at a time.
    vector: i64,
    threads: i64,
    /// The values of each thread.
    values: i64,
}

impl Accesses {
    /// The accesses of `bytes` bytes a lane to elements of `bits` bits.
    ///
    /// Offset 0 is at an address that is a multiple of all that matters.
    ///
    /// # Errors
    ///
    /// [`ErrorKind::Empty`]; [`ErrorKind::Access`] for bytes that no instruction moves, or that are no whole number of elements;
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
        let vector = bytes.checked_mul(8).unwrap_or(0).checked_div(bits).unwrap_or(0);
        let is_moved = bytes.is_power_of_two() && bytes <= machine.widest;
        let whole = is_moved && vector > 0 && vector * bits == 8 * bytes;
        let threads = layout.extents().first().copied().unwrap_or(1);
        let values = layout.size() / threads.max(1);
        let vector = vector as i64;
        if !whole || values % vector.max(1) != 0 {
            let (bytes, bits) = (Int::new(bytes as i128), Int::new(bits as i128));
            let values = Int::new(values.into());
            return Err(Error::new(OP, ErrorKind::Access { bytes, bits, values }));
        }
        let size = layout.size();
        if size > MAX_VALUES {
            return Err(Error::undecided(OP, format_args!("{size} accesses meet in a bank")));
        }
        let (machine, layout) = (machine.clone(), layout.clone());
        let accesses = Accesses { machine, layout, bits, bytes, vector, threads, values };
        for access in 0..accesses.count() {
            let (threads, value) = accesses.threads_and_value(access);
            for thread in threads {
                accesses.check(thread, value)?;
            }
        }
        Ok(accesses)
    }

    /// The accesses of the most bytes that each instruction of the machine can move: values of each thread that follow each
    /// other, from an address that is a multiple of these bytes.
    ///
    /// # Errors
    ///
    /// The errors of [`Accesses::new`] for one element, where no number of bytes will do.
    pub fn widest(layout: &Numbers, machine: &Machine, bits: usize) -> Result<Self, Error> {
        for bit in (0..usize::BITS).rev() {
            let bytes = 1usize << bit;
            if bytes <= machine.widest
                && let Ok(accesses) = Accesses::new(layout, machine, bits, bytes)
            {
                return Ok(accesses);
            }
        }
        Accesses::new(layout, machine, bits, bits.div_ceil(8))
    }

    /// The machine whose memory is accessed.
    pub fn machine(&self) -> &Machine {
        &self.machine
    }

    /// The bytes that a lane moves at a time.
    pub fn bytes(&self) -> usize {
        self.bytes
    }

    /// The addresses of the lanes in bytes, for each access; `None` for a lane without a thread.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = Vec<Option<i64>>> {
        (0..self.count()).map(|access| {
            let mut addresses = Vec::new();
            self.read(access, &mut addresses);
            addresses
        })
    }

    /// Writes the addresses of the lanes of an access, `access < count()`, into a buffer.
    pub(super) fn read(&self, access: u32, addresses: &mut Vec<Option<i64>>) {
        let (threads, value) = self.threads_and_value(access);
        addresses.clear();
        addresses.extend(threads.map(|thread| Some(self.address(thread, value))));
        addresses.resize(self.lanes() as usize, None);
    }

    /// The addresses of all lanes with a thread in bytes, one access after the other.
    pub fn addresses(&self) -> impl Iterator<Item = i64> {
        (0..self.count()).flat_map(move |access| {
            let (threads, value) = self.threads_and_value(access);
            threads.map(move |thread| self.address(thread, value))
        })
    }

    fn lanes(&self) -> i64 {
        self.machine.lanes.max(1) as i64
    }

    /// The number of accesses of a warp.
    fn steps(&self) -> i64 {
        self.values / self.vector
    }

    /// The number of accesses, at most that of the values.
    pub(super) fn count(&self) -> u32 {
        ((self.threads + self.lanes() - 1) / self.lanes() * self.steps()) as u32
    }

    /// The threads of an access, and the first value that it moves of each.
    fn threads_and_value(&self, access: u32) -> (core::ops::Range<i64>, i64) {
        let (warp, step) = (i64::from(access) / self.steps(), i64::from(access) % self.steps());
        let first = warp * self.lanes();
        (first..(first + self.lanes()).min(self.threads), step * self.vector)
    }

    fn offset(&self, thread: i64, value: i64) -> i64 {
        self.layout.offset(thread + self.threads * value)
    }

    /// The address of a value that was checked.
    fn address(&self, thread: i64, value: i64) -> i64 {
        (i128::from(self.offset(thread, value)) * self.bits as i128 / 8) as i64
    }

    /// Refuses a vector from `value` on that is not in one piece of memory, or not at a multiple of its bytes.
    fn check(&self, thread: i64, value: i64) -> Result<(), Error> {
        let int = |x: i64| Int::new(x.into());
        let first = self.offset(thread, value);
        for k in 1..self.vector {
            let (offset, expected) = (self.offset(thread, value + k), first.wrapping_add(k));
            if offset != expected {
                let (thread, value) = (int(thread), int(value + k));
                let (offset, expected) = (int(offset), int(expected));
                return Err(Error::new(
                    OP,
                    ErrorKind::NoVector { thread, value, offset, expected },
                ));
            }
        }
        let address = i128::from(first) * self.bits as i128;
        if address % (8 * self.bytes as i128) != 0 {
            let (thread, value, offset) = (int(thread), int(value), int(first));
            let bytes = int(self.bytes as i64);
            return Err(Error::new(OP, ErrorKind::Misaligned { thread, value, offset, bytes }));
        }
        match i64::try_from(address / 8) {
            Ok(_) => Ok(()),
            Err(_) => Err(Error::new(OP, ErrorKind::Wide)),
        }
    }
}

/// Refuses an element whose bits are no power of two.
pub(super) fn check_power_of_two(op: &'static str, bits: usize) -> Result<(), Error> {
    if bits.is_power_of_two() {
        return Ok(());
    }
    Err(Error::new(op, ErrorKind::NoPowerOfTwo { int: Int::new(bits as i128) }))
}
