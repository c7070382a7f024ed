//! `layout emit --lang LANG EXPR…`.

use std::io::{self, Write};
use std::process::ExitCode;

use layout_codegen::{Language, Print};

use crate::check::check;
use crate::render::report;
use layout_cli::expression::Settings;
use layout_cli::views::emitted;

/// What is printed of each layout.
pub(crate) struct Emission<'a> {
    pub(crate) language: Language,
    pub(crate) bits: Option<u32>,
    pub(crate) names: &'a [String],
    pub(crate) check: bool,
}

impl Emission<'_> {
    /// Prints the functions of layouts in another language, and whether its compiler takes them.
    pub(crate) fn print(
        &self,
        expressions: &[String],
        settings: &Settings,
        out: &mut impl Write,
        err: &mut impl Write,
    ) -> io::Result<ExitCode> {
        let print = Print { language: self.language, bits: self.bits };
        let mut text = print.preamble().to_owned();
        for (place, source) in expressions.iter().enumerate() {
            match emitted(print, &self.name(place), source, settings) {
                Ok(layout) => {
                    let gap = if text.is_empty() { "" } else { "\n" };
                    text = text + gap + &layout;
                }
                Err(mistake) => {
                    writeln!(err, "{}\n", report(&mistake, source, place + 1))?;
                    return Ok(ExitCode::FAILURE);
                }
            }
        }
        write!(out, "{text}")?;
        if self.check
            && let Err(reason) = check(self.language, &text)
        {
            writeln!(err, "error: {reason}")?;
            return Ok(ExitCode::FAILURE);
        }
        Ok(ExitCode::SUCCESS)
    }

    /// The name of a layout: the one given, or `layout`, `layout2` and so on.
    fn name(&self, place: usize) -> String {
        match (self.names.get(place), place) {
            (Some(name), _) => name.clone(),
            (None, 0) => "layout".to_owned(),
            (None, place) => format!("layout{}", place + 1),
        }
    }
}
