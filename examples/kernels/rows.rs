//! Loops over the rows, columns and elements of a matrix whose size is known at run time: each by views, and by slices and
//! indices. The rows are short, so that what is paid for each of them is seen.

use layout_view::{View, ViewMut, layout};

layout! { struct Rows<m, n> = (m, n):(n, 1); }

type Extents = (usize, usize);

/// The products of all rows with each other.
pub(crate) mod products {
    use super::*;

    pub(crate) fn views(out: &mut [f32], matrix: &[f32], (m, n): Extents) {
        let matrix = View::new(matrix, Rows::of(m, n));
        for i in 0..m {
            for j in 0..m {
                let (a, b) = (matrix.slice((i, ..)), matrix.slice((j, ..)));
                out[i * m + j] = a.iter().zip(b).map(|(a, b)| a * b).sum();
            }
        }
    }

    pub(crate) fn slices(out: &mut [f32], matrix: &[f32], (m, n): Extents) {
        for i in 0..m {
            for j in 0..m {
                let (a, b) = (&matrix[i * n..][..n], &matrix[j * n..][..n]);
                out[i * m + j] = a.iter().zip(b).map(|(a, b)| a * b).sum();
            }
        }
    }
}

/// Each row with a multiple of each other one added, as in an elimination or a product of sparse blocks.
pub(crate) mod additions {
    use super::*;

    pub(crate) fn views(out: &mut [f32], matrix: &[f32], (m, n): Extents) {
        let (mut out, matrix) =
            (ViewMut::new(out, Rows::of(m, n)), View::new(matrix, Rows::of(m, n)));
        for i in 0..m {
            for j in 0..m {
                let factor = (i + j) as f32;
                out.slice_mut((i, ..)).zip_with(matrix.slice((j, ..)), |x, y| *x += factor * y);
            }
        }
    }

    pub(crate) fn slices(out: &mut [f32], matrix: &[f32], (m, n): Extents) {
        for i in 0..m {
            for j in 0..m {
                let factor = (i + j) as f32;
                for (x, y) in out[i * n..][..n].iter_mut().zip(&matrix[j * n..][..n]) {
                    *x += factor * y;
                }
            }
        }
    }
}

/// A copy of rows in the order from the last to the first.
pub(crate) mod rows_turned {
    use super::*;

    pub(crate) fn views(out: &mut [f32], matrix: &[f32], (m, n): Extents) {
        let (mut out, matrix) =
            (ViewMut::new(out, Rows::of(m, n)), View::new(matrix, Rows::of(m, n)));
        for i in 0..m {
            out.slice_mut((i, ..)).copy_from(matrix.slice((m - 1 - i, ..)));
        }
    }

    pub(crate) fn slices(out: &mut [f32], matrix: &[f32], (m, n): Extents) {
        for i in 0..m {
            out[i * n..][..n].copy_from_slice(&matrix[(m - 1 - i) * n..][..n]);
        }
    }
}

/// A copy of columns in the order from the last to the first.
pub(crate) mod columns_turned {
    use super::*;

    pub(crate) fn views(out: &mut [f32], matrix: &[f32], (m, n): Extents) {
        let (mut out, matrix) =
            (ViewMut::new(out, Rows::of(m, n)), View::new(matrix, Rows::of(m, n)));
        for j in 0..n {
            out.slice_mut((.., j)).copy_from(matrix.slice((.., n - 1 - j)));
        }
    }

    pub(crate) fn slices(out: &mut [f32], matrix: &[f32], (m, n): Extents) {
        for j in 0..n {
            for i in 0..m {
                out[i * n + j] = matrix[i * n + n - 1 - j];
            }
        }
    }
}

/// Each element divided by the sum of its row.
pub(crate) mod normalised {
    use super::*;

    pub(crate) fn views(out: &mut [f32], matrix: &[f32], (m, n): Extents) {
        let (mut out, matrix) =
            (ViewMut::new(out, Rows::of(m, n)), View::new(matrix, Rows::of(m, n)));
        for i in 0..m {
            let row = matrix.slice((i, ..));
            let sum: f32 = row.iter().map(|x| x * x).sum();
            out.slice_mut((i, ..)).zip_with(row, |x, y| *x = y / sum);
        }
    }

    pub(crate) fn slices(out: &mut [f32], matrix: &[f32], (m, n): Extents) {
        for i in 0..m {
            let row = &matrix[i * n..][..n];
            let sum: f32 = row.iter().map(|x| x * x).sum();
            for (x, y) in out[i * n..][..n].iter_mut().zip(row) {
                *x = y / sum;
            }
        }
    }
}

/// Each element at the place that its coordinate has in a matrix of columns.
pub(crate) mod by_coordinates {
    use super::*;

    pub(crate) fn views(out: &mut [f32], matrix: &[f32], (m, n): Extents) {
        for ((i, j), x) in View::new(matrix, Rows::of(m, n)).indexed_iter() {
            out[j * m + i] = *x;
        }
    }

    pub(crate) fn slices(out: &mut [f32], matrix: &[f32], (m, n): Extents) {
        for j in 0..n {
            for i in 0..m {
                out[j * m + i] = matrix[i * n + j];
            }
        }
    }
}
