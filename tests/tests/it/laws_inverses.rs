//! The laws of the inverses, of what is found with them, and of changes of the
//! element, on all small layouts and on random ones.

use layout_algebra::{HTuple, Int, Layout, ops};
use layout_laws as laws;
use layout_laws::check::Over;
use layout_tests::{
    check, flat_layout, hold, large_compact_layout, large_layout, leaf, one_in, sampled,
    small_flat_layouts, small_layouts, tuple,
};
use proptest::prelude::*;

fn size(layout: &Layout) -> i128 {
    layout_tests::size_of(layout.shape())
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

// Inverses.

#[test]
fn law_right_inverse() {
    hold(Over::Layout, "right_inverse", small_flat_layouts()).answered();
    for layout in small_flat_layouts() {
        let inverse = ops::right_inverse(&layout).unwrap();
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
    let count = hold(Over::Layout, "left_inverse", small_flat_layouts()).decided();
    assert!(count.found > 10_000 && count.refused > 5_000, "{count:?}");
}

#[test]
fn law_left_inverse_of_interleaved_modes() {
    // Strides that do not divide each other, with gaps and without.
    let mut layouts = Vec::new();
    for (s, t) in (2..=5).flat_map(|s| (2..=5).map(move |t| (s, t))) {
        for (a, b) in (1..=14).flat_map(|a| (a + 1..=15).map(move |b| (a, b))) {
            layouts.push(flat_layout(&[(s, a), (t, b)]));
            if s <= 3 && t <= 3 {
                layouts.push(flat_layout(&[(s, b), (2, a + b + 1), (t, a)]));
            }
        }
    }
    let count = hold(Over::Layout, "left_inverse", layouts).decided();
    assert!(count.found > 1_500 && count.refused > 300, "{count:?}");
}

// What two layouts have in common.

#[test]
fn law_max_common_layout() {
    let layouts = small_flat_layouts();
    // A fixed sample of all pairs.
    let pairs = || {
        layouts
            .iter()
            .enumerate()
            .step_by(37 * one_in(4))
            .flat_map(|(k, a)| sampled(&layouts, 401, k).map(move |b| (a.clone(), b.clone())))
    };
    let long = |(a, b): &(Layout, Layout)| {
        ops::max_common_vector(a, b).is_ok_and(|vector| vector != Int::ONE)
    };
    let found = pairs().filter(long).count();
    assert!(found > 125, "only {found}");
    hold(Over::Pair, "max_common_layout", pairs());
    for layout in layouts.iter().step_by(5 * one_in(2)) {
        // Composition with its own inverse always exists.
        let common = ops::max_common_layout(layout, layout).unwrap();
        hold(Over::Pair, "max_common_layout", [(layout.clone(), layout.clone())]).answered();
        assert_eq!(ops::size(&common), ops::size(&ops::right_inverse(layout).unwrap()));
    }
}

#[test]
fn law_max_alignment() {
    hold(Over::Layout, "max_alignment", small_flat_layouts()).answered();
    for layout in small_flat_layouts() {
        let most = ops::max_alignment(&layout).unwrap();
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
    // Every third layout with one of the factors, each as often.
    let all = || {
        let some = small_layouts().enumerate().step_by(3);
        some.map(|(k, layout)| (layout, [0, 1, 2, 3, 5, 7, 15][k % 7]))
    };
    let wide = hold(Over::Number, "upcast", all()).decided();
    let narrow = hold(Over::Number, "downcast", all()).found;
    assert!(wide.found > 10_000 && wide.refused > 5_000 && narrow > 2_000, "{wide:?}, {narrow}");
    // Nine offsets of an element of 18, as many as the shortest step has there, but others.
    hold(Over::Number, "upcast", [("(3,3):(3,2)".parse::<Layout>().unwrap(), 17)]).answered();
}

#[test]
fn law_recast() {
    let layouts = small_flat_layouts();
    let widths = [(8, 32), (32, 8), (6, 8), (8, 6), (4, 4), (16, 24), (1, 1)];
    let of = |layout: &Layout| {
        let recast =
            |(from, to): &(i128, i128)| ops::recast(layout, &Int::new(*from), &Int::new(*to));
        widths.iter().filter(|widths| recast(widths).is_ok()).count()
    };
    let found: usize = layouts.iter().step_by(3).map(of).sum();
    assert!(found > 10_000, "only {found}");
    hold(Over::Number, "recast", layouts.iter().step_by(3).map(|layout| (layout.clone(), 0)));
}

// Tables.

#[test]
fn law_infer_layout() {
    hold(Over::Layout, "infer_layout", small_flat_layouts()).decided();
}

// Large layouts.

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn law_large_inverses(layout in large_layout()) {
        for op in ["right_inverse", "nullspace"] {
            hold(Over::Layout, op, [layout.clone()]).answered();
        }
        hold(Over::Layout, "left_inverse", [layout]);
    }

    #[test]
    fn law_large_compact_has_both(layout in large_compact_layout()) {
        let left = ops::left_inverse(&layout).unwrap();
        hold(Over::Layout, "left_inverse", [layout.clone()]).answered();
        prop_assert_eq!(left, ops::right_inverse(&layout).unwrap());
        prop_assert_eq!(ops::max_alignment(&layout), ops::size(&layout));
    }

    #[test]
    fn law_large_common(a in large_layout(), b in large_layout()) {
        if ops::max_common_layout(&a, &b).is_ok() {
            hold(Over::Pair, "max_common_layout", [(a, b)]);
        }
    }

    #[test]
    fn law_large_recast(layout in large_layout(), factor in 0i128..199) {
        for op in ["upcast", "downcast"] {
            hold(Over::Number, op, [(layout.clone(), factor)]);
        }
    }

    #[test]
    fn law_large_domain_distribute(extents in prop::collection::vec(1i128..1000, 1..5), count in 1i128..100_000) {
        let shape = tuple(&extents);
        let result = ops::domain_distribute(&shape, &Int::new(count)).unwrap();
        check(laws::domain_distribute(&shape, &Int::new(count), &result));
    }
}
