//! Layouts by strides over bits.

use layout_algebra::ops::swizzled;
use layout_algebra::{CollectVec, Function, HTuple, Int, IntTuple};

pub(super) const UNLINEAR: &str =
    "what it answers is no exclusive or of what the bits of its coordinates add";

/// The shape and what is added, without carries, for each bit of each extent, the lowest first.
pub(super) fn bits(layout: &Function) -> Result<(IntTuple, IntTuple), &'static str> {
    let shape = match layout {
        Function::Layout(layout) => layout.shape().clone(),
        Function::Composed(layout) => layout.shape().map_err(|_| UNLINEAR)?.clone(),
        Function::Swizzle(_) => return Err(UNLINEAR),
    };
    let strides = swizzled::xor_strides(layout).map_err(|_| UNLINEAR)?;
    Ok((shape, strides))
}

/// `(8,8):(F1,F9)`. A leaf whose bits add no multiples of one stride is split.
pub(super) fn write(layout: &Function) -> Result<String, &'static str> {
    let (shape, strides) = bits(layout)?;
    let (extents, strides) = split(&shape, &strides);
    Ok(format!("{extents}:{}", written(&strides)))
}

fn written(strides: &IntTuple) -> String {
    match strides {
        HTuple::Leaf(stride) => format!("F{stride}"),
        HTuple::Tuple(items) => {
            format!("({})", items.iter().map(written).collect_vec().join(","))
        }
    }
}

/// Extents and strides, of which each leaf has one.
fn split(shape: &IntTuple, strides: &IntTuple) -> (IntTuple, IntTuple) {
    match (shape, strides) {
        (HTuple::Tuple(shapes), HTuple::Tuple(strides)) => {
            let both = shapes.iter().zip(strides).map(|(shape, strides)| split(shape, strides));
            let (shapes, strides) = both.unzip::<_, _, Vec<_>, Vec<_>>();
            (HTuple::Tuple(shapes), HTuple::Tuple(strides))
        }
        (HTuple::Leaf(_), HTuple::Tuple(bits)) => {
            let mut runs: Vec<(i128, i128)> = Vec::new();
            let known = bits.iter().filter_map(|bit| match bit {
                HTuple::Leaf(bit) => bit.known(),
                HTuple::Tuple(_) => None,
            });
            for bit in known {
                match runs.last_mut() {
                    Some((extent, first)) if *first * *extent == bit => *extent *= 2,
                    _ => runs.push((2, bit)),
                }
            }
            let leaves = |of: fn(&(i128, i128)) -> i128| {
                HTuple::Tuple(runs.iter().map(|run| HTuple::Leaf(Int::new(of(run)))).collect_vec())
            };
            (leaves(|run| run.0), leaves(|run| run.1))
        }
        (shape, strides) => (shape.clone(), strides.clone()),
    }
}
