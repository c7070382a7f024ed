//! Plans: the arithmetic of a layout, before it becomes Rust.

use std::fmt::Write;

use layout_algebra::{ComposedLayout, HTuple, Int, IntTuple, Layout, Stride, Swizzle, ops};
use layout_codegen::{
    Plan, Scope, Value, parse_expression, plan, plan_composed, plan_evaluated, prove,
};
use proptest::prelude::*;

use crate::language::{eval, everything};

/// One layout for each thing that a plan may simplify.
const LAYOUTS: &[&str] = &[
    "8:1",
    "(8):(1)",
    "4:0",
    "1:0",
    "4:-3",
    "(4,8):(8,1)",
    "(4,8):(1,4)",
    "(4,8):(1,0)",
    "(4,1,8):(1,9,4)",
    "(3,6):(1,1)",
    "(2,(2,2)):(4,(2,1))",
    "((2,2),(2,2)):((1,4),(2,8))",
    "((2,4),(4,2)):((8,16),(1,4))",
    "(((2,2)),2):(((1,2)),4)",
    "(4,3):(-1,4)",
    "(5,7,3):(21,3,1)",
    "logical_divide((128,64):(64,1), (32,16))",
    "zipped_divide((128,64):(64,1), (32,16))",
    "logical_product((2,2):(2,1), 6)",
    "complement(4:2, 24)",
    "make_ordered_layout((2,3,4), (2,0,1))",
    "(2,4611686018427387903):(1,2)",
    // Padded, blocked, raked, a fragment of a tensor core, Morton's order.
    "(32,32):(33,1)",
    "((4,32),(4,32)):((1,16),(4,512))",
    "((4,32),8):((256,1),32)",
    "((4,8),(2,2,2)):((32,1),(16,8,128))",
    "((2,2,2),(2,2,2)):((1,4,16),(2,8,32))",
    // Divisions: narrow, of 32 bits, wide; digits and flows in one.
    "((3,4),(5,7)):((1,15),(3,60))",
    "(7,8,9):(72,1,8)",
    "(16,6,32):(6,1,96)",
    "(300000007,30):(30,1)",
    // Swizzles: folded, and after a sum.
    "Sw<3,4,3> o 0 o (8,64):(64,1)",
    "composition(Sw<3,4,3>, (128,64):(64,1))",
    "Sw<2,0,-3> o 64 o (4,8):(8,1)",
    "Sw<2,0,3> o 1 o (4,8):(8,1)",
    "Sw<3,0,3> o 0 o (5,7):(7,1)",
    "composition(Sw<1,0,2>, Sw<1,1,2> o 0 o (4,8):(8,1))",
];

/// Layouts with symbols.
const SYMBOLIC: &[&str] = &[
    "(m,n):(n,1)",
    "(m,n)",
    "(m,(n,4)):(1,(m,m * n))",
    "logical_divide((m,n):(n,1), (32,16))",
    "zipped_divide((m,n):(1,ld), (BM,BK))",
    "#[assume(m % 128 == 0, n <= 4096)] tiled_divide((m,n):(n,1), (128,n))",
    "#[allow(padding)] logical_divide((m):(1), 128)",
    "#[allow(padding)] zipped_divide((m,n):(n,1), (32,bn))",
    "#[allow(padding)] get(zipped_divide((m,40):(40,1), (32,20)), 0)",
    "#[allow(padding)] logical_product(logical_divide((m):(1), 128), 2)",
    "tile_to_shape((8,64):(64,1), (m,64))",
    "right_inverse((m,n):(n,1))",
    "(m,n):(a,b)",
    "(4,8):({ SIDE + 1 },1)",
];

#[test]
fn plans_of_symbols_read_well() {
    let mut plans = String::new();
    for text in SYMBOLIC {
        let parsed = parse_expression(text.parse().expect("tokens")).expect("an expression");
        let evaluated = prove(&parsed, &Scope::new()).expect("a value");
        let plan = plan_evaluated(&evaluated).expect("a layout").expect("a plan");
        writeln!(plans, "{text}\n= {plan}").expect("a string");
    }
    insta::assert_snapshot!(plans);
}

#[test]
fn plans_read_well() {
    let mut plans = String::new();
    for text in LAYOUTS {
        let value = eval(text, everything()).expect("a value");
        let plan = match value {
            Value::Layout(layout) => plan(&layout).expect("a plan"),
            Value::Composed(layout) => plan_composed(&layout).expect("a plan"),
            _ => panic!("no layout: {text}"),
        };
        writeln!(plans, "{text} is {plan}").expect("a string");
    }
    insta::with_settings!({ omit_expression => true }, {
        insta::assert_snapshot!("plans", plans);
    });
}

/// Layouts whose functions read otherwise where they are those of a struct.
const NAMED: &[&str] = &[
    "((4,32),(4,32)):((1,16),(4,512))",
    "((4,8),(2,2,2)):((32,1),(16,8,128))",
    "((3,4),(5,7)):((1,15),(3,60))",
    // Fields that change places, Morton's orders.
    "(4,4,4):(1,16,4)",
    "((2,2,2),(2,2,2)):((1,4,16),(2,8,32))",
    "((2,2,2,2,2,2),(2,2,2,2,2,2)):((1,4,16,64,256,1024),(2,8,32,128,512,2048))",
    // A swizzle that reads what is not shifted yet.
    "Sw<3,4,3> o 0 o ((8,16),(64,1)):((64,512),(1,0))",
];

#[test]
fn plans_of_structs_read_well() {
    let mut plans = String::new();
    for text in NAMED {
        let value = eval(text, everything()).expect("a value");
        let plan = match value {
            Value::Layout(layout) => plan(&layout).expect("a plan"),
            Value::Composed(layout) => plan_composed(&layout).expect("a plan"),
            _ => panic!("no layout: {text}"),
        };
        writeln!(plans, "{text} is {}", plan.factored()).expect("a string");
    }
    insta::assert_snapshot!(plans);
}

/// The extents of one mode: powers of two, small numbers and large ones.
fn extents() -> impl Strategy<Value = Vec<i128>> {
    let power = (0..12u32).prop_map(|bits| 1 << bits);
    let extent = prop_oneof![4 => power, 3 => 1..12i128, 1 => 100..100_000i128];
    prop::collection::vec(extent, 1..4)
}

fn strides() -> impl Strategy<Value = i128> {
    let power = (0..24u32).prop_map(|bits| 1 << bits);
    prop_oneof![4 => power, 2 => -9..9i128, 1 => -1_000_000..1_000_000i128]
}

/// A layout of some modes, half of the time with the strides of a permutation.
fn layouts() -> impl Strategy<Value = Layout> {
    let modes = prop::collection::vec(extents(), 1..4);
    let size = |modes: &Vec<Vec<i128>>| modes.iter().flatten().product::<i128>();
    let modes = modes.prop_filter("a size of 62 bits", move |modes| size(modes) < 1 << 50);
    modes
        .prop_flat_map(|modes| {
            let count = modes.iter().flatten().count();
            let order = Just((0..count).collect::<Vec<_>>()).prop_shuffle();
            let random = prop::collection::vec(strides(), count);
            (Just(modes), order, random, any::<bool>())
        })
        .prop_map(|(modes, order, random, compact)| {
            let extents: Vec<i128> = modes.iter().flatten().copied().collect();
            let mut strides = random;
            if compact {
                let mut next = 1;
                for leaf in order {
                    strides[leaf] = next;
                    next *= extents[leaf];
                }
            }
            let mut rest = strides.into_iter();
            let (mut shapes, mut steps) = (Vec::new(), Vec::new());
            for mode in modes {
                let leaves = mode.iter().map(|&extent| HTuple::Leaf(Int::new(extent)));
                shapes.push(HTuple::Tuple(leaves.collect()));
                let leaves =
                    mode.iter().map(|_| Stride::from(Int::new(rest.next().expect("a stride"))));
                steps.push(HTuple::Tuple(leaves.map(HTuple::Leaf).collect()));
            }
            Layout::new(HTuple::Tuple(shapes), HTuple::Tuple(steps)).expect("congruent")
        })
}

/// The functions of a plan at the 1-D coordinate `i` below the size.
fn check_at(plan: &Plan, layout: &Layout, i: u64, offset: i128) -> Result<(), TestCaseError> {
    check_plan_at(plan, layout, i, offset)?;
    check_plan_at(&plan.clone().factored(), layout, i, offset)
}

fn check_plan_at(plan: &Plan, layout: &Layout, i: u64, offset: i128) -> Result<(), TestCaseError> {
    let mut rest = i;
    let mut digit = |extent: u64| {
        let digit = rest % extent;
        rest /= extent;
        digit
    };
    let digits: Vec<u64> = plan.leaves().iter().map(|leaf| digit(leaf.extent)).collect();
    let (mut modes, mut first) = (Vec::new(), 0);
    for mode in layout.modes() {
        let (mut coordinate, mut times) = (0, 1);
        let next = first + mode.shape().leaf_count();
        for (digit, leaf) in digits[first..next].iter().zip(&plan.leaves()[first..next]) {
            coordinate += digit * times;
            times *= leaf.extent;
        }
        first = next;
        modes.push(coordinate);
    }
    prop_assert_eq!(i128::from(plan.index.evaluate(&[i])), offset, "{} at {}", plan, i);
    prop_assert_eq!(i128::from(plan.at.evaluate(&modes)), offset, "{} at {:?}", plan, modes);
    prop_assert_eq!(i128::from(plan.at_flat.evaluate(&digits)), offset, "{} at {:?}", plan, digits);
    Ok(())
}

fn at(i: u64) -> IntTuple {
    HTuple::Leaf(Int::new(i.into()))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(4_000))]

    #[test]
    fn large_plans_equal_the_algebra(
        layout in layouts(),
        places in prop::collection::vec(any::<u64>(), 8),
    ) {
        let plan = plan(&layout).expect("a plan");
        for i in places.into_iter().map(|place| place % plan.size).chain([plan.size - 1]) {
            let HTuple::Leaf(offset) = ops::evaluate(&at(i), &layout).expect("an offset") else {
                panic!("no integer")
            };
            check_at(&plan, &layout, i, offset.known().expect("known"))?;
        }
    }

    #[test]
    fn large_swizzled_plans_equal_the_algebra(
        layout in layouts(),
        (bits, base, up) in (0..4i128, 0..5i128, any::<bool>()),
        offset in prop_oneof![Just(0), Just(1 << 40), -100..100i128],
        places in prop::collection::vec(any::<u64>(), 8),
    ) {
        let shift = if up { bits + 1 } else { -bits };
        let swizzle = Swizzle::new(bits, base, shift).expect("a swizzle");
        let composed = ComposedLayout::new(swizzle, Int::new(offset), layout.clone()).expect("integers");
        // The range of some is not decided.
        let Ok(plan) = plan_composed(&composed) else { return Ok(()) };
        for i in places.into_iter().map(|place| place % plan.size).chain([plan.size - 1]) {
            let offset = ops::swizzled::evaluate(&at(i), &composed).expect("an offset");
            check_at(&plan, &layout, i, offset.known().expect("known"))?;
        }
    }
}
