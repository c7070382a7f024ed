//! JSON, as far as answers need it.

use std::fmt::Write;

/// An object as it is written.
#[derive(Default)]
pub(crate) struct Object(String);

impl Object {
    pub(crate) fn text(self, name: &str, value: &str) -> Self {
        let mut quoted = String::with_capacity(value.len() + 2);
        quoted.push('"');
        for c in value.chars() {
            match c {
                '"' => quoted.push_str("\\\""),
                '\\' => quoted.push_str("\\\\"),
                '\n' => quoted.push_str("\\n"),
                c if c < ' ' => {
                    // A string takes all that is written.
                    let _ = write!(quoted, "\\u{:04x}", u32::from(c));
                }
                c => quoted.push(c),
            }
        }
        quoted.push('"');
        self.member(name, &quoted)
    }

    pub(crate) fn numbers(self, name: &str, values: &[i128]) -> Self {
        let values: Vec<String> = values.iter().map(i128::to_string).collect();
        self.member(name, &format!("[{}]", values.join(",")))
    }

    fn member(mut self, name: &str, value: &str) -> Self {
        let comma = if self.0.is_empty() { "" } else { "," };
        let _ = write!(self.0, "{comma}\"{name}\":{value}");
        self
    }

    pub(crate) fn end(self) -> String {
        format!("{{{}}}", self.0)
    }
}
