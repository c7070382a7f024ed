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
        let width = bits.checked_mul(vector).filter(|&width| width > 0);
        let Some(width) = width else {
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

    /// NVIDIA's memory with so many banks.
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
        let slice = slice.map(|at| Slice::new(at, subject)).transpose()?;
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
                marked |= slice.as_ref().map_or(Ok(false), |slice| slice.contains(element))?;
            }
            if marked {
                marks.push(cells.len());
                units.push((group, unit));
                lanes.push(i64::try_from(bit.div_euclid(8)).ok());
            }
            let state = if marked { State::Mark } else { State::Plain };
            let paint = Paint::Class((group % 8) as u8);
            cells.push(Cell { text: group.to_string(), paint, state, group: 0, ..Cell::default() });
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
        let (path, place) = (Vec::new(), (0, number));
        picture.panels.push(Panel { name, rows, columns, cells, path, place, foot });
    }
    let notations: Vec<_> = subjects.iter().map(Subject::notation).collect();
    picture.title = notations.join(", ");
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
        let key =
            |state, words: &str| Key::Cell(Cell { state, ..Cell::default() }, words.to_owned());
        picture.legend.push(key(State::Mark, &format!("{slice}, read at once")));
        if alarmed {
            picture
                .legend
                .push(key(State::Alarm, &format!("conflict: the most accesses to one {what}")));
        }
    }
    if groups > 8 {
        let key = Cell { paint: Paint::Class(0), ..Cell::default() };
        picture.legend.push(Key::Cell(key, format!("colour: {what} mod 8")));
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
    let at = |row, column| plane.coordinate(0, row, column);
    if vector == 1 {
        let cells = (0..rows).flat_map(|m| (0..columns).map(move |n| (m, n)));
        let cells = cells.map(|(m, n)| at(m, n).into_iter().collect());
        return Ok((cells.collect(), plane.rows.clone(), plane.columns.clone()));
    }
    for down in [false, true] {
        let (outer, along) = if down { (columns, rows) } else { (rows, columns) };
        if !along.is_multiple_of(vector) {
            continue;
        }
        let element = |i: usize, j: usize| if down { at(j, i) } else { at(i, j) };
        let mut all = Vec::new();
        for i in 0..outer {
            for j in (0..along).step_by(vector) {
                all.push((j..j + vector).filter_map(|j| element(i, j)).collect::<Vec<_>>());
            }
        }
        if !are_contiguous(subject, &all, vector)? {
            continue;
        }
        let chunks = |axis: &Axis| vector_axis(axis, vector);
        if !down {
            return Ok((all, plane.rows.clone(), chunks(&plane.columns)));
        }
        let per_column = along / vector;
        let transposed = (0..per_column).flat_map(|j| (0..outer).map(move |i| i * per_column + j));
        let all = transposed.map(|at| all[at].clone()).collect();
        return Ok((all, chunks(&plane.rows), plane.columns.clone()));
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
