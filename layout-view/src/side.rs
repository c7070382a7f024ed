//! `Side`: a layout as copies see it.

use crate::dynamic::ShapeError;
use crate::proofs::{Injective, Modes};
use crate::{Geometry, Identity, Phase, Table};
use layout_runtime::internals::{Checks, Leaves, Ready, notation};

/// One side of a copy. Its numbers are those that a view rests on.
pub trait Side: Copy {
    /// What the compiler knows: all of it, or nothing.
    const KNOWN: Option<Known>;
    /// The number of leaves.
    const LEAVES: usize;
    /// The number of coordinates, where the compiler knows it.
    const SIZE: Option<usize>;
    /// That no two coordinates share an offset, where the compiler knows the layout.
    const INJECTIVE: ();
    /// That there is a first mode, and others.
    const FOLDED: ();

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

/// The side of a slice of so many elements, `n:1`; there may be none.
#[derive(Clone, Copy)]
pub struct Row(pub(super) usize);

impl Side for Row {
    const KNOWN: Option<Known> = None;
    const LEAVES: usize = 1;
    const SIZE: Option<usize> = None;
    const INJECTIVE: () = ();
    const FOLDED: () = ();

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

impl<G: Geometry> Side for Ready<G> {
    const KNOWN: Option<Known> = match (G::KNOWN_SIZE, G::Head::KNOWN_SIZE) {
        // Without coordinates there are no loops to find.
        (Some(size @ 1..), Some(head)) if G::Phase::IS_CONSTANT => {
            Some(Known { table: &G::TABLE, size, head, notation: notation::<G, Identity>() })
        }
        _ => None,
    };
    const LEAVES: usize = G::LEAVES;
    const SIZE: Option<usize> = G::KNOWN_SIZE;
    const INJECTIVE: () = Injective::<G>::SHOWN;
    const FOLDED: () = Modes::<G>::FOLDED;

    #[inline(always)]
    fn size(self) -> usize {
        match const { G::KNOWN_SIZE } {
            Some(size) => size,
            None => self.modes.product(),
        }
    }

    #[inline(always)]
    fn offset(self, i: usize) -> isize {
        Ready::offset(&self, i) as isize
    }

    #[inline(always)]
    fn visit<V: Leaves>(self, visitor: &mut V) {
        self.modes.visit(visitor);
    }

    #[inline(always)]
    fn head(self) -> usize {
        let () = Modes::<G>::FOLDED;
        self.modes.head().product()
    }

    #[inline]
    fn assert_injective(self) -> Result<(), ShapeError> {
        G::Phase::injective(&self.modes)
    }
}
