//! `layout print EXPR`.

use std::io::Write;
use std::process::ExitCode;

use crate::json;
use crate::render::{Failure, Format};
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
) -> Result<ExitCode, Failure> {
    let table = format.known(table(source, settings), source, 1)?;
    let table = table.trim_end_matches('\n');
    match format {
        Format::Text => writeln!(out, "{}", width.fit(table).trim_end_matches('\n'))?,
        Format::Json => writeln!(out, "{}", json::answer(source).text("table", table))?,
    }
    Ok(ExitCode::SUCCESS)
}
