//! Compositions, divides and products that leave their layout, against every point.

use std::collections::BTreeSet;

use layout_algebra::bounds::{self, Bounds};
use layout_algebra::ops::Packing;
use layout_algebra::{ErrorKind, HTuple, Int, IntTuple, Layout, Stride, Tiler, Truth, ops};
use layout_laws as laws;
use layout_tests::{
    check, flat_layout, layout, leaf, one_in, sampled, size_of, small_flat_layouts, tuple,
};

/// Lists of two or three of these.
fn lists<T: Copy>(of: &[T]) -> Vec<Vec<T>> {
    let longer = |lists: Vec<Vec<T>>| -> Vec<Vec<T>> {
        let longer = |list: Vec<T>| of.iter().map(move |&item| [&list[..], &[item]].concat());
        lists.into_iter().flat_map(longer).collect()
    };
    let pairs = longer(of.iter().map(|&item| vec![item]).collect());
    let triples = longer(pairs.clone());
    [pairs, triples].concat()
}

/// Layouts of one to three leaves, each with a position below 0.
fn below_zero() -> Vec<Layout> {
    let mut all = Vec::new();
    for stride in [-1, -2, -3, -4, -6, -8, -12, -13] {
        all.extend((2..=24).map(|extent| flat_layout(&[(extent, stride)])));
    }
    let strides = lists(&[1, 2, 4, 5, 12, -1, -2, -3, -4, -8]);
    let shapes = lists(&[2, 3, 4]);
    for (k, strides) in strides.iter().filter(|d| d.iter().any(|d| *d < 0)).enumerate() {
        for shape in sampled(&shapes, 5, k).filter(|shape| shape.len() == strides.len()) {
            all.push(layout(&tuple(shape), strides));
        }
    }
    all
}

fn integer(value: IntTuple) -> IntTuple {
    assert!(!value.is_tuple(), "{value} is no integer");
    value
}

/// A position below 0 is that above, negated: evaluation and composition agree on it, at
/// every point, and what is refused has no layout.
#[test]
fn compositions_below_zero_are_evaluations() {
    let (mut found, mut mixed, mut refused) = (0, 0, 0);
    let rights = below_zero();
    for (k, lhs) in sampled(&small_flat_layouts(), 61, 0).enumerate() {
        for rhs in sampled(&rights, 73, k) {
            let outcome = match ops::composition(lhs, rhs) {
                Ok(outcome) => outcome,
                Err(error) => {
                    check(laws::no_composition(lhs, rhs, &error));
                    refused += 1;
                    continue;
                }
            };
            check(laws::composition(lhs, rhs, &outcome.layout));
            for i in 0..size_of(rhs.shape()) {
                let position = integer(ops::evaluate(&leaf(i), rhs).unwrap());
                let expected = ops::evaluate(&position, lhs).unwrap();
                let value = ops::evaluate(&leaf(i), &outcome.layout).unwrap();
                assert_eq!(value, expected, "{lhs} o {rhs} at {i}, which is {position}");
            }
            let objects = matches!(
                outcome.objection.as_ref().map(layout_algebra::Error::kind),
                Some(ErrorKind::Beyond { .. })
            );
            assert!(objects, "{lhs} o {rhs} = {}", outcome.layout);
            let (least, most) = ops::offset_range(rhs).unwrap();
            found += 1;
            mixed += usize::from(least < Int::ZERO && Int::ZERO < most);
        }
    }
    assert!(found > 7_000 && mixed > 1_000 && refused > 7_000, "{found} {mixed} {refused}");
}

/// Cases of CuTe's tests, and a case for each way in which both signs go wrong.
#[test]
fn positions_below_zero_are_mirrored() {
    let nested = HTuple::Tuple(vec![leaf(1), tuple(&[2, 4])]);
    let nested = layout(&nested, &[0, -1, 512]);
    for (lhs, rhs, expected) in [
        (nested.clone(), &[(2, -1)][..], Some("(2):(1)")),
        (nested, &[(4, -1)], Some("((2,2)):((1,-512))")),
        (flat_layout(&[(2, 2), (3, 1)]), &[(6, -1)], Some("((2,3)):((-2,-1))")),
        (flat_layout(&[(4, 4), (4, 1)]), &[(8, -1)], Some("((4,2)):((-4,-1))")),
        // A borrow: 4 - 1 is in another row than 4.
        (flat_layout(&[(4, 4), (4, 1)]), &[(2, 4), (2, -1)], None),
        (flat_layout(&[(4, 4), (4, 1)]), &[(2, 5), (2, -1)], Some("(2,2):(5,-4)")),
        // Below a row at most, or whole rows alone.
        (flat_layout(&[(4, 4), (4, 1)]), &[(2, 3), (2, -2)], Some("(2,2):(12,-8)")),
        (flat_layout(&[(4, 4), (4, 1)]), &[(2, 8), (3, -4)], Some("(2,3):(2,-1)")),
        // Too large to visit, decided by one step and all that step back.
        (
            flat_layout(&[(1 << 40, 1 << 20), (1 << 20, 1)]),
            &[(1000, (1 << 40) + 1000), (1002, -1)],
            None,
        ),
        (
            flat_layout(&[(1 << 40, 1 << 20), (1 << 20, 1)]),
            &[(1000, (1 << 40) + 1000), (1001, -1)],
            Some("(1000,1001):(1048576001,-1048576)"),
        ),
    ] {
        let rhs = flat_layout(rhs);
        let answer = ops::composition(&lhs, &rhs);
        if let Err(error) = &answer {
            check(laws::no_composition(&lhs, &rhs, error));
        }
        let found = answer.ok().map(|outcome| outcome.layout.to_string());
        assert_eq!(found.as_deref(), expected, "{lhs} o {rhs}");
    }
}

/// Over a basis a product steps along the modes of the complement, or there is none.
#[test]
fn products_over_a_basis_are_compositions() {
    let orders: Vec<Layout> = [(2, 1), (3, 2), (4, 1), (8, 1)]
        .into_iter()
        .flat_map(|(s, d)| (0..3).map(move |mode| (s, d, mode)))
        .flat_map(|first| [(2, 1, 0), (2, 1, 1), (3, 1, 0), (2, 2, 2)].map(|next| [first, next]))
        .flat_map(|modes| [modes[..1].to_vec(), modes.to_vec()])
        .map(|modes| {
            let basis = |d, mode| Stride::basis(Int::new(d), [mode].into_iter().collect());
            let strides = modes.iter().map(|&(_, d, mode)| HTuple::Leaf(basis(d, mode)));
            let shape = modes.iter().map(|&(s, _, _)| s).collect::<Vec<i128>>();
            Layout::new(tuple(&shape), HTuple::Tuple(strides.collect())).unwrap()
        })
        .collect();
    let (mut found, mut refused) = (0, 0);
    for (k, block) in sampled(&small_flat_layouts(), 11 * one_in(2), 0).enumerate() {
        for order in sampled(&orders, 7, k) {
            let tiler = Tiler::Layout(order.clone());
            let answer = ops::logical_product(block, &tiler);
            let packed = [
                ops::zipped_product(block, &tiler),
                ops::tiled_product(block, &tiler),
                ops::flat_product(block, &tiler),
            ];
            assert!(packed.iter().all(|packed| packed.is_ok() == answer.is_ok()));
            let cotarget = ops::size(block).unwrap().mul(&ops::cosize(order).unwrap()).unwrap();
            let free = ops::complement(block, &cotarget.into());
            let exists = free.is_ok_and(|free| {
                let inside = |(extent, stride): (&Int, &Stride)| {
                    let mode = free.layout.get(stride.mode().indices());
                    let last = extent.sub(&Int::ONE).and_then(|last| last.mul(stride.scale()));
                    mode.is_some_and(|mode| last.unwrap() < ops::size(&mode).unwrap())
                };
                // Two leaves along one mode may leave it together.
                order.leaves().into_iter().all(inside)
                    && ops::composition(&free.layout, order).is_ok_and(|r| r.objection.is_none())
            });
            assert_eq!(answer.is_ok(), exists, "{block} by {order}: {answer:?}");
            match answer {
                Ok(product) => {
                    check(laws::logical_product(block, &tiler, &product));
                    found += 1;
                }
                Err(_) => refused += 1,
            }
            let blocked = ops::blocked_product(block, order);
            let raked = ops::raked_product(block, order);
            assert_eq!(blocked.is_ok(), raked.is_ok(), "{block} by {order}");
            if let Ok(blocked) = blocked {
                assert!(exists, "{block} by {order}: {blocked}");
            }
        }
    }
    assert!(found > 500 && refused > 5_000, "{found} {refused}");
}

/// Blocks on both sides of 0 are apart, or there is no product.
#[test]
fn blocks_on_both_sides_are_apart() {
    let (mut found, mut meeting) = (0, 0);
    let orders = below_zero();
    for (k, block) in sampled(&small_flat_layouts(), 47, 0).enumerate() {
        for order in sampled(&orders, 83, k) {
            let tiler = Tiler::Layout(order.clone());
            match ops::logical_product(block, &tiler) {
                Ok(product) => {
                    check(laws::logical_product(block, &tiler, &product));
                    found += 1;
                }
                Err(error) => {
                    meeting += usize::from(matches!(error.kind(), ErrorKind::NotInjective { .. }));
                }
            }
        }
    }
    assert!(found > 1_200 && meeting > 1, "{found} {meeting}");
}

/// Tiles with gaps, and others.
fn tiles() -> Vec<Layout> {
    let mut tiles: Vec<Layout> = (1..=12).map(|size| flat_layout(&[(size, 1)])).collect();
    let strides = lists(&[0, 1, 2, 3, 4, 5, 7, 9, 12]);
    let shapes = lists(&[1, 2, 3, 4, 8]);
    for (k, strides) in strides.iter().enumerate() {
        for shape in sampled(&shapes, 11, k).filter(|shape| shape.len() == strides.len()) {
            tiles.push(layout(&tuple(shape), strides));
        }
    }
    tiles
}

fn values(layout: &Layout, bounds: &Bounds) -> BTreeSet<String> {
    let all = (0..size_of(layout.shape())).map(leaf);
    let inside = all.filter(|at| bounds.contain(at).unwrap() == Truth::True);
    inside.map(|at| ops::evaluate(&at, layout).unwrap().to_string()).collect()
}

/// In bounds a padded divide hands out every position; one that does not is refused, with
/// a position that no tile holds.
#[test]
fn padded_divides_hold_every_position() {
    let (mut padded, mut left_out) = (0, 0);
    let tiles = tiles();
    let mut k = 0;
    for shape in lists(&[1, 2, 3, 4, 5, 6]).into_iter().chain((1..24).map(|size| vec![size])) {
        // Leaves that do not meet, in either order, and one run.
        let up: Vec<i128> = (0..shape.len()).map(|k| 1000i128.pow(k as u32)).collect();
        let down: Vec<i128> = up.iter().rev().copied().collect();
        let run: Vec<i128> = (0..shape.len()).map(|k| shape[..k].iter().product()).collect();
        for of in [up, down, run].map(|strides| layout(&tuple(&shape), &strides)) {
            k += 1;
            for tile in sampled(&tiles, 53 * one_in(2), k) {
                let tiler = Tiler::Layout(tile.clone());
                let everywhere = &Bounds::EVERYWHERE;
                match ops::logical_divide(&of, &tiler) {
                    Ok(divided) => {
                        let result = &divided.layout;
                        let bounds = bounds::logical_divide(&of, everywhere, &tiler, result);
                        assert_ne!(bounds, Bounds::Unknown, "{of} by {tile} is {result}");
                        let held = values(result, &bounds);
                        assert_eq!(held, values(&of, everywhere), "{of} by {tile} is {result}");
                        padded += usize::from(divided.objection.is_some());
                    }
                    Err(error) => {
                        let ErrorKind::Uncovered { position, .. } = error.kind() else { continue };
                        assert!(*position < ops::size(&of).unwrap(), "{error}");
                        let rest = ops::coalesce(&of).and_then(|of| {
                            ops::complement(tile, of.shape()).map(|rest| rest.layout)
                        });
                        let tiles = Layout::from_modes(&[tile.clone(), rest.unwrap()]).unwrap();
                        let position = position.to_string();
                        assert!(!values(&tiles, everywhere).contains(&position), "{error}");
                        left_out += 1;
                    }
                }
            }
        }
    }
    assert!(padded > 600 && left_out > 250, "{padded} {left_out}");
}

/// The one position of a layout without modes is in bounds, and no other.
#[test]
fn a_layout_without_modes_has_bounds() {
    let empty = flat_layout(&[]);
    for of in [empty, flat_layout(&[(1, 0)]), layout(&leaf(1), &[0])] {
        let mut known = 0;
        for tile in [&[(8, 4)][..], &[(2, 1)], &[(2, 1), (3, 4)], &[(1, 1)], &[(2, 0)]] {
            let tiler = Tiler::Layout(flat_layout(tile));
            let everywhere = &Bounds::EVERYWHERE;
            let composed = ops::composition_with(&of, &tiler).unwrap().layout;
            let bounds = bounds::composition(&of, everywhere, &tiler, &composed);
            let mut answers = vec![(composed, bounds)];
            if let Ok(divided) = ops::logical_divide(&of, &tiler) {
                let bounds = bounds::logical_divide(&of, everywhere, &tiler, &divided.layout);
                answers.push((divided.layout, bounds));
                for (packing, packed) in [
                    (Packing::Zipped, ops::zipped_divide(&of, &tiler)),
                    (Packing::Tiled, ops::tiled_divide(&of, &tiler)),
                    (Packing::Flat, ops::flat_divide(&of, &tiler)),
                ] {
                    let bounds = bounds::packed_divide(packing, &of, everywhere, &tiler);
                    answers.push((packed.unwrap().layout, bounds));
                }
            }
            let tile = tiler.as_layout().unwrap().unwrap();
            for (k, (result, bounds)) in answers.iter().enumerate() {
                let inside = (0..size_of(result.shape()))
                    .filter(|&i| bounds.contain(&leaf(i)).unwrap() == Truth::True);
                // The position 0: once, or for each coordinate of stride 0.
                let zeros = |i: &i128| ops::evaluate(&leaf(*i), &tile).unwrap() == leaf(0);
                let expected = (0..size_of(tile.shape())).filter(zeros).count();
                assert_eq!(inside.count(), expected, "{of} by {tile}, {k}: {result} in {bounds}");
                known += 1;
            }
        }
        assert!(known > 15, "{known}");
    }
}
