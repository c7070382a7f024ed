//! The layouts of the matrices and of a packed panel, and the sizes of blocks.

use layout_view::{Array, Extent, Fixed, Mode, View, ViewMut, layout};

layout! {
    /// A matrix: row after row.
    pub(crate) struct Rows<m, n> = (m, n):(n, 1);
    /// Room for a panel of B, 48 columns by 512 rows. Each kernel has its own layout for it.
    pub(crate) struct Room = (48,512);
}

/// The columns of a panel.
pub(crate) const NR: usize = layout!(size(Room, 0));
/// The steps of a panel.
pub(crate) const KC: usize = layout!(size(Room, 1));
/// The rows of a thread are a multiple of this, and so of the rows of every register tile.
pub(crate) const MR: usize = 24;
/// The bytes of B that are packed at once, which stay in the second-level cache.
const BLOCK: usize = 768 << 10;
/// The most panels of a block, each of which takes room for all of its steps.
const PANELS_OF_BLOCK: usize = 48;

/// The columns of B that are packed at once, with `kc` rows.
pub(crate) fn nc<T>(kc: usize) -> usize {
    let columns = BLOCK / (kc * size_of::<T>());
    columns.next_multiple_of(NR).min(PANELS_OF_BLOCK * NR)
}

/// A part of a matrix, with as many rows and columns as `E` and `F` say.
pub(crate) type Part<'a, T, E = Extent, F = Extent> = View<'a, T, Modes<E, F>>;
/// A part of a matrix that is written.
pub(crate) type PartMut<'a, T, E = Extent, F = Extent> = ViewMut<'a, T, Modes<E, F>>;
type Modes<E, F> = (Mode<E>, Mode<F, Fixed<1>>);

/// A packed panel of B, from the start of a cache line on: a vector across two lines is slower.
#[derive(Clone)]
#[repr(align(64))]
pub(crate) struct Packed<T>(pub(crate) Array<T, Room, { Room::COSIZE }>);
