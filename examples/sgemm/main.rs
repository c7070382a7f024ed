//! A blocked matrix product, C = A * B, in which layouts say where every element of every tile lies.
//!
//! The structure is that of GotoBLAS and BLIS: blocks of B are packed into panels (`pack.rs`), a micro-kernel multiplies
//! rows of A by a panel in registers (`registers.rs`), compiled for each instruction set and for `f32` and `f64`
//! (`kernel.rs`), and loops around it walk through the blocks (`blocked.rs`). All of it goes through tiles and slices of
//! views: there is no index arithmetic, and threads write tiles that are shown to share no element.
//!
//! Products of small, odd and thin matrices are checked first. Then one is timed for each element, beside a plain triple
//! loop and the crate `matrixmultiply`, on one thread; then on all. Each result is checked against a product in double precision.
//!
//! ```text
//! cargo run --release --example sgemm             # 1024 x 1024 x 1024
//! cargo run --release --example sgemm -- 517      # N x N x N
//! cargo run --release --example sgemm -- 100 200 300   # M N K: (M x K) * (K x N)
//! ```
//!
//! The exit status is 1 if a result is wrong and 2 if the arguments are.

// A function for instructions that not every processor has is unsafe to call,
// and so are those of `matrixmultiply`, which take pointers. Nothing else is.
#![allow(unsafe_code)]

mod blocked;
mod check;
mod element;
mod kernel;
mod layouts;
mod matrix;
mod pack;
mod registers;

use std::process::ExitCode;
use std::time::Instant;

use check::{Reference, rows};
use element::Element;
use kernel::{Kernel, Kernels};
use layouts::{Packed, Room, Rows};
use matrix::{Matrix, Multiply};

const ROUNDS: usize = 11;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let sizes = match sizes(&arguments) {
        Ok(sizes) => sizes,
        Err(message) => {
            eprintln!("error: {message}\nusage: sgemm [N | M N K]");
            return ExitCode::from(2);
        }
    };
    println!("Layouts:\n  Rows        {}\n  Room        {}", Rows::NOTATION, Room::NOTATION);

    let checked = check::small::<f32>().and_then(|()| check::small::<f64>());
    let measured = checked.and_then(|()| measure::<f32>("f32", sizes, matrixmultiply::sgemm));
    match measured.and_then(|()| measure::<f64>("f64", sizes, matrixmultiply::dgemm)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("error: {message}");
            ExitCode::FAILURE
        }
    }
}

/// Times a product in all ways, and checks it.
fn measure<T: Kernels>(
    name: &str,
    (m, n, k): (usize, usize, usize),
    others: Multiply<T>,
) -> Result<(), String> {
    let (a, b) = (Matrix::random(m, k, 1), Matrix::random(k, n, 2));
    let mut c = Matrix::zeros(m, n);
    let reference = Reference::new(&a, &b);

    let available = std::thread::available_parallelism().map_or(1, |count| count.get());
    let threads = blocked::threads(m, n, k, available);
    let mut contenders: Vec<(String, Product<T>)> = Vec::new();
    for (set, kernel) in T::available() {
        contenders.push((format!("ours, {set}"), ours(kernel, 1)));
    }
    contenders.push(("matrixmultiply".into(), matrixmultiply(others)));
    contenders.push(("triple loop".into(), Box::new(triple_loop)));
    let (_, fastest) = T::available()[0];
    contenders.push((format!("ours, threads: {threads}"), ours(fastest, threads)));

    // In turn, so that a change of the machine's speed meets all of them.
    let mut seconds = vec![Vec::new(); contenders.len()];
    let mut errors = vec![0.0; contenders.len()];
    for _ in 0..ROUNDS {
        for (i, (_, product)) in contenders.iter_mut().enumerate() {
            c.data.fill(T::from_f64(f64::NAN));
            let start = Instant::now();
            product(&a, &b, &mut c);
            seconds[i].push(start.elapsed().as_secs_f64());
            errors[i] = reference.error(&c).max(errors[i]);
        }
    }

    println!("\nC({m},{n}) = A({m},{k}) * B({k},{n}) of {name}, median of {ROUNDS} rounds:");
    let medians: Vec<f64> = seconds.into_iter().map(median).collect();
    let operations = 2.0 * m as f64 * n as f64 * k as f64;
    let tolerance = check::tolerance::<T>(k);
    for ((name, _), (time, &error)) in contenders.iter().zip(medians.iter().zip(&errors)) {
        let speed = operations / time * 1e-9;
        let verdict = if error <= tolerance { "" } else { "  WRONG" };
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
    println!("  speed, threads: {threads} / one:       {:.2}", one / all);
    match errors.iter().all(|&error| error <= tolerance) {
        true => Ok(()),
        false => Err(format!("a result differs from the reference by more than {tolerance:.1e}")),
    }
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

fn median(mut times: Vec<f64>) -> f64 {
    times.sort_by(f64::total_cmp);
    times[times.len() / 2]
}

/// A product, and what it keeps from one call to the next.
type Product<T> = Box<dyn FnMut(&Matrix<T>, &Matrix<T>, &mut Matrix<T>)>;

fn ours<T: Element>(kernel: Kernel<T>, threads: usize) -> Product<T> {
    let mut buffers: Vec<Vec<Packed<T>>> = vec![Vec::new(); threads];
    Box::new(move |a, b, c| {
        blocked::product(a.view(), b.view(), c.view_mut(), kernel, &mut buffers);
    })
}

/// The plain triple loop, in the order in which the memory is read row by row.
fn triple_loop<T: Element>(a: &Matrix<T>, b: &Matrix<T>, c: &mut Matrix<T>) {
    c.data.fill(T::ZERO);
    for (a, sums) in rows(a).zip(c.data.chunks_exact_mut(b.cols)) {
        for (&x, b) in a.iter().zip(rows(b)) {
            for (sum, &y) in sums.iter_mut().zip(b) {
                *sum = *sum + x * y;
            }
        }
    }
}

fn matrixmultiply<T: Element>(multiply: Multiply<T>) -> Product<T> {
    Box::new(move |a, b, c| {
        assert!(a.cols == b.rows && c.rows == a.rows && c.cols == b.cols);
        let ((m, k), n) = ((a.rows, a.cols), b.cols);
        let (row_a, row_b, row_c) = (a.cols as isize, b.cols as isize, c.cols as isize);
        let (a, b, c) = (a.data.as_ptr(), b.data.as_ptr(), c.data.as_mut_ptr());
        // SAFETY: the pointers are to whole matrices of these sizes, row after row,
        // and C is not A or B.
        unsafe {
            multiply(m, k, n, T::from_f64(1.0), a, row_a, 1, b, row_b, 1, T::ZERO, c, row_c, 1)
        }
    })
}
