//! `wavefronts`: how often the banks of shared memory are asked by one access.

use crate::CollectVec;
use alloc::vec::Vec;
use core::fmt;

use super::{Accesses, Kind, Machine};

/// The wavefronts of an access.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Wavefronts {
    /// The number of them.
    pub count: usize,
    /// The number that there would be if no two lanes met in a bank.
    pub least: usize,
    /// The bank where most lanes wait for each other, if there is one.
    pub worst: Option<Conflict>,
}

/// Words of one bank that different lanes ask for at once.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Conflict {
    /// The number of the bank in which the lanes meet.
    pub bank: usize,
    /// Its words, by their number from address 0, each with the first lane that asks for it.
    pub words: Vec<(i64, usize)>,
}

/// The wavefronts of all accesses of a layout.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Banks {
    /// The number of them.
    pub wavefronts: usize,
    /// The number that there would be if no two lanes met in a bank.
    pub least: usize,
    /// The access with most of them beyond the least, by its number, and where lanes meet.
    pub worst: Option<(usize, Conflict)>,
}

/// `8 wavefronts, 1 at least; 8 lanes of access 0 meet in bank 0: 0 (word 0), 1 (word 32), …`.
impl fmt::Display for Banks {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        /// The most lanes that are named.
        const MAX_NAMED_LANES: usize = 4;
        let plural = if self.wavefronts == 1 { "" } else { "s" };
        write!(f, "{} wavefront{plural}, ", self.wavefronts)?;
        let Some((access, Conflict { bank, words })) = &self.worst else {
            return f.write_str("no conflicts");
        };
        let (least, lanes) = (self.least, words.len());
        write!(f, "{least} at least; {lanes} lanes of access {access} meet in bank {bank}")?;
        for (place, (word, lane)) in words.iter().take(MAX_NAMED_LANES).enumerate() {
            let mark = if place == 0 { ":" } else { "," };
            write!(f, "{mark} {lane} (word {word})")?;
        }
        f.write_str(if lanes > MAX_NAMED_LANES { ", …" } else { "" })
    }
}

/// The wavefronts of one access: `bytes` bytes at the address of each lane, a multiple of `bytes`; `None` for a lane
/// that takes no part.
///
/// The lanes are split into groups that move as many bytes as all banks have in a wavefront, and each group takes a
/// wavefront for each word of the bank that it asks for most. A word counts once, however many lanes ask for it.
///
/// ```
/// use layout_algebra::hardware::{Kind, Machine, wavefronts};
///
/// // Every second word: two lanes meet in each of 16 banks.
/// let lanes: Vec<_> = (0..32).map(|lane| Some(8 * lane)).collect();
/// let answer = wavefronts(&Machine::SM_90, Kind::Load, 4, &lanes);
/// assert_eq!((answer.count, answer.least), (2, 1));
/// assert_eq!(answer.worst.unwrap().words, [(0, 0), (32, 16)]);
/// ```
pub fn wavefronts(
    machine: &Machine,
    kind: Kind,
    bytes: usize,
    addresses: &[Option<i64>],
) -> Wavefronts {
    // A machine is whatever a user says it is.
    let (banks, width) = (machine.banks_of(kind, bytes).max(1), machine.bank_bytes.max(1));
    let mut group = (banks.saturating_mul(width) / bytes.max(width)).max(1);
    let wide = bytes > width && machine.merges && kind == Kind::Load;
    if wide && (are_shared(addresses, 1) || are_shared(addresses, 2)) {
        group *= 2;
    }
    let mut answer = Wavefronts { count: 0, least: 0, worst: None };
    for first in (0..addresses.len()).step_by(group) {
        let mut words: Vec<(usize, i64, usize)> = Vec::new();
        for place in first..(first + group).min(addresses.len()) {
            let lane = machine.lane(kind, bytes, place);
            let Some(Some(address)) = addresses.get(lane) else { continue };
            let word = address.div_euclid(width as i64);
            for word in word..word + bytes.div_ceil(width) as i64 {
                words.push((word.rem_euclid(banks as i64) as usize, word, lane));
            }
        }
        words.sort_unstable();
        words.dedup_by_key(|(_, word, _)| *word);
        let banks = words.chunk_by(|a, b| a.0 == b.0);
        // Among equals, the first bank.
        let Some(most) = banks.rev().max_by_key(|words| words.len()) else { continue };
        answer.count += most.len();
        answer.least += 1;
        let worst = answer.worst.as_ref().map_or(1, |worst| worst.words.len());
        if most.len() > worst {
            let words = most.iter().map(|&(_, word, lane)| (word, lane)).collect_vec();
            answer.worst = Some(Conflict { bank: most[0].0, words });
        }
    }
    answer
}

/// Returns true if all lanes at a distance of each other have one address.
fn are_shared(addresses: &[Option<i64>], distance: usize) -> bool {
    for (lane, a) in addresses.iter().enumerate() {
        if let (Some(a), Some(Some(b))) = (a, addresses.get(lane ^ distance))
            && a != b
        {
            return false;
        }
    }
    true
}

impl Accesses {
    /// The wavefronts of all accesses.
    pub fn banks(&self, kind: Kind) -> Banks {
        let mut all = Banks { wavefronts: 0, least: 0, worst: None };
        let (mut most, mut addresses) = (0, Vec::new());
        for number in 0..self.count() {
            self.read(number, &mut addresses);
            let one = wavefronts(self.machine(), kind, self.bytes(), &addresses);
            all.wavefronts += one.count;
            all.least += one.least;
            if let Some(conflict) = one.worst
                && one.count - one.least > most
            {
                most = one.count - one.least;
                all.worst = Some((number as usize, conflict));
            }
        }
        all
    }
}
