//! `layout plan EXPR`.

use std::io::{self, Write};
use std::process::ExitCode;
use std::time::{Duration, Instant};

use layout_codegen::Planned;

use crate::asm::{Compiler, assembly};
use crate::json;
use crate::render::Format;
use layout_command::expression::{Settings, evaluate};
use layout_command::object::Object;
use layout_command::views::plan;

/// Prints the plan of a layout with its cost, and what a compiler makes of it.
pub(crate) fn print(
    source: &str,
    settings: &Settings,
    format: Format,
    compiler: Option<&Compiler>,
    out: &mut impl Write,
    err: &mut impl Write,
) -> io::Result<ExitCode> {
    let plan = match plan(source, settings) {
        Ok(Planned::Symbolic(plan)) if compiler.is_some() => {
            let symbols = plan.symbols.iter().map(|(name, _)| format!("{name}=…"));
            let symbols = symbols.collect::<Vec<_>>().join(",");
            writeln!(err, "error: `--asm` compiles numbers: give `--with {symbols}`")?;
            return Ok(ExitCode::FAILURE);
        }
        Ok(plan) => plan,
        Err(mistake) => {
            format.refuse(&mistake, source, 1, out, err)?;
            return Ok(ExitCode::FAILURE);
        }
    };
    if format == Format::Text {
        write!(out, "{plan}")?;
    }
    let assembly = compiler.map(|compiler| assembly(&plan, compiler)).transpose();
    match assembly {
        Ok(assembly) => {
            match (format, assembly) {
                (Format::Text, Some(assembly)) => write!(out, "\n{assembly}")?,
                (Format::Text, None) => {}
                (Format::Json, assembly) => {
                    let object = json::answer(source).text("plan", &plan.to_string());
                    let object = assembly.iter().fold(object, |of, text| of.text("assembly", text));
                    writeln!(out, "{object}")?;
                }
            }
            Ok(ExitCode::SUCCESS)
        }
        Err(reason) => {
            writeln!(err, "error: {reason}")?;
            Ok(ExitCode::FAILURE)
        }
    }
}

/// The number of measurements: their median is printed.
const RUNS: usize = 15;

/// Prints what it takes to evaluate an expression, and to plan its functions.
pub(crate) fn time(
    source: &str,
    settings: &Settings,
    format: Format,
    out: &mut impl Write,
    err: &mut impl Write,
) -> io::Result<ExitCode> {
    if let Err(mistake) = plan(source, settings) {
        format.refuse(&mistake, source, 1, out, err)?;
        return Ok(ExitCode::FAILURE);
    }
    let evaluated = median(|| drop(evaluate(source, settings)));
    let planned = median(|| drop(plan(source, settings)));
    let rows = [
        ("evaluated", evaluated),
        ("planned", planned.saturating_sub(evaluated)),
        ("in all", planned),
    ];
    if format == Format::Json {
        let times = rows.into_iter().fold(Object::default(), |object, (what, took)| {
            object.member(what, format_args!("{:.3}", took.as_secs_f64() * 1e3))
        });
        writeln!(out, "{}", json::answer(source).member("milliseconds", times))?;
        return Ok(ExitCode::SUCCESS);
    }
    for (what, took) in rows {
        writeln!(out, "{what:<10} {:>8.3} ms", took.as_secs_f64() * 1e3)?;
    }
    Ok(ExitCode::SUCCESS)
}

fn median(run: impl Fn()) -> Duration {
    let mut runs: Vec<Duration> = (0..RUNS)
        .map(|_| {
            let begin = Instant::now();
            run();
            begin.elapsed()
        })
        .collect();
    runs.sort();
    runs[RUNS / 2]
}
