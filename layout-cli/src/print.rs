//! `layout print EXPR`.

use std::io::{self, Write};
use std::process::ExitCode;

use layout_codegen::{Value, print_layout};

use crate::expression::{Mistake, Settings, value_of};
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
    let Value::Layout(layout) = value_of(source, settings)? else {
        return Err(Mistake::new(0..source.len(), "only a layout has a table"));
    };
    print_layout(&layout).ok_or_else(|| {
        let message = format!(
            "{layout} has no table\n\
             a table takes one or two modes, integer strides, and few enough coordinates to read"
        );
        Mistake::new(0..source.len(), message)
    })
}
