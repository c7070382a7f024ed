//! The best way for a block of threads to transpose a matrix of 32-bit elements through shared memory.
//! Tries every tile of 1024 elements in every padded or swizzled arrangement, and counts
//! transactions: the lines of 128 bytes that a warp touches, and how often it meets in a bank.
//!
//! ```text
//! cargo run --release -p layout-algebra --example autotune
//! cargo run --release -p layout-algebra --example autotune -- "(512,(8,64)):(8,(1,4096))"
//! ```

use std::collections::{BTreeMap, BTreeSet};
use std::error::Error;

use layout_algebra::{Function, Layout, Numbers, Tiler, ops};

fn main() -> Result<(), Box<dyn Error>> {
    let text = std::env::args().nth(1).unwrap_or_else(|| "(1024,1024):(1024,1)".to_owned());
    let source: Layout = text.parse()?;
    let target = ops::col_major(source.shape())?;

    let mut found = Vec::new();
    for (m, n) in (0..=10).map(|k| (1 << k, 1024 >> k)) {
        let tiler: Tiler = format!("({m},{n})").parse()?;
        let tile = |of| ops::get(&ops::zipped_divide(of, &tiler)?.layout, &[0])?.numbers();
        let (source, target) = (tile(&source)?, tile(&target)?);
        for text in arrangements(m, n) {
            let shared = text.parse::<Function>()?.numbers()?;
            let reads = cost(rows(&source, n), lines) + cost(rows(&shared, n), conflicts);
            let writes = cost(columns(&shared, m), conflicts) + cost(columns(&target, m), lines);
            found.push((reads + writes, tiler.to_string(), text));
        }
    }
    found.sort();
    for (cost, tiler, text) in found.iter().take(5) {
        println!("{cost:5} transactions a tile: {tiler} in shared memory as {text}");
    }
    Ok(())
}

/// A tile in shared memory by rows: as it is, padded, and swizzled.
fn arrangements(m: i64, n: i64) -> Vec<String> {
    let padded = (0..4).map(|pad| format!("({m},{n}):({},1)", n + pad));
    let swizzles = (1..=5).flat_map(|bits| (bits..=6).map(move |shift| (bits, shift)));
    let swizzled = swizzles.map(|(b, s)| format!("Sw<{b},0,{s}> o 0 o ({m},{n}):({n},1)"));
    padded.chain(swizzled).collect()
}

/// The offsets of a tile of `n` columns in the order of its rows.
fn rows(tile: &Numbers, n: i64) -> Vec<i64> {
    (0..tile.size()).filter_map(|x| tile.at(&[x / n, x % n])).collect()
}

/// The offsets of a tile of `m` rows in the order of its columns.
fn columns(tile: &Numbers, m: i64) -> Vec<i64> {
    (0..tile.size()).filter_map(|x| tile.at(&[x % m, x / m])).collect()
}

/// The sum of a cost over all warps of 32 threads.
fn cost(offsets: Vec<i64>, of_warp: fn(&[i64]) -> usize) -> usize {
    offsets.chunks(32).map(of_warp).sum()
}

/// The lines of 32 elements that a warp touches.
fn lines(offsets: &[i64]) -> usize {
    offsets.iter().map(|offset| offset / 32).collect::<BTreeSet<_>>().len()
}

/// The number of elements that the busiest of 32 banks is asked for.
fn conflicts(offsets: &[i64]) -> usize {
    let mut banks = BTreeMap::<i64, BTreeSet<i64>>::new();
    for offset in offsets {
        banks.entry(offset % 32).or_default().insert(*offset);
    }
    banks.values().map(BTreeSet::len).max().unwrap_or(0)
}
