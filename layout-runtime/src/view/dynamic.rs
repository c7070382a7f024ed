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

/// The layout, and the elements in the order of the 1-D coordinate.
fn write<M: Modes, T: fmt::Debug>(
    f: &mut fmt::Formatter<'_>,
    modes: &M,
    elements: impl Iterator<Item = T>,
) -> fmt::Result {
    modes.write(f, Part::Shape)?;
    f.write_str(":")?;
    modes.write(f, Part::Stride)?;
    f.write_str(" ")?;
    f.debug_list().entries(elements).finish()
}
