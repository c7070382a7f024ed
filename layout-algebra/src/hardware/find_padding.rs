//! `find_padding`: how many elements to leave out after each row, so that accesses meet least in the banks.

use super::moved::Moved;
use super::{Accesses, Kind};
use crate::{Error, ErrorKind, Int};

const OP: &str = "find_padding";

/// A padding that was found, and what it does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Padded {
    /// How many elements are left out after each row: of rows of `P` elements, the padded offset of `x` is that of the layout
    /// `(P,…):(1,P+extra)`.
    pub extra: usize,
    /// The wavefronts of all accesses with it.
    pub wavefronts: usize,
    /// Those without it.
    pub before: usize,
    /// Those that no layout takes fewer of.
    pub least: usize,
}

/// The fewest elements of `bits` bits to leave out after every `row` of them, with which accesses of the same memory take the
/// fewest wavefronts together, each of one kind. `None` where rows end within what an instruction moves.
///
/// It is the best of all paddings that keep what an instruction moves at a multiple of its bytes: one more by all that
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
) -> Result<Option<Padded>, Error> {
    if !bits.is_power_of_two() {
        let int = Int::new(bits as i128);
        return Err(Error::new(OP, ErrorKind::NoPowerOfTwo { int }));
    }
    let vectors = accesses.iter().map(|(accesses, _)| 8 * accesses.bytes() / bits);
    let banks = accesses.iter().map(|(accesses, _)| accesses.machine().wavefront_bytes()).max();
    let banks = banks.unwrap_or(0);
    let wide = || Error::new(OP, ErrorKind::Wide);
    let width = row.checked_mul(bits).and_then(|width| i64::try_from(width / 8).ok());
    let width = width.ok_or_else(wide)?;
    if width == 0 || vectors.clone().any(|vector| !row.is_multiple_of(vector.max(1))) {
        return Ok(None);
    }
    // Each padded address is less than this far from 0.
    let all = accesses.iter().flat_map(|(accesses, _)| accesses.iter().flatten().flatten());
    let far = all.map(|address| address.unsigned_abs()).max().unwrap_or(0);
    let reach = 8 * banks as u128 * (u128::from(far) / width as u128 + 1);
    if reach + u128::from(far) > 1 << 62 {
        return Err(wide());
    }
    let mut moved = Moved::new(OP, accesses);
    let before = moved.wavefronts(|address| address, usize::MAX)?.unwrap_or(usize::MAX);
    let least = accesses.iter().map(|(accesses, kind)| accesses.banks(*kind).least).sum();
    let mut found = Padded { extra: 0, wavefronts: before, before, least };
    // Of an instruction that only moves every `2^k`th row, a vector divided by that is enough.
    let whole = accesses.iter().zip(vectors).map(|((accesses, _), vector)| {
        let rows = accesses.iter().flatten().flatten().map(|address| address.div_euclid(width));
        let every = rows.fold(0, |bits, row| bits | row);
        vector >> every.trailing_zeros().min(vector.trailing_zeros())
    });
    let step = whole.max().unwrap_or(1).max(1);
    for extra in (step..8 * banks / bits).step_by(step) {
        if found.wavefronts == least {
            break;
        }
        let bytes = |rows: i64| rows * (extra * bits) as i64 / 8;
        let padded = |address: i64| address + bytes(address.div_euclid(width));
        if let Some(wavefronts) = moved.wavefronts(padded, found.wavefronts)? {
            found = Padded { extra, wavefronts, ..found };
        }
    }
    Ok(Some(found))
}
