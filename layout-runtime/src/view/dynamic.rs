//! Views with layouts whose numbers the run knows.

mod between;
mod contiguous;
mod disjoint;
mod exclusive;
mod iter;
mod layout;
pub(super) mod place;
mod shared;
mod slicer;
#[cfg(test)]
mod tests;
mod tiler;
mod tiles;

pub(super) use disjoint::assert_disjoint;
pub use exclusive::DynamicViewMut;
pub use iter::{DynamicEntries, DynamicIter, DynamicIterMut};
#[doc(hidden)]
pub use layout::Evidence;
pub use layout::{DynamicLayout, Unswizzled};
pub use shared::DynamicView;
pub use slicer::{DynamicSlice, DynamicSlicer};
#[doc(hidden)]
pub use slicer::{Kept, KeptModes};
#[doc(hidden)]
pub use tiler::Cut;
pub use tiler::{DynamicTiler, Ragged};
pub use tiles::{DynamicTiles, DynamicTilesMut, RaggedTile, RaggedTileMut};

use core::fmt;

use crate::dynamic::Modes;
use crate::dynamic::modes::Part;

/// The layout of modes, as CuTe writes it.
struct Notation<'a, M>(&'a M);

impl<M: Modes> fmt::Display for Notation<'_, M> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.write(f, Part::Shape)?;
        f.write_str(":")?;
        self.0.write(f, Part::Stride)
    }
}

/// The layout, and the elements in the order of the 1-D coordinate.
fn write<M: Modes, T: fmt::Debug>(
    f: &mut fmt::Formatter<'_>,
    modes: &M,
    elements: impl Iterator<Item = T>,
) -> fmt::Result {
    write!(f, "{} ", Notation(modes))?;
    f.debug_list().entries(elements).finish()
}
