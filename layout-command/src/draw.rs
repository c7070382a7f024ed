//! `layout draw EXPR…`.

use std::env;
use std::io::{self, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::ColorChoice;
use layout_algebra::{Coordinate, Tiler};
use layout_draw::{Format, Picture, State, write};

use crate::explore::open;
use crate::files::write_file;
use crate::render::{self, Failure, has_colours};
use crate::terminal::Width;
use layout_command::drawing::{Drawing, Kind};
use layout_command::expression::Settings;
use layout_command::object::Object;

/// The format in which a picture is written.
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
    /// Such tables with colours, for a terminal
    Ansi,
    /// An object: panels of cells, with their texts, rows and columns
    Json,
    /// Pixels
    #[cfg(feature = "png")]
    Png,
}

/// The arguments of `layout draw`.
#[derive(Debug, clap::Args)]
pub(crate) struct DrawArguments {
    /// The format; without, the one that the name of FILE ends in, else SVG, and in a terminal tables.
    #[arg(long, value_enum)]
    format: Option<Output>,
    /// The kind of picture; without, the kind that suits the layout and the options.
    #[arg(long, value_enum)]
    kind: Option<Kind>,
    /// Where to write, standard output without.
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Open the picture, as FILE or as a page in the folder of temporary files.
    #[arg(long)]
    open: bool,
    /// The most columns of tables; those of the terminal without, 0 for any.
    #[arg(long, value_name = "COLUMNS")]
    width: Option<usize>,
    /// Tiles by colour, such as '(4,8)'; for threads the tile that they hold, (m,n) or (m,n,k).
    #[arg(long, value_name = "TILE", value_parser = str::parse::<Tiler>)]
    tile: Option<Tiler>,
    /// Outline the coordinates of a slice, such as '(_,2)'; with --banks, what is read at once.
    #[arg(long, value_name = "COORDINATE", value_parser = str::parse::<Coordinate>)]
    slice: Option<Coordinate>,
    /// Colour by the banks of 4 bytes of a memory that has N, 32 for NVIDIA's.
    #[arg(long, value_name = "N")]
    banks: Option<usize>,
    /// The bits of an element, for --banks.
    #[arg(long, value_name = "BITS", default_value_t = 32, requires = "banks")]
    bits: usize,
    /// The number of elements that are read together, for --banks.
    #[arg(long, value_name = "N", default_value_t = 1, requires = "banks")]
    vector: usize,
    /// Draw the order of memory as a line.
    #[arg(long)]
    order: bool,
    /// Colour cells by a layout with modes of the same sizes, such as '(8,8):(1,0)' for rows, or with
    /// `none`.
    #[arg(long, value_name = "EXPR|none")]
    fill: Option<String>,
    /// Write the coordinate of each cell over its answer.
    #[arg(long)]
    coordinates: bool,
    /// The thread to outline.
    #[arg(long, value_name = "N")]
    thread: Option<usize>,
    /// A title in the place of the notation.
    #[arg(long, value_name = "TITLE")]
    title: Option<String>,
}

/// The format that is asked for, or that the name of the file has.
pub(crate) fn output(format: Option<Output>, file: Option<&Path>) -> Result<Output, String> {
    let extension = file.and_then(Path::extension);
    let extension = extension.map(|extension| extension.to_string_lossy().to_lowercase());
    match (format, extension.as_deref()) {
        (Some(format), _) => Ok(format),
        (None, None | Some("svg")) => Ok(Output::Svg),
        (None, Some("json")) => Ok(Output::Json),
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
            "no format ends in `.{other}`: give `--format svg|inline|html|tikz|text|ansi|json`"
        )),
    }
}

/// The place where a picture is written: a format, a file or standard output, and the width of a terminal.
pub(crate) struct Place<'a> {
    pub(crate) output: Output,
    pub(crate) file: Option<&'a Path>,
    pub(crate) width: Width,
}

/// Writes a picture to a file, or to standard output.
pub(crate) fn put(
    picture: &Picture,
    Place { output, file, width }: Place<'_>,
    out: &mut impl Write,
) -> Result<(), Failure> {
    let bytes = bytes(picture, output, width)?;
    match file {
        None => out.write_all(&bytes)?,
        Some(file) => write_file(file, &bytes)?,
    }
    Ok(())
}

impl DrawArguments {
    /// Draws the layouts of expressions as one picture.
    pub(crate) fn draw(
        &self,
        expressions: &[String],
        settings: &Settings,
        color: ColorChoice,
        out: &mut impl Write,
    ) -> Result<ExitCode, Failure> {
        let file = match &self.output {
            None if self.open => Some(env::temp_dir().join("layout-picture.html")),
            file => file.clone(),
        };
        let output = match output(self.format, file.as_deref())? {
            // Nobody reads SVG in a terminal.
            Output::Svg
                if self.format.is_none() && file.is_none() && io::stdout().is_terminal() =>
            {
                if has_colours(color) {
                    Output::Ansi
                } else {
                    Output::Text
                }
            }
            output => output,
        };
        let picture = match self.drawing().picture(expressions, settings) {
            Ok(picture) => picture,
            Err((mistake, place)) => {
                let source = expressions.get(place).map_or("", String::as_str);
                let format = if output == Output::Json {
                    render::Format::Json
                } else {
                    render::Format::Text
                };
                return format.known(Err(mistake), source, place + 1);
            }
        };
        // A file has no width.
        let width =
            if file.is_some() { Width::of(self.width.or(Some(0))) } else { Width::of(self.width) };
        put(&picture, Place { output, file: file.as_deref(), width }, out)?;
        match file {
            Some(file) if self.open => open(&file, out),
            _ => Ok(ExitCode::SUCCESS),
        }
    }

    fn drawing(&self) -> Drawing {
        Drawing {
            kind: self.kind,
            tile: self.tile.clone(),
            slice: self.slice.clone(),
            banks: self.banks,
            bits: self.bits,
            vector: self.vector,
            order: self.order,
            fill: self.fill.clone(),
            coordinates: self.coordinates,
            thread: self.thread,
            title: self.title.clone(),
        }
    }
}

fn bytes(picture: &Picture, output: Output, width: Width) -> Result<Vec<u8>, String> {
    let format = match output {
        Output::Svg => Format::Svg,
        Output::Inline => Format::Inline,
        Output::Html => Format::Html,
        Output::Tikz => Format::Tikz,
        Output::Text => Format::Text,
        Output::Ansi => Format::Ansi,
        Output::Json => return Ok(format!("{}\n", json(picture)).into_bytes()),
        #[cfg(feature = "png")]
        Output::Png => return layout_draw::png(picture).map_err(|error| error.to_string()),
    };
    let text = write(picture, format);
    Ok(match format {
        Format::Text | Format::Ansi => width.fit(&text).into_bytes(),
        _ => text.into_bytes(),
    })
}

/// The panels of a picture as an object: row by row the texts of their cells, and which of them are picked out.
fn json(picture: &Picture) -> Object {
    let mut panels = Vec::new();
    for panel in &picture.panels {
        let (mut picked, mut padding) = (Vec::new(), Vec::new());
        for (at, cell) in panel.cells.iter().enumerate() {
            match cell.state {
                State::Mark | State::Alarm => picked.push(at),
                State::Pad => padding.push(at),
                _ => {}
            }
        }
        let object = Object::default().text("name", &panel.name);
        let object = object.member("rows", panel.rows.size).member("columns", panel.columns.size);
        let object = object.texts("cells", panel.cells.iter().map(|cell| cell.text.as_str()));
        panels.push(object.list("picked", picked).list("padding", padding));
    }
    let object = Object::default().text("title", &picture.title).text("caption", &picture.caption);
    object.list("panels", panels)
}
