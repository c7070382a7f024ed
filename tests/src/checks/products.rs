//! Checks of products by swizzled tilers.

use layout_algebra::ops::swizzled;
use layout_algebra::{ComposedLayout, Error, Function, Layout};
use layout_laws::swizzle as law;

use super::swizzles::{composed, refused};
use super::{Answer, Check, Over, always, verdict};
use crate::{flat_layout, layout, leaf, size_of};

pub(super) const CHECKS: &[Check] = &[Check {
    ops: &[
        "swizzled::logical_product",
        "swizzled::zipped_product",
        "swizzled::tiled_product",
        "swizzled::flat_product",
        "swizzled::blocked_product",
        "swizzled::raked_product",
    ],
    over: Over::Swizzle,
    holds: |x| {
        let tiler = composed(x)?;
        for block in blocks() {
            let product = match swizzled::logical_product(&block, &tiler) {
                Ok(product) => product,
                answer => {
                    verdict(answer, |_| Ok(()), refused)?;
                    continue;
                }
            };
            law::logical_product(&block, &tiler, &product)?;
            for packing in PACKINGS {
                always(packing(&block, &tiler), |r| law::packed_product(&product, r))?;
            }
            for (raked, packing) in [(false, PAIRINGS[0]), (true, PAIRINGS[1])] {
                let blocks = size_of(block.shape());
                always(packing(&block, &tiler), |r| {
                    law::paired_product(&product, blocks, r, raked)
                })?;
            }
        }
        Ok(Answer::Found)
    },
}];

type Product = fn(&Layout, &ComposedLayout) -> Result<Function, Error>;

const PACKINGS: [Product; 3] =
    [swizzled::zipped_product, swizzled::tiled_product, swizzled::flat_product];

const PAIRINGS: [Product; 2] = [swizzled::blocked_product, swizzled::raked_product];

/// A run, one of no power of two, one in two modes, and one with gaps.
fn blocks() -> [Layout; 4] {
    [
        layout(&leaf(4), &[1]),
        layout(&leaf(3), &[1]),
        flat_layout(&[(2, 2), (2, 1)]),
        flat_layout(&[(2, 1), (2, 8)]),
    ]
}
