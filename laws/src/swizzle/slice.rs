//! The laws of parts of a composed layout.

use layout_algebra::{
    ComposedLayout, Coordinate, Crd, Function, HTuple, Int, IntTuple, Layout, ModePath,
};

use super::values::{after, composed_at, layout_at, value_of};
use crate::function::{digits, points, size_of, value, value_at};
use crate::{Law, ensure, text};

/// `L(c with x for _) = offset + slice(x)` for every `x`.
pub fn slice_and_offset_composed(
    coordinate: &Coordinate,
    layout: &ComposedLayout,
    (result, offset): (&Function, i128),
) -> Law {
    for (x, expected) in open_values(coordinate, layout)? {
        let found = value_of(result, x)?.wrapping_add(offset);
        ensure!(found == expected, "at {x} it is {expected}, {offset} + {result} is {found}");
    }
    Ok(())
}

/// [`slice_and_offset_composed`], for some offset.
pub fn slice_composed(coordinate: &Coordinate, layout: &ComposedLayout, result: &Function) -> Law {
    let values = open_values(coordinate, layout)?;
    let first = values.first().map_or(0, |(_, value)| *value);
    let offset = first.wrapping_sub(value_of(result, 0)?);
    for (x, expected) in values {
        let expected = expected.wrapping_sub(first);
        let found = value_of(result, x)?.wrapping_add(offset).wrapping_sub(first);
        ensure!(found == expected, "from 0 to {x} it adds {expected}, {result} adds {found}");
    }
    Ok(())
}

/// The values at the coordinates that the open modes allow, by their 1-D
/// coordinate.
fn open_values(
    coordinate: &Coordinate,
    layout: &ComposedLayout,
) -> Result<Vec<(i128, i128)>, String> {
    let domain = layout.domain().map_err(text)?;
    let mut shapes = Vec::new();
    for (path, crd) in coordinate.leaf_paths() {
        let mode = domain.shape().get(path.indices());
        if *crd == Crd::All {
            shapes.push(mode.ok_or_else(|| format!("{coordinate} has no mode {path}"))?.clone());
        }
    }
    let sizes: Result<Vec<i128>, String> = shapes.iter().map(size_of).collect();
    let sizes = sizes?;
    let mut values = Vec::new();
    for x in points(&HTuple::Tuple(shapes))? {
        let mut xs = digits(x, &sizes).into_iter();
        let at = coordinate.map(&mut |crd| match crd {
            Crd::At(position) => position.clone(),
            Crd::All => Int::new(xs.next().unwrap_or(0)),
        });
        values.push((x, after(layout, value_at(&at, domain, &ModePath::root())?)?));
    }
    Ok(values)
}

/// `R(x) = A(O + L(c) + L(x))` for the layout `A o O o L` at the coordinate of 1-D
/// number `c`.
pub fn domain_offset(layout: &ComposedLayout, c: i128, result: &ComposedLayout) -> Law {
    let domain = layout.domain().map_err(text)?;
    let origin = layout_at(domain, c)?;
    for x in points(domain.shape())? {
        let expected = after(layout, origin.wrapping_add(layout_at(domain, x)?))?;
        let found = composed_at(result, x)?;
        ensure!(found == expected, "at {x} it is {expected}, {result} is {found}");
    }
    Ok(())
}

/// `A(O + o + P(x)) = offset + R(x)`, where `P` is a part of the domain and `o` where it
/// begins.
pub fn part(
    layout: &ComposedLayout,
    (plain, begin): (&Layout, &IntTuple),
    (result, offset): (&Function, &Int),
) -> Law {
    let HTuple::Leaf(begin) = begin else { return Err(text("a coordinate for an offset")) };
    for x in points(plain.shape())? {
        let expected = after(layout, layout_at(plain, x)?.wrapping_add(value(begin)?))?;
        let found = value_of(result, x)?.wrapping_add(value(offset)?);
        ensure!(found == expected, "at {x} it is {expected}, {offset} + {result} is {found}");
    }
    Ok(())
}
