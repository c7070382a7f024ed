//! Objects of JSON, as text of one line.

use std::fmt::{Display, Write};

/// An object as it is written.
#[derive(Default)]
pub struct Object(String);

impl Object {
    /// Adds a member that is a text.
    #[must_use]
    pub fn text(self, name: &str, value: &str) -> Self {
        self.member(name, string(value))
    }

    /// Adds a member that is a list of texts.
    #[must_use]
    pub fn texts<'a>(self, name: &str, values: impl IntoIterator<Item = &'a str>) -> Self {
        self.list(name, values.into_iter().map(string))
    }

    /// Adds a member that is a list of values, each in JSON: numbers, objects.
    #[must_use]
    pub fn list(self, name: &str, values: impl IntoIterator<Item = impl Display>) -> Self {
        let values: Vec<String> = values.into_iter().map(|value| value.to_string()).collect();
        self.member(name, format_args!("[{}]", values.join(",")))
    }

    /// Adds a member whose value is in JSON: a number, a truth value, an object.
    #[must_use]
    pub fn member(mut self, name: &str, value: impl Display) -> Self {
        let comma = if self.0.is_empty() { "" } else { "," };
        // A string takes all that is written.
        let _ = write!(self.0, "{comma}\"{name}\":{value}");
        self
    }
}

impl Display for Object {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{{{}}}", self.0)
    }
}

/// A text in quotes, without the characters that JSON or a line has no room for.
pub fn string(text: &str) -> String {
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
    fn objects_are_of_one_line() {
        let object = Object::default().text("a", "x\n\"").list("b", [1, 2]).member("c", true);
        let object = object.texts("d", ["y"]).member("e", Object::default());
        assert_eq!(object.to_string(), r#"{"a":"x\u000a\"","b":[1,2],"c":true,"d":["y"],"e":{}}"#);
        assert_eq!(string("a\"\\\n\u{7f}\u{2028}é"), "\"a\\\"\\\\\\u000a\\u007f\\u2028é\"");
    }
}
