//! A transpose on all cores, in safe Rust: tiles of the target are proved not to overlap
//! while the program compiles, so that each can be another thread's.
//!
//! ```text
//! cargo run --release --features rayon --example parallel_transpose
//! ```
//!
//! The exit status is 1 if the result is wrong.

#![forbid(unsafe_code)]

use std::process::ExitCode;
use std::time::Instant;

use layout_runtime::{View, ViewMut, layout};
use rayon::prelude::*;

layout! {
    struct Rows = (4096,4096):(4096,1);
    struct Columns = (4096,4096);
    /// 256 x 256 at a time.
    struct RowTiles = zipped_divide(Rows, (256,256));
    struct ColumnTiles = zipped_divide(Columns, (256,256));
}

fn main() -> ExitCode {
    let source: Vec<f32> = (0..Rows::COSIZE).map(|i| i as f32).collect();
    let mut target = vec![-1.0; Columns::COSIZE];
    let rows = View::new(&source, Rows);
    let mut columns = ViewMut::new(&mut target, Columns);

    let start = Instant::now();
    rows.copy_to(&mut columns);
    let alone = start.elapsed();

    columns.fill(0.0);
    let start = Instant::now();
    columns
        .tiles_mut(ColumnTiles)
        .into_par_iter()
        .zip(rows.tiles(RowTiles))
        .for_each(|(mut target, source)| source.copy_to(&mut target));
    let together = start.elapsed();

    println!("one thread {alone:?}, {} threads {together:?}", rayon::current_num_threads());
    if columns.iter().ne(rows.iter()) {
        eprintln!("error: an element is not where it belongs");
        return ExitCode::FAILURE;
    }
    ExitCode::SUCCESS
}
