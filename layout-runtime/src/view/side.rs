//! `Side`: a layout as copies see it, whether the compiler or the run knows its numbers.

use core::marker::PhantomData;

use super::dynamic::assert_disjoint;
use super::iter::assert_injective;
use super::place::assert_modes;
use crate::dynamic::ready::Ready;
use crate::dynamic::{Leaves, Modes, ShapeError};
use crate::notation::notation;
use crate::offset::{Nothing, offset_of};
use crate::{Identity, Profile, Table};

/// One side of a copy. Its numbers are those that a view rests on.
pub trait Side: Copy {
    /// What the compiler knows: all of it, or nothing.
    const KNOWN: Option<Known>;
    /// The number of leaves.
    const LEAVES: usize;
    /// The number of coordinates, where the compiler knows it.
    const SIZE: Option<usize>;

    /// The number of coordinates.
    fn size(self) -> usize;

    /// The offset at a 1-D coordinate below the size.
    fn offset(self, i: usize) -> isize;

    /// Visits the leaves in their order.
    fn visit<V: Leaves>(self, visitor: &mut V);

    /// The number of coordinates of the first mode. Does not compile where there is no other.
    fn head(self) -> usize;

    /// # Errors
    ///
    /// Two coordinates may share an offset; if the compiler knows, that does not compile.
    fn assert_injective(self) -> Result<(), ShapeError>;
}

/// What the compiler knows of a layout.
#[derive(Clone, Copy)]
pub struct Known {
    pub(super) table: &'static Table,
    pub(super) size: usize,
    /// The number of coordinates of the first mode.
    pub(super) head: usize,
    pub(super) notation: &'static str,
}

/// The side of a profile.
pub struct Static<P>(PhantomData<fn() -> P>);

impl<P> Static<P> {
    pub(super) const NEW: Self = Static(PhantomData);
}

impl<P> Clone for Static<P> {
    #[inline(always)]
    fn clone(&self) -> Self {
        *self
    }
}

impl<P> Copy for Static<P> {}

impl<P: Profile> Side for Static<P> {
    const KNOWN: Option<Known> = Some(Known {
        table: &P::TABLE,
        size: P::SIZE,
        head: P::Head::SIZE,
        notation: notation::<P, Identity>(),
    });
    const LEAVES: usize = P::TABLE.shape().len();
    const SIZE: Option<usize> = Some(P::SIZE);

    #[inline(always)]
    fn size(self) -> usize {
        P::SIZE
    }

    #[inline(always)]
    fn offset(self, i: usize) -> isize {
        offset_of::<P, Nothing>(i)
    }

    #[inline(always)]
    fn visit<V: Leaves>(self, visitor: &mut V) {
        P::MODES.visit(visitor);
    }

    #[inline(always)]
    fn head(self) -> usize {
        const { assert_modes::<P>("what is folded", "(first, rest)") };
        P::Head::SIZE
    }

    #[inline(always)]
    fn assert_injective(self) -> Result<(), ShapeError> {
        const { assert_injective::<P>() };
        Ok(())
    }
}

/// The side of a slice of so many elements, `n:1`; there may be none.
#[derive(Clone, Copy)]
pub struct Row(pub(super) usize);

impl Side for Row {
    const KNOWN: Option<Known> = None;
    const LEAVES: usize = 1;
    const SIZE: Option<usize> = None;

    #[inline(always)]
    fn size(self) -> usize {
        self.0
    }

    #[inline(always)]
    fn offset(self, i: usize) -> isize {
        i as isize
    }

    #[inline(always)]
    fn visit<V: Leaves>(self, visitor: &mut V) {
        visitor.leaf(self.0, 1);
    }

    #[inline(always)]
    fn head(self) -> usize {
        self.0
    }

    #[inline(always)]
    fn assert_injective(self) -> Result<(), ShapeError> {
        Ok(())
    }
}

impl<M: Modes> Side for Ready<M> {
    const KNOWN: Option<Known> = None;
    const LEAVES: usize = M::LEAVES;
    const SIZE: Option<usize> = M::SIZE;

    #[inline(always)]
    fn size(self) -> usize {
        self.modes.product()
    }

    #[inline(always)]
    fn offset(self, i: usize) -> isize {
        Ready::offset(&self, i)
    }

    #[inline(always)]
    fn visit<V: Leaves>(self, visitor: &mut V) {
        self.modes.visit(visitor);
    }

    #[inline(always)]
    fn head(self) -> usize {
        const { assert!(M::RANK > 1, "what is folded has two modes or more, `(first, rest)`") };
        self.modes.head()
    }

    #[inline]
    fn assert_injective(self) -> Result<(), ShapeError> {
        assert_disjoint(&self.modes)
    }
}
