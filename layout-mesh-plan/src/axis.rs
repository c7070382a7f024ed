//! `Axis`: one dimension of a tensor over devices, as pieces of digits.

use std::borrow::Cow;
use std::collections::HashSet;

use crate::{Cut, Error, ErrorKind};

/// A digit of a coordinate in a piece: `⌊c/w⌋ mod extent`, and the steps that it makes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Digit {
    /// The number of its values.
    pub extent: i64,
    /// The devices that it steps over.
    pub device: i64,
    /// The places in a device that it steps over.
    pub place: i64,
}

impl Digit {
    pub(crate) fn on_devices(extent: i64, device: i64) -> Self {
        Digit { extent, device, place: 0 }
    }

    pub(crate) fn in_places(extent: i64, place: i64) -> Self {
        Digit { extent, device: 0, place }
    }

    /// True if the digit stays on its device.
    fn stays(&self) -> bool {
        self.device == 0
    }

    /// True if the digit has more values than 0.
    fn counts(&self) -> bool {
        self.extent > 1
    }
}

/// Consecutive coordinates of a dimension whose device and place are the values of one layout.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Piece {
    /// The first coordinate.
    pub first: i64,
    /// The number of coordinates: at most the product of the digits' extents.
    pub extent: i64,
    /// The device of the first coordinate.
    pub device: i64,
    /// The place of the first coordinate.
    pub place: i64,
    /// The digits, from the least significant.
    pub digits: Cow<'static, [Digit]>,
}

impl Piece {
    pub(crate) fn new(first: i64, extent: i64, digits: Vec<Digit>) -> Self {
        Piece { first, extent, device: 0, place: 0, digits: digits.into() }
    }

    /// The piece from this device on.
    pub(crate) fn at_device(self, device: i64) -> Self {
        Piece { device, ..self }
    }

    /// The piece from this place on.
    pub(crate) fn at_place(self, place: i64) -> Self {
        Piece { place, ..self }
    }

    /// The device and the place of a coordinate of the piece, which counts from its first.
    pub(crate) fn at(&self, coordinate: i64) -> [i64; 2] {
        let (mut device, mut place, mut rest) = (self.device, self.place, coordinate);
        for digit in &*self.digits {
            device += rest % digit.extent * digit.device;
            place += rest % digit.extent * digit.place;
            rest /= digit.extent;
        }
        [device, place]
    }

    /// The weight and the digit of the most significant digit above the first that changes within `first..first + extent`.
    pub(crate) fn changes(&self, first: i64, extent: i64) -> Option<(i64, Digit)> {
        let (mut weight, mut changing) = (1, None);
        for (place, digit) in self.digits.iter().enumerate() {
            if place > 0 && first / weight != (first + extent - 1) / weight {
                changing = Some((weight, *digit));
            }
            weight *= digit.extent;
        }
        changing
    }

    /// The least significant digit.
    pub(crate) fn first_digit(&self) -> Digit {
        self.digits.first().copied().unwrap_or(Digit::in_places(1, 0))
    }

    /// True if the digits have no coordinate past the end.
    fn is_full(&self) -> bool {
        size(self.digits.iter().copied()) == self.extent
    }
}

/// The number of values of digits together.
pub(crate) fn size(digits: impl Iterator<Item = Digit>) -> i64 {
    digits.map(|digit| digit.extent).product()
}

/// One dimension: each coordinate has a part of the number of its device, and a place along the dimension. Pieces are
/// ascending and without gaps.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Axis {
    /// The number of coordinates.
    pub extent: i64,
    /// The ranges of coordinates in which device and place step evenly, ascending and without gaps.
    pub pieces: Cow<'static, [Piece]>,
}

impl Axis {
    /// The device and the place of a coordinate of the dimension.
    pub(crate) fn at(&self, coordinate: i64) -> Option<[i64; 2]> {
        let piece = self.pieces.iter().rfind(|piece| piece.first <= coordinate)?;
        (coordinate < self.extent).then_some(piece.at(coordinate - piece.first))
    }

    /// A dimension that no device divides.
    pub(crate) fn whole(extent: i64) -> Self {
        let piece = Piece::new(0, extent, vec![Digit::in_places(extent, 1)]);
        Axis { extent, pieces: vec![piece].into() }
    }

    /// The dimension with this one piece.
    fn of_piece(&self, piece: Piece) -> Axis {
        Axis { extent: self.extent, pieces: vec![piece].into() }
    }

    /// Divides the part of each device again, over `devices` devices `stride` apart.
    pub(crate) fn cut(
        &self,
        dimension: usize,
        cut: &Cut,
        devices: i64,
        stride: i64,
    ) -> Result<Axis, Error> {
        if let Some(axis) = self.cut_digits(cut, devices, stride) {
            return Ok(axis);
        }
        let refused = |kind| Error::new(dimension, cut, kind);
        let Some(intervals) = self.intervals() else {
            return Err(refused(ErrorKind::Nested { extent: self.extent, devices, near: None }));
        };
        let mut pieces = Vec::new();
        for interval in intervals {
            for piece in cut.pieces(interval.extent, devices, stride).map_err(refused)? {
                let (first, device) =
                    (interval.first + piece.first, interval.device + piece.device);
                pieces.push(Piece { first, device, ..piece });
            }
        }
        Ok(Axis { extent: self.extent, pieces: pieces.into() })
    }

    /// The cut where all devices hold equally many, and the cut splits digits without a rest.
    fn cut_digits(&self, cut: &Cut, devices: i64, stride: i64) -> Option<Axis> {
        let [piece] = &*self.pieces else { return None };
        if !piece.is_full() {
            return None;
        }
        let held = piece.digits.iter().copied().filter(Digit::stays);
        let block = cut.even_block(size(held), devices)?;
        // Places below the block stay, the next `devices` become devices, the others move together.
        let mut digits = piece.digits.to_vec();
        for at in [block, block * devices] {
            split(&mut digits, at)?;
        }
        for digit in &mut digits {
            if !digit.stays() || !digit.counts() || digit.place < block {
                continue;
            }
            if digit.place >= block * devices {
                digit.place /= devices;
            } else {
                *digit = Digit::on_devices(digit.extent, digit.place / block * stride);
            }
        }
        Some(self.of_piece(Piece { digits: digits.into(), ..piece.clone() }))
    }

    /// The coordinates of each device, where they are consecutive and their places follow each other from 0.
    fn intervals(&self) -> Option<Vec<Piece>> {
        let mut intervals: Vec<Piece> = Vec::new();
        for piece in &*self.pieces {
            let digits: Vec<Digit> = piece.digits.iter().copied().filter(Digit::counts).collect();
            let one_device = Digit::on_devices(1, 1);
            let (block, over) = match digits.as_slice() {
                [] => (1, one_device),
                [inner, outer @ ..] if inner.stays() && inner.place == 1 => {
                    (inner.extent, *outer.first().unwrap_or(&one_device))
                }
                [outer, ..] => (1, *outer),
            };
            let is_plain = block * over.extent >= piece.extent
                && (piece.place, over.place) == (0, 0)
                && over.device > 0;
            if !is_plain {
                return None;
            }
            for k in 0..over.extent {
                let first = k * block;
                let extent = block.min(piece.extent - first);
                if extent > 0 {
                    let device = piece.device + k * over.device;
                    let digits = vec![Digit::in_places(extent, 1)];
                    intervals
                        .push(Piece::new(piece.first + first, extent, digits).at_device(device));
                }
            }
        }
        let devices: HashSet<i64> = intervals.iter().map(|interval| interval.device).collect();
        (devices.len() == intervals.len()).then_some(intervals)
    }

    /// Gives parts of the places of each device to `devices` devices `stride` apart, where one digit of places has a common
    /// factor with their number: the axis, and the factor. It is 1 where there is none.
    pub(crate) fn share(&self, devices: i64, stride: i64) -> (Axis, i64) {
        let [piece] = &*self.pieces else { return (self.clone(), 1) };
        let mut digits = piece.digits.to_vec();
        // The last one has as many values as there are coordinates for.
        let below = size(digits.iter().copied().rev().skip(1));
        let last = digits.len().saturating_sub(1);
        if let Some(digit) = digits.last_mut() {
            digit.extent = ceil_div(piece.extent, below);
        }
        let (mut factor, mut at) = (1, 0);
        for (place, digit) in digits.iter().enumerate() {
            let mut shared = if digit.stays() { gcd(devices, digit.extent) } else { 1 };
            if place == last && digit.stays() {
                shared = devices.min(digit.extent);
                while shared > 1 && devices % shared != 0 {
                    shared -= 1;
                }
            }
            (factor, at) = (factor, at).max((shared, place));
        }
        if factor == 1 {
            return (self.clone(), 1);
        }
        let digit = digits[at];
        digits[at].extent = ceil_div(digit.extent, factor);
        digits.insert(at + 1, Digit::on_devices(factor, stride));
        compact(&mut digits);
        let piece = Piece { digits: digits.into(), place: 0, ..piece.clone() };
        (self.of_piece(piece), factor)
    }

    /// The same devices, with places that follow each other.
    pub(crate) fn compacted(&self) -> Option<Axis> {
        let [piece] = &*self.pieces else { return None };
        let mut piece = Piece { place: 0, ..piece.clone() };
        compact(piece.digits.to_mut());
        Some(self.of_piece(piece))
    }
}

/// Gives digits of places compact strides, in the order of those they have.
fn compact(digits: &mut [Digit]) {
    let mut order: Vec<&mut Digit> = digits.iter_mut().filter(|digit| digit.stays()).collect();
    order.sort_by_key(|digit| digit.place);
    let mut place = 1;
    for digit in order {
        digit.place = place;
        place *= digit.extent;
    }
}

/// Splits the digit of places that has place `at` within, so that one begins there.
fn split(digits: &mut Vec<Digit>, at: i64) -> Option<()> {
    let crosses =
        |digit: &Digit| digit.stays() && digit.place < at && at < digit.place * digit.extent;
    let Some(place) = digits.iter().position(crosses) else { return Some(()) };
    let digit = digits[place];
    let low = at / digit.place;
    if at % digit.place != 0 || digit.extent % low != 0 {
        return None;
    }
    digits[place].extent = low;
    digits.insert(place + 1, Digit::in_places(digit.extent / low, at));
    Some(())
}

/// `⌈a/b⌉` of a number of coordinates over some that are more than 0.
pub(crate) fn ceil_div(a: i64, b: i64) -> i64 {
    match layout_core::ceil_div(a.into(), b.into()).map(i64::try_from) {
        Some(Ok(quotient)) => quotient,
        _ => a,
    }
}

/// The greatest common divisor of two numbers that are not below 0.
pub(crate) fn gcd(a: i64, b: i64) -> i64 {
    layout_core::gcd_u64(a.unsigned_abs(), b.unsigned_abs()).try_into().unwrap_or(1)
}
