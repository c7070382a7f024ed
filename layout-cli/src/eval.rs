//! `layout eval EXPR…`.

use std::io::{self, Write};
use std::process::ExitCode;

use crate::expression::{Settings, proved};
use crate::render::{report, text};

/// Prints the value of each expression, and the mistakes as errors.
pub(crate) fn eval(
    expressions: &[String],
    settings: &Settings,
    out: &mut impl Write,
    err: &mut impl Write,
) -> io::Result<ExitCode> {
    let mut status = ExitCode::SUCCESS;
    for (index, source) in expressions.iter().enumerate() {
        match proved(source, settings) {
            Ok(evaluated) => writeln!(out, "{}", text(&evaluated))?,
            Err(mistake) => {
                writeln!(err, "{}\n", report(&mistake, source, index + 1))?;
                status = ExitCode::FAILURE;
            }
        }
    }
    Ok(status)
}
