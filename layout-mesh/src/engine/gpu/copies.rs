//! Copies of transfers between memories that a GPU can reach: by the copy engines where runs are long, by a kernel elsewhere.

use cudarc::driver::{CudaStream, DeviceRepr, LaunchConfig, PushKernelArg, result, sys};
use cudarc::nvrtc;

use super::{Fault, Gpu, fault};
use layout_mesh_plan::internals::places;

use crate::{Element, Transfer};

/// Runs of as many bytes go through the copy engines.
const LONG_RUN: usize = 1024;

/// The most copies that a transfer is; with more a kernel is faster.
const MAX_COPIES: i64 = 256;

/// The most digits of a transfer.
const MAX_DIGITS: usize = 16;

/// The kernel: `count` words of a transfer, from the word `first` on. A thread has every `n`th of them.
const KERNEL: &str = r#"
struct Transfer { long long extent[16], source[16], target[16]; long long digits; };
extern "C" __global__ void transfer(WORD *target, const WORD *source, long long first, long long count, Transfer t) {
    long long step = (long long)gridDim.x * blockDim.x;
    for (long long i = (long long)blockIdx.x * blockDim.x + threadIdx.x; i < count; i += step) {
        long long rest = first + i, from = 0, to = 0;
        for (int d = 0; d < t.digits; ++d) {
            long long extent = t.extent[d], digit;
            if (((rest | extent) >> 32) == 0) {
                unsigned n = (unsigned)rest, e = (unsigned)extent;
                rest = n / e;
                digit = n % e;
            } else {
                digit = rest % extent;
                rest /= extent;
            }
            from += digit * t.source[d];
            to += digit * t.target[d];
        }
#if ADDS
        target[to] = target[to] + source[from];
#else
        target[to] = source[from];
#endif
    }
}
"#;

/// A transfer as the kernel has it.
#[repr(C)]
#[derive(Clone, Copy, Default)]
struct Digits {
    extent: [i64; MAX_DIGITS],
    source: [i64; MAX_DIGITS],
    target: [i64; MAX_DIGITS],
    digits: i64,
}

// SAFETY: it is the kernel's struct, of `long long` alone.
unsafe impl DeviceRepr for Digits {}

/// Addresses of a transfer: of the first elements of the memories that it reads and writes.
#[derive(Clone, Copy)]
pub(super) struct Addresses {
    pub(super) source: u64,
    pub(super) target: u64,
}

/// The elements of the longest run of a side whose places follow each other.
pub(super) fn run_length(transfer: &Transfer, side: usize) -> i64 {
    let (mut digits, mut length) = (Vec::new(), 1);
    for (extent, steps) in &transfer.digits {
        digits.push((steps[side], *extent));
    }
    digits.sort_unstable();
    for (step, extent) in digits {
        if step == length {
            length *= extent;
        }
    }
    length
}

fn bytes(elements: i64, size: usize) -> usize {
    usize::try_from(elements).unwrap_or(usize::MAX).saturating_mul(size)
}

/// A memory's address and a number of elements.
fn offset(address: u64, elements: i64, size: usize) -> u64 {
    address + bytes(elements, size) as u64
}

impl Gpu {
    /// Enqueues the copy of a transfer.
    pub(super) fn copy<T: Element>(
        &mut self,
        transfer: &Transfer,
        at: Addresses,
        adds: bool,
        stream: &CudaStream,
    ) -> Result<(), Fault> {
        let size = size_of::<T>();
        let (run, mut outer) = match transfer.digits.split_first() {
            Some(((extent, [1, 1]), outer)) => (bytes(*extent, size), outer.to_vec()),
            None => (size, Vec::new()),
            _ => (0, Vec::new()),
        };
        // The longest digit is the rows of a copy.
        outer.sort_by_key(|(extent, _)| *extent);
        let rows = outer.pop().unwrap_or((1, [0, 0]));
        let pitches = rows.1.map(|step| bytes(step, size));
        let is_pitch = |pitch: &usize| rows.0 == 1 || (run..1 << 31).contains(pitch);
        let copies: i64 = outer.iter().map(|(extent, _)| extent).product();
        if adds || run < LONG_RUN || copies > MAX_COPIES || !pitches.iter().all(is_pitch) {
            return self.launch::<T>(transfer, 0, transfer.elements(), at, adds, stream);
        }
        for copy in 0..copies {
            let first = places(transfer.first, &outer, copy);
            let source = offset(at.source, first[0], size);
            let target = offset(at.target, first[1], size);
            // SAFETY: the plan's places are in the memories, which their ranks keep until all agree that they are done.
            unsafe { copy_rows(source, target, [run, bytes(rows.0, 1)], pitches, stream) }?;
        }
        Ok(())
    }

    /// Enqueues the kernel for the elements `first..first + count` of a transfer.
    pub(super) fn launch<T: Element>(
        &mut self,
        transfer: &Transfer,
        first: i64,
        count: i64,
        at: Addresses,
        adds: bool,
        stream: &CudaStream,
    ) -> Result<(), Fault> {
        if transfer.digits.len() > MAX_DIGITS {
            let digits = transfer.digits.len();
            let text = format!("a message of {digits} digits: the kernel takes {MAX_DIGITS}");
            return Err(Fault::Library(text));
        }
        let size = i64::try_from(size_of::<T>()).unwrap_or(1);
        let source = offset(at.source, transfer.first[0], size_of::<T>());
        let target = offset(at.target, transfer.first[1], size_of::<T>());
        // Where runs are contiguous on both sides, a word is as many elements as fit.
        let is_run = matches!(transfer.digits.first(), Some((_, [1, 1])));
        // A word is a power of two: it divides all of these numbers where it divides the union of their bits.
        let mut bits = first | count;
        for (at, (extent, steps)) in transfer.digits.iter().enumerate() {
            bits |= if at == 0 { *extent } else { steps[0] | steps[1] };
        }
        let bits = (bits * size) | (source | target).cast_signed();
        let word = match is_run && !adds {
            true => [16, 8, 4, 2].into_iter().find(|&word| word > size && bits % word == 0),
            false => None,
        };
        let elements = word.unwrap_or(size) / size;
        let mut digits = Digits::default();
        for (at, (extent, steps)) in transfer.digits.iter().enumerate() {
            let inner = at == 0 && elements > 1;
            digits.extent[at] = if inner { extent / elements } else { *extent };
            digits.source[at] = if inner { 1 } else { steps[0] / elements };
            digits.target[at] = if inner { 1 } else { steps[1] / elements };
            digits.digits += 1;
        }
        let name = match (adds, word.unwrap_or(size)) {
            (true, 4) if T::IS_FLOAT => "float",
            (true, 8) if T::IS_FLOAT => "double",
            (_, 1) => "unsigned char",
            (_, 2) => "unsigned short",
            (_, 4) => "unsigned int",
            (_, 8) => "unsigned long long",
            _ => "uint4",
        };
        let function = self.kernel(name, adds)?;
        let (first, count) = (first / elements, count / elements);
        let blocks = u32::try_from((count + 255) / 256).unwrap_or(u32::MAX).clamp(1, 132 * 16);
        let mut launch = stream.launch_builder(&function);
        launch.arg(&target).arg(&source).arg(&first).arg(&count).arg(&digits);
        let config =
            LaunchConfig { grid_dim: (blocks, 1, 1), block_dim: (256, 1, 1), shared_mem_bytes: 0 };
        // SAFETY: the arguments are the kernel's, and the places the plan's, as above.
        unsafe { launch.launch(config) }.map_err(fault)?;
        Ok(())
    }

    /// The kernel for words of a type of C.
    fn kernel(
        &mut self,
        word: &'static str,
        adds: bool,
    ) -> Result<cudarc::driver::CudaFunction, Fault> {
        if let Some(function) = self.kernels.get(&(word, adds)) {
            return Ok(function.clone());
        }
        // SAFETY: the library is NVRTC.
        if !unsafe { nvrtc::sys::is_culib_present() } {
            let text = "no NVRTC (`libnvrtc.so`) is there, which compiles the kernel for sums and short runs";
            return Err(Fault::Library(text.to_owned()));
        }
        let adding = u8::from(adds);
        let code =
            nvrtc::compile_ptx(format!("typedef {word} WORD;\n#define ADDS {adding}\n{KERNEL}"))
                .map_err(|error| Fault::Library(format!("NVRTC: {error:?}")))?;
        let module = self.stream.context().load_module(code).map_err(fault)?;
        let function = module.load_function("transfer").map_err(fault)?;
        self.kernels.insert((word, adds), function.clone());
        Ok(function)
    }
}

/// Enqueues the copy of rows of bytes.
///
/// # Safety
///
/// Both memories have the rows, until the stream has come so far.
unsafe fn copy_rows(
    source: u64,
    target: u64,
    [width, height]: [usize; 2],
    pitches: [usize; 2],
    stream: &CudaStream,
) -> Result<(), Fault> {
    if height == 1 {
        // SAFETY: as the caller says.
        return unsafe { result::memcpy_dtod_async(target, source, width, stream.cu_stream()) }
            .map_err(fault);
    }
    let copy = sys::CUDA_MEMCPY2D {
        srcXInBytes: 0,
        srcY: 0,
        srcMemoryType: sys::CUmemorytype::CU_MEMORYTYPE_UNIFIED,
        srcHost: std::ptr::null(),
        srcDevice: source,
        srcArray: std::ptr::null_mut(),
        srcPitch: pitches[0],
        dstXInBytes: 0,
        dstY: 0,
        dstMemoryType: sys::CUmemorytype::CU_MEMORYTYPE_UNIFIED,
        dstHost: std::ptr::null_mut(),
        dstDevice: target,
        dstArray: std::ptr::null_mut(),
        dstPitch: pitches[1],
        WidthInBytes: width,
        Height: height,
    };
    // SAFETY: as the caller says.
    unsafe { sys::cuMemcpy2DAsync_v2(&raw const copy, stream.cu_stream()) }.result().map_err(fault)
}
