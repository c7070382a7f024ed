//! `Nested`: what has modes.

use alloc::vec::Vec;
use core::fmt;

use crate::{Error, HTuple, Layout, Terms};

/// A value with modes: a tuple of anything, or a layout, which CuTe handles as a tuple of pairs of
/// an extent and a stride.
///
/// The operations that only rearrange modes are written once, for both.
pub trait Nested: Clone + PartialEq + fmt::Display {
    /// True if CuTe takes no modes of an empty one: so for a tuple, and not for a layout.
    const EMPTY: bool;

    /// Returns true for a tuple, and false for a leaf.
    fn is_tuple(&self) -> bool;

    /// The modes; a leaf is its own only one.
    fn to_modes(&self) -> Vec<Self>;

    /// The tuple of some modes.
    ///
    /// # Errors
    ///
    /// [`crate::ErrorKind::Overflow`], for layouts.
    fn of_modes(modes: Vec<Self>) -> Result<Self, Error>;
}

impl<T: Clone + PartialEq + fmt::Display> Nested for HTuple<T> {
    const EMPTY: bool = true;

    fn is_tuple(&self) -> bool {
        HTuple::is_tuple(self)
    }

    fn to_modes(&self) -> Vec<Self> {
        self.modes().to_vec()
    }

    fn of_modes(modes: Vec<Self>) -> Result<Self, Error> {
        Ok(HTuple::Tuple(modes))
    }
}

impl<D: Terms> Nested for Layout<D> {
    const EMPTY: bool = false;

    fn is_tuple(&self) -> bool {
        self.shape().is_tuple()
    }

    fn to_modes(&self) -> Vec<Self> {
        self.modes()
    }

    fn of_modes(modes: Vec<Self>) -> Result<Self, Error> {
        Layout::from_modes(&modes)
    }
}
