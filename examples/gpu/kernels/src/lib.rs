//! Kernels for NVIDIA GPUs. All index arithmetic in them is layouts, proved while they compile; `machine` holds the
//! instructions, and knows no layouts.
#![no_std]
#![feature(abi_ptx, asm_experimental_arch, stdarch_nvptx, core_float_math)]

mod attention;
mod machine;
mod mma;
mod sgemm;
mod transpose;
mod wgmma;

#[panic_handler]
fn panic(_: &core::panic::PanicInfo) -> ! {
    machine::trap()
}
