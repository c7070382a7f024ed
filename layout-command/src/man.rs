//! `layout man`.

use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;

use clap::CommandFactory;
use clap_mangen::Man;

use crate::Arguments;
use crate::render::Failure;

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
    pub(crate) fn print(&self, out: &mut impl Write) -> Result<ExitCode, Failure> {
        let mut program = Arguments::command();
        if let Some(folder) = &self.output {
            if let Err(error) = clap_mangen::generate_to(program, folder) {
                let folder = folder.display();
                return Err(format!("no pages are written into `{folder}`: {error}").into());
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
                Err(format!("there is no command `{name}`\nhelp: `layout help` lists them").into())
            }
        }
    }
}
