//! Our answers: the value of an expression, the message of a mistake, the arithmetic of an
//! index, a redistribution, or what a function of `runs.rs` makes.

use layout_codegen::{
    Diagnostic, Evaluated, Scope, Unevaluated, parse_expression, plan_value, prove,
};

use layout_mesh_plan::{Placement, plan_of};

use crate::invocation::mistakes;
use crate::runs;

/// The answer to a question, as the page shows it.
pub(crate) fn answer(asked: &str) -> String {
    if let Some(name) = asked.strip_prefix("run ") {
        let run = runs::ALL.iter().find(|(of, _)| *of == name);
        return run.unwrap_or_else(|| panic!("`runs.rs` has no function `{name}`")).1();
    }
    if let Some(expression) = asked.strip_prefix("plan ") {
        return index(expression).unwrap_or_else(error);
    }
    if let Some(tokens) =
        asked.strip_prefix("redistribute!(").and_then(|rest| rest.strip_suffix(')'))
    {
        return redistribution(tokens).unwrap_or_else(error);
    }
    if asked.split_once('!').is_some_and(|(name, _)| name.chars().all(char::is_alphabetic)) {
        let errors = mistakes(asked).into_iter().map(|mistake| error(mistake.text));
        return errors.collect::<Vec<_>>().join("\n");
    }
    evaluated(asked).unwrap_or_else(error)
}

/// A message without its ways out, of which there may be new ones any time.
fn error(message: String) -> String {
    let lines = message.lines().filter(|line| !line.trim_start().starts_with("help: "));
    format!("error: {}", lines.collect::<Vec<_>>().join("\n"))
}

fn evaluated(expression: &str) -> Result<String, String> {
    let evaluated = proved(expression)?;
    let mut text = evaluated.value.to_string();
    if !evaluated.bounds.is_everywhere() {
        text.push_str(&format!(" in bounds {}", evaluated.bounds));
    }
    let conditions = evaluated.obligations.iter().map(|o| o.condition.assumption());
    let conditions = conditions.collect::<Vec<_>>().join(", ");
    Ok(if conditions.is_empty() { text } else { format!("{text} where {conditions}") })
}

/// The collective of a redistribution, the elements that move, and those that each device has before and after.
fn redistribution(tokens: &str) -> Result<String, String> {
    let tokens = tokens.parse().map_err(|error| format!("{error}"))?;
    let plan = plan_of(&tokens).map_err(text)?;
    let parts = |placement: &Placement| {
        let sizes = (0..placement.devices()).map(|rank| placement.local_size(rank).to_string());
        sizes.collect::<Vec<_>>().join(", ")
    };
    Ok(format!(
        "{} of {} devices: {} elements move, {} stay\nparts of {} before, of {} after",
        plan.collective(),
        plan.devices(),
        plan.moved(),
        plan.kept(),
        parts(plan.source()),
        parts(plan.target())
    ))
}

fn text(error: Unevaluated) -> String {
    match error {
        Unevaluated::Wrong(diagnostic) => diagnostic.message,
        Unevaluated::Tainted(name) => format!("{} has no value", name.text),
    }
}

fn proved(expression: &str) -> Result<Evaluated, String> {
    let tokens = expression.parse().map_err(|error| format!("{error}"))?;
    let message = |diagnostic: Diagnostic| diagnostic.message;
    let parsed = parse_expression(tokens).map_err(message)?;
    prove(&parsed, &Scope::new()).map_err(text)
}

/// The computation of the index of a 1-D coordinate.
fn index(expression: &str) -> Result<String, String> {
    let plan = plan_value(&proved(expression)?.value).ok_or("only a layout has a plan")?;
    let plan = plan.map_err(|_| "this layout has no plan")?.factored().to_string();
    let line = plan.lines().find(|line| line.starts_with("index(i)"));
    Ok(line.ok_or("this plan has no index")?.to_owned())
}
