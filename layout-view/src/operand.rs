//! `Operand`: the layout of a source or a target, as loops see it.

use super::leaves::Leaves;
use crate::dynamic::ShapeError;
use crate::proofs::{Injective, Modes};
use crate::{Geometry, Identity, Phase, Table};
use layout_runtime::internals::{
    Checks, Leaves as LeafVisitor, MAX_LEAVES_SMALL, Prepared, notation,
};

/// The layout of a source or a target. Its numbers are those that a view rests on.
pub trait Operand: Copy {
    /// The layout, where the compiler knows it.
    const CONSTANT: Option<ConstantLayout>;
    /// The number of leaves.
    const LEAVES: usize;
    /// The numbers of the leaves, if there are no more, as far as the compiler knows them.
    const KNOWN: KnownLeaves;
    /// The number of coordinates, where the compiler knows it.
    const SIZE: Option<usize>;
    /// The extent of the leaf along which elements are next to each other, where the compiler knows both.
    const ROW: Option<usize>;
    /// Does not compile where two coordinates share an offset, if the compiler knows the layout.
    const INJECTIVE: ();
    /// Does not compile where there is no mode after the first.
    const FOLDED: ();

    /// The number of coordinates.
    fn size(self) -> usize;

    /// The offset at a 1-D coordinate below the size.
    fn offset(self, i: usize) -> isize;

    /// Visits the leaves in their order.
    fn visit<V: LeafVisitor>(self, visitor: &mut V);

    /// The number of coordinates of the first mode. Does not compile where there is no other.
    fn head(self) -> usize;

    /// # Errors
    ///
    /// Two coordinates may share an offset; if the compiler knows, that does not compile.
    fn assert_injective(self) -> Result<(), ShapeError>;
}

/// The extent and the stride of each leaf, as far as the compiler knows them.
pub(crate) type KnownLeaves = [(Option<usize>, Option<isize>); MAX_LEAVES_SMALL];

/// A layout that the compiler knows.
#[derive(Clone, Copy)]
pub struct ConstantLayout {
    pub(super) table: &'static Table,
    pub(super) size: usize,
    /// The number of coordinates of the first mode.
    pub(super) head: usize,
    pub(super) notation: &'static str,
}

impl ConstantLayout {
    pub(super) const fn leaves(self) -> Leaves {
        Leaves::EMPTY.then(self.table.shape(), self.table.stride())
    }
}

/// The extents and strides of the first leaves, as far as they are known.
const fn known(table: &Table) -> KnownLeaves {
    let (mut known, mut leaf) = ([(None, None); MAX_LEAVES_SMALL], 0);
    while leaf < table.shape().len() && leaf < known.len() {
        known[leaf] = (table.known_extent(leaf), table.known_stride(leaf));
        leaf += 1;
    }
    known
}

/// The least stride of more than 1 that is known.
pub(super) const fn least_step(known: &KnownLeaves) -> Option<isize> {
    let (mut least, mut leaf) = (None, 0);
    while leaf < known.len() {
        if let (_, Some(stride @ 2..)) = known[leaf]
            && !matches!(least, Some(other) if other <= stride)
        {
            least = Some(stride);
        }
        leaf += 1;
    }
    least
}

/// The extent of the first leaf with stride 1, if it is known and more than 1. Numbers that are not known are 0.
const fn row(table: &Table) -> Option<usize> {
    let mut leaf = 0;
    while leaf < table.shape().len() {
        if table.stride()[leaf] == 1 && table.shape()[leaf] > 1 {
            return Some(table.shape()[leaf]);
        }
        leaf += 1;
    }
    None
}

/// The layout `n:1` of a slice of `n` elements, which may be 0.
#[derive(Clone, Copy)]
pub struct SliceOperand(pub(super) usize);

impl Operand for SliceOperand {
    const CONSTANT: Option<ConstantLayout> = None;
    const LEAVES: usize = 1;
    const KNOWN: KnownLeaves = {
        let mut known = [(None, None); MAX_LEAVES_SMALL];
        known[0] = (None, Some(1));
        known
    };
    const SIZE: Option<usize> = None;
    const ROW: Option<usize> = None;
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
    fn visit<V: LeafVisitor>(self, visitor: &mut V) {
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

impl<G: Geometry> Operand for Prepared<G> {
    const CONSTANT: Option<ConstantLayout> = match (G::KNOWN_SIZE, G::Head::KNOWN_SIZE) {
        // Without coordinates there are no loops to find.
        (Some(size @ 1..), Some(head)) if G::Phase::IS_CONSTANT => Some(ConstantLayout {
            table: &G::TABLE,
            size,
            head,
            notation: notation::<G, Identity>(),
        }),
        _ => None,
    };
    const LEAVES: usize = G::LEAVES;
    const KNOWN: KnownLeaves = known(&G::TABLE);
    const SIZE: Option<usize> = G::KNOWN_SIZE;
    const ROW: Option<usize> = row(&G::TABLE);
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
        Prepared::offset(&self, i) as isize
    }

    #[inline(always)]
    fn visit<V: LeafVisitor>(self, visitor: &mut V) {
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
