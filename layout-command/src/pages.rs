//! The pages of the codes of errors.

mod table;

use std::io::{self, Write};

use layout_codegen::Allow;
use layout_command::bindings::Bindings;
use layout_command::expression::{Settings, evaluate, text};

use crate::render::plain_report;
use table::PAGES;

/// The page of a kind of error.
pub(crate) struct Page {
    code: &'static str,
    /// The mistake, in general.
    title: &'static str,
    /// An expression with such a mistake; none where every expression is answered with a condition instead.
    wrong: Option<&'static str>,
    /// The reason for which it is one.
    why: &'static str,
    /// Expressions that may have been meant, each with a value.
    right: &'static [&'static str],
}

/// The page of a code.
pub(crate) fn page(code: &str) -> Option<&'static Page> {
    PAGES.iter().find(|page| page.code == code)
}

/// The codes that have a page.
pub(crate) fn codes() -> impl Iterator<Item = &'static str> {
    PAGES.iter().map(|page| page.code)
}

/// Returns `true` for a text that is like a code: `L` and four digits.
pub(crate) fn is_code(text: &str) -> bool {
    matches!(text.as_bytes(), [b'L', digits @ ..] if digits.len() == 4 && digits.iter().all(u8::is_ascii_digit))
}

impl Page {
    /// Writes the mistake with its error, the reason, and the ways out with their values.
    pub(crate) fn write(&self, out: &mut impl Write) -> io::Result<()> {
        let Page { code, title, wrong, why, right } = self;
        let settings = Settings { allow: Allow::default(), bindings: Bindings(Vec::new()) };
        writeln!(out, "{code}: {title}")?;
        if let Some(wrong) = wrong {
            write_evaluated(wrong, &settings, out)?;
        }
        writeln!(out, "\n{why}")?;
        for source in *right {
            write_evaluated(source, &settings, out)?;
        }
        Ok(())
    }
}

fn write_evaluated(source: &str, settings: &Settings, out: &mut impl Write) -> io::Result<()> {
    writeln!(out, "\n$ layout eval '{source}'")?;
    match evaluate(source, settings) {
        Err(mistake) => writeln!(out, "{}", plain_report(&mistake, source)),
        Ok(evaluated) => writeln!(out, "{}", text(&evaluated)),
    }
}
