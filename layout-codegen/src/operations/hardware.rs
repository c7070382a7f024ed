//! Costs of memory: banks, sectors and vectors of the accesses of threads by a layout.

use layout_algebra::Function;
use layout_algebra::ops::swizzled;

use super::bounds;
use super::operand::{BITS, BYTES, COUNT, LAYOUT, MATRIX, ROWS, SHAPE};
use super::operands::Operands;
use super::row::{Operation, Replicas, number, op};

/// The operations of this group, the most used first.
pub(super) const TABLE: &[Operation] = &[
    number("bank_conflicts", &[LAYOUT, BITS, BYTES], answer!(swizzled::bank_conflicts, function, integer, integer))
    .help(
        "the wavefronts beyond the fewest that the banks of shared memory take, where each lane of a warp of an \
         NVIDIA GPU moves so many bytes at a time of its values, of so many bits each",
        "bank_conflicts((8,8):(64,1), 16, 16)",
    ),
    number("sectors", &[LAYOUT, BITS, BYTES], answer!(swizzled::sectors, function, integer, integer))
    .help(
        "the sectors of 32 bytes of global memory that are moved, where each lane of a warp of an NVIDIA GPU \
         moves so many bytes at a time of its values, of so many bits each",
        "sectors((32,4):(8,1), 16, 8)",
    ),
    number("vector_bytes", &[LAYOUT, BITS], answer!(swizzled::vector_bytes, function, integer))
    .help(
        "the most bytes, up to 16, that each lane of an NVIDIA GPU can move at a time of its values, of so many \
         bits each",
        "vector_bytes((32,8):(8,1), 16)",
    ),
    number("shared_lines", &[LAYOUT, BITS, BYTES], answer!(swizzled::shared_lines, function, integer, integer))
    .help(
        "the lines of a cache, of so many bytes, that have values of several threads, of so many bits each: threads of a CPU \
         that write them wait for each other",
        "shared_lines(select(zipped_divide((64,96):(96,1), (16,24)), 1, 0), 32, 64)",
    ),
    op("covers", &[LAYOUT, SHAPE], answer!(swizzled::covers, function, extents))
    .replicas(Replicas::Once)
    .help(
        "L takes each of 0, …, size(A)−1 exactly once: its threads have each element of a tile of this shape, and none twice",
        "covers((32,(2,2)):(2,(1,64)), (16,8))",
    ),
    op("is_ldmatrix_source", &[LAYOUT, BITS], answer!(swizzled::is_ldmatrix_source, function, integer))
    .help(
        "each thread of 8, 16 or whole warps has rows of 16 bytes of its values, of so many bits each, in one piece and at \
         multiples of 16: `ldmatrix` reads them",
        "is_ldmatrix_source(((16,2),8):((64,8),1), 16)",
    ),
    op("is_gmma_canonical", &[LAYOUT, BITS, ROWS], answer!(swizzled::is_gmma_canonical, function, integer, integer))
    .help(
        "a layout (rows or columns, what is summed over) of elements of so many bits is, with its swizzle, one of the canonical \
         layouts of an operand of `wgmma`, for products of so many rows or columns",
        "is_gmma_canonical(Sw<3,3,3> o 0 o (128,64):(64,1), 16, 64)",
    ),
    op("is_tma_encodable", &[LAYOUT, BITS, MATRIX.maybe()], |x| {
        let matrix = if x.len() > 2 { Some(x.layout(2)?) } else { None };
        let (tile, bits) = (x.function(0)?, x.integer(1)?);
        Ok(swizzled::is_tma_encodable(&tile, &bits, matrix.as_ref())?.into())
    })
    .refuses(&[(2, "TMA steps through a matrix by strides, and swizzles in shared memory alone")])
    .help(
        "TMA fills a tile of shared memory of two modes, of elements of so many bits, by one box or by several as wide as the rows \
         of its swizzle, of a matrix with these strides",
        "is_tma_encodable(Sw<3,3,3> o 0 o (128,64):(64,1), 16, (1000,4096):(4096,1))",
    ),
    op("find_swizzle", &[BITS, LAYOUT.more()], |x| {
        let layouts = x.each(1.., Operands::function)?;
        Ok(Function::from(swizzled::find_swizzle(&x.integer(0)?, &layouts)?).into())
    })
    .help(
        "the swizzle with which all these accesses of the same memory have the fewest bank conflicts together, \
         each by as many bytes at a time as a thread has in one piece: the best of all Sw<B,M,S>",
        "find_swizzle(16, ((8,4),8):((8,64),1), (8,(8,8)):(64,(1,8)))",
    ),
    op("find_xor_layout", &[BITS, LAYOUT.more()], |x| {
        let layouts = x.each(1.., Operands::function)?;
        Ok(swizzled::find_xor_layout(&x.integer(0)?, &layouts)?.into())
    })
    .help(
        "the layout of offsets, linear over their bits, with which all these accesses of the same memory have no bank conflicts, of \
         the fewest terms; 2ⁿ:1 where there is none",
        "find_xor_layout(32, (32,32):(1,32), (32,(4,8)):(32,(8,1)), ((8,4),(4,8)):((1,32),(8,128)))",
    )
    .unbounded("the result has offsets for coordinates"),
    op("find_layout", &[LAYOUT, BITS, COUNT], answer!(swizzled::find_layout, function, integer, integer))
    .help(
        "(thread, values) of the 1-D coordinates of a layout of elements of so many bits, each once, by so many threads in the order of memory: \
         with accesses as wide as may be, and neighbours next to each other",
        "find_layout((64,64):(64,1), 16, 128)",
    )
    .bounded(bounds::inverse),
];
