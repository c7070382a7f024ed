//! `layout draw EXPR…`.

use std::fs;

use crate::command::{Run, run};

#[track_caller]
fn drawn(arguments: &[&str]) -> String {
    let Run { status, out, err } = run(&[&["draw"], arguments].concat());
    assert_eq!((status, err.as_str()), (0, ""));
    out
}

#[track_caller]
fn text(arguments: &[&str]) -> String {
    drawn(&[&["--format", "text"], arguments].concat())
}

#[track_caller]
fn errors(arguments: &[&str]) -> String {
    let Run { status, out, err } = run(&[&["draw"], arguments].concat());
    assert_eq!((status, out.as_str()), (1, ""));
    err
}

const FRAGMENT: &str = "((4,8),(2,2)):((32,1),(16,8))";

#[test]
fn a_nested_layout_as_svg() {
    insta::assert_snapshot!(drawn(&["((2,2),(2,2)):((1,4),(2,8))"]));
}

#[test]
fn tiles_and_padding_as_tikz() {
    insta::assert_snapshot!(drawn(&["--format", "tikz", "--tile", "(2,2)", "(2,3):(3,1)"]));
}

#[test]
fn a_slice_as_html() {
    let html = drawn(&["--format", "html", "--slice", "(1,_)", "(2,2):(2,1)"]);
    // The picture is that of SVG.
    let (head, rest) = html.split_once("<svg").expect("it has a picture");
    let (svg, tables) = rest.split_once("</svg>").expect("which ends");
    assert_eq!(format!("<svg{svg}</svg>\n"), drawn(&["--slice", "(1,_)", "(2,2):(2,1)"]));
    insta::assert_snapshot!(format!("{head}…{tables}"));
}

#[test]
fn levels_as_text() {
    insta::assert_snapshot!(text(&["((2,2),(2,3)):((1,4),(2,8))"]));
}

#[test]
fn flat_tables_are_those_of_print() {
    for layout in ["(4,8):(8,1)", "7:3", "(12,12)", "Sw<2,1,3> o 0 o (4,8):(8,1)"] {
        assert_eq!(text(&[layout]), run(&["print", layout]).out);
    }
}

#[test]
fn tables_of_three_modes_as_text() {
    insta::assert_snapshot!(text(&["(2,3,2):(1,2,6)"]));
}

#[test]
fn coordinates_as_text() {
    insta::assert_snapshot!(text(&["(2,(2,2)):(1@1,(1@0,2@0))"]));
}

#[test]
fn symbols_keep_their_names() {
    let svg = drawn(&["--with", "m=4,n=6", "(m,n):(n,1)"]);
    for words in ["(m,n):(n,1)", "m = 4, n = 6.", "m = 4:n", "n = 6:1"] {
        assert!(svg.contains(words), "{words}");
    }
    insta::assert_snapshot!(text(&["--with", "m=2,n=3", "(m,n):(n,1)"]));
}

#[test]
fn bounds_of_padding_are_hatched() {
    insta::assert_snapshot!(text(&["--allow", "padding", "zipped_divide((3,3):(3,1), (2,2))"]));
}

#[test]
fn threads_and_values_as_text() {
    insta::assert_snapshot!(text(&["--kind", "tv", "--tile", "(4,4)", "(4,4):(1,4)"]));
}

#[test]
fn banks_and_their_conflicts_as_text() {
    let banks = ["--banks", "32", "--bits", "16", "--vector", "8", "--slice", "(_,16)"];
    let layouts = ["(8,64):(64,1)", "Sw<3,3,3> o 0 o (8,64):(64,1)"];
    let first = text(&[banks.as_slice(), &layouts].concat());
    // A vector is read whole, whichever of its elements is named.
    let banks = ["--banks", "32", "--bits", "16", "--vector", "8", "--slice", "(_,18)"];
    let within = text(&[banks.as_slice(), &layouts].concat());
    assert_eq!(within.replace("(_,18)", "(_,16)"), first);
    insta::assert_snapshot!(first);
}

/// A product and its instruction by name are the three layouts and the tile that they have.
#[test]
fn instructions_and_products_are_drawn_by_name() {
    let mma = "SM80_16x8x16_F32F16F16F32_TN";
    let of = |operand: &str| format!("get_layout{operand}_TV({mma})");
    let [a, b, c] = ["A", "B", "C"].map(of);
    let by_hand = text(&["--kind", "mma", "--tile", "(16,8,16)", "--thread", "5", &a, &b, &c]);
    let by_name = text(&["--thread", "5", mma]);
    let tables = |text: &str| text.split_once('\n').unwrap().1.to_owned();
    assert_eq!(tables(&by_name), tables(&by_hand));
    assert!(by_name.starts_with(mma));
    let spaced = text(&["--thread", "5", &format!("make_tiled_mma({mma} )")]);
    assert_eq!(tables(&spaced), tables(&by_hand));
    let tiled = "make_tiled_mma(SM80_16x8x8_F32F16F16F32_TN, (2,2):(1,2))";
    assert!(drawn(&[tiled]).contains("C, 32×16 (m, n)"));
    // The operands in shared memory are held by all.
    assert!(text(&["SM90::GMMA::MMA_64x64x16_F32F16F16_SS"]).contains("T0×128"));
}

#[test]
fn a_tiled_copy_is_drawn() {
    let copy = "make_tiled_copy(Copy_Atom<SM75_U32x2_LDSM_N, half_t>, (32,1), (1,4))";
    let of = |side: &str| format!("get_layout{side}_TV({copy})");
    // Of two matrices only the first sixteen threads say where rows begin.
    let allow = ["--allow", "non_injective", "--kind", "copy", "--tile", "(32,4)"];
    let by_hand = text(&[allow.as_slice(), &["--thread", "9", &of("S"), &of("D")]].concat());
    let by_name = text(&["--thread", "9", copy]);
    let tables = |text: &str| text.split_once('\n').unwrap().1.to_owned();
    assert_eq!(tables(&by_name), tables(&by_hand));
}

#[test]
fn cells_are_coloured_by_a_layout() {
    let rows = drawn(&["--fill", "(4,4):(1,0)", "(4,4):(4,1)"]);
    let fills = rows.lines().filter(|line| line.starts_with("<path class"));
    // Four rows, each a run, and the legend.
    assert_eq!(fills.map(|line| line.matches('M').count()).collect::<Vec<_>>(), [1, 1, 1, 1, 1]);
    assert!(rows.contains("colour: (4,4):(1,0) mod 8"));
    let blank = drawn(&["--fill", "none", "(4,4):(4,1)"]);
    assert!(!blank.contains("<path class"));
}

#[test]
fn coordinates_stand_over_offsets() {
    insta::assert_snapshot!(text(&["--coordinates", "((2,2),3):((1,4),8)"]));
}

#[test]
fn the_name_of_the_file_says_the_format_and_its_folder_is_made() {
    let folder = std::env::temp_dir().join(format!("layout-draw-{}", std::process::id()));
    for (name, begin) in
        [("a.svg", "<svg"), ("a.HTML", "<!DOCTYPE"), ("a.tex", "%"), ("a.txt", "4:1")]
    {
        let file = folder.join("pictures").join(name);
        let path = file.to_str().expect("UTF-8");
        assert_eq!(drawn(&["-o", path, "4:1"]), "");
        assert!(fs::read_to_string(&file).expect("it is written").starts_with(begin));
    }
    fs::remove_dir_all(&folder).expect("it is there");
}

#[test]
fn errors_say_the_number_and_a_way_out() {
    let mistakes: [&[&str]; 22] = [
        &["(4,8):8"],
        &["cosize(4:2)"],
        &["Sw<3,4,3>"],
        &["(m,n):(n,1)"],
        &["--with", "k=4", "(4,8)"],
        &["(2,3,4,5)"],
        &["(1000000,1000000)"],
        &["--slice", "(4,_)", "(4,8)"],
        &["--tile", "(2,2,2)", "(4,8)"],
        &["--thread", "1", "(4,8)"],
        &["--kind", "tv", FRAGMENT],
        &["--kind", "tv", "--tile", "(4,4)", FRAGMENT],
        &["--kind", "mma", "--tile", "(16,8,16)", FRAGMENT],
        &["-o", "a.gif", "(4,8)"],
        &["--tile", "(16,8,16)", "SM80_16x8x16_F32F16F16F32_TN"],
        &["--kind", "tv", "SM80_16x8x16_F32F16F16F32_TN"],
        &["--fill", "(4,4):(1,0)", "(4,8)"],
        &["--fill", "rows", "(4,8)"],
        &["--fill", "(4,8):(1@0,1@1)", "(4,8)"],
        &["--order", "--coordinates", "(4,8)"],
        &["--kind", "gemm", "(4,8)", "(2,8)", "(2,4)"],
        &["--kind", "gemm", "(4,8)", "(2,8)"],
    ];
    let errors: Vec<_> =
        mistakes.iter().map(|of| format!("{}\n{}", of.join(" "), errors(of))).collect();
    insta::assert_snapshot!(errors.join("\n"));
}
