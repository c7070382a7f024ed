//! Algebra: composition, complement, divides and products.

use layout_algebra::bounds::Product;
use layout_algebra::ops::{self, Packing, Pairing, swizzled};
use layout_algebra::{ErrorKind, VectorLayout, tiled};

use super::operand::{BLOCK, COTARGET, COUNT, LAYOUT, THREADS, TILER, VALUE_LAYOUT};
use super::{Composed, Operation, bounds, divide, mode_names, op, rearranging};
use crate::value::Value;

/// A product by a tiler, which may be swizzled.
macro_rules! product {
    ($x:ident, $plain:path, $by_swizzled:expr) => {{
        if let Value::Composed(tiler) = $x.value(1) {
            return Ok($by_swizzled(&$x.layout(0)?, tiler)?.into());
        }
        let tiler = $x.tiler(1)?;
        on_domain!($x, 0, |block| $plain(block, &tiler))
    }};
}

/// A product that keeps the rank, by an order that may be swizzled.
macro_rules! paired {
    ($x:ident, $plain:path, $pairing:expr) => {{
        if let Value::Composed(order) = $x.value(1) {
            return Ok(swizzled::paired_product($pairing, &$x.layout(0)?, order)?.into());
        }
        let order = $x.layout(1)?;
        on_domain!($x, 0, |block| $plain(block, &order))
    }};
}

/// The operations of this group, the most used first.
pub(super) const TABLE: &[Operation] = &[
    op("composition", &[LAYOUT, TILER], |x| match (x.value(0), x.value(1)) {
        (_, Value::Swizzle(_) | Value::Composed(_)) => {
            x.outcome(swizzled::composition(&x.function(0)?, &x.function(1)?)?)
        }
        // A shape after a swizzle is a layout: there are no modes to tile.
        (Value::Swizzle(swizzle), _) => {
            x.outcome(swizzled::composition(&(*swizzle).into(), &x.layout(1)?.into())?)
        }
        (Value::Composed(_), _) => {
            x.outcome(swizzled::composition_with(&x.function(0)?, &x.tiler(1)?)?)
        }
        (_, Value::Vectors(inner)) => {
            x.outcome(ops::vectors::composition(&x.vectors(0)?, inner)?)
        }
        _ => {
            let tiler = x.tiler(1)?;
            on_domain!(x, 0, |layout| ops::composition_with(layout, &tiler))
        }
    })
    .called(mode_names::composition)
    .composition()
    .help("R(c) = A(B(c)), in a shape that refines that of B", "composition((4,8):(8,1), 8:4)")
    .of_shapes()
    .bounded(bounds::composition)
    .at_mode(),
    op("complement", &[LAYOUT, COTARGET.maybe()], |x| match (x.value(0), x.len()) {
        (Value::Composed(layout), 2) => x.outcome(swizzled::complement(layout, &x.shape(1)?)?),
        (Value::Composed(layout), _) => {
            x.outcome(swizzled::complement(layout, &swizzled::cosize(layout)?.into())?)
        }
        (_, 2) => x.outcome(ops::complement(&x.layout(0)?, &x.shape(1)?)?),
        _ => x.outcome(ops::complement_below(&x.layout(0)?)?),
    })
    .help(
        "R ascends, and L(c) + R(r) are all different and reach the cotarget",
        "complement(4:2, 24)",
    )
    .unbounded("the result has offsets for coordinates, those that the layout leaves free, its padding included"),
    rearranging("circular", &[LAYOUT, COUNT], |x| {
        let count = x.integer(1)?;
        on_domain!(x, 0, |ring| ops::circular(ring, &count))
    })
    .note("`n mod 4` in the place of an extent is this of the mode")
    .called(mode_names::circular)
    .help(
        "R(i) = L(i mod size(L)) for i < n, in the shape (L, n/size(L)): the stage and the turn of position i of a stream \
         through a ring",
        "eval(circular(4:64, 8))",
    )
    .of_shapes()
    .bounded(bounds::circular)
    .at_mode(),
    divide("logical_divide", |x| {
        let tiler = x.tiler(1)?;
        on_domain!(x, 0, |layout| ops::logical_divide(layout, &tiler))
    })
        .called(mode_names::logical_divide)
        .help(
            "R = A∘(B, B*) with B* = complement(B, shape(coalesce(A))): mode 0 is a tile, \
         mode 1 goes from tile to tile",
            "logical_divide(24:2, 4:2)",
        )
        .bounded(bounds::logical_divide)
        .at_mode(),
    divide("zipped_divide", |x| {
        let tiler = x.tiler(1)?;
        on_domain!(x, 0, |layout| ops::zipped_divide(layout, &tiler))
    })
        .called(|call| mode_names::packed_divide(call, Packing::Zipped))
        .help(
            "logical_divide as ((TileM,TileN),(RestM,RestN))",
            "zipped_divide((4,8):(8,1), (2,4))",
        )
        .bounded(|call| bounds::packed_divide(call, Packing::Zipped))
        .at_mode(),
    divide("tiled_divide", |x| {
        let tiler = x.tiler(1)?;
        on_domain!(x, 0, |layout| ops::tiled_divide(layout, &tiler))
    })
        .called(|call| mode_names::packed_divide(call, Packing::Tiled))
        .help("logical_divide as ((TileM,TileN),RestM,RestN)", "tiled_divide((4,8):(8,1), (2,4))")
        .bounded(|call| bounds::packed_divide(call, Packing::Tiled))
        .at_mode(),
    divide("flat_divide", |x| {
        let tiler = x.tiler(1)?;
        on_domain!(x, 0, |layout| ops::flat_divide(layout, &tiler))
    })
        .called(|call| mode_names::packed_divide(call, Packing::Flat))
        .help("logical_divide as (TileM,TileN,RestM,RestN)", "flat_divide((4,8):(8,1), (2,4))")
        .bounded(|call| bounds::packed_divide(call, Packing::Flat))
        .at_mode(),
    rearranging("logical_product", &[LAYOUT, TILER], |x| {
        product!(x, ops::logical_product, swizzled::logical_product)
    })
    .called(mode_names::logical_product)
    .help(
        "R = (A, A*∘B) with A* = complement(A, size(A)·cosize(B)): mode 0 is the \
         block, mode 1 repeats it in the order of B",
        "logical_product(4:1, 3:2)",
    )
    .of_shapes()
    .at_mode()
    .bounded(|call| bounds::product(call, Product::Logical)),
    rearranging("zipped_product", &[LAYOUT, TILER], |x| {
        product!(x, ops::zipped_product, |a, b| swizzled::packed_product(Packing::Zipped, a, b))
    })
    .called(|call| mode_names::packed_product(call, Packing::Zipped))
    .help(
        "logical_product as ((BlockM,BlockN),(TimesM,TimesN))",
        "zipped_product((2,4):(1,8), <4>)",
    )
    .of_shapes()
    .at_mode()
    .bounded(|call| bounds::product(call, Product::Packed(Packing::Zipped))),
    rearranging("tiled_product", &[LAYOUT, TILER], |x| {
        product!(x, ops::tiled_product, |a, b| swizzled::packed_product(Packing::Tiled, a, b))
    })
    .called(|call| mode_names::packed_product(call, Packing::Tiled))
    .help("logical_product as ((BlockM,BlockN),TimesM,TimesN)", "tiled_product((2,4):(1,8), <4>)")
    .of_shapes()
    .at_mode()
    .bounded(|call| bounds::product(call, Product::Packed(Packing::Tiled))),
    rearranging("flat_product", &[LAYOUT, TILER], |x| {
        product!(x, ops::flat_product, |a, b| swizzled::packed_product(Packing::Flat, a, b))
    })
    .called(|call| mode_names::packed_product(call, Packing::Flat))
    .help("logical_product as (BlockM,BlockN,TimesM,TimesN)", "flat_product((2,4):(1,8), <4>)")
    .of_shapes()
    .at_mode()
    .bounded(|call| bounds::product(call, Product::Packed(Packing::Flat))),
    rearranging("blocked_product", &[BLOCK, LAYOUT], |x| paired!(x, ops::blocked_product, Pairing::Blocked))
        .called(mode_names::blocked_product)
        .help(
            "mode i is (Aᵢ, Tᵢ), with T = A*∘B of logical_product: blocks stay together",
            "blocked_product((2,5):(5,1), (3,4):(1,3))",
        )
        .of_shapes()
        .bounded(|call| bounds::product(call, Product::Paired(Pairing::Blocked))),
    rearranging("raked_product", &[BLOCK, LAYOUT], |x| paired!(x, ops::raked_product, Pairing::Raked))
        .called(mode_names::raked_product)
        .help(
            "mode i is (Tᵢ, Aᵢ), with T = A*∘B of logical_product: blocks are interleaved",
            "raked_product((2,5):(5,1), (3,4):(1,3))",
        )
        .of_shapes()
        .bounded(|call| bounds::product(call, Product::Paired(Pairing::Raked))),
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
    op("layout_add", &[LAYOUT, LAYOUT], |x| {
        if !x.has_vectors() && [0, 1].iter().any(|&i| matches!(x.value(i), Value::Composed(_))) {
            return Ok(swizzled::layout_add(&x.function(0)?, &x.function(1)?)?.into());
        }
        Ok(ops::vectors::layout_add(&x.vectors(0)?, &x.vectors(1)?)?.into())
    })
    .called(mode_names::refined)
    .help("R(i) = A(i) + B(i)", "layout_add((4,8):(8,1), 32:100)")
    .bounded(bounds::same_index),
    op("expand_modes_alike", &[LAYOUT, LAYOUT], |x| {
        let (a, b) = ops::expand_modes_alike(&x.vectors(0)?, &x.vectors(1)?)?;
        Ok(Value::List(vec![a.into(), b.into()]).into())
    })
    .composed(Composed::EachDomain)
    .called(mode_names::refined)
    .help(
        "[A', B'] in the common_refinement of their shapes: A'(i) = A(i), B'(i) = B(i)",
        "expand_modes_alike((4,6):(6,1), ((2,2),6):((1,2),4))",
    )
    .bounded(bounds::joint),
];
