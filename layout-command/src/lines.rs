//! `layout eval --stdin`.

use std::io::{self, BufRead, Read, Write};
use std::mem;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::process::ExitCode;

use layout_codegen::Evaluated;

use crate::json;
use crate::render::{Form, Format, one_line};
use layout_command::expression::{
    MAX_SOURCE, Mistake, Settings, evaluate, format_value, has_symbol, too_long,
};
use layout_command::steps::reason_of;

/// Answers each line with one line, at once. A symbol with a value that no line has is reported
/// in the end.
pub(crate) fn answer_lines(
    mut input: impl BufRead,
    form: Form,
    out: &mut impl Write,
    err: &mut impl Write,
    settings: &Settings,
) -> io::Result<ExitCode> {
    let mut line = Vec::new();
    // The symbols that no line has had yet, once there was a line.
    let mut unused: Vec<&str> = Vec::new();
    let (mut first, mut wrong) = (true, false);
    while read_line(&mut input, &mut line)? {
        if mem::take(&mut first) {
            unused = settings.bindings.names().collect();
        }
        let mut answer = match answer(&line, form, settings) {
            Ok((text, evaluated)) => {
                unused.retain(|name| !has_symbol(&evaluated, name));
                text
            }
            Err(text) => {
                wrong = true;
                text
            }
        };
        answer.push('\n');
        out.write_all(answer.as_bytes())?;
        out.flush()?;
    }
    // A line that is wrong may have any symbol.
    match unused.first() {
        Some(name) if !wrong => {
            writeln!(
                err,
                "error: `--with` gives `{name}` a value, which is no symbol of any line"
            )?;
            Ok(ExitCode::FAILURE)
        }
        _ => Ok(ExitCode::SUCCESS),
    }
}

/// The value as text, or its mistake in one line.
fn answer(line: &[u8], form: Form, settings: &Settings) -> Result<(String, Evaluated), String> {
    // A reader counts on one answer a line, even where this program is wrong.
    let value = catch_unwind(AssertUnwindSafe(|| value_of_bytes(line, form, settings)));
    let bug = Mistake::new(0..line.len(), "this expression broke the evaluator, which is a bug");
    let value = value.unwrap_or(Err(bug));
    let source = String::from_utf8_lossy(line);
    match (value, form.format) {
        (Ok(value), Format::Text) => Ok(value),
        (Ok((text, evaluated)), Format::Json) => {
            let reason = reason_of(&source, &text, settings);
            Ok((json::value(&source, &text, reason.as_deref()).to_string(), evaluated))
        }
        (Err(mistake), Format::Text) => Err(one_line(&mistake)),
        (Err(mistake), Format::Json) => Err(json::mistake(&source, &mistake).to_string()),
    }
}

fn value_of_bytes(
    line: &[u8],
    form: Form,
    settings: &Settings,
) -> Result<(String, Evaluated), Mistake> {
    if line.len() > MAX_SOURCE {
        return Err(too_long());
    }
    let source = str::from_utf8(line).map_err(|error| {
        Mistake::new(0..0, format!("byte {} is not UTF-8", error.valid_up_to() + 1))
    })?;
    let evaluated = evaluate(source, settings)?;
    Ok((format_value(source, &evaluated, form.notation)?, evaluated))
}

/// Reads a line without its end; of one that is too long, only enough to tell.
fn read_line(input: &mut impl BufRead, line: &mut Vec<u8>) -> io::Result<bool> {
    // Room for the longest line, its `\r\n`, and nothing else.
    const LIMIT: u64 = MAX_SOURCE as u64 + 2;
    line.clear();
    if input.by_ref().take(LIMIT).read_until(b'\n', line)? == 0 {
        return Ok(false);
    }
    if line.ends_with(b"\n") {
        line.pop();
        if line.ends_with(b"\r") {
            line.pop();
        }
    } else {
        input.skip_until(b'\n')?;
    }
    Ok(true)
}
