//! The picture of expressions, of a kind and with the options that are asked for.

use layout_algebra::{Coordinate, Tiler};
use layout_codegen::Allow;
use layout_draw::{Banks, Fill, OffsetsOptions, Picture, Subject};

use crate::bindings::Bindings;
use crate::expression::{Mistake, Settings, evaluate, unknown_symbol};
use crate::views::{
    Tiling, drawn, subject, suits_blocks, tiling, tiling_picture, without_bindings,
};

/// The kinds of pictures.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "command", derive(clap::ValueEnum))]
pub enum Kind {
    /// The offset of each coordinate
    Offsets,
    /// Tables of blocks, of a large layout
    Blocks,
    /// The banks in which elements lie
    Banks,
    /// The thread and the value that hold each element of a tile, by a thread-value layout
    Tv,
    /// A source beside its destination, by thread-value layouts
    Copy,
    /// A, B and C of a matrix product, by thread-value layouts
    Mma,
    /// The offsets of A (m,k), B (n,k) and C (m,n) of a matrix product
    Gemm,
}

/// The default picture of an expression: of a tiling, of the blocks of a layout of many cells, or of offsets.
///
/// # Errors
///
/// As [`Drawing::picture`].
pub fn default_picture(source: &str, settings: &Settings) -> Result<Picture, Mistake> {
    let picture = Drawing::default().picture(&[source.to_owned()], settings);
    picture.map_err(|(mistake, _)| mistake)
}

/// A kind of picture, and its options.
#[derive(Clone, Debug)]
pub struct Drawing {
    /// The kind; without, the one that suits the layout and the options.
    pub kind: Option<Kind>,
    /// Tiles by colour; for threads the tile that they hold, (m,n) or (m,n,k).
    pub tile: Option<Tiler>,
    /// The coordinates of a slice, which are outlined.
    pub slice: Option<Coordinate>,
    /// The number of banks of 4 bytes.
    pub banks: Option<usize>,
    /// The bits of an element, for banks.
    pub bits: usize,
    /// The number of elements that are read together, for banks.
    pub vector: usize,
    /// A line in the order of memory.
    pub order: bool,
    /// The expression of the layout by which cells are coloured, or `none`.
    pub fill: Option<String>,
    /// The coordinate of each cell over its answer.
    pub coordinates: bool,
    /// The thread to outline.
    pub thread: Option<usize>,
    /// A title in the place of the notation.
    pub title: Option<String>,
}

impl Default for Drawing {
    /// The default picture.
    fn default() -> Self {
        Drawing {
            kind: None,
            tile: None,
            slice: None,
            banks: None,
            bits: 32,
            vector: 1,
            order: false,
            fill: None,
            coordinates: false,
            thread: None,
            title: None,
        }
    }
}

impl Drawing {
    /// The picture of the layouts of expressions.
    ///
    /// # Errors
    ///
    /// The mistake, and the number of its expression: the errors of [`subject`], [`tiling`] and the kinds of pictures, a value for a symbol that
    /// none has, and an option that says nothing of the kind.
    pub fn picture(
        &self,
        expressions: &[String],
        settings: &Settings,
    ) -> Result<Picture, (Mistake, usize)> {
        if let [source] = expressions
            && let Some(tiling) = tiling(source, settings).or_else(in_first)?
        {
            let picture = drawn(source, self.picture_of_tiling(&tiling)).or_else(in_first)?;
            return Ok(self.with_title(picture));
        }
        let mut subjects = Vec::new();
        let mut met = Vec::new();
        let mut values = String::new();
        for (place, source) in expressions.iter().enumerate() {
            match subject(source, settings) {
                Ok((subject, symbols)) => {
                    subjects.push(subject);
                    met.extend(symbols);
                }
                Err(mistake) => return Err((mistake, place)),
            }
        }
        let first = expressions.first().map_or("", String::as_str);
        for (name, value) in &settings.bindings.0 {
            if !met.contains(name) {
                let evaluated = evaluate(first, &without_bindings(settings)).or_else(in_first)?;
                return Err((unknown_symbol(first, name, &evaluated), 0));
            }
            let joint = if values.is_empty() { " " } else { ", " };
            values.push_str(&format!("{joint}{name} = {value}"));
        }
        let fill = drawn(first, self.fill_colours(settings)).or_else(in_first)?;
        let picture = drawn(first, self.picture_of_layouts(&subjects, fill));
        let mut picture = picture.or_else(in_first)?;
        if !values.is_empty() {
            picture.caption.push_str(&values);
            picture.caption.push('.');
        }
        Ok(self.with_title(picture))
    }

    /// The picture with the title that is asked for.
    fn with_title(&self, picture: Picture) -> Picture {
        let title = self.title.clone().unwrap_or(picture.title);
        Picture { title, ..picture }
    }

    /// The picture of a tiled product or copy: the thread and the value that hold each element of its operands.
    ///
    /// # Errors
    ///
    /// Options of another kind of picture, `--tile`, and the errors of [`tiling_picture`].
    fn picture_of_tiling(&self, tiling: &Tiling) -> Result<Picture, layout_draw::Error> {
        let (kind, what) = match tiling.parts.as_slice() {
            [_, _] => (Kind::Copy, "a tiled copy"),
            _ => (Kind::Mma, "a tiled product"),
        };
        if let Some(other) = self.kind
            && other != kind
        {
            let message = format!(
                "{what} has no picture of `--kind {}`: its own is `--kind {}`",
                other.name(),
                kind.name()
            );
            let one = if kind == Kind::Mma { "get_layoutC_TV" } else { "get_layoutD_TV" };
            return Err(layout_draw::Error::new(message).help(format!("`{one}(…)` is a layout")));
        }
        self.check_options(kind)?;
        if self.tile.is_some() {
            return Err(layout_draw::Error::new(format!("`--tile` for {what}, which has its own")));
        }
        tiling_picture(tiling, self.thread)
    }

    /// The colours of `--fill`, if it is given.
    ///
    /// # Errors
    ///
    /// A mistake in the expression of `--fill`.
    fn fill_colours(&self, settings: &Settings) -> Result<Option<Fill>, layout_draw::Error> {
        let source = match self.fill.as_deref() {
            None => return Ok(None),
            Some("none") => return Ok(Some(Fill::Blank)),
            Some(source) => source,
        };
        // Cells of one colour are what colours are for.
        let settings =
            Settings { allow: Allow::all(), bindings: Bindings(settings.bindings.0.clone()) };
        match subject(source, &settings) {
            Ok((fill, _)) => Ok(Some(Fill::Layout(Box::new(fill)))),
            Err(Mistake { message, helps, .. }) => {
                let error = layout_draw::Error::new(format!("`--fill {source}`: {message}"));
                Err(helps.into_iter().take(1).fold(error, layout_draw::Error::help))
            }
        }
    }

    fn picture_of_layouts(
        &self,
        subjects: &[Subject],
        fill: Option<Fill>,
    ) -> Result<Picture, layout_draw::Error> {
        let kind = self.kind.unwrap_or_else(|| self.default_kind(subjects));
        self.check_options(kind)?;
        let drawn = self.picture_of_kind(kind, subjects, fill);
        match drawn {
            // Nobody asked for blocks, and one table holds the cells.
            Err(_) if self.kind.is_none() && kind == Kind::Blocks => {
                self.picture_of_kind(Kind::Offsets, subjects, None).or(drawn)
            }
            drawn => drawn,
        }
    }

    fn picture_of_kind(
        &self,
        kind: Kind,
        subjects: &[Subject],
        fill: Option<Fill>,
    ) -> Result<Picture, layout_draw::Error> {
        match (kind, subjects) {
            (Kind::Offsets, subjects) => {
                let (tile, slice) = (self.tile.clone(), self.slice.clone());
                let (order, coordinates) = (self.order, self.coordinates);
                let options = OffsetsOptions { tile, slice, order, fill, coordinates };
                layout_draw::offsets(subjects, &options)
            }
            (Kind::Blocks, [subject]) => layout_draw::blocks(subject),
            (Kind::Banks, subjects) => {
                let count = self.banks.unwrap_or(32);
                let banks = Banks { count, bits: self.bits, vector: self.vector };
                layout_draw::banks(subjects, banks, self.slice.as_ref())
            }
            (Kind::Tv, [subject]) => {
                let [m, n] = self.extents(kind, "(16,8)")?;
                layout_draw::thread_values(subject, (m, n), self.thread)
            }
            (Kind::Copy, [source, destination]) => {
                let [m, n] = self.extents(kind, "(32,8)")?;
                layout_draw::copy([source, destination], (m, n), self.thread.unwrap_or(0))
            }
            (Kind::Mma, [a, b, c]) => {
                let [m, n, k] = self.extents(kind, "(16,8,16)")?;
                layout_draw::mma([a, b, c], (m, n, k), self.thread)
            }
            (Kind::Gemm, [a, b, c]) => layout_draw::gemm([a, b, c]),
            (kind, subjects) => {
                let takes = match kind {
                    Kind::Gemm => "three layouts, A (m,k), B (n,k) and C (m,n)",
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
    fn default_kind(&self, subjects: &[Subject]) -> Kind {
        let more = self.order || self.coordinates || self.fill.is_some();
        let plain = self.tile.is_none() && self.slice.is_none() && !more;
        match subjects {
            _ if self.banks.is_some() => Kind::Banks,
            [subject] if plain && suits_blocks(subject) => Kind::Blocks,
            _ => Kind::Offsets,
        }
    }

    /// An option that says nothing of the kind of picture is a mistake.
    fn check_options(&self, kind: Kind) -> Result<(), layout_draw::Error> {
        let threads = matches!(kind, Kind::Tv | Kind::Copy | Kind::Mma);
        let wrong = [
            ("--thread", self.thread.is_some() && !threads),
            ("--banks", self.banks.is_some() && kind != Kind::Banks),
            ("--order", self.order && kind != Kind::Offsets),
            ("--fill", self.fill.is_some() && kind != Kind::Offsets),
            ("--coordinates", self.coordinates && kind != Kind::Offsets),
            ("--slice", self.slice.is_some() && !matches!(kind, Kind::Offsets | Kind::Banks)),
            (
                "--tile",
                self.tile.is_some() && matches!(kind, Kind::Banks | Kind::Blocks | Kind::Gemm),
            ),
        ];
        if self.order && self.coordinates {
            let message =
                "`--order` and `--coordinates`: a line goes where coordinates would stand";
            return Err(layout_draw::Error::new(message));
        }
        for (option, is_wrong) in wrong {
            if is_wrong {
                let message = format!("`{option}` says nothing of `--kind {}`", kind.name());
                return Err(layout_draw::Error::new(message));
            }
        }
        Ok(())
    }

    /// The extents of the tile that threads hold.
    fn extents<const N: usize>(
        &self,
        kind: Kind,
        example: &str,
    ) -> Result<[usize; N], layout_draw::Error> {
        let Some(extents) = self.tile.as_ref().and_then(known_extents) else {
            let message = "threads hold a tile, whose extents nobody gave";
            let help = format!("`--tile '{example}'` gives them");
            return Err(layout_draw::Error::new(message).help(help));
        };
        let message = format!("`--kind {}` takes a tile like {example}", kind.name());
        let no_tile = layout_draw::Error::new(message).help(format!("`--tile '{example}'`"));
        extents.try_into().or(Err(no_tile))
    }
}

/// The extents of a tile of one for each mode.
fn known_extents(tile: &Tiler) -> Option<Vec<usize>> {
    let Tiler::Modes(modes) = tile else { return None };
    let mut extents = Vec::new();
    for mode in modes {
        let Tiler::Size(extent) = mode else { return None };
        extents.push(usize::try_from(extent.known()?).ok()?);
    }
    Some(extents)
}

/// The mistake as one of the first expression.
fn in_first<T>(mistake: Mistake) -> Result<T, (Mistake, usize)> {
    Err((mistake, 0))
}

impl Kind {
    /// All kinds.
    pub const ALL: [Kind; 7] =
        [Kind::Offsets, Kind::Blocks, Kind::Banks, Kind::Tv, Kind::Copy, Kind::Mma, Kind::Gemm];

    /// The word for it.
    pub fn name(self) -> &'static str {
        match self {
            Kind::Offsets => "offsets",
            Kind::Blocks => "blocks",
            Kind::Banks => "banks",
            Kind::Tv => "tv",
            Kind::Copy => "copy",
            Kind::Mma => "mma",
            Kind::Gemm => "gemm",
        }
    }
}
