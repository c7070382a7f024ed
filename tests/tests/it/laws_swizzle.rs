//! The laws of swizzles and composed layouts, on every small one.

use layout_algebra::ops::{self, swizzled};
use layout_algebra::{
    ComposedLayout, Coordinate, Crd, Error, ErrorKind, Function, HTuple, Int, Layout, Swizzle,
    Tiler,
};
use layout_laws as laws;
use layout_laws::swizzle as law;
use layout_tests::{flat_layout, layout, leaf, tuple};

/// Every swizzle of up to three bits, a base up to 3 and a shift up to 4.
fn swizzles() -> Vec<Swizzle> {
    let mut swizzles = Vec::new();
    for bits in 0..=3 {
        for base in 0..=3 {
            swizzles.extend((-4..=4).filter_map(|shift| Swizzle::new(bits, base, shift).ok()));
        }
    }
    swizzles
}

/// The swizzles that reach no more than seven bits.
fn small_swizzles() -> Vec<Swizzle> {
    swizzles().into_iter().filter(|swizzle| swizzle.reach() <= 7).collect()
}

/// Domains of powers of two and of other numbers, with gaps, with steps that
/// carry, broadcast and negative ones.
fn domains() -> Vec<Layout> {
    let mut domains = vec![
        layout(&HTuple::Tuple(vec![leaf(4), tuple(&[2, 4])]), &[2, 1, 8]),
        layout(&HTuple::Tuple(vec![tuple(&[2, 2]), tuple(&[4, 2])]), &[16, 1, 2, 8]),
        layout(&HTuple::Tuple(vec![tuple(&[3, 2]), leaf(5)]), &[1, 3, 6]),
    ];
    for modes in [
        [(8, 8), (8, 1)],
        [(8, 1), (8, 8)],
        [(4, 16), (16, 1)],
        [(4, 4), (4, 1)],
        [(4, 1), (8, 16)],
        [(2, 3), (4, 8)],
        [(3, 1), (5, 3)],
        [(9, 1), (1, 0)],
        [(5, 1), (2, 9)],
        [(8, 0), (4, 1)],
        [(4, 1), (4, 1)],
        [(8, 1), (4, -8)],
        [(6, 5), (5, 7)],
    ] {
        domains.push(flat_layout(&modes));
    }
    domains
}

const OFFSETS: [i128; 4] = [0, 12, 37, -8];

fn swizzled_layout(swizzle: &Swizzle, offset: i128, domain: &Layout) -> ComposedLayout {
    ComposedLayout::new(*swizzle, Int::new(offset), domain.clone()).expect("integers")
}

fn each_composed(mut visit: impl FnMut(&ComposedLayout)) -> usize {
    let mut count = 0;
    for swizzle in small_swizzles() {
        for offset in OFFSETS {
            for domain in domains() {
                visit(&swizzled_layout(&swizzle, offset, &domain));
                count += 1;
            }
        }
    }
    count
}

fn holds(law: Result<(), String>) {
    if let Err(why) = law {
        panic!("{why}");
    }
}

fn is_undecided(error: &Error) -> bool {
    matches!(error.kind(), ErrorKind::Undecided { .. })
}

#[test]
fn swizzles_undo_themselves_and_permute_their_blocks() {
    for swizzle in swizzles() {
        for x in -2048..4096 {
            holds(law::swizzle(&swizzle, x));
        }
        assert_eq!(swizzled::compose_swizzles(&swizzle, &swizzle).unwrap().bits(), 0);
    }
}

#[test]
fn parameters_are_checked() {
    for (bits, base, shift) in
        [(-1, 0, 2), (4, 0, 3), (3, 0, -2), (1, -1, 1), (1, 0, 126), (i128::MAX, 1, i128::MIN)]
    {
        assert!(Swizzle::new(bits, base, shift).is_err(), "{bits} {base} {shift}");
    }
    let largest = Swizzle::new(63, 0, 63).unwrap();
    holds(law::swizzle(&largest, i128::MAX));
    holds(law::swizzle(&largest, i128::MIN));
}

#[test]
fn products_of_swizzles_are_found_wherever_they_exist() {
    let swizzles = small_swizzles();
    // Every swizzle that a product of these can be.
    let mut found = 0;
    for first in &swizzles {
        for second in &swizzles {
            let both = |x| law::swizzle_at(first, law::swizzle_at(second, x));
            match swizzled::compose_swizzles(first, second) {
                Ok(product) => {
                    found += 1;
                    for x in 0..128 {
                        holds(law::compose_swizzles(first, second, &product, x));
                    }
                }
                Err(error) => {
                    assert!(matches!(error.kind(), ErrorKind::NoSwizzle { .. }));
                    let same = |candidate: &Swizzle| {
                        (0..7).all(|j| law::swizzle_at(candidate, 1 << j) == both(1 << j))
                    };
                    let mut all = Vec::new();
                    for (bits, base) in (0..=4).flat_map(|b| (0..=7).map(move |m| (b, m))) {
                        all.extend((-7..=7).filter_map(|s| Swizzle::new(bits, base, s).ok()));
                    }
                    assert!(!all.iter().any(same), "{first} o {second}: {error}");
                }
            }
        }
    }
    assert!(found > swizzles.len(), "{found} products");
}

#[test]
fn swizzles_of_other_elements() {
    for swizzle in swizzles() {
        for n in [1, 2, 4, 8, 16] {
            let up = swizzled::upcast_swizzle(&swizzle, &Int::new(n)).unwrap();
            let down = swizzled::downcast_swizzle(&swizzle, &Int::new(n)).unwrap();
            for x in 0..512 {
                holds(law::upcast_swizzle(&swizzle, n, &up, x));
                holds(law::downcast_swizzle(&swizzle, n, &down, x));
            }
        }
        assert_eq!(
            swizzled::upcast_swizzle(&swizzle, &Int::new(3)).is_err(),
            !swizzle.is_identity(),
            "{swizzle}"
        );
    }
}

#[test]
fn values_ranges_and_cosizes_are_exact() {
    let count = each_composed(|layout| {
        let f = Function::from(layout.clone());
        let size = ops::size(layout.domain().unwrap()).unwrap().known().unwrap();
        for c in 0..size {
            let value = swizzled::evaluate(&leaf(c), layout).unwrap();
            assert_eq!(value.known(), law::value_of(&f, c).ok(), "{layout} at {c}");
        }
        let (least, most) = swizzled::offset_range(layout).unwrap();
        holds(laws::offset_range(layout, &(least.clone(), most.clone())));
        let (least, most) = (least.known().unwrap(), most.known().unwrap());
        let cosize = swizzled::cosize(layout).unwrap().known().unwrap();
        assert_eq!(cosize, most.max(0) - least.min(0) + 1, "{layout}");
    });
    assert!(count > 5000, "{count} layouts");
}

#[test]
fn ranges_of_large_layouts_are_found_without_a_visit() {
    let large = [
        (flat_layout(&[(1 << 20, 1 << 20), (1 << 20, 1)]), "(0,1099511627775)"),
        (flat_layout(&[(1 << 20, 3), (1 << 10, 1 << 24)]), "(0,17166237695)"),
        (flat_layout(&[(1_000_003, 64), (64, 1)]), "(0,64000191)"),
    ];
    for (domain, expected) in large {
        let layout = swizzled_layout(&Swizzle::new(3, 3, 3).unwrap(), 0, &domain);
        let (least, most) = swizzled::offset_range(&layout).unwrap();
        assert_eq!(format!("({least},{most})"), expected, "{layout}");
        holds(laws::offset_range(&layout, &(least, most)));
    }
}

#[test]
fn injective_exactly_where_the_domain_is() {
    each_composed(|layout| {
        let collision = swizzled::find_collision(layout).unwrap();
        holds(laws::collision(layout, collision.as_ref()));
        let domain = ops::find_collision(layout.domain().unwrap()).unwrap();
        assert_eq!(collision.is_some(), domain.is_some(), "{layout}");
    });
}

#[test]
fn slices_are_the_layout_at_every_point() {
    let mut decayed = 0;
    let mut slices = 0;
    each_composed(|layout| {
        let domain = layout.domain().unwrap();
        let sizes: Vec<i128> =
            domain.modes().iter().map(|mode| ops::size(mode).unwrap().known().unwrap()).collect();
        let at = |position: i128| HTuple::Leaf(Crd::At(Int::new(position)));
        let open = || HTuple::Leaf(Crd::All);
        let mut coordinates: Vec<Coordinate> = vec![open(), HTuple::Tuple(vec![open(), open()])];
        for i in 0..sizes[0].min(5) {
            coordinates.push(HTuple::Tuple(vec![at(i), open()]));
        }
        for j in 0..sizes[1].min(5) {
            coordinates.push(HTuple::Tuple(vec![open(), at(j)]));
        }
        for coordinate in coordinates {
            let (slice, offset) = swizzled::slice_and_offset(&coordinate, layout).unwrap();
            let offset = offset.known().unwrap();
            holds(laws::slice_and_offset(&coordinate, layout, (&slice, offset)));
            let alone = swizzled::slice(&coordinate, layout).unwrap();
            assert_eq!(alone, slice);
            holds(laws::slice(&coordinate, layout, &alone));
            slices += 1;
            decayed += usize::from(matches!(slice, Function::Layout(_)));
        }
    });
    assert!(decayed > slices / 3, "{decayed} of {slices} slices are layouts");
}

#[test]
fn divides_and_products_rearrange_the_domain() {
    let tilers: Vec<Tiler> = vec![
        Tiler::Size(Int::new(2)),
        Tiler::Layout(flat_layout(&[(2, 1), (2, 4)])),
        Tiler::Layout(flat_layout(&[(4, 2)])),
        Tiler::Modes(vec![Tiler::Size(Int::new(2)), Tiler::Size(Int::new(4))]),
    ];
    type Op = fn(&Layout, &Tiler) -> Result<Layout, Error>;
    let operations: [(&str, Op); 8] = [
        ("logical_divide", |a, b| ops::logical_divide(a, b)?.strict()),
        ("zipped_divide", |a, b| ops::zipped_divide(a, b)?.strict()),
        ("tiled_divide", |a, b| ops::tiled_divide(a, b)?.strict()),
        ("flat_divide", |a, b| ops::flat_divide(a, b)?.strict()),
        ("composition", |a, b| ops::composition_with(a, b)?.strict()),
        ("logical_product", ops::logical_product),
        ("zipped_product", ops::zipped_product),
        ("coalesce", |a, _| ops::coalesce(a)),
    ];
    let mut done = 0;
    each_composed(|layout| {
        // The domain does not know the offset: one of them does.
        if layout.as_swizzled().is_none_or(|(_, offset, _)| *offset != Int::new(OFFSETS[1])) {
            return;
        }
        for tiler in &tilers {
            for (name, op) in operations {
                let Ok(domain) = op(layout.domain().unwrap(), tiler) else {
                    assert!(swizzled::on_domain(layout, |inner| op(inner, tiler)).is_err());
                    continue;
                };
                let result = swizzled::on_domain(layout, |inner| op(inner, tiler)).unwrap();
                holds(law::on_domain(layout, &domain, &result));
                done += 1;
                // A divide is the layout itself in another order.
                if name == "composition" && tiler.as_layout().is_some() {
                    let rhs = tiler.as_layout().unwrap().unwrap();
                    holds(laws::composition(layout, &rhs, &result));
                }
            }
        }
    });
    assert!(done > 10_000, "{done} results");
}

#[test]
fn divided_layouts_have_the_values_of_the_layout() {
    each_composed(|layout| {
        let tiler = Tiler::Size(Int::new(4));
        let divide = |inner: &Layout| ops::logical_divide(inner, &tiler)?.strict();
        let Ok(tiles) = swizzled::on_domain(layout, divide) else { return };
        let values = |layout: &ComposedLayout| {
            let size = ops::size(layout.domain().unwrap()).unwrap().known().unwrap();
            let f = Function::from(layout.clone());
            let mut values: Vec<i128> = (0..size).map(|c| law::value_of(&f, c).unwrap()).collect();
            values.sort_unstable();
            values
        };
        assert_eq!(values(&tiles), values(layout), "{layout} in tiles of 4");
    });
}

#[test]
fn compositions_are_the_function_at_every_point() {
    let mut passed = 0;
    let mut composed = 0;
    for lhs in domains() {
        for swizzle in small_swizzles() {
            let rhs: Vec<Function> = [0, 2, 8]
                .into_iter()
                .map(|offset| {
                    swizzled_layout(&swizzle, offset, &flat_layout(&[(4, 4), (4, 1)])).into()
                })
                .chain([swizzle.into()])
                .collect();
            for rhs in rhs {
                let result = match swizzled::composition(&lhs.clone().into(), &rhs) {
                    Ok(result) => result.layout,
                    Err(error) => panic!("{lhs} o {rhs}: {error}"),
                };
                holds(laws::composition(&lhs, &rhs, &result));
                let outer = match &result {
                    Function::Composed(result) => result.outer().len(),
                    _ => 0,
                };
                passed += usize::from(outer < 2);
                composed += 1;
            }
            let swizzle = Function::from(swizzle);
            let result = swizzled::composition(&swizzle, &lhs.clone().into()).unwrap().layout;
            holds(laws::composition(&swizzle, &lhs, &result));
        }
    }
    assert!(passed > composed / 10, "{passed} of {composed} swizzles pass to the left");
}

#[test]
fn the_wrong_composition_of_cute_is_not_answered() {
    let lhs = flat_layout(&[(8, 4), (8, 1)]);
    let swizzle = Function::from(Swizzle::new(2, 0, 3).unwrap());
    let result = swizzled::composition(&lhs.clone().into(), &swizzle).unwrap().layout;
    let of_cute = swizzled_layout(&Swizzle::new(2, 0, -2).unwrap(), 0, &lhs);
    holds(laws::composition(&lhs, &swizzle, &result));
    assert!(laws::composition(&lhs, &swizzle, &of_cute).is_err());
    assert_eq!(result.to_string(), "(8,8):(4,1) o 0 o Sw<2,0,3> o 0 o (8,8):(1,8)");
}

#[test]
fn chains_are_one_value_however_they_are_composed() {
    let (a, b) = (Swizzle::new(2, 0, 3).unwrap(), Swizzle::new(1, 1, -2).unwrap());
    let domain = flat_layout(&[(8, 8), (8, 1)]);
    let right = ComposedLayout::new(a, Int::new(4), swizzled_layout(&b, 1, &domain)).unwrap();
    let left = ComposedLayout::new(a, Int::new(4), b).unwrap();
    let left = ComposedLayout::new(left, Int::new(1), domain).unwrap();
    assert_eq!(left, right);
    assert_eq!(left.to_string(), "Sw<2,0,3> o 4 o Sw<1,1,-2> o 1 o (8,8):(8,1)");
    let range = swizzled::offset_range(&left).unwrap();
    holds(laws::offset_range(&left, &range));
    holds(laws::collision(&left, swizzled::find_collision(&left).unwrap().as_ref()));
}

#[test]
fn layouts_after_swizzles_are_injective_or_not() {
    for swizzle in small_swizzles() {
        for outer in domains() {
            let Ok(inner) =
                swizzled::composition(&swizzle.into(), &flat_layout(&[(4, 4), (4, 1)]).into())
            else {
                continue;
            };
            let layout = ComposedLayout::new(outer, Int::ZERO, inner.layout).unwrap();
            let collision = swizzled::find_collision(&layout).unwrap();
            holds(laws::collision(&layout, collision.as_ref()));
            match swizzled::offset_range(&layout) {
                Ok(range) => holds(laws::offset_range(&layout, &range)),
                Err(error) => assert!(is_undecided(&error), "{error}"),
            }
        }
    }
}

#[test]
fn inverses_lead_back() {
    for swizzle in small_swizzles() {
        for offset in [0, 3, 16] {
            for (domain, inverse) in [
                (flat_layout(&[(64, 1)]), flat_layout(&[(64, 1)])),
                (flat_layout(&[(8, 8), (8, 1)]), flat_layout(&[(8, 8), (8, 1)])),
                (flat_layout(&[(4, 1), (2, 4)]), flat_layout(&[(8, 1)])),
            ] {
                let layout = swizzled_layout(&swizzle, offset, &domain);
                let outcome = swizzled::inverse(&layout, &inverse).unwrap();
                if outcome.objection.is_none() {
                    holds(laws::inverse_composed(&layout, &inverse, &outcome.layout));
                    holds(laws::left_inverse(&layout, &outcome.layout));
                }
            }
        }
    }
}

#[test]
fn a_swizzle_as_a_layout_has_its_block_for_a_domain() {
    for swizzle in swizzles() {
        let layout = swizzled::swizzle_layout(&swizzle).unwrap();
        let size = ops::size(layout.domain().unwrap()).unwrap();
        assert_eq!(size, Int::new(1 << swizzle.reach()));
        assert_eq!(swizzled::cosize(&layout).unwrap(), size);
    }
}

/// Odd extents under swizzles whose low bits flip high ones: no bits to decide by, and too
/// many points to visit all.
#[test]
fn the_range_of_odd_extents_under_negative_shifts_is_decided() {
    let mut state = 7u64;
    let mut draw = |n: u64| {
        state =
            state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        i128::from((state >> 33) % n)
    };
    let (mut large, mut cases) = (0, 0);
    for shift in [-23, -27, -30, -40] {
        for _ in 0..100 {
            let (bits, base) = (1 + draw(3).min(-shift - 1), draw(6));
            let swizzle = Swizzle::new(bits, base, shift).expect("a swizzle");
            let modes: Vec<(i128, i128)> =
                (0..1 + draw(3)).map(|_| (1 + 2 * draw(30), draw(9000) - 2000)).collect();
            let layout = swizzled_layout(&swizzle, draw(3000) - 500, &flat_layout(&modes));
            let range =
                swizzled::offset_range(&layout).unwrap_or_else(|why| panic!("{layout}: {why}"));
            holds(laws::offset_range(&layout, &range));
            let size: i128 = modes.iter().map(|(extent, _)| extent).product();
            large += i32::from(size > 4096);
            if size <= 1 << 14 {
                let f = Function::from(layout.clone());
                let values = (0..size).map(|c| law::value_of(&f, c).unwrap());
                let ends = values.fold((i128::MAX, i128::MIN), |(l, m), v| (l.min(v), m.max(v)));
                assert_eq!((Int::new(ends.0), Int::new(ends.1)), range, "{layout}");
                cases += 1;
            }
        }
    }
    assert!(large > 40 && cases > 200, "{large} {cases}");
    // Millions of points.
    for (swizzle, offset, modes, range) in [
        ([3, 3, -30], 0, &[(5, 4), (7, 12820), (641, 20), (9, 89740)][..], None),
        ([1, 5, -30], 1, &[(5, 4), (7, 12820), (641, 20), (9, 89740)], None),
        // All residues come up: the largest is the largest sum that has all bits to read.
        (
            [2, 0, -40],
            0,
            &[(999, 1), (1001, 999), (1003, 999_999)],
            Some((0, (3 << 40) + 1_002_998_996 / 4 * 4 + 3 - 4)),
        ),
    ] {
        let [bits, base, shift] = swizzle;
        let swizzle = Swizzle::new(bits, base, shift).expect("a swizzle");
        let layout = swizzled_layout(&swizzle, offset, &flat_layout(modes));
        let found = swizzled::offset_range(&layout).unwrap_or_else(|why| panic!("{layout}: {why}"));
        holds(laws::offset_range(&layout, &found));
        if let Some((least, most)) = range {
            assert_eq!(found, (Int::new(least), Int::new(most)), "{layout}");
        }
    }
}

/// Wider elements of memory under a swizzle, by a loop over the parts of each: there are some exactly where no element is torn apart, with its
/// parts in the same order.
#[test]
fn recast_swizzles_keep_elements_in_one_piece() {
    let (mut kept, mut torn) = (0, 0);
    for swizzle in swizzles() {
        for wide in [1, 2, 4, 8] {
            let place = |x: i128| swizzle.apply(x);
            let first: Vec<i128> = (0..wide).map(|part| place(part).rem_euclid(wide)).collect();
            let whole = (0..1024 / wide).all(|element| {
                (0..wide).all(|part| {
                    let at = place(wide * element + part);
                    at.div_euclid(wide) == place(wide * element).div_euclid(wide)
                        && at.rem_euclid(wide) == first[part as usize]
                })
            });
            let found = swizzled::recast(&swizzle.into(), &Int::new(8), &Int::new(8 * wide));
            let domain = flat_layout(&[(64, wide), (2, 64 * wide)]);
            let layout = swizzled_layout(&swizzle, 0, &domain).into();
            let of_layout = swizzled::recast(&layout, &Int::new(8), &Int::new(8 * wide));
            assert_eq!(found.is_ok(), whole, "{swizzle} by {wide}: {found:?}");
            assert_eq!(of_layout.is_ok(), whole, "{layout} by {wide}: {of_layout:?}");
            let (Ok(found), Ok(of_layout)) = (found, of_layout) else {
                torn += 1;
                continue;
            };
            let Function::Swizzle(found) = found.layout else { panic!("{swizzle} by {wide}") };
            let Function::Composed(of_layout) = of_layout.layout else { panic!("{layout}") };
            for element in 0..128 {
                let expected = place(wide * element).div_euclid(wide);
                assert_eq!(found.apply(element), expected, "{swizzle} by {wide} at {element}");
                let at = swizzled::evaluate(&leaf(element), &of_layout).expect("a value");
                assert_eq!(at, Int::new(expected), "{layout} by {wide} at {element}");
            }
            kept += 1;
        }
    }
    assert!(kept > 100 && torn > 50, "{kept} {torn}");
}

/// The first integer at which swizzles differ, and the first coordinate of layouts of several terms.
#[test]
fn differences_are_at_the_first_place() {
    let all = swizzles();
    for (a, b) in all.iter().flat_map(|a| all.iter().map(move |b| (a, b))) {
        let found = swizzled::find_difference(&(*a).into(), &(*b).into()).expect("a difference");
        let expected = (0..4096i128).find(|x| a.apply(*x) != b.apply(*x));
        let at = found.map(|found| match found {
            swizzled::Disagreement::Offset { coordinate, .. } => coordinate,
            other => panic!("{a} and {b}: {other}"),
        });
        assert_eq!(at, expected.map(leaf), "{a} and {b}");
    }
}
