//! `Kernel`: a shader with layouts, the same shader by hand, and what both answer.

use crate::device::{Device, numbers, words};

/// A kernel, with what it takes and what it answers.
pub struct Kernel {
    /// Its name.
    pub name: &'static str,
    /// The shader with layouts.
    pub shader: &'static str,
    /// The same shader as one writes it by hand.
    pub by_hand: &'static str,
    /// The inputs.
    pub inputs: Vec<Vec<f32>>,
    /// The number of groups of threads.
    pub groups: [u32; 2],
    /// The answer.
    pub answer: Vec<f32>,
}

impl Kernel {
    /// Runs a shader `times` times, and returns `true` if its answer is right, and the seconds of one run.
    pub fn run(&self, device: &Device, shader: &str, times: u32) -> (bool, f64) {
        let inputs: Vec<Vec<u32>> = self.inputs.iter().map(|input| words(input)).collect();
        let inputs: Vec<&[u32]> = inputs.iter().map(Vec::as_slice).collect();
        let size = self.answer.len();
        let (answer, seconds) = device.run_times(shader, &inputs, size, self.groups, times);
        (numbers(&answer) == self.answer, seconds)
    }
}
