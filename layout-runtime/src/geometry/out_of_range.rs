//! `OutOfRange`: the integer of a coordinate that is not below the extent of its mode.

use core::fmt;

/// An integer that is not below the extent of its mode.
#[doc(hidden)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OutOfRange {
    pub integer: usize,
    pub extent: usize,
    pub mode: ModePath,
}

impl OutOfRange {
    /// Panics. The numbers are handed over one by one: of a structure, LLVM would store the parts
    /// for each element, before it knows that they are needed.
    #[inline(always)]
    #[track_caller]
    pub fn refuse(self, layout: &'static str) -> ! {
        refuse(self.integer, self.extent, self.mode, layout)
    }
}

#[cold]
#[inline(never)]
#[track_caller]
fn refuse(integer: usize, extent: usize, mode: ModePath, layout: &'static str) -> ! {
    panic!("{integer} is not below the extent {extent}{mode}, in a coordinate of {layout}")
}

/// Path of a mode of a layout: at each level of nesting the number of a mode, from the outermost.
/// It is one integer, which is a constant where a coordinate is checked.
#[doc(hidden)]
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct ModePath(u64);

/// The bits of a level, which has at most 16 modes: 1 and the number of the mode, 0 for no level.
const LEVEL: u32 = 5;

/// The levels that there is room for.
const LEVELS: u32 = 12;

/// Set where there are more.
const DEEPER: u64 = 1 << 63;

impl ModePath {
    /// The path of the whole layout: an integer is a 1-D coordinate of all modes together.
    pub const ALL: ModePath = ModePath(0);

    /// The path of mode `mode` within the mode of this path.
    #[inline(always)]
    #[must_use]
    pub const fn mode(self, mode: usize) -> ModePath {
        if self.0 >> (LEVEL * (LEVELS - 1)) == 0 {
            ModePath(self.0 << LEVEL | (mode as u64 + 1))
        } else {
            ModePath(self.0 | DEEPER)
        }
    }
}

impl fmt::Display for ModePath {
    /// ` of mode 1,0`; nothing of all modes together.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let levels = (0..LEVELS).rev().map(|level| self.0 >> (LEVEL * level) & ((1 << LEVEL) - 1));
        let mut before = " of mode ";
        for level in levels.skip_while(|&level| level == 0) {
            write!(f, "{before}{}", level - 1)?;
            before = ",";
        }
        f.write_str(if self.0 & DEEPER == 0 { "" } else { ",.." })
    }
}

impl fmt::Debug for ModePath {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "ModePath({})", self.0)
    }
}

#[cfg(test)]
mod tests {
    extern crate std;

    use std::format;
    use std::string::ToString;

    use super::*;

    #[test]
    fn a_mode_is_named_level_by_level() {
        assert_eq!(ModePath::ALL.to_string(), "");
        assert_eq!(ModePath::ALL.mode(15).to_string(), " of mode 15");
        assert_eq!(ModePath::ALL.mode(0).mode(15).mode(0).to_string(), " of mode 0,15,0");
    }

    #[test]
    fn no_mode_is_named_for_one_within_it() {
        let (mut path, mut text) = (ModePath::ALL, " of mode ".to_string());
        for level in 0..16 {
            path = path.mode(level);
            match level {
                0 => text += "0",
                1..12 => text += &format!(",{level}"),
                12 => text += ",..",
                _ => {}
            }
            assert_eq!(path.to_string(), text);
        }
    }
}
