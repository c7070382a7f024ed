//! The errors of rustc for each mistake: in which position, how many and where.
//!
//! The messages themselves are snapshots of `tests`; here are the cases that only
//! a compiler knows. The `.stderr` files are written by it, never by hand:
//! `TRYBUILD=overwrite cargo test -p layout-ui-tests`.

use std::collections::{BTreeMap, BTreeSet};
use std::env;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::Command;

use diagnostics::{Sentences, difference};

mod diagnostics;

/// The compiler that wrote the `.stderr` files.
const RUSTC: &str = "rustc 1.95.";

/// The cases with more than one mistake or one error of rustc that names another.
const MORE_ERRORS: &[(&str, usize)] = &[
    // A macro in the place of the layout's own would be ambiguous: a use by name in another macro is an error, too.
    ("name/unknown_in_item", 2),
    // Three mistakes; and the variable of a macro has the name of a static of its block, which has no hygiene.
    ("symbol/two_variables", 4),
    // Four mistakes.
    ("item/keyword_misspelt", 4),
    // One in each definition.
    ("item/words_exchanged", 4),
    // One of each macro.
    ("view/given_of_another_view", 4),
    // One has too few, the other too many.
    ("instance/wrong_count", 2),
    // Each line has a mistake of its own.
    ("redistribute/no_axis", 3),
    // Each way to make a view is a line of its own.
    ("view/padded_buffers", 12),
    ("view/padded_layouts", 13),
    ("view/padded_at_run_time", 6),
    ("view/wrong_names", 4),
    // The function, and the type that it answers.
    ("view/numbers_of_the_run", 2),
    // Each line has a mistake of its own.
    ("view/copy_operands", 5),
    ("view/another_extent", 2),
    ("view/exchanged_views", 4),
    ("view/swapped_arguments", 3),
    ("view/no_expression", 3),
    ("view/not_views", 6),
    ("view/references", 8),
];

/// Every file under `tests/ui/fail` with this extension.
fn cases(extension: &str) -> Vec<PathBuf> {
    let fail = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/ui/fail");
    let mut files = Vec::new();
    for construct in fs::read_dir(fail).expect("the cases").flatten() {
        for file in fs::read_dir(construct.path()).expect("a folder of cases").flatten() {
            if file.path().extension().is_some_and(|found| found == extension) {
                files.push(file.path());
            }
        }
    }
    files.sort();
    files
}

/// Where [`this_compiler_reports_its_errors`] finds copies of the cases, and writes what rustc reports of them.
const COPIES: &str = "LAYOUT_UI_COPIES";

#[test]
fn mistakes_are_reported_and_the_rest_compiles() {
    let rustc = Command::new(option_env!("RUSTC").unwrap_or("rustc")).arg("--version").output();
    let version = String::from_utf8(rustc.expect("rustc").stdout).expect("a version");
    let version = version.trim();
    // Not by `println!`, which a test that passes keeps to itself.
    let mut says = io::stderr();
    if version.starts_with(RUSTC) {
        writeln!(says, "{version}: errors are compared as a whole").expect("an output");
        each_case(Path::new("tests/ui"));
    } else {
        writeln!(
            says,
            "{version}: of errors, which {RUSTC}* recorded, the library's own part is compared"
        )
        .expect("an output");
        own_parts_are_those_recorded();
    }
}

/// Builds the cases: with one that passes, the others are built, not only checked. Some errors are found by evaluating constants.
fn each_case(folder: &Path) {
    let cases = trybuild::TestCases::new();
    cases.pass("tests/ui/pass/*.rs");
    cases.compile_fail(folder.join("fail/*/*.rs"));
}

#[test]
#[ignore = "a process of its own, in which trybuild writes errors"]
fn this_compiler_reports_its_errors() {
    if let Some(copies) = env::var_os(COPIES) {
        each_case(Path::new(&copies));
    }
}

/// Holds what another compiler reports to the library's part of the recorded errors.
fn own_parts_are_those_recorded() {
    // Outside of the workspace, within which trybuild leaves the numbers of lines out.
    let copies = env::temp_dir().join(format!("layout-ui-{}", std::process::id()));
    drop(fs::remove_dir_all(&copies));
    let copy_of = |case: &Path| {
        let fail = case.strip_prefix(Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/ui"));
        copies.join(fail.expect("a case"))
    };
    let sources = cases("rs");
    for case in &sources {
        let copy = copy_of(case);
        fs::create_dir_all(copy.parent().expect("a folder")).expect("a folder of copies");
        fs::copy(case, copy).expect("a copy");
    }
    let run = Command::new(env::current_exe().expect("this test"))
        .args(["--ignored", "--exact", "this_compiler_reports_its_errors"])
        .env(COPIES, &copies)
        .env("TRYBUILD", "overwrite")
        .output()
        .expect("this test runs");
    assert!(run.status.success(), "{}", String::from_utf8_lossy(&run.stderr));

    let sentences = sentences();
    let mut differences = Vec::new();
    for case in &sources {
        let recorded =
            fs::read_to_string(case.with_extension("stderr")).expect("the recorded errors");
        let reported =
            fs::read_to_string(copy_of(case).with_extension("stderr")).expect("the errors");
        let file = case.file_name().and_then(|name| name.to_str()).expect("a name");
        if let Some(difference) = difference(&recorded, &reported, file, &sentences) {
            differences.push(format!("{}: {difference}", case.display()));
        }
    }
    assert!(differences.is_empty(), "{}", differences.join("\n"));
}

/// The sentences of the library's attributes, in all crates of it.
fn sentences() -> Sentences {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let crates: Vec<PathBuf> = fs::read_dir(root)
        .expect("the workspace")
        .flatten()
        .map(|entry| entry.path().join("src"))
        .filter(|sources| sources.is_dir())
        .collect();
    Sentences::of_sources(&crates.iter().map(PathBuf::as_path).collect::<Vec<_>>())
}

#[test]
fn the_own_part_of_errors_is_compared_whatever_rustc_says() {
    let sentences = sentences();
    assert!(sentences.len() >= 40, "{} sentences", sentences.len());
    for case in cases("stderr") {
        let recorded = fs::read_to_string(&case).expect("the errors");
        let name = case.with_extension("rs");
        let file = name.file_name().and_then(|name| name.to_str()).expect("a name");
        assert_eq!(difference(&recorded, &recorded, file, &sentences), None, "{}", case.display());
        let twice = format!("{recorded}\n{recorded}");
        assert!(difference(&recorded, &twice, file, &sentences).is_some(), "{}", case.display());
    }

    let file = "case.rs";
    let recorded = "error[E0277]: a view is of a layout without padding\n  --> case.rs:3:10\n   |\n\
                    3 |     f(x, Fours);\n   |     -    ^^^^^ rustc says\n   |\n   = help: more of rustc's\n";
    let moved = "error[E0277]: a view is of a layout without padding\n  --> case.rs:3:5\n   |\n\
                 3 |     f(x, Fours);\n   |     ^    ----- rustc now says\n   |\n";
    let of_macro = "error: stride 1 is not congruent to shape (n,2)\n       help: write `(1,1)`\n --> case.rs:4:9\n  |\n";
    // rustc's wording, and which of the marked places is first.
    assert_eq!(difference(recorded, moved, file, &sentences), None);
    // Another line, another sentence, another text of a macro or place of it.
    for (recorded, from, to) in [
        (recorded, "3 |", "4 |"),
        (recorded, "without padding", "with padding"),
        (of_macro, "`(1,1)`", "`(1,2)`"),
        (of_macro, "4:9", "4:8"),
    ] {
        let changed = if from == "3 |" {
            moved.replace(from, to).replace("3:5", "4:5")
        } else {
            recorded.replace(from, to)
        };
        assert!(difference(recorded, &changed, file, &sentences).is_some(), "{changed}");
    }
}

/// Examples whose constants rustc evaluates to an error: the message, and the places that its notes name, of the tokens or of the user's call.
/// Such errors point into the standard library, too, whose source is not always there: no more of them is compared.
const EVALUATED: &[(&str, &str, &[&str])] = &[
    ("negative", "this layout has negative offsets: use `offset`", &["9:13"]),
    ("negative_generic", "this layout has negative offsets: use `offset`", &["6:5"]),
    ("wrong_plan", "this plan is not one of the layout", &[]),
    ("wrong_folded_plan", "this plan is not one of the layout", &[]),
    ("wrong_linear", "this plan is not one of the layout", &[]),
    (
        "constants_break_a_rule",
        "BM = 48 and 128 must be a multiple of BM, for logical_divide",
        &["8:54"],
    ),
    (
        "items_break_a_rule",
        "Tiles: Whole::config::ROWS = 12 and Whole::config::ROWS must be a multiple of 5, for zipped_divide",
        &["11:42"],
    ),
    (
        "parameters_break_a_rule",
        "Tile: BM = 128, W = 48 and BM must be a multiple of W, for logical_divide",
        &["5:90", "8:13"],
    ),
    ("divisor_breaks_a_rule", "Rows: W = 0 and W must be at least 1, as a divisor", &["5:20"]),
    (
        "parameters_of_function_break_a_rule",
        "BM = 1 and BM / 2 must be at least 1, for logical_divide",
        &["7:27"],
    ),
    (
        "parameters_of_function_do_not_fit",
        "a number of constants must fit `isize`, and divide by none that is 0",
        &["6:5"],
    ),
    (
        "needs_more_than_32_bits",
        "the size or an offset of this layout does not fit 32 bits",
        &["7:13"],
    ),
    (
        "copy_shares_elements",
        "mutable references would overlap: two coordinates of (4,3):(1,0) share offset 0",
        &["9:19"],
    ),
    (
        "copy_sizes_differ",
        "the sizes differ: (4,3):(3,1) has 12 coordinates, (2,5):(1,2) has 10",
        &["9:19"],
    ),
    (
        "fold_sizes_differ",
        "the sizes differ: (4,3):(3,1) has 3 coordinates after its first mode, 4:1 has 4",
        &["8:5"],
    ),
    (
        "given_layout_differs",
        "the layout that is given is (4,6):(6,1), and that of the view is (6,4):(4,1)",
        &["11:11"],
    ),
    (
        "types_do_not_agree",
        "(4,8):(1,4) does not agree with (4,8):(8,1): coordinate 1 of mode 0 is read at 1 and written at 8",
        &["10:15"],
    ),
    (
        "view_array_too_short",
        "an array of 31 elements is too short: (4,8):(8,1) spans 32",
        &["6:13"],
    ),
    (
        "view_elements_shared",
        "mutable references would overlap: two coordinates of (4,8):(1,0) share offset 0",
        &["8:13"],
    ),
    (
        "view_not_a_part",
        "((2,4),(2,2)):((8,1),(16,4)) has offset 8, and (4,8):(10,1), the view's layout, has not",
        &["12:13"],
    ),
    (
        "view_other_swizzle",
        "Sw<2,4,3> o 0 o ((4,8),(2,8)):((64,1),(256,8)) has other swizzles than Sw<3,4,3> o 0 o (8,64):(64,1), the view's layout",
        &["11:13"],
    ),
    (
        "view_swizzled_ndarray",
        "an ndarray has no swizzled layout as Sw<3,4,3> o 0 o (8,64):(64,1)",
        &["7:13"],
    ),
    (
        "view_swizzled_not_a_part",
        "Sw<3,4,3> o 128 o (7,64):(64,1) has offset 575 before the swizzle, and Sw<3,4,3> o 0 o (8,64):(64,1), the view's layout, has not",
        &["11:13"],
    ),
    (
        "view_swizzled_tiles_overlap",
        "mutable references would overlap: two coordinates of (4,15):(1,2) share offset 2",
        &["13:13"],
    ),
    (
        "view_swizzled_too_short",
        "an array of 9 elements is too short: Sw<1,1,2> o 0 o (3,3):(4,-1) spans 15",
        &["6:13"],
    ),
    (
        "view_swizzled_undecided",
        "it takes too long to find the smallest and the largest offset of this layout: Sw<20,0,20> o 0 o 1099511627776:1",
        &[],
    ),
    (
        "view_not_tiles",
        "a layout of tiles has two modes or more, `(tile, rest)`; 32:1 has one",
        &["6:13"],
    ),
    ("view_number_of_tiles", "((2,4),(2,2)):((8,1),(16,4)) has 4 tiles, the array 3", &["12:24"]),
    (
        "view_tiles_overlap",
        "mutable references would overlap: two coordinates of (4,15):(1,2) share offset 2",
        &["13:28"],
    ),
    (
        "view_tiles_undecided",
        "mutable references could overlap: it could not be shown that no two coordinates of (1000,1000,1000):(1000003,1100009,1200007) share an offset",
        &["8:5"],
    ),
    (
        "view_iter_mut_shared",
        "mutable references would overlap: two coordinates of (4,8):(1,0) share offset 0",
        &["8:14"],
    ),
    (
        "view_local_tile_outside",
        "((4,4),(4,4)):((16,1),(64,4)) has offset 255, and (8,8):(8,1), the view's layout, has not",
        &["13:13"],
    ),
    (
        "view_recast_apart",
        "an element of 3:1, of 4 bytes, is not of bytes of (2,2):(4,1), the view's layout, whose elements have 2",
        &["6:13"],
    ),
    (
        "view_packed_apart",
        "an element of 8:1, of 8 bits, is not of bits of 8:2, the view's layout, whose elements have 4",
        &["8:13"],
    ),
    ("view_packed_array", "a view of 8 elements is no array of 16", &["8:13"]),
    (
        "view_permute_twice",
        "an order of modes that has mode 1 twice: it has each mode once",
        &["8:13"],
    ),
    ("view_rows_apart", "the elements of 8:4 do not lie one after the other", &["8:13"]),
    (
        "view_tiles_not_whole",
        "a tiler does not divide the view, so that some tiles end at an edge and `whole` has none of them",
        &["8:13"],
    ),
    (
        "zip_sizes_differ",
        "the sizes differ: (2,5):(1,2) has 10 coordinates, (4,3):(3,1) has 12",
        &["8:5"],
    ),
];

#[test]
fn constants_of_wrong_layouts_do_not_evaluate() {
    let errors = errors_of_examples();
    let listed: BTreeSet<&str> = EVALUATED.iter().map(|(example, ..)| *example).collect();
    let built: BTreeSet<&str> = errors.keys().map(String::as_str).collect();
    assert_eq!(built, listed, "each example has an error, and each error a row");
    for (example, message, places) in EVALUATED {
        let text = &errors[*example];
        assert!(text.contains(&format!("evaluation panicked: {message}")), "{example}: {text}");
        assert_eq!(text.matches("error[").count(), 1, "{example}: {text}");
        // Also where the error is found deep inside of the library.
        for place in *places {
            assert!(text.contains(&format!("{example}.rs:{place}")), "{example}: {text}");
        }
    }
}

/// The errors of rustc for each example that does not compile, by its name: of one build, which goes on after an error.
fn errors_of_examples() -> BTreeMap<String, String> {
    let build = Command::new(env!("CARGO"))
        .args(["build", "--offline", "--keep-going", "--message-format", "json"])
        .args([
            "--package",
            env!("CARGO_PKG_NAME"),
            "--features",
            "evaluation-errors",
            "--examples",
        ])
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output();
    let mut errors = BTreeMap::<String, String>::new();
    for line in String::from_utf8(build.expect("cargo").stdout).expect("messages").lines() {
        let message: serde_json::Value = serde_json::from_str(line).expect("a message");
        let text = message["message"]["rendered"].as_str().unwrap_or_default();
        // The user's call stands in a note of its own.
        if matches!(message["message"]["level"].as_str(), Some("error" | "note")) {
            let example = message["target"]["name"].as_str().expect("a target");
            errors.entry(example.into()).or_default().push_str(text);
        }
    }
    errors
}

#[test]
fn one_mistake_is_one_error() {
    for file in cases("stderr") {
        let text = fs::read_to_string(&file).expect("the errors");
        let errors = text.lines().filter(|line| line.starts_with("error")).count();
        let name = file.with_extension("");
        let more = MORE_ERRORS.iter().find(|(case, _)| name.ends_with(case));
        assert_eq!(errors, more.map_or(1, |(_, errors)| *errors), "{}", file.display());
    }
}

#[test]
fn errors_show_no_source_of_the_standard_library() {
    for file in cases("stderr") {
        let text = fs::read_to_string(&file).expect("the errors");
        for path in ["/rustc/", "library/core", "library/std", "$RUST", ".cargo"] {
            assert!(!text.contains(path), "{} depends on rust-src", file.display());
        }
        assert!(!text.contains("proc macro panicked"), "{}", file.display());
    }
}

#[test]
fn every_case_has_a_reason_and_an_error() {
    let sources = cases("rs");
    assert!(sources.len() >= 35, "{} cases", sources.len());
    for source in &sources {
        let text = fs::read_to_string(source).expect("a case");
        assert!(text.starts_with("// "), "{} says no reason", source.display());
    }
    let errors: Vec<PathBuf> =
        cases("stderr").iter().map(|file| file.with_extension("rs")).collect();
    assert_eq!(errors, sources, "each case has its errors, and no errors are left over");
}
