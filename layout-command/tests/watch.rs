//! `layout watch FILE`.

use std::fs;
use std::io::{BufRead, BufReader};

use crate::command::{Run, layout, run};

#[test]
fn a_command_runs_again_when_its_file_changes() {
    let file = std::env::temp_dir().join(format!("layout-watch-{}.layout", std::process::id()));
    fs::write(&file, "let a = (2,2):(2,1); a").expect("a file");
    let name = file.to_str().expect("it is UTF-8");
    let mut child =
        layout(&["watch", name, "eval", "--format", "json"]).spawn().expect("it starts");
    let mut lines = BufReader::new(child.stdout.take().expect("it is piped")).lines();
    let mut next = || lines.next().expect("it goes on").expect("UTF-8");
    assert!(next().ends_with(r#""value":"(2,2):(2,1)"}"#));
    // A mistake does not end it.
    fs::write(&file, "(2,2):(1,1)").expect("a file");
    assert_eq!(next(), "");
    assert!(next().contains("is not injective"));
    fs::remove_file(&file).expect("it is there");
    fs::write(&file, "4:1").expect("a file");
    // An editor may have left it empty for a moment.
    let last = (0..9).map(|_| next()).find(|line| line.ends_with(r#""value":"4:1"}"#));
    assert!(last.is_some());
    child.kill().expect("it runs");
    child.wait().expect("it ends");
    fs::remove_file(&file).expect("it is there");
}

#[test]
fn a_file_that_is_not_there_is_an_error() {
    let Run { status, out, err } = run(&["watch", "no/such.layout"]);
    assert_eq!((status, out.as_str()), (1, ""));
    assert!(err.starts_with("error: `no/such.layout` is not read: "), "{err}");
    let Run { status, err, .. } = run(&["watch", env!("CARGO_MANIFEST_PATH"), "nothing"]);
    assert!(status == 2 && err.contains("unrecognized subcommand 'nothing'"), "{err}");
}
