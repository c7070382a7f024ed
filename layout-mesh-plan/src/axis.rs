//! `Axis`: one dimension of a tensor over devices, as pieces of digits.

use std::borrow::Cow;

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
        self.digits.iter().map(|digit| digit.extent).product::<i64>() == self.extent
    }
}

/// One dimension: each coordinate has a part of the number of its device, and a place along the dimension. Pieces are
/// ascending and without gaps.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Axis {
    /// The number of coordinates.
    pub extent: i64,
    /// The pieces.
    pub pieces: Cow<'static, [Piece]>,
}

impl Axis {
    /// The device and the place of a coordinate of the dimension.
    pub(crate) fn at(&self, coordinate: i64) -> Option<[i64; 2]> {
        let piece = self.pieces.iter().rfind(|piece| piece.first <= coordinate)?;
        (coordinate < self.extent).then(|| piece.at(coordinate - piece.first))
    }

    /// A dimension that no device divides.
    pub(crate) fn whole(extent: i64) -> Self {
        let piece = Piece::new(0, extent, vec![Digit::in_places(extent, 1)]);
        Axis { extent, pieces: vec![piece].into() }
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
            let held = self.pieces.iter().map(|piece| piece.extent).sum::<i64>();
            return Err(refused(ErrorKind::Nested { extent: held, devices, near: None }));
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
        let held = piece.digits.iter().filter(|digit| digit.device == 0);
        let held: i64 = held.map(|digit| digit.extent).product();
        let block = cut.even_block(held, devices)?;
        // Places below the block stay, the next `devices` become devices, the others move together.
        let mut digits = piece.digits.to_vec();
        for at in [block, block * devices] {
            split(&mut digits, at)?;
        }
        for digit in digits.iter_mut().filter(|digit| digit.device == 0 && digit.extent > 1) {
            if digit.place >= block * devices {
                digit.place /= devices;
            } else if digit.place >= block {
                *digit = Digit::on_devices(digit.extent, digit.place / block * stride);
            }
        }
        Some(Axis {
            extent: self.extent,
            pieces: vec![Piece { digits: digits.into(), ..piece.clone() }].into(),
        })
    }

    /// The coordinates of each device, where they are consecutive and their places follow each other from 0.
    fn intervals(&self) -> Option<Vec<Piece>> {
        let mut intervals: Vec<Piece> = Vec::new();
        for piece in &*self.pieces {
            let digits: Vec<Digit> =
                piece.digits.iter().copied().filter(|digit| digit.extent > 1).collect();
            let (block, devices) = match digits.as_slice() {
                [] => (1, None),
                [inner, outer @ ..] if inner.device == 0 && inner.place == 1 => {
                    (inner.extent, outer.first().copied())
                }
                [outer, ..] => (1, Some(*outer)),
            };
            let count = devices.map_or(1, |digit| digit.extent);
            let is_plain = block * count >= piece.extent
                && piece.place == 0
                && devices.is_none_or(|digit| digit.place == 0 && digit.device > 0);
            if !is_plain {
                return None;
            }
            for k in 0..count {
                let first = k * block;
                let extent = block.min(piece.extent - first);
                if extent > 0 {
                    let device = piece.device + k * devices.map_or(0, |digit| digit.device);
                    let digits = vec![Digit::in_places(extent, 1)];
                    intervals
                        .push(Piece::new(piece.first + first, extent, digits).at_device(device));
                }
            }
        }
        let mut devices: Vec<i64> = intervals.iter().map(|interval| interval.device).collect();
        devices.sort_unstable();
        devices.dedup();
        (devices.len() == intervals.len()).then_some(intervals)
    }

    /// Gives parts of the places of each device to `devices` devices `stride` apart, where one digit of places has a common
    /// factor with their number: the axis, and the factor. It is 1 where there is none.
    pub(crate) fn share(&self, devices: i64, stride: i64) -> (Axis, i64) {
        let [piece] = &*self.pieces else { return (self.clone(), 1) };
        let mut digits = piece.digits.to_vec();
        // The last one has as many values as there are coordinates for.
        let below: i64 = digits.iter().rev().skip(1).map(|digit| digit.extent).product();
        let last = digits.len().saturating_sub(1);
        if let Some(digit) = digits.last_mut() {
            digit.extent = ceil_div(piece.extent, below);
        }
        let candidates = digits.iter().enumerate().filter(|(_, digit)| digit.device == 0);
        let shared = |(at, digit): (usize, &Digit)| match at == last {
            true => (1..=devices.min(digit.extent)).rev().find(|factor| devices % factor == 0),
            false => Some(gcd(devices, digit.extent)),
        };
        let best = candidates.filter_map(|it| Some((shared(it)?, it.0))).max();
        let Some((factor, at)) = best.filter(|(factor, _)| *factor > 1) else {
            return (self.clone(), 1);
        };
        let digit = digits[at];
        digits[at].extent = ceil_div(digit.extent, factor);
        digits.insert(at + 1, Digit::on_devices(factor, stride));
        compact(&mut digits);
        let piece = Piece { digits: digits.into(), place: 0, ..piece.clone() };
        (Axis { extent: self.extent, pieces: vec![piece].into() }, factor)
    }

    /// The same devices, with places that follow each other.
    pub(crate) fn compacted(&self) -> Option<Axis> {
        let [piece] = &*self.pieces else { return None };
        let mut piece = Piece { place: 0, ..piece.clone() };
        compact(piece.digits.to_mut());
        Some(Axis { extent: self.extent, pieces: vec![piece].into() })
    }
}

/// Gives digits of places compact strides, in the order of those they have.
fn compact(digits: &mut [Digit]) {
    let mut order: Vec<usize> = (0..digits.len()).filter(|&at| digits[at].device == 0).collect();
    order.sort_by_key(|&at| digits[at].place);
    let mut place = 1;
    for at in order {
        digits[at].place = place;
        place *= digits[at].extent;
    }
}

/// Splits the digit of places that has place `at` within, so that one begins there.
fn split(digits: &mut Vec<Digit>, at: i64) -> Option<()> {
    let crosses =
        |digit: &Digit| digit.device == 0 && digit.place < at && at < digit.place * digit.extent;
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
    layout_core::ceil_div(a.into(), b.into())
        .and_then(|quotient| quotient.try_into().ok())
        .unwrap_or(a)
}

/// The greatest common divisor of two numbers that are not below 0.
pub(crate) fn gcd(a: i64, b: i64) -> i64 {
    layout_core::gcd_u64(a.unsigned_abs(), b.unsigned_abs()).try_into().unwrap_or(1)
}
