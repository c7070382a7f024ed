//! Layouts over a basis: what their functions answer is what the algebra does.

use layout_algebra::{HTuple, Int, IntTuple, Layout, VectorLayout, ops};
use layout_codegen::{Value, plan_value};
use layout_view::layout;

use crate::language::{eval, everything};

/// As a tuple of the algebra prints.
fn printed(value: impl std::fmt::Debug) -> String {
    format!("{value:?}").replace(' ', "").replace(",)", ")")
}

fn leaf(c: usize) -> IntTuple {
    HTuple::Leaf(Int::new(c as i128))
}

fn evaluated(text: &str) -> Layout {
    match eval(text, everything()).expect("a value") {
        Value::Layout(layout) => layout,
        _ => panic!("no layout: {text}"),
    }
}

/// The layout of an expression, whose strides may have several terms.
fn vectors(text: &str) -> VectorLayout {
    match eval(text, everything()).expect("a value") {
        Value::Layout(layout) => layout.into(),
        Value::Vectors(layout) => layout,
        _ => panic!("no layout: {text}"),
    }
}

/// Checks what a compiled layout says at 1-D coordinates and at an integer for each leaf.
fn check(
    text: &str,
    of_index: &dyn Fn(usize) -> Vec<String>,
    of_flat: &dyn Fn(&[usize]) -> Vec<String>,
) {
    let layout = vectors(text);
    let size = ops::product(layout.shape()).expect("a size").known().expect("known");
    for i in 0..size as usize {
        let expected = ops::evaluate(&leaf(i), &layout).expect("a value").to_string();
        for answer in of_index(i) {
            assert_eq!(answer, expected, "{text} at {i}");
        }
        let natural = ops::idx2crd(&leaf(i), layout.shape()).expect("a coordinate");
        let flat: Vec<usize> =
            natural.leaves().iter().map(|c| c.known().expect("known") as usize).collect();
        for answer in of_flat(&flat) {
            assert_eq!(answer, expected, "{text} at {natural}");
        }
    }
}

/// Checks a layout of usual offsets, without a name and with one.
macro_rules! check {
    ([$($tokens:tt)*] flat($($f:ident)*)) => {{
        check!(@ [$($tokens)*] layout!(#[allow(non_injective, padding)] $($tokens)*); $($f)*);
        layout! { #[allow(non_injective, padding)] struct Named = $($tokens)*; }
        check!(@ [$($tokens)*] Named; $($f)*);
        assert_eq!(layout!(#[allow(non_injective)] Named).notation(), Named::NOTATION);
    }};
    (@ [$($tokens:tt)*] $layout:expr; $($f:ident)*) => {{
        let l = $layout;
        assert_eq!(l.notation(), vectors(stringify!($($tokens)*)).to_string());
        check(
            stringify!($($tokens)*),
            &|i| vec![
                printed(l.index(i)),
                printed(l.index_u32(i as u32)),
                printed(l.crd2idx(i)),
                printed(l.crd2idx(l.idx2crd(i))),
            ],
            &|flat| {
                let &[$($f),*] = flat else { panic!("{} leaves", flat.len()) };
                vec![
                    printed(l.at_flat([$($f),*])),
                    printed(l.at_flat_u32([$($f as u32),*])),
                ]
            },
        );
    }};
}

#[test]
fn macros_answer_as_the_algebra() {
    check!([4:1@0] flat(a));
    check!([(4,8):(1@1,1@0)] flat(a b));
    check!([(4,8):(1@0,0)] flat(a b));
    check!([(4,1):(1@0,3)] flat(a b));
    check!([(3,4):(2@0,1@2)] flat(a b));
    check!([(2,(3,5)):(1@0,(1@0@1,1@1@1))] flat(a b c));
    check!([make_identity_layout((4,(2,3)))] flat(a b c));
    check!([zipped_divide(make_identity_layout((8,12)), (2,4))] flat(a b c d));
    check!([composition(make_identity_layout((6,4)), (4,6):(6,1))] flat(a b));
    check!([logical_divide(make_identity_layout((5,6)), (2,3))] flat(a b c d));
    check!([((3,4),(5,7)):((1@0,15@1),(3@0,1@1))] flat(a b c d));
}

#[test]
fn strides_of_several_terms() {
    check!([4:1@0+1@1] flat(a));
    check!([(4,4):(1@0+1@1,2@0)] flat(a b));
    check!([(4,(2,3)):(2@0+3@1,(1@1,0))] flat(a b c));
    check!([(5,3):(E<0>{}*3+E<1>{},E<2>{})] flat(a b));
    check!([composition(make_identity_layout((6,4)), 4:7)] flat(a));
    check!([composition((4,4):(1@0+1@1,2@1), <2:2,_>)] flat(a b));
    check!([layout_add((4,8):(1@0,0), 32:1@1)] flat(a b));
    check!([zipped_divide((8,6):(1@0+1@1,2@0+1@2), (4,3))] flat(a b c d));
    check!([logical_product((2,3):(1@0+1@1,1@2), (4,2):(1@0,1@2))] flat(a b c d));
    check!([with_shape(24:2@0+1@1, (4,6))] flat(a b));
    let skewed = layout!((4,4):(1@0-1@1,1@1));
    assert_eq!((skewed.offset_at(3, 1), skewed.notation()), ((3, -2), "(4,4):(1@0-1@1,1@1)"));
    layout! {
        struct Matrix = (8,8):(9,1);
        struct Diagonal = composition(Matrix, 8:1@0+1@1);
    }
    assert_eq!(Diagonal::NOTATION, "8:10");
    let (row, offset) = layout!(slice_and_offset((3,_), (4,6):(1@0+1@1,2@0)));
    assert_eq!((row.notation(), offset), ("(6):(2@0)", (3, 3)));
    layout! {
        struct Skew = (row: 8, col: 4):(1@0+1@1,1@1);
        struct Tiles = zipped_divide(Skew, { row: 4 });
        struct Transposed = align_as(Skew, (col: 4, row: 8):(8,1));
    }
    assert_eq!(Tiles::NOTATION, "((4),(2,4)):((1@0+1@1),(4@0+4@1,1@1))");
    assert_eq!(Transposed::NOTATION, "(4,8):(1@1,1@0+1@1)");
    assert_eq!(Skew.crd2idx((5, 2)), (5, 7));
}

/// Each number of the coordinates is a layout with all that layouts have: of sizes known at run time, too.
#[test]
fn along_is_a_layout_of_sizes_known_at_run_time() {
    layout! {
        struct Matrix<m, n> = (m, n):(n, 1);
        #[allow(padding)]
        struct Tiles<m, n> = zipped_divide(Matrix, (4, 8));
        #[allow(padding)]
        struct Row<m, n> = along(zipped_divide(make_identity_layout((m, n)), (4, 8)), 0);
        #[allow(padding)]
        struct Column<m, n> = along(zipped_divide(make_identity_layout((m, n)), (4, 8)), 1);
    }
    let (m, n) = (10, 13);
    let (tiles, row, column) = (Tiles::of(m, n), Row::of(m, n), Column::of(m, n));
    let mut inside = 0;
    for (c, (i, j)) in row.coordinates().zip(row.indices().zip(column.indices())) {
        assert_eq!((row.crd2idx(c), column.crd2idx(c)), (i, j));
        assert_eq!(tiles.in_bounds(c), i < m && j < n);
        assert_eq!(row.in_bounds(c), i < m && j < n);
        assert_eq!(tiles.crd2idx(c), i * n + j);
        inside += usize::from(tiles.in_bounds(c));
    }
    assert_eq!((inside, row.size()), (m * n, 12 * 16));
    // Of constants, without an attribute: a coordinate stands in many places.
    layout! { struct Second = along((4,(2,3)):(1@0,(1@0@1,1@1@1)), 1, 1); }
    assert_eq!((Second::NOTATION, Second.at(3, 5)), ("(4,(2,3)):(0,(0,1))", 2));
}

#[test]
fn functions_of_modes_and_of_negative_steps() {
    let swapped = layout!((4,8):(1@1,1@0));
    assert_eq!(swapped.at(3, 5), (5, 3));
    assert_eq!(format!("{swapped:?}"), "(4,8):(1@1,1@0)");
    let mirrored = layout!((4,(2,3)):(-1@0,(1@1,2@1)));
    assert_eq!(mirrored.offset_at(3, 5), (-3, 5));
    assert_eq!(mirrored.offset_at_flat([3, 1, 2]), (-3, 5));
    assert_eq!(mirrored.crd2offset((2, (1, 0))), (-2, 1));
    assert_eq!(mirrored.offset(23), (-3, 5));
}

/// The coordinates of a tile within a matrix, from which a kernel knows what is inside.
#[test]
fn tiles_of_coordinates() {
    layout! {
        #[allow(padding)]
        pub struct Tiles = zipped_divide(make_identity_layout((5,7)), (2,4));
    }
    assert_eq!((Tiles::RANK, Tiles::DEPTH, Tiles::SIZE), (2, 2, 48));
    assert_eq!((Tiles::SHAPE, Tiles::COSHAPE), ([2, 4, 3, 2], (6, 8)));
    let inside = (0..Tiles::SIZE).filter(|&i| matches!(Tiles.index(i), (0..5, 0..7))).count();
    assert_eq!(inside, 35);
    // By name in another invocation.
    assert_eq!(layout!(get(Tiles, 1)).at(2, 1), (4, 4));
    const LAST: (usize, usize) = Tiles.at(7, 5);
    assert_eq!(LAST, (5, 7));
}

/// Each number of a plan is the algebra's, at every coordinate of every small layout.
#[test]
fn law_plans_over_a_basis_equal_the_algebra() {
    let strides = ["0", "1@0", "3@0", "-1@1", "2@1", "1@0@2"];
    let mut checked = 0;
    for shape in ["({},{},{})", "({},({},{}))", "(({},{}),{})"] {
        let fill = |numbers: [&str; 3]| {
            numbers.iter().fold(shape.to_owned(), |text, number| text.replacen("{}", number, 1))
        };
        for extents in [["2", "3", "4"], ["5", "1", "3"]] {
            for (a, b, c) in triples(&strides) {
                let text = format!("{}:{}", fill(extents), fill([a, b, c]));
                let layout = evaluated(&text);
                let Some(plan) = plan_value(&Value::Layout(layout.clone())) else {
                    panic!("{text} is a layout");
                };
                let plan = plan.expect("a plan");
                for i in 0..ops::size(&layout).expect("a size").known().expect("known") {
                    let expected = ops::evaluate(&leaf(i as usize), &layout).expect("a value");
                    let parts = plan.parts().into_iter();
                    let answers: Vec<i64> =
                        parts.map(|part| part.index.evaluate(&[i as u64])).collect();
                    let known = |int: &&Int| int.known().expect("known") as i64;
                    let expected: Vec<i64> = expected.leaves().iter().map(known).collect();
                    assert_eq!(answers, expected, "{text} at {i}");
                }
                checked += 1;
            }
        }
    }
    assert_eq!(checked, 3 * 2 * 216);
}

/// Every choice of three.
fn triples<'a>(of: &'a [&'a str]) -> impl Iterator<Item = (&'a str, &'a str, &'a str)> {
    of.iter().flat_map(move |a| of.iter().flat_map(move |b| of.iter().map(move |c| (*a, *b, *c))))
}
