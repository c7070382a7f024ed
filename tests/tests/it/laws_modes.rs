//! The laws of what rearranges modes and tuples, of the constructors, of the way
//! back from offsets and of the predicates, on all small inputs or fixed samples
//! of them.

use layout_algebra::ops::ModeOrder;
use layout_algebra::{Error, ErrorKind, HTuple, Int, IntTuple, Layout, Nested, Tiler, ops};
use layout_laws::{self as laws, Law};
use layout_tests::{
    check, extents_of, flat_layout, large_compact_layout, large_layout, leaf, sampled,
    small_flat_layouts, small_layouts, small_shapes, tuple,
};
use proptest::prelude::*;

fn size(shape: &IntTuple) -> i128 {
    extents_of(shape).iter().product()
}

/// Every 997th small layout: all shapes, and some strides of each.
fn some_layouts() -> Vec<Layout> {
    small_layouts().step_by(997).chain(small_flat_layouts().into_iter().step_by(997)).collect()
}

// Modes.

/// Holds all operations on the modes of one thing against their laws, and their
/// refusals against its rank.
#[track_caller]
fn check_modes<M: Nested>(of: &M, x: &M) {
    let rank = of.to_modes().len();
    for begin in 0..=rank + 1 {
        for end in 0..=rank + 1 {
            match ops::take(of, begin, end) {
                Ok(taken) => check(laws::take(of, begin, end, &taken)),
                Err(_) => assert!(begin > end || end > rank || !M::EMPTY && begin == end),
            }
            match ops::group(of, begin, end) {
                Ok(grouped) => check(laws::group(of, begin, end, &grouped)),
                Err(_) => assert!(begin > end || end > rank),
            }
            match ops::select(of, &[end, begin]) {
                Ok(selected) => check(laws::select(of, &[end, begin], &selected)),
                Err(_) => assert!(begin.max(end) >= rank),
            }
        }
        check_answer(ops::insert(of, begin, x), begin <= rank, |r| laws::insert(of, begin, x, r));
        check_answer(ops::remove(of, begin), begin < rank, |r| laws::remove(of, begin, r));
        check_answer(ops::replace(of, begin, x), begin < rank, |r| laws::replace(of, begin, x, r));
    }
    check_answer(ops::replace_front(of, x), rank > 0, |r| laws::replace(of, 0, x, r));
    check_answer(ops::replace_back(of, x), rank > 0, |r| laws::replace(of, rank - 1, x, r));
    check(laws::append(of, x, &ops::append(of, x).unwrap()));
    check(laws::prepend(of, x, &ops::prepend(of, x).unwrap()));
    for to in 0..rank + 3 {
        let fits = to >= rank;
        let (after, before) = (ops::append_to_rank(of, x, to), ops::prepend_to_rank(of, x, to));
        check_answer(after, fits, |r| laws::padded(of, x, to, false, r));
        check_answer(before, fits, |r| laws::padded(of, x, to, true, r));
    }
    for count in 0..4 {
        check(laws::repeat(of, count, &ops::repeat(of, count).unwrap()));
        check(laws::tuple_repeat(of, count, &ops::tuple_repeat(of, count).unwrap()));
    }
    check(laws::reverse(of, &ops::reverse(of).unwrap()));
    check(laws::wrap(of, &ops::wrap(of).unwrap()));
    check(laws::unwrap(of, &ops::unwrap(of)));
    let wrapped = ops::tuple_repeat(&ops::wrap(of).unwrap(), 1).unwrap();
    check(laws::unwrap(&wrapped, &ops::unwrap(&wrapped)));
    match (ops::front(of), ops::back(of)) {
        (Ok(front), Ok(back)) => {
            check(laws::front(of, &front));
            check(laws::back(of, &back));
        }
        // An empty tuple, or one at an end.
        _ => assert!(of.to_string().contains("()"), "{of} has leaves"),
    }
    if let Ok(zipped) = ops::zip(of) {
        check(laws::zip(of, &zipped));
    }
    let both = ops::append(&ops::wrap(of).unwrap(), x).unwrap();
    if let Ok(zipped) = ops::zip(&both) {
        check(laws::zip(&both, &zipped));
    }
}

#[track_caller]
fn check_answer<M>(answer: Result<M, Error>, exists: bool, law: impl Fn(&M) -> Law) {
    match answer {
        Ok(result) => {
            assert!(exists, "an answer where there is none");
            check(law(&result));
        }
        Err(error) => assert!(!exists, "{error}"),
    }
}

#[test]
fn law_modes_of_tuples() {
    let tuples = small_shapes();
    for (k, of) in tuples.iter().enumerate() {
        // Some five others for each of all small tuples.
        for x in sampled(&tuples, tuples.len() / 5, k) {
            check_modes(of, x);
        }
    }
}

#[test]
fn law_unflatten_and_repeat_like() {
    let (layouts, mut fits, mut differs) = (some_layouts(), 0, 0);
    for (k, profile) in small_shapes().into_iter().enumerate() {
        // Some 15 layouts for each profile.
        for of in sampled(&layouts, layouts.len() / 15, k) {
            check(laws::repeat_like(&profile, of, &ops::repeat_like(&profile, of).unwrap()));
            let flat = ops::flatten(of);
            match ops::unflatten(&flat, &profile) {
                Ok(result) => {
                    fits += 1;
                    check(laws::unflatten(&flat, &profile, &result));
                    check(laws::same_layout(of, &result));
                }
                Err(_) => {
                    differs += 1;
                    assert_ne!(flat.shape().leaf_count(), profile.leaf_count());
                }
            }
        }
    }
    assert!(fits > 1_000 && differs > 1_000, "{fits} {differs}");
    for of in small_shapes() {
        let flat = HTuple::Tuple(of.leaves().into_iter().cloned().map(HTuple::Leaf).collect());
        check(laws::unflatten(&flat, &of, &ops::unflatten(&flat, &of).unwrap()));
        assert_eq!(ops::unflatten(&flat, &of), Ok(of));
    }
}

#[test]
fn law_zip() {
    /// A tuple of tuples: every mode of a shape, and it again for each further row.
    fn grid(shape: &IntTuple, rows: i128) -> IntTuple {
        let row = |row| shape.map(&mut |leaf| Int::new(leaf.known().unwrap() + 100 * row));
        HTuple::Tuple((0..rows).map(row).collect())
    }
    for shape in small_shapes() {
        for rows in 1..4 {
            let of = grid(&shape, rows);
            let zipped = ops::zip(&of).unwrap();
            check(laws::zip(&of, &zipped));
            if shape.is_tuple() && shape.rank() > 0 {
                assert_eq!(ops::zip(&zipped), Ok(of), "zip is an involution");
            }
        }
    }
}

#[test]
fn law_zip2_by() {
    /// A pair in the place of every leaf of a guide, and `more` after every tuple.
    fn pairs(guide: &IntTuple, more: &IntTuple, next: &mut i128) -> IntTuple {
        match guide {
            HTuple::Leaf(_) => {
                *next += 2;
                HTuple::Tuple(vec![leaf(*next), leaf(*next + 1)])
            }
            HTuple::Tuple(guides) => {
                let mut modes: Vec<_> = guides.iter().map(|g| pairs(g, more, next)).collect();
                modes.push(more.clone());
                HTuple::Tuple(modes)
            }
        }
    }
    for guide in small_shapes() {
        for more in [leaf(7), tuple(&[7, 8])] {
            let of = pairs(&guide, &more, &mut 0);
            check(laws::zip2_by(&of, &guide, &ops::zip2_by(&of, &guide).unwrap()));
            let layout = ops::col_major(&of.map(&mut |_| Int::new(2))).unwrap();
            check(laws::zip2_by(&layout, &guide, &ops::zip2_by(&layout, &guide).unwrap()));
        }
    }
    assert!(ops::zip2_by(&tuple(&[2, 3, 4]), &leaf(0)).is_err());
    assert!(ops::zip2_by(&tuple(&[2, 3]), &tuple(&[0, 0])).is_err());
}

// Arithmetic and orders of tuples.

#[test]
fn law_tuple_arithmetic() {
    let shapes = small_shapes();
    let mut compared = 0;
    for (k, a) in shapes.iter().enumerate() {
        check(laws::product_each(a, &ops::product_each(a).unwrap()));
        let shifted = a.map(&mut |leaf| Int::new(6 * (leaf.known().unwrap() - 3)));
        for tuple in [a, &shifted] {
            check(laws::sum(tuple, &ops::sum(tuple).unwrap()));
            if tuple.leaf_count() > 0 {
                check(laws::max(tuple, &ops::max(tuple).unwrap()));
                check(laws::min(tuple, &ops::min(tuple).unwrap()));
                check(laws::gcd(tuple, &ops::gcd(tuple).unwrap()));
            }
        }
        // Some 60 others for each.
        for b in sampled(&shapes, shapes.len() / 60, k).chain([a, &shifted]) {
            match ops::inner_product(a, b) {
                Ok(sum) => check(laws::inner_product(a, b, &sum)),
                Err(_) => assert!(!a.congruent(b)),
            }
            match ops::elem_scale(a, b) {
                Ok(scaled) => check(laws::elem_scale(a, b, &scaled)),
                Err(_) => assert!(!ops::weakly_congruent(a, b)),
            }
            match ops::product_like(a, b) {
                Ok(products) => check(laws::product_like(a, b, &products)),
                Err(_) => assert!(!ops::weakly_congruent(b, a)),
            }
            if let Ok(rounded) = ops::round_up(a, b) {
                check(laws::round_up(a, b, &rounded));
                compared += 1;
            }
        }
    }
    assert!(compared > 1_000, "{compared}");
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
    let (mut divides, mut not, mut refused) = (0, 0, 0);
    for (k, shape) in shapes.iter().enumerate() {
        for tiler in sampled(&tilers, 5, k) {
            match ops::evenly_divides(shape, tiler) {
                Ok(answer) => {
                    check(laws::evenly_divides(shape, tiler, answer));
                    *if answer { &mut divides } else { &mut not } += 1;
                }
                Err(_) => refused += 1,
            }
        }
    }
    assert!(divides > 1_000 && not > 10_000 && refused > 1_000, "{divides} {not} {refused}");
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
    let (mut like, mut objected) = (0, 0);
    for layout in small_layouts().step_by(7) {
        let outcome = ops::make_layout_like(&layout).unwrap();
        check(laws::make_layout_like(&layout, &outcome));
        *if outcome.objection.is_none() { &mut like } else { &mut objected } += 1;
        if outcome.objection.is_none() {
            check(laws::is_compact(&outcome.layout, true));
        }
        check(laws::make_fragment_like(&layout, &ops::make_fragment_like(&layout).unwrap()));
    }
    assert!(like > 10_000 && objected > 1_000, "{like} {objected}");
    for shape in small_shapes() {
        check(laws::make_identity_layout(&shape, &ops::make_identity_layout(&shape).unwrap()));
    }
}

#[test]
fn law_with_shape() {
    let shapes = small_shapes();
    let (mut found, mut refused) = (0, 0);
    for (k, layout) in small_layouts().step_by(97).enumerate() {
        for shape in sampled(&shapes, 41, k) {
            match ops::with_shape(&layout, shape) {
                Ok(outcome) => {
                    check(laws::with_shape(&layout, shape, &outcome));
                    found += 1;
                }
                Err(error) => {
                    let target = ops::col_major(shape).unwrap();
                    check(laws::no_composition(&layout, &target, &error));
                    refused += 1;
                }
            }
        }
    }
    assert!(found > 10_000 && refused > 1_000, "{found} {refused}");
}

#[test]
fn law_ranked_products() {
    let orders: Vec<Layout> = small_layouts().step_by(1009).collect();
    let (mut found, mut refused) = (0, 0);
    for (k, block) in small_layouts().step_by(211).enumerate() {
        // Some 20 orders for each of 1,300 blocks.
        for order in sampled(&orders, orders.len() / 20, k) {
            match (ops::blocked_product(&block, order), ops::raked_product(&block, order)) {
                (Ok(blocked), Ok(raked)) => {
                    check(laws::blocked_product(&block, order, &blocked));
                    check(laws::raked_product(&block, order, &raked));
                    found += 1;
                }
                (Err(_), Err(_)) => refused += 1,
                answers => panic!("{block} by {order}: {answers:?}"),
            }
        }
    }
    assert!(found > 5_000 && refused > 5_000, "{found} {refused}");
}

#[test]
fn law_tile_to_shape() {
    let counts: Vec<IntTuple> = small_shapes().into_iter().filter(|s| s.depth() == 1).collect();
    let (mut found, mut objected, mut refused, mut padded) = (0, 0, 0, 0);
    for (k, block) in small_layouts().step_by(211).enumerate() {
        for counts in sampled(&counts, 37, k) {
            // A shape that the block divides, and one that it does not.
            let modes = counts.modes().iter().enumerate().map(|(i, count)| {
                let mode = block.shape().modes().get(i).map_or(1, size);
                leaf(mode * size(count))
            });
            let target = HTuple::Tuple(modes.collect());
            let orders = [[0, 1, 2, 3], [3, 1, 2, 0], [5, 5, 1, 1]];
            let orders = orders.map(|order| ModeOrder::By(tuple(&order[..counts.rank().min(4)])));
            for order in orders.into_iter().chain([ModeOrder::ColMajor, ModeOrder::RowMajor]) {
                match ops::tile_to_shape(&block, &target, &order) {
                    Ok(outcome) => {
                        check(laws::tile_to_shape(&block, &target, &order, &outcome));
                        *if outcome.objection.is_none() { &mut found } else { &mut objected } += 1;
                    }
                    Err(error) => {
                        refused += 1;
                        assert!(!matches!(error.kind(), ErrorKind::Padded { .. }), "{error}");
                    }
                }
            }
            let more = target.map(&mut |extent| extent.add(&Int::ONE).unwrap());
            if let Ok(outcome) = ops::tile_to_shape(&block, &more, &ModeOrder::ColMajor) {
                check(laws::tile_to_shape(&block, &more, &ModeOrder::ColMajor, &outcome));
                let is_padded = |error: &Error| matches!(error.kind(), ErrorKind::Padded { .. });
                padded += usize::from(outcome.objection.as_ref().is_some_and(is_padded));
            }
        }
    }
    assert!(found > 5_000 && objected > 500 && refused > 1_000, "{found} {objected} {refused}");
    assert!(padded > 500, "{padded}");
}

// Coordinates of offsets.

#[track_caller]
fn check_preimage(layout: &Layout, offset: &Int) -> bool {
    match ops::get_hier_coord(layout, offset) {
        Ok(crd) => {
            check(laws::get_hier_coord(layout, offset, &crd));
            let flat = ops::get_flat_coord(layout, offset).unwrap();
            check(laws::get_flat_coord(layout, offset, &flat));
            let index = ops::get_1d_coord(layout, offset).unwrap();
            check(laws::get_1d_coord(layout, offset, &index));
            true
        }
        Err(error) => {
            assert!(matches!(error.kind(), ErrorKind::NoCoordinate { .. }), "{error}");
            check(laws::no_coordinate(layout, offset));
            assert!(ops::get_flat_coord(layout, offset).is_err());
            assert!(ops::get_1d_coord(layout, offset).is_err());
            false
        }
    }
}

#[test]
fn get_coord_answers_at_once_where_digits_do_not() {
    // CuTe divides: 4 / 3 % 2 and 4 / 1 % 2 give (1,0), whose offset is 3.
    let layout = flat_layout(&[(2, 3), (2, 1)]);
    assert_eq!(ops::get_hier_coord(&layout, &Int::new(4)).unwrap().to_string(), "(1,1)");
    // Even steps never reach an odd offset, however many there are.
    let even = flat_layout(&[(1 << 40, 4), (1 << 40, 6)]);
    check_preimage(&even, &Int::new(1_000_001));
    assert!(check_preimage(&even, &Int::new(1_000_002)));
    for extreme in [i128::MIN, i128::MAX] {
        assert!(ops::get_hier_coord(&even, &Int::new(extreme)).is_err());
        assert!(ops::get_hier_coord(&flat_layout(&[(4, -1)]), &Int::new(extreme)).is_err());
    }
}

// Predicates.

#[test]
fn law_predicates() {
    let mut answers = [0; 5];
    for layout in small_flat_layouts() {
        let found = [
            ops::is_bijective(&layout).unwrap(),
            ops::is_contiguous(&layout).unwrap(),
            ops::is_compact(&layout).unwrap(),
            ops::is_col_major(&layout).unwrap(),
            ops::is_row_major(&layout).unwrap(),
        ];
        check(laws::is_bijective(&layout, found[0]));
        check(laws::is_contiguous(&layout, found[1]));
        check(laws::is_compact(&layout, found[2]));
        check(laws::is_col_major(&layout, found[3]));
        check(laws::is_row_major(&layout, found[4]));
        for (answer, found) in answers.iter_mut().zip(found) {
            *answer += i32::from(found);
        }
    }
    assert!(answers.iter().all(|&answer| answer > 100), "{answers:?}");
    for layout in small_layouts().step_by(101) {
        check(laws::is_bijective(&layout, ops::is_bijective(&layout).unwrap()));
        check(laws::is_row_major(&layout, ops::is_row_major(&layout).unwrap()));
    }
    for shape in small_shapes() {
        assert!(ops::is_bijective(&ops::make_identity_layout(&shape).unwrap()).unwrap());
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
        check(laws::make_layout_like(&layout, &ops::make_layout_like(&layout).unwrap()));
        let grouped = ops::group(&layout, 0, layout.rank()).unwrap();
        check(laws::same_layout(&layout, &grouped));
        check(laws::transpose(&layout, &ops::transpose(&layout).unwrap()));
    }
}
