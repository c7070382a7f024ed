//! Launches kernels of this folder from Rust, by cudarc, and compares what they write with loops: `layout-gpu-host KERNELS.cubin`
//!
//! The kernels' own layouts answer all that a launch needs: the blocks of the grid, the bytes of shared memory, the
//! arguments of tensor maps, and whether the sizes fit.

use std::error::Error;
use std::mem::transmute;
use std::sync::Arc;

use cudarc::driver::sys::{
    CUfunction_attribute, CUresult, CUtensorMap, CUtensorMapFloatOOBfill, CUtensorMapInterleave,
    CUtensorMapL2promotion, cuTensorMapEncodeTiled, is_culib_present,
};
use cudarc::driver::{
    CudaContext, CudaFunction, CudaModule, CudaSlice, CudaStream, DevicePtr, DeviceRepr,
    LaunchConfig, PushKernelArg, ValidAsZeroBits,
};
use cudarc::nvrtc::Ptx;
use layout_gpu::{Arena, Bf16, TensorMap};
use layout_gpu_kernels::{transpose, wgmma};
use layout_runtime::{NarrowOf, StaticLayout};

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

    /// A kernel whose blocks have this memory.
    fn kernel<M: Arena>(&self, name: &str) -> Result<CudaFunction> {
        let kernel = self.kernels.load_function(name)?;
        // More than 48 KiB are asked for in advance.
        let attribute = CUfunction_attribute::CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES;
        kernel.set_attribute(attribute, M::BYTES.try_into()?)?;
        Ok(kernel)
    }

    /// The tensor map of a matrix of tiles `L` of bf16, in the device's memory. The matrix outlives the launches that take it.
    fn tensor_map<L: StaticLayout>(
        &self,
        matrix: &CudaSlice<u16>,
        extents: [usize; 2],
        strides: [isize; 2],
    ) -> Result<CudaSlice<Words>> {
        let found = TensorMap::<Bf16, L>::arguments(extents, strides)?;
        let (address, _until) = matrix.device_ptr(&self.stream);
        let mut map = CUtensorMap { opaque: [0; 16] };
        // SAFETY: the numbers are those of CUDA's enumerations, which are as wide, and arrays have two elements.
        let done = unsafe {
            cuTensorMapEncodeTiled(
                &raw mut map,
                transmute::<u32, _>(found.data_type),
                found.sizes.len() as u32,
                address as *mut _,
                found.sizes.as_ptr(),
                found.strides[1..].as_ptr(),
                found.extents.as_ptr(),
                found.steps.as_ptr(),
                CUtensorMapInterleave::CU_TENSOR_MAP_INTERLEAVE_NONE,
                transmute::<u32, _>(found.swizzle),
                CUtensorMapL2promotion::CU_TENSOR_MAP_L2_PROMOTION_L2_128B,
                CUtensorMapFloatOOBfill::CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE,
            )
        };
        if done != CUresult::CUDA_SUCCESS {
            return Err(format!("the driver refuses {found:?}: {done:?}").into());
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

/// A layout as an argument by value.
#[derive(Clone, Copy)]
#[repr(transparent)]
struct Passed(NarrowOf<transpose::Tiles>);

// SAFETY: it is words of 32 bits.
unsafe impl DeviceRepr for Passed {}

impl Passed {
    /// Sizes that 32 bits do not hold are refused here, where somebody is told.
    fn new(m: usize, n: usize) -> Result<Self> {
        Ok(Passed(transpose::Tiles::new(m, n)?.narrow()?))
    }
}

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
    let (from, to) = (Passed::new(m, n)?, Passed::new(n, m)?);
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
        let kernel = device.kernel::<Memory>(name)?;
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
    let map_a = device.tensor_map::<wgmma::TileA>(&input_a, [N, N], strides)?;
    let map_b = device.tensor_map::<wgmma::TileB>(&input_b, [N, N], strides)?;

    let kernel = device.kernel::<wgmma::Memory>("wgmma_gemm")?;
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
    product(&device)
}
