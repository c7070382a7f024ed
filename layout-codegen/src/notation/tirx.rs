//! Layouts as TIRx's, and Axe's: elements, replicas and an offset on named axes.

use layout_algebra::{CollectVec, HTuple, Int, Layout, SortFew, Stride, replicas};

use super::Notation;
use super::strides::entries;
use crate::mode_names::ModeNames;
use crate::parse::tirx::MEMORY;
use crate::value::Value;

/// The layout with its offset, which has a number for each axis, or one. A mode of several leaves is several, since the last is
/// the fastest there.
pub(super) fn write(
    layout: &Layout,
    names: &ModeNames,
    offset: &[Int],
) -> Result<String, &'static str> {
    let split = replicas::split_replicas(layout, &names.replicas());
    let split = split.or(Err("its replicas are modes of it"))?;
    let modes = split.elements.modes();
    let mut elements = Vec::new();
    for mode in &modes {
        elements.extend(mode.leaves().into_iter().rev());
    }
    let mut text = bracketed('S', elements, names)?;
    if split.replicas.rank() > 0 {
        text += &format!(" + {}", bracketed('R', split.replicas.leaves(), names)?);
    }
    let axis = |axis: usize| names.axes().get(axis).map_or(MEMORY, String::as_str);
    let offsets = offset.iter().enumerate().filter(|(_, steps)| **steps != Int::ZERO);
    let mut offsets = offsets.map(|(at, steps)| (axis(at), steps)).collect_vec();
    offsets.sort_few_by_key(|(axis, _)| *axis);
    for (axis, steps) in offsets {
        text += &format!(" + {}", on_axis(&int(steps)?, axis));
    }
    Ok(text)
}

/// An integer, as an expression.
fn int(int: &Int) -> Result<String, &'static str> {
    Notation::Tirx.int(int).or(Err("give the integer a name"))
}

fn on_axis(steps: &str, axis: &str) -> String {
    if axis == MEMORY { steps.to_owned() } else { format!("{steps}@{axis}") }
}

fn bracketed(
    word: char,
    leaves: Vec<(&Int, &Stride)>,
    names: &ModeNames,
) -> Result<String, &'static str> {
    let (mut extents, mut strides) = (Vec::new(), Vec::new());
    for (extent, stride) in leaves {
        let steps = int(stride.scale())?;
        extents.push(int(extent)?);
        strides.push(match stride.mode().indices() {
            [] => steps,
            [axis] => {
                let axis = names.axes().get(*axis).ok_or("axes have names there, as `1@laneid`")?;
                on_axis(&steps, axis)
            }
            _ => return Err("an axis has no modes there"),
        });
    }
    Ok(format!("{word}[{}:{}]", entries(&extents, "()"), entries(&strides, "()")))
}

/// The numbers of an offset, one or one for each axis.
pub(super) fn offset_of(value: &Value) -> Option<Vec<Int>> {
    match value.as_int_tuple()? {
        HTuple::Leaf(int) => Some(vec![int]),
        HTuple::Tuple(items) => {
            let mut numbers = Vec::new();
            for item in items {
                let HTuple::Leaf(int) = item else { return None };
                numbers.push(int);
            }
            Some(numbers)
        }
    }
}
