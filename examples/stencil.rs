//! Steps of a five-point stencil on a grid whose sizes are known only at run time, in tiles: loops over
//! full tiles have constant bounds, and what is left at the edges has its own. No index is
//! computed by hand. With the feature `rayon`, tiles run on all cores.
//!
//! The result is compared with a loop over rows, which is timed beside it.
//!
//! ```text
//! cargo run --release --features rayon --example stencil -- 2000 3001
//! ```
//!
//! The exit status is 1 if an element is wrong.

#![forbid(unsafe_code)]

use std::error::Error;
use std::process::ExitCode;
use std::time::{Duration, Instant};

use layout_view::Ragged;
use layout_view::dynamic::AnyExtent;
use layout_view::{Extent, Fixed, Layout, Mode, ShapeError, View, ViewMut};

/// Elements in rows, and the 3x3 windows around each of them.
type Grid<E, F> = (Mode<F, Fixed<1>>, Mode<E>);
type Windows<E, F> = (Mode<F, Fixed<1>>, Mode<E>, Mode<Fixed<3>>, Mode<Fixed<3>, Fixed<1>>);

/// The extents of a tile.
const TILE: (Fixed<1024>, Fixed<16>) = (Fixed, Fixed);

const STEPS: usize = 10;
const ROUNDS: usize = 7;

/// One step in a tile, full or not.
#[inline(never)]
fn relax<E: AnyExtent, F: AnyExtent>(
    mut target: ViewMut<f32, Grid<E, F>>,
    windows: View<f32, Windows<E, F>>,
) {
    let (n, m) = target.extents();
    // Both have the same extents. Checked once, that is known in the loop.
    let windows = windows.slice((0..n, 0..m, .., ..));
    for i in 0..m {
        for j in 0..n {
            let at = |k, l| windows[(j, i, k, l)];
            target[(j, i)] = five_points(at(0, 1), at(1, 0), at(1, 1), at(1, 2), at(2, 1));
        }
    }
}

#[inline(always)]
fn five_points(north: f32, west: f32, here: f32, east: f32, south: f32) -> f32 {
    0.5 * here + 0.125 * (north + west + east + south)
}

/// One step on one thread.
fn alone(
    mut target: ViewMut<f32, Grid<Extent, Extent>>,
    windows: View<f32, Windows<Extent, Extent>>,
) {
    let windows = windows.ragged_tiles((TILE.0, TILE.1, .., ..));
    for ((_, target), (_, windows)) in target.ragged_tiles_mut(TILE).zip(windows) {
        match target.zip(windows) {
            Ragged::Full((target, windows)) => relax(target, windows),
            Ragged::Edge((target, windows)) => relax(target, windows),
        }
    }
}

/// One step on all cores.
#[cfg(feature = "rayon")]
fn together(
    mut target: ViewMut<f32, Grid<Extent, Extent>>,
    windows: View<f32, Windows<Extent, Extent>>,
) {
    use rayon::prelude::*;

    let windows = windows.ragged_tiles((TILE.0, TILE.1, .., ..)).into_par_iter();
    target.ragged_tiles_mut(TILE).into_par_iter().zip(windows).for_each(
        |((_, target), (_, windows))| match target.zip(windows) {
            Ragged::Full((target, windows)) => relax(target, windows),
            Ragged::Edge((target, windows)) => relax(target, windows),
        },
    );
}

/// One step by hand, row by row.
fn by_hand(source: &[f32], target: &mut [f32], row: usize) {
    let rows = source.chunks_exact(row);
    let neighbours = rows.clone().zip(rows.clone().skip(1)).zip(rows.skip(2));
    for (((north, here), south), target) in neighbours.zip(target.chunks_exact_mut(row).skip(1)) {
        let inner = 1..row - 1;
        let (north, south, target) =
            (&north[inner.clone()], &south[inner.clone()], &mut target[inner]);
        for ((target, here), (north, south)) in
            target.iter_mut().zip(here.windows(3)).zip(north.iter().zip(south))
        {
            *target = five_points(*north, here[0], here[1], here[2], *south);
        }
    }
}

/// A grid with a border of zeros, and room for the next step.
struct Grids {
    m: usize,
    n: usize,
    now: Vec<f32>,
    next: Vec<f32>,
}

impl Grids {
    fn new(m: u32, n: u32) -> Result<Self, ShapeError> {
        let (m, n) = (m as usize, n as usize);
        let mut grids = Grids { m, n, now: Vec::new(), next: Vec::new() };
        let layout = grids.layout();
        grids.now = vec![0.0; layout.cosize()];
        grids.next = grids.now.clone();
        let mut inner = ViewMut::try_new(&mut grids.now, layout)?;
        let mut k = 0u32;
        inner.slice_mut((1..n + 1, 1..m + 1)).for_each_mut(|x| {
            *x = (k % 1000) as f32;
            k = k.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        });
        Ok(grids)
    }

    /// `(m+2,n+2):(n+2,1)`
    fn layout(&self) -> Grid<Extent, Extent> {
        let rows = Mode { extent: Extent::new(self.m + 2), stride: self.row() as isize };
        (Mode { extent: Extent::new(self.row()), stride: Fixed }, rows)
    }

    /// `(m,n,3,3):(n+2,1,n+2,1)`: a window around each element within the border.
    fn windows(&self) -> Windows<Extent, Extent> {
        let stride = self.row() as isize;
        let rows = Mode { extent: Extent::new(self.m), stride };
        let columns = Mode { extent: Extent::new(self.n), stride: Fixed };
        let window = (Mode { extent: Fixed, stride }, Mode { extent: Fixed, stride: Fixed });
        (columns, rows, window.0, window.1)
    }

    fn row(&self) -> usize {
        self.n + 2
    }

    /// Steps through views.
    fn steps(
        &mut self,
        step: impl Fn(ViewMut<f32, Grid<Extent, Extent>>, View<f32, Windows<Extent, Extent>>),
    ) -> Result<Duration, ShapeError> {
        let (layout, windows) = (self.layout(), self.windows());
        let inner = (1..self.n + 1, 1..self.m + 1);
        let start = Instant::now();
        for _ in 0..STEPS {
            let mut next = ViewMut::try_new(&mut self.next, layout)?;
            step(next.slice_mut(inner.clone()), View::try_new(&self.now, windows)?);
            std::mem::swap(&mut self.now, &mut self.next);
        }
        Ok(start.elapsed())
    }

    fn steps_by_hand(&mut self) -> Duration {
        let row = self.row();
        let start = Instant::now();
        for _ in 0..STEPS {
            by_hand(&self.now, &mut self.next, row);
            std::mem::swap(&mut self.now, &mut self.next);
        }
        start.elapsed()
    }
}

fn median(mut times: Vec<f64>) -> f64 {
    times.sort_by(f64::total_cmp);
    times[times.len() / 2]
}

fn main() -> Result<ExitCode, Box<dyn Error>> {
    let sizes: Vec<u32> = std::env::args().skip(1).map(|n| n.parse()).collect::<Result<_, _>>()?;
    let (m, n) = match sizes[..] {
        [] => (2000, 3001),
        [m, n] => (m, n),
        _ => return Err("two sizes, or none".into()),
    };
    let (mut plain, mut views) = (Grids::new(m, n)?, Grids::new(m, n)?);
    #[cfg(feature = "rayon")]
    let (mut parallel, mut parallel_times) = (Grids::new(m, n)?, Vec::new());
    let (mut times, mut ratios) = (Vec::new(), Vec::new());
    for _ in 0..ROUNDS {
        let hand = plain.steps_by_hand().as_secs_f64();
        let ours = views.steps(alone)?.as_secs_f64();
        times.push(ours);
        ratios.push(hand / ours);
        #[cfg(feature = "rayon")]
        parallel_times.push(parallel.steps(together)?.as_secs_f64());
    }

    let per_element = 1e9 / (STEPS as f64 * m as f64 * n as f64);
    println!("{m} x {n}, medians of {ROUNDS} rounds of {STEPS} steps");
    println!("one thread: {:.3} ns an element", median(times) * per_element);
    println!("of the speed of rows by hand: {:.2}", median(ratios));
    let is_right = plain.now == views.now;
    #[cfg(feature = "rayon")]
    let is_right = {
        let threads = rayon::current_num_threads();
        println!("{threads} threads: {:.3} ns an element", median(parallel_times) * per_element);
        is_right && plain.now == parallel.now
    };
    if !is_right {
        eprintln!("error: an element is not that of the plain loop");
        return Ok(ExitCode::FAILURE);
    }
    Ok(ExitCode::SUCCESS)
}
