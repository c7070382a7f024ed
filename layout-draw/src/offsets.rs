//! Offsets of a layout at its coordinates, or the coordinates that a layout over a basis answers;
//! with tiles, slices, padding and the order of memory.

use std::collections::BTreeMap;

use layout_algebra::{Coordinate, Tiler};

use crate::error::Error;
use crate::picture::{Cell, Key, Paint, Panel, Picture, Ramp, State};
use crate::plane::{Plane, Slice, listed, too_many};
use crate::subject::{Answer, Subject, components};
use crate::{MAX_CELLS, MAX_PANELS};

/// Additions to a picture of offsets; none by default.
#[derive(Clone, Debug, Default)]
pub struct OffsetsOptions {
    /// Tiles, each in a colour; what they cover past the layout is hatched.
    pub tile: Option<Tiler>,
    /// The coordinates that a slice leaves open, outlined.
    pub slice: Option<Coordinate>,
    /// A line through the cells in the order of memory.
    pub order: bool,
    /// The colours of the cells, in the place of those of tiles and offsets.
    pub fill: Option<Fill>,
    /// True if each cell has its coordinate over the answer.
    pub coordinates: bool,
}

/// The colours of cells.
#[derive(Clone, Debug)]
pub enum Fill {
    /// No text.
    Blank,
    /// The offset of another layout at the same coordinate: equal offsets have equal colours, which
    /// repeat after eight.
    Layout(Box<Subject>),
}

/// The answer of each layout at each coordinate, as panels beside each other.
///
/// # Errors
///
/// More than [`MAX_CELLS`] cells or [`MAX_PANELS`] panels; a tile or a slice that is none of the
/// layout.
///
/// ```
/// use layout_algebra::{Function, bounds::Bounds};
/// use layout_draw::{Format, OffsetsOptions, Subject, offsets, write};
///
/// let layout: Function = "(2,(2,2)):(4,(2,1))".parse()?;
/// let picture = offsets(&[Subject::new(&layout, Bounds::EVERYWHERE)?], &OffsetsOptions::default())?;
/// assert_eq!(picture.panels[0].cell(1, 2).unwrap().text, "5");
/// assert!(write(&picture, Format::Svg).starts_with("<svg "));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn offsets(subjects: &[Subject], options: &OffsetsOptions) -> Result<Picture, Error> {
    let mut picture = Picture::default();
    // A swizzle moves pieces of a row, which are seen where each has a colour; a path is drawn over pale cells.
    let plain = options.tile.is_none() && options.fill.is_none() && !options.order;
    let swizzled = if plain { subjects.iter().find_map(Subject::swizzled_above) } else { None };
    let mut summary = CellSummary { swizzled, ..CellSummary::default() };
    for subject in subjects {
        if let Some(Fill::Layout(fill)) = &options.fill {
            check_colours(subject, fill)?;
        }
        let plane = Plane::new(subject, options.tile.as_ref())?;
        let slice = Slice::of(options.slice.as_ref(), subject)?;
        // Several layouts have a row of panels each.
        let below = if picture.panels.is_empty() { 0 } else { picture.grid().0 };
        let per_row = match subjects {
            [_] => (64 / plane.columns.size.max(1)).clamp(1, 8),
            _ => MAX_PANELS,
        };
        for panel in 0..plane.rest.len() {
            let name = match subjects {
                [_] => plane.name(panel),
                _ => format!("{} {}", subject.notation(), plane.name(panel)).trim_end().to_owned(),
            };
            let cells = summary.cells(subject, &plane, panel, slice.as_ref(), options)?;
            let (rows, columns) = (plane.rows.clone(), plane.columns.clone());
            let place = (below + panel / per_row, panel % per_row);
            picture.panels.push(Panel { name, rows, columns, cells, place, ..Panel::default() });
        }
        if picture.cells() > MAX_CELLS {
            return Err(too_many("the picture", Some(picture.cells())));
        }
    }
    // Beside each other, where each has one.
    if subjects.len() > 1 && picture.panels.len() == subjects.len() {
        for (at, panel) in picture.panels.iter_mut().enumerate() {
            panel.place = (0, at);
        }
    }
    let CellSummary { metrics, tiles, padded, .. } = summary;
    if picture.panels.len() > MAX_PANELS {
        let panels = picture.panels.len();
        return Err(Error::new(format!("{panels} panels\na picture has at most {MAX_PANELS}")));
    }
    let basis = subjects.iter().any(Subject::is_over_a_basis);
    if options.order {
        order(&mut picture, &metrics, basis)?;
    }
    match swizzled {
        Some(low) => picture.legend.push(pieces(low)),
        None => ramp(&mut picture, &metrics, options, basis),
    }
    legend(&mut picture, &tiles, options, padded);
    picture.title = Subject::notations(subjects);
    picture.caption = caption(options, basis, padded);
    if subjects.iter().any(Subject::has_unknown_bounds) {
        picture.caption.push_str(" Which places are padding is not known.");
    }
    Ok(picture)
}

/// The offsets of the operands of a matrix product, A (m,k) left of and B (n,k), transposed, above C
/// (m,n): what is multiplied for an element of C is in its row and its column.
///
/// # Errors
///
/// More than [`MAX_CELLS`] cells in all; a layout of other than two modes, and extents that do not meet.
///
/// ```
/// use layout_algebra::{Function, bounds::Bounds};
/// use layout_draw::{Subject, gemm};
///
/// let of = |text: &str| Subject::new(&text.parse::<Function>().unwrap(), Bounds::EVERYWHERE);
/// let picture = gemm([&of("(2,3):(3,1)")?, &of("(4,3):(1,4)")?, &of("(2,4):(4,1)")?])?;
/// let [a, b, c] = &picture.panels[..] else { unreachable!() };
/// assert_eq!((a.place, b.place, c.place), ((1, 0), (0, 1), (1, 1)));
/// // B at n = 1, k = 2 is 9: it stands in row k, column n.
/// assert_eq!(b.cell(2, 1).unwrap().text, "9");
/// # Ok::<(), layout_draw::Error>(())
/// ```
pub fn gemm(operands: [&Subject; 3]) -> Result<Picture, Error> {
    let mut extents = Vec::new();
    for subject in operands {
        let &[rows, columns] = subject.extents()?.as_slice() else {
            let message = format!(
                "{} has {} modes\nan operand of a matrix product has two",
                subject.notation(),
                subject.extents()?.len()
            );
            return Err(Error::new(message).help("`group` makes one mode of several"));
        };
        extents.push((rows, columns));
    }
    let (a, b, c) = (extents[0], extents[1], extents[2]);
    if a.1 != b.1 || a.0 != c.0 || b.0 != c.1 {
        let message = format!(
            "A of {} x {}, B of {} x {} and C of {} x {}\n\
             a matrix product has A of m x k, B of n x k and C of m x n",
            a.0, a.1, b.0, b.1, c.0, c.1
        );
        return Err(Error::new(message).help("`select(B, 1, 0)` turns one"));
    }
    let mut picture = offsets(&operands.map(Subject::clone), &OffsetsOptions::default())?;
    if let [of_a, of_b, of_c] = picture.panels.as_mut_slice() {
        *of_b = std::mem::take(of_b).transposed();
        let names = ["A (m, k)", "B (k, n)", "C (m, n)"];
        let panels = [of_a, of_b, of_c].into_iter().zip(names).zip([(1, 0), (0, 1), (1, 1)]);
        for ((panel, name), place) in panels {
            panel.name = format!("{name}, {}×{}", panel.rows.size, panel.columns.size);
            panel.place = place;
        }
    }
    for (of, name) in operands.iter().zip(["A", "B", "C"]) {
        picture.notes.push(format!("{name}  {}", of.notation()));
    }
    picture.title = format!("matrix product of {}×{}×{}", c.0, c.1, a.1);
    picture.caption = "The offset of each element; what is multiplied for one of C is in its row of A and its column of B.".to_owned();
    Ok(picture)
}

/// Values of all cells of a picture, collected for its colours and its legend.
#[derive(Default)]
struct CellSummary {
    /// The number that a cell is coloured by.
    metrics: Vec<Option<i64>>,
    /// The tiles, in the order in which they are met.
    tiles: Vec<Vec<usize>>,
    /// The number of cells that are padding.
    padded: usize,
    /// The bits below those by which cells are coloured, where a layout is swizzled.
    swizzled: Option<u32>,
}

impl CellSummary {
    fn cells(
        &mut self,
        subject: &Subject,
        plane: &Plane,
        panel: usize,
        slice: Option<&Slice>,
        options: &OffsetsOptions,
    ) -> Result<Vec<Cell>, Error> {
        let mut cells = Vec::new();
        for row in 0..plane.rows.size {
            for column in 0..plane.columns.size {
                let (cell, metric) = match plane.coordinate(panel, row, column) {
                    Some(coordinate) => self.cell(subject, plane, &coordinate, slice, options)?,
                    None => (Cell { state: State::Absent, ..Cell::default() }, None),
                };
                cells.push(cell);
                self.metrics.push(metric);
            }
        }
        Ok(cells)
    }

    /// The cell of a coordinate, and the number that it is coloured by.
    fn cell(
        &mut self,
        subject: &Subject,
        plane: &Plane,
        coordinate: &[usize],
        slice: Option<&Slice>,
        options: &OffsetsOptions,
    ) -> Result<(Cell, Option<i64>), Error> {
        let tile = plane.tile(coordinate);
        let group = group_of(&tile, &mut self.tiles);
        if !plane.is_in_layout(coordinate) || !subject.is_in_bounds(coordinate)? {
            self.padded += 1;
            return Ok((Cell { state: State::Pad, group, ..Cell::default() }, None));
        }
        let answer = subject.at(coordinate)?;
        let metric = match &answer {
            Answer::Offset(offset) => *offset,
            Answer::Coordinate(answer) => components(answer).first().copied().unwrap_or(0),
        };
        let state = match slice {
            Some(slice) if slice.contains(coordinate)? => State::Mark,
            _ => State::Plain,
        };
        let text = match options.coordinates {
            true => format!("{}\n{answer}", subject.natural(coordinate)?),
            false => answer.to_string(),
        };
        let paint = match &options.fill {
            None => match self.swizzled {
                Some(low) => Paint::Class((metric >> low.min(63) & 7) as u8),
                None => tile_paint(&tile, options.tile.is_some()),
            },
            Some(Fill::Blank) => Paint::Blank,
            Some(Fill::Layout(fill)) => match fill.at(coordinate)? {
                Answer::Offset(offset) => Paint::Class(offset.rem_euclid(8) as u8),
                Answer::Coordinate(_) => return Err(no_colour(fill)),
            },
        };
        Ok((Cell { text, paint, state, group, ..Cell::default() }, Some(metric)))
    }
}

/// Refuses a layout of colours whose modes have other sizes than those of the layout that it colours.
fn check_colours(subject: &Subject, fill: &Subject) -> Result<(), Error> {
    let (extents, colours) = (subject.extents()?, fill.extents()?);
    if extents != colours {
        let mut strides = vec![0; extents.len().max(1)];
        strides[0] = 1;
        let (extents, colours) = (listed(&extents), listed(&colours));
        let message = format!(
            "{} colours ({colours}) coordinates, and {} has ({extents})\na layout of colours has modes of the same sizes",
            fill.notation(),
            subject.notation()
        );
        let by_row = format!("`({extents}):({})`", listed(&strides));
        return Err(Error::new(message).help(format!("{by_row} colours by the first mode")));
    }
    Ok(())
}

fn no_colour(fill: &Subject) -> Error {
    let message = format!("{} answers coordinates\ncolours are by offsets", fill.notation());
    Error::new(message)
}

/// The number of a tile, in the order in which tiles are met.
fn group_of(tile: &[usize], tiles: &mut Vec<Vec<usize>>) -> usize {
    match tiles.iter().rposition(|met| met == tile) {
        Some(group) => group,
        None => {
            tiles.push(tile.to_vec());
            tiles.len() - 1
        }
    }
}

/// Neighbours differ, in a row and in a column.
fn tile_paint(tile: &[usize], tiled: bool) -> Paint {
    let class = tile.iter().fold(0, |sum, index| sum * 3 + index) % 8;
    if tiled { Paint::Class(class as u8) } else { Paint::Blank }
}

/// The legend of colours by the pieces that a swizzle moves.
fn pieces(low: u32) -> Key {
    let of = match low {
        0 => "offset mod 8".to_owned(),
        low => format!("offset / {} mod 8", 1_i128 << low.min(63)),
    };
    Key::paint(Paint::Class(0), format!("colour: {of}"))
}

/// Colours by the number, where tiles have none.
fn ramp(picture: &mut Picture, metrics: &[Option<i64>], options: &OffsetsOptions, basis: bool) {
    let Some(ramp) = Ramp::of(metrics.iter().flatten().copied()) else { return };
    if options.tile.is_some() || options.fill.is_some() {
        return;
    }
    // A path is drawn over pale cells.
    let steps = if options.order { 5 } else { 9 };
    let cells = picture.panels.iter_mut().flat_map(|panel| &mut panel.cells);
    for (cell, metric) in cells.zip(metrics) {
        if let Some(metric) = metric {
            cell.paint = ramp.paint(*metric, steps);
        }
    }
    if !options.order {
        let Ramp { least, most } = ramp;
        picture.legend.push(match basis {
            true => Key::Ramp(format!("({least},…)"), format!("({most},…)")),
            false => Key::Ramp(least.to_string(), most.to_string()),
        });
    }
}

/// The cells of each panel by increasing offset.
fn order(picture: &mut Picture, metrics: &[Option<i64>], basis: bool) -> Result<(), Error> {
    if basis {
        let message =
            "the order of memory of coordinates\nonly a layout that answers offsets has one";
        return Err(Error::new(message));
    }
    let mut metrics = metrics.iter();
    for panel in &mut picture.panels {
        let columns = panel.columns.size;
        let mut offsets = BTreeMap::new();
        for (at, offset) in metrics.by_ref().take(panel.cells.len()).enumerate() {
            if let Some(offset) = offset {
                offsets.entry(*offset).or_insert((at / columns, at % columns));
            }
        }
        panel.path = offsets.into_values().collect();
    }
    Ok(())
}

fn legend(picture: &mut Picture, tiles: &[Vec<usize>], options: &OffsetsOptions, padded: usize) {
    if let Some(Fill::Layout(fill)) = &options.fill {
        let words = format!("colour: {} mod 8", fill.notation());
        picture.legend.push(Key::paint(Paint::Class(0), words));
    } else if options.tile.is_some() && options.fill.is_none() && tiles.len() <= 8 {
        for tile in tiles {
            let words = format!("tile ({})", listed(tile));
            picture.legend.push(Key::paint(tile_paint(tile, true), words));
        }
    }
    if let Some(slice) = &options.slice {
        picture.legend.push(Key::state(State::Mark, format!("slice {slice}")));
    }
    if padded > 0 {
        picture.legend.push(Key::state(State::Pad, "padding: no element".to_owned()));
    }
}

fn caption(options: &OffsetsOptions, basis: bool, padded: usize) -> String {
    let what = if basis {
        "The coordinate that each one answers"
    } else {
        "The offset of each coordinate"
    };
    let what = if options.coordinates { format!("{what}, under it") } else { what.to_owned() };
    let mut caption = match (&options.tile, options.order) {
        (Some(tile), _) if options.fill.is_none() => format!("{what}; tiles of {tile} by colour"),
        (Some(tile), _) => format!("{what}; tiles of {tile}"),
        (None, true) => {
            "The order of memory, from the dot to the square: solid to a neighbour, dashed a jump"
                .to_owned()
        }
        (None, false) => what,
    };
    if padded > 0 {
        caption.push_str(&format!("; {padded} places are padding"));
    }
    caption.push('.');
    caption
}
