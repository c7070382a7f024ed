//! GPU kernels with layouts: the instructions of NVIDIA's GPUs as functions of memory that has a layout.
//!
//! In a kernel, layouts give the elements that each thread reads and writes, and their places in memory. The functions of this
//! crate move them. A layout that does not fit an instruction does not compile.
//!
//! | item | what it is |
//! |---|---|
//! | [`Global`], [`Shared`] | memory with a layout: [`read`](Tensor::read) and [`write`](Tensor::write) the elements of a thread, by the widest vectors |
//! | [`arena`] | shared memory for tiles and barriers, whose sizes and alignments are computed from their layouts |
//! | [`copy_async`], [`commit_copies`], [`wait_for_copies`] | copies to shared memory while threads compute (`cp.async`) |
//! | [`TensorMap`], [`Pipeline`], [`Turn`] | copies of whole tiles (TMA), stages and their barriers |
//! | [`Im2col`] | copies of the pixels under the windows of a convolution, by the same engine |
//! | [`copy_bulk`] | copies of contiguous memory by the same engine, without a tensor map (`cp.async.bulk`) |
//! | [`load_matrices`](Shared::load_matrices), [`mma`] | tensor cores by registers (`ldmatrix`, `mma.sync`) |
//! | [`Operand`], [`Accumulators`], [`Pipeline::accumulate`] | tensor cores by descriptors of shared memory (`wgmma`) |
//! | [`Factors`], [`tiles_of_block`] | the main loop of a product: one thread loads the stages of both factors, groups of warps multiply them |
//! | [`wait_on_dependent_grids`] | kernels that begin before the one before them has ended |
//! | [`cluster`], [`TensorMap::load_multicast`], [`Shared::of_block`] | blocks that share what is loaded, and read each other's shared memory |
//! | [`Atomic`], [`Tensor::add`] | atomic operations on elements (`red`, `atom`) |
//! | [`exp2`], [`tanh`], [`pack_bf16`], [`Bf16::to_f32`] | arithmetic and conversions |
//! | [`kernel!`], [`thread`], [`block()`], [`sync`], [`unroll!`] | kernels, coordinates, barriers, loops over registers |
//! | [`Ragged`] | global memory with a padded layout that is made at run time |
//! | [`GroupedOrder`] | which tile of a result a block computes |
//! | [`Parts`] | a thread's own part of global memory, without `unsafe` |
//!
//! ```
//! use layout_gpu::{Bf16, Major, SwizzleMode, canonical, tensor_box};
//! use layout_runtime::layout;
//!
//! layout! {
//!     /// Rows of 128 bytes whose parts of 16 bytes are swizzled, as CuTe prints the atom.
//!     struct Tile = tile_to_shape(Sw<3,4,3> o smem_ptr[16b](unset) o (_8,_64):(_64,_1), (128,64));
//! }
//!
//! // What a descriptor of `wgmma` says of the tile, for products of 64 rows: eight rows are 1024 bytes.
//! let form = canonical::<Bf16, _>(Tile, 64).unwrap();
//! assert_eq!((form.major, form.swizzle), (Major::K, SwizzleMode::B128));
//! assert_eq!(form.stride_bytes, 1024);
//! // And the box of a tensor map that fills it.
//! assert_eq!(tensor_box::<Bf16, _, 2>(Tile).unwrap().extents, [64, 128]);
//! ```
//!
//! On targets other than `nvptx64-nvidia-cuda` an instruction panics, and everything that is computed from layouts is the same. So the
//! layouts of kernels are tested without a GPU.
//!
//! # What `unsafe` means here
//!
//! rustc does not see that the threads of a block work together. A function is `unsafe` if it is right only when other threads do their
//! part; its documentation has the conditions that the kernel must ensure. Layouts, alignments, sizes, numbers of registers and forms of
//! operands are not among these conditions: they are checked.
//!
//! An instruction that all threads of a warp run together must not stand on one side of a condition that differs between them. rustc may
//! also copy the code after a condition into both sides. So functions for one thread of several, such as [`Pipeline::release`], take the
//! thread, and have the condition within the instruction.
#![no_std]
#![allow(unsafe_code)]
#![cfg_attr(
    target_arch = "nvptx64",
    feature(asm_experimental_arch, stdarch_nvptx, core_float_math)
)]
#![cfg_attr(
    not(target_arch = "nvptx64"),
    allow(
        clippy::never_loop,
        dead_code,
        unused_variables,
        unused_mut,
        unused_assignments,
        unreachable_code
    )
)]

mod arena;
mod atomic;
mod barrier;
mod bulk;
mod cluster;
mod constants;
mod copy;
mod descriptor;
mod element;
mod factors;
mod im2col;
mod kernel;
mod math;
mod matrix;
mod memory;
mod order;
mod parts;
mod ptx;
mod refused;
mod tensor_map;
mod thread;
mod unroll;
mod wgmma;

pub use arena::{Arena, Item, arena};
pub use atomic::{Atomic, AtomicOrd, AtomicSpace};
pub use barrier::{Barrier, Pipeline, Turn, publish_barriers};
pub use bulk::copy_bulk;
pub use cluster::{cluster, sync_cluster};
pub use constants::{Blocks, Lanes, Matrices, Registers, Warps};
pub use copy::{commit_copies, copy_async, copy_some_async, copy_vector_async, wait_for_copies};
pub use descriptor::{Operand, canonical, gmma_descriptor};
pub use element::{Bf16, E4m3, E5m2, Element, F16, Tf32};
pub use factors::{Factors, Staged, tiles_of_block, tiles_of_cluster};
pub use im2col::{Im2col, Im2colArguments, WindowAt, Windows};
pub use layout_core::{Canonical, EncodingError, Major, SwizzleMode, TensorBox, TensorMatrix};
pub use math::{
    exp2, fma, fma_f16x2, log2, lop3, pack_bf16, pack_f16, reciprocal, rsqrt, sqrt, tanh,
    unpack_bf16, unpack_f16,
};
pub use matrix::{Multiplied, mma};
pub use memory::{
    Global, InCluster, InGlobal, InShared, Ragged, Shared, Space, Tensor, write_vector,
};
pub use order::GroupedOrder;
pub use parts::{Grid, Part, Parts, Thread};
pub use tensor_map::{
    Corner, Modes, TensorMap, TensorMapArguments, commit_stores, fence_stores, tensor_box,
    wait_for_stores, wait_for_written,
};
pub use thread::{
    block, block_z, blocks, bound_launch, exchange, first_lane, give_registers, greatest, grid,
    launch_dependent_grids, of_first_lane, of_lane, sum, sync, sync_some, take_registers, thread,
    trap, wait_on_dependent_grids,
};
pub use wgmma::{
    Accumulators, Held, accumulators, commit_products, fence_products, wait_for, wait_for_products,
};

#[cfg(doctest)]
#[doc = include_str!("../../docs/GPU.md")]
mod chapter {}

/// The examples of the page of the package.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
mod readme {}
