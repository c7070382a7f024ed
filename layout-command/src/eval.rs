//! `layout eval EXPR…`.

use std::io::{self, Write};
use std::process::ExitCode;

use crate::json;
use crate::render::{Form, Format};
use layout_command::expression::{Settings, evaluate, format_value, has_symbol, unknown_symbol};
use layout_command::steps::reason_of;

/// Prints the value of each expression, and the mistakes as errors. A symbol with a value that
/// none of them has is a mistake in all: nobody knows which one it was meant for.
pub(crate) fn eval(
    expressions: &[String],
    form: Form,
    settings: &Settings,
    out: &mut impl Write,
    err: &mut impl Write,
) -> io::Result<ExitCode> {
    let mut answers: Vec<_> = expressions.iter().map(|source| evaluate(source, settings)).collect();
    // What is wrong for another reason may have the symbol.
    for name in settings.bindings.names() {
        if answers.iter().any(|answer| !matches!(answer, Ok(of) if !has_symbol(of, name))) {
            continue;
        }
        for (source, answer) in expressions.iter().zip(&mut answers) {
            if let Ok(evaluated) = answer {
                *answer = Err(unknown_symbol(source, name, evaluated));
            }
        }
        break;
    }
    let mut status = ExitCode::SUCCESS;
    for (index, (source, answer)) in expressions.iter().zip(answers).enumerate() {
        let answer = answer.and_then(|evaluated| format_value(source, &evaluated, form.notation));
        if answer.is_err() {
            status = ExitCode::FAILURE;
        }
        match (answer, form.format) {
            (Ok(text), Format::Text) => {
                writeln!(out, "{text}")?;
                if let Some(reason) = reason_of(source, &text, settings) {
                    writeln!(err, "note: {reason}")?;
                }
            }
            (Ok(text), Format::Json) => {
                let reason = reason_of(source, &text, settings);
                writeln!(out, "{}", json::value(source, &text, reason.as_deref()))?;
            }
            (Err(mistake), format) => format.refuse(&mistake, source, index + 1, out, err)?,
        }
    }
    Ok(status)
}
