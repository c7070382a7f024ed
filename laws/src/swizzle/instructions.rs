//! The laws of tiles that instructions take: what the engines do to addresses, byte by byte.

use layout_algebra::ops::swizzled;
use layout_algebra::{ErrorKind, Function, Int, Layout};

use super::hardware::moved;
use super::values::{shape_of, value_of, values_of};
use crate::check::{Answer, Check, Over, always, check};
use crate::numbers::{EXHAUSTIVE, size_of};
use crate::operands::composed_of;
use crate::{Law, ensure, text};

/// A tile of two modes in shared memory.
#[derive(Clone, Debug)]
pub struct Tile {
    sizes: [i128; 2],
    /// The addresses, the first mode fastest.
    addresses: Vec<i128>,
    bytes: i128,
    /// The number of units of 16 bytes in a row of its swizzle, if engines know such a swizzle.
    width: Option<i128>,
}

impl Tile {
    /// The tile of a layout of elements of so many bytes; none of another number of modes.
    ///
    /// # Errors
    ///
    /// The layout has no values.
    pub fn of(layout: &Function, bytes: i128) -> Result<Option<Self>, String> {
        let shape = shape_of(layout).ok_or("a layout has a shape")?;
        let [m, k] = shape.modes() else { return Ok(None) };
        let sizes = [size_of(m)?, size_of(k)?];
        let addresses = (0..sizes[0] * sizes[1]).map(|c| Ok(value_of(layout, c)? * bytes));
        let addresses = addresses.collect::<Result<_, String>>()?;
        let width = match layout {
            Function::Layout(_) => Some(1),
            Function::Composed(composed) => composed.as_swizzled().and_then(|(it, offset, _)| {
                // Of addresses in bytes it is Sw<B,4,3>: bits 7 to 9 flip bits 4 to 6.
                let is_of_units = 1 << it.base() == 16 / bytes && it.shift() == 3;
                let is_known = it.bits() == 0 || is_of_units && it.bits() <= 3;
                (*offset == Int::ZERO && is_known).then_some(1 << it.bits())
            }),
            Function::Swizzle(_) => None,
        };
        Ok(Some(Tile { sizes, addresses, bytes, width }))
    }

    fn at(&self, i: i128, k: i128) -> i128 {
        self.addresses[(i + self.sizes[0] * k) as usize]
    }
}

/// The address that engines read: the number of a row of 128 bytes moves its units of 16 bytes.
fn engine(address: i128, width: i128) -> i128 {
    address ^ ((address >> 7 & (width - 1)) << 4)
}

/// PTX's canonical layouts, with the distances that the first groups have, address what the tile does in each product, and each
/// block of a swizzle begins where the swizzle does.
pub fn is_gmma_canonical(tile: &Tile, rows: i128, answer: bool) -> Law {
    let holds = tile.width.is_some_and(|width| is_canonical(tile, rows, width));
    ensure!(answer == holds, "canonical for {rows} rows: {answer}");
    Ok(())
}

fn is_canonical(tile: &Tile, rows: i128, width: i128) -> bool {
    let (bytes, [m, k], row) = (tile.bytes, tile.sizes, 16 * width);
    let (depth, unit) = (32 / bytes, 16 / bytes);
    if rows <= 0 || rows % 8 != 0 || m % rows != 0 || k % depth != 0 {
        return false;
    }
    let linear = |i: i128, k: i128| engine(tile.at(i, k), width);
    let field = |distance: i128| distance > 0 && distance < 1 << 18 && distance % 16 == 0;
    // A distance that a product has, or none.
    let distance =
        |i: i128, k: i128| if i < rows && k < depth { linear(i, k) - linear(0, 0) } else { 16 };
    let holds = |form: &dyn Fn(i128, i128) -> i128| {
        let starts = (0..m).step_by(rows as usize);
        starts.flat_map(|i| (0..k).step_by(depth as usize).map(move |k| (i, k))).all(|(i, k)| {
            let start = tile.at(i, k);
            // A descriptor has addresses in units of 16 bytes.
            start % 16 == 0
                && (0..rows).all(|r| {
                    (0..depth).all(|s| engine(start + form(r, s), width) == tile.at(i + r, k + s))
                })
        })
    };
    let begins = |i_step: i128, k_step: i128, within: i128| {
        (0..m).step_by(i_step as usize).all(|i| {
            (0..k)
                .step_by(k_step as usize)
                .all(|k| linear(i, k).rem_euclid(if width > 1 { 8 * row } else { 16 }) < within)
        })
    };
    let is_k = {
        let (stride, leading) = (distance(8, 0), distance(0, unit));
        let form = |r: i128, s: i128| match width {
            1 => 16 * (r % 8) + stride * (r / 8) + leading * (s / unit) + bytes * (s % unit),
            _ => row * (r % 8) + stride * (r / 8) + bytes * s,
        };
        let fields = field(stride) && (width > 1 || field(leading));
        // Each 32 bytes begin in the first row, which is not swizzled.
        let first = match width {
            1 => begins(8, unit, 1),
            _ => begins(8, 1, row) && begins(8, k, 1),
        };
        let whole = width == 1 || (0..k).step_by(depth as usize).all(|k| linear(0, k) % 32 == 0);
        fields && first && whole && holds(&form)
    };
    let is_mn = bytes == 2 && rows % (8 * width) == 0 && {
        let (across, along) = (distance(8 * width, 0), distance(0, 8));
        let form = |r: i128, s: i128| {
            2 * (r % (8 * width)) + across * (r / (8 * width)) + row * (s % 8) + along * (s / 8)
        };
        field(across) && field(along) && begins(8 * width, 8, 1) && holds(&form)
    };
    is_k || is_mn
}

/// Boxes along one of the modes, one row after the other, are what the tile has, and begin where the swizzle does.
pub fn is_tma_encodable(tile: &Tile, answer: bool) -> Law {
    let holds = tile.width.is_some_and(|width| (0..2).any(|inner| is_boxes(tile, inner, width)));
    ensure!(answer == holds, "boxes: {answer}");
    Ok(())
}

fn is_boxes(tile: &Tile, inner: usize, width: i128) -> bool {
    let (along, across) = (tile.sizes[inner], tile.sizes[1 - inner]);
    let length = if width == 1 { along } else { 16 * width / tile.bytes };
    if length == 0 || along % length != 0 || length * tile.bytes % 16 != 0 {
        return false;
    }
    let at = |i: i128, row: i128| if inner == 0 { tile.at(i, row) } else { tile.at(row, i) };
    length <= 256
        && across <= 256
        && (0..along).step_by(length as usize).all(|first| {
            let start = at(first, 0);
            start % (128 * width) == 0
                && (0..across).all(|row| {
                    (0..length).all(|i| {
                        engine(start + (row * length + i) * tile.bytes, width) == at(first + i, row)
                    })
                })
        })
}

/// All threads of 1, 2, 4 matrices of eight rows, or of warps, have rows of 16 bytes.
pub fn is_ldmatrix_source(offsets: &[i128], threads: i128, bits: i128, answer: bool) -> Law {
    let are_whole = [8, 16].contains(&threads) || threads % 32 == 0;
    let holds = are_whole && moved(offsets, threads, bits, 16).is_some();
    ensure!(answer == holds, "rows of {threads} threads: {answer}");
    Ok(())
}

pub(crate) const CHECKS: &[Check] = &[check(
    Over::Swizzle,
    &["swizzled::is_gmma_canonical", "swizzled::is_tma_encodable", "swizzled::is_ldmatrix_source"],
    |x| {
        let size = size_of(x.layout.shape())?;
        let is_plain = x.layout.leaves().iter().all(|(_, stride)| stride.as_int().is_some());
        if size > EXHAUSTIVE || !is_plain {
            return Ok(Answer::Undecided);
        }
        let threads = size_of(x.layout.modes().first().unwrap_or(x.layout).shape())?;
        for f in [Function::from(x.layout.clone()), composed_of(x)?.into()] {
            if f.numbers().is_err() {
                return Ok(Answer::Undecided);
            }
            let offsets = values_of(&f, size)?;
            for bits in [8, 16, 32] {
                let int = Int::new(bits);
                always(swizzled::is_ldmatrix_source(&f, &int), |r| {
                    is_ldmatrix_source(&offsets, threads, bits, *r)
                })?;
                let tile = Tile::of(&f, bits / 8)?;
                let found = swizzled::is_tma_encodable(&f, &int, None);
                let canonical = swizzled::is_gmma_canonical(&f, &int, &Int::new(8));
                // Offsets may be too wide to be of shared memory.
                let is_wide =
                    canonical.as_ref().is_err_and(|error| *error.kind() == ErrorKind::Wide);
                if is_wide {
                    return Ok(Answer::Undecided);
                }
                match &tile {
                    Some(tile) => {
                        always(found, |r| is_tma_encodable(tile, *r))?;
                        always(canonical, |r| is_gmma_canonical(tile, 8, *r))?;
                    }
                    None => {
                        ensure!(canonical == Ok(false), "an operand has two modes");
                        ensure!(found.is_err(), "a tile has two modes");
                    }
                }
            }
            // The matrix: rows of whole units, one after the other.
            let (tile, row) = (Layout::new((8, 64), (64, 1)).map_err(text)?, x.number + 1);
            let (tile, matrix) = (tile.into(), Layout::new((100, 64), (row, 1)).map_err(text)?);
            let found = swizzled::is_tma_encodable(&tile, &Int::new(16), Some(&matrix));
            always(found, |r| {
                ensure!(*r == (row % 8 == 0), "rows {row} apart");
                Ok(())
            })?;
        }
        Ok(Answer::Found)
    },
)];
