//! Costs of memory for the accesses of threads by a layout: wavefronts and conflicts of banks in
//! shared memory, sectors and lines of global memory; and the descriptors by which tensor cores and
//! TMA know a tile.
//!
//! An access is what the lanes of a warp do by one instruction, a few bytes each. A layout of accesses has the threads in its
//! first mode and the values of a thread in the others, `(thread, values)`, and its values are offsets in elements:
//! [`Accesses`] are the instructions that move these, a number of bytes at a time. What is counted is exact, not estimated: the
//! counters of an NVIDIA H200 had the same numbers for each of 1,050 accesses (`tests/data/accesses.txt`).
//!
//! ```
//! use layout_algebra::hardware::{Accesses, Kind, Machine};
//! use layout_algebra::Function;
//!
//! let machine = &Machine::SM_90;
//! let count = |layout: &str| {
//!     let layout: Function = layout.parse().unwrap();
//!     let accesses = Accesses::new(&layout.numbers().unwrap(), machine, 16, 16).unwrap();
//!     let banks = accesses.banks(Kind::Ldmatrix);
//!     (banks.wavefronts, banks.least)
//! };
//! // Eight rows of 64 elements of 16 bits, by `ldmatrix`: a thread has the address of eight elements.
//! assert_eq!(count("(8,8):(64,1)"), (8, 1));
//! assert_eq!(count("Sw<3,3,3> o 0 o (8,8):(64,1)"), (1, 1));
//! ```

mod accesses;
mod banks;
mod find_linear;
mod find_padding;
mod find_swizzle;
mod machine;
mod mapped_accesses;
mod memory_order;
mod sectors;
mod shared_lines;
mod shared_tile;
mod worst_cases;

pub use accesses::Accesses;
pub use banks::{Banks, Conflict, Wavefronts, wavefronts};
pub use find_linear::find_linear;
pub use find_padding::{BestPadding, find_padded, find_padding};
pub use find_swizzle::{BestSwizzle, find_swizzle};
pub use layout_core::{
    Canonical, EncodingError, Major, SwizzleMode, TensorBox, TensorElement, TensorMatrix,
};
pub use machine::{Kind, Machine};
pub use memory_order::{in_memory_order, threads_in_memory_order};
pub use sectors::{Sectors, sectors};
pub use shared_lines::{FalseSharing, SharedLines, shared_lines};
pub use shared_tile::{gmma_canonical, tensor_box};
pub use worst_cases::{WorstCase, worst_cases};
