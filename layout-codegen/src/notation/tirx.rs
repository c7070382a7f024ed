//! Layouts as TIRx's, and Axe's: elements, replicas and an offset on named axes.

use layout_algebra::{CollectVec, HTuple, Int, Layout, SortFew, Stride, replicas};

use super::strides::entries;
use crate::mode_names::ModeNames;
use crate::parse::tirx::MEMORY;

/// The layout with its offset, which has a number for each axis, or one. A mode of several leaves is several, since the last is
/// the fastest there.
pub(super) fn write(
    layout: &Layout,
    names: &ModeNames,
    offset: &[Int],
    int: &dyn Fn(&Int) -> Result<String, &'static str>,
) -> Result<String, &'static str> {
    let split = replicas::split_replicas(layout, &names.replicas());
    let split = split.or(Err("its replicas are modes of it"))?;
    let mut elements = Vec::new();
    for mode in split.elements.modes() {
        let leaves = mode.leaves().into_iter().rev();
        elements.extend(leaves.map(|(extent, stride)| (extent.clone(), stride.clone())));
    }
    let replicas = split.replicas.leaves().into_iter();
    let replicas = replicas.map(|(extent, stride)| (extent.clone(), stride.clone())).collect_vec();
    let mut text = bracketed('S', elements, names, int)?;
    if split.replicas.rank() > 0 {
        text += &format!(" + {}", bracketed('R', replicas, names, int)?);
    }
    let axis = |axis: usize| names.axes().get(axis).map_or(MEMORY, String::as_str);
    let offsets = offset.iter().enumerate().filter(|(_, steps)| **steps != Int::ZERO);
    let mut offsets: Vec<(&str, &Int)> = offsets.map(|(at, steps)| (axis(at), steps)).collect_vec();
    offsets.sort_few_by_key(|(axis, _)| *axis);
    for (axis, steps) in offsets {
        text += &format!(" + {}", on_axis(&int(steps)?, axis));
    }
    Ok(text)
}

fn on_axis(steps: &str, axis: &str) -> String {
    if axis == MEMORY { steps.to_owned() } else { format!("{steps}@{axis}") }
}

fn bracketed(
    word: char,
    leaves: Vec<(Int, Stride)>,
    names: &ModeNames,
    int: &dyn Fn(&Int) -> Result<String, &'static str>,
) -> Result<String, &'static str> {
    let (mut extents, mut strides) = (Vec::new(), Vec::new());
    for (extent, stride) in &leaves {
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
pub(super) fn offset_of(tuple: &HTuple<Int>) -> Option<Vec<Int>> {
    match tuple {
        HTuple::Leaf(int) => Some(vec![int.clone()]),
        HTuple::Tuple(items) => {
            let int = |item: &HTuple<Int>| match item {
                HTuple::Leaf(int) => Some(int.clone()),
                HTuple::Tuple(_) => None,
            };
            items.iter().map(int).collect_some()
        }
    }
}
