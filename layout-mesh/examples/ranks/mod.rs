//! Four ranks for the examples: threads, or with the feature `mpi` those of `mpiexec -n 4`.

use std::time::Duration;

use layout_mesh::engine::Engine;

/// The time that a rank waits for another one.
const LIMIT: Duration = Duration::from_secs(20);

/// Runs a function on each rank.
#[cfg(not(feature = "mpi"))]
pub(crate) fn run<E: Send>(
    function: impl Fn(&mut layout_mesh::engine::threads::Threads) -> Result<(), E> + Sync,
) -> Result<(), E> {
    layout_mesh::engine::threads::run(4, LIMIT, |mut rank| function(&mut rank))
        .into_iter()
        .collect()
}

/// Runs a function on this process's rank.
#[cfg(feature = "mpi")]
pub(crate) fn run<E: Send + From<layout_mesh::engine::Fault>>(
    function: impl Fn(&mut layout_mesh::engine::mpi::Mpi) -> Result<(), E> + Sync,
) -> Result<(), E> {
    function(&mut layout_mesh::engine::mpi::Mpi::start(LIMIT)?)
}

/// Prints a line on one rank.
pub(crate) fn say(rank: &impl Engine, text: &str) {
    if rank.rank() == 0 {
        println!("{text}");
    }
}

/// The part of a tensor that a rank holds, each element computed from its coordinates.
#[allow(dead_code, reason = "not every example computes its elements")]
pub(crate) fn part(
    placement: &layout_mesh::Placement,
    rank: usize,
    element: impl Fn(&[usize]) -> f64,
) -> Vec<f64> {
    let mut part = vec![0.0; placement.local_size(rank)];
    let shape = placement.shape();
    for number in 0..shape.iter().product::<usize>() {
        let mut rest = number;
        let mut coordinate = vec![0; shape.len()];
        for (at, extent) in coordinate.iter_mut().zip(shape).rev() {
            *at = rest % extent;
            rest /= extent;
        }
        for copy in 0..placement.copies() {
            if let Some((device, place)) =
                placement.at(&coordinate, copy, 0).filter(|(device, _)| *device == rank)
            {
                assert_eq!(device, rank);
                part[place] = element(&coordinate);
            }
        }
    }
    part
}
