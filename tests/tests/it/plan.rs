//! What is computed for a layout, before it becomes Rust.

use std::fmt::Write;

use layout_codegen::{Value, plan, plan_composed};

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
