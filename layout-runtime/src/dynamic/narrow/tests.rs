//! The functions in 32 bits against those of the layout, which are tested on their own.

extern crate std;

use std::string::ToString;
use std::vec::Vec;

use proptest::prelude::*;

use crate::Geometry;
use crate::dynamic::{Dynamic, Extent, Fixed, Mode, Narrow, ShapeError};
use crate::ready::Ready;
use crate::{Map, Swizzled};

fn leaf(extent: usize, stride: isize) -> Mode {
    Mode { extent: Extent::new(extent), stride }
}

/// 1-D coordinates: all of a small layout, and of a large one the ends and some between.
fn check<M: Geometry, const LEAVES: usize, Linear: Geometry, O: Map>(
    l: Dynamic<M, LEAVES, Linear, O>,
) -> Narrow<M, LEAVES, Linear, O> {
    let narrow = l.narrow().unwrap();
    assert_eq!(narrow.size() as usize, l.size());
    let step = (l.size() / 2000).max(1);
    let all = (0..l.size()).step_by(step).chain(l.size().saturating_sub(300)..l.size());
    for i in all {
        assert_eq!(narrow.index_u32(i as u32) as usize, l.index(i), "{l} at {i}");
        assert_eq!(narrow.crd2idx_u32(i as u32) as usize, l.index(i), "{l} at {i}");
    }
    narrow
}

#[test]
fn functions_in_32_bits_are_those_of_the_layout() {
    for (m, n) in [(1, 1), (1, 9), (7, 1), (5, 6), (13, 3)] {
        let (rows, one) = (n as isize, Fixed::<1>);
        let l = Dynamic::<_, 2>::new((leaf(m, rows), Mode { extent: Extent::new(n), stride: one }));
        let (l, narrow) = (l.unwrap(), check(l.unwrap()));
        for (i, j) in (0..m).flat_map(|i| (0..n).map(move |j| (i, j))) {
            let at = narrow.at_u32(i as u32, j as u32);
            assert_eq!(at as usize, l.at(i, j));
            assert_eq!(at, narrow.at_flat_u32([i as u32, j as u32]));
            assert_eq!(at, narrow.crd2idx_u32((i as u32, j as u32)));
        }
        // Known extents that are masked, divided, and that are 1.
        let known = Mode { extent: Fixed::<8>, stride: Fixed::<1> };
        let (three, single) =
            (Mode { extent: Fixed::<3>, stride: 8 }, Mode { extent: Fixed::<1>, stride: 1 << 40 });
        let l =
            Dynamic::<_, 5>::new((leaf(m, 24 * n as isize), ((known, single), three, leaf(n, 24))));
        let (l, narrow) = (l.unwrap(), check(l.unwrap()));
        for (i, j) in (0..m).flat_map(|i| (0..24 * n).map(move |j| (i, j))) {
            assert_eq!(narrow.at_u32(i as u32, j as u32) as usize, l.at(i, j), "{l} at {i}, {j}");
            let (c, k) = (j % 8, j / 8);
            let flat = narrow.at_flat_u32([i as u32, c as u32, 0, (k % 3) as u32, (k / 3) as u32]);
            assert_eq!(flat as usize, l.at(i, j));
            let (i, j, c, k) = (i as u32, j as u32, c as u32, k as u32);
            assert_eq!(narrow.crd2idx_u32((i, j)), flat);
            assert_eq!(narrow.crd2idx_u32((i, (c, k % 3, k / 3))), flat);
            assert_eq!(narrow.crd2idx_u32((i, ((c, 0), k % 3, k / 3))), flat);
        }
        let alone = check(Dynamic::<_, 1>::new(leaf(m, 5)).unwrap());
        assert_eq!(alone.at_u32(m as u32 - 1), 5 * (m as u32 - 1));
    }
}

#[test]
fn coalesced_and_swizzled_layouts_are_narrow() {
    let modes = (leaf(6, 1), (leaf(4, 6), leaf(30, 24)));
    let l = Dynamic::<_, 3, _>::checked(Ready::stored(modes), Ready::stored(leaf(720, 1))).unwrap();
    check(l);
    let banked = check(l.swizzled::<Swizzled<2, 3, 3, 16, 1, 0>>().unwrap());
    let x = 16 + (1 + 6 * 100);
    assert_eq!(banked.at_u32(1, 100), x ^ (x >> 3 & (3 << 3)));
    assert_eq!(banked.crd2idx_u32((1, (0, 25))), x ^ (x >> 3 & (3 << 3)));
    check(l.swizzled::<Swizzled<2, 1, { -4 }, 0, 1, 0>>().unwrap());
    type Twice = Swizzled<1, 0, 2, 0, 1, 0, Swizzled<3, 4, 3, 5, 1, 0>>;
    check(l.swizzled::<Twice>().unwrap());
}

#[test]
fn the_largest_numbers_of_32_bits_fit() {
    let last = i32::MAX as usize;
    check(Dynamic::<_, 1>::new(leaf(last, 2)).unwrap());
    check(Dynamic::<_, 2>::new((leaf(46340, 46341), leaf(46341, 1))).unwrap());
    let far = check(Dynamic::<_, 2>::new((leaf(2, u32::MAX as isize), leaf(1, 0))).unwrap());
    assert_eq!(far.at_u32(1, 0), u32::MAX);
}

#[test]
fn what_does_not_fit_is_an_error() {
    let text = |l: Result<Dynamic<(Mode, Mode), 2>, ShapeError>| {
        l.unwrap().narrow().unwrap_err().to_string()
    };
    assert_eq!(
        text(Dynamic::new((leaf(1 << 16, 0), leaf(1 << 15, 1)))),
        "size = 2147483648 and the size must fit `i32`"
    );
    assert_eq!(
        text(Dynamic::new((leaf(2, u32::MAX as isize + 1), leaf(2, 0)))),
        "min_offset = 0, max_offset = 4294967296 and every offset must be from 0 on and fit `u32`"
    );
    assert_eq!(
        text(Dynamic::new((leaf(4, -1), leaf(2, 4)))),
        "min_offset = -3, max_offset = 4 and every offset must be from 0 on and fit `u32`"
    );
    let l = Dynamic::<_, 1>::new(leaf(64, 1)).unwrap();
    let far = l.swizzled::<Swizzled<3, 0, 30, 0, 1, 0>>().unwrap().narrow();
    assert_eq!(far.unwrap_err().to_string(), "a swizzle must be one of 32 bits");
}

/// Outside of the domain the answer is some number.
#[test]
fn coordinates_past_the_size_do_not_panic() {
    let l = Dynamic::<_, 2>::new((leaf(3, 1), leaf(5, 100))).unwrap().narrow().unwrap();
    for i in [15, 1 << 31, u32::MAX] {
        let _ = (l.index_u32(i), l.at_u32(i, i), l.at_flat_u32([i, i]), l.crd2idx_u32((i, i)));
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2_000))]

    #[test]
    fn random_layouts_are_narrow(
        extents in proptest::collection::vec(1..1200usize, 3),
        strides in proptest::collection::vec(0..1_000_000isize, 3),
        at in any::<[u32; 16]>(),
    ) {
        let modes: Vec<Mode> = extents.iter().zip(&strides).map(|(&s, &d)| leaf(s, d)).collect();
        let l = Dynamic::<_, 3>::new((modes[0], (modes[1], modes[2]))).unwrap();
        let narrow = l.narrow().unwrap();
        for i in at {
            let i = i as usize % l.size();
            prop_assert_eq!(narrow.index_u32(i as u32) as usize, l.index(i), "{} at {}", l, i);
        }
    }
}
