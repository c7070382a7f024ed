//! `layout plan EXPR`.

use std::io::Write;
use std::process::ExitCode;
use std::time::{Duration, Instant};

use layout_codegen::Planned;

use crate::asm::{Compiler, assembly};
use crate::json;
use crate::render::{Failure, Format};
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
) -> Result<ExitCode, Failure> {
    let plan = format.known(plan(source, settings), source, 1)?;
    if let (Planned::Symbolic(plan), Some(_)) = (&plan, compiler) {
        let symbols: Vec<_> =
            plan.symbols.iter().map(|(name, _)| name.to_string() + "=…").collect();
        let symbols = symbols.join(",");
        return Err(format!("`--asm` compiles numbers: give `--with {symbols}`").into());
    }
    let mut object = json::answer(source).text("plan", &plan.to_string());
    if format == Format::Text {
        write!(out, "{plan}")?;
    }
    if let Some(compiler) = compiler {
        let assembly = assembly(&plan, compiler)?;
        if format == Format::Text {
            write!(out, "\n{assembly}")?;
        }
        object = object.text("assembly", &assembly);
    }
    if format == Format::Json {
        writeln!(out, "{object}")?;
    }
    Ok(ExitCode::SUCCESS)
}

/// The number of measurements: their median is printed.
const RUNS: usize = 15;

/// Prints what it takes to evaluate an expression, and to plan its functions.
pub(crate) fn time(
    source: &str,
    settings: &Settings,
    format: Format,
    out: &mut impl Write,
) -> Result<ExitCode, Failure> {
    format.known(plan(source, settings), source, 1)?;
    let evaluated = median(|| drop(evaluate(source, settings)));
    let planned = median(|| drop(plan(source, settings)));
    let rows = [
        ("evaluated", evaluated),
        ("planned", planned.saturating_sub(evaluated)),
        ("in all", planned),
    ];
    if format == Format::Json {
        let mut times = Object::default();
        for (what, took) in rows {
            times = times.member(what, format_args!("{:.3}", took.as_secs_f64() * 1e3));
        }
        writeln!(out, "{}", json::answer(source).member("milliseconds", times))?;
        return Ok(ExitCode::SUCCESS);
    }
    for (what, took) in rows {
        writeln!(out, "{what:<10} {:>8.3} ms", took.as_secs_f64() * 1e3)?;
    }
    Ok(ExitCode::SUCCESS)
}

fn median(run: impl Fn()) -> Duration {
    let mut runs = [Duration::ZERO; RUNS];
    for took in &mut runs {
        let begin = Instant::now();
        run();
        *took = begin.elapsed();
    }
    runs.sort();
    runs[RUNS / 2]
}
