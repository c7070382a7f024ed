//! `notation`: the text of a layout, written while the program compiles.

use core::fmt;

use layout_core::Swizzle;

use crate::geometry::Geometry;
use crate::geometry::table::Table;
use crate::map::OffsetMap;

/// The layout of a profile, and what follows it, in CuTe's notation.
pub const fn notation<P: Geometry, O: OffsetMap>() -> &'static str {
    // The constants of a function that is not called are not evaluated: there is
    // one text, of about the length it needs.
    match Text::<0>::of::<O>(&P::TABLE).length {
        0..=32 => text::<P, O, 32>(),
        33..=64 => text::<P, O, 64>(),
        65..=128 => text::<P, O, 128>(),
        129..=256 => text::<P, O, 256>(),
        257..=512 => text::<P, O, 512>(),
        513..=2048 => text::<P, O, 2048>(),
        _ => text::<P, O, LONGEST>(),
    }
}

/// The bytes of 64 leaves of 20 characters, each in 64 parentheses of its own, twice.
const LONGEST: usize = 2 * 64 * (20 + 1 + 2 * 64) + 1;

const fn text<P: Geometry, O: OffsetMap, const CAPACITY: usize>() -> &'static str {
    const { &Text::<CAPACITY>::of::<O>(&P::TABLE) }.as_str()
}

/// A text of which the first `CAPACITY` bytes are kept, and all are counted.
struct Text<const CAPACITY: usize> {
    bytes: [u8; CAPACITY],
    length: usize,
}

impl<const CAPACITY: usize> Text<CAPACITY> {
    const fn of<O: OffsetMap>(table: &Table) -> Self {
        let mut text = Text { bytes: [0; CAPACITY], length: 0 };
        text.push_map::<O>();
        let (shape, stride) = (table.shape(), table.stride());
        let mut leaf = 0;
        while leaf < shape.len() {
            text.push_leaf(table, leaf, shape[leaf], false);
            leaf += 1;
        }
        text.push(b':', 1);
        leaf = 0;
        while leaf < stride.len() {
            text.push_leaf(table, leaf, stride[leaf].unsigned_abs(), stride[leaf] < 0);
            leaf += 1;
        }
        text
    }

    /// The swizzles, the last first: `Sw<B,M,S> o O o `.
    const fn push_map<O: OffsetMap>(&mut self) {
        if O::IDENTITY {
            return;
        }
        let Swizzle { bits, base, shift, .. } = O::SWIZZLE;
        self.push_text("Sw<");
        self.push_number(bits as usize);
        self.push(b',', 1);
        self.push_number(base as usize);
        self.push(b',', 1);
        self.push(b'-', (shift < 0) as usize);
        self.push_number(shift.unsigned_abs() as usize);
        self.push_text("> o ");
        self.push(b'-', (O::OFFSET < 0) as usize);
        self.push_number(O::OFFSET.unsigned_abs());
        self.push_text(" o ");
        self.push_map::<O::Before>();
    }

    const fn push_text(&mut self, text: &str) {
        let mut i = 0;
        while i < text.len() {
            self.push(text.as_bytes()[i], 1);
            i += 1;
        }
    }

    /// A number and the parentheses around it.
    const fn push_leaf(&mut self, table: &Table, leaf: usize, number: usize, minus: bool) {
        let (opens, closes) = table.parentheses(leaf);
        self.push(b',', (leaf > 0) as usize);
        self.push(b'(', opens);
        self.push(b'-', minus as usize);
        self.push_number(number);
        self.push(b')', closes);
    }

    const fn push_number(&mut self, number: usize) {
        if number >= 10 {
            self.push_number(number / 10);
        }
        self.push(b'0' + (number % 10) as u8, 1);
    }

    const fn push(&mut self, byte: u8, times: usize) {
        let end = self.length + times;
        while self.length < end {
            if self.length < CAPACITY {
                self.bytes[self.length] = byte;
            }
            self.length += 1;
        }
    }

    const fn as_str(&self) -> &str {
        match core::str::from_utf8(self.bytes.split_at(self.length).0) {
            Ok(text) => text,
            Err(_) => "",
        }
    }
}

/// Writes the swizzles of a layout with run-time numbers, the last first.
pub(crate) fn write_map<O: OffsetMap>(f: &mut fmt::Formatter<'_>) -> fmt::Result {
    if O::IDENTITY {
        return Ok(());
    }
    write!(f, "{} o {} o ", O::SWIZZLE, O::OFFSET)?;
    write_map::<O::Before>(f)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::mode::Leaf;
    use crate::map::{Identity, Swizzled};

    /// A profile of four equal modes.
    type Four<P> = (P, P, P, P);

    #[test]
    fn nesting_and_signs_are_written() {
        assert_eq!(notation::<Leaf<24, -2>, Identity>(), "24:-2");
        assert_eq!(notation::<(Leaf<24, 2>,), Identity>(), "(24):(2)");
        assert_eq!(
            notation::<(((Leaf<1, 0>,),), Leaf<100, 7>), Identity>(),
            "(((1)),100):(((0)),7)"
        );
        type Mixed = ((Leaf<4, -20>, (Leaf<3, 10>,)), Leaf<5, 0>, Leaf<12, 345>);
        assert_eq!(notation::<Mixed, Identity>(), "((4,(3)),5,12):((-20,(10)),0,345)");
    }

    #[test]
    fn swizzles_are_written() {
        type Rows = (Leaf<8, 64>, Leaf<64, 1>);
        type Once = Swizzled<3, 4, 3, 0, 0, 511>;
        assert_eq!(notation::<Rows, Once>(), "Sw<3,4,3> o 0 o (8,64):(64,1)");
        type Twice = Swizzled<1, 0, { -2 }, { -7 }, 0, 511, Once>;
        assert_eq!(notation::<Leaf<8, 1>, Twice>(), "Sw<1,0,-2> o -7 o Sw<3,4,3> o 0 o 8:1");
    }

    #[test]
    fn longest_layouts_are_written() {
        type Long = Leaf<1, { isize::MIN + 1 }>;
        let text = notation::<Four<Four<Four<Long>>>, Identity>();
        assert_eq!(text.len(), 64 * (1 + 20) + 2 * (63 + 2 * 21) + 1);
        assert_eq!(text.matches("-9223372036854775807").count(), 64);
        assert!(text.len() < LONGEST);
    }
}
