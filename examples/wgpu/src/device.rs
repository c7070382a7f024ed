//! A device that runs shaders: a GPU, or a processor that stands in for one.

use std::time::Instant;

use wgpu::util::{BufferInitDescriptor, DeviceExt};
use wgpu::{
    BindGroupDescriptor, BindGroupEntry, BufferDescriptor, BufferUsages, ComputePassDescriptor,
    ComputePipelineDescriptor, DeviceDescriptor, Instance, Limits, MapMode, PollType,
    RequestAdapterOptions, ShaderModuleDescriptor, ShaderSource,
};

/// A device.
pub struct Device {
    name: String,
    device: wgpu::Device,
    queue: wgpu::Queue,
}

impl Device {
    /// The device of this machine.
    ///
    /// # Errors
    ///
    /// The reason for which there is none. On Debian, `mesa-vulkan-drivers` has one that needs no GPU.
    pub fn open() -> Result<Self, String> {
        pollster::block_on(async {
            let instance = Instance::default();
            let adapter = instance.request_adapter(&RequestAdapterOptions::default()).await;
            let adapter = adapter.map_err(|error| error.to_string())?;
            let limits = Limits::downlevel_defaults();
            let wanted = DeviceDescriptor { required_limits: limits, ..Default::default() };
            let opened = adapter.request_device(&wanted).await;
            let (device, queue) = opened.map_err(|error| error.to_string())?;
            Ok(Device { name: adapter.get_info().name, device, queue })
        })
    }

    /// The name of the device.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Runs the entry point `main` of a shader in so many groups. Its bindings of group 0 are the
    /// inputs, and behind them the output of so many words, which are zero before.
    pub fn run(
        &self,
        shader: &str,
        inputs: &[&[u32]],
        output: usize,
        groups: [u32; 2],
    ) -> Vec<u32> {
        self.run_times(shader, inputs, output, groups, 1).0
    }

    /// The same so many times, and once before that. The seconds are those of one time.
    pub fn run_times(
        &self,
        shader: &str,
        inputs: &[&[u32]],
        output: usize,
        [x, y]: [u32; 2],
        times: u32,
    ) -> (Vec<u32>, f64) {
        let Device { device, queue, .. } = self;
        let source = ShaderSource::Wgsl(shader.into());
        let module = device.create_shader_module(ShaderModuleDescriptor { label: None, source });
        let pipeline = device.create_compute_pipeline(&ComputePipelineDescriptor {
            label: None,
            layout: None,
            module: &module,
            entry_point: Some("main"),
            compilation_options: Default::default(),
            cache: None,
        });
        let bytes = |words: &[u32]| words.iter().flat_map(|word| word.to_le_bytes()).collect();
        let mut buffers: Vec<wgpu::Buffer> = Vec::new();
        for input in inputs {
            let contents: Vec<u8> = bytes(input);
            let usage = BufferUsages::STORAGE;
            let input = BufferInitDescriptor { label: None, contents: &contents, usage };
            buffers.push(device.create_buffer_init(&input));
        }
        let size = 4 * output as u64;
        let usage = BufferUsages::STORAGE | BufferUsages::COPY_SRC;
        let buffer = BufferDescriptor { label: None, size, usage, mapped_at_creation: false };
        let answers = device.create_buffer(&buffer);
        let usage = BufferUsages::MAP_READ | BufferUsages::COPY_DST;
        let read = device.create_buffer(&BufferDescriptor { usage, ..buffer });
        buffers.push(answers.clone());
        let entries: Vec<BindGroupEntry<'_>> = buffers
            .iter()
            .zip(0..)
            .map(|(buffer, binding)| BindGroupEntry {
                binding,
                resource: buffer.as_entire_binding(),
            })
            .collect();
        let group = device.create_bind_group(&BindGroupDescriptor {
            label: None,
            layout: &pipeline.get_bind_group_layout(0),
            entries: &entries,
        });
        let submit = |times: u32| {
            let mut encoder = device.create_command_encoder(&Default::default());
            let mut pass = encoder.begin_compute_pass(&ComputePassDescriptor::default());
            pass.set_pipeline(&pipeline);
            pass.set_bind_group(0, &group, &[]);
            (0..times).for_each(|_| pass.dispatch_workgroups(x, y, 1));
            drop(pass);
            encoder.copy_buffer_to_buffer(&answers, 0, &read, 0, size);
            queue.submit([encoder.finish()]);
            device.poll(PollType::wait_indefinitely()).expect("a device that ends");
        };
        submit(1);
        let begin = Instant::now();
        if times > 1 {
            submit(times);
        }
        let seconds = begin.elapsed().as_secs_f64() / f64::from(times);
        read.slice(..).map_async(MapMode::Read, |mapped| mapped.expect("a buffer that is read"));
        device.poll(PollType::wait_indefinitely()).expect("a device that ends");
        let range = read.slice(..).get_mapped_range().expect("a mapped buffer");
        let (words, _) = range.as_chunks();
        (words.iter().map(|word| u32::from_le_bytes(*word)).collect(), seconds)
    }
}

/// Floating-point numbers as a device reads them.
pub fn words(numbers: &[f32]) -> Vec<u32> {
    numbers.iter().map(|number| number.to_bits()).collect()
}

/// Floating-point numbers as a device writes them.
pub fn numbers(words: &[u32]) -> Vec<f32> {
    words.iter().map(|word| f32::from_bits(*word)).collect()
}
