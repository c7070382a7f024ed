//! A measured kernel in several variants.

use std::hint::black_box;
use std::thread;
use std::time::Instant;

/// A variant of a kernel: it writes the result, or updates the result in place.
pub type Variant<T> = Box<dyn Fn(&mut [T]) + Send + Sync>;

/// A kernel in its variants, which hold its inputs, and a result of elements `T`.
pub struct Kernel<T> {
    pub name: String,
    /// The content of the result before each check.
    pub before: Vec<T>,
    /// By views, by hand, and by others with their names.
    pub views: Variant<T>,
    pub hand: Variant<T>,
    pub others: Vec<(&'static str, Variant<T>)>,
    /// Compares two results up to the order of sums.
    pub same: fn(T, T) -> bool,
}

/// A kernel whatever its elements are.
pub trait Case {
    fn name(&self) -> &str;
    fn elements(&self) -> usize;
    /// The names of the variants: `views`, `hand` and those of others.
    fn variants(&self) -> Vec<&'static str>;
    /// Runs one variant once.
    fn run(&mut self, variant: usize);
    /// Panics where a variant has another result than the one by hand.
    fn check(&mut self);
    /// The seconds of a run of a variant, of so many one after the other, on each of so many threads, which have results of
    /// their own.
    fn time(&mut self, variant: usize, runs: usize, threads: usize) -> f64;
}

/// Runs a kernel; callgrind counts the instructions of this function.
#[inline(never)]
pub fn counted<T>(variant: &Variant<T>, out: &mut [T]) {
    black_box(variant)(black_box(out));
}

impl<T> Kernel<T> {
    fn variant(&self, variant: usize) -> &Variant<T> {
        match variant {
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

    fn variants(&self) -> Vec<&'static str> {
        ["views", "hand"].into_iter().chain(self.others.iter().map(|(name, _)| *name)).collect()
    }

    fn run(&mut self, variant: usize) {
        let mut out = self.before.clone();
        counted(self.variant(variant), &mut out);
        black_box(out);
    }

    fn check(&mut self) {
        let mut expected = self.before.clone();
        counted(&self.hand, &mut expected);
        for (variant, name) in self.variants().into_iter().enumerate() {
            if name == "memcpy" {
                // As many bytes, in another order.
                continue;
            }
            let mut out = self.before.clone();
            counted(self.variant(variant), &mut out);
            for (k, (a, b)) in out.iter().zip(&expected).enumerate() {
                assert!(
                    (self.same)(*a, *b),
                    "{}, {name}: {a:?} at {k}, and {b:?} by hand",
                    self.name
                );
            }
        }
    }

    fn time(&mut self, variant: usize, runs: usize, threads: usize) -> f64 {
        let mut out = std::mem::take(&mut self.before);
        let variant = self.variant(variant);
        let seconds = |out: &mut [T]| {
            let start = Instant::now();
            (0..runs).for_each(|_| counted(variant, out));
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
