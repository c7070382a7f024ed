//! Maps loop by loop, against the map of the sum.

extern crate std;

use std::vec::Vec;

use proptest::prelude::*;

use super::*;
use crate::geometry::table::Table;
use crate::iterate::tests::Sw;
use crate::map::{Identity, mapped};

type Small = Sw<1, 0, 1, 0>;
type Tile = Sw<3, 4, 3, 0>;

/// The sums of a nest without its innermost loops.
fn sums(nest: &Nest, without: usize) -> Vec<isize> {
    (without..nest.length()).rev().fold(Vec::from([nest.start()]), |outside, place| {
        let counter = nest.at(place);
        let steps = move |x| (0..counter.extent as isize).map(move |c| x + c * counter.step);
        outside.into_iter().flat_map(steps).collect()
    })
}

/// The same behind a map, as the loops compute it.
fn by_parts<M: OffsetMap>(nest: &Nest) -> Vec<isize> {
    let parts = Parts::of::<M>(nest);
    let values = sums(nest, parts.loops()).into_iter().map(mapped::<M>).collect();
    (0..parts.loops()).rev().fold(values, |outside: Vec<isize>, place| {
        let (counter, part) = (nest.at(place), parts.at::<M>(nest, place));
        assert!(counter.extent.is_multiple_of(part.run));
        let steps = |x| {
            (0..counter.extent).map(move |c| {
                let (step, near) = (counter.step, (c % part.run) as isize);
                let far = part.far.join::<M>(x, (c as isize - near) * step);
                part.near.join::<M>(far, near * step)
            })
        };
        outside.into_iter().flat_map(steps).collect()
    })
}

/// The number of loops of a layout that are mapped by themselves, in both orders, once their values
/// are found right.
fn check<M: OffsetMap>(leaves: &[(usize, isize)]) -> [usize; 2] {
    let table = leaves.iter().map(|&(extent, stride)| Table::leaf(Some(extent), Some(stride)));
    let table = table.reduce(|table, leaf| table.then(&leaf)).unwrap();
    let nest = Nest::colexicographic(table.shape(), table.stride());
    [nest, nest.by_stride()].map(|nest| {
        let expected: Vec<isize> = sums(&nest, 0).into_iter().map(mapped::<M>).collect();
        assert_eq!(by_parts::<M>(&nest), expected, "{leaves:?}");
        assert_eq!(by_parts::<M>(&nest.coalesced()), expected, "{leaves:?}");
        Parts::of::<M>(&nest.coalesced()).loops()
    })
}

/// Evaluates for each map.
macro_rules! each {
    ($($M:ty),+; |$check:ident| $body:expr) => {
        $({
            let $check = check::<$M>;
            $body
        })+
    };
}

/// Evaluates for many maps: of few bits, so that small layouts meet all of them, with
/// offsets of either sign, one after another.
macro_rules! all {
    (|$check:ident| $body:expr) => {
        each!(
            Sw<0, 0, 0, 0>, Sw<0, 0, 0, 3>, Small, Sw<1, 0, { -1 }, 0>, Sw<2, 0, 2, 0>, Sw<2, 1, { -2 }, 0>,
            Sw<1, 1, 2, 1>, Sw<1, 0, 2, 8>, Sw<2, 0, 2, { -16 }>, Sw<1, 2, { -1 }, { -5 }>,
            Sw<1, 1, 1, 0, Small>, Sw<2, 1, 2, 4, Small>, Sw<1, 0, 3, 16, Sw<1, 1, { -2 }, 32>>,
            Sw<1, 0, 1, { -3 }, Sw<1, 1, 1, 2, Small>>, Tile; |$check| $body)
    };
}

#[test]
fn small_layouts_are_mapped_as_their_sums() {
    let strides = [-16, -8, -5, -4, -2, -1, 0, 1, 2, 3, 4, 5, 6, 8, 12, 16, 32];
    let leaves: Vec<(usize, isize)> = [2, 3, 4, 6, 8, 16, 24]
        .into_iter()
        .flat_map(|extent| strides.map(|stride| (extent, stride)))
        .collect();
    // How often no loop, one and two are mapped by themselves.
    let mut counts = [0; 3];
    all!(|check| {
        for &a in &leaves {
            for &b in &leaves {
                check(&[a, b]).into_iter().for_each(|loops| counts[loops] += 1);
            }
        }
    });
    assert!(counts.iter().all(|&count| count > 10_000), "{counts:?}");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2_000))]

    #[test]
    #[cfg_attr(miri, ignore = "no `unsafe` here, and many layouts")]
    fn random_layouts_are_mapped_as_their_sums(
        leaves in prop::collection::vec(
            prop_oneof![
                (1usize..12, -70isize..70),
                (1u32..4, 0u32..9, prop::bool::weighted(0.2)).prop_map(|(extent, stride, down)| {
                    (1 << extent, if down { -1 << stride } else { 1 << stride })
                }),
            ],
            1..5,
        )
    ) {
        all!(|check| { check(&leaves); });
        each!(Sw<3, 2, 5, 9, Sw<2, 3, { -4 }, { -17 }>>, Sw<2, 5, 2, { 1 << 40 }, Tile>; |check| { check(&leaves); });
    }
}

#[test]
fn bits_are_those_of_all_multiples() {
    for extent in 1..40 {
        for step in -40..40 {
            let counter = Counter { extent, step, leaf: 0, down: false };
            let all = (0..extent as isize).fold(0, |all, c| all | (c * step));
            assert_eq!(all & !bits(&counter), 0, "{extent}:{step}");
            if step > 0 && (extent * step as usize).is_power_of_two() {
                assert_eq!(all, bits(&counter), "{extent}:{step}");
            }
        }
    }
    for (a, b) in (0..64).flat_map(|a| (0..64).map(move |b| (a, b))) {
        let subsets = |bits: isize| (0..64).filter(move |x| x & !bits == 0);
        let all = subsets(a).flat_map(|x| subsets(b).map(move |y| x + y));
        assert!(all.into_iter().all(|z| z & !sum(a, b) == 0), "{a} {b}");
    }
    assert_eq!(sum(isize::MIN, isize::MIN), isize::MIN);
}

#[test]
fn loops_are_mapped_by_themselves_wherever_bits_are_apart() {
    // Rows of 128 bytes, in coordinate order and in storage order.
    assert_eq!(check::<Tile>(&[(8, 64), (64, 1)]), [2, 1]);
    assert_eq!(check::<Tile>(&[(8, 64), (16, 512), (32, 1), (2, 32)]), [2, 1]);
    // Their extents need not be powers of two, nor what is outside.
    assert_eq!(check::<Tile>(&[(64, 1), (5, 128), (3, 192)]), [1, 1]);
    assert_eq!(check::<Tile>(&[(24, 2), (7, -192)]), [2, 1]);
    // Padding carries.
    assert_eq!(check::<Tile>(&[(8, 1), (8, 9)]), [0, 0]);
    // An offset has bits of its own, or is outside of the inner loop alone.
    assert_eq!(check::<Sw<3, 4, 3, 512>>(&[(8, 64), (64, 1)]), [2, 1]);
    assert_eq!(check::<Sw<3, 4, 3, 128>>(&[(64, 1), (8, 128)]), [1, 1]);
    assert_eq!(check::<Sw<3, 4, 3, 1>>(&[(64, 1), (8, 128)]), [0, 0]);
    // Nothing is won where each step is swizzled, and nothing is to be mapped.
    assert_eq!(check::<Tile>(&[(37, 64), (64, 1)]), [0, 1]);
    assert_eq!(check::<Identity>(&[(8, 64), (64, 1)]), [0, 0]);
}

#[test]
fn runs_are_added_where_they_may_be() {
    fn innermost<M: OffsetMap>(leaves: [(usize, isize); 2]) -> [(usize, bool, bool); 2] {
        let [a, b] = leaves.map(|(extent, stride)| Table::leaf(Some(extent), Some(stride)));
        let table = a.then(&b);
        let nest = Nest::colexicographic(table.shape(), table.stride());
        let part = Parts::of::<M>(&nest).at::<M>(&nest, 0);
        let (far, near) = (part.far, part.near);
        [(part.run, near.stays, near.adds), (nest.at(0).extent / part.run, far.stays, far.adds)]
    }
    // Along a row: eight in a row are next to each other, and the others change places.
    assert_eq!(innermost::<Tile>([(64, 1), (8, 64)]), [(8, true, true), (8, true, false)]);
    // Along a column.
    assert_eq!(innermost::<Tile>([(8, 64), (64, 1)]), [(8, false, false), (1, true, true)]);
    assert_eq!(innermost::<Tile>([(128, 64), (64, 1)]), [(8, false, false), (16, false, true)]);
    assert_eq!(innermost::<Tile>([(12, 64), (64, 1)]), [(4, false, false), (3, false, false)]);
    // Short ones, whatever their extent.
    assert_eq!(innermost::<Tile>([(7, 64), (64, 1)]), [(7, false, false), (1, true, true)]);
    // No swizzle reads or writes its bits.
    assert_eq!(innermost::<Tile>([(16, 1), (8, 64)]), [(16, true, true), (1, true, true)]);
}
