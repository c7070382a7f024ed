//! Layouts with extents of 0, among all others: what every operation answers of them, against what there is
//! to answer of no coordinates, and against the answer over a symbol in the place of each 0.

use layout_algebra::ops::swizzled::{self, Halo, Uncovered};
use layout_algebra::{Crd, Error, ErrorKind, Facts, Function, HTuple, Int, Layout, Tiler, ops};
use layout_codegen::{Allow, GROUPS};
use layout_tests::{flat_layout, layout, leaf, one_in, size_of as count_of, tuple};

use crate::language::{eval, everything};

/// Layouts of up to three leaves, flat and nested, of which an extent is 0.
fn empty_layouts() -> Vec<Layout> {
    let mut all = vec![layout(&leaf(0), &[1]), layout(&leaf(0), &[0]), flat_layout(&[(0, -2)])];
    let pairs = (0..16).map(|k| (k % 4, k / 4)).filter(|(a, b)| a * b == 0);
    for (a, b) in pairs {
        for strides in [[1, 4], [4, 1], [0, 1], [1, 0], [0, 0], [-1, 2], [2, 6], [3, 2]] {
            all.push(layout(&tuple(&[a, b]), &strides));
            for c in 0..4 {
                for last in [0, 1, 12] {
                    let strides = [strides[0], strides[1], last];
                    let nested = HTuple::Tuple(vec![tuple(&[a, b]), leaf(c)]);
                    let mirrored = HTuple::Tuple(vec![leaf(c), tuple(&[a, b])]);
                    all.push(layout(&tuple(&[a, c, b]), &strides));
                    all.push(layout(&nested, &strides));
                    all.push(layout(&mirrored, &strides));
                }
            }
        }
    }
    all
}

/// Layouts with coordinates.
fn others() -> Vec<Layout> {
    vec![
        layout(&leaf(1), &[0]),
        layout(&leaf(4), &[1]),
        layout(&leaf(3), &[0]),
        layout(&leaf(2), &[-1]),
        flat_layout(&[(2, 3), (3, 1)]),
        flat_layout(&[(2, 1), (2, 4)]),
        layout(&HTuple::Tuple(vec![leaf(2), tuple(&[2, 3])]), &[1, 2, 4]),
    ]
}

/// Asserts that an answer has no coordinates.
#[track_caller]
fn nothing(answer: Result<Layout, Error>, of: &str) -> Layout {
    let answer = answer.unwrap_or_else(|error| panic!("{of}: {error}"));
    assert!(answer.is_empty() && count_of(answer.shape()) == 0, "{of} is {answer}");
    answer
}

#[track_caller]
fn refused<T: core::fmt::Debug>(answer: Result<T, Error>, of: &str) {
    match answer {
        Err(error) if matches!(error.kind(), ErrorKind::Empty { .. }) => {}
        answer => panic!("{of}: {answer:?}"),
    }
}

/// The layout with `12·z` in the place of each 0, of a `z` of its own, and what takes it back.
fn with_symbols(layout: &Layout) -> (Facts, Layout) {
    let mut facts = Facts::new();
    let mut names = (0..).map(|k| format!("z{k}"));
    let shape = layout.shape().map(&mut |extent| {
        if *extent != Int::ZERO {
            return extent.clone();
        }
        let name = names.next().expect("a name");
        facts.extent(&name);
        facts.int(&name).expect("a symbol").mul(&Int::new(12)).expect("a product")
    });
    (facts, Layout::new(shape, layout.stride().clone()).expect("a layout"))
}

fn at_nothing(layout: &Layout) -> Option<Layout> {
    layout.substitute(&|_| Some(Int::ZERO)).ok()
}

#[test]
fn what_is_asked_of_nothing() {
    let others = others();
    for l in &empty_layouts() {
        let of = l.to_string();
        assert_eq!(of.parse::<Layout>().as_ref(), Ok(l), "{of}");
        assert_eq!(ops::size(l), Ok(Int::ZERO));
        assert_eq!(ops::cosize(l), Ok(Int::ZERO), "{of}");
        assert_eq!(ops::offset_range(l), Ok((Int::ZERO, Int::ZERO)), "{of}");
        for is in [
            ops::is_injective,
            ops::is_bijective,
            ops::is_compact,
            ops::is_contiguous,
            ops::is_col_major,
            ops::is_row_major,
        ] {
            assert_eq!(is(l), Ok(true), "{of}");
        }
        assert_eq!(ops::find_collision(l), Ok(None), "{of}");
        let f = Function::from(l.clone());
        assert_eq!(swizzled::image(&f), Ok(vec![]), "{of}");
        assert_eq!(swizzled::gaps(&f), Ok(Int::ZERO), "{of}");
        for shape in [leaf(0), tuple(&[4, 0]), leaf(4)] {
            let is_all = count_of(&shape) == 0;
            assert_eq!(swizzled::is_surjective(&f, &shape), Ok(is_all), "{of}");
            assert_eq!(swizzled::covers(&f, &shape), Ok(is_all), "{of}");
            let missing = Uncovered::Missing { element: Int::ZERO };
            let found = swizzled::find_uncovered(&f, &shape);
            assert_eq!(found, Ok((!is_all).then_some(missing)), "{of}");
        }
        let numbers = l.numbers().expect("numbers");
        assert_eq!((numbers.size(), numbers.table()), (0, Ok(vec![])), "{of}");
        let _ = (numbers.offset(5), numbers.coordinate(5), numbers.at(&vec![3; l.rank()]));
        assert_eq!(numbers.extents().len(), l.rank());
        assert_eq!(swizzled::agrees(&f, &f, &Halo::NONE), Ok(true), "{of}");
        for other in &others {
            assert_eq!(ops::functionally_equal(l, other), Ok(false), "{of} and {other}");
        }
        let slice = |crd| ops::slice(&crd, l).expect("modes");
        assert_eq!(slice(HTuple::Leaf(Crd::All)), *l);
        let (all, offset) = ops::slice_and_offset(&HTuple::Leaf(Crd::All), l).expect("a slice");
        assert_eq!((all, offset), (l.clone(), leaf(0)), "{of}");
        // Of a coordinate there is an answer or an error, and no panic.
        for i in -3..5 {
            let crd = leaf(i);
            let _ = ops::evaluate(&crd, l);
            let _ = ops::idx2crd(&crd, l.shape());
            let _ = ops::idx2crd_strided(&crd, l.shape(), l.stride());
            let is_inside = ops::check_bounds(&HTuple::Leaf(Crd::At(Int::new(i))), l.shape());
            assert!(is_inside.is_err(), "{of} at {i}");
            refused(ops::get_hier_coord(l, &Int::new(i)), &of);
        }
        for n in 1..5 {
            let n = Int::new(n);
            if let Ok(up) = ops::upcast(l, &n) {
                nothing(Ok(up.layout), &of);
            }
            if let Ok(down) = ops::downcast(l, &n) {
                nothing(Ok(down), &of);
            }
            refused(ops::complement(l, &n.clone().into()), &of);
            refused(ops::circular(l, &n), &of);
            refused(ops::live(l, &n), &of);
        }
        refused(ops::max_alignment(l), &of);
        refused(ops::tile_to_shape(l, &tuple(&[4; 3]), &ops::ModeOrder::ColMajor), &of);
        for (bits, bytes) in [(8, 4), (16, 16), (32, 4)].map(|(a, b)| (Int::new(a), Int::new(b))) {
            refused(swizzled::bank_conflicts(&f, &bits, &bytes), &of);
            refused(swizzled::sectors(&f, &bits, &bytes), &of);
            refused(swizzled::shared_lines(&f, &bits, &bytes), &of);
            refused(swizzled::vector_bytes(&f, &bits), &of);
            refused(swizzled::find_swizzle(&bits, core::slice::from_ref(&f)), &of);
            refused(swizzled::find_xor_layout(&bits, core::slice::from_ref(&f)), &of);
            refused(swizzled::find_layout(&f, &bits, &Int::new(32)), &of);
            refused(swizzled::is_gmma_canonical(&f, &bits, &Int::new(8)), &of);
            refused(swizzled::is_ldmatrix_source(&f, &bits), &of);
        }
        refused(swizzled::cycles(&f), &of);
        refused(swizzled::order(&f), &of);
        refused(swizzled::f2_matrix(&f), &of);
        refused(swizzled::xor_strides(&f), &of);
    }
}

#[test]
fn what_is_made_of_nothing() {
    let empties = empty_layouts();
    for l in empties.iter().step_by(one_in(2)) {
        let of = l.to_string();
        nothing(ops::coalesce(l), &of);
        nothing(ops::coalesce_z(l), &of);
        nothing(ops::filter(l), &of);
        nothing(ops::filter_zeros(l), &of);
        nothing(ops::sort(l), &of);
        nothing(Ok(ops::flatten(l)), &of);
        nothing(ops::col_major(l.shape()), &of);
        nothing(ops::row_major(l.shape()), &of);
        nothing(ops::make_identity_layout(l.shape()), &of);
        nothing(ops::make_layout_like(l).map(|l| l.layout), &of);
        nothing(ops::make_fragment_like(l).map(|l| l.layout), &of);
        nothing(ops::right_inverse(l), &of);
        nothing(ops::left_inverse(l), &of);
        nothing(ops::nullspace(l), &of);
        nothing(ops::layout_add(l, l), &of);
        let same = ops::make_layout_like(l).expect("a layout").layout;
        assert_eq!(same.shape(), l.shape());
        for other in empties.iter().step_by(31) {
            assert_eq!(ops::functionally_equal(l, other), Ok(true), "{of} and {other}");
            nothing(ops::layout_add(l, other), &of);
            nothing(ops::composition(l, other).map(|c| c.layout), &of);
            nothing(ops::logical_product(l, &Tiler::Layout(other.clone())), &of);
            refused(ops::logical_divide(l, &Tiler::Layout(other.clone())), &of);
            refused(ops::max_common_layout(l, other), &of);
        }
    }
}

/// `A∘B`: of an empty `B` anything of its shape, and nothing of an empty `A` alone.
#[test]
fn compositions_with_nothing() {
    for l in &empty_layouts() {
        for other in &others() {
            let composed = nothing(ops::composition(other, l).map(|c| c.layout), "a composition");
            assert!(ops::compatible(l.shape(), composed.shape()).expect("shapes"), "{other} o {l}");
            refused(ops::composition(l, other), "no position");
        }
    }
}

/// `(A∘B, A∘B*)` and `(A, A*∘B)`: the tile keeps its shape, and there is none of it.
#[test]
fn tiles_and_repetitions_of_nothing() {
    for l in &empty_layouts() {
        for other in &others() {
            let (of, tiler) = (format!("{l} and {other}"), Tiler::Layout(other.clone()));
            match ops::logical_divide(l, &tiler) {
                Ok(divided) => {
                    assert_eq!(divided.objection, None, "{of}");
                    let divided = nothing(Ok(divided.layout), &of);
                    let [tile, rest] = divided.modes().try_into().expect("two modes");
                    assert!(ops::compatible(other.shape(), tile.shape()).expect("shapes"), "{of}");
                    assert!(rest.is_empty(), "{of}: {divided}");
                }
                Err(error) => assert!(ops::complement(other, &leaf(0)).is_err(), "{of}: {error}"),
            }
            let product = nothing(ops::logical_product(l, &tiler), &of);
            let [block, places] = product.modes().try_into().expect("two modes");
            assert!(block == *l && places.shape().congruent(other.shape()), "{of}: {product}");
            nothing(ops::blocked_product(l, other), &of);
            nothing(ops::raked_product(l, other), &of);
            // None of them are no tiles.
            refused(ops::logical_divide(other, &Tiler::Layout(l.clone())), &of);
            refused(ops::logical_divide(other, &Tiler::Size(Int::ZERO)), &of);
            if let Ok(product) = ops::logical_product(other, &Tiler::Layout(l.clone())) {
                let product = nothing(Ok(product), &of);
                let [block, places] = product.modes().try_into().expect("two modes");
                assert!(block == *other && places.is_empty(), "{of}: {product}");
            }
            if let Ok(rest) = ops::complement(other, &leaf(0)) {
                nothing(Ok(rest.layout), &of);
            }
        }
        for at in 0..l.rank() {
            let mut tilers = vec![Tiler::All; at];
            tilers.push(Tiler::Size(Int::new(2)));
            let Ok(divided) = ops::logical_divide(l, &Tiler::Modes(tilers)) else { continue };
            nothing(Ok(divided.layout), &format!("{l} by 2 at {at}"));
        }
    }
}

/// A symbol at 0 and the number 0 are alike, wherever the operation has an answer over symbols.
#[test]
fn a_symbol_at_nothing_is_nothing() {
    type Op = (&'static str, fn(&Layout) -> Result<Layout, Error>, bool);
    const OPS: &[Op] = &[
        ("coalesce", ops::coalesce, false),
        ("right_inverse", ops::right_inverse, false),
        ("left_inverse", ops::left_inverse, false),
        ("divide by 2", |l| ops::logical_divide(l, &Tiler::Size(Int::new(2)))?.strict(), true),
        (
            "divide by 2:2",
            |l| {
                let tile = Layout::leaf(2, 2)?;
                ops::logical_divide(l, &Tiler::Layout(tile))?.strict()
            },
            true,
        ),
        (
            "divide by (2,3)",
            |l| ops::logical_divide(l, &Tiler::from_shape(&tuple(&[2, 3]))?)?.strict(),
            true,
        ),
        (
            "zip by (2,3)",
            |l| ops::zipped_divide(l, &Tiler::from_shape(&tuple(&[2, 3]))?)?.strict(),
            true,
        ),
        ("repeat 4", |l| ops::logical_product(l, &Tiler::Size(Int::new(4))), true),
        (
            "4 repeated",
            |l| ops::logical_product(&Layout::leaf(4, 1)?, &Tiler::Layout(l.clone())),
            true,
        ),
        ("blocks", |l| ops::blocked_product(l, &flat_layout(&[(2, 1), (3, 2)])), true),
        ("upcast", |l| ops::upcast(l, &Int::new(2))?.strict(), true),
        ("downcast", |l| ops::downcast(l, &Int::new(2)), true),
        ("like", |l| ops::make_layout_like(l)?.strict(), true),
    ];
    let sizes = |layout: &Layout| -> Vec<i128> {
        layout.modes().iter().map(|mode| count_of(mode.shape())).collect()
    };
    for (name, op, keeps_modes) in OPS {
        let (mut same, mut alike) = (0, 0);
        for l in &empty_layouts() {
            let (_facts, symbols) = with_symbols(l);
            let over_symbols = op(&symbols).ok().and_then(|answer| at_nothing(&answer));
            // What does not have the symbol has coordinates, and asks for one of the symbol's.
            let Some(expected) = over_symbols.filter(Layout::is_empty) else { continue };
            let answer = nothing(op(l), &format!("{name} of {l}"));
            let is_alike = !keeps_modes || sizes(&answer) == sizes(&expected);
            assert!(is_alike, "{name} of {l}: {answer}, and {expected} over symbols");
            same += usize::from(answer == expected);
            alike += 1;
        }
        assert!(alike > 100 && same * 4 > alike, "{name}: {same} of {alike} are the same");
    }
}

/// A 0 in the place of each number of each example is an answer or an error.
#[test]
fn no_example_panics_with_a_0() {
    let mut answers = 0;
    for group in GROUPS {
        for operation in group.operations {
            let example = operation.example();
            let is_digit = |at: usize| example.as_bytes()[at].is_ascii_digit();
            let begins = |at: &usize| {
                let before = example[..*at].chars().next_back();
                is_digit(*at) && !before.is_some_and(|c| c.is_alphanumeric() || c == '_')
            };
            for at in (0..example.len()).filter(|at| example.is_char_boundary(*at)).filter(begins) {
                let end = (at..example.len()).find(|&at| !is_digit(at)).unwrap_or(example.len());
                let text = format!("{}0{}", &example[..at], &example[end..]);
                let of = std::panic::catch_unwind(|| {
                    [Allow::default(), everything()].map(|allow| eval(&text, allow).is_ok())
                });
                let of = of.unwrap_or_else(|_| panic!("{text} panics"));
                answers += usize::from(of[0] || of[1]);
            }
        }
    }
    assert!(answers > 200, "{answers}");
}
