//! Divides: a layout in tiles.

use layout_algebra::bounds::{self, Bounds};
use layout_algebra::ops::{self, Packing};

use super::annotations::{domain, rank};
use super::mode_names::parts::{TILES, packed, side_by_side, split};
use super::row::{Call, Operation, divide};
use crate::mode_names::ModeNames;

/// The row of a divide that puts all tiles before all rests.
macro_rules! packed {
    ($name:literal, $op:path, $packing:expr; $equation:literal, $example:literal) => {
        divide($name, applied!(on_domain, $op, tiler))
            .mode_names(|call| packed_divide_names(call, $packing))
            .help($equation, $example)
            .bounded(|call| packed_divide_bounds(call, $packing))
            .rests_apart()
            .at_mode()
    };
}

/// The operations of this group, the most used first.
pub(super) const TABLE: &[Operation] = &[
    divide("logical_divide", applied!(on_domain, ops::logical_divide, tiler))
        .mode_names(logical_divide_names)
        .help(
            "R = A∘(B, B*) with B* = complement(B, shape(coalesce(A))): mode 0 is a tile, \
         mode 1 goes from tile to tile",
            "logical_divide(24:2, 4:2)",
        )
        .bounded(logical_divide_bounds)
        .at_mode(),
    packed!(
        "zipped_divide", ops::zipped_divide, Packing::Zipped;
        "logical_divide as ((TileM,TileN),(RestM,RestN))",
        "zipped_divide((4,8):(8,1), (2,4))"
    ),
    packed!(
        "tiled_divide", ops::tiled_divide, Packing::Tiled;
        "logical_divide as ((TileM,TileN),RestM,RestN)",
        "tiled_divide((4,8):(8,1), (2,4))"
    ),
    packed!(
        "flat_divide", ops::flat_divide, Packing::Flat;
        "logical_divide as (TileM,TileN,RestM,RestN)",
        "flat_divide((4,8):(8,1), (2,4))"
    ),
];

fn logical_divide_bounds(call: &Call<'_>) -> Option<Bounds> {
    let (of, tiler) = (call.only(0)?, call.operands.tiler(1).ok()?);
    call.refined(&bounds::logical_divide(&call.domain(0)?, of, &tiler, &domain(call.result)?))
}

fn packed_divide_bounds(call: &Call<'_>, packing: Packing) -> Option<Bounds> {
    let (of, tiler) = (call.only(0)?, call.operands.tiler(1).ok()?);
    call.refined(&bounds::packed_divide(packing, &call.domain(0)?, of, &tiler))
}

fn logical_divide_names(call: &Call<'_>) -> ModeNames {
    let Ok(tiler) = call.operands.tiler(1) else { return ModeNames::NONE };
    ModeNames::new(side_by_side(split(&call.of[0].names, &tiler, TILES)))
}

fn packed_divide_names(call: &Call<'_>, packing: Packing) -> ModeNames {
    let Ok(tiler) = call.operands.tiler(1) else { return ModeNames::NONE };
    let places = split(&call.of[0].names, &tiler, TILES);
    ModeNames::new(packed(places, packing, &tiler, rank(call.result)))
}
