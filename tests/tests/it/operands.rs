//! The operands that operations take, and the operation that an error names.

use std::collections::BTreeSet;

use layout_codegen::{Allow, operation_names};
use layout_tests::{all_cases, one_in};

use crate::language::{eval, everything};

#[track_caller]
fn answers(cases: &[(&str, &str)]) {
    for (expression, value) in cases {
        let found = eval(expression, Allow::default());
        assert_eq!(found.map(|found| found.to_string()).as_deref(), Ok(*value), "{expression}");
    }
}

#[track_caller]
fn refused(cases: &[(&str, &str)]) {
    for (expression, words) in cases {
        let message = eval(expression, Allow::default()).expect_err(expression);
        assert!(message.contains(words), "{expression}: {message}");
    }
}

#[test]
fn a_coordinate_of_one_shape_is_one_of_another_of_its_size() {
    answers(&[
        ("crd2crd((3,2), (4,6), (2,12))", "(1,5)"),
        ("crd2crd((3,2), (4,6), (2,3,4))", "(1,2,1)"),
        ("crd2crd((1,2), (4,6), ((2,2),6))", "((1,0),2)"),
        ("crd2crd(9, 24, (4,6))", "(1,2)"),
    ]);
    refused(&[
        ("crd2crd(9, 24, (4,5))", "24 has size 24, but (4,5) has size 20"),
        ("crd2crd((1,2), (4,6), (2,13))", "(4,6) has size 24, but (2,13) has size 26"),
        ("crd2crd((1,2,0), (4,6), (2,12))", "(1,2,0) is not a coordinate of (4,6)"),
        ("crd2crd((5,2), (4,6), (2,12))", "coordinate 5 is outside of 4"),
    ]);
}

#[test]
fn what_does_not_fit_is_blamed_for_what_it_is() {
    refused(&[
        ("idx2crd(5, (4,8), (1,4,8))", "stride (1,4,8) is not congruent to shape (4,8)"),
        ("idx2crd((1,2), (4,8), 1)", "stride 1 is not congruent to shape (4,8)"),
        ("idx2crd(5, 4, (1,2))", "stride (1,2) is not congruent to shape 4"),
        ("idx2crd(5, (4,(2,3)), (1,(4,8,16)))", "stride (4,8,16) is not congruent to shape (2,3)"),
        ("idx2crd((1,2,3), (4,8), (1,4))", "(1,2,3) is not a coordinate of (4,8)"),
        ("crd2idx((1,2), (4,8), (1,4,8))", "stride (1,4,8) is not congruent to shape (4,8)"),
        ("crd2idx((1,2), (4,8), 1)", "stride 1 is not congruent to shape (4,8)"),
        ("crd2idx((1,2,3), (4,8), (1,4))", "(1,2,3) is not a coordinate of (4,8)"),
    ]);
}

/// `crd2idx` of a coordinate with `_` is where its slice begins, as in CuTe, whose `Underscore` is an `Int<0>`.
#[test]
fn an_underscore_counts_0_in_an_offset() {
    answers(&[
        ("crd2idx((2,_), (8,8):(8,1))", "16"),
        ("crd2idx((2,_), (8,8), (8,1))", "16"),
        ("crd2idx(((1,_),(_,0)), ((3,2),(6,2)):((4,1),(2,100)))", "4"),
        ("crd2idx((_,3), (4,6):(1@0+1@1,2@0))", "(6,0)"),
        ("crd2idx((_,3), (4,8))", "12"),
        ("crd2idx(_, (4,8):(8,1))", "0"),
        ("crd2idx((3,_), Sw<2,0,3> o 0 o (8,8):(8,1))", "27"),
    ]);
    for layout in ["(4,8):(8,1)", "((2,2),8):((1,16),2)", "(4,(2,3)):(1@0,(4@0,1@1))"] {
        for at in ["(_,_)", "(1,_)", "(_,1)", "(3,5)"] {
            let offset = eval(&format!("get(slice_and_offset({at}, {layout}), 1)"), everything());
            let found = eval(&format!("crd2idx({at}, {layout})"), everything());
            assert_eq!(found, offset, "{at} in {layout}");
        }
    }
}

#[test]
fn predicates_take_composed_layouts() {
    answers(&[
        ("is_bijective(Sw<3,3,3> o 0 o (8,64):(64,1))", "true"),
        ("is_bijective(Sw<2,0,2> o 0 o 5:1)", "false"),
        ("is_bijective(Sw<2,0,2> o 16 o 16:1)", "false"),
        ("is_contiguous(Sw<2,0,2> o 16 o 16:1)", "true"),
        ("is_contiguous(Sw<2,0,2> o 0 o 5:1)", "false"),
        ("is_contiguous(Sw<3,4,3> o 0 o (1024,1024,1024):(1,1024,1048576))", "true"),
        ("is_compact(Sw<2,0,2> o 0 o (16,4):(1,0))", "true"),
        ("is_compact(Sw<2,0,2> o 0 o (5,4):(1,0))", "false"),
        ("is_contiguous(16:1 o 0 o Sw<1,0,2> o 0 o 8:1)", "true"),
        ("functionally_equal(Sw<3,3,3> o 0 o 64:1, 64:1)", "true"),
        ("functionally_equal(128:1, Sw<3,3,3> o 0 o 128:1)", "false"),
        ("functionally_equal(Sw<3,3,3> o 0 o (8,64), Sw<3,3,3> o 0 o 512:1)", "true"),
        ("functionally_equal(Sw<3,3,3> o 0 o 64:1, 65:1)", "false"),
        ("functionally_equal(Sw<0,4,3>, Sw<0,0,1>)", "true"),
        ("functionally_equal(Sw<2,0,2>, Sw<2,0,3>)", "false"),
    ]);
    refused(&[
        ("is_bijective(Sw<3,0,3>)", "expected a layout"),
        ("functionally_equal(Sw<3,0,3>, 64:1)", "Sw<3,0,3> has no shape"),
    ]);
}

#[test]
fn profiles_and_tilers_stand_where_they_mean_something() {
    answers(&[
        ("coalesce(((2,2),(2,4)):((1,2),(4,8)), (_,1))", "(4,8):(1,4)"),
        ("coalesce(((2,2),(2,4)):((1,2),(4,8)), _)", "32:1"),
        ("coalesce(((2,2),(2,4)):((1,2),(4,8)), ((_,_),_))", "((2,2),8):((1,2),4)"),
        ("filter(((2,2),(2,4)):((1,2),(0,8)), (_,1))", "(4,4):(1,8)"),
        ("ceil_div((10,6), <4:1,2:1>)", "(3,3)"),
        ("ceil_div((10,6), <4,4>)", "(3,2)"),
        ("ceil_div((10,12,5), <4,3:2>)", "(3,(2,2),5)"),
        ("ceil_div((10,6), 4:1)", "18"),
        ("elem_scale((1,2,3), 4)", "(4,8,12)"),
        ("elem_scale((2,(3,4)), (5,2))", "(10,(6,8))"),
        ("compact_col_major((2,(3,4)), (5,7))", "(5,(7,21))"),
        ("compact_row_major((2,(3,4)), (5,(7,1)))", "(5,(7,1))"),
        ("compact_row_major((2,(3,4)), (5,7))", "(5,(28,7))"),
        ("compact_col_major((2,(3,4)), 5)", "(5,(10,30))"),
    ]);
    refused(&[
        ("coalesce((2,4), 8:1)", "expected a profile: an integer, `_`, or a tuple of these"),
        ("compact_col_major((2,(3,4)), (5,7,9))", "(2,(3,4)) and (5,7,9) differ in rank"),
        ("compact_col_major(2, (5,7))", "2 and (5,7) differ in rank"),
        ("ceil_div((10,6), <_,4>)", "`_` stands for a whole mode"),
        ("ceil_div((10,6), <2,2,2>)", "has 3 modes"),
        ("zipped_divide((4,8):(8,1), <_,4:1>)", "4 makes the whole mode a tile, 1 a rest"),
    ]);
    // What that error proposes.
    answers(&[
        ("zipped_divide((4,8):(8,1), <4,4:1>)", "((4,4),(1,2)):((8,1),(0,4))"),
        ("zipped_divide((4,8):(8,1), <1,4:1>)", "((1,4),(4,2)):((0,1),(8,4))"),
    ]);
}

#[test]
fn modes_of_which_one_is_swizzled_are_those_of_one_layout_where_they_add_up() {
    answers(&[
        ("make_layout(Sw<2,0,2> o 0 o 16:1, 3:16)", "Sw<2,0,2> o 0 o (16,3):(1,16)"),
        ("make_layout(3:16, Sw<2,0,2> o 0 o 16:1)", "Sw<2,0,2> o 0 o (3,16):(16,1)"),
        ("concat((2,3):(64,128), Sw<2,0,2> o 0 o 16:1)", "Sw<2,0,2> o 0 o ((2,3),16):((64,128),1)"),
        (
            "make_layout(Sw<2,0,2> o 16 o 16:1, Sw<2,0,2> o 64 o 3:128)",
            "Sw<2,0,2> o 80 o (16,3):(1,128)",
        ),
        (
            "make_layout(Sw<3,4,3> o 0 o (1024,1024):(1,1024), 1024:1048576)",
            "Sw<3,4,3> o 0 o ((1024,1024),1024):((1,1024),1048576)",
        ),
    ]);
    refused(&[
        (
            "make_layout(Sw<2,0,2> o 0 o 16:1, 3:8)",
            "Sw<2,0,2> o 0 o (16,3):(1,8) at (0,1) is 10, but they add up to 8",
        ),
        ("make_layout(16:1, Sw<2,0,2> o 0 o 3:16, Sw<2,0,2>)", "Sw<2,0,2> has no shape"),
    ]);
}

#[test]
fn vectors_are_the_longest_that_no_swizzle_tears() {
    answers(&[
        ("max_common_vector(16:1 o 0 o Sw<1,0,5> o 0 o 16:1, 16:1)", "16"),
        ("max_common_vector((4,4):(4,1) o 0 o Sw<2,1,3> o 0 o (4,4):(1,4), (4,4):(4,1))", "16"),
        ("max_common_vector(Sw<2,1,3> o 0 o 16:1, 16:1)", "16"),
        ("max_common_vector(Sw<2,1,3> o 0 o 64:1, 64:1)", "2"),
        ("max_common_vector(Sw<1,0,-1> o 0 o 2:3, 2:1)", "2"),
        ("max_common_layout(Sw<3,4,3> o 0 o (8,64):(64,1), (8,64):(64,1))", "16:8"),
        ("max_common_vector(Sw<3,3,3> o 0 o (1024,1024):(1,1024), (1024,1024):(1,1024))", "8"),
        ("max_common_vector(Sw<3,3,3> o 0 o (96,3000):(1,96), (96,3000):(1,96))", "8"),
        ("max_common_layout(Sw<3,0,3> o 0 o 64:1, Sw<3,0,3> o 0 o 64:1)", "64:1"),
        // In the second columns the two swizzles change different elements.
        ("max_common_vector(Sw<3,0,3> o 0 o (8,8):(1,8), Sw<3,0,3> o 0 o (8,8):(1,16))", "1"),
        // 4 is none of the offsets 0, 1, 2, 3, 5.
        ("max_common_vector(Sw<2,0,2> o 0 o 5:1, Sw<2,0,2> o 0 o 5:1)", "1"),
        ("max_common_layout(Sw<0,3,1> o 4 o 8:1, 16:1)", "8:1"),
        ("max_common_vector(7:1, 16:1)", "7"),
        ("nullspace(Sw<2,1,3> o 1 o (2,3):(1,0))", "3:2"),
    ]);
}

#[test]
fn recast_of_symbols_asks_for_whole_elements() {
    use layout_codegen::{Scope, parse_expression, prove};
    for (text, value, obligations) in [
        ("recast(n:1, 16, 32)", "n / 2:1", "1 <= n, n % 2 == 0"),
        ("upcast((m,n):(n,1), 2)", "(m,n / 2):(n / 2,1)", "1 <= m, 1 <= n, n % 2 == 0"),
        ("recast((m,n):(n,1), 8, 16)", "(m,n / 2):(n / 2,1)", "1 <= m, 1 <= n, n % 2 == 0"),
        ("#[assume(n % 16 == 0)] recast((m,n):(n,1), 8, 16)", "(m,n / 2):(n / 2,1)", ""),
        ("upcast((m,4):(4,1), 8)", "(m / 2,1):(1,1)", "1 <= m, m % 2 == 0"),
        ("recast((m,8):(8,1), 8, 16)", "(m,4):(4,1)", "1 <= m"),
        ("functionally_equal(Sw<3,0,3> o 0 o (m,64), Sw<3,0,3> o 0 o (m,64))", "true", "1 <= m"),
    ] {
        let parsed = parse_expression(text.parse().expect("tokens")).expect("an expression");
        let found = prove(&parsed, &Scope::new()).unwrap_or_else(|why| panic!("{text}: {why:?}"));
        assert_eq!(found.value.to_string(), value, "{text}");
        let needs: Vec<_> =
            found.obligations.iter().map(|need| need.condition.assumption()).collect();
        if !text.starts_with('#') {
            assert_eq!(needs.join(", "), obligations, "{text}");
        }
    }
}

/// Operands of every kind, some of which fit nowhere.
const OPERANDS: &[&str] = &[
    "0",
    "2",
    "-3",
    "n",
    "_",
    "(2,(3,4))",
    "(1,_)",
    "1@0",
    "(4,8):(8,1)",
    "(3,5):(-1,2)",
    "4:0",
    "(4,8):(1@0,1@1)",
    "170141183460469231731687303715884105727:2",
    "Sw<3,0,3>",
    "Sw<3,0,3> o 4 o (8,8):(8,1)",
    "Sw<1,5,-30> o 1 o (5,7):(4,12820)",
    "(8,8):(8,1) o -4 o Sw<3,0,3>",
    "4:2 o 1 o Sw<1,0,1> o 0 o 4:1",
    "<4:1,2:1>",
    "<_,3>",
    "LayoutRight",
    "true",
    "i128",
];

#[test]
fn an_error_names_no_operation_that_is_not_written() {
    let names: BTreeSet<&str> = operation_names().collect();
    let mut wrong = BTreeSet::new();
    let mut errors = 0;
    let mut check = |expression: &str| {
        for allow in [Allow::default(), everything()] {
            let Err(message) = eval(expression, allow) else { continue };
            errors += 1;
            for line in message.lines() {
                let Some((named, _)) = line.split_once(": ") else { continue };
                let is_operator = named == "composition" && expression.contains(" o ");
                let is_written = is_operator || expression.starts_with(&format!("{named}("));
                if names.contains(named) && !is_written {
                    wrong.insert(format!("{expression}: {message}"));
                }
            }
        }
    };
    for operand in OPERANDS {
        check(operand);
    }
    let step = one_in(18);
    for (k, name) in names.iter().enumerate() {
        for (i, first) in OPERANDS.iter().enumerate() {
            check(&format!("{name}({first})"));
            // In CI one of the second operands in eighteen, another one for the next operation.
            for (j, second) in OPERANDS.iter().enumerate().skip((i + k) % step).step_by(step) {
                check(&format!("{name}({first}, {second})"));
                let third = OPERANDS[(5 * i + 7 * j) % OPERANDS.len()];
                check(&format!("{name}({first}, {second}, {third})"));
            }
        }
    }
    let least = if all_cases() { 15_000 } else { 3_000 };
    assert!(errors > least, "{errors} errors");
    assert!(wrong.is_empty(), "{} of {errors}: {wrong:#?}", wrong.len());
}

#[test]
fn a_function_without_a_shape_has_no_coordinates_that_could_collide() {
    answers(&[("right_inverse(Sw<3,0,3> o 4 o (8,8):(8,1))", "(8,8):(8,1) o -4 o Sw<3,0,3>")]);
}
