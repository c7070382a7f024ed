//! `layout plan EXPR`.

use std::io::{self, Write};
use std::process::ExitCode;

use layout_codegen::{Allow, Plan, plan_value};

use crate::asm::{Compiler, assembly};
use crate::expression::{Mistake, value_of};
use crate::render::report;

/// Prints the plan of a layout with its cost, and what a compiler makes of it.
pub(crate) fn print(
    source: &str,
    allow: Allow,
    compiler: Option<&Compiler>,
    out: &mut impl Write,
    err: &mut impl Write,
) -> io::Result<ExitCode> {
    let plan = match plan_of(source, allow) {
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

fn plan_of(source: &str, allow: Allow) -> Result<Plan, Mistake> {
    let value = value_of(source, allow)?;
    let mistake = |message| Mistake::new(0..source.len(), message);
    let plan = plan_value(&value).ok_or_else(|| mistake("only a layout has a plan".to_owned()))?;
    plan.map(Plan::factored).map_err(|reason| mistake(reason.to_string()))
}
