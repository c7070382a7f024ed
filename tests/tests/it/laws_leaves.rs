//! The laws of arithmetic leaf by leaf, of common shapes, of what is read off the
//! leaves of layouts, and of their parts.

use layout_algebra::{Crd, ErrorKind, HTuple, Int, IntTuple, Layout, Tiler, ops};
use layout_laws as laws;
use layout_tests::{
    check, extents_of, flat_layout, large_layout, layout, leaf, sampled, small_flat_layouts,
    small_layouts, small_shapes, tuple,
};
use proptest::prelude::*;

/// Every 7th layout of one level.
fn some_layouts() -> Vec<Layout> {
    small_flat_layouts().into_iter().step_by(7).collect()
}

fn size(shape: &IntTuple) -> i128 {
    extents_of(shape).iter().product()
}

#[test]
fn law_elementwise() {
    let shapes = small_shapes();
    let (mut sums, mut mixed) = (0, 0);
    for (k, a) in shapes.iter().enumerate() {
        let shifted = a.map(&mut |leaf| Int::new(leaf.known().unwrap() - 3));
        for b in sampled(&shapes, shapes.len() / 40, k).chain([a, &shifted, &leaf(0)]) {
            match ops::elem_add(a, b) {
                Ok(sum) => {
                    sums += 1;
                    check(laws::elem_add(a, b, &sum));
                    let back = ops::elem_sub(&sum, b).unwrap();
                    check(laws::elem_sub(&sum, b, &back));
                    check(laws::elem_sub(b, a, &ops::elem_sub(b, a).unwrap()));
                }
                Err(error) => {
                    mixed += 1;
                    assert!(matches!(error.kind(), ErrorKind::Mismatch { .. }), "{error}");
                    assert!(!a.congruent(b));
                }
            }
            let (min, max) = (ops::elem_min(a, b), ops::elem_max(a, b));
            assert_eq!(min.is_ok(), a.congruent(b));
            if let (Ok(min), Ok(max)) = (min, max) {
                check(laws::elem_min(a, b, &min));
                check(laws::elem_max(a, b, &max));
            }
        }
    }
    assert!(sums > 1_000 && mixed > 1_000, "{sums} {mixed}");
}

#[test]
fn law_scans() {
    for shape in small_shapes() {
        for first in [1, 7].map(Int::new) {
            let products = ops::prefix_product(&shape, &first).unwrap();
            check(laws::prefix_product(&shape, &first, &products));
            let products = ops::suffix_product(&shape, &first).unwrap();
            check(laws::suffix_product(&shape, &first, &products));
            let sums = ops::prefix_sum(&shape, &first).unwrap();
            check(laws::prefix_sum(&shape, &first, &sums));
        }
    }
}

#[test]
fn law_shape_mod() {
    let shapes = small_shapes();
    let (mut kept, mut refused) = (0, 0);
    for (k, a) in shapes.iter().enumerate() {
        let counts: Vec<IntTuple> = (1..30).map(leaf).collect();
        for b in counts.iter().chain(sampled(&shapes, shapes.len() / 20, k)) {
            match ops::shape_mod(a, b) {
                Ok(result) => {
                    kept += 1;
                    check(laws::shape_mod(a, b, &result));
                }
                Err(_) => {
                    refused += 1;
                    assert!(ops::shape_div(a, b).is_err(), "{a} {b}");
                }
            }
        }
    }
    assert!(kept > 1_000 && refused > 1_000, "{kept} {refused}");
}

#[test]
fn law_common_shapes() {
    let shapes = small_shapes();
    let (mut joined, mut apart) = (0, 0);
    for (k, a) in shapes.iter().enumerate() {
        let same = shapes.iter().filter(|b| size(b) == size(a));
        for b in same.chain(sampled(&shapes, 97, k)) {
            let meet = ops::common_coarsening(a, b);
            assert_eq!(meet.is_ok(), size(a) == size(b), "{a} and {b}");
            if let Ok(meet) = meet {
                check(laws::common_coarsening(a, b, &meet));
            }
            match ops::common_refinement(a, b) {
                Ok(join) => {
                    joined += 1;
                    check(laws::common_refinement(a, b, &join));
                }
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
fn law_coalesce_z_and_sort() {
    for layout in small_layouts().step_by(5) {
        check(laws::coalesce_z(&layout, &ops::coalesce_z(&layout).unwrap()));
        check(laws::sort(&layout, &ops::sort(&layout).unwrap()));
    }
}

#[test]
fn law_leading_dim_and_sizes() {
    let mut none = 0;
    for layout in small_layouts().step_by(5) {
        match ops::leading_dim(&layout) {
            Ok(path) => {
                check(laws::leading_dim(&layout, &path));
                for depth in 0..=path.indices().len() {
                    assert!(ops::is_major(&layout, &path.indices()[..depth]).unwrap());
                }
            }
            Err(_) => {
                none += 1;
                let unit = |(extent, stride): &(&Int, &layout_algebra::Stride)| {
                    **extent != Int::ONE && stride.known() == Some(1)
                };
                assert!(!layout.leaves().iter().any(unit), "{layout}");
                assert!(!ops::is_major(&layout, &[]).unwrap());
            }
        }
        let cosize = ops::cosize(&layout).unwrap();
        for bits in [1, 4, 6, 16].map(Int::new) {
            let bytes = ops::size_in_bytes(&cosize, &bits).unwrap();
            check(laws::size_in_bytes(&cosize, &bits, &bytes));
        }
        check(laws::coprofile(&layout, &ops::coprofile(&layout).unwrap()));
    }
    assert!(none > 1_000, "{none}");
    for shape in small_shapes() {
        let identity = ops::make_identity_layout(&shape).unwrap();
        check(laws::coprofile(&identity, &ops::coprofile(&identity).unwrap()));
    }
}

#[test]
fn law_functionally_equal() {
    let layouts = some_layouts();
    let (mut equal, mut other) = (0, 0);
    for (k, a) in layouts.iter().enumerate() {
        let coalesced = ops::coalesce(a).unwrap();
        for b in sampled(&layouts, layouts.len() / 5, k).chain([&coalesced]) {
            let answer = ops::functionally_equal(a, b).unwrap();
            check(laws::functionally_equal(a, b, answer));
            *if answer { &mut equal } else { &mut other } += 1;
        }
    }
    assert!(equal > 1_000 && other > 1_000, "{equal} {other}");
}

/// Whether the table of the sum is that of a layout, by the search for one.
fn is_sum_a_layout(a: &Layout, b: &Layout) -> bool {
    let values: Vec<Int> = (0..size(a.shape()))
        .map(|i| {
            let at = |layout| match ops::evaluate(&leaf(i), layout) {
                Ok(HTuple::Leaf(value)) => value,
                other => panic!("{other:?}"),
            };
            at(a).add(&at(b)).unwrap()
        })
        .collect();
    ops::infer_layout(&values).is_ok()
}

#[test]
fn law_layout_add() {
    let layouts = some_layouts();
    let (mut found, mut none, mut sizes) = (0, 0, 0);
    for (k, a) in layouts.iter().enumerate().step_by(5) {
        let same: Vec<&Layout> =
            layouts.iter().filter(|b| size(b.shape()) == size(a.shape())).collect();
        let others = sampled(&same, 1 + same.len() / 8, k).copied();
        for b in others.chain(sampled(&layouts, layouts.len() / 3, k)) {
            match ops::layout_add(a, b) {
                Ok(sum) => {
                    found += 1;
                    check(laws::layout_add(a, b, &sum));
                }
                Err(error) => match error.kind() {
                    ErrorKind::Sizes { .. } => sizes += 1,
                    ErrorKind::NoLayout { .. } => {
                        none += 1;
                        assert!(!is_sum_a_layout(a, b), "{a} + {b}");
                    }
                    other => panic!("{a} + {b}: {other:?}"),
                },
            }
        }
    }
    assert!(found > 1_000 && none > 100 && sizes > 1_000, "{found} {none} {sizes}");
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
        check(laws::layout_add(&a, &ramp, &ops::layout_add(&a, &ramp).unwrap()));
        check(laws::coalesce_z(&a, &ops::coalesce_z(&a).unwrap()));
        check(laws::sort(&a, &ops::sort(&a).unwrap()));
    }
}

// Parts.

#[test]
fn law_local_tile_and_outer_partition() {
    let tilers: [&[i128]; 4] = [&[2, 2], &[2], &[1, 3], &[4, 2]];
    let mut parts = 0;
    for layout in small_layouts().filter(|layout| layout.rank() == 2).step_by(29) {
        for extents in tilers {
            let tiler = Tiler::from_shape(&tuple(extents)).unwrap();
            let Ok(divided) = ops::zipped_divide(&layout, &tiler) else { continue };
            if divided.objection.is_some() {
                assert!(
                    ops::local_tile(&layout, &tiler, &crds(&[Some(0)]))
                        .unwrap()
                        .objection
                        .is_some()
                );
                continue;
            }
            let rank = |mode: usize| divided.layout.modes()[mode].rank();
            let extent =
                |mode: usize, i: usize| size(divided.layout.modes()[mode].modes()[i].shape());
            let open = |n: usize| vec![None; n];
            for first in [None, Some(0), Some(extent(1, 0) - 1)] {
                let mut at = open(rank(1));
                at[0] = first;
                let part = ops::local_tile(&layout, &tiler, &crds(&[first])).unwrap();
                let (result, offset) = part.strict().unwrap();
                check(laws::part(&layout, &tiler, (&open(rank(0)), &at), (&result, &offset)));
                parts += 1;
            }
            for first in [None, Some(0), Some(extent(0, 0) - 1)] {
                let mut at = open(rank(0));
                at[0] = first;
                let part = ops::outer_partition(&layout, &tiler, &crds(&[first])).unwrap();
                let (result, offset) = part.strict().unwrap();
                check(laws::part(&layout, &tiler, (&at, &open(rank(1))), (&result, &offset)));
                parts += 1;
            }
        }
    }
    assert!(parts > 1_000, "{parts}");
}

fn crds(at: &[Option<i128>]) -> HTuple<Crd> {
    let crd = |at: &Option<i128>| HTuple::Leaf(at.map_or(Crd::All, |i| Crd::At(Int::new(i))));
    HTuple::Tuple(at.iter().map(crd).collect())
}

#[test]
fn law_local_partition_shares_the_layout_among_the_threads() {
    let matrix = flat_layout(&[(8, 12), (12, 1)]);
    let (mut shared, mut refused) = (0, 0);
    for threads in small_layouts().filter(|threads| threads.rank() == 2).step_by(7) {
        let count = size(threads.shape());
        let part = |index| ops::local_partition(&matrix, &threads, &Int::new(index));
        match part(0) {
            Ok(first) if first.objection.is_none() => {
                shared += 1;
                let parts: Vec<_> =
                    (0..count).map(|i| part(i).unwrap().strict().unwrap()).collect();
                check(laws::local_partition(&matrix, &parts));
                assert!(part(count).is_err(), "{threads}");
            }
            Ok(_) => {}
            Err(error) => {
                refused += 1;
                assert_eq!(error.operand(), 1, "{threads}: {error}");
                assert!(!ops::is_bijective(&threads).unwrap(), "{threads}: {error}");
            }
        }
    }
    assert!(shared > 50 && refused > 1_000, "{shared} {refused}");
}
