//! Triton's layouts, as its compiler prints them, `#ttg.blocked<{sizePerThread = [1, 4], …}>`, and as classes of its Gluon,
//! `BlockedLayout(size_per_thread=[1, 4], …)`.
//!
//! A layout of registers leads from (register, lane, warp, block) to a coordinate of the tensor, and has the strides `1@0`, `1@1` of a layout
//! over its dimensions. One of shared memory leads from a coordinate to an offset. Most have no shape: `tensor<128x64xf16, #blocked>` gives
//! one, and without it the layout is that of the tile it has once.

mod encoding;
mod linear;
mod read;
mod table;
mod write;

pub(super) use read::{is_gluon_next, is_next, read, read_gluon};
pub(super) use table::{is_table_next, read_table};
pub(super) use write::{
    write_gluon, write_gluon_shared, write_linear, write_registers, write_shared,
};

use encoding::{Encoding, padded};
use layout_algebra::CollectVec;
use linear::{Linear, Vector};

use super::strides::entries;
use crate::report::{Diagnostic, SpanRange};

/// Kinds of numbered hardware, in the order in which their bits follow each other.
pub(crate) const PLACES: [&str; 4] = ["register", "lane", "warp", "block"];

/// The layout of an encoding and a shape, in CuTe's notation.
fn text(encoding: &Encoding, shape: &[i128]) -> Result<String, String> {
    let linear = encoding.linear(shape)?;
    if !encoding.is_shared() {
        return of_registers(&linear).map_err(|(reason, _)| reason);
    }
    let offsets = linear.inverse().ok_or("its vectors lead to some coordinates twice, and to others never: an element has one offset")?;
    match encoding {
        Encoding::Padded { pairs, .. } => {
            if offsets.iter().flatten().any(|offset| offset.count_ones() != 1) {
                return Err("padding after an exclusive or of rows is no layout: it depends on several bits at once".to_owned());
            }
            let modes = offsets
                .iter()
                .map(|bits| {
                    super::strides::joined(
                        &bits.iter().map(|offset| (2, padded(*offset, pairs))).collect_vec(),
                    )
                })
                .collect_vec();
            Ok(super::strides::text(&modes))
        }
        _ => Ok(of_offsets(shape, &offsets)),
    }
}

/// The layout of offsets by what each bit of each coordinate adds, without carries.
fn of_offsets(shape: &[i128], offsets: &[Vec<i128>]) -> String {
    let texts = |numbers: &[i128]| numbers.iter().map(ToString::to_string).collect_vec();
    let strides = offsets.iter().map(|bits| entries(&texts(bits), "0")).collect_vec();
    format!("xor_layout({}, {})", entries(&texts(shape), "()"), entries(&strides, "()"))
}

/// The place of a vector: the number of its list, and its own there.
type At = (usize, usize);

/// The layout of the vectors of registers, lanes, warps and blocks; or why it is none, and the vector at fault.
fn of_registers(linear: &Linear) -> Result<String, (String, At)> {
    let rank = linear.rank();
    let mut taken = vec![0i128; rank];
    let mut shared = None;
    for (place, vectors) in linear.places.iter().enumerate() {
        for (at, vector) in vectors.iter().enumerate() {
            for (taken, step) in taken.iter_mut().zip(vector) {
                if *taken & step != 0 && shared.is_none() {
                    shared = Some((*step, (place, at)));
                }
                *taken |= step;
            }
        }
    }
    if let Some((step, at)) = shared {
        if rank > 1 {
            let message = format!(
                "{step} shares a bit with a vector before it\nTriton's exclusive or of both is not their sum, which a layout of several \
                 dimensions answers"
            );
            return Err((message, at));
        }
        let shape: Vec<i128> = linear
            .places
            .iter()
            .map(|vectors| 1i128.checked_shl(vectors.len() as u32).unwrap_or(i128::MAX))
            .collect_vec();
        let steps: Vec<Vec<i128>> = linear
            .places
            .iter()
            .map(|vectors| vectors.iter().map(|vector| vector[0]).collect_vec())
            .collect_vec();
        return Ok(of_offsets(&shape, &steps));
    }
    let stride = |vector: &Vector| {
        let steps = vector
            .iter()
            .enumerate()
            .filter(|(_, step)| **step != 0)
            .map(|(dim, step)| if rank == 1 { step.to_string() } else { format!("{step}@{dim}") })
            .collect_vec();
        if steps.is_empty() { "0".to_owned() } else { steps.join(" + ") }
    };
    let mut sides = [Vec::new(), Vec::new()];
    for vectors in &linear.places {
        let leaves = leaves(vectors);
        for (side, of) in sides.iter_mut().zip([
            leaves.iter().map(|(extent, _)| extent.to_string()).collect_vec(),
            leaves.iter().map(|(_, vector)| stride(vector)).collect_vec(),
        ]) {
            side.push(entries(&of, "()"));
        }
    }
    Ok(format!("({}):({})", sides[0].join(","), sides[1].join(",")))
}

/// Vectors in a row, each twice the one before, as leaves; of none, one coordinate.
fn leaves(vectors: &[Vector]) -> Vec<(i128, Vector)> {
    let mut leaves: Vec<(i128, Vector)> = Vec::new();
    for vector in vectors {
        let goes_on = |leaf: &&mut (i128, Vector)| {
            leaf.0 < 1 << 62
                && leaf
                    .1
                    .iter()
                    .zip(vector)
                    .all(|(first, step)| first.checked_mul(leaf.0) == Some(*step))
        };
        match leaves.last_mut().filter(goes_on) {
            Some(leaf) => leaf.0 *= 2,
            None => leaves.push((2, vector.clone())),
        }
    }
    if leaves.is_empty() {
        leaves.push((1, Vector::new()));
    }
    leaves
}

/// A diagnostic of a whole range.
fn at(range: SpanRange, reason: impl Into<String>) -> Diagnostic {
    Diagnostic::new(range, reason)
}
