//! `layout emit --lang LANG EXPR…`.

use std::io::{self, Write};
use std::process::ExitCode;

use layout_codegen::{Language, Print};

use crate::check::check;
use crate::render::Format;
use layout_command::expression::{Mistake, Settings};
use layout_command::object::Object;
use layout_command::views::{index_functions, relayout, sweep_loops};

/// The arguments of `layout emit`.
pub(crate) struct EmitArguments<'a> {
    pub(crate) language: Language,
    pub(crate) bits: Option<u32>,
    pub(crate) names: &'a [String],
    pub(crate) check: bool,
    /// The bytes of an element, where kernels that copy from one layout to the next are printed.
    pub(crate) relayout: Option<usize>,
    /// The body of the loops over all coordinates, where loops are printed.
    pub(crate) sweep: Option<&'a str>,
    pub(crate) format: Format,
}

impl EmitArguments<'_> {
    /// Prints the functions of layouts in another language, and whether its compiler takes them.
    pub(crate) fn print(
        &self,
        expressions: &[String],
        settings: &Settings,
        out: &mut impl Write,
        err: &mut impl Write,
    ) -> io::Result<ExitCode> {
        let print = Print { language: self.language, bits: self.bits };
        // Loops stand within a function.
        let preamble = if self.sweep.is_some() { "" } else { print.preamble() };
        let mut text = preamble.to_owned();
        let each = if self.relayout.is_some() { 2 } else { 1 };
        if !expressions.len().is_multiple_of(each) {
            writeln!(err, "error: a copy is from one layout to another: write two for each")?;
            return Ok(ExitCode::FAILURE);
        }
        for (place, sources) in expressions.chunks(each).enumerate() {
            match self.index_functions(print, &self.name(place), sources, settings) {
                Ok(layout) => {
                    let gap = if text.is_empty() { "" } else { "\n" };
                    text = text + gap + &layout;
                }
                Err((k, mistake)) => {
                    self.format.refuse(&mistake, &sources[k], place * each + k + 1, out, err)?;
                    return Ok(ExitCode::FAILURE);
                }
            }
        }
        match self.format {
            Format::Text => write!(out, "{text}")?,
            Format::Json => {
                let expressions = expressions.iter().map(String::as_str);
                let object = Object::default().texts("expressions", expressions);
                let object = object.text("language", self.language.name()).text("text", &text);
                writeln!(out, "{object}")?;
            }
        }
        if self.check
            && let Err(reason) = check(self.language, &text)
        {
            writeln!(err, "error: {reason}")?;
            return Ok(ExitCode::FAILURE);
        }
        Ok(ExitCode::SUCCESS)
    }

    /// The text of one layout, or of the copy of one to another.
    fn index_functions(
        &self,
        print: Print,
        name: &str,
        sources: &[String],
        settings: &Settings,
    ) -> Result<String, (usize, Mistake)> {
        match (self.relayout, sources) {
            (Some(bytes), [source, target]) => {
                relayout(print, name, [source, target], bytes, settings)
            }
            _ => match self.sweep {
                Some(body) => sweep_loops(print, body, &sources[0], settings),
                None => index_functions(print, name, &sources[0], settings),
            }
            .map_err(|mistake| (0, mistake)),
        }
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
