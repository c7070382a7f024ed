//! Launches kernels of this folder from Rust, by cudarc, and compares what they write with loops: `layout-gpu-host KERNELS.cubin`
//!
//! The kernels' own layouts answer all that a launch needs: the blocks of the grid, the bytes of shared memory, the
//! arguments of tensor maps, and whether the sizes fit.

use std::error::Error;
use std::fmt::Debug;
use std::mem::transmute;
use std::sync::Arc;

use cudarc::driver::sys::{
    CUfunction_attribute, CUresult, CUtensorMap, CUtensorMapDataType, CUtensorMapFloatOOBfill,
    CUtensorMapInterleave, CUtensorMapL2promotion, CUtensorMapSwizzle, cuTensorMapEncodeIm2col,
    cuTensorMapEncodeTiled, is_culib_present,
};
use cudarc::driver::{
    CudaContext, CudaFunction, CudaModule, CudaSlice, CudaStream, DevicePtr, DeviceRepr,
    LaunchConfig, PushKernelArg, ValidAsZeroBits,
};
use cudarc::nvrtc::Ptx;
use layout_gpu::{Arena, Bf16, Corner, Im2col, Modes, TensorMap, Windows};
use layout_gpu_kernels::conv::{self, pixels_128_64 as tile};
use layout_gpu_kernels::{transpose, wgmma};
use layout_runtime::StaticLayout;

type Result<T> = std::result::Result<T, Box<dyn Error>>;

/// A GPU and the kernels on it.
struct Device {
    stream: Arc<CudaStream>,
    kernels: Arc<CudaModule>,
}

impl Device {
    fn new(kernels: &str) -> Result<Self> {
        // SAFETY: it opens the driver's library, as every call after it does.
        if !unsafe { is_culib_present() } {
            return Err("no CUDA driver is on this machine".into());
        }
        let context = CudaContext::new(0)?;
        println!("{}", context.name()?);
        let kernels = context.load_module(Ptx::from_file(kernels))?;
        Ok(Device { stream: context.default_stream(), kernels })
    }

    /// A kernel whose blocks have so many bytes of shared memory.
    fn kernel(&self, name: &str, bytes: u32) -> Result<CudaFunction> {
        let kernel = self.kernels.load_function(name)?;
        // More than 48 KiB are asked for in advance.
        let attribute = CUfunction_attribute::CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES;
        kernel.set_attribute(attribute, bytes.try_into()?)?;
        Ok(kernel)
    }

    /// The tensor map of a tensor of tiles `L` of bf16, in the device's memory. The tensor outlives the launches that take it.
    fn tensor_map<L: StaticLayout, const R: usize>(
        &self,
        tensor: &CudaSlice<u16>,
        extents: [usize; R],
        strides: [isize; R],
    ) -> Result<CudaSlice<Words>>
    where
        Modes<R>: Corner<R>,
    {
        let found = TensorMap::<Bf16, L, R>::arguments(extents, strides)?;
        let (address, _until) = tensor.device_ptr(&self.stream);
        let mut map = CUtensorMap { opaque: [0; 16] };
        // SAFETY: the numbers are those of CUDA's enumerations, which are as wide, and arrays have an element for each mode.
        let done = unsafe {
            cuTensorMapEncodeTiled(
                &raw mut map,
                transmute::<u32, CUtensorMapDataType>(found.data_type),
                found.sizes.len() as u32,
                address as *mut _,
                found.sizes.as_ptr(),
                found.strides[1..].as_ptr(),
                found.extents.as_ptr(),
                found.steps.as_ptr(),
                CUtensorMapInterleave::CU_TENSOR_MAP_INTERLEAVE_NONE,
                transmute::<u32, CUtensorMapSwizzle>(found.swizzle),
                CUtensorMapL2promotion::CU_TENSOR_MAP_L2_PROMOTION_L2_128B,
                CUtensorMapFloatOOBfill::CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE,
            )
        };
        self.in_memory(done, map, &found)
    }

    /// The tensor map of images by rows, whose channels are together, for windows of which tiles `L` are gathered.
    fn im2col<L: StaticLayout>(
        &self,
        images: &CudaSlice<u16>,
        extents: [usize; 4],
        strides: [isize; 4],
        windows: Windows,
    ) -> Result<CudaSlice<Words>> {
        let found = Im2col::<Bf16, L>::arguments(extents, strides, windows)?;
        let (address, _until) = images.device_ptr(&self.stream);
        let mut map = CUtensorMap { opaque: [0; 16] };
        // SAFETY: the numbers are those of CUDA's enumerations, which are as wide, and arrays have an element for each mode.
        let done = unsafe {
            cuTensorMapEncodeIm2col(
                &raw mut map,
                transmute::<u32, CUtensorMapDataType>(found.data_type),
                4,
                address as *mut _,
                found.sizes.as_ptr(),
                found.strides[1..].as_ptr(),
                found.lower.as_ptr(),
                found.upper.as_ptr(),
                found.channels,
                found.pixels,
                found.steps.as_ptr(),
                CUtensorMapInterleave::CU_TENSOR_MAP_INTERLEAVE_NONE,
                transmute::<u32, CUtensorMapSwizzle>(found.swizzle),
                CUtensorMapL2promotion::CU_TENSOR_MAP_L2_PROMOTION_L2_128B,
                CUtensorMapFloatOOBfill::CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE,
            )
        };
        self.in_memory(done, map, &found)
    }

    fn in_memory(
        &self,
        done: CUresult,
        map: CUtensorMap,
        arguments: &dyn Debug,
    ) -> Result<CudaSlice<Words>> {
        if done != CUresult::CUDA_SUCCESS {
            return Err(format!("the driver refuses {arguments:?}: {done:?}").into());
        }
        Ok(self.stream.clone_htod(&[Words(map.opaque)])?)
    }
}

/// A tensor map as memory.
#[derive(Clone, Copy)]
#[repr(C, align(64))]
struct Words([u64; 16]);

// SAFETY: it is numbers.
unsafe impl DeviceRepr for Words {}
// SAFETY: as above.
unsafe impl ValidAsZeroBits for Words {}

/// An argument by value: layouts of 32 bits, as `narrow` gives them, and sizes.
#[derive(Clone, Copy)]
#[repr(transparent)]
struct Passed<T>(T);

// SAFETY: it is words of 32 bits.
unsafe impl<T: Copy> DeviceRepr for Passed<T> {}

/// Numbers that repeat late, from -1 to 1.
fn numbers(count: usize) -> impl Iterator<Item = f32> {
    let mut state = 1u32;
    (0..count).map(move |_| {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (state >> 8) as f32 / (1 << 23) as f32 - 1.0
    })
}

/// A transpose of any size: by a kernel that makes the layouts, and by one that takes them.
fn transpose_any(device: &Device, m: usize, n: usize) -> Result<()> {
    // Sizes that 32 bits do not hold are refused here, where somebody is told.
    let of = |m, n| Ok::<_, Box<dyn Error>>(Passed(transpose::Tiles::new(m, n)?.narrow()?));
    let (from, to) = (of(m, n)?, of(n, m)?);
    let source: Vec<f32> = numbers(m * n).collect();
    let input = device.stream.clone_htod(&source)?;
    let [rows, columns] = [m, n].map(|extent| extent.div_ceil(32) as u32);
    type Memory = transpose::MemoryByRows;
    let launch = LaunchConfig {
        grid_dim: (columns, rows, 1),
        block_dim: (256, 1, 1),
        shared_mem_bytes: Memory::BYTES,
    };
    let (m32, n32) = (m as u32, n as u32);
    for name in ["transpose_any", "transpose_passed"] {
        let mut output = device.stream.alloc_zeros::<f32>(m * n)?;
        let kernel = device.kernel(name, Memory::BYTES)?;
        let mut call = device.stream.launch_builder(&kernel);
        match name {
            "transpose_any" => call.arg(&m32).arg(&n32),
            _ => call.arg(&from).arg(&to),
        };
        call.arg(&input).arg(&mut output);
        // SAFETY: what the kernel asks for.
        unsafe { call.launch(launch) }?;

        let found = device.stream.clone_dtoh(&output)?;
        let wrong = (0..m * n).find(|at| found[at % n * m + at / n] != source[*at]);
        match wrong {
            None => println!("{name} of {m}x{n}: right"),
            Some(at) => return Err(format!("{name} is wrong at ({}, {})", at / n, at % n).into()),
        }
    }
    Ok(())
}

/// A product of bf16 by TMA and `wgmma`.
fn product(device: &Device) -> Result<()> {
    const N: usize = 8192;
    // The higher half of a float.
    let matrix: Vec<u16> = numbers(2 * N * N).map(|x| (x.to_bits() >> 16) as u16).collect();
    let (a, b) = matrix.split_at(N * N);
    let [input_a, input_b] = [device.stream.clone_htod(a)?, device.stream.clone_htod(b)?];
    let mut output = device.stream.alloc_zeros::<f32>(N * N)?;
    let strides = [N as isize, 1];
    let map_a = device.tensor_map::<wgmma::TileA, 2>(&input_a, [N, N], strides)?;
    let map_b = device.tensor_map::<wgmma::TileB, 2>(&input_b, [N, N], strides)?;

    let kernel = device.kernel("wgmma_gemm", wgmma::Memory::BYTES)?;
    let launch = LaunchConfig {
        grid_dim: (132, 1, 1),
        block_dim: (384, 1, 1),
        shared_mem_bytes: wgmma::Memory::BYTES,
    };
    let mut call = device.stream.launch_builder(&kernel);
    call.arg(&map_a).arg(&map_b).arg(&mut output);
    // SAFETY: what `wgmma_gemm` asks for.
    unsafe { call.launch(launch) }?;

    let found = device.stream.clone_dtoh(&output)?;
    let float = |x: &u16| f64::from(f32::from_bits(u32::from(*x) << 16));
    let row = |matrix: &[u16], i: usize| matrix[i * N..][..N].iter().map(float).collect::<Vec<_>>();
    let mut worst = 0.0f64;
    for number in 0..1000 {
        let (i, j) = (number * 7919 % N, number * 104_729 % N);
        let exact: f64 = row(a, i).iter().zip(row(b, j)).map(|(x, y)| x * y).sum();
        worst = worst.max((f64::from(found[wgmma::Result.at(i, j)]) - exact).abs());
    }
    println!("product of {N}x{N}x{N}: 1000 of its numbers are right to {worst:.1e}");
    if worst < 0.05 { Ok(()) } else { Err("wrong".into()) }
}

/// A convolution by windows of 3x3 in steps of 2, with a bias and ReLU: images and results by rows, their channels together, and filters, too.
fn convolution(device: &Device) -> Result<()> {
    let (n, [height, width], channels, filters) = (3, [57, 43], 72, 96);
    let windows = Windows { extents: [3, 3], padding: [1, 1], steps: [2, 2] };
    let [p, q] = windows.of_image([height, width]);
    let bf16 = |count| numbers(count).map(|x| (x.to_bits() >> 16) as u16).collect::<Vec<_>>();
    let (x, w) = (bf16(n * height * width * channels), bf16(filters * 9 * channels));
    // For each channel of the tiles.
    let bias: Vec<f32> = numbers(filters.next_multiple_of(64)).collect();
    let [images, kernels] = [device.stream.clone_htod(&x)?, device.stream.clone_htod(&w)?];
    let of_channels = device.stream.clone_htod(&bias)?;
    let output = device.stream.alloc_zeros::<u16>(n * p * q * filters)?;

    let by_rows = |[_, a, b, c]: [usize; 4]| [a * b * c, b * c, c, 1].map(|s| s as isize);
    let of_images = [n, height, width, channels];
    let map_x = device.im2col::<tile::Pixels>(&images, of_images, by_rows(of_images), windows)?;
    let of_filters = [filters, 3, 3, channels];
    let map_w = device.tensor_map::<tile::Filters, 4>(&kernels, of_filters, by_rows(of_filters))?;
    let map_y = device.tensor_map::<tile::TileC, 2>(
        &output,
        [n * p * q, filters],
        [filters as isize, 1],
    )?;
    let down = Passed(conv::Down::new(q, p, n, 2)?.narrow()?);
    let across = Passed(conv::Across::new(q, p, n, 2)?.narrow()?);
    let image = Passed(conv::Image::new(q, p, n)?.narrow()?);
    let [channels32, filters32] = [channels as u32, filters as u32];
    let sizes =
        conv::Sizes { height: 3, width: 3, padding: 1, channels: channels32, filters: filters32 };

    let kernel = device.kernel("conv_128x64", tile::BYTES)?;
    let launch = LaunchConfig {
        grid_dim: (132, 1, 1),
        block_dim: (384, 1, 1),
        shared_mem_bytes: tile::BYTES,
    };
    let (floor, sizes) = (0.0f32, Passed(sizes));
    let mut call = device.stream.launch_builder(&kernel);
    call.arg(&map_x).arg(&map_w).arg(&map_y).arg(&of_channels).arg(&floor);
    call.arg(&down).arg(&across).arg(&image).arg(&sizes);
    // SAFETY: what `conv_128x64` asks for; `map_y` has the address of `output`.
    unsafe { call.launch(launch) }?;

    let found = device.stream.clone_dtoh(&output)?;
    let float = |x: u16| f64::from(f32::from_bits(u32::from(x) << 16));
    let mut worst = 0.0f64;
    for (at, found) in found.iter().enumerate() {
        let (pixel, filter) = (at / filters, at % filters);
        let (image, row, column) = (pixel / (p * q), pixel / q % p, pixel % q);
        let mut exact = f64::from(bias[filter]);
        for (i, j) in (0..9).map(|of| (of / 3, of % 3)) {
            let (row, column) = ((2 * row + i).wrapping_sub(1), (2 * column + j).wrapping_sub(1));
            if row < height && column < width {
                let from = ((image * height + row) * width + column) * channels;
                let of_filter = ((filter * 3 + i) * 3 + j) * channels;
                let pairs = x[from..][..channels].iter().zip(&w[of_filter..][..channels]);
                exact += pairs.map(|(x, w)| float(*x) * float(*w)).sum::<f64>();
            }
        }
        let exact = exact.max(0.0);
        worst = worst.max((float(*found) - exact).abs() / (1.0 + exact));
    }
    println!("convolution of {n}x{height}x{width}x{channels} to {filters}: right to {worst:.1e}");
    if worst < 0.01 { Ok(()) } else { Err("wrong".into()) }
}

fn main() -> Result<()> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let kernels = arguments.first().ok_or("which cubin? build.sh makes it")?;
    let device = Device::new(kernels)?;
    for (m, n) in [(32, 32), (1, 1), (1000, 77), (5, 4099), (4096, 4096), (16383, 1021)] {
        transpose_any(&device, m, n)?;
    }
    match transpose_any(&device, 1 << 20, 1 << 13) {
        Err(refused) => println!("transpose of 1048576x8192: {refused}"),
        Ok(()) => return Err("a matrix of 2^33 elements has no offsets of 32 bits".into()),
    }
    product(&device)?;
    convolution(&device)
}
