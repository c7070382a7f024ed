//! Fused weights q|k|v from a file of blocks to tensor-parallel ranks: each gets its heads of q, of k and of v. To cut the rows in four
//! equal blocks instead is the mistake of many loaders, and moves as much.
//!
//! `cargo run -p layout-mesh --example fused_weights`, or `--features mpi` under `mpiexec -n 4`.

mod ranks;

use layout_mesh::engine::{Engine, Fault};
use layout_mesh::{Cut, Mesh, Placement, Plan, redistribute};

fn main() -> Result<(), Fault> {
    let mesh = Mesh::new(&[("tp", 4)])?;
    // 32 rows of queries, and 8 of keys and values each.
    let whole = Placement::replicated(&mesh, &[48, 6])?;
    let read = whole.clone().shard(0, "tp", Cut::Even)?;
    let heads = whole.clone().shard(0, "tp", Cut::Groups(vec![32, 8, 8]))?;
    let plan = Plan::of(&read, &heads)?;
    let element = |at: &[usize]| (10 * at[0] + at[1]) as f64;
    // Three ranks do not divide 8 rows of keys.
    let three = Mesh::new(&[("tp", 3)])?;
    let refused =
        Placement::replicated(&three, &[48, 6])?.shard(0, "tp", Cut::Groups(vec![32, 8, 8]));

    ranks::run(|rank| {
        let number = rank.rank();
        let part = redistribute(&plan, rank, &ranks::part(&read, number, element))?;
        assert_eq!(part, ranks::part(&heads, number, element));
        // The first rows of each group on this rank.
        let firsts = [8 * number, 32 + 2 * number, 40 + 2 * number].map(|row| (10 * row) as f64);
        assert_eq!([part[0], part[8 * 6], part[10 * 6]], firsts);
        if let Err(error) = &refused {
            ranks::say(rank, &format!("{error}\nhelp: {}", error.help().unwrap_or_default()));
        }
        Ok(())
    })
}
