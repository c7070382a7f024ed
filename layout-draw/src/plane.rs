//! `Plane`: how the coordinates of a layout lie in panels. Mode 0 goes down, mode 1 across, each
//! coordinate of the further modes has a panel; a layout of rank 1 is one row, wrapped if long.

use layout_algebra::{Coordinate, Crd, HTuple, Int, IntTuple, Layout, Tiler, ops};

use crate::error::Error;
use crate::picture::{Axis, Level};
use crate::subject::{Subject, to_usize};
use crate::{MAX_CELLS, MAX_PANELS};

/// The most columns of a layout of rank 1 before it is wrapped.
const WRAP: usize = 32;

pub(crate) struct Plane {
    pub(crate) rows: Axis,
    pub(crate) columns: Axis,
    /// The extents of the modes, without what tiles cover beyond.
    extents: Vec<usize>,
    /// The tile of each index of each mode, also beyond the extent.
    tiles: Vec<Vec<usize>>,
    /// The positions of the modes after the second, of each panel.
    pub(crate) rest: Vec<Vec<usize>>,
}

impl Plane {
    pub(crate) fn new(subject: &Subject, tiler: Option<&Tiler>) -> Result<Self, Error> {
        let extents = subject.extents()?;
        check_size(subject, &extents)?;
        let tiles = tiles(&extents, tiler)?;
        let covered: Vec<usize> = tiles.iter().map(Vec::len).collect();
        check_size(subject, &covered)?;
        let (rows, columns) = match covered.as_slice() {
            [] => (Axis { size: 1, ..Axis::default() }, Axis { size: 1, ..Axis::default() }),
            &[size] => wrapped(subject.levels(0)?, size),
            &[rows, columns, ..] => (subject.axis(0, rows)?, subject.axis(1, columns)?),
        };
        let mut rest = vec![Vec::new()];
        for &extent in covered.iter().skip(2) {
            let before = std::mem::take(&mut rest);
            for k in 0..extent {
                rest.extend(
                    before.iter().map(|before: &Vec<usize>| [before.as_slice(), &[k]].concat()),
                );
            }
            if rest.len() > MAX_PANELS {
                return Err(too_many_panels(subject, &covered));
            }
        }
        Ok(Plane { rows, columns, extents, tiles, rest })
    }

    /// The coordinate of a cell, an index for each mode; none past the end of a wrapped row.
    pub(crate) fn coordinate(&self, panel: usize, row: usize, column: usize) -> Option<Vec<usize>> {
        match self.tiles.as_slice() {
            [] => Some(Vec::new()),
            [all] => {
                let index = row * self.columns.size + column;
                (index < all.len()).then_some(vec![index])
            }
            _ => Some([&[row, column], self.rest.get(panel)?.as_slice()].concat()),
        }
    }

    /// Returns `true` if a coordinate is one of the layout; a tile may cover more.
    pub(crate) fn is_in_layout(&self, coordinate: &[usize]) -> bool {
        coordinate.iter().zip(&self.extents).all(|(index, extent)| index < extent)
    }

    /// The tile of a coordinate, a number for each mode.
    pub(crate) fn tile(&self, coordinate: &[usize]) -> Vec<usize> {
        let mut tile = Vec::new();
        for (index, tiles) in coordinate.iter().zip(&self.tiles) {
            tile.push(tiles.get(*index).copied().unwrap_or(0));
        }
        tile
    }

    /// The name of a panel: `(_,_,2)`, if there are several.
    pub(crate) fn name(&self, panel: usize) -> String {
        match self.rest.get(panel).map(Vec::as_slice) {
            None | Some([]) => String::new(),
            Some(rest) => format!("(_,_,{})", listed(rest)),
        }
    }
}

fn check_size(subject: &Subject, extents: &[usize]) -> Result<(), Error> {
    let size = extents.iter().try_fold(1usize, |size, extent| size.checked_mul(*extent));
    match size {
        Some(size) if size <= MAX_CELLS => Ok(()),
        _ => Err(too_many(subject.notation(), size)),
    }
}

/// The error of more cells than are drawn one by one.
pub(crate) fn too_many(notation: &str, size: Option<usize>) -> Error {
    let size = size.map_or("more than 2^64".to_owned(), |size| size.to_string());
    let message =
        format!("{notation} has {size} cells\na picture has at most {MAX_CELLS}, one by one");
    Error::new(message).help("draw a part: `slice((_,0), …)`, or `get(zipped_divide(…), 0)`")
}

fn too_many_panels(subject: &Subject, extents: &[usize]) -> Error {
    let panels = extents.iter().skip(2).fold(1usize, |all, extent| all.saturating_mul(*extent));
    let message = format!(
        "{} takes {panels} panels, one for each coordinate after the first two modes\n\
         a picture has at most {MAX_PANELS}",
        subject.notation()
    );
    let open = format!("_,_{}", ",0".repeat(extents.len() - 2));
    Error::new(message).help(format!("draw a part: `slice(({open}), …)`"))
}

/// Rows of at most [`WRAP`] columns: the inner levels go across while they fit.
fn wrapped(levels: Vec<Level>, size: usize) -> (Axis, Axis) {
    let none = Axis { size: 1, ..Axis::default() };
    if size <= WRAP {
        return (none, Axis { size, levels });
    }
    let mut width = 1;
    let mut across = Vec::new();
    let mut down = levels.into_iter().peekable();
    while let Some(level) = down.next_if(|level| width * level.extent <= WRAP) {
        width *= level.extent;
        across.push(level);
    }
    let down: Vec<_> = down.collect();
    // A long level is cut into rows, whose labels say where they begin.
    if width == 1 || down.is_empty() {
        let rows = size.div_ceil(WRAP);
        let level = Level { extent: rows, step: WRAP, label: String::new() };
        return (Axis { size: rows, levels: vec![level] }, Axis::plain(WRAP));
    }
    (Axis { size: size.div_ceil(width), levels: down }, Axis { size: width, levels: across })
}

/// The tile of each index of each mode; one tile, where none is asked for.
fn tiles(extents: &[usize], tiler: Option<&Tiler>) -> Result<Vec<Vec<usize>>, Error> {
    let modes = match tiler {
        None => return Ok(extents.iter().map(|extent| vec![0; *extent]).collect()),
        Some(Tiler::Modes(modes)) => modes.as_slice(),
        Some(one) => std::slice::from_ref(one),
    };
    let by_mode = matches!(tiler, Some(Tiler::Modes(_))) || extents.len() == 1;
    if !by_mode || modes.len() > extents.len() {
        let message = format!(
            "a tile of {} modes for a layout of {}\na tile has an extent or a layout for each mode",
            modes.len(),
            extents.len()
        );
        return Err(Error::new(message).help("`--tile '(4,8)'`"));
    }
    let mut tiles = Vec::new();
    for (mode, extent) in extents.iter().enumerate() {
        tiles.push(tiles_of_mode(*extent, modes.get(mode))?);
    }
    Ok(tiles)
}

fn tiles_of_mode(extent: usize, tiler: Option<&Tiler>) -> Result<Vec<usize>, Error> {
    let tiler = match tiler {
        None | Some(Tiler::All) => return Ok(vec![0; extent]),
        Some(tiler) => tiler,
    };
    if let Tiler::Modes(_) = tiler {
        let message = "a tile within a mode\na tile has an extent or a layout for each mode";
        return Err(Error::new(message));
    }
    let line = Layout::leaf(extent as i128, 1)?;
    let divided = ops::logical_divide(&line, tiler)?.layout;
    let numbers = divided.numbers()?;
    let size = usize::try_from(numbers.size()).unwrap_or(usize::MAX);
    if size > MAX_CELLS {
        let message =
            format!("tiles of {tiler} cover {size} cells\na picture has at most {MAX_CELLS}");
        return Err(Error::new(message));
    }
    let mut tiles = Vec::new();
    for c in 0..numbers.size() {
        let &[_, tile] = numbers.coordinate(c).as_slice() else { continue };
        let (Ok(index), Ok(tile)) = (usize::try_from(numbers.offset(c)), usize::try_from(tile))
        else {
            continue;
        };
        if index >= MAX_CELLS {
            let message = format!(
                "tiles of {tiler} reach {index}, and a picture has at most {MAX_CELLS} cells"
            );
            return Err(Error::new(message));
        }
        if tiles.len() <= index {
            tiles.resize(index + 1, 0);
        }
        tiles[index] = tile;
    }
    Ok(tiles)
}

/// The coordinates that a slice leaves open.
pub(crate) struct Slice<'a> {
    at: &'a Coordinate,
    shape: IntTuple,
}

impl<'a> Slice<'a> {
    /// The slice of a layout, if one is asked for.
    pub(crate) fn of(at: Option<&'a Coordinate>, subject: &Subject) -> Result<Option<Self>, Error> {
        let Some(at) = at else { return Ok(None) };
        let domain = subject.domain();
        ops::slice(at, domain)?;
        ops::check_bounds(at, domain.shape())?;
        Ok(Some(Slice { at, shape: domain.shape().clone() }))
    }

    pub(crate) fn contains(&self, coordinate: &[usize]) -> Result<bool, Error> {
        let modes = self.shape.modes();
        match (self.at, modes) {
            (HTuple::Tuple(at), modes) if at.len() == modes.len() => {
                let mut all = true;
                for ((at, mode), index) in at.iter().zip(modes).zip(coordinate) {
                    all &= matches_coordinate(at, mode, *index)?;
                }
                Ok(all)
            }
            (at, [mode]) => matches_coordinate(at, mode, coordinate.first().copied().unwrap_or(0)),
            // One integer for all modes: the first is the fastest.
            (at, modes) => {
                let (mut index, mut span) = (0, 1);
                for (&c, mode) in coordinate.iter().zip(modes) {
                    index += c * span;
                    span *= size(mode)?;
                }
                matches_coordinate(at, &self.shape, index)
            }
        }
    }
}

/// Returns `true` if an index of a mode matches a coordinate of it, in which `_` matches all.
fn matches_coordinate(at: &Coordinate, mode: &IntTuple, mut index: usize) -> Result<bool, Error> {
    match at {
        HTuple::Leaf(Crd::All) => Ok(true),
        HTuple::Leaf(Crd::At(at)) => Ok(*at == Int::new(index as i128)),
        HTuple::Tuple(items) => {
            let mut has = true;
            for (at, part) in items.iter().zip(mode.modes()) {
                let extent = size(part)?;
                has &= matches_coordinate(at, part, index % extent)?;
                index /= extent;
            }
            Ok(has)
        }
    }
}

fn size(shape: &IntTuple) -> Result<usize, Error> {
    let mut size = 1;
    for extent in shape.leaves() {
        size *= to_usize(extent)?;
    }
    Ok(size)
}

/// Numbers with commas between them.
pub(crate) fn listed(numbers: &[usize]) -> String {
    numbers.iter().map(ToString::to_string).collect::<Vec<_>>().join(",")
}
