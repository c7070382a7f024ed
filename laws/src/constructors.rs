//! The laws of the constructors.

use layout_algebra::ops::{ModeOrder, Outcome};
use layout_algebra::{ErrorKind, HTuple, Int, IntTuple, Layout, ModePath, Tiler, ops};

use super::complement::is_one_to_one;
use super::function::{
    EXHAUSTIVE, all_different, components, digits, extents, points, same_function, size_of, value,
    value_at,
};
use super::{Law, col_major, ensure, text};
use crate::check::{Check, Over, always, check, require, together, verdict};
use crate::operands::{count_of, leaf, place, tuple};

/// `L(c) = c`: along each leaf, the layout is the position there.
pub fn make_identity_layout(shape: &IntTuple, layout: &Layout) -> Law {
    ensure!(layout.shape() == shape, "{layout} does not have the shape {shape}");
    let extents = extents(shape)?;
    for (k, (path, _)) in shape.leaf_paths().into_iter().enumerate() {
        for i in points(shape)? {
            let natural = digits(i, &extents);
            let mut left = natural.iter();
            let crd = shape.map(&mut |_| Int::new(left.next().copied().unwrap_or(0)));
            let found = value_at(&crd, layout, &path)?;
            ensure!(found == natural[k], "{layout} at {crd} is {found} along {path}");
        }
    }
    Ok(())
}

/// How many strides of a layout come before each: those along an earlier element of the basis, and
/// smaller ones along the same.
fn order_of(layout: &Layout) -> Result<Vec<i128>, String> {
    let strides = layout.stride().leaves();
    let mut keys = Vec::new();
    for stride in &strides {
        keys.push((stride.mode(), value(stride.scale())?));
    }
    Ok(keys.iter().map(|key| keys.iter().filter(|other| *other < key).count() as i128).collect())
}

/// `R` has the shape of `L`, is 0 where `L` is broadcast, is otherwise a bijection
/// onto `[0, size)`, and orders its strides as `L`. The outcome objects exactly if two
/// leaves of extent above 1 have the same stride, not 0.
pub fn make_layout_like(layout: &Layout, outcome: &Outcome) -> Law {
    let result = &outcome.layout;
    ensure!(result.shape() == layout.shape(), "{layout} became {result}");
    let (mut wide, order) = (Vec::new(), order_of(layout)?);
    let leaves = layout.leaves().into_iter().zip(result.leaves()).zip(order);
    for (((extent, before), (_, after)), order) in leaves {
        let extent = value(extent)?;
        if extent == 1 || *before.scale() == Int::ZERO {
            ensure!(*after.scale() == Int::ZERO, "{result} is not broadcast as {layout}");
        } else {
            wide.push((extent, order, value(after.scale())?));
        }
    }
    ordered(&wide, outcome.objection.is_some(), &format!("{layout} became {result}"))
}

/// Mode 0 of `R` has the shape of mode 0 of `L` and counts its coordinates but for
/// those that are broadcast; the other modes have the extents of those of `L` and
/// repeat it in the order of their strides. A layout of one mode becomes
/// column-major. The outcome objects exactly if two leaves of the modes from 1 on, of
/// extent above 1, have the same stride.
pub fn make_fragment_like(layout: &Layout, outcome: &Outcome) -> Law {
    let result = &outcome.layout;
    if layout.rank() <= 1 {
        return col_major(layout.shape(), result);
    }
    let (from, to) = (layout.modes(), result.modes());
    let rest = Layout::from_modes(&from[1..]).map_err(text)?;
    // One mode more than mode 0 is in a tuple of its own.
    let shapes: Vec<&IntTuple> = match to.as_slice() {
        [_, rest] if from.len() == 2 => rest.shape().modes().iter().collect(),
        _ => to[1..].iter().map(Layout::shape).collect(),
    };
    let same = shapes.iter().copied().eq(rest.shape().modes());
    ensure!(same && to[0].shape() == from[0].shape(), "{layout} became {result}");
    let (mut kept, mut next) = (Vec::new(), 1);
    for ((extent, before), (_, after)) in from[0].leaves().into_iter().zip(to[0].leaves()) {
        let broadcast = *before.scale() == Int::ZERO || *extent == Int::ONE;
        let expected = if broadcast { 0 } else { next };
        ensure!(value(after.scale())? == expected, "mode 0 of {result} is not column-major");
        if !broadcast {
            next *= value(extent)?;
            kept.push((value(extent)?, expected, expected));
        }
    }
    let mut wide = Vec::new();
    let after = to[1..].iter().flat_map(|mode| mode.leaves().into_iter().map(|(_, d)| d.clone()));
    let leaves = rest.leaves().into_iter().zip(order_of(&rest)?);
    for (((extent, _), order), after) in leaves.zip(after.collect::<Vec<_>>()) {
        if *extent != Int::ONE {
            let (after, atom) = (value(after.scale())?, next);
            ensure!(after % atom == 0, "{result} repeats its mode 0 at {after}");
            wide.push((value(extent)?, order, after / atom));
        }
    }
    ordered(&wide, outcome.objection.is_some(), &format!("{layout} became {result}"))
}

/// Leaves `(extent, order, stride)`: the strides are those of the leaves before in the
/// order, without gaps, unless two have the same order.
fn ordered(leaves: &[(i128, i128, i128)], objects: bool, what: &str) -> Law {
    let shared = !all_different(leaves.iter().map(|&(_, order, _)| order).collect());
    ensure!(shared == objects, "{what}, objecting: {objects}");
    for &(_, order, stride) in leaves.iter().filter(|_| !shared) {
        let before = leaves.iter().filter(|&&(_, other, _)| other < order);
        let expected: i128 = before.map(|&(extent, ..)| extent).product();
        ensure!(stride == expected, "{what}: the stride of order {order} is not {expected}");
    }
    Ok(())
}

/// `R(i) = L(i)` for the 1-D coordinates of the shape, which that of `R` refines. The
/// outcome objects exactly if the shape is larger than the layout.
pub fn with_shape(layout: &Layout, shape: &IntTuple, outcome: &Outcome) -> Law {
    let result = &outcome.layout;
    let refines = ops::compatible(shape, result.shape()).map_err(text)?;
    ensure!(refines, "the shape of {result} does not refine {shape}");
    let larger = size_of(shape)? > size_of(layout.shape())?;
    ensure!(larger == outcome.objection.is_some(), "{layout} on {shape}: {outcome:?}");
    same_function(layout, result, shape)
}

/// Mode `i` is the pair of mode `i` of the block and mode `i` of a layout `T`, such
/// that `(A, T)` is the logical product of `A` with `B`, both padded by `1:0` to the
/// larger rank.
pub fn blocked_product(block: &Layout, order: &Layout, result: &Layout) -> Law {
    product_of_pairs(block, order, result, [0, 1])
}

/// As [`blocked_product`], the pairs the other way round.
pub fn raked_product(block: &Layout, order: &Layout, result: &Layout) -> Law {
    product_of_pairs(block, order, result, [1, 0])
}

fn product_of_pairs(
    block: &Layout,
    order: &Layout,
    result: &Layout,
    [first, second]: [usize; 2],
) -> Law {
    let rank = block.rank().max(order.rank());
    ensure!(result.rank() == rank && result.shape().is_tuple(), "{result} has not rank {rank}");
    let side = |side: usize| -> Result<Vec<Layout>, String> {
        let none = || format!("{result} is not made of pairs");
        result
            .modes()
            .iter()
            .map(|mode| mode.get(&[side]).filter(|_| mode.rank() == 2).ok_or_else(none))
            .collect()
    };
    let (block, order) = (padded(block, rank)?, padded(order, rank)?);
    let (blocks, places) = (side(first)?, side(second)?);
    let whole = rank == 1 && !(block.shape().is_tuple() && order.shape().is_tuple());
    let (found, places) = match (blocks.as_slice(), places.as_slice()) {
        ([block], [places]) if whole => (block.clone(), places.clone()),
        (blocks, places) => {
            let both =
                Layout::from_modes(blocks).and_then(|b| Ok((b, Layout::from_modes(places)?)));
            both.map_err(text)?
        }
    };
    let product = Layout::from_modes(&[found, places]).map_err(text)?;
    super::logical_product(&block, &Tiler::Layout(order), &product)
}

fn padded(layout: &Layout, rank: usize) -> Result<Layout, String> {
    if layout.rank() == rank {
        return Ok(layout.clone());
    }
    let mut modes = layout.modes();
    modes.resize(rank, Layout::unit());
    Layout::from_modes(&modes).map_err(text)
}

/// Mode `i` has the size of mode `i` of the target, rounded up to whole blocks, and begins
/// with the block; an injective block does not meet its repetitions; and one step to the next
/// repetition is larger along the modes that come later in the order. The outcome objects exactly
/// if a size is rounded up, or two modes with more than one repetition have the same order.
pub fn tile_to_shape(
    block: &Layout,
    target: &IntTuple,
    order: &ModeOrder,
    outcome: &Outcome,
) -> Law {
    let result = &outcome.layout;
    ensure!(result.rank() == target.rank(), "{result} does not have the rank of {target}");
    let block = padded(block, target.rank())?;
    let mut is_rounded = false;
    let modes = result.shape().modes().iter().zip(target.modes());
    for ((mode, target), block) in modes.zip(block.shape().modes()) {
        let (size, target, block) = (size_of(mode)?, size_of(target)?, size_of(block)?);
        let whole = (target + block - 1).div_euclid(block) * block;
        ensure!(size == whole, "{result} has {size} in a mode of {target}, not {whole}");
        is_rounded |= whole != target;
    }
    let origin = |mode: &IntTuple, crd: i128| -> Result<IntTuple, String> {
        // A block coordinate, at the first repetition.
        ensure!(mode.rank() == 2, "{mode} is no pair of a block and its repetitions");
        Ok(HTuple::Tuple(vec![Int::new(crd).into(), Int::ZERO.into()]))
    };
    let sizes: Vec<i128> =
        block.modes().iter().map(|mode| size_of(mode.shape())).collect::<Result<_, _>>()?;
    for component in components(&[&block, result]) {
        for i in points(block.shape())? {
            let natural = digits(i, &sizes);
            let pairs = result.shape().modes().iter().zip(&natural);
            let crd = pairs.map(|(mode, &crd)| origin(mode, crd)).collect::<Result<_, _>>()?;
            let crd = HTuple::Tuple(crd);
            let flat = natural.iter().map(|&crd| Int::new(crd).into()).collect();
            let flat =
                if block.shape().is_tuple() { HTuple::Tuple(flat) } else { Int::new(i).into() };
            let (found, expected) =
                (value_at(&crd, result, &component)?, value_at(&flat, &block, &component)?);
            ensure!(found == expected, "{result} at {crd} is {found}, {block} is {expected}");
        }
    }
    let mut repeated = Vec::new();
    for (i, mode) in result.modes().iter().enumerate() {
        let places = mode.get(&[1]).ok_or_else(|| text(mode))?;
        if size_of(places.shape())? > 1 {
            let order = match order {
                ModeOrder::ColMajor => i as i128,
                ModeOrder::RowMajor => -(i as i128),
                ModeOrder::By(order) => match order.modes().get(i) {
                    Some(HTuple::Leaf(order)) => value(order)?,
                    _ => return Err(format!("{order} is no order of {target}")),
                },
            };
            repeated.push((order, value_at(&Int::ONE.into(), &places, &ModePath::root())?));
        }
    }
    repeated.sort_unstable();
    let shared = !all_different(repeated.iter().map(|&(order, _)| order).collect());
    let objects = shared || is_rounded;
    ensure!(objects == outcome.objection.is_some(), "{block} on {target}: {outcome:?}");
    if shared {
        return Ok(());
    }
    let ascends = repeated.windows(2).all(|pair| pair[0].1 < pair[1].1);
    ensure!(ascends, "{result} does not repeat {block} in that order");
    if size_of(result.shape())? <= EXHAUSTIVE && is_one_to_one(&block)? {
        ensure!(is_one_to_one(result)?, "the blocks of {result} meet");
    }
    Ok(())
}

pub(crate) const CHECKS: &[Check] = &[
    check(Over::Layout, &["make_layout_like"], |x| {
        always(ops::make_layout_like(x.layout), |r| make_layout_like(x.layout, r))
    }),
    check(Over::Layout, &["make_fragment_like"], |x| {
        always(ops::make_fragment_like(x.layout), |r| make_fragment_like(x.layout, r))
    }),
    check(Over::Pair, &["blocked_product", "raked_product"], |x| {
        let blocked = ops::blocked_product(x.layout, x.other);
        let raked = ops::raked_product(x.layout, x.other);
        let both = blocked.is_ok() == raked.is_ok();
        require(both, || format!("{} by {}: one refuses", x.layout, x.other))?;
        together([
            verdict(blocked, |r| blocked_product(x.layout, x.other, r), |_| Ok(())),
            verdict(raked, |r| raked_product(x.layout, x.other, r), |_| Ok(())),
        ])
    }),
    check(Over::Pair, &["with_shape"], |x| {
        let shape = x.other.shape();
        verdict(
            ops::with_shape(x.layout, shape),
            |r| with_shape(x.layout, shape, r),
            |error| {
                let target = ops::col_major(shape).map_err(text)?;
                crate::no_composition(x.layout, &target, error)
            },
        )
    }),
    check(Over::Pair, &["tile_to_shape"], |x| {
        let (block, rank) = (x.layout, x.layout.rank().max(x.other.rank()));
        // A shape that the block divides, and now and then one that it does not.
        let extent = |layout: &Layout, k| layout.shape().modes().get(k).map_or(1, count_of);
        let more = i128::from(place(x, 3) == 1);
        let modes = (0..rank).map(|k| leaf(extent(block, k) * extent(x.other, k) + more));
        let target = HTuple::Tuple(modes.collect());
        let orders = [[3, 1, 2, 0], [5, 5, 1, 1]];
        let orders = orders.map(|order| ops::ModeOrder::By(tuple(&order[..rank.min(4)])));
        let orders = [ops::ModeOrder::ColMajor, ops::ModeOrder::RowMajor].into_iter().chain(orders);
        let order = orders.into_iter().nth(place(x, 4)).unwrap_or(ops::ModeOrder::ColMajor);
        verdict(
            ops::tile_to_shape(block, &target, &order),
            |r| tile_to_shape(block, &target, &order, r),
            |error| {
                let padded = matches!(error.kind(), ErrorKind::Padded { .. });
                require(!padded, || error.to_string())
            },
        )
    }),
    check(Over::Shape, &["make_identity_layout"], |x| {
        let shape = x.layout.shape();
        always(ops::make_identity_layout(shape), |r| {
            make_identity_layout(shape, r)?;
            let bijective = ops::is_bijective(r);
            require(bijective == Ok(true), || format!("{r} is not bijective: {bijective:?}"))
        })
    }),
];
