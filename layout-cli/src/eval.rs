//! `layout eval EXPR…`.

use std::io::{self, Write};
use std::process::ExitCode;

use layout_codegen::Allow;

use crate::expression::value_of;
use crate::render::report;

/// Prints the value of each expression, and the mistakes as errors.
pub(crate) fn eval(
    expressions: &[String],
    allow: Allow,
    out: &mut impl Write,
    err: &mut impl Write,
) -> io::Result<ExitCode> {
    let mut status = ExitCode::SUCCESS;
    for (index, source) in expressions.iter().enumerate() {
        match value_of(source, allow) {
            Ok(value) => writeln!(out, "{value}")?,
            Err(mistake) => {
                writeln!(err, "{}\n", report(&mistake, source, index + 1))?;
                status = ExitCode::FAILURE;
            }
        }
    }
    Ok(status)
}
