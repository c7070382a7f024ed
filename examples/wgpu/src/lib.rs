//! Kernels in WGSL whose layouts are those of the Rust code beside them, by `wgsl!`.
//!
//! ```text
//! cargo run --release --manifest-path examples/wgpu/Cargo.toml
//! ```

pub mod device;
pub mod matmul;
pub mod transpose;
