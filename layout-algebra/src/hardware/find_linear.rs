//! `find_linear`: the linear map of offsets with which accesses do not meet in the banks.

use alloc::collections::{BTreeMap, BTreeSet};
use alloc::vec::Vec;

use super::accesses::check_power_of_two;
use super::mapped_accesses::{first_active, flip};
use super::{Accesses, Kind};
use crate::ops::swizzled::xor_layout;
use crate::{CollectVec, Error, ErrorAddress, Function, HTuple, Int, SortFew};

const OP: &str = "find_linear";

/// The most bits of an address above those within what moves together.
const BITS: u32 = 16;

/// The most addresses that are looked at.
const MAX: usize = 1 << 26;

/// The most addresses of accesses that are remembered, so as not to look at them again.
const MAX_SEEN: usize = 1 << 22;

/// The most units in all classes.
const MAX_UNITS: usize = 1 << 21;

/// The layout of offsets `0, 1, …`, up to the last that is accessed, which is linear over their bits and with which no two lanes of stores or of
/// `ldmatrix` meet in a bank: of all linear maps that keep together what an instruction moves, one whose banks have the fewest terms, each an
/// exclusive-or of bits. `Sw<B,M,S>` are few of them. `None` where no map does.
///
/// # Errors
///
/// [`ErrorKind::NoPowerOfTwo`](crate::ErrorKind::NoPowerOfTwo) for other bits; [`ErrorKind::Undecided`](crate::ErrorKind::Undecided)
/// for negative offsets, machines whose banks are no powers of two, or more to look at than 67 million addresses.
///
/// ```
/// use layout_algebra::hardware::{Accesses, Kind, Machine, find_linear, find_swizzle};
/// use layout_algebra::Function;
///
/// let accesses = |layout: &str| {
///     let layout: Function = layout.parse().unwrap();
///     Accesses::new(&layout.numbers().unwrap(), &Machine::SM_90, 32, 4).unwrap()
/// };
/// // Words of a square, by rows and by columns: a swizzle.
/// let (rows, columns) = (accesses("(32,32):(1,32)"), accesses("(32,32):(32,1)"));
/// let found = find_linear(&[&rows, &columns], 32).unwrap().unwrap();
/// assert_eq!(found.to_string(), "Sw<5,0,5> o 0 o 1024:1");
/// // And by blocks of 8 x 4: no swizzle serves all three.
/// let blocks = accesses("((8,4),(4,8)):((1,32),(8,128))");
/// let swizzle = find_swizzle(&[&rows, &columns, &blocks].map(|one| (one, Kind::Store)), 32).unwrap();
/// assert!(swizzle.wavefronts > swizzle.least);
/// let found = find_linear(&[&rows, &columns, &blocks], 32).unwrap().unwrap();
/// assert_eq!(found.to_string(), "Sw<3,0,7> o 0 o Sw<2,3,2> o 0 o 1024:1");
/// ```
pub fn find_linear(accesses: &[&Accesses], bits: usize) -> Result<Option<Function>, Error> {
    check_power_of_two(OP, bits)?;

    let Some(first) = accesses.first() else { return Ok(None) };
    let machine = first.machine();
    if !machine.is_binary() || accesses.iter().any(|one| one.machine() != machine) {
        return Err(undecided("the banks of one machine are powers of two"));
    }
    let word = machine.bank_bytes as i64;
    let most = accesses.iter().map(|one| one.bytes() as i64).max().unwrap_or(0);
    // The unit that moves together, and the bits that say in which of the banks it begins.
    let unit = most.max(word).max(bits as i64 / 8);
    let banks = machine.banks_of(Kind::Store, most as usize) as i64 * word / unit;
    if banks <= 1 {
        return Ok(None);
    }
    let count = banks.trailing_zeros();
    let mut last = 0;
    for address in accesses.iter().flat_map(|one| one.addresses()) {
        if address < 0 {
            return Err(undecided("offsets are not negative"));
        }
        last = last.max(address / unit);
    }
    let width = (i64::BITS - last.leading_zeros()).max(count);
    if width > BITS {
        return Err(undecided("there are too many bits"));
    }
    let mut classes = Classes { all: BTreeSet::new(), units: 0, looked: 0 };
    for one in accesses {
        classes.extend(one, (word, unit));
    }
    if classes.is_too_much() {
        return Err(undecided("there is too much to look at"));
    }
    let Classes { all: classes, mut looked, .. } = classes;
    let classes: Vec<Vec<u32>> = classes.into_iter().collect_vec();
    let found = match search(&classes, count, width, &mut looked) {
        Searched::Found(banks) => banks,
        Searched::Nothing => return Ok(None),
        Searched::Stopped => return Err(undecided("there is too much to look at")),
    };
    let rows = completed(&found, count, width);
    // By elements: those within a unit stay.
    let within = (unit as usize * 8 / bits).trailing_zeros();
    let (mut images, mut is_identity) = (Vec::new(), true);
    for bit in 0..within + width {
        let mut image = 1i128 << bit;
        if let Some(bit) = bit.checked_sub(within) {
            image = 0;
            for (place, row) in rows.iter().enumerate() {
                image |= i128::from(row >> bit & 1) << place << within;
            }
        }
        is_identity &= image == 1 << bit;
        images.push(HTuple::Leaf(Int::new(image)));
    }
    let size = HTuple::Leaf(Int::new(1 << (within + width)));
    let strides = if is_identity { HTuple::Leaf(Int::ONE) } else { HTuple::Tuple(images) };
    xor_layout(&size, &strides).map(Some).in_op(OP)
}

fn undecided(what: &str) -> Error {
    Error::undecided(OP, format_args!("another map of bits is better: {what}"))
}

/// The units that one wavefront takes words of, at the same place in each: they have to be in different banks. The first of a class is 0, as
/// the same bits flipped in all of them change nothing.
struct Classes {
    all: BTreeSet<Vec<u32>>,
    /// The number of units that they have together.
    units: usize,
    /// The addresses that were looked at.
    looked: usize,
}

impl Classes {
    fn is_too_much(&self) -> bool {
        self.looked > MAX || self.units > MAX_UNITS
    }

    /// Adds the classes of accesses, up to the first that are too much.
    fn extend(&mut self, accesses: &Accesses, (word, unit): (i64, i64)) {
        let machine = accesses.machine();
        let bytes = accesses.bytes() as i64;
        let banks = machine.banks_of(Kind::Store, accesses.bytes()) as i64;
        let group = (banks * word / bytes.max(word)).max(1) as usize;
        let mut seen: BTreeMap<Vec<Option<i64>>, usize> = BTreeMap::new();
        for mut lanes in accesses.iter() {
            let first = first_active(&lanes) / unit * unit;
            flip(&mut lanes, first);
            self.looked += lanes.len();
            if self.is_too_much() {
                return;
            }
            if seen.contains_key(&lanes) {
                continue;
            }
            for begin in (0..lanes.len()).step_by(group) {
                // The places of words within their units, each with its unit.
                let mut words: Vec<(i64, u32)> = Vec::new();
                for place in begin..(begin + group).min(lanes.len()) {
                    let lane = lanes.get(machine.lane(Kind::Store, bytes as usize, place));
                    let Some(Some(at)) = lane else { continue };
                    for word_at in at / word..=(at + bytes - 1) / word {
                        let at = word_at * word;
                        words.push((at % unit, (at / unit) as u32));
                    }
                }
                words.sort_few();
                words.dedup();
                for of in words.chunk_by(|a, b| a.0 == b.0) {
                    if of.len() == 1 {
                        continue;
                    }
                    let mut class: Vec<u32> = of.iter().map(|(_, at)| at ^ of[0].1).collect_vec();
                    class.sort_few();
                    let units = class.len();
                    if self.all.insert(class) {
                        self.units += units;
                    }
                }
            }
            if seen.len() * lanes.len() >= MAX_SEEN {
                seen.clear();
            }
            seen.insert(lanes, 0);
        }
    }
}

enum Searched {
    Found(Vec<u32>),
    Nothing,
    Stopped,
}

/// Finds at most `count` sums of bits which together differ on each class, with the fewest terms in all.
fn search(classes: &[Vec<u32>], count: u32, width: u32, looked: &mut usize) -> Searched {
    let mut sums: Vec<u32> = (1..1u32 << width).collect_vec();
    sums.sort_few_by_key(|sum| (sum.count_ones(), *sum));
    for terms in 0..=count * width {
        let mut chosen = Vec::new();
        match choose(classes, &sums, (count, terms), &mut chosen, looked) {
            Some(true) => return Searched::Found(chosen),
            Some(false) => {}
            None => return Searched::Stopped,
        }
    }
    Searched::Nothing
}

fn is_odd(sum: u32, of: u32) -> bool {
    (sum & of).count_ones() % 2 == 1
}

/// Chooses at most `count` more sums, with at most `terms` terms together, so that no two
/// classes are the same in all of them. Returns false if there are no such sums, and `None` if the search ran out of steps.
fn choose(
    classes: &[Vec<u32>],
    sums: &[u32],
    (count, terms): (u32, u32),
    chosen: &mut Vec<u32>,
    looked: &mut usize,
) -> Option<bool> {
    let most = classes.iter().map(Vec::len).max().unwrap_or(1);
    let Some(class) = classes.first() else { return Some(true) };
    let needed = most.next_power_of_two().trailing_zeros();
    if needed > count || needed > terms {
        return Some(false);
    }
    let half = 1 << (count - 1);
    let mut halving = Vec::new();
    for &sum in sums {
        if sum.count_ones() > terms {
            break;
        }
        if halves(classes, sum, half, looked) {
            halving.push(sum);
        }
        if *looked > MAX {
            return None;
        }
    }
    // Where a class is as large as there are banks for it, each sum that is to come halves it, too.
    let is_full = most == 1 << count;
    let fewest = match (is_full, halving.first()) {
        (true, Some(sum)) => sum.count_ones(),
        _ => 1,
    };
    let next = if is_full { &halving } else { sums };
    for sum in halving.iter().copied() {
        if sum.count_ones() + (needed - 1) * fewest > terms {
            break;
        }
        // Two of a class: some sum tells them apart.
        if !is_odd(sum, class[0] ^ class[1]) {
            continue;
        }
        let mut parts: Vec<Vec<u32>> = Vec::new();
        for class in classes {
            let (mut odd, mut even) = (Vec::new(), Vec::new());
            for of in class {
                if is_odd(sum, *of) { odd.push(*of) } else { even.push(*of) }
            }
            parts.extend([odd, even]);
        }
        parts.retain(|part| part.len() > 1);
        chosen.push(sum);
        if choose(&parts, next, (count - 1, terms - sum.count_ones()), chosen, looked)? {
            return Some(true);
        }
        chosen.pop();
    }
    Some(false)
}

/// Returns true if a sum has either value at no more than `half` of each class.
fn halves(classes: &[Vec<u32>], sum: u32, half: usize, looked: &mut usize) -> bool {
    for class in classes {
        *looked += class.len();
        let mut odd = 0;
        for of in class {
            odd += usize::from(is_odd(sum, *of));
        }
        if odd.max(class.len() - odd) > half {
            return false;
        }
    }
    true
}

/// The rows of a matrix that has an inverse, of which the first `count` are these and more: each in the place of a bit that it has, if there is
/// such an order, and the other bits in their own.
fn completed(sums: &[u32], count: u32, width: u32) -> Vec<u32> {
    let mut rows: Vec<Option<u32>> = alloc::vec![None; width as usize];
    let mut basis: Vec<u32> = Vec::new();
    for (sum, place) in sums.iter().zip(places(sums, count)) {
        rows[place] = Some(*sum);
        extend_basis(&mut basis, *sum);
    }
    // The bits of places that are free first, the others where they are left.
    for (bit, row) in rows.iter_mut().enumerate() {
        if row.is_none() && extend_basis(&mut basis, 1 << bit) {
            *row = Some(1 << bit);
        }
    }
    let mut others = Vec::new();
    for bit in 0..width {
        if extend_basis(&mut basis, 1 << bit) {
            others.push(1 << bit);
        }
    }
    let mut completed = Vec::new();
    for row in rows {
        completed.push(row.or_else(|| others.pop()).unwrap_or(0));
    }
    completed
}

/// Adds a sum to a basis in descending order, if it is none of the basis.
fn extend_basis(basis: &mut Vec<u32>, sum: u32) -> bool {
    let mut rest = sum;
    for other in basis.iter() {
        rest = rest.min(rest ^ other);
    }
    if rest != 0 {
        basis.push(rest);
        basis.sort_few_by(&|a, b| b.cmp(a));
    }
    rest != 0
}

/// A place below `count` for each sum, of which as many as may be are bits that they have.
fn places(sums: &[u32], count: u32) -> Vec<usize> {
    fn best(sums: &[u32], free: &mut Vec<usize>) -> (u32, Vec<usize>) {
        let Some((sum, rest)) = sums.split_first() else { return (0, Vec::new()) };
        let mut found: Option<(u32, Vec<usize>)> = None;
        for at in 0..free.len() {
            let place = free.remove(at);
            let (score, mut places) = best(rest, free);
            free.insert(at, place);
            let score = score + (sum >> place & 1);
            if found.as_ref().is_none_or(|(best, _)| score > *best) {
                places.insert(0, place);
                found = Some((score, places));
            }
        }
        found.unwrap_or_default()
    }
    best(sums, &mut (0..count as usize).collect_vec()).1
}
