//! `layout tune EXPR…`.

use crate::command::{Run, run};

#[track_caller]
fn tuned(arguments: &[&str]) -> String {
    let Run { status, out, err } = run(&[&["tune"], arguments].concat());
    assert_eq!((status, err.as_str()), (0, ""));
    out
}

#[test]
fn writer_and_reader_of_rows() {
    let rows = ["((8,4),8):((8,64),1)", "(8,(8,8)):(64,(1,8))"];
    let options = ["--bits", "16", "--as", "store", "--as", "ldmatrix"];
    insta::assert_snapshot!(tuned(&[&options[..], &rows].concat()));
    // With what it prints in front nothing is left to do.
    for outer in ["Sw<3,3,3> o 0", "(64,8):(1,72) o 0"] {
        let swizzled = rows.map(|layout| format!("{outer} o {layout}"));
        let swizzled = swizzled.each_ref().map(String::as_str);
        let text = tuned(&[&options[..], &swizzled].concat());
        let last: Vec<&str> = text.lines().last().unwrap().split_whitespace().collect();
        assert_eq!(last, ["together", "12", "12"], "{text}");
    }
}

#[test]
fn transpose_of_words() {
    let layouts = ["(32,32):(1,32)", "(32,32):(32,1)"];
    insta::assert_snapshot!(tuned(&[&["--bits", "32", "--as", "store"], &layouts[..]].concat()));
}

#[test]
fn rows_that_no_swizzle_moves_apart() {
    // Banks 0 to 15 and 8 to 23: the second row has to move by 8 banks, which flips two bits of half of it.
    insta::assert_snapshot!(tuned(&["--bits", "32", "--as", "store", "((16,2),1):((1,40),0)"]));
    // Rows of 33 words are apart as they are.
    let text = tuned(&["--bits", "32", "--bytes", "4", "(32,4):(33,1)"]);
    assert!(text.ends_with("4         4\n"), "{text}");
}

#[test]
fn lanes_of_another_machine() {
    insta::assert_snapshot!(tuned(&["--bits", "16", "--machine", "gfx942", "(64,8):(64,1)"]));
}

/// CDNA 4 groups the lanes of a load of 16 bytes otherwise than CDNA 3.
#[test]
fn readers_of_two_machines() {
    let of =
        |name| tuned(&["--bits", "16", "--machine", name, "--as", "load", "((16,4),8):((64,8),1)"]);
    insta::assert_snapshot!(of("gfx942") + &of("gfx950"));
}

#[test]
fn ldmatrix_is_an_instruction_of_nvidia() {
    let run =
        run(&["tune", "--bits", "16", "--machine", "gfx950", "--as", "ldmatrix", "(64,8):(64,1)"]);
    assert_eq!((run.status, run.out.as_str()), (1, ""));
    assert_eq!(
        run.err,
        "error: gfx950 has no `ldmatrix`\n       help: `--as load` and `--as store` are its accesses\n"
    );
}

#[test]
fn errors_say_the_layout() {
    let mut all = String::new();
    for arguments in [
        ["--bits", "16", "--bytes", "16", "(8,8):(64,2)"],
        ["--bits", "16", "--as", "ldmatrix", "(8,4):(64,1)"],
        ["--bits", "24", "--as", "load", "(8,4):(64,1)"],
    ] {
        let Run { status, out, err } = run(&[&["tune"], &arguments[..]].concat());
        assert_eq!((status, out.as_str()), (1, ""));
        all += &err;
    }
    insta::assert_snapshot!(all);
}
