//! Buffers: is there an element for each offset?

use core::error::Error;
use core::fmt;

use super::image::Image;
use super::message::Message;
use crate::Layout;
use crate::notation::notation;

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
    if length >= cosize {
        Ok(())
    } else {
        Err(TooShort { length, cosize, layout: const { notation::<L::Profile, L::Map>() } })
    }
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
