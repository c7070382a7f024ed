//! `layout diff A B`.

use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;

use layout_algebra::Function;
use layout_algebra::ops::swizzled::{Disagreement, Halo, find_difference, find_disagreement};
use layout_draw::{Cell, Key, OffsetsOptions, Picture, State, offsets};

use crate::draw::{output, put};
use crate::render::report;
use layout_command::expression::{Mistake, Settings, evaluate_known};
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
        out: &mut impl Write,
        err: &mut impl Write,
    ) -> io::Result<ExitCode> {
        let status = match self.comparison(settings) {
            Ok((text, differ)) => {
                writeln!(out, "{text}")?;
                ExitCode::from(u8::from(differ))
            }
            Err(misplaced) => return self.refuse(&misplaced, err),
        };
        let Some(file) = self.output.as_deref() else { return Ok(status) };
        let format = match output(None, Some(file)) {
            Ok(format) => format,
            Err(reason) => {
                writeln!(err, "error: {reason}")?;
                return Ok(ExitCode::from(TROUBLE));
            }
        };
        match self.picture(settings) {
            Ok(picture) => {
                let written = put(&picture, format, Some(file), out, err)?;
                Ok(if written == ExitCode::SUCCESS { status } else { ExitCode::from(TROUBLE) })
            }
            Err(misplaced) => self.refuse(&misplaced, err),
        }
    }

    fn refuse(&self, (mistake, at): &Misplaced, err: &mut impl Write) -> io::Result<ExitCode> {
        writeln!(err, "{}\n", report(mistake, [&self.a, &self.b][*at], at + 1))?;
        Ok(ExitCode::from(TROUBLE))
    }

    /// The comparison as text, and whether the layouts differ.
    fn comparison(&self, settings: &Settings) -> Result<(String, bool), Misplaced> {
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

/// Two layouts compared, as text, and whether they differ: at coordinates of their modes if both have modes of the same sizes, else at
/// 1-D coordinates.
fn compare(a: &Function, b: &Function) -> Result<(String, bool), layout_algebra::Error> {
    let by_mode = find_disagreement(a, b, &Halo::NONE)?;
    let (found, what) = match by_mode {
        None | Some(Disagreement::Offset { .. }) => (by_mode, ""),
        Some(_) => (find_difference(a, b)?, "1-D coordinate "),
    };
    let first = match found {
        None if what.is_empty() => return Ok(("no coordinate differs".into(), false)),
        None => {
            let text = "no 1-D coordinate differs; the modes do, so that other coordinates name an element";
            return Ok((text.into(), false));
        }
        Some(Disagreement::Offset { coordinate, written, read }) => {
            let at = match coordinate.modes() {
                [one] => one.to_string(),
                _ => coordinate.to_string(),
            };
            format!("{what}{at} is at {written} in the first and at {read} in the second")
        }
        Some(Disagreement::Extent { written, read, .. }) => {
            let text = format!("the first has {written} coordinates and the second {read}");
            return Ok((text, true));
        }
        Some(rank @ Disagreement::Rank { .. }) => return Ok((rank.to_string(), true)),
    };
    let (Ok(a), Ok(b)) = (a.numbers(), b.numbers()) else { return Ok((first, true)) };
    let size = a.size();
    if size > MAX_COUNTED {
        return Ok((format!("{first}\nof {size} coordinates, too many to count"), true));
    }
    let differ = a.offsets().zip(b.offsets()).filter(|(a, b)| a != b).count();
    let verb = if differ == 1 { "differs" } else { "differ" };
    Ok((format!("{first}\n{differ} of {size} coordinates {verb}"), true))
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
