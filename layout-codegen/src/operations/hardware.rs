//! What memory does with the accesses of threads by a layout.

use layout_algebra::Function;
use layout_algebra::ops::swizzled;

use super::operand::{BITS, BYTES, LAYOUT, SHAPE};
use super::{Operation, number, op};

/// The operations of this group, the most used first.
pub(super) const TABLE: &[Operation] = &[
    number("bank_conflicts", &[LAYOUT, BITS, BYTES], |x| {
        Ok(swizzled::bank_conflicts(&x.function(0)?, &x.integer(1)?, &x.integer(2)?)?.into())
    })
    .help(
        "the wavefronts beyond the fewest that the banks of shared memory take, where each lane of a warp of an \
         NVIDIA GPU moves so many bytes at a time of its values, of so many bits each",
        "bank_conflicts((8,8):(64,1), 16, 16)",
    ),
    number("sectors", &[LAYOUT, BITS, BYTES], |x| {
        Ok(swizzled::sectors(&x.function(0)?, &x.integer(1)?, &x.integer(2)?)?.into())
    })
    .help(
        "the sectors of 32 bytes of global memory that are moved, where each lane of a warp of an NVIDIA GPU \
         moves so many bytes at a time of its values, of so many bits each",
        "sectors((32,4):(8,1), 16, 8)",
    ),
    number("vector_bytes", &[LAYOUT, BITS], |x| {
        Ok(swizzled::vector_bytes(&x.function(0)?, &x.integer(1)?)?.into())
    })
    .help(
        "the most bytes, up to 16, that each lane of an NVIDIA GPU can move at a time of its values, of so many \
         bits each",
        "vector_bytes((32,8):(8,1), 16)",
    ),
    op("covers", &[LAYOUT, SHAPE], |x| {
        let (layout, tile) = (x.function(0)?, x.extents(1)?);
        Ok(swizzled::covers(&layout, &tile)?.into())
    })
    .help(
        "L takes each of 0, …, size(A)−1 exactly once: its threads have each element of a tile of this shape, and none twice",
        "covers((32,(2,2)):(2,(1,64)), (16,8))",
    ),
    op("find_swizzle", &[BITS, LAYOUT.more()], |x| {
        let layouts = (1..x.len()).map(|index| x.function(index)).collect::<Result<Vec<_>, _>>()?;
        Ok(Function::from(swizzled::find_swizzle(&x.integer(0)?, &layouts)?).into())
    })
    .help(
        "the swizzle with which all these accesses of the same memory have the fewest bank conflicts together, \
         each by as many bytes at a time as a thread has in one piece: the best of all Sw<B,M,S>",
        "find_swizzle(16, ((8,4),8):((8,64),1), (8,(8,8)):(64,(1,8)))",
    ),
];
