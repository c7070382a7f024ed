//! The integers in layouts and tuples of the algebra.

use layout_algebra::{HTuple, Int, IntTuple, Layout, ModePath, StrideTuple};

use super::text;

/// The number of points up to which a law visits all of them.
pub const EXHAUSTIVE: i128 = 4096;

/// `i ↦ Σ digitₖ(i)·dₖ`, the digits colexicographic, the last one not wrapped. Those of
/// `−i` are those of `i`, negated.
///
/// Arithmetic wraps: an equation that holds for the integers also holds modulo
/// 2^128, and a layout that exists has all the offsets of its domain in range.
pub(super) struct Steps {
    pub(super) leaves: Vec<(i128, i128)>,
}

impl Steps {
    /// The steps along one basis element; the root for integer strides.
    pub(super) fn of(layout: &Layout, component: &ModePath) -> Result<Self, String> {
        let mut leaves = Vec::new();
        for (extent, stride) in layout.leaves() {
            let here = stride.mode() == component;
            leaves.push((value(extent)?, if here { value(stride.scale())? } else { 0 }));
        }
        Ok(Steps { leaves })
    }

    pub(super) fn at(&self, index: i128) -> i128 {
        let Some((&(_, last), before)) = self.leaves.split_last() else { return 0 };
        let (mut rest, mut sum) = (index, 0i128);
        for &(extent, stride) in before {
            sum = sum.wrapping_add((rest % extent).wrapping_mul(stride));
            rest /= extent;
        }
        sum.wrapping_add(rest.wrapping_mul(last))
    }
}

/// The basis elements that the strides of some layouts step along; the root,
/// which is the integers, where there are none.
pub(super) fn components(layouts: &[&Layout]) -> Vec<ModePath> {
    let mut components: Vec<ModePath> = Vec::new();
    for layout in layouts {
        for (_, stride) in layout.leaves() {
            if *stride.scale() != Int::ZERO && !components.contains(stride.mode()) {
                components.push(stride.mode().clone());
            }
        }
    }
    if components.is_empty() {
        components.push(ModePath::root());
    }
    components
}

/// A component of the value at a nested coordinate.
pub(super) fn value_at(
    coordinate: &IntTuple,
    layout: &Layout,
    component: &ModePath,
) -> Result<i128, String> {
    let mut sum = 0;
    add_value(coordinate, layout.shape(), layout.stride(), component, &mut sum)?;
    Ok(sum)
}

fn add_value(
    coordinate: &IntTuple,
    shape: &IntTuple,
    stride: &StrideTuple,
    component: &ModePath,
    sum: &mut i128,
) -> super::Law {
    match (coordinate, shape, stride) {
        (HTuple::Leaf(index), ..) => {
            let (mut rest, mut left) = (value(index)?, shape.leaf_count());
            add_digits(&mut rest, &mut left, (shape, stride), component, sum)
        }
        (HTuple::Tuple(cs), HTuple::Tuple(shapes), HTuple::Tuple(strides))
            if cs.len() == shapes.len() =>
        {
            let mut modes = cs.iter().zip(shapes).zip(strides);
            modes.try_for_each(|((c, s), d)| add_value(c, s, d, component, sum))
        }
        _ => Err(format!("{coordinate} is no coordinate of {shape}:{stride}")),
    }
}

/// The digits of an index over the leaves, the last of those left not wrapped.
fn add_digits(
    rest: &mut i128,
    left: &mut usize,
    (shape, stride): (&IntTuple, &StrideTuple),
    component: &ModePath,
    sum: &mut i128,
) -> super::Law {
    match (shape, stride) {
        (HTuple::Leaf(extent), HTuple::Leaf(stride)) => {
            let extent = value(extent)?;
            *left -= 1;
            let digit = if *left == 0 { *rest } else { *rest % extent };
            *rest /= extent;
            if stride.mode() == component {
                *sum = sum.wrapping_add(digit.wrapping_mul(value(stride.scale())?));
            }
            Ok(())
        }
        _ => {
            let mut modes = shape.modes().iter().zip(stride.modes());
            modes.try_for_each(|mode| add_digits(rest, left, mode, component, sum))
        }
    }
}

/// The values on `[0, size)`, in the order of the points.
pub(super) fn values(layout: &Layout, components: &[ModePath]) -> Result<Vec<Vec<i128>>, String> {
    let size = size_of(layout.shape())?;
    super::ensure!(size <= EXHAUSTIVE, "{layout} is too large for a list of its values");
    let functions: Result<Vec<Steps>, String> =
        components.iter().map(|component| Steps::of(layout, component)).collect();
    let functions = functions?;
    Ok((0..size).map(|i| functions.iter().map(|f| f.at(i)).collect()).collect())
}

/// The offsets of a layout of integer strides on `[0, size)`, ascending.
pub(super) fn sorted_offsets(layout: &Layout) -> Result<Vec<i128>, String> {
    let function = Steps::of(layout, &ModePath::root())?;
    let mut offsets: Vec<i128> = (0..size_of(layout.shape())?).map(|i| function.at(i)).collect();
    offsets.sort_unstable();
    Ok(offsets)
}

/// True if a list has no element twice.
pub(super) fn all_different<T: Ord>(mut list: Vec<T>) -> bool {
    list.sort_unstable();
    list.windows(2).all(|pair| pair[0] != pair[1])
}

/// The 1-D coordinates at which a law visits a shape.
pub(super) fn points(shape: &IntTuple) -> Result<Vec<i128>, String> {
    Ok(points_of(&extents(shape)?))
}

/// The 1-D coordinates at which a law visits a shape of these extents.
pub(crate) fn points_of(extents: &[i128]) -> Vec<i128> {
    let size = extents.iter().product();
    if size <= EXHAUSTIVE {
        return (0..size).collect();
    }
    let mut points = vec![0, 1, size - 1];
    let mut carry = 1i128;
    for extent in extents {
        carry *= extent;
        points.extend([carry - 1, carry, carry + 1, 2 * carry - 1, size - carry, size - carry - 1]);
    }
    let mut state = 1u64;
    let mut draw = || {
        state =
            state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        i128::from(state >> 1)
    };
    for _ in 0..64 {
        points.push((draw() << 62 | draw()).rem_euclid(size));
    }
    points.retain(|point| (0..size).contains(point));
    points
}

/// The digits of a 1-D coordinate over extents, the last one not wrapped.
pub(super) fn digits(mut index: i128, extents: &[i128]) -> Vec<i128> {
    let mut digits = Vec::with_capacity(extents.len());
    for (k, &extent) in extents.iter().enumerate() {
        let last = k + 1 == extents.len();
        digits.push(if last { index } else { index % extent });
        index /= extent;
    }
    digits
}

/// The extents of the leaves.
pub(super) fn extents(shape: &IntTuple) -> Result<Vec<i128>, String> {
    shape.leaves().into_iter().map(value).collect()
}

/// The number of points of a shape.
pub(super) fn size_of(shape: &IntTuple) -> Result<i128, String> {
    shape.leaves().into_iter().try_fold(1i128, |size, extent| {
        size.checked_mul(value(extent)?).ok_or_else(|| text("the size of a shape overflows"))
    })
}

/// The value of an integer, which a law must know.
pub(super) fn value(int: &Int) -> Result<i128, String> {
    int.known().ok_or_else(|| format!("the value of {int} is not known"))
}
