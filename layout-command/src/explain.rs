//! `layout explain EXPR…`.

use std::io::{self, Write};
use std::process::ExitCode;

use layout_command::expression::{Mistake, Settings};
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
            let mistake = no_code(source);
            writeln!(err, "error: {}", mistake.message)?;
            for help in &mistake.helps {
                writeln!(err, "help: {help}\n")?;
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
    if pages::is_code(source) {
        writeln!(out, "{}", json::mistake(source, &no_code(source)))?;
        return Ok(false);
    }
    let (lines, answer) = trace_steps(source, settings);
    writeln!(out, "{}", json::explanation(source, &lines, &answer))?;
    Ok(answer.is_ok())
}

/// The mistake of a code that no error has.
fn no_code(source: &str) -> Mistake {
    let mut mistake = Mistake::new(0..source.len(), format!("there is no code {source}"));
    let codes = pages::codes().next().zip(pages::codes().last());
    mistake.helps =
        codes.map(|(first, last)| format!("the codes are {first} to {last}")).into_iter().collect();
    mistake
}
