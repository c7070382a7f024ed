//! The law of `logical_product`.

use layout_algebra::{Int, Layout, Tiler, ops};

use super::complement::is_one_to_one;
use super::function::{EXHAUSTIVE, all_different, components, size_of, values};
use super::{Law, composition, ensure, text};
use crate::check::{Check, Over, check, verdict};
use crate::divide::packings;

/// `R = (A, A*∘B)`, of rank 2: mode 0 is the block `A`, mode 1 has a shape that
/// refines that of `B` and, where `B` stays within its size or steps along its modes, is
/// `A*∘B` for the complement `A*` of `A` below `size(A)·cosize(B)`. For an injective `B`
/// the offsets of the block at the places of mode 1 are all different.
///
/// A list of tilers multiplies mode by mode and leaves the modes past it; `_`
/// leaves a mode.
pub fn logical_product(block: &Layout, tiler: &Tiler, result: &Layout) -> Law {
    let Some(order) = tiler.as_layout() else {
        let Tiler::Modes(tilers) = tiler else {
            ensure!(result == block, "{block} by {tiler} is {result}");
            return Ok(());
        };
        ensure!(result.rank() == block.rank(), "{block} by {tiler} is {result}");
        for (i, (mode, result)) in block.modes().iter().zip(&result.modes()).enumerate() {
            match tilers.get(i) {
                Some(tiler) => logical_product(mode, tiler, result)?,
                None => ensure!(mode == result, "mode {i} of {block} became {result}"),
            }
        }
        return Ok(());
    };
    let order = order.map_err(text)?;
    let modes = result.modes();
    ensure!(modes.len() == 2 && modes[0] == *block, "{block} by {order} is {result}");
    let refines = ops::compatible(order.shape(), modes[1].shape()).map_err(text)?;
    ensure!(refines, "the shape of {} does not refine that of {order}", modes[1]);
    let cosize = ops::cosize(&order).map_err(text)?;
    let cotarget = ops::size(block).and_then(|size| Ok(size.mul(&cosize)?)).map_err(text)?;
    let free = ops::complement(block, &cotarget.into()).map_err(text)?.layout;
    let inside = match ops::offset_range(&order) {
        Ok((least, most)) => Int::ZERO <= least && most < ops::size(&free).map_err(text)?,
        // Over a basis there is no other definition.
        Err(_) => true,
    };
    if inside {
        composition(&free, &order, &modes[1])?;
    }
    if is_one_to_one(&order)? { blocks_apart(block, &modes[1], result) } else { Ok(()) }
}

/// The offsets of the block at the places are all different, up to [`EXHAUSTIVE`] points.
pub(super) fn blocks_apart(block: &Layout, places: &Layout, result: &Layout) -> Law {
    if size_of(result.shape())? > EXHAUSTIVE {
        return Ok(());
    }
    let components = components(&[result]);
    let mut block = values(block, &components)?;
    block.sort_unstable();
    block.dedup();
    let mut offsets = Vec::new();
    for place in values(places, &components)? {
        let moved = block
            .iter()
            .map(|offset| offset.iter().zip(&place).map(|(x, y)| x + y).collect::<Vec<i128>>());
        offsets.extend(moved);
    }
    ensure!(all_different(offsets), "the blocks of {result} meet");
    Ok(())
}

pub(crate) const CHECKS: &[Check] = &[check(
    Over::Tiler,
    &["logical_product", "zipped_product", "tiled_product", "flat_product"],
    |x| {
        verdict(
            ops::logical_product(x.layout, x.tiler),
            |r| {
                logical_product(x.layout, x.tiler, r)?;
                let packed = [
                    ops::zipped_product(x.layout, x.tiler),
                    ops::tiled_product(x.layout, x.tiler),
                    ops::flat_product(x.layout, x.tiler),
                ];
                packings(r, x.tiler, packed)
            },
            |_| Ok(()),
        )
    },
)];
