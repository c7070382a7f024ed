//! `layout emit --lang LANG EXPR…`.

use std::path::Path;
use std::process::Command;

use crate::command::{Run, run};

#[track_caller]
fn emit(arguments: &[&str]) -> String {
    let Run { status, out, err } = run(&[&["emit"], arguments].concat());
    assert_eq!((status, err.as_str()), (0, ""));
    out
}

#[track_caller]
fn errors(arguments: &[&str]) -> String {
    let Run { status, out, err } = run(&[&["emit"], arguments].concat());
    assert_eq!((status, out.as_str()), (1, ""));
    err
}

#[test]
fn layouts_in_wgsl() {
    let names = ["--name", "tile", "--name", "blocks"];
    let layouts = ["(4,(2,2)):(2,(1,8))", "((16,20),(6,5)):((100,1),(1600,20))"];
    insta::assert_snapshot!(emit(&[&["--lang", "wgsl"], &names[..], &layouts].concat()));
}

#[test]
fn a_swizzled_layout_in_c() {
    let layout = "Sw<3,4,3> o 0 o (8,64):(64,1)";
    insta::assert_snapshot!(emit(&["--lang", "c", "--name", "smem", layout]));
}

#[test]
fn a_padded_layout_with_symbols_in_cuda() {
    let layout = "#[allow(padding)] logical_divide((m,n):(n,1), (32,16))";
    insta::assert_snapshot!(emit(&["--lang", "cuda", "--name", "tiles", layout]));
}

#[test]
fn contracts_are_held_where_functions_are_printed() {
    let kept = "#[agrees((4,8):(8,1))] (4,(4,2)):(8,(1,4))";
    let printed = emit(&["--lang", "c", kept]);
    assert_eq!(printed, emit(&["--lang", "c", "(4,(4,2)):(8,(1,4))"]));
    let broken = "#[agrees((4,8):(8,1))] (4,(4,2)):(1,(4,16))";
    insta::assert_snapshot!(errors(&["--lang", "c", broken]));
    let over_symbols = "#[agrees((m,8):(8,1))] (m,n):(n,1)";
    assert!(emit(&["--lang", "c", over_symbols]).contains("8u == n"));
}

#[test]
fn negative_offsets_in_python() {
    insta::assert_snapshot!(emit(&["--lang", "python", "--name", "back", "(3,5):(-5,1)"]));
}

#[test]
fn a_layout_over_a_basis_in_metal() {
    let layout = "zipped_divide(make_identity_layout((8,8)), (2,4))";
    insta::assert_snapshot!(emit(&["--lang", "metal", "--name", "coordinates", layout]));
}

#[test]
fn bits_that_move_all_at_once_in_glsl() {
    let layout = "((2,2,2),(2,2,2)):((1,4,16),(2,8,32))";
    insta::assert_snapshot!(emit(&["--lang", "glsl", "--name", "morton", layout]));
}

#[test]
fn a_swizzled_layout_in_ptx() {
    let layout = "Sw<3,4,3> o 0 o (8,64):(64,1)";
    insta::assert_snapshot!(emit(&["--lang", "ptx", "--name", "smem", layout]));
}

#[test]
fn loops_over_all_coordinates() {
    let body = "total += data[offset];\nlast = c1;";
    let loops = |language| emit(&["--lang", language, "--sweep", body, "((2,4),m):((1,8),2)"]);
    insta::assert_snapshot!([loops("c"), loops("wgsl"), loops("python")].concat());
}

#[test]
fn symbols_with_values_are_numbers() {
    let numbers = emit(&["--lang", "hlsl", "--with", "m=4,n=8", "(m,n):(n,1)"]);
    assert_eq!(numbers, emit(&["--lang", "hlsl", "(4,8):(8,1)"]));
}

#[test]
fn errors_name_the_number_and_the_bits() {
    insta::assert_snapshot!(
        [
            errors(&["--lang", "wgsl", "(70000,70000):(70000,1)"]),
            errors(&["--lang", "cuda", "(2,2):(1,-3000000000)"]),
            errors(&["--lang", "glsl", "--bits", "64", "(4,8)"]),
            errors(&["--lang", "c", "--name", "1st", "(4,8)"]),
            errors(&["--lang", "c", "cosize(4:2)"]),
            errors(&["--lang", "c", "(4,8)", "(4,8):8"]),
            errors(&["--lang", "c", "(m,(m - n) / 4):(1,m)"]),
        ]
        .concat()
    );
}

#[test]
fn wide_layouts_fit_64_bits() {
    let text = emit(&["--lang", "cuda", "--bits", "64", "(70000,70000):(70000,1)"]);
    assert!(text.contains("unsigned long long layout_SIZE = 4900000000ull;"), "{text}");
}

/// Python is where the tests of other languages run it; without it the error names it.
#[test]
fn text_is_read_by_a_compiler() {
    let arguments = ["emit", "--lang", "python", "--check", "(4,8)"];
    let Run { status, err, .. } = run(&arguments);
    let missing = "error: there is no `python3` to check python with\n";
    assert!((status, err.as_str()) == (0, "") || (status, err.as_str()) == (1, missing), "{err}");
    // A symbol that a function does not need is a parameter all the same.
    let Run { status, err, .. } = run(&["emit", "--lang", "c", "--check", "(m,4):(4,1)"]);
    let none = "error: there is no `cc` to check c with\n";
    assert!((status, err.as_str()) == (0, "") || (status, err.as_str()) == (1, none), "{err}");
    let mut command = crate::command::layout(&arguments);
    let run = command.env("PATH", "/no/such/folder").output().expect("the command starts");
    let Run { status, err, .. } = run.into();
    assert_eq!((status, err.as_str()), (1, missing));
}

#[test]
fn copies_are_kernels() {
    let layouts = ["(301,130):(130,1)", "(301,130):(1,301)"];
    let transpose = ["--relayout", "4", "--name", "transpose"];
    insta::assert_snapshot!(emit(&[&["--lang", "cuda"], &transpose[..], &layouts].concat()));
    let swizzled = ["(64,64):(64,1)", "Sw<3,2,3> o 0 o (64,64):(64,1)"];
    insta::assert_snapshot!(emit(&[&["--lang", "wgsl"], &transpose[..], &swizzled].concat()));
    let wgsl = emit(&[&["--lang", "wgsl"], &transpose[..], &layouts].concat());
    assert!(wgsl.contains("fn transpose(@builtin(workgroup_id)"), "{wgsl}");
}

#[test]
fn what_is_no_copy() {
    let copies: &[(&str, &str, &[&str])] = &[
        ("cuda", "4", &["8:1"]),
        ("cuda", "4", &["(8,4):(4,1)", "(4,9):(9,1)"]),
        ("cuda", "3", &["(8,4):(4,1)", "(8,4):(1,8)"]),
        ("cuda", "4", &["(8,4):(4,1)", "(8,4):(0,1)"]),
        ("cuda", "4", &["(8,4):(4,1)", "(8,4):(1,4)"]),
        ("cuda", "4", &["logical_divide(10,4)", "(4,3)"]),
        ("cuda", "4", &["(8,8):(8,1)", "Sw<2,0,3>"]),
        ("cuda", "4", &["(8,8):(8,1)", "(64):(2) o 0 o (8,8):(8,1)"]),
        ("wgsl", "4", &["(8,8):(8,1)", "Sw<2,20,14> o 0 o (8,8):(8,1)"]),
        ("cuda", "4", &["(m,4):(4,1)", "(m,4):(1,m)"]),
        ("glsl", "4", &["(8,4):(4,1)", "(8,4):(1,8)"]),
        ("wgsl", "2", &["(8,4):(4,1)", "(8,4):(1,8)"]),
        ("wgsl", "4", &["(65536,65536):(65536,1)", "(65536,65536):(1,65536)"]),
    ];
    let said = copies.iter().map(|(language, bytes, layouts)| {
        errors(&[&["--lang", language, "--relayout", bytes], *layouts].concat())
    });
    insta::assert_snapshot!(said.collect::<Vec<_>>().join("---\n"));
}

#[test]
fn arguments_of_a_kernel_are_functions_of_the_symbols() {
    let tiles = "#[allow(padding)] zipped_divide((m,n):(n,1), (32,16))";
    let host = |language| emit(&["--lang", language, "--host", "--name", "tiles", tiles]);
    insta::assert_snapshot!([host("python"), host("cpp")].join("\n"));
}

#[test]
fn tensor_maps_are_functions_of_an_address_and_the_symbols() {
    let layouts = ["(m,k):(k,1)", "Sw<3,3,3> o 0 o (128,64):(64,1)"];
    let map = |language| {
        let options = ["--lang", language, "--tensor-map", "bf16", "--name", "a"];
        emit(&[&options[..], &layouts].concat())
    };
    insta::assert_snapshot!([map("python"), map("cpp")].join("\n"));
    insta::assert_snapshot!(
        [
            errors(&["--lang", "python", "--tensor-map", "bf16", "(m,k):(k,1)"]),
            errors(&["--lang", "python", "--tensor-map", "bf16", "(m,k):(k,1)", "(8,64):(72,1)"]),
            errors(&["--lang", "python", "--tensor-map", "bf16", "(m,k):(1,m)", layouts[1]]),
            errors(&["--lang", "wgsl", "--host", "(m,k):(k,1)"]),
        ]
        .concat()
    );
}

/// `run.py` of the GPU kernels launches two of them by it.
#[test]
fn arguments_of_the_kernels_of_examples_are_as_they_are_printed() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../examples/gpu/generated");
    let Ok(kept) = std::fs::read_to_string(folder.join("host.py")) else {
        println!("skipped: this is the crate without the repository");
        return;
    };
    let mut script = Command::new("bash");
    script.arg(folder.join("host.sh")).env("LAYOUT", env!("CARGO_BIN_EXE_layout"));
    let Ok(printed) = script.output() else {
        println!("skipped: no bash");
        return;
    };
    assert_eq!(
        String::from_utf8_lossy(&printed.stdout),
        kept,
        "examples/gpu/generated/host.sh writes it"
    );
}
