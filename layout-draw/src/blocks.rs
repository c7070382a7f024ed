//! Large layouts as tables of blocks. It is exact: the answer at an element is that of its block
//! plus that of its place in the block, which is compared with the layout at every coordinate. Under
//! a swizzle blocks of several kinds differ inside, each with a table of its own. An answer is an
//! offset, a coordinate, or the thread and the value that hold an element.

use layout_algebra::IntTuple;

use crate::error::Error;
use crate::picture::{Axis, Cell, Key, Level, Paint, Panel, Picture, State};
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
    let size = rows.checked_mul(columns).filter(|&size| size <= MAX_BLOCKED);
    let Some(size) = size else {
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

    fn text(&self, numbers: impl Iterator<Item = i128>) -> String {
        let numbers: Vec<i128> = numbers.collect();
        let number = |at: usize| numbers.get(at).copied().unwrap_or(0);
        match self {
            Kind::Offset => number(0).to_string(),
            Kind::Coordinate(answer) => {
                let mut at = 0..;
                answer.map(&mut |_| number(at.next().unwrap_or(0))).to_string()
            }
            Kind::ThreadValue => format!("T{} V{}", number(0), number(1)),
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
        let mut best: Option<(usize, (usize, usize), Split)> = None;
        for (least, _, m, n) in sizes {
            if best.as_ref().is_some_and(|(cost, ..)| *cost <= least) {
                break;
            }
            let Some(split) = self.split(m, n) else { continue };
            let cost = least + (split.first.len() - 1) * m * n;
            if best.as_ref().is_none_or(|(before, ..)| cost < *before) {
                best = Some((cost, (m, n), split));
            }
        }
        best.map(|(_, block, split)| (block, split))
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
        let across = self.columns / n;
        let corner = |block: usize| (block / across * m, block % across * n);
        let ((ai, aj), (bi, bj)) = (corner(a), corner(b));
        let same = |i: usize, j: usize| {
            let difference = self.difference((ai, aj), (bi, bj));
            difference.eq(self.difference((ai + i, aj + j), (bi + i, bj + j)))
        };
        (0..m).all(|i| (0..n).all(|j| same(i, j)))
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
    let corner = |block: usize| (block / across * m, block % across * n);
    let begins: Vec<&[i64]> = (0..down * across).map(corner).map(|(i, j)| table.at(i, j)).collect();
    let first = || begins.iter().filter_map(|begin| begin.first().copied());
    let (least, most) = (first().min().unwrap_or(0), first().max().unwrap_or(0));
    let step = |begin: &[i64]| {
        let begin = begin.first().copied().unwrap_or(0);
        let count = i128::from(most) - i128::from(least) + 1;
        Paint::Step(((i128::from(begin) - i128::from(least)) * 9 / count) as u8)
    };
    let outer = begins.iter().zip(&split.kinds).map(|(&begin, &kind)| {
        let paint = if several { Paint::Class(kind as u8) } else { step(begin) };
        let begin = table.kind.text(begin.iter().map(|&number| number.into()));
        let text = if several { format!("{begin}\n{}", kind_name(kind)) } else { begin };
        Cell { text, paint, state: State::Plain, group: 0, ..Cell::default() }
    });
    let blocks = |size: usize, step: usize| Axis {
        size,
        levels: vec![Level { extent: size, step, label: String::new() }],
    };
    let mut panels = vec![Panel {
        name: format!("where each block of {m}×{n} begins"),
        rows: blocks(down, m),
        columns: blocks(across, n),
        cells: outer.collect(),
        path: Vec::new(),
        place: (0, 0),
        foot: String::new(),
    }];
    // Tall tables stand beside each other, wide ones below.
    let per_row = (MAX_SIDE / n.max(across)).clamp(1, 4);
    for (kind, &block) in split.first.iter().enumerate() {
        let (i0, j0) = corner(block);
        let paint = if several { Paint::Class(kind as u8) } else { Paint::Blank };
        let places = (0..m).flat_map(|i| (0..n).map(move |j| (i, j)));
        let cells = places.map(|(i, j)| {
            let text = table.kind.text(table.difference((i0 + i, j0 + j), (i0, j0)));
            Cell { text, paint, state: State::Plain, group: 0, ..Cell::default() }
        });
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
            cells: cells.collect(),
            path: Vec::new(),
            place: (at / per_row, at % per_row),
            foot: String::new(),
        });
    }
    let legend = match several {
        true => (0..split.first.len())
            .map(|kind| {
                let cell = Cell { paint: Paint::Class(kind as u8), ..Cell::default() };
                Key::Cell(cell, format!("blocks {}", kind_name(kind)))
            })
            .collect(),
        false => vec![Key::Ramp(table.kind.ramp_label(least), table.kind.ramp_label(most))],
    };
    let (rows, columns) = (table.rows, table.columns);
    let caption = format!(
        "{rows}×{columns} by blocks of {m}×{n}: {} is that of its block plus that of its place in it.",
        table.kind.noun()
    );
    Picture { title: subject.notation().to_owned(), caption, panels, legend, notes: Vec::new() }
}
