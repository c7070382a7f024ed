//! `layout diff A B`.

use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;

use layout_algebra::ops::swizzled::{Disagreement, Halo, find_difference, find_disagreement};
use layout_algebra::{Function, HTuple, IntTuple};
use layout_draw::{Cell, Key, OffsetsOptions, Picture, State, offsets};

use crate::draw::{Place, output, put};
use crate::render::{Failure, Format};
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
        match self.print_and_draw(settings, format, out) {
            Ok(differ) => Ok(ExitCode::from(u8::from(differ))),
            Err(failure) => {
                failure.write(out, err)?;
                Ok(ExitCode::from(TROUBLE))
            }
        }
    }

    /// Returns true if a coordinate differs.
    fn print_and_draw(
        &self,
        settings: &Settings,
        format: Format,
        out: &mut impl Write,
    ) -> Result<bool, Failure> {
        let comparison = self.known(self.comparison(settings), format)?;
        match format {
            Format::Text => writeln!(out, "{}", comparison.text)?,
            Format::Json => writeln!(out, "{}", comparison.json(self))?,
        }
        if let Some(file) = self.output.as_deref() {
            let output = output(None, Some(file))?;
            let picture = self.known(self.picture(settings), format)?;
            put(&picture, Place { output, file: Some(file), width: Width::of(Some(0)) }, out)?;
        }
        Ok(comparison.differ)
    }

    fn known<T>(&self, value: Result<T, Misplaced>, format: Format) -> Result<T, Failure> {
        match value {
            Ok(value) => Ok(value),
            Err((mistake, at)) => format.known(Err(mistake), [&self.a, &self.b][at], at + 1),
        }
    }

    fn comparison(&self, settings: &Settings) -> Result<Comparison, Misplaced> {
        let a = placed(compared(&self.a, settings), 0)?;
        let b = placed(compared(&self.b, settings), 1)?;
        match compare(&a, &b) {
            Ok(comparison) => Ok(comparison),
            Err(error) => Err((Mistake::whole(&self.b, error.fact()), 1)),
        }
    }

    /// Both layouts, with the cells that differ outlined.
    fn picture(&self, settings: &Settings) -> Result<Picture, Misplaced> {
        let (a, _) = placed(subject(&self.a, settings), 0)?;
        let (b, _) = placed(subject(&self.b, settings), 1)?;
        match offsets(&[a, b], &OffsetsOptions::default()) {
            Ok(mut picture) => {
                outline_differences(&mut picture);
                Ok(picture)
            }
            Err(error) => Err((Mistake::whole(&self.a, error), 0)),
        }
    }
}

/// A layout that is compared with another.
fn compared(source: &str, settings: &Settings) -> Result<Function, Mistake> {
    let evaluated = evaluate_known(source, settings)?;
    function(evaluated.value).ok_or(Mistake::whole(source, "only layouts are compared"))
}

fn placed<T>(result: Result<T, Mistake>, at: usize) -> Result<T, Misplaced> {
    result.map_err(|mistake| (mistake, at))
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
                object.text("coordinate", at).list("offsets", offsets.each_ref().map(json_offset))
            }
            None => object,
        };
        match self.count {
            Some((count, size)) => object.member("count", count).member("size", size),
            None => object,
        }
    }
}

fn json_offset(offset: &IntTuple) -> String {
    match offset {
        HTuple::Leaf(offset) => offset.to_string(),
        HTuple::Tuple(_) => string(&offset.to_string()),
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
    let mut comparison = Comparison { first, ..Comparison::of(text, true) };
    let (Ok(a), Ok(b)) = (a.numbers(), b.numbers()) else { return Ok(comparison) };
    let size = a.size();
    comparison.text += &if size > MAX_COUNTED {
        format!("\nof {size} coordinates, too many to count")
    } else {
        let differ = a.offsets().zip(b.offsets()).filter(|(a, b)| a != b).count();
        comparison.count = Some((differ, size));
        let verb = if differ == 1 { "differs" } else { "differ" };
        format!("\n{differ} of {size} coordinates {verb}")
    };
    Ok(comparison)
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
