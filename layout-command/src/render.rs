//! Mistakes as a user reads them: underlined, or in one line.

use std::io::{self, Write};
use std::process::ExitCode;

use annotate_snippets::{AnnotationKind, Level, Renderer, Snippet};
use anstream::AutoStream;
use clap::ColorChoice;
use layout_codegen::Notation;
pub(crate) use layout_command::expression::text;

use layout_command::expression::Mistake;

use crate::json;

/// The form in which values and mistakes are answered.
#[derive(Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum Format {
    /// Values a line each, and mistakes underlined.
    Text,
    /// An object a line, for programs.
    Json,
}

impl Format {
    /// The value, or the failure by a mistake of the argument of this number.
    pub(crate) fn known<T>(
        self,
        value: Result<T, Mistake>,
        source: &str,
        argument: usize,
    ) -> Result<T, Failure> {
        value.map_err(|mistake| Failure::Mistake(mistake.into(), source.to_owned(), argument, self))
    }

    /// Writes a mistake of the argument of this number: underlined to standard error, or as an object to standard output.
    pub(crate) fn refuse(
        self,
        mistake: &Mistake,
        source: &str,
        argument: usize,
        out: &mut impl Write,
        err: &mut impl Write,
    ) -> io::Result<()> {
        match self {
            Format::Text => {
                out.flush()?;
                writeln!(err, "{}\n", report(mistake, source, argument))
            }
            Format::Json => writeln!(out, "{}", json::mistake(source, mistake)),
        }
    }
}

/// The reason for which a command has no answer.
pub(crate) enum Failure {
    /// Something cannot be read or written.
    Io(io::Error),
    /// A sentence; further lines are helps.
    Reason(String),
    /// The mistake of the argument of this number.
    Mistake(Box<Mistake>, String, usize, Format),
}

impl Failure {
    /// Writes the reason, and returns the status.
    pub(crate) fn write(self, out: &mut impl Write, err: &mut impl Write) -> io::Result<ExitCode> {
        match self {
            Failure::Io(error) => return Err(error),
            Failure::Reason(reason) => writeln!(err, "error: {reason}")?,
            Failure::Mistake(mistake, source, argument, format) => {
                format.refuse(&mistake, &source, argument, out, err)?;
            }
        }
        Ok(ExitCode::FAILURE)
    }
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        Failure::Io(error)
    }
}

impl From<String> for Failure {
    fn from(reason: String) -> Self {
        Failure::Reason(reason)
    }
}

/// In which words values are written, and how they are answered.
#[derive(Clone, Copy)]
pub(crate) struct Form {
    pub(crate) notation: Option<Notation>,
    pub(crate) format: Format,
}

/// Standard error, which takes colors or drops them.
pub(crate) fn stderr(color: ColorChoice) -> impl Write {
    let choice = match color {
        ColorChoice::Auto => return AutoStream::auto(io::stderr()),
        ColorChoice::Always => anstream::ColorChoice::Always,
        ColorChoice::Never => anstream::ColorChoice::Never,
    };
    AutoStream::new(io::stderr(), choice)
}

/// Returns `true` if standard output takes colours.
pub(crate) fn has_colours(color: ColorChoice) -> bool {
    match color {
        ColorChoice::Auto => AutoStream::choice(&io::stdout()) != anstream::ColorChoice::Never,
        ColorChoice::Always => true,
        ColorChoice::Never => false,
    }
}

/// The mistake under the expression, as rustc would print it.
pub(crate) fn report(mistake: &Mistake, source: &str, argument: usize) -> String {
    rendered(mistake, source, &format!("<argument {argument}>"), &Renderer::styled())
}

/// The same of a line that is no argument.
pub(crate) fn report_line(mistake: &Mistake, source: &str) -> String {
    rendered(mistake, source, "<line>", &Renderer::styled())
}

/// The same without colors.
pub(crate) fn plain_report(mistake: &Mistake, source: &str) -> String {
    rendered(mistake, source, "<argument 1>", &Renderer::plain())
}

fn rendered(mistake: &Mistake, source: &str, origin: &str, renderer: &Renderer) -> String {
    let mut lines = mistake.message.lines();
    let title = Level::ERROR.primary_title(lines.next().unwrap_or_default());
    let title = match mistake.code {
        Some(code) => title.id(code),
        None => title,
    };
    let annotation = AnnotationKind::Primary.span(mistake.range.clone());
    let snippet = Snippet::source(source).path(origin).annotation(annotation);
    let notes = lines.map(|rule| Level::NOTE.message(rule));
    let helps = mistake.helps.iter().map(|help| Level::HELP.message(help));
    let group = title.element(snippet).elements(notes).elements(helps);
    renderer.render(&[group])
}

/// The mistake in one line.
pub(crate) fn one_line(mistake: &Mistake) -> String {
    let mut text = String::from("error: ");
    let lines = mistake.message.lines();
    text.push_str(&lines.collect::<Vec<_>>().join("; "));
    for help in &mistake.helps {
        text.push_str("; help: ");
        text.push_str(help);
    }
    text.replace(|c: char| c.is_control() || matches!(c, '\u{2028}' | '\u{2029}'), " ")
}
