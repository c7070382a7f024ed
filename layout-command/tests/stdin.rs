//! `layout eval --stdin`.

use std::io::{BufRead, BufReader, Write};
use std::time::{Duration, Instant};

use crate::command::{Run, run_stdin, start_stdin};

#[track_caller]
fn check_answers(arguments: &[&str], input: &[u8], answers: &[&str]) {
    let run = run_stdin(arguments, input);
    assert_eq!((run.status, run.err.as_str()), (0, ""));
    assert_eq!(run.out.lines().collect::<Vec<_>>(), answers);
    assert!(run.out.is_empty() || run.out.ends_with('\n'));
}

/// Every line is answered by one line that starts with `error: `.
#[track_caller]
fn check_errors(lines: &[Vec<u8>]) {
    let Run { status, out, err } = run_stdin(&[], &lines.join(&b'\n'));
    assert_eq!((status, err.as_str()), (0, ""));
    assert_eq!(out.lines().count(), lines.len());
    for (line, answer) in lines.iter().zip(out.lines()) {
        let start = String::from_utf8_lossy(&line[..line.len().min(40)]);
        assert!(answer.starts_with("error: "), "{start:?}: {answer}");
        assert!(!answer.contains("bug"), "{start:?}: {answer}");
    }
}

#[test]
fn each_line_is_answered_by_its_value() {
    check_answers(&[], b"", &[]);
    check_answers(&[], b"(4,8)", &["(4,8):(1,4)"]);
    check_answers(&[], b"(4,8)\n4:2 // two\ncosize(4:2)\n", &["(4,8):(1,4)", "4:2", "7"]);
    check_answers(&["--allow", "non_injective"], b"4:0\n", &["4:0"]);
}

#[test]
fn an_error_is_one_line() {
    check_answers(
        &[],
        b"A\nlogical_divide(8, 3)\n(4,8):8\n4:1\n",
        &[
            "error: cannot find a layout named `A`; help: names are those that `layout!` defines; \
             write the layout",
            "error: logical_divide: tile 3:1 does not divide 8:1: the tiles cover 9 of 8 \
             positions; help: the nearest tile that divides is `2`; help: `--allow padding` \
             allows it",
            "error: stride 8 is not congruent to shape (4,8); shape and stride must \
             be nested alike, one stride for each extent; help: write `(8,32)`: one stride for each extent",
            "4:1",
        ],
    );
}

#[test]
fn a_value_is_for_a_symbol_of_a_line() {
    let with = &["--with", "m=3,n=4"];
    check_answers(with, b"(m):(1)\n(n):(2)\n8:1\n", &["(3):(1)", "(4):(2)", "8:1"]);
    let Run { status, out, err } = run_stdin(with, b"(m):(1)\n8:1\n");
    assert_eq!((status, out.as_str()), (1, "(3):(1)\n8:1\n"));
    assert_eq!(err, "error: `--with` gives `n` a value, which is no symbol of any line\n");
    // A line that is wrong may have it, and nothing is wrong without a line.
    let of_wrong_lines = run_stdin(with, b"8:1\n(m):\n");
    assert_eq!((of_wrong_lines.status, of_wrong_lines.err.as_str()), (0, ""));
    check_answers(with, b"", &[]);
}

#[test]
fn lines_may_end_as_on_windows() {
    check_answers(&[], b"4:1\r\n(4,8)\r\n8:1\r", &["4:1", "(4,8):(1,4)", "8:1"]);
}

#[test]
fn empty_lines_and_comments_are_answered() {
    let empty = "error: expected a layout such as `(4,8):(8,1)`, an operation or a name, \
                 found the end";
    check_answers(&[], b"\n// (4,8)\n  \t\n\r\n4:1\n", &[empty, empty, empty, empty, "4:1"]);
}

#[test]
fn bytes_that_are_not_utf8_are_an_error_of_their_line() {
    check_answers(&[], b"4:1\n(4,\xff)\n8:1\n", &["4:1", "error: byte 4 is not UTF-8", "8:1"]);
}

#[test]
fn answers_come_line_by_line() {
    let mut child = start_stdin(&[]);
    let mut input = child.stdin.take().unwrap();
    let mut answers = BufReader::new(child.stdout.take().unwrap()).lines();
    for (line, answer) in [("4", "4"), ("4:2", "4:2"), ("(4)", "(4):(1)")] {
        writeln!(input, "{line}").unwrap();
        assert_eq!(answers.next().unwrap().unwrap(), answer);
    }
    drop(input);
    assert!(answers.next().is_none());
    assert_eq!(child.wait().unwrap().code(), Some(0));
}

#[test]
fn a_closed_stdout_ends_quietly() {
    let mut child = start_stdin(&[]);
    drop(child.stdout.take());
    // It may end before it has read everything.
    let _ = child.stdin.take().unwrap().write_all(&b"(4,8)\n".repeat(100_000));
    let run = Run::from(child.wait_with_output().unwrap());
    assert_eq!(run, Run { status: 0, out: String::new(), err: String::new() });
}

/// Milliseconds are needed, a release build given; the bound is for a loaded
/// machine and a debug build.
#[test]
fn hostile_lines_are_answered_in_time() {
    let start = Instant::now();
    let nested = |open: &str, close: &str, depth: usize| {
        format!("{}4{}", open.repeat(depth), close.repeat(depth)).into_bytes()
    };
    let mut lines = Vec::new();
    for (open, close) in [("(", ")"), ("<", ">"), ("[", "]"), ("{", "}"), ("rank(", ")")] {
        lines.push(nested(open, close, 10_000));
        lines.push(nested(open, "", 10_000));
        lines.push(nested("", close, 10_000));
    }
    for unit in [
        "4,", "4:", "4 o ", "-", "4@", "a::", "'a ", "9", "a", "/*", "r#", "\"", "é", "🦀", "_:",
        "b\"", "(4,", "/**/", "\0", "\\", " ",
    ] {
        lines.push(unit.repeat(100_000 / unit.len()).into_bytes());
    }
    for line in [
        "1e999",
        "4.5",
        "0b2",
        "0x",
        "\"abc",
        "'",
        "r#\"abc",
        "🦀",
        "\u{feff}",
        "\0",
        "`",
        "\"\u{1b}[31m\u{2028}\u{85}\"",
        "(/*ERROR*/)",
        "r#crate",
        "$crate",
        "/// doc",
        "/** doc */",
        "4 /*",
        "4\r5",
        "-170141183460469231731687303715884105729",
        "999999999999999999999999999999999999999999",
        "(4 8)",
        "(4,,8)",
        "({})",
        "std::mem",
        "::",
    ] {
        lines.push(line.as_bytes().to_vec());
    }
    check_errors(&lines);
    assert!(start.elapsed() < Duration::from_secs(60), "{:?}", start.elapsed());
}

#[test]
fn a_line_longer_than_an_expression_is_skipped() {
    let long = format!("{}4:1\n4:2\n", " ".repeat(10_000_000));
    let too_long = "error: an expression has at most 262144 bytes";
    check_answers(&[], long.as_bytes(), &[too_long, "4:2"]);
    let fits = format!("{}4:1\r\n{}4:1\r\n4:2", " ".repeat(262_141), " ".repeat(262_142));
    check_answers(&[], fits.as_bytes(), &["4:1", too_long, "4:2"]);
}

/// The tokenizer must not keep the lines it has read.
#[cfg(target_os = "linux")]
#[test]
fn memory_does_not_grow_with_the_input() {
    let line = format!("4:1 //{}\n", "x".repeat(100_000));
    let mut child = start_stdin(&[]);
    let mut input = child.stdin.take().unwrap();
    let mut answers = BufReader::new(child.stdout.take().unwrap()).lines();
    for _ in 0..1000 {
        input.write_all(line.as_bytes()).unwrap();
        assert_eq!(answers.next().unwrap().unwrap(), "4:1");
    }
    let status = std::fs::read_to_string(format!("/proc/{}/status", child.id())).unwrap();
    let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).unwrap();
    let peak: u64 = peak.trim().trim_end_matches(" kB").parse().unwrap();
    drop(input);
    assert_eq!(child.wait().unwrap().code(), Some(0));
    assert!(peak < 50_000, "{peak} kB at the peak for 100 MB of input");
}

#[test]
fn each_line_is_answered_by_an_object() {
    check_answers(
        &["--format", "json"],
        b"(4,8)\n\"\xff\n",
        &[
            r#"{"expression":"(4,8)","value":"(4,8):(1,4)"}"#,
            "{\"expression\":\"\\\"\u{fffd}\",\"error\":{\"code\":null,\"message\":\"byte 2 is not UTF-8\",\
             \"notes\":[],\"start\":0,\"end\":0,\"helps\":[],\"repairs\":[]}}",
        ],
    );
}
