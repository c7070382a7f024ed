//! The laws of what rearranges modes and tuples, of the constructors, of the way
//! back from offsets and of the predicates, on all small inputs or fixed samples
//! of them.

use layout_algebra::{HTuple, Int, IntTuple, Layout, Tiler, ops};
use layout_laws as laws;
use layout_laws::check::Over;
use layout_tests::{
    Given, check, flat_layout, hold, large_compact_layout, large_layout, leaf, of_shape, one_in,
    sampled, size_of as size, small_flat_layouts, small_layouts, small_shapes, tuple,
};
use proptest::prelude::*;

/// Every 997th small layout: all shapes, and some strides of each.
fn some_layouts() -> Vec<Layout> {
    small_layouts().step_by(997).chain(small_flat_layouts().into_iter().step_by(997)).collect()
}

fn shapes() -> Vec<Layout> {
    small_shapes().iter().map(of_shape).collect()
}

/// Each of some with so many of the others.
fn each_with<'a>(
    some: &'a [Layout],
    others: &'a [Layout],
    count: usize,
) -> impl Iterator<Item = (Layout, Layout)> {
    some.iter().enumerate().flat_map(move |(k, of)| {
        sampled(others, others.len() / count, k).map(move |x| (of.clone(), x.clone()))
    })
}

// Modes.

#[test]
fn law_modes_of_tuples() {
    let shapes = shapes();
    for op in ["front", "transpose"] {
        hold(Over::Layout, op, shapes.iter().cloned()).decided();
    }
    for op in ["take", "remove", "repeat"] {
        let numbers = shapes.iter().flat_map(|of| (0..6).map(|number| (of.clone(), number)));
        hold(Over::Number, op, numbers).decided();
    }
    // Some five others for each of all small tuples.
    for op in ["append", "insert", "zip"] {
        let pairs = each_with(&shapes, &shapes, 5);
        let all =
            pairs.flat_map(|(of, x)| (0..7).map(move |n| Given::from((of.clone(), x.clone(), n))));
        hold(Over::Pair, op, all).decided();
    }
}

#[test]
fn law_unflatten_and_repeat_like() {
    let (shapes, layouts) = (shapes(), some_layouts());
    // Some 15 layouts for each profile.
    let all = || each_with(&shapes, &layouts, 15).map(|(profile, of)| (of, profile));
    let leaves = |layout: &Layout| layout.shape().leaf_count();
    let fits = all().filter(|(of, profile)| leaves(of) == leaves(profile)).count();
    let count = hold(Over::Pair, "unflatten", all()).decided();
    assert!(fits > 1_000 && count.refused > 1_000, "{fits} fit of {count:?}");
    hold(Over::Pair, "unflatten", shapes.iter().map(|of| (of.clone(), of.clone()))).answered();
    hold(Over::Layout, "unflatten", shapes).answered();
}

#[test]
fn law_zip() {
    for op in ["zip", "zip2_by"] {
        let more = [leaf(7), tuple(&[7, 8])].map(|shape| of_shape(&shape));
        hold(Over::Pair, op, each_with(&more, &shapes(), small_shapes().len())).decided();
    }
    assert!(ops::zip2_by(&tuple(&[2, 3, 4]), &leaf(0)).is_err());
    assert!(ops::zip2_by(&tuple(&[2, 3]), &tuple(&[0, 0])).is_err());
}

// Arithmetic and orders of tuples.

#[test]
fn law_tuple_arithmetic() {
    let shapes = shapes();
    // Some 60 others for each.
    for op in ["inner_product", "ceil_div"] {
        let same = shapes.iter().map(|shape| (shape.clone(), shape.clone()));
        let all: Vec<_> = each_with(&shapes, &shapes, 60).chain(same).collect();
        let rounds = |(a, b): &&(Layout, Layout)| ops::round_up(a.shape(), b.shape()).is_ok();
        let compared = all.iter().filter(rounds).count();
        assert!(compared > 1_000, "{compared}");
        hold(Over::Shapes, op, all);
    }
}

#[test]
fn law_evenly_divides() {
    let shapes = small_shapes();
    let mut tilers: Vec<Tiler> =
        shapes.iter().step_by(3).map(|shape| Tiler::from_shape(shape).unwrap()).collect();
    let tiles: Vec<Tiler> =
        small_flat_layouts().into_iter().step_by(499).map(Tiler::Layout).collect();
    for (k, tile) in tiles.iter().enumerate() {
        tilers.push(tile.clone());
        tilers.push(Tiler::Modes(vec![tile.clone(), tiles[(k + 11) % tiles.len()].clone()]));
        tilers.push(Tiler::Modes(vec![Tiler::All, tile.clone()]));
        tilers.push(Tiler::Modes(vec![tile.clone(), Tiler::Size(Int::new(2))]));
    }
    let shapes: Vec<Layout> = shapes.iter().map(of_shape).collect();
    let all = || {
        shapes.iter().enumerate().flat_map(|(k, shape)| {
            sampled(&tilers, 5, k).map(move |tiler| (shape.clone(), tiler.clone()))
        })
    };
    let divides =
        |(shape, tiler): &(Layout, Tiler)| ops::evenly_divides(shape.shape(), tiler) == Ok(true);
    let (count, divides) =
        (hold(Over::Tiler, "evenly_divides", all()), all().filter(divides).count());
    let not = count.found - divides;
    assert!(divides > 1_000 && not > 10_000 && count.refused > 1_000, "{divides} of {count:?}");
}

#[test]
fn law_orders_of_coordinates() {
    for shape in small_shapes().into_iter().step_by(3) {
        let crds: Vec<IntTuple> =
            (0..size(&shape)).map(|i| ops::idx2crd(&leaf(i), &shape).unwrap()).collect();
        for a in &crds {
            for b in &crds {
                check(laws::lex_less(&shape, a, b, ops::lex_less(a, b).unwrap()));
                check(laws::colex_less(&shape, a, b, ops::colex_less(a, b).unwrap()));
                check(laws::elem_less(a, b, ops::elem_less(a, b).unwrap()));
            }
        }
    }
    // Flat tuples of different ranks.
    let flat: Vec<IntTuple> = small_shapes().into_iter().filter(|t| t.depth() == 1).collect();
    let flat: Vec<IntTuple> = flat.into_iter().step_by(5).collect();
    check(laws::strict_order(&flat, |a, b| ops::lex_less(a, b).unwrap(), true));
    check(laws::strict_order(&flat, |a, b| ops::colex_less(a, b).unwrap(), true));
    for a in &flat {
        for b in &flat {
            check(laws::elem_less(a, b, ops::elem_less(a, b).unwrap()));
        }
    }
    let some: Vec<IntTuple> = flat.iter().filter(|t| t.rank() == 2).cloned().collect();
    check(laws::strict_order(&some, |a, b| ops::elem_less(a, b).unwrap(), false));
    assert!(ops::lex_less(&leaf(1), &tuple(&[1])).is_err());
}

// Constructors.

#[test]
fn law_make_like() {
    let layouts = || small_layouts().step_by(7);
    let objects = |layout: &Layout| ops::make_layout_like(layout).unwrap().objection.is_some();
    let objected = layouts().filter(objects).count();
    let like = hold(Over::Layout, "make_layout_like", layouts()).answered().found - objected;
    assert!(like > 10_000 && objected > 1_000, "{like} {objected}");
    hold(Over::Layout, "make_fragment_like", layouts()).answered();
}

#[test]
fn law_with_shape() {
    let (layouts, shapes): (Vec<Layout>, _) = (small_layouts().step_by(97).collect(), shapes());
    let count = hold(Over::Pair, "with_shape", each_with(&layouts, &shapes, shapes.len() / 41));
    assert!(count.found > 10_000 && count.refused > 1_000, "{count:?}");
}

#[test]
fn law_ranked_products() {
    let orders: Vec<Layout> = small_layouts().step_by(1009).collect();
    let blocks: Vec<Layout> = small_layouts().step_by(211).collect();
    // Some 20 orders for each of 1,300 blocks.
    let count = hold(Over::Pair, "blocked_product", each_with(&blocks, &orders, 20));
    assert!(count.found > 5_000 && count.refused > 5_000, "{count:?}");
}

#[test]
fn law_tile_to_shape() {
    let blocks: Vec<Layout> = small_layouts().step_by(211 * one_in(2)).collect();
    let counts = small_shapes().into_iter().filter(|shape| shape.depth() == 1);
    let counts: Vec<Layout> = counts.map(|shape| of_shape(&shape)).collect();
    let all: Vec<_> = each_with(&blocks, &counts, counts.len() / 37).collect();
    let with = |n: i128| all.iter().cloned().map(move |(block, by)| Given::from((block, by, n)));
    let count = hold(Over::Pair, "tile_to_shape", (0..5).flat_map(with));
    assert!(count.found > 2_500 && count.refused > 500, "{count:?}");
    // Two modes that are repeated in the same order.
    let is_shared = |(block, by): &(Layout, Layout)| {
        let counts: Vec<i128> = by.shape().modes().iter().map(size).collect();
        block.rank().max(counts.len()) <= 4
            && counts.iter().take(2).all(|count| *count > 1)
            && counts.len() > 1
    };
    let shared = all.iter().filter(|pair| is_shared(pair)).cloned();
    let count =
        hold(Over::Pair, "tile_to_shape", shared.map(|(block, by)| Given::from((block, by, 3))));
    assert!(count.found > 250, "{count:?}");
    // Each mode one longer than a multiple of the block.
    let is_rounded =
        |(block, _): &(Layout, Layout)| block.shape().modes().iter().any(|mode| size(mode) > 1);
    let longer = all.iter().filter(|pair| is_rounded(pair)).cloned();
    let count =
        hold(Over::Pair, "tile_to_shape", longer.map(|(block, by)| Given::from((block, by, 5))));
    assert!(count.found > 250, "{count:?}");
}

// Coordinates of offsets.

#[test]
fn get_coord_answers_at_once_where_digits_do_not() {
    // CuTe divides: 4 / 3 % 2 and 4 / 1 % 2 give (1,0), whose offset is 3.
    let layout = flat_layout(&[(2, 3), (2, 1)]);
    assert_eq!(ops::get_hier_coord(&layout, &Int::new(4)).unwrap().to_string(), "(1,1)");
    // Even steps never reach an odd offset, however many there are.
    let even = flat_layout(&[(1 << 40, 4), (1 << 40, 6)]);
    assert!(ops::get_hier_coord(&even, &Int::new(1_000_001)).is_err());
    let found = ops::get_hier_coord(&even, &Int::new(1_000_002)).unwrap();
    check(laws::get_hier_coord(&even, &Int::new(1_000_002), &found));
    for extreme in [i128::MIN, i128::MAX] {
        assert!(ops::get_hier_coord(&even, &Int::new(extreme)).is_err());
        assert!(ops::get_hier_coord(&flat_layout(&[(4, -1)]), &Int::new(extreme)).is_err());
    }
}

// Predicates.

#[test]
fn law_predicates() {
    let predicates = [
        ops::is_bijective,
        ops::is_contiguous,
        ops::is_compact,
        ops::is_col_major,
        ops::is_row_major,
    ];
    for (k, holds) in predicates.into_iter().enumerate() {
        let all = small_flat_layouts().into_iter();
        let count = all.filter(|layout| holds(layout) == Ok(true)).count();
        assert!(count > 100, "predicate {k} holds {count} times");
    }
    for op in ["is_bijective", "is_col_major"] {
        hold(Over::Layout, op, small_flat_layouts()).answered();
        hold(Over::Layout, op, small_layouts().step_by(101)).answered();
    }
    for shape in small_shapes() {
        assert!(ops::is_row_major(&ops::row_major(&shape).unwrap()).unwrap());
        assert!(ops::is_col_major(&ops::col_major(&shape).unwrap()).unwrap());
    }
}

proptest! {
    #[test]
    fn law_large_offsets_have_coordinates(layout in large_compact_layout(), at in 0i128..1 << 40) {
        let index = Int::new(at % size(layout.shape()));
        let offset = ops::evaluate(&HTuple::Leaf(index.clone()), &layout).unwrap();
        let offset = offset.leaves()[0].clone();
        prop_assert_eq!(ops::get_1d_coord(&layout, &offset), Ok(index));
        prop_assert!(ops::is_bijective(&layout).unwrap() && ops::is_contiguous(&layout).unwrap());
    }

    #[test]
    fn law_large_like(layout in large_layout()) {
        for op in ["make_layout_like", "transpose"] {
            hold(Over::Layout, op, [layout.clone()]).answered();
        }
        hold(Over::Number, "group", [(layout, 0)]).answered();
    }
}
