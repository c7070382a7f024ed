//! The laws of strides that are added without carries, by each coordinate.

use std::collections::BTreeSet;

use layout_algebra::ops::swizzled;
use layout_algebra::{ErrorKind, Function, HTuple, Int, IntTuple};

use super::permutation::is_linear;
use super::values::{shape_of, value_of, values_of};
use crate::check::{Answer, Check, Over, check, exactly};
use crate::numbers::{EXHAUSTIVE, size_of, value};
use crate::operands::composed_of;
use crate::{Law, ensure};

/// Each coordinate has the exclusive-or of its digits times the strides, as polynomials over GF(2), and the modes have their sizes.
pub fn xor_layout(shape: &IntTuple, strides: &IntTuple, answer: &Function) -> Law {
    let offsets = offsets(shape, strides)?.ok_or("strides are as many as extents")?;
    for (c, offset) in (0..).zip(&offsets) {
        let found = value_of(answer, c)?;
        ensure!(found == *offset, "{c} has {offset}, and not {found}");
    }
    let answered = shape_of(answer).ok_or("it has a shape")?;
    let sizes = |of: &IntTuple| of.modes().iter().map(size_of).collect::<Result<Vec<_>, String>>();
    // An extent may be split.
    let are_same = !shape.is_tuple() || sizes(shape)? == sizes(answered)?;
    ensure!(are_same, "{answered} has other modes than {shape}");
    Ok(())
}

/// The definition: with them each coordinate has its offset.
pub fn xor_strides(of: &[i128], shape: &IntTuple, strides: &IntTuple) -> Law {
    let found = offsets(shape, strides)?.ok_or("strides are as many as extents")?;
    ensure!(of == found, "{strides}: {found:?}");
    Ok(())
}

/// The product of polynomials over GF(2).
fn times(a: i128, b: i128) -> i128 {
    (0..63).filter(|bit| a >> bit & 1 == 1).fold(0, |sum, bit| sum ^ b << bit)
}

/// The offsets by 1-D coordinates; `None` where the tuples do not fit.
fn offsets(shape: &IntTuple, strides: &IntTuple) -> Result<Option<Vec<i128>>, String> {
    let mut all = vec![0i128];
    let mut stack = vec![(shape, strides)];
    // From left to right.
    while let Some((shape, stride)) = stack.pop() {
        match (shape, stride) {
            (HTuple::Tuple(shape), HTuple::Tuple(strides)) if shape.len() == strides.len() => {
                stack.extend(shape.iter().zip(strides).rev());
            }
            (HTuple::Leaf(extent), stride) => {
                let add = |digit: i128| -> Result<Option<i128>, String> {
                    Ok(match stride {
                        HTuple::Leaf(stride) => Some(times(digit, value(stride)?)),
                        HTuple::Tuple(each) => {
                            let mut sum = 0;
                            for (bit, image) in each.iter().enumerate() {
                                let HTuple::Leaf(image) = image else { return Ok(None) };
                                sum ^= (digit >> bit & 1) * value(image)?;
                            }
                            Some(sum)
                        }
                    })
                };
                let mut next = Vec::new();
                for digit in 0..value(extent)? {
                    let Some(added) = add(digit)? else { return Ok(None) };
                    next.extend(all.iter().map(|offset| offset ^ added));
                }
                all = next;
            }
            _ => return Ok(None),
        }
    }
    Ok(Some(all))
}

pub(crate) const CHECKS: &[Check] =
    &[check(Over::Swizzle, &["swizzled::xor_layout", "swizzled::xor_strides"], |x| {
        let shape = x.layout.shape();
        let size = size_of(shape)?;
        let is_plain = x.layout.leaves().iter().all(|(_, stride)| stride.as_int().is_some());
        if size > EXHAUSTIVE || !is_plain {
            return Ok(Answer::Undecided);
        }
        for f in [Function::from(x.layout.clone()), composed_of(x)?.into()] {
            let of = values_of(&f, size)?;
            exactly(is_linear(&of), swizzled::xor_strides(&f), |r| xor_strides(&of, shape, r))?;
            let Ok(strides) = swizzled::xor_strides(&f) else { continue };
            exactly(is_apart(&of), swizzled::xor_layout(shape, &strides), |r| {
                xor_layout(shape, &strides, r)
            })?;
        }
        // Any strides, among them many that share bits.
        for more in [0, 1, x.number, 2 * x.number + 1] {
            let strides = x.layout.stride().map(&mut |stride| {
                let stride = stride.as_int().and_then(Int::known).unwrap_or(0);
                Int::new(stride.wrapping_mul(more + 1) ^ more)
            });
            let answer = swizzled::xor_layout(shape, &strides);
            let is_large = |kind: &_| matches!(kind, ErrorKind::Wide | ErrorKind::Undecided { .. });
            if answer.as_ref().is_err_and(|error| is_large(error.kind())) {
                continue;
            }
            let known: Vec<i128> =
                strides.leaves().into_iter().map(value).collect::<Result<_, String>>()?;
            let extents: Vec<i128> =
                shape.leaves().into_iter().map(value).collect::<Result<_, String>>()?;
            // Where an extent is 1, its stride counts nothing.
            let is_seen = |extent: &i128| *extent > 1;
            let least = extents.iter().zip(&known).filter(|(extent, _)| is_seen(extent));
            let exists = extents.iter().all(|extent| extent.count_ones() == 1)
                && least.map(|(_, stride)| *stride).min().unwrap_or(0) >= 0
                && offsets(shape, &strides)?.is_some_and(|of| is_apart(&of));
            exactly(exists, answer, |r| xor_layout(shape, &strides, r))?;
        }
        Ok(Answer::Found)
    })];

/// True if coordinates share an offset only where they differ in bits that add nothing.
fn is_apart(offsets: &[i128]) -> bool {
    let all: BTreeSet<i128> = offsets.iter().copied().collect();
    let bits = (0..offsets.len().ilog2()).filter(|bit| offsets[1 << bit] != 0).count();
    all.len() == 1 << bits
}
