//! Axes: what a layout over a basis does along each element of it, as layouts of integers.
//!
//! No stride steps along a part of what another steps along. So each leaf of the values of a layout is
//! the value of the leaves that step along it, which are a layout of integers, and what is defined for
//! integers is defined along each.

use alloc::vec::Vec;

use crate::ops::{coprofile, flat_layout};
use crate::{Error, ErrorKind, HTuple, Int, IntTuple, Layout, ModePath, Stride, Terms};

/// The basis elements that a layout steps along, as they stand in a coordinate; none for integers.
pub(crate) fn axes<D: Terms>(layout: &Layout<D>) -> Vec<ModePath> {
    let mut axes = layout.axes();
    axes.retain(|axis| !axis.is_root());
    axes
}

/// The leaves of a layout that step along an axis that it has, as a layout of integers: one leaf, or the tuple of
/// several.
pub(crate) fn along<D: Terms>(layout: &Layout<D>, axis: &ModePath) -> Result<Layout, Error> {
    let mut here = Vec::new();
    for (extent, stride) in layout.leaves() {
        let step = stride.along(axis);
        if step != Int::ZERO {
            here.push((extent.clone(), step));
        }
    }
    let flat = flat_layout(here)?;
    Ok(if flat.rank() == 1 { flat.modes().swap_remove(0) } else { flat })
}

/// A layout of integers with its steps along an axis.
pub(crate) fn on_axis(layout: &Layout, axis: &ModePath) -> Result<Layout, Error> {
    map_leaves(layout, &mut |extent, stride| {
        Layout::leaf(extent.clone(), Stride::basis(stride.scale().clone(), axis.clone()))
    })
}

/// The layout for a leaf `(extent, stride)`.
type LeafMap<'a, D> = dyn FnMut(&Int, &Stride) -> Result<Layout<D>, Error> + 'a;

/// The layout with a layout in the place of each leaf.
pub(crate) fn map_leaves<D: Terms>(
    layout: &Layout,
    f: &mut LeafMap<'_, D>,
) -> Result<Layout<D>, Error> {
    match (layout.shape(), layout.stride()) {
        (HTuple::Leaf(extent), HTuple::Leaf(stride)) => f(extent, stride),
        _ => {
            let mut modes = Vec::new();
            for mode in layout.modes() {
                modes.push(map_leaves(&mode, f)?);
            }
            Layout::from_modes(&modes)
        }
    }
}

/// Puts the results for the leaves along each axis back into the places of these leaves. Leaves
/// that do not step along an axis stay.
pub(crate) fn in_place<D: Terms>(
    layout: &Layout,
    parts: Vec<(ModePath, Layout<D>)>,
) -> Result<Layout<D>, Error> {
    let mut left: Vec<(ModePath, alloc::vec::IntoIter<Layout<D>>)> = Vec::new();
    for (axis, part) in parts {
        // One leaf became the whole part, and of several each has become a mode.
        let strides = layout.stride().leaves().into_iter();
        let is_one = strides.filter(|stride| *stride.mode() == axis).count() == 1;
        let modes = if is_one { alloc::vec![part] } else { part.modes() };
        left.push((axis, modes.into_iter()));
    }
    map_leaves(layout, &mut |extent, stride| {
        for (axis, modes) in &mut left {
            if axis == stride.mode()
                && let Some(part) = modes.next()
            {
                return Ok(part);
            }
        }
        Layout::of(HTuple::Leaf(extent.clone()), HTuple::Leaf(stride.clone().into()))
    })
}

/// A layout for each leaf of the values of a layout, nested like these; for integers, one layout.
///
/// # Errors
///
/// The errors of `part`; [`ErrorKind::MixedStrides`] where a leaf of extent 1 nests the values
/// deeper than another steps.
pub(crate) fn by_axis(
    layout: &Layout,
    part: &mut dyn FnMut(&ModePath) -> Result<Layout, Error>,
) -> Result<Layout, Error> {
    fn nested(
        profile: &IntTuple,
        axis: &ModePath,
        part: &mut dyn FnMut(&ModePath) -> Result<Layout, Error>,
    ) -> Result<Layout, Error> {
        let HTuple::Tuple(modes) = profile else { return part(axis) };
        let mut layouts = Vec::new();
        for (i, mode) in modes.iter().enumerate() {
            layouts.push(nested(mode, &axis.child(i), part)?);
        }
        Layout::from_modes(&layouts)
    }
    let profile = coprofile(layout)?;
    let places = profile.leaf_paths();
    for axis in axes(layout) {
        if !places.iter().any(|(at, _)| *at == axis) {
            let second = alloc::format!("{}", Stride::basis(Int::ONE, axis.child(0)));
            let first = alloc::format!("{}", Stride::basis(Int::ONE, axis));
            return Err(Error::new("make_layout", ErrorKind::MixedStrides { first, second }));
        }
    }
    nested(&profile, &ModePath::root(), part)
}
