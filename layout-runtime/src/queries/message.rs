//! `Message`: what a view says when it does not compile.

use crate::geometry::Geometry;
use crate::map::{Identity, OffsetMap};
use crate::notation::notation;

/// Two layouts of 64 leaves and some words.
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

    pub const fn text(mut self, text: &str) -> Message {
        let bytes = text.as_bytes();
        let mut i = 0;
        while i < bytes.len() {
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
        let this = if integer < 0 { self.text("-") } else { self };
        this.magnitude(integer.unsigned_abs())
    }

    const fn magnitude(self, number: usize) -> Message {
        let mut this = if number >= 10 { self.magnitude(number / 10) } else { self };
        this.bytes[this.length] = b'0' + (number % 10) as u8;
        this.length += 1;
        this
    }

    pub const fn as_str(&self) -> &str {
        match core::str::from_utf8(self.bytes.split_at(self.length).0) {
            Ok(text) => text,
            Err(_) => "",
        }
    }

    /// Panics with the text where it is called: of a panic in a macro, rustc shows the definition of the macro first.
    #[track_caller]
    pub const fn panic(&self) -> ! {
        panic!("{}", self.as_str())
    }
}
