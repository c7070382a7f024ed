//! Divides: a layout in tiles.

use layout_algebra::bounds::{self, Bounds};
use layout_algebra::ops::{self, Packing};

use super::annotations::{domain, shape};
use super::mode_names::parts::{TILES, packed, side_by_side, split};
use super::row::{Call, Operation, divide};
use crate::mode_names::ModeNames;

/// A layout in the tiles of a tiler.
macro_rules! divided {
    ($op:path) => {
        |x| {
            let tiler = x.tiler(1)?;
            on_domain!(x, 0, layout => $op(layout, &tiler))
        }
    };
}

/// The operations of this group, the most used first.
pub(super) const TABLE: &[Operation] = &[
    divide("logical_divide", divided!(ops::logical_divide))
        .called(logical_divide_names)
        .help(
            "R = A∘(B, B*) with B* = complement(B, shape(coalesce(A))): mode 0 is a tile, \
         mode 1 goes from tile to tile",
            "logical_divide(24:2, 4:2)",
        )
        .bounded(logical_divide_bounds)
        .at_mode(),
    divide("zipped_divide", divided!(ops::zipped_divide))
        .called(|call| packed_divide_names(call, Packing::Zipped))
        .help(
            "logical_divide as ((TileM,TileN),(RestM,RestN))",
            "zipped_divide((4,8):(8,1), (2,4))",
        )
        .bounded(|call| packed_divide_bounds(call, Packing::Zipped))
        .rests_apart()
        .at_mode(),
    divide("tiled_divide", divided!(ops::tiled_divide))
        .called(|call| packed_divide_names(call, Packing::Tiled))
        .help("logical_divide as ((TileM,TileN),RestM,RestN)", "tiled_divide((4,8):(8,1), (2,4))")
        .bounded(|call| packed_divide_bounds(call, Packing::Tiled))
        .rests_apart()
        .at_mode(),
    divide("flat_divide", divided!(ops::flat_divide))
        .called(|call| packed_divide_names(call, Packing::Flat))
        .help("logical_divide as (TileM,TileN,RestM,RestN)", "flat_divide((4,8):(8,1), (2,4))")
        .bounded(|call| packed_divide_bounds(call, Packing::Flat))
        .rests_apart()
        .at_mode(),
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
    let rank = shape(call.result).map_or(0, |result| result.rank());
    ModeNames::new(packed(split(&call.of[0].names, &tiler, TILES), packing, &tiler, rank))
}
