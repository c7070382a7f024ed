//! A tensor-parallel product: each rank has some of the columns of `A` and the same rows of `B`, so that its product is one summand of all
//! of `A B`; a reduce-scatter leaves it the sums of some rows.
//!
//! `cargo run -p layout-mesh --example tensor_parallel`, or `--features mpi` under `mpiexec -n 4`.

mod ranks;

use layout_mesh::engine::{Engine, Fault};
use layout_mesh::{Collective, Cut, Mesh, Placement, Plan, redistribute};

const M: usize = 8;
const K: usize = 12;
const N: usize = 5;

fn main() -> Result<(), Fault> {
    let mesh = Mesh::new(&[("tp", 4)])?;
    let whole = |shape: [usize; 2]| Placement::replicated(&mesh, &shape);
    let a = whole([M, K])?.shard(1, "tp", Cut::Even)?;
    let b = whole([K, N])?.shard(0, "tp", Cut::Even)?;
    let summands = whole([M, N])?.partial("tp")?;
    let rows = whole([M, N])?.shard(0, "tp", Cut::Even)?;
    let plan = Plan::of(&summands, &rows)?;
    assert_eq!(plan.collective(), Collective::ReduceScatter);
    let (of_a, of_b) =
        (|at: &[usize]| (at[0] + 2 * at[1]) as f64, |at: &[usize]| (3 * at[0] + at[1]) as f64);
    let product = |at: &[usize]| (0..K).map(|k| of_a(&[at[0], k]) * of_b(&[k, at[1]])).sum();

    ranks::run(|rank| {
        let number = rank.rank();
        let (a, b) = (ranks::part(&a, number, of_a), ranks::part(&b, number, of_b));
        let mut summand = vec![0.0; M * N];
        for (i, j, k) in (0..M * N * K / 4).map(|n| (n / (N * K / 4), n / (K / 4) % N, n % (K / 4)))
        {
            summand[i * N + j] += a[i * (K / 4) + k] * b[k * N + j];
        }
        let part = redistribute(&plan, rank, &summand)?;
        assert_eq!(part, ranks::part(&rows, number, product));
        ranks::say(
            rank,
            &format!("a product by {}: {} elements moved", plan.collective(), plan.moved()),
        );
        Ok(())
    })
}
