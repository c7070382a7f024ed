//! The bytes that redistributions put on the wire, beside the least that any plan moves: by the counters of the loopback interface, over which
//! four ranks of MPI speak TCP, everything included that MPI and TCP add.
//!
//! `tests/mpi.sh` runs it, so that MPICH uses TCP: `MPIR_CVAR_NOLOCAL=1 UCX_TLS=tcp,self UCX_NET_DEVICES=lo mpiexec -n 4 …`.

mod ranks;

use std::fs;
use std::thread::sleep;
use std::time::Duration;

use layout_mesh::engine::{Engine, Fault};
use layout_mesh::{Cut, Error, Mesh, Placement, Plan, redistribute};

/// The extents of the matrices.
const EXTENT: usize = 2048;
/// Others use the interface, too: of so many runs that with the fewest bytes counts.
const RUNS: usize = 5;
/// The most bytes, as a multiple of the least.
const MOST: f64 = 1.02;

/// The bytes that the interface has received.
fn received() -> Option<u64> {
    let table = fs::read_to_string("/proc/net/dev").ok()?;
    let line = table.lines().find_map(|line| line.trim().strip_prefix("lo:"))?;
    line.split_whitespace().next()?.parse().ok()
}

fn plans() -> Result<Vec<(&'static str, Plan)>, Error> {
    let (line, grid) = (Mesh::new(&[("x", 4)])?, Mesh::new(&[("x", 2), ("y", 2)])?);
    let whole = |mesh: &Mesh| Placement::replicated(mesh, &[EXTENT, EXTENT]);
    let rows = whole(&line)?.shard(0, "x", Cut::Block)?;
    let columns = whole(&line)?.shard(1, "x", Cut::Block)?;
    let cyclic =
        whole(&grid)?.shard(0, "x", Cut::BlockCyclic(32))?.shard(1, "y", Cut::BlockCyclic(32))?;
    let copies = whole(&line)?;
    let sums = whole(&line)?.partial("x")?;
    Ok(vec![
        ("rows to columns", Plan::of(&rows, &columns)?),
        ("block-cyclic to rows", Plan::of(&cyclic, &rows)?),
        ("rows to copies", Plan::of(&rows, &copies)?),
        ("sums to rows", Plan::of(&sums, &rows)?),
    ])
}

fn main() -> Result<(), Fault> {
    let plans = plans()?;
    ranks::run(|rank| {
        // A fault is the word 0, and a plan a word that may be past those of signed numbers.
        let word = if rank.rank() == 2 { 0 } else { u64::MAX - 1 };
        assert_eq!(rank.agree(word)?, (0, u64::MAX - 1));
        for (name, plan) in &plans {
            // What moves depends on no value.
            let source = vec![1.0_f64; plan.source().local_size(rank.rank())];
            let mut fewest = None;
            for _ in 0..RUNS {
                // No rank begins before the counter is read, and no byte is under way when it is read again.
                rank.agree(1)?;
                let before = received();
                rank.agree(1)?;
                redistribute(plan, rank, &source)?;
                rank.agree(1)?;
                sleep(Duration::from_millis(20));
                let bytes = received().zip(before).map(|(after, before)| after - before);
                fewest = [fewest, bytes].into_iter().flatten().min();
                rank.agree(1)?;
            }
            let Some(bytes) = fewest else {
                ranks::say(rank, "no counters of the loopback interface: not measured");
                return Ok(());
            };
            if rank.rank() == 0 {
                let least = plan.moved() as f64 * 8.0;
                let ratio = bytes as f64 / least;
                assert!(
                    ratio >= 1.0,
                    "{name}: the ranks do not speak TCP on the loopback interface"
                );
                assert!(ratio <= MOST, "{name}: {ratio} of the least");
                println!("{name}: {bytes} bytes on the wire, {ratio:.4} of the least");
            }
        }
        Ok(())
    })
}
