//! Large layouts as tables of blocks. It is exact: the answer at an element is that of its block
//! plus that of its place in the block, which is compared with the layout at every coordinate. Under
//! a swizzle blocks of several kinds differ inside, each with a table of its own. An answer is an
//! offset, a coordinate, or the thread and the value that hold an element.

use layout_algebra::IntTuple;

use crate::error::Error;
use crate::picture::{Axis, Cell, Key, Paint, Panel, Picture, Ramp};
use crate::plane::too_many;
use crate::subject::{Answer, Subject, components};
use crate::{MAX_BLOCKED, MAX_CELLS};

/// The most kinds of blocks, each a table.
const MAX_KINDS: usize = 8;
/// The most blocks, and the most elements of one.
const MAX_TABLE: usize = 1024;
/// The most rows and the most columns of a table.
const MAX_SIDE: usize = 32;

/// The blocks of a layout of rank 2: where each begins, and what is in one.
///
/// # Errors
///
/// A layout of other than two modes, more than [`MAX_BLOCKED`] coordinates, and a layout without blocks that are alike.
pub fn blocks(subject: &Subject) -> Result<Picture, Error> {
    let &[rows, columns] = subject.extents()?.as_slice() else {
        return Err(too_many(subject.notation(), Some(subject.size()?)));
    };
    let Some(size @ ..=MAX_BLOCKED) = rows.checked_mul(columns) else {
        let message = format!(
            "{} has {rows} x {columns} cells\na picture by blocks has at most {MAX_BLOCKED}",
            subject.notation()
        );
        return Err(Error::new(message).help("draw a part: `get(zipped_divide(…), 0)`"));
    };
    let (mut numbers, mut answered) = (Vec::with_capacity(size), None);
    for row in 0..rows {
        for column in 0..columns {
            match subject.at(&[row, column])? {
                Answer::Offset(offset) => numbers.push(offset),
                Answer::Coordinate(answer) => {
                    numbers.extend(components(&answer));
                    answered = Some(answer);
                }
            }
        }
    }
    let kind = answered.map_or(Kind::Offset, Kind::Coordinate);
    by_blocks(subject, &Table { rows, columns, numbers, kind })
}

/// The picture of a table by blocks.
pub(crate) fn by_blocks(subject: &Subject, table: &Table) -> Result<Picture, Error> {
    match table.best() {
        Some((block, split)) => Ok(picture(subject, table, block, &split)),
        None => {
            let message = format!(
                "{} has {} cells, and no blocks that are alike\n\
                 a picture has at most {MAX_CELLS} cells, or blocks of at most \
                 {MAX_SIDE} x {MAX_SIDE}, as many of them, of at most {MAX_KINDS} kinds",
                subject.notation(),
                table.rows * table.columns
            );
            Err(Error::new(message).help("draw a part: `get(zipped_divide(…), 0)`"))
        }
    }
}

/// The answers of a layout of two modes, cell by cell.
pub(crate) struct Table {
    pub(crate) rows: usize,
    pub(crate) columns: usize,
    /// The numbers of each cell, row by row.
    pub(crate) numbers: Vec<i64>,
    pub(crate) kind: Kind,
}

/// The meaning of the numbers of a cell.
pub(crate) enum Kind {
    Offset,
    /// The numbers of a coordinate that is nested so.
    Coordinate(IntTuple),
    /// A thread and a value.
    ThreadValue,
}

impl Kind {
    /// The number of numbers in a cell.
    fn width(&self) -> usize {
        match self {
            Kind::Offset => 1,
            Kind::Coordinate(answer) => answer.leaf_count(),
            Kind::ThreadValue => 2,
        }
    }

    fn text(&self, mut numbers: impl Iterator<Item = i128>) -> String {
        let mut next = || numbers.next().unwrap_or(0);
        match self {
            Kind::Offset => next().to_string(),
            Kind::Coordinate(answer) => answer.map(&mut |_| next()).to_string(),
            Kind::ThreadValue => format!("T{} V{}", next(), next()),
        }
    }

    /// The first number, at an end of the ramp.
    fn ramp_label(&self, number: i64) -> String {
        match self {
            Kind::Offset => number.to_string(),
            Kind::Coordinate(_) => format!("({number},…)"),
            Kind::ThreadValue => format!("T{number}"),
        }
    }

    /// The noun for an answer of this kind in a sentence.
    fn noun(&self) -> &'static str {
        match self {
            Kind::Offset => "an offset",
            Kind::Coordinate(_) => "an answer",
            Kind::ThreadValue => "a holder",
        }
    }
}

/// The blocks of one size that a table consists of.
struct Split {
    /// The kind of each block, row by row.
    kinds: Vec<usize>,
    /// The first block of each kind.
    first: Vec<usize>,
}

impl Table {
    fn at(&self, row: usize, column: usize) -> &[i64] {
        let width = self.kind.width();
        let at = (row * self.columns + column) * width;
        self.numbers.get(at..at + width).unwrap_or(&[])
    }

    /// The numbers at `a` minus those at `b`.
    fn difference(&self, a: (usize, usize), b: (usize, usize)) -> impl Iterator<Item = i128> {
        let both = self.at(a.0, a.1).iter().zip(self.at(b.0, b.1));
        both.map(|(a, b)| i128::from(*a) - i128::from(*b))
    }

    /// The size of blocks with the fewest cells to draw.
    fn best(&self) -> Option<((usize, usize), Split)> {
        let mut sizes = Vec::new();
        for m in divisors(self.rows) {
            for n in divisors(self.columns) {
                let blocks = (self.rows / m, self.columns / n);
                let long = m.max(n).max(blocks.0).max(blocks.1) > MAX_SIDE;
                let many = (m * n).max(blocks.0 * blocks.1) > MAX_TABLE;
                if !long && !many && m * n > 1 {
                    // Of equally many cells, the squarer block.
                    sizes.push((blocks.0 * blocks.1 + m * n, m.abs_diff(n), m, n));
                }
            }
        }
        sizes.sort();
        let (mut best, mut best_cost) = (None, usize::MAX);
        for (least, _, m, n) in sizes {
            if best_cost <= least {
                break;
            }
            let Some(split) = self.split(m, n) else { continue };
            let cost = least + (split.first.len() - 1) * m * n;
            if cost < best_cost {
                (best, best_cost) = (Some(((m, n), split)), cost);
            }
        }
        best
    }

    /// The first row and column of a block of `m` by `n`.
    fn corner(&self, block: usize, m: usize, n: usize) -> (usize, usize) {
        let across = self.columns / n;
        (block / across * m, block % across * n)
    }

    /// The kinds of blocks of `m` by `n`; none, if there are too many.
    fn split(&self, m: usize, n: usize) -> Option<Split> {
        let (down, across) = (self.rows / m, self.columns / n);
        let (mut kinds, mut first) = (Vec::new(), Vec::new());
        for block in 0..down * across {
            let is_same_kind = |&other: &usize| self.differ_by_constant(block, other, m, n);
            let kind = match first.iter().position(is_same_kind) {
                Some(kind) => kind,
                None if first.len() == MAX_KINDS => return None,
                None => {
                    first.push(block);
                    first.len() - 1
                }
            };
            kinds.push(kind);
        }
        Some(Split { kinds, first })
    }

    /// Returns `true` if two blocks of `m` by `n` differ by the same numbers at each place.
    fn differ_by_constant(&self, a: usize, b: usize, m: usize, n: usize) -> bool {
        let (a, b) = (self.corner(a, m, n), self.corner(b, m, n));
        for i in 0..m {
            for j in 0..n {
                let here = self.difference((a.0 + i, a.1 + j), (b.0 + i, b.1 + j));
                if !self.difference(a, b).eq(here) {
                    return false;
                }
            }
        }
        true
    }
}

/// The name of a kind of blocks, which is seen without its colour.
fn kind_name(kind: usize) -> char {
    char::from(b'A' + kind.min(MAX_KINDS) as u8)
}

fn divisors(n: usize) -> Vec<usize> {
    (1..=n.min(MAX_TABLE)).filter(|d| n.is_multiple_of(*d)).collect()
}

fn picture(subject: &Subject, table: &Table, (m, n): (usize, usize), split: &Split) -> Picture {
    let (down, across) = (table.rows / m, table.columns / n);
    let several = split.first.len() > 1;
    let mut begins: Vec<&[i64]> = Vec::new();
    for block in 0..down * across {
        let (i, j) = table.corner(block, m, n);
        begins.push(table.at(i, j));
    }
    let first = begins.iter().filter_map(|begin| begin.first().copied());
    let ramp = Ramp::of(first).unwrap_or(Ramp { least: 0, most: 0 });
    let mut cells = Vec::new();
    for (begin, &kind) in begins.iter().zip(&split.kinds) {
        let text = table.kind.text(begin.iter().copied().map(i128::from));
        let cell = match several {
            true => Cell {
                text: format!("{text}\n{}", kind_name(kind)),
                paint: Paint::Class(kind as u8),
                ..Cell::default()
            },
            false => {
                let paint = ramp.paint(begin.first().copied().unwrap_or(0), 9);
                Cell { text, paint, ..Cell::default() }
            }
        };
        cells.push(cell);
    }
    let mut panels = vec![Panel {
        name: format!("where each block of {m}×{n} begins"),
        rows: Axis::counted(down, m),
        columns: Axis::counted(across, n),
        cells,
        ..Panel::default()
    }];
    let mut legend = Vec::new();
    // Tall tables stand beside each other, wide ones below.
    let per_row = (MAX_SIDE / n.max(across)).clamp(1, 4);
    for (kind, &block) in split.first.iter().enumerate() {
        let (i0, j0) = table.corner(block, m, n);
        let paint = if several { Paint::Class(kind as u8) } else { Paint::Blank };
        let mut cells = Vec::new();
        for at in 0..m * n {
            let inner = (i0 + at / n, j0 + at % n);
            let text = table.kind.text(table.difference(inner, (i0, j0)));
            cells.push(Cell { text, paint, ..Cell::default() });
        }
        let count = split.kinds.iter().filter(|&&k| k == kind).count();
        let name = match several {
            true => format!("added in a block {}: {count} of {}", kind_name(kind), down * across),
            false => format!("added within a block, the same in all {}", down * across),
        };
        let at = kind + 1;
        panels.push(Panel {
            name,
            rows: Axis::plain(m),
            columns: Axis::plain(n),
            cells,
            place: (at / per_row, at % per_row),
            ..Panel::default()
        });
        if several {
            legend.push(Key::paint(paint, format!("blocks {}", kind_name(kind))));
        }
    }
    if !several {
        let (least, most) = (table.kind.ramp_label(ramp.least), table.kind.ramp_label(ramp.most));
        legend.push(Key::Ramp(least, most));
    }
    let (rows, columns) = (table.rows, table.columns);
    let caption = format!(
        "{rows}×{columns} by blocks of {m}×{n}: {} is that of its block plus that of its place in it.",
        table.kind.noun()
    );
    Picture { title: subject.notation().to_owned(), caption, panels, legend, notes: Vec::new() }
}
