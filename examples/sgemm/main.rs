//! A blocked single-precision matrix product, C = A * B, in which layouts
//! say where every element of every tile lies.
//!
//! The structure is that of GotoBLAS and BLIS: blocks of A and B are packed into
//! panels (`pack.rs`), a micro-kernel multiplies two panels in registers
//! (`kernel.rs`), and five loops around it walk through the blocks
//! (`blocked.rs`). All of it goes through tiles and slices of views: there is no index
//! arithmetic, and threads write tiles that are shown to share no element.
//!
//! The result is checked against a product in double precision, and timed
//! beside a plain triple loop and the crate `matrixmultiply`, on one thread; then on all.
//!
//! ```text
//! cargo run --release --example sgemm             # 1024 x 1024 x 1024
//! cargo run --release --example sgemm -- 517      # N x N x N
//! cargo run --release --example sgemm -- 100 200 300   # M N K: (M x K) * (K x N)
//! ```
//!
//! The exit status is 1 if a result is wrong and 2 if the arguments are.

// A function for instructions that not every processor has is unsafe to call,
// and so is `matrixmultiply::sgemm`, which takes pointers. Nothing else is.
#![allow(unsafe_code)]

mod blocked;
mod kernel;
mod layouts;
mod matrix;
mod pack;

use std::process::ExitCode;
use std::time::Instant;

use kernel::Kernel;
use layouts::{Packed, PanelA, PanelB, Rows};
use matrix::Matrix;

const ROUNDS: usize = 11;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let (m, n, k) = match sizes(&arguments) {
        Ok(sizes) => sizes,
        Err(message) => {
            eprintln!("error: {message}\nusage: sgemm [N | M N K]");
            return ExitCode::from(2);
        }
    };
    print_layouts();

    let (a, b) = (Matrix::random(m, k, 1), Matrix::random(k, n, 2));
    let mut c = Matrix::zeros(m, n);
    let reference = Reference::new(&a, &b);

    let threads = std::thread::available_parallelism().map_or(1, |count| count.get());
    let mut contenders = Vec::new();
    for (set, kernel) in kernel::available() {
        contenders.push((format!("ours, {set}"), ours(kernel, 1)));
    }
    contenders.push(("matrixmultiply".into(), Box::new(matrixmultiply)));
    contenders.push(("triple loop".into(), Box::new(triple_loop)));
    let (_, fastest) = kernel::available()[0];
    contenders.push((format!("ours, {threads} threads"), ours(fastest, threads)));

    // In turn, so that a change of the machine's speed meets all of them.
    let mut seconds = vec![Vec::new(); contenders.len()];
    let mut errors = vec![0.0; contenders.len()];
    for _ in 0..ROUNDS {
        for (i, (_, product)) in contenders.iter_mut().enumerate() {
            c.data.fill(f32::NAN);
            let start = Instant::now();
            product(&a, &b, &mut c);
            seconds[i].push(start.elapsed().as_secs_f64());
            errors[i] = reference.error(&c).max(errors[i]);
        }
    }

    println!("\nC({m},{n}) = A({m},{k}) * B({k},{n}), median of {ROUNDS} rounds:");
    let medians: Vec<f64> = seconds.into_iter().map(median).collect();
    let operations = 2.0 * m as f64 * n as f64 * k as f64;
    // Twice the bound on the error of a sum of k products, relative to that of their magnitudes.
    let tolerance = k as f64 * f64::from(f32::EPSILON);
    let mut right = true;
    for ((name, _), (time, &error)) in contenders.iter().zip(medians.iter().zip(&errors)) {
        let speed = operations / time * 1e-9;
        let verdict = if error <= tolerance { "" } else { "  WRONG" };
        right &= error <= tolerance;
        println!(
            "  {name:<15} {:10.3} ms {speed:8.2} GFLOP/s   error {error:.1e}{verdict}",
            time * 1e3
        );
    }
    let [one, .., matrixmultiply, triple_loop, all] = medians[..] else {
        unreachable!("ours and two others, and ours")
    };
    println!("  speed, ours / matrixmultiply: {:.2}", matrixmultiply / one);
    println!("  speed, ours / triple loop:    {:.2}", triple_loop / one);
    println!("  speed, {threads} threads / one:        {:.2}", one / all);

    if !right {
        eprintln!("error: a result differs from the reference by more than {tolerance:.1e}");
        return ExitCode::FAILURE;
    }
    ExitCode::SUCCESS
}

/// M, N and K.
fn sizes(arguments: &[String]) -> Result<(usize, usize, usize), String> {
    let sizes = arguments.iter().map(|argument| match argument.parse() {
        Ok(size) if size > 0 => Ok(size),
        _ => Err(format!("a size is an integer above 0, not `{argument}`")),
    });
    let (m, n, k) = match sizes.collect::<Result<Vec<usize>, String>>()?[..] {
        [] => (1024, 1024, 1024),
        [n] => (n, n, n),
        [m, n, k] => (m, n, k),
        _ => return Err(format!("expected one size or three, got {}", arguments.len())),
    };
    let fits = |rows: usize, cols: usize| rows.checked_mul(cols).is_some_and(|x| x < 1 << 32);
    if !(fits(m, k) && fits(k, n) && fits(m, n)) {
        return Err(format!("matrices of {m} x {k} and {k} x {n} are too large"));
    }
    Ok((m, n, k))
}

fn print_layouts() {
    println!("Layouts:");
    for (name, notation) in
        [("Rows", Rows::NOTATION), ("PanelA", PanelA::NOTATION), ("PanelB", PanelB::NOTATION)]
    {
        println!("  {name:<11} {notation}");
    }
}

fn median(mut times: Vec<f64>) -> f64 {
    times.sort_by(f64::total_cmp);
    times[times.len() / 2]
}

/// A product, and what it keeps from one call to the next.
type Product = Box<dyn FnMut(&Matrix, &Matrix, &mut Matrix)>;

fn ours(kernel: Kernel, threads: usize) -> Product {
    let mut buffers: Vec<Packed> = (0..threads).map(|_| Packed::default()).collect();
    Box::new(move |a, b, c| {
        blocked::product(a.view(), b.view(), c.view_mut(), kernel, &mut buffers);
    })
}

fn rows(matrix: &Matrix) -> impl Iterator<Item = &[f32]> {
    matrix.data.chunks_exact(matrix.cols)
}

/// The plain triple loop, in the order in which the memory is read row by row.
fn triple_loop(a: &Matrix, b: &Matrix, c: &mut Matrix) {
    c.data.fill(0.0);
    for (a, sums) in rows(a).zip(c.data.chunks_exact_mut(b.cols)) {
        for (x, b) in a.iter().zip(rows(b)) {
            for (sum, y) in sums.iter_mut().zip(b) {
                *sum += x * y;
            }
        }
    }
}

fn matrixmultiply(a: &Matrix, b: &Matrix, c: &mut Matrix) {
    let row = |matrix: &Matrix| matrix.cols as isize;
    assert!(a.cols == b.rows && c.rows == a.rows && c.cols == b.cols);
    // SAFETY: the pointers are to whole matrices of these sizes, row after row,
    // and C is not A or B.
    unsafe {
        matrixmultiply::sgemm(
            a.rows,
            a.cols,
            b.cols,
            1.0,
            a.data.as_ptr(),
            row(a),
            1,
            b.data.as_ptr(),
            row(b),
            1,
            0.0,
            c.data.as_mut_ptr(),
            row(c),
            1,
        );
    }
}

/// The product in double precision.
struct Reference {
    sums: Vec<f64>,
    /// The sums of the magnitudes: what the rounding errors are relative to.
    magnitudes: Vec<f64>,
}

impl Reference {
    fn new(a: &Matrix, b: &Matrix) -> Reference {
        let mut sums = vec![0.0; a.rows * b.cols];
        let mut magnitudes = sums.clone();
        let sums_of_rows = sums.chunks_exact_mut(b.cols).zip(magnitudes.chunks_exact_mut(b.cols));
        for (a, (sums, magnitudes)) in rows(a).zip(sums_of_rows) {
            for (&x, b) in a.iter().zip(rows(b)) {
                for ((sum, magnitude), &y) in sums.iter_mut().zip(&mut *magnitudes).zip(b) {
                    let product = f64::from(x) * f64::from(y);
                    *sum += product;
                    *magnitude += product.abs();
                }
            }
        }
        Reference { sums, magnitudes }
    }

    /// The largest relative error; infinite where an element is not a number.
    fn error(&self, c: &Matrix) -> f64 {
        let exact = self.sums.iter().zip(&self.magnitudes);
        let errors = c.data.iter().zip(exact).map(|(&c, (sum, magnitude))| {
            let error = (f64::from(c) - sum).abs() / magnitude.max(f64::MIN_POSITIVE);
            if error.is_nan() { f64::INFINITY } else { error }
        });
        errors.fold(0.0, f64::max)
    }
}
