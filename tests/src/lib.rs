//! Layouts to test with: all small ones, and random large ones.
//!
//! [`small_layouts`] and its parts are lists, for laws that are tested on every
//! member; [`large_layout`] and its kin are proptest strategies.

pub mod document;
pub mod oracle;
pub mod samples;

pub use layout_laws::operands::{
    count_of as size_of, extents_of, flat_layout, layout, leaf, tuple,
};
pub use layout_laws::{all_cases, one_in};

use layout_algebra::{HTuple, IntTuple, Layout, Tiler};
use layout_laws::check::{Answer, Check, Operands, Over};
use proptest::prelude::*;

/// The sizes of the small layouts.
pub const SMALL: i128 = 24;

/// The strides of the small layouts: zero, one, primes, powers of two and their
/// neighbours, the compact strides of small shapes, and a negative one.
pub const STRIDES: [i128; 14] = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 12, 13, 17, -2];

/// The strides of small layouts of more than two leaves, which are too many with
/// all of [`STRIDES`].
pub const FEW_STRIDES: [i128; 7] = [0, 1, 2, 3, 6, 8, -1];

/// The strides of small layouts of four leaves.
pub const FEWEST_STRIDES: [i128; 4] = [0, 1, 2, 8];

/// Every list of up to four extents with a product of up to [`SMALL`]; at most
/// one of three extents is 1, none of four, and both of the pair (1, 1).
pub fn small_extents() -> Vec<Vec<i128>> {
    fn extend(list: &mut Vec<i128>, size: i128, all: &mut Vec<Vec<i128>>) {
        if list.len() == 4 {
            if !list.contains(&1) {
                all.push(list.clone());
            }
            return;
        }
        all.push(list.clone());
        for extent in 1..=SMALL / size {
            if extent > 1 || !list.contains(&1) {
                list.push(extent);
                extend(list, size * extent, all);
                list.pop();
            }
        }
    }
    let mut all = vec![vec![1, 1]];
    extend(&mut Vec::new(), 1, &mut all);
    all
}

/// Every nesting of [`small_extents`] of depth up to 2, in which a tuple of one
/// stands only where there are at most two leaves.
pub fn small_shapes() -> Vec<IntTuple> {
    let mut shapes = Vec::new();
    for extents in small_extents() {
        if let [extent] = extents.as_slice() {
            shapes.push(leaf(*extent));
        }
        let mut groupings = Vec::new();
        group(&extents, extents.len() <= 2, &mut Vec::new(), &mut groupings);
        shapes.extend(groupings.into_iter().map(HTuple::Tuple));
    }
    shapes
}

/// All ways to put neighbours into tuples.
fn group(extents: &[i128], ones: bool, done: &mut Vec<IntTuple>, into: &mut Vec<Vec<IntTuple>>) {
    if extents.is_empty() {
        into.push(done.clone());
        return;
    }
    for count in 1..=extents.len() {
        let (first, rest) = extents.split_at(count);
        let mut modes = vec![tuple(first)];
        if count == 1 {
            modes = if ones { vec![tuple(first), leaf(first[0])] } else { vec![leaf(first[0])] };
        }
        for mode in modes {
            done.push(mode);
            group(rest, ones, done, into);
            done.pop();
        }
    }
}

/// Every layout of the [`small_shapes`], with all of [`STRIDES`] for up to two
/// leaves, [`FEW_STRIDES`] for three and [`FEWEST_STRIDES`] for four.
pub fn small_layouts() -> impl Iterator<Item = Layout> {
    small_shapes().into_iter().flat_map(|shape| {
        let strides = small_strides(shape.leaf_count());
        strides.into_iter().map(move |strides| layout(&shape, &strides))
    })
}

/// Every layout of the [`small_shapes`], each with the strides at which layouts
/// change: those that make it compact, in any order, those that broadcast a mode, and, of
/// up to two leaves, some that go back or leave gaps. Few enough for every law of every
/// operation.
pub fn boundary_layouts() -> impl Iterator<Item = Layout> {
    small_shapes().into_iter().flat_map(|shape| {
        let lists = match extents_of(&shape).as_slice() {
            [] | [_] => lists_of(&STRIDES, shape.leaf_count()),
            &[s, _] => lists_of(&[0, 1, s, -2], 2),
            &[s, t, _] => {
                let differ = |d: &Vec<i128>| d[0] != d[1] && d[1] != d[2] && d[0] != d[2];
                let lists = lists_of(&[0, 1, s, s * t], 3).into_iter();
                lists.filter(|d| differ(d) && d.contains(&1)).collect()
            }
            extents => lists_of(&[1, 2], extents.len()),
        };
        lists.into_iter().map(move |strides| layout(&shape, &strides))
    })
}

/// The [`small_layouts`] of one level: all their functions, each once for every
/// list of leaves.
pub fn small_flat_layouts() -> Vec<Layout> {
    let mut layouts = Vec::new();
    for extents in small_extents() {
        let shape = tuple(&extents);
        layouts.extend(small_strides(extents.len()).iter().map(|strides| layout(&shape, strides)));
    }
    layouts
}

fn small_strides(count: usize) -> Vec<Vec<i128>> {
    let strides: &[i128] = match count {
        0..=2 => &STRIDES,
        3 => &FEW_STRIDES,
        _ => &FEWEST_STRIDES,
    };
    lists_of(strides, count)
}

fn lists_of(strides: &[i128], count: usize) -> Vec<Vec<i128>> {
    (0..count).fold(vec![Vec::new()], |lists, _| {
        let longer = |list: &Vec<i128>, stride| [list.as_slice(), &[stride]].concat();
        lists.iter().flat_map(|list| strides.iter().map(|&d| longer(list, d))).collect()
    })
}

/// Every `step`-th element, from one that depends on `seed`: a fixed sample of a
/// list that is too long, another one for each seed.
pub fn sampled<T>(list: &[T], step: usize, seed: usize) -> impl Iterator<Item = &T> {
    list.iter().skip(seed.wrapping_mul(7919) % step).step_by(step)
}

/// The prime digits of a large domain: up to 30 primes with a product of up to
/// 2^40, which the modes of layouts are made of.
pub fn prime_digits() -> impl Strategy<Value = Vec<i128>> {
    let primes = prop::sample::select(vec![2, 2, 2, 3, 5, 7, 31, 127]);
    prop::collection::vec(primes, 1..30).prop_map(|mut primes| {
        let mut size = 1i128;
        primes.retain(|prime| {
            let fits = size * prime <= 1 << 40;
            size *= if fits { *prime } else { 1 };
            fits
        });
        primes
    })
}

/// A large shape: up to 6 modes, some of them tuples, of a size up to 2^40.
pub fn large_shape() -> impl Strategy<Value = IntTuple> {
    (prime_digits(), 1..=6usize, any::<u64>()).prop_map(|(primes, count, nesting)| {
        let mut extents = vec![1i128; count];
        for (k, prime) in primes.iter().enumerate() {
            extents[k % count] *= prime;
        }
        nested(&extents, nesting)
    })
}

/// The extents, where a bit of `nesting` says that neighbours share a tuple.
fn nested(extents: &[i128], nesting: u64) -> IntTuple {
    if let ([extent], true) = (extents, nesting & 1 == 0) {
        return leaf(*extent);
    }
    let mut modes: Vec<Vec<i128>> = Vec::new();
    for (k, &extent) in extents.iter().enumerate() {
        match modes.last_mut() {
            Some(mode) if nesting >> k & 1 == 1 => mode.push(extent),
            _ => modes.push(vec![extent]),
        }
    }
    let mode = |mode: &Vec<i128>| if mode.len() == 1 { leaf(mode[0]) } else { tuple(mode) };
    HTuple::Tuple(modes.iter().map(mode).collect())
}

/// A large layout without gaps, its leaves in any order.
pub fn large_compact_layout() -> impl Strategy<Value = Layout> {
    (large_shape(), any::<u64>()).prop_map(|(shape, order)| {
        let extents = extents_of(&shape);
        let mut strides = vec![0; extents.len()];
        let mut next = 1;
        for k in permutation(extents.len(), order) {
            strides[k] = next;
            next *= extents[k];
        }
        layout(&shape, &strides)
    })
}

/// A large layout of any strides: compact ones that are stretched, negated, set
/// to 0 or to a boundary number.
pub fn large_layout() -> impl Strategy<Value = Layout> {
    let change = prop_oneof![
        6 => Just(None),
        1 => Just(Some(0)),
        1 => prop::sample::select(STRIDES.to_vec()).prop_map(Some),
        1 => (-(1i128 << 40)..1 << 40).prop_map(Some),
    ];
    let stretch = prop::sample::select(vec![1i128, 1, 1, 2, 3, -1]);
    (large_compact_layout(), prop::collection::vec((change, stretch), 6)).prop_map(
        |(compact, changes)| {
            let strides = compact.leaves().into_iter().zip(&changes).map(|((_, d), change)| {
                change.0.unwrap_or(d.known().expect("a stride") * change.1)
            });
            layout(compact.shape(), &strides.collect::<Vec<i128>>())
        },
    )
}

/// Two large layouts `A` and `B` for which `A∘B` exists: every leaf of `B` is a run
/// of the prime digits of the domain of `A`, and no two runs overlap.
pub fn large_composable() -> impl Strategy<Value = (Layout, Layout)> {
    (large_layout(), any::<u64>(), any::<u64>()).prop_map(|(lhs, cuts, order)| {
        let mut digits = Vec::new();
        for extent in extents_of(lhs.shape()) {
            digits.extend(prime_factors(extent));
        }
        let (mut runs, mut place) = (vec![(1, 1)], 1);
        for (k, digit) in digits.into_iter().enumerate() {
            match runs.last_mut() {
                Some(run) if cuts >> (2 * k % 61) & 3 != 0 => run.0 *= digit,
                _ => runs.push((digit, place)),
            }
            place *= digit;
        }
        let kept = permutation(runs.len(), order).into_iter().take(1 + order as usize % 6);
        let modes: Vec<(i128, i128)> = kept.map(|k| runs[k]).collect();
        (lhs, flat_layout(&modes))
    })
}

fn prime_factors(mut number: i128) -> Vec<i128> {
    let mut factors = Vec::new();
    for prime in [2, 3, 5, 7, 31, 127] {
        while number % prime == 0 {
            factors.push(prime);
            number /= prime;
        }
    }
    factors
}

/// The numbers below `count` in an order drawn from `seed`.
fn permutation(count: usize, mut seed: u64) -> Vec<usize> {
    let mut order: Vec<usize> = (0..count).collect();
    for k in (1..count).rev() {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        order.swap(k, (seed >> 33) as usize % (k + 1));
    }
    order
}

/// Panics, with the point at which a law fails, unless it holds.
#[track_caller]
pub fn check(law: layout_laws::Law) {
    if let Err(why) = law {
        panic!("{why}");
    }
}

/// The operands of a check, with `1:0`, `_` and 1 for those that are not named.
#[derive(Clone, Debug)]
pub struct Given {
    layout: Layout,
    other: Layout,
    tiler: Tiler,
    number: i128,
}

impl From<Layout> for Given {
    fn from(layout: Layout) -> Self {
        Given { layout, other: Layout::unit(), tiler: Tiler::All, number: 1 }
    }
}

impl From<(Layout, Layout)> for Given {
    fn from((layout, other): (Layout, Layout)) -> Self {
        Given { other, ..layout.into() }
    }
}

impl From<(Layout, Tiler)> for Given {
    fn from((layout, tiler): (Layout, Tiler)) -> Self {
        Given { tiler, ..layout.into() }
    }
}

impl From<(Layout, i128)> for Given {
    fn from((layout, number): (Layout, i128)) -> Self {
        Given { number, ..layout.into() }
    }
}

impl From<(Layout, Layout, i128)> for Given {
    fn from((layout, other, number): (Layout, Layout, i128)) -> Self {
        Given { layout, other, number, tiler: Tiler::All }
    }
}

/// The column-major layout of a shape, which stands for it among operands.
pub fn of_shape(shape: &IntTuple) -> Layout {
    let mut next = 1;
    let strides: Vec<i128> = extents_of(shape)
        .into_iter()
        .map(|extent| {
            next *= extent;
            next / extent
        })
        .collect();
    layout(shape, &strides)
}

/// The outcomes of the operations of a check.
#[derive(Clone, Copy, Debug, Default)]
pub struct Count {
    /// Answers that their law holds for.
    pub found: usize,
    /// Refusals that their law holds for.
    pub refused: usize,
    /// Numbers or searches that grew too large.
    pub undecided: usize,
}

impl Count {
    /// The same, where there is an answer or a refusal of all operands.
    ///
    /// # Panics
    ///
    /// If some are undecided.
    #[track_caller]
    pub fn decided(self) -> Self {
        assert_eq!(self.undecided, 0, "{self:?}");
        self
    }

    /// The same, where there is an answer of all operands.
    ///
    /// # Panics
    ///
    /// If there is none of some.
    #[track_caller]
    pub fn answered(self) -> Self {
        assert_eq!(self.refused, 0, "{self:?}");
        self.decided()
    }
}

/// The check of an operation on layouts of integers.
///
/// # Panics
///
/// If there is none.
pub fn check_of(over: Over, op: &str) -> &'static Check {
    let mut all = layout_laws::checks().filter(|check| check.over == over);
    all.find(|check| check.ops.contains(&op)).unwrap_or_else(|| panic!("no check of {op}"))
}

/// Holds an operation against its law on all operands of a list.
///
/// # Panics
///
/// With the operands for which it does not hold.
#[track_caller]
pub fn hold(over: Over, op: &str, all: impl IntoIterator<Item = impl Into<Given>>) -> Count {
    let (check, mut count) = (check_of(over, op), Count::default());
    for given in all {
        let Given { layout, other, tiler, number } = &given.into();
        let x = Operands { layout, other, tiler, number: *number };
        *match (check.holds)(&x) {
            Ok(Answer::Found) => &mut count.found,
            Ok(Answer::Refused) => &mut count.refused,
            Ok(Answer::Undecided) => &mut count.undecided,
            Err(why) => panic!("{op} of {x:?}: {why}"),
        } += 1;
    }
    count
}
