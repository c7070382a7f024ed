//! Times single-precision matrix products: the example `sgemm` of `layout-view`, `matrixmultiply`, `gemm` and `faer`.
//!
//! ```text
//! sgemm THREADS    prints a table; MATMUL_NUM_THREADS must be the same number
//! sgemm pack a     packs all of A as the product does, for instructions to be counted in `counted`
//! sgemm pack b     the same for B
//! ```
//!
//! Every variant is checked before it is timed. The variants are run in turn, and each is compared with `matrixmultiply` in the
//! same round: how fast a machine is changes from second to second where others use it too.

#[path = "../../../examples/sgemm/blocked.rs"]
mod blocked;
#[path = "../../../examples/sgemm/element.rs"]
mod element;
#[path = "../../../examples/sgemm/kernel.rs"]
mod kernel;
#[path = "../../../examples/sgemm/layouts.rs"]
mod layouts;
#[path = "../../../examples/sgemm/matrix.rs"]
mod matrix;
#[path = "../../../examples/sgemm/pack.rs"]
mod pack;
#[path = "../../../examples/sgemm/registers.rs"]
mod registers;

use std::hint::black_box;
use std::time::{Duration, Instant};

use element::Element;
use gemm::Parallelism;
use kernel::{Kernel, Kernels};
use layout_view::Fixed;
use layouts::{KC, Packed, Part};
use matrix::{Matrix, Multiply};

/// The time that a size is run for, and the most runs.
const TIME: Duration = Duration::from_millis(1500);
const ROUNDS: usize = 201;

/// The rows of A, its columns, and the columns of B: square ones, odd ones, and thin ones.
const SIZES: [(usize, usize, usize); 14] = [
    (64, 64, 64),
    (128, 128, 128),
    (256, 256, 256),
    (384, 384, 384),
    (512, 512, 512),
    (1024, 1024, 1024),
    (2048, 2048, 2048),
    (67, 67, 67),
    (517, 517, 517),
    (1023, 1023, 1023),
    (2048, 32, 2048),
    (2048, 2048, 32),
    (32, 2048, 2048),
    (1001, 13, 999),
];

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match arguments.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["pack"] => count(),
        [threads] => {
            let threads = threads.parse().expect("a number of threads");
            table::<f32>(threads);
            table::<f64>(threads);
        }
        _ => panic!("a number of threads, or `pack`"),
    }
}

/// `matrixmultiply`, views, `gemm` and `faer`.
const VARIANTS: usize = 4;

/// `C = A * B`, and what is kept from one call to the next.
type Product<T> = Box<dyn FnMut(&Matrix<T>, &Matrix<T>, &mut Matrix<T>)>;

/// Elements that the other crates multiply.
trait Others: Kernels + faer::traits::ComplexField {
    const NAME: &str;
    /// `matrixmultiply`'s function.
    const MULTIPLY: Multiply<Self>;
}

impl Others for f32 {
    const NAME: &str = "f32";
    const MULTIPLY: Multiply<f32> = matrixmultiply::sgemm;
}

impl Others for f64 {
    const NAME: &str = "f64";
    const MULTIPLY: Multiply<f64> = matrixmultiply::dgemm;
}

fn table<T: Others>(threads: usize) {
    let (set, fastest) = T::available()[0];
    let s = if threads == 1 { "" } else { "s" };
    println!("### `{}`, {threads} thread{s}, views with {set}\n", T::NAME);
    println!("| m x k x n | `matrixmultiply`, GFLOP/s | views | views, best | `gemm` | `faer` |");
    println!("|--:|--:|--:|--:|--:|--:|");
    for size in SIZES {
        let variants: [Product<T>; VARIANTS] = [
            Box::new(matrixmultiply),
            ours(fastest, threads),
            Box::new(move |a, b, c| gemm(a, b, c, threads)),
            Box::new(move |a, b, c| faer(a, b, c, threads)),
        ];
        row(size, variants);
    }
    println!();
}

/// Measures products of `m` x `k` by `k` x `n` and prints their row.
fn row<T: Others>((m, k, n): (usize, usize, usize), mut variants: [Product<T>; VARIANTS]) {
    let (a, b) = (Matrix::random(m, k, 1), Matrix::random(k, n, 2));
    let mut c = Matrix::zeros(m, n);
    let mut expected = Matrix::zeros(m, n);
    for (variant, product) in variants.iter_mut().enumerate() {
        c.data.fill(T::from_f64(f64::NAN));
        product(&a, &b, &mut c);
        if variant == 0 {
            expected.data.copy_from_slice(&c.data);
        }
        let near = 100.0 * T::EPSILON * k as f64;
        let is_near = |(x, y): (&T, &T)| (x.to_f64() - y.to_f64()).abs() <= near;
        assert!(c.data.iter().zip(&expected.data).all(is_near), "a product of {m} x {k} x {n}");
    }

    let mut seconds = [(); VARIANTS].map(|()| Vec::new());
    let start = Instant::now();
    while seconds[0].len() < ROUNDS && start.elapsed() < TIME {
        for (product, seconds) in variants.iter_mut().zip(&mut seconds) {
            // What is in the caches is the same for all.
            c.data.fill(T::from_f64(f64::NAN));
            let start = Instant::now();
            product(black_box(&a), black_box(&b), black_box(&mut c));
            seconds.push(start.elapsed().as_secs_f64());
        }
    }
    let best = |seconds: &[f64]| seconds.iter().copied().fold(f64::INFINITY, f64::min);
    let [views, gemm, faer] = [1, 2, 3].map(|variant| {
        let mut ratios: Vec<f64> =
            seconds[0].iter().zip(&seconds[variant]).map(|(x, y)| x / y).collect();
        ratios.sort_by(f64::total_cmp);
        let [low, middle, high] = [1, 2, 3].map(|k| ratios[(ratios.len() - 1) * k / 4]);
        format!("{middle:.2} ({low:.2}–{high:.2})")
    });
    let least = best(&seconds[0]) / best(&seconds[1]);
    let speed = 2.0 * (m as f64) * (k as f64) * (n as f64) / best(&seconds[0]) * 1e-9;
    println!("| {m} x {k} x {n} | {speed:.0} | {views} | {least:.2} | {gemm} | {faer} |");
}

fn ours<T: Element>(kernel: Kernel<T>, threads: usize) -> Product<T> {
    let mut buffers: Vec<Vec<Packed<T>>> = vec![Vec::new(); threads];
    Box::new(move |a, b, c| {
        let threads = blocked::threads(a.rows, b.cols, a.cols, buffers.len());
        blocked::product(a.view(), b.view(), c.view_mut(), kernel, &mut buffers[..threads]);
    })
}

fn matrixmultiply<T: Others>(a: &Matrix<T>, b: &Matrix<T>, c: &mut Matrix<T>) {
    let ((m, k), n) = ((a.rows, a.cols), b.cols);
    let (row_a, row_b, row_c) = (a.cols as isize, b.cols as isize, c.cols as isize);
    assert!(k == b.rows && m == c.rows && n == c.cols);
    let (a, b, c) = (a.data.as_ptr(), b.data.as_ptr(), c.data.as_mut_ptr());
    // SAFETY: the pointers are to whole matrices of these sizes, row after row, and C is not A or B.
    unsafe {
        T::MULTIPLY(m, k, n, T::from_f64(1.0), a, row_a, 1, b, row_b, 1, T::ZERO, c, row_c, 1)
    }
}

fn gemm<T: Others>(a: &Matrix<T>, b: &Matrix<T>, c: &mut Matrix<T>, threads: usize) {
    let ((m, k), n) = ((a.rows, a.cols), b.cols);
    let (row_a, row_b, row_c) = (a.cols as isize, b.cols as isize, c.cols as isize);
    assert!(k == b.rows && m == c.rows && n == c.cols);
    let (a, b, c) = (a.data.as_ptr(), b.data.as_ptr(), c.data.as_mut_ptr());
    let parallelism = if threads == 1 { Parallelism::None } else { Parallelism::Rayon(threads) };
    // SAFETY: the same.
    unsafe {
        gemm::gemm(
            m,
            n,
            k,
            c,
            1,
            row_c,
            false,
            a,
            1,
            row_a,
            b,
            1,
            row_b,
            T::ZERO,
            T::from_f64(1.0),
            false,
            false,
            false,
            parallelism,
        );
    }
}

fn faer<T: Others>(a: &Matrix<T>, b: &Matrix<T>, c: &mut Matrix<T>, threads: usize) {
    let (m, k, n) = (a.rows, a.cols, b.cols);
    let par = if threads == 1 { faer::Par::Seq } else { faer::Par::rayon(threads) };
    faer::linalg::matmul::matmul(
        faer::MatMut::from_row_major_slice_mut(&mut c.data, m, n),
        faer::Accum::Replace,
        faer::MatRef::from_row_major_slice(&a.data, m, k),
        faer::MatRef::from_row_major_slice(&b.data, k, n),
        T::from_f64(1.0),
        par,
    );
}

/// Packs a matrix block by block in [`counted`], after the buffers have been made. Prints the number of elements.
fn count() {
    assert!(is_x86_feature_detected!("avx2"));
    let matrix = Matrix::<f32>::random(960, 960, 1);
    let mut packed = Vec::new();
    for is_counted in [false, true] {
        for i in (0..960).step_by(KC) {
            let block = matrix.view().slice((i..960.min(i + KC), ..));
            // SAFETY: the processor has AVX2.
            unsafe {
                if is_counted { counted(block, &mut packed) } else { pack(block, &mut packed) }
            }
        }
    }
    println!("{}", matrix.data.len());
}

#[unsafe(no_mangle)]
#[inline(never)]
#[target_feature(enable = "avx2")]
fn counted(block: Part<f32>, packed: &mut Vec<Packed<f32>>) {
    pack(block, packed);
}

/// As the kernel for AVX2 packs.
#[target_feature(enable = "avx2")]
fn pack(block: Part<f32>, packed: &mut Vec<Packed<f32>>) {
    layout_view::layout! { struct Tiles = (((8,2),512),3); }
    pack::pack(block, packed, Tiles, Fixed::<16>);
}
