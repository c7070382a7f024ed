//! The banks of shared memory in which elements lie, and the conflicts of an access.

use layout_algebra::Coordinate;
use layout_algebra::hardware::{Kind, Machine, wavefronts};

use crate::error::Error;
use crate::picture::{Axis, Cell, Key, Level, Paint, Panel, Picture, State};
use crate::plane::{Plane, Slice};
use crate::subject::{Answer, Subject};

/// The bytes of a word of a bank.
const WORD_BITS: usize = 32;

/// A memory of banks, and how it is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Banks {
    /// The number of banks of 4 bytes: 32 on NVIDIA's.
    pub count: usize,
    /// The bits of an element.
    pub bits: usize,
    /// The number of elements that one access takes; they are one cell.
    pub vector: usize,
}

impl Banks {
    /// The number of banks that a vector takes.
    fn per_vector(&self) -> Result<usize, Error> {
        let Banks { count, bits, vector } = *self;
        let Some(width @ 1..) = bits.checked_mul(vector) else {
            return Err(Error::new(format!("vectors of {vector} elements of {bits} bits")));
        };
        let per_vector = width.div_ceil(WORD_BITS);
        let whole = width <= WORD_BITS && WORD_BITS.is_multiple_of(width)
            || width.is_multiple_of(WORD_BITS);
        if count == 0 || !whole || !count.is_multiple_of(per_vector) || count > 1024 {
            let message = format!(
                "{vector} elements of {bits} bits in {count} banks of {WORD_BITS} bits\n\
                 a vector takes a part of a bank or whole ones, and divides them all; 1024 banks at most"
            );
            return Err(Error::new(message));
        }
        Ok(per_vector)
    }

    /// NVIDIA's memory with this number of banks.
    fn machine(&self) -> Machine {
        Machine { name: "banks", banks: self.count, ..Machine::SM_90 }
    }
}

/// The bank, or group of banks, of each element or vector; of a slice, the conflicts.
///
/// # Errors
///
/// More than [`MAX_CELLS`](crate::MAX_CELLS) cells, or more than two modes; a slice that is none of the layout; a layout over a basis;
/// a vector that neither divides a bank nor is whole banks, more than 1024 banks, and vectors that are not contiguous.
pub fn banks(
    subjects: &[Subject],
    banks: Banks,
    slice: Option<&Coordinate>,
) -> Result<Picture, Error> {
    let per_vector = banks.per_vector()?;
    let (groups, machine) = (banks.count / per_vector, banks.machine());
    let bytes = (banks.bits * banks.vector).div_ceil(8);
    let what = if per_vector == 1 { "bank" } else { "group" };
    let mut picture = Picture::default();
    let mut alarmed = false;
    for (number, subject) in subjects.iter().enumerate() {
        let (coordinates, rows, columns) = cells(subject, banks.vector)?;
        let slice = Slice::of(slice, subject)?;
        // What is read at once: the cells, where they lie, and the addresses of their bytes.
        let (mut marks, mut units, mut lanes) = (Vec::new(), Vec::new(), Vec::new());
        let mut cells = Vec::new();
        for vector in &coordinates {
            let Some(first) = vector.first() else {
                cells.push(Cell { state: State::Absent, ..Cell::default() });
                continue;
            };
            let Answer::Offset(offset) = subject.at(first)? else {
                return Err(Error::new("coordinates lie in no banks\nonly offsets do"));
            };
            let bit = i128::from(offset) * banks.bits as i128;
            let unit = bit.div_euclid((WORD_BITS * per_vector) as i128);
            let group = unit.rem_euclid(groups as i128) as usize;
            // A vector is read whole, whichever of its elements the slice names.
            let mut marked = false;
            for element in vector {
                if let Some(slice) = &slice {
                    marked |= slice.contains(element)?;
                }
            }
            if marked {
                marks.push(cells.len());
                units.push((group, unit));
                lanes.push(i64::try_from(bit.div_euclid(8)).ok());
            }
            let state = if marked { State::Mark } else { State::Plain };
            let paint = Paint::Class((group % 8) as u8);
            cells.push(Cell { text: group.to_string(), paint, state, ..Cell::default() });
        }
        let waits = wavefronts(&machine, Kind::Load, bytes, &lanes).worst;
        // Equal words are read once.
        units.sort_unstable();
        units.dedup();
        let (count, met) = (units.len(), units.chunk_by(|a, b| a.0 == b.0).count());
        let foot = match (&slice, &waits) {
            (None, _) => String::new(),
            (Some(_), Some(conflict)) => {
                alarmed = true;
                for &(_, lane) in &conflict.words {
                    cells[marks[lane]].state = State::Alarm;
                }
                let ways = conflict.words.len();
                format!("{ways}-way conflict: {count} in {met} of {groups} {what}s")
            }
            (Some(_), None) => format!("no conflict: {count} in {met} {what}s"),
        };
        let name = if subjects.len() > 1 { subject.notation().to_owned() } else { String::new() };
        let place = (0, number);
        picture.panels.push(Panel { name, rows, columns, cells, place, foot, ..Panel::default() });
    }
    picture.title = Subject::notations(subjects);
    let Banks { count, bits, vector } = banks;
    let cell = match vector {
        1 => format!("A cell is an element of {bits} bits"),
        _ => format!("A cell is {vector} elements of {bits} bits"),
    };
    picture.caption = match per_vector {
        1 => format!("{cell}; its number is the bank of {count} in which it lies."),
        _ => format!(
            "{cell}; its number is the group of {per_vector} banks of {count} in which it lies."
        ),
    };
    if let Some(slice) = slice {
        picture.legend.push(Key::state(State::Mark, format!("{slice}, read at once")));
        if alarmed {
            let words = format!("conflict: the most accesses to one {what}");
            picture.legend.push(Key::state(State::Alarm, words));
        }
    }
    if groups > 8 {
        picture.legend.push(Key::paint(Paint::Class(0), format!("colour: {what} mod 8")));
    }
    Ok(picture)
}

type Cells = (Vec<Vec<Vec<usize>>>, Axis, Axis);

/// The coordinates of each cell's elements; with vectors, neighbours along the mode of
/// stride 1.
fn cells(subject: &Subject, vector: usize) -> Result<Cells, Error> {
    let plane = Plane::new(subject, None)?;
    if plane.rest.len() > 1 {
        let message = format!("banks of {}, of more than two modes", subject.notation());
        return Err(Error::new(message).help("draw a part: `slice((_,_,0), …)`"));
    }
    let (rows, columns) = (plane.rows.size, plane.columns.size);
    for (height, width) in [(1, vector), (vector, 1)] {
        if !rows.is_multiple_of(height) || !columns.is_multiple_of(width) {
            continue;
        }
        let mut all = Vec::new();
        for row in (0..rows).step_by(height) {
            for column in (0..columns).step_by(width) {
                let mut elements = Vec::new();
                for k in 0..vector {
                    let (row, column) = (row + k % height, column + k % width);
                    elements.extend(plane.coordinate(0, row, column));
                }
                all.push(elements);
            }
        }
        // One element is contiguous, whatever its answer.
        if vector == 1 || are_contiguous(subject, &all, vector)? {
            return Ok((all, vector_axis(&plane.rows, height), vector_axis(&plane.columns, width)));
        }
    }
    let message = format!(
        "vectors of {vector} elements of {}\n\
         a vector is at increasing offsets along a mode, and begins at a multiple of its length",
        subject.notation()
    );
    Err(Error::new(message).help("`--vector 1`"))
}

/// Returns `true` if each vector is contiguous and begins at a multiple of its length.
fn are_contiguous(
    subject: &Subject,
    vectors: &[Vec<Vec<usize>>],
    length: usize,
) -> Result<bool, Error> {
    for vector in vectors {
        let mut first = None;
        for (at, element) in vector.iter().enumerate() {
            let Answer::Offset(offset) = subject.at(element)? else { return Ok(false) };
            let begin = *first.get_or_insert(offset);
            if offset.checked_sub(begin) != Some(at as i64) || begin % length as i64 != 0 {
                return Ok(false);
            }
        }
    }
    Ok(true)
}

/// The axis of vectors: the inner levels that a vector takes are gone.
fn vector_axis(axis: &Axis, vector: usize) -> Axis {
    if vector == 1 {
        return axis.clone();
    }
    let mut left = vector;
    let mut levels = Vec::new();
    for level in &axis.levels {
        if left > 1 && left.is_multiple_of(level.extent) {
            left /= level.extent;
        } else if left > 1 && level.extent.is_multiple_of(left) {
            let label = format!("{} in {left}s", level.label);
            levels.push(Level { extent: level.extent / left, step: left * level.step, label });
            left = 1;
        } else {
            levels.push(level.clone());
        }
    }
    let size = axis.size / vector;
    if left > 1 || levels.is_empty() { Axis::plain(size) } else { Axis { size, levels } }
}
