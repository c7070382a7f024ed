//! The functions in 32 bits against those of the layout, which are tested on their own.

extern crate std;

use std::string::ToString;
use std::vec::Vec;

use proptest::prelude::*;

use crate::bounds::Everywhere;
use crate::dynamic::{Dynamic, Extent, Fixed, Mode, Narrow, check_u32};
use crate::error::ShapeError;
use crate::geometry::Geometry;
use crate::geometry::evaluate::Evaluate;
use crate::layout::Map;
use crate::map::Swizzled;
use crate::phase::RunTime;

fn leaf(extent: usize, stride: isize) -> Mode {
    Mode { extent: Extent::new(extent), stride }
}

/// 1-D coordinates: all of a small layout, and of a large one the ends and some between.
fn check<M: Geometry, const LEAVES: usize, Linear: Geometry, O: Map>(
    l: Dynamic<M, LEAVES, Linear, O>,
) -> Narrow<M, LEAVES, Linear, O> {
    let narrow = l.narrow().unwrap();
    assert_eq!(check_u32(&l), Ok(()));
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
    let linear = leaf(720, 1);
    let flows = (RunTime::flow::<_, usize>(&modes), RunTime::flow::<_, usize>(&linear));
    let l = Dynamic::<_, 3, _>::checked(modes, flows.0, linear, flows.1).unwrap();
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
fn it_is_words_of_32_bits() {
    // The size; extent, reciprocal, stride and flow of each leaf, and of each of 1-D coordinates.
    let leaves = |count: usize| 4 * (1 + 2 * 5 * count);
    assert_eq!(size_of::<Narrow<(Mode, Mode), 2>>(), leaves(2));
    assert_eq!(size_of::<Narrow<(Mode, (Mode, Mode<Fixed<4>, Fixed<1>>)), 3>>(), leaves(3));
    assert_eq!(align_of::<Narrow<(Mode, Mode), 2>>(), 4);
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
        let l = l.unwrap();
        let error = l.narrow().unwrap_err().to_string();
        assert_eq!(check_u32(&l).unwrap_err().to_string(), error);
        error
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
    let far = l.swizzled::<Swizzled<3, 0, 30, 0, 1, 0>>().unwrap();
    assert_eq!(far.narrow().unwrap_err().to_string(), "a swizzle must be one of 32 bits");
    assert_eq!(check_u32(&far).unwrap_err().to_string(), "a swizzle must be one of 32 bits");
}

/// Bounds in 32 bits are those of the layout: of tiles of two modes, past both edges, the coordinates of which go on from leaf to leaf.
#[test]
fn bounds_in_32_bits_are_those_of_the_layout() {
    use crate::bounds::{Next, Within};
    for (m, n) in [(1, 1), (7, 5), (8, 6), (9, 31), (64, 33)] {
        let (rows, columns) = (m / 4 + 1, n / 3 + 1);
        let modes = ((leaf(4, 3), leaf(rows, 12)), (leaf(3, 1), leaf(columns, 100)));
        let in_rows = ((1isize, Next), (0isize, 0isize));
        let in_columns = ((0isize, 0isize), (1isize, Next));
        let bounds =
            Within::new(in_rows, m as isize, Within::new(in_columns, n as isize, Everywhere));
        let l = Dynamic::<_, 4>::new(modes).unwrap().within(bounds);
        let narrow = l.narrow().unwrap();
        let mut inside = 0;
        for (i, j) in (0..4 * rows).flat_map(|i| (0..3 * columns).map(move |j| (i, j))) {
            let expected = i < m && j < n;
            assert_eq!(l.in_bounds((i, j)), expected);
            assert_eq!(narrow.in_bounds_u32((i as u32, j as u32)), expected, "{l} at {i}, {j}");
            let nested = ((i as u32 % 4, i as u32 / 4), (j as u32 % 3, j as u32 / 3));
            assert_eq!(narrow.in_bounds_u32(nested), expected);
            assert_eq!(narrow.in_bounds_u32((i + 4 * rows * j) as u32), expected);
            inside += usize::from(expected);
        }
        assert_eq!(inside, m * n);
    }
}

#[test]
fn bounds_that_32_bits_do_not_hold_are_an_error() {
    use crate::bounds::Within;
    let bounds = |step: isize, extent: isize| {
        let l =
            Dynamic::<_, 1>::new(leaf(5, 1)).unwrap().within(Within::new(step, extent, Everywhere));
        assert_eq!(check_u32(&l).is_ok(), l.narrow().is_ok());
        l.narrow().map(|narrow| narrow.in_bounds_u32(4)).map_err(|error| error.to_string())
    };
    let refused = Err("size = 5 and the bounds of padding must fit `i32`".to_string());
    assert_eq!(bounds(1 << 28, 1 << 30), Ok(false));
    assert_eq!(bounds(1 << 28, (1 << 30) + 1), Ok(true));
    assert_eq!(bounds(1 << 29, 1 << 30), refused);
    assert_eq!(bounds(1, 1 << 31), refused);
    // Of a stride that goes down, the sum is below what is compared.
    assert_eq!(bounds(-1, 1), Ok(true));
    assert_eq!(bounds(-1, -4), Ok(false));
    assert_eq!(bounds(-1, -3), Ok(true));
    assert_eq!(bounds(-(1 << 29), 1), refused);
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
