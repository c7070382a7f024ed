//! `layout diff A B`.

use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;

use layout_algebra::ops::swizzled::{Disagreement, Halo, find_difference, find_disagreement};
use layout_algebra::{Function, HTuple, IntTuple};
use layout_draw::{Cell, Key, OffsetsOptions, Picture, State, offsets};

use crate::draw::{Place, output, put};
use crate::render::Format;
use crate::terminal::Width;
use layout_command::expression::{Mistake, Settings, evaluate_known};
use layout_command::object::{Object, string};
use layout_command::views::{function, subject};

/// The most coordinates that are counted.
const MAX_COUNTED: i64 = 1 << 26;

/// The exit status of expressions that cannot be compared.
const TROUBLE: u8 = 2;

/// The arguments of `layout diff`.
#[derive(Debug, clap::Args)]
pub(crate) struct DiffArguments {
    /// Draw both layouts into a file, with the coordinates that differ outlined: .svg, .html, .tex or .txt.
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// A layout, such as '(4,8):(8,1)'.
    #[arg(value_name = "A", allow_negative_numbers = true, value_parser = crate::source)]
    a: String,
    /// The layout to compare with.
    #[arg(value_name = "B", allow_negative_numbers = true, value_parser = crate::source)]
    b: String,
}

/// A mistake, and in which of both expressions it is.
type Misplaced = (Mistake, usize);

impl DiffArguments {
    /// Prints the first coordinate at which two layouts differ, and how many do. The status is 0 if none does, 1 if one does, and 2
    /// if they cannot be compared.
    pub(crate) fn print(
        &self,
        settings: &Settings,
        format: Format,
        out: &mut impl Write,
        err: &mut impl Write,
    ) -> io::Result<ExitCode> {
        let status = match self.comparison(settings) {
            Ok(comparison) => {
                match format {
                    Format::Text => writeln!(out, "{}", comparison.text)?,
                    Format::Json => writeln!(out, "{}", comparison.json(self))?,
                }
                ExitCode::from(u8::from(comparison.differ))
            }
            Err(misplaced) => return self.refuse(&misplaced, format, out, err),
        };
        let Some(file) = self.output.as_deref() else { return Ok(status) };
        let drawn_as = match output(None, Some(file)) {
            Ok(drawn_as) => drawn_as,
            Err(reason) => {
                writeln!(err, "error: {reason}")?;
                return Ok(ExitCode::from(TROUBLE));
            }
        };
        match self.picture(settings) {
            Ok(picture) => {
                let written = put(
                    &picture,
                    Place { output: drawn_as, file: Some(file), width: Width::of(Some(0)) },
                    out,
                    err,
                )?;
                Ok(if written == ExitCode::SUCCESS { status } else { ExitCode::from(TROUBLE) })
            }
            Err(misplaced) => self.refuse(&misplaced, format, out, err),
        }
    }

    fn refuse(
        &self,
        (mistake, at): &Misplaced,
        format: Format,
        out: &mut impl Write,
        err: &mut impl Write,
    ) -> io::Result<ExitCode> {
        format.refuse(mistake, [&self.a, &self.b][*at], at + 1, out, err)?;
        Ok(ExitCode::from(TROUBLE))
    }

    fn comparison(&self, settings: &Settings) -> Result<Comparison, Misplaced> {
        let of = |source: &String, at| {
            let mistake = |message: &str| (Mistake::new(0..source.len(), message), at);
            let evaluated = evaluate_known(source, settings).map_err(|mistake| (mistake, at))?;
            function(evaluated.value).ok_or_else(|| mistake("only layouts are compared"))
        };
        let (a, b) = (of(&self.a, 0)?, of(&self.b, 1)?);
        compare(&a, &b)
            .map_err(|error| (Mistake::new(0..self.b.len(), error.fact().to_string()), 1))
    }

    /// Both layouts, with the cells that differ outlined.
    fn picture(&self, settings: &Settings) -> Result<Picture, Misplaced> {
        let of = |source, at| subject(source, settings).map_err(|mistake| (mistake, at));
        let subjects = [of(&self.a, 0)?.0, of(&self.b, 1)?.0];
        let mut picture = offsets(&subjects, &OffsetsOptions::default())
            .map_err(|error| (Mistake::new(0..self.a.len(), error.to_string()), 0))?;
        outline_differences(&mut picture);
        Ok(picture)
    }
}

/// Two layouts compared.
#[derive(Default)]
struct Comparison {
    text: String,
    differ: bool,
    /// The first coordinate that differs, with its offsets in both.
    first: Option<(String, [IntTuple; 2])>,
    /// The coordinates that differ, and all of them.
    count: Option<(usize, i64)>,
}

impl Comparison {
    /// The comparison of layouts without a coordinate that both have.
    fn of(text: String, differ: bool) -> Self {
        Comparison { text, differ, ..Comparison::default() }
    }

    fn json(&self, of: &DiffArguments) -> Object {
        let object = Object::default().texts("expressions", [of.a.as_str(), of.b.as_str()]);
        let object = object.member("differ", self.differ).text("text", &self.text);
        let object = match &self.first {
            Some((at, offsets)) => {
                let offsets = offsets.iter().map(|offset| match offset {
                    HTuple::Leaf(offset) => offset.to_string(),
                    HTuple::Tuple(_) => string(&offset.to_string()),
                });
                object.text("coordinate", at).list("offsets", offsets)
            }
            None => object,
        };
        match self.count {
            Some((count, size)) => object.member("count", count).member("size", size),
            None => object,
        }
    }
}

/// Compares two layouts: at coordinates of their modes if both have modes of the same sizes, else at 1-D coordinates.
fn compare(a: &Function, b: &Function) -> Result<Comparison, layout_algebra::Error> {
    let by_mode = find_disagreement(a, b, &Halo::NONE)?;
    let (found, what) = match by_mode {
        None | Some(Disagreement::Offset { .. }) => (by_mode, ""),
        Some(_) => (find_difference(a, b)?, "1-D coordinate "),
    };
    let (at, [written, read]) = match found {
        None if what.is_empty() => {
            return Ok(Comparison::of("no coordinate differs".into(), false));
        }
        None => {
            let text = "no 1-D coordinate differs; the modes do, so that other coordinates name an element";
            return Ok(Comparison::of(text.into(), false));
        }
        Some(Disagreement::Offset { coordinate, written, read }) => {
            let at = match coordinate.modes() {
                [one] => one.to_string(),
                _ => coordinate.to_string(),
            };
            (at, [written, read])
        }
        Some(Disagreement::Extent { written, read, .. }) => {
            let text = format!("the first has {written} coordinates and the second {read}");
            return Ok(Comparison::of(text, true));
        }
        Some(rank @ Disagreement::Rank { .. }) => {
            return Ok(Comparison::of(rank.to_string(), true));
        }
    };
    let text = format!("{what}{at} is at {written} in the first and at {read} in the second");
    let first = Some((at, [written, read]));
    let uncounted = |text| Comparison { first: first.clone(), ..Comparison::of(text, true) };
    let (Ok(a), Ok(b)) = (a.numbers(), b.numbers()) else { return Ok(uncounted(text)) };
    let size = a.size();
    if size > MAX_COUNTED {
        return Ok(uncounted(format!("{text}\nof {size} coordinates, too many to count")));
    }
    let differ = a.offsets().zip(b.offsets()).filter(|(a, b)| a != b).count();
    let verb = if differ == 1 { "differs" } else { "differ" };
    let text = format!("{text}\n{differ} of {size} coordinates {verb}");
    Ok(Comparison { count: Some((differ, size)), ..uncounted(text) })
}

/// Outlines the cells of two layouts that have other texts, where both have as many panels, of the same sizes.
fn outline_differences(picture: &mut Picture) {
    let half = picture.panels.len() / 2;
    let (first, second) = picture.panels.split_at_mut(half);
    let mut marked = false;
    for (a, b) in first.iter_mut().zip(second) {
        if (a.rows.size, a.columns.size) != (b.rows.size, b.columns.size) {
            continue;
        }
        for (a, b) in a.cells.iter_mut().zip(&mut b.cells) {
            if a.text != b.text {
                (a.state, b.state, marked) = (State::Mark, State::Mark, true);
            }
        }
    }
    if marked {
        let cell = Cell { state: State::Mark, ..Cell::default() };
        picture.legend.push(Key::Cell(cell, "coordinates that differ".into()));
    }
}
