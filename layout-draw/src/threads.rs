//! Who holds what: thread-value layouts, the two of a copy, and the three of an mma.

use crate::blocks::{Kind, Table, by_blocks};
use crate::error::Error;
use crate::picture::{Axis, Cell, Key, Paint, Panel, Picture, State};
use crate::plane::too_many;
use crate::subject::{Answer, Subject, parts};
use crate::{MAX_BLOCKED, MAX_CELLS};

/// The holders of each element of a tile: `T3` over `V1`. The layout sends (thread, value) to
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
    let held = Held::new(subject, rows, columns, thread)?;
    if held.holders.len() > MAX_CELLS {
        return large(subject, &held);
    }
    let mut says = format!("Who holds each element of a {rows}×{columns} tile: thread over value.");
    held.says("", &mut says);
    let panel = held.panel(String::new(), (0, 0), |holder| holder.both(), false);
    let legend = legend(thread);
    Ok(Picture {
        title: subject.notation().to_owned(),
        says,
        panels: vec![panel],
        legend,
        ..Picture::default()
    })
}

/// A large tile by blocks.
fn large(subject: &Subject, held: &Held) -> Result<Picture, Error> {
    if let Some(thread) = held.thread {
        let message = format!(
            "thread {thread} of a tile of {} elements\n\
             a picture of more than {MAX_CELLS} is by blocks, which outline nobody",
            held.holders.len()
        );
        return Err(Error::new(message).help("leave out `--thread`, or draw a part of the tile"));
    }
    let mut numbers = Vec::with_capacity(2 * held.holders.len());
    for holders in &held.holders {
        let &[(thread, value)] = holders.as_slice() else {
            return Err(too_many(subject.notation(), Some(held.holders.len())));
        };
        numbers.extend([thread as i64, value as i64]);
    }
    let (rows, columns) = (held.rows, held.columns);
    by_blocks(subject, &Table { rows, columns, numbers, kind: Kind::Held })
}

/// The source beside the destination of a copy: where one thread reads and what it then holds,
/// `V0` and on, among the other threads.
///
/// # Errors
///
/// As [`thread_values`]; more than [`MAX_CELLS`] elements.
pub fn copy(
    [source, destination]: [&Subject; 2],
    (rows, columns): (usize, usize),
    thread: usize,
) -> Result<Picture, Error> {
    let mut panels = Vec::new();
    let mut says =
        format!("What T{thread} reads of {rows}×{columns} elements, and what it writes.");
    for (at, (subject, name)) in
        [(source, "source"), (destination, "destination")].iter().enumerate()
    {
        let held = Held::small(subject, rows, columns, Some(thread))?;
        held.says(&format!(" of the {name}"), &mut says);
        panels.push(held.panel((*name).to_owned(), (0, at), |holder| holder.one(), true));
    }
    let mine = Cell { paint: class(thread), state: State::Mark, ..Cell::default() };
    let others = Cell { state: State::Dim, ..Cell::default() };
    let legend = vec![
        Key::Cell(mine, format!("values of T{thread}")),
        Key::Cell(others, "other threads".to_owned()),
    ];
    let title = format!("{} → {}", source.notation(), destination.notation());
    Ok(Picture { title, says, panels, legend, ..Picture::default() })
}

/// A left of and B above the C of a matrix product by threads: (m, k), (k, n) and (m, n).
/// The layouts send (thread, value) to `m + k * M`, `n + k * N` and `m + n * M`.
///
/// # Errors
///
/// As [`copy`].
pub fn mma(
    [a, b, c]: [&Subject; 3],
    (m, n, k): (usize, usize, usize),
    thread: Option<usize>,
) -> Result<Picture, Error> {
    let mut says = format!("Rows of A ({m}×{k}) and columns of B ({k}×{n}) meet in C ({m}×{n}).");
    let [held_a, held_b, held_c] = [
        Held::small(a, m, k, thread)?,
        Held::small(b, n, k, thread)?,
        Held::small(c, m, n, thread)?,
    ];
    for (held, name) in [(&held_a, " of A"), (&held_b, " of B"), (&held_c, " of C")] {
        held.says(name, &mut says);
    }
    let panels = vec![
        held_b.panel(format!("B, {k}×{n} (k, n)"), (0, 1), |holder| holder.both(), false).turned(),
        held_a.panel(format!("A, {m}×{k} (m, k)"), (1, 0), |holder| holder.both(), false),
        held_c.panel(format!("C, {m}×{n} (m, n)"), (1, 1), |holder| holder.both(), false),
    ];
    let notes = vec![
        "(thread, value) to row + column × rows".to_owned(),
        format!("A  {}", a.notation()),
        format!("B  {}  of (n, k)", b.notation()),
        format!("C  {}", c.notation()),
    ];
    let title = format!("mma of {m}×{n}×{k}");
    Ok(Picture { title, says, panels, legend: legend(thread), notes })
}

/// Who holds the elements of a tile.
struct Held {
    rows: usize,
    columns: usize,
    /// The (thread, value) pairs of each element, row by row.
    holders: Vec<Vec<(usize, usize)>>,
    thread: Option<usize>,
}

/// The holders of one element.
struct Holder<'a> {
    all: &'a [(usize, usize)],
    thread: Option<usize>,
}

impl Holder<'_> {
    /// The thread asked for, if it is one of them; else the first.
    fn shown(&self) -> (usize, usize) {
        let asked = self.all.iter().find(|(thread, _)| Some(*thread) == self.thread);
        *asked.or(self.all.first()).unwrap_or(&(0, 0))
    }

    fn is_asked(&self) -> bool {
        self.all.iter().any(|(thread, _)| Some(*thread) == self.thread)
    }

    /// `+3` where three more hold it.
    fn more(&self) -> String {
        if self.all.len() > 1 { format!("+{}", self.all.len() - 1) } else { String::new() }
    }

    /// Thread and value.
    fn both(&self) -> String {
        let (thread, value) = self.shown();
        format!("T{thread}{}\nV{value}", self.more())
    }

    /// The value of the thread asked for, else the thread.
    fn one(&self) -> String {
        let (thread, value) = self.shown();
        if self.is_asked() { format!("V{value}") } else { format!("T{thread}{}", self.more()) }
    }
}

impl Held {
    /// One whose elements are drawn one by one.
    fn small(
        subject: &Subject,
        rows: usize,
        columns: usize,
        thread: Option<usize>,
    ) -> Result<Self, Error> {
        if rows.checked_mul(columns).is_none_or(|cells| cells > MAX_CELLS) {
            let message = format!(
                "{rows} x {columns} elements held by {}\n\
                 several layouts are drawn element by element, at most {MAX_CELLS} each",
                subject.notation()
            );
            return Err(Error::new(message)
                .help("one of them is drawn by blocks: `--kind tv --tile '(M,N)' LAYOUT`"));
        }
        Held::new(subject, rows, columns, thread)
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
            if size.is_none_or(|size| size > MAX_BLOCKED) {
                return Err(too_many(subject.notation(), size));
            }
        }
        if let Some(thread) = thread.filter(|&thread| thread >= threads) {
            let message = format!(
                "thread {thread} of {threads}\n{} has {threads} threads",
                subject.notation()
            );
            return Err(Error::new(message));
        }
        let mut holders = vec![Vec::new(); rows * columns];
        for value in 0..values {
            for thread in 0..threads {
                let answer = subject.at(&[thread, value])?;
                let (row, column) = match &answer {
                    Answer::Offset(offset) => {
                        let rows = (rows as i64).max(1);
                        (offset.rem_euclid(rows), offset.div_euclid(rows))
                    }
                    Answer::Coordinate(answer) => match parts(answer).as_slice() {
                        &[row, column] => (row, column),
                        _ => {
                            return Err(outside(
                                subject,
                                thread,
                                value,
                                &answer.to_string(),
                                rows,
                                columns,
                            ));
                        }
                    },
                };
                let place = usize::try_from(row).ok().zip(usize::try_from(column).ok());
                match place.filter(|&(row, column)| row < rows && column < columns) {
                    Some((row, column)) => holders[row * columns + column].push((thread, value)),
                    None => {
                        let answer = match answer {
                            Answer::Offset(offset) => offset.to_string(),
                            Answer::Coordinate(answer) => answer.to_string(),
                        };
                        return Err(outside(subject, thread, value, &answer, rows, columns));
                    }
                }
            }
        }
        Ok(Held { rows, columns, holders, thread })
    }

    fn panel(
        &self,
        name: String,
        place: (usize, usize),
        text: impl Fn(&Holder) -> String,
        alone: bool,
    ) -> Panel {
        let cells = self.holders.iter().map(|all| {
            let holder = Holder { all, thread: self.thread };
            if all.is_empty() {
                return Cell { state: State::Pad, group: usize::MAX, ..Cell::default() };
            }
            let (thread, _) = holder.shown();
            let state = match (holder.is_asked(), alone) {
                (true, _) => State::Mark,
                (false, true) => State::Dim,
                (false, false) => State::Plain,
            };
            Cell { text: text(&holder), paint: class(thread), state, group: thread }
        });
        let (rows, columns) = (Axis::plain(self.rows), Axis::plain(self.columns));
        Panel {
            name,
            rows,
            columns,
            cells: cells.collect(),
            path: Vec::new(),
            place,
            foot: String::new(),
        }
    }

    /// What is odd about the tile.
    fn says(&self, of: &str, says: &mut String) {
        let free = self.holders.iter().filter(|all| all.is_empty()).count();
        let shared = self.holders.iter().filter(|all| all.len() > 1).count();
        if free > 0 {
            says.push_str(&format!(" Nobody holds {free}{of}, hatched."));
        }
        if shared > 0 {
            says.push_str(&format!(" Several hold {shared}{of}, +1 for one more."));
        }
    }
}

fn outside(
    subject: &Subject,
    thread: usize,
    value: usize,
    answer: &str,
    rows: usize,
    columns: usize,
) -> Error {
    let message = format!(
        "{} sends thread {thread}, value {value} to {answer}, outside of the tile ({rows},{columns})\n\
         a thread-value layout answers row + column * rows, or (row,column)",
        subject.notation()
    );
    Error::new(message)
}

fn class(thread: usize) -> Paint {
    Paint::Class((thread % 8) as u8)
}

fn legend(thread: Option<usize>) -> Vec<Key> {
    let key =
        |paint, state, words: String| Key::Cell(Cell { paint, state, ..Cell::default() }, words);
    let mut legend = vec![key(Paint::Class(0), State::Plain, "colour: thread mod 8".to_owned())];
    if let Some(thread) = thread {
        legend.push(key(class(thread), State::Mark, format!("T{thread}")));
    }
    legend
}
