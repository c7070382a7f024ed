//! `layout import TEXT…`.

use crate::command::{Run, run};

#[track_caller]
fn check(arguments: &[&str], layout: &str) {
    let Run { status, out, err } = run(&[&["import"], arguments].concat());
    assert_eq!((status, out.as_str(), err.as_str()), (0, format!("{layout}\n").as_str(), ""));
}

#[test]
fn notations_of_other_libraries_are_read() {
    check(&["Layout<Shape<_4,_8>,Stride<_8,_1>>{}"], "(4,8):(8,1)");
    check(&["cute.make_layout((4, 8), stride=(8, 1))"], "(4,8):(8,1)");
    check(&["Layout((4, 8), (8, 1))"], "(4,8):(8,1)");
    check(&["Swizzle::<3, 4, 7>"], "Sw<3,4,3>");
    check(&["torch.as_strided(x, (4, 8), (8, 1))"], "(4,8):(8,1)");
    let linear = "#ttg.linear<{register = [[1]], lane = [[2], [4]], warp = [], block = []}>";
    check(&[linear], "(2,4,1,1):(1,2,0,0)");
}

#[test]
fn tensors_are_read_by_shape_and_strides() {
    check(&["--shape", "(4, 8)", "--strides", "(64, 4)", "--itemsize", "4"], "(4,8):(16,1)");
    check(&["--shape", "2,3,4", "--strides", "12,4,1"], "(2,3,4):(12,4,1)");
    check(&["--shape", "(4,)", "--strides", "(-8,)", "--itemsize", "8"], "(4):(-1)");
    check(&["--shape", "[4, 2]", "--strides", "[1, 4]"], "(4,2):(1,4)");
}

#[test]
fn what_is_no_layout_says_why() {
    let errors = |arguments: &[&str]| {
        let Run { status, out, err } = run(&[&["import"], arguments].concat());
        assert_eq!((status, out.as_str()), (1, ""));
        err
    };
    insta::assert_snapshot!(
        [
            errors(&["Swizzle::<5, 0, 4>"]),
            errors(&["--shape", "(4, 8)", "--strides", "(30, 4)", "--itemsize", "4"]),
            errors(&["--shape", "(4, 8)", "--strides", "(8,)"]),
        ]
        .concat()
    );
}
