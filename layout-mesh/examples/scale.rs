//! The cost of plans by the number of devices: `cargo run --release -p layout-mesh --example scale`.

use std::fs;
use std::time::Instant;

use layout_mesh::{Cut, Error, Mesh, Placement, Plan};

/// The most memory of the process so far, in MiB, where the system tells it.
fn peak() -> Option<f64> {
    let status = fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    Some(line.trim().trim_end_matches(" kB").parse::<f64>().ok()? / 1024.0)
}

fn main() -> Result<(), Error> {
    println!(
        "{:>8} {:32} {:>9} {:>9} {:>9} {:>10} {:>9}",
        "devices", "redistribution", "plan", "rank 1", "messages", "traffic", "peak MiB"
    );
    for devices in [8, 64, 512, 4096, 65536] {
        let mesh = Mesh::new(&[("x", devices)])?;
        let side = 1 << (devices.ilog2() / 2);
        let grid = Mesh::new(&[("x", side), ("y", devices / side)])?;
        let whole = Placement::replicated(&mesh, &[1 << 17, 1 << 17])?;
        let tiles = Placement::replicated(&grid, &[1 << 17, 1 << 17])?;
        let rows = || whole.clone().shard(0, "x", Cut::Block);
        // Columns in pieces of two lengths in turn, so that each is a section of its own.
        let each = (1 << 17) / devices;
        let pieces = (0..devices).map(|device| (each - 1 + device % 2 * 2, device)).collect();
        let pairs = [
            ("rows → columns", rows()?, whole.clone().shard(1, "x", Cut::Block)?),
            ("cyclic → rows", whole.clone().shard(0, "x", Cut::Cyclic)?, rows()?),
            ("rows → uneven columns", rows()?, whole.clone().shard(1, "x", Cut::Pieces(pieces))?),
            (
                "tiles → tiles of the transposed grid",
                tiles.clone().shard(0, "x", Cut::Block)?.shard(1, "y", Cut::Block)?,
                tiles.clone().shard(0, "y", Cut::Block)?.shard(1, "x", Cut::Block)?,
            ),
            (
                "blocks of 3 → balanced",
                whole.clone().shard(0, "x", Cut::BlockCyclic(3))?,
                whole.clone().shard(0, "x", Cut::Balanced)?,
            ),
            (
                "sums over y → rows over x and y",
                tiles.clone().shard(0, "x", Cut::Block)?.partial("y")?,
                tiles.shard(0, "x", Cut::Block)?.shard(0, "y", Cut::Block)?,
            ),
        ];
        for (name, source, target) in pairs {
            let start = Instant::now();
            let plan = Plan::of(&source, &target)?;
            let planned = start.elapsed();
            let start = Instant::now();
            let step = &plan.steps()[0];
            // One after the other: a rank holds the messages of one side at a time.
            let sends = step.sends(1).len();
            let messages = sends + step.receives(1).len();
            let of_rank = start.elapsed();
            let start = Instant::now();
            let traffic = plan.traffic();
            assert!(traffic.inside > 0);
            println!(
                "{devices:>8} {name:32} {planned:>9.1?} {of_rank:>9.1?} {messages:>9} {:>10.1?} {:>9.1}",
                start.elapsed(),
                peak().unwrap_or(0.0)
            );
        }
    }
    Ok(())
}
