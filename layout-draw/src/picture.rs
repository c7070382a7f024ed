//! `Picture`: what is drawn, as data. The kinds of pictures fill it, the formats read it; no
//! format evaluates a layout, so that all of them agree.

/// Panels of cells, and the words around them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Picture {
    /// The notation, or what the user calls it.
    pub title: String,
    /// The sentence under the picture.
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
    /// The axis of the rows, downward.
    pub rows: Axis,
    /// The axis of the columns, to the right.
    pub columns: Axis,
    /// The cells, row by row.
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

/// A cell of a panel: its text, its colour and its state.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Cell {
    /// One line, or two.
    pub text: String,
    /// The colour of the cell.
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
        Axis::counted(size, 1)
    }

    /// An axis of one level, whose positions are labelled by multiples of `step`.
    pub(crate) fn counted(size: usize, step: usize) -> Self {
        Axis { size, levels: vec![Level { extent: size, step, label: String::new() }] }
    }

    /// The heaviest line before a position: 0 between cells, 1 and more between those of outer
    /// levels.
    pub(crate) fn weight(&self, at: usize) -> usize {
        let (mut weight, mut span) = (0, 1);
        for level in self.levels.iter().rev().skip(1).rev() {
            span *= level.extent;
            weight += usize::from(span < self.size && at.is_multiple_of(span));
        }
        weight
    }

    /// The weight of the heaviest line between two positions.
    pub(crate) fn heaviest(&self) -> usize {
        (1..self.size).map(|at| self.weight(at)).max().unwrap_or(0)
    }

    /// The positions of a level: number, first cell and the cell after its last.
    pub(crate) fn bands(&self, level: usize) -> Vec<(usize, usize, usize)> {
        let Some(of) = self.levels.get(level) else { return Vec::new() };
        let span: usize = self.levels[..level].iter().map(|inner| inner.extent).product();
        let mut bands = Vec::new();
        for k in 0..self.size.div_ceil(span.max(1)) {
            // The outermost level goes on past its extent.
            let is_last = level + 1 == self.levels.len();
            let number = if is_last { k } else { k % of.extent.max(1) };
            bands.push((number * of.step, k * span, ((k + 1) * span).min(self.size)));
        }
        bands
    }

    /// The most digits of a number of a level.
    pub(crate) fn digits(&self, level: usize) -> usize {
        self.bands(level).iter().map(|band| band.0.to_string().len()).max().unwrap_or(0)
    }

    /// The labels of all levels, in a row.
    pub(crate) fn labels(&self) -> String {
        self.levels.iter().map(|level| &*level.label).collect::<Vec<_>>().join(", ")
    }

    /// Returns `true` if some level has a label, which is its stride.
    pub(crate) fn has_strides(&self) -> bool {
        self.levels.iter().any(|level| !level.label.is_empty())
    }
}

impl Panel {
    /// The cell at a row and a column, if it is there.
    pub fn cell(&self, row: usize, column: usize) -> Option<&Cell> {
        if row >= self.rows.size || column >= self.columns.size {
            return None;
        }
        let cell = self.cells.get(row * self.columns.size + column)?;
        (cell.state != State::Absent).then_some(cell)
    }

    /// The edge between a cell and the one above.
    pub(crate) fn above(&self, row: usize, column: usize) -> Edge<'_> {
        let before = row.checked_sub(1).and_then(|row| self.cell(row, column));
        Edge { before, after: self.cell(row, column), weight: self.rows.weight(row) }
    }

    /// The edge between a cell and the one left of it.
    pub(crate) fn left_of(&self, row: usize, column: usize) -> Edge<'_> {
        let before = column.checked_sub(1).and_then(|column| self.cell(row, column));
        Edge { before, after: self.cell(row, column), weight: self.columns.weight(column) }
    }

    /// The most characters of a line of a cell.
    pub(crate) fn longest(&self) -> usize {
        let lines = self.cells.iter().flat_map(|cell| cell.text.lines());
        lines.map(|line| line.chars().count()).max().unwrap_or(1)
    }

    /// Rows as columns.
    pub(crate) fn transposed(self) -> Self {
        let (rows, columns) = (self.rows.size, self.columns.size);
        let mut cells = Vec::new();
        for column in 0..columns {
            for row in 0..rows {
                cells.extend(self.cells.get(row * columns + column).cloned());
            }
        }
        let path = self.path.iter().map(|&(row, column)| (column, row)).collect();
        Panel { rows: self.columns, columns: self.rows, cells, path, ..self }
    }

    /// The rows of cells.
    pub(crate) fn lines(&self) -> impl Iterator<Item = &[Cell]> {
        self.cells.chunks(self.columns.size.max(1))
    }
}

/// The line between two cells, at a boundary of levels with this weight.
pub(crate) struct Edge<'a> {
    pub(crate) before: Option<&'a Cell>,
    pub(crate) after: Option<&'a Cell>,
    pub(crate) weight: usize,
}

impl Edge<'_> {
    pub(crate) fn is_at_a_cell(&self) -> bool {
        self.before.or(self.after).is_some()
    }

    pub(crate) fn is_outside(&self) -> bool {
        self.before.is_some() != self.after.is_some()
    }

    /// True between tiles or owners.
    pub(crate) fn is_between_groups(&self) -> bool {
        matches!((self.before, self.after), (Some(a), Some(b)) if a.group != b.group)
    }

    /// True between instructions.
    pub(crate) fn is_between_atoms(&self) -> bool {
        matches!((self.before, self.after), (Some(a), Some(b)) if a.atom != b.atom)
    }

    /// True between two cells of which one alone has a state.
    pub(crate) fn is_around(&self, state: State) -> bool {
        let is = |cell: Option<&Cell>| cell.is_some_and(|cell| cell.state == state);
        is(self.before) != is(self.after)
    }

    /// True at a boundary of levels, tiles or owners.
    pub(crate) fn is_boundary(&self) -> bool {
        self.is_inside() && self.weight > 0 || self.is_between_groups() || self.is_between_atoms()
    }

    /// True between two cells.
    pub(crate) fn is_inside(&self) -> bool {
        self.before.is_some() && self.after.is_some()
    }
}

/// Colours by an ordered quantity.
pub(crate) struct Ramp {
    pub(crate) least: i64,
    pub(crate) most: i64,
}

impl Ramp {
    /// The ramp of all numbers; none of no numbers.
    pub(crate) fn of(numbers: impl Iterator<Item = i64> + Clone) -> Option<Self> {
        Some(Ramp { least: numbers.clone().min()?, most: numbers.max()? })
    }

    /// The colour of a number, on a scale of `steps` steps.
    pub(crate) fn paint(&self, number: i64, steps: i128) -> Paint {
        let least = i128::from(self.least);
        let count = i128::from(self.most) - least + 1;
        Paint::Step(((i128::from(number) - least) * steps / count) as u8)
    }
}

impl Key {
    /// The meaning of a colour.
    pub(crate) fn paint(paint: Paint, words: String) -> Self {
        Key::Cell(Cell { paint, ..Cell::default() }, words)
    }

    /// The meaning of an outline or hatching.
    pub(crate) fn state(state: State, words: String) -> Self {
        Key::Cell(Cell { state, ..Cell::default() }, words)
    }
}

impl Cell {
    /// Its hatching and its colour.
    pub(crate) fn surface(&self) -> (bool, Paint) {
        (self.state == State::Pad, self.fill())
    }

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
        let (mut rows, mut columns) = (1, 1);
        for Panel { place: (row, column), .. } in &self.panels {
            (rows, columns) = (rows.max(row + 1), columns.max(column + 1));
        }
        (rows, columns)
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
