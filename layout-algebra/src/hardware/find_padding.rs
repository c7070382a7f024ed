//! `find_padding`: how many elements to leave out after each row, so that accesses meet least in the banks; and after
//! which rows.

use alloc::vec::Vec;

use super::accesses::check_power_of_two;
use super::mapped_accesses::MappedAccesses;
use super::{Accesses, Kind};
use crate::{Error, ErrorKind, Layout, Numbers, SortFew};

const OP: &str = "find_padding";

/// A padding that was found, and what it does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BestPadding {
    /// The number of elements of a row.
    pub row: usize,
    /// The number of elements that are left out after each row: of rows of `P` elements, the padded
    /// offset of `x` is that of the layout `(P,…):(1,P+extra)`.
    pub extra: usize,
    /// The wavefronts of all accesses with it.
    pub wavefronts: usize,
    /// The wavefronts without it.
    pub before: usize,
    /// The fewest wavefronts that any layout takes.
    pub least: usize,
}

/// The fewest elements of `bits` bits to leave out after every `row` of them, with which accesses of the same memory take the
/// fewest wavefronts together, each of one kind. `None` where rows end within what an instruction moves.
///
/// The answer is the best of all paddings that keep what an instruction moves at a multiple of its bytes: one more by all that
/// the banks hold changes nothing.
///
/// # Errors
///
/// [`ErrorKind::NoPowerOfTwo`] for other bits, [`ErrorKind::Undecided`] for more to look at than 8.4 million addresses,
/// [`ErrorKind::Wide`] for addresses that do not fit 64 bits.
///
/// ```
/// use layout_algebra::hardware::{Accesses, Kind, Machine, find_padding};
/// use layout_algebra::Function;
///
/// let accesses = |layout: &str, bytes| {
///     let layout: Function = layout.parse().unwrap();
///     Accesses::new(&layout.numbers().unwrap(), &Machine::SM_90, 16, bytes).unwrap()
/// };
/// // Rows of 64 elements of 16 bits: written row by row, read by `ldmatrix` eight rows at a time.
/// let writes = accesses("((8,4),8):((8,64),1)", 16);
/// let reads = accesses("(8,(8,8)):(64,(1,8))", 16);
/// let both = [(&writes, Kind::Store), (&reads, Kind::Ldmatrix)];
/// let found = find_padding(&both, 16, 64).unwrap().unwrap();
/// assert_eq!((found.extra, found.before, found.wavefronts, found.least), (8, 68, 12, 12));
/// ```
pub fn find_padding(
    accesses: &[(&Accesses, Kind)],
    bits: usize,
    row: usize,
) -> Result<Option<BestPadding>, Error> {
    check_power_of_two(OP, bits)?;
    let width = row.checked_mul(bits).and_then(|width| i64::try_from(width / 8).ok());
    let Some(width) = width else { return Err(Error::new(OP, ErrorKind::Wide)) };
    if width == 0 {
        return Ok(None);
    }
    let (mut banks, mut least, mut step, mut far) = (0, 0, 1, 0);
    for &(accesses, kind) in accesses {
        let vector = 8 * accesses.bytes() / bits;
        if !row.is_multiple_of(vector.max(1)) {
            return Ok(None);
        }
        let mut rows = 0;
        for address in accesses.addresses() {
            far = far.max(address.unsigned_abs());
            rows |= address.div_euclid(width);
        }
        // If an instruction only moves every `2^k`th row, a vector divided by that is enough.
        step = step.max(vector >> rows.trailing_zeros().min(vector.trailing_zeros()));
        banks = banks.max(accesses.machine().wavefront_bytes());
        least += accesses.banks(kind).least;
    }
    // Each padded address is less than this far from 0.
    let reach = 8 * banks as u128 * (u128::from(far) / width as u128 + 1);
    if reach + u128::from(far) > 1 << 62 {
        return Err(Error::new(OP, ErrorKind::Wide));
    }
    let mut mapped = MappedAccesses::new(OP, accesses)?;
    let before = mapped.wavefronts(&|address| address, usize::MAX)?.unwrap_or(usize::MAX);
    let mut found = BestPadding { row, extra: 0, wavefronts: before, before, least };
    for extra in (step..8 * banks / bits).step_by(step) {
        if found.wavefronts == least {
            break;
        }
        let bits = (extra * bits) as i64;
        let padded = |address: i64| address + address.div_euclid(width) * bits / 8;
        if let Some(wavefronts) = mapped.wavefronts(&padded, found.wavefronts)? {
            found = BestPadding { extra, wavefronts, ..found };
        }
    }
    Ok(Some(found))
}

/// The padding after a stride of the layouts of accesses with which these take the fewest wavefronts together, and the layout of
/// padded offsets, which is applied to those of each layout. `None` where no padding is better than none.
///
/// # Errors
///
/// The errors of [`find_padding`].
///
/// ```
/// use layout_algebra::hardware::{Accesses, Kind, Machine, find_padded};
/// use layout_algebra::Function;
///
/// let layout: Function = "(8,8):(64,1)".parse().unwrap();
/// let numbers = layout.numbers().unwrap();
/// let reads = Accesses::new(&numbers, &Machine::SM_90, 16, 16).unwrap();
/// let found = find_padded(&[(&reads, Kind::Ldmatrix)], 16, &[&numbers]).unwrap();
/// let (layout, padded) = found.unwrap();
/// assert_eq!((layout.to_string().as_str(), padded.before, padded.wavefronts), ("(64,8):(1,72)", 8, 1));
/// ```
pub fn find_padded(
    accesses: &[(&Accesses, Kind)],
    bits: usize,
    layouts: &[&Numbers],
) -> Result<Option<(Layout, BestPadding)>, Error> {
    let (mut rows, mut end) = (Vec::new(), 0);
    for numbers in layouts {
        for stride in numbers.strides() {
            rows.extend(usize::try_from(stride));
        }
        for offset in numbers.offsets() {
            end = end.max(offset);
        }
    }
    rows.sort_few();
    rows.dedup();
    let mut best: Option<BestPadding> = None;
    // Among equals, the longest rows, which take the least memory.
    for row in rows.into_iter().rev() {
        let Some(padded) = find_padding(accesses, bits, row)? else { continue };
        if padded.wavefronts < best.map_or(padded.before, |best| best.wavefronts) {
            best = Some(padded);
        }
    }
    let Some(padded) = best else { return Ok(None) };
    let (length, extra) = (padded.row as i128, padded.extra as i128);
    let count = i128::from(end) / length + 1;
    Ok(Some((Layout::new((length, count), (1, length + extra))?, padded)))
}
