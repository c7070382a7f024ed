//! `layout emit --lang LANG EXPR…`.

use std::io::Write;
use std::process::ExitCode;

use layout_algebra::hardware::TensorElement;
use layout_codegen::{Language, Print, Unprintable};

use crate::check::check;
use crate::render::{Failure, Format};
use layout_command::expression::{Mistake, Settings};
use layout_command::object::Object;
use layout_command::views::{host, index_functions, relayout, sweep_loops, tensor_map};

/// The arguments of `layout emit`.
pub(crate) struct EmitArguments<'a> {
    pub(crate) language: Language,
    pub(crate) bits: Option<u32>,
    pub(crate) names: &'a [String],
    pub(crate) check: bool,
    pub(crate) emission: Emission<'a>,
    pub(crate) format: Format,
}

/// The text that is printed of a layout.
#[derive(Clone, Copy)]
pub(crate) enum Emission<'a> {
    /// Its index functions.
    Functions,
    /// A kernel that copies elements of this number of bytes from one layout to the next.
    Relayout(usize),
    /// Loops over all coordinates around a body.
    Sweep(&'a str),
    /// The arguments of a kernel.
    Host,
    /// The tensor map of a matrix for the tile that is next, each of a type; the last is that of all others.
    TensorMap(&'a [TensorElement]),
}

impl Emission<'_> {
    /// The layouts of a text.
    fn layouts(self) -> usize {
        match self {
            Emission::Relayout(_) | Emission::TensorMap(_) => 2,
            _ => 1,
        }
    }

    fn preamble(self, print: Print) -> Result<&'static str, Unprintable> {
        match self {
            // Loops stand within a function.
            Emission::Sweep(_) => Ok(""),
            Emission::Host => print.host_preamble(),
            Emission::TensorMap(_) => print.tensor_map_preamble(),
            Emission::Functions | Emission::Relayout(_) => Ok(print.preamble()),
        }
    }
}

impl EmitArguments<'_> {
    /// Prints the functions of layouts in another language, and whether its compiler takes them.
    pub(crate) fn print(
        &self,
        expressions: &[String],
        settings: &Settings,
        out: &mut impl Write,
    ) -> Result<ExitCode, Failure> {
        let print = Print { language: self.language, bits: self.bits };
        let mut text = match self.emission.preamble(print) {
            Ok(preamble) => preamble.to_owned(),
            Err(reason) => return Err(reason.to_string().into()),
        };
        let each = self.emission.layouts();
        if !expressions.len().is_multiple_of(each) {
            let pair = match self.emission {
                Emission::TensorMap(_) => "a tensor map is of a matrix and a tile",
                _ => "a copy is from one layout to another",
            };
            return Err(format!("{pair}: write two for each").into());
        }
        for (place, sources) in expressions.chunks(each).enumerate() {
            let layout = match self.text_of(print, place, sources, settings) {
                Ok(layout) => layout,
                Err((k, mistake)) => {
                    return self.format.known(Err(mistake), &sources[k], place * each + k + 1);
                }
            };
            let gap = if text.is_empty() { "" } else { "\n" };
            text = text + gap + &layout;
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
        if self.check {
            check(self.language, &text)?;
        }
        Ok(ExitCode::SUCCESS)
    }

    /// The text of one layout, or of the copy of one to another.
    fn text_of(
        &self,
        print: Print,
        place: usize,
        sources: &[String],
        settings: &Settings,
    ) -> Result<String, (usize, Mistake)> {
        let (first, name) = (sources[0].as_str(), &self.name(place));
        match (self.emission, sources) {
            (Emission::Relayout(bytes), [source, target]) => {
                return relayout(print, name, [source, target], bytes, settings);
            }
            (Emission::TensorMap(types @ [.., last]), [matrix, tile]) => {
                let element = *types.get(place).unwrap_or(last);
                return tensor_map(print, name, [matrix, tile], element, settings);
            }
            (Emission::Sweep(body), _) => sweep_loops(print, body, first, settings),
            (Emission::Host, _) => host(print, name, first, settings),
            _ => index_functions(print, name, first, settings),
        }
        .map_err(|mistake| (0, mistake))
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
