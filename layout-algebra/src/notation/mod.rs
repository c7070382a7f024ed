//! Plain notation, read: what `Display` prints of numbers.
//!
//! Text goes in, a value comes out, or a [`ParseError`] with the byte at which the text stops
//! being one. Spaces may stand between all tokens. Symbols are not read: their facts are no part
//! of the notation.

mod convert;
mod error;
mod read;
#[cfg(feature = "serde")]
mod serde;

use core::str::FromStr;

pub use error::ParseError;
use read::Reader;

use crate::{
    ComposedLayout, Coordinate, Function, Int, IntTuple, Layout, Stride, StrideTuple, Swizzle,
    Tiler,
};

/// Reads a type by the function of [`Reader`] that reads one at the front of a text.
macro_rules! notation {
    ($($type:ty, $read:ident, $what:literal, $example:literal;)*) => {$(
        impl FromStr for $type {
            type Err = ParseError;

            #[doc = concat!("Reads ", $what, ", like `", $example, "`.")]
            fn from_str(text: &str) -> Result<Self, ParseError> {
                Reader::all(text, Reader::$read)
            }
        }

        #[cfg(feature = "serde")]
        serde::by_notation!($type, $what, $example);
    )*};
}

notation! {
    Int, int, "an integer", "-4";
    IntTuple, ints, "a tuple of integers", "(4,(2,8))";
    Stride, stride, "a stride", "2@1@0";
    StrideTuple, strides, "a tuple of strides", "(1,(4@0,8@1))";
    Coordinate, coordinate, "a coordinate", "(1,(_,3))";
    Layout, layout, "a layout", "(4,8):(8,1)";
    Tiler, tiler, "a tiler", "<4:1,(2,8),_>";
    Swizzle, swizzle, "a swizzle", "Sw<3,4,3>";
    ComposedLayout, composed, "a composed layout", "Sw<3,4,3> o 0 o (8,64):(64,1)";
    Function, function, "a layout, a swizzle or a composed layout", "Sw<3,4,3> o 0 o (8,64):(64,1)";
}
