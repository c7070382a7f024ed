//! The kernels by slices and indices computed by hand, as safe code has them.

use crate::Convolution;

pub(crate) fn convolve(out: &mut [f32], image: &[f32], filters: &[f32], shape: Convolution) {
    let Convolution { images, blocks, height, width, .. } = shape;
    for n in 0..images {
        for o in 0..blocks {
            for y in 0..height {
                for x in 0..width {
                    convolve_block(out, image, filters, shape, (n, o, y, x));
                }
            }
        }
    }
}

#[inline(never)]
fn convolve_block(
    out: &mut [f32],
    image: &[f32],
    filters: &[f32],
    Convolution { channels, blocks, height, width, r, s, .. }: Convolution,
    (n, o, y, x): (usize, usize, usize, usize),
) {
    let (h, w) = (height + r - 1, width + s - 1);
    for c in 0..channels {
        for i in 0..r {
            for j in 0..s {
                let value = image[((n * channels + c) * h + y + i) * w + x + j];
                for l in 0..8 {
                    out[(((n * blocks + o) * height + y) * width + x) * 8 + l] +=
                        value * filters[(((o * channels + c) * r + i) * s + j) * 8 + l];
                }
            }
        }
    }
}

pub(crate) fn pack_rows(panels: &mut [f32], matrix: &[f32], (_, k, ld): (usize, usize, usize)) {
    for (panel, rows) in panels.chunks_exact_mut(8 * k).zip(matrix.chunks(8 * ld)) {
        for (j, column) in panel.as_chunks_mut::<8>().0.iter_mut().enumerate() {
            for (i, x) in column.iter_mut().enumerate() {
                *x = rows[i * ld + j];
            }
        }
    }
}

pub(crate) fn pack_columns(panels: &mut [f32], matrix: &[f32], (_, k, ld): (usize, usize, usize)) {
    for (p, panel) in panels.chunks_exact_mut(8 * k).enumerate() {
        for (column, from) in panel.as_chunks_mut::<8>().0.iter_mut().zip(matrix.chunks(ld)) {
            column.copy_from_slice(&from[8 * p..8 * p + 8]);
        }
    }
}

pub(crate) fn relax(target: &mut [f32], source: &[f32], (m, n): (usize, usize)) {
    let rows = source[..m * n].chunks_exact(n);
    let rows = rows.clone().zip(rows.clone().skip(1)).zip(rows.skip(2));
    for (((north, here), south), row) in rows.zip(target.chunks_exact_mut(n).skip(1)) {
        for j in 1..n - 1 {
            let around = north[j] + here[j - 1] + here[j + 1];
            row[j] = 0.5 * here[j] + 0.125 * (around + south[j]);
        }
    }
}
