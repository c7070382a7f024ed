//! `Terms`: what the leaves of a layout step by.

use core::fmt;

use crate::ops::{self, Collision, Outcome};
use crate::{Error, Int, Layout, ModePath, Overflow, Stride, Symbol, Vector};

/// The stride of a leaf: a [`Stride`], which has one term, or a [`Vector`], which has any number of
/// them.
///
/// A [`Layout`] is written once for both, and so is each operation that a sum of steps has, too: what divides,
/// slices or rearranges coordinates looks at extents, and lets the steps follow.
pub trait Terms:
    Clone + PartialEq + fmt::Display + fmt::Debug + From<Stride> + sealed::Sealed
{
    /// The stride without terms, which takes no step: 0.
    fn none() -> Self {
        Stride::zero().into()
    }

    /// The terms. One of 0 adds nothing.
    fn terms(&self) -> &[Stride];

    /// The sum of these terms, each changed.
    ///
    /// # Errors
    ///
    /// The errors of the change; [`Overflow`] of the sum.
    fn changed(
        &self,
        change: &mut dyn FnMut(&Stride) -> Result<Stride, Overflow>,
    ) -> Result<Self, Overflow>;

    /// The layout `R(c) = A(B(c))`: [`ops::composition`].
    ///
    /// # Errors
    ///
    /// The errors of [`ops::composition`].
    fn compose(lhs: &Layout<Self>, rhs: &Layout) -> Result<Outcome<Layout<Self>>, Error>;

    /// Two coordinates with the same value: [`ops::find_collision`].
    ///
    /// # Errors
    ///
    /// The errors of [`ops::find_collision`].
    fn collision(layout: &Layout<Self>) -> Result<Option<Collision>, Error>;

    /// `count` times these steps.
    ///
    /// # Errors
    ///
    /// [`Overflow`].
    fn times(&self, count: &Int) -> Result<Self, Overflow> {
        self.changed(&mut |term| term.times(count))
    }

    /// Returns true if both are known to be the same.
    fn is_same(&self, other: &Self) -> bool;

    /// Returns true if the stride is 0, whatever its symbols are.
    fn is_zero(&self) -> bool {
        self.terms().iter().all(|term| *term.scale() == Int::ZERO)
    }

    /// The steps along one element of the basis; the root has those of integers.
    fn along(&self, axis: &ModePath) -> Int {
        for term in self.terms() {
            if term.mode() == axis {
                return term.scale().clone();
            }
        }
        Int::ZERO
    }

    /// Returns true if the number of some steps is not known.
    fn is_symbolic(&self) -> bool {
        self.terms().iter().any(|term| term.scale().known().is_none())
    }

    /// This sum with integers in the place of symbols.
    ///
    /// # Errors
    ///
    /// As [`Int::substitute`].
    fn substitute(&self, value_of: &dyn Fn(&Symbol) -> Option<Int>) -> Result<Self, Overflow> {
        self.changed(&mut |term| {
            Ok(Stride::basis(term.scale().substitute(value_of)?, term.mode().clone()))
        })
    }
}

impl Terms for Stride {
    fn terms(&self) -> &[Stride] {
        core::slice::from_ref(self)
    }

    fn changed(
        &self,
        change: &mut dyn FnMut(&Stride) -> Result<Stride, Overflow>,
    ) -> Result<Self, Overflow> {
        change(self)
    }

    fn compose(lhs: &Layout, rhs: &Layout) -> Result<Outcome, Error> {
        ops::composition_of_strides(lhs, rhs)
    }

    fn collision(layout: &Layout) -> Result<Option<Collision>, Error> {
        ops::collision_of_strides(layout)
    }

    fn is_same(&self, other: &Self) -> bool {
        self.equals(other).is_true()
    }
}

impl Terms for Vector {
    fn terms(&self) -> &[Stride] {
        Vector::terms(self)
    }

    fn changed(
        &self,
        change: &mut dyn FnMut(&Stride) -> Result<Stride, Overflow>,
    ) -> Result<Self, Overflow> {
        let mut sum = Vector::none();
        for term in Vector::terms(self) {
            sum = sum.plus(&change(term)?.into())?;
        }
        Ok(sum)
    }

    fn compose(lhs: &Layout<Self>, rhs: &Layout) -> Result<Outcome<Layout<Self>>, Error> {
        ops::vectors::composition(lhs, &rhs.into())
    }

    fn collision(layout: &Layout<Self>) -> Result<Option<Collision>, Error> {
        ops::vectors::find_collision(layout)
    }

    fn is_same(&self, other: &Self) -> bool {
        let either = Vector::terms(self).iter().chain(Vector::terms(other));
        either.map(Stride::mode).all(|axis| self.along(axis).equals(&other.along(axis)).is_true())
    }
}

mod sealed {
    pub trait Sealed {}
    impl Sealed for crate::Stride {}
    impl Sealed for crate::Vector {}
}
