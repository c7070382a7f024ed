//! Packing: blocks of A and B, in panels that the micro-kernel reads in order.
//!
//! A panel that reaches past its matrix is filled up with zeros, so that the
//! micro-kernel need not know of ragged edges.

use layout_runtime::dynamic::AnyExtent;
use layout_runtime::view::{Array, DynamicView, Ragged};
use layout_runtime::{Extent, Fixed, Layout, Mode, ViewMut, layout};

use crate::layouts::{Aligned, KC, MR, Packed, PanelA, PanelB, Part, TILE};

layout! {
    /// A panel of A, 16 columns at a time: a cache line of each row.
    struct ColumnsOfA = zipped_divide(PanelA, (12,16));
    /// The same elements, row after row.
    struct RowsOfA = (12,16):(16,1);
}

/// A part of a row.
type Row<'a, E> = DynamicView<'a, f32, (Mode<E, Fixed<1>>,)>;

/// Packs a block of A.
#[inline(never)]
pub(crate) fn pack_a(a: Part, packed: &mut Packed) {
    let strips = a.tiles((Extent::new(MR), ..));
    if packed.a.len() < strips.len() {
        packed.a.resize(strips.len(), Aligned(Array::filled(0.0, PanelA)));
    }
    // Columns go by way of rows whose strides the compiler knows.
    let mut rows = Array::filled(0.0, RowsOfA);
    for ((_, strip), Aligned(panel)) in strips.zip(&mut packed.a) {
        let columns = strip.into_inner().tiles((TILE.0, Fixed::<16>));
        for ((_, from), mut to) in columns.zip(panel.as_view_mut().tiles_mut(ColumnsOfA)) {
            match from {
                Ragged::Full(from) => copy_rows(from, &mut rows),
                Ragged::Edge(from) => {
                    rows = Array::filled(0.0, RowsOfA);
                    copy_rows(from, &mut rows);
                }
            }
            rows.as_view().copy_to(&mut to);
        }
    }
}

/// Copies what is there of rows of A.
#[inline(always)]
fn copy_rows<E: AnyExtent, F: AnyExtent>(
    from: Part<E, F>,
    to: &mut Array<f32, RowsOfA, { RowsOfA::COSIZE }>,
) {
    let (m, _) = from.extents();
    for i in 0..m.min(MR) {
        copy_row(from.slice((i, ..)), to.as_view_mut().slice_mut((i, ..)));
    }
}

/// Packs a block of B.
#[inline(never)]
pub(crate) fn pack_b(b: Part, packed: &mut Packed) {
    let panels = b.tiles((.., TILE.1)).len();
    if packed.b.len() < panels {
        packed.b.resize(panels, Aligned(Array::filled(0.0, PanelB)));
    }
    // Row by row through all panels, as the rows lie in memory.
    let (m, _) = b.extents();
    for k in 0..m.min(KC) {
        let row = b.slice((k, ..));
        for ((_, from), Aligned(panel)) in row.tiles((TILE.1,)).zip(&mut packed.b) {
            let mut panel = panel.as_view_mut();
            let mut to = panel.slice_mut((k, ..));
            match from {
                Ragged::Full(from) => copy_row(from, to),
                Ragged::Edge(from) => {
                    to.fill(0.0);
                    copy_row(from, to);
                }
            }
        }
    }
}

/// Copies a row to the start of another.
#[inline(always)]
fn copy_row<E: AnyExtent, L: Layout>(from: Row<E>, mut to: ViewMut<f32, L>) {
    if let (Some(from), Some(to)) = (from.as_slice(), to.as_slice_mut()) {
        let length = from.len().min(to.len());
        to[..length].copy_from_slice(&from[..length]);
    }
}
