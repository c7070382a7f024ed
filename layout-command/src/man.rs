//! `layout man`.

use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;

use clap::CommandFactory;
use clap_mangen::Man;

use crate::Arguments;

/// The arguments of `layout man`.
#[derive(Debug, clap::Args)]
pub(crate) struct ManArguments {
    /// The folder into which all pages are written.
    #[arg(short, long, value_name = "FOLDER", conflicts_with = "command")]
    output: Option<PathBuf>,
    /// The command of which the page is printed; this program without.
    #[arg(value_name = "COMMAND")]
    command: Option<String>,
}

impl ManArguments {
    /// Prints a page, or writes all of them.
    pub(crate) fn print(&self, out: &mut impl Write, err: &mut impl Write) -> io::Result<ExitCode> {
        let mut program = Arguments::command();
        if let Some(folder) = &self.output {
            if let Err(error) = clap_mangen::generate_to(program, folder) {
                writeln!(err, "error: no pages are written into `{}`: {error}", folder.display())?;
                return Ok(ExitCode::FAILURE);
            }
            return Ok(ExitCode::SUCCESS);
        }
        // Names such as `layout-eval`.
        program.build();
        let page = match &self.command {
            None => Some(&program),
            Some(name) => program.find_subcommand(name),
        };
        match (page, &self.command) {
            (Some(page), _) => {
                Man::new(page.clone()).render(out)?;
                Ok(ExitCode::SUCCESS)
            }
            (None, name) => {
                let name = name.as_deref().unwrap_or_default();
                writeln!(
                    err,
                    "error: there is no command `{name}`\nhelp: `layout help` lists them"
                )?;
                Ok(ExitCode::FAILURE)
            }
        }
    }
}
