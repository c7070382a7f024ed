//! `find_swizzle`: the swizzle with which accesses meet least in the banks.

use alloc::vec::Vec;

use super::accesses::check_power_of_two;
use super::mapped_accesses::MappedAccesses;
use super::{Accesses, Kind};
use crate::{CollectVec, Error, Swizzle};

const OP: &str = "find_swizzle";

/// A swizzle that was found, and what it does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BestSwizzle {
    /// The swizzle, of offsets in elements; of no bits where none is better.
    pub swizzle: Swizzle,
    /// The wavefronts of all accesses with it.
    pub wavefronts: usize,
    /// The wavefronts without it.
    pub before: usize,
    /// The fewest wavefronts that any layout takes.
    pub least: usize,
}

/// The swizzle of elements of `bits` bits with which accesses take the fewest wavefronts together, each of one kind: of writers and
/// of readers of the same memory.
///
/// The answer is the best of *all* swizzles that move no element out of the least power of two of elements that holds them all, and that keep
/// together what an instruction moves. Of equally good ones it has the fewest bits, then the least base, then the least shift, up
/// before down.
///
/// A swizzle is linear over GF(2): lanes whose addresses are those of others with the same bits flipped in all of them take as many
/// wavefronts as those, with every swizzle. So of such accesses one is looked at, and of most tiles few are left.
///
/// # Errors
///
/// [`ErrorKind::NoPowerOfTwo`](crate::ErrorKind::NoPowerOfTwo) for other bits, [`ErrorKind::Undecided`](crate::ErrorKind::Undecided) for more to look at
/// than 8.4 million addresses.
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
pub fn find_swizzle(accesses: &[(&Accesses, Kind)], bits: usize) -> Result<BestSwizzle, Error> {
    check_power_of_two(OP, bits)?;
    let mut mapped = MappedAccesses::up_to_flipped_bits(OP, accesses)?;
    let (none, bits) = (Swizzle::new(0, 0, 0)?, bits as i128);
    let before = mapped.wavefronts(|address| address, usize::MAX)?.unwrap_or(usize::MAX);
    let least = accesses.iter().map(|(accesses, kind)| accesses.banks(*kind).least).sum();
    let mut found = BestSwizzle { swizzle: none, wavefronts: before, before, least };
    // The elements of an instruction, and the bits that are in any of its offsets.
    let vectors = accesses.iter().map(|(accesses, _)| {
        let all = accesses.addresses();
        let used = all.fold(0, |used, address| used | (i128::from(address) * 8 / bits));
        (accesses.bytes() as i128 * 8 / bits, used)
    });
    let vectors: Vec<(i128, i128)> = vectors.collect_vec();
    let (from, to) = whole_bits(accesses, bits);
    for (count, base) in (1..=to).flat_map(|count| (from..to).map(move |base| (count, base))) {
        for shift in (count..to).flat_map(|shift| [shift, -shift]) {
            if found.wavefronts == least {
                return Ok(found);
            }
            if base + count + shift.abs() > to {
                continue;
            }
            let swizzle = Swizzle::new(count, base, shift)?;
            let torn = vectors.iter().any(|&(vector, used)| {
                (swizzle.y_mask() | swizzle.flips(used)) & (vector - 1) != 0
            });
            if torn || flips_past_banks(&swizzle, accesses, bits) {
                continue;
            }
            let swizzled = |address: i64| {
                let element = i128::from(address) * 8 / bits;
                (swizzle.apply(element) * bits / 8) as i64
            };
            if let Some(wavefronts) = mapped.wavefronts(swizzled, found.wavefronts)? {
                found = BestSwizzle { swizzle, wavefronts, ..found };
            }
        }
    }
    Ok(found)
}

/// Returns true if a swizzle flips a bit that says which word of its bank an element is in. With
/// the other bits alone it takes as many wavefronts, and has fewer bits: equal words stay equal and
/// others different, as whole words are moved.
fn flips_past_banks(swizzle: &Swizzle, accesses: &[(&Accesses, Kind)], bits: i128) -> bool {
    let (flipped, flips) = (swizzle.z_mask() * bits / 8, swizzle.y_mask() * bits / 8);
    accesses.iter().all(|(accesses, _)| {
        let machine = accesses.machine();
        let (word, row) = (machine.bank_bytes as i128, machine.wavefront_bytes() as i128);
        // A lower bit that flips it is not one within a word.
        machine.is_binary() && flipped >= row && flips % word == 0
    })
}

/// The bits of an offset that a swizzle may look at and flip: above those within all that an instruction moves, and up to those
/// of the greatest offset.
fn whole_bits(accesses: &[(&Accesses, Kind)], bits: i128) -> (i128, i128) {
    let vectors = accesses.iter().map(|(accesses, _)| accesses.bytes() as i128 * 8 / bits);
    let ends = accesses.iter().flat_map(|(accesses, _)| {
        accesses.addresses().map(|address| (i128::from(address) + accesses.bytes() as i128) * 8)
    });
    let end = ends.max().unwrap_or(0) / bits;
    let up = |count: i128| count.max(1).unsigned_abs().next_power_of_two().trailing_zeros().into();
    (up(vectors.min().unwrap_or(1)), up(end))
}
