//! `find_swizzle`: the swizzle with which accesses meet least in the banks.

use alloc::vec::Vec;

use super::{Accesses, Kind, wavefronts};
use crate::{Error, ErrorKind, Int, Swizzle};

const OP: &str = "find_swizzle";

/// How many addresses are looked at, at most, in all of the search.
const MAX: usize = 1 << 28;

/// A swizzle that was found, and what it does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Found {
    /// The swizzle, of offsets in elements; of no bits where none is better.
    pub swizzle: Swizzle,
    /// The wavefronts of all accesses with it.
    pub wavefronts: usize,
    /// Those without it.
    pub before: usize,
    /// Those that no layout takes fewer of.
    pub least: usize,
}

/// The swizzle of elements of `bits` bits with which accesses take the fewest wavefronts together, each of one kind: of writers and
/// of readers of the same memory.
///
/// It is the best of *all* swizzles that move no element out of the least power of two of elements that holds them all, and that keep
/// together what an instruction moves. Of equally good ones it has the fewest bits, then the least base, then the least shift, up
/// before down.
///
/// # Errors
///
/// [`ErrorKind::NoPowerOfTwo`] for other bits, [`ErrorKind::Undecided`] for more to look at than 268 million addresses.
///
/// ```
/// use layout_algebra::hardware::{Accesses, Kind, Machine, find_swizzle};
/// use layout_algebra::Function;
///
/// let accesses = |layout: &str, bytes| {
///     let layout: Function = layout.parse().unwrap();
///     Accesses::new(&layout.numbers().unwrap(), &Machine::SM_90, 16, bytes).unwrap()
/// };
/// // Rows of 64 elements of 16 bits: written row by row, read by `ldmatrix` eight rows at a time.
/// let writes = accesses("((8,4),8):((8,64),1)", 16);
/// let reads = accesses("(8,(8,8)):(64,(1,8))", 16);
/// let found = find_swizzle(&[(&writes, Kind::Store), (&reads, Kind::Ldmatrix)], 16).unwrap();
/// assert_eq!(found.swizzle.to_string(), "Sw<3,3,3>");
/// assert_eq!((found.before, found.wavefronts, found.least), (68, 12, 12));
/// ```
pub fn find_swizzle(accesses: &[(&Accesses, Kind)], bits: usize) -> Result<Found, Error> {
    if !bits.is_power_of_two() {
        let int = Int::new(bits as i128);
        return Err(Error::new(OP, ErrorKind::NoPowerOfTwo { int }));
    }
    let mut search = Search { accesses, bits: bits as i128, looked: 0 };
    let none = Swizzle::new(0, 0, 0)?;
    let before = search.wavefronts(&none, usize::MAX)?.unwrap_or(usize::MAX);
    let least = accesses.iter().map(|(accesses, kind)| accesses.banks(*kind).least).sum();
    let mut found = Found { swizzle: none, wavefronts: before, before, least };
    let (from, to) = search.whole_bits();
    for (count, base) in (1..=to).flat_map(|count| (from..to).map(move |base| (count, base))) {
        for shift in (count..to).flat_map(|shift| [shift, -shift]) {
            if found.wavefronts == least {
                return Ok(found);
            }
            if base + count + shift.abs() > to {
                continue;
            }
            let swizzle = Swizzle::new(count, base, shift)?;
            if let Some(wavefronts) = search.wavefronts(&swizzle, found.wavefronts)? {
                found = Found { swizzle, wavefronts, ..found };
            }
        }
    }
    Ok(found)
}

struct Search<'a> {
    accesses: &'a [(&'a Accesses, Kind)],
    bits: i128,
    looked: usize,
}

impl Search<'_> {
    /// The wavefronts with a swizzle, where they are fewer than so many.
    fn wavefronts(&mut self, swizzle: &Swizzle, fewer: usize) -> Result<Option<usize>, Error> {
        let mut all = 0;
        for (accesses, kind) in self.accesses {
            for lanes in accesses.iter() {
                self.looked += lanes.len();
                if self.looked > MAX {
                    let question = alloc::format!("another swizzle than {swizzle} is better");
                    return Err(Error::new(OP, ErrorKind::Undecided { question }));
                }
                let moved = |address: i64| {
                    let element = i128::from(address) * 8 / self.bits;
                    (swizzle.apply(element) * self.bits / 8) as i64
                };
                let lanes: Vec<_> = lanes.iter().map(|lane| lane.map(moved)).collect();
                all += wavefronts(accesses.machine(), *kind, accesses.bytes(), &lanes).count;
                if all >= fewer {
                    return Ok(None);
                }
            }
        }
        Ok(Some(all))
    }

    /// The bits of an offset that a swizzle may look at and flip: above those within what an instruction moves, and up to those
    /// of the greatest offset.
    fn whole_bits(&self) -> (i128, i128) {
        let vectors =
            self.accesses.iter().map(|(accesses, _)| accesses.bytes() as i128 * 8 / self.bits);
        let ends = self.accesses.iter().flat_map(|(accesses, _)| {
            accesses
                .iter()
                .flatten()
                .flatten()
                .map(|address| (address + accesses.bytes() as i64) * 8)
        });
        let end = ends.max().map_or(0, |end| i128::from(end) / self.bits);
        let up =
            |count: i128| count.max(1).unsigned_abs().next_power_of_two().trailing_zeros().into();
        (up(vectors.max().unwrap_or(1)), up(end))
    }
}
