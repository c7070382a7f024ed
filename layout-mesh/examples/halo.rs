//! A halo exchange: the 27-point stencil of a periodic grid whose first two dimensions are divided over 2 × 2 ranks. The planes at the edges
//! of all parts are a tensor of their own, and where the next rank needs them is the same one after a step round a ring, `Cut::Shifted`.
//! Along one dimension after the other, each with the halo of those before, edges and corners come with the planes.
//!
//! `cargo run -p layout-mesh --example halo`, or `--features mpi` under `mpiexec -n 4`.

mod ranks;

use layout_mesh::engine::{Engine, Fault};
use layout_mesh::{Cut, Error, Mesh, Placement, Plan, redistribute};

/// The grid, and the ranks along each dimension.
const GRID: [usize; 3] = [12, 8, 10];
const RANKS: [usize; 3] = [2, 2, 1];
/// The part of a rank, and the same with its halo.
const PART: [usize; 3] = [GRID[0] / RANKS[0], GRID[1] / RANKS[1], GRID[2] / RANKS[2]];
const HELD: [usize; 3] = [PART[0] + 2, PART[1] + 2, PART[2] + 2];

/// The place of a point in a rank's memory.
fn place(at: [usize; 3]) -> usize {
    (at[0] * HELD[1] + at[1]) * HELD[2] + at[2]
}

/// The points of the plane `number` across a dimension, with the halo along the others.
fn plane(dimension: usize, number: usize) -> impl Iterator<Item = usize> {
    let [a, b] = match dimension {
        0 => [1, 2],
        1 => [0, 2],
        _ => [0, 1],
    };
    (0..HELD[a]).flat_map(move |i| (0..HELD[b]).map(move |j| (i, j))).map(move |(i, j)| {
        let mut at = [number; 3];
        (at[a], at[b]) = (i, j);
        place(at)
    })
}

/// The plans of a dimension: a plane of each rank to the next one, and to the one before.
fn plans(mesh: &Mesh, dimension: usize) -> Result<[Plan; 2], Error> {
    let points = plane(dimension, 0).count();
    let whole = Placement::replicated(mesh, &[RANKS[0], RANKS[1], points])?;
    let planes = |shifts: [usize; 2]| {
        let along = |shift| if shift == 0 { Cut::Block } else { Cut::Shifted(shift) };
        whole.clone().shard(0, "x", along(shifts[0]))?.shard(1, "y", along(shifts[1]))
    };
    let shifted = |by: usize| match dimension {
        0 => planes([by, 0]),
        _ => planes([0, by]),
    };
    let back = RANKS[dimension] - 1;
    Ok([Plan::of(&planes([0, 0])?, &shifted(1)?)?, Plan::of(&planes([0, 0])?, &shifted(back)?)?])
}

/// The value of a point of the grid, which is periodic.
fn value(at: [usize; 3]) -> f64 {
    let [i, j, k] = [0, 1, 2].map(|d| at[d] % GRID[d]);
    ((7 * i + 3 * j * j + k * i) % 23) as f64
}

/// The sum of a point and its 26 neighbours.
fn stencil(at: [usize; 3], value: impl Fn([usize; 3]) -> f64) -> f64 {
    (0..27).map(|n| value([at[0] + n / 9, at[1] + n / 3 % 3, at[2] + n % 3])).sum()
}

fn main() -> Result<(), Fault> {
    let mesh = Mesh::new(&[("x", RANKS[0]), ("y", RANKS[1])])?;
    let whole = Placement::replicated(&mesh, &GRID)?;
    let parts = whole.shard(0, "x", Cut::Even)?.shard(1, "y", Cut::Even)?;
    let plans = [plans(&mesh, 0)?, plans(&mesh, 1)?];
    let moved: i64 = plans.iter().flatten().map(Plan::moved).sum();

    ranks::run(|rank| {
        let first = [rank.rank() / RANKS[1] * PART[0], rank.rank() % RANKS[1] * PART[1], 0];
        let mut grid = vec![f64::NAN; HELD.iter().product()];
        let points = |extents: [usize; 3]| {
            (0..extents.iter().product::<usize>()).map(move |n| {
                [n / (extents[1] * extents[2]), n / extents[2] % extents[1], n % extents[2]]
            })
        };
        let part = ranks::part(&parts, rank.rank(), |at| value([at[0], at[1], at[2]]));
        for (at, value) in points(PART).zip(part) {
            grid[place(at.map(|i| i + 1))] = value;
        }
        // The last dimension is on one rank: the planes come round there.
        for (from, to) in [(PART[2], 0), (1, PART[2] + 1)] {
            let pairs: Vec<(usize, usize)> = plane(2, from).zip(plane(2, to)).collect();
            pairs.iter().for_each(|(from, to)| grid[*to] = grid[*from]);
        }
        for (dimension, plans) in plans.iter().enumerate() {
            let ends = [(PART[dimension], 0), (1, PART[dimension] + 1)];
            for (plan, (from, to)) in plans.iter().zip(ends) {
                let edge: Vec<f64> = plane(dimension, from).map(|at| grid[at]).collect();
                let halo = redistribute(plan, rank, &edge)?;
                plane(dimension, to).zip(halo).for_each(|(at, value)| grid[at] = value);
            }
        }
        for at in points(PART) {
            let here = stencil(at, |at| grid[place(at)]);
            let far = [0, 1, 2].map(|d| first[d] + at[d] + GRID[d] - 1);
            assert_eq!(here, stencil(far, value));
        }
        ranks::say(
            rank,
            &format!("a halo of one point around {PART:?}: {moved} elements moved in 4 steps"),
        );
        Ok(())
    })
}
