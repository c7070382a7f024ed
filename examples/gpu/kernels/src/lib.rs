//! Kernels for NVIDIA GPUs. All index arithmetic in them is layouts, proved while they compile; `layout-gpu` has the
//! instructions. On a host the same files are plain functions and their layouts, of which `host` makes launches.
#![cfg_attr(target_arch = "nvptx64", no_std, feature(abi_ptx))]

/// Kernels of further tiles of one family, of which `choose` takes the fastest for a size: without the feature `tuned` a few of each are
/// compiled, which have all that is in the others.
macro_rules! tuned {
    ($($kernel:item)*) => { $(#[cfg(feature = "tuned")] $kernel)* };
}

pub mod attention;
pub mod attention_backward;
pub mod attention_sums;
pub mod bf16;
pub mod bf16_choice;
pub mod bf16_few;
pub mod bf16_multicast;
mod choice;
pub mod conv;
pub mod conv_choice;
pub mod conv_parts;
pub mod decode;
pub mod forms;
pub mod fp8;
pub mod fp8_blocks;
pub mod gelu;
pub mod gemv;
pub mod grouped;
pub mod instructions;
pub mod layer_norm;
pub mod lu;
pub mod mma;
pub mod rms_norm;
pub mod sgemm;
pub mod softmax;
pub mod split_k;
pub mod transpose;
pub mod w4a16;
pub mod w4a16_parts;
mod weights;
pub mod wgmma;

#[cfg(target_arch = "nvptx64")]
#[panic_handler]
fn panic(_: &core::panic::PanicInfo) -> ! {
    layout_gpu::trap()
}
