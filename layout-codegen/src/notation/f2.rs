//! Layouts by strides over bits.

use layout_algebra::ops::swizzled;
use layout_algebra::{Function, HTuple, Int, IntTuple};

pub(super) const UNLINEAR: &str =
    "what it answers is no exclusive or of what the bits of its coordinates add";

/// The shape and what is added, without carries, for each bit of each extent, the lowest first.
pub(super) fn bits(layout: &Function) -> Result<(IntTuple, IntTuple), &'static str> {
    let shape = match layout {
        Function::Layout(layout) => layout.shape().clone(),
        Function::Composed(layout) => layout.shape().or(Err(UNLINEAR))?.clone(),
        Function::Swizzle(_) => return Err(UNLINEAR),
    };
    let strides = swizzled::xor_strides(layout).or(Err(UNLINEAR))?;
    Ok((shape, strides))
}

/// `(8,8):(F1,F9)`. A leaf whose bits add no multiples of one stride is split.
pub(super) fn write(layout: &Function) -> Result<String, &'static str> {
    let (shape, strides) = bits(layout)?;
    let (extents, strides) = split(&shape, &strides);
    Ok(format!("{extents}:{}", strides.map(&mut |stride| format!("F{stride}"))))
}

/// Extents and strides, of which each leaf has one.
fn split(shape: &IntTuple, strides: &IntTuple) -> (IntTuple, IntTuple) {
    let (mut extents, mut steps) = (Vec::new(), Vec::new());
    match (shape, strides) {
        (HTuple::Tuple(shapes), HTuple::Tuple(strides)) => {
            for (shape, strides) in shapes.iter().zip(strides) {
                let (extent, step) = split(shape, strides);
                extents.push(extent);
                steps.push(step);
            }
        }
        (HTuple::Leaf(_), HTuple::Tuple(bits)) => {
            let mut runs: Vec<(i128, i128)> = Vec::new();
            for bit in bits {
                let HTuple::Leaf(bit) = bit else { continue };
                let Some(bit) = bit.known() else { continue };
                match runs.last_mut() {
                    Some((extent, first)) if *first * *extent == bit => *extent *= 2,
                    _ => runs.push((2, bit)),
                }
            }
            for (extent, step) in runs {
                extents.push(HTuple::Leaf(Int::new(extent)));
                steps.push(HTuple::Leaf(Int::new(step)));
            }
        }
        (shape, strides) => return (shape.clone(), strides.clone()),
    }
    (HTuple::Tuple(extents), HTuple::Tuple(steps))
}
