//! `layout repl`, of lines that are no terminal's.
#![cfg(feature = "repl")]

use std::io::Write;
use std::process::Stdio;

use crate::command::{Run, layout};

/// Runs a session on lines, with its history in a folder of its own.
fn session(arguments: &[&str], lines: &str) -> (Run, String) {
    let state = std::env::temp_dir().join(format!(
        "layout-repl-{}-{:?}",
        std::process::id(),
        std::thread::current().id()
    ));
    let mut command = layout(&[&["repl"], arguments].concat());
    command.env("XDG_STATE_HOME", &state).stdin(Stdio::piped());
    let mut child = command.spawn().expect("the command starts");
    child.stdin.take().expect("it is piped").write_all(lines.as_bytes()).expect("it is read");
    let run = child.wait_with_output().expect("the command ends").into();
    let history = std::fs::read_to_string(state.join("layout/history")).unwrap_or_default();
    let _ = std::fs::remove_dir_all(state);
    (run, history)
}

#[test]
fn definitions_stay_and_what_uses_them_follows() {
    let lines = "let a = (4,8):(8,1)\nlet b = coalesce(a);\nb\nlet a = (4,8)\nb\nlet c = 4; size(b)\n:definitions\n";
    let (run, history) = session(&[], lines);
    assert_eq!((run.status, run.err.as_str()), (0, ""));
    let expected = "a = (4,8):(8,1)\nb = (4,8):(8,1)\n(4,8):(8,1)\na = (4,8):(1,4)\n32:1\n32\n\
                    let a = (4,8);\nlet b = coalesce(a);\nlet c = 4;\n";
    assert_eq!(run.out, expected);
    assert!(
        history.contains("let b = coalesce(a);") && history.contains(":definitions"),
        "{history}"
    );
}

#[test]
fn a_mistake_is_of_its_line_and_changes_nothing() {
    let lines = "let a = (4,8):(8,1)\nlet a = (4,8):(1,1)\na\nsize(nothing)\n:quit\nsize(a)\n";
    let (run, _) = session(&[], lines);
    assert_eq!((run.status, run.out.as_str()), (0, "a = (4,8):(8,1)\n(4,8):(8,1)\n"));
    assert!(
        run.err.contains("(4,8):(1,1) is not injective")
            && run.err.contains("cannot find a layout named `nothing`"),
        "{}",
        run.err
    );
    assert!(run.err.contains("--> <line>:2:"), "{}", run.err);
}

#[test]
fn an_open_bracket_goes_on_in_the_next_line() {
    let (run, _) = session(
        &[],
        "size((4,\n8):\n(8,1))\nlayout! {\nstruct A = (4,8):(8,1);\nstruct B = A;\n}\nB\n",
    );
    assert_eq!((run.err.as_str(), run.out.as_str()), ("", "32\nB = (4,8):(8,1)\n(4,8):(8,1)\n"));
}

#[test]
fn commands_take_the_definitions() {
    let lines = "let a = (2,2):(2,1)\n:print a\n:explain size(a)\n:emit --lang=c a\n:eval --notation=cute-cpp a\n:help size\n:nothing\n:print\n";
    let (run, _) = session(&[], lines);
    assert_eq!(run.status, 0);
    for part in
        ["| 2 | 3 |", "size((2,2):(2,1)) = 4", "layout_index", "Layout<Shape<_2,_2>", "size(layout"]
    {
        assert!(run.out.contains(part), "{part} of {}", run.out);
    }
    assert!(run.err.contains("there is no command `:nothing`"), "{}", run.err);
    assert!(run.err.contains("required arguments were not provided"), "{}", run.err);
}

#[test]
fn what_is_allowed_and_values_of_symbols_stay() {
    let lines = ":allow non_injective\n(4,4):(1,0)\n:with m=4\n(m,2):(2,1)\n:print (m,2):(2,1)\n:print (4,2):(2,1)\n:with m=x\n:allow nothing\n(m,2):(2,1)\n";
    let (run, _) = session(&["--allow", "padding"], lines);
    assert_eq!(run.out.lines().next(), Some("(4,4):(1,0)"));
    assert_eq!(run.out.matches("(4,2):(2,1)\n").count(), 4, "{}", run.out);
    assert!(
        run.err.contains("is no integer") && run.err.contains("invalid value 'nothing'"),
        "{}",
        run.err
    );
}
