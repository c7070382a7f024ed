//! `Number`: the types of coordinates and offsets, and the functions named for them.

use crate::arithmetic::Word;
use crate::plan::function_names;

/// The integer type of a function.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Number {
    Usize,
    Isize,
    U32,
}

impl Number {
    /// The names of the functions.
    pub(super) fn names(self) -> [&'static str; 3] {
        match self {
            Number::Usize | Number::Isize => function_names(self == Number::Isize),
            Number::U32 => ["index_u32", "at_u32", "at_flat_u32"],
        }
    }

    /// The type of coordinates.
    pub(super) fn coordinate(self) -> &'static str {
        match self {
            Number::Usize | Number::Isize => "::core::primitive::usize",
            Number::U32 => "::core::primitive::u32",
        }
    }

    /// The type of offsets.
    pub(super) fn offset(self) -> &'static str {
        match self {
            Number::Isize => "::core::primitive::isize",
            number => number.coordinate(),
        }
    }

    /// The word in which the function is computed.
    pub(super) fn word(self) -> Word {
        let bits = if self == Number::U32 { u32::BITS } else { u64::BITS };
        Word { bits, is_signed: self == Number::Isize }
    }
}
