//! Runs the kernels on the device of this machine beside the same ones by hand, and checks what both answer.
//!
//! The exit status is 1 if an answer is wrong. Without a device it says so, and is 0.

use std::process::ExitCode;

use layout_wgpu_examples::device::Device;
use layout_wgpu_examples::kernels;

/// The rounds in which each shader is run in turn, and the runs of it in a round.
const ROUNDS: usize = 7;
const TIMES: u32 = 20;

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
    for kernel in kernels() {
        let mut seconds = [Vec::new(), Vec::new()];
        let mut is_right = true;
        for _ in 0..ROUNDS {
            for (shader, seconds) in [kernel.shader, kernel.by_hand].into_iter().zip(&mut seconds) {
                let (right, took) = kernel.run(&device, shader, TIMES);
                is_right &= right;
                seconds.push(took);
            }
        }
        let [ours, by_hand] = seconds.map(|mut seconds| {
            seconds.sort_by(f64::total_cmp);
            1e6 * seconds[ROUNDS / 2]
        });
        let said = if is_right { "right" } else { "WRONG" };
        println!("{}: {said}, {ours:.1} µs, by hand {by_hand:.1} µs", kernel.name);
        if !is_right {
            status = ExitCode::FAILURE;
        }
    }
    status
}
