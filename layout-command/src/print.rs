//! `layout print EXPR`.

use std::io::{self, Write};
use std::process::ExitCode;

use crate::render::report;
use layout_command::expression::Settings;
use layout_command::views::table;

/// Draws the table of a layout.
pub(crate) fn print(
    source: &str,
    settings: &Settings,
    out: &mut impl Write,
    err: &mut impl Write,
) -> io::Result<ExitCode> {
    match table(source, settings) {
        Ok(table) => {
            writeln!(out, "{}", table.trim_end_matches('\n'))?;
            Ok(ExitCode::SUCCESS)
        }
        Err(mistake) => {
            writeln!(err, "{}\n", report(&mistake, source, 1))?;
            Ok(ExitCode::FAILURE)
        }
    }
}
