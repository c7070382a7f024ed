//! Runs the built command.

use std::io::Write;
use std::process::{Child, Command, Output, Stdio};

/// `layout …`, to be started.
pub(crate) fn layout(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_layout"));
    command.args(arguments).env_remove("CLICOLOR_FORCE");
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

/// The status and the output of a run.
#[derive(Debug, PartialEq)]
pub(crate) struct Run {
    pub(crate) status: i32,
    pub(crate) out: String,
    pub(crate) err: String,
}

impl From<Output> for Run {
    fn from(output: Output) -> Self {
        let text = |bytes| String::from_utf8(bytes).expect("answers are UTF-8");
        let status = output.status.code().expect("no signal ends it");
        Run { status, out: text(output.stdout), err: text(output.stderr) }
    }
}

/// Runs `layout …` to its end.
pub(crate) fn run(arguments: &[&str]) -> Run {
    layout(arguments).output().expect("the command starts").into()
}

/// Starts `layout eval --stdin …` with its pipes.
pub(crate) fn start_stdin(arguments: &[&str]) -> Child {
    let mut command = layout(&["eval", "--stdin"]);
    command.args(arguments).stdin(Stdio::piped()).spawn().expect("the command starts")
}

/// Runs `layout eval --stdin …` on an input.
pub(crate) fn run_stdin(arguments: &[&str], input: &[u8]) -> Run {
    let mut child = start_stdin(arguments);
    let mut pipe = child.stdin.take().expect("it is piped");
    std::thread::scope(|scope| {
        scope.spawn(move || pipe.write_all(input).expect("the input is read to its end"));
        child.wait_with_output().expect("the command ends").into()
    })
}
