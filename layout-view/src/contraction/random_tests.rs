//! Contractions and elementwise functions of random operands, against plain loops over the coordinates.

extern crate std;

use core::marker::PhantomData;
use core::num::Wrapping;
use core::ops::{Add, Mul};
use std::vec;
use std::vec::Vec;

use super::{Factors, Number, SourcesOf, sum_products};
use crate::dynamic::{Dynamic, Extent, Mode};
use crate::elementwise::{fold_2, zip_1, zip_2, zip_3};
use crate::{View, ViewMut};

const RANK: usize = 5;

type Five = Dynamic<(Mode, Mode, Mode, Mode, Mode), RANK>;

/// Numbers by a linear congruence.
struct Random(u64);

impl Random {
    fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(0x1405_7b7e_f767_814f);
        (self.0 >> 33) as usize % n
    }

    fn one_of<T: Copy>(&mut self, all: &[T]) -> T {
        all[self.below(all.len())]
    }

    /// The extents of an index space of up to `RANK` modes with up to `most` coordinates in all; the other modes have one coordinate.
    fn extents(&mut self, most: usize) -> [usize; RANK] {
        let mut extents = [1; RANK];
        let rank = 1 + self.below(RANK);
        for k in 0..rank {
            let extent = self.one_of(&[1, 2, 3, 4, 5, 7, 8, 9, 13, 16, 33, 40, 70]);
            if extents.iter().product::<usize>() * extent <= most {
                extents[k] = extent;
            }
        }
        if self.below(40) == 0 {
            extents[self.below(RANK)] = 0;
        }
        extents
    }

    /// Strides of the modes that are there, in a random order, with gaps and turned in part.
    fn strides(&mut self, extents: [usize; RANK], has: impl Fn(usize) -> bool) -> [isize; RANK] {
        let (mut strides, mut next) = ([0; RANK], 1);
        let mut order: Vec<usize> = (0..RANK).filter(|k| has(*k)).collect();
        for i in 1..order.len() {
            order.swap(i, self.below(i + 1));
        }
        if self.below(8) == 0 {
            next = 2;
        }
        for k in order {
            strides[k] = if self.below(6) == 0 { -next } else { next };
            next *= extents[k].max(1) as isize;
            if self.below(4) == 0 {
                next += self.below(4) as isize;
            }
        }
        strides
    }
}

fn layout(extents: [usize; RANK], strides: [isize; RANK]) -> Five {
    let [a, b, c, d, e] =
        core::array::from_fn(|k| Mode { extent: Extent::new(extents[k]), stride: strides[k] });
    Dynamic::new((a, b, c, d, e)).expect("a layout")
}

/// A large element: a number beside others that are computed as well.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Large([i64; 9]);

impl Add for Large {
    type Output = Large;

    fn add(self, other: Large) -> Large {
        Large(core::array::from_fn(|i| self.0[i] + other.0[i]))
    }
}

impl Mul for Large {
    type Output = Large;

    fn mul(self, other: Large) -> Large {
        Large(core::array::from_fn(|i| self.0[i] * other.0[i]))
    }
}

/// A source, its buffer and where offset 0 is in it.
struct Source<T> {
    layout: Five,
    strides: [isize; RANK],
    buffer: Vec<T>,
}

impl<T: Copy> Source<T> {
    fn new(random: &mut Random, extents: [usize; RANK], axes: usize, of: fn(i8) -> T) -> Self {
        let strides = random.strides(extents, |k| axes >> k & 1 == 1);
        let layout = layout(extents, strides);
        let buffer = (0..layout.cosize()).map(|_| of(random.below(7) as i8 - 3)).collect();
        Source { layout, strides, buffer }
    }

    fn at(&self, at: [usize; RANK]) -> T {
        let offset: isize = (0..RANK).map(|k| at[k] as isize * self.strides[k]).sum();
        self.buffer[(offset - self.layout.min_offset()) as usize]
    }

    fn view(&self) -> View<'_, T, Five> {
        View::new(&self.buffer, self.layout)
    }
}

/// Calls a function with each coordinate.
fn each(extents: [usize; RANK], mut f: impl FnMut([usize; RANK])) {
    for i in 0..extents.iter().product() {
        let mut rest = i;
        f(core::array::from_fn(|k| {
            let digit = rest % extents[k];
            rest /= extents[k];
            digit
        }));
    }
}

/// Sums of products of the first few of three sources: each number of sources has kernels of its own, which take long to compile.
type Way<T> = (usize, fn([View<'_, T, Five>; 3], &mut ViewMut<'_, T, Five>, Five, bool));

fn run<T: Number, S: Factors<T>>(
    sources: S,
    target: &mut ViewMut<'_, T, Five>,
    over: Five,
    is_sum: bool,
) {
    let sources = SourcesOf { list: sources, elements: PhantomData };
    match is_sum {
        true => sum_products::<_, _, _, _, true>(target, sources, over),
        false => sum_products::<_, _, _, _, false>(target, sources, over),
    }
}

fn of_one<T: Number>(
    [a, ..]: [View<'_, T, Five>; 3],
    to: &mut ViewMut<'_, T, Five>,
    over: Five,
    is_sum: bool,
) {
    run((a, ()), to, over, is_sum);
}

fn of_two<T: Number>(
    [a, b, _]: [View<'_, T, Five>; 3],
    to: &mut ViewMut<'_, T, Five>,
    over: Five,
    is_sum: bool,
) {
    run((a, (b, ())), to, over, is_sum);
}

fn of_three<T: Number>(
    [a, b, c]: [View<'_, T, Five>; 3],
    to: &mut ViewMut<'_, T, Five>,
    over: Five,
    is_sum: bool,
) {
    run((a, (b, (c, ()))), to, over, is_sum);
}

/// Sums of products of one or more sources, by one of the ways for each number, into a target that has some of the axes.
fn check<T: Number + PartialEq + core::fmt::Debug>(
    ways: &[Way<T>],
    seed: u64,
    most: usize,
    of: fn(i8) -> T,
) {
    let random = &mut Random(seed);
    let extents = random.extents(most);
    let kept = random.below(1 << RANK);
    let mut sources = Vec::new();
    for _ in 0..3 {
        // Each axis is in most of them.
        let axes = random.below(1 << RANK) | random.below(1 << RANK);
        sources.push(Source::new(random, extents, axes, of));
    }
    let strides = random.strides(extents, |k| kept >> k & 1 == 1);
    let own =
        layout(core::array::from_fn(|k| if kept >> k & 1 == 1 { extents[k] } else { 1 }), strides);
    let over = layout(extents, strides);
    let offset = |at: [usize; RANK]| {
        let offset: isize = (0..RANK).map(|k| at[k] as isize * strides[k]).sum();
        (offset - own.min_offset()) as usize
    };
    let (count, run) = random.one_of(ways);
    // What is between the elements stays, and what was in them is not read.
    let was = of(99);
    let mut expected = vec![was; own.cosize()];
    each(core::array::from_fn(|k| if kept >> k & 1 == 1 { extents[k] } else { 1 }), |at| {
        expected[offset(at)] = T::default();
    });
    let is_sum = extents.iter().enumerate().any(|(k, extent)| kept >> k & 1 == 0 && *extent != 1);
    each(extents, |at| {
        let product = sources[1..count].iter().fold(sources[0].at(at), |all, s| all * s.at(at));
        let to = &mut expected[offset(at)];
        *to = *to + product;
    });
    let mut computed = vec![was; own.cosize()];
    let mut target = ViewMut::new(&mut computed, own);
    let [a, b, c] = [&sources[0], &sources[1], &sources[2]].map(Source::view);
    run([a, b, c], &mut target, over, is_sum);
    assert_eq!(computed, expected, "seed {seed}: {extents:?}, {kept:b}, {count}");
}

#[test]
fn sums_of_products_are_those_of_plain_loops() {
    let (cases, most) = if cfg!(miri) { (20, 300) } else { (500, 2000) };
    // All numbers of sources for elements of which a vector has several, and for some of which it has one. What depends on the size of elements
    // alone is the same for two sources.
    for seed in 0..cases {
        check::<f64>(&[(1, of_one), (2, of_two), (3, of_three)], seed, most, f64::from);
        check::<Large>(&[(1, of_one), (2, of_two)], seed, most / 8, |x| Large([x.into(); 9]));
        check::<Wrapping<i8>>(&[(2, of_two)], seed, most, Wrapping);
        check::<i128>(&[(2, of_two)], seed, most / 4, i128::from);
    }
    // Large enough that sums are cut into chunks, and sources are packed that lie far apart.
    if !cfg!(miri) {
        for seed in 0..10 {
            check::<f64>(&[(1, of_one), (2, of_two), (3, of_three)], seed, 200_000, f64::from);
        }
    }
}

/// Elementwise functions of one to three sources, and folds of two.
fn check_elementwise(seed: u64, most: usize) {
    let random = &mut Random(seed);
    let extents = random.extents(most);
    let mut sources = Vec::new();
    for _ in 0..3 {
        let axes = random.below(1 << RANK) | random.below(1 << RANK);
        sources.push(Source::new(random, extents, axes, |x| x as i16));
    }
    let is_fold = random.below(3) == 0;
    let kept = if is_fold { random.below(1 << RANK) } else { (1 << RANK) - 1 };
    let strides = random.strides(extents, |k| kept >> k & 1 == 1);
    let own =
        layout(core::array::from_fn(|k| if kept >> k & 1 == 1 { extents[k] } else { 1 }), strides);
    let start: Vec<i64> = (0..own.cosize() as i64).collect();
    let (mut expected, mut computed) = (start.clone(), start);
    let count = if is_fold { 2 } else { 1 + random.below(3) };
    each(extents, |at| {
        let offset: isize = (0..RANK).map(|k| at[k] as isize * strides[k]).sum();
        let to = &mut expected[(offset - own.min_offset()) as usize];
        for (k, source) in sources[..count].iter().enumerate() {
            *to += i64::from(source.at(at)) << k;
        }
    });
    let mut target = ViewMut::new(&mut computed, own);
    let [a, b, c] = [&sources[0], &sources[1], &sources[2]].map(Source::view);
    let two = |to: &mut i64, a: &i16, b: &i16| *to += i64::from(*a) + (i64::from(*b) << 1);
    match count {
        2 if is_fold => fold_2((a, (b, ())), &mut target, layout(extents, strides), two),
        1 if seed.is_multiple_of(2) => zip_1((a, ()), &mut target, |to, a| *to += i64::from(*a)),
        1 => target.zip_with(a, |to, a| *to += i64::from(*a)),
        2 => zip_2((a, (b, ())), &mut target, two),
        _ => zip_3((a, (b, (c, ()))), &mut target, |to, a, b, c| {
            two(to, a, b);
            *to += i64::from(*c) << 2;
        }),
    }
    assert_eq!(computed, expected, "seed {seed}: {extents:?}, {kept:b}, {count}");
}

#[test]
fn elementwise_functions_are_those_of_plain_loops() {
    let (cases, most) = if cfg!(miri) { (40, 200) } else { (1000, 1000) };
    for seed in 0..cases {
        check_elementwise(seed, most);
    }
}

/// Layouts of one size with as many leaves of other extents: with common loops, with others than leaves, and without.
#[test]
fn operands_of_other_extents_are_visited_coordinate_by_coordinate() {
    type Two = Dynamic<(Mode, Mode), 2>;

    let two = |[m, n]: [usize; 2], [s, d]: [isize; 2]| -> Two {
        let leaf = |extent, stride| Mode { extent: Extent::new(extent), stride };
        Dynamic::new((leaf(m, s), leaf(n, d))).expect("a layout")
    };
    let shapes = [[4, 6], [6, 4], [2, 12], [12, 2], [24, 1], [1, 24], [3, 8]];
    let numbers: Vec<i32> = (0..24).map(|i| i * 7 % 19 - 9).collect();
    for (k, a) in shapes.iter().enumerate() {
        for (b, c) in shapes.iter().flat_map(|b| shapes.iter().map(move |c| (b, c))) {
            if cfg!(miri) && !(7 * k + 3 * b[0] + c[0]).is_multiple_of(16) {
                continue;
            }
            let x = View::new(&numbers, two(*a, [a[1] as isize, 1]));
            let y = View::new(&numbers, two(*b, [1, b[0] as isize]));
            let layout = two(*c, [c[1] as isize, 1]);
            let mut zipped = vec![0; 24];
            zip_2((x, (y, ())), &mut ViewMut::new(&mut zipped, layout), |to, x, y| {
                *to = 100 * x + y;
            });
            let mut mapped = vec![0; 24];
            ViewMut::new(&mut mapped, layout).zip_with(x, |to, x| *to = *x);
            let (mut sums, mut expected) = (vec![99; c[0]], vec![0; c[0]]);
            let mut target = ViewMut::new(&mut sums, two([c[0], 1], [1, 0]));
            let over = two(*c, [1, 0]);
            let sources = SourcesOf { list: (x, (y, ())), elements: PhantomData };
            sum_products::<_, _, _, _, true>(&mut target, sources, over);
            for i in 0..24 {
                let (x, y) = (x.at(i), y.at(i));
                let (row, column) = (i % c[0], i / c[0]);
                let at = row * c[1] + column;
                assert_eq!(zipped[at], 100 * x + y, "{a:?} {b:?} {c:?}");
                assert_eq!(mapped[at], x, "{a:?} {c:?}");
                expected[row] += x * y;
            }
            assert_eq!(sums, expected, "{a:?} {b:?} {c:?}");
        }
    }
}
