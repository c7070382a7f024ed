//! `layout print EXPR`.

use std::io::{self, Write};
use std::process::ExitCode;

use crate::json;
use crate::render::Format;
use crate::terminal::Width;
use layout_command::expression::Settings;
use layout_command::views::table;

/// Draws the table of a layout, in pieces that fit a width.
pub(crate) fn print(
    source: &str,
    settings: &Settings,
    format: Format,
    width: Width,
    out: &mut impl Write,
    err: &mut impl Write,
) -> io::Result<ExitCode> {
    match table(source, settings) {
        Ok(table) => {
            let table = table.trim_end_matches('\n');
            match format {
                Format::Text => writeln!(out, "{}", width.fit(table).trim_end_matches('\n'))?,
                Format::Json => writeln!(out, "{}", json::answer(source).text("table", table))?,
            }
            Ok(ExitCode::SUCCESS)
        }
        Err(mistake) => {
            format.refuse(&mistake, source, 1, out, err)?;
            Ok(ExitCode::FAILURE)
        }
    }
}
