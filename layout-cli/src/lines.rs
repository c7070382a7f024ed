//! `layout eval --stdin`.

use std::io::{self, BufRead, Read, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};

use crate::expression::{MAX_SOURCE, Mistake, Settings, proved, too_long};
use crate::render::{one_line, text};

/// Answers each line with one line, at once.
pub(crate) fn answer_lines(
    mut input: impl BufRead,
    out: &mut impl Write,
    settings: &Settings,
) -> io::Result<()> {
    let mut line = Vec::new();
    while read_line(&mut input, &mut line)? {
        let mut answer = answer(&line, settings);
        answer.push('\n');
        out.write_all(answer.as_bytes())?;
        out.flush()?;
    }
    Ok(())
}

fn answer(line: &[u8], settings: &Settings) -> String {
    // A reader counts on one answer a line, even where this program is wrong.
    let value = catch_unwind(AssertUnwindSafe(|| value_of_bytes(line, settings)));
    match value {
        Ok(Ok(value)) => value,
        Ok(Err(mistake)) => one_line(&mistake),
        Err(_) => "error: this expression broke the evaluator, which is a bug".to_owned(),
    }
}

fn value_of_bytes(line: &[u8], settings: &Settings) -> Result<String, Mistake> {
    if line.len() > MAX_SOURCE {
        return Err(too_long());
    }
    let source = str::from_utf8(line).map_err(|error| {
        Mistake::new(0..0, format!("byte {} is not UTF-8", error.valid_up_to() + 1))
    })?;
    Ok(text(&proved(source, settings)?))
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
