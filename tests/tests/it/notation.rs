//! Plain notation: what prints reads back equal, what is none says where, and numbers are what
//! the operations answer.

use std::fmt::{Debug, Display};
use std::str::FromStr;

use layout_algebra::{
    ComposedLayout, Coordinate, Crd, Error, Function, HTuple, Int, IntTuple, Layout, ModePath,
    ParseError, Stride, StrideTuple, Swizzle, Tiler, ops,
};
use layout_tests::{large_layout, leaf, size_of, small_flat_layouts, small_layouts, tuple};
use proptest::prelude::*;
use serde::Serialize;
use serde::de::DeserializeOwned;

/// Reads what a value prints, also with spaces between all tokens, and as JSON.
fn reads_back<T>(value: &T)
where
    T: Display + Debug + PartialEq + FromStr<Err = ParseError> + Serialize + DeserializeOwned,
{
    let text = value.to_string();
    assert_eq!(text.parse::<T>().as_ref(), Ok(value), "{text}");
    let mut spaced = String::from(" ");
    for c in text.chars() {
        spaced.push(c);
        spaced.push_str(if "(),:@<>_".contains(c) { "  " } else { "" });
    }
    assert_eq!(spaced.parse::<T>().as_ref(), Ok(value), "{spaced}");
    let json = serde_json::to_string(value).expect("a string");
    assert_eq!(json, format!("{text:?}"));
    assert_eq!(serde_json::from_str::<T>(&json).ok().as_ref(), Some(value), "{json}");
}

fn nested<T: Clone + Debug + 'static>(
    leaf: impl Strategy<Value = T> + 'static,
) -> impl Strategy<Value = HTuple<T>> {
    leaf.prop_map(HTuple::Leaf)
        .prop_recursive(4, 24, 4, |item| prop::collection::vec(item, 0..4).prop_map(HTuple::Tuple))
}

fn numbers() -> impl Strategy<Value = i128> {
    prop_oneof![4 => -64..64i128, 1 => any::<i128>(), 1 => Just(i128::MIN)]
}

fn strides() -> impl Strategy<Value = Stride> {
    (numbers(), prop::collection::vec(0..9usize, 0..3))
        .prop_map(|(scale, path)| Stride::basis(Int::new(scale), ModePath::from_iter(path)))
}

fn swizzles() -> impl Strategy<Value = Swizzle> {
    let parameters = (0..20i128, 0..40i128, 0..40i128, any::<bool>());
    parameters.prop_map(|(bits, base, more, up)| {
        let shift = if up { bits + more } else { -bits - more };
        Swizzle::new(bits, base, shift).expect("a swizzle")
    })
}

fn tilers() -> impl Strategy<Value = Tiler> {
    let size = (1..64i128).prop_map(|size| Tiler::Size(Int::new(size)));
    let layout = large_layout().prop_map(Tiler::Layout);
    prop_oneof![4 => size, 2 => layout, 1 => Just(Tiler::All)]
        .prop_recursive(3, 12, 3, |item| prop::collection::vec(item, 0..4).prop_map(Tiler::Modes))
}

fn composed() -> impl Strategy<Value = ComposedLayout> {
    let step = || {
        prop_oneof![swizzles().prop_map(Function::from), large_layout().prop_map(Function::from)]
    };
    (prop::collection::vec((step(), numbers()), 1..4), step()).prop_map(|(outer, inner)| {
        let all = outer.into_iter().rev().fold(inner, |inner, (outer, offset)| {
            ComposedLayout::new(outer, Int::new(offset), inner).expect("integers").into()
        });
        let Function::Composed(composed) = all else { unreachable!("two steps at least") };
        composed
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn what_prints_reads_back_equal(
        int in numbers(),
        ints in nested(numbers().prop_map(Int::new)),
        strides in nested(strides()),
        crd in nested(prop_oneof![Just(Crd::All), numbers().prop_map(|i| Crd::At(Int::new(i)))]),
        layout in large_layout(),
        swizzle in swizzles(),
        tiler in tilers(),
        composed in composed(),
    ) {
        reads_back(&Int::new(int));
        reads_back::<IntTuple>(&ints);
        strides.leaves().into_iter().for_each(reads_back);
        reads_back::<StrideTuple>(&strides);
        reads_back::<Coordinate>(&crd);
        reads_back(&layout);
        reads_back(&swizzle);
        reads_back(&tiler);
        reads_back(&composed);
        for function in [Function::from(layout), swizzle.into(), composed.into()] {
            reads_back(&function);
        }
    }

    /// A text that something was changed in is read or refused, at a place within it.
    #[test]
    fn no_text_panics(
        composed in composed(),
        tiler in tilers(),
        at in any::<prop::sample::Index>(),
        with in prop::sample::select(vec!["", "(", ")", ",", ":", "@", "<", "-", "_", "9", "é", "o "]),
    ) {
        for text in [composed.to_string(), tiler.to_string()] {
            let at = at.index(text.len());
            let changed = format!("{}{with}{}", &text[..at], &text[at + 1..]);
            let places = [
                changed.parse::<Function>().err().map(|error| error.at()),
                changed.parse::<Tiler>().err().map(|error| error.at()),
                changed.parse::<StrideTuple>().err().map(|error| error.at()),
            ];
            prop_assert!(places.iter().flatten().all(|at| changed.is_char_boundary(*at)));
        }
    }

    #[test]
    fn numbers_are_what_evaluation_answers(
        layout in large_layout(),
        offset in -64..64i128,
        swizzle in swizzles(),
        outer in large_layout(),
        at in any::<prop::sample::Index>(),
    ) {
        let inner = ComposedLayout::new(swizzle, Int::new(offset), layout.clone()).unwrap();
        let both = ComposedLayout::new(outer, Int::ZERO, inner.clone()).unwrap();
        for function in [Function::from(layout), inner.into(), both.into()] {
            let Ok(numbers) = function.numbers() else { continue };
            let i = at.index(usize::try_from(numbers.size()).unwrap()) as i64;
            let crd = leaf(i.into());
            let expected = evaluate(&function, &crd).unwrap();
            prop_assert_eq!(i128::from(numbers.offset(i)), expected, "{} at {}", function, i);
            prop_assert_eq!(numbers.at(&numbers.coordinate(i)), Some(numbers.offset(i)));
        }
    }
}

fn evaluate(function: &Function, at: &IntTuple) -> Result<i128, Error> {
    let value = match function {
        Function::Layout(layout) => ops::evaluate(at, layout)?.leaves()[0].known(),
        Function::Composed(composed) => ops::swizzled::evaluate(at, composed)?.known(),
        Function::Swizzle(swizzle) => at.leaves()[0].known().map(|x| swizzle.apply(x)),
    };
    Ok(value.expect("a number"))
}

#[test]
fn small_layouts_read_back_equal() {
    small_layouts().step_by(7).for_each(|layout| reads_back(&layout));
    for text in ["()", "(())", "(1)", "_", "<_>", "<(2,2),<4:1,_>>", "4", "(4)"] {
        reads_back(&text.parse::<Tiler>().unwrap());
    }
}

#[test]
fn numbers_are_those_of_all_coordinates() {
    for layout in small_flat_layouts() {
        let (numbers, size) = (layout.numbers().unwrap(), size_of(layout.shape()));
        let function = Function::from(layout.clone());
        // Past the domain the last mode continues, and before it all digits are negative.
        for i in -3..size + 3 {
            let expected = evaluate(&function, &leaf(i)).unwrap();
            assert_eq!(i128::from(numbers.offset(i as i64)), expected, "{layout} at {i}");
            let at = numbers.coordinate(i as i64);
            if layout.rank() > 0 {
                assert_eq!(numbers.at(&at), Some(expected as i64), "{layout} at {at:?}");
                let at = tuple(&at.iter().map(|&index| index.into()).collect::<Vec<_>>());
                assert_eq!(evaluate(&function, &at).unwrap(), expected, "{layout} at {at}");
            }
        }
        let each: Vec<i64> = (0..size as i64).map(|i| numbers.offset(i)).collect();
        assert_eq!(numbers.table().unwrap(), each, "{layout}");
        assert_eq!(numbers.offsets().size_hint(), (each.len(), Some(each.len())));
        assert_eq!(numbers.at(&vec![0; layout.rank() + 1]), None);
    }
}

#[test]
fn numbers_fit_64_bits_or_are_none() {
    let refused = |text: &str| {
        let function = text.parse::<Function>().unwrap();
        function.numbers().map(|_| ()).unwrap_err().to_string()
    };
    let wide = "numbers: a size, a stride or an offset does not fit 64 bits";
    assert_eq!(refused("(2,2):(1,9223372036854775808)"), wide);
    assert_eq!(refused("(3,2):(4611686018427387904,1)"), wide);
    assert_eq!(refused("(4611686018427387904,2):(0,0)"), wide);
    assert_eq!(refused("Sw<1,0,63> o 0 o 8:1"), wide);
    assert_eq!(refused("2:4611686018427387904 o 8 o 8:1"), wide);
    assert_eq!(
        refused("4:1@0"),
        "numbers: stride 1@0 steps along a basis; only integers are defined here"
    );
    assert!(refused("8:1 o 0 o Sw<1,0,1>").contains("Sw<1,0,1> has no shape"));
    // The table of a layout that no memory holds.
    let many = "9223372036854775807:0".parse::<Layout>().unwrap().numbers().unwrap();
    assert_eq!((many.offset(5), many.table().is_err()), (0, true));
}

/// The error of a text, under its byte.
fn error<T: FromStr<Err = ParseError> + Debug>(text: &str) -> String {
    let error = text.parse::<T>().unwrap_err();
    let column = text[..error.at()].chars().count();
    format!("\n{text}\n{}^ {error}\n", " ".repeat(column))
}

#[test]
fn what_is_no_notation_says_where() {
    let deep = "(".repeat(70);
    let errors = [
        error::<Layout>(""),
        error::<Layout>("(4,8)"),
        error::<Layout>("(4,8):(8;1)"),
        error::<Layout>("(4,8):(8,1) x"),
        error::<Layout>("(4,8:(8,1)"),
        error::<Layout>("(4, m):(1, 4)"),
        error::<Layout>("(4,8):(8,(1,2))"),
        error::<Layout>("( 4, (2, -1) ):( 8, (1, 2) )"),
        error::<Layout>("(4,(2,8)):(1,(2@0,8@0@0))"),
        error::<Layout>("(4,170141183460469231731687303715884105728):(1,4)"),
        error::<Layout>("(4,é):(1,4)"),
        error::<Layout>("4:1@-1"),
        error::<Int>("--4"),
        error::<IntTuple>("(4,,8)"),
        error::<IntTuple>(&deep),
        error::<Coordinate>("(4,*)"),
        error::<Tiler>("<4:1,(2,-1)>"),
        error::<Tiler>("<4:1,2"),
        error::<Swizzle>("Sw<3,4>"),
        error::<Swizzle>("Sw<3,4,2>"),
        error::<Swizzle>("S<3,4,3>"),
        error::<ComposedLayout>("Sw<3,4,3>"),
        error::<ComposedLayout>("Sw<3,4,3> o (8,64):(64,1)"),
        error::<ComposedLayout>("Sw<3,4,3> o 0 o 8:1@0"),
    ];
    insta::assert_snapshot!(errors.concat());
    let error = serde_json::from_str::<Layout>("\"(4,8):(8;1)\"").unwrap_err().to_string();
    assert!(error.starts_with("byte 8: expected `,` or `)`, found `;`"), "{error}");
    let error = serde_json::from_str::<Layout>("4").unwrap_err().to_string();
    assert!(error.contains("expected a layout, like `(4,8):(8,1)`"), "{error}");
}

#[test]
fn tuples_of_rust_are_tuples() {
    assert_eq!(IntTuple::from((4, (2, 8))).to_string(), "(4,(2,8))");
    assert_eq!(IntTuple::from([[1, 2], [3, 4]]).to_string(), "((1,2),(3,4))");
    assert_eq!(Coordinate::from((1, (Crd::All, 3))).to_string(), "(1,(_,3))");
    assert_eq!(Layout::new((4, (2, 8)), (16, (8, 1))).unwrap().to_string(), "(4,(2,8)):(16,(8,1))");
    assert_eq!(Layout::leaf(4, -2).unwrap().to_string(), "4:-2");
}
