//! The laws of what acts on the coordinates of a layout whose strides have several terms: divides, slices, parts, other
//! shapes, products.

use std::collections::BTreeSet;

use layout_algebra::{
    Coordinate, Crd, Error, ErrorKind, HTuple, Int, IntTuple, Layout, ModePath, Nested, Stride,
    Terms, Tiler, VectorLayout, ops,
};
use ops::{Outcome, vectors};

use super::{Table, axes, composed_table, is_layout, leaves_operand, table, with_terms};
use crate::check::{
    Answer, Check, Over, Verdict, always, check, exactly, require, together, verdict,
};
use crate::divide::packings;
use crate::function::{EXHAUSTIVE, size_of, value};
use crate::{Law, ensure, text};

/// The tile and what goes from tile to tile: `(B, B*)`, with the complement of `B` in the shape of the coalesced layout.
fn tiles_of(layout: &VectorLayout, tile: &Layout) -> Result<Layout, Error> {
    let rest = ops::complement(tile, ops::coalesce(layout)?.shape())?.layout;
    Layout::from_modes(&[tile.clone(), rest])
}

/// `R(t, r) = A(B(t) + B*(r))`; where the tiles cover more, each value of `A` is one of `R`.
fn divided(layout: &VectorLayout, tiler: &Tiler, r: &VectorLayout, objects: bool) -> Law {
    let Some(tile) = tiler.as_layout() else {
        let Tiler::Modes(tilers) = tiler else {
            return require(r == layout, || format!("{layout} by {tiler} is {r}"));
        };
        ensure!(r.rank() == layout.rank(), "{layout} by {tiler} is {r}");
        for (i, (mode, result)) in layout.modes().iter().zip(&r.modes()).enumerate() {
            match tilers.get(i) {
                Some(tiler) => divided(mode, tiler, result, objects)?,
                None => ensure!(mode == result, "mode {i} of {layout} became {result}"),
            }
        }
        return Ok(());
    };
    let tile = tile.map_err(text)?;
    let (modes, axes) = (r.modes(), layout.axes());
    ensure!(modes.len() == 2, "{layout} by {tile} is {r}");
    let refines = ops::compatible(tile.shape(), modes[0].shape()).map_err(text)?;
    ensure!(refines, "the shape of {} does not refine that of {tile}", modes[0]);
    if size_of(r.shape())? > EXHAUSTIVE {
        return Ok(());
    }
    let found = table(r, &axes)?;
    let tiles: VectorLayout = tiles_of(layout, &tile).map_err(text)?.into();
    if !leaves_operand(layout, &tiles)? {
        let expected = composed_table(layout, &tiles, &axes)?;
        return require(found == expected, || format!("{layout} by {tile} is {r}"));
    }
    ensure!(objects, "{layout} by {tile} covers more without objection");
    let covered: BTreeSet<_> = found.into_iter().collect();
    let all = table(layout, &axes)?.iter().all(|value| covered.contains(value));
    require(all, || format!("{layout} by {tile} leaves values out: {r}"))
}

/// `logical_divide` of a layout whose strides may have several terms: mode 0 is the tile `A∘B`, and
/// `R(t, r) = A(B(t) + B*(r))`, with the complement of `B` in the shape of the coalesced `A`.
pub fn divide_of_terms(
    layout: &VectorLayout,
    tiler: &Tiler,
    outcome: &Outcome<VectorLayout>,
) -> Law {
    divided(layout, tiler, &outcome.layout, outcome.objection.is_some())
}

/// A divide may refuse only where there is no complement, where the tiles leave a position out, or where no layout has the
/// values of `A∘(B, B*)`.
fn not_divided(layout: &VectorLayout, tiler: &Tiler, error: &Error) -> Law {
    let Some(tile) = tiler.as_layout() else { return Ok(()) };
    let tile = tile.map_err(text)?;
    let Ok(tiles) = tiles_of(layout, &tile) else { return Ok(()) };
    let why = || format!("{layout} by {tiler}: {error}");
    let positions = table(&(&tiles).into(), &[ModePath::root()])?;
    let size = size_of(layout.shape())?;
    match error.kind() {
        ErrorKind::Uncovered { position, .. } => {
            let missing = vec![value(position)?];
            require(!positions.contains(&missing), why)
        }
        // In the larger layout there is none, or it is not known which one that is.
        _ if positions.iter().any(|position| position[0] >= size) => Ok(()),
        _ => {
            let axes = layout.axes();
            let table = composed_table(layout, &(&tiles).into(), &axes)?;
            require(!is_layout(tiles.shape(), &table)?, why)
        }
    }
}

fn divides(layout: &VectorLayout, tiler: &Tiler) -> Verdict {
    verdict(
        ops::logical_divide(layout, tiler),
        |r| {
            divided(layout, tiler, &r.layout, r.objection.is_some())?;
            let packed = [
                ops::zipped_divide(layout, tiler),
                ops::tiled_divide(layout, tiler),
                ops::flat_divide(layout, tiler),
            ];
            packings(&r.layout, tiler, packed.map(|r| r.map(|r| r.layout)))
        },
        |error| not_divided(layout, tiler, error),
    )
}

/// What a part of a divided layout is: `offset + R(x)`, where `x` takes the modes that are open.
fn part_of(divided: &VectorLayout, at: &Coordinate, part: &(VectorLayout, IntTuple)) -> Law {
    let axes = divided.axes();
    let offset = super::of_tuple(&part.1, &axes)?;
    let whole = table(divided, &axes)?;
    // Each leaf of the coordinate with the number of coordinates before it.
    let (mut before, mut fixed, mut open) = (1, 0, Vec::new());
    for (path, crd) in at.leaf_paths() {
        let extent = size_of(divided.shape().get(path.indices()).ok_or("no such mode")?)?;
        match crd {
            Crd::At(position) => fixed += before * value(position)?,
            Crd::All => open.push((extent, before)),
        }
        before *= extent;
    }
    for (x, found) in table(&part.0, &axes)?.into_iter().enumerate() {
        let (mut rest, mut index) = (x as i128, fixed);
        for (extent, before) in &open {
            index += rest % extent * before;
            rest /= extent;
        }
        let expected = &whole[index as usize];
        let sum = found.iter().zip(&offset).map(|(a, b)| a + b);
        ensure!(sum.eq(expected.iter().copied()), "{} of {divided} at {at}", part.0);
    }
    Ok(())
}

/// Each choice of modes that are open, the others at their last position.
fn coordinates(layout: &VectorLayout) -> Result<Vec<Coordinate>, String> {
    let ends: Vec<i128> =
        layout.modes().iter().map(|mode| size_of(mode.shape())).collect::<Result<_, _>>()?;
    let choices = 0..1usize << ends.len().min(6);
    let at = |choice: usize| {
        let crd = |(i, end): (usize, &i128)| match choice >> i & 1 {
            0 => HTuple::Leaf(Crd::All),
            _ => HTuple::Leaf(Crd::At(Int::new(end - 1))),
        };
        HTuple::Tuple(ends.iter().enumerate().map(crd).collect())
    };
    Ok(choices.map(at).collect())
}

fn slices(layout: &VectorLayout) -> Verdict {
    if !layout.is_tuple() || layout.rank() > 6 {
        return Ok(Answer::Undecided);
    }
    for at in coordinates(layout)? {
        let part = ops::slice_and_offset(&at, layout).map_err(text)?;
        ensure!(ops::slice(&at, layout).map_err(text)? == part.0, "slice of {layout} at {at}");
        part_of(layout, &at, &part)?;
        let others = at.map(&mut |crd| match crd {
            Crd::All => Crd::At(Int::ZERO),
            Crd::At(_) => Crd::All,
        });
        let diced = ops::dice(&at, layout).map_err(text)?;
        ensure!(diced == ops::slice(&others, layout).map_err(text)?, "dice of {layout} at {at}");
        let natural = at.map(&mut |crd| match crd {
            Crd::All => Int::ZERO,
            Crd::At(position) => position.clone(),
        });
        let moved = ops::domain_offset(&natural, layout).map_err(text)?;
        ensure!(moved == (layout.clone(), part.1), "domain_offset of {layout} at {at}");
    }
    Ok(Answer::Found)
}

/// The last tile, and the last position in every tile.
fn parts(layout: &VectorLayout, tiler: &Tiler) -> Verdict {
    let Ok(Outcome { layout: divided, objection: None }) = ops::zipped_divide(layout, tiler) else {
        return Ok(Answer::Refused);
    };
    let modes = divided.modes();
    let [tile, rest] = modes.as_slice() else { return Err(format!("{divided} is not zipped")) };
    let whole = |mode: &VectorLayout| match mode.shape() {
        HTuple::Tuple(modes) => {
            HTuple::Tuple(modes.iter().map(|_| HTuple::Leaf(Crd::All)).collect())
        }
        HTuple::Leaf(_) => HTuple::Leaf(Crd::All),
    };
    let last = |mode: &VectorLayout| -> Result<Coordinate, String> {
        let end = |shape: &IntTuple| {
            Ok::<_, String>(HTuple::Leaf(Crd::At(Int::new(size_of(shape)? - 1))))
        };
        match mode.shape() {
            HTuple::Tuple(modes) => {
                Ok(HTuple::Tuple(modes.iter().map(end).collect::<Result<_, _>>()?))
            }
            leaf => end(leaf),
        }
    };
    let (in_tile, in_rest) = (last(tile)?, last(rest)?);
    let local = ops::local_tile(layout, tiler, &in_rest);
    let outer = ops::outer_partition(layout, tiler, &in_tile);
    together([
        always(local, |r| {
            part_of(&divided, &HTuple::Tuple(vec![whole(tile), in_rest.clone()]), &r.layout)
        }),
        always(outer, |r| {
            part_of(&divided, &HTuple::Tuple(vec![in_tile.clone(), whole(rest)]), &r.layout)
        }),
        threads(layout, tiler),
    ])
}

/// A thread has what `outer_partition` gives to its coordinate.
fn threads(layout: &VectorLayout, tiler: &Tiler) -> Verdict {
    let Tiler::Modes(tilers) = tiler else { return Ok(Answer::Found) };
    let sizes: Option<Vec<HTuple<Int>>> = tilers
        .iter()
        .map(|tiler| match tiler {
            Tiler::Size(size) => Some(HTuple::Leaf(size.clone())),
            _ => None,
        })
        .collect();
    let Some(sizes) = sizes else { return Ok(Answer::Found) };
    let threads = ops::col_major(&HTuple::Tuple(sizes)).map_err(text)?;
    let index = Int::new(size_of(threads.shape())? - 1);
    let at = ops::idx2crd(&index.clone().into(), threads.shape()).map_err(text)?;
    let at = at.map(&mut |position| Crd::At(position.clone()));
    let same = ops::outer_partition(layout, tiler, &at);
    exactly(same.is_ok(), ops::local_partition(layout, &threads, &index), |r| {
        let same = same.as_ref().map(|same| &same.layout);
        require(same == Ok(&r.layout), || format!("thread {index} of {layout} by {tiler}"))
    })
}

fn reshaped(layout: &VectorLayout, shape: &IntTuple) -> Verdict {
    let inner = ops::col_major(shape).map_err(text)?;
    let same = vectors::composition(layout, &inner.into());
    let answer = ops::with_shape(layout, shape);
    exactly(same.is_ok(), answer, |r| {
        let same = same.as_ref().map(|same| &same.layout);
        require(same == Ok(&r.layout), || format!("{layout} in the shape {shape}"))
    })
}

/// Both in one shape, with their values.
fn alike(a: &VectorLayout, b: &VectorLayout) -> Verdict {
    let shape = ops::common_refinement(a.shape(), b.shape());
    exactly(shape.is_ok(), ops::expand_modes_alike(a, b), |(x, y)| {
        ensure!(shape.as_ref() == Ok(x.shape()) && x.shape() == y.shape(), "{x} and {y}");
        super::same_table(a, x)?;
        super::same_table(b, y)
    })
}

/// Mode 0 is the block; along each axis its places are those of the block along that axis, and no two blocks meet where no
/// two of the order do.
fn product(block: &VectorLayout, order: &Layout, r: &VectorLayout) -> Law {
    let modes = r.modes();
    ensure!(modes.len() == 2 && modes[0] == *block, "{block} by {order} is {r}");
    let places: VectorLayout = modes[1].clone();
    for axis in order.axes().iter().filter(|axis| !axis.is_root()) {
        let leaves = block.leaves().into_iter();
        let moving: Vec<Layout> = leaves
            .filter(|(_, stride)| stride.along(axis) != Int::ZERO)
            .map(|(extent, stride)| Layout::leaf(extent.clone(), stride.along(axis)))
            .collect::<Result<_, _>>()
            .map_err(text)?;
        let own = Layout::from_modes(&moving).map_err(text)?;
        let order = order.along(axis).map_err(text)?;
        let expected = ops::logical_product(&own, &Tiler::Layout(order)).map_err(text)?;
        let root = [ModePath::root()];
        let expected = expected.modes().pop().ok_or("a product has two modes")?;
        let (x, y) =
            (table(&places, std::slice::from_ref(axis))?, table(&(&expected).into(), &root)?);
        ensure!(x == y, "{places} along {axis} is not {expected}");
    }
    let different = |layout: &VectorLayout| -> Result<bool, String> {
        let values: Table = table(layout, &layout.axes())?;
        Ok(values.iter().collect::<BTreeSet<_>>().len() == values.len())
    };
    let forwards =
        order.leaves().iter().all(|(_, stride)| Int::ZERO.at_most(stride.scale()).is_true());
    if forwards
        && different(&order.into())?
        && different(block)?
        && size_of(r.shape())? <= EXHAUSTIVE
    {
        ensure!(different(r)?, "blocks of {r} meet");
    }
    Ok(())
}

/// The layout of integers with its steps along the axes in turn.
fn over_axes(layout: &Layout) -> Result<Layout, String> {
    let axes = axes();
    let mut axis = axes.iter().cycle();
    let stride = layout.stride().map(&mut |stride: &Stride| {
        let axis = axis.next().cloned().unwrap_or_else(ModePath::root);
        Stride::basis(stride.scale().clone(), axis)
    });
    Layout::new(layout.shape().clone(), stride).map_err(text)
}

fn products(block: &VectorLayout, order: &Layout) -> Verdict {
    // Of a block of integers a basis are the modes of its complement.
    if block.axes().iter().all(ModePath::is_root) {
        return Ok(Answer::Refused);
    }
    let tiler = Tiler::Layout(order.clone());
    let product = ops::logical_product(block, &tiler);
    verdict(
        product,
        |r| {
            self::product(block, order, r)?;
            let packed = [
                ops::zipped_product(block, &tiler),
                ops::tiled_product(block, &tiler),
                ops::flat_product(block, &tiler),
            ];
            packings(r, &tiler, packed)?;
            let pairs = [ops::blocked_product(block, order), ops::raked_product(block, order)];
            for pair in pairs {
                let pair = pair.map_err(text)?;
                let axes = r.axes();
                let (mut x, mut y) = (table(&pair, &axes)?, table(r, &axes)?);
                x.sort_unstable();
                y.sort_unstable();
                ensure!(x == y, "{pair} has not the values of {r}");
            }
            Ok(())
        },
        // Along some axis there is none.
        |error| {
            let axes = order.axes();
            let along = |axis: &ModePath| {
                let own = block.along(axis).and_then(|own| ops::filter_zeros(&own));
                let own = own.and_then(|own| Ok((own, order.along(axis)?)));
                own.is_ok_and(|(own, order)| {
                    ops::logical_product(&own, &Tiler::Layout(order)).is_ok()
                })
            };
            require(!axes.iter().all(along), || format!("{block} by {order}: {error}"))
        },
    )
}

/// The leaves of a layout in another order, and without those that do not step.
fn leaves(layout: &VectorLayout) -> Verdict {
    let axes = layout.axes();
    let values = table(layout, &axes)?;
    let mut sorted = values.clone();
    sorted.sort_unstable();
    let all: BTreeSet<&Vec<i128>> = values.iter().collect();
    let has_all = |r: &VectorLayout| -> Law {
        let found = table(r, &axes)?;
        require(found.iter().collect::<BTreeSet<_>>() == all, || format!("{layout}: {r}"))
    };
    together([
        always(ops::sort(layout), |r| {
            let mut found = table(r, &axes)?;
            found.sort_unstable();
            require(found == sorted && r.depth() <= 1, || format!("{layout} sorted is {r}"))
        }),
        always(ops::filter_zeros(layout), has_all),
        always(ops::filter(layout), |r| {
            let still = r.leaves().iter().any(|(extent, stride)| {
                stride.is_zero() && (**extent != Int::ONE || r.leaves().len() > 1)
            });
            ensure!(!still, "{r} has leaves that do not step");
            has_all(r)
        }),
        always(ops::coalesce_z(layout), |r| {
            let (a, b) = (layout, r);
            super::same_table(a, b)?;
            // Past the size, too.
            let far = [HTuple::Leaf(Int::new(size_of(layout.shape())? + 3))];
            for at in &far {
                let (x, y) =
                    (ops::evaluate(at, a).map_err(text)?, ops::evaluate(at, b).map_err(text)?);
                ensure!(super::of_tuple(&x, &axes)? == super::of_tuple(&y, &axes)?, "{a} and {b}");
            }
            Ok(())
        }),
        always(ops::nullspace(layout), |r| {
            let places = table(&r.into(), &[ModePath::root()])?;
            let zero = |place: &Vec<i128>| values[place[0] as usize].iter().all(|x| *x == 0);
            let different = places.iter().collect::<BTreeSet<_>>().len() == places.len();
            require(different && places.iter().all(zero), || format!("{layout}: {r}"))
        }),
        always(Ok(ops::flatten(layout)), |r: &VectorLayout| super::same_table(layout, r)),
        always(ops::circular(layout, &Int::new(3 * size_of(layout.shape())?)), |r| {
            let found = table(&r.layout, &axes)?;
            let expected = (0..found.len()).map(|i| &values[i % values.len()]);
            require(found.iter().eq(expected), || format!("{layout} around: {}", r.layout))
        }),
    ])
}

pub(crate) const CHECKS: &[Check] = &[
    check(
        Over::Layout,
        &[
            "slice",
            "dice",
            "slice_and_offset",
            "domain_offset",
            "sort",
            "filter",
            "filter_zeros",
            "coalesce_z",
            "nullspace",
            "flatten",
            "circular",
        ],
        |x| {
            let layout = with_terms(x.layout, 0)?;
            if size_of(layout.shape())? > EXHAUSTIVE / 4 || layout.is_empty() {
                return Ok(Answer::Undecided);
            }
            together([leaves(&layout), slices(&layout)])
        },
    ),
    check(
        Over::Tiler,
        &[
            "logical_divide",
            "zipped_divide",
            "tiled_divide",
            "flat_divide",
            "local_tile",
            "outer_partition",
            "local_partition",
        ],
        |x| {
            let layout = with_terms(x.layout, 0)?;
            if size_of(layout.shape())? > EXHAUSTIVE / 4 || layout.is_empty() {
                return Ok(Answer::Undecided);
            }
            together([divides(&layout, x.tiler), parts(&layout, x.tiler)])
        },
    ),
    check(
        Over::Pair,
        &[
            "with_shape",
            "expand_modes_alike",
            "logical_product",
            "zipped_product",
            "tiled_product",
            "flat_product",
            "blocked_product",
            "raked_product",
        ],
        |x| {
            let (a, b) = (with_terms(x.layout, 0)?, with_terms(x.other, 1)?);
            let sizes = (size_of(a.shape())?, size_of(b.shape())?);
            if sizes.0 * sizes.1 > EXHAUSTIVE || a.is_empty() || b.is_empty() {
                return Ok(Answer::Undecided);
            }
            together([
                reshaped(&a, x.other.shape()),
                alike(&a, &b),
                products(&a, &over_axes(x.other)?),
            ])
        },
    ),
];
