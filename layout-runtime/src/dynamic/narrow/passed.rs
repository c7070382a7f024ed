//! A [`Narrow`](super::Narrow) in memory: words of 32 bits in an order that C has, too.
//!
//! The order within a tuple is the compiler's, and may be another for another target. So the numbers lie in arrays, leaf by leaf, and functions
//! make tuples of them, which optimised code does not have.

use crate::geometry::Geometry;
use crate::geometry::split::Flowing;
use crate::number::packed::{LeafU32, NONE, put};
use crate::prepared::Stored;

/// The numbers of a geometry of at most `LEAVES` leaves.
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
