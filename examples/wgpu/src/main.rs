//! Runs the kernels on the device of this machine, and checks what they answer.
//!
//! The exit status is 1 if an answer is wrong. Without a device it says so, and is 0.

use std::process::ExitCode;

use layout_wgpu_examples::device::Device;
use layout_wgpu_examples::{matmul, transpose};

fn main() -> ExitCode {
    let device = match Device::open() {
        Ok(device) => device,
        Err(reason) => {
            println!("skipped: {reason}");
            return ExitCode::SUCCESS;
        }
    };
    println!("on {}", device.name());
    let mut status = ExitCode::SUCCESS;
    for (name, is_right) in
        [("transpose", transpose::check(&device)), ("matmul", matmul::check(&device))]
    {
        println!("{name}: {}", if is_right { "right" } else { "WRONG" });
        if !is_right {
            status = ExitCode::FAILURE;
        }
    }
    status
}
