//! Swizzles folded into the moves of bits.
//!
//! Where every extent is a power of two and no two steps of a layout share a bit,
//! the offset is an exclusive or over the bits of the coordinates, and so is what
//! swizzles make of it: each bit of a coordinate flips the bits of one column. The
//! bits that move by the same distance share one mask. The last extent of a
//! coordinate need not be a power of two if its bits are on their own all the same.

use super::leaf::{Leaf, size};
use super::program::{Entry, Join, Program, Term, Twist};
use super::sum::Sum;
use layout_algebra::SortFew;

/// The bits of an offset below the sign.
const WIDTH: u32 = i64::BITS - 1;

/// The function of coordinates that are split over leaves, each with its place,
/// followed by swizzles, as one exclusive or.
pub(super) fn fold(coordinates: &[Vec<(usize, Leaf)>], twists: &[Twist]) -> Option<Entry> {
    let (first, others) = twists.split_first()?;
    let mut taken = first.offset;
    if taken < 0 {
        return None;
    }
    let mut columns: Vec<Vec<(usize, i64)>> = Vec::new();
    for leaves in coordinates {
        columns.push(self::columns(leaves, &mut taken)?);
    }
    // The runtime crate verifies folded plans that add before the first swizzle.
    if others.iter().any(|twist| twist.offset != 0) {
        return None;
    }
    let mut constant = first.offset;
    for twist in twists {
        constant = apply(twist, constant);
        for (_, column) in columns.iter_mut().flatten() {
            *column = apply(twist, *column);
        }
    }
    let mut programs = Vec::new();
    for (leaves, columns) in coordinates.iter().zip(&columns) {
        programs.push(Program { size: size(leaves), terms: moves(columns) });
    }
    let sum = Sum::flat(&programs);
    let (join, then) = (Join::Xor, Vec::new());
    Some(Entry { programs, sum, join, constant, then, source: None, spread: None })
}

/// The bits that a swizzle makes of bits; the offset is not added.
fn apply(twist: &Twist, bits: i64) -> i64 {
    i64::try_from(twist.swizzle.apply(bits.into())).unwrap_or_default()
}

/// The offsets that each bit of a coordinate adds, with its leaf, if the bits are on their own:
/// none meets one that is taken.
fn columns(leaves: &[(usize, Leaf)], taken: &mut i64) -> Option<Vec<(usize, i64)>> {
    let mut columns = Vec::new();
    for (i, &(place, leaf)) in leaves.iter().enumerate() {
        if !leaf.extent.is_power_of_two() && i + 1 < leaves.len() {
            return None;
        }
        for bit in 0..u64::BITS - (leaf.extent - 1).leading_zeros() {
            let column = leaf.stride.checked_mul(1i64.checked_shl(bit)?)?;
            if column < 0 || *taken & column != 0 {
                return None;
            }
            *taken |= column;
            columns.push((place, column));
        }
    }
    Some(columns)
}

/// The bits of a coordinate by the distance that they move.
fn moves(columns: &[(usize, i64)]) -> Vec<Term> {
    let width = columns.len() as u32;
    let mut moves: Vec<(i32, u64, usize)> = Vec::new();
    for (bit, &(place, column)) in columns.iter().enumerate() {
        for target in (0..WIDTH).filter(|target| column >> target & 1 == 1) {
            let distance = target.cast_signed() - bit as i32;
            match moves.iter_mut().find(|(other, ..)| *other == distance) {
                Some((_, mask, _)) => *mask |= 1 << bit,
                None => moves.push((distance, 1 << bit, place)),
            }
        }
    }
    // Shifts to the right take the quotient on: they come last, the least first.
    moves.sort_few_by_key(|&(distance, ..)| ((-distance).max(0), distance));
    let (mut shifted, mut terms) = (0, Vec::new());
    for (distance, mask, leaf) in moves {
        let down = (-distance).max(0).unsigned_abs();
        let divide_by = 1 << (down - shifted);
        shifted = down;
        let (mask, all) = (mask >> down, (1u64 << (width - down)) - 1);
        let mask = (mask != all).then_some(mask);
        terms.push(Term { divide_by, mask, times: 1 << distance.max(0), leaf });
    }
    terms
}
