//! The laws of the operations, on all small layouts and on random large ones.
//!
//! Laws that depend on values alone are tested on the flat small layouts, others
//! on all. Where a product of lists is too large, a fixed
//! sample of it is taken, as the comment at that place says. Operations on shapes alone are in
//! `laws_all`, on all of them.

use layout_algebra::{HTuple, Int, IntTuple, Layout, Tiler, ops};
use layout_laws as laws;
use layout_laws::check::Over;
use layout_tests::{
    SMALL, STRIDES, check, flat_layout, hold, large_compact_layout, large_composable, large_layout,
    large_shape, leaf, of_shape, one_in, sampled, size_of, small_flat_layouts, small_layouts,
    small_shapes, tuple,
};
use proptest::prelude::*;

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

/// Pairs of every `step`-th of some layouts with a sample of others.
fn pairs<'a>(
    layouts: &'a [Layout],
    step: usize,
    others: &'a [Layout],
    every: usize,
) -> impl Iterator<Item = (Layout, Layout)> {
    sampled(layouts, step, 0).enumerate().flat_map(move |(k, layout)| {
        sampled(others, every, k).map(move |other| (layout.clone(), other.clone()))
    })
}

// Other leaves, same values.

#[test]
fn law_coalesce_flatten_filter() {
    // The values of every layout, and the nesting of every third, or twelfth.
    for op in ["coalesce", "flatten"] {
        hold(Over::Layout, op, small_layouts().step_by(3 * one_in(4))).answered();
    }
    for op in ["coalesce", "filter", "filter_zeros"] {
        hold(Over::Layout, op, small_flat_layouts()).answered();
    }
}

// Offsets.

#[test]
fn law_injective_and_range() {
    let (layouts, mut injective) = (small_flat_layouts(), 0);
    for layout in &layouts {
        injective += usize::from(ops::is_injective(layout).unwrap());
    }
    let colliding = layouts.len() - injective;
    assert!(injective > 5_000 && colliding > 5_000, "{injective} and {colliding}");
    hold(Over::Layout, "find_collision", layouts.iter().cloned()).answered();
    hold(Over::Layout, "offset_range", layouts).answered();
}

#[test]
fn law_complement() {
    let layouts = small_flat_layouts();
    let targets = [1, 2, 7, 24, 25, 49, 64].map(leaf).into_iter();
    let tuples = [&[4, 6][..], &[5, 3], &[10, 3, 2]].map(tuple);
    let mut found = 0;
    for (k, target) in targets.chain(tuples).enumerate() {
        // A third of the layouts for each target, or a twelfth.
        let target = of_shape(&target);
        let some =
            sampled(&layouts, 3 * one_in(4), k).map(|layout| (layout.clone(), target.clone()));
        found += hold(Over::Pair, "complement", some).decided().found;
    }
    assert!(found > 5_000, "only {found}");
    hold(Over::Layout, "complement_below", sampled(&layouts, 3, 0).cloned());
}

// Composition.

#[test]
fn law_composition_with_one_leaf_is_complete() {
    let layouts = small_flat_layouts();
    let leaves = (1..=SMALL).flat_map(|s| STRIDES.map(|d| flat_layout(&[(s, d)])));
    // Some 700 layouts for each of the 336 leaves, or a quarter of them.
    let pairs = leaves.enumerate().flat_map(|(k, rhs)| {
        sampled(&layouts, 97 * one_in(4), k).map(move |lhs| (lhs.clone(), rhs.clone()))
    });
    let count = hold(Over::Pair, "composition", pairs).decided();
    assert!(count.found > 5_000 && count.refused > 5_000, "{count:?}");
}

#[test]
fn law_composition_is_complete() {
    let layouts = small_flat_layouts();
    // Some 120 right operands for each of 2,200 left ones, or a quarter of these.
    let count =
        hold(Over::Pair, "composition", pairs(&layouts, 29 * one_in(4), &layouts, 509)).decided();
    assert!(count.found > 5_000 && count.refused > 5_000, "{count:?}");
}

#[test]
fn law_composition_keeps_the_nesting() {
    let layouts: Vec<Layout> = small_layouts().step_by(29).collect();
    hold(Over::Pair, "composition", pairs(&layouts, 31, &layouts, 211)).decided();
}

#[test]
fn law_composition_past_the_end_objects() {
    // Some 190 right operands for each of 630 left ones, or a quarter of these.
    let (layouts, tiles) = (small_flat_layouts(), small_tiles());
    hold(Over::Pair, "composition", pairs(&layouts, 101 * one_in(4), &tiles, 11));
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

/// Some 18 tilers for each of 3,100 layouts, or of a quarter of them.
fn tiled() -> impl Iterator<Item = (Layout, Tiler)> {
    let tilers = small_tilers();
    small_layouts().step_by(89 * one_in(4)).enumerate().flat_map(move |(k, layout)| {
        let some = sampled(&tilers, 127, k).map(|tiler| (layout.clone(), tiler.clone()));
        some.collect::<Vec<_>>()
    })
}

#[test]
fn law_divide() {
    let padded = |(layout, tiler): &(Layout, Tiler)| {
        ops::logical_divide(layout, tiler).is_ok_and(|outcome| outcome.objection.is_some())
    };
    let count = hold(Over::Tiler, "logical_divide", tiled()).decided();
    let padded = tiled().filter(padded).count();
    let exact = count.found - padded;
    assert!(exact > 500 && padded > 1_250 && count.refused > 1_250, "{padded} of {count:?}");
}

#[test]
fn an_empty_tile_has_no_modes_to_open() {
    let empty = Layout::new(HTuple::Tuple(Vec::new()), HTuple::Tuple(Vec::new())).unwrap();
    let row = flat_layout(&[(4, 1), (2, 4)]);
    let divided = ops::zipped_divide(&row, &empty.clone().into()).unwrap().layout;
    assert_eq!(divided.to_string(), "((),8):((),1)");
    let flat = ops::flat_divide(&row, &empty.clone().into()).unwrap().layout;
    assert_eq!(flat.to_string(), "(8):(1)");
    hold(Over::Tiler, "logical_divide", [(row, Tiler::Layout(empty))]).answered();
}

#[test]
fn law_product() {
    let count = hold(Over::Tiler, "logical_product", tiled());
    assert!(count.found > 2_500 && count.refused > 2_500, "{count:?}");
}

// Coordinates.

#[test]
fn law_coordinates() {
    let shapes: Vec<Layout> = small_shapes().iter().map(of_shape).collect();
    for (k, shape) in shapes.iter().enumerate() {
        // A third of those of one size, or a twelfth, whatever the ranks; others have no coordinate in common.
        let step = 3 * one_in(4);
        let same = shapes.iter().filter(|other| size_of(other.shape()) == size_of(shape.shape()));
        let others = same.skip(k % step).step_by(step).chain(sampled(&shapes, 41, k));
        hold(Over::Shapes, "crd2crd", others.map(|other| (shape.clone(), other.clone()))).decided();
    }
}

// Orders and divisions of shapes.

#[test]
fn law_orders() {
    let shapes: Vec<IntTuple> =
        small_shapes().into_iter().filter(|shape| size_of(shape) <= 8).collect();
    let layouts: Vec<Layout> = shapes.iter().map(of_shape).collect();
    hold(Over::Shapes, "congruent", pairs(&layouts, 1, &layouts, 1)).answered();
    let compatible = |a: &IntTuple, b: &IntTuple| ops::compatible(a, b).unwrap();
    let weakly = |a: &IntTuple, b: &IntTuple| ops::weakly_compatible(a, b).unwrap();
    check(laws::partial_order(&shapes, compatible, |a, b| a == b));
    check(laws::partial_order(&shapes, weakly, |a, b| a == b));
    check(laws::partial_order(&shapes, ops::weakly_congruent, ops::congruent));
    check(laws::partial_order(&shapes, ops::congruent, ops::congruent));
}

#[test]
fn law_shape_divisions() {
    let shapes: Vec<Layout> = small_shapes().iter().map(of_shape).collect();
    let numbers: Vec<Layout> = (1..=30).map(|n| of_shape(&leaf(n))).collect();
    let all = || pairs(&shapes, 1, &numbers, 1).chain(pairs(&shapes, 1, &shapes, 29));
    let divided = hold(Over::Shapes, "shape_div", all());
    assert!(divided.found > 5_000, "{divided:?}");
    hold(Over::Shapes, "ceil_div", all());
}

// Large layouts, at some of their points.

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2_000))]

    #[test]
    fn law_large_coalesce_flatten_range(layout in large_layout()) {
        for op in ["coalesce", "flatten", "filter_zeros", "offset_range"] {
            hold(Over::Layout, op, [layout.clone()]).answered();
        }
        hold(Over::Layout, "find_collision", [layout]);
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
    fn law_large_composition_exists(pair in large_composable()) {
        prop_assert_eq!(hold(Over::Pair, "composition", [pair]).found, 1);
    }

    #[test]
    fn law_large_composition(lhs in large_layout(), rhs in large_layout()) {
        hold(Over::Pair, "composition", [(lhs, rhs)]);
    }

    #[test]
    fn law_large_complement((any, segregated) in large_composable(), target in 1i128..1 << 41) {
        let target = of_shape(&leaf(target));
        let pairs = [any, segregated].map(|layout| (layout, target.clone()));
        hold(Over::Pair, "complement", pairs).decided();
    }

    #[test]
    fn law_large_divide_and_product((layout, tile) in large_composable()) {
        let given = (layout, Tiler::Layout(tile));
        prop_assert_eq!(hold(Over::Tiler, "logical_divide", [given.clone()]).found, 1);
        hold(Over::Tiler, "logical_product", [given]);
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
