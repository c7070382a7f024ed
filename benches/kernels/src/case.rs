//! What is measured: a kernel, and the ways to run it.

use std::hint::black_box;
use std::thread;
use std::time::Instant;

/// A way to run a kernel: writes the result, or turns what is there into it.
pub type Way<T> = Box<dyn Fn(&mut [T]) + Send + Sync>;

/// A kernel with its inputs in its ways, and a result of elements `T`.
pub struct Kernel<T> {
    pub name: String,
    /// What the result is before each check.
    pub before: Vec<T>,
    /// By views, by hand, and by others with their names.
    pub views: Way<T>,
    pub hand: Way<T>,
    pub others: Vec<(&'static str, Way<T>)>,
    /// Whether two results are the same, but for the order of sums.
    pub same: fn(T, T) -> bool,
}

/// A kernel whatever its elements are.
pub trait Case {
    fn name(&self) -> &str;
    fn elements(&self) -> usize;
    /// The names of the ways: `views`, `hand` and those of others.
    fn ways(&self) -> Vec<&'static str>;
    /// Runs one way once.
    fn run(&mut self, way: usize);
    /// Panics where a way has another result than the one by hand.
    fn check(&mut self);
    /// The seconds of a run of a way, of so many one after the other, on each of so many threads, which have results of
    /// their own.
    fn time(&mut self, way: usize, runs: usize, threads: usize) -> f64;
}

/// What callgrind counts.
#[inline(never)]
pub fn counted<T>(way: &Way<T>, out: &mut [T]) {
    black_box(way)(black_box(out));
}

impl<T> Kernel<T> {
    fn way(&self, way: usize) -> &Way<T> {
        match way {
            0 => &self.views,
            1 => &self.hand,
            k => &self.others[k - 2].1,
        }
    }
}

impl<T: Copy + std::fmt::Debug + Send> Case for Kernel<T> {
    fn name(&self) -> &str {
        &self.name
    }

    fn elements(&self) -> usize {
        self.before.len()
    }

    fn ways(&self) -> Vec<&'static str> {
        ["views", "hand"].into_iter().chain(self.others.iter().map(|(name, _)| *name)).collect()
    }

    fn run(&mut self, way: usize) {
        let mut out = self.before.clone();
        counted(self.way(way), &mut out);
        black_box(out);
    }

    fn check(&mut self) {
        let mut expected = self.before.clone();
        counted(&self.hand, &mut expected);
        for (way, name) in self.ways().into_iter().enumerate() {
            if name == "memcpy" {
                // As many bytes, in another order.
                continue;
            }
            let mut out = self.before.clone();
            counted(self.way(way), &mut out);
            for (k, (a, b)) in out.iter().zip(&expected).enumerate() {
                assert!(
                    (self.same)(*a, *b),
                    "{}, {name}: {a:?} at {k}, and {b:?} by hand",
                    self.name
                );
            }
        }
    }

    fn time(&mut self, way: usize, runs: usize, threads: usize) -> f64 {
        let mut out = std::mem::take(&mut self.before);
        let way = self.way(way);
        let seconds = |out: &mut [T]| {
            let start = Instant::now();
            (0..runs).for_each(|_| counted(way, out));
            start.elapsed().as_secs_f64() / runs as f64
        };
        let time = if threads == 1 {
            seconds(&mut out)
        } else {
            // Copied and touched before the clock starts on any.
            let mut outs: Vec<Vec<T>> = (1..threads).map(|_| out.clone()).collect();
            let barrier = std::sync::Barrier::new(threads);
            thread::scope(|scope| {
                let others = outs.iter_mut().map(|out| {
                    let (barrier, seconds) = (&barrier, &seconds);
                    scope.spawn(move || {
                        barrier.wait();
                        seconds(out)
                    })
                });
                let others: Vec<_> = others.collect();
                barrier.wait();
                let first = seconds(&mut out);
                others.into_iter().map(|t| t.join().expect("a thread")).fold(first, f64::max)
            })
        };
        self.before = out;
        time
    }
}

/// Small integers, of which sums and products are exact or nearly so.
pub fn input(length: usize, factor: usize) -> Vec<f32> {
    (0..length).map(|i| (i * factor % 31) as f32 - 15.0).collect()
}

pub fn equal<T: PartialEq>(a: T, b: T) -> bool {
    a == b
}

/// The same but for rounding.
pub fn near(a: f32, b: f32) -> bool {
    (a - b).abs() <= 1e-3 * (1.0 + b.abs())
}
