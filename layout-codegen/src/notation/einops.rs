//! Layouts as patterns of einops, of an array `x` in one dimension.

use layout_algebra::{CollectVec, HTuple, Layout, ModePath, SortFew};

use crate::mode_names::ModeNames;

/// An axis of the pattern: what it is called, its extent and its stride.
struct Axis {
    path: ModePath,
    name: String,
    extent: i128,
    stride: i128,
}

/// The layout; or what einops has no words for.
pub(super) fn write(layout: &Layout, names: &ModeNames) -> Result<String, &'static str> {
    let mut axes = axes(layout)?;
    call(&mut axes, names);
    // The slowest first, as in an array in C order.
    let mut sorted = axes.iter().filter(|axis| axis.stride != 0).collect_vec();
    sorted.sort_few_by_key(|axis| std::cmp::Reverse(axis.stride));
    let mut next = 1;
    for axis in sorted.iter().rev() {
        if axis.stride != next {
            return Err("it has all elements of an array in some order there, and none twice");
        }
        next *= axis.extent;
    }
    let left = sorted.iter().map(|axis| axis.name.as_str()).collect_vec();
    let left = if left.len() == 1 { left[0].to_owned() } else { format!("({})", left.join(" ")) };
    let right = match layout.shape() {
        HTuple::Leaf(_) => mode(&axes, &ModePath::root()),
        HTuple::Tuple(modes) => {
            let modes = (0..modes.len()).map(|i| mode(&axes, &ModePath::from([i])));
            modes.collect_vec().join(" ")
        }
    };
    let op = if sorted.len() < axes.len() { "repeat" } else { "rearrange" };
    let sizes = axes.iter().map(|axis| format!(", {}={}", axis.name, axis.extent));
    let sizes: String = sizes.collect();
    Ok(format!("einops.{op}(x, \"{left} -> {right}\"{sizes})"))
}

/// The leaves of more than one coordinate.
fn axes(layout: &Layout) -> Result<Vec<Axis>, &'static str> {
    let paths = layout.shape().leaf_paths();
    let mut axes = Vec::new();
    for ((path, _), (extent, stride)) in paths.into_iter().zip(layout.leaves()) {
        let stride = stride.as_int().ok_or("strides are integers there")?;
        let (Some(extent), Some(stride)) = (extent.known(), stride.known()) else {
            return Err("its numbers are known there");
        };
        if extent != 1 {
            axes.push(Axis { path, name: String::new(), extent, stride });
        }
    }
    Ok(axes)
}

/// Calls the axes as their modes, where those are names in Python, and by numbers otherwise.
fn call(axes: &mut [Axis], names: &ModeNames) {
    let mut called = Vec::new();
    for axis in axes.iter() {
        if let Some(name) = python_name(axis, names)
            && !called.contains(&name)
        {
            called.push(name);
        }
    }
    let are_apart = called.len() == axes.len();
    for (i, axis) in axes.iter_mut().enumerate() {
        axis.name = if are_apart { std::mem::take(&mut called[i]) } else { format!("a{i}") };
    }
}

/// The name of the mode of an axis, if it is a name in Python.
fn python_name(axis: &Axis, names: &ModeNames) -> Option<String> {
    let name = names.of(axis.path.indices())?.replace('.', "_");
    let is_edge = name.starts_with('_') || name.ends_with('_');
    (name.is_ascii() && !is_edge).then_some(name)
}

/// A mode of the result: an axis, or a group, the last of which is the fastest.
fn mode(axes: &[Axis], path: &ModePath) -> String {
    let within = axes.iter().rev().filter(|axis| axis.path.indices().starts_with(path.indices()));
    let within = within.map(|axis| axis.name.as_str()).collect_vec();
    match within.as_slice() {
        [] => "1".to_owned(),
        [one] => (*one).to_owned(),
        all => format!("({})", all.join(" ")),
    }
}
