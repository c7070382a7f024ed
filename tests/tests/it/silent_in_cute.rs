//! Expressions that CuTe accepts in silence although they are wrong, or rarely meant: here each is
//! refused, with the token, or answered right.

use layout_codegen::Allow;

use crate::invocation::mistakes;
use crate::language::{eval, everything};

/// The invocation has one mistake: the words of its message, and what is underlined.
#[track_caller]
fn refused(invocation: &str, underlined: &str, words: &str) {
    let mistakes = mistakes(invocation);
    let [mistake] = mistakes.as_slice() else { panic!("{invocation}: {mistakes:?}") };
    assert!(mistake.text.contains(words), "{invocation}: {}", mistake.text);
    assert_eq!(&invocation[mistake.range.clone()], underlined, "{invocation}");
}

/// As [`refused`], by a lint that lets it through; what is there then.
#[track_caller]
fn refused_unless_allowed(expression: &str, underlined: &str, words: &str, allowed: &str) {
    refused(&format!("layout!({expression})"), underlined, words);
    assert_eq!(eval(expression, everything()).unwrap().to_string(), allowed, "{expression}");
}

#[track_caller]
fn answers(cases: &[(&str, &str)]) {
    for (expression, value) in cases {
        let found = eval(expression, Allow::default());
        assert_eq!(found.map(|found| found.to_string()).as_deref(), Ok(*value), "{expression}");
    }
}

#[test]
fn incongruent_shape_and_stride_are_refused() {
    refused("layout!((4,8):(1,(2,3)))", "(2,3)", "stride (2,3) is not congruent to shape 8");
    refused("layout!((4,8):(1,4,32))", "(1,4,32)", "is not congruent to shape (4,8)");
    refused("layout!(8:(1,4))", "(1,4)", "is not congruent to shape 8");
    refused("layout!((4,8):2)", "2", "is not congruent to shape (4,8)");
}

#[test]
fn extents_below_zero_and_empty_shapes_are_refused() {
    refused("layout!((4,(2,-2)):(1,(4,8)))", "-2", "extent -2 is negative");
    refused("layout!((4,()):(1,()))", "()", "");
}

#[test]
fn a_size_that_overflows_is_refused() {
    answers(&[("size((65536,65536))", "4294967296")]);
    refused(
        "layout!((18446744073709551616,18446744073709551616):(1,1))",
        "18446744073709551616",
        "overflows",
    );
}

#[test]
fn a_coordinate_out_of_bounds_is_refused_unless_allowed() {
    let words = "coordinate 5 is outside of 4, which has 4 positions";
    refused_unless_allowed("crd2idx((5,1), (4,3):(3,1))", "5", words, "16");
    refused_unless_allowed("crd2idx(12, (4,3):(3,1))", "12", "12 is outside of (4,3)", "3");
    refused_unless_allowed("crd2idx((1,-1), (4,3):(3,1))", "-1", "-1 is outside of 3", "2");
    refused_unless_allowed("idx2crd(100, (4,(2,3)))", "100", "100 is outside", "(0,(1,12))");
    refused_unless_allowed("crd2crd(24, (4,6), (6,4))", "24", "24 is outside", "(0,4)");
    refused_unless_allowed("slice((4,_), (4,3):(3,1))", "4", "4 is outside of 4", "(3):(1)");
    refused_unless_allowed("eval_crd((4,3):(3,1), 0, 12)", "12", "12 is outside", "(0,3)");
    answers(&[("crd2idx((3,2), (4,3):(3,1))", "11"), ("crd2idx(11, (4,3):(3,1))", "11")]);
}

#[test]
fn a_composition_that_is_no_layout_is_refused() {
    refused("compose!((4,3):(3,1), (3,2):(1,3))", "(3,2):(1,3)", "is not a layout");
    refused("compose!((6,4):(4,1), (2,3):(3,2))", "(2,3):(3,2)", "is not a layout");
    refused("compose!((6,2):(1,7), (3,2):(2,3))", "(3,2):(2,3)", "is not a layout");
    refused("compose!((4,6,8):(2,3,5), 6:3)", "6:3", "equal steps does not divide 3");
    answers(&[
        ("(8,8):(8,1) o 6:3", "(3,2):(24,9)"),
        ("(2,4):(1,20) o 2:7", "2:61"),
        ("(4,6):(2,9) o 1:7", "1:18"),
    ]);
}

#[test]
fn a_composition_that_leaves_its_layout_is_refused_unless_allowed() {
    let words = "position 23 is outside of (4,3):(3,1), which has size 12";
    refused_unless_allowed("(4,3):(3,1) o 24:1", "24:1", words, "(4,6):(3,1)");
    let words = "position -7 is outside of (4,4):(4,1), which has size 16";
    refused_unless_allowed("(4,4):(4,1) o 8:-1", "8:-1", words, "(4,2):(-4,-1)");
    refused_unless_allowed("with_shape(4:1, 8)", "8", "position 7 is outside of 4:1", "8:1");
}

#[test]
fn a_divide_that_covers_more_than_its_layout_is_refused_unless_allowed() {
    refused_unless_allowed("logical_divide(10:1, 4)", "4", "cover 12 of 10", "(4,3):(1,4)");
    refused_unless_allowed("logical_divide(4:3, 8)", "8", "cover 8 of 4", "(8,1):(3,0)");
    refused("divide!(32:1, (2,2):(1,12))", "(2,2):(1,12)", "the tiles cover 48 of 32 positions");
}

#[test]
fn a_divide_that_leaves_positions_out_is_refused() {
    refused("divide!((8,4):(1,16), 2:3)", "2:3", "does not divide");
    refused("divide!(12:1, (2,2):(1,3))", "(2,2):(1,3)", "does not divide");
}

#[test]
fn a_complement_with_holes_is_refused_unless_allowed() {
    refused_unless_allowed(
        "complement((2,2):(1,3), 12)",
        "(2,2):(1,3)",
        "leaves offset 2 free",
        "2:6",
    );
    // Even where it reaches the cotarget.
    refused_unless_allowed(
        "complement((2,2):(1,3), 11)",
        "(2,2):(1,3)",
        "leaves offset 2 free",
        "2:6",
    );
    refused_unless_allowed("complement((2,2):(1,3))", "(2,2):(1,3)", "leaves offset 2 free", "1:0");
    answers(&[
        ("complement((2,2):(1,6), 24)", "(3,2):(2,12)"),
        ("complement(4:2, 19)", "(2,3):(1,8)"),
    ]);
}

#[test]
fn a_complement_or_inverse_of_negative_strides_is_refused() {
    refused("complement!(4:-1, 8)", "-1", "stride -1 is negative");
    let inverse = "left_inverse((1,4):(0,-1))";
    assert!(eval(inverse, Allow::default()).is_err(), "{inverse}");
}

#[test]
fn modes_that_interleave_have_no_complement() {
    refused("complement!((2,3):(1,1), 12)", "(2,3):(1,1)", "stride 1 is below 2");
    refused("complement!((2,2):(2,3), 19)", "(2,2):(2,3)", "stride 3 is below 4");
}

#[test]
fn an_order_that_is_given_twice_is_refused_unless_allowed() {
    let expression = "make_ordered_layout((2,3,4), (0,0,1))";
    refused_unless_allowed(expression, "0", "order 0 is given twice", "(2,3,4):(1,1,6)");
    refused("layout!(make_ordered_layout((2,3), (0,1,2)))", "(0,1,2)", "differ in rank");
}

#[test]
fn cosizes_are_those_of_the_offsets() {
    answers(&[
        ("cosize((4,3):(-1,4))", "12"),
        ("cosize(4:-1)", "4"),
        ("cosize(Sw<3,0,3> o 9:1)", "10"),
        ("cosize(Sw<2,0,-3> o 5:1)", "28"),
    ]);
}

#[test]
fn a_swizzle_as_a_layout_has_all_its_coordinates() {
    answers(&[("size(make_layout(Sw<3,0,3>))", "64")]);
}

#[test]
fn a_layout_after_a_swizzle_is_the_function_at_every_point() {
    answers(&[("(8,8):(8,1) o Sw<2,0,3>", "Sw<2,0,-3> o 0 o (8,8):(8,1)")]);
    let through = eval("(8,8):(4,1) o Sw<2,0,3>", everything()).unwrap().to_string();
    assert_eq!(through, "(8,8):(4,1) o 0 o Sw<2,0,3> o 0 o (8,8):(1,8)");
}

#[test]
fn an_element_that_a_stride_cuts_is_refused() {
    refused("layout!(upcast((4,4):(1,3), 2))", "3", "neither of 3 and 2 divides the other");
    refused("layout!(upcast((4,4):(1,6), 4))", "6", "neither of 6 and 4 divides the other");
    refused("layout!(downcast((4,4):(2,8), 2))", "(2,8)", "no mode of (4,4):(2,8) has stride 1");
}

#[test]
fn a_coordinate_that_the_offset_does_not_have_is_refused() {
    refused(
        "layout!(get_hier_coord((4,3):(4,1), 3))",
        "3",
        "no coordinate of (4,3):(4,1) has offset 3",
    );
}

#[test]
fn threads_without_elements_or_with_those_of_others_are_refused() {
    let matrix = "(8,12):(12,1)";
    refused(
        &format!("layout!(local_partition({matrix}, (2,2):(1,4), 0))"),
        "(2,2):(1,4)",
        "no coordinate of (2,2):(1,4) has offset 2",
    );
    refused(
        &format!("layout!(local_partition({matrix}, (2,2):(1,1), 0))"),
        "1",
        "(1,0) and (0,1) share offset 1",
    );
    refused(
        &format!("layout!(local_partition({matrix}, (2,4):(1,2), 8))"),
        "8",
        "no coordinate of (2,4):(1,2) has offset 8",
    );
    answers(&[("local_partition((8,12):(12,1), (2,4):(1,2), 5)", "((4,3):(24,4),14)")]);
}

#[test]
fn broadcasts_count_as_such() {
    answers(&[
        ("filter((4,4):(0,1))", "4:1"),
        ("filter_zeros((4,4):(0,1))", "(1,4):(0,1)"),
        ("complement(4:0, 8)", "8:1"),
    ]);
}

#[test]
fn elements_that_share_storage_are_refused_unless_allowed() {
    refused("layout!((4,8):(1,2))", "2", "coordinates (2,0) and (0,1) share offset 2");
    refused("layout! { struct Window = (3,6):(1,1); }", "1", "share offset");
}

#[test]
fn a_tuple_in_a_shape_is_a_mode() {
    answers(&[("make_layout((8,(8,4)))", "(8,(8,4)):(1,(8,64))")]);
}

#[test]
fn a_tile_that_is_not_whole_is_refused_unless_allowed() {
    let tile = "local_tile((10,6):(6,1), (4,4), (2,1))";
    refused_unless_allowed(tile, "4", "cover 12 of 10", "((4,4):(6,1),52)");
    answers(&[("local_tile((8,12):(12,1), (2,4), (1,1))", "((2,4):(12,1),28)")]);
    let words = "coordinate 4 is outside of 4";
    let tile = "local_tile((8,12):(12,1), (2,4), (4,0))";
    refused_unless_allowed(tile, "4", words, "((2,4):(12,1),96)");
}

#[test]
fn a_layout_is_not_used_past_its_size() {
    let words = "coordinate 4 is outside of 4";
    refused_unless_allowed("crd2idx(4, coalesce((4,1):(1,0)))", "4", words, "4");
    refused_unless_allowed(
        "crd2idx(4, coalesce_z((4,1):(1,0)))",
        "4",
        "4 is outside of (4,1)",
        "0",
    );
}
