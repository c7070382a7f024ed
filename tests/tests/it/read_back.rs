//! Values that are printed and read back as the same value: of every kind, all small ones and random ones.

use layout_algebra::bounds::Bounds;
use layout_algebra::{HTuple, Int, Layout, Stride, Swizzle, Tiler, Vector};
use layout_codegen::{Evaluated, Scope, TupleLeaf, Value, parse_expression, prove};
use layout_tests::{boundary_layouts, flat_layout, large_layout, one_in, small_layouts};
use proptest::prelude::*;

use crate::language::{eval, everything};

/// Reads what a value prints.
fn reads_back(value: &Value) {
    let written = match value {
        // Several values have no notation of their own, but each of them has.
        Value::List(values) => return values.iter().for_each(reads_back),
        // A whole expression that is a written tuple means the layout of that shape.
        Value::Tuple(tuple) if tuple.is_tuple() => format!("take({value}, 0, -1)"),
        value => value.to_string(),
    };
    assert_eq!(eval(&written, everything()).as_ref(), Ok(value), "{written}");
}

/// All nestings of these leaves, of up to two items in up to two levels.
fn nested<T: Clone>(leaves: &[T], tuple: fn(Vec<T>) -> T) -> Vec<T> {
    let items = |of: &[T]| {
        let singles = of.iter().map(|a| vec![a.clone()]);
        let pairs = of.iter().flat_map(|a| of.iter().map(|b| vec![a.clone(), b.clone()]));
        singles.chain(pairs).chain([Vec::new()]).map(tuple).collect::<Vec<T>>()
    };
    let inner = items(leaves);
    let mut outer = items(&[leaves, inner.as_slice()].concat());
    outer.extend(inner);
    outer
}

fn int(value: i128) -> TupleLeaf {
    TupleLeaf::Int(Int::new(value))
}

fn basis(scale: i128, path: &[usize]) -> TupleLeaf {
    TupleLeaf::Basis(Stride::basis(Int::new(scale), path.iter().copied().collect()))
}

fn tilers() -> Vec<Tiler> {
    let nested_layout = Layout::from_modes(&[4, 2].map(|s| flat_layout(&[(s, s)])));
    vec![
        Tiler::All,
        Tiler::Size(Int::new(4)),
        Tiler::Layout(Layout::leaf(Int::new(4), Int::ONE).expect("a layout")),
        Tiler::Layout(flat_layout(&[(4, 1)])),
        Tiler::Layout(flat_layout(&[(4, 1), (2, 8)])),
        Tiler::Layout(nested_layout.expect("a layout")),
    ]
}

#[test]
fn integers_words_and_truth_values() {
    for value in [0, 1, -1, 7, i128::MAX, i128::MIN] {
        reads_back(&Value::Int(Int::new(value)));
    }
    for text in ["true", "false", "_", "LayoutLeft", "LayoutRight", "3@1@0", "-3@2"] {
        let value = eval(text, everything()).expect("a value");
        assert_eq!(value.to_string(), text);
        reads_back(&value);
    }
}

#[test]
fn tuples() {
    let atoms = [int(0), int(-3), int(12), TupleLeaf::All, basis(2, &[1]), basis(1, &[0, 3])];
    for tuple in nested(&atoms.map(HTuple::Leaf), HTuple::Tuple) {
        reads_back(&Value::Tuple(tuple));
    }
}

#[test]
fn layouts() {
    let layouts = small_layouts().chain(boundary_layouts()).step_by(one_in(5));
    layouts.for_each(|layout| reads_back(&layout.into()));
}

#[test]
fn layouts_over_a_basis() {
    let strides = [basis(1, &[0]), basis(-2, &[1]), basis(3, &[1, 0]), int(0), int(5)];
    let stride = |atom: &TupleLeaf| match atom {
        TupleLeaf::Basis(stride) => HTuple::Leaf(stride.clone()),
        TupleLeaf::Int(int) => int.clone().into(),
        TupleLeaf::Vector(_) | TupleLeaf::All => unreachable!("no stride of one term"),
    };
    let mut count = 0;
    for (a, b) in strides.iter().flat_map(|a| strides.iter().map(move |b| (a, b))) {
        let shape = HTuple::Tuple([4, 3].map(|s| HTuple::Leaf(Int::new(s))).to_vec());
        let of = HTuple::Tuple(vec![stride(a), stride(b)]);
        // Strides are all integers, or none.
        if let Ok(layout) = Layout::new(shape, of) {
            reads_back(&layout.into());
            count += 1;
        }
    }
    assert!(count > 12, "{count} layouts");
}

#[test]
fn strides_of_several_terms() {
    let scales = [-3, -1, 0, 1, 2];
    let axes: [&[usize]; 3] = [&[0], &[1, 0], &[1, 2]];
    let term = |scale, path: &[usize]| {
        Vector::from(Stride::basis(Int::new(scale), path.iter().copied().collect()))
    };
    let mut count = 0;
    for (a, b) in scales.into_iter().flat_map(|a| scales.map(|b| (a, b))) {
        let sum = |x: Vector, y: Vector| x.plus(&y).expect("a sum");
        let first = sum(sum(term(a, axes[0]), term(b, axes[1])), term(a, axes[2]));
        let second = sum(term(b, axes[0]), term(-a, axes[2]));
        for shape in [[4, 3], [1, 5]] {
            let shape = HTuple::Tuple(shape.map(|s| HTuple::Leaf(Int::new(s))).to_vec());
            let strides =
                HTuple::Tuple([&first, &second].map(|it| HTuple::Leaf(it.clone())).to_vec());
            let layout = Value::from(Layout::of(shape, strides).expect("a layout"));
            count += usize::from(matches!(layout, Value::Vectors(_)));
            reads_back(&layout);
        }
    }
    assert!(count > 30, "{count} layouts");
}

#[test]
fn tilers_by_mode() {
    for tiler in nested(&tilers(), Tiler::Modes) {
        let Tiler::Modes(modes) = tiler else { unreachable!("nested") };
        reads_back(&Value::Tiler(modes));
    }
}

#[test]
fn swizzled_layouts() {
    let swizzles =
        (0..3i128).flat_map(|b| (0..2i128).flat_map(move |m| (-3..4).map(move |s| (b, m, s))));
    for (b, m, s) in swizzles {
        let Ok(swizzle) = Swizzle::new(b, m, s) else { continue };
        reads_back(&Value::Swizzle(swizzle));
        for of in [
            "(4,8):(8,1)",
            "8 o 32:1",
            "Sw<1,0,2> o 3 o (4,(2,2)):(4,(1,2))",
            "64:1 o -2 o Sw<1,1,1>",
        ] {
            let text = format!("{swizzle} o {of}");
            if let Ok(value) = eval(&text, everything()) {
                reads_back(&value);
            }
            if let Ok(value) = eval(&format!("slice((1,_), (64,8):(8,1) o {text})"), everything()) {
                reads_back(&value);
            }
        }
    }
}

#[test]
fn lists_by_their_items() {
    for text in [
        "slice_and_offset((2,_), (4,8):(8,1))",
        "eval((2,2):(2,1))",
        "domain_offset(5, Sw<3,0,3> o 64:2)",
    ] {
        let value = eval(text, everything()).expect("a value");
        assert!(matches!(value, Value::List(_)));
        reads_back(&value);
    }
}

/// With symbols, under what a value assumes.
#[test]
fn symbols() {
    for text in [
        "<m / 2,4:1>",
        "(m,4:1)",
        "<(m,n),_>",
        "((m,2),n:1)",
        "(m,n):(-n,1)",
        "((m,2),n)",
        "m * n + 1",
        "-(m + 1)",
        "make_identity_layout((m,n))",
    ] {
        let proved = |text: &str| {
            let parsed = parse_expression(text.parse().expect("tokens")).expect("an expression");
            prove(&parsed, &Scope::new()).unwrap_or_else(|error| panic!("{text}: {error:?}"))
        };
        let first = proved(&format!("#[allow(non_injective)] {text}"));
        let conditions = first.obligations.iter().map(|o| o.condition.assumption());
        let assume = conditions.collect::<Vec<_>>().join(", ");
        let written = match &first.value {
            Value::Tuple(_) => format!("take({}, 0, -1)", first.value),
            value => value.to_string(),
        };
        let again = proved(&format!("#[assume({assume})] #[allow(non_injective)] {written}"));
        assert_eq!(again.value.to_string(), first.value.to_string(), "{written}");
    }
}

/// A padded layout with its bounds, as `layout eval` prints them.
#[test]
fn bounds_of_padding() {
    let proved = |text: &str| {
        let parsed = parse_expression(text.parse().expect("tokens")).expect("an expression");
        prove(&parsed, &Scope::new()).map_err(|error| format!("{text}: {error:?}"))
    };
    let written = |evaluated: &Evaluated| match evaluated.bounds.is_everywhere() {
        true => evaluated.notation(),
        false => format!("{} in bounds {}", evaluated.notation(), evaluated.bounds),
    };
    let (mut padded, mut unknown) = (0, 0);
    let layouts = small_layouts().step_by(one_in(97)).map(|layout| layout.to_string());
    let others = ["(row: 10, col: 13):(13,1)", "Sw<1,0,2> o 0 o (10,13):(16,1)", "(m,n):(n,1)"];
    for layout in layouts.chain(others.map(str::to_owned)) {
        for operation in [
            "logical_divide({}, 3)",
            "zipped_divide({}, (3,4))",
            "coalesce(zipped_divide({}, (4,5)))",
            "select(zipped_divide({}, (3,2)), 1, 0)",
        ] {
            let text = format!("#[allow(padding)] {}", operation.replace("{}", &layout));
            let Ok(first) = proved(&text) else { continue };
            padded += usize::from(!first.bounds.is_everywhere());
            unknown += usize::from(first.bounds == Bounds::Unknown);
            let conditions = first.conditions().into_iter().map(|it| it.assumption());
            let conditions = conditions.collect::<Vec<_>>().join(", ");
            let assume = if conditions.is_empty() {
                String::new()
            } else {
                format!("#[assume({conditions})] ")
            };
            let again = proved(&format!("{assume}{}", written(&first)));
            let again = again.unwrap_or_else(|error| panic!("{text}: {error}"));
            assert_eq!(written(&again), written(&first), "{text}");
            if first.symbols.is_empty() {
                assert_eq!((&again.value, &again.bounds), (&first.value, &first.bounds), "{text}");
            }
        }
    }
    assert!(padded > 100, "{padded} padded layouts, {unknown} of unknown bounds");
    // A bound says what it is of, and an operand may have bounds.
    let sliced =
        proved("slice((_,2), ((4,3):(1,4) in bounds (4,3):(1,4) < 10))").expect("a layout");
    assert_eq!(written(&sliced), "(4):(1) in bounds (4):(1) < 2");
    for (text, message) in [
        (
            "(4,3):(1,4) in bounds (4,4):(1,4) < 10",
            "the bound is of coordinates (4,4), and the layout has (4,3)",
        ),
        ("(4,3):(1,4) in bounds (4,3):(1,-4) < 10", "a bound has a stride that may be negative"),
        ("true in bounds 4:1 < 2", "only a layout has bounds"),
    ] {
        let error = proved(text).expect_err(text);
        assert!(error.contains(message), "{error}");
    }
}

fn tiler() -> impl Strategy<Value = Tiler> {
    let leaf = prop_oneof![
        Just(Tiler::All),
        (1..9i128).prop_map(|n| Tiler::Size(Int::new(n))),
        large_layout().prop_map(Tiler::Layout),
    ];
    leaf.prop_recursive(4, 24, 4, |inner| prop::collection::vec(inner, 0..4).prop_map(Tiler::Modes))
}

fn atoms() -> impl Strategy<Value = HTuple<TupleLeaf>> {
    let atom = prop_oneof![
        any::<i64>().prop_map(|n| int(n.into())),
        Just(TupleLeaf::All),
        (1..9i128, prop::collection::vec(0..5usize, 1..4)).prop_map(|(n, path)| basis(n, &path)),
    ];
    atom.prop_map(HTuple::Leaf).prop_recursive(4, 24, 4, |inner| {
        prop::collection::vec(inner, 0..4).prop_map(HTuple::Tuple)
    })
}

proptest! {
    #[test]
    fn random_values(layout in large_layout(), tiler in tiler(), tuple in atoms()) {
        reads_back(&layout.into());
        if let Tiler::Modes(modes) = tiler {
            reads_back(&Value::Tiler(modes));
        }
        reads_back(&tuple.into());
    }
}
