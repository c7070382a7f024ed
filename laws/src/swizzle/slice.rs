//! The laws of parts of a composed layout.

use layout_algebra::{
    ComposedLayout, Coordinate, Crd, Error, Function, HTuple, Int, IntTuple, Layout, ModePath,
    Tiler, ops,
};

use super::values::{after, composed_at, layout_at, value_of};
use crate::check::{Answer, Check, Operands, Over, Verdict, always, check, require, verdict};
use crate::function::{digits, points, size_of, value, value_at};
use crate::operands::{composed_of, coordinate, count_of, extents_of, leaf, places, refused};
use crate::{Law, ensure, text};
use layout_algebra::ops::swizzled;

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

pub(crate) const CHECKS: &[Check] = &[
    check(Over::Swizzle, &["swizzled::domain_offset"], |x| {
        let layout = composed_of(x)?;
        if x.layout.shape().leaf_count() == 0 {
            return Ok(Answer::Refused);
        }
        let last = count_of(x.layout.shape()) - 1;
        for c in [1, last + 3] {
            let flat = leaf(c);
            let nested = ops::idx2crd(&flat, x.layout.shape()).map_err(text)?;
            for crd in [flat, nested] {
                let moved = swizzled::domain_offset(&crd, &layout);
                always(moved, |r| domain_offset(&layout, c, r))?;
            }
        }
        Ok(Answer::Found)
    }),
    check(Over::Swizzle, &["local_tile", "outer_partition"], |x| {
        let layout = composed_of(x)?;
        for tiler in tilers(x)? {
            let Ok(divided) = ops::zipped_divide(x.layout, &tiler) else {
                let at = coordinate(&[None], x.layout);
                let none = ops::local_tile(&layout, &tiler, &at).is_err();
                require(none, || format!("{layout} has tiles of {tiler}"))?;
                continue;
            };
            let modes = divided.layout.modes();
            let [tile, rest] = modes.as_slice() else { continue };
            let at = coordinate(&places(rest), rest);
            let plain = ops::local_tile(x.layout, &tiler, &at);
            same_part(&layout, plain, ops::local_tile(&layout, &tiler, &at))?;
            let at = coordinate(&places(tile), tile);
            let plain = ops::outer_partition(x.layout, &tiler, &at);
            same_part(&layout, plain, ops::outer_partition(&layout, &tiler, &at))?;
        }
        Ok(Answer::Found)
    }),
    check(Over::Swizzle, &["local_partition"], |x| {
        let layout = composed_of(x)?;
        let threads = [
            crate::operands::layout(&leaf(2), &[1]),
            crate::operands::flat_layout(&[(2, 2), (2, 1)]),
        ];
        for threads in threads.iter().chain([x.other]) {
            for index in [0, 3].map(Int::new) {
                let plain = ops::local_partition(x.layout, threads, &index);
                same_part(&layout, plain, ops::local_partition(&layout, threads, &index))?;
            }
        }
        Ok(Answer::Found)
    }),
    check(Over::Swizzle, &["swizzled::slice", "swizzled::slice_and_offset"], |x| {
        let layout = composed_of(x)?;
        let shape = x.layout.shape();
        let mut coordinates: Vec<Coordinate> = vec![HTuple::Leaf(Crd::All)];
        for open in 0..if shape.is_tuple() { shape.rank() } else { 0 } {
            let modes = shape.modes().iter().enumerate().map(|(k, mode)| {
                let at = Crd::At(Int::new(count_of(mode) - 1));
                HTuple::Leaf(if k == open { Crd::All } else { at })
            });
            coordinates.push(HTuple::Tuple(modes.collect()));
        }
        for crd in coordinates {
            let slice = swizzled::slice(&crd, &layout);
            verdict(slice, |r| slice_composed(&crd, &layout, r), refused)?;
            let both = swizzled::slice_and_offset(&crd, &layout);
            let law = |(r, offset): &(Function, Int)| {
                let offset = offset.known().ok_or("an offset is known")?;
                slice_and_offset_composed(&crd, &layout, (r, offset))
            };
            verdict(both, law, refused)?;
        }
        Ok(Answer::Found)
    }),
];

/// Halves of the modes that have some, and a run.
fn tilers(x: &Operands) -> Result<Vec<Tiler>, String> {
    let modes = x.layout.shape().modes().iter().map(count_of);
    let halves: Vec<i128> = modes.map(|size| if size % 2 == 0 { size / 2 } else { size }).collect();
    let mut tilers = vec![Tiler::Size(Int::new(2))];
    if !extents_of(x.layout.shape()).is_empty() {
        tilers.push(Tiler::from_shape(&crate::operands::tuple(&halves)).map_err(text)?);
    }
    Ok(tilers)
}

/// A part exists where that of the domain does, and has its values.
fn same_part(
    layout: &ComposedLayout,
    plain: Result<ops::Outcome<ops::Part>, Error>,
    part: Result<ops::Outcome<swizzled::Part>, Error>,
) -> Verdict {
    let plain = match plain {
        Ok(plain) => plain,
        Err(error) => {
            require(part.is_err(), || format!("{layout} has a part: {error}"))?;
            return Ok(Answer::Refused);
        }
    };
    always(part, |r| {
        let same = r.objection.is_some() == plain.objection.is_some();
        require(same, || format!("{:?} for {:?}", r.objection, plain.objection))?;
        self::part(layout, (&plain.layout.0, &plain.layout.1), (&r.layout.0, &r.layout.1))
    })
}
