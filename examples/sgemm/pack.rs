//! Packing: blocks of A and B, in panels that the micro-kernel reads in order.
//!
//! A panel that reaches past its matrix is filled up with zeros, so that the
//! micro-kernel need not know of ragged edges.

use layout_runtime::dynamic::AnyExtent;
use layout_runtime::view::{Array, Ragged, Tile};
use layout_runtime::{Extent, Fixed, ViewMut, layout};

use crate::layouts::{Aligned, KC, MR, Packed, PanelA, PanelB, Part, TILE};

layout! {
    /// A panel of A, 16 columns at a time: a cache line of each row.
    struct ColumnsOfA = zipped_divide(PanelA, (12,16));
    /// The same elements, row after row.
    struct RowsOfA = (12,16):(16,1);
}

/// Packs a block of A.
#[inline(never)]
pub(crate) fn pack_a(a: Part, packed: &mut Packed) {
    let strips = a.ragged_tiles((Extent::new(MR), ..));
    if packed.a.len() < strips.len() {
        packed.a.resize(strips.len(), Aligned(Array::filled(0.0, PanelA)));
    }
    let mut rows = Array::filled(0.0, RowsOfA);
    for ((_, strip), Aligned(panel)) in strips.zip(&mut packed.a) {
        let columns = strip.into_inner().ragged_tiles((TILE.0, Fixed::<16>));
        for ((_, from), to) in columns.zip(panel.as_view_mut().tiles_mut(ColumnsOfA)) {
            match from {
                Ragged::Full(from) => pack_columns(from, &mut rows, to),
                Ragged::Edge(from) => {
                    rows = Array::filled(0.0, RowsOfA);
                    pack_columns(from, &mut rows, to);
                }
            }
        }
    }
}

/// Packs columns of A, by way of rows whose strides the compiler knows: what is there of them is
/// copied, and then all are turned.
#[inline(never)]
fn pack_columns<E: AnyExtent, F: AnyExtent>(
    from: Part<E, F>,
    rows: &mut Array<f32, RowsOfA, { RowsOfA::COSIZE }>,
    mut to: ViewMut<f32, Tile<ColumnsOfA>>,
) {
    let (m, _) = from.extents();
    for i in 0..m.min(MR) {
        let mut rows = rows.as_view_mut();
        copy_start(from.slice((i, ..)).as_slice(), rows.slice_mut((i, ..)).as_slice_mut());
    }
    rows.as_view().copy_to(&mut to);
}

/// Packs a block of B.
#[inline(never)]
pub(crate) fn pack_b(b: Part, packed: &mut Packed) {
    let panels = b.ragged_tiles((.., TILE.1)).len();
    if packed.b.len() < panels {
        packed.b.resize(panels, Aligned(Array::filled(0.0, PanelB)));
    }
    // Row by row through all panels, as the rows lie in memory.
    for (k, (_, row)) in b.ragged_tiles((Fixed::<1>, ..)).enumerate() {
        let Ragged::Full(row) = row else { unreachable!("tiles of one row are full") };
        pack_row(row, k, packed);
    }
}

/// Packs row `k` of a block of B.
#[inline(never)]
fn pack_row(row: Part<Fixed<1>>, k: usize, packed: &mut Packed) {
    assert!(k < KC);
    for ((_, from), Aligned(panel)) in row.ragged_tiles((.., TILE.1)).zip(&mut packed.b) {
        let mut panel = panel.as_view_mut();
        let mut to = panel.slice_mut((k, ..));
        match from {
            Ragged::Full(from) => copy_start(from.as_slice(), to.as_slice_mut()),
            Ragged::Edge(from) => {
                to.fill(0.0);
                copy_start(from.as_slice(), to.as_slice_mut());
            }
        }
    }
}

/// Copies a row to the start of another.
#[inline(always)]
fn copy_start(from: Option<&[f32]>, to: Option<&mut [f32]>) {
    // Elements of rows lie one after the other, which the compiler knows.
    let (Some(from), Some(to)) = (from, to) else { unreachable!("rows are slices") };
    let length = from.len().min(to.len());
    to[..length].copy_from_slice(&from[..length]);
}
