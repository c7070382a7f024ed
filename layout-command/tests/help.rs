//! `layout help` and `layout completions`.

use std::collections::BTreeSet;
use std::io::Write;
use std::process::{Command, Stdio};

use layout_codegen::operation_names;

use crate::command::{Run, run};

#[track_caller]
fn help(of: &[&str]) -> String {
    let Run { status, out, err } = run(&[&["help"], of].concat());
    assert_eq!((status, err.as_str()), (0, ""));
    out
}

#[test]
fn help_of_an_operation() {
    insta::assert_snapshot!(help(&["logical_divide"]));
}

#[test]
fn help_of_an_operation_without_a_picture() {
    insta::assert_snapshot!(help(&["cosize"]));
}

#[test]
fn help_of_an_operation_with_a_note() {
    insta::assert_snapshot!(help(&["make_layout"]));
}

/// A table of 128 threads is left out, where the value says it.
#[test]
fn help_fits_a_screen() {
    for name in operation_names() {
        let text = help(&[&format!("{name}()")]);
        assert!(text.lines().count() <= 60, "{name}: {} lines", text.lines().count());
    }
}

#[test]
fn help_of_every_operation_has_a_value() {
    for name in operation_names() {
        let text = help(&[&format!("{name}()")]);
        let example = text.split_once("  $ layout eval '").map(|(_, rest)| rest);
        let (example, value) = example.and_then(|rest| rest.split_once("'\n  ")).expect(name);
        let value = value.lines().next().expect(name);
        assert_eq!(run(&["eval", example]).out, format!("{value}\n"), "{name}");
        assert!(text.starts_with(&format!("{name}(")), "{text}");
    }
}

#[test]
fn help_lists_the_operations() {
    let listed = help(&["operations"]);
    let first = |line: &str| line.strip_prefix("  ")?.split(' ').next().map(str::to_owned);
    let listed: BTreeSet<String> = listed.lines().filter_map(first).collect();
    assert_eq!(listed, operation_names().map(str::to_owned).collect());
}

#[test]
fn help_of_commands_is_theirs() {
    for command in [
        "completions",
        "draw",
        "emit",
        "eval",
        "explain",
        "explore",
        "help",
        "mesh",
        "plan",
        "print",
        "tune",
    ] {
        assert_eq!(help(&[command]), run(&[command, "--help"]).out);
    }
    assert_eq!(help(&[]), run(&["--help"]).out);
    // An operation has the name of a command.
    assert!(help(&["eval()"]).starts_with("eval(layout)"));
}

#[test]
fn near_misses_are_suggested() {
    for (word, near) in
        [("divide", "logical_divide"), ("colesce", "coalesce"), ("compl", "complement")]
    {
        let Run { status, out, err } = run(&["help", word]);
        assert_eq!((status, out.as_str()), (1, ""));
        let says = format!(
            "error: there is no operation or command `{word}`\n\
             help: did you mean `{near}`? `layout help {near}` shows it\n"
        );
        assert_eq!(err, says);
    }
    let err = run(&["help", "frobnicate"]).err;
    assert!(err.contains("help: `layout help operations` lists all, "), "{err}");
}

#[test]
fn shells_complete_the_names_of_operations() {
    for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
        let Run { status, out, err } = run(&["completions", shell]);
        assert_eq!((status, err.as_str()), (0, ""));
        for command in ["draw", "--with", "--slice"] {
            let name = command.trim_start_matches("--");
            assert!(out.contains(name), "{shell} lacks {command}");
        }
        // clap has no values of arguments for these two.
        if !matches!(shell, "elvish" | "powershell") {
            for name in operation_names() {
                assert!(out.contains(name), "{shell} lacks {name}");
            }
        }
    }
}

/// Asks the shell itself what it completes.
#[test]
fn bash_completes_an_operation() {
    let script = run(&["completions", "bash"]).out;
    let ask = "\nCOMP_WORDS=(layout help logical_d); COMP_CWORD=2; _layout layout logical_d help\n\
               printf '%s\\n' \"${COMPREPLY[@]}\"\n";
    let Ok(mut bash) = Command::new("bash").stdin(Stdio::piped()).stdout(Stdio::piped()).spawn()
    else {
        return;
    };
    let mut input = bash.stdin.take().expect("it is piped");
    input.write_all((script + ask).as_bytes()).expect("bash reads");
    drop(input);
    let output = bash.wait_with_output().expect("bash ends");
    assert_eq!(String::from_utf8_lossy(&output.stdout), "logical_divide\n");
}

#[test]
fn help_of_the_notation_is_true() {
    let text = help(&["notation"]);
    for line in text.lines().filter(|line| line.starts_with("  ") && !line.contains('…')) {
        let (expression, _) = line.trim().split_once("  ").expect("what it means follows");
        let expression = match expression {
            "(_,3)" => "slice((_,3), (4,8))",
            "<4:1, 8:2>" => "composition((8,16), <4:1, 8:2>)",
            "A o B" => "struct A = 8:2; struct B = 4:1; A o B",
            "L(2,3), L(_,3)" => "struct L = (4,8):(8,1); L(2,3) + size(L(_,3))",
            "L in bounds M < 10" => "(4,3):(1,4) in bounds (4,3):(1,4) < 10",
            "L where m % 4 == 0" => "(m,2):(2,1) where m % 4 == 0",
            "logical_divide[1](L, 4)" => "struct L = (4,8):(8,1); logical_divide[1](L, 4)",
            other => other,
        };
        let run = run(&["eval", expression]);
        assert_eq!(run.status, 0, "{expression}: {}", run.err);
    }
}

#[test]
fn help_of_instructions_lists_all() {
    let text = help(&["instructions"]);
    assert!(layout_algebra::atoms::names().all(|name| text.contains(&name)));
}

#[test]
fn help_of_machines_lists_all_with_their_sources() {
    let text = help(&["machines"]);
    for machine in layout_algebra::hardware::Machine::ALL {
        let line = text.lines().find(|line| line.split(' ').next() == Some(machine.name));
        let line = line.unwrap_or_else(|| panic!("there is no {}", machine.name));
        assert!(line.contains(machine.source), "{line}");
        assert_eq!(line.contains("not measured"), !machine.measured, "{line}");
    }
}
