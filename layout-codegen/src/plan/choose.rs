//! The cheapest program of a 1-D coordinate that is split over leaves.
//!
//! Let `q` be what a coordinate leaves for a leaf `S:D` and those after it. Its digit
//! is `q mod S`, which is computed in one of two ways:
//!
//! - *masked*, for a power of two: `(q & (S−1))·D`. Masked digits that move by the
//!   same distance, in bits from `q` to the offset, share one mask.
//! - *flowing*: the leaf gives `D·q` and the next quotient `−S·D` of its own, which adds
//!   to what the next leaf gives (`layout-core/src/digit.rs`). All leaves flowing is the
//!   step sum of the layout.
//!
//! The last digit is all that is left: it is neither.

use layout_algebra::{CollectVec, SortFew};
use layout_core::{Digit, PreviousDigit};

use super::leaf::{Leaf, size};
use super::program::{Program, Term};

/// Up to this many digits may be masked or flow, all ways are weighed.
const MAX_CHOICES: usize = 4;

/// The cheapest program of a coordinate below the product of the extents, given
/// the coalesced leaves, each with its place in the layout.
pub(super) fn choose(leaves: &[(usize, Leaf)]) -> Program {
    let leaves = leaves.iter().copied().filter(|(_, leaf)| leaf.extent > 1).collect_vec();
    let size = size(&leaves);
    let before_last = leaves.len().saturating_sub(1);
    // A digit that adds nothing is as well left out.
    let open: Vec<usize> = (0..before_last)
        .filter(|&i| leaves[i].1.extent.is_power_of_two() && leaves[i].1.stride != 0)
        .collect_vec();
    let choices = if open.len() <= MAX_CHOICES { 1 << open.len() } else { 1 };
    let mut programs = Vec::new();
    // At last all flow.
    for choice in (0..choices).chain([usize::MAX]) {
        let mut flow = vec![true; leaves.len()];
        for (bit, &i) in open.iter().enumerate() {
            flow[i] = choice >> bit.min(usize::BITS as usize - 1) & 1 == 1;
        }
        programs.push(Program { size, terms: terms(size, &leaves, &flow) });
    }
    let cheapest = programs.into_iter().min_by_key(Program::weight);
    cheapest.unwrap_or(Program { size, terms: Vec::new() })
}

/// The program of the runtime crate, which has no plan: masked digits for powers of two, each on
/// its own, unless it `flows`, and flowing ones for others.
pub(super) fn split(leaves: &[Leaf]) -> Program {
    let leaves = leaves.iter().filter(|leaf| leaf.extent > 1);
    let leaves = leaves.copied().enumerate().collect_vec();
    let size = size(&leaves);
    let flow = split_flows(&leaves);
    let mut terms = terms(size, &leaves, &flow);
    // Digits that share a mask are one term there, and several here.
    for i in 0..terms.len() {
        if let Some(mask) = terms[i].mask {
            let runs = (mask & !(mask << 1)).count_ones().max(1);
            let again = Term { divide_by: 1, ..terms[i] };
            terms.extend(vec![again; runs as usize - 1]);
        }
    }
    Program { size, terms }
}

/// The leaves that flow then, as flags.
fn split_flows(leaves: &[(usize, Leaf)]) -> Vec<bool> {
    let last = leaves.len().saturating_sub(1);
    // The factor of the next quotient, where the digits after it flow in any case, and after
    // one that flowed.
    let (mut alone, mut flowed) = (None, None);
    let mut ways: Vec<[bool; 3]> = Vec::new();
    for (i, (_, leaf)) in leaves.iter().enumerate().rev() {
        let (power, stride) = (leaf.extent.is_power_of_two(), leaf.stride);
        let flows = |next, after| {
            i == last
                || !power
                || stride == 0
                || Digit::choose(leaf.extent.cast_signed(), stride, next, after) != Digit::Masked
        };
        let way = [
            flows(alone, PreviousDigit::None),
            flows(alone, PreviousDigit::Masked),
            flows(flowed, PreviousDigit::Flowed),
        ];
        let counts = i == last || stride != 0;
        alone = (way[0] && counts).then_some(stride);
        flowed = (way[2] && counts).then_some(stride);
        ways.push(way);
    }
    let (mut after, mut flow) = (PreviousDigit::None, Vec::new());
    for (way, (_, leaf)) in ways.iter().rev().zip(leaves) {
        let flows = way[after as usize];
        after = match flows {
            _ if leaf.stride == 0 => PreviousDigit::None,
            true => PreviousDigit::Flowed,
            false => PreviousDigit::Masked,
        };
        flow.push(flows);
    }
    flow
}

/// A part of a quotient `q`: the bits of `q >> from` up to the bit `to` of `q`, times
/// `times`.
struct Piece {
    from: u32,
    to: Option<u32>,
    times: i64,
    leaf: usize,
}

/// The terms of leaves that flow or are masked.
fn terms(size: u64, leaves: &[(usize, Leaf)], flow: &[bool]) -> Vec<Term> {
    let mut terms = Vec::new();
    let mut pieces: Vec<Piece> = Vec::new();
    // The largest quotient, the bits of it that leaves have taken, and what it is
    // divided by beyond the shifts of its terms.
    let (mut max, mut from, mut divide_by) = (size - 1, 0, 1);
    let mut carried = 0i64;
    for (i, &(place, leaf)) in leaves.iter().enumerate() {
        let last = i + 1 == leaves.len();
        let mut rest = carried;
        let bits = leaf.extent.trailing_zeros();
        let flows = last || flow[i];
        if flows {
            rest = rest.wrapping_add(leaf.stride);
        } else if leaf.stride != 0 {
            pieces.push(Piece { from, to: Some(from + bits), times: leaf.stride, leaf: place });
        }
        if rest != 0 {
            pieces.push(Piece { from, to: None, times: rest, leaf: place });
        }
        let step = leaf.stride.wrapping_mul(leaf.extent.cast_signed());
        carried = if flows { step.wrapping_neg() } else { 0 };
        if last {
            segment(max, divide_by, &pieces, &mut terms);
        } else if leaf.extent.is_power_of_two() {
            from += bits;
        } else {
            let shifted = segment(max, divide_by, &std::mem::take(&mut pieces), &mut terms);
            // The part of the divisor that the terms have not shifted away yet.
            divide_by = if shifted.used { 1 } else { divide_by };
            divide_by *= leaf.extent << (from - shifted.by);
            max = (max >> from) / leaf.extent;
            from = 0;
        }
    }
    terms
}

/// Shift of the quotient by the last term of a segment.
struct Shifted {
    used: bool,
    by: u32,
}

/// The terms of pieces of one quotient, ordered by how far it is shifted.
fn segment(max: u64, divide_by: u64, pieces: &[Piece], terms: &mut Vec<Term>) -> Shifted {
    let width = u64::BITS - max.leading_zeros();
    let mut groups: Vec<Group> = Vec::new();
    let (masked, open): (Vec<_>, Vec<_>) = pieces.iter().partition(|piece| piece.to.is_some());
    for piece in masked.into_iter().chain(open) {
        let group = Group::moved(piece, width);
        match groups.iter_mut().find(|other| other.takes(&group)) {
            Some(other) => other.mask |= group.mask,
            None if piece.to.is_some() => groups.push(group),
            // Alone, it needs no mask, which takes the place of a shift at a cheaper factor.
            None => {
                let alone = Group {
                    shift: piece.from,
                    mask: bits(0, width.saturating_sub(piece.from)),
                    times: piece.times,
                    leaf: piece.leaf,
                };
                let cheaper = group.weight(width) < alone.weight(width);
                groups.push(if cheaper { group } else { alone });
            }
        }
    }
    groups.sort_few_by_key(|group| group.shift);
    let (mut shifted, mut divide_by) = (0, divide_by);
    for group in &groups {
        terms.push(group.term(divide_by << (group.shift - shifted), width));
        (shifted, divide_by) = (group.shift, 1);
    }
    Shifted { used: !groups.is_empty(), by: shifted }
}

/// `((q >> shift) & mask) * times`
struct Group {
    shift: u32,
    mask: u64,
    times: i64,
    leaf: usize,
}

impl Group {
    /// A piece by its distance, `times / 2^from` in lowest terms.
    fn moved(piece: &Piece, width: u32) -> Group {
        let down = piece.times.trailing_zeros().min(piece.from);
        let shift = piece.from - down;
        let to = piece.to.unwrap_or(width).min(width);
        let mask = bits(down, to.saturating_sub(shift));
        Group { shift, mask, times: piece.times >> down, leaf: piece.leaf }
    }

    /// The cost of the piece on its own.
    fn weight(&self, width: u32) -> u32 {
        let term = self.term(1 << self.shift, width);
        Program { size: 1, terms: vec![term] }.weight().0
    }

    fn term(&self, divide_by: u64, width: u32) -> Term {
        let all = bits(0, width.saturating_sub(self.shift));
        let mask = (self.mask != all).then_some(self.mask);
        Term { divide_by, mask, times: self.times, leaf: self.leaf }
    }

    /// Returns whether another piece moves by the same distance and shares no bit.
    fn takes(&self, other: &Group) -> bool {
        (self.shift, self.times) == (other.shift, other.times) && self.mask & other.mask == 0
    }
}

/// The bits from one on and below another.
fn bits(from: u32, to: u32) -> u64 {
    bits_below(to) & !bits_below(from)
}

fn bits_below(bit: u32) -> u64 {
    if bit >= u64::BITS { u64::MAX } else { (1 << bit) - 1 }
}
