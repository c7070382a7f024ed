//! What a [`Narrow`](super::Narrow) is in memory: words of 32 bits in an order that C has, too.
//!
//! The order within a tuple is the compiler's, and may be another for another target. So the numbers lie in arrays, leaf by leaf, and functions
//! make tuples of them, which optimised code does not have.

use crate::geometry::Geometry;
use crate::number::ReciprocalU32;
use crate::ready::Stored;
use crate::split::Flowing;

/// The numbers of a leaf; those that the compiler knows are not read.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
#[allow(unreachable_pub)]
pub struct LeafU32 {
    pub(crate) extent: u32,
    pub(crate) reciprocal: ReciprocalU32,
    pub(crate) stride: u32,
    pub(crate) flow: u32,
}

/// A bound of padding: what the integer of each leaf is multiplied by, what the sum must be below, and the other bounds.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
#[allow(unreachable_pub)]
pub struct WithinU32<const LEAVES: usize, Rest> {
    pub(crate) steps: [i32; LEAVES],
    pub(crate) extent: i32,
    pub(crate) rest: Rest,
}

const NONE: LeafU32 = LeafU32 { extent: 0, reciprocal: ReciprocalU32::of(0), stride: 0, flow: 0 };

/// The numbers of a geometry of at most so many leaves.
#[inline(always)]
pub(super) fn packed<G: Geometry, const LEAVES: usize>(geometry: &G) -> [LeafU32; LEAVES] {
    const { assert!(G::LEAVES <= LEAVES, "there are more leaves than `LEAVES`") };
    let (mut all, mut at) = ([NONE; LEAVES], 0);
    geometry.pack(&mut Flowing::start(), &mut |leaf| put(&mut all, &mut at, leaf));
    all
}

/// The geometry of these numbers, with its flows.
#[inline(always)]
pub(super) fn unpacked<G: Geometry>(leaves: &[LeafU32]) -> Stored<G, u32> {
    let mut leaves = leaves.iter();
    // A geometry has no more leaves than were packed: there is no panic to compile.
    let (modes, flow) = G::unpack(&mut || leaves.next().copied().unwrap_or(NONE));
    Stored { modes, flow }
}

/// Writes the next element of an array.
#[inline(always)]
pub(crate) fn put<T>(all: &mut [T], at: &mut usize, value: T) {
    if let Some(place) = all.get_mut(*at) {
        *place = value;
    }
    *at += 1;
}
