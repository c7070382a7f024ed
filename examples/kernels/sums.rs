//! Sums of products by names, with `einsum!`, and by slices: a product of two matrices, of one with the transposed of another,
//! and of a matrix with a vector. The slices are in the order that each needs.

use layout_view::{View, ViewMut, einsum, layout};

layout! {
    struct Left<m, k> = (m: m, k: k):(k, 1);
    struct Right<k, n> = (k: k, n: n):(n, 1);
    struct Columns<k, n> = (k: k, n: n):(1, k);
    struct Product<m, n> = (m: m, n: n):(n, 1);
    struct Line<k> = (k: k):(1);
    struct Sums<m> = (m: m):(1);
}

/// The extents `m`, `k` and `n`.
type Extents = (usize, usize, usize);

/// `C = A B`, all row after row.
pub(crate) mod product {
    use super::*;

    pub(crate) fn views(out: &mut [f32], a: &[f32], b: &[f32], (m, k, n): Extents) {
        let (a, b) = (View::new(a, Left::of(m, k)), View::new(b, Right::of(k, n)));
        let mut out = ViewMut::new(out, Product::of(m, n));
        einsum!("m k, k n -> m n", a: Left, b: Right, out: Product);
    }

    pub(crate) fn slices(out: &mut [f32], a: &[f32], b: &[f32], (m, k, n): Extents) {
        for i in 0..m {
            let row = &mut out[i * n..][..n];
            row.fill(0.0);
            for l in 0..k {
                let factor = a[i * k + l];
                for (sum, x) in row.iter_mut().zip(&b[l * n..][..n]) {
                    *sum += factor * x;
                }
            }
        }
    }
}

/// The same where `B` lies column after column.
pub(crate) mod product_of_columns {
    use super::*;

    pub(crate) fn views(out: &mut [f32], a: &[f32], b: &[f32], (m, k, n): Extents) {
        let (a, b) = (View::new(a, Left::of(m, k)), View::new(b, Columns::of(k, n)));
        let mut out = ViewMut::new(out, Product::of(m, n));
        einsum!("m k, k n -> m n", a: Left, b: Columns, out: Product);
    }

    pub(crate) fn slices(out: &mut [f32], a: &[f32], b: &[f32], (m, k, n): Extents) {
        for i in 0..m {
            for j in 0..n {
                let (row, column) = (&a[i * k..][..k], &b[j * k..][..k]);
                out[i * n + j] = row.iter().zip(column).map(|(x, y)| x * y).sum();
            }
        }
    }
}

/// A matrix and a vector.
pub(crate) mod product_of_vector {
    use super::*;

    pub(crate) fn views(out: &mut [f32], a: &[f32], b: &[f32], (m, k, _): Extents) {
        let (a, b) = (View::new(a, Left::of(m, k)), View::new(b, Line::of(k)));
        let mut out = ViewMut::new(out, Sums::of(m));
        einsum!("m k, k -> m", a: Left, b: Line, out: Sums);
    }

    pub(crate) fn slices(out: &mut [f32], a: &[f32], b: &[f32], (m, k, _): Extents) {
        for (i, sum) in out[..m].iter_mut().enumerate() {
            *sum = a[i * k..][..k].iter().zip(&b[..k]).map(|(x, y)| x * y).sum();
        }
    }
}
