//! Products that are checked against one in double precision.

use crate::blocked::product;
use crate::element::Element;
use crate::kernel::Kernels;
use crate::matrix::Matrix;

/// M, N and K: less than a tile, whole tiles, and some more; rows, columns and single elements; several blocks of each.
const SIZES: [(usize, usize, usize); 14] = [
    (1, 1, 1),
    (7, 5, 3),
    (8, 48, 16),
    (24, 96, 512),
    (25, 49, 513),
    (67, 67, 67),
    (1, 100, 37),
    (100, 1, 37),
    (33, 17, 1),
    (3, 2500, 1),
    (2, 400, 1030),
    (50, 391, 520),
    (130, 15, 1025),
    (41, 200, 1537),
];

/// Multiplies matrices of small, odd and thin sizes by each kernel on one, two and five threads.
pub(crate) fn small<T: Kernels>() -> Result<(), String> {
    for (set, kernel) in T::available() {
        // From one size to the next, packed panels keep what they have.
        let mut buffers = vec![Vec::new(); 5];
        for (m, n, k) in SIZES {
            let (a, b) = (Matrix::random(m, k, 1), Matrix::random(k, n, 2));
            let reference = Reference::new(&a, &b);
            for threads in [1, 2, 5] {
                let mut c = Matrix::zeros(m, n);
                c.data.fill(T::from_f64(f64::NAN));
                product(a.view(), b.view(), c.view_mut(), kernel, &mut buffers[..threads]);
                let (error, tolerance) = (reference.error(&c), tolerance::<T>(k));
                if error > tolerance {
                    return Err(format!(
                        "({m} x {k}) * ({k} x {n}) by {set}, threads: {threads}, has an error of {error:.1e}, more than {tolerance:.1e}"
                    ));
                }
            }
        }
    }
    Ok(())
}

/// Twice the bound on the error of a sum of `k` products, relative to that of their magnitudes.
pub(crate) fn tolerance<T: Element>(k: usize) -> f64 {
    k as f64 * T::EPSILON
}

/// The rows of a matrix.
pub(crate) fn rows<T>(matrix: &Matrix<T>) -> impl Iterator<Item = &[T]> {
    matrix.data.chunks_exact(matrix.cols)
}

/// The product in double precision.
pub(crate) struct Reference {
    sums: Vec<f64>,
    /// The sums of the magnitudes: what the rounding errors are relative to.
    magnitudes: Vec<f64>,
}

impl Reference {
    pub(crate) fn new<T: Element>(a: &Matrix<T>, b: &Matrix<T>) -> Reference {
        let mut sums = vec![0.0; a.rows * b.cols];
        let mut magnitudes = sums.clone();
        let sums_of_rows = sums.chunks_exact_mut(b.cols).zip(magnitudes.chunks_exact_mut(b.cols));
        for (a, (sums, magnitudes)) in rows(a).zip(sums_of_rows) {
            for (&x, b) in a.iter().zip(rows(b)) {
                for ((sum, magnitude), &y) in sums.iter_mut().zip(&mut *magnitudes).zip(b) {
                    let product = x.to_f64() * y.to_f64();
                    *sum += product;
                    *magnitude += product.abs();
                }
            }
        }
        Reference { sums, magnitudes }
    }

    /// The largest relative error; infinite where an element is not a number.
    pub(crate) fn error<T: Element>(&self, c: &Matrix<T>) -> f64 {
        let exact = self.sums.iter().zip(&self.magnitudes);
        let errors = c.data.iter().zip(exact).map(|(&c, (sum, magnitude))| {
            let error = (c.to_f64() - sum).abs() / magnitude.max(f64::MIN_POSITIVE);
            if error.is_nan() { f64::INFINITY } else { error }
        });
        errors.fold(0.0, f64::max)
    }
}
