//! `OnDomain`: what is a function of the coordinates of a layout.

use core::fmt;

use super::local_tile::Part;
use super::{evaluate, slice_and_offset};
use crate::{Coordinate, Error, Int, IntTuple, Layout, Terms};

/// A function of the coordinates of a layout, its domain: the layout itself, or a composed layout `A o O o L`, the same functions after
/// `L`.
///
/// An operation that asks where a coordinate is, or which one is somewhere, is written once for both.
pub trait OnDomain: fmt::Display {
    /// A part, and what is to be added to its values.
    type Part;

    /// The strides of the leaves of the domain.
    type Steps: Terms;

    /// The layout that has the coordinates.
    ///
    /// # Errors
    ///
    /// [`ErrorKind::NoDomain`](crate::ErrorKind::NoDomain) for a function without one.
    fn domain(&self) -> Result<&Layout<Self::Steps>, Error>;

    /// The part at a coordinate of the domain, which may have been rearranged.
    ///
    /// # Errors
    ///
    /// As [`slice_and_offset`].
    fn part(&self, rearranged: &Layout<Self::Steps>, at: &Coordinate) -> Result<Self::Part, Error>;

    /// The value at a coordinate.
    ///
    /// # Errors
    ///
    /// As [`evaluate`].
    fn value(&self, at: &IntTuple) -> Result<IntTuple, Error>;

    /// A value of the domain that becomes this one; none if no coordinate has it.
    ///
    /// # Errors
    ///
    /// [`ErrorKind::Undecided`](crate::ErrorKind::Undecided) where layouts follow the domain and it is too large to try each coordinate.
    fn before(&self, value: &Int) -> Result<Option<Int>, Error>;
}

impl<D: Terms> OnDomain for Layout<D> {
    type Part = Part<D>;
    type Steps = D;

    fn domain(&self) -> Result<&Layout<D>, Error> {
        Ok(self)
    }

    fn part(&self, rearranged: &Layout<D>, at: &Coordinate) -> Result<Part<D>, Error> {
        slice_and_offset(at, rearranged)
    }

    fn value(&self, at: &IntTuple) -> Result<IntTuple, Error> {
        evaluate(at, self)
    }

    fn before(&self, value: &Int) -> Result<Option<Int>, Error> {
        Ok(Some(value.clone()))
    }
}
