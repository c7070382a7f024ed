//! `find_swizzle`: the swizzle with which accesses meet least in the banks.

use alloc::vec::Vec;

use super::accesses::check_power_of_two;
use super::mapped_accesses::MappedAccesses;
use super::{Accesses, Kind};
use crate::{Error, Swizzle};

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
    let before = mapped.wavefronts(&|address| address, usize::MAX)?.unwrap_or(usize::MAX);
    let mut least = 0;
    for (accesses, kind) in accesses {
        least += accesses.banks(*kind).least;
    }
    let mut found = BestSwizzle { swizzle: none, wavefronts: before, before, least };
    // The elements of an instruction, and the bits that are in any of its offsets.
    let mut vectors: Vec<(i128, i128)> = Vec::new();
    for (accesses, _) in accesses {
        let mut used = 0;
        for address in accesses.addresses() {
            used |= i128::from(address) * 8 / bits;
        }
        vectors.push((accesses.bytes() as i128 * 8 / bits, used));
    }
    for (count, base, shift) in parameters(whole_bits(accesses, bits)) {
        if found.wavefronts == least {
            return Ok(found);
        }
        let swizzle = Swizzle::new(count, base, shift)?;
        if tears(&swizzle, &vectors) || flips_past_banks(&swizzle, accesses, bits) {
            continue;
        }
        let swizzled = |address: i64| {
            let element = i128::from(address) * 8 / bits;
            (swizzle.apply(element) * bits / 8) as i64
        };
        if let Some(wavefronts) = mapped.wavefronts(&swizzled, found.wavefronts)? {
            found = BestSwizzle { swizzle, wavefronts, ..found };
        }
    }
    Ok(found)
}

/// The parameters of the swizzles of the bits in a range, those of the fewest bits first.
fn parameters((from, to): (i128, i128)) -> Vec<(i128, i128, i128)> {
    let mut all = Vec::new();
    for count in 1..=to {
        for base in from..to {
            // Both bits within the range: `base + count + shift <= to`.
            for shift in count..=to - base - count {
                all.extend([(count, base, shift), (count, base, -shift)]);
            }
        }
    }
    all
}

/// Returns true if a swizzle moves elements of an instruction apart, given their number and the bits in its offsets.
fn tears(swizzle: &Swizzle, vectors: &[(i128, i128)]) -> bool {
    vectors
        .iter()
        .any(|&(vector, used)| (swizzle.y_mask() | swizzle.flips(used)) & (vector - 1) != 0)
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
    let (mut least, mut end) = (i128::MAX, 0);
    for (accesses, _) in accesses {
        let bytes = accesses.bytes() as i128;
        least = least.min(bytes);
        if let Some(last) = accesses.addresses().max() {
            end = end.max(i128::from(last) + bytes);
        }
    }
    let vector = if accesses.is_empty() { 1 } else { least * 8 / bits };
    (bits_below(vector), bits_below(end * 8 / bits))
}

/// The number of bits of the numbers below a count.
fn bits_below(count: i128) -> i128 {
    count.max(1).unsigned_abs().next_power_of_two().trailing_zeros().into()
}
