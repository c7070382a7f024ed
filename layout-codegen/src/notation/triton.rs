//! Layouts as Triton's linear ones.

use layout_algebra::{Function, HTuple, IntTuple, Layout};

use super::f2;
use crate::parse::triton::PLACES;

const FEW_PLACES: &str = "there are registers, lanes, warps and blocks alone";

/// The layout of offsets, with swizzles: each bit of a register, a lane, a warp or a block has the offset of it alone.
pub(super) fn write_linear(layout: &Function) -> Result<String, &'static str> {
    let (shape, strides) = f2::bits(layout)?;
    let modes = match (shape, strides) {
        (HTuple::Tuple(shapes), HTuple::Tuple(strides)) => {
            shapes.into_iter().zip(strides).collect()
        }
        lone => vec![lone],
    };
    if modes.len() > PLACES.len() {
        return Err(FEW_PLACES);
    }
    let mut places: [Vec<String>; 4] = Default::default();
    for ((shape, strides), vectors) in modes.iter().zip(&mut places) {
        each_bit(shape, strides, &mut |bit| vectors.push(format!("[{bit}]")));
    }
    Ok(written(&places))
}

/// Calls a function with the offset that each bit of each extent adds.
fn each_bit(shape: &IntTuple, strides: &IntTuple, each: &mut dyn FnMut(i128)) {
    let known = |leaf: &IntTuple| match leaf {
        HTuple::Leaf(int) => int.known().unwrap_or(0),
        HTuple::Tuple(_) => 0,
    };
    match (shape, strides) {
        (HTuple::Tuple(shapes), HTuple::Tuple(strides)) => {
            shapes.iter().zip(strides).for_each(|(shape, of)| each_bit(shape, of, each));
        }
        (_, HTuple::Tuple(bits)) => bits.iter().for_each(|bit| each(known(bit))),
        (shape, stride) => {
            let bits = known(shape).trailing_zeros();
            (0..bits).for_each(|bit| each(known(stride) << bit));
        }
    }
}

fn written(places: &[Vec<String>; 4]) -> String {
    let places = PLACES.iter().zip(places);
    let places = places.map(|(place, vectors)| format!("{place} = [{}]", vectors.join(", ")));
    format!("#ttg.linear<{{{}}}>", places.collect::<Vec<_>>().join(", "))
}

/// The layout, whose modes are the registers, the lanes, the warps and the blocks; or what Triton has no
/// words for.
pub(super) fn write(layout: &Layout) -> Result<String, &'static str> {
    const LONE: &str = "coordinates are not nested there";
    let mut dims = 1;
    for (_, stride) in layout.leaves() {
        match *stride.mode().indices() {
            [] => {}
            [dim] => dims = dims.max(dim + 1),
            _ => return Err(LONE),
        }
    }
    if layout.rank() > PLACES.len() {
        return Err(FEW_PLACES);
    }
    let mut taken = vec![0i128; dims];
    let mut places: [Vec<String>; 4] = Default::default();
    for (mode, vectors) in layout.modes().iter().zip(&mut places) {
        for (extent, stride) in mode.leaves() {
            let (Some(extent), Some(mut step)) = (extent.known(), stride.scale().known()) else {
                return Err("its numbers are known");
            };
            if extent.count_ones() != 1 {
                return Err("extents are powers of two there");
            }
            let dim = stride.mode().indices().first().copied().unwrap_or(0);
            for _ in 0..extent.trailing_zeros() {
                if step < 0 {
                    return Err("strides are not negative there");
                }
                if taken[dim] & step != 0 {
                    return Err(
                        "two of its steps share a bit: their exclusive or is not their sum",
                    );
                }
                taken[dim] |= step;
                let vector: Vec<String> =
                    (0..dims).map(|k| if k == dim { step } else { 0 }.to_string()).collect();
                vectors.push(format!("[{}]", vector.join(", ")));
                // The offsets of a layout fit.
                step = step.saturating_mul(2);
            }
        }
    }
    Ok(written(&places))
}
