//! What is computed for a layout, before it becomes Rust.

use std::fmt::Write;

use layout_codegen::{Value, plan};

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
];

#[test]
fn plans_read_well() {
    let mut plans = String::new();
    for text in LAYOUTS {
        let value = eval(text, everything()).expect("a value");
        let Value::Layout(layout) = value else { panic!("no layout: {text}") };
        let plan = plan(&layout).expect("a plan");
        writeln!(plans, "{text} is {plan}").expect("a string");
    }
    insta::with_settings!({ omit_expression => true }, {
        insta::assert_snapshot!("plans", plans);
    });
}
