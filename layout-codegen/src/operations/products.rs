//! Products: a block, repeated.

use layout_algebra::bounds::{self, Bounds, Product};
use layout_algebra::ops::{self, Packing, Pairing, swizzled};
use layout_algebra::{ModePath, Tiler, tiled};

use super::annotations::rank;
use super::mode_names::parts::{
    BLOCKS, Names, packed, part_name, side_by_side, split, within_part,
};
use super::operand::{BLOCK, LAYOUT, THREADS, TILER, VALUE_LAYOUT};
use super::row::{Call, Operation, op, rearranging};
use crate::mode_names::ModeNames;
use crate::value::Value;

/// The function of a row that is a product by a tiler or an order, which may be swizzled.
macro_rules! product {
    ($places:ident, $plain:path, $by_swizzled:path $(, $kind:expr)?) => {
        |x| {
            if let Value::Composed(places) = x.value(1) {
                return Ok($by_swizzled($($kind,)? &x.layout(0)?, places)?.into());
            }
            let places = x.$places(1)?;
            on_domain!(x, 0, block => $plain(block, &places))
        }
    };
}

/// The row of a product that puts the modes of the block before all repetitions.
macro_rules! packed {
    ($name:literal, $op:path, $packing:expr; $equation:literal, $example:literal) => {
        rearranging(
            $name,
            &[LAYOUT, TILER],
            product!(tiler, $op, swizzled::packed_product, $packing),
        )
        .mode_names(|call| packed_product_names(call, $packing))
        .help($equation, $example)
        .of_shapes()
        .at_mode()
        .bounded(|call| product_bounds(call, Product::Packed($packing)))
    };
}

/// The row of a product whose mode i has both parts of mode i, in the order of their words.
macro_rules! paired {
    ($name:literal, $op:path, $pairing:expr, $words:expr; $equation:literal, $example:literal) => {
        rearranging(
            $name,
            &[BLOCK, LAYOUT],
            product!(layout, $op, swizzled::paired_product, $pairing),
        )
        .mode_names(|call| paired_product_names(call, $words))
        .help($equation, $example)
        .of_shapes()
        .bounded(|call| product_bounds(call, Product::Paired($pairing)))
    };
}

/// The operations of this group, the most used first.
pub(super) const TABLE: &[Operation] = &[
    rearranging(
        "logical_product",
        &[LAYOUT, TILER],
        product!(tiler, ops::logical_product, swizzled::logical_product),
    )
    .mode_names(logical_product_names)
    .help(
        "R = (A, A*∘B) with A* = complement(A, size(A)·cosize(B)): mode 0 is the \
         block, mode 1 repeats it in the order of B",
        "logical_product(4:1, 3:2)",
    )
    .of_shapes()
    .at_mode()
    .bounded(|call| product_bounds(call, Product::Logical)),
    packed!(
        "zipped_product", ops::zipped_product, Packing::Zipped;
        "logical_product as ((BlockM,BlockN),(TimesM,TimesN))",
        "zipped_product((2,4):(1,8), <4>)"
    ),
    packed!(
        "tiled_product", ops::tiled_product, Packing::Tiled;
        "logical_product as ((BlockM,BlockN),TimesM,TimesN)",
        "tiled_product((2,4):(1,8), <4>)"
    ),
    packed!(
        "flat_product", ops::flat_product, Packing::Flat;
        "logical_product as (BlockM,BlockN,TimesM,TimesN)",
        "flat_product((2,4):(1,8), <4>)"
    ),
    paired!(
        "blocked_product", ops::blocked_product, Pairing::Blocked, BLOCKS;
        "mode i is (Aᵢ, Tᵢ), with T = A*∘B of logical_product: blocks stay together",
        "blocked_product((2,5):(5,1), (3,4):(1,3))"
    ),
    paired!(
        "raked_product", ops::raked_product, Pairing::Raked, [BLOCKS[1], BLOCKS[0]];
        "mode i is (Tᵢ, Aᵢ), with T = A*∘B of logical_product: blocks are interleaved",
        "raked_product((2,5):(5,1), (3,4):(1,3))"
    ),
    op("make_layout_tv", &[THREADS, VALUE_LAYOUT], |x| {
        let (tile, tv) = tiled::layout_tv(&x.layout(0)?, &x.layout(1)?)?;
        Ok(Value::List(vec![tile.into(), tv.into()]).into())
    })
    .help(
        "[tile, R] with MN = raked_product(threads, values): the tile is product_each(shape(MN)), and R(t, v) the position in it, \
         column-major, of value v of thread t",
        "make_layout_tv((4,32):(32,1), (4,4):(4,1))",
    )
    .unbounded("the result has positions of a tile for threads and values: a tile has no padding"),
];

/// Bounds of a block and its repetitions.
fn product_bounds(call: &Call<'_>, kind: Product) -> Option<Bounds> {
    if call.padded || matches!(call.operands.value(1), Value::Composed(_)) {
        return None;
    }
    let tiler = match kind {
        Product::Paired(_) => Tiler::Layout(call.operands.layout(1).ok()?),
        _ => call.operands.tiler(1).ok()?,
    };
    let of = [&call.of[0].bounds, &call.of[1].bounds];
    call.refined(&bounds::product(kind, &call.domain(0)?, of, &tiler))
}

fn logical_product_names(call: &Call<'_>) -> ModeNames {
    let tiler = match call.operands.value(1) {
        Value::Composed(_) => None,
        _ => call.operands.tiler(1).ok(),
    };
    match tiler {
        Some(tiler @ Tiler::Modes(_)) => {
            ModeNames::new(side_by_side(split(&call.of[0].names, &tiler, BLOCKS)))
        }
        _ => whole_product(call),
    }
}

fn packed_product_names(call: &Call<'_>, packing: Packing) -> ModeNames {
    match call.operands.tiler(1) {
        Ok(tiler @ Tiler::Modes(_)) => {
            let places = split(&call.of[0].names, &tiler, BLOCKS);
            ModeNames::new(packed(places, packing, &tiler, rank(call.result)))
        }
        _ if packing == Packing::Zipped => whole_product(call),
        _ => ModeNames::NONE,
    }
}

/// Names of a block and its repetitions, both of which keep their names within.
fn whole_product(call: &Call<'_>) -> ModeNames {
    let mut named = Names::new();
    for ((part, word), annotations) in BLOCKS.into_iter().enumerate().zip(call.of) {
        named.extend(within_part(&annotations.names, part, word));
        named.push((ModePath::from([part]), word.to_owned()));
    }
    ModeNames::new(named)
}

/// Names of a product that keeps the rank: mode i has both parts of mode i.
fn paired_product_names(call: &Call<'_>, words: [&str; 2]) -> ModeNames {
    let mut named = Names::new();
    for mode in 0..rank(call.result) {
        let own = call.of.iter().find_map(|annotations| annotations.names.of(&[mode]));
        let Some(own) = own else { continue };
        let path = ModePath::from([mode]);
        for (part, word) in words.into_iter().enumerate() {
            named.push((path.child(part), part_name(Some(own), word)));
        }
        named.push((path, own.to_owned()));
    }
    ModeNames::new(named)
}

pub(super) fn blocked_product_names(call: &Call<'_>) -> ModeNames {
    paired_product_names(call, BLOCKS)
}
