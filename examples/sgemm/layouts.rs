//! The layouts of the matrices, of packing and of the tile of C, and the tuning: all of it is
//! extents.

use layout_runtime::view::{Array, View, ViewMut};
use layout_runtime::{Extent, Fixed, Mode, layout};

layout! {
    /// A matrix: row after row.
    pub(crate) struct Rows<m, n> = (m, n):(n, 1);
    /// A panel of A: 12 rows of 320 columns, column after column, because a step
    /// of the micro-kernel reads one column.
    pub(crate) struct PanelA = (12,320);
    /// A panel of B: 320 rows of 32 columns, row after row, because a step of
    /// the micro-kernel reads one row.
    pub(crate) struct PanelB = (320,32):(32,1);
}

/// The rows of a tile.
pub(crate) const MR: usize = layout!(size(PanelA, 0));
/// The columns of a tile.
pub(crate) const NR: usize = layout!(size(PanelB, 1));
/// The steps of a panel.
pub(crate) const KC: usize = layout!(size(PanelA, 1));
/// The rows of a block of A, which is packed at once.
pub(crate) const MC: usize = 10 * MR;
/// The columns of a block of B, whose panels are to stay in the second-level cache.
pub(crate) const NC: usize = 32 * NR;

const _: () = assert!(layout!(size(PanelB, 0)) == KC);

/// A part of a matrix, with as many rows and columns as `E` and `F` say.
pub(crate) type Part<'a, E = Extent, F = Extent> = View<'a, f32, Modes<E, F>>;
/// A part of a matrix that is written.
pub(crate) type PartMut<'a, E = Extent, F = Extent> = ViewMut<'a, f32, Modes<E, F>>;
type Modes<E, F> = (Mode<E>, Mode<F, Fixed<1>>);

/// The tiler of C. What it leaves at the edges is smaller.
pub(crate) const TILE: (Fixed<12>, Fixed<32>) = (Fixed, Fixed);
/// A full tile.
pub(crate) type TileMut<'a> = PartMut<'a, Fixed<12>, Fixed<32>>;

/// Panels of a block, and more where there was a larger one.
#[derive(Default)]
pub(crate) struct Packed {
    pub(crate) a: Vec<Aligned<Array<f32, PanelA, { PanelA::COSIZE }>>>,
    pub(crate) b: Vec<Aligned<Array<f32, PanelB, { PanelB::COSIZE }>>>,
}

/// From the start of a cache line on: a vector across two lines is slower.
#[derive(Clone)]
#[repr(align(64))]
pub(crate) struct Aligned<P>(pub(crate) P);
