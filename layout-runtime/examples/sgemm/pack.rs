//! Packing: blocks of A and B, in panels that the micro-kernel reads in order.
//!
//! A panel that reaches past its matrix is filled up with zeros, so that the
//! micro-kernel need not know of ragged edges.

use layout_runtime::dynamic::AnyExtent;
use layout_runtime::view::{Array, Ragged, Tile};
use layout_runtime::{Extent, Fixed, ViewMut, layout};

use crate::layouts::{Aligned, MR, NR, Packed, PanelA, PanelB, Part, TILE};

layout! {
    /// A panel of A, 16 columns at a time: a cache line of each row.
    struct ColumnsOfA = zipped_divide(PanelA, (12,16));
    /// These columns as they lie in the matrix.
    struct Block = (12,16):(16,1);
    /// A panel of B, 8 rows at a time.
    struct RowsOfB = zipped_divide(PanelB, (8,32));
}

/// Packs a block of A.
#[inline(never)]
pub(crate) fn pack_a(a: Part, packed: &mut Packed) {
    let strips = a.tiles((Extent::new(MR), ..));
    if packed.a.len() < strips.len() {
        packed.a.resize(strips.len(), Aligned(Array::filled(0.0, PanelA)));
    }
    for ((_, strip), Aligned(panel)) in strips.zip(&mut packed.a) {
        let columns = strip.into_inner().tiles((TILE.0, Fixed::<16>));
        for ((_, from), to) in columns.zip(panel.as_view_mut().tiles_mut(ColumnsOfA)) {
            match from {
                Ragged::Full(from) => pack_columns(from, to),
                Ragged::Edge(from) => pack_columns(from, to),
            }
        }
    }
}

/// Packs columns of a panel of A, by way of a block whose strides the compiler knows.
#[inline(always)]
fn pack_columns<E: AnyExtent, F: AnyExtent>(
    from: Part<E, F>,
    mut to: ViewMut<f32, Tile<ColumnsOfA>>,
) {
    let mut block: Array<f32, Block, { Block::COSIZE }> = Array::filled(0.0, Block);
    let (m, _) = from.extents();
    for i in 0..m.min(MR) {
        copy_row(
            from.slice((i, ..)).as_slice(),
            block.as_view_mut().slice_mut((i, ..)).as_slice_mut(),
        );
    }
    block.as_view().copy_to(&mut to);
}

/// Packs a block of B.
#[inline(never)]
pub(crate) fn pack_b(b: Part, packed: &mut Packed) {
    let panels = b.tiles((.., TILE.1)).len();
    if packed.b.len() < panels {
        packed.b.resize(panels, Aligned(Array::filled(0.0, PanelB)));
    }
    // A few rows of all panels, and then the next: memory is read in long rows.
    for (k, (_, strip)) in b.tiles((Extent::new(8), ..)).enumerate() {
        let rows = strip.into_inner().tiles((Fixed::<8>, TILE.1));
        for ((_, from), Aligned(panel)) in rows.zip(&mut packed.b) {
            let mut panel = panel.as_view_mut();
            let mut panel = panel.with_layout_mut(RowsOfB);
            match from {
                Ragged::Full(from) => pack_rows(from, panel.tile_mut(k)),
                Ragged::Edge(from) => pack_rows(from, panel.tile_mut(k)),
            }
        }
    }
}

/// Packs rows of a panel of B.
#[inline(always)]
fn pack_rows<E: AnyExtent, F: AnyExtent>(from: Part<E, F>, mut to: ViewMut<f32, Tile<RowsOfB>>) {
    let (m, n) = from.extents();
    if n < NR {
        to.fill(0.0);
    }
    for k in 0..m.min(8) {
        copy_row(from.slice((k, ..)).as_slice(), to.slice_mut((k, ..)).as_slice_mut());
    }
}

/// Copies a row to the start of another.
#[inline(always)]
fn copy_row(from: Option<&[f32]>, to: Option<&mut [f32]>) {
    if let (Some(from), Some(to)) = (from, to) {
        for (to, from) in to.iter_mut().zip(from) {
            *to = *from;
        }
    }
}
