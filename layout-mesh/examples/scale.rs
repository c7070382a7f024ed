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
        let whole = |mesh| Placement::replicated(mesh, &[1 << 17, 1 << 17]);
        let cut = |dimension, cut| whole(&mesh)?.shard(dimension, "x", cut);
        let tiles =
            |[x, y]: [usize; 2]| whole(&grid)?.shard(x, "x", Cut::Block)?.shard(y, "y", Cut::Block);
        // Pieces of two lengths in turn, so that each is a section of its own.
        let each = (1 << 17) / devices;
        let uneven = || (0..devices).map(|device| (each - 1 + device % 2 * 2, device)).collect();
        type Pair<'a> = (&'a str, &'a dyn Fn() -> Result<[Placement; 2], Error>);
        let pairs: [Pair<'_>; 6] = [
            ("rows → columns", &|| Ok([cut(0, Cut::Block)?, cut(1, Cut::Block)?])),
            ("cyclic → rows", &|| Ok([cut(0, Cut::Cyclic)?, cut(0, Cut::Block)?])),
            ("rows → uneven columns", &|| {
                Ok([cut(0, Cut::Block)?, cut(1, Cut::Pieces(uneven()))?])
            }),
            ("tiles → tiles of the transposed grid", &|| Ok([tiles([0, 1])?, tiles([1, 0])?])),
            ("blocks of 3 → balanced", &|| {
                Ok([cut(0, Cut::BlockCyclic(3))?, cut(0, Cut::Balanced)?])
            }),
            ("sums over y → rows over x and y", &|| {
                let sums = whole(&grid)?.shard(0, "x", Cut::Block)?.partial("y")?;
                Ok([sums, tiles([0, 0])?])
            }),
        ];
        for (name, pair) in pairs {
            let [source, target] = pair()?;
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
