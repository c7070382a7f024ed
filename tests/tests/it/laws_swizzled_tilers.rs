//! The laws of products by swizzled tilers, and of what else composed layouts have
//! from their domains.

use layout_algebra::ops::{self, Outcome, swizzled};
use layout_algebra::{
    ComposedLayout, Crd, ErrorKind, Function, HTuple, Int, Layout, Swizzle, Tiler,
};
use layout_laws as laws;
use layout_laws::convert::AsFunction;
use layout_laws::swizzle as law;
use layout_laws::tree::Tree;
use layout_tests::{check, flat_layout, layout, leaf, tuple};

fn swizzles() -> Vec<Swizzle> {
    let parameters =
        [(1, 0, 1), (2, 0, 2), (2, 0, 3), (3, 0, 3), (1, 1, -2), (2, 1, 2), (2, 0, -3)];
    parameters.into_iter().map(|(b, m, s)| Swizzle::new(b, m, s).unwrap()).collect()
}

fn domains() -> Vec<Layout> {
    vec![
        flat_layout(&[(8, 8), (8, 1)]),
        flat_layout(&[(8, 1), (8, 8)]),
        flat_layout(&[(64, 1)]),
        flat_layout(&[(4, 16), (16, 1)]),
        flat_layout(&[(3, 1), (5, 3)]),
        flat_layout(&[(8, 0), (4, 1)]),
        layout(&leaf(16), &[1]),
        layout(&HTuple::Tuple(vec![tuple(&[2, 2]), tuple(&[4, 2])]), &[16, 1, 2, 8]),
    ]
}

fn blocks() -> Vec<Layout> {
    vec![
        layout(&leaf(4), &[1]),
        layout(&leaf(3), &[1]),
        layout(&leaf(4), &[2]),
        layout(&leaf(4), &[0]),
        flat_layout(&[(2, 4), (2, 1)]),
        flat_layout(&[(2, 1), (4, 2)]),
        flat_layout(&[(4, 1), (2, 16)]),
        layout(&HTuple::Tuple(vec![tuple(&[2, 2]), leaf(2)]), &[4, 1, 2]),
    ]
}

fn composed(swizzle: &Swizzle, offset: i128, domain: &Layout) -> ComposedLayout {
    ComposedLayout::new(*swizzle, Int::new(offset), domain.clone()).unwrap()
}

fn each(offsets: &[i128], mut visit: impl FnMut(&ComposedLayout)) {
    for swizzle in swizzles() {
        for domain in domains() {
            offsets.iter().for_each(|&offset| visit(&composed(&swizzle, offset, &domain)));
        }
    }
}

#[test]
fn products_by_swizzled_tilers_are_the_blocks_at_their_places() {
    let (mut found, mut refused) = (0, 0);
    each(&[0, 16], |tiler| {
        for block in blocks() {
            laws::swizzled_products(&block, tiler).unwrap_or_else(|why| panic!("{why}"));
            match swizzled::logical_product(&block, tiler) {
                Ok(_) => found += 1,
                Err(error) => {
                    refused += 1;
                    let kind = error.kind();
                    let exists = matches!(kind, ErrorKind::SwizzledBlocks { .. });
                    assert!(exists, "{block} x {tiler}: {error}");
                }
            }
        }
    });
    assert!(found > 200 && refused > 100, "{found} {refused}");
}

fn values(f: &Function) -> Vec<i128> {
    let size = match f {
        Function::Layout(layout) => ops::size(layout),
        Function::Composed(layout) => ops::product(layout.shape().unwrap()),
        Function::Swizzle(swizzle) => panic!("{swizzle}"),
    };
    (0..size.unwrap().known().unwrap()).map(|i| law::value_of(f, i).unwrap()).collect()
}

#[test]
fn a_large_product_is_decided_by_its_bits() {
    let tiler = composed(&Swizzle::new(3, 0, 3).unwrap(), 0, &flat_layout(&[(1 << 20, 1)]));
    let product = swizzled::logical_product(&layout(&leaf(8), &[1]), &tiler).unwrap();
    assert_eq!(product.to_string(), "Sw<3,3,3> o 0 o (8,(1048576)):(1,(8))");
    assert!(laws::swizzled_products(&layout(&leaf(8), &[1]), &tiler).is_ok());
}

#[test]
fn alignments_are_those_of_whole_elements() {
    let mut more = 0;
    each(&[0, 1, 2, 4, 8], |layout| {
        let aligned = swizzled::max_alignment(&layout.clone().into()).unwrap();
        check(laws::max_alignment(layout, &aligned));
        more += usize::from(aligned > Int::ONE);
    });
    assert!(more > 10, "{more}");
}

#[test]
fn common_layouts_go_one_by_one() {
    let mut long = 0;
    each(&[0, 2, 8], |a| {
        for b in domains() {
            let plain = Function::from(b.clone());
            let same = Function::from(a.with_domain(b).unwrap());
            let a = Function::from(a.clone());
            for (a, b) in [(&a, &plain), (&plain, &a), (&a, &same)] {
                let Ok(common) = swizzled::max_common_layout(a, b) else { continue };
                check(law::max_common_layout(a, b, &common));
                let vector = swizzled::max_common_vector(a, b).unwrap();
                assert!(ops::size(&common).unwrap() <= vector, "{a} and {b}: {common}");
                long += usize::from(vector > Int::ONE);
            }
        }
    });
    assert!(long > 100, "{long}");
}

#[test]
fn complements_nullspaces_and_origins_are_those_of_the_domain() {
    let (mut apart, mut meeting) = (0, 0);
    each(&[0, 3], |layout| {
        let domain = layout.domain().unwrap();
        check(laws::nullspace(layout, &ops::nullspace(domain).unwrap()));
        for c in [0, 1, 7] {
            let moved = swizzled::domain_offset(&leaf(c), layout).unwrap();
            let (at, of) = (Tree::Leaf(Some(c)), layout.function().unwrap());
            check(laws::domain_offset(&at, &of, &moved.function().unwrap(), 0));
        }
        let target = leaf(128);
        match (swizzled::complement(layout, &target), ops::complement(domain, &target)) {
            (Ok(rest), Ok(plain)) => {
                assert_eq!(rest, plain);
                check(law::complement(layout, &rest.layout));
                let filtered = ops::filter(domain).unwrap();
                let both = Layout::from_modes(&[filtered, rest.layout]).unwrap();
                let whole = layout.with_domain(both).unwrap();
                assert!(swizzled::find_collision(&whole).unwrap().is_none(), "{whole}");
                apart += 1;
            }
            (Err(error), Ok(plain)) => {
                assert!(matches!(error.kind(), ErrorKind::NotInjective { .. }), "{error}");
                check(law::no_complement(layout, &plain.layout));
                meeting += 1;
            }
            (rest, plain) => assert_eq!(rest.is_ok(), plain.is_ok()),
        }
    });
    assert!(apart > 50 && meeting > 10, "{apart} {meeting}");
    let after = ComposedLayout::new(
        flat_layout(&[(8, 1)]),
        Int::ZERO,
        composed(&swizzles()[0], 0, &flat_layout(&[(8, 1)])),
    );
    let error = swizzled::complement(&after.unwrap(), &leaf(8)).unwrap_err();
    assert!(matches!(error.kind(), ErrorKind::NotSwizzled { .. }), "{error}");
}

#[test]
fn recasts_of_swizzles_are_upcasts_then_downcasts() {
    let mut torn = 0;
    for swizzle in swizzles() {
        for (from, to) in [(8, 16), (16, 8), (8, 8), (4, 32)] {
            let recast = swizzled::recast(&swizzle.into(), &Int::new(from), &Int::new(to));
            // The parts of an element stay together, and where each stands does not depend on which element it is, or memory has no
            // such element.
            let parts = (to / from).max(1);
            let place = |x: i128| {
                let to = swizzle.apply(x);
                (to.div_euclid(parts), to.rem_euclid(parts))
            };
            let is_torn = (0..1 << 12)
                .any(|x| place(x).1 != place(x % parts).1 || place(x).0 != place(x - x % parts).0);
            assert_eq!(recast.is_err(), is_torn, "{swizzle} from {from} to {to} bits");
            let Ok(Function::Swizzle(recast)) = recast.map(|recast| recast.layout) else {
                torn += 1;
                continue;
            };
            let factors = if from < to { (to / from, 1) } else { (1, from / to) };
            for x in 0..512 {
                check(law::recast_swizzle(&swizzle, factors, &recast, x));
            }
        }
        assert!(swizzled::recast(&swizzle.into(), &Int::new(6), &Int::new(8)).is_err());
    }
    assert!(torn > 5, "{torn}");
}

#[test]
fn elements_that_a_step_takes_apart_do_not_become_one() {
    let refused = |layout: &ComposedLayout, n| {
        let error = swizzled::upcast(&layout.clone().into(), &Int::new(n)).unwrap_err();
        assert!(matches!(error.kind(), ErrorKind::ElementsApart { .. }), "{error}");
    };
    // The bit inside of an element flips one of its number: 0, 5, 2, 7.
    let low = composed(&Swizzle::new(1, 0, -2).unwrap(), 0, &flat_layout(&[(4, 1)]));
    refused(&low, 2);
    // 0 and -1 are in two elements, however they are counted.
    let back = composed(&Swizzle::new(3, 0, 3).unwrap(), 12, &layout(&leaf(2), &[-2]));
    refused(&back, 4);
    // A later layout of one element for each coordinate.
    let inner = composed(&Swizzle::new(1, 0, 1).unwrap(), 0, &layout(&leaf(8), &[1]));
    let chain = ComposedLayout::new(layout(&leaf(8), &[4]), Int::ZERO, inner.clone()).unwrap();
    refused(&chain, 4);
    let rows = ComposedLayout::new(flat_layout(&[(2, 4), (4, 1)]), Int::ZERO, inner).unwrap();
    let error = swizzled::downcast(&rows.into(), &Int::new(2)).unwrap_err();
    assert!(matches!(error.kind(), ErrorKind::ElementsApart { .. }), "{error}");
    // In whole elements there is no such step.
    let whole = composed(&Swizzle::new(1, 1, -2).unwrap(), 0, &flat_layout(&[(8, 1)]));
    let wide = swizzled::upcast(&whole.clone().into(), &Int::new(2)).unwrap().layout;
    let Function::Composed(wide) = wide else { panic!("{wide}") };
    check(laws::recast(&whole, &Int::ONE, &Int::new(2), &wide));
}

#[test]
fn parts_of_swizzled_layouts_have_its_values() {
    let tiler = Tiler::from_shape(&tuple(&[4, 2])).unwrap();
    let threads = flat_layout(&[(4, 2), (2, 1)]);
    each(&[0, 5, 8], |layout| {
        if !matches!(layout.shape().unwrap().to_string().as_str(), "(8,8)") {
            return;
        }
        let at = |i: i128, j: i128| law::value_of(&layout.clone().into(), i + 8 * j).unwrap();
        let all = |part: Outcome<swizzled::Part>| {
            let (part, offset) = part.strict().unwrap();
            let offset = offset.known().unwrap();
            values(&part).into_iter().map(|x| x + offset).collect::<Vec<_>>()
        };
        let crd = |i, j| tuple(&[i, j]).map(&mut |i| Crd::At(i.clone()));
        for (r, s) in [(0, 0), (1, 3), (0, 2)] {
            let tile = ops::local_tile(layout, &tiler, &crd(r, s)).unwrap();
            let expected = (0..8).map(|k| at(4 * r + k % 4, 2 * s + k / 4));
            assert_eq!(all(tile), expected.collect::<Vec<_>>(), "{layout} at {r}, {s}");
        }
        for (i, j) in [(0, 0), (3, 1), (2, 0)] {
            let part = ops::outer_partition(layout, &tiler, &crd(i, j)).unwrap();
            let expected: Vec<i128> =
                (0..8).map(|k| at(4 * (k % 2) + i, 2 * (k / 2) + j)).collect();
            assert_eq!(all(part), expected, "{layout} at {i}, {j}");
            let index = Int::new(2 * i + j);
            let thread = ops::local_partition(layout, &threads, &index).unwrap();
            assert_eq!(all(thread), expected, "{layout} of thread {index}");
        }
    });
}
