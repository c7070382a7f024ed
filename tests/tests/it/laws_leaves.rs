//! The laws of arithmetic leaf by leaf, of common shapes, of what is read off the
//! leaves of layouts, and of their parts.

use layout_algebra::{IntTuple, Layout, Tiler, ops};
use layout_laws::check::Over;
use layout_tests::{
    flat_layout, hold, large_layout, layout, leaf, of_shape, one_in, sampled, size_of as size,
    small_flat_layouts, small_layouts, small_shapes, tuple,
};
use proptest::prelude::*;

/// Every 7th layout of one level.
fn some_layouts() -> Vec<Layout> {
    small_flat_layouts().into_iter().step_by(7).collect()
}

/// Shapes with so many others, and with themselves.
fn pairs(count: usize) -> Vec<(Layout, Layout)> {
    let shapes: Vec<Layout> = small_shapes().iter().map(of_shape).collect();
    let with = |(k, a): (usize, &Layout)| {
        let others = sampled(&shapes, shapes.len() / count, k).chain([a]);
        others.map(|b| (a.clone(), b.clone())).collect::<Vec<_>>()
    };
    shapes.iter().enumerate().flat_map(with).collect()
}

#[test]
fn law_elementwise() {
    let all = pairs(40);
    let sums = all.iter().filter(|(a, b)| ops::elem_add(a.shape(), b.shape()).is_ok()).count();
    let mixed = all.len() - sums;
    assert!(sums > 1_000 && mixed > 1_000, "{sums} {mixed}");
    hold(Over::Shapes, "elem_add", all).answered();
}

#[test]
fn law_shape_mod() {
    let numbers = small_shapes()
        .into_iter()
        .flat_map(|shape| (1..30).map(move |number| (of_shape(&shape), of_shape(&leaf(number)))));
    let all: Vec<_> = pairs(20).into_iter().chain(numbers).collect();
    let is_kept = |(a, b): &&(Layout, Layout)| ops::shape_mod(a.shape(), b.shape()).is_ok();
    let kept = all.iter().filter(is_kept).count();
    assert!(kept > 1_000 && all.len() - kept > 1_000, "{kept} of {}", all.len());
    hold(Over::Shapes, "shape_mod", all);
}

#[test]
fn law_common_shapes() {
    let shapes = small_shapes();
    let (mut joined, mut apart) = (0, 0);
    for (k, a) in shapes.iter().enumerate() {
        let same = shapes.iter().filter(|b| size(b) == size(a));
        let step = one_in(6);
        for b in same.skip(k % step).step_by(step).chain(sampled(&shapes, 97 * one_in(2), k)) {
            hold(Over::Shapes, "common_refinement", [(of_shape(a), of_shape(b))]);
            match ops::common_refinement(a, b) {
                Ok(_) => joined += 1,
                Err(_) => {
                    apart += 1;
                    let finer = |s: &&IntTuple| {
                        ops::compatible(a, s).unwrap() && ops::compatible(b, s).unwrap()
                    };
                    assert_eq!(shapes.iter().filter(|s| size(s) == size(a)).find(finer), None);
                }
            }
        }
    }
    assert!(joined > 1_000 && apart > 1_000, "{joined} {apart}");
}

#[test]
fn law_coalesce_z_sort_and_leading_dim() {
    for op in ["coalesce_z", "sort", "leading_dim", "size_in_bytes"] {
        hold(Over::Layout, op, small_layouts().step_by(5 * one_in(2))).decided();
    }
    let none =
        small_layouts().step_by(5 * one_in(2)).filter(|layout| ops::leading_dim(layout).is_err());
    assert!(none.count() > 1_000);
}

#[test]
fn law_functionally_equal_and_layout_add() {
    let layouts = some_layouts();
    let (mut equal, mut found, mut none, mut sizes, mut other) = (0, 0, 0, 0, 0);
    for (k, a) in layouts.iter().enumerate() {
        let others = sampled(&layouts, layouts.len() / 5 * one_in(2), k);
        let pairs: Vec<_> = others.map(|b| (a.clone(), b.clone())).collect();
        sizes += pairs.iter().filter(|(a, b)| size(a.shape()) != size(b.shape())).count();
        let differ = |(a, b): &&(Layout, Layout)| ops::functionally_equal(a, b) == Ok(false);
        other += pairs.iter().filter(differ).count();
        hold(Over::Pair, "layout_add", pairs);
        let coalesced = ops::coalesce(a).unwrap();
        equal += usize::from(ops::functionally_equal(a, &coalesced) == Ok(true));
        hold(Over::Pair, "layout_add", [(a.clone(), coalesced)]);
    }
    for (k, a) in layouts.iter().enumerate().step_by(5 * one_in(2)) {
        let same: Vec<&Layout> =
            layouts.iter().filter(|b| size(b.shape()) == size(a.shape())).collect();
        let others = sampled(&same, 1 + same.len() / 8, k).copied();
        let pairs = others.map(|b| (a.clone(), b.clone()));
        let count = hold(Over::Pair, "layout_add", pairs);
        (found, none) = (found + count.found, none + count.refused);
    }
    assert!(equal > 1_000 && found > 1_000 && none > 100, "{equal} {found} {none}");
    assert!(sizes > 1_000 && other > 1_000, "{sizes} {other}");
}

proptest! {
    #[test]
    fn law_layout_add_of_large_layouts(a in large_layout(), scale in -9i128..9) {
        let negated = layout(
            a.shape(),
            &a.leaves().iter().map(|(_, d)| -d.known().unwrap()).collect::<Vec<_>>(),
        );
        let sum = ops::layout_add(&a, &negated).unwrap();
        prop_assert_eq!(&sum, &ops::coalesce(&flat_layout(&[(size(a.shape()), 0)])).unwrap());
        let ramp = flat_layout(&[(size(a.shape()), scale)]);
        hold(Over::Pair, "layout_add", [(a.clone(), ramp)]).answered();
        hold(Over::Layout, "coalesce_z", [a.clone()]).answered();
        hold(Over::Layout, "sort", [a]).answered();
    }
}

// Parts.

#[test]
fn law_local_tile_and_outer_partition() {
    let tilers: [&[i128]; 4] = [&[2, 2], &[2], &[1, 3], &[4, 2]];
    let tilers = tilers.map(|extents| Tiler::from_shape(&tuple(extents)).unwrap());
    let layouts = small_layouts().filter(|layout| layout.rank() == 2).step_by(29 * one_in(4));
    let all = layouts.flat_map(|layout| tilers.clone().map(|tiler| (layout.clone(), tiler)));
    let all: Vec<_> = all.collect();
    let is_exact = |(layout, tiler): &&(Layout, Tiler)| {
        ops::zipped_divide(layout, tiler).is_ok_and(|divided| divided.objection.is_none())
    };
    // Three tiles and three positions of each.
    let parts = 6 * all.iter().filter(is_exact).count();
    assert!(parts > 1_000, "{parts}");
    hold(Over::Tiler, "local_tile", all).decided();
}

#[test]
fn law_local_partition_shares_the_layout_among_the_threads() {
    let matrix = flat_layout(&[(8, 12), (12, 1)]);
    let threads = small_layouts().filter(|threads| threads.rank() == 2).step_by(7);
    let count = hold(Over::Pair, "local_partition", threads.map(|of| (matrix.clone(), of)));
    assert!(count.found > 50 && count.refused > 1_000, "{count:?}");
}
