//! Packing: a block of B, in tiles that the micro-kernel reads in order.

use layout_view::bounds::Unpadded;
use layout_view::dynamic::AnyExtent;
use layout_view::{Array, Fixed, Ragged, StaticLayout};

use crate::element::Element;
use crate::layouts::{NR, Packed, Part, Room};

/// Packs a block of B, in tiles of so many columns, into the first panels of `packed`, which grows to
/// hold it. Where a tile reaches past the block it keeps what it has: the micro-kernel multiplies by
/// that, but nobody reads the sums.
#[inline(always)]
pub(crate) fn pack<T, B, F>(b: Part<T>, packed: &mut Vec<Packed<T>>, tiles: B, columns: F)
where
    T: Element,
    B: StaticLayout<Bounds: Unpadded>,
    F: AnyExtent,
{
    let (_, n) = b.extents();
    let panels = n.div_ceil(NR);
    if packed.len() < panels {
        packed.resize(panels, Packed(Array::filled(T::ZERO, Room)));
    }
    // Row by row through all tiles, as the rows lie in memory.
    for (k, (_, row)) in b.ragged_tiles((Fixed::<1>, ..)).enumerate() {
        let tiles =
            packed.iter_mut().flat_map(|Packed(panel)| panel.as_view_mut().into_tiles(tiles));
        for ((_, from), mut tile) in row.into_full().ragged_tiles((.., columns)).zip(tiles) {
            let mut to = tile.tile_mut(k);
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
