//! `layout plan EXPR`.

use std::io::{self, Write};
use std::process::ExitCode;

use layout_codegen::{Planned, SymbolicPlan, Unplannable, Value, plan_symbolic_value, plan_value};

use crate::asm::{Compiler, assembly};
use crate::expression::{Mistake, Settings, proved_alone};
use crate::render::report;

/// Prints the plan of a layout with its cost, and what a compiler makes of it.
pub(crate) fn print(
    source: &str,
    settings: &Settings,
    compiler: Option<&Compiler>,
    out: &mut impl Write,
    err: &mut impl Write,
) -> io::Result<ExitCode> {
    let plan = match plan_of(source, settings) {
        Ok(AnyPlan::Numbers(plan)) => plan,
        Ok(AnyPlan::Symbols(plan)) if compiler.is_none() => {
            write!(out, "{plan}")?;
            return Ok(ExitCode::SUCCESS);
        }
        Ok(AnyPlan::Symbols(plan)) => {
            let symbols = plan.symbols.iter().map(|(name, _)| format!("{name}=…"));
            let symbols = symbols.collect::<Vec<_>>().join(",");
            writeln!(err, "error: `--asm` compiles numbers: give `--with {symbols}`")?;
            return Ok(ExitCode::FAILURE);
        }
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

/// The plan of a layout of numbers, or of one with symbols.
enum AnyPlan {
    Numbers(Planned),
    Symbols(Box<SymbolicPlan>),
}

fn plan_of(source: &str, settings: &Settings) -> Result<AnyPlan, Mistake> {
    let evaluated = proved_alone(source, settings)?;
    let mistake = |message| Mistake::new(0..source.len(), message);
    let unplannable = |reason: Unplannable| mistake(reason.to_string());
    if let (Value::Layout(_) | Value::Composed(_), true) =
        (&evaluated.value, evaluated.is_symbolic())
    {
        let symbols = evaluated.symbols.iter().map(|symbol| (symbol.name.clone(), symbol.kind));
        let obligations = evaluated.obligations.clone();
        let plan = plan_symbolic_value(&evaluated.value, symbols.collect(), obligations);
        let plan = plan.ok_or_else(|| mistake("only a layout has a plan".to_owned()))?;
        let plan = plan.map(|plan| plan.within(evaluated.bounds));
        return plan.map(|plan| AnyPlan::Symbols(Box::new(plan))).map_err(unplannable);
    }
    let plan = plan_value(&evaluated.value);
    let plan = plan.ok_or_else(|| mistake("only a layout has a plan".to_owned()))?;
    let plan = plan.map(|plan| plan.factored().within(evaluated.bounds));
    plan.map(AnyPlan::Numbers).map_err(unplannable)
}
