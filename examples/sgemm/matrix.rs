//! Matrices of a run-time size.

use layout_view::{Layout, View, ViewMut};

use crate::element::Element;
use crate::layouts::{Part, PartMut, Rows};

/// A dense matrix, row after row.
pub(crate) struct Matrix<T> {
    pub(crate) rows: usize,
    pub(crate) cols: usize,
    pub(crate) data: Vec<T>,
}

impl<T: Element> Matrix<T> {
    pub(crate) fn zeros(rows: usize, cols: usize) -> Matrix<T> {
        Matrix { rows, cols, data: vec![T::ZERO; rows * cols] }
    }

    /// Numbers in [-1, 1], the same in every run.
    pub(crate) fn random(rows: usize, cols: usize, seed: u64) -> Matrix<T> {
        let mut state = seed;
        let next = || {
            // Knuth's linear congruential generator, of which the upper bits are good.
            state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            T::from_f64((state >> 11) as f64 / (1_u64 << 52) as f64 - 1.0)
        };
        Matrix { rows, cols, data: std::iter::repeat_with(next).take(rows * cols).collect() }
    }

    pub(crate) fn view(&self) -> Part<'_, T> {
        View::new(&self.data, Rows::of(self.rows, self.cols).geometry())
    }

    pub(crate) fn view_mut(&mut self) -> PartMut<'_, T> {
        ViewMut::new(&mut self.data, Rows::of(self.rows, self.cols).geometry())
    }
}

/// A function of `matrixmultiply`: of M, K and N, a factor, A and B with their strides, a factor, and C with its strides.
pub(crate) type Multiply<T> = unsafe fn(
    usize,
    usize,
    usize,
    T,
    *const T,
    isize,
    isize,
    *const T,
    isize,
    isize,
    T,
    *mut T,
    isize,
    isize,
);
