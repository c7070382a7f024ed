//! `Message`: the text of an error of constants.

use crate::geometry::Geometry;
use crate::map::{Identity, OffsetMap};
use crate::notation::notation;

/// The most bytes: two layouts of 64 leaves and some words.
const CAPACITY: usize = 40_000;

/// A text that is written while the program compiles.
#[doc(hidden)]
#[allow(missing_debug_implementations)]
pub struct Message {
    bytes: [u8; CAPACITY],
    length: usize,
}

impl Message {
    pub const fn new(text: &str) -> Message {
        Message { bytes: [0; CAPACITY], length: 0 }.text(text)
    }

    /// The next characters, as far as there is room for all of them.
    pub const fn text(mut self, text: &str) -> Message {
        let bytes = text.as_bytes();
        let mut i = 0;
        while i < bytes.len() && self.length + (bytes.len() - i) <= CAPACITY {
            self.bytes[self.length] = bytes[i];
            self.length += 1;
            i += 1;
        }
        self
    }

    pub const fn notation<P: Geometry>(self) -> Message {
        self.layout::<P, Identity>()
    }

    pub const fn layout<P: Geometry, O: OffsetMap>(self) -> Message {
        self.text(notation::<P, O>())
    }

    pub const fn integer(self, integer: isize) -> Message {
        self.number(integer as i128)
    }

    pub const fn number(self, number: i128) -> Message {
        let (mut digits, mut at) = ([b'-'; 40], 40);
        let mut rest = number.unsigned_abs();
        while rest > 0 || at == 40 {
            at -= 1;
            digits[at] = b'0' + (rest % 10) as u8;
            rest /= 10;
        }
        let from = if number < 0 { at - 1 } else { at };
        self.text(text(digits.split_at(from).1))
    }

    pub const fn as_str(&self) -> &str {
        text(self.bytes.split_at(self.length).0)
    }

    /// Panics with the text where it is called: of a panic in a macro, rustc shows the definition of the macro first.
    #[track_caller]
    pub const fn panic(&self) -> ! {
        panic!("{}", self.as_str())
    }
}

/// Bytes as the text that they are.
const fn text(bytes: &[u8]) -> &str {
    match core::str::from_utf8(bytes) {
        Ok(text) => text,
        Err(_) => "",
    }
}
