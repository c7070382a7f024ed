//! The laws of the inverses, of what is found with them, and of changes of the
//! element, on all small layouts and on random ones.

use layout_algebra::{ErrorKind, HTuple, Int, Layout, ops};
use layout_laws as laws;
use layout_tests::{
    check, extents_of, flat_layout, large_compact_layout, large_layout, leaf, sampled,
    small_flat_layouts, small_layouts, tuple,
};
use proptest::prelude::*;

fn size(layout: &Layout) -> i128 {
    extents_of(layout.shape()).iter().product()
}

fn offsets(layout: &Layout) -> Vec<i128> {
    let at = |i| match ops::evaluate(&leaf(i), layout).unwrap() {
        HTuple::Leaf(offset) => offset.known().unwrap(),
        HTuple::Tuple(_) => panic!("{layout} is not over the integers"),
    };
    (0..size(layout)).map(at).collect()
}

fn is_positive(layout: &Layout) -> bool {
    layout.leaves().iter().all(|(_, stride)| stride.known().is_some_and(|stride| stride >= 0))
}

/// What a sample of left inverses came to.
#[derive(Default, Debug)]
struct Count {
    found: usize,
    none: usize,
    undecided: usize,
}

impl Count {
    fn invert(&mut self, layout: &Layout) {
        match ops::left_inverse(layout) {
            Ok(inverse) => {
                check(laws::left_inverse(layout, &inverse));
                self.found += 1;
            }
            Err(error) if matches!(error.kind(), ErrorKind::Undecided { .. }) => {
                self.undecided += 1;
            }
            Err(error) => {
                check(laws::no_left_inverse(layout, &error));
                self.none += 1;
            }
        }
    }
}

// Inverses.

#[test]
fn law_right_inverse() {
    for layout in small_flat_layouts() {
        let inverse = ops::right_inverse(&layout).unwrap();
        check(laws::right_inverse(&layout, &inverse));
        if !is_positive(&layout) || ops::find_collision(&layout).unwrap().is_some() {
            continue;
        }
        // No larger layout is one: the coordinates of the offsets are unique.
        let offsets = offsets(&layout);
        let back = (0..).map_while(|o| offsets.iter().position(|offset| *offset == o));
        let table: Vec<Int> = back.map(|i| Int::new(i as i128)).collect();
        let longest = (1..=table.len()).rev().find(|n| ops::infer_layout(&table[..*n]).is_ok());
        assert_eq!(longest, Some(size(&inverse) as usize), "{layout}: {inverse}");
    }
}

#[test]
fn law_left_inverse() {
    let mut count = Count::default();
    for layout in small_flat_layouts() {
        count.invert(&layout);
    }
    assert_eq!(count.undecided, 0, "{count:?}");
    assert!(count.found > 10_000 && count.none > 5_000, "{count:?}");
}

#[test]
fn law_left_inverse_of_interleaved_modes() {
    // Strides that do not divide each other, with gaps and without.
    let mut count = Count::default();
    for s in 2..=5 {
        for t in 2..=5 {
            for a in 1..=14 {
                for b in a + 1..=15 {
                    count.invert(&flat_layout(&[(s, a), (t, b)]));
                    if s <= 3 && t <= 3 {
                        count.invert(&flat_layout(&[(s, b), (2, a + b + 1), (t, a)]));
                    }
                }
            }
        }
    }
    assert_eq!(count.undecided, 0, "{count:?}");
    assert!(count.found > 1_500 && count.none > 300, "{count:?}");
}

// What two layouts have in common.

#[test]
fn law_max_common_layout() {
    let layouts = small_flat_layouts();
    let mut found = 0;
    // A fixed sample of all pairs.
    for (k, a) in layouts.iter().enumerate().step_by(37) {
        for b in sampled(&layouts, 401, k) {
            let Ok(common) = ops::max_common_layout(a, b) else { continue };
            check(laws::max_common_layout(a, b, &common));
            let vector = ops::max_common_vector(a, b).unwrap();
            assert_eq!(vector, ops::size(&common).unwrap());
            found += usize::from(vector != Int::ONE);
        }
    }
    assert!(found > 500, "only {found}");
    for layout in layouts.iter().step_by(5) {
        // Composition with its own inverse always exists.
        let common = ops::max_common_layout(layout, layout).unwrap();
        check(laws::max_common_layout(layout, layout, &common));
        assert_eq!(ops::size(&common), ops::size(&ops::right_inverse(layout).unwrap()));
    }
}

#[test]
fn law_max_alignment() {
    for layout in small_flat_layouts() {
        let most = ops::max_alignment(&layout).unwrap();
        check(laws::max_alignment(&layout, &most));
        if is_positive(&layout) && ops::find_collision(&layout).unwrap().is_none() {
            if let Ok(wide) = ops::upcast(&layout, &most) {
                let whole = size(&wide.layout) * most.known().unwrap() == size(&layout);
                assert!(whole, "{layout} by {most} is {wide:?}");
            }
            for more in 1..=size(&layout) {
                let aligned = laws::max_alignment(&layout, &Int::new(more)).is_ok();
                assert!(!aligned || more <= most.known().unwrap(), "{layout} aligns to {more}");
            }
        }
    }
}

// Elements.

#[test]
fn law_upcast_and_downcast() {
    let (mut wide, mut refused, mut narrow) = (0, 0, 0);
    for (k, layout) in small_layouts().enumerate().step_by(3) {
        // Every third layout with one of the factors, each as often.
        let factor = Int::new([1, 2, 3, 4, 6, 8, 16][k % 7]);
        match ops::upcast(&layout, &factor) {
            Ok(result) => {
                check(laws::upcast(&layout, &factor, &result.layout));
                wide += 1;
            }
            Err(error) => {
                check(laws::no_upcast(&layout, &factor, &error));
                refused += 1;
            }
        }
        if let Ok(result) = ops::downcast(&layout, &factor) {
            check(laws::downcast(&layout, &factor, &result));
            let back = ops::upcast(&result, &factor).unwrap().strict().unwrap();
            assert_eq!(offsets(&back), offsets(&layout), "{layout} by {factor}");
            narrow += 1;
        }
    }
    assert!(wide > 10_000 && refused > 5_000 && narrow > 2_000, "{wide}, {refused}, {narrow}");
}

#[test]
fn law_recast() {
    let mut found = 0;
    for layout in small_flat_layouts().iter().step_by(3) {
        for (from, to) in [(8, 32), (32, 8), (6, 8), (8, 6), (4, 4), (16, 24), (1, 1)] {
            let (from, to) = (Int::new(from), Int::new(to));
            if let Ok(result) = ops::recast(layout, &from, &to) {
                check(laws::recast(layout, &from, &to, &result.layout));
                found += 1;
            }
        }
    }
    assert!(found > 10_000, "only {found}");
}

// Tables.

#[test]
fn law_infer_layout() {
    for layout in small_flat_layouts() {
        let values: Vec<Int> = offsets(&layout).into_iter().map(Int::new).collect();
        let result = ops::infer_layout(&values).unwrap();
        check(laws::infer_layout(&values, &result));
        assert_eq!(result, ops::coalesce(&layout).unwrap());
        // One value that is off by one.
        let mut wrong = values.clone();
        let at = wrong.len() * 2 / 3;
        wrong[at] = wrong[at].add(&Int::ONE).unwrap();
        match ops::infer_layout(&wrong) {
            Ok(result) => check(laws::infer_layout(&wrong, &result)),
            Err(error) => check(laws::no_infer_layout(&wrong, &error)),
        }
    }
}

// Large layouts.

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn law_large_inverses(layout in large_layout()) {
        check(laws::right_inverse(&layout, &ops::right_inverse(&layout).unwrap()));
        check(laws::nullspace(&layout, &ops::nullspace(&layout).unwrap()));
        match ops::left_inverse(&layout) {
            Ok(inverse) => check(laws::left_inverse(&layout, &inverse)),
            Err(error) => match error.kind() {
                ErrorKind::Undecided { .. } | ErrorKind::Overflow => {}
                _ => check(laws::no_left_inverse(&layout, &error)),
            },
        }
    }

    #[test]
    fn law_large_compact_has_both(layout in large_compact_layout()) {
        let left = ops::left_inverse(&layout).unwrap();
        check(laws::left_inverse(&layout, &left));
        prop_assert_eq!(left, ops::right_inverse(&layout).unwrap());
        prop_assert_eq!(ops::max_alignment(&layout), ops::size(&layout));
    }

    #[test]
    fn law_large_common(a in large_layout(), b in large_layout()) {
        if let Ok(common) = ops::max_common_layout(&a, &b) {
            check(laws::max_common_layout(&a, &b, &common));
        }
    }

    #[test]
    fn law_large_recast(layout in large_layout(), factor in 1i128..200) {
        let factor = Int::new(factor);
        match ops::upcast(&layout, &factor) {
            Ok(result) => check(laws::upcast(&layout, &factor, &result.layout)),
            Err(error) => check(laws::no_upcast(&layout, &factor, &error)),
        }
        if let Ok(result) = ops::downcast(&layout, &factor) {
            check(laws::downcast(&layout, &factor, &result));
        }
    }

    #[test]
    fn law_large_domain_distribute(extents in prop::collection::vec(1i128..1000, 1..5), count in 1i128..100_000) {
        let shape = tuple(&extents);
        let result = ops::domain_distribute(&shape, &Int::new(count)).unwrap();
        check(laws::domain_distribute(&shape, &Int::new(count), &result));
    }
}
