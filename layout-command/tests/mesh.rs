//! `layout mesh`; the chapter "More than one device" has more of its answers.

use std::fs;

use crate::command::{Run, run};

const ROWS: &str = "((4,4),8):((8@place,1@device),1@place)";

#[test]
fn a_text_has_the_shape_of_the_layout_beside_it() {
    let local = "local of 4 devices\n0 bytes moved, 128 kept\n";
    for arguments in [[ROWS, "Shard(0)"], ["P('x', None)", ROWS]] {
        let Run { status, out, err } = run(&[&["mesh", "--mesh", "x=4"], &arguments[..]].concat());
        assert_eq!((status, err.as_str()), (0, ""), "{arguments:?}");
        assert!(out.starts_with(local), "{out}");
    }
    // Of layouts alone a mesh is one of their devices, and needs no shape.
    let Run { status, out, .. } = run(&["mesh", "--mesh", "x=2,y=2", ROWS, ROWS]);
    assert!(status == 0 && out.starts_with(local), "{out}");
    let Run { err, .. } = run(&["mesh", "--mesh", "x=3", ROWS, ROWS]);
    assert!(err.contains("device 3 is outside of a mesh of 3 devices"), "{err}");
}

#[test]
fn a_value_is_for_a_symbol_of_either_placement() {
    let rows = "((b,4),8):((8@place,1@device),1@place)";
    let Run { status, out, err } =
        run(&["mesh", "--mesh", "x=4", "--with", "b=4", rows, "Shard(0)"]);
    assert_eq!((status, err.as_str()), (0, ""));
    assert!(out.starts_with("local of 4 devices"), "{out}");
    let Run { status, out, err } = run(&["mesh", "--with", "b=4", ROWS, rows]);
    assert_eq!((status, err.as_str()), (0, ""));
    assert!(out.starts_with("local of 4 devices"), "{out}");
    let Run { status, err, .. } = run(&["mesh", "--with", "b=4,c=3", ROWS, rows]);
    assert!(
        status != 0 && err.contains("`--with` gives `c` a value, which is no symbol here"),
        "{err}"
    );
}

#[test]
fn errors_of_texts_are_at_their_part() {
    for (arguments, expected) in [
        (
            &["--mesh", "x=4,y=2", "--shape", "8,9", "P('x', 'y')", "P()"][..],
            "error: 9 is no multiple of 2: the last part would have 4 of 5 (dimension 1)
 --> <argument 1>:1:9
  |
1 | P('x', 'y')
  |         ^
  |
  = help: 1 and 3 divide 9, and 2 divides 10",
        ),
        (
            &["--shape", "8", "Shard(0)", "Replicate()"],
            "error: a placement of DTensor or JAX is for a mesh
 --> <argument 1>:1:1
  |
1 | Shard(0)
  | ^^^^^^^^
  |
  = help: `--mesh dp=4,tp=2` gives it one",
        ),
        (
            &["--mesh", "x=4", "Shard(0)", "Replicate()"],
            "error: a placement of DTensor or JAX is for a shape, and none of the two is a layout, which has one
 --> <argument 1>:1:1
  |
1 | Shard(0)
  | ^^^^^^^^
  |
  = help: `--shape 16,48` gives it one",
        ),
    ] {
        let Run { status, err, .. } = run(&[&["mesh"], arguments].concat());
        assert_ne!(status, 0);
        assert_eq!(err.trim(), expected);
    }
}

#[test]
fn who_sends_to_whom_is_drawn() {
    let file = std::env::temp_dir().join(format!("layout-mesh-{}.svg", std::process::id()));
    let name = file.to_str().expect("a name");
    let Run { status, err, .. } =
        run(&["mesh", "-o", name, "--bytes", "2", ROWS, "(16,(2,4)):(2@place,(1@place,1@device))"]);
    assert_eq!((status, err.as_str()), (0, ""));
    let svg = fs::read_to_string(&file).expect("a picture");
    fs::remove_file(&file).expect("it is there");
    assert!(svg.contains("all-to-all of 4 devices") && svg.contains("192 bytes moved, 64 kept"));
    // Each pair of devices has 8 elements.
    assert_eq!(svg.matches(">8<").count(), 16, "{svg}");
    let large = "((2,65),2):((2@place,1@device),1@place)";
    let Run { status, err, .. } = run(&["mesh", "-o", name, large, large]);
    assert!(
        status != 0 && err.contains("a picture has at most 64 devices, and the plan 65"),
        "{err}"
    );
}

/// A shared place and padding are errors of the planner, without the help of a lint: no plan has them, so that `--allow` would be no way out.
#[test]
fn no_error_offers_to_allow_what_no_plan_has() {
    for (layout, expected) in [
        (
            "((4,4),8):((1@place,1@device),1@place)",
            "error: coordinates [1, 0] and [0, 1] share place 1 of device 0",
        ),
        (
            "logical_divide((10):(1@place), 4)",
            "error: the bounds of a layout are not read as those of a placement",
        ),
        ("(4,8):(1,2)", "error: the stride 1 of (4,8):(1,2) is no number of devices"),
    ] {
        let Run { status, err, .. } = run(&["mesh", layout, layout]);
        assert!(status != 0 && err.starts_with(expected) && !err.contains("--allow"), "{err}");
    }
}
