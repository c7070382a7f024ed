//! The steps of an expression, as text.

use layout_algebra::explain::{Line, NoAnswer, Step, trace};
use layout_codegen::{Evaluated, GROUPS};

use crate::expression::{Mistake, Settings, evaluate};

/// Evaluates an expression, and returns the steps that were recorded with its value or its mistake.
pub fn trace_steps(source: &str, settings: &Settings) -> (Vec<Line>, Result<Evaluated, Mistake>) {
    let (answer, lines) = trace(|| evaluate(source, settings));
    (lines, answer)
}

/// The operations of which the last sentence says where two layouts differ.
const COMPARES: [&str; 2] = ["agrees", "functionally_equal"];

/// The coordinate at which two layouts differ, where that is why the answer to an expression is `false`.
pub fn reason_of(source: &str, answer: &str, settings: &Settings) -> Option<String> {
    if answer.split_whitespace().next() != Some("false") {
        return None;
    }
    let (lines, _) = trace_steps(source, settings);
    let outermost = lines.iter().rev().find_map(|line| match line {
        Line::Step(step) => Some(step),
        _ => None,
    })?;
    if !COMPARES.contains(&name(&outermost.expression)) {
        return None;
    }
    outermost.lines.iter().rev().find_map(|line| match line {
        Line::Says(sentence) => Some(sentence.clone()),
        _ => None,
    })
}

/// The name of the operation that an expression calls.
fn name(expression: &str) -> &str {
    expression.split('(').next().unwrap_or_default()
}

/// Writes steps as text: inner calls before outer ones, the parts of a step below it, and the rule of an operation where it
/// occurs first.
pub fn write(lines: &[Line]) -> String {
    let mut text = Text::default();
    text.lines(lines, 0);
    text.text
}

/// The equation of the operation that an expression calls; `None` if it calls none.
pub fn rule(expression: &str) -> Option<&'static str> {
    let mut operations = GROUPS.iter().flat_map(|group| group.operations);
    Some(operations.find(|operation| operation.name() == name(expression))?.equation())
}

#[derive(Default)]
struct Text {
    text: String,
    /// The operations whose rule was written.
    listed: Vec<String>,
    /// The last error that was written: the steps around it fail for the same reason.
    last_error: String,
}

impl Text {
    fn lines(&mut self, lines: &[Line], depth: usize) {
        for line in lines {
            match line {
                Line::Says(sentence) => self.put(depth, sentence),
                Line::Equals(expression, value) => {
                    self.put(depth, &format!("{expression} = {value}"));
                }
                Line::Step(step) => self.step(step, depth),
            }
        }
    }

    fn step(&mut self, step: &Step, depth: usize) {
        let Step { expression, lines, answer } = step;
        match answer {
            Ok(value) => self.put(depth, &format!("{expression} = {value}")),
            Err(_) => self.put(depth, &format!("{expression} has no answer")),
        }
        let name = name(expression).to_owned();
        if !self.listed.contains(&name) {
            self.listed.push(name);
            if let Some(rule) = rule(expression) {
                self.put(depth + 1, &format!("rule: {rule}"));
            }
        }
        self.lines(lines, depth + 1);
        if let Err(NoAnswer { fact, .. }) = answer
            && self.last_error != *fact
        {
            for line in fact.lines() {
                self.put(depth + 1, line);
            }
            self.last_error.clone_from(fact);
        }
    }

    fn put(&mut self, depth: usize, line: &str) {
        self.text.push_str(&"  ".repeat(depth));
        self.text.push_str(line);
        self.text.push('\n');
    }
}
