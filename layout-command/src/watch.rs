//! `layout watch FILE`.

use std::fs;
use std::io::{self, IsTerminal, Write};
use std::path::PathBuf;
use std::process::ExitCode;
use std::thread;
use std::time::Duration;

use clap::{ColorChoice, Parser};

use crate::Arguments;

/// The time between two looks at the file.
const PAUSE: Duration = Duration::from_millis(200);

/// The arguments of `layout watch`.
#[derive(Debug, clap::Args)]
pub(crate) struct WatchArguments {
    /// The file with an expression, and definitions in front of it.
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// The command that is run on it, with its options; `eval` without.
    #[arg(value_name = "COMMAND", trailing_var_arg = true, allow_hyphen_values = true)]
    command: Vec<String>,
}

impl WatchArguments {
    /// Runs the command on the file each time it changes. Only an error of the first time ends it.
    pub(crate) fn run(
        &self,
        color: ColorChoice,
        out: &mut impl Write,
        err: &mut impl Write,
    ) -> io::Result<ExitCode> {
        let mut before: Option<Vec<u8>> = None;
        loop {
            match fs::read(&self.file) {
                Ok(text) if before.as_ref() == Some(&text) => {}
                Ok(text) => {
                    if io::stdout().is_terminal() {
                        // An empty screen.
                        write!(out, "\x1b[2J\x1b[H")?;
                    } else if before.is_some() {
                        writeln!(out)?;
                    }
                    let is_first = before.replace(text).is_none();
                    match self.arguments() {
                        Ok(Arguments { command, .. }) => drop(command.run(color, out, err)?),
                        Err(error) if is_first => error.exit(),
                        Err(error) => writeln!(err, "{error}")?,
                    }
                    out.flush()?;
                    err.flush()?;
                }
                Err(error) if before.is_none() => {
                    writeln!(err, "error: `{}` is not read: {error}", self.file.display())?;
                    return Ok(ExitCode::FAILURE);
                }
                // An editor writes it anew.
                Err(_) => {}
            }
            thread::sleep(PAUSE);
        }
    }

    fn arguments(&self) -> Result<Arguments, clap::Error> {
        let default = ["eval".to_owned()];
        let command = if self.command.is_empty() { &default[..] } else { &self.command };
        let file = format!("@{}", self.file.display());
        Arguments::try_parse_from(["layout".to_owned()].iter().chain(command).chain([&file]))
    }
}
