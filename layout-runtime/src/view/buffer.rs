//! Buffers: is there an element for each offset?

use core::error::Error;
use core::fmt;

use super::image::Image;
use super::message::Message;
use super::{Slicer, Within};
use crate::notation::notation;
use crate::{Layout, Profile};

/// A buffer has fewer elements than the layout spans.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct TooShort {
    /// The number of elements of the buffer.
    pub length: usize,
    /// The number of offsets of the layout, from the smallest to the largest, and 0.
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
pub(super) fn check<L: Layout>(length: usize) -> Result<(), TooShort> {
    let cosize = const { Image::<L::Profile, L::Map>::SPAN };
    if length >= cosize { Ok(()) } else { Err(TooShort { length, cosize, layout: name::<L>() }) }
}

#[cold]
#[inline(never)]
#[track_caller]
pub(super) fn too_short(error: TooShort) -> ! {
    panic!("{error}")
}

/// So many elements are enough for a layout.
pub(super) const fn assert_array<L: Layout>(length: usize) {
    let span = Image::<L::Profile, L::Map>::SPAN;
    if length < span {
        let message = Message::new("an array of ")
            .integer(length as isize)
            .text(" elements is too short: ")
            .layout::<L::Profile, L::Map>()
            .text(" spans ")
            .integer(span as isize);
        panic!("{}", message.as_str());
    }
}

/// What a layout is, whatever it says.
const fn name<L: Layout>() -> &'static str {
    const { notation::<L::Profile, L::Map>() }
}

/// A coordinate of `Q`, in a view of `L`, is not within the extents.
#[cold]
#[inline(never)]
#[track_caller]
pub(super) fn outside<L: Layout, Q: Profile>(coordinate: impl Within<Q>) -> ! {
    refuse(coordinate.outside(), name::<L>())
}

/// An integer of a slicer is not within the extents.
#[cold]
#[inline(never)]
#[track_caller]
pub(super) fn outside_slice<L: Layout>(slicer: impl Slicer<L::Profile>) -> ! {
    refuse(slicer.outside(), name::<L>())
}

#[track_caller]
fn refuse(outside: Option<(usize, usize)>, layout: &str) -> ! {
    let (integer, extent) = outside.unwrap_or_default();
    panic!("{integer} is not below the extent {extent}, in a coordinate of {layout}")
}
