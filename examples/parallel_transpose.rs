//! A transpose on all cores, in safe Rust, of a matrix whose sizes are known only at run time: tiles of
//! the target share no element, so that each can be another thread's. Full tiles have constant
//! extents, and those at the edges what is left; both are copied by one function.
//!
//! ```text
//! cargo run --release --features rayon --example parallel_transpose -- 4000 3001
//! ```
//!
//! The exit status is 1 if the result is wrong.

#![forbid(unsafe_code)]

use std::error::Error;
use std::process::ExitCode;
use std::time::Instant;

use layout_view::dynamic::AnyExtent;
use layout_view::{Fixed, Mode, Ragged, View, ViewMut, layout};
use rayon::prelude::*;

layout! {
    struct Rows<m, n> = (m, n):(n, 1);
    struct Columns<m, n> = (m, n);
}

/// Elements in rows and in columns; a tile has the strides of its matrix.
type InRows<E, F> = (Mode<E>, Mode<F, Fixed<1>>);
type InColumns<E, F> = (Mode<E, Fixed<1>>, Mode<F>);

/// The extents of a tile.
const TILE: (Fixed<64>, Fixed<64>) = (Fixed, Fixed);

/// One tile, full or not: the copy finds its loops, and turns squares in registers.
fn transpose<E: AnyExtent, F: AnyExtent>(
    mut target: ViewMut<f32, InColumns<E, F>>,
    source: View<f32, InRows<E, F>>,
) {
    source.copy_to(&mut target);
}

fn main() -> Result<ExitCode, Box<dyn Error>> {
    let sizes: Vec<u32> = std::env::args().skip(1).map(|n| n.parse()).collect::<Result<_, _>>()?;
    let (m, n) = match sizes[..] {
        [] => (4000, 3001),
        [m, n] => (m as usize, n as usize),
        _ => return Err("two sizes, or none".into()),
    };
    let (rows, columns) = (Rows::new(m, n)?, Columns::new(m, n)?);
    let source: Vec<f32> = (0..rows.cosize()).map(|i| i as f32).collect();
    let mut target = vec![-1.0; columns.cosize()];
    let rows = View::new(&source, rows);
    let mut columns = ViewMut::new(&mut target, columns);

    let start = Instant::now();
    for ((_, target), (_, source)) in columns.ragged_tiles_mut(TILE).zip(rows.ragged_tiles(TILE)) {
        match target.zip(source) {
            Ragged::Full((target, source)) => transpose(target, source),
            Ragged::Edge((target, source)) => transpose(target, source),
        }
    }
    let alone = start.elapsed();
    let is_right = columns.as_view().iter().eq(rows.iter());

    columns.fill(-1.0);
    let start = Instant::now();
    let tiles =
        columns.ragged_tiles_mut(TILE).into_par_iter().zip(rows.ragged_tiles(TILE).into_par_iter());
    tiles.for_each(|((_, target), (_, source))| match target.zip(source) {
        Ragged::Full((target, source)) => transpose(target, source),
        Ragged::Edge((target, source)) => transpose(target, source),
    });
    let together = start.elapsed();

    let threads = rayon::current_num_threads();
    println!("{m} x {n}: one thread {alone:?}, {threads} threads {together:?}");
    if !is_right || columns.as_view().iter().ne(rows.iter()) {
        eprintln!("error: an element is not where it belongs");
        return Ok(ExitCode::FAILURE);
    }
    Ok(ExitCode::SUCCESS)
}
