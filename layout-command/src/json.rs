//! Values and mistakes as JSON, for programs: an object a line.

use std::fmt::Write;

use layout_algebra::explain::{Line, Step};
use layout_codegen::Evaluated;
use layout_command::expression::{Mistake, Repair, text};
use layout_command::steps::rule;

/// The value of an expression, as `layout eval` prints it, and why it is `false`.
pub(crate) fn value(source: &str, text: &str, reason: Option<&str>) -> String {
    let note = reason.map_or_else(String::new, |reason| format!(",\"note\":{}", string(reason)));
    format!("{{\"expression\":{},\"value\":{}{note}}}", string(source), string(text))
}

/// A mistake: its code, the fact, the rules, the bytes of the expression at fault, and the ways out.
pub(crate) fn mistake(source: &str, mistake: &Mistake) -> String {
    let code = mistake.code.map_or("null".to_owned(), string);
    let mut lines = mistake.message.lines();
    let fact = string(lines.next().unwrap_or_default());
    let (notes, helps) = (list(lines), list(mistake.helps.iter().map(String::as_str)));
    let (start, end) = (mistake.range.start, mistake.range.end);
    let repairs: Vec<String> = mistake.repairs.iter().map(repair).collect();
    let repairs = repairs.join(",");
    format!(
        "{{\"expression\":{},\"error\":{{\"code\":{code},\"message\":{fact},\"notes\":{notes},\
         \"start\":{start},\"end\":{end},\"helps\":{helps},\"repairs\":[{repairs}]}}}}",
        string(source)
    )
}

/// A text that stands for the bytes of the expression from `start` to before `end`.
fn repair(repair: &Repair) -> String {
    let (start, end) = (repair.range.start, repair.range.end);
    let (text, help) = (string(&repair.text), string(&repair.help));
    format!("{{\"start\":{start},\"end\":{end},\"text\":{text},\"help\":{help}}}")
}

/// How an expression comes to its value or its mistake: a line of the steps is what is said, an expression with its value, or a
/// step, which has the lines that it is made of and the rule of its operation.
pub(crate) fn explanation(
    source: &str,
    lines: &[Line],
    answer: &Result<Evaluated, Mistake>,
) -> String {
    let steps = steps(lines);
    let answer = match answer {
        Ok(evaluated) => value(source, &text(evaluated), None),
        Err(wrong) => mistake(source, wrong),
    };
    let rest = answer.strip_suffix('}').unwrap_or(&answer);
    format!("{rest},\"steps\":{steps}}}")
}

/// The page of a code.
pub(crate) fn page(code: &str, page: &str) -> String {
    format!("{{\"code\":{},\"page\":{}}}", string(code), string(page))
}

fn steps(lines: &[Line]) -> String {
    let lines: Vec<String> = lines.iter().map(line).collect();
    format!("[{}]", lines.join(","))
}

fn line(line: &Line) -> String {
    match line {
        Line::Says(sentence) => format!("{{\"says\":{}}}", string(sentence)),
        Line::Equals(expression, value) => {
            format!("{{\"expression\":{},\"value\":{}}}", string(expression), string(value))
        }
        Line::Step(Step { expression, lines, answer }) => {
            let answer = match answer {
                Ok(value) => format!("\"value\":{}", string(value)),
                Err(reason) => format!("\"error\":{}", string(reason)),
            };
            let rule = rule(expression).map_or("null".to_owned(), string);
            let (expression, steps) = (string(expression), steps(lines));
            format!("{{\"expression\":{expression},\"rule\":{rule},{answer},\"steps\":{steps}}}")
        }
    }
}

fn list<'a>(items: impl Iterator<Item = &'a str>) -> String {
    format!("[{}]", items.map(string).collect::<Vec<_>>().join(","))
}

/// A text in quotes, without the characters that JSON or a line has no room for.
pub(crate) fn string(text: &str) -> String {
    let mut quoted = String::from("\"");
    for character in text.chars() {
        match character {
            '"' | '\\' => quoted.extend(['\\', character]),
            c if c.is_control() || matches!(c, '\u{2028}' | '\u{2029}') => {
                let _ = write!(quoted, "\\u{:04x}", u32::from(c));
            }
            c => quoted.push(c),
        }
    }
    quoted.push('"');
    quoted
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_of_one_line_and_quoted() {
        assert_eq!(string("a\"\\\n\u{7f}\u{2028}é"), "\"a\\\"\\\\\\u000a\\u007f\\u2028é\"");
        let mut wrong = Mistake::new(1..3, "fact\nrule 1\nrule 2");
        wrong.helps.push("write `4`".to_owned());
        wrong.repairs.push(Repair {
            range: 1..3,
            text: "4".to_owned(),
            help: "write `4`".to_owned(),
        });
        assert_eq!(
            mistake("x", &wrong),
            r#"{"expression":"x","error":{"code":null,"message":"fact","notes":["rule 1","rule 2"],"start":1,"end":3,"helps":["write `4`"],"repairs":[{"start":1,"end":3,"text":"4","help":"write `4`"}]}}"#
        );
        wrong.code = Some("L0008");
        assert!(mistake("x", &wrong).contains(r#""code":"L0008""#));
    }
}
