//! `LeafU32`: an extent and a stride in 32 bits, in an order that C has, too.

use super::reciprocal::ReciprocalU32;

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

/// No numbers, in the place of leaves that a geometry does not have.
pub(crate) const NONE: LeafU32 =
    LeafU32 { extent: 0, reciprocal: ReciprocalU32::of(0), stride: 0, flow: 0 };

/// Writes the next element of an array.
#[inline(always)]
pub(crate) fn put<T>(all: &mut [T], at: &mut usize, value: T) {
    if let Some(place) = all.get_mut(*at) {
        *place = value;
    }
    *at += 1;
}
