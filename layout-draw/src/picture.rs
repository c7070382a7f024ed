//! `Picture`: what is drawn, as data. The kinds of pictures fill it, the formats read it; no
//! format evaluates a layout, so that all of them agree.

/// Panels of cells, and the words around them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Picture {
    /// The notation, or what the user calls it.
    pub title: String,
    /// One sentence.
    pub caption: String,
    /// The tables, each at a place of its own.
    pub panels: Vec<Panel>,
    /// The meaning of colours and outlines.
    pub legend: Vec<Key>,
    /// Lines for the free place `(0, 0)`.
    pub notes: Vec<String>,
}

/// A table of cells.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Panel {
    /// The name of the table, where there are several.
    pub name: String,
    /// Down.
    pub rows: Axis,
    /// Across.
    pub columns: Axis,
    /// Row by row.
    pub cells: Vec<Cell>,
    /// Cells as `(row, column)`, in the order of memory.
    pub path: Vec<(usize, usize)>,
    /// Row and column in the grid of panels.
    pub place: (usize, usize),
    /// A sentence under the table.
    pub foot: String,
}

/// One side of a panel.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Axis {
    /// The number of rows or columns; padding may be more than the levels have.
    pub size: usize,
    /// The levels of nesting, inner first; empty for an axis without labels.
    pub levels: Vec<Level>,
}

/// One extent of a nested mode.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Level {
    /// The number of positions that it has.
    pub extent: usize,
    /// The number that one position counts for.
    pub step: usize,
    /// `extent:stride`, as the notation has it.
    pub label: String,
}

/// One cell.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Cell {
    /// One line, or two.
    pub text: String,
    /// Its colour.
    pub paint: Paint,
    /// Its outline or hatching.
    pub state: State,
    /// The tile or the owner: between two of them is a firmer line.
    pub group: usize,
    /// The instruction that takes it, of several in a tiling: between two of them is a line as around a tile.
    pub atom: usize,
}

/// A colour by its place in the palette.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Paint {
    /// Paper.
    #[default]
    Blank,
    /// One of eight classes.
    Class(u8),
    /// One of nine steps of an ordered quantity.
    Step(u8),
}

/// State of a cell, which is told apart without colour.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum State {
    /// Most cells.
    #[default]
    Plain,
    /// Picked out: a firm outline.
    Mark,
    /// Picked out, and in conflict: a dashed outline.
    Alarm,
    /// A cell in the background: fainter text, no colour.
    Dim,
    /// A coordinate without an element: hatched.
    Pad,
    /// An absent cell.
    Absent,
}

/// A line of the legend.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Key {
    /// The ramp, between the words for its ends.
    Ramp(String, String),
    /// A cell, and what it means.
    Cell(Cell, String),
}

impl Axis {
    /// An axis of one level that only counts.
    pub(crate) fn plain(size: usize) -> Self {
        Axis { size, levels: vec![Level { extent: size, step: 1, label: String::new() }] }
    }

    /// The number of positions of the axis that one of each level has.
    pub(crate) fn spans(&self) -> Vec<usize> {
        let mut span = 1;
        let spans = self.levels.iter().map(|level| {
            let this = span;
            span *= level.extent;
            this
        });
        spans.collect()
    }

    /// The heaviest line before a position: 0 between cells, 1 and more between those of outer
    /// levels.
    pub(crate) fn weight(&self, at: usize) -> usize {
        self.spans()
            .iter()
            .skip(1)
            .filter(|&&span| span < self.size && at.is_multiple_of(span))
            .count()
    }

    /// The positions of a level: number, first cell and the cell after its last.
    pub(crate) fn bands(&self, level: usize) -> Vec<(usize, usize, usize)> {
        let (Some(span), Some(of)) = (self.spans().get(level).copied(), self.levels.get(level))
        else {
            return Vec::new();
        };
        // The outermost level goes on past its extent.
        let last = level + 1 == self.levels.len();
        let number = |k: usize| (if last { k } else { k % of.extent.max(1) }) * of.step;
        let bands = 0..self.size.div_ceil(span.max(1));
        bands.map(|k| (number(k), k * span, ((k + 1) * span).min(self.size))).collect()
    }

    /// Returns `true` if some level has a label, which is its stride.
    pub(crate) fn has_strides(&self) -> bool {
        self.levels.iter().any(|level| !level.label.is_empty())
    }
}

impl Panel {
    /// The cell at a row and a column, if it is there.
    pub fn cell(&self, row: usize, column: usize) -> Option<&Cell> {
        let inside = row < self.rows.size && column < self.columns.size;
        let cell = self.cells.get(row * self.columns.size + column).filter(|_| inside);
        cell.filter(|cell| cell.state != State::Absent)
    }

    /// Rows as columns.
    pub(crate) fn transposed(self) -> Self {
        let (rows, columns) = (self.rows.size, self.columns.size);
        let places = (0..columns).flat_map(|j| (0..rows).map(move |i| i * columns + j));
        let cells = places.filter_map(|at| self.cells.get(at).cloned()).collect();
        let path = self.path.iter().map(|&(row, column)| (column, row)).collect();
        Panel { rows: self.columns, columns: self.rows, cells, path, ..self }
    }

    /// The rows of cells.
    pub(crate) fn lines(&self) -> impl Iterator<Item = &[Cell]> {
        self.cells.chunks(self.columns.size.max(1))
    }
}

impl Cell {
    /// The colour that it is drawn in.
    pub(crate) fn fill(&self) -> Paint {
        match self.state {
            State::Plain | State::Mark | State::Alarm => self.paint,
            State::Dim | State::Pad | State::Absent => Paint::Blank,
        }
    }
}

impl Picture {
    /// The number of cells.
    pub fn cells(&self) -> usize {
        self.panels.iter().map(|panel| panel.cells.len()).sum()
    }

    /// The size of the grid of panels.
    pub(crate) fn grid(&self) -> (usize, usize) {
        let places = || self.panels.iter().map(|panel| panel.place);
        let rows = places().map(|(row, _)| row + 1).max().unwrap_or(1);
        (rows, places().map(|(_, column)| column + 1).max().unwrap_or(1))
    }

    /// Text for those who do not see the picture: the sentence, and the rows of a small one.
    pub fn description(&self) -> String {
        let mut text = self.caption.clone();
        if self.cells() > 256 {
            return text;
        }
        for panel in &self.panels {
            if !panel.name.is_empty() {
                text.push_str(&format!(" {}.", panel.name));
            }
            for (row, cells) in panel.lines().enumerate() {
                let cells = cells.iter().filter(|cell| cell.state != State::Absent);
                let cells: Vec<_> = cells.map(alt_text).collect();
                text.push_str(&format!(" Row {row}: {}.", cells.join(", ")));
            }
        }
        text
    }
}

/// A cell in words, in which outlines and hatching are heard.
pub(crate) fn alt_text(cell: &Cell) -> String {
    let text = cell.text.replace('\n', " ");
    match cell.state {
        State::Pad => "·".to_owned(),
        State::Mark => format!("*{text}*"),
        State::Alarm => format!("!{text}!"),
        State::Plain | State::Dim => text,
        State::Absent => String::new(),
    }
}
