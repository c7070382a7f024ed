//! Buffers: is there an element for each offset?

use core::error::Error;
use core::fmt;

use super::message::Message;
use super::steps::Evaluated;
use super::{Slicer, Within};
use crate::notation::notation;
use crate::{Identity, Layout, Map, Profile};

/// A buffer has fewer elements than the layout spans.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct TooShort {
    /// The number of elements of the buffer.
    pub length: usize,
    /// The number of offsets of the layout, from the smallest to the largest.
    pub cosize: usize,
    /// The layout.
    pub layout: &'static str,
}

impl fmt::Display for TooShort {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let TooShort { length, cosize, layout } = self;
        write!(f, "a buffer of {length} elements is too short: {layout} spans {cosize}")
    }
}

impl Error for TooShort {}

/// Whether so many elements are enough for a layout.
#[inline(always)]
pub(super) fn check<P: Profile>(length: usize) -> Result<(), TooShort> {
    let cosize = const { P::STEPS.span() };
    if length >= cosize {
        Ok(())
    } else {
        Err(TooShort { length, cosize, layout: const { notation::<P, Identity>() } })
    }
}

#[cold]
#[inline(never)]
#[track_caller]
pub(super) fn too_short(error: TooShort) -> ! {
    panic!("{error}")
}

/// A view is at the sums of what the modes add, where a swizzled layout is not.
pub(super) const fn assert_unswizzled<L: Layout>() {
    assert!(<L::Map as Map>::IDENTITY, "a view of a swizzled layout is not supported yet");
}

/// So many elements are enough for a layout.
pub(super) const fn assert_array<P: Profile>(length: usize) {
    if length < P::STEPS.span() {
        let message = Message::new("an array of ")
            .integer(length as isize)
            .text(" elements is too short: ")
            .notation::<P>()
            .text(" spans ")
            .integer(P::STEPS.span() as isize);
        panic!("{}", message.as_str());
    }
}

/// A coordinate of `Q`, in a view of `P`, is not within the extents.
#[cold]
#[inline(never)]
#[track_caller]
pub(super) fn outside<P: Profile, Q: Profile>(coordinate: impl Within<Q>) -> ! {
    refuse(coordinate.outside(), const { notation::<P, Identity>() })
}

/// An integer of a slicer is not within the extents.
#[cold]
#[inline(never)]
#[track_caller]
pub(super) fn outside_slice<P: Profile>(slicer: impl Slicer<P>) -> ! {
    refuse(slicer.outside(), const { notation::<P, Identity>() })
}

#[track_caller]
fn refuse(outside: Option<(usize, usize)>, layout: &str) -> ! {
    let (integer, extent) = outside.unwrap_or_default();
    panic!("{integer} is not below the extent {extent}, in a coordinate of {layout}")
}
