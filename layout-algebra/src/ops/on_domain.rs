//! `OnDomain`: what is a function of the coordinates of a layout.

use core::fmt;

use super::local_tile::Part;
use super::{Outcome, evaluate, slice_and_offset};
use crate::{Coordinate, Error, Function, Int, IntTuple, Layout, Stride, Terms};

/// A function of the coordinates of a layout, its domain: the layout itself, or a composed layout `A o O o L`, the same functions after
/// `L`.
///
/// An operation that asks where a coordinate is, or which one is somewhere, is written once for both. A question whose answer is found
/// otherwise for a composed layout is a method here, so that only this file and [`swizzled`](super::swizzled) tell the kinds apart.
pub trait OnDomain: fmt::Display + Sized {
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

    /// The same function of rearranged coordinates, `A o O o op(L)`.
    ///
    /// # Errors
    ///
    /// The errors of the operation, and [`ErrorKind::NoDomain`](crate::ErrorKind::NoDomain).
    fn rearranged(
        &self,
        op: impl FnOnce(&Layout<Self::Steps>) -> Result<Layout<Self::Steps>, Error>,
    ) -> Result<Self, Error>;

    /// The function with its origin at a coordinate `c`, and what is to be added to its values: `L(c + x) = R(x) + offset`.
    ///
    /// # Errors
    ///
    /// As [`domain_offset`](super::domain_offset).
    fn with_origin(&self, at: &IntTuple) -> Result<(Self, IntTuple), Error>;

    /// Returns true if no two coordinates share a value.
    ///
    /// # Errors
    ///
    /// As [`is_injective`](super::is_injective).
    fn is_injective(&self) -> Result<bool, Error>;

    /// Returns true if each of `0, …, size − 1` is the value of exactly one coordinate.
    ///
    /// # Errors
    ///
    /// As [`is_bijective`](super::is_bijective).
    fn is_bijective(&self) -> Result<bool, Error>;

    /// The extent of the values, along each element of a basis.
    ///
    /// # Errors
    ///
    /// As [`coshape`](super::coshape).
    fn coshape(&self) -> Result<IntTuple, Error>;

    /// The elements that a buffer must hold.
    ///
    /// # Errors
    ///
    /// As [`cosize`](super::cosize).
    fn cosize(&self) -> Result<Int, Error> {
        super::product(&self.coshape()?)
    }

    /// The function of one mode of the domain.
    ///
    /// # Errors
    ///
    /// As [`get`](super::get).
    fn mode(&self, path: &[usize]) -> Result<Self, Error> {
        self.rearranged(|domain| super::get(domain, path))
    }

    /// Returns true if the function without its repetitions is bijective.
    ///
    /// # Errors
    ///
    /// As [`is_compact`](super::is_compact).
    fn is_compact(&self) -> Result<bool, Error> {
        self.rearranged(super::filter_zeros)?.is_bijective()
    }
}

/// A function whose domain has strides of one term: a layout, or a composed layout.
pub trait OneTerm: OnDomain<Steps = Stride> {
    /// Returns true if every integer from the least value to the greatest is a value.
    ///
    /// # Errors
    ///
    /// As [`is_contiguous`](super::is_contiguous).
    fn is_contiguous(&self) -> Result<bool, Error>;

    /// Returns true if the function is the compact layout of its shape with mode 0 fastest.
    ///
    /// # Errors
    ///
    /// As [`is_col_major`](super::is_col_major).
    fn is_col_major(&self) -> Result<bool, Error>;

    /// Returns true if the function is the compact layout of its shape with the last mode fastest.
    ///
    /// # Errors
    ///
    /// As [`is_row_major`](super::is_row_major).
    fn is_row_major(&self) -> Result<bool, Error>;

    /// The least value and the greatest.
    ///
    /// # Errors
    ///
    /// As [`offset_range`](super::offset_range).
    fn offset_range(&self) -> Result<(Int, Int), Error>;

    /// The complement up to a cotarget; without one, up to the cosize.
    ///
    /// # Errors
    ///
    /// As [`complement`](super::complement).
    fn complement(&self, cotarget: Option<&IntTuple>) -> Result<Outcome, Error>;

    /// An inverse, from that of the domain.
    ///
    /// # Errors
    ///
    /// The errors of the inverse of the domain, and those of [`swizzled::inverse`](super::swizzled::inverse).
    fn inverse_by(
        &self,
        inverse: fn(&Layout) -> Result<Layout, Error>,
    ) -> Result<Outcome<Function>, Error>;
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
    fn rearranged(
        &self,
        op: impl FnOnce(&Layout<D>) -> Result<Layout<D>, Error>,
    ) -> Result<Self, Error> {
        op(self)
    }

    fn with_origin(&self, at: &IntTuple) -> Result<(Self, IntTuple), Error> {
        super::domain_offset(at, self)
    }

    fn is_injective(&self) -> Result<bool, Error> {
        super::is_injective(self)
    }

    fn is_bijective(&self) -> Result<bool, Error> {
        super::is_bijective(self)
    }

    fn coshape(&self) -> Result<IntTuple, Error> {
        super::coshape(self)
    }
}

impl OneTerm for Layout {
    fn is_contiguous(&self) -> Result<bool, Error> {
        super::is_contiguous(self)
    }

    fn is_col_major(&self) -> Result<bool, Error> {
        super::is_col_major(self)
    }

    fn is_row_major(&self) -> Result<bool, Error> {
        super::is_row_major(self)
    }

    fn offset_range(&self) -> Result<(Int, Int), Error> {
        super::offset_range(self)
    }

    fn complement(&self, cotarget: Option<&IntTuple>) -> Result<Outcome, Error> {
        match cotarget {
            Some(cotarget) => super::complement(self, cotarget),
            None => super::complement_below(self),
        }
    }

    fn inverse_by(
        &self,
        inverse: fn(&Layout) -> Result<Layout, Error>,
    ) -> Result<Outcome<Function>, Error> {
        Ok(Function::from(inverse(self)?).into())
    }
}
