//! Every sweep against the functions of one coordinate.

extern crate std;

use crate::geometry::Geometry;
use std::fmt::Debug;
use std::vec::Vec;

use super::sorted::are_sorted;
use crate::dynamic::Dynamic;
use crate::geometry::mode::{Leaf, Mode};
use crate::geometry::nest::Nest;
use crate::geometry::table::Table;
use crate::layout::{Layout, StaticLayout};
use crate::map::{Identity, OffsetMap, Swizzled};
use crate::number::Extent;
use crate::static_layout::Static;

/// The laws of an iterator, given the elements that it is to yield.
fn laws<I>(all: I, expected: &[I::Item])
where
    I: DoubleEndedIterator<Item: Copy + PartialEq + Debug> + ExactSizeIterator + Clone,
{
    let size = expected.len();
    let folded = |it: I| it.fold(Vec::new(), |seen, item| [seen, Vec::from([item])].concat());
    assert_eq!(folded(all.clone()), expected);
    assert!(all.clone().rev().eq(expected.iter().rev().copied()));
    assert_eq!((all.clone().count(), all.clone().last()), (size, expected.last().copied()));
    let mut seen = Vec::new();
    all.clone().for_each(|item| seen.push(item));
    assert_eq!(seen, expected);

    let mut front = all.clone();
    for taken in 0..=size {
        let rest = &expected[taken..];
        assert_eq!((front.len(), front.size_hint()), (rest.len(), (rest.len(), Some(rest.len()))));
        assert!(folded(front.clone()) == rest && front.clone().eq(rest.iter().copied()));
        let mut back = front.clone();
        for left in (0..rest.len()).rev() {
            assert_eq!(back.next_back(), Some(rest[left]));
            if left % 7 == 3 {
                assert_eq!(folded(back.clone()), rest[..left]);
            }
        }
        assert_eq!((back.next(), back.next_back(), back.nth(1), back.len()), (None, None, None, 0));
        assert_eq!(front.next(), rest.first().copied());
    }
    assert_eq!((front.next(), front.nth(1), front.nth_back(0)), (None, None, None));

    for n in (0..size + 2).chain([usize::MAX]) {
        let (mut front, mut back) = (all.clone(), all.clone());
        assert_eq!(front.nth(n), expected.get(n).copied());
        assert_eq!(front.next(), n.checked_add(1).and_then(|n| expected.get(n).copied()));
        assert_eq!(front.len(), size.saturating_sub(n.saturating_add(2)));
        assert_eq!(back.nth_back(n), expected.iter().rev().nth(n).copied());
        assert_eq!(back.next(), (n < size.saturating_sub(1)).then(|| expected[0]));
    }
}

type Natural<L> = <<L as Layout>::Geometry as Geometry>::Natural<usize>;

/// All sweeps of a layout.
fn check<L: Layout + Debug>(l: L)
where
    Natural<L>: PartialEq + Debug,
{
    let offsets: Vec<isize> = (0..l.size()).map(|i| l.offset(i)).collect();
    let natural: Vec<Natural<L>> = (0..l.size()).map(|i| l.idx2crd(i)).collect();
    laws(l.offsets(), &offsets);
    laws(l.coordinates(), &natural);

    let stored = l.in_storage_order();
    let visited: Vec<isize> = stored.coordinates().map(|crd| l.crd2offset(crd)).collect();
    let coordinates: Vec<Natural<L>> = stored.coordinates().collect();
    laws(stored.offsets(), &visited);
    laws(stored.coordinates(), &coordinates);
    // A swizzle may happen to sort.
    let is_sorted = visited.is_sorted() && <L::Map as OffsetMap>::IDENTITY;
    assert_eq!(is_sorted, stored.is_sorted(), "{l:?}");
    assert!(natural.iter().all(|crd| coordinates.contains(crd)), "{l:?}");
}

/// The sweeps over indices, too.
fn check_indices<L: Layout + Debug>(l: L)
where
    Natural<L>: PartialEq + Debug,
{
    check(l);
    let entries = |crd| (crd, l.crd2idx(crd));
    let by_coordinate: Vec<_> = l.coordinates().map(entries).collect();
    let by_offset: Vec<_> = l.in_storage_order().coordinates().map(entries).collect();
    laws(l.entries(), &by_coordinate);
    laws(l.in_storage_order().entries(), &by_offset);
    for (sweep, entries) in [(0, by_coordinate), (1, by_offset)] {
        let expected: Vec<usize> = entries.into_iter().map(|(_, index)| index).collect();
        let mut seen = Vec::new();
        if sweep == 0 {
            laws(l.indices(), &expected);
            l.for_each(|index| seen.push(index));
        } else {
            laws(l.in_storage_order().indices(), &expected);
            l.in_storage_order().for_each(|index| seen.push(index));
        }
        assert_eq!(seen, expected, "{l:?}");
    }
}

#[test]
fn sweeps_are_the_functions_of_every_coordinate() {
    check_indices(Static::<Leaf<24, 2>, 1>::NEW);
    check_indices(Static::<(Leaf<24, 2>,), 1>::NEW);
    check_indices(Static::<Leaf<1, 7>, 1>::NEW);
    check_indices(Static::<Leaf<5, 0>, 1>::NEW);
    check_indices(Static::<(Leaf<2, 4>, (Leaf<2, 2>, Leaf<2, 1>)), 3>::NEW);
    check_indices(Static::<(Leaf<4, 1>, Leaf<8, 4>), 2, Leaf<32, 1>>::NEW);
    check_indices(Static::<(Leaf<4, 8>, Leaf<8, 1>), 2>::NEW);
    check_indices(Static::<(Leaf<8, 9>, Leaf<8, 1>), 2>::NEW);
    check_indices(Static::<(Leaf<4, 1>, Leaf<1, 9>, Leaf<3, 0>, Leaf<5, 8>), 4>::NEW);
    check_indices(Static::<(Leaf<3, 0>, Leaf<4, 0>, Leaf<1, 5>), 3>::NEW);
    check_indices(Static::<((Leaf<2, 20>, Leaf<3, 1>), Leaf<4, 5>), 3>::NEW);
    check_indices(Static::<(((Leaf<3, 1>,), Leaf<2, 3>), (Leaf<1, 7>, Leaf<5, 6>)), 4>::NEW);
    check_indices(Static::<((Leaf<3, 1>, Leaf<2, 15>), (Leaf<5, 3>, Leaf<3, 30>)), 4>::NEW);
}

fn leaf(extent: usize, stride: isize) -> Mode {
    Mode { extent: Extent::new(extent), stride }
}

fn dynamic<G: Geometry, const LEAVES: usize>(modes: G) -> Dynamic<G, LEAVES> {
    Dynamic::new(modes).unwrap()
}

#[test]
fn sweeps_of_run_time_numbers_are_the_functions_of_every_coordinate() {
    check_indices(dynamic::<_, 1>(leaf(24, 2)));
    check_indices(dynamic::<_, 1>((leaf(24, 2),)));
    check_indices(dynamic::<_, 1>(leaf(1, 7)));
    check_indices(dynamic::<_, 1>(leaf(5, 0)));
    check_indices(dynamic::<_, 3>((Leaf::<2, 4>, (leaf(2, 2), leaf(2, 1)))));
    check_indices(dynamic::<_, 2>((leaf(4, 8), leaf(8, 1))));
    check_indices(dynamic::<_, 4>((leaf(4, 1), leaf(1, 9), leaf(3, 0), Leaf::<5, 8>)));
    check_indices(dynamic::<_, 3>((leaf(3, 0), leaf(4, 0), leaf(1, 5))));
    check_indices(dynamic::<_, 4>(((leaf(3, 1), leaf(2, 15)), (leaf(5, 3), leaf(3, 30)))));
    check(dynamic::<_, 1>(leaf(4, -3)));
    check(dynamic::<_, 3>((leaf(4, -59), (leaf(2, 13), leaf(3, 0)))));
    let plain = dynamic::<_, 2>((leaf(4, 8), leaf(8, 1)));
    check_indices(plain.swizzled::<Sw<2, 1, 2, 0>>().unwrap());
    check_indices(plain.swizzled::<Sw<1, 0, 3, 5, Sw<2, 1, 2, 0>>>().unwrap());
    // More leaves than are few.
    let pair = (leaf(2, 3), leaf(1, 5));
    check_indices(dynamic::<_, 10>((pair, (pair, pair), (leaf(2, 1), pair, leaf(3, 2)))));
}

#[test]
fn sweeps_reach_below_zero() {
    check(Static::<Leaf<4, -3>, 1>::NEW);
    check(Static::<(Leaf<4, -1>, Leaf<3, -4>), 2, Leaf<12, -1>>::NEW);
    check(Static::<(Leaf<4, -59>, (Leaf<2, 13>, Leaf<3, 0>)), 3>::NEW);
    check(Static::<(Leaf<2, { isize::MIN }>, Leaf<2, 1>), 2>::NEW);
}

pub(crate) type Sw<
    const BITS: u32,
    const BASE: u32,
    const SHIFT: i32,
    const OFFSET: isize,
    Before = Identity,
> = Swizzled<BITS, BASE, SHIFT, OFFSET, 1, 0, Before>;
type Swept<P, const LEAVES: usize, M, Linear = P> = Static<P, LEAVES, Linear, Linear, P, M>;

#[test]
fn sweeps_of_swizzled_layouts_are_the_functions_of_every_coordinate() {
    type Small = Sw<2, 1, 2, 0>;
    // Rows, columns, and both as one loop.
    check_indices(Swept::<(Leaf<4, 8>, Leaf<8, 1>), 2, Small>::NEW);
    check_indices(Swept::<(Leaf<8, 1>, Leaf<4, 8>), 2, Small, Leaf<32, 1>>::NEW);
    check_indices(Swept::<(Leaf<16, 8>, Leaf<8, 1>), 2, Small>::NEW);
    check_indices(Swept::<(Leaf<8, 1>, Leaf<5, 16>), 2, Small>::NEW);
    check_indices(Swept::<((Leaf<4, 8>, Leaf<3, 32>), (Leaf<2, 1>, Leaf<4, 2>)), 4, Small>::NEW);
    // Runs of 4 and of 2, and none.
    check_indices(Swept::<(Leaf<12, 8>, Leaf<8, 1>), 2, Small>::NEW);
    check_indices(Swept::<(Leaf<10, 8>, Leaf<8, 1>), 2, Small>::NEW);
    check_indices(Swept::<(Leaf<9, 8>, Leaf<7, 1>), 2, Small>::NEW);
    // What carries: padding, interleaved leaves, offsets.
    check_indices(Swept::<(Leaf<8, 1>, Leaf<8, 9>), 2, Small>::NEW);
    check_indices(Swept::<(Leaf<4, 2>, Leaf<3, 3>, Leaf<4, 16>), 3, Small>::NEW);
    check_indices(Swept::<(Leaf<8, 1>, Leaf<4, 8>), 2, Sw<2, 1, 2, 3>>::NEW);
    check_indices(Swept::<(Leaf<4, 1>, Leaf<4, 8>), 2, Sw<2, 1, 2, 8>>::NEW);
    check_indices(Swept::<(Leaf<8, 1>, Leaf<4, 8>), 2, Sw<2, 1, 2, 64>>::NEW);
    // Swizzles the other way, and one after another.
    check_indices(Swept::<(Leaf<4, 8>, Leaf<8, 1>), 2, Sw<2, 1, { -2 }, 0>>::NEW);
    check_indices(Swept::<(Leaf<4, 8>, Leaf<8, 1>), 2, Sw<1, 0, 3, 0, Small>>::NEW);
    check_indices(Swept::<(Leaf<4, 8>, Leaf<8, 1>), 2, Sw<1, 0, 3, 32, Small>>::NEW);
    check_indices(Swept::<(Leaf<4, 8>, Leaf<8, 1>), 2, Sw<1, 0, 3, 5, Small>>::NEW);
    // Below zero.
    check(Swept::<(Leaf<4, -8>, Leaf<8, 1>), 2, Small>::NEW);
    check(Swept::<(Leaf<8, -1>, Leaf<4, 8>), 2, Small>::NEW);
    check(Swept::<(Leaf<8, 1>, Leaf<3, -24>), 2, Sw<2, 1, 2, { -16 }>>::NEW);
    // Nothing to sweep, and nothing to swizzle.
    check_indices(Swept::<Leaf<1, 0>, 1, Sw<2, 1, 2, 24>>::NEW);
    check_indices(Swept::<(Leaf<4, 8>, Leaf<8, 1>), 2, Sw<0, 0, 0, 3>>::NEW);
}

#[test]
fn leaves_as_written_decide_the_order_of_interleaving_offsets() {
    type Linear = (Leaf<4, 2>, Leaf<3, 3>);
    let l = Static::<(Leaf<2, 2>, Leaf<2, 4>, Leaf<3, 3>), 3, Linear>::NEW;
    check_indices(l);
    check_indices(Static::<Linear, 2>::NEW);
    assert!(!l.in_storage_order().is_sorted());
    assert!(l.in_storage_order().indices().take(5).eq([0, 2, 3, 5, 6]));
}

#[test]
fn loops_are_as_few_as_may_be() {
    const fn loops<L: StaticLayout>() -> (usize, usize) {
        let table = &<L::Geometry as Geometry>::TABLE;
        let nest = Nest::<64>::colexicographic(table.shape(), table.stride());
        (nest.coalesced().length(), nest.by_stride().coalesced().length())
    }
    assert_eq!(loops::<Static<(Leaf<4, 8>, Leaf<8, 1>), 2>>(), (2, 1));
    assert_eq!(loops::<Static<(Leaf<4, 1>, Leaf<8, 4>), 2>>(), (1, 1));
    assert_eq!(loops::<Static<(Leaf<4, -1>, Leaf<8, 4>), 2>>(), (2, 1));
    assert_eq!(loops::<Static<(Leaf<4, 9>, Leaf<1, 4>, Leaf<8, 1>), 3>>(), (2, 2));
    assert_eq!(loops::<Static<(Leaf<1, 9>, Leaf<1, 4>), 2>>(), (0, 0));
}

/// The offsets of a nest, the innermost loop first.
fn run(nest: &Nest) -> Vec<isize> {
    (0..nest.length()).rev().fold(Vec::from([nest.start()]), |outside, place| {
        let counter = nest.at(place);
        let steps = |base| (0..counter.extent as isize).map(move |c| base + c * counter.step);
        outside.into_iter().flat_map(steps).collect()
    })
}

/// Returns true if some nest over the leaves never goes back.
fn can_be_sorted(leaves: &[(usize, isize)]) -> bool {
    fn any(outside: &[isize], rest: &[(usize, isize)]) -> bool {
        if rest.is_empty() {
            return outside.is_sorted();
        }
        (0..rest.len()).any(|next| {
            let (extent, stride) = rest[next];
            let others = [&rest[..next], &rest[next + 1..]].concat();
            let steps = |base: &isize| {
                let base = *base;
                (0..extent as isize).map(move |c| base + c * stride.abs())
            };
            any(&outside.iter().flat_map(steps).collect::<Vec<_>>(), &others)
        })
    }
    any(&[0], leaves)
}

#[test]
fn storage_order_is_sorted_wherever_a_nest_can_be() {
    let leaves: Vec<(usize, isize)> =
        (1..=4).flat_map(|extent| (-3..=6).map(move |stride| (extent, stride))).collect();
    let mut counts = [0; 2];
    for &a in &leaves {
        for &b in &leaves {
            for &c in &leaves {
                let [a, b, c] = [a, b, c];
                let table = [b, c]
                    .iter()
                    .fold(Table::leaf(Some(a.0), Some(a.1)), |table, &(extent, stride)| {
                        table.then(&Table::leaf(Some(extent), Some(stride)))
                    });
                let nest = Nest::<64>::colexicographic(table.shape(), table.stride());
                assert_eq!(run(&nest), run(&nest.coalesced()));
                let stored = nest.by_stride();
                let offsets = run(&stored);
                assert_eq!(offsets, run(&stored.coalesced()));
                let mut sorted = run(&nest);
                sorted.sort_unstable();
                let is_sorted = offsets == sorted;
                let are_sorted = are_sorted(table.shape(), table.stride());
                assert_eq!(are_sorted, is_sorted, "{a:?} {b:?} {c:?}");
                assert_eq!(can_be_sorted(&[a, b, c]), is_sorted, "{a:?} {b:?} {c:?}");
                counts[usize::from(is_sorted)] += 1;
            }
        }
    }
    assert!(counts.iter().all(|&count| count > 1000), "{counts:?}");
}

type In<P> = (Leaf<2, 1>, (P,));
type In4<P> = In<In<In<In<P>>>>;
type In16<P> = In4<In4<In4<In4<P>>>>;
type Four<P> = (P, P, P, P);

/// As deep, and as long, as the language allows: the loops stay within the recursion
/// of the compiler, and a step does not depend on how many there are.
#[test]
fn longest_types_compile() {
    let deep = Static::<In16<In16<Leaf<2, 3>>>, 33>::NEW;
    let far = 0x1_2345_6789;
    assert_eq!(deep.indices().nth(far), Some(deep.index(far)));
    let there = deep.coordinates().nth(far).map(|crd| deep.crd2offset(crd));
    assert_eq!(there, Some(deep.offset(far)));
    assert_eq!(deep.indices().rev().step_by(1 << 32).count(), 2);

    let long = Static::<Four<Four<Four<Leaf<1, 5>>>>, 64>::NEW;
    assert!(long.entries().map(|(crd, i)| (long.crd2idx(crd), i)).eq([(0, 0)]));
    type Half = (Four<Four<Leaf<1, 5>>>, Four<Leaf<2, 1>>);
    let sums = Static::<(Half, Half, Four<Four<Leaf<1, 0>>>), 56>::NEW;
    assert!(sums.offsets().eq((0..256).map(|i: isize| i.count_ones() as isize)));
    assert!(!Static::<Half, 20>::NEW.in_storage_order().is_sorted());
}

#[test]
fn iterators_print() {
    let mut indices = Static::<(Leaf<4, 8>, Leaf<8, 1>), 2>::NEW.indices();
    indices.nth(1);
    assert_eq!(std::format!("{indices:?}"), "Indices of (4,8):(8,1): 30 left");
}
