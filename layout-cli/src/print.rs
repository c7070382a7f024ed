//! `layout print EXPR`.

use std::io::{self, Write};
use std::process::ExitCode;

use layout_algebra::bounds::Bounds;
use layout_codegen::{Evaluated, Value, print_composed, print_layout};
use layout_draw::{Format, Shown, Subject, offsets, write};

use crate::render::report;
use layout_cli::expression::{Mistake, Settings, known};
use layout_cli::picture::function;

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

/// The table of the layout of an expression.
pub(crate) fn table(source: &str, settings: &Settings) -> Result<String, Mistake> {
    let Evaluated { value, bounds, .. } = known(source, settings)?;
    let table = match &value {
        Value::Layout(layout) => print_layout(layout),
        Value::Composed(layout) => print_composed(layout),
        _ => return Err(Mistake::new(0..source.len(), "only a layout has a table")),
    };
    let notation = value.to_string();
    table.or_else(|| tables(value, bounds)).ok_or_else(|| {
        let message = format!(
            "{notation} has no table\n\
             a table takes integers, or steps along a basis, and few enough coordinates to read"
        );
        Mistake::new(0..source.len(), message)
    })
}

/// What CuTe has no table of: more than two modes, and layouts over a basis.
fn tables(value: Value, bounds: Bounds) -> Option<String> {
    let subject = Subject::new(&function(value)?, bounds).ok()?;
    let picture = offsets(&[subject], &Shown::default()).ok()?;
    Some(write(&picture, Format::Text))
}
