//! Names of the prelude, of the language and of the runtime crate that mean
//! something else here.
#![allow(dead_code, missing_docs, non_camel_case_types)]

pub mod core {}
pub mod std {}
pub mod cute {}
pub mod layout_view {}

pub struct Option;
pub struct Some;
pub struct None;
pub struct Result;
pub struct Vec;
pub struct String;
pub trait Clone {}
pub trait Copy {}
pub trait Deref {}
pub struct Layout;
pub struct Leaf;
pub struct Entry;
pub struct Invalid;

pub const N: () = ();

::cute::layout! {
    /// An item among strangers.
    pub struct Tile = (4,(2,2)):(4,(2,1));
    /// A layout with negative offsets.
    pub struct Mirror = 4:-1;
}

/// An expression and a local among strangers.
#[must_use]
pub fn index(coordinate: usize) -> usize {
    ::cute::layout! { let half = logical_divide(Tile, (2,2)); }
    half.index(coordinate) + ::cute::layout!((2,2):(2,1)).index(coordinate)
}

#[cfg(test)]
mod tests {
    use ::core::assert_eq;

    use super::{Mirror, Tile, index};

    #[test]
    fn indices_are_those_of_the_layouts() {
        assert_eq!((index(3), Mirror.offset(3), Tile.at(3, 3)), (15, -3, 15));
    }
}
