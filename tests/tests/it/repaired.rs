//! The helps of errors, applied as their reader would.

use std::ops::Range;

use crate::invocation::{Mistake, mistakes};

/// The text between the first backticks.
fn quoted(help: &str) -> &str {
    help.split('`').nth(1).unwrap_or_else(|| panic!("nothing to paste: {help}"))
}

/// The invocation with a help applied; none for one that only informs.
pub(crate) fn repaired(case: &str, range: &Range<usize>, help: &str) -> Option<String> {
    let replaced =
        |range: &Range<usize>| [&case[..range.start], quoted(help), &case[range.end..]].concat();
    if let Some((_, old)) = help.split_once("` for `") {
        let old = old.split('`').next().unwrap_or_else(|| panic!("nothing to replace: {help}"));
        return Some(replaced(&find(case, old, range)?));
    }
    if help == "leave it out" {
        let (before, after) = (case[..range.start].trim_end(), case[range.end..].trim_start());
        // A mark goes alone, an operand with the comma before or after it.
        let is_mark = case[range.clone()].chars().all(|c| c.is_ascii_punctuation());
        return Some(match (before.strip_suffix(','), after.strip_prefix(',')) {
            (Some(before), _) if !is_mark => [before, after].concat(),
            (None, Some(after)) if !is_mark => [before, after].concat(),
            _ => [&case[..range.start], &case[range.end..]].concat(),
        });
    }
    if help == "move it to the front" {
        let open = case.find(['(', '{']).expect("an invocation") + 1;
        let (before, after) = (&case[open..range.start], &case[range.end..]);
        return Some([&case[..open], &case[range.clone()], " ", before, after].concat());
    }
    if help.starts_with("did you mean") || help.starts_with("write `") {
        return Some(replaced(range));
    }
    if help.starts_with("with its operands exchanged") {
        let (open, close) = call_around(case, range)?;
        return Some(replaced(&(open + 1..close)));
    }
    if help.starts_with("declare it") {
        let start = case[..range.start].rfind("struct").expect("a definition");
        let end = start + case[start..].find(" =").expect("its value");
        return Some(replaced(&(start..end)));
    }
    if help.starts_with("the nearest tile") {
        // The whole tiler: what is underlined, or the tuple around it that is nested as it is.
        let nesting = |text: &str| {
            let text = text.replace(' ', "").replace(",)", ")");
            text.replace(|c| !matches!(c, '(' | ',' | ')'), "")
        };
        let tuple = || {
            let tuples = case[..range.start].rmatch_indices('(').filter_map(|(open, _)| {
                let mut inside = 0;
                let close = case[open..].find(|c| {
                    inside += i32::from(c == '(') - i32::from(c == ')');
                    inside == 0
                })?;
                Some(open..open + close + 1)
            });
            let mut around = tuples.filter(|tuple| tuple.contains(&range.start));
            around.find(|tuple| nesting(&case[tuple.clone()]) == nesting(quoted(help)))
        };
        let tiler = if quoted(help).starts_with('(') { tuple()? } else { range.clone() };
        return Some(replaced(&tiler));
    }
    if help.ends_with("or leave it out") {
        let before = case[..range.start].trim_end_matches(", ");
        return Some([before, &case[range.end..]].concat());
    }
    if help.starts_with("the layout `") && help.ends_with("` keeps it") {
        // All from the last attribute, or what is assigned after it.
        let attributes = case.rfind(")]").expect("a contract") + 2;
        let assigned = case[attributes..].find(" = ").map_or(attributes, |at| attributes + at + 3);
        let end = case.rfind(';').unwrap_or(case.len() - 1);
        let better = [&case[..assigned], " ", quoted(help), &case[end..]].concat();
        return Some(better.replacen("divide!", "layout!", 1));
    }
    if help.ends_with("` holds") {
        let start = case.find("#[cost").expect("a contract");
        let end = start + case[start..].find(']').expect("its end") + 1;
        return Some(replaced(&(start..end)));
    }
    if help.starts_with("`#[agrees(") {
        let start = case.find("#[agrees").expect("a contract");
        let end = start + case[start..].find(")]").expect("its end") + 2;
        return Some(replaced(&(start..end)));
    }
    if help.starts_with("`#[live(")
        || help.ends_with("in front allows it")
        || help.ends_with("in front keeps it")
    {
        let before = &case[..range.start];
        let keywords = ["pub struct", "struct ", "let "];
        let definition = keywords.iter().find_map(|keyword| before.rfind(keyword));
        let open = case.find(['(', '{']).expect("an invocation") + 1;
        let (head, tail) = case.split_at(definition.unwrap_or(open));
        return Some([head, quoted(help), " ", tail].concat());
    }
    None
}

/// The parentheses of the innermost call or invocation around a range.
fn call_around(case: &str, range: &Range<usize>) -> Option<(usize, usize)> {
    let is_called = |open: &usize| {
        case[..*open].ends_with(|c: char| c.is_alphanumeric() || matches!(c, '_' | '!'))
    };
    let opens = case[..range.start].rmatch_indices('(').map(|(open, _)| open).filter(is_called);
    let mut around = opens.filter_map(|open| {
        let mut inside = 0;
        let close = case[open..].find(|c| {
            inside += i32::from(c == '(') - i32::from(c == ')');
            inside == 0
        })?;
        (open + close >= range.end).then_some((open, open + close))
    });
    around.next()
}

/// Applies the first help that repairs, until nothing is wrong.
pub(crate) fn repair(case: &str) -> Result<String, String> {
    let mut case = case.to_owned();
    for _ in 0..3 {
        let mistakes = mistakes(&case);
        let Some(Mistake { range, text }) = mistakes.first() else { return Ok(case) };
        let help = text.lines().find_map(|line| line.strip_prefix("help: "));
        let help = help.ok_or_else(|| format!("no way out of {case}\n{text}"))?;
        case = repaired(&case, range, help).ok_or_else(|| format!("informs: {help}"))?;
    }
    Err(format!("not repaired: {case}"))
}

/// Where a text stands in a case that may have spaces, as near to a range as may be.
fn find(case: &str, text: &str, range: &Range<usize>) -> Option<Range<usize>> {
    let text: String = text.split_whitespace().collect();
    let starts = (0..case.len()).filter(|start| case.is_char_boundary(*start));
    let ends = |start: usize| {
        let mut found = String::new();
        for (at, character) in case[start..].char_indices() {
            if !character.is_whitespace() {
                found.push(character);
            } else if found.is_empty() {
                return None;
            }
            if found == text {
                return Some(start..start + at + character.len_utf8());
            }
            if !text.starts_with(&found) {
                return None;
            }
        }
        None
    };
    let places = starts.filter_map(ends);
    places.min_by_key(|place| place.start.abs_diff(range.start) + place.end.abs_diff(range.end))
}
