//! The laws of the products: a block, repeated.

use layout_algebra::ops::{self, ModeOrder, Outcome, Packing, Pairing, swizzled};
use layout_algebra::{self as algebra, ErrorKind, HTuple, Terms};

use crate::check::{Answer, Check, Over, Verdict, check, require, together, verdict};
use crate::complement::free;
use crate::convert::{self, AsFunction, weight};
use crate::divide::packings;
use crate::function::{Function, at_all};
use crate::modes;
use crate::numbers::{digits, value};
use crate::operands::{composed_of, count_of, flat_layout, layout, leaf, place, refused, tuple};
use crate::reshape::joined;
use crate::tree::{Layout, Tiler, Tree, at_modes, refines, shape, size, size_of};
use crate::{EXHAUSTIVE, Law, ensure, text};

/// `R = (A, A*∘B)`, of rank 2: mode 0 is the block `A`, mode 1 has a shape that
/// refines that of `B` and is `A*∘B` for the offsets `A*` that `A` leaves free, ascending. For
/// an injective `B` the offsets of the block at the places of mode 1 are all different.
///
/// Over a basis the places are found along each axis; where the block has none, its axes are
/// the modes of its complement.
///
/// A list of tilers multiplies mode by mode and leaves the modes past it; `_`
/// leaves a mode.
pub fn logical_product<D: Terms>(
    block: &algebra::Layout<D>,
    tiler: &algebra::Tiler,
    result: &algebra::Layout<D>,
) -> Law {
    let order = match tiler {
        algebra::Tiler::Layout(order) => order,
        tiler => {
            let (block, result) = (convert::layout(block)?, convert::layout(result)?);
            return product(&block, &convert::tiler(tiler)?, &result);
        }
    };
    let (own, parts) = (block.parts()?, order.parts()?);
    let of_integers = own.iter().all(|(place, _)| place.is_root());
    if of_integers && parts.iter().all(|(place, _)| place.is_root()) {
        let (block, order) = (convert::layout(block)?, convert::layout(order)?);
        return product(&block, &Tiler::Layout(order), &convert::layout(result)?);
    }
    let mut places = Vec::new();
    for (place, order) in parts {
        places.push(match own.iter().find(|(of, _)| *of == place) {
            _ if of_integers => {
                let free = joined(&free(&own[0].1.domain(), i128::MAX));
                let mode = place.indices().first().and_then(|&mode| free.get(mode));
                (Function::from(Tree::Leaf(*mode.unwrap_or(&(1, 0)))), order, 1)
            }
            Some((_, own)) => (free(&own.domain(), 1).into(), order, weight(&place)),
            None => (Tree::Leaf((1, 1)).into(), order, weight(&place)),
        });
    }
    let at = |t: i128| {
        let along = |(free, order, weight): &(Function, Function, i128)| {
            free.at(order.at(t)).wrapping_mul(*weight)
        };
        places.iter().map(along).fold(0, i128::wrapping_add)
    };
    repeated(&convert::layout(block)?, &order.function()?, &convert::layout(result)?, at)
}

/// The law of [`logical_product`] for integers.
pub fn product(block: &Layout, tiler: &Tiler, result: &Layout) -> Law {
    let Some(order) = tiler.layout() else {
        let Tiler::Modes(tilers) = tiler else {
            ensure!(result == block, "{block:?} by {tiler} is {result:?}");
            return Ok(());
        };
        let (before, after) = (block.modes(), result.modes());
        ensure!(before.len() == after.len(), "{block:?} by {tiler} is {result:?}");
        for (i, (mode, result)) in before.iter().zip(&after).enumerate() {
            match tilers.get(i) {
                Some(tiler) => product(mode, tiler, result)?,
                None => ensure!(mode == result, "mode {i} of {block:?} became {result:?}"),
            }
        }
        return Ok(());
    };
    let (free, order) = (Function::from(free(block, 1)), Function::from(order));
    repeated(block, &order, result, |t| free.at(order.at(t)))
}

/// Mode 0 is the block, and mode 1 its places.
fn repeated(
    block: &Layout,
    order: &Function,
    result: &Layout,
    place: impl Fn(i128) -> i128,
) -> Law {
    let modes = result.modes();
    ensure!(modes.len() == 2 && modes[0] == *block, "{block:?} by {order} is {result:?}");
    let fits = refines(&shape(&modes[1]), &order.shape());
    ensure!(fits, "the shape of {:?} does not refine that of {order}", modes[1]);
    let (block, places) = (Function::from(block.clone()), Function::from(modes[1].clone()));
    let is_forwards = |t: &i128| order.at(*t) >= 0;
    let points: Vec<i128> = order.points().into_iter().filter(is_forwards).collect();
    // A basis counts no coordinates below 0 but by its weights.
    at_all(&points, &places, place)?;
    if order.is_injective() { are_apart(&block, &places) } else { Ok(()) }
}

/// The offsets of a block at some places are all different, up to [`EXHAUSTIVE`] of them.
pub fn are_apart(block: &Function, places: &Function) -> Law {
    apart_at(block, places.size(), |t| places.at(t))
}

fn apart_at(block: &Function, count: i128, place: impl Fn(i128) -> i128) -> Law {
    if block.size().saturating_mul(count) > EXHAUSTIVE {
        return Ok(());
    }
    let image = block.image().unwrap_or_default();
    let places: Vec<i128> = (0..count).map(place).collect();
    let add = |place: &i128| image.iter().map(|x| x.wrapping_add(*place)).collect::<Vec<_>>();
    let offsets: Vec<i128> = places.iter().flat_map(add).collect();
    require(crate::numbers::all_different(offsets), || format!("copies of {block} meet"))
}

/// `R(a, t) = A(a) + R(0, t)`, of two modes with as many coordinates as `A` and `T`; for an
/// injective `T` the blocks do not meet.
pub fn repeats(block: &Layout, order: &Function, result: &Function) -> Law {
    let (block, blocks) = (Function::from(block.clone()), size_of(block));
    let sizes: Vec<i128> = result.shape().modes().iter().map(size).collect();
    ensure!(sizes == [blocks, order.size()], "{result} is not {block} and the places of {order}");
    let place = |t: i128| result.at(blocks * t);
    at_all(&result.points(), result, |i| {
        block.at(i.rem_euclid(blocks)).wrapping_add(place(i.div_euclid(blocks)))
    })?;
    if order.is_injective() { apart_at(&block, order.size(), place) } else { Ok(()) }
}

/// The law of [`repeats`], where `R(0, t) = A*(T(t))` for an order `T` under swizzles, with the
/// offsets `A*` that `A` leaves free.
pub fn product_by(block: &Layout, order: &Function, result: &Function) -> Law {
    repeats(block, order, result)?;
    let (blocks, free) = (size_of(block), Function::from(free(block, 1)));
    let block = Function::from(block.clone());
    let is_forwards = |i: &i128| order.at(i.div_euclid(blocks)) >= 0;
    let points: Vec<i128> = result.points().into_iter().filter(is_forwards).collect();
    at_all(&points, result, |i| {
        let place = free.at(order.at(i.div_euclid(blocks)));
        block.at(i.rem_euclid(blocks)).wrapping_add(place)
    })
}

/// `R((a₀,t₀),(a₁,t₁),…)` is the product at `((a₀,a₁,…),(t₀,t₁,…))`; `is_raked` has the
/// pairs `(t₀,a₀)`.
pub fn paired(product: &Function, blocks: i128, result: &Function, is_raked: bool) -> Law {
    let mut sizes = Vec::new();
    for mode in result.shape().modes() {
        let [first, second] = mode.modes().try_into().map_err(|_| format!("{result}: no pairs"))?;
        sizes.extend([size(&first), size(&second)]);
    }
    let first = usize::from(is_raked);
    let index = |digits: &[i128], from: usize| {
        let pairs = digits.iter().zip(&sizes).skip(from).step_by(2);
        pairs.fold((0, 1), |(index, place), (digit, size)| (index + digit * place, place * size)).0
    };
    let count: i128 = sizes.iter().skip(first).step_by(2).product();
    ensure!(count == blocks, "{result} has blocks of {count}, not of {blocks}");
    ensure!(result.size() == product.size(), "{result} has another size than {product}");
    at_all(&result.points(), result, |i| {
        let digits = digits(i, &sizes);
        product.at(index(&digits, first) + blocks * index(&digits, 1 - first))
    })
}

/// The block and the order of a blocked or raked product, padded by `1:0` to the larger rank,
/// and what the logical product of them has to be for the result.
///
/// # Errors
///
/// The result is not made of pairs.
pub fn unpaired(
    block: &Layout,
    order: &Layout,
    result: &Layout,
    is_raked: bool,
) -> Result<(Layout, Layout, Layout), String> {
    let (rank, unit) = (block.modes().len().max(order.modes().len()), Tree::Leaf((1, 0)));
    let [block, order] = [block, order].map(|of| modes::padded(of, &unit, rank, false));
    if rank == 0 {
        let product = Tree::Tuple(vec![result.clone(), result.clone()]);
        return Ok((block, order, product));
    }
    let pairs = modes::zip(result).map(|zipped| zipped.modes());
    let (Some([first, second]), Tree::Tuple(modes)) = (pairs.as_deref(), result) else {
        return Err(format!("{result:?} is not made of pairs"));
    };
    ensure!(modes.len() == rank, "{result:?} has not rank {rank}");
    // A leaf has no modes: it is paired with the whole other operand.
    let is_leaf = |of: &Layout| matches!(of, Tree::Leaf(_));
    let is_whole = rank == 1 && (is_leaf(&block) || is_leaf(&order));
    let whole = |of: &Layout| if is_whole { of.modes().remove(0) } else { of.clone() };
    let (first, second) = (whole(first), whole(second));
    let product = if is_raked { vec![second, first] } else { vec![first, second] };
    Ok((block, order, Tree::Tuple(product)))
}

/// Mode `i` is the pair of mode `i` of the block and mode `i` of a layout `T`, such
/// that `(A, T)` is the logical product of `A` with `B`, both padded by `1:0` to the
/// larger rank; in a raked product, the pairs are the other way round.
pub fn product_of_pairs(block: &Layout, order: &Layout, result: &Layout, is_raked: bool) -> Law {
    let (block, order, logical) = unpaired(block, order, result, is_raked)?;
    product(&block, &Tiler::Layout(order), &logical)
}

/// The law of [`product_of_pairs`].
pub fn blocked_product(
    block: &algebra::Layout,
    order: &algebra::Layout,
    result: &algebra::Layout,
) -> Law {
    let [block, order, result] = [block, order, result].map(convert::layout);
    product_of_pairs(&block?, &order?, &result?, false)
}

/// The law of [`product_of_pairs`], the pairs the other way round.
pub fn raked_product(
    block: &algebra::Layout,
    order: &algebra::Layout,
    result: &algebra::Layout,
) -> Law {
    let [block, order, result] = [block, order, result].map(convert::layout);
    product_of_pairs(&block?, &order?, &result?, true)
}

/// Mode `i` has the size of mode `i` of the target, rounded up to whole blocks, and begins
/// with the block; true where a size is rounded up.
///
/// # Errors
///
/// The part of the law that does not hold.
pub fn filled(block: &Layout, target: &Tree<i128>, result: &Layout) -> Result<bool, String> {
    let block = modes::padded(block, &Tree::Leaf((1, 0)), target.modes().len(), false).modes();
    let (modes, targets) = (result.modes(), target.modes());
    ensure!(modes.len() == targets.len(), "{result:?} does not have the rank of {target}");
    ensure!(block.len() == targets.len(), "{block:?} has more modes than {target}");
    let mut is_rounded = false;
    for ((mode, target), block) in modes.iter().zip(&targets).zip(&block) {
        let (target, block) = (size(target), size_of(block));
        let whole = (target + block - 1).div_euclid(block) * block;
        ensure!(size_of(mode) == whole, "{result:?} does not fill {target} by {block}");
        ensure!(mode.modes().len() == 2, "{mode:?} is no pair of a block and its repetitions");
        is_rounded |= whole != target;
    }
    let sizes: Vec<i128> = block.iter().map(size_of).collect();
    for c in crate::numbers::points_of(&sizes) {
        let within = digits(c, &sizes);
        let (found, expected) = (at_modes(&modes, &within), at_modes(&block, &within));
        ensure!(found == expected, "{result:?} at {within:?} is {found}, not {expected}");
    }
    Ok(is_rounded)
}

/// The blocks of an injective block do not meet, up to [`EXHAUSTIVE`] coordinates of them.
pub fn blocks_apart(block: &Layout, result: &Layout) -> Law {
    let [block, result] = [block, result].map(|of| Function::from(of.clone()));
    let apart = result.size() > EXHAUSTIVE || !block.is_injective() || result.is_injective();
    require(apart, || format!("the blocks of {result} meet"))
}

/// The law of [`filled`]; an injective block does not meet its repetitions; and one step to the
/// next repetition is larger along the modes that come later in the order. The outcome objects
/// exactly if a size is rounded up, or two modes with more than one repetition have the same
/// order.
pub fn tile_to_shape(
    block: &algebra::Layout,
    target: &algebra::IntTuple,
    order: &ModeOrder,
    outcome: &Outcome,
) -> Law {
    let (result, own) = (convert::layout(&outcome.layout)?, convert::layout(block)?);
    let is_rounded = filled(&own, &convert::tuple(target)?, &result)?;
    let mut repeated = Vec::new();
    for (i, mode) in result.modes().iter().enumerate() {
        let places = mode.get(&[1]).ok_or_else(|| format!("{mode:?} is no pair"))?;
        if size_of(places) > 1 {
            let order = match order {
                ModeOrder::ColMajor => i as i128,
                ModeOrder::RowMajor => -(i as i128),
                ModeOrder::By(order) => match order.modes().get(i) {
                    Some(HTuple::Leaf(order)) => value(order)?,
                    _ => return Err(format!("{order} is no order of {target}")),
                },
            };
            repeated.push((order, crate::tree::at(places, 1)));
        }
    }
    repeated.sort_unstable();
    let is_shared = repeated.windows(2).any(|pair| pair[0].0 == pair[1].0);
    let objects = is_shared || is_rounded;
    ensure!(objects == outcome.objection.is_some(), "{block} on {target}: {outcome:?}");
    let is_padded = |error: &algebra::Error| matches!(error.kind(), ErrorKind::Padded { .. });
    let names_padding = outcome.objection.as_ref().is_some_and(is_padded);
    ensure!(is_shared || names_padding == is_rounded, "{block} on {target}: {outcome:?}");
    if is_shared {
        return Ok(());
    }
    let ascends = repeated.windows(2).all(|pair| pair[0].1 < pair[1].1);
    ensure!(ascends, "{result:?} does not repeat {block} in that order");
    blocks_apart(&own, &result)
}

/// The products of a block of any strides.
pub(crate) fn products<D: Terms>(block: &algebra::Layout<D>, tiler: &algebra::Tiler) -> Verdict {
    verdict(
        ops::logical_product(block, tiler),
        |r| {
            logical_product(block, tiler, r)?;
            let packed = [
                ops::zipped_product(block, tiler),
                ops::tiled_product(block, tiler),
                ops::flat_product(block, tiler),
            ];
            packings(r, tiler, packed)
        },
        |_| Ok(()),
    )
}

pub(crate) const CHECKS: &[Check] = &[
    check(
        Over::Tiler,
        &["logical_product", "zipped_product", "tiled_product", "flat_product"],
        |x| products(x.layout, x.tiler),
    ),
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
    check(Over::Pair, &["tile_to_shape"], |x| {
        let (block, rank) = (x.layout, x.layout.rank().max(x.other.rank()));
        let orders = [[3, 1, 2, 0], [5, 5, 1, 1], [0, 1, 2, 3]];
        let orders = orders.map(|order| ModeOrder::By(tuple(&order[..rank.min(4)])));
        let orders = [ModeOrder::ColMajor, ModeOrder::RowMajor].into_iter().chain(orders);
        let order = orders.into_iter().nth(place(x, 5)).unwrap_or(ModeOrder::ColMajor);
        let extent =
            |layout: &algebra::Layout, k| layout.shape().modes().get(k).map_or(1, count_of);
        let on = |more: i128| {
            let modes = (0..rank).map(|k| leaf(extent(block, k) * extent(x.other, k) + more));
            let target = HTuple::Tuple(modes.collect());
            verdict(
                ops::tile_to_shape(block, &target, &order),
                |r| tile_to_shape(block, &target, &order, r),
                |error| {
                    let padded = matches!(error.kind(), ErrorKind::Padded { .. });
                    require(!padded, || error.to_string())
                },
            )
        };
        // A shape that the block divides, and one that is longer.
        let (whole, longer) = (on(0)?, on(1)?);
        Ok(if place(x, 6) == 5 { longer } else { whole })
    }),
    check(
        Over::Swizzle,
        &["swizzled::logical_product", "swizzled::packed_product", "swizzled::paired_product"],
        |x| {
            let tiler = composed_of(x)?;
            for block in blocks() {
                swizzled_products(&block, &tiler)?;
            }
            Ok(Answer::Found)
        },
    ),
];

/// The products of a block by an order under swizzles.
pub fn swizzled_products(block: &algebra::Layout, tiler: &algebra::ComposedLayout) -> Verdict {
    let answer = swizzled::logical_product(block, tiler);
    verdict(
        answer,
        |product| {
            let (of, order) = (convert::layout(block)?, tiler.function()?);
            let product = product.function()?;
            product_by(&of, &order, &product)?;
            for packing in [Packing::Zipped, Packing::Tiled, Packing::Flat] {
                let packed = swizzled::packed_product(packing, block, tiler).map_err(text)?;
                crate::function::same(&product, &packed.function()?)?;
            }
            for pairing in [Pairing::Blocked, Pairing::Raked] {
                let pairs = swizzled::paired_product(pairing, block, tiler).map_err(text)?;
                paired(&product, size_of(&of), &pairs.function()?, pairing == Pairing::Raked)?;
            }
            Ok(())
        },
        refused,
    )
}

/// A run, one of no power of two, one in two modes, and one with gaps.
fn blocks() -> [algebra::Layout; 4] {
    [
        layout(&leaf(4), &[1]),
        layout(&leaf(3), &[1]),
        flat_layout(&[(2, 2), (2, 1)]),
        flat_layout(&[(2, 1), (2, 8)]),
    ]
}
