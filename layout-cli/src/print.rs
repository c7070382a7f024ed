//! `layout print EXPR`.

use std::io::{self, Write};
use std::process::ExitCode;

use layout_codegen::{Value, print_composed, print_layout};

use crate::expression::{Mistake, Settings, known};
use crate::render::report;

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

fn table(source: &str, settings: &Settings) -> Result<String, Mistake> {
    let (notation, table) = match known(source, settings)?.value {
        Value::Layout(layout) => (layout.to_string(), print_layout(&layout)),
        Value::Composed(layout) => (layout.to_string(), print_composed(&layout)),
        _ => return Err(Mistake::new(0..source.len(), "only a layout has a table")),
    };
    table.ok_or_else(|| {
        let message = format!(
            "{notation} has no table\n\
             a table takes one or two modes, integer strides, and few enough coordinates to read"
        );
        Mistake::new(0..source.len(), message)
    })
}
