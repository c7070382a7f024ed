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

use super::strides::{self, Mode, entries};
use crate::report::{Diagnostic, SpanRange};

/// Kinds of numbered hardware, in the order in which their bits follow each other.
pub(crate) const PLACES: [&str; 4] = ["register", "lane", "warp", "block"];

/// The layout of an encoding and a shape, in CuTe's notation.
fn text(encoding: &Encoding, shape: &[i128]) -> Result<String, String> {
    let linear = encoding.linear(shape)?;
    if !encoding.is_shared() {
        return registers_text(&linear);
    }
    let offsets = linear.inverse().ok_or("its vectors lead to some coordinates twice, and to others never: an element has one offset")?;
    match encoding {
        Encoding::Padded { pairs, .. } => {
            let mut modes = vec![Mode::new(); offsets.len()];
            for (bits, mode) in offsets.iter().zip(&mut modes) {
                for offset in bits {
                    if offset.count_ones() != 1 {
                        return Err("padding after an exclusive or of rows is no layout: it depends on several bits at once".to_owned());
                    }
                    mode.push((2, padded(*offset, pairs)));
                }
            }
            Ok(strides::text(&strides::all_joined(&modes)))
        }
        _ => Ok(of_offsets(shape, &offsets)),
    }
}

/// The layout of offsets by what each bit of each coordinate adds, without carries.
fn of_offsets(shape: &[i128], offsets: &[Vec<i128>]) -> String {
    let strides = offsets.iter().map(|bits| entries(&texts(bits), "0")).collect_vec();
    format!("xor_layout({}, {})", entries(&texts(shape), "()"), entries(&strides, "()"))
}

fn texts(numbers: &[i128]) -> Vec<String> {
    numbers.iter().map(ToString::to_string).collect_vec()
}

/// The place of a vector: the number of its list, and its own there.
type At = (usize, usize);

/// The layout of the vectors of registers, lanes, warps and blocks; or why it is none.
fn registers_text(linear: &Linear) -> Result<String, String> {
    of_registers(linear).map_err(|(reason, _)| reason)
}

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
        let (mut shape, mut steps) = (Vec::new(), Vec::new());
        for vectors in &linear.places {
            shape.push(1i128.checked_shl(vectors.len() as u32).unwrap_or(i128::MAX));
            steps.push(vectors.iter().map(|vector| vector[0]).collect_vec());
        }
        return Ok(of_offsets(&shape, &steps));
    }
    let (mut shape, mut strides) = (Vec::new(), Vec::new());
    for vectors in &linear.places {
        let (mut extents, mut steps) = (Vec::new(), Vec::new());
        for (extent, vector) in leaves(vectors) {
            extents.push(extent.to_string());
            steps.push(stride(&vector));
        }
        shape.push(entries(&extents, "()"));
        strides.push(entries(&steps, "()"));
    }
    Ok(format!("({}):({})", shape.join(","), strides.join(",")))
}

/// A stride along the dimensions that a vector steps along; of one dimension alone, an integer.
fn stride(vector: &[i128]) -> String {
    let mut steps = Vec::new();
    for (dim, step) in vector.iter().enumerate().filter(|(_, step)| **step != 0) {
        steps.push(if vector.len() == 1 { step.to_string() } else { format!("{step}@{dim}") });
    }
    if steps.is_empty() { "0".to_owned() } else { steps.join(" + ") }
}

/// Vectors in a row, each twice the one before, as leaves; of none, one coordinate.
fn leaves(vectors: &[Vector]) -> Vec<(i128, Vector)> {
    let mut leaves: Vec<(i128, Vector)> = Vec::new();
    for vector in vectors {
        match leaves.last_mut() {
            Some((count, first))
                if *count < 1 << 62
                    && first.iter().zip(vector).all(|(a, b)| a.checked_mul(*count) == Some(*b)) =>
            {
                *count *= 2;
            }
            _ => leaves.push((2, vector.clone())),
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
