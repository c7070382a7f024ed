//! `Cut`: how a dimension is divided over the devices of a mesh axis.

use std::fmt;

use crate::axis::{Digit, Piece, ceil_div};
use crate::error::ErrorKind;
use crate::placement::{as_i64, as_usize, times};

/// A way to divide `n` coordinates over `p` devices. A second cut of the same dimension divides the part of each device.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Cut {
    /// Blocks of `⌈n/p⌉`; the last ones have fewer, or none. DTensor's `Shard`, `torch.chunk`.
    Block,
    /// Blocks of `n/p`; an error where `p` does not divide `n`. A sharding of JAX.
    Even,
    /// Blocks whose lengths differ by at most one, the longer ones first: `numpy.array_split`.
    Balanced,
    /// Element `i` is on device `i mod p`.
    Cyclic,
    /// Blocks of this number of elements, dealt out to the devices in turn: the block-cyclic distribution of ScaLAPACK.
    BlockCyclic(usize),
    /// This number of blocks, each of which is divided over all devices: DTensor's `_StridedShard` with this `split_factor`.
    Strided(usize),
    /// Groups of these widths, each of which is divided evenly; a device holds its part of each group, one after the other.
    /// Fused weights, as q|k|v.
    Groups(Vec<usize>),
    /// Blocks of `⌈n/p⌉`, block `k` on device `(k + shift) mod p`: a ring after this number `shift` of steps.
    Shifted(usize),
    /// Pieces of these lengths, each on the device that is named beside it.
    Pieces(Vec<(usize, usize)>),
}

impl Cut {
    /// The block of a cut that is even: block by block in turn, as often as there are blocks.
    pub(crate) fn even_block(&self, extent: i64, devices: i64) -> Option<i64> {
        let block = match self {
            Cut::Block | Cut::Even | Cut::Balanced => extent / devices,
            Cut::Cyclic => 1,
            Cut::BlockCyclic(block) => i64::try_from(*block).ok()?,
            Cut::Strided(factor) => {
                let chunks = devices.checked_mul(i64::try_from(*factor).ok()?)?;
                return (extent.checked_rem(chunks)? == 0).then_some(extent / chunks);
            }
            Cut::Groups(_) | Cut::Shifted(_) | Cut::Pieces(_) => return None,
        };
        (block > 0 && extent % (block.checked_mul(devices)?) == 0).then_some(block)
    }

    /// The pieces of a dimension of this extent.
    pub(crate) fn pieces(
        &self,
        extent: i64,
        devices: i64,
        stride: i64,
    ) -> Result<Vec<Piece>, ErrorKind> {
        let over = |count| Digit::on_devices(count, stride);
        let blocks = |first, block: i64, count: i64| {
            let digits = vec![Digit::in_places(block, 1), over(count)];
            Piece::new(first, block * count, digits)
        };
        let mut pieces = Vec::new();
        match self {
            Cut::Block => {
                let block = ceil_div(extent, devices);
                pieces.push(Piece { extent, ..blocks(0, block, devices) });
            }
            Cut::Even => {
                if extent % devices != 0 {
                    return Err(ErrorKind::Uneven { extent, parts: devices });
                }
                pieces.push(blocks(0, extent / devices, devices));
            }
            Cut::Balanced => {
                let (block, longer) = (extent / devices, extent % devices);
                pieces.push(blocks(0, block + 1, longer));
                let rest = blocks(longer * (block + 1), block, devices - longer);
                pieces.push(rest.at_device(longer * stride));
            }
            Cut::Cyclic => return Cut::BlockCyclic(1).pieces(extent, devices, stride),
            Cut::BlockCyclic(block) => {
                let block = positive(*block, "block")?;
                let rounds = ceil_div(extent, block.saturating_mul(devices));
                let digits = vec![
                    Digit::in_places(block, 1),
                    over(devices),
                    Digit::in_places(rounds, block),
                ];
                pieces.push(Piece::new(0, extent, digits));
            }
            Cut::Strided(factor) => {
                let chunk = ceil_div(extent, positive(*factor, "split factor")?);
                let mut held = vec![0; as_usize(devices)];
                let mut first = 0;
                while first < extent {
                    let length = chunk.min(extent - first);
                    let block = ceil_div(length, devices);
                    for (device, held) in (0..).zip(&mut held) {
                        let part = block.min(length - device * block).max(0);
                        let piece = blocks(first + device * block, part, 1);
                        pieces.push(piece.at_device(device * stride).at_place(*held));
                        *held += part;
                    }
                    first += length;
                }
            }
            Cut::Groups(widths) => {
                let (mut first, mut place) = (0, 0);
                for width in widths {
                    let width = number(*width)?;
                    if width % devices != 0 {
                        return Err(ErrorKind::Uneven { extent: width, parts: devices });
                    }
                    pieces.push(blocks(first, width / devices, devices).at_place(place));
                    first += width;
                    place += width / devices;
                }
                if first != extent {
                    return Err(ErrorKind::Lengths { sum: first, extent });
                }
            }
            Cut::Shifted(shift) => {
                let block = ceil_div(extent, devices);
                let shift = number(*shift)? % devices;
                let before = extent.min((devices - shift) * block);
                let piece = Piece { extent: before, ..blocks(0, block, devices - shift) };
                pieces.push(piece.at_device(shift * stride));
                pieces.push(Piece { extent: extent - before, ..blocks(before, block, shift) });
            }
            Cut::Pieces(list) => {
                let mut first = 0;
                let mut held = vec![0; as_usize(devices)];
                for &(length, device) in list {
                    let Some(held) = held.get_mut(device) else {
                        return Err(ErrorKind::BeyondAxis { device, devices });
                    };
                    let (length, device) = (number(length)?, number(device)?);
                    let piece = blocks(first, length, 1).at_device(device * stride);
                    pieces.push(piece.at_place(*held));
                    first += length;
                    *held += length;
                }
                if first != extent {
                    return Err(ErrorKind::Lengths { sum: first, extent });
                }
            }
        }
        pieces.retain(|piece| piece.extent > 0);
        Ok(pieces)
    }
}

fn number(number: usize) -> Result<i64, ErrorKind> {
    times(1, as_i64(number))
}

fn positive(of: usize, name: &'static str) -> Result<i64, ErrorKind> {
    match number(of)? {
        0 => Err(ErrorKind::Zero(name)),
        number => Ok(number),
    }
}

impl fmt::Display for Cut {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Cut::Block => f.write_str("block"),
            Cut::Even => f.write_str("even"),
            Cut::Balanced => f.write_str("balanced"),
            Cut::Cyclic => f.write_str("cyclic"),
            Cut::BlockCyclic(block) => write!(f, "block-cyclic({block})"),
            Cut::Strided(factor) => write!(f, "strided({factor})"),
            Cut::Groups(widths) => write!(f, "groups{widths:?}"),
            Cut::Shifted(shift) => write!(f, "shifted({shift})"),
            Cut::Pieces(pieces) => write!(f, "pieces{pieces:?}"),
        }
    }
}
