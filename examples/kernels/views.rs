//! The kernels by views: loops over coordinates, and copies. Matrices have a multiple of eight rows.

use layout_view::{Fixed, Ragged, View, ViewMut, layout};

layout! {
    pub struct Nchw<n, c, h, w> = (n,c,h,w):(c*h*w,h*w,w,1);
    pub struct NChw8c<n, c8, h, w> = (n,c8,h,w,8):(c8*h*w*8,h*w*8,w*8,8,1);
    pub struct Filters<o8, c, r, s> = (o8,c,r,s,8):(c*r*s*8,r*s*8,s*8,8,1);
    pub struct Rows<m, k, ld> = (m,k):(ld,1);
    pub struct Columns<m, k, ld> = (m,k):(1,ld);
    pub struct Panel<k> = (8,k):(1,8);
}

/// A convolution, from channels apart to channels in blocks of eight.
pub(crate) fn convolve(
    mut out: ViewMut<f32, NChw8c>,
    image: View<f32, Nchw>,
    filters: View<f32, Filters>,
) {
    let (images, blocks, height, width, _) = out.extents();
    for n in 0..images {
        for o in 0..blocks {
            for y in 0..height {
                for x in 0..width {
                    convolve_block(&mut out, image, filters, (n, o, y, x));
                }
            }
        }
    }
}

/// All of one block of eight channels.
#[inline(never)]
fn convolve_block(
    out: &mut ViewMut<f32, NChw8c>,
    image: View<f32, Nchw>,
    filters: View<f32, Filters>,
    (n, o, y, x): (usize, usize, usize, usize),
) {
    let (_, channels, r, s, _) = filters.extents();
    for c in 0..channels {
        for i in 0..r {
            for j in 0..s {
                let value = image[(n, c, y + i, x + j)];
                for l in 0..8 {
                    out[(n, o, y, x, l)] += value * filters[(o, c, i, j, l)];
                }
            }
        }
    }
}

/// The rows of a matrix in panels of eight, column by column, by copies of tiles.
#[inline(never)]
pub(crate) fn pack_rows(panels: &mut [f32], matrix: &[f32], (m, k, ld): (usize, usize, usize)) {
    let tiles = View::new(matrix, Rows::of(m, k, ld)).ragged_tiles((Fixed::<8>, ..));
    for (panel, (_, tile)) in panels.chunks_exact_mut(8 * k).zip(tiles) {
        if let Ragged::Full(tile) = tile {
            tile.copy_to(&mut ViewMut::new(panel, Panel::of(k)));
        }
    }
}

/// The same of a matrix that lies column after column.
#[inline(never)]
pub(crate) fn pack_columns(panels: &mut [f32], matrix: &[f32], (m, k, ld): (usize, usize, usize)) {
    let tiles = View::new(matrix, Columns::of(m, k, ld)).ragged_tiles((Fixed::<8>, ..));
    for (panel, (_, tile)) in panels.chunks_exact_mut(8 * k).zip(tiles) {
        if let Ragged::Full(tile) = tile {
            tile.copy_to(&mut ViewMut::new(panel, Panel::of(k)));
        }
    }
}

/// [`pack_rows`] by a loop over coordinates. Bounds are those of the views: that a coordinate is
/// below them is then known, and not asked again.
#[inline(never)]
pub(crate) fn pack_by_index(panels: &mut [f32], matrix: &[f32], (m, k, ld): (usize, usize, usize)) {
    let tiles = View::new(matrix, Rows::of(m, k, ld)).ragged_tiles((Fixed::<8>, ..));
    for (panel, (_, tile)) in panels.chunks_exact_mut(8 * k).zip(tiles) {
        let Ragged::Full(tile) = tile else { continue };
        let mut panel = ViewMut::new(panel, Panel::of(k));
        let (rows, columns) = tile.extents();
        let mut panel = panel.slice_mut((.., 0..columns));
        for j in 0..columns {
            for i in 0..rows {
                panel[(i, j)] = tile[(i, j)];
            }
        }
    }
}

/// A step of a five-point stencil within the border of a matrix.
#[inline(never)]
pub(crate) fn relax(target: &mut [f32], source: &[f32], (m, n): (usize, usize)) {
    let source = View::new(source, Rows::of(m, n, n));
    let mut target = ViewMut::new(target, Rows::of(m, n, n));
    let (m, n) = source.extents();
    let mut target = target.slice_mut((0..m, 0..n));
    for i in 1..m - 1 {
        for j in 1..n - 1 {
            let around = source[(i - 1, j)] + source[(i, j - 1)] + source[(i, j + 1)];
            target[(i, j)] = 0.5 * source[(i, j)] + 0.125 * (around + source[(i + 1, j)]);
        }
    }
}
