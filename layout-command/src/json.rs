//! Values and mistakes as JSON, for programs: an object a line.

use layout_algebra::explain::{Line, Step};
use layout_codegen::Evaluated;
use layout_command::expression::{Mistake, Repair, text};
use layout_command::object::Object;
use layout_command::steps::rule;

/// An object of an answer to an expression.
pub(crate) fn answer(source: &str) -> Object {
    Object::default().text("expression", source)
}

/// The value of an expression, as `layout eval` prints it, and why it is `false`.
pub(crate) fn value(source: &str, text: &str, reason: Option<&str>) -> Object {
    let object = answer(source).text("value", text);
    reason.into_iter().fold(object, |object, reason| object.text("note", reason))
}

/// A mistake: its code, the fact, the rules, the bytes of the expression at fault, and the ways out.
pub(crate) fn mistake(source: &str, mistake: &Mistake) -> Object {
    let mut lines = mistake.message.lines();
    let fact = lines.next().unwrap_or_default();
    let error = match mistake.code {
        Some(code) => Object::default().text("code", code),
        None => Object::default().member("code", "null"),
    };
    let error = error.text("message", fact).texts("notes", lines);
    let error = error.member("start", mistake.range.start).member("end", mistake.range.end);
    let error = error.texts("helps", mistake.helps.iter().map(String::as_str));
    answer(source).member("error", error.list("repairs", mistake.repairs.iter().map(repair)))
}

/// A text that stands for the bytes of the expression from `start` to before `end`.
fn repair(repair: &Repair) -> Object {
    let object = Object::default().member("start", repair.range.start);
    object.member("end", repair.range.end).text("text", &repair.text).text("help", &repair.help)
}

/// The steps of an expression to its value or its mistake: a line of the steps is what is said, an expression with its value, or a
/// step, which has the lines that it is made of and the rule of its operation.
pub(crate) fn explanation(
    source: &str,
    lines: &[Line],
    answer: &Result<Evaluated, Mistake>,
) -> Object {
    let answer = match answer {
        Ok(evaluated) => value(source, &text(evaluated), None),
        Err(wrong) => mistake(source, wrong),
    };
    answer.list("steps", lines.iter().map(line))
}

/// The page of a code.
pub(crate) fn page(code: &str, page: &str) -> Object {
    Object::default().text("code", code).text("page", page)
}

fn line(line: &Line) -> Object {
    match line {
        Line::Says(sentence) => Object::default().text("says", sentence),
        Line::Equals(expression, value) => answer(expression).text("value", value),
        Line::Step(Step { expression, lines, answer: result }) => {
            let step = match rule(expression) {
                Some(rule) => answer(expression).text("rule", rule),
                None => answer(expression).member("rule", "null"),
            };
            let step = match result {
                Ok(value) => step.text("value", value),
                Err(reason) => step.text("error", &reason.to_string()),
            };
            step.list("steps", lines.iter().map(self::line))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mistake_has_its_parts() {
        let mut wrong = Mistake::new(1..3, "fact\nrule 1\nrule 2");
        wrong.helps.push("write `4`".to_owned());
        wrong.repairs.push(Repair {
            range: 1..3,
            text: "4".to_owned(),
            help: "write `4`".to_owned(),
        });
        assert_eq!(
            mistake("x", &wrong).to_string(),
            r#"{"expression":"x","error":{"code":null,"message":"fact","notes":["rule 1","rule 2"],"start":1,"end":3,"helps":["write `4`"],"repairs":[{"start":1,"end":3,"text":"4","help":"write `4`"}]}}"#
        );
        wrong.code = Some("L0008");
        assert!(mistake("x", &wrong).to_string().contains(r#""code":"L0008""#));
    }
}
