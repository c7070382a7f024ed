//! The laws of the operations, on all small layouts and on random large ones.
//!
//! What depends on values alone is tested on the flat small layouts, what
//! depends on the nesting on all. Where a product of lists is too large, a fixed
//! sample of it is taken, as the comment at that place says.

use layout_algebra::{Error, ErrorKind, HTuple, Int, IntTuple, Layout, Tiler, ops};
use layout_laws as laws;
use layout_tests::{
    SMALL, STRIDES, check, extents_of, flat_layout, large_compact_layout, large_composable,
    large_layout, large_shape, leaf, sampled, small_flat_layouts, small_layouts, small_shapes,
    tuple,
};
use proptest::prelude::*;

fn size(shape: &IntTuple) -> i128 {
    extents_of(shape).iter().product()
}

/// All layouts of one leaf and those of two leaves of extents 2 to 6.
fn small_tiles() -> Vec<Layout> {
    let mut tiles = Vec::new();
    for stride in STRIDES {
        tiles.extend((1..=SMALL).map(|extent| flat_layout(&[(extent, stride)])));
        for other in STRIDES {
            for (s, t) in [(2, 2), (2, 3), (3, 2), (4, 2), (2, 4), (3, 4), (5, 3), (2, 6), (1, 4)] {
                tiles.push(flat_layout(&[(s, stride), (t, other)]));
            }
        }
    }
    tiles
}

// Other leaves, same values.

#[test]
fn law_coalesce_flatten_filter() {
    // The values of every layout, and the nesting of every third.
    for layout in small_layouts().step_by(3) {
        check(laws::coalesce(&layout, &ops::coalesce(&layout).unwrap()));
        check(laws::flatten(&layout, &ops::flatten(&layout)));
    }
    for layout in small_flat_layouts() {
        check(laws::coalesce(&layout, &ops::coalesce(&layout).unwrap()));
        check(laws::filter(&layout, &ops::filter(&layout).unwrap()));
        check(laws::filter_zeros(&layout, &ops::filter_zeros(&layout).unwrap()));
    }
}

// Layouts without gaps.

#[test]
fn law_compact() {
    for shape in small_shapes() {
        check(laws::size(&shape, &ops::product(&shape).unwrap()));
        check(laws::col_major(&shape, &ops::col_major(&shape).unwrap()));
        check(laws::row_major(&shape, &ops::row_major(&shape).unwrap()));
        for first in [1, 2, 3, 8, -1].map(Int::new) {
            let strides = ops::compact_col_major(&shape, &first).unwrap();
            check(laws::compact_col_major(&shape, &first, &strides));
            let strides = ops::compact_row_major(&shape, &first).unwrap();
            check(laws::compact_row_major(&shape, &first, &strides));
        }
    }
}

#[test]
fn law_make_ordered_layout() {
    for shape in small_shapes() {
        for profile in [shape.clone(), HTuple::Tuple(vec![leaf(0); shape.rank()]), leaf(0)] {
            if !ops::weakly_congruent(&profile, &shape) {
                continue;
            }
            // Every order of the modes, also with equal and with negative ones.
            let count = profile.leaf_count() as u32;
            for orders in 0..4usize.pow(count) {
                let mut rest = orders;
                let order = profile.map(&mut |_| {
                    let order = [2, 0, 7, -1][rest % 4];
                    rest /= 4;
                    Int::new(order)
                });
                let outcome = ops::make_ordered_layout(&shape, &order).unwrap();
                check(laws::make_ordered_layout(&shape, &order, &outcome));
            }
        }
    }
}

// Offsets.

#[test]
fn law_injective_and_range() {
    let (mut injective, mut colliding) = (0, 0);
    for layout in small_flat_layouts() {
        let collision = ops::find_collision(&layout).unwrap();
        check(laws::collision(&layout, collision.as_ref()));
        *if collision.is_none() { &mut injective } else { &mut colliding } += 1;
        assert_eq!(ops::check_injective(&layout).is_ok(), collision.is_none());
        check(laws::offset_range(&layout, &ops::offset_range(&layout).unwrap()));
        check(laws::cosize(&layout, &ops::cosize(&layout).unwrap()));
    }
    assert!(injective > 5_000 && colliding > 5_000, "{injective} and {colliding}");
}

#[test]
fn law_complement() {
    let layouts = small_flat_layouts();
    let targets = [
        leaf(1),
        leaf(2),
        leaf(7),
        leaf(24),
        leaf(25),
        leaf(49),
        leaf(64),
        tuple(&[4, 6]),
        tuple(&[5, 3]),
        tuple(&[10, 3, 2]),
    ];
    let mut found = 0;
    for (k, target) in targets.iter().enumerate() {
        // A third of the layouts for each target.
        for layout in sampled(&layouts, 3, k) {
            match ops::complement(layout, target) {
                Ok(outcome) => {
                    check(laws::complement(layout, target, &outcome));
                    let rest = ops::ceil_div_by_layout(target, layout).unwrap();
                    assert_eq!(&rest, outcome.layout.shape(), "{target} by {layout}");
                    found += 1;
                }
                Err(error) => check(laws::no_complement(layout, &error)),
            }
        }
    }
    assert!(found > 10_000, "only {found}");
    for layout in sampled(&layouts, 3, 0) {
        if let Ok(outcome) = ops::complement_below(layout) {
            let end = ops::cosize(&ops::filter(layout).unwrap()).unwrap();
            check(laws::complement(layout, &end.into(), &outcome));
        }
    }
}

// Composition.

/// Holds an answer against the law, or a refusal against the brute-force search
/// for a layout; whether there is an answer.
#[track_caller]
fn check_composition(lhs: &Layout, rhs: &Layout) -> bool {
    match ops::composition(lhs, rhs) {
        Ok(outcome) => {
            check(laws::composition(lhs, rhs, &outcome.layout));
            true
        }
        Err(error) => {
            check(laws::no_composition(lhs, rhs, &error));
            false
        }
    }
}

#[test]
fn law_composition_with_one_leaf_is_complete() {
    let (mut found, mut refused) = (0, 0);
    let layouts = small_flat_layouts();
    for (k, rhs) in (1..=SMALL).flat_map(|s| STRIDES.map(|d| flat_layout(&[(s, d)]))).enumerate() {
        // Some 700 layouts for each of the 336 leaves.
        for lhs in sampled(&layouts, 97, k) {
            *if check_composition(lhs, &rhs) { &mut found } else { &mut refused } += 1;
        }
    }
    assert!(found > 10_000 && refused > 10_000, "{found} and {refused}");
}

#[test]
fn law_composition_is_complete() {
    let (mut found, mut refused) = (0, 0);
    let layouts = small_flat_layouts();
    for (k, lhs) in sampled(&layouts, 29, 0).enumerate() {
        // Some 120 right operands for each of 2,200 left ones.
        for rhs in sampled(&layouts, 509, k) {
            *if check_composition(lhs, rhs) { &mut found } else { &mut refused } += 1;
        }
    }
    assert!(found > 10_000 && refused > 10_000, "{found} and {refused}");
}

#[test]
fn law_composition_keeps_the_nesting() {
    let layouts: Vec<Layout> = small_layouts().step_by(29).collect();
    for (k, lhs) in sampled(&layouts, 31, 0).enumerate() {
        for rhs in sampled(&layouts, 211, k) {
            check_composition(lhs, rhs);
        }
    }
}

#[test]
fn law_composition_past_the_end_objects() {
    let tiles = small_tiles();
    for (k, lhs) in sampled(&small_flat_layouts(), 101, 0).enumerate() {
        // Some 190 right operands for each of 630 left ones.
        for rhs in sampled(&tiles, 11, k) {
            let Ok(outcome) = ops::composition(lhs, rhs) else { continue };
            let (least, most) = ops::offset_range(rhs).unwrap();
            let inside = Int::ZERO <= least && most < ops::size(lhs).unwrap();
            assert_eq!(outcome.objection.is_none(), inside, "{lhs} o {rhs}");
        }
    }
}

#[test]
fn law_composition_along_a_basis() {
    let layouts: Vec<Layout> =
        small_layouts().step_by(37).filter(|layout| layout.rank() > 1).collect();
    let basis = |d: i128, mode: usize| {
        layout_algebra::Stride::basis(Int::new(d), [mode].into_iter().collect())
    };
    let mut found = 0;
    for lhs in sampled(&layouts, 23, 0) {
        for (s, t) in [(2, 3), (4, 2), (3, 4)] {
            for (d, e) in [(1, 1), (2, 1), (1, 3), (4, 2)] {
                for modes in [[0, 1], [1, 0], [0, 0], [1, 1]] {
                    let stride =
                        [basis(d, modes[0]), basis(e, modes[1])].map(HTuple::Leaf).to_vec();
                    let rhs = Layout::new(tuple(&[s, t]), HTuple::Tuple(stride)).unwrap();
                    let answer = ops::composition(lhs, &rhs);
                    let exists = laws::has_composition(lhs, &rhs).unwrap();
                    assert_eq!(answer.is_ok(), exists, "{lhs} o {rhs}");
                    if let Ok(outcome) = answer {
                        check(laws::composition(lhs, &rhs, &outcome.layout));
                        found += 1;
                    }
                    // The other way round: a basis in the left operand.
                    let Ok(outcome) = ops::composition(&rhs, lhs) else { continue };
                    check(laws::composition(&rhs, lhs, &outcome.layout));
                }
            }
        }
    }
    assert!(found > 1_000, "only {found}");
}

// Divides and products.

/// A tiler of every form for layouts of any rank up to 2.
fn small_tilers() -> Vec<Tiler> {
    let mut tilers: Vec<Tiler> = small_tiles().into_iter().map(Tiler::Layout).collect();
    let parts = [
        Tiler::All,
        Tiler::Size(Int::new(2)),
        Tiler::Size(Int::new(3)),
        Tiler::Layout(flat_layout(&[(2, 2)])),
        Tiler::Layout(flat_layout(&[(2, 1), (2, 4)])),
    ];
    tilers.extend((1..=12).map(|size| Tiler::Size(Int::new(size))));
    for first in &parts {
        tilers.push(first.clone());
        tilers.push(Tiler::Modes(vec![first.clone()]));
        tilers.extend(parts.iter().map(|next| Tiler::Modes(vec![first.clone(), next.clone()])));
    }
    tilers
}

#[test]
fn law_divide() {
    let tilers = small_tilers();
    let (mut exact, mut padded, mut refused) = (0, 0, 0);
    for (k, layout) in small_layouts().step_by(89).enumerate() {
        // Some 18 tilers for each of 3,100 layouts.
        for tiler in sampled(&tilers, 127, k) {
            match ops::logical_divide(&layout, tiler) {
                Ok(outcome) => {
                    check(laws::logical_divide(&layout, tiler, &outcome));
                    let count = if outcome.objection.is_none() { &mut exact } else { &mut padded };
                    *count += 1;
                    let answers = [
                        ops::zipped_divide(&layout, tiler),
                        ops::tiled_divide(&layout, tiler),
                        ops::flat_divide(&layout, tiler),
                    ];
                    check_packings(
                        &outcome.layout,
                        tiler,
                        answers.map(|it| it.map(|it| it.layout)),
                    );
                }
                Err(error) => {
                    check_no_divide(&layout, tiler, &error);
                    refused += 1;
                }
            }
        }
    }
    assert!(exact > 2_000 && padded > 5_000 && refused > 5_000, "{exact} {padded} {refused}");
}

/// A divide may refuse only where a part of it has no answer.
fn check_no_divide(layout: &Layout, tiler: &Tiler, error: &Error) {
    let Some(tile) = tiler.as_layout() else { return };
    let tile = tile.unwrap();
    let rest = match ops::complement(&tile, ops::coalesce(layout).unwrap().shape()) {
        Err(error) => return check(laws::no_complement(&tile, &error)),
        Ok(rest) => rest.layout,
    };
    let tiles = Layout::from_modes(&[tile.clone(), rest]).unwrap();
    let positions: Vec<IntTuple> =
        (0..size(tiles.shape())).map(|i| ops::evaluate(&leaf(i), &tiles).unwrap()).collect();
    match error.kind() {
        ErrorKind::Uncovered { position, .. } => {
            assert!(*position < ops::size(layout).unwrap(), "{layout} by {tile}: {error}");
            assert!(!positions.contains(&position.clone().into()), "{layout} by {tile}: {error}");
        }
        ErrorKind::Padded { .. } => {
            assert!(positions.iter().any(|at| at.leaves()[0] >= &ops::size(layout).unwrap()));
        }
        _ => {
            assert!(!laws::has_composition(layout, &tiles).unwrap(), "{layout} by {tile}: {error}")
        }
    }
}

#[track_caller]
fn check_packings(logical: &Layout, tiler: &Tiler, answers: [Result<Layout, Error>; 3]) {
    let [zipped, tiled, flat] = answers;
    let Ok(zipped) = zipped else {
        // Only a mode that `_` leaves whole has no tile and no rest.
        assert!(tiler.to_string().contains('_'), "{logical} by {tiler}");
        return;
    };
    if !tiler.to_string().contains('_') {
        check(laws::zipped(logical, tiler, &zipped));
    }
    check(laws::tiled(&zipped, &tiled.unwrap()));
    check(laws::flat(&zipped, &flat.unwrap()));
}

#[test]
fn an_empty_tile_has_no_modes_to_open() {
    let empty = Layout::new(HTuple::Tuple(Vec::new()), HTuple::Tuple(Vec::new())).unwrap();
    let row = flat_layout(&[(4, 1), (2, 4)]);
    let divided = ops::zipped_divide(&row, &empty.clone().into()).unwrap().layout;
    assert_eq!(divided.to_string(), "((),8):((),1)");
    let flat = ops::flat_divide(&row, &empty.into()).unwrap().layout;
    check(laws::flat(&divided, &flat));
    assert_eq!(flat.to_string(), "(8):(1)");
}

#[test]
fn law_product() {
    let tilers = small_tilers();
    let (mut found, mut refused) = (0, 0);
    for (k, block) in small_layouts().step_by(89).enumerate() {
        // Some 18 tilers for each of 3,100 blocks.
        for tiler in sampled(&tilers, 127, k) {
            let Ok(product) = ops::logical_product(&block, tiler) else {
                refused += 1;
                continue;
            };
            found += 1;
            check(laws::logical_product(&block, tiler, &product));
            let answers = [
                ops::zipped_product(&block, tiler),
                ops::tiled_product(&block, tiler),
                ops::flat_product(&block, tiler),
            ];
            check_packings(&product, tiler, answers);
        }
    }
    assert!(found > 5_000 && refused > 5_000, "{found} {refused}");
}

// Coordinates.

#[test]
fn law_coordinates() {
    let shapes = small_shapes();
    for (k, shape) in shapes.iter().enumerate() {
        let size = size(shape);
        let compact = ops::row_major(shape).unwrap();
        // Also past the end, where there is a last mode to continue.
        let end = if shape.leaf_count() == 0 { 1 } else { 2 * size + 3 };
        for i in 0..end {
            let crd = ops::idx2crd(&leaf(i), shape).unwrap();
            check(laws::idx2crd(&Int::new(i), shape, &crd));
            if i < size {
                let crd = ops::idx2crd_strided(&leaf(i), shape, compact.stride()).unwrap();
                check(laws::idx2crd_strided(&Int::new(i), &compact, &crd));
            }
        }
        // Of one size, whatever the ranks; others have no coordinate in common.
        let others = shapes.iter().filter(|other| other.leaf_count() > 0 && shape.leaf_count() > 0);
        for (j, other) in others.enumerate() {
            if self::size(other) != size {
                let refused = (j + k) % 41 != 0 || ops::crd2crd(&leaf(0), shape, other).is_err();
                assert!(refused, "crd2crd(0, {shape}, {other})");
                continue;
            }
            for i in (0..size).filter(|i| (j + k) % 7 == 0 || i % 5 == 2) {
                for crd in [leaf(i), ops::idx2crd(&leaf(i), shape).unwrap()] {
                    let result = ops::crd2crd(&crd, shape, other).unwrap();
                    check(laws::crd2crd(&crd, shape, other, &result));
                }
            }
        }
    }
}

// Orders and divisions of shapes.

#[test]
fn law_orders() {
    let shapes: Vec<IntTuple> =
        small_shapes().into_iter().filter(|shape| size(shape) <= 8).collect();
    let compatible = |a: &IntTuple, b: &IntTuple| ops::compatible(a, b).unwrap();
    let weakly = |a: &IntTuple, b: &IntTuple| ops::weakly_compatible(a, b).unwrap();
    for a in &shapes {
        for b in &shapes {
            check(laws::congruent(a, b, ops::congruent(a, b)));
            check(laws::weakly_congruent(a, b, ops::weakly_congruent(a, b)));
            check(laws::compatible(a, b, compatible(a, b)));
            check(laws::weakly_compatible(a, b, weakly(a, b)));
        }
    }
    check(laws::partial_order(&shapes, compatible, |a, b| a == b));
    check(laws::partial_order(&shapes, weakly, |a, b| a == b));
    check(laws::partial_order(&shapes, ops::weakly_congruent, ops::congruent));
    check(laws::partial_order(&shapes, ops::congruent, ops::congruent));
}

#[test]
fn law_shape_divisions() {
    let shapes = small_shapes();
    let mut divided = 0;
    for (k, a) in shapes.iter().enumerate() {
        for divisor in (1..=30).map(leaf).chain(sampled(&shapes, 29, k).cloned()) {
            match ops::shape_div(a, &divisor) {
                Ok(result) => {
                    check(laws::shape_div(a, &divisor, &result));
                    divided += 1;
                }
                Err(error) => {
                    let (size, by) = (size(a), size(&divisor));
                    let leaf = !a.is_tuple() && (size % by == 0 || by % size == 0);
                    assert!(!leaf, "{a} by {divisor}: {error}");
                }
            }
            if let Ok(result) = ops::ceil_div(a, &divisor) {
                check(laws::ceil_div(a, &divisor, &result));
            }
            if let HTuple::Leaf(by) = &divisor {
                let (result, _) = ops::ceil_div_int(a, by).unwrap();
                check(laws::ceil_div(a, &divisor, &result));
            }
        }
    }
    assert!(divided > 5_000, "only {divided}");
}

// Large layouts, at some of their points.

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2_000))]

    #[test]
    fn law_large_coalesce_flatten_range(layout in large_layout()) {
        check(laws::coalesce(&layout, &ops::coalesce(&layout).unwrap()));
        check(laws::flatten(&layout, &ops::flatten(&layout)));
        check(laws::filter_zeros(&layout, &ops::filter_zeros(&layout).unwrap()));
        check(laws::offset_range(&layout, &ops::offset_range(&layout).unwrap()));
        if let Ok(collision) = ops::find_collision(&layout) {
            check(laws::collision(&layout, collision.as_ref()));
        }
    }

    #[test]
    fn law_large_compact(shape in large_shape(), orders in any::<u64>()) {
        check(laws::col_major(&shape, &ops::col_major(&shape).unwrap()));
        check(laws::row_major(&shape, &ops::row_major(&shape).unwrap()));
        let mut rest = orders;
        let order = shape.map(&mut |_| {
            rest >>= 4;
            Int::new(i128::from(rest & 15))
        });
        let outcome = ops::make_ordered_layout(&shape, &order).unwrap();
        check(laws::make_ordered_layout(&shape, &order, &outcome));
    }

    #[test]
    fn law_large_compact_is_injective(layout in large_compact_layout()) {
        prop_assert_eq!(ops::find_collision(&layout), Ok(None));
    }

    #[test]
    fn law_large_composition_exists((lhs, rhs) in large_composable()) {
        let outcome = ops::composition(&lhs, &rhs).unwrap();
        check(laws::composition(&lhs, &rhs, &outcome.layout));
        prop_assert_eq!(outcome.objection, None);
    }

    #[test]
    fn law_large_composition(lhs in large_layout(), rhs in large_layout()) {
        match ops::composition(&lhs, &rhs) {
            Ok(outcome) => check(laws::composition(&lhs, &rhs, &outcome.layout)),
            Err(error) => match error.kind() {
                ErrorKind::Undecided { .. } | ErrorKind::Overflow => {}
                _ => check(laws::no_composition(&lhs, &rhs, &error)),
            },
        }
    }

    #[test]
    fn law_large_complement(
        (any, segregated) in large_composable(),
        target in 1i128..1 << 41,
    ) {
        for layout in [any, segregated] {
            match ops::complement(&layout, &leaf(target)) {
                Ok(outcome) => check(laws::complement(&layout, &leaf(target), &outcome)),
                Err(error) => check(laws::no_complement(&layout, &error)),
            }
        }
    }

    #[test]
    fn law_large_divide_and_product((layout, tile) in large_composable()) {
        let tiler = Tiler::Layout(tile);
        let outcome = ops::logical_divide(&layout, &tiler).unwrap();
        check(laws::logical_divide(&layout, &tiler, &outcome));
        prop_assert_eq!(outcome.objection, None);
        if let Ok(product) = ops::logical_product(&layout, &tiler) {
            check(laws::logical_product(&layout, &tiler, &product));
        }
    }

    #[test]
    fn law_large_coordinates(layout in large_layout(), index in 0i128..1 << 42) {
        let crd = ops::idx2crd(&leaf(index), layout.shape()).unwrap();
        check(laws::idx2crd(&Int::new(index), layout.shape(), &crd));
        for coordinate in [leaf(index), crd] {
            check(laws::evaluate(&coordinate, &layout, &ops::evaluate(&coordinate, &layout).unwrap()));
        }
    }
}
