//! `layout draw EXPR…`.

use std::fs;
use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;

use layout_algebra::{Coordinate, Tiler};
use layout_draw::{Banks, Format, Picture, Shown, Subject, write};

use crate::render::report;
use layout_cli::expression::{Mistake, Settings, no_symbol, proved};
use layout_cli::views::{is_by_blocks, subject, without};

/// The kinds of pictures.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum Kind {
    /// The offset of each coordinate
    Offsets,
    /// Tables of blocks, of a large layout
    Blocks,
    /// The banks in which elements lie
    Banks,
    /// Who holds each element of a tile, by a thread-value layout
    Tv,
    /// A source beside its destination, by thread-value layouts
    Copy,
    /// A, B and C of a matrix product, by thread-value layouts
    Mma,
}

/// What a picture is written as.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum Output {
    /// A file of its own
    Svg,
    /// SVG within a page of rustdoc or mdBook, dark where that is
    Inline,
    /// A page of its own, with the numbers as tables
    Html,
    /// A LaTeX document
    Tikz,
    /// Tables as CuTe prints them
    Text,
    /// Pixels
    #[cfg(feature = "png")]
    Png,
}

/// What is drawn, and how.
#[derive(Debug, clap::Args)]
pub(crate) struct Drawing {
    /// What to write; without, as FILE ends, else SVG.
    #[arg(long, value_enum)]
    format: Option<Output>,
    /// What to draw; without, what suits the layout and the options.
    #[arg(long, value_enum)]
    kind: Option<Kind>,
    /// Where to write, standard output without.
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Tiles by colour, such as '(4,8)'; for threads the tile that they hold, (m,n) or (m,n,k).
    #[arg(long, value_name = "TILE", value_parser = parse_tiler)]
    tile: Option<Tiler>,
    /// Outline the coordinates of a slice, such as '(_,2)'; with --banks, what is read at once.
    #[arg(long, value_name = "COORDINATE", value_parser = parse_coordinate)]
    slice: Option<Coordinate>,
    /// Colour by the banks of 4 bytes of a memory that has N, 32 for NVIDIA's.
    #[arg(long, value_name = "N")]
    banks: Option<usize>,
    /// The bits of an element, for --banks.
    #[arg(long, value_name = "BITS", default_value_t = 32, requires = "banks")]
    bits: usize,
    /// How many elements are read together, for --banks.
    #[arg(long, value_name = "N", default_value_t = 1, requires = "banks")]
    vector: usize,
    /// Draw the order of memory as a line.
    #[arg(long)]
    order: bool,
    /// The thread to outline.
    #[arg(long, value_name = "N")]
    thread: Option<usize>,
    /// A title in the place of the notation.
    #[arg(long, value_name = "TITLE")]
    title: Option<String>,
}

fn parse_tiler(text: &str) -> Result<Tiler, String> {
    text.parse().map_err(|error: layout_algebra::ParseError| error.to_string())
}

fn parse_coordinate(text: &str) -> Result<Coordinate, String> {
    text.parse().map_err(|error: layout_algebra::ParseError| error.to_string())
}

impl Drawing {
    /// Draws the layouts of expressions as one picture.
    pub(crate) fn draw(
        &self,
        expressions: &[String],
        settings: &Settings,
        out: &mut impl Write,
        err: &mut impl Write,
    ) -> io::Result<ExitCode> {
        let output = match self.output() {
            Ok(output) => output,
            Err(reason) => {
                writeln!(err, "error: {reason}")?;
                return Ok(ExitCode::FAILURE);
            }
        };
        let picture = match self.picture(expressions, settings) {
            Ok(picture) => picture,
            Err((mistake, place)) => {
                let source = expressions.get(place).map_or("", String::as_str);
                writeln!(err, "{}\n", report(&mistake, source, place + 1))?;
                return Ok(ExitCode::FAILURE);
            }
        };
        let bytes = match bytes(&picture, output) {
            Ok(bytes) => bytes,
            Err(reason) => {
                writeln!(err, "error: {reason}")?;
                return Ok(ExitCode::FAILURE);
            }
        };
        match &self.output {
            None => out.write_all(&bytes)?,
            Some(file) => {
                if let Err(error) = fs::write(file, bytes) {
                    writeln!(err, "error: `{}` is not written: {error}", file.display())?;
                    return Ok(ExitCode::FAILURE);
                }
            }
        }
        Ok(ExitCode::SUCCESS)
    }

    /// The format that is asked for, or that the name of the file has.
    fn output(&self) -> Result<Output, String> {
        let extension = self.output.as_ref().and_then(|file| file.extension());
        let extension = extension.map(|extension| extension.to_string_lossy().to_lowercase());
        match (self.format, extension.as_deref()) {
            (Some(format), _) => Ok(format),
            (None, None | Some("svg")) => Ok(Output::Svg),
            (None, Some("html" | "htm")) => Ok(Output::Html),
            (None, Some("tex" | "tikz")) => Ok(Output::Tikz),
            (None, Some("txt")) => Ok(Output::Text),
            #[cfg(feature = "png")]
            (None, Some("png")) => Ok(Output::Png),
            #[cfg(not(feature = "png"))]
            (None, Some("png")) => Err("PNG is written by the feature `png`: \
                                        `cargo install layout-command --features png`"
                .to_owned()),
            (None, Some(other)) => Err(format!(
                "no format ends in `.{other}`: give `--format svg|inline|html|tikz|text`"
            )),
        }
    }

    /// The picture, or what is wrong with which expression.
    fn picture(
        &self,
        expressions: &[String],
        settings: &Settings,
    ) -> Result<Picture, (Mistake, usize)> {
        let mut subjects = Vec::new();
        let mut met = Vec::new();
        let mut values = String::new();
        for (place, source) in expressions.iter().enumerate() {
            let at = |mistake| (mistake, place);
            let (subject, symbols) = subject(source, settings).map_err(at)?;
            subjects.push(subject);
            met.extend(symbols);
        }
        for (name, value) in &settings.with.0 {
            if !met.contains(name) {
                let source = expressions.first().map_or("", String::as_str);
                let evaluated =
                    proved(source, &without(settings)).map_err(|mistake| (mistake, 0))?;
                return Err((no_symbol(source, name, &evaluated), 0));
            }
            values.push_str(&format!(
                "{}{name} = {value}",
                if values.is_empty() { " " } else { ", " }
            ));
        }
        let whole = expressions.first().map_or(0, String::len);
        let picture = self.of(&subjects).map_err(|error| {
            let mut mistake = Mistake::new(0..whole, error.to_string());
            mistake.helps.extend(error.way_out().map(str::to_owned));
            (mistake, 0)
        });
        let mut picture = picture?;
        if !values.is_empty() {
            picture.says.push_str(&values);
            picture.says.push('.');
        }
        if let Some(title) = &self.title {
            picture.title.clone_from(title);
        }
        Ok(picture)
    }

    fn of(&self, subjects: &[Subject]) -> Result<Picture, layout_draw::Error> {
        let kind = self.kind.unwrap_or_else(|| self.suits(subjects));
        self.refuse(kind)?;
        let drawn = self.of_kind(kind, subjects);
        match drawn {
            // Nobody asked for blocks, and one table holds the cells.
            Err(_) if self.kind.is_none() && kind == Kind::Blocks => {
                self.of_kind(Kind::Offsets, subjects).or(drawn)
            }
            drawn => drawn,
        }
    }

    fn of_kind(&self, kind: Kind, subjects: &[Subject]) -> Result<Picture, layout_draw::Error> {
        match (kind, subjects) {
            (Kind::Offsets, subjects) => {
                let (tile, slice) = (self.tile.clone(), self.slice.clone());
                layout_draw::offsets(subjects, &Shown { tile, slice, order: self.order })
            }
            (Kind::Blocks, [subject]) => layout_draw::blocks(subject),
            (Kind::Banks, subjects) => {
                let count = self.banks.unwrap_or(32);
                let banks = Banks { count, bits: self.bits, vector: self.vector };
                layout_draw::banks(subjects, banks, self.slice.as_ref())
            }
            (Kind::Tv, [subject]) => {
                let &[m, n] = self.extents("(16,8)")?.as_slice() else {
                    return Err(no_tile(kind, "(16,8)"));
                };
                layout_draw::thread_values(subject, (m, n), self.thread)
            }
            (Kind::Copy, [source, destination]) => {
                let &[m, n] = self.extents("(32,8)")?.as_slice() else {
                    return Err(no_tile(kind, "(32,8)"));
                };
                layout_draw::copy([source, destination], (m, n), self.thread.unwrap_or(0))
            }
            (Kind::Mma, [a, b, c]) => {
                let &[m, n, k] = self.extents("(16,8,16)")?.as_slice() else {
                    return Err(no_tile(kind, "(16,8,16)"));
                };
                layout_draw::mma([a, b, c], (m, n, k), self.thread)
            }
            (kind, subjects) => {
                let takes = match kind {
                    Kind::Copy => "two layouts, the source and the destination",
                    Kind::Mma => "three layouts, A, B and C",
                    _ => "one layout",
                };
                let name = kind.name();
                let count = subjects.len();
                let message = format!("{count} layouts for `--kind {name}`, which takes {takes}");
                Err(layout_draw::Error::new(message))
            }
        }
    }

    /// The kind of picture where none is asked for.
    fn suits(&self, subjects: &[Subject]) -> Kind {
        let plain = self.tile.is_none() && self.slice.is_none() && !self.order;
        match subjects {
            _ if self.banks.is_some() => Kind::Banks,
            [subject] if plain && is_by_blocks(subject) => Kind::Blocks,
            _ => Kind::Offsets,
        }
    }

    /// An option that says nothing of the kind of picture is a mistake.
    fn refuse(&self, kind: Kind) -> Result<(), layout_draw::Error> {
        let threads = matches!(kind, Kind::Tv | Kind::Copy | Kind::Mma);
        let wrong = [
            ("--thread", self.thread.is_some() && !threads),
            ("--banks", self.banks.is_some() && kind != Kind::Banks),
            ("--order", self.order && kind != Kind::Offsets),
            ("--slice", self.slice.is_some() && !matches!(kind, Kind::Offsets | Kind::Banks)),
            ("--tile", self.tile.is_some() && matches!(kind, Kind::Banks | Kind::Blocks)),
        ];
        match wrong.into_iter().find(|(_, wrong)| *wrong) {
            None => Ok(()),
            Some((option, _)) => {
                let message = format!("`{option}` says nothing of `--kind {}`", kind.name());
                Err(layout_draw::Error::new(message))
            }
        }
    }

    /// The extents of the tile that threads hold.
    fn extents(&self, example: &str) -> Result<Vec<usize>, layout_draw::Error> {
        let known = |mode: &Tiler| match mode {
            Tiler::Size(extent) => usize::try_from(extent.known()?).ok(),
            _ => None,
        };
        let extents = match &self.tile {
            Some(Tiler::Modes(modes)) => modes.iter().map(known).collect::<Option<Vec<_>>>(),
            _ => None,
        };
        extents.ok_or_else(|| {
            let message = "threads hold a tile, whose extents nobody gave";
            layout_draw::Error::new(message).help(format!("`--tile '{example}'` gives them"))
        })
    }
}

impl Kind {
    fn name(self) -> &'static str {
        match self {
            Kind::Offsets => "offsets",
            Kind::Blocks => "blocks",
            Kind::Banks => "banks",
            Kind::Tv => "tv",
            Kind::Copy => "copy",
            Kind::Mma => "mma",
        }
    }
}

fn no_tile(kind: Kind, example: &str) -> layout_draw::Error {
    let message = format!("`--kind {}` takes a tile like {example}", kind.name());
    layout_draw::Error::new(message).help(format!("`--tile '{example}'`"))
}

fn bytes(picture: &Picture, output: Output) -> Result<Vec<u8>, String> {
    let format = match output {
        Output::Svg => Format::Svg,
        Output::Inline => Format::Inline,
        Output::Html => Format::Html,
        Output::Tikz => Format::Tikz,
        Output::Text => Format::Text,
        #[cfg(feature = "png")]
        Output::Png => return layout_draw::png(picture).map_err(|error| error.to_string()),
    };
    Ok(write(picture, format).into_bytes())
}
