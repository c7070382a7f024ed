//! A distributed transpose, the step between the two halves of a 2-D Fourier transform: rows over four ranks become columns, and each
//! rank has its columns contiguous.
//!
//! `cargo run -p layout-mesh --example transpose`, or `--features mpi` under `mpiexec -n 4`.

mod ranks;

use layout_mesh::engine::{Engine, Fault};
use layout_mesh::{Cut, Mesh, Order, Placement, Plan, redistribute};

fn main() -> Result<(), Fault> {
    let mesh = Mesh::new(&[("x", 4)])?;
    // Four divides neither 30 nor 22.
    let whole = Placement::replicated(&mesh, &[30, 22])?;
    let rows = whole.clone().shard(0, "x", Cut::Balanced)?;
    let columns = whole.shard(1, "x", Cut::Balanced)?.stored(Order::ColumnMajor)?;
    let plan = Plan::of(&rows, &columns)?;
    let element = |at: &[usize]| (100 * at[0] + at[1]) as f64;

    ranks::run(|rank| {
        let number = rank.rank();
        let part = redistribute(&plan, rank, &ranks::part(&rows, number, element))?;
        assert_eq!(part, ranks::part(&columns, number, element));
        ranks::say(
            rank,
            &format!("rows → columns: {} elements moved, {} kept", plan.moved(), plan.kept()),
        );
        Ok(())
    })
}
