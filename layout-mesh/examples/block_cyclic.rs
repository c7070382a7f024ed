//! ScaLAPACK's distribution, blocks in turn over a grid of 2x2 in column-major order, to rows over four ranks and back.
//!
//! `cargo run -p layout-mesh --example block_cyclic`, or `--features mpi` under `mpiexec -n 4`.

mod ranks;

use layout_mesh::engine::{Engine, Fault};
use layout_mesh::{Cut, Mesh, Order, Placement, Plan, redistribute};

fn main() -> Result<(), Fault> {
    let (grid, line) = (Mesh::new(&[("row", 2), ("column", 2)])?, Mesh::new(&[("x", 4)])?);
    // The last blocks are not whole.
    let shape = [100, 75];
    let cyclic = Placement::replicated(&grid, &shape)?
        .shard(0, "row", Cut::BlockCyclic(8))?
        .shard(1, "column", Cut::BlockCyclic(8))?
        .stored(Order::ColumnMajor)?;
    let rows = Placement::replicated(&line, &shape)?.shard(0, "x", Cut::Block)?;
    let (there, back) = (Plan::of(&cyclic, &rows)?, Plan::of(&rows, &cyclic)?);
    let element = |at: &[usize]| (100 * at[0] + at[1]) as f64;

    ranks::run(|rank| {
        let number = rank.rank();
        let before = ranks::part(&cyclic, number, element);
        let part = redistribute(&there, rank, &before)?;
        assert_eq!(part, ranks::part(&rows, number, element));
        assert_eq!(redistribute(&back, rank, &part)?, before);
        ranks::say(
            rank,
            &format!(
                "block-cyclic → rows → block-cyclic: {} elements moved each time",
                there.moved()
            ),
        );
        Ok(())
    })
}
