//! `layout plan EXPR`.

use std::io::{self, Write};
use std::process::ExitCode;
use std::time::{Duration, Instant};

use layout_codegen::Planned;

use crate::asm::{Compiler, assembly};
use crate::render::report;
use layout_command::expression::{Settings, evaluate};
use layout_command::views::plan;

/// Prints the plan of a layout with its cost, and what a compiler makes of it.
pub(crate) fn print(
    source: &str,
    settings: &Settings,
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
            writeln!(err, "{}\n", report(&mistake, source, 1))?;
            return Ok(ExitCode::FAILURE);
        }
    };
    write!(out, "{plan}")?;
    let Some(compiler) = compiler else { return Ok(ExitCode::SUCCESS) };
    match assembly(&plan, compiler) {
        Ok(assembly) => {
            write!(out, "\n{assembly}")?;
            Ok(ExitCode::SUCCESS)
        }
        Err(reason) => {
            writeln!(err, "error: {reason}")?;
            Ok(ExitCode::FAILURE)
        }
    }
}

/// How often is measured: the median of them is printed.
const RUNS: usize = 15;

/// Prints what it takes to evaluate an expression, and to plan its functions.
pub(crate) fn time(
    source: &str,
    settings: &Settings,
    out: &mut impl Write,
    err: &mut impl Write,
) -> io::Result<ExitCode> {
    if let Err(mistake) = plan(source, settings) {
        writeln!(err, "{}\n", report(&mistake, source, 1))?;
        return Ok(ExitCode::FAILURE);
    }
    let evaluated = median(|| drop(evaluate(source, settings)));
    let planned = median(|| drop(plan(source, settings)));
    let rows = [
        ("evaluated", evaluated),
        ("planned", planned.saturating_sub(evaluated)),
        ("in all", planned),
    ];
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
