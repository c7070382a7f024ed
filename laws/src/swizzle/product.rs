//! The laws of products with a swizzled tiler.

use layout_algebra::ops::{Packing, Pairing, swizzled};
use layout_algebra::{ComposedLayout, Function, Layout};

use super::values::{composed_at, shape_of, value_of};
use crate::check::{Answer, Check, Over, always, check, verdict};
use crate::function::{self, digits, points, size_of, value};
use crate::operands::{composed_of, count_of, flat_layout, layout, leaf, refused};
use crate::{Law, ensure, text};

/// `R(a, t) = A(a) + A*(T(t))` with the complement `A*` of `A`, and all values are different
/// where those of `A` and of `T` are.
pub fn logical_product(block: &Layout, tiler: &ComposedLayout, result: &Function) -> Law {
    let (blocks, free) = (size_of(block.shape())?, free(block)?);
    let block = Function::from(block.clone());
    let shape = shape_of(result).ok_or_else(|| text("a swizzle"))?;
    for i in points(shape)? {
        let place = free.at(composed_at(tiler, i.div_euclid(blocks))?);
        let expected = value_of(&block, i.rem_euclid(blocks))?.wrapping_add(place);
        let found = value_of(result, i)?;
        ensure!(found == expected, "at {i} it is {expected}, {result} is {found}");
    }
    Ok(())
}

/// The offsets that a block leaves free, ascending: those between its modes, and the first
/// one after them, as often as its last mode reaches.
fn free(block: &Layout) -> Result<function::Function, String> {
    let mut modes = Vec::new();
    for (extent, stride) in block.leaves() {
        modes.push((value(stride.scale())?, value(extent)?));
    }
    modes.retain(|&(stride, extent)| stride != 0 && extent > 1);
    modes.sort_unstable();
    let (mut leaves, mut reach) = (Vec::new(), 1);
    for (stride, extent) in modes {
        leaves.push((stride / reach, reach));
        reach = stride * extent;
    }
    leaves.push((1, reach));
    Ok(function::Function { leaves })
}

/// `R(i) = P(i)`, and they have one size.
pub fn packed_product(product: &Function, result: &Function) -> Law {
    let (Some(before), Some(after)) = (shape_of(product), shape_of(result)) else {
        return Err(text("a swizzle"));
    };
    ensure!(size_of(before)? == size_of(after)?, "{result} has another size than {product}");
    for i in points(before)? {
        let (expected, found) = (value_of(product, i)?, value_of(result, i)?);
        ensure!(found == expected, "at {i} it is {expected}, {result} is {found}");
    }
    Ok(())
}

/// `R((a0,t0),(a1,t1),…)` is the product at `((a0,a1,…),(t0,t1,…))`; `raked` has the
/// pairs `(t0,a0)`.
pub fn paired_product(product: &Function, blocks: i128, result: &Function, raked: bool) -> Law {
    let shape = shape_of(result).ok_or_else(|| text("a swizzle"))?;
    let mut sizes = Vec::new();
    for mode in shape.modes() {
        let [first, second] = mode.modes() else {
            return Err(format!("{result} is not made of pairs"));
        };
        sizes.extend([size_of(first)?, size_of(second)?]);
    }
    let first = usize::from(raked);
    let index = |digits: &[i128], from: usize| {
        let pairs = digits.iter().zip(&sizes).skip(from).step_by(2);
        pairs.fold((0, 1), |(index, place), (digit, size)| (index + digit * place, place * size)).0
    };
    let count: i128 = sizes.iter().skip(first).step_by(2).product();
    ensure!(count == blocks, "{result} has blocks of {count}, not of {blocks}");
    for i in points(shape)? {
        let digits = digits(i, &sizes);
        let at = index(&digits, first) + blocks * index(&digits, 1 - first);
        let (expected, found) = (value_of(product, at)?, value_of(result, i)?);
        ensure!(found == expected, "at {i} it is {expected}, {result} is {found}");
    }
    Ok(())
}

pub(crate) const CHECKS: &[Check] = &[check(
    Over::Swizzle,
    &["swizzled::logical_product", "swizzled::packed_product", "swizzled::paired_product"],
    |x| {
        let tiler = composed_of(x)?;
        for block in blocks() {
            let product = match swizzled::logical_product(&block, &tiler) {
                Ok(product) => product,
                answer => {
                    verdict(answer, |_| Ok(()), refused)?;
                    continue;
                }
            };
            logical_product(&block, &tiler, &product)?;
            for packing in [Packing::Zipped, Packing::Tiled, Packing::Flat] {
                let packed = swizzled::packed_product(packing, &block, &tiler);
                always(packed, |r| packed_product(&product, r))?;
            }
            for pairing in [Pairing::Blocked, Pairing::Raked] {
                let (blocks, raked) = (count_of(block.shape()), pairing == Pairing::Raked);
                let paired = swizzled::paired_product(pairing, &block, &tiler);
                always(paired, |r| paired_product(&product, blocks, r, raked))?;
            }
        }
        Ok(Answer::Found)
    },
)];

/// A run, one of no power of two, one in two modes, and one with gaps.
fn blocks() -> [Layout; 4] {
    [
        layout(&leaf(4), &[1]),
        layout(&leaf(3), &[1]),
        flat_layout(&[(2, 2), (2, 1)]),
        flat_layout(&[(2, 1), (2, 8)]),
    ]
}
