//! Thread-value layouts: one, the two of a copy, and the three of an mma.

use crate::blocks::{Kind, Table, by_blocks};
use crate::error::Error;
use crate::picture::{Axis, Cell, Key, Paint, Panel, Picture, State};
use crate::plane::too_many;
use crate::subject::{Answer, Subject, components};
use crate::{MAX_BLOCKED, MAX_CELLS};

/// The owners of each element of a tile: `T3` over `V1`. The layout sends (thread, value) to
/// `row + column * rows`, or to `(row, column)` if it is over a basis.
///
/// # Errors
///
/// A layout of other than two modes; an answer outside of the tile; more than [`MAX_BLOCKED`]
/// elements. Of more than [`MAX_CELLS`] tables of blocks are drawn: elements that none or several
/// hold, a thread to outline, and tiles without blocks that are alike are then errors.
///
/// ```
/// use layout_algebra::{Function, bounds::Bounds};
/// use layout_draw::{Subject, thread_values};
///
/// let fragment: Function = "((4,8),(2,2)):((32,1),(16,8))".parse()?;
/// let fragment = Subject::new(&fragment, Bounds::EVERYWHERE)?;
/// let picture = thread_values(&fragment, (16, 8), Some(5))?;
/// assert_eq!(picture.panels[0].cell(1, 3).unwrap().text, "T5\nV1");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn thread_values(
    subject: &Subject,
    (rows, columns): (usize, usize),
    thread: Option<usize>,
) -> Result<Picture, Error> {
    let tile = ThreadValueTile::new(subject, rows, columns, thread)?;
    if tile.owners.len() > MAX_CELLS {
        return thread_values_by_blocks(subject, &tile);
    }
    let mut caption =
        format!("Who holds each element of a {rows}×{columns} tile: thread over value.");
    tile.add_gaps("", &mut caption);
    let panel = tile.panel(String::new(), (0, 0), false);
    let legend = legend(thread);
    Ok(Picture {
        title: subject.notation().to_owned(),
        caption,
        panels: vec![panel],
        legend,
        ..Picture::default()
    })
}

/// A large tile by blocks.
fn thread_values_by_blocks(subject: &Subject, tile: &ThreadValueTile) -> Result<Picture, Error> {
    if let Some(thread) = tile.thread {
        let message = format!(
            "thread {thread} of a tile of {} elements\n\
             a picture of more than {MAX_CELLS} is by blocks, which outline nobody",
            tile.owners.len()
        );
        return Err(Error::new(message).help("leave out `--thread`, or draw a part of the tile"));
    }
    let mut numbers = Vec::with_capacity(2 * tile.owners.len());
    for owners in &tile.owners {
        let &[(thread, value)] = owners.as_slice() else {
            return Err(too_many(subject.notation(), Some(tile.owners.len())));
        };
        numbers.extend([thread as i64, value as i64]);
    }
    let (rows, columns) = (tile.rows, tile.columns);
    by_blocks(subject, &Table { rows, columns, numbers, kind: Kind::ThreadValue })
}

/// The source beside the destination of a copy: where one thread reads and what it then holds,
/// `V0` and on, among the other threads.
///
/// # Errors
///
/// A layout of other than two modes; an answer outside of the tile; a thread that a layout does not have; more than [`MAX_CELLS`]
/// elements.
pub fn copy(
    [source, destination]: [&Subject; 2],
    (rows, columns): (usize, usize),
    thread: usize,
) -> Result<Picture, Error> {
    let mut panels = Vec::new();
    let mut caption =
        format!("What T{thread} reads of {rows}×{columns} elements, and what it writes.");
    for (at, (subject, name)) in
        [(source, "source"), (destination, "destination")].iter().enumerate()
    {
        let tile = ThreadValueTile::small(subject, rows, columns, Some(thread))?;
        tile.add_gaps(&format!(" of the {name}"), &mut caption);
        panels.push(tile.panel((*name).to_owned(), (0, at), true));
    }
    let mine = Cell { paint: class(thread), state: State::Mark, ..Cell::default() };
    let legend = vec![
        Key::Cell(mine, format!("values of T{thread}")),
        Key::state(State::Dim, "other threads".to_owned()),
    ];
    let title = format!("{} → {}", source.notation(), destination.notation());
    Ok(Picture { title, caption, panels, legend, ..Picture::default() })
}

/// A left of and B above the C of a matrix product by threads: (m, k), (k, n) and (m, n).
/// The layouts send (thread, value) to `m + k * M`, `n + k * N` and `m + n * M`.
///
/// # Errors
///
/// A layout of other than two modes; an answer outside of its tile; a thread that a layout does not have; more than [`MAX_CELLS`]
/// elements of an operand.
pub fn mma(
    [a, b, c]: [&Subject; 3],
    (m, n, k): (usize, usize, usize),
    thread: Option<usize>,
) -> Result<Picture, Error> {
    let mut caption =
        format!("Rows of A ({m}×{k}) and columns of B ({k}×{n}) meet in C ({m}×{n}).");
    let [tile_a, tile_b, tile_c] = [
        ThreadValueTile::small(a, m, k, thread)?,
        ThreadValueTile::small(b, n, k, thread)?,
        ThreadValueTile::small(c, m, n, thread)?,
    ];
    for (tile, name) in [(&tile_a, " of A"), (&tile_b, " of B"), (&tile_c, " of C")] {
        tile.add_gaps(name, &mut caption);
    }
    let panels = vec![
        tile_b.panel(format!("B, {k}×{n} (k, n)"), (0, 1), false).transposed(),
        tile_a.panel(format!("A, {m}×{k} (m, k)"), (1, 0), false),
        tile_c.panel(format!("C, {m}×{n} (m, n)"), (1, 1), false),
    ];
    let notes = vec![
        "(thread, value) to row + column × rows".to_owned(),
        format!("A  {}", a.notation()),
        format!("B  {}  of (n, k)", b.notation()),
        format!("C  {}", c.notation()),
    ];
    let title = format!("mma of {m}×{n}×{k}");
    Ok(Picture { title, caption, panels, legend: legend(thread), notes })
}

/// The threads and values that hold each element of a tile.
struct ThreadValueTile {
    rows: usize,
    columns: usize,
    /// The (thread, value) pairs of each element, row by row.
    owners: Vec<Vec<(usize, usize)>>,
    thread: Option<usize>,
}

/// The owners of one element.
struct Owners<'a> {
    all: &'a [(usize, usize)],
    thread: Option<usize>,
}

impl Owners<'_> {
    /// The thread asked for, if it is one of them; else the first.
    fn primary(&self) -> (usize, usize) {
        *self.selected().or(self.all.first()).unwrap_or(&(0, 0))
    }

    fn selected(&self) -> Option<&(usize, usize)> {
        self.all.iter().find(|(thread, _)| Some(*thread) == self.thread)
    }

    /// `×4` where four hold it.
    fn count_suffix(&self) -> String {
        if self.all.len() > 1 { format!("×{}", self.all.len()) } else { String::new() }
    }

    /// Thread and value.
    fn thread_and_value(&self) -> String {
        let (thread, value) = self.primary();
        format!("T{thread}{}\nV{value}", self.count_suffix())
    }

    /// The value of the thread asked for, else the thread.
    fn value_or_thread(&self) -> String {
        let (thread, value) = self.primary();
        if self.selected().is_some() {
            format!("V{value}")
        } else {
            format!("T{thread}{}", self.count_suffix())
        }
    }
}

impl ThreadValueTile {
    /// One whose elements are drawn one by one.
    fn small(
        subject: &Subject,
        rows: usize,
        columns: usize,
        thread: Option<usize>,
    ) -> Result<Self, Error> {
        if !matches!(rows.checked_mul(columns), Some(..=MAX_CELLS)) {
            let message = format!(
                "{rows} x {columns} elements held by {}\n\
                 several layouts are drawn element by element, at most {MAX_CELLS} each",
                subject.notation()
            );
            return Err(Error::new(message)
                .help("one of them is drawn by blocks: `--kind tv --tile '(M,N)' LAYOUT`"));
        }
        ThreadValueTile::new(subject, rows, columns, thread)
    }

    fn new(
        subject: &Subject,
        rows: usize,
        columns: usize,
        thread: Option<usize>,
    ) -> Result<Self, Error> {
        let &[threads, values] = subject.extents()?.as_slice() else {
            let rank = subject.extents()?.len();
            let message = format!(
                "{} has {rank} modes\na thread-value layout has two: threads and values",
                subject.notation()
            );
            return Err(Error::new(message));
        };
        // All threads may hold all of a tile, as those that read shared memory do.
        for size in [rows.checked_mul(columns), threads.checked_mul(values)] {
            if !matches!(size, Some(..=MAX_BLOCKED)) {
                return Err(too_many(subject.notation(), size));
            }
        }
        if let Some(thread) = thread
            && thread >= threads
        {
            let notation = subject.notation();
            let message = format!("thread {thread} of {threads}\n{notation} has {threads} threads");
            return Err(Error::new(message));
        }
        let mut owners = vec![Vec::new(); rows * columns];
        for value in 0..values {
            for thread in 0..threads {
                let answer = subject.at(&[thread, value])?;
                let place = match &answer {
                    Answer::Offset(offset) => {
                        let rows = (rows as i64).max(1);
                        vec![offset.rem_euclid(rows), offset.div_euclid(rows)]
                    }
                    Answer::Coordinate(answer) => components(answer),
                };
                let place = match place.as_slice() {
                    [row, column] => (usize::try_from(*row), usize::try_from(*column)),
                    _ => (Ok(rows), Ok(columns)),
                };
                match place {
                    (Ok(row), Ok(column)) if row < rows && column < columns => {
                        owners[row * columns + column].push((thread, value));
                    }
                    _ => {
                        let message = format!(
                            "{} sends thread {thread}, value {value} to {answer}, outside of the tile ({rows},{columns})\n\
                             a thread-value layout answers row + column * rows, or (row,column)",
                            subject.notation()
                        );
                        return Err(Error::new(message));
                    }
                }
            }
        }
        Ok(ThreadValueTile { rows, columns, owners, thread })
    }

    fn panel(&self, name: String, place: (usize, usize), dims_others: bool) -> Panel {
        let mut cells = Vec::with_capacity(self.owners.len());
        for all in &self.owners {
            let owners = Owners { all, thread: self.thread };
            let (group, _) = owners.primary();
            let state = match (owners.selected(), dims_others) {
                (Some(_), _) => State::Mark,
                (None, true) => State::Dim,
                (None, false) => State::Plain,
            };
            let text =
                if dims_others { owners.value_or_thread() } else { owners.thread_and_value() };
            cells.push(match all.as_slice() {
                [] => Cell { state: State::Pad, group: usize::MAX, ..Cell::default() },
                _ => Cell { text, paint: class(group), state, group, ..Cell::default() },
            });
        }
        let (rows, columns) = (Axis::plain(self.rows), Axis::plain(self.columns));
        Panel { name, rows, columns, cells, place, ..Panel::default() }
    }

    /// Adds a sentence for elements that no thread holds, and one for those that several hold.
    fn add_gaps(&self, of: &str, caption: &mut String) {
        let free = self.owners.iter().filter(|all| all.is_empty()).count();
        let shared = self.owners.iter().filter(|all| all.len() > 1).count();
        if free > 0 {
            caption.push_str(&format!(" Nobody holds {free}{of}, hatched."));
        }
        if shared > 0 {
            caption.push_str(&format!(
                " Several threads hold each of {shared}{of}: ×2 says two, of which one is written."
            ));
        }
    }
}

fn class(thread: usize) -> Paint {
    Paint::Class((thread % 8) as u8)
}

fn legend(thread: Option<usize>) -> Vec<Key> {
    let mut legend = vec![Key::paint(Paint::Class(0), "colour: thread mod 8".to_owned())];
    if let Some(thread) = thread {
        let cell = Cell { paint: class(thread), state: State::Mark, ..Cell::default() };
        legend.push(Key::Cell(cell, format!("T{thread}")));
    }
    legend
}
