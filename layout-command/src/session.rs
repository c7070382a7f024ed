//! Definitions that stay from one line of a session to the next, and the statements of a text.

use crate::expression::is_word;

/// The definitions of the lines before, in their order, and an expression after them.
#[derive(Clone, Default)]
pub struct Session {
    definitions: Vec<Definition>,
    expression: String,
    /// The name that the last line has defined, if it is no expression.
    last: Option<String>,
}

#[derive(Clone)]
struct Definition {
    name: String,
    text: String,
}

impl Session {
    /// The session with another line: definitions, each ended by `;` but the last, and perhaps an expression. One of a name that there is
    /// takes its place.
    #[must_use]
    pub fn with(&self, line: &str) -> Self {
        let mut next = Session { expression: String::new(), last: None, ..self.clone() };
        for statement in statements(line) {
            match name(statement) {
                None => next.expression = statement.to_owned(),
                Some(name) => {
                    let definition = Definition { name: name.clone(), text: statement.to_owned() };
                    match next.definitions.iter_mut().find(|other| other.name == name) {
                        Some(other) => *other = definition,
                        None => next.definitions.push(definition),
                    }
                    next.last = Some(name);
                }
            }
        }
        next
    }

    /// The session without the expression of its line.
    #[must_use]
    pub fn kept(self) -> Self {
        Session { expression: String::new(), last: None, ..self }
    }

    /// All as one text, a definition a line. After definitions alone it is the name that the line defines.
    pub fn source(&self) -> String {
        let expression = match &self.last {
            Some(name) if self.expression.is_empty() => name,
            _ => &self.expression,
        };
        self.definitions() + expression
    }

    /// The name that the line defines, if it has no expression.
    pub fn defined(&self) -> Option<&str> {
        if self.expression.is_empty() { self.last.as_deref() } else { None }
    }

    /// The definitions, a line each.
    pub fn definitions(&self) -> String {
        let mut text = String::new();
        for definition in &self.definitions {
            text = text + &definition.text + ";\n";
        }
        text
    }

    /// The expression of the line; empty after definitions alone.
    pub fn expression(&self) -> &str {
        &self.expression
    }

    /// The names that are defined.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.definitions.iter().map(|definition| definition.name.as_str())
    }
}

/// The number of brackets that a text leaves open; below 0, if it closes more.
pub fn depth(text: &str) -> isize {
    text.chars().map(opens).sum()
}

/// The number of brackets that a character opens.
fn opens(c: char) -> isize {
    match c {
        '(' | '[' | '{' => 1,
        ')' | ']' | '}' => -1,
        _ => 0,
    }
}

/// The statements of a line, which `;` outside of brackets ends; those in `layout! { … }` are like those outside of it.
fn statements(line: &str) -> Vec<&str> {
    let line = line.trim();
    if let Some(inside) = line.strip_prefix("layout!")
        && let Some(inside) = inside.trim_start().strip_prefix(['{', '('])
    {
        let (inside, rest) = inside.split_at(closing(inside).unwrap_or(inside.len()));
        let rest = rest.trim_start_matches(['}', ')']).trim_start().trim_start_matches(';');
        return [statements(inside), statements(rest)].concat();
    }
    let (mut all, mut start, mut open) = (Vec::new(), 0, 0);
    for (at, c) in line.char_indices() {
        open += opens(c);
        if c == ';' && open == 0 {
            all.push(line[start..at].trim());
            start = at + 1;
        }
    }
    all.push(line[start..].trim());
    all.retain(|statement| !statement.is_empty());
    all
}

/// The byte of the first bracket that closes more than a text opens.
fn closing(text: &str) -> Option<usize> {
    let mut open = 1;
    for (at, c) in text.char_indices() {
        open += opens(c);
        if open == 0 {
            return Some(at);
        }
    }
    None
}

/// The name that a statement defines; none of an expression.
fn name(statement: &str) -> Option<String> {
    let mut rest = statement;
    // Attributes and documentation stand in front.
    while let Some(after) = rest.strip_prefix("#[") {
        rest = after[closing(after)? + 1..].trim_start();
    }
    let rest = match rest.strip_prefix("pub") {
        Some(after) if after.starts_with('(') => after.split_once(')')?.1.trim_start(),
        Some(after) if after.starts_with(' ') => after.trim_start(),
        _ => rest,
    };
    let rest = rest.strip_prefix("struct ").or(rest.strip_prefix("let "))?.trim_start();
    let name = &rest[..rest.len() - rest.trim_start_matches(is_word).len()];
    (!name.is_empty()).then_some(name.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn after(lines: &[&str]) -> Session {
        lines.iter().fold(Session::default(), |session, line| session.kept().with(line))
    }

    #[test]
    fn definitions_stay_and_are_replaced_in_their_place() {
        let session =
            after(&["let a = (4,8):(8,1)", "let b = coalesce(a);", "let a = 4:1", "size(b)"]);
        assert_eq!(session.source(), "let a = 4:1;\nlet b = coalesce(a);\nsize(b)");
        assert_eq!(session.defined(), None);
        assert_eq!(after(&["let a = 4", "a; 5"]).kept().source(), "let a = 4;\n");
        assert_eq!(
            after(&["let a = 4", "let b = 5"]).kept().with("let a = 6").source(),
            "let a = 6;\nlet b = 5;\na"
        );
    }

    #[test]
    fn names_of_definitions() {
        for (statement, expected) in [
            ("let t = 4", Some("t")),
            ("struct Rows<m, n> = (m,n):(n,1)", Some("Rows")),
            ("pub struct A = 4", Some("A")),
            ("pub(crate) struct A = 4", Some("A")),
            ("#[allow(padding)] #[cost(div = 0)] let a = 4", Some("a")),
            ("#[allow(padding)] logical_divide(10:1, 4)", None),
            ("letter", None),
            ("let", None),
        ] {
            assert_eq!(name(statement).as_deref(), expected, "{statement}");
        }
    }

    #[test]
    fn statements_end_outside_of_brackets() {
        assert_eq!(
            statements("let a = 4; let b = f([1; 2]);  size(b)"),
            ["let a = 4", "let b = f([1; 2])", "size(b)"]
        );
        assert_eq!(
            statements("layout! { struct A = 4; struct B = A; } size(B)"),
            ["struct A = 4", "struct B = A", "size(B)"]
        );
        assert_eq!(statements("layout!((4,8):(8,1))"), ["(4,8):(8,1)"]);
        assert_eq!(statements(" ; "), [""; 0]);
        assert_eq!(depth("f(a, [1"), 2);
    }
}
