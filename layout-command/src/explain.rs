//! `layout explain EXPR…`.

use std::io::{self, Write};
use std::process::ExitCode;

use layout_command::expression::Settings;
use layout_command::steps::{trace_steps, write};

use crate::json;
use crate::pages;
use crate::render::{Format, text};

/// Prints how each expression comes to its value, or to its mistake.
pub(crate) fn explain(
    expressions: &[String],
    settings: &Settings,
    format: Format,
    out: &mut impl Write,
    err: &mut impl Write,
) -> io::Result<ExitCode> {
    let mut status = ExitCode::SUCCESS;
    for (place, source) in expressions.iter().enumerate() {
        if format == Format::Json {
            if !json(source, settings, out)? {
                status = ExitCode::FAILURE;
            }
            continue;
        }
        if place > 0 {
            writeln!(out)?;
        }
        if let Some(page) = pages::page(source) {
            page.write(out)?;
            continue;
        }
        if pages::is_code(source) {
            writeln!(err, "error: there is no code {source}")?;
            if let (Some(first), Some(last)) = (pages::codes().next(), pages::codes().last()) {
                writeln!(err, "help: the codes are {first} to {last}\n")?;
            }
            status = ExitCode::FAILURE;
            continue;
        }
        let (lines, answer) = trace_steps(source, settings);
        write!(out, "{}", write(&lines))?;
        match answer {
            Ok(evaluated) => writeln!(out, "value: {}", text(&evaluated))?,
            Err(mistake) => {
                format.refuse(&mistake, source, place + 1, out, err)?;
                status = ExitCode::FAILURE;
            }
        }
    }
    Ok(status)
}

/// The same as an object in one line; whether nothing is wrong.
fn json(source: &str, settings: &Settings, out: &mut impl Write) -> io::Result<bool> {
    if let Some(page) = pages::page(source) {
        let mut text = Vec::new();
        page.write(&mut text)?;
        writeln!(out, "{}", json::page(source, &String::from_utf8_lossy(&text)))?;
        return Ok(true);
    }
    let (lines, answer) = trace_steps(source, settings);
    writeln!(out, "{}", json::explanation(source, &lines, &answer))?;
    Ok(answer.is_ok())
}
