//! Packing: a block of B, in panels that the micro-kernel reads in order.

use layout_runtime::Fixed;
use layout_runtime::view::{Array, Ragged};

use crate::element::Element;
use crate::layouts::{PANELS, Packed, Panel, Part};

/// Packs a block of B into the first panels of `packed`, which grows to hold them. In a panel that reaches past the block, what is
/// past it stays as it is: the micro-kernel multiplies by it, and nobody reads the sums.
#[inline(always)]
pub(crate) fn pack<T: Element>(b: Part<T>, packed: &mut Vec<Packed<T>>) {
    let panels = b.ragged_tiles((.., PANELS)).len();
    if packed.len() < panels {
        packed.resize(panels, Packed(Array::filled(T::ZERO, Panel)));
    }
    // Row by row through all panels, as the rows lie in memory.
    for (k, (_, row)) in b.ragged_tiles((Fixed::<1>, ..)).enumerate() {
        for ((_, from), Packed(panel)) in
            row.into_full().ragged_tiles((.., PANELS)).zip(&mut *packed)
        {
            let mut panel = panel.as_view_mut();
            let mut to = panel.slice_mut((k, ..));
            match from {
                Ragged::Full(from) => copy_start(from.as_slice(), to.as_slice_mut()),
                Ragged::Edge(from) => copy_start(from.as_slice(), to.as_slice_mut()),
            }
        }
    }
}

/// Copies a row to the start of another.
#[inline(always)]
fn copy_start<T: Copy>(from: Option<&[T]>, to: Option<&mut [T]>) {
    // Elements of rows lie one after the other, which the compiler knows.
    let (Some(from), Some(to)) = (from, to) else { unreachable!("rows are slices") };
    let length = from.len().min(to.len());
    to[..length].copy_from_slice(&from[..length]);
}
