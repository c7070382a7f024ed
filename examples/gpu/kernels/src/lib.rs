//! Kernels for NVIDIA GPUs. All index arithmetic in them is layouts, proved while they compile; `layout-gpu` has the
//! instructions.
#![no_std]
#![feature(abi_ptx)]

mod attention;
mod forms;
mod fp8;
mod lu;
mod mma;
mod sgemm;
mod softmax;
mod transpose;
mod wgmma;

#[panic_handler]
fn panic(_: &core::panic::PanicInfo) -> ! {
    layout_gpu::trap()
}
