//! Kernels in WGSL whose layouts are those of the Rust code beside them, by `wgsl!`.
//!
//! ```text
//! cargo run --release --manifest-path examples/wgpu/Cargo.toml
//! ```

pub mod conv2d;
pub mod device;
pub mod kernel;
pub mod matmul;
pub mod transpose;

/// All kernels.
pub fn kernels() -> [kernel::Kernel; 3] {
    [transpose::kernel(), matmul::kernel(), conv2d::kernel()]
}
