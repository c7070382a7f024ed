//! Every function against the sum of products, written plainly.

extern crate std;

mod chains;
mod named;
mod random;
mod storage;

use std::fmt::Debug;
use std::format;
use std::string::String;
use std::vec::Vec;

use super::{Constant, Dynamic, Extent, Fixed, Mode};
use crate::error::ShapeError;
use crate::geometry::Geometry;
use crate::geometry::evaluate::Evaluate;
use crate::geometry::mode::Leaf;
use crate::number::Numbers;
use crate::phase::RunTime;
use crate::static_layout::Static;

/// The digits of a 1-D coordinate; the last is not wrapped.
fn digits(mut i: usize, shape: &[usize]) -> Vec<usize> {
    let mut digits = Vec::new();
    for (leaf, &extent) in shape.iter().enumerate() {
        digits.push(if leaf + 1 < shape.len() { i % extent } else { i });
        i /= extent;
    }
    digits
}

/// The sum of products.
fn sum(digits: &[usize], stride: &[isize]) -> isize {
    digits.iter().zip(stride).map(|(&c, &d)| c as isize * d).sum()
}

/// The offset of a 1-D coordinate.
fn split(i: usize, shape: &[usize], stride: &[isize]) -> isize {
    sum(&digits(i, shape), stride)
}

/// The integers of a natural coordinate.
trait Flat {
    fn flat(self) -> Vec<usize>;
}

impl Flat for usize {
    fn flat(self) -> Vec<usize> {
        Vec::from([self])
    }
}

macro_rules! flat {
    ($($C:ident $c:ident)+) => {
        impl<$($C: Flat),+> Flat for ($($C,)+) {
            fn flat(self) -> Vec<usize> {
                let ($($c,)+) = self;
                [$($c.flat()),+].concat()
            }
        }
    };
}

flat!(C0 c0);
flat!(C0 c0 C1 c1);
flat!(C0 c0 C1 c1 C2 c2);
flat!(C0 c0 C1 c1 C2 c2 C3 c3);

fn leaf(extent: usize, stride: isize) -> Mode {
    Mode { extent: Extent::new(extent), stride }
}

/// A leaf with a stride that the compiler knows.
fn fixed<const D: isize>(extent: usize) -> Mode<Extent, Fixed<D>> {
    Mode { extent: Extent::new(extent), stride: Fixed }
}

/// A leaf with an extent that the compiler knows.
fn of<const S: isize>(stride: isize) -> Mode<Fixed<S>> {
    Mode { extent: Fixed, stride }
}

/// A leaf that the compiler knows.
fn known<const S: isize, const D: isize>() -> Mode<Fixed<S>, Fixed<D>> {
    Mode { extent: Fixed, stride: Fixed }
}

/// The laws of an iterator, given the elements that it is to yield.
fn laws<T: PartialEq + Clone + Debug, I>(all: I, expected: &[T])
where
    I: DoubleEndedIterator<Item = T> + ExactSizeIterator + Clone,
{
    let rest = |it: I| {
        let mut seen = Vec::with_capacity(it.len());
        it.fold((), |(), item| seen.push(item));
        seen
    };
    assert_eq!(rest(all.clone()), expected);
    let mut seen = Vec::new();
    all.clone().for_each(|item| seen.push(item));
    assert_eq!(seen, expected);
    assert_eq!((all.clone().count(), all.clone().last()), (seen.len(), expected.last().cloned()));
    for n in 0..=expected.len() {
        let (mut front, mut back) = (all.clone(), all.clone());
        let (after, before) = ((n + 1).min(seen.len()), seen.len().saturating_sub(n + 1));
        assert_eq!((front.nth(n), front.len()), (expected.get(n).cloned(), seen.len() - after));
        assert_eq!(back.nth_back(n), expected.iter().rev().nth(n).cloned());
        if n % 5 < 2 {
            assert_eq!(rest(front), expected[after..]);
            let mut left: Vec<T> = back.rev().collect();
            left.reverse();
            assert_eq!(left, expected[..before]);
        }
    }
    let (mut front, mut back) = (all.clone(), all);
    assert_eq!((front.nth(usize::MAX), front.next(), front.next_back()), (None, None, None));
    assert_eq!((back.nth_back(usize::MAX), back.next(), back.next_back()), (None, None, None));
}

/// The values of a layout at the 1-D coordinates.
struct Answers {
    text: String,
    offsets: [Vec<isize>; 3],
    naturals: Vec<Vec<usize>>,
    range: [isize; 4],
}

impl Answers {
    fn check(&self, shape: &[usize], stride: &[isize]) {
        let size = shape.iter().product();
        let naturals: Vec<_> = (0..size).map(|i| digits(i, shape)).collect();
        let offsets: Vec<_> = naturals.iter().map(|digits| sum(digits, stride)).collect();
        let (min, max) = (offsets.iter().min().unwrap(), offsets.iter().max().unwrap());
        assert_eq!(self.range, [size as isize, max - min + 1, *min, *max], "{}", self.text);
        assert_eq!(self.naturals, naturals, "{}", self.text);
        assert!(self.offsets.iter().all(|found| *found == offsets), "{}", self.text);
    }
}

/// All functions that every layout has.
fn check<M: Geometry<Natural<usize>: Flat>, const LEAVES: usize, Linear: Geometry>(
    l: Dynamic<M, LEAVES, Linear>,
) {
    let all = 0..l.size();
    let answers = Answers {
        text: format!("{l}"),
        offsets: [
            all.clone().map(|i| l.offset(i)).collect(),
            all.clone().map(|i| l.crd2offset(i)).collect(),
            all.clone().map(|i| l.crd2offset(l.idx2crd(i))).collect(),
        ],
        naturals: all.clone().map(|i| l.idx2crd(i).flat()).collect(),
        range: [l.size() as isize, l.cosize() as isize, l.min_offset(), l.max_offset()],
    };
    answers.check(&l.shape(), &l.stride());
    assert!(l.offsets().eq(answers.offsets[0].iter().copied()));
    assert!(l.coordinates().map(Flat::flat).eq(answers.naturals.iter().cloned()));
    if l.min_offset() == 0 {
        let expected = answers.offsets[0].iter().map(|&offset| offset as usize);
        assert!(all.clone().map(|i| l.index(i)).eq(expected.clone()));
        assert!(all.clone().map(|i| l.crd2idx(i)).eq(expected.clone()));
        assert!(l.indices().eq(expected.clone()));
        let mut visited = Vec::new();
        l.for_each(|i| visited.push(i));
        assert!(expected.eq(visited));
    }
}

fn new<M: Geometry, const LEAVES: usize>(modes: M) -> Dynamic<M, LEAVES> {
    Dynamic::new(modes).unwrap()
}

#[test]
fn functions_are_the_sum() {
    for m in 1..6 {
        for n in 1..5 {
            check(new::<_, 1>(leaf(m, n)));
            check(new::<_, 1>((leaf(m, -n),)));
            let n = n as usize;
            check(new::<_, 2>((leaf(m, n as isize), fixed::<1>(n))));
            check(new::<_, 2>((fixed::<1>(m), leaf(n, m as isize))));
            check(new::<_, 3>((leaf(m, 8 * n as isize), (known::<8, 1>(), fixed::<8>(n)))));
            check(new::<_, 3>((fixed::<8>(m), (known::<8, 1>(), leaf(n, 8 * m as isize)))));
            check(new::<_, 3>(((leaf(m, -7), known::<3, 0>()), leaf(n, 100))));
            check(new::<_, 4>((((leaf(m, 1), leaf(n, -3)),), of::<2>(50), (known::<3, 40>(),))));
            check(new::<_, 5>((
                (known::<1, 9>(), fixed::<0>(m), leaf(n, 3)),
                (known::<4, 2>(), known::<5, { -2 }>()),
            )));
        }
    }
}

/// Coordinates of every kind.
#[test]
fn coordinates_add_what_their_modes_add() {
    for (m, k) in [(1, 1), (1, 4), (3, 1), (2, 5), (4, 3)] {
        let l = new::<_, 3>((leaf(m, 64), (known::<4, -1>(), leaf(k, 7))));
        for i in 0..m {
            for j in 0..4 * k {
                let offset = 64 * i as isize - (j % 4) as isize + 7 * (j / 4) as isize;
                assert_eq!((l.offset_at(i, j), l.crd2offset((i, j))), (offset, offset));
                assert_eq!(l.crd2offset((i, (j % 4, j / 4))), offset);
                assert_eq!(l.offset_at_flat([i, j % 4, j / 4]), offset);
                assert_eq!(l.offset(i + m * j), offset);
            }
        }
        let l = new::<_, 2>((leaf(m, 1), leaf(k, m as isize)));
        assert_eq!((l.at(m - 1, k - 1), l.at_flat([m - 1, k - 1])), (m * k - 1, m * k - 1));
        assert_eq!(l.crd2idx((m - 1, k - 1)), m * k - 1);
        let l = new::<_, 1>(leaf(m, 3));
        assert_eq!(
            (l.at(m - 1), l.at_flat([m - 1]), l.index(m - 1)),
            (3 * m - 3, 3 * m - 3, 3 * m - 3)
        );
    }
}

/// Compares with the layout of the same numbers that the compiler knows.
macro_rules! same {
    ($l:expr, $profile:ty, $leaves:literal: $($crd:tt)*) => {{
        let (ours, theirs) = ($l, Static::<$profile, $leaves>::NEW);
        assert_eq!((format!("{ours}"), format!("{ours:?}")), (theirs.notation().into(), format!("{theirs:?}")));
        assert_eq!((ours.size(), ours.cosize()), (theirs.size(), theirs.cosize()));
        assert_eq!((&ours.shape()[..], &ours.stride()[..]), (theirs.shape(), theirs.stride()));
        assert_eq!((rank(ours), depth(ours)), (<$profile>::RANK, <$profile>::DEPTH));
        assert!((0..ours.size()).all(|i| ours.offset(i) == theirs.offset(i)));
        assert!((0..ours.size()).all(|i| ours.idx2crd(i) == theirs.idx2crd(i)));
        assert!(ours.offsets().eq(theirs.offsets()) && ours.coordinates().eq(theirs.coordinates()));
        $(assert_eq!(ours.offset_at $crd, theirs.offset_at $crd);)*
        check(ours);
    }};
}

fn rank<M: Geometry, const LEAVES: usize, L: Geometry>(_: Dynamic<M, LEAVES, L>) -> usize {
    Dynamic::<M, LEAVES, L>::RANK
}

fn depth<M: Geometry, const LEAVES: usize, L: Geometry>(_: Dynamic<M, LEAVES, L>) -> usize {
    Dynamic::<M, LEAVES, L>::DEPTH
}

#[test]
fn static_layouts_of_the_numbers_are_the_same() {
    same!(new::<_, 1>(leaf(5, -3)), Leaf<5, { -3 }>, 1: (4) (0));
    same!(new::<_, 1>((leaf(24, 2),)), (Leaf<24, 2>,), 1: (23));
    same!(
        new::<_, 3>((of::<2>(4), (leaf(2, 2), fixed::<1>(2)))),
        (Leaf<2, 4>, (Leaf<2, 2>, Leaf<2, 1>)), 3: (1, 2) (0, 3)
    );
    same!(
        new::<_, 5>((((leaf(3, 1),), known::<2, 3>()), (known::<1, 7>(), leaf(1, 9), of::<5>(6)))),
        (((Leaf<3, 1>,), Leaf<2, 3>), (Leaf<1, 7>, Leaf<1, 9>, Leaf<5, 6>)), 5: (5, 4) (2, 1)
    );
}

/// Constants of a type are as good as fixed numbers.
#[test]
fn constants_are_fixed_numbers() {
    struct Of<const A: usize>;

    impl<const A: usize> Numbers for Of<A> {
        const NUMBERS: &'static [isize] = &[A as isize, -(A as isize) + 1];
    }

    fn of<const A: usize>(m: usize) -> Dynamic<impl Geometry<Natural<usize>: Flat>, 3> {
        let constant =
            Mode { extent: Constant::<Of<A>, 0>::NEW, stride: Constant::<Of<A>, 1>::NEW };
        let stride = Mode { extent: Extent::new(m), stride: Constant::<Of<A>, 0>::NEW };
        new((constant, (stride, Mode { extent: Constant::<Of<A>, 0>::NEW, stride: 50 })))
    }

    for m in 1..5 {
        check(of::<1>(m));
        check(of::<3>(m));
        check(of::<4>(m));
    }
    assert_eq!(format!("{}", of::<4>(7)), "(4,(7,4)):(-3,(4,50))");
}

/// A compact layout is known by its size.
#[test]
fn compact_layouts_are_those_that_are_checked() {
    for m in 1..5 {
        let modes = (leaf(m, 6), (fixed::<1>(3), leaf(2, 3)));
        let l = Dynamic::<_, 3>::compact_plain(modes, RunTime::flow::<_, usize>(&modes), 6 * m);
        check(l);
        assert!(l == new::<_, 3>(modes));
    }
}

/// 1-D coordinates are those of the layout with fewer leaves.
#[test]
fn coalesced_layouts_are_the_same() {
    let modes = (fixed::<1>(6), (leaf(4, 6), leaf(3, 48)));
    let linear = (fixed::<1>(24), leaf(3, 48));
    let flows = (RunTime::flow::<_, usize>(&modes), RunTime::flow::<_, usize>(&linear));
    let l = Dynamic::<_, 3, _>::checked(modes, flows.0, linear, flows.1).unwrap();
    check(l);
    assert!(l == new::<_, 3>(modes));
    assert_eq!(
        format!("{:?} {l}", l.offsets()),
        "Offsets of (24,3):(1,48): 72 left (6,(4,3)):(1,(6,48))"
    );
}

#[test]
#[should_panic(expected = "this layout has negative offsets: use `offset`")]
fn debug_builds_refuse_indices_of_negative_offsets() {
    let _ = new::<_, 1>(leaf(4, -1)).index(0);
}

/// In whole, step by step, from both ends and from anywhere.
#[test]
fn sweeps_are_iterators() {
    fn check<M: Geometry<Natural<usize>: PartialEq + Debug>, const LEAVES: usize>(modes: M) {
        let l = new::<M, LEAVES>(modes);
        let naturals: Vec<_> = (0..l.size()).map(|i| l.idx2crd(i)).collect();
        let indices: Vec<_> = (0..l.size()).map(|i| l.index(i)).collect();
        laws(l.indices(), &indices);
        laws(l.coordinates(), &naturals);
        laws(l.entries(), &naturals.into_iter().zip(indices).collect::<Vec<_>>());
    }

    check::<_, 4>(((leaf(3, 1), leaf(1, 9)), (known::<2, 40>(), leaf(4, 5))));
    for (m, n) in [(1, 1), (1, 7), (5, 1), (4, 3)] {
        check::<_, 2>((leaf(m, n as isize), fixed::<1>(n)));
    }
    laws(new::<_, 2>((leaf(5, -1), leaf(2, 7))).offsets(), &[0, -1, -2, -3, -4, 7, 6, 5, 4, 3]);
}

/// Eight modes, nine leaves: as many modes as there are without a feature.
#[cfg(not(feature = "rank-16"))]
#[test]
fn widest_tuples_of_the_default_are_layouts() {
    assert_eq!(layout_core::MAX_RANK, 8);
    let two = (fixed::<1>(2), leaf(1, 5));
    let one = leaf(1, 0);
    let l = new::<_, 9>((two, one, one, leaf(3, 2), one, one, one, leaf(2, 6)));
    assert_eq!(l.at(1, 0, 0, 2, 0, 0, 0, 1), 11);
    assert_eq!(l.at_flat([1, 0, 0, 0, 2, 0, 0, 0, 1]), 11);
    assert!((0..12).all(|i| l.index(i) == i && l.crd2idx(l.idx2crd(i)) == i));
    assert!(l.indices().eq(0..12) && l.indices().rev().eq((0..12).rev()));
}

/// Sixteen modes, sixteen and more leaves.
#[cfg(feature = "rank-16")]
#[test]
fn widest_tuples_are_layouts() {
    let two = (fixed::<1>(2), leaf(1, 5));
    let l = new::<_, 17>((
        two,
        leaf(1, 0),
        leaf(1, 0),
        leaf(3, 2),
        leaf(1, 0),
        leaf(1, 0),
        leaf(1, 0),
        leaf(1, 0),
        leaf(1, 0),
        leaf(1, 0),
        leaf(1, 0),
        leaf(1, 0),
        leaf(1, 0),
        leaf(1, 0),
        leaf(1, 0),
        leaf(2, 6),
    ));
    assert_eq!(l.at(1, 0, 0, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1), 11);
    assert_eq!(l.at_flat([1, 0, 0, 0, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1]), 11);
    assert!((0..12).all(|i| l.index(i) == i && l.crd2idx(l.idx2crd(i)) == i));
    assert!(l.indices().eq(0..12) && l.indices().rev().eq((0..12).rev()));
}

/// Outside of the domain the answer is some number.
#[test]
fn coordinates_past_the_size_do_not_panic() {
    let l = new::<_, 3>((leaf(3, 1), (leaf(5, isize::MAX / 30), known::<7, 3>())));
    for i in [105, 1 << 40, usize::MAX / 2, usize::MAX] {
        let _ =
            (l.index(i), l.at(i, i), l.at_flat([i, i, i]), l.idx2crd(i), l.crd2idx((i, (i, i))));
    }
}

/// Numbers that are no layout, as users see it.
#[test]
fn errors_say_what_is_wrong() {
    let text = |error: Result<_, ShapeError>| -> String {
        let error: Result<Dynamic<(Mode, Mode), 2>, ShapeError> = error;
        format!("{}", error.unwrap_err())
    };
    assert_eq!(
        text(Dynamic::new((leaf(0, 1), leaf(usize::MAX, 0)))),
        "leaf = 1, extent = 18446744073709551615, stride = 0 and the size must fit `isize`"
    );
    assert_eq!(
        text(Dynamic::new((leaf(1 << 32, 0), leaf(1 << 31, 1)))),
        "leaf = 1, extent = 2147483648, stride = 1 and the size must fit `isize`"
    );
    assert_eq!(
        text(Dynamic::new((leaf(128, 1 << 57), leaf(1, 1)))),
        "leaf = 0, extent = 128, stride = 144115188075855872 and every offset must fit `isize`"
    );
}

/// A cache by layout has one entry for the same numbers, whatever the compiler knows of them.
#[test]
fn layouts_are_keys() {
    use std::collections::HashSet;

    let rows = |m: usize, n: isize| (leaf(m, n), leaf(n as usize, 1));
    let new = |m, n| Dynamic::<_, 2>::new(rows(m, n)).unwrap();
    let keys: HashSet<_> = [new(3, 4), new(4, 3), new(3, 4)].into_iter().collect();
    assert_eq!(keys.len(), 2);
    assert!(keys.contains(&new(4, 3)) && !keys.contains(&new(4, 4)));
}
