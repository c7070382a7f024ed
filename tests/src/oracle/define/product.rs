//! Products: a block, repeated.

use super::divide::distinct;
use crate::oracle::case::{Case, Operand, at_all};
use crate::oracle::draw::Tiler;
use crate::oracle::function::Function;
use crate::oracle::tree::{Layout, Tree, at, at_modes, digits, refines, shape, size};
use crate::oracle::{Law, ensure};

/// Mode 0 is the block, mode 1 its places in the order of the tiler: `A*(T(t))`, with `A*` the
/// complement of the block below `size(A)·cosize(T)`. The blocks at different places do not
/// meet.
pub(super) fn logical_product(case: &Case) -> Law {
    match &case.of.others[0] {
        Operand::Tiler(tiler) => {
            let Some((a, r)) = case.domains()? else { return Ok(false) };
            by_tiler(case, a, tiler, r)
        }
        Operand::Function(order, _) => {
            let Some(a) = case.of.layout.layout() else { return Ok(false) };
            let r = case.function()?;
            let Some(Tree::Tuple(modes)) = &r.domain else { return Err("no pair".to_owned()) };
            ensure(modes.len() == 2, || "it is no pair".to_owned())?;
            let count = size(&shape(a));
            ensure(size(&shape(&modes[0])) == count, || "mode 0 is no block".to_owned())?;
            ensure(size(&shape(&modes[1])) == order.size(), || "it has other places".to_owned())?;
            at_all(count, |c| at(a, c), |c| r.at(c))?;
            let places: Vec<i128> = (0..order.size()).map(|t| r.at(count * t)).collect();
            for (t, place) in (0..).zip(&places) {
                at_all(count, |c| at(a, c) + place, |c| r.at(c + count * t))?;
            }
            repeats(case, a, order, &places)
        }
        _ => Ok(false),
    }
}

fn by_tiler(case: &Case, a: &Layout, tiler: &Tiler, r: &Layout) -> Law {
    let Some(order) = tiler.layout() else {
        let Tiler::Modes(tilers) = tiler else {
            return case.of.keeps(a, r);
        };
        let (before, after) = (a.modes(), r.modes());
        ensure(before.len() == after.len(), || "it has another rank".to_owned())?;
        for (i, (a, r)) in before.iter().zip(&after).enumerate() {
            match tilers.get(i) {
                Some(tiler) => by_tiler(case, a, tiler, r)?,
                None => case.of.keeps(a, r)?,
            };
        }
        return Ok(true);
    };
    let Tree::Tuple(modes) = r else { return Err("it is no pair".to_owned()) };
    let [block, places] = modes.as_slice() else { return Err("it is no pair".to_owned()) };
    case.of.keeps(a, block)?;
    ensure(refines(&shape(places), &shape(&order)), || "mode 1 has another shape".to_owned())?;
    repeats(case, a, &order.into(), &Function::from(places.clone()).values())
}

/// Whether the places are those of the order in what the block leaves free.
fn repeats(case: &Case, a: &Layout, order: &Function, places: &[i128]) -> Law {
    let numbers = order.values();
    let mut image = Function::from(a.clone()).values();
    image.sort_unstable();
    image.dedup();
    if distinct(&numbers) {
        let offsets: Vec<i128> =
            places.iter().flat_map(|place| image.iter().map(move |x| x + place)).collect();
        ensure(distinct(&offsets), || "two of its blocks meet".to_owned())?;
    }
    let (least, most) = (numbers.iter().min().copied(), numbers.iter().max().copied());
    let (Some(0..), Some(most)) = (least, most) else { return Ok(true) };
    // Over symbols, the complement may have other modes than that of their values.
    if case.of.is_symbolic() {
        return Ok(true);
    }
    let cotarget = Operand::Tuple(Tree::Leaf(size(&shape(a)) * (most + 1)));
    let free = case.of.related_of("complement", a, cotarget)?;
    let Some(free) = free else { return Err("the block has no complement".to_owned()) };
    let free = free.function()?;
    if most >= free.size() {
        return Ok(true);
    }
    at_all(places.len() as i128, |t| free.at(order.at(t)), |t| places[t as usize])
}

/// Mode `i` is `(Aᵢ, Xᵢ)`, for the places `X` of the logical product.
pub(super) fn blocked_product(case: &Case) -> Law {
    interleaved(case, |block, places| vec![block, places])
}

/// Mode `i` is `(Xᵢ, Aᵢ)`, for the places `X` of the logical product.
pub(super) fn raked_product(case: &Case) -> Law {
    interleaved(case, |block, places| vec![places, block])
}

fn interleaved(case: &Case, pair: fn(Layout, Layout) -> Vec<Layout>) -> Law {
    let Operand::Function(order, _) = &case.of.others[0] else { return Ok(false) };
    let (Some(a), Some(b)) = (&case.of.layout.domain, order.layout()) else { return Ok(false) };
    let rank = a.modes().len().max(b.modes().len());
    let leaf = |layout: &Layout| matches!(layout, Tree::Leaf(_));
    let to_rank = |layout: &Layout| {
        let mut modes = layout.modes();
        let lacks = modes.len() < rank;
        modes.resize(rank, Tree::Leaf((1, 0)));
        if lacks { Tree::Tuple(modes) } else { layout.clone() }
    };
    let (block, order) = (to_rank(a), to_rank(b));
    // A leaf has no modes: it is paired with the whole other operand.
    let whole = rank == 1 && (leaf(&block) || leaf(&order));
    let order = Operand::Tiler(Tiler::Layout(order));
    let related = case.of.related_of("logical_product", &block, order)?;
    let Some(related) = related else { return Err("logical_product has no answer".to_owned()) };
    let Some(Tree::Tuple(modes)) = related.function()?.layout() else { return Ok(false) };
    let pairs: Vec<_> = match whole {
        true => vec![(modes[0].clone(), modes[1].clone())],
        false => modes[0].modes().into_iter().zip(modes[1].modes()).collect(),
    };
    let paired = pairs.into_iter().map(|(a, x)| Tree::Tuple(pair(a, x)));
    case.is(&Tree::Tuple(paired.collect()))
}

/// Each mode has the size of the target's, the block is at the origin, and its repetitions do
/// not meet.
pub(super) fn tile_to_shape(case: &Case) -> Law {
    let Operand::Tuple(target) = &case.of.others[0] else { return Ok(false) };
    let Some((a, r)) = case.domains()? else { return Ok(false) };
    let mut block = a.modes();
    block.resize(target.modes().len().max(block.len()), Tree::Leaf((1, 0)));
    let modes = r.modes();
    ensure(modes.len() == block.len(), || format!("it has rank {}", modes.len()))?;
    for (mode, target) in modes.iter().zip(target.modes()) {
        ensure(size(&shape(mode)) == size(&target), || format!("a mode is not of {target}"))?;
    }
    let sizes: Vec<i128> = block.iter().map(|mode| size(&shape(mode))).collect();
    let within = |c: i128| digits(c, &sizes);
    at_all(
        sizes.iter().product(),
        |c| at_modes(&block, &within(c)),
        |c| at_modes(&modes, &within(c)),
    )?;
    let (before, after) = (Function::from(a.clone()).values(), Function::from(r.clone()).values());
    ensure(!distinct(&before) || distinct(&after), || "repetitions meet".to_owned())?;
    Ok(true)
}
